"""The viewer: a page in a browser in which a user grabs a body or stirs smoke while it is controlled.

`softrein view FILE` starts three processes. One steps the simulation by the wall clock (`simulation`) and
writes its newest frame into shared memory (`frames`); one makes LQR gains for other control costs (`gains`);
the third, asyncio only, serves pages (`server`) and never makes the first one wait.
"""

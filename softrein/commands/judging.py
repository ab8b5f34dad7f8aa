"""The command robots: controllers, also a user's own, on robots of others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from typer import Argument, Option

from runtime.control.registry import LQR, MPC, NONE, PD
from softrein.base.progress import progress_bars
from softrein.commands import parts

if TYPE_CHECKING:
    from offline.robots.robots import Robot
    from runtime.base.progress import Progress
    from runtime.bundle.body import BodyBundle


@parts.grouped
def robots(
    names: Annotated[
        list[str] | None,
        Argument(
            metavar="[NAME ...]",
            help="diamond, trunk-10, trunk-30, own-trunk, own-finger.  [default: all]",
        ),
    ] = None,
    *,
    data: Annotated[
        Path | None,
        Option(help="Folder with diamond.npz and trunk.vtk, of the robots of others: see docs/robots.md."),
    ] = None,
    controller: Annotated[
        list[str] | None,
        Option(
            "-c",
            "--controller",
            metavar="NAME",
            help="none, lqr, mpc, pd, p, timed, or your own as MODULE:CLASS; several may be given, each "
            "with another -c.  [default: none, lqr, mpc, pd]",
        ),
    ] = None,
    output: Annotated[Path, Option("-o", "--output", help="Folder for bundles, figures and a page.")] = Path(
        "out/robots"
    ),
    workers: parts.Workers = None,
    as_json: parts.AsJson = False,
) -> None:
    """Judge controllers on robots, two of them built and published by others, each on its full model.

    Each controller gets only the place of the followed point, at 100 Hz. Prints the distance from its path,
    the effort, and the time for each command; and for a robot with a log the distances of the models from it.
    """
    import os
    import sys

    from offline.campaign.pool import processes
    from offline.robots.loop import maker
    from offline.robots.robots import robots as robots_of
    from offline.robots.study import judge
    from softrein.api.tuning import missing, tuned_and_kept
    from softrein.commands.judged import FIGURES, PAGE, tables, write_suite
    from softrein.errors import SceneError, SoftreinError, warn

    sys.path.append(os.getcwd())  # modules of users are in the current folder
    wanted = list(dict.fromkeys(controller or [NONE.name, LQR.name, MPC.name, PD.name]))
    own = [name for name in wanted if ":" not in name]
    for name in wanted:
        maker(name)
    parts.check_folder(output, [FIGURES, PAGE])
    found, bundles = [], []
    with progress_bars() as progress, processes(workers) as each:
        for robot in robots_of(names or [], data, output):
            try:
                bundle, path = _bundle(robot, output, workers, progress)
            except SoftreinError as error:
                warn(f"{robot.name} is left out, for it has no reduced model: {error}")
                continue
            for name in own:
                try:
                    if lacking := missing(bundle, [name]):
                        bundle = cast("BodyBundle", tuned_and_kept(bundle, path, lacking, progress))
                    bundle.law(name)  # raises an error that says why it has no such controller
                except SoftreinError as error:  # the others still have figures, and this one has its error
                    warn(f"{robot.name}: {name}: {error}")
            found.append(robot)
            bundles.append(bundle)
        if not found:
            raise SceneError("no robot is left to be judged")
        judged = judge(found, bundles, wanted, each, progress)
    axes = {robot.name: bundle.paths[0].axes for robot, bundle in zip(found, bundles, strict=True)}
    write_suite(judged, axes, output)
    if as_json:
        parts.print_json(judged.facts)
        return
    parts.show(*tables(judged.facts))
    parts.say(f"wrote {output / PAGE}")


def _bundle(robot: Robot, folder: Path, workers: int | None, progress: Progress) -> tuple[BodyBundle, Path]:
    """Return the robot's reduced model, the folder's if it is of the same scene and mesh, and its file."""
    import numpy as np

    import softrein
    from offline.full.body.full_body import build_mesh
    from offline.scenes.reading import scene_of_bundle, text_of
    from softrein.errors import SoftreinError

    path = folder / f"{robot.name}.softrein"
    if path.is_file():
        try:
            there = cast("BodyBundle", softrein.load(path))
            vertices = build_mesh(robot.scene.mesh, robot.scene.up).vertices
            same = text_of(scene_of_bundle(there, path)) == text_of(robot.scene)
            if same and np.array_equal(there.vertices, vertices):
                return there, path
        except SoftreinError:
            pass  # made by another version or program: it is recomputed
    return cast("BodyBundle", softrein.precompute(robot.scene, path, workers, progress)), path

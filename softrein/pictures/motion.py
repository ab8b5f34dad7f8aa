"""Pictures of a motion, as figure 1 of [002], and movies.

How they are drawn is in `softrein.pictures.body` and `softrein.pictures.smoke`; each has `draw_page`, for
panels side by side, and `frames` of a movie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from runtime.base.progress import Progress, silent
from runtime.control.registry import NONE
from softrein.base.kinds import of_kind
from softrein.base.whole_file import whole_file
from softrein.errors import SoftreinError, missing_extra

if TYPE_CHECKING:
    import numpy as np

    from runtime.bundle.record import Bundle
    from runtime.plant.push import Push
    from runtime.run import Run

WIDTH = 2000  # pixels, width of a whole picture
PANEL_WIDTH = 600  # pixels, width of a panel in the picture of a single run
# width in pixels, frames a second, default number of frames
MOVIE_WIDTH, MOVIE_RATE, MOVIE_FRAMES = 720, 25, 120
MOVIES = (".mp4", ".webp", ".gif")
SHORTEST_ARROW = 8  # fewest frames for which a push is shown, so that it is noticed


def render_motion(
    bundle: Bundle,
    runs: Mapping[str, Run],
    path: str | Path,
    shown: Sequence[str] | None = None,
    pushes: Sequence[Push] | None = None,
    width: int = WIDTH,
    progress: Progress = silent,
) -> None:
    """Draw the reference, and those of `shown` that are in `runs`, side by side, as PNG.

    For a body the reference is the body at rest and the reference motion, for smoke the full simulation.
    `runs` are by controller; `pushes` are theirs, by default the scene's own. The picture is `width` pixels
    wide, or a little less so that all panels are equal. Raises MissingPackageError where rendering is not
    possible.
    """
    own = of_kind(bundle, "pictures")
    met = bundle.pushes if pushes is None else pushes
    names = own.SHOWN if shown is None else shown
    panels = [(name, runs[name]) for name in names if name in runs]
    own.draw_page(bundle, panels, met, path, width, progress, whole=True)


def render_run(
    bundle: Bundle,
    run: Run,
    path: str | Path,
    pushed: bool = True,
    controller: str = "",
    progress: Progress = silent,
    uncontrolled: Run | None = None,
) -> None:
    """Draw the reference motion, the run without control if given, and one run, side by side.

    `pushed`: whether both runs had the scene's pushes.
    """
    panels = ([] if uncontrolled is None else [(NONE.name, uncontrolled)]) + [(controller, run)]
    met, width = bundle.pushes if pushed else [], PANEL_WIDTH * (1 + len(panels))
    of_kind(bundle, "pictures").draw_page(bundle, panels, met, path, width, progress)


def render_movie(
    bundle: Bundle,
    run: Run,
    path: str | Path,
    every: int | None = None,
    pushed: bool = True,
    controller: str = "",
    progress: Progress = silent,
) -> None:
    """Write a movie (.mp4, .webp or .gif) of one run, with the reference, a frame every `every` steps.

    By default it lasts about five seconds, whatever the motion's own duration, and has 120 frames or, of a
    motion of fewer steps, one a step. Raises MissingPackageError without rendering, or the extra `movie`.
    """
    last = min(bundle.steps, MOVIE_FRAMES - 1)
    steps: Sequence[int] = [round(frame * bundle.steps / last) for frame in range(last + 1)]
    rate = MOVIE_RATE * len(steps) / MOVIE_FRAMES
    if every:
        steps, rate = range(0, bundle.steps + 1, every), MOVIE_RATE
    met, small = bundle.pushes if pushed else [], Path(path).suffix == ".gif"
    frames = of_kind(bundle, "pictures").frames(bundle, run, controller, met, steps, small)
    with whole_file(path) as temporary, open_film(temporary, rate) as film:
        for done in range(len(steps)):
            progress("movie", done, len(steps))
            film.append_data(next(frames))
    progress("movie", len(steps), len(steps))


class Film(Protocol):
    """A writer to which frames are appended."""

    def append_data(self, im: np.ndarray) -> object:
        """Append a frame (height, width, 3) of bytes."""


@contextmanager
def open_film(path: Path, rate: float = MOVIE_RATE) -> Iterator[Film]:
    """Open a writer for frames, of which `rate` are shown in a second.

    Raises MissingPackageError where the extra `movie` is missing.
    """
    if path.suffix not in MOVIES:
        raise SoftreinError(f"{path.suffix or 'no suffix'}: a movie's name ends in {' or '.join(MOVIES)}")
    try:
        import imageio.v2 as imageio

        if path.suffix == ".mp4":
            # used by imageio for .mp4, which reports its absence only when writing
            import_module("imageio_ffmpeg")
    except ImportError as error:
        raise missing_extra("movie", "movies") from error
    shown = 1000 / rate  # ms; of a .gif in hundredths of a second, which would be rounded down
    options: dict[str, object] = {"duration": round(shown, -1) if path.suffix == ".gif" else shown, "loop": 0}
    if path.suffix == ".webp":
        options |= {"quality": 60, "method": 4}
    if path.suffix == ".mp4":
        options = {"fps": rate, "macro_block_size": 2, "quality": 8}
    film = imageio.get_writer(path, None, "?", **options)
    with film:
        yield film

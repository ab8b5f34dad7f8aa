"""Pictures and films of articulated characters, rendered off-screen by MuJoCo itself.

A strip shows a recording at a few times, side by side. It uses a camera of the model, and is cropped to
the moving bodies: all panels show the same part of the camera's image, in which every moving body is in view
at all the times shown. So a character is as large as possible, however wide the model's camera looks.

On Linux rendering goes through EGL, whether or not there is a display, unless the environment variable
MUJOCO_GL says otherwise. Images are rendered `OVERSAMPLING` times too large and averaged.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from softrein.base import theme
from softrein.base.whole_file import whole_file
from softrein.charts.frame import DPI
from softrein.errors import MissingPackageError, SoftreinError, install, missing, missing_extra

if TYPE_CHECKING:
    from mujoco import MjModel, MjrContext, MjvCamera
    from mujoco.gl_context import GLContext

    from characters.study import Recording

INSTALL = install("characters")
LIBRARY = "libEGL.so.1"
WIDTH = 1840  # pixels, width of a strip
PANELS, MOST_IN_ROW = 5, 6  # default number of panels, and most in one row
WIDE, MOST_WIDE = 1.25, 3  # aspect ratio from which a panel counts as wide, and most wide panels in one row
GAP = 8  # pixels between panels
WORDS = 44  # pixels beneath a panel for its time
TITLE = 60  # pixels above the panels for the title
VIEW = 4 / 3  # aspect ratio of the camera's image
NARROWEST, WIDEST = 0.62, 1.6  # range of a panel's aspect ratio
MARGIN = 0.07  # margin around what moves, as a fraction of the image's height
OVERSAMPLING = 2
SHADOW = 2048  # shadow map size in texels
FILM_HEIGHT, FILM_RATE, MOST_FRAMES = 480, 25, 300  # height in pixels, frames a second, most frames

Box = tuple[float, float, float, float]  # left, top, right, bottom, in units of the image's height
WHOLE: Box = (-VIEW / 2, -0.5, VIEW / 2, 0.5)


def has_mujoco() -> bool:
    """Whether the package mujoco is installed; it is not imported."""
    try:
        return find_spec("mujoco") is not None
    except (ImportError, ValueError):  # an import hook forbids it, or the module is not loaded properly
        return False


def load_mujoco() -> ModuleType:
    """The package mujoco, made ready to render without a display.

    Raises MissingPackageError naming what to install.
    """
    on_linux = sys.platform.startswith("linux")
    if not has_mujoco():
        raise missing_extra("characters", "articulated characters", "mujoco")
    if on_linux:  # read when mujoco is first imported; the default would require a display
        os.environ.setdefault("MUJOCO_GL", "egl")
    if on_linux and os.environ["MUJOCO_GL"] == "egl":
        try:
            ctypes.CDLL(LIBRARY)
        except OSError as error:
            cure = "apt-get install libegl1 libgl1"
            raise missing(f"the system library {LIBRARY}", "pictures of characters", cure) from error
    return import_module("mujoco")


def draw_recording(
    recording: Recording, path: str | Path, title: str = "", beside: Sequence[Recording] = ()
) -> None:
    """Draw a strip as PNG: the motion at the times in `recording.shown`, or at even ones.

    All strips of recordings `beside` each other show the same part of the camera's image. Raises
    MissingPackageError, and SoftreinError for a recording without frames or of another model.
    """
    indices = shown_frames(recording)
    with closing(_Stage(recording)) as stage:
        box = stage.box_of(np.concatenate([poses_shown(each) for each in [recording, *beside]]))
        wide = box[2] - box[0] > WIDE * (box[3] - box[1])
        if wide and not len(recording.shown):
            indices = shown_frames(recording, 2 * MOST_WIDE)
        rows = -(-len(indices) // (MOST_WIDE if wide and len(indices) > PANELS - 1 else MOST_IN_ROW))
        columns = -(-len(indices) // rows)
        panel = (WIDTH - (columns - 1) * GAP) // columns
        images = [stage.image(index, box, panel) for index in indices]
    times = [f"{recording.times[index]:.2f} s" for index in indices]
    _write_strip(path, images, times, columns, title)


def film_recording(recording: Recording, path: str | Path) -> None:
    """Write a film (.mp4 or .gif) of a recording at its own pace, 25 frames a second.

    One that would have more than 300 frames is shown faster. Raises MissingPackageError where mujoco or the
    extra `movie` is missing.
    """
    from softrein.pictures.motion import open_film

    times = np.asarray(recording.times)
    _check(recording)
    length = float(times[-1] - times[0])
    count = max(min(round(length * FILM_RATE) + 1, MOST_FRAMES), 2)
    indices = [_nearest(times, time) for time in np.linspace(times[0], times[-1], count)]
    with whole_file(path) as temporary, open_film(temporary) as film, closing(_Stage(recording)) as stage:
        box = stage.box_of(stage.coordinates[indices])
        width = round(FILM_HEIGHT * (box[2] - box[0]) / (box[3] - box[1]))
        for index in indices:
            image = stage.image(index, box, width)
            film.append_data(image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2])


def shown_frames(recording: Recording, count: int = PANELS) -> list[int]:
    """Return the frames of a strip: those nearest to its times, or `count`. Raises SoftreinError."""
    _check(recording)
    times = np.asarray(recording.times, dtype=float)
    wanted = list(recording.shown)
    if not wanted:
        wanted = list(np.linspace(times[0], times[-1], count))
    return list(dict.fromkeys(_nearest(times, time) for time in wanted))


def poses_shown(recording: Recording) -> np.ndarray:
    """Return the coordinates (frames, nq) of a strip; if its times are free, of more frames than it shows."""
    frames = shown_frames(recording, 4 * PANELS)
    return np.asarray(recording.coordinates, dtype=float)[frames]


def _nearest(times: np.ndarray, time: float) -> int:
    return int(np.argmin(np.abs(times - time)))


def _check(recording: Recording) -> None:
    frames = np.shape(recording.coordinates)
    if len(frames) != 2 or frames[0] == 0 or frames[0] != len(recording.times):
        raise SoftreinError(f"a recording has {len(recording.times)} times, and coordinates {frames}")


class _Stage:
    """A model in the recorded poses, and its renderer; it must be closed."""

    def __init__(self, recording: Recording) -> None:
        self._mujoco = mujoco = load_mujoco()
        self._context: MjrContext | None = None
        self._gl: GLContext | None = None
        self.model = _model(mujoco, recording)
        self.data = mujoco.MjData(self.model)
        self.coordinates = np.asarray(recording.coordinates, dtype=float)
        if self.coordinates.shape[1] != self.model.nq:
            raise SoftreinError(
                f"a recording has {self.coordinates.shape[1]} coordinates a frame, its model {self.model.nq}"
            )
        self._camera = self._camera_of(recording)
        self._scene = mujoco.MjvScene(self.model, maxgeom=10_000)
        self._option = mujoco.MjvOption()
        self._size = (0, 0)

    def close(self) -> None:
        """Free the graphics library's resources; at the interpreter's end it would complain."""
        if self._context is not None:
            self._context.free()
            self._context = None
        if self._gl is not None:
            self._gl.free()
            self._gl = None

    def box_of(self, poses: np.ndarray) -> Box:
        """Return the part of the image in which things move, in poses (k, nq); all if nothing does."""
        moving = np.flatnonzero(self.model.body_weldid[self.model.geom_bodyid] > 0)
        moving = moving[self.model.geom_rgba[moving, 3] > 0]
        if not moving.size:
            return WHOLE
        low, high = np.full(2, np.inf), np.full(2, -np.inf)
        for pose in poses:
            self._put(pose)
            places, radii = self._seen(moving)
            inside = (np.abs(places) < [VIEW / 2, 0.5]).all(axis=1, keepdims=True)
            low = np.minimum(low, (places - radii).min(axis=0, initial=np.inf, where=inside))
            high = np.maximum(high, (places + radii).max(axis=0, initial=-np.inf, where=inside))
        if not np.isfinite([low, high]).all():
            return WHOLE
        return _shaped(np.clip([*(low - MARGIN), *(high + MARGIN)], 2 * WHOLE[:2], 2 * WHOLE[2:]))

    def image(self, index: int, box: Box, width: int) -> np.ndarray:
        """Return a frame (height, width, 3), cropped to a box of the camera's image."""
        height = round((box[3] - box[1]) * width / (box[2] - box[0]))
        self._open(OVERSAMPLING * width, OVERSAMPLING * height)
        self._put(self.coordinates[index])
        self._look_through(box)
        pixels = np.empty((OVERSAMPLING * height, OVERSAMPLING * width, 3), dtype=np.uint8)
        area = self._mujoco.MjrRect(0, 0, OVERSAMPLING * width, OVERSAMPLING * height)
        self._mujoco.mjr_render(area, self._scene, self._context)
        self._mujoco.mjr_readPixels(pixels, None, area, self._context)
        blocks = pixels[::-1].reshape(height, OVERSAMPLING, width, OVERSAMPLING, 3)
        return np.round(blocks.mean(axis=(1, 3))).astype(np.uint8)

    def _look_through(self, box: Box) -> None:
        """Make the camera see a part of its image only: its pyramid is cut, nothing else."""
        for eye in self._scene.camera:
            height = eye.frustum_top - eye.frustum_bottom
            eye.frustum_top, eye.frustum_bottom = -box[1] * height, -box[3] * height
            eye.frustum_center, eye.frustum_width = (box[0] + box[2]) / 2 * height, 0.0

    def _put(self, pose: np.ndarray) -> None:
        self.data.qpos[:] = pose
        self._mujoco.mj_forward(self.model, self.data)
        everything = self._mujoco.mjtCatBit.mjCAT_ALL.value
        seen = self.model, self.data, self._option, None, self._camera, everything, self._scene
        self._mujoco.mjv_updateScene(*seen)

    def _seen(self, geoms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the places of geoms in the image, from its middle to the right and down, and their radii."""
        eyes = self._scene.camera
        eye = (np.array(eyes[0].pos) + eyes[1].pos) / 2
        forward, up = np.array(eyes[0].forward), np.array(eyes[0].up)
        axes = np.stack([np.cross(forward, up), -up, forward])
        local = (self.data.geom_xpos[geoms] - eye) @ axes.T
        near = eyes[0].frustum_near / (eyes[0].frustum_top - eyes[0].frustum_bottom)
        depth = np.maximum(local[:, 2:], 1e-3)
        return near * local[:, :2] / depth, near * self.model.geom_rbound[geoms, None] / depth

    def _open(self, width: int, height: int) -> None:
        """Open a buffer without `mujoco.Renderer`, which depends on how mujoco was imported."""
        if self._size == (width, height):
            return
        self.close()
        self._size = width, height
        glob = self.model.vis.global_
        glob.offwidth, glob.offheight = width, height
        try:
            self._gl = _gl_class()(width, height)
            self._gl.make_current()
            self._context = self._mujoco.MjrContext(
                self.model, self._mujoco.mjtFontScale.mjFONTSCALE_150.value
            )
        except (ImportError, AttributeError, RuntimeError, self._mujoco.FatalError) as error:
            raise MissingPackageError(f"MuJoCo cannot render here: {error}; see MUJOCO_GL") from error
        self._mujoco.mjr_setBuffer(self._mujoco.mjtFramebuffer.mjFB_OFFSCREEN.value, self._context)

    def _camera_of(self, recording: Recording) -> MjvCamera:
        mujoco, camera = self._mujoco, self._mujoco.MjvCamera()
        if recording.camera or self.model.ncam:
            kind = mujoco.mjtObj.mjOBJ_CAMERA.value
            index = mujoco.mj_name2id(self.model, kind, recording.camera) if recording.camera else 0
            if index < 0:
                raise SoftreinError(f"a recording's model has no camera {recording.camera!r}")
            camera.type, camera.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED.value, index
        else:
            mujoco.mjv_defaultFreeCamera(self.model, camera)
        return camera


def _gl_class() -> type[GLContext]:
    """Return the class that opens a context of OpenGL."""
    egl = sys.platform.startswith("linux") and os.environ.get("MUJOCO_GL") == "egl"
    return import_module("mujoco.egl" if egl else "mujoco.gl_context").GLContext


def _model(mujoco: ModuleType, recording: Recording) -> MjModel:
    """Return the model, with a white sky if it has none, where MuJoCo would paint black."""
    try:
        spec = mujoco.MjSpec.from_string(recording.xml)
        if not any(texture.type == mujoco.mjtTexture.mjTEXTURE_SKYBOX for texture in spec.textures):
            flat, white = mujoco.mjtBuiltin.mjBUILTIN_FLAT, {"rgb1": [1, 1, 1], "rgb2": [1, 1, 1]}
            sky = {"type": mujoco.mjtTexture.mjTEXTURE_SKYBOX, "builtin": flat, "width": 16, "height": 96}
            spec.add_texture(name="softrein sky", **sky, **white)
        model = spec.compile()
    except ValueError as error:
        raise SoftreinError(f"a recording's model: {error}") from error
    # supersampling is done here; combined with MuJoCo's it takes twice the time
    model.vis.quality.offsamples = 0
    model.vis.quality.shadowsize = SHADOW
    return model


def _shaped(box: np.ndarray) -> Box:
    """Return a box made wider or higher, within the image, to the shape of a panel."""
    for axis, half, wanted in ((0, VIEW / 2, NARROWEST), (1, 0.5, 1 / WIDEST)):
        size = max(box[2 + axis] - box[axis], wanted * (box[3 - axis] - box[1 - axis]))
        middle = np.clip(
            (box[axis] + box[2 + axis]) / 2, -half + min(size / 2, half), half - min(size / 2, half)
        )
        box[axis], box[2 + axis] = middle - min(size / 2, half), middle + min(size / 2, half)
    left, top, right, bottom = map(float, box)
    return left, top, right, bottom


def _write_strip(
    path: str | Path, images: Sequence[np.ndarray], times: Sequence[str], columns: int, title: str
) -> None:
    """Write panels pixel by pixel, with words beneath them."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows = -(-len(images) // columns)
    height, width = images[0].shape[:2]
    above = TITLE if title else 0
    total = above + rows * (height + WORDS)
    figure = Figure(figsize=(WIDTH / DPI, total / DPI), dpi=DPI, facecolor=theme.PAPER)
    FigureCanvasAgg(figure)
    for index, (image, time) in enumerate(zip(images, times, strict=True)):
        row, column = divmod(index, columns)
        left, bottom = column * (width + GAP), total - above - row * (height + WORDS) - height
        figure.figimage(image, left, bottom, origin="upper")
        middle = (left + width / 2) / WIDTH, (bottom - 0.5 * WORDS) / total
        figure.text(*middle, time, ha="center", va="center", fontsize=12, color=theme.INK)
    if title:
        words = figure.text(0.5, 1 - 0.45 * TITLE / total, title[:1].upper() + title[1:], color=theme.INK)
        words.set(ha="center", va="center", fontsize=14, fontweight="bold")
    with whole_file(path) as temporary:
        figure.savefig(temporary, dpi=DPI, format="png")

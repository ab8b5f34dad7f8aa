"""Rendering without a display: a camera that frames what it is given, and layers of images.

A picture is put together from layers, each rendered by VTK on a transparent ground. So a ghost is a
whole body laid under the next one with some opacity, as on a photograph exposed several times; the inner
faces that a translucent mesh would show never appear, and no sorting of triangles is needed.

Layers are rendered `OVERSAMPLING` times too large and averaged: with software rendering that is quicker
than multisampling by the graphics library (8 samples took five times as long as 1).
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np
from scipy import ndimage

from runtime.plant.up_axis import UP, upright_axes, upward
from softrein.base import theme
from softrein.errors import missing

if TYPE_CHECKING:
    from pyvista import DataSet, Volume

# spheres that form a bee's body, from behind: position along it and radius in body lengths, and colour
BEE_PEARLS = (
    (-0.36, 0.15, theme.INK), (-0.22, 0.22, theme.BALL), (-0.04, 0.25, theme.INK), (0.13, 0.24, theme.BALL),
    (0.33, 0.18, theme.INK),
)  # fmt: skip
LIBRARIES = ("libEGL.so.1", "libGL.so.1")
VIEW_ANGLE = 20.0  # degrees, as with a long lens: distant parts are not much smaller
OVERSAMPLING = 3
MARGIN = 1.05  # factor of room around the content
OPACITIES = 32767  # entries in VTK's opacity table
FEATURE_ANGLE = 40.0  # degrees; sharper edges keep separate normals

LIGHTS = (  # direction in the camera's frame, and intensity: a key light, a fill light, a front light
    ((-0.7, 1.0, 0.6), 0.6),
    ((1.0, 0.3, 0.4), 0.22),
    ((0.0, 0.1, 1.0), 0.55),
)

Thing = tuple["DataSet", dict[str, object]]  # a pyvista mesh and its drawing options


def load_pyvista() -> ModuleType:
    """Load the package pyvista, after checking that rendering will not end in a segmentation fault.

    Raises MissingPackageError naming what to install.
    """
    if sys.platform.startswith("linux"):
        for name in LIBRARIES:
            try:
                ctypes.CDLL(name)
            except OSError as error:
                cure = "apt-get install libegl1 libgl1"
                raise missing(f"the system library {name}", "pictures", cure) from error
        os.environ.setdefault(
            "VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow"
        )  # otherwise VTK tries X first, and prints a message
    try:
        import pyvista
    except ImportError as error:
        raise missing("the package pyvista", "pictures", "pip install pyvista") from error
    return pyvista


@dataclass(frozen=True)
class View:
    """A camera: axes (3, 3) with rows right, up and towards the viewer; `centre` (3,), `distance` in m."""

    axes: np.ndarray
    centre: np.ndarray
    distance: float
    size: tuple[int, int]  # width and height in pixels

    @property
    def eye(self) -> np.ndarray:
        """The place of the camera (3,), m."""
        return self.centre + self.distance * self.axes[2]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (..., 2), x to the right and y down, of points (..., 3) in m."""
        local = (points - self.centre) @ self.axes.T
        width, height = self.size
        scale = height / 2 / np.tan(np.radians(VIEW_ANGLE / 2)) / (self.distance - local[..., 2])
        return np.stack([width / 2 + scale * local[..., 0], height / 2 - scale * local[..., 1]], axis=-1)


def axes_of(azimuth: float, elevation: float, up: str = UP) -> np.ndarray:
    """The axes of a camera `azimuth` degrees to the right and `elevation` degrees above the horizon.

    At 0 degrees it looks as `runtime.plant.up_axis` has it: with y up, from +z.
    """
    a, e = np.radians([azimuth, elevation])
    towards = np.array([np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)])
    right = np.array([np.cos(a), 0.0, -np.sin(a)])
    return np.asarray(np.stack([right, np.cross(towards, right), towards]) @ upright_axes(up))


def frame(points: np.ndarray, axes: np.ndarray, width: int, heights: tuple[int, int]) -> View:
    """The closest view along `axes` that shows all `points` (k, 3), `width` pixels wide.

    The height follows from what is shown, within the least and largest of `heights`.
    """
    local = points @ axes.T
    span = np.ptp(local, axis=0)
    height = int(np.clip(width * span[1] / max(span[0], 1e-12), *heights))
    tangent = np.tan(np.radians(VIEW_ANGLE / 2))
    centre, distance = local.min(axis=0) + span / 2, 2 * np.linalg.norm(span) / tangent
    # fixed-point iteration, which contracts as the size in the image hardly depends on the camera's distance
    for _ in range(30):
        depth = distance - (local[:, 2] - centre[2])
        image = (local[:, :2] - centre[:2]) / depth[:, None]
        low, high = image.min(axis=0), image.max(axis=0)
        centre[:2] += (low + high) / 2 * distance
        distance *= MARGIN * max((high - low) / 2 / tangent / [width / height, 1.0])
    return View(axes, centre @ axes, float(distance), (width, height))


class Studio:
    """Renders layers: float images (height, width, 4) whose colours are premultiplied with their opacity."""

    def __init__(self, view: View, oversampling: int = OVERSAMPLING) -> None:
        """One window for all the layers of one view; use it in a `with`."""
        pyvista = load_pyvista()
        self.view, self._oversampling = view, oversampling
        width, height = (side * oversampling for side in view.size)
        self._plotter = pyvista.Plotter(off_screen=True, window_size=(width, height), lighting="none")
        self._plotter.ren_win.SetMultiSamples(1)
        # black, which screenshots make transparent: so colours come out premultiplied with their opacity
        self._plotter.set_background("black")
        for position, strength in LIGHTS:
            light = pyvista.Light(position=position, light_type="camera light", intensity=strength)
            self._plotter.add_light(light)
        camera = self._plotter.camera
        camera.position, camera.focal_point, camera.up = view.eye, view.centre, view.axes[1]
        camera.view_angle = VIEW_ANGLE

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self._plotter.close()

    def layer(self, things: Sequence[Thing]) -> np.ndarray:
        """An image of the things alone."""
        self._plotter.clear_actors()
        shown = {"reset_camera": False, "render": False, "show_scalar_bar": False}
        for mesh, style in things:
            if "opacity_unit_distance" in style:
                _sample_finely(self._plotter.add_volume(mesh, **shown, **style), min(mesh.spacing))
            else:
                self._plotter.add_mesh(mesh, **shown, **style)
        self._plotter.reset_camera_clipping_range()
        self._plotter.render()
        pixels = self._plotter.screenshot(transparent_background=True, return_img=True)
        total = np.zeros((self.view.size[1], self.view.size[0], 4), dtype=np.uint16)
        for row in range(self._oversampling):
            for column in range(self._oversampling):
                total += pixels[row :: self._oversampling, column :: self._oversampling]
        return total.astype(np.float32) / np.float32(255 * self._oversampling**2)


class Sheet:
    """A white sheet (height, width, 3) on which a studio's layers are laid."""

    def __init__(self, studio: Studio) -> None:
        """An empty sheet."""
        width, height = studio.view.size
        self._studio = studio
        self._image = np.ones((height, width, 3), dtype=np.float32)

    def lay(self, things: Sequence[Thing], opacity: float = 1.0, around: Sequence[Thing] = ()) -> None:
        """Lay things over the sheet; things of one call hide each other, those of a later call hide all.

        Where the things `around` are, nothing is laid.
        """
        if things:
            layer = self._studio.layer(things)
            self._over(layer * (1 - self._studio.layer(around)[..., 3:]) if around else layer, opacity)

    def lay_outline(self, things: Sequence[Thing], colour: str, pixels: int, opacity: float) -> None:
        """Lay the contour of things, a little more than `pixels` wide."""
        covered = self._studio.layer(things)[..., 3]
        edge = ndimage.maximum_filter(covered, pixels + 1) - ndimage.minimum_filter(covered, pixels + 1)
        self._over(_flat(edge, colour), opacity)

    def lay_shadow(self, things: Sequence[Thing], strength: float, pixels: float) -> None:
        """Lay a soft shadow in the shape of things, blurred over `pixels`."""
        covered = self._studio.layer(things)[..., 3]
        self._over(_flat(ndimage.gaussian_filter(covered, pixels, truncate=2.5), "#000000"), strength)

    def finished(self) -> np.ndarray:
        """The sheet (height, width, 3) as bytes."""
        return np.clip(np.round(255 * self._image), 0, 255).astype(np.uint8)

    def _over(self, layer: np.ndarray, opacity: float) -> None:
        self._image *= 1 - np.float32(opacity) * layer[..., 3:]
        self._image += np.float32(opacity) * layer[..., :3]


def body(points: np.ndarray, surface: np.ndarray, colour: str) -> Thing:
    """The skin of a body: positions (v, 3) in m and triangles (k, 3)."""
    pyvista = load_pyvista()
    mesh = pyvista.PolyData.from_regular_faces(points, surface)
    sharp = {"split_sharp_edges": True, "feature_angle": FEATURE_ANGLE}
    return mesh, {**_shiny(colour, 0.3, 0.8, 0.1, 12), **sharp}


def sphere(centre: np.ndarray, radius: float, colour: str) -> Thing:
    """A ball."""
    mesh = load_pyvista().Sphere(radius=radius, center=centre, theta_resolution=48, phi_resolution=48)
    return mesh, _shiny(colour, 0.35, 0.75, 0.5, 25)


def _shiny(colour: str, ambient: float, diffuse: float, specular: float, power: float) -> dict[str, object]:
    """Return how to draw a smooth surface: shares of ambient, diffuse and specular light, and its gloss."""
    light = {"ambient": ambient, "diffuse": diffuse, "specular": specular, "specular_power": power}
    return {"color": colour, "smooth_shading": True, **light}


def bee(centre: np.ndarray, size: float, up: str = UP) -> list[Thing]:
    """A bee that looks to the right: a striped body, a dark head and two pale wings, `size` m long."""
    x, y, z = upright_axes(up)
    pearls = [sphere(centre + at * size * x, radius * size, colour) for at, radius, colour in BEE_PEARLS]
    wings = [
        sphere(centre + size * (0.34 * y + side * 0.3 * z - 0.05 * x), 0.19 * size, theme.PAPER)
        for side in (-1, 1)
    ]
    return [*pearls, *wings]


def tube(path: np.ndarray, radius: float, colour: str) -> Thing:
    """A curve (k, 3), as a thin tube that needs no light to be seen."""
    mesh = load_pyvista().lines_from_points(path).tube(radius=radius, n_sides=12)
    return mesh, {"color": colour, "lighting": False}


def dashes(path: np.ndarray, radius: float, length: float, colour: str) -> Thing:
    """A curve (k, 3) as thin dashes, `length` m each and as far apart."""
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1)))
    ends = np.arange(0.0, max(along[-1], length), length)
    ends = np.append(ends, along[-1])[: 2 * ((len(ends) + 1) // 2)]
    points = np.stack([np.interp(ends, along, x) for x in path.T], axis=1)
    mesh = load_pyvista().line_segments_from_points(points).tube(radius=radius, n_sides=12)
    return mesh, {"color": colour, "lighting": False}


def ring(centre: np.ndarray, radius: float, thin: float, towards: np.ndarray, colour: str) -> Thing:
    """A flat ring that faces `towards`, `thin` m wide."""
    mesh = load_pyvista().Disc(
        center=centre, inner=radius - thin / 2, outer=radius + thin / 2, normal=towards, c_res=48
    )
    return mesh, {"color": colour, "lighting": False}


def cloud(colours: np.ndarray, spacing: Sequence[float], thickness: float) -> Thing:
    """A translucent volume, in cells from the origin on.

    `colours` (nx, ny, nz, 4) are bytes: red, green, blue, and the opacity of a layer of `thickness` m. An
    opacity of zero is drawn as the smallest above zero that VTK's table has: VTK skips empty blocks of cells,
    and then shows too little of what is behind them.
    """
    pyvista = load_pyvista()
    middles = pyvista.ImageData(
        dimensions=colours.shape[:3], spacing=spacing, origin=[size / 2 for size in spacing]
    )
    # Opacity of two table entries, at each of two samples per cell.
    faintest = 4 * thickness / (OPACITIES * min(spacing))
    values = np.stack([part.ravel(order="F") for part in np.moveaxis(colours, -1, 0)], axis=1)
    style = {"scalars": values, "clim": (-255 * faintest, 255), "opacity_unit_distance": thickness}
    return middles, {**style, "mapper": "fixed_point", "shade": False}


def disc(centre: np.ndarray, radius: float, colour: str, up: str = UP) -> Thing:
    """A small plate, facing up."""
    mesh = load_pyvista().Cylinder(
        center=centre, direction=upward(up), radius=radius, height=radius / 4, resolution=48
    )
    return mesh, {"color": colour, "ambient": 0.4}


def block(low: np.ndarray, high: np.ndarray, colour: str) -> Thing:
    """A box between two corners."""
    mesh = load_pyvista().Box(bounds=np.stack([low, high], axis=1).ravel())
    return mesh, {"color": colour, "ambient": 0.4}


def arrow(tail: np.ndarray, tip: np.ndarray, colour: str) -> Thing:
    """An arrow from `tail` to `tip`."""
    span = tip - tail
    shape = {"tip_length": 0.27, "tip_radius": 0.085, "shaft_radius": 0.03}
    fine = {"tip_resolution": 48, "shaft_resolution": 48, "scale": float(np.linalg.norm(span))}
    mesh = load_pyvista().Arrow(start=tail, direction=span, **shape, **fine)
    return mesh, {"color": colour, "ambient": 0.45, "diffuse": 0.7}


def _sample_finely(volume: Volume, spacing: float) -> None:
    """Take two samples a cell along a ray: VTK would take one a metre, and the nearest value."""
    volume.prop.interpolation_type = "linear"
    volume.mapper.SetAutoAdjustSampleDistances(False)
    for setting in (volume.mapper.SetSampleDistance, volume.mapper.SetInteractiveSampleDistance):
        setting(spacing / 2)


def _flat(opacity: np.ndarray, colour: str) -> np.ndarray:
    """A layer (h, w, 4) of one colour, with an opacity (h, w)."""
    rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return opacity[..., None] * np.array([*rgb, 1.0], dtype=np.float32)

"""A window on the desktop in which a bundle runs in real time: `softrein run FILE --window`.

What the simulator does, and the hand, are in `softrein.window.session`; here are the window, its pictures and
its keys. A body stands beside its reference, a translucent outline; smoke lies under the reference's rings.

The window is VTK's, driven by a timer. On Linux it needs an X display, which VTK cannot be asked for without
ending the process where there is none: so X itself is asked first.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from offline.targets import fly, spots_of
from softrein import look
from softrein.errors import MissingPackageError
from softrein.pictures import offscreen
from softrein.pictures.acts import moving, size_of
from softrein.pictures.motion import hung, mount_of, thin_of, view_of
from softrein.pictures.offscreen import FEATURE_ANGLE, LIGHTS, VIEW_ANGLE
from softrein.pictures.smoke_box import smoke_image
from softrein.window.session import KEYS, Session

if TYPE_CHECKING:
    from runtime.bundle.body import BodyBundle
    from runtime.bundle.record import Bundle
    from runtime.bundle.smoke import SmokeBundle
    from runtime.push import Push

SIZE = (1000, 800)  # pixels
SOFTWARE = ("llvmpipe", "softpipe", "swrast")  # renderers, as OpenGL names them
TICK = 15  # ms between frames, if drawing one takes no longer
IN_FRONT = -66_000  # units of depth by which the hand's line is drawn before all else
GHOST = 0.22  # opacity of the reference
DOT, RING = 0.012, 0.02  # radii of particles and of the reference's rings, of the box's longer side
HELP = (
    "drag: pull    f: flick where the mouse is    space: pause    r: from the beginning\n"
    "1-6: {controllers}    c: jump to the closest moment    q: quit"
)
NO_DISPLAY = (
    "a window needs a display, and {why}; on a machine without a screen write --movie run.mp4, or use "
    "softrein through ssh -X"
)

EachFrame = Callable[["Window", int], bool]


def show_window(
    bundle: Bundle, controller: str = "lqr", pushes: Sequence[Push] = (), each_frame: EachFrame | None = None
) -> None:
    """Open a window, and return when it is closed.

    `each_frame(window, number)` is called after each frame that was drawn, and closes the window by returning
    false. Raises MissingPackageError where there is no display, or no pyvista.
    """
    bundle.law(controller)  # or its error comes after the window
    with _desktop() as pyvista:
        Window(pyvista, Session(bundle, controller, pushes), each_frame).run()


class Window:
    """The window of one session."""

    def __init__(self, pyvista: Any, session: Session, each_frame: EachFrame | None = None) -> None:
        """Not shown yet."""
        from vtkmodules.vtkInteractionStyle import vtkInteractorStyleTrackballCamera
        from vtkmodules.vtkRenderingCore import vtkCellPicker

        self.session, self._each_frame = session, each_frame
        self.plotter = pyvista.Plotter(
            off_screen=False, window_size=SIZE, title=f"softrein: {session.bundle.name}", lighting="none"
        )
        self.plotter.set_background("white")
        for position, strength in LIGHTS:
            self.plotter.add_light(
                pyvista.Light(position=position, light_type="camera light", intensity=strength)
            )
        kind = _SmokeScene if session.bundle.kind == "fluid" else _BodyScene
        self.scene: _BodyScene | _SmokeScene = kind(pyvista, self.plotter, session)
        font = font_file()
        self._words = self.plotter.add_text(
            " ", position="upper_left", font_size=10, color=look.INK, font_file=font
        )
        names = ", ".join(look.name_of(name) for name in KEYS)
        self.plotter.add_text(
            HELP.format(controllers=names),
            position="lower_left",
            font_size=8,
            color=look.FAINT_INK,
            font_file=font,
        )
        self._line = pyvista.PolyData(np.zeros((2, 3)), lines=[2, 0, 1])
        self._thread = self.plotter.add_mesh(
            self._line, color=look.PUSH, line_width=4, reset_camera=False, pickable=False
        )
        self._thread.mapper.SetResolveCoincidentTopologyToPolygonOffset()
        self._thread.mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0, IN_FRONT)
        self._thread.visibility = False
        self._picker = vtkCellPicker()
        self._picker.SetTolerance(1e-3)
        self._picker.PickFromListOn()
        for actor in self.scene.held:
            self._picker.AddPickList(actor)
        self._style = vtkInteractorStyleTrackballCamera()
        self._frames, self._last, self._depth = 0, 0.0, 0.0
        self._error: BaseException | None = None

    def run(self) -> None:
        """Show it until it is closed."""
        interactor, plotter = self.plotter.iren.interactor, self.plotter
        plotter.iren.clear_key_event_callbacks()
        plotter.iren.style = self._style
        for event, answer in (
            ("CharEvent", self._nothing),  # or VTK's own meaning of keys goes with ours
            ("LeftButtonPressEvent", self._press),
            ("LeftButtonReleaseEvent", self._release),
            ("MouseMoveEvent", self._move),
        ):
            self._style.AddObserver(event, self._guarded(answer))
        interactor.AddObserver("KeyPressEvent", self._guarded(self._key))
        interactor.AddObserver("TimerEvent", self._guarded(self._tick))
        plotter.iren.initialize()
        self._spare_software()
        interactor.CreateRepeatingTimer(TICK)
        self._last = time.perf_counter()
        try:
            plotter.show(auto_close=False)
        finally:
            plotter.close()
        if self._error is not None:
            raise self._error

    def _spare_software(self) -> None:
        """Draw one sample a pixel where no graphics card does it: eight took two and a half times as long."""
        window = self.plotter.render_window
        window.Render()  # or nothing is known
        if any(name in window.ReportCapabilities() for name in SOFTWARE):
            window.SetMultiSamples(0)

    def close(self) -> None:
        """End `run`."""
        self.plotter.iren.terminate_app()

    def pixel_of(self, point: np.ndarray) -> tuple[int, int]:
        """Where a point (3,) m is seen, in pixels from the lower left."""
        x, y, self._depth = self._to_display(point)
        return round(x), round(y)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.session.advance(now - self._last)
        self._last = now
        self._draw()
        self._frames += 1
        if self._each_frame is not None and not self._each_frame(self, self._frames):
            self.close()

    def _draw(self) -> None:
        session = self.session
        self.scene.draw()
        hand = session.hand
        self._thread.visibility = hand is not None
        if hand is not None:
            self._line.points = np.stack([hand.place(session.simulator.state), hand.cursor])
        self._words.SetText(2, session.words())  # 2: the upper left corner
        self.plotter.render()

    def _press(self) -> None:
        point = self._picked()
        if point is None:
            self._style.OnLeftButtonDown()
            return
        self.session.take_hold(point)
        self._depth = self._to_display(point)[2]

    def _move(self) -> None:
        if self.session.hand is None:
            self._style.OnMouseMove()
        else:
            self.session.hand.cursor = self._under_mouse()

    def _release(self) -> None:
        if self.session.hand is None:
            self._style.OnLeftButtonUp()
        self.session.let_go()

    def _key(self) -> None:
        session, key = self.session, self.plotter.iren.interactor.GetKeySym()
        if key in ("q", "Escape"):
            self.close()
        elif key == "space":
            session.paused = not session.paused
        elif key == "r":
            session.restart()
        elif key == "c":
            session.jump()
        elif key == "f":
            point = self._picked()
            if point is None:
                session.message = "put the mouse over the body to flick it"
            else:
                session.flick(point, self.scene.flicked(np.array(self.plotter.camera.direction)))
        elif key.removeprefix("KP_") in "123456"[: len(KEYS)]:
            session.switch(KEYS[int(key.removeprefix("KP_")) - 1])

    def _picked(self) -> np.ndarray | None:
        """The point (3,) m under the mouse on what can be held, if it is over that."""
        x, y = self.plotter.iren.interactor.GetEventPosition()
        if not self._picker.Pick(x, y, 0, self.plotter.renderer):
            return None
        return np.array(self._picker.GetPickPosition())

    def _under_mouse(self) -> np.ndarray:
        """The point (3,) m under the mouse, as far from the viewer as where it took hold."""
        x, y = self.plotter.iren.interactor.GetEventPosition()
        renderer = self.plotter.renderer
        renderer.SetDisplayPoint(x, y, self._depth)
        renderer.DisplayToWorld()
        point = np.array(renderer.GetWorldPoint())
        return np.asarray(point[:3] / point[3])

    def _to_display(self, point: np.ndarray) -> tuple[float, float, float]:
        renderer = self.plotter.renderer
        renderer.SetWorldPoint(*point, 1.0)
        renderer.WorldToDisplay()
        x, y, depth = renderer.GetDisplayPoint()
        return x, y, depth

    def _nothing(self) -> None:
        """Do nothing."""

    def _guarded(self, answer: Callable[[], None]) -> Callable[[Any, str], None]:
        """`answer`, whose errors VTK would only print: the first closes the window and is raised by `run`."""

        def called(_: Any, __: str) -> None:
            if self._error is not None:
                return
            try:
                answer()
            except BaseException as error:
                self._error = error
                self.close()

        return called


class _BodyScene:
    """A body, its reference, what holds it and what it should hit."""

    def __init__(self, pyvista: Any, plotter: Any, session: Session) -> None:
        from vtkmodules.vtkFiltersCore import vtkPolyDataNormals

        self._session = session
        self._bundle = bundle = cast("BodyBundle", session.bundle)
        act = moving(bundle, bundle.track.states, "", look.REFERENCE)
        view = view_of(bundle, [act], SIZE[0], (SIZE[1], SIZE[1]))
        plotter.camera.position, plotter.camera.focal_point = view.eye, view.centre
        plotter.camera.up, plotter.camera.view_angle = view.axes[1], VIEW_ANGLE
        start, triangles = bundle.drawn(bundle.vertices), bundle.drawn_triangles
        self._body = pyvista.PolyData.from_regular_faces(start, triangles)
        self._reference = pyvista.PolyData.from_regular_faces(start.copy(), triangles)
        self._normals = vtkPolyDataNormals()
        self._normals.SetInputData(self._body)
        self._normals.SetFeatureAngle(FEATURE_ANGLE)
        self._actor = plotter.add_mesh(
            self._body, reset_camera=False, ambient=0.3, diffuse=0.8, specular=0.1, specular_power=12
        )
        self._actor.mapper.SetInputConnection(self._normals.GetOutputPort())
        self._actor.prop.interpolation = "Phong"
        plotter.add_mesh(
            self._reference, color=look.REFERENCE, opacity=GHOST, culling="back", reset_camera=False,
            pickable=False,
        )  # fmt: skip
        plotter.add_silhouette(self._reference, color=look.FAINT_INK, line_width=2, opacity=0.8)
        for mesh, style in mount_of(bundle):
            plotter.add_mesh(mesh, reset_camera=False, pickable=False, **style)
        self._balls, self._bees = {}, []
        for target in bundle.targets:
            centre = np.array(target.flight[0] if target.flight else target.centre)
            actors = [
                plotter.add_mesh(mesh, reset_camera=False, pickable=False, **style)
                for mesh, style in hung(target, centre, thin_of(bundle))
            ]
            if target.flight:
                path = fly(target, spots_of(bundle.shape, target, bundle.track.states))
                self._bees.append((actors, path - centre))
            else:
                self._balls[target.name] = actors[0]
        self.held = [self._actor]
        plotter.camera.clipping_range = (view.distance / 50, 10 * view.distance + 10 * size_of(bundle))

    def flicked(self, looking: np.ndarray) -> np.ndarray:
        """Which way a flick goes: away from who looks."""
        return looking

    def draw(self) -> None:
        """Where all is now."""
        simulator, bundle = self._session.simulator, self._bundle
        self._body.points = bundle.drawn(simulator.positions())
        self._reference.points = bundle.drawn(bundle.shape.positions(simulator.reference_state))
        self._actor.prop.color = look.body_of(self._session.controller)
        for name, ball in self._balls.items():
            ball.prop.color = look.HIT if name in self._session.struck else look.BALL
        for actors, path in self._bees:
            for actor in actors:
                actor.position = path[simulator.index]


class _SmokeScene:
    """Smoke in its box, seen from the front, its particles and the reference's rings."""

    def __init__(self, pyvista: Any, plotter: Any, session: Session) -> None:
        self._session = session
        self._bundle = bundle = cast("SmokeBundle", session.bundle)
        (nx, ny), hx, hy = bundle.solid.shape, bundle.modes.hx, bundle.modes.hy
        self._densest = float(bundle.density.max())
        self._image = pyvista.ImageData(
            dimensions=(nx, ny, 1), spacing=(hx, hy, 1.0), origin=(hx / 2, hy / 2, 0.0)
        )
        self._image["smoke"] = np.zeros((nx * ny, 3), dtype=np.uint8)
        flat = {"lighting": False, "reset_camera": False}
        actor = plotter.add_mesh(self._image, scalars="smoke", rgb=True, **flat)
        side = self._side = float(max(bundle.extent))
        lx, ly = bundle.extent
        corners = np.array([[0, 0, 0], [lx, 0, 0], [lx, ly, 0], [0, ly, 0], [0, 0, 0]], dtype=float)
        plotter.add_mesh(
            pyvista.lines_from_points(corners), color=look.FAINT_INK, line_width=2, pickable=False, **flat
        )
        self._rings = self._discs(pyvista, plotter, bundle.particles, 0.8 * RING, RING, look.INK)
        self._leaves = self._discs(pyvista, plotter, len(bundle.carried), 0.0, DOT, look.BALL)
        self._dots = self._discs(pyvista, plotter, bundle.particles, 0.0, DOT, look.INK)
        self.held = [actor]
        middle = np.array([lx / 2, ly / 2, 0.0])
        tall = max(ly, lx * SIZE[1] / SIZE[0]) * 1.3  # room for the words
        plotter.camera.position = middle + [0.0, 0.0, 5 * side]
        plotter.camera.focal_point, plotter.camera.up = middle, (0.0, 1.0, 0.0)
        plotter.camera.parallel_projection, plotter.camera.parallel_scale = True, tall / 2
        plotter.camera.clipping_range = (side, 10 * side)

    def _discs(
        self, pyvista: Any, plotter: Any, count: int, inner: float, outer: float, colour: str
    ) -> list[Any]:
        """Actors of so many discs or rings."""
        mesh = pyvista.Disc(inner=inner * self._side, outer=outer * self._side, c_res=32)
        style = {"color": colour, "lighting": False, "reset_camera": False, "pickable": False}
        return [plotter.add_mesh(mesh, **style) for _ in range(count)]

    def flicked(self, looking: np.ndarray) -> np.ndarray:
        """Which way a flick goes: up."""
        return np.array([0.0, 1.0, 0.0])

    def draw(self) -> None:
        """Where all is now."""
        session, bundle, carried = self._session, self._bundle, self._session.carried
        assert carried is not None
        image = smoke_image(carried.density, self._densest, look.body_of(session.controller))
        image[bundle.solid.T] = [int(look.MOUNT[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        self._image["smoke"] = np.round(255 * image.clip(0, 1)).astype(np.uint8).reshape(-1, 3)
        reference = bundle.shape.positions(session.simulator.reference_state)
        for height, (actors, places) in enumerate(
            (
                (self._leaves, carried.leaves),
                (self._rings, reference),
                (self._dots, session.simulator.positions()),
            ),
            1,
        ):
            for actor, place in zip(actors, places, strict=True):
                actor.position = (*place, 1e-3 * height * self._side)
        for dot in self._dots:
            dot.prop.color = look.colour_of(session.controller)


def font_file() -> str:
    """A font that has all that units need; VTK's own has no ⁴."""
    import matplotlib

    return str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf")


@contextmanager
def _desktop() -> Iterator[Any]:
    """The package pyvista, made to open windows; raises MissingPackageError where none can be opened."""
    if sys.platform.startswith("linux"):
        _check_display()
    kind, before = "VTK_DEFAULT_OPENGL_WINDOW", os.environ.get("VTK_DEFAULT_OPENGL_WINDOW")
    if sys.platform.startswith("linux"):
        os.environ[kind] = "vtkXOpenGLRenderWindow"  # pictures ask for EGL
    try:
        yield offscreen.load_pyvista()
    finally:
        if before is None:
            os.environ.pop(kind, None)
        else:
            os.environ[kind] = before


def _check_display() -> None:
    """Raise MissingPackageError unless X answers; VTK would end the process."""
    name = os.environ.get("DISPLAY", "")
    if not name:
        raise MissingPackageError(NO_DISPLAY.format(why="DISPLAY is not set"))
    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError as error:
        raise MissingPackageError(
            "a window needs the system library libX11.so.6: apt-get install libx11-6"
        ) from error
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x.XOpenDisplay(name.encode())
    if not display:
        raise MissingPackageError(NO_DISPLAY.format(why=f"none answers at {name}"))
    x.XCloseDisplay(display)

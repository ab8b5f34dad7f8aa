"""A window on the desktop in which a bundle runs in real time: `softrein run FILE --window`.

What the simulator does, and the hand, are in `softrein.window.session`; what there is to see is drawn by
`softrein.window.body` and `softrein.window.smoke`; here are the window and its keys.

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
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from runtime.control.registry import CONTROLLERS, LQR
from softrein.base import theme
from softrein.base.kinds import of_kind
from softrein.errors import MissingPackageError, missing
from softrein.pictures import offscreen
from softrein.pictures.offscreen import LIGHTS
from softrein.window.future import Future, in_front
from softrein.window.session import Session

if TYPE_CHECKING:
    from runtime.bundle.record import Bundle
    from runtime.control.base.choice import Choice
    from runtime.plant.push import Push

SIZE = (1000, 800)  # pixels
SOFTWARE = ("llvmpipe", "softpipe", "swrast")  # renderers, as OpenGL names them
TICK = 15  # ms between frames, if drawing one takes no longer
HELP = (
    "drag: pull    f: flick where the mouse is    space: pause    r: from the beginning\n"
    "1-{count}: {controllers}    c: jump to the closest moment    q: quit"
)
NO_DISPLAY = (
    "a window needs a display, and {why}; on a machine without a screen write --movie run.mp4, or use "
    "softrein through ssh -X"
)

EachFrame = Callable[["Window", int], bool]


def show_window(
    bundle: Bundle,
    controller: Choice = LQR.name,
    pushes: Sequence[Push] = (),
    each_frame: EachFrame | None = None,
) -> None:
    """Open a window on a bundle under any controller that it takes, and return when it is closed.

    `each_frame(window, number)` is called after each frame that was drawn, and closes the window by returning
    false. Raises MissingPackageError where there is no display, or no pyvista.
    """
    bundle.law(controller)  # or its error comes after the window
    with _desktop() as pyvista:
        Window(pyvista, Session(bundle, controller, pushes), each_frame).run()


class Window:
    """The window of one session."""

    def __init__(self, pyvista: ModuleType, session: Session, each_frame: EachFrame | None = None) -> None:
        from vtkmodules.vtkInteractionStyle import vtkInteractorStyleTrackballCamera
        from vtkmodules.vtkRenderingCore import vtkCellPicker

        self.session, self._each_frame = session, each_frame
        self.plotter = pyvista.Plotter(
            off_screen=False, window_size=SIZE, title=f"softrein: {session.bundle.name}", lighting="none"
        )
        self.plotter.set_background("white")
        for position, strength in LIGHTS:
            light = pyvista.Light(position=position, light_type="camera light", intensity=strength)
            self.plotter.add_light(light)
        self.view = of_kind(session.bundle, "window").View(pyvista, self.plotter, session, SIZE)
        names = ", ".join(theme.name_of(name) for name in CONTROLLERS)
        told, font = HELP.format(controllers=names, count=len(CONTROLLERS)), font_file()
        self._words = self.plotter.add_text(" ", "upper_left", font_size=10, color=theme.INK, font_file=font)
        self.plotter.add_text(told, "lower_left", font_size=8, color=theme.FAINT_INK, font_file=font)
        self._line = pyvista.PolyData(np.zeros((2, 3)), lines=[2, 0, 1])
        self._thread = self.plotter.add_mesh(
            self._line, color=theme.PUSH, line_width=4, reset_camera=False, pickable=False
        )
        in_front(self._thread)
        self._thread.visibility = False
        self._futures = [Future(pyvista, self.plotter, session)] if session.scene.plan.lines else []
        self._picker = vtkCellPicker()
        self._picker.SetTolerance(1e-3)
        self._picker.PickFromListOn()
        for actor in self.view.held:
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
        self.view.draw()
        for future in self._futures:
            future.draw()
        hand = session.hand
        self._thread.visibility = hand is not None
        if hand is not None:
            self._line.points = np.stack([session.holds_at(), hand.cursor])
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
                session.flick(point, self.view.flicked(np.array(self.plotter.camera.direction)))
        elif (number := key.removeprefix("KP_")) in "123456789"[: len(CONTROLLERS)]:
            session.switch(list(CONTROLLERS)[int(number) - 1])

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

    def _guarded(self, answer: Callable[[], None]) -> Callable[[object, str], None]:
        """`answer`, whose errors VTK would only print: the first closes the window and is raised by `run`."""

        def called(_: object, __: str) -> None:
            if self._error is not None:
                return
            try:
                answer()
            except BaseException as error:
                self._error = error
                self.close()

        return called


def font_file() -> str:
    """A font that has all that units need; VTK's own has no ⁴."""
    import matplotlib

    return str(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf")


@contextmanager
def _desktop() -> Iterator[ModuleType]:
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
        raise missing("the system library libX11.so.6", "a window", "apt-get install libx11-6") from error
    x.XOpenDisplay.restype, x.XOpenDisplay.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x.XOpenDisplay(name.encode())
    if not display:
        raise MissingPackageError(NO_DISPLAY.format(why=f"none answers at {name}"))
    x.XCloseDisplay(display)

"""Motions from key-frames, in the process that makes gains.

A search begins with the motion found last, and so takes less time than one from the beginning. While
a hand drags, a rough motion suffices, under the search's own feedback; when it lets go, a fine
one is found, with LQR's gains. The bundle's own key-frames have the bundle's own motion.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np

from offline.keyframes.edited import Edited, edited, finished, scene_through, with_points
from offline.keyframes.request import ACCURACY
from offline.scenes.base.keyframes import KEYFRAMES, KeyframePart
from offline.scenes.base.names import free_name
from offline.scenes.body.scene import BodyScene
from offline.scenes.reading import scene_of_bundle
from runtime.base.clock import step_at
from runtime.bundle.body import BodyBundle
from runtime.control.base.law import AffineGains
from runtime.control.planning.motion import Motion
from softrein.errors import SceneError, SoftreinError
from softrein.viewer.keyframes.editor import MOST, Came, Key, Keys
from softrein.viewer.keyframes.saving import checked_name, save_bundle, save_scene

FINE, ROUGH = 1e-4, 1e-2  # relative gradients at which a search ends, see `runtime.control.planning.whole`
TRIED = 1e-3  # displacement of a test key-frame, in body sizes, by which all kernels are compiled
SCENE, BUNDLE = "scene", "bundle"  # what is to be saved


class Motions:
    """The motion of now, of a bundle that lies at `file`."""

    def __init__(self, bundle: BodyBundle, file: Path) -> None:
        self._own, self._name = bundle, str(file)
        self._mass = float(bundle.masses[np.unique(bundle.free // 3)].sum())
        self.bundle, self.is_own = bundle, True
        self.feedback: AffineGains | None = None  # feedback about a motion that was found roughly
        self._own_keys: Keys | None = None  # the scene's key-frames, once read
        self._keys: Keys | None = None  # key-frames of the present motion; None: they are not known
        self._motion: Motion | None = None

    def prepare(self) -> Keys:
        """The scene's own key-frames but for poses; all is compiled for a search. Raises SoftreinError."""
        scene = cast(BodyScene, scene_of_bundle(self._own, self._name))
        if self._own.things:
            names = ", ".join(self._own.things)
            raise SceneError(f"no motion is found by hand beside what moves freely ({names})")
        found = scene.reference.source == KEYFRAMES
        parts = [part for part in scene.keyframes if part.pose is None] if found else []
        keys = tuple(self._key(part) for part in parts)
        if len(keys) > MOST:
            raise SceneError(
                f"the scene has {len(keys)} key-frames, but at most {MOST} can be edited by hand"
            )
        if found:
            self._motion = self._found(keys, FINE).motion
        else:
            size = float(np.ptp(self._own.vertices, axis=0).max())
            trial = Key(int(self._own.free[-1]) // 3, max(self._own.steps // 2, 1), (0.0, TRIED * size, 0.0))
            with contextlib.suppress(SoftreinError):
                self._found((trial,), ROUGH)
        self._own_keys = keys
        return keys

    def find(self, keys: Keys, rough: bool) -> bool:
        """Find a motion through key-frames, and take it for `bundle`; returns whether it is a new one.

        `rough` asks for a quick search. Raises SoftreinError where none is found, and keeps the one before.
        """
        if self._own_keys is None:
            self.prepare()
        if keys == self._keys and (rough or self.feedback is None):
            return False
        if keys == self._own_keys:
            self.bundle, self.is_own, self.feedback = self._own, True, None
        else:
            found = self._found(keys, ROUGH if rough else FINE)
            self.bundle, self.is_own, self._motion = found.bundle, False, found.motion
            self.feedback = AffineGains(found.motion.gains) if rough else None
        self._keys = keys
        return True

    def forget(self) -> None:
        """Forget which key-frames the motion goes through, so that `find` takes the next for a new one."""
        self._keys = None

    def came(self, keys: Keys) -> list[Came]:
        """Return how near the present motion comes to each of its key-frames."""
        shape, states, found = self.bundle.shape, self.bundle.track.states, []
        for key in keys:
            chosen = self._vertices(key.place)
            way = (shape.positions(states[key.step], chosen) - shape.vertices[chosen]).mean(axis=0)
            x, y, z = way.tolist()
            found.append(Came(key, (x, y, z)))
        return found

    def save(self, what: str, name: str, keys: Keys, folder: Path) -> Path:
        """Write a scene with these key-frames, or a bundle along their motion, under a name in a folder.

        Raises SoftreinError.
        """
        if not keys:
            raise SceneError("there is no key-frame to save; set one first")
        name = checked_name(name)
        scene = self._scene(keys).model_copy(update={"name": name})
        if what == SCENE:
            return save_scene(scene, folder, name)
        found = self._found(keys, ACCURACY)
        points = self._points(keys)
        return save_bundle(finished(with_points(found.bundle, points), scene, found.motion), folder, name)

    def _found(self, keys: Keys, accuracy: float) -> Edited:
        bundle = with_points(self._own, self._points(keys))
        begin = self._motion if keys else None  # without key-frames the body is to stay where it starts
        return edited(bundle, self._scene(keys), self._mass, begin, accuracy)

    def _scene(self, keys: Keys) -> BodyScene:
        return scene_through(self._own, self._name, [self._table(key) for key in keys], self._points(keys))

    def _table(self, key: Key) -> dict[str, object]:
        """A key-frame as a scene has it."""
        found: dict[str, object] = {
            "region": self._region(key.place),
            "time": key.step * self._own.dt,
            "position": list(key.to),
        }
        more = {"velocity": key.velocity, "weight": key.weight}
        return found | {name: value for name, value in more.items() if value is not None}

    def _key(self, part: KeyframePart) -> Key:
        """A scene's key-frame."""
        assert part.region is not None
        region = self._own.regions[part.region]
        rest = self._own.vertices[region].mean(axis=0) * part.absolute
        x, y, z = (np.array(part.position) - rest).tolist()
        step = step_at(part.time, self._own.dt, self._own.steps)
        return Key(part.region, step, (x, y, z), part.velocity, part.weight)

    def _points(self, keys: Keys) -> Mapping[str, list[int]]:
        """Regions of single vertices, where the bundle has none such."""
        regions = self._own.regions
        names = {self._region(key.place): self._vertices(key.place).tolist() for key in keys}
        return {name: vertices for name, vertices in names.items() if name not in regions}

    def _region(self, place: str | int) -> str:
        if isinstance(place, str):
            return place
        taken = {name for name, each in self._own.regions.items() if each.tolist() != [place]}
        return free_name(f"point-{place}", taken)

    def _vertices(self, place: str | int) -> np.ndarray:
        return self._own.regions[place] if isinstance(place, str) else np.array([place])

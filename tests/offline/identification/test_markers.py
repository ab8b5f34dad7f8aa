"""Markers of a recording and of a scene: their matching, their places, and the distances between them."""

from __future__ import annotations

from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from meshes.shapes.procedural import block
from offline.full.body.full_body import build_full_body
from offline.identification.fitting import Fit
from offline.identification.identify import Options, apart, check_refinable, identify, left_over
from offline.identification.markers import (
    Frame,
    exchanged_back,
    known_markers,
    labels_in_order,
    matched,
    tracked,
)
from offline.identification.motion import Motion, Paths
from offline.identification.recording import Recording
from softrein.errors import SceneError
from tests.offline.identification.test_identify import LABELS, PLACES, stiffer, tiny

CELLS = {"body": "block", "cells": [6, 2, 2], "size": [0.3, 0.08, 0.08], "fixed": ["xmin"]}
MESH = block((6, 2, 2), (0.3, 0.08, 0.08))
TIMES = 0.01 * np.arange(81)
BOUND = (8e-3) ** 2  # m^2


def still(labels=LABELS, places=PLACES, name="made"):
    return Recording(name, TIMES, list(labels), np.tile(np.array(places), (len(TIMES), 1, 1)))


# Exchanged in single frames --------------------------------------------------------------------------------


def test_an_outlier_moves_no_other_marker():
    """By plain squares the cheapest order moves all of a line's markers by one."""
    expected = np.tile(0.1 * np.arange(5)[:, None] * [1.0, 0.0, 0.0], (2, 1, 1))
    points = expected + 1e-3
    points[:, 0, 0] = 5.0
    points[1, [1, 2]] = points[1, [2, 1]]
    found, count = exchanged_back(points, expected, BOUND)
    assert count == 1
    np.testing.assert_array_equal(found[0], points[0])
    np.testing.assert_array_equal(found[1], points[0])


def test_a_marker_that_took_another_s_label_goes_back_and_leaves_a_gap():
    expected = np.tile(0.1 * np.arange(4)[:, None] * [1.0, 0.0, 0.0], (2, 1, 1))
    points = expected + 1e-3
    points[0, 3], points[0, 2] = points[0, 2], np.nan
    points[1, [0, 1]] = points[1, [1, 0]]
    expected[1] = np.nan  # as after the scene's end
    found, count = exchanged_back(points, expected, BOUND)
    assert count == 1
    np.testing.assert_allclose(found[0, :3], expected[0, :3] + 1e-3)
    assert np.isnan(found[0, 3]).all()
    np.testing.assert_array_equal(found[1], points[1])


def moving(points, way):
    """Of 30 frames in which all markers go along by `way` (3,) m a frame."""
    return np.array(points) + np.arange(30)[:, None, None] * np.array(way)


def test_markers_that_change_places_are_put_back_through_gaps_and_outliers():
    true = moving(PLACES, [1e-4, 2e-4, 0])
    points = true.copy()
    points[10:20, [0, 4]] = points[10:20, [4, 0]]
    points[10, 4], true[10, 0], points[15, 2], true[15, 2] = np.nan, np.nan, 9.0, 9.0
    found, count = tracked(points)
    assert count == 10
    np.testing.assert_array_equal(found, true)


def test_a_row_of_markers_that_moves_along_itself_stays_in_order():
    """By one marker's distance from the next in a frame: two of three go to where another one was."""
    points = moving(0.02 * np.arange(3)[:, None] * [1.0, 0, 0], [0.02, 0, 0])
    for gap in (0, 1, 2):
        points[10 + 5 * gap, gap] = np.nan
    found, count = tracked(points)
    assert count == 0
    np.testing.assert_array_equal(found, points)


def test_a_marker_that_stays_elsewhere_is_there_after_a_while():
    points = np.tile(np.array(PLACES), (90, 1, 1))
    points[20:, 1] += 0.3
    points[60:, [1, 2]] = points[60:, [2, 1]]
    found, count = tracked(points)
    assert count == 30
    np.testing.assert_array_equal(found[60:], found[59:60].repeat(30, axis=0))


# By label and by place -------------------------------------------------------------------------------------


def test_labels_of_the_same_letters_are_told_apart_by_their_signs():
    labels = ["L+", "L-", "1.1", "11", "Tip - 1"]
    known = labels, np.array(PLACES)
    order = [1, 0, 3, 4, 2]
    names = [*(labels[i] for i in order[:3]), "tip 1", "1.1"]  # what nothing is confused with may differ
    markers, own = matched(known, MESH, still(names, np.array(PLACES)[order]))
    assert markers.numbers == order
    np.testing.assert_allclose(own.points[0], markers.places)


def test_a_label_that_two_markers_of_the_scene_have_is_refused():
    """In one part or in two; otherwise the second one would take the first one's path."""
    one = {"at": PLACES[:2], "noise": 1e-3}
    for k, sensors in (
        (0, [{**one, "labels": ["t1", "t1"]}]),
        (1, [{**one, "labels": ["t1", "t2"]}, {**one, "labels": ["t3", "t2"]}]),
    ):
        with pytest.raises(
            SceneError, match=rf"sensors.{k}.labels: two markers are called 't[12]'; rename one"
        ):
            tiny(sensors=sensors)


@pytest.mark.parametrize("factor", [1e3, 0.2])
def test_another_unit_is_noticed_where_labels_match(factor):
    known = known_markers(tiny(), MESH, still())
    matched(known, MESH, still(places=2.0 * np.array(PLACES)))
    with pytest.raises(SceneError, match=r"made: its markers are up to .* --unit mm"):
        matched(known, MESH, still(places=factor * np.array(PLACES)))


def ordered(points, labels=LABELS, placed=1e-3, begun=None):
    """Of a recording that shows markers at `points` (5, 3) m, the one in order."""
    points = np.array(points) @ Rotation.from_rotvec([0.4, -0.9, 2.0]).as_matrix().T + [1, 2, 3]
    own = still(labels, points)
    markers, own = matched(known_markers(tiny(), MESH, own), MESH, own)
    return labels_in_order(markers, own, placed, begun)


def test_labels_that_are_not_where_the_scene_has_them_are_refused():
    for order in ([1, 2, 0, 3, 4], [4, 3, 2, 1, 0], [1, 2, 3, 4, 0]):
        with pytest.raises(SceneError, match=r"made: at first .* mm \(rms\) from .*: check its labels"):
            ordered(np.array(PLACES)[order])
    with pytest.warns(UserWarning, match="labels were exchanged.*: m1, m2"):
        ordered(np.array(PLACES)[[0, 2, 1, 3, 4]])


@pytest.mark.parametrize("axes", [[0, 2, 1], [1, 0, 2]])
def test_exchanged_axes_and_signs_are_told_by_the_mirror_image(axes):
    for points in (np.array(PLACES)[:, axes], np.array(PLACES) * [-1, 1, 1]):
        with pytest.raises(SceneError, match=r"a mirror image of it \S+ mm: two of its axes"):
            ordered(points)


def test_a_body_that_begins_bent_is_told_and_taken():
    bent = np.array(PLACES) + np.square(np.array(PLACES)[:, :1]) * [0.0, 0.0, 0.6]
    with pytest.warns(UserWarning, match=r"made: at first .* 1 mm is their standard deviation \(--placed\)"):
        ordered(bent)
    with catch_warnings():
        simplefilter("error")
        ordered(bent, placed=5e-3)


@pytest.mark.parametrize("chosen", [[0], [0, 2], [0, 1, 2]])
def test_markers_that_do_not_say_how_the_recording_is_turned_are_told(chosen):
    places = np.array([[0.1, 0.04, 0.08], [0.2, 0.04, 0.08], [0.3, 0.04, 0.08]])[chosen]
    labels = [LABELS[i] for i in chosen]
    scene = tiny(sensors=[{"at": places.tolist(), "labels": labels, "noise": 1e-3}])
    own = still(labels, places)
    with pytest.warns(
        UserWarning,
        match="made: fewer than three markers, or all in a line, do not determine its orientation",
    ):
        matched(known_markers(scene, MESH, own), MESH, own)


@pytest.mark.filterwarnings("ignore:.*matched by where they are")
def test_markers_without_labels_must_be_near_their_places():
    known = labels, _ = known_markers(tiny(), MESH, still())
    near = still("abcde", np.array(PLACES) + [0.03, 0, 0])
    assert matched(known, MESH, near)[0].numbers == [0, 1, 2, 3, 4]
    far = still("abcde", np.array(PLACES) @ Rotation.from_rotvec([0, 0, 0.5]).as_matrix().T)
    with pytest.raises(
        SceneError, match=r"made: marker '.' is .* m from its place .* give the recording's `labels`"
    ):
        matched(known, MESH, far)
    assert labels == LABELS


@pytest.mark.filterwarnings("ignore:sensors.at")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"count": 5}, "sensors.0.count: .* by `at`"),
        ({"at": 99999}, "sensors.0.at: no vertex 99999; the mesh has 63"),
        ({"at": [3, -1]}, "sensors.0.at: no vertex -1"),
        ({"vertices": [3, 99999]}, "sensors.0.vertices: no vertex 99999"),
    ],
)
def test_places_that_are_not_there_are_refused(given, words):
    with pytest.raises(SceneError, match=words):
        known_markers(tiny(sensors=[{"noise": 1e-3, **given}]), MESH, still())


@pytest.mark.filterwarnings("ignore:sensors.at")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sensors": [{"vertices": [3, 4], "noise": 1e-3}]}, "sensors.0.vertices"),
        ({"sensors": [{"at": [3, 4], "noise": 1e-3}]}, "sensors.0.at"),
        ({"mesh": CELLS | {"regions": {"tip": {"vertices": [3, 4]}}}}, "mesh.regions.tip.vertices"),
    ],
)
def test_a_scene_that_numbers_vertices_is_not_refined(given, words):
    with pytest.raises(SceneError, match=f"--refined: {words}"):
        identify(tiny(**given), still(), ["young"], Options(refined=True))


def test_numbers_that_no_fit_uses_are_no_obstacle():
    """A push's vertex, and those of accelerometers."""
    push = {"at": 3, "force": [0.0, 0.0, 1.0], "time": 0.0, "duration": 0.01, "radius": 0.0}
    felt = {"kind": "accelerometer", "vertices": [3, 4], "noise": 0.1}
    check_refinable(tiny(pushes=[push], sensors=[felt]))


@pytest.mark.parametrize("stiffness", [0.25, 0.8, 1.0, 1.3, 4.0, 1e9])
def test_a_body_that_begins_sagging_is_where_the_scene_begins(stiffness):
    """However far the scene's stiffness is from the body's; and else its markers are not at their places."""
    way = np.zeros((5, 3))
    way[:, 2] = -0.6 * np.square(np.array(PLACES)[:, 0])
    bent = np.array(PLACES) + way / stiffness
    with catch_warnings():
        simplefilter("error")
        ordered(bent, begun=np.array(PLACES) + way)
    with pytest.warns(UserWarning, match="at first its markers are .* unless the body begins bent"):
        ordered(bent + [[0, 0.02, 0], *np.zeros((4, 3))], begun=np.array(PLACES) + way)
    with pytest.warns(UserWarning, match="begins bent"):
        ordered(np.array(PLACES) + way)


def test_a_recording_without_motion_is_refused_and_not_told_to_be_off_its_places_by_its_sag():
    scene = stiffer(tiny(gravity=[0, 0, -9.81], start="equilibrium", loads=[]), young=5e4)
    full = build_full_body(stiffer(scene, young=6e4))
    vertices = [int(np.argmin(np.linalg.norm(full.mesh.vertices - place, axis=1))) for place in PLACES]
    for points in (full.body.positions(full.start())[vertices], np.array(PLACES)):
        with catch_warnings():
            simplefilter("error")
            with pytest.raises(SceneError, match="made: no marker moves in it, and nothing follows"):
                identify(scene, still(places=points), ["young"], Options(placed=3e-4))


# Held out --------------------------------------------------------------------------------------------------


def swinging():
    turns, way = 12.0 * TIMES[:, None, None], 0.03 * np.array(PLACES)[:, :1] * [0.0, 0.3, 1.0]
    swing = np.exp(-TIMES)[:, None, None] * np.sin(turns)
    return Paths(np.array(PLACES) + way * swing, np.gradient(way * swing, TIMES, axis=0))


def held_out(first, other):
    """What another recording leaves of the swing that the first one shows."""
    scene, paths = tiny(), swinging()
    known = known_markers(scene, MESH, first)
    markers, _ = matched(known, MESH, first)
    frame, nothing = Frame(np.eye(3), np.zeros(3), 0.0), np.zeros((5, 3))
    fit = Fit(np.zeros(1), frame, nothing, np.eye(1), 1e-4, np.zeros((81, 5, 3)), np.eye(1))
    return left_over(Motion(scene, [], MESH, markers), paths, fit, known, other, 1e-3)


def shown(labels, columns):
    points = swinging().positions + 1e-4 * np.random.default_rng(0).standard_normal((81, 5, 3))
    return Recording("other", TIMES, list(labels), points[:, columns])


@pytest.mark.filterwarnings("ignore:.*matched by where they are")
def test_a_held_out_recording_with_labels_of_its_own_is_ordered_by_place():
    assert held_out(still("abcde"), shown("abcde", [2, 0, 4, 1, 3]))[0] < 3e-4


def test_exchanged_markers_of_a_held_out_recording_are_put_back():
    other = shown(LABELS, [1, 0, 2, 3, 4])
    other.points[40, [3, 4]] = other.points[40, [4, 3]]
    with pytest.warns(UserWarning, match="exchanged"):
        assert held_out(still(), other)[0] < 3e-4


def test_outliers_of_a_held_out_recording_are_counted_and_not_in_its_residual():
    other = shown(LABELS, range(5))
    clean, nothing = held_out(still(), other)
    other.points[40, 3] += 0.3
    residual, [words] = held_out(still(), other)
    assert residual == pytest.approx(clean, rel=0.01)
    assert nothing == []
    assert words.startswith("1 of 400 recorded places is far off, by up to 520 mm: it counts little")


def test_files_of_one_name_are_numbered():
    assert apart(["b.c3d", "a.c3d", "b.c3d"]) == ["b.c3d (1)", "a.c3d", "b.c3d (2)"]

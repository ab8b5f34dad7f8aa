"""Markers of a recording and of a scene: which is which, where, and how far apart."""

from __future__ import annotations

import numpy as np
import pytest

from meshes.shapes.procedural import block
from offline.identification.fitting import Fit
from offline.identification.identify import Options, apart, identify, left_over
from offline.identification.markers import Frame, exchanged_back, known_markers, matched
from offline.identification.motion import Motion, Paths
from offline.identification.recording import Recording
from softrein.errors import SceneError
from tests.offline.identification.test_identify import LABELS, PLACES, tiny

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


# By label and by place -------------------------------------------------------------------------------------


def test_labels_of_the_same_letters_are_told_apart_by_their_signs():
    labels = ["L+", "L-", "1.1", "11", "Tip - 1"]
    known = labels, np.array(PLACES)
    order = [1, 0, 3, 4, 2]
    names = [*(labels[i] for i in order[:3]), "tip 1", "1.1"]  # what nothing is confused with may differ
    markers, own = matched(known, MESH, still(names, np.array(PLACES)[order]))
    assert markers.numbers == order
    np.testing.assert_allclose(own.points[0], markers.places)


@pytest.mark.parametrize("factor", [1e3, 0.2])
def test_another_unit_is_noticed_where_labels_match(factor):
    known = known_markers(tiny(), MESH, still())
    matched(known, MESH, still(places=2.0 * np.array(PLACES)))
    with pytest.raises(SceneError, match=r"made: its markers are up to .* --unit mm"):
        matched(known, MESH, still(places=factor * np.array(PLACES)))


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
    assert held_out(still("abcde"), shown("abcde", [2, 0, 4, 1, 3])) < 3e-4


def test_exchanged_markers_of_a_held_out_recording_are_put_back():
    other = shown(LABELS, [1, 0, 2, 3, 4])
    other.points[40, [3, 4]] = other.points[40, [4, 3]]
    with pytest.warns(UserWarning, match="exchanged"):
        assert held_out(still(), other) < 3e-4


def test_files_of_one_name_are_numbered():
    assert apart(["b.c3d", "a.c3d", "b.c3d"]) == ["b.c3d (1)", "a.c3d", "b.c3d (2)"]

"""Bad input to the gains: each gives one clear error, which names the argument at fault."""

from __future__ import annotations

import numpy as np
import pytest

import offline
from offline.gains.quadratic_cost import half
from offline.gains.tvlqr import tvlqr, tvlqr_step
from softrein.errors import CostError
from tests.offline.gains.linear_plants import semi_definite

STEPS, STATES, CONTROLS = 3, 4, 2


def with_nan(*shape):
    array = np.zeros(shape)
    array.flat[-1] = np.nan
    return array


def indefinite(smallest=-0.5):
    return np.diag([1.0, 1.0, 1.0, smallest])


BAD = [
    ({"A": np.zeros((STATES, STATES))}, r"A has shape \(4, 4\), expected \(T, n, n\)"),
    ({"A": 1.0}, "A has shape"),
    ({"A": np.zeros((0, STATES, STATES))}, "T and n at least 1"),
    ({"A": np.zeros((STEPS, STATES, 3))}, "A has shape"),
    ({"A": with_nan(STEPS, STATES, STATES)}, r"A holds nan at index \(2, 3, 3\)"),
    ({"A": [["a"]]}, "A is not an array of numbers"),
    ({"B": np.zeros((3, CONTROLS))}, r"B has shape \(3, 2\), expected \(4, s\)"),
    ({"B": np.zeros((STEPS, STATES, CONTROLS))}, "B has shape"),
    ({"B": np.zeros((STATES, 0))}, "s at least 1"),
    ({"B": np.full((STATES, CONTROLS), np.inf)}, "B holds inf"),
    ({"Q": np.eye(3)}, r"Q has shape \(3, 3\), expected \(4, 4\) or \(3, 4, 4\)"),
    ({"Q": np.zeros((2, STATES, STATES))}, "Q has shape"),
    ({"Q": np.nan}, "Q holds nan"),
    ({"Q": indefinite()}, "smallest eigenvalue of Q is -0.5: it has to be positive semi-definite"),
    ({"Q": -1.0}, "smallest eigenvalue of Q is -1"),
    ({"Q": [np.eye(4), indefinite(-0.25), np.eye(4)]}, "smallest eigenvalue of Q at step 1 is -0.25"),
    (
        {"Q": np.diag([1e12, 1, 1, -1e-3])},
        "smallest eigenvalue of Q is -0.001",
    ),  # not hidden by the large one
    ({"Q": np.eye(4) + np.eye(4, k=1)}, "Q is not symmetric"),
    ({"R": np.eye(3)}, "R has shape"),
    ({"R": 0.0}, "smallest eigenvalue of R is 0: it has to be positive definite"),
    ({"R": np.ones((2, 2))}, "smallest eigenvalue of R"),
    ({"R": [np.eye(2), np.eye(2), np.diag([1.0, -2.0])]}, "smallest eigenvalue of R at step 2 is -2"),
    ({"R": with_nan(2, 2)}, "R holds nan"),
    ({"Q_final": indefinite(-3)}, "smallest eigenvalue of Q_final is -3"),
    ({"Q_final": np.zeros((STEPS, STATES, STATES))}, "Q_final has shape"),
    ({"Q_final": None}, "Q_final is missing"),
    ({"dt": 0.0}, "dt = 0.0 s"),
    ({"dt": -1.0}, "positive"),
    ({"dt": np.nan}, "dt holds nan"),
    ({"dt": [0.1]}, "dt = "),
    ({"instants": {4: np.eye(4)}}, "instant 4 lies outside the motion, whose steps are 0 to 3"),
    ({"instants": {-1: np.eye(4)}}, "instant -1 lies outside"),
    ({"instants": {1.5: np.eye(4)}}, "instant 1.5 is not a whole step"),
    ({"instants": {2: indefinite()}}, "smallest eigenvalue of the weight of instant 2 is -0.5"),
    ({"instants": {2: np.eye(3)}}, "the weight of instant 2 has shape"),
    ({"integrals": "trapezoid"}, "choose 'exact' or 'simpson'"),
]


def good():
    """Arguments that `tvlqr` takes."""
    A = np.repeat([np.eye(STATES, k=2)], STEPS, axis=0)
    return {"A": A, "B": np.eye(STATES)[:, :CONTROLS], "Q": 1.0, "R": 1.0, "Q_final": 1.0, "dt": 0.1}


@pytest.mark.parametrize(("change", "message"), BAD)
def test_bad_input_to_the_gains_is_one_clear_error(change, message):
    tvlqr(**good())
    with pytest.raises(CostError, match=message):
        tvlqr(**(good() | change))


@pytest.mark.parametrize(
    ("change", "message"), [(c, m) for c, m in BAD if not {"A", "B", "integrals"} & set(c)]
)
def test_bad_weights_of_a_step_are_the_same_errors(change, message):
    arguments = good()
    arguments["F"], B = arguments.pop("A"), arguments.pop("B")
    arguments["G"] = np.repeat([B], STEPS, axis=0)
    tvlqr_step(**arguments)
    with pytest.raises(CostError, match=message):
        tvlqr_step(**(arguments | change))


@pytest.mark.parametrize(
    ("F", "G", "message"),
    [
        (np.zeros((4, 4)), np.zeros((3, 4, 2)), "F has shape"),
        (with_nan(3, 4, 4), np.zeros((3, 4, 2)), "F holds nan"),
        (np.zeros((3, 4, 4)), np.zeros((4, 2)), r"G has shape \(4, 2\), expected \(3, 4, s\)"),
        (np.zeros((3, 4, 4)), np.zeros((2, 4, 2)), "G has shape"),
        (np.zeros((3, 4, 4)), np.zeros((3, 4, 0)), "s at least 1"),
    ],
)
def test_a_bad_step_is_one_clear_error(F, G, message):
    with pytest.raises(CostError, match=message):
        tvlqr_step(F, G, 1.0, 1.0, 1.0, 0.1)


def test_a_cost_to_go_that_overflows_is_an_error():
    F = np.repeat([1e100 * np.eye(2)], 5, axis=0)
    with pytest.raises(CostError, match="overflows at step 1"):
        tvlqr_step(F, np.zeros((5, 2, 1)), 0.0, 1.0, 1.0, 0.1)


def test_weights_that_are_definite_but_for_rounding_are_taken():
    random = np.random.default_rng(0)
    turn = np.linalg.qr(random.standard_normal((4, 4)))[0]
    Q = (
        turn @ np.diag([1e6, 1.0, 1e-6, 0.0]) @ turn.T
    )  # neither symmetric nor semi-definite to the last digit
    tvlqr(**(good() | {"Q": Q, "Q_final": Q, "instants": {np.int64(1): Q}}))


@pytest.mark.parametrize("rank", [0, 1, 3, 4])
def test_the_half_of_a_weight_has_as_few_rows_as_its_rank(rank):
    random = np.random.default_rng(rank)
    units = 10.0 ** np.array([-8, 0, 3, 8])
    weight = semi_definite(4, rank, random) * np.outer(units, units)
    root = half(weight)
    assert root.shape == (rank, 4)
    assert (np.abs(root.T @ root - weight) <= 1e-13 * np.outer(units, units)).all()


def test_the_package_offers_the_gains():
    assert offline.tvlqr is tvlqr
    assert offline.tvlqr_step is tvlqr_step

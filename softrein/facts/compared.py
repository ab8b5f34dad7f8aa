"""The types of a comparison's figures, by their names in `comparison.json`.

They are made by `offline.studies`, whose modules say what each means. A figure is None where its run
diverged, or where there is none. Entries of a controller are found by its name in the registry (`under`),
beside the other entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from softrein.base.theme import Hit
    from softrein.facts.curves import Curves
    from softrein.facts.judged import Judged
    from softrein.facts.plans import Facts

Kind = Literal["one_push", "ensemble"]
Panel = Literal["undisturbed", "pushed"]
KINDS: tuple[Kind, Kind] = ("one_push", "ensemble")  # the scene's own push, and medians over random pushes
Way = list[list[float]]  # (T + 1, d) m, positions of a point
Ways = list[Way]  # (T + 1, points, d) m


def under(data: Mapping[str, object], name: str) -> Any:
    """Return the data of a controller, by its name; the caller knows their type."""
    return data[name]


class Push(TypedDict):
    """When a push acts, s, and how strongly, N or m/s^2."""

    time: float
    duration: float
    force: list[float]


class Outcome(TypedDict):
    """The result of a run."""

    error: float | None
    effort: float | None


class Front(TypedDict, total=False):
    """The members of a family that no other member beats."""

    parameters: list[dict[str, float]]
    effort: list[float]
    error: list[float]
    effort_quartiles: list[list[float]]
    error_quartiles: list[list[float]]


Reading = dict[str, float | None]  # ratios of two fronts, see `offline.tuning.fronts.read_off`
# figures at one control cost, see `offline.studies.planned.at_equal_cost`
EqualCosts = dict[str, float | None]


class BesideFront(TypedDict):
    """The ratio of a planning controller's error to that of another front at the same effort."""

    kind: Kind
    rival: str
    control_cost: float
    effort: float
    error: float
    ratio: float
    band: list[float] | None
    on_or_below: bool


class Family(TypedDict):
    """How many members of a family were run at a longer step, and how their errors grow."""

    members: int
    kept: int
    growth: float | None
    worst: float | None


class _LongerStep(TypedDict):
    factor: int
    step: float  # s, time step


class LongerStep(_LongerStep, total=False):
    """The controllers' results at a longer step, or the reason why they are unknown."""

    reason: str
    uncontrolled: float
    families: dict[str, Family]
    readings: dict[str, list[Reading]]
    fronts: dict[str, Front]


class Shown(TypedDict):
    """The data of any picture of runs under the scene's pushes."""

    time_step: float  # s, time step


class Scenery(Shown):
    """The data of any picture of paths of smoke."""

    extent: list[float]  # m, size of the box
    cells: list[int]
    solid: list[list[int]]
    reference: Ways
    pushes: list[Blown]
    shown: int  # index of a particle


class Blown(Push):
    """A push on smoke, and the particles' places in the reference then."""

    place: list[float]
    noise: bool
    reference: list[list[float]]


class Steered(Outcome):
    """Particles' final distances from the reference, m, their paths, and the flow's deviation (T + 1,)."""

    final_distance: list[float] | None
    paths: Ways | None
    velocity_error: list[float] | None


class SmokeRun(Steered):
    """A run of smoke without control, or under LQR at a control cost."""

    controller: str
    control_cost: float | None


class Tunnel(Scenery):
    """The nominal run, and the perturbed ones of one particle."""

    full: Ways
    perturbed: list[Way]


class Paths(Scenery):
    """The paths of steered particles."""

    full: Ways
    reference_velocity: list[float]
    driven: bool
    own_control_cost: float
    panels: dict[Panel, list[SmokeRun]]


class Rival(Outcome):
    """A controller that is compared with LQR, in its role: its figures, and their ratios to LQR's."""

    controller: str
    role: str | None
    parameters: dict[str, float]
    error_ratio: float | None
    effort_ratio: float | None


class SmokeRival(Rival, Steered):
    """A rival on smoke."""


class Members(TypedDict):
    """How many members of a family were run, and how many have LQR's effort, or at most that."""

    members: int
    affordable: int
    equal: int


class EqualEffort(Scenery):
    """P and PD at LQR's effort, on smoke; LQR's own run is `under` its name."""

    within: float
    families: dict[str, Members]
    rivals: list[SmokeRival]


class Survival(TypedDict):
    """The runs of smoke that return, over the strength of a push; `Shares` are `under` controllers' names."""

    runs: int
    tolerance: float  # m, distance at which a key-frame counts as met
    tolerance_share: float
    unit: str
    duration: float  # s, duration of the motion
    scene_force: list[float]
    strengths: list[float]


class Shares(TypedDict):
    """Shares that return at each strength, with their intervals, and the strength at which half do."""

    returned: list[float]
    least: list[float]
    largest: list[float]
    half: float | None
    undisturbed: bool


class PushedBody(Push):
    """A push on a body, and the point's place in the reference then, m."""

    reference: list[float]


class BodyRun(Rival):
    """A run of a body: the distance of a point from its reference, m, and whether the run matches LQR."""

    matched: bool
    final_distance: float | None
    largest_distance: float | None
    path: Way | None


class Counts(TypedDict):
    """How many PD controllers were run, reach LQR's error, and have at most its effort."""

    members: int
    reaching: int
    affordable: int


class OwnCost(TypedDict):
    """The shares of the error without control that LQR leaves."""

    control_cost: float
    left: float | None
    left_by_gentlest: float | None
    left_by_strongest: float | None


class Equal(Shown):
    """LQR and the controllers that match it, on a body."""

    region: str | None
    vertex: int | None
    reference: Way
    pushes: list[PushedBody]
    runs: list[BodyRun]
    searched: Counts
    own_cost: OwnCost


class Followed(Shown):
    """The goals of regions' middles, and their places."""

    pushes: list[Push]
    paths: list[dict[str, str]]
    wanted: Ways
    runs: list[FollowedRun]


FollowedRun = TypedDict(
    "FollowedRun",
    {
        "controller": str,
        "places": Ways,
        "missed": list[list[float]],
        "path rms": float | None,
        "path max": float | None,
    },
)


class Actuator(TypedDict):
    """A cable or chamber, in a suitable unit."""

    name: str
    unit: str
    limits: list[float | None]


class DrivenRun(TypedDict):
    """The control of each, and the share of the time at which it is at a limit."""

    controller: str
    values: list[list[float]]  # (T, count) controls
    at_limit: list[float]


class Driven(Shown):
    """The controls of cables and chambers."""

    pushes: list[Push]
    muscles: list[Actuator]
    reference: list[list[float]]
    runs: list[DrivenRun]


Ran = TypedDict(
    "Ran",
    {
        "controller": str,
        "error": float,
        "effort": float,
        "final deviation": float,
        "largest deviation": float,
        "path rms": float,
        "path max": float,
        "targets": dict[str, "Hit"],
        "particles": list[dict[str, float]],
        "touches": dict[str, dict[str, float]],
    },
    total=False,
)  # figures of a run, see `softrein.facts.runs.run_facts`; older files may lack some of them


class Source(TypedDict):
    """The inputs of the figures, checksums of the files beside them by name, and one over both."""

    print: str
    files: dict[str, str]
    sum: str


class Compared(TypedDict, total=False):
    """All figures, and for the page those of other commands; `grid` says what was searched."""

    scene: str
    one_push: dict[str, Front]
    ensemble: dict[str, Front]
    uncontrolled: dict[Kind, float]
    readings: dict[str, list[Reading]]
    grid: dict[str, Any]
    diverged: dict[str, dict[str, int]]
    equal_cost: dict[str, list[EqualCosts]]
    beside_fronts: dict[str, list[BesideFront]]
    searched: dict[str, Front]
    hits: dict[str, dict[str, Hit]]
    runs: dict[str, Ran]
    effort_unit: str
    machine: Facts
    quick: bool
    longer_step: LongerStep
    tunnel: Tunnel
    paths: Paths
    equal_effort: EqualEffort
    survival: Survival
    equal: Equal
    followed: Followed
    driven: Driven
    elements: Judged
    # results of the full model, see `offline.verification.study.Verified`
    verified: Mapping[str, object] | None
    robustness: Curves | None
    source: Source

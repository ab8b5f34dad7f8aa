"""What a scene says of a body itself: its mesh and regions, materials and damping."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from offline.scenes.names import Name
from offline.scenes.parts import (
    Axis,
    Count,
    FilePath,
    Index,
    Part,
    Point,
    PositiveMetres,
    PositiveNumber,
    Seconds,
    Share,
)
from offline.scenes.quantity import Unit
from runtime.body.laws.names import NAMES
from softrein.errors import shown

MOST_POISSON = 0.9999, 0.4999  # below 0 and above: beyond these a modulus is 5000 times the other


def _known_law(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"law = {shown(name)}: give one of {', '.join(NAMES)}")
    return name


Law = Annotated[str, AfterValidator(_known_law), Field(json_schema_extra={"enum": list(NAMES)})]


class RegionPart(Part):
    """A region of vertices: in a box of two corners, within a radius of a point, by number, or at an end.

    A material of that name is of the elements whose centre is inside; where the region is given by
    `vertices`, of those that have all four of theirs in it.
    """

    box: tuple[Point, Point] | None = Field(None, description="two opposite corners of a box")
    at: Point | None = Field(None, description="middle of a ball")
    radius: PositiveMetres | None = Field(None, description="of that ball")
    vertices: list[Index] | None = Field(None, min_length=1, description="by their numbers, from 0 up")
    lowest: Share | None = Field(
        None, description="share of the body's extent along `axis`, from its lowest point up"
    )
    highest: Share | None = Field(None, description="the same, from its highest point down")
    axis: Axis | None = Field(None, description="of `lowest` and `highest`; the scene's `up` unless told")

    @model_validator(mode="after")
    def _one_way(self) -> RegionPart:
        if (self.at is None) != (self.radius is None):
            raise ValueError("`at` and `radius` belong together")
        ways = [self.box, self.at, self.vertices, self.lowest, self.highest]
        if ways.count(None) != len(ways) - 1:
            raise ValueError(
                "give one of `box`, `at` and `radius`, `vertices`, `lowest` or `highest`, for example "
                "{ lowest = 0.1 }"
            )
        if self.axis is not None and self.lowest is None and self.highest is None:
            raise ValueError("`axis` belongs to `lowest` or `highest`")
        return self

    def along(self, up: str) -> RegionPart:
        """The same region; an end whose axis is not told is one along `up`."""
        is_end = self.axis is None and not (self.lowest is None and self.highest is None)
        return self.model_copy(update={"axis": up}) if is_end else self


class MeshPart(Part):
    """Which body: one of softrein's own (`body`), or a file of tetrahedra (`file`)."""

    body: Literal["tshape", "block", "trunk", "finger", "flower", "dinosaur"] | None = Field(
        None, description="one of softrein's own; only a block has to be told its `cells` and `size`"
    )
    file: FilePath | None = Field(None, description="tetrahedra; relative to the scene file")
    scale: PositiveNumber = Field(1.0, description="metres per unit of the file")
    law: Law | None = Field(None, description="of the materials that a .veg file brings; stvk unless told")
    cells: tuple[Count, Count, Count] | None = Field(
        None, description="of a block along x, y and z, or of a trunk across, across and along"
    )
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(None, description="of a block")
    skin: FilePath | None = Field(
        None,
        description="a finer surface to show (.stl, .obj, .ply); relative to the scene file",
    )
    skin_scale: PositiveNumber | None = Field(
        None, description="metres per unit of the skin's file; `scale` unless told"
    )
    regions: dict[Name, RegionPart] = Field({}, description="more regions, by name; metres, after scaling")
    fixed: list[Name] = Field(min_length=1, description="regions whose vertices do not move")
    fixed_list: FilePath | None = Field(
        None,
        description="VegaFEM's .bou list, as region 'fixed'; relative to the scene file",
    )

    @model_validator(mode="after")
    def _one_source(self) -> MeshPart:
        if (self.body is None) == (self.file is None):
            raise ValueError("give either `body` (made by code) or `file`")
        told = self.cells is not None, self.size is not None
        both = "`cells` and `size` belong to body = 'block', which needs both"
        if self.body == "trunk" and self.size is not None:
            raise ValueError(f"{both}; a trunk may have `cells` alone")
        if self.body != "trunk" and told != 2 * (self.body == "block",):
            raise ValueError(both)
        return self


class MaterialPart(Part):
    """An isotropic elastic material."""

    young: Annotated[float, Field(gt=0), Unit("Pa", "modulus")] = Field(
        description="Young's modulus, at small strain"
    )
    poisson: Annotated[float, Field(ge=-MOST_POISSON[0], le=MOST_POISSON[1]), Unit("")] = Field(
        description="Poisson's ratio, at small strain"
    )
    density: Annotated[float, Field(gt=0), Unit("kg/m^3")] = Field(description="of the body at rest")
    law: Law = Field("stvk", description="of elasticity, by which it answers large strain")
    mean_volume: bool | None = Field(
        None,
        description="whether elements share their mean volume in patches, without which they lock where the "
        "material is nearly incompressible; where Poisson's ratio is above 0.45, unless told",
    )


class DampingPart(Part):
    """Rayleigh damping, D = `mass` M + `stiffness` K(u), by the tangent stiffness of the present shape."""

    mass: Annotated[float, Field(ge=0), Unit("1/s")] = Field(
        0.0, description="alpha, on the mass matrix M: slow modes are damped most by it"
    )
    stiffness: Seconds = Field(0.0, description="beta, on the stiffness K: fast modes are damped most by it")

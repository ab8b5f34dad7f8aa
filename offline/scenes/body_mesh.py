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
    """A region of vertices: in a box of two corners, within a radius of a point, by index, or at an end.

    An end is the lowest or highest share of the body's extent along an axis: of its height, unless told. As
    the place of a material, a region is of the elements whose centre is inside; by index, of those that have
    all four vertices in it.
    """

    box: tuple[Point, Point] | None = None
    at: Point | None = None
    radius: PositiveMetres | None = None
    vertices: list[Index] | None = Field(None, min_length=1)
    lowest: Share | None = None
    highest: Share | None = None
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
    """Which body: one made by code (`body`), or a file of tetrahedra."""

    body: Literal["tshape", "block", "trunk", "finger", "flower", "dinosaur"] | None = None
    file: FilePath | None = Field(None, description="relative to the scene file")
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

    young: Annotated[float, Field(gt=0), Unit("Pa", "modulus")]
    poisson: Annotated[float, Field(ge=-MOST_POISSON[0], le=MOST_POISSON[1]), Unit("")]
    density: Annotated[float, Field(gt=0), Unit("kg/m^3")]
    law: Law = Field("stvk", description="of elasticity, by which it answers large strain")
    mean_volume: bool | None = Field(
        None,
        description="whether elements share their mean volume in patches, without which they lock where the "
        "material is nearly incompressible; where Poisson's ratio is above 0.45, unless told",
    )


class DampingPart(Part):
    """Rayleigh damping, tangential: D = mass M + stiffness K(u)."""

    mass: Annotated[float, Field(ge=0), Unit("1/s")] = 0.0
    stiffness: Seconds = 0.0

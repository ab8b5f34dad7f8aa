"""The entries of a scene for the body itself: its mesh and regions, materials and damping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from offline.scenes.base.names import Name
from offline.scenes.base.parts import Part
from offline.scenes.base.quantity import Unit
from offline.scenes.base.values import (
    Axis,
    Count,
    FilePath,
    Index,
    Point,
    PositiveMetres,
    PositiveNumber,
    Seconds,
    Share,
)
from runtime.body.laws.names import NAMES
from softrein.errors import shown

# largest magnitudes below and above 0: beyond them one modulus is 5000 times another
MOST_POISSON = 0.9999, 0.4999


def _known_law(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"law = {shown(name)}: give one of {', '.join(NAMES)}")
    return name


Law = Annotated[str, AfterValidator(_known_law), Field(json_schema_extra={"enum": list(NAMES)})]


class RegionPart(Part):
    """A region of the body: a box, a ball (`at` and `radius`), an end, or a list of vertices; give one.

    It means the vertices inside. Where a material has its name, it means the elements whose centre is inside;
    if given by `vertices`, those that have all four of theirs in the list.
    """

    box: tuple[Point, Point] | None = Field(None, description="two opposite corners of a box")
    at: Point | None = Field(None, description="centre of a ball")
    radius: PositiveMetres | None = Field(None, description="radius of that ball")
    vertices: list[Index] | None = Field(
        None, min_length=1, description="vertex numbers, from 0, of those that an element uses"
    )
    lowest: Share | None = Field(
        None, description="share of the body's extent along `axis`, from its lowest point upwards"
    )
    highest: Share | None = Field(
        None, description=("share of the body's extent along `axis`, from its highest point downwards")
    )
    axis: Axis | None = Field(None, description="axis of `lowest` and `highest`; none: the scene's `up`")

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
        """Return the same region; an end without an axis gets `up`."""
        is_end = self.axis is None and not (self.lowest is None and self.highest is None)
        return self.model_copy(update={"axis": up}) if is_end else self


class MeshPart(Part):
    """Which body: one of softrein's own (`body`), or a file of tetrahedra (`file`)."""

    body: Literal["tshape", "block", "trunk", "finger", "flower", "dinosaur"] | None = Field(
        None, description="one of softrein's own bodies; only 'block' needs `cells` and `size`"
    )
    file: FilePath | None = Field(
        None,
        description="file of tetrahedra (.msh, .vtu, .vtk, .mesh, .veg, TetGen's .node, and others); path "
        "relative to the scene file",
    )
    scale: PositiveNumber = Field(
        1.0,
        description="metres per unit of `file`, and of the scene's other files without a unit of their own",
    )
    law: Law | None = Field(
        None, description="elastic law of the materials that a .veg file brings; none: stvk"
    )
    cells: tuple[Count, Count, Count] | None = Field(
        None,
        description="numbers of cells: along x, y and z for a block; across, across and along for a "
        "trunk, by default 4, 4 and 22",
    )
    size: tuple[PositiveMetres, PositiveMetres, PositiveMetres] | None = Field(
        None, description="size of a block along x, y and z"
    )
    order: Literal[1, 2] = Field(
        1,
        description="2: quadratic elements, with a vertex in the middle of each edge as well; a body that "
        "bends needs far fewer of them than of linear ones",
    )
    masses: Literal["volume", "equal"] = Field(
        "volume",
        description="distribution of the mass over the vertices: by the volume around each, or, as some "
        "simulators do, in equal parts",
    )
    skin: FilePath | None = Field(
        None,
        description="a finer surface to show instead of the mesh's own (.stl, .obj, .ply); path relative "
        "to the scene file",
    )
    skin_scale: PositiveNumber | None = Field(
        None, description="metres per unit of the skin's file; none: as `scale`"
    )
    regions: dict[Name, RegionPart] = Field(
        {}, description="more regions, by name; lengths are in metres, after scaling"
    )
    fixed: list[Name] = Field(min_length=1, description="regions whose vertices are held")
    fixed_list: FilePath | None = Field(
        None,
        description="a .bou file of VegaFEM, whose vertices become the region 'fixed'; path relative to "
        "the scene file",
    )

    def idle(self) -> Mapping[str, str]:
        """See `Part`."""
        words = "`skin_scale` belongs to `skin`: name the skin's file, or leave it out"
        return {"skin_scale": words} if self.skin is None else {}

    @model_validator(mode="after")
    def _one_source(self) -> MeshPart:
        if (self.body is None) == (self.file is None):
            raise ValueError("give either `body` (made by code) or `file`")
        if self.fixed_list is not None and "fixed" in self.regions:
            raise ValueError("`fixed_list` is the region 'fixed', and `regions` gives it, too; leave one out")
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
    density: Annotated[float, Field(gt=0), Unit("kg/m^3")] = Field(description="mass density at rest")
    law: Law = Field(
        "stvk",
        description="elastic law at large strain: St. Venant-Kirchhoff, stable neo-Hookean, or corotated "
        "linear",
    )
    mean_volume: bool | None = Field(
        None,
        description="averages the volume change over patches of elements, against volumetric locking; "
        "none: where Poisson's ratio is above 0.45",
    )


class DampingPart(Part):
    """Rayleigh damping, D = `mass` M + `stiffness` K(u), with the tangent stiffness of the current shape."""

    mass: Annotated[float, Field(ge=0), Unit("1/s")] = Field(
        0.0, description="alpha, on the mass matrix M; damps slow modes most"
    )
    stiffness: Seconds = Field(0.0, description="beta, on the stiffness matrix K; damps fast modes most")

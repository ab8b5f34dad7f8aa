// The paths that regions of a body are to follow, as thin lines; where they lead, scene.json says.

import { CatmullRomCurve3, Mesh, TubeGeometry, Vector3 } from "three";
import { plain } from "./clay.js";

const COLOUR = "#8a94a1";
const SIDES = 6;

export class Path extends Mesh {
  constructor(places, thickness) {
    const points = places.map((place) => new Vector3(...place));
    const closed = points[0].distanceTo(points[points.length - 1]) < thickness;
    const curve = new CatmullRomCurve3(closed ? points.slice(0, -1) : points, closed);
    super(new TubeGeometry(curve, points.length, thickness / 2, SIDES, closed), plain(COLOUR));
    this.points = points;
  }
}

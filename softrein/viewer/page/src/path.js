// The paths that regions of a body are to follow, as thin lines, and strokes that become paths. Where they lead,
// scene.json says, and later the server.

import { CatmullRomCurve3, Mesh, Plane, TubeGeometry, Vector3 } from "three";
import { plain } from "./clay.js";

const COLOUR = "#8a94a1";
const SIDES = 6;
const POINTS = 12; // of a stroke: a message has 512 bytes
const APART = 5; // CSS pixels from one place of a stroke to the next
const LEAST = 30; // CSS pixels that a stroke is long; a shorter one asks for the scene's own path
const FLAT = 0.25; // of a plane that is seen from its side, less of it than this: then one that faces the eye is drawn in
const DIGITS = 4; // of a place, in the body's radius

const vectors = (places) => places.map((place) => new Vector3(...place));

export class Path extends Mesh {
  /** Through `places`; a stroke is drawn in the plane with that `normal`, or in one that faces the eye. */
  constructor({ places, normal }, thickness) {
    super(undefined, plain(COLOUR));
    Object.assign(this, { thickness, normal: normal && new Vector3(...normal) });
    this.lead(vectors(places));
  }

  /** Through other places (Vector3). */
  lead(points) {
    const closed = points.length > 2 && points[0].distanceTo(points.at(-1)) < this.thickness;
    const curve = new CatmullRomCurve3(closed ? points.slice(0, -1) : points, closed);
    this.geometry.dispose();
    this.geometry = new TubeGeometry(curve, points.length, this.thickness / 2, SIDES, closed);
    this.points = points;
  }

  goThrough(places) {
    this.lead(vectors(places));
  }
}

/** A stroke of a pointer, in place of the path that is nearest to where it begins. */
export class Stroke {
  constructor(paths, orbit, x, y, digits) {
    const far = (path) => Math.min(...path.points.map((point) => {
      const [left, top] = orbit.onScreen(point);
      return Math.hypot(left - x, top - y);
    }));
    const which = paths.map(far).reduce((best, each, k, all) => (each < all[best] ? k : best), 0);
    const path = paths[which], facing = orbit.camera.getWorldDirection(new Vector3());
    const middle = path.points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(path.points.length);
    const normal = path.normal && Math.abs(path.normal.dot(facing)) > FLAT ? path.normal : facing.negate();
    Object.assign(this, { which, path, orbit, digits, before: path.points, points: [], seen: [] });
    this.plane = new Plane().setFromNormalAndCoplanarPoint(normal, middle);
    this.go(x, y);
  }

  /** On to a pixel. */
  go(x, y) {
    const last = this.seen.at(-1);
    if (last && Math.hypot(x - last[0], y - last[1]) < APART) return;
    const place = this.orbit.ray(x, y).intersectPlane(this.plane, new Vector3());
    if (!place) return;
    this.seen.push([x, y]);
    this.points.push(place);
    if (this.points.length > 1) this.path.lead(this.points);
  }

  /** What the server is asked for: places as far from one to the next round the stroke, or none where it is too short or small. */
  end() {
    const length = this.seen.reduce((sum, [x, y], k, all) => (k ? sum + Math.hypot(x - all[k - 1][0], y - all[k - 1][1]) : 0), 0);
    const [x, y] = this.seen[0], joins = ([left, top]) => Math.hypot(left - x, top - y) < 2 * APART;
    const last = this.seen.findLastIndex((at) => !joins(at)); // what comes after it is where the stroke began
    if (length < LEAST || last < 1) return { which: this.which, points: [] };
    const around = new CatmullRomCurve3(this.points.slice(0, last + 1), true);
    const points = around.getSpacedPoints(POINTS).slice(0, POINTS);
    const round = (value) => Number(value.toFixed(this.digits));
    return { which: this.which, points: points.map((place) => place.toArray().map(round)) };
  }

  /** The path is drawn as it was: where it leads, the server says. */
  leave() {
    this.path.lead(this.before);
  }
}

/** Digits behind the point that say a place to a part in 10^DIGITS of a radius in m. */
export const digitsFor = (radius) => Math.min(Math.max(Math.ceil(DIGITS - 1 - Math.log10(radius)), 0), 9);

// What becomes of targets, as softrein/viewer/shown/encounters.py and offline/targets.py have it, in the page's axes.

import { cross, dot, length, less } from "./vectors.js";

const [OPEN, HIT, MISSED] = [0, 1, 2];
const NOTHING = [0, 0, 0];

/** Those of the scene. */
export function targetsOf(scene, model) {
  return scene.alone.targets.map((own, k) => new (scene.targets[k].flies ? Flying : Hanging)(scene, model, { ...scene.targets[k], ...own }, k));
}

class Target {
  constructor({ dt, rank, alone }, model, target, number) {
    Object.assign(this, { dt, rank, target, swings: alone.swing, outcome: OPEN, when: 0, place: target.place });
    [this.rest, this.modes, this.triangles, this.path] = ["rest", "modes", "triangles", "path"].map((part) => model.array(`target ${number} ${part}`));
  }

  /** The motion goes on from a step; what was decided by then stays so, what was not never is. */
  begin(step) {
    this.passedOver = step > this.target.step + (this.path.length ? -1 : this.target.window); // a flight's window is before its step
    if (!this.passedOver) Object.assign(this, { outcome: OPEN, when: 0, place: this.target.place });
  }

  settle(hit, step) {
    if (this.outcome === OPEN && !this.passedOver) Object.assign(this, { outcome: hit ? HIT : MISSED, when: step * this.dt });
  }

  /** Where its vertices are, flat. */
  placed(p) {
    const { rest, modes, rank } = this;
    return rest.map((value, i) => {
      let total = value;
      for (let k = 0; k < rank; k++) total += modes[rank * i + k] * p[k];
      return total;
    });
  }
}

/** Who comes flying, and lands or hovers. */
class Flying extends Target {
  follow(step, p) {
    const spot = [...this.placed(p)], { target } = this;
    if (step === target.step) this.settle(length(less(spot, target.place)) <= target.radius, step);
    this.place = this.outcome === HIT ? spot : [...this.path.subarray(3 * step, 3 * step + 3)];
  }
}

/** A ball on a string. */
class Hanging extends Target {
  begin(step) {
    super.begin(step);
    this.before = null; // where the skin was a moment ago says nothing any more
    if (this.outcome === OPEN) this.velocity = NOTHING;
  }

  /** Look whether it is touched, and let it swing. */
  follow(step, p) {
    const { target, velocity, dt } = this, skin = this.placed(p), before = this.before ?? skin;
    this.before = skin;
    if (this.outcome === OPEN) {
      const [, far] = this.closest(skin, target.place, this.near(skin, target.place, target.radius));
      if (far <= target.radius) this.settle(Math.abs(step - target.step) <= target.window, step);
      else if (step >= target.step + target.window) this.settle(false, step);
    }
    const reach = 2 * target.radius + dt * velocity.reduce((sum, x) => sum + Math.abs(x), 0), near = this.near(skin, this.place, reach);
    if (near.length || velocity.some((x) => x !== 0)) this.swing(before, skin, near);
  }

  /** The corners of the triangles whose boxes come within reach of a place. */
  near(skin, place, reach) {
    const { triangles } = this, found = [];
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = [...triangles.subarray(at, at + 3)], values = [0, 1, 2].map((a) => corners.map((corner) => skin[3 * corner + a]));
      if (values.every((own, a) => Math.min(...own) <= place[a] + reach && Math.max(...own) >= place[a] - reach)) found.push(corners);
    }
    return found;
  }

  /** The point of these triangles that is closest to a place, how far that is, and which triangle's. */
  closest(skin, place, triangles) {
    let best = [null, Infinity, null];
    for (const corners of triangles) {
      const point = nearestOf(place, corners.map((corner) => [...skin.subarray(3 * corner, 3 * corner + 3)])), far = length(less(point, place));
      if (far < best[1]) best = [point, far, corners];
    }
    return best;
  }

  /** A step of it, as the skin goes on. */
  swing(before, skin, near) {
    const { dt, target: { radius }, swings: [gravity, restitution, air] } = this, fall = [0, gravity * dt, 0];
    this.velocity = this.velocity.map((x, a) => (x - fall[a]) * (1 - air * dt));
    this.place = this.place.map((x, a) => x + dt * this.velocity[a]);
    this.hang();
    const [point, far, corners] = this.closest(skin, this.place, near);
    if (!(far < radius)) return;
    const away = less(this.place, point).map((x) => x / Math.max(far, 1e-12));
    const moved = [0, 1, 2].map((a) => corners.reduce((sum, corner) => sum + skin[3 * corner + a] - before[3 * corner + a], 0) / (3 * dt));
    const approach = Math.min(dot(less(this.velocity, moved), away), 0);
    this.velocity = this.velocity.map((x, a) => x - (1 + restitution) * approach * away[a]);
    this.place = point.map((x, a) => x + radius * away[a]);
    this.hang();
  }

  /** Back on its string's sphere, without the speed along a taut string. */
  hang() {
    const { anchor, string } = this.target, along = less(this.place, anchor), size = length(along), way = along.map((x) => x / size);
    const speed = dot(this.velocity, way);
    this.place = anchor.map((x, a) => x + string * way[a]);
    this.velocity = this.velocity.map((x, a) => x - speed * way[a]);
  }
}

/** The point of a triangle that is closest to a place: in its plane, or of an edge. */
function nearestOf(place, [a, b, c]) {
  const normal = cross(less(b, a), less(c, a)), share = dot(less(place, a), normal) / dot(normal, normal);
  const flat = place.map((x, axis) => x - share * normal[axis]), edges = [[a, b], [b, c], [c, a]];
  if (edges.every(([start, end]) => dot(cross(less(end, start), less(flat, start)), normal) >= 0)) return flat;
  const points = edges.map(([start, end]) => {
    const edge = less(end, start), along = Math.min(Math.max(dot(less(place, start), edge) / dot(edge, edge), 0), 1);
    return start.map((x, axis) => x + along * edge[axis]);
  });
  return points.reduce((best, point) => (length(less(point, place)) < length(less(best, place)) ? point : best));
}

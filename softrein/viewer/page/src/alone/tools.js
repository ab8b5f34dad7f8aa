// Tools that the page carries, as softrein/viewer/body/scene.py says; one that a hand holds does not turn.

import { after, between } from "./turns.js";

const [FAST, FAR] = [2, 3]; // sizes a second at most, and sizes from its place at rest
const SOON = 0.08; // s in which it comes most of its way
const NEAR = 1e-3; // sizes: so near its own way one that was left is on it again
const EACH = 12; // numbers of an input, and of a pose

export class Tools {
  constructor(scene, model) {
    const { obstacles, size, dt, alone: { turn, sizes } } = scene;
    Object.assign(this, { model, size, dt, turn, ways: model.array("ways"), wide: sizes.ways[1], carried: new Map(), moved: false });
    this.shown = (obstacles ?? []).map(({ tool, place }, shape) => ({ tool, shape, place })).filter(({ tool }) => tool >= 0);
    this.shown.sort((a, b) => a.tool - b.tool);
  }

  /** A tool's place along its own way (m, from rest), at the beginning of a step, and its rotation. */
  along(which, step) {
    const { ways, wide, dt, model } = this, last = Math.min(step, model.steps - 1);
    const way = ways.subarray(wide * last + EACH * which, wide * last + EACH * (which + 1)), later = step > last ? dt : 0;
    const turned = [...way.subarray(9, 12)].map((x) => later * x);
    return { place: [0, 1, 2].map((a) => way[a] + later * way[6 + a]), rotation: after([...way.subarray(3, 6)], turned) };
  }

  carry(which, to) {
    const { turn, size } = this, length = Math.hypot(...to), most = FAR * size, share = length > most ? most / length : 1;
    const goal = [0, 1, 2].map((a) => share * (turn[a] * to[0] + turn[3 + a] * to[1] + turn[6 + a] * to[2]));
    const { at } = this.carried.get(which) ?? { at: this.along(which, this.model.index) };
    this.carried.set(which, { at, goal, byHand: true });
  }

  /** All go back to their own ways. */
  leave() {
    for (const each of this.carried.values()) each.goal = null;
  }

  /** At a motion's end, those whose ways do not end where they begin go back there, and do not leap. */
  goRound() {
    for (let tool = 0; tool < this.wide / EACH; tool++) {
      const at = this.along(tool, this.model.steps);
      if (!this.carried.has(tool) && !this.isNear(at, this.along(tool, 0))) this.carried.set(tool, { at, goal: null, byHand: false });
    }
  }

  isNear(one, other) {
    const turn = between(one.rotation, other.rotation, 1), way = other.place.map((x, a) => x - one.place[a]);
    return Math.hypot(...way) < NEAR * this.size && Math.hypot(...turn) < NEAR;
  }

  reset() {
    this.carried.clear();
    this.moved = false;
  }

  /** Tell how they move in the coming step; whether a hand had to do with it. */
  act(index) {
    const { model, dt, size } = this, { exports, body } = model, acts = [...this.carried.values()].some(({ byHand }) => byHand);
    for (const [which, { at, goal }] of this.carried) {
      const own = this.along(which, index + 1), to = goal ?? own.place, way = to.map((x, a) => x - at.place[a]);
      if (!goal && this.isNear(at, own)) {
        this.carried.delete(which);
        continue;
      }
      const soon = 1 - Math.exp(-dt / SOON), share = Math.min(soon, (FAST * size * dt) / Math.max(Math.hypot(...way), Number.MIN_VALUE));
      const speed = way.map((x) => (share * x) / dt), turn = goal ? [0, 0, 0] : between(at.rotation, own.rotation, soon);
      model.numbers(exports.model_moves_of(body, which), EACH).set([...at.place, ...at.rotation, ...speed, ...turn.map((x) => x / dt)]);
      at.place = at.place.map((x, a) => x + dt * speed[a]);
      at.rotation = after(at.rotation, turn);
    }
    this.moved = true;
    return acts;
  }

  /** Where all that moves is, twelve numbers each, in the page's axes. */
  poses() {
    const { model, turn } = this;
    return this.shown.flatMap(({ shape, place }) => {
      if (!this.moved) return place;
      const pose = model.numbers(model.exports.model_poses_of(model.body) + 8 * EACH * shape, EACH);
      const column = (c) => [0, 3, 6].map((row) => turn[row] * pose[c[0]] + turn[row + 1] * pose[c[1]] + turn[row + 2] * pose[c[2]]);
      const [x, y, z] = [3, 4, 5].map((c) => column([c, c + 3, c + 6]));
      return [...column([0, 1, 2]), ...[0, 1, 2].flatMap((row) => [x[row], y[row], z[row]])];
    });
  }
}

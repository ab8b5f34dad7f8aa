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

  carry({ which, to }) {
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

  /** Whether two places and rotations are the same, to the eye. */
  isNear(one, other) {
    const turn = between(one.rotation, other.rotation, 1), way = other.place.map((x, a) => x - one.place[a]);
    return Math.hypot(...way) < NEAR * this.size && Math.hypot(...turn) < NEAR;
  }

  goHome() {
    this.carried.clear();
  }

  reset() {
    this.goHome();
    this.moved = false;
  }

  /** Tell how they move in the coming step; whether a hand had to do with it. */
  act(index) {
    const { model, dt, size } = this, { exports, body } = model, acts = [...this.carried.values()].some(({ byHand }) => byHand);
    for (const [which, { at, goal }] of this.carried) {
      const [own, next] = [index, index + 1].map((step) => this.along(which, step));
      if (!goal && this.isNear(at, own)) {
        this.carried.delete(which);
        continue;
      }
      const way = (goal ?? own.place).map((x, a) => x - at.place[a]), soon = 1 - Math.exp(-dt / SOON);
      const share = Math.min(soon, (FAST * size * dt) / Math.max(Math.hypot(...way), Number.MIN_VALUE));
      // on its way home it goes along with its own way, from which it is less and less far
      const step = way.map((x, a) => share * x + (goal ? 0 : next.place[a] - own.place[a]));
      const home = goal ? at.rotation : after(next.rotation, between(own.rotation, at.rotation, 1 - soon)), turn = between(at.rotation, home, 1);
      model.numbers(exports.model_moves_of(body, which), EACH).set([...at.place, ...at.rotation, ...[...step, ...turn].map((x) => x / dt)]);
      Object.assign(at, { place: at.place.map((x, a) => x + step[a]), rotation: home });
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

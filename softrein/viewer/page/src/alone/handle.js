// The handle of a body that the page carries, as runtime/body/handle and softrein/viewer/body/scene.py say.

import { apart, exponential, faded, flipped, logarithm, moved, product, rest, scaled, sum, turned } from "./poses.js";
import { clamped, length, less } from "./vectors.js";

const [SOON, BACK, BLEND] = [0.15, 0.6, 0.3]; // s: a short move, the way back, and from the end of an open way to its beginning
const [FAST, FAR] = [2, 3]; // sizes a second, and sizes from rest, at most
const [SPIN, TURN] = [6, 3]; // rad/s and rad, likewise
const SAME = 1e-9; // m, rad and their rates
const POSE = 13; // numbers of a pose: place, velocity, quaternion, spin
const INPUTS = 9; // numbers of an input: what is felt, spin, its rate

export class Handle {
  constructor(scene, model) {
    const { size, dt, alone: { turn, handle } } = scene;
    Object.assign(this, { model, size, dt, axes: turn, ...handle, way: model.array("way"), inputs: model.array("carried"), move: null, byHand: false });
  }

  /** The pose at an instant of its own way. */
  pose(k) {
    const at = [...this.way.subarray(POSE * k, POSE * (k + 1))];
    return { place: at.slice(0, 3), velocity: at.slice(3, 6), quaternion: at.slice(6, 10), spin: at.slice(10) };
  }

  motion(place, velocity, rotation, spin, k) {
    const { inputs, gravity } = this, at = [...inputs.subarray(INPUTS * k, INPUTS * (k + 1))];
    return { place, velocity, gain: sum(turned(rotation, less(at.slice(0, 3), gravity)), gravity), rotation, spin: spin ?? at.slice(3, 6), turn: at.slice(6) };
  }

  /** The motion along its own way at an instant, and in the middle of the step after it. */
  along(k) {
    const { place, velocity, quaternion, spin } = this.pose(k);
    return this.motion(place, velocity, matrix(quaternion), spin, Math.min(k, this.model.steps - 1));
  }

  between(index) {
    const k = Math.min(index, this.model.steps - 1), { dt } = this, [here, there] = [this.pose(k), this.pose(k + 1)];
    const nearer = here.quaternion.reduce((total, x, i) => total + x * there.quaternion[i], 0) < 0 ? -1 : 1, mean = sum(here.quaternion, scaled(there.quaternion, nearer));
    const place = sum(scaled(sum(here.place, there.place), 0.5), scaled(less(here.velocity, there.velocity), dt / 8));
    const speed = less(scaled(less(there.place, here.place), 1.5 / dt), scaled(sum(here.velocity, there.velocity), 0.25));
    return this.motion(place, speed, matrix(scaled(mean, 1 / Math.hypot(...mean))), null, k);
  }

  /** Where it is some steps from now, if its own way then has the motion `along`. */
  after(steps, along) {
    if (!this.move) return along;
    const { base, offset, over, taken } = this.move, share = ((taken + steps) * this.dt) / over;
    return moved(base ?? along, offset.map((each) => faded(each, share, over)));
  }

  get present() {
    return this.after(0, this.along(this.model.index));
  }

  begin(base, over) {
    const lasting = Math.max(over, this.dt);
    this.move = { base, offset: apart(this.present, base ?? this.along(this.model.index)), over: lasting, taken: 0 };
  }

  carry({ to, turn }) {
    const { present, size } = this, back = flipped(this.axes), goal = turned(back, clamped(to, FAR * size));
    const vector = turn ? turned(back, clamped(turn, TURN)) : logarithm(present.rotation);
    const rotation = exponential(vector), twist = logarithm(product(flipped(present.rotation), rotation)), way = less(goal, present.place);
    this.begin(rest(goal, rotation), Math.max(SOON, length(way) / (FAST * size), length(twist) / SPIN));
    this.byHand = true;
  }

  leave() {
    if (this.move) this.begin(null, BACK);
  }

  /** On its own way at once. */
  reset() {
    this.move = null;
    this.byHand = false;
  }

  goHome() {
    this.reset();
  }

  /** At the end of a way that does not end where it begins it goes back there, and does not leap. */
  goRound() {
    if (this.move?.base) return;
    const offset = apart(this.after(0, this.along(this.model.steps)), this.along(0)), leaves = offset.some(([value, rate]) => [...value, ...rate].some((x) => Math.abs(x) > SAME));
    if (leaves) this.move = { base: null, offset, over: BLEND, taken: 0 };
    else this.reset();
  }

  /** Tell how it moves in the coming step, in place of its own way; whether a hand had to do with it. */
  act(index) {
    const { model, move, gravity } = this;
    if (!move) return false;
    const { gain, rotation, spin, turn } = this.after(0.5, this.between(index)), felt = sum(turned(flipped(rotation), less(gain, gravity)), gravity);
    model.numbers(model.exports.model_carry_of(model.body), INPUTS).set([...felt, ...spin, ...turn]);
    move.taken += 1;
    if (!move.base && move.taken * this.dt >= move.over) this.reset();
    return this.byHand;
  }

  /** The body's frame in the page's axes: its rotation and its origin. */
  frame() {
    const { axes, pivot, present: { place, rotation } } = this;
    return { rotation: product(product(axes, rotation), flipped(axes)), origin: turned(axes, less(sum(place, pivot), turned(rotation, pivot))) };
  }

  poses() {
    const { rotation, origin } = this.frame();
    return [...origin, ...rotation];
  }

  /** A point and a force in space, as they are in this frame. */
  within(point) {
    const { rotation, origin } = this.frame();
    return turned(flipped(rotation), less(point, origin));
  }

  own(force) {
    return turned(flipped(this.frame().rotation), force);
  }

  /** A point and a force in this frame, as they are in space. */
  placed(point) {
    const { rotation, origin } = this.frame();
    return sum(origin, turned(rotation, point));
  }

  turned(force) {
    return turned(this.frame().rotation, force);
  }
}

function matrix([w, x, y, z]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

// What hands and the scene's own pushes do to the body, as softrein/viewer/interaction.py and body/interaction.py say.

import { clamped, dot } from "./vectors.js";

const MOST_FLICKS = 8; // at a time; the oldest ends

export class Hands {
  /**
   * `hands` has stiffness and damping of one at each drawn vertex, `events` the reduced forces of the script. Places and forces
   * are in the body's frame, and `space` tells what they are in space.
   */
  constructor(scene, model, space) {
    const { rest, basis } = scene.arrays;
    Object.assign(this, { scene, model, space, rank: scene.rank, rest: rest.data, basis: basis.data });
    Object.assign(this, { hands: model.array("hands"), events: model.array("events"), spans: scene.alone.events });
    Object.assign(this, { script: scene.alone.script, held: null, flicks: [], from: Infinity, playing: [] });
  }

  /** Where a drawn vertex is, and how fast it goes, in the body's frame. */
  placeOf(vertex) {
    const { rank, basis, rest, model: { state } } = this, at = [0, 1, 2].map((a) => rest[3 * vertex + a]), speed = [0, 0, 0];
    for (let k = 0; k < rank; k++) {
      for (let a = 0; a < 3; a++) {
        const mode = basis[3 * (rank * vertex + k) + a];
        at[a] += mode * state[k];
        speed[a] += mode * state[rank + k];
      }
    }
    return { at, speed };
  }

  grab(vertex, to) {
    const { held } = this; // the force of the last step is shown until the next one
    this.held = held?.vertex === vertex ? { ...held, to } : { vertex, to, applied: [0, 0, 0], at: this.placeOf(vertex).at };
  }

  /** A force on the drawn vertices within `radius` of one, for some seconds. */
  flick({ vertex, force, duration, radius }) {
    const { scene, rest, basis, rank } = this, wide = Math.min(radius, scene.largest_radius), pattern = new Float64Array(3 * rank);
    let whole = 0;
    for (let v = 0; v < rest.length / 3; v++) {
      const far = Math.hypot(...[0, 1, 2].map((a) => rest[3 * v + a] - rest[3 * vertex + a]));
      if (far >= wide && far > 0) continue;
      const weight = (1 - (far / Math.max(wide, Number.MIN_VALUE)) ** 2) ** 2;
      whole += weight;
      for (let k = 0; k < 3 * rank; k++) pattern[k] += weight * basis[3 * rank * v + k];
    }
    const applied = this.space.own(clamped(force, scene.largest_force)), steps = Math.max(1, Math.round(duration / scene.dt));
    const reduced = Float64Array.from({ length: rank }, (_, k) => dot(applied, pattern.subarray(3 * k, 3 * k + 3)) / whole);
    this.flicks = [...this.flicks.slice(1 - MOST_FLICKS), { vertex, applied, reduced, steps, at: this.placeOf(vertex).at }];
  }

  /** From the motion's beginning on the scene's own pushes act, at each step once; or no more. */
  play(on) {
    this.from = on ? 0 : Infinity;
    this.playing = [];
  }

  releaseAll() {
    this.held = null;
    this.flicks = [];
    this.play(false);
  }

  /** Write what acts in the step `index` into the body's push; whether a hand is in it. */
  act(index) {
    const { model: { push }, events, spans, rank } = this, touched = Boolean(this.held || this.flicks.length);
    push.fill(0);
    this.playing = [];
    if (this.from <= index) {
      this.playing = this.script.filter(({ first, forces }) => first <= index && index < first + forces.length)
        .map(({ vertex, first, forces }) => ({ applied: this.space.own(forces[index - first]), at: this.placeOf(vertex).at }));
      spans.forEach(([first, last], event) => {
        if (first <= index && index < last) for (let k = 0; k < rank; k++) push[k] += events[rank * event + k];
      });
    }
    this.from = Math.max(this.from, index + 1);
    if (this.held) this.pull();
    for (const flick of this.flicks) {
      flick.at = this.placeOf(flick.vertex).at;
      flick.reduced.forEach((value, k) => { push[k] += value; });
      flick.steps -= 1;
    }
    this.flicks = this.flicks.filter(({ steps }) => steps > 0);
    return touched;
  }

  /** Like a damped spring. */
  pull() {
    const { held, hands, rank, basis, scene, model: { push } } = this, { vertex, to } = held;
    const [stiffness, damping] = hands.subarray(2 * vertex, 2 * vertex + 2), { at, speed } = this.placeOf(vertex);
    held.at = at;
    held.applied = clamped(this.space.within(to).map((goal, a) => stiffness * (goal - at[a]) - damping * speed[a]), scene.largest_force);
    for (let k = 0; k < rank; k++) push[k] += dot(held.applied, basis.subarray(3 * (rank * vertex + k), 3 * (rank * vertex + k) + 3));
  }

  /** Of those that act the one with the largest force. */
  strongest() {
    const all = [this.held, ...this.flicks, ...this.playing].filter(Boolean), size = ({ applied }) => dot(applied, applied);
    return all.reduce((best, each) => (best && size(best) >= size(each) ? best : each), null);
  }
}

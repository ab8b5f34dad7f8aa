// The simulation that people interfere with, step by step, as softrein/viewer/live.py has it. It knows no clock.

import { OUTCOMES, Run } from "../run.js";
import { Drives } from "./drives.js";
import { Handle } from "./handle.js";
import { Hands } from "./hands.js";
import { FAILED } from "./model.js";
import { targetsOf } from "./targets.js";
import { Tools } from "./tools.js";

const [PUSHED, BY_HAND, LATE] = [1, 2, 4]; // marks of a run, see softrein/viewer/base/runs.py
// a frame that does not move: what is in it is so in space
const SPACE = { within: (x) => x, own: (x) => x, placed: (x) => x, turned: (x) => x };
const LOST = "the motion went farther, or faster, than its own size allows";

export class Live {
  constructor(scene, model) {
    const handle = scene.handle && new Handle(scene, model), space = handle ?? SPACE;
    Object.assign(this, { scene, model, space, rank: scene.rank, dt: scene.dt, hands: new Hands(scene, model, space), kept: new Map() });
    Object.assign(this, { drives: new Drives(scene, model), tools: handle ?? new Tools(scene, model), targets: targetsOf(scene, model) });
    Object.assign(this, { lost: false, paused: false, endless: true, factor: 1, echo: 0, said: [], taken: 0, number: 0 });
    Object.assign(this, { bounds: model.array("bounds"), actuators: model.array("actuators"), told: costsOf(scene.alone, model) });
    this.inputs = scene.alone.sizes.actuators[0];
    this.choose(scene.alone.begins);
    this.meet(0);
  }

  get finished() {
    return this.model.index >= this.scene.steps && !this.endless;
  }

  get moving() {
    return !this.paused && !this.finished;
  }

  choose(name) {
    this.controller = name;
    this.model.steer(name);
  }

  /** Do what the page asks for. */
  obey(what, rest, id) {
    const { hands, drives, tools } = this;
    if (["grab", "push"].includes(what) && this.finished) this.rewind();
    const acts = {
      grab: ({ vertex, to }) => hands.grab(vertex, to), release: () => { hands.held = null; }, push: (push) => hands.flick(push),
      drive: ({ which, value }) => drives.hold(which, value), loosen: ({ which }) => drives.letGo(which),
      carry: (where) => tools.carry(where), leave: () => tools.leave(),
      controller: ({ name }) => {
        if (name === this.controller) return;
        this.choose(name);
        this.begin(this.left);
      },
      pause: ({ on }) => { this.paused = on; }, endless: ({ on }) => { this.endless = on; },
      scale: ({ factor }) => { this.factor = factor; }, rewind: () => this.rewind(),
      try: () => {
        this.paused = false;
        this.rewind();
        hands.play(true);
      },
    };
    acts[what]?.(rest);
    if (id) this.echo = id;
  }

  rewind() {
    this.hands.releaseAll();
    this.tools.reset();
    this.model.exports.model_reset(this.model.body);
    this.model.index = 0;
    this.taken = 0;
    this.meet(0);
  }

  /** One step; where it fails, the state goes back onto the reference. */
  step() {
    const { model, hands, scene } = this, { state } = model;
    if (model.index >= scene.steps) this.goRound();
    const { index } = model, pulled = hands.act(index), touched = this.tools.act(index) || pulled || this.drives.held.size > 0;
    this.lost = model.step() === FAILED;
    if (this.lost) this.recover("the step failed in all its parts");
    for (let i = 0; i < state.length; i++) if (!(Math.abs(state[i]) <= this.bounds[i])) { this.recover(LOST); break; }
    this.taken += 1;
    this.effort += this.dt * model.control.reduce((sum, value) => sum + value * value, 0);
    this.squared += errorAt(this.told, model.index, this.deviations(), this.dt);
    const { run } = this;
    for (const target of this.targets) target.follow(model.index, state);
    run.marks |= (hands.playing.length ? PUSHED : 0) | (touched ? BY_HAND : 0);
    run.put(model.index, this.deviation, this.effort);
    Object.assign(run, { error: Math.sqrt(this.squared), total: this.effort });
    if (model.index >= scene.steps) this.end();
  }

  goRound() {
    const { model, scene: { alone } } = this;
    this.hands.play(false);
    model.index = 0;
    if (alone.startsOver) model.state.set(model.reference());
    else this.tools.goRound();
    this.meet(alone.startsOver ? 0 : this.left);
  }

  recover(why) {
    const { model } = this;
    this.hands.releaseAll();
    this.drives.letAllGo();
    this.tools.goHome();
    model.state.set(model.reference());
    model.control.fill(0);
    this.said.push({ say: "error", text: `${why}; the motion goes on from its reference` });
  }

  /** The state less the reference's. */
  deviations() {
    const reference = this.model.reference();
    return this.model.state.map((value, i) => value - reference[i]);
  }

  /** How far off the places are. */
  get deviation() {
    return Math.hypot(...this.deviations().subarray(0, this.rank));
  }

  /** A run begins, with effort and error at zero, and the marks of what it finds. */
  begin(marks) {
    if (this.run) this.end();
    Object.assign(this, { effort: 0, squared: 0 });
    const controller = this.controller, step = [this.model.index], deviation = [this.deviation];
    this.run = new Run({ number: ++this.number, controller, step, deviation, effort: [0], marks });
  }

  /** Another run, from a step that the motion was put at: what is to be met then is met again. */
  meet(marks) {
    const { index, state } = this.model;
    this.begin(marks);
    for (const target of this.targets) {
      target.begin(index);
      target.follow(index, state);
    }
  }

  /** The marks of a run that begins in the state in which this one ends. */
  get left() {
    return (this.run.marks & BY_HAND) | (this.run.marks & (PUSHED | LATE) ? LATE : 0);
  }

  /** Keep the run, if it tells as much as the one before. */
  end() {
    const { run, kept, scene } = this, worth = run.worth(scene.steps);
    if (run.over) return;
    run.over = true;
    if (!worth || worth < (kept.get(run.controller) ?? 0)) return;
    kept.set(run.controller, worth);
    const { number, controller, marks, error, total, step, deviation, effort } = run;
    this.said.push({ say: "run", now: false, number, controller, worth, marks, error, total, met: this.targets.map(({ outcome }) => outcome), step, deviation, effort });
  }

  /** What the page is shown now: a frame as `decode` makes it. */
  frame(number, { latency, worst, rate }) {
    const { model, hands, rank, scene, space } = this, held = hands.strongest(), count = model.control.length;
    const control = Float32Array.from({ length: rank }, (_, i) => {
      let total = 0;
      for (let c = 0; c < count; c++) total += this.actuators[count * i + c] * model.control[c];
      return total;
    });
    return {
      controller: this.controller, frame: number, step: model.index, echo: this.echo, run: this.run.number, marks: this.run.marks,
      flags: { paused: this.paused, finished: this.finished, endless: this.endless, grabbed: Boolean(hands.held), making: false, planned: false },
      factor: this.factor, time: this.taken * this.dt, effort: this.effort, deviation: this.deviation, error: Math.sqrt(this.squared),
      latency, worst, rate, decades: 0, force: Float32Array.from(held ? space.turned(held.applied) : [0, 0, 0]), at: Float32Array.from(held ? space.placed(held.at) : [0, 0, 0]),
      state: Float32Array.of(...model.state.subarray(0, rank), ...this.tools.poses()), reference: Float32Array.from(model.reference().subarray(0, rank)),
      estimate: new Float32Array(0), control, targets: this.targets.map(({ outcome, when, place }) => ({ outcome: OUTCOMES[outcome], when, place })), muscles: this.drives.told(), plan: null,
      touches: (scene.obstacles ?? []).map((_, k) => this.touch(this.lost ? new Float64Array(6) : model.press().subarray(6 * k, 6 * k + 6))),
    };
  }

  /** Force and place in the page's axes. */
  touch(found) {
    const { turn } = this.scene.alone, turned = (x) => Float32Array.of(...[0, 3, 6].map((row) => turn[row] * x[0] + turn[row + 1] * x[1] + turn[row + 2] * x[2]));
    return { force: turned(found.subarray(0, 3)), at: turned(found.subarray(3)) };
  }
}

/** What the cost is made of, see runtime/control/base/costs.py. */
function costsOf({ instants, sizes }, model) {
  const parts = Object.fromEntries(["running", "schedule", "instants", "places", "goals", "weights"].map((name) => [name, model.array(name)]));
  return { ...parts, steps: instants, size: sizes.running[0], runs: parts.running.some((value) => value !== 0) };
}

/** The squared error that a state adds, `error_at` there. */
function errorAt({ running, runs, schedule, instants, steps, places, goals, weights, size }, index, off, dt) {
  const share = (dt / 2) * ((schedule[index - 1] ?? 0) + (schedule[index] ?? 0));
  let total = share && runs ? share * form(running, off, size) : 0;
  for (let row = 0; row < weights.length && share; row++) {
    let missed = -goals[weights.length * index + row];
    for (let i = 0; i < size; i++) missed += places[size * row + i] * off[i];
    total += share * weights[row] * missed * missed;
  }
  steps.forEach((step, k) => { if (step === index) total += form(instants.subarray(k * size * size), off, size); });
  return total;
}

function form(matrix, x, size) {
  let total = 0;
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) total += matrix[size * i + j] * x[i] * x[j];
  return total;
}

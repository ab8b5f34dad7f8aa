// A run: deviation and effort from step to step, and what disturbed it (softrein/viewer/base/runs.py).

export const OUTCOMES = ["", "hit", "missed"];
const BORDER = 0.05; // of the motion: a run that begins and ends so close to its ends is whole
const [PUSHED, BY_HAND, LATE, COST, PATH] = [1, 2, 4, 8, 16]; // marks of a run, see softrein/viewer/base/runs.py

/** Deviation and effort from step to step, under one controller and without a leap. */
export class Run {
  constructor({ number: which, controller, step = [], deviation = [], effort = [], error = 0, total = 0, marks = 0, met = [] }) {
    Object.assign(this, { number: which, controller, step, deviation, effort, error, total, marks });
    this.met = met.map((outcome) => OUTCOMES[outcome] ?? "");
    this.most = { deviation: Math.max(0, ...deviation), effort: Math.max(0, ...effort) };
  }

  /** What a frame says of it; whether that is new. */
  add(frame) {
    this.marks |= frame.marks;
    this.error = frame.error;
    this.total = frame.effort;
    this.met = frame.targets.map(({ outcome }) => outcome);
    return this.put(frame.step, frame.deviation, frame.effort);
  }

  put(step, deviation, effort) {
    if (this.step.length && step <= this.step.at(-1)) return false;
    this.step.push(step);
    this.deviation.push(deviation);
    this.effort.push(effort);
    this.most.deviation = Math.max(this.most.deviation, deviation);
    this.most.effort = Math.max(this.most.effort, effort);
    return true;
  }

  /** Whether one of the scene's own pushes, or a hand, disturbed it. */
  get disturbed() {
    return (this.marks & (PUSHED | BY_HAND)) > 0;
  }

  /** How much it tells: most with the scene's push alone, and more if from the motion's beginning to its end. */
  worth(steps) {
    const told = this.marks & BY_HAND ? 2 : this.marks & PUSHED ? 4 : 0;
    return told + (this.isWhole(steps) && !(this.marks & LATE));
  }

  /** Whether it began and ended about where the motion does. */
  isWhole(steps) {
    return this.step[0] <= BORDER * steps && this.step.at(-1) >= (1 - BORDER) * steps;
  }

  /** Why its figures are not to be compared with another run's of a scene with such pushes, in words; "" where they are. */
  apart({ steps, pushed }) {
    const { marks } = this;
    if (marks & BY_HAND) return "by hand";
    if (marks & (COST | PATH)) return marks & PATH ? "drawn path" : "other cost";
    if (marks & LATE) return "after a push";
    if (!this.isWhole(steps)) return this.step[0] <= BORDER * steps ? "so far" : "in part";
    return pushed && !(marks & PUSHED) ? "no push" : "";
  }
}

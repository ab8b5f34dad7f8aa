// The strip beneath the picture: deviation and effort over the motion. Each controller has a line that is kept, of
// its last run that tells something, and the one of now over it. Runs are the simulation's (softrein/viewer/base/runs.py):
// it says which are kept, and what was before a page came; frames add to the run of now.

import { dashOf, lineColour, nameOf, number, roundUp, styled } from "./look.js";
import { Run } from "./run.js";

const REDRAW = 80; // ms between redraws: reading needs no more, and the picture needs the time
const PAD = { left: 46, right: 10, top: 20, bottom: 18 };
const GAP = 8; // from each chart to the middle; with PAD in main.css, too, which puts the timeline above the first
const NARROW = matchMedia("(max-width: 720px), (max-height: 480px) and (min-width: 560px)"); // where under the timeline one chart stands alone, as in main.css
const LOW = 64; // CSS pixels: a strip that is lower has less around its lines
const PALE = 0.4; // of the line of before, under the one of now, and of one that is not to be compared beside others
const POINTS = 600; // of a line, at most

/** For each controller the run that is kept, and the one of now. */
export class History {
  constructor({ steps }) {
    Object.assign(this, { steps, kept: new Map(), now: null, last: null, over: 0 });
  }

  /** A run that the simulation tells of: the one of now up to here, or one that has ended and is kept. */
  take(told) {
    const run = new Run(told), { now } = this;
    if (!told.now) {
      this.kept.set(run.controller, run);
      this.over = run.number;
      if (now?.number === run.number) this.now = null;
    } else if (!now || now.number === run.number) {
      now?.step.forEach((step, k) => run.put(step, now.deviation[k], now.effort[k]));
      this.now = run;
    }
  }

  /** A frame; whether it says anything new. */
  add(frame) {
    const fresh = frame.step !== this.last?.step || frame.run !== this.last?.run;
    this.last = frame;
    if (frame.run === this.over) return fresh;
    if (this.now?.number !== frame.run) this.now = new Run({ number: frame.run, controller: frame.controller });
    return this.now.add(frame) || fresh;
  }

  /** The run that a controller is judged by, or undefined. */
  of(name) {
    const { now, kept, steps } = this, before = kept.get(name);
    return now?.controller === name && now.worth(steps) >= (before?.worth(steps) ?? 0) ? now : before;
  }

  /** All runs: those before, then that of now. */
  get runs() {
    return this.now?.step.length ? [...this.kept.values(), this.now] : [...this.kept.values()];
  }
}

export class Strip {
  constructor(canvas, scene, history, thrifty) {
    Object.assign(this, { canvas, scene, history, drawn: 0, wanted: true, every: thrifty ? 4 * REDRAW : REDRAW });
    this.context = canvas.getContext("2d", { alpha: false, willReadFrequently: thrifty }); // opaque: not blended
    new ResizeObserver(() => { this.wanted = true; this.drawn = 0; }).observe(canvas);
  }

  /** Draw where something is new and the last time is long enough ago. */
  refresh(now) {
    if (!this.wanted || now - this.drawn < this.every) return;
    Object.assign(this, { drawn: now, wanted: false });
    const { canvas, context, history, scene } = this;
    const ratio = Math.min(devicePixelRatio, 2), width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = styled("--ground");
    context.fillRect(0, 0, width, height);
    const half = width / 2;
    if (this.alone && NARROW.matches) this.plot("deviation", scene.deviation_unit, 0, width, height);
    else {
      this.plot("deviation", scene.deviation_unit, 0, half - GAP, height);
      this.plot("effort", scene.effort_unit, half + GAP, half - GAP, height);
    }
    const said = scene.controllers.filter((name) => history.of(name)).map((name) => {
      const run = history.of(name), apart = run.apart(scene);
      return `${nameOf(name)}: error ${number(run.error)}, effort ${number(run.total)}${apart && `, ${apart}`}`;
    });
    canvas.setAttribute("aria-label", `Deviation and effort over the motion. ${said.join("; ")}`);
  }

  plot(what, unit, x0, width, height) {
    const { context, history, scene } = this, low = height < LOW;
    const left = x0 + PAD.left, top = low ? 16 : PAD.top, right = x0 + width - PAD.right;
    const bottom = height - (low ? 4 : PAD.bottom);
    const { runs } = history;
    const most = Math.max(1e-12, ...runs.map((run) => run.most[what]));
    const limit = most > 1e-11 ? roundUp(most) : 1;
    const xOf = (step) => left + ((right - left) * step) / history.steps;
    const yOf = (value) => bottom - ((bottom - top) * Math.min(value, limit)) / limit;
    context.font = `11px ${styled("--font")}`;
    context.fillStyle = styled("--faint");
    context.strokeStyle = styled("--line");
    context.lineWidth = 1;
    context.textAlign = "left";
    const title = `${what === "effort" ? "Effort" : "Deviation"} [${unit}]`;
    const room = right + PAD.right - left > context.measureText(title).width;
    context.fillText(title, room ? left : x0 + 4, 12);
    context.textAlign = "right";
    context.beginPath();
    for (const value of [0, limit]) {
      const y = Math.round(yOf(value)) + 0.5;
      context.moveTo(left, y);
      context.lineTo(right, y);
      context.fillText(number(value, 1), left - 6, y + (low && !value ? 0 : 4));
    }
    context.stroke();
    if (!low) {
      context.fillText(`${number(history.steps * scene.dt, 2)} s`, right, height - 5);
      context.textAlign = "left";
      context.fillText("0", left, height - 5);
    }
    this.marks(xOf, top, bottom);
    for (const run of runs) this.line(run, what, xOf, yOf);
  }

  /** When targets are to be met, and where the motion is now. */
  marks(xOf, top, bottom) {
    const { context, history, scene } = this;
    context.strokeStyle = styled("--target");
    context.beginPath();
    for (const { step } of scene.targets ?? []) {
      context.moveTo(Math.round(xOf(step)) + 0.5, top);
      context.lineTo(Math.round(xOf(step)) + 0.5, bottom);
    }
    context.stroke();
    context.fillStyle = styled("--key");
    for (const step of this.keys ?? []) {
      context.beginPath();
      for (const [dx, dy] of [[-4, 0], [0, -4], [4, 0], [0, 4]]) context.lineTo(xOf(step) + dx, bottom + dy);
      context.fill();
    }
    if (!history.last) return;
    context.strokeStyle = styled("--faint");
    context.beginPath();
    context.moveTo(Math.round(xOf(history.last.step)) + 0.5, top);
    context.lineTo(Math.round(xOf(history.last.step)) + 0.5, bottom);
    context.stroke();
  }

  line(run, what, xOf, yOf) {
    const { context, history, scene } = this, { now } = history;
    const name = run.controller, last = run.step.length - 1;
    Object.assign(context, { strokeStyle: lineColour(name), lineWidth: run === now ? 2 : 1.5, lineJoin: "round" });
    const before = now && run !== now && name === now.controller, others = history.runs.some((other) => other.controller !== name);
    context.globalAlpha = before || (run !== now && run.apart(scene) && others) ? PALE : 1;
    context.setLineDash(dashOf(name));
    context.beginPath();
    const every = Math.max(1, Math.floor(run.step.length / POINTS));
    for (let k = 0; k < last; k += every) context.lineTo(xOf(run.step[k]), yOf(run[what][k]));
    context.lineTo(xOf(run.step[last]), yOf(run[what][last]));
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    if (run !== now) return;
    context.fillStyle = lineColour(name);
    context.beginPath();
    context.arc(xOf(run.step[last]), yOf(run[what][last]), 3, 0, 7);
    context.fill();
  }
}

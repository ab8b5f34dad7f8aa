// The strip beneath the picture: deviation and effort over the motion, one line for each controller tried.

import { DASHES, lineColour, number, roundUp, styled } from "./look.js";

const REDRAW = 80; // ms between redraws: reading needs no more, and the picture needs the time
const PAD = { left: 46, right: 10, top: 20, bottom: 18 };

/** What frames told, by controller: the latest run of each over the steps of the motion. */
export class History {
  constructor(steps) {
    this.steps = steps;
    this.runs = new Map();
    this.last = null;
  }

  add(frame) {
    const { last } = this;
    if (last && last.time === frame.time && last.controller === frame.controller) return false;
    const again = !last || frame.time < last.time || frame.step < last.step;
    if (again || last.controller !== frame.controller || !this.runs.has(frame.controller)) {
      this.runs.set(frame.controller, { first: frame.step, deviation: [], effort: [], step: [] });
    }
    const run = this.runs.get(frame.controller);
    run.step.push(frame.step);
    run.deviation.push(frame.deviation);
    run.effort.push(frame.effort);
    run.error = frame.error;
    run.total = frame.effort;
    this.last = frame;
    return true;
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
    this.plot("deviation", scene.deviation_unit, 0, half - 8, height);
    this.plot("effort", scene.effort_unit, half + 8, half - 8, height);
    const said = [...history.runs].map(([name, run]) => `${name}: error ${number(run.error)}, effort ${number(run.total)}`);
    canvas.setAttribute("aria-label", `Deviation and effort over the motion. ${said.join("; ")}`);
  }

  plot(what, unit, x0, width, height) {
    const { context, history, scene } = this;
    const left = x0 + PAD.left, top = PAD.top, right = x0 + width - PAD.right, bottom = height - PAD.bottom;
    const runs = [...history.runs];
    const most = Math.max(1e-12, ...runs.map(([, run]) => run[what].reduce((a, b) => Math.max(a, b), 0)));
    const limit = most > 1e-11 ? roundUp(most) : 1;
    const xOf = (step) => left + ((right - left) * step) / history.steps;
    const yOf = (value) => bottom - ((bottom - top) * Math.min(value, limit)) / limit;
    context.font = `11px ${styled("--font")}`;
    context.fillStyle = styled("--faint");
    context.strokeStyle = styled("--line");
    context.lineWidth = 1;
    context.textAlign = "left";
    context.fillText(`${what === "effort" ? "Effort" : "Deviation"} [${unit}]`, left, 12);
    context.textAlign = "right";
    context.beginPath();
    for (const value of [0, limit]) {
      const y = Math.round(yOf(value)) + 0.5;
      context.moveTo(left, y);
      context.lineTo(right, y);
      context.fillText(number(value, 1), left - 6, y + 4);
    }
    context.stroke();
    const seconds = history.steps * scene.dt;
    context.fillText(`${number(seconds, 2)} s`, right, height - 5);
    context.textAlign = "left";
    context.fillText("0", left, height - 5);
    this.marks(xOf, top, bottom);
    for (const [name, run] of runs) this.line(name, run, what, xOf, yOf);
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
    if (!history.last) return;
    context.strokeStyle = styled("--faint");
    context.beginPath();
    context.moveTo(Math.round(xOf(history.last.step)) + 0.5, top);
    context.lineTo(Math.round(xOf(history.last.step)) + 0.5, bottom);
    context.stroke();
  }

  line(name, run, what, xOf, yOf) {
    const { context, history } = this;
    const now = history.last?.controller === name;
    Object.assign(context, { strokeStyle: lineColour(name), lineWidth: now ? 2 : 1.5, lineJoin: "round" });
    context.setLineDash(DASHES[name] ?? []);
    context.beginPath();
    const every = Math.max(1, Math.floor(run.step.length / 600));
    for (let k = 0; k < run.step.length; k += every) context.lineTo(xOf(run.step[k]), yOf(run[what][k]));
    if (run.step.length) context.lineTo(xOf(run.step.at(-1)), yOf(run[what].at(-1)));
    context.stroke();
    context.setLineDash([]);
    if (!now || !run.step.length) return;
    context.fillStyle = lineColour(name);
    context.beginPath();
    context.arc(xOf(run.step.at(-1)), yOf(run[what].at(-1)), 3, 0, 7);
    context.fill();
  }
}

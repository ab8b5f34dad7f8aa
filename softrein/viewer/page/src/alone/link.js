// In place of a connection to the server: the simulation itself, in step with the clock.

import { Live } from "./live.js";

const LAG = 300; // ms that it may be behind the clock and still make up for it
const LONGEST = 12; // ms of steps between two pictures
const RECENT = 512; // steps whose time a frame tells
const REPORT = 500; // ms between two measurements
const REFUSED = { jump: "jump to the closest moment", cost: "make gains for another cost" };

export class Alone {
  /** `heard` takes frames, `said` messages, `changed` whether there is a simulation. */
  constructor(scene, { heard, said, changed }) {
    Object.assign(this, { scene, heard, said, changed, live: new Live(scene, scene.model) });
    Object.assign(this, { id: 0, bad: 0, connections: 1, sent: 0, frames: 0, times: [], steps: 0, pace: { latency: 0, worst: 0, rate: 0 } });
    this.socket = { close() {} };
  }

  connect() {
    this.changed(true, "");
    this.due = this.since = performance.now();
    this.show();
    requestAnimationFrame((now) => this.tick(now));
  }

  /** All steps that are due. */
  tick(stamp) {
    requestAnimationFrame((later) => this.tick(later));
    const { live } = this, until = performance.now() + LONGEST, stood = !live.moving;
    if (stood) this.due = stamp;
    if (stamp - this.due > LAG) this.due = stamp;
    while (live.moving && this.due <= stamp && performance.now() < until) {
      const before = performance.now();
      live.step();
      this.times.push(performance.now() - before);
      this.steps += 1;
      this.due += (1000 * this.scene.dt) / live.factor;
      this.fresh = true;
    }
    if (this.fresh) this.show();
    this.measure(stamp);
  }

  show() {
    this.fresh = false;
    this.heard(this.live.frame(++this.frames, this.pace));
    for (const words of this.live.said.splice(0)) this.said(words);
  }

  measure(now) {
    if (now - this.since < REPORT) return;
    this.times.splice(0, this.times.length - RECENT);
    const sorted = [...this.times].sort((a, b) => a - b), at = (share) => 1000 * (sorted[Math.floor(share * sorted.length)] ?? 0);
    this.pace = { latency: at(0.5), worst: at(0.99), rate: (1000 * this.steps) / (now - this.since) };
    Object.assign(this, { since: now, steps: 0 });
  }

  receive() {}

  /** As `Link.send`. */
  send(what, rest = {}, numbered = false) {
    if (numbered) this.id += 1;
    this.sent += 1;
    if (REFUSED[what]) this.said({ say: "error", text: `Only softrein view can ${REFUSED[what]}.` });
    this.live.obey(what, rest, numbered ? this.id : 0);
    if (what !== "took") this.fresh = true;
    return this.id;
  }
}

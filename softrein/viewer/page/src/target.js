// What a body is meant to meet: a ball on a string, or who comes flying. Where it is and what has become of it is the
// simulation's to say (softrein/viewer/shown/encounters.py); here it is only drawn.

import { Group, Vector3 } from "three";
import { Ball, Thread } from "./clay.js";
import { BALL, HIT, MISS } from "./look.js";

const COLOURS = { "": BALL, hit: HIT, missed: MISS };

export class Target {
  constructor({ name, radius, anchor, flies }) {
    Object.assign(this, { name, flies, group: new Group(), outcome: "", place: new Vector3() });
    this.anchor = new Vector3(...anchor);
    this.ball = new Ball(BALL, flies ? 0.4 * radius : radius);
    this.string = new Thread("#8a94a1", 0.06 * radius);
    this.string.visible = !flies;
    this.group.add(this.ball, this.string);
  }

  /** Points around all of it. */
  get corners() {
    const { place, ball: { radius } } = this;
    const around = [place.clone().addScalar(radius), place.clone().subScalar(radius)];
    return this.flies ? around : [...around, this.anchor];
  }

  /** As a frame has it; null: it is another motion's, and not to be met now. */
  show(now) {
    this.group.visible = now !== null;
    const { outcome, when, place } = now ?? { outcome: "", when: 0, place: this.place.toArray() };
    if (outcome !== this.outcome) this.ball.colour = COLOURS[outcome];
    Object.assign(this, { outcome, when });
    this.ball.position.copy(this.place.set(...place));
    this.string.span(this.place, this.anchor);
  }

  /** What became of it, in words; nothing yet, "". */
  get verdict() {
    if (!this.outcome) return "";
    const words = this.flies ? { hit: "landed", missed: "could not land" } : { hit: "hit", missed: "missed" };
    return `${words[this.outcome]} at ${this.when.toFixed(2)} s`;
  }
}

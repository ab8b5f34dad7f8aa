// Key-frames in the picture: where a point of the body is to be, as a diamond, joined by a thread to where the motion
// has it, if that is elsewhere; and the regions' middles, by which they are taken hold of.

import { Group, Mesh, OctahedronGeometry, Vector3 } from "three";
import { Ball, Thread, plain } from "./clay.js";
import { linear, styled } from "./look.js";

const SMALL = 0.6; // of a diamond: one of another moment
const [PALE, CLEAR] = [0.5, 0.85]; // how much is seen of one, and of a region's middle

class Diamond extends Mesh {
  constructor(radius, alpha) {
    super(new OctahedronGeometry(radius), plain("#000000", alpha));
  }

  set colour(colour) {
    this.material.uniforms.colour.value.setRGB(...linear(colour));
  }
}

/** One key-frame: here, or pale where it is of another moment. */
class Mark extends Group {
  constructor(thick) {
    super();
    this.bright = new Diamond(1.15 * thick, 1);
    this.pale = new Diamond(SMALL * 1.15 * thick, PALE);
    this.thread = new Thread("#000000", 0.2 * thick);
    this.add(this.bright, this.pale, this.thread);
  }

  show(place, came, here) {
    this.bright.visible = here;
    this.pale.visible = !here;
    for (const each of [this.bright, this.pale]) each.position.copy(place);
    this.thread.visible = Boolean(came);
    if (came) this.thread.span(place, came);
  }

  dress(colour, missed) {
    this.bright.colour = this.pale.colour = colour;
    this.thread.material.uniforms.colour.value.setRGB(...linear(missed));
  }
}

export class Marks extends Group {
  /** Of a body whose regions' middles rest at `rest` (k, 3) and move by `basis` (k, r, 3), flat. */
  constructor(rest, basis, rank, thick) {
    super();
    Object.assign(this, { rest, basis, rank, thick, all: [], places: [], visible: false });
    this.middles = Array.from({ length: rest.length / 3 }, () => new Ball("#000000", 0.7 * thick));
    for (const ball of this.middles) {
      ball.material = plain("#000000", CLEAR);
      this.add(ball);
    }
  }

  get regions() {
    return this.middles.length;
  }

  /** Where a region's middle is in a state, in space. */
  middle(which, state, out = new Vector3()) {
    const { rest, basis, rank } = this, at = [0, 1, 2].map((axis) => rest[3 * which + axis]);
    for (let k = 0; k < rank; k++) {
      for (let axis = 0; axis < 3; axis++) at[axis] += basis[3 * (which * rank + k) + axis] * state[k];
    }
    return out.set(...at);
  }

  /** Where it rests. */
  resting(which) {
    return new Vector3().fromArray(this.rest, 3 * which);
  }

  /** `keys` of {place, came or null, here} (Vector3), and the region that is chosen, about a state. */
  show(keys, state, chosen) {
    while (this.all.length < keys.length) {
      const mark = new Mark(this.thick);
      this.all.push(mark);
      this.add(mark);
      this.dress();
    }
    this.places = keys.map(({ place }) => place);
    this.all.forEach((mark, k) => {
      mark.visible = k < keys.length;
      if (mark.visible) mark.show(keys[k].place, keys[k].came, keys[k].here);
    });
    this.middles.forEach((ball, which) => {
      this.middle(which, state, ball.position);
      ball.scale.setScalar(which === chosen ? 1.5 : 1);
    });
  }

  dress() {
    const [colour, missed] = [styled("--key"), styled("--alarm")];
    for (const mark of this.all) mark.dress(colour, missed);
    for (const ball of this.middles) ball.colour = colour;
  }
}

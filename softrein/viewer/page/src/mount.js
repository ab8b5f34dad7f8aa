// The handle of a body that can be carried: a ball at its pivot that is dragged, and one on a lever above it that is
// dragged to turn it, by pointer or touch.

import { Group, Plane, Quaternion, Vector3 } from "three";
import { Ball, Thread } from "./clay.js";

const COLOUR = "#7b5ea7";
const LEVER = 3.2; // radii from one ball to the other
const OFTEN = 25; // ms between two words to the server
const REACH = 10; // CSS pixels beside a ball where a pointer still takes it; a finger twice as far

export class Mount extends Group {
  /** `handle` is the scene's, `pose` (Matrix4) where the body's frame is, `link` hears where it shall be. */
  constructor({ pivot, radius }, pose, orbit, link) {
    super();
    Object.assign(this, { pivot: new Vector3(...pivot), pose, orbit, link, radius, taken: null });
    this.ball = new Ball(COLOUR, radius);
    this.knob = new Ball(COLOUR, 0.6 * radius);
    this.rod = new Thread(COLOUR, 0.3 * radius);
    this.add(this.ball, this.knob, this.rod);
    this.show();
  }

  /** Where the body's frame is now. */
  show() {
    const { ball, knob, rod } = this;
    ball.position.copy(this.pivot).applyMatrix4(this.pose);
    knob.position.copy(this.pivot).add(new Vector3(0, LEVER * this.radius, 0)).applyMatrix4(this.pose);
    rod.span(ball.position, knob.position);
  }

  /** The points that must be seen. */
  get corners() {
    return [this.ball, this.knob].flatMap(({ position, radius }) =>
      [-1, 1].flatMap((side) => [0, 1, 2].map((axis) => position.clone().setComponent(axis, position.getComponent(axis) + side * radius))));
  }

  /** Which ball is at a pixel: "ball", "knob", or nothing. */
  at(x, y, touch = false) {
    return ["ball", "knob"].find((name) => {
      const { position, radius } = this[name], [left, top] = this.orbit.onScreen(position);
      return Math.hypot(left - x, top - y) < radius / this.orbit.metresPerPixel(position) + REACH * (touch ? 2 : 1);
    });
  }

  /** Take the ball at a pixel; whether there is one. */
  take(x, y, touch) {
    const name = this.at(x, y, touch);
    if (!name) return false;
    const facing = this.orbit.camera.getWorldDirection(new Vector3()).negate(), from = this[name].position.clone();
    const [left, top] = this.orbit.onScreen(from);
    this.taken = {
      name, offset: [left - x, top - y], plane: new Plane().setFromNormalAndCoplanarPoint(facing, from),
      to: this.ball.position.clone().sub(this.pivot), turn: new Quaternion().setFromRotationMatrix(this.pose),
      lever: this.knob.position.clone().sub(this.ball.position).normalize(), middle: this.ball.position.clone(),
    };
    return true;
  }

  /** Drag what was taken to a pixel. */
  drag(x, y) {
    const { taken } = this, to = new Vector3();
    const ray = this.orbit.ray(x + taken.offset[0], y + taken.offset[1]);
    if (!ray.intersectPlane(taken.plane, to)) return;
    if (taken.name === "ball") taken.to = to.sub(this.pivot);
    else {
      const way = to.sub(taken.middle).normalize();
      taken.now = new Quaternion().setFromUnitVectors(taken.lever, way).multiply(taken.turn);
    }
    if (performance.now() - (this.sent ?? 0) >= OFTEN) this.tell();
  }

  tell() {
    this.sent = performance.now();
    const { to, turn, now = turn } = this.taken;
    this.link.carry(to.toArray(), vectorOf(now));
  }

  /** Let go: it stays there. */
  drop() {
    if (this.taken) this.tell();
    this.taken = null;
  }
}

/** The rotation vector of a unit quaternion. */
function vectorOf({ x, y, z, w }) {
  const sine = Math.hypot(x, y, z), side = w < 0 ? -1 : 1;
  const share = sine < 1e-9 ? 2 * side : (2 * side * Math.atan2(sine, side * w)) / sine;
  return [x, y, z].map((each) => share * each);
}

// What a body is meant to meet: a ball on a string, which swings when it is struck, or who comes flying.
// As in runtime/target.py: contact is one-way, and hits count only about when they are meant to happen.

import { Group, Triangle, Vector3 } from "three";
import { Ball, Thread } from "./clay.js";
import { BALL, HIT, MISS } from "./look.js";

const GRAVITY = 9.81;
const RESTITUTION = 0.6;
const AIR = 0.15; // 1/s
const LONGEST = 0.05; // s that it moves on at once; after a jump it starts anew

export class Target {
  constructor(data, dt) {
    Object.assign(this, { data, dt, group: new Group() });
    this.rest = new Vector3(...data.centre);
    this.flies = data.flight.length > 0;
    this.anchor = this.rest.clone().add(new Vector3(0, data.string, 0));
    this.ball = new Ball(BALL, this.flies ? 0.4 * data.radius : data.radius);
    this.string = new Thread("#8a94a1", 0.06 * data.radius);
    this.string.visible = !this.flies;
    this.group.add(this.ball, this.string);
    this.path = [...data.flight.map((point) => new Vector3(...point)), this.rest];
    this.reset();
  }

  reset() {
    this.place = this.rest.clone();
    this.velocity = new Vector3();
    this.outcome = "";
    this.rider = -1;
    this.ball.colour = BALL;
    this.lay();
  }

  /** Points around all of it. */
  get corners() {
    const { place, ball: { radius } } = this;
    const around = [place.clone().addScalar(radius), place.clone().subScalar(radius)];
    return this.flies ? around : [...around, this.anchor];
  }

  lay() {
    this.ball.position.copy(this.place);
    this.string.span(this.place, this.anchor);
  }

  /** Follow the frame: `places` (v, 3) of the skin, and its triangles. */
  advance(frame, places, triangles) {
    const passed = frame.time - (this.time ?? frame.time);
    if (passed < 0 || frame.step < (this.step ?? 0)) this.reset();
    Object.assign(this, { time: frame.time, step: frame.step });
    if (this.flies) this.fly(frame, places);
    else this.swing(Math.min(Math.max(passed, 0), LONGEST), places, triangles);
    if (!this.outcome && frame.step > this.data.step + this.data.window) this.settle(false);
    this.lay();
  }

  settle(hit) {
    this.outcome = hit ? "hit" : "missed";
    this.ball.colour = hit ? HIT : MISS;
  }

  swing(passed, places, triangles) {
    const near = this.closest(places, triangles);
    if (near && !this.outcome) {
      const early = this.data.step - this.step;
      this.settle(Math.abs(early) <= this.data.window);
    }
    const { velocity, place, anchor } = this;
    velocity.y -= GRAVITY * passed;
    velocity.multiplyScalar(1 - AIR * passed);
    place.addScaledVector(velocity, passed);
    if (near) {
      const away = new Vector3().subVectors(place, near).normalize();
      const target = near.clone().addScaledVector(away, this.data.radius);
      if (passed > 0) velocity.addScaledVector(target.clone().sub(place).divideScalar(passed), 1 + RESTITUTION);
      velocity.clampLength(0, 4);
      place.copy(target);
    }
    const along = new Vector3().subVectors(place, anchor).normalize();
    place.copy(anchor).addScaledVector(along, this.data.string);
    velocity.addScaledVector(along, -velocity.dot(along));
  }

  /** The closest point of the skin where that touches the ball, or null. */
  closest(places, triangles) {
    const { radius } = this.data;
    const corners = new Triangle(), point = new Vector3();
    let best = null, nearest = radius;
    for (let t = 0; t < triangles.length; t += 3) {
      corners.a.fromArray(places, 3 * triangles[t]);
      if (Math.abs(corners.a.y - this.place.y) > 6 * radius || corners.a.distanceTo(this.place) > 6 * radius) continue;
      corners.b.fromArray(places, 3 * triangles[t + 1]);
      corners.c.fromArray(places, 3 * triangles[t + 2]);
      corners.closestPointToPoint(this.place, point);
      const distance = point.distanceTo(this.place);
      if (distance < nearest) [best, nearest] = [point.clone(), distance];
    }
    return best;
  }

  fly(frame, places) {
    const { step, window, radius } = this.data;
    const share = Math.min(Math.max((frame.step - step + window) / Math.max(window, 1), 0), 1);
    const at = share * (this.path.length - 1);
    const leg = Math.min(Math.floor(at), this.path.length - 2);
    this.place.lerpVectors(this.path[leg], this.path[leg + 1], at - leg);
    if (frame.step >= step && !this.outcome) {
      let nearest = radius;
      for (let i = 0; i < places.length / 3; i++) {
        const distance = this.rest.distanceTo(new Vector3().fromArray(places, 3 * i));
        if (distance < nearest) [nearest, this.rider] = [distance, i];
      }
      this.settle(this.rider >= 0);
    }
    if (this.rider >= 0) this.place.fromArray(places, 3 * this.rider);
  }
}

// The view of smoke in a box, and what hands do to it. What the flow carries comes from the simulation
// (softrein/viewer/shown/drift.py), some 25 times a second; between two of these the page shows the way from one to the
// other. How it looks is in sheet.js, in a plane, and in room.js, in space; a place has as many numbers as there are axes.

import { Box3, Plane, Vector3 } from "three";
import { bodyColour, lineColour, roundUp } from "./look.js";
import { Orbit } from "./orbit.js";
import { Room } from "./room.js";
import { Sheet } from "./sheet.js";
import { comesIn, goesOut } from "./through.js";

const WHOLE = 65535; // a place at the far wall
const RADIUS = 0.07; // of the box: how wide the pointer's wind is
const BRISK = 0.9; // of the box a second: the pointer's speed that blows with a typical push's strength
const STRONGEST = 1.5; // times a typical push: beyond, no controller gets anything home from the corners
const REPEAT = 33; // ms between repeats of a wind
const ARROW = 0.16; // of the box: the arrow of a typical push
const FARTHEST = 0.4; // of the box: no arrow is longer
const SPREAD = [0.2, 0.5, 0.8]; // of the box: places that the keyboard goes over, besides the particles
const NUDGE = 0.02; // of the box: how far a key moves the wind
const RIM = 0.01; // of the box: what is drawn around it
const BEYOND = 2; // box sizes behind the box's corner, which no line of sight has to be followed

const vector = (place) => new Vector3(...place); // in a plane z is 0

export class SmokeView {
  constructor(scene, link, tags, power) {
    Object.assign(this, { plant: scene, link, tags, extent: scene.extent, particles: scene.particles });
    this.axes = scene.extent.length;
    this.size = Math.max(...scene.extent);
    this.box = new Box3(new Vector3(), vector(scene.extent));
    this.orbit = new Orbit(this.box.min, this.box.max, this.cornersOf(0), this.axes === 2);
    const ways = Array.from({ length: this.particles }, (_, k) => this.wayOf(k));
    this.drawn = new (this.axes === 2 ? Sheet : Room)(scene, this.size, ways, power);
    this.wind = null;
  }

  /** The corners of the box, and of so much around it, in m. */
  cornersOf(rim) {
    const ends = (k) => this.extent.map((side, axis) => ((k >> axis) & 1 ? side + rim : -rim));
    return Array.from({ length: 2 ** this.axes }, (_, k) => vector(ends(k)));
  }

  /** Cut smoke in space across the next axis, or not at all: which it is, in words. */
  cut() {
    this.drawn.specks.eye.x = NaN; // others are seen
    return this.drawn.cut.turn();
  }

  /** Move that cut by so much of the box; whether there is one. */
  moveCut(by) {
    if (!this.drawn.cut?.move(by)) return false;
    this.drawn.specks.eye.x = NaN;
    return true;
  }

  /** Another motion is followed, which leads particles along these ways, in m. */
  lead(ways) {
    this.drawn.lead(ways);
    this.painted = "";
  }

  /** Where the reference leads a particle, in m. */
  wayOf(particle) {
    const { data, shape: [, count] } = this.plant.arrays.paths;
    return this.placesIn(data.subarray(this.axes * particle * count, this.axes * (particle + 1) * count));
  }

  /** Places out of numbers in a row. */
  placesIn(numbers) {
    return Array.from({ length: numbers.length / this.axes }, (_, k) => [...numbers.subarray(this.axes * k, this.axes * (k + 1))]);
  }

  /** What the flow has carried where, newly from the simulation. */
  take(news) {
    const onward = this.newest && news.time > this.newest.time;
    this.before = onward ? this.newest : null;
    this.newest = news;
    this.drawn.take(news, onward);
    this.trails = news.trails.map((trail) => this.placesIn(trail).map((place) => place.map((x, a) => (x / WHOLE) * this.extent[a])));
  }

  dress() {
    this.drawn.dress();
    this.painted = "";
  }

  resize(width, height) {
    this.orbit.resize(width, height);
  }

  show(state, reference, frame, renderer, passed, time) {
    Object.assign(this, { state, reference });
    if (this.painted !== frame.controller) {
      this.painted = frame.controller;
      this.drawn.paint(bodyColour(frame.controller), lineColour(frame.controller));
    }
    const { before, newest, drawn } = this;
    const share = before && newest ? Math.min(Math.max((time - before.time) / (newest.time - before.time), 0), 1) : 1;
    drawn.flow(renderer, share);
    this.layParticles(share);
    drawn.futures.lay((k) => this.particle(k), frame.plan?.ways, lineColour(frame.controller));
    this.layWind(frame);
  }

  /** The particles, and their trails up to them: the newest point of a trail may be ahead of what is shown. */
  layParticles(share) {
    for (let k = 0; k < this.particles; k++) {
      const here = this.particle(k), trail = this.trails?.[k] ?? [];
      this.drawn.layParticle(k, here, this.particle(k, this.reference), [...trail.slice(0, share < 1 ? -1 : undefined), here]);
    }
  }

  particle(index, state = this.state) {
    return [...state.subarray(this.axes * index, this.axes * (index + 1))];
  }

  layWind(frame) {
    const force = [...frame.force].slice(0, this.axes), at = [...frame.at].slice(0, this.axes), size = Math.hypot(...force);
    Object.assign(this, { strength: size, from: at });
    const longest = FARTHEST * this.size, length = (ARROW * this.size * size) / this.plant.force;
    const way = force.map((each) => (size ? each / size : 0) * Math.min(length, longest));
    this.drawn.gust.point(vector(at), vector(way), length > longest);
    const halo = Boolean(this.wind) || size > 0 || this.chosen !== undefined;
    this.drawn.layHalo(halo ? vector(this.wind ? this.wind.at : size > 0 ? at : this.handPlace()) : null, RADIUS * this.size);
  }

  /** What must be drawn, {left, top, right, bottom} in CSS pixels: the box, and the wind's arrow. */
  seen() {
    const { gust } = this.drawn, corners = this.cornersOf(RIM * this.size);
    return this.orbit.around(gust.visible ? [...corners, gust.tip] : corners);
  }

  /** Draw a part of the view: {left, top, width, height} in CSS pixels. */
  draw(renderer, part) {
    const { gust } = this.drawn;
    this.drawn.draw(renderer, this.orbit, part);
    const on = (place) => this.orbit.onScreen(place);
    this.tags.place("push", gust.visible ? on(vector(this.from)) : null, gust.visible ? on(gust.tip) : null, this.strength, this.plant.push_unit, gust.cut);
    this.tags.place("control", null, null);
    const unit = roundUp(this.plant.force / 4);
    this.tags.scale(unit, (unit * ARROW * this.size) / this.plant.force / this.orbit.metresPerPixel(this.orbit.now.target));
  }

  particleOnScreen(index, reference = false) {
    return this.orbit.onScreen(vector(this.particle(index, reference ? this.reference : this.state)));
  }

  /** Whether the steered particles, in the mean, are seen in the lower half of the picture. */
  isLow() {
    if (!this.particles || !this.state) return false;
    const heights = Array.from({ length: this.particles }, (_, k) => this.particleOnScreen(k)[1]);
    return heights.reduce((sum, height) => sum + height, 0) / this.particles > this.orbit.height / 2;
  }

  /** All lines of what is planned, on the screen. */
  planned() {
    return this.drawn.futures.places.map((place) => this.orbit.onScreen(vector(place)));
  }

  /**
   * The place in the box (m) under a pixel, or null beside it: as deep as what is stirred, or as the particle nearest to
   * that, or where the line of sight comes into the box or goes out of it, if it is not so deep inside.
   */
  pick(x, y) {
    const ray = this.orbit.ray(x, y), [near, far] = this.passes(ray);
    if (near > far) return null;
    const deep = ray.distanceToPlane(this.held?.plane ?? this.facing(ray)) ?? near;
    const at = ray.at(Math.min(Math.max(deep, near), far), new Vector3());
    return this.box.clampPoint(at, at).toArray().slice(0, this.axes);
  }

  /** From where to where a line of sight is in the box, in m; the other way round where it passes beside. */
  passes({ origin, direction }) {
    const far = origin.length() + BEYOND * this.size, way = direction.toArray().map((each) => each * far);
    const box = [0, 0, 0, ...this.box.max.toArray()];
    return [comesIn, goesOut].map((where) => far * where(box, ...origin.toArray(), ...way));
  }

  /** The plane that faces the eye through the particle that a line of sight passes closest, or else through the middle. */
  facing(ray) {
    const before = (place) => place.clone().sub(ray.origin).dot(ray.direction) > this.orbit.camera.near;
    const places = Array.from({ length: this.state ? this.particles : 0 }, (_, k) => vector(this.particle(k))).filter(before);
    const from = places[0] ?? this.orbit.now.target;
    const near = places.reduce((best, each) => (ray.distanceSqToPoint(each) < ray.distanceSqToPoint(best) ? each : best), from);
    return new Plane().setFromNormalAndCoplanarPoint(this.orbit.camera.getWorldDirection(new Vector3()).negate(), near);
  }

  grab(x, y) {
    const at = this.pick(x, y);
    if (!at) return false;
    this.stir(at, this.facing(this.orbit.ray(x, y)), performance.now());
    return true;
  }

  /** Wind begins at a place, and is led in a plane. */
  stir(at, plane, moved) {
    this.held = this.wind = { at, plane, moved, sent: 0, speed: at.map(() => 0) };
  }

  drag(x, y) {
    const at = this.pick(x, y), now = performance.now();
    if (!at) return;
    const span = Math.max(now - this.wind.moved, 4) / 1000;
    const share = Math.min(1, span / 0.06);
    const speed = this.wind.speed.map((before, axis) => before + share * ((at[axis] - this.wind.at[axis]) / span - before));
    Object.assign(this.wind, { at, speed, moved: now, stirs: true });
  }

  /** Tell where the pointer has come to, at most once a frame that is drawn. */
  tell(now) {
    if (this.wind.stirs) this.blow(now);
  }

  blow(now) {
    if (now - this.wind.sent < REPEAT) return;
    this.wind.stirs = false;
    const speed = Math.hypot(...this.wind.speed) / (BRISK * this.size);
    if (speed < 0.02) return;
    const strength = Math.min(this.plant.force * Math.min(speed, STRONGEST), this.plant.largest_force) / (speed * BRISK * this.size);
    this.wind.sent = now;
    this.link.blow(this.wind.at, this.wind.speed.map((each) => each * strength), RADIUS * this.size);
  }

  drop() {
    this.held = this.wind = null;
    this.link.release();
  }

  toggleHold() {
    if (this.held) this.drop();
    else this.stir(this.handPlace(), null, 0);
    return Boolean(this.held);
  }

  /** By keyboard: where the wind begins. */
  handPlace() {
    const { particles } = this, index = this.chosen ?? (particles ? 0 : 4), place = index - particles;
    if (place < 0) return this.particle(index);
    return [SPREAD[place % 3], SPREAD[2 - Math.floor(place / 3)], 0.5].slice(0, this.axes).map((share, axis) => share * this.extent[axis]);
  }

  /** By keyboard: go on by so many places; which of them it is now, in words. */
  choose(by) {
    const count = this.particles + SPREAD.length ** 2;
    if (this.held) this.drop();
    this.chosen = ((this.chosen ?? 0) + by + count) % count;
    return `${this.chosen + 1} of ${count}`;
  }

  /** A way over the screen, to the right and up, in the box. */
  over(dx, dy) {
    const { elements: m } = this.orbit.camera.matrix;
    return this.extent.map((_, axis) => dx * m[axis] + dy * m[4 + axis]);
  }

  /** By keyboard: a gust to the right, or to the left, where the wind is or would begin. */
  flick(way) {
    const at = this.wind ? this.wind.at : this.handPlace();
    this.link.push({ at, force: this.over(way * this.plant.force, 0), duration: 0.1, radius: RADIUS * this.size });
  }

  /** By keyboard: blow that way, and go there. */
  nudge(dx, dy) {
    const { wind } = this, length = Math.hypot(dx, dy) || 1, step = this.over(NUDGE * this.size * dx, NUDGE * this.size * dy);
    wind.speed = this.over((BRISK * this.size * dx) / length, (BRISK * this.size * dy) / length);
    this.blow(performance.now());
    wind.at = wind.at.map((x, axis) => Math.min(Math.max(x + step[axis], 0), this.extent[axis]));
  }
}

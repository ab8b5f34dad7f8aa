// The view of a soft body: the body, its reference as an outline, forces, targets; and how it is grabbed.

import { Plane, Scene, Vector3 } from "three";
import { Cables } from "./cables.js";
import { Chambers } from "./chambers.js";
import { Arrow, Ball, Clay, Floor, Ghost, Shadow, Thread } from "./clay.js";
import { Way } from "./future.js";
import { dressLights, lights } from "./light.js";
import { bodyColour, isStill, lineColour, linear, PUSH, roundUp, TOUCHED } from "./look.js";
import { Orbit } from "./orbit.js";
import { Marks } from "./marks.js";
import { Obstacles, Tools } from "./obstacles.js";
import { Mount } from "./mount.js";
import { Path, Stroke, digitsFor } from "./path.js";
import { SpareBody, SpareGhost, SpareShadow } from "./spare.js";
import { Surface } from "./surface.js";
import { Target } from "./target.js";

const MARKER = "#c24e9a"; // as what is taken for the state, whose name the style sheet has
const REACH = 14; // CSS pixels beside the body where a pointer still takes hold of it; a finger twice as far
const ARROW = 0.45; // of the body's radius: the arrow of a typical push
const LONGEST = 0.9; // of the body's radius: no arrow is longer
const FLICK = 0.22; // s: a drag that ends sooner is a flick
const MANY = 4000; // triangles, from which on a processor that draws is spared: see spare.js
const SHADOWS = 3; // frames to each shadow there
const SPREAD = 1.25; // of the body's radius: half the side of the square that the shadow can fall on
const STEP = 0.06; // of the body's radius: how far a key moves what is held
const OFTEN = 8; // ms between two words to the server where it is pulled to
const PLACES = 12; // spread over the body, that the keyboard goes over

export class BodyView {
  constructor(scene, link, tags, power) {
    const { rest, basis, triangles, coarse, mass } = scene.arrays;
    Object.assign(this, { plant: scene, link, tags, power });
    this.surface = new Surface(rest.data, basis.data, triangles.data, scene.rank, power.fetches);
    this.scene = new Scene();
    this.forces = new Scene(); // drawn last, over everything: what acts must be seen
    const spare = power.thrifty && triangles.data.length / 3 > MANY;
    const shape = spare ? this.surface.by(coarse.data) : this.surface, creased = shape.creased();
    this.creased = creased.copy();
    this.ghostly = shape.copy();
    this.body = new (spare ? SpareBody : Clay)(creased, this.creased);
    this.ghost = new (spare ? SpareGhost : Ghost)(shape, this.ghostly, "--reference", 0x0f);
    this.scene.add(this.body, this.ghost);
    if (scene.markers) {
      this.guessed = shape.copy();
      this.guess = new (spare ? SpareGhost : Ghost)(shape, this.guessed, "--estimate", 0xf0);
      this.scene.add(this.guess);
    }
    this.state = new Float32Array(scene.rank);
    this.net = netForce(basis.data, mass.data, scene.rank);
    this.colour = [0.5, 0.5, 0.5];
    this.furnish();
  }

  furnish() {
    const [low, high] = this.plant.extent.map((corner) => new Vector3(...corner)), floor = low.y;
    this.targets = this.plant.targets.map((target) => new Target(target));
    const points = pointsOf(this.plant.arrays.reach.data);
    for (const { place, radius } of this.plant.targets) {
      for (const side of [-1, 1]) points.push(new Vector3(...place).addScalar(side * radius));
    }
    for (const place of this.plant.paths.flatMap(({ places }) => places)) points.push(new Vector3(...place));
    for (const point of points) {
      low.min(point);
      high.max(point);
    }
    this.orbit = new Orbit(low, high, points);
    this.radius = low.distanceTo(high) / 2;
    const centre = new Vector3().addVectors(low, high).multiplyScalar(0.5);
    const ground = { centre, height: floor, reach: SPREAD * this.radius };
    this.shadow = new (this.power.fetches ? Shadow : SpareShadow)(this.creased.surface, this.creased, ground);
    this.floor = new Floor(ground, this.radius, this.shadow);
    const thick = (this.thick = 0.026 * this.radius);
    this.push = new Arrow(PUSH, thick);
    this.force = new Arrow("#0072b2", thick);
    this.thread = new Thread(PUSH, 0.25 * thick);
    this.knot = new Ball(PUSH, 0.75 * thick);
    this.cursor = new Ball(PUSH, 0.5 * thick);
    this.future = new Way(this.plant.plan.points);
    for (const held of [this.thread, this.knot, this.cursor]) held.visible = false;
    this.scene.add(this.floor);
    this.obstacles = new Obstacles(this.plant.obstacles, this.plant.arrays);
    this.scene.add(this.obstacles);
    this.pressed = this.plant.obstacles.map(() => new Arrow(TOUCHED, thick));
    for (const arrow of this.pressed) this.forces.add(arrow);
    this.forces.add(this.future, this.push, this.force, this.thread, this.knot, this.cursor);
    for (const target of this.targets) this.scene.add(target.group);
    this.paths = [];
    this.lead(this.plant.paths);
    const { route_rest: rest, route_basis: basis } = this.plant.arrays, { muscles } = this.plant;
    this.cables = rest ? new Cables(muscles.map(({ route }) => route), rest.data, basis.data, this.plant.rank) : null;
    if (this.cables) this.forces.add(this.cables);
    const { wall_rest: walls, wall_basis: breathing, wall_triangles: faces } = this.plant.arrays;
    this.chambers = walls
      ? new Chambers(muscles.map(({ wall }) => wall), walls.data, breathing.data, faces.data, this.plant.rank, this.surface.pose)
      : null;
    this.inside = new Scene(); // seen through the body
    if (this.chambers) this.inside.add(this.chambers);
    const { region_rest: middles, region_basis: moving } = this.plant.arrays;
    this.marks = new Marks(middles.data, moving.data, this.plant.rank, thick);
    this.forces.add(this.marks);
    this.markers = (this.plant.markers ?? []).map(() => new Ball(MARKER, 0.7 * thick));
    for (const each of this.markers) this.forces.add(each);
    const { handle } = this.plant;
    const tools = this.plant.obstacles.some(({ tool, free }) => tool >= 0 && !free);
    this.mount = handle ? new Mount(handle, this.surface.pose, this.orbit, this.link)
      : tools ? new Tools(this.obstacles, this.orbit, this.link, (x, y) => this.pick(x, y, 0)) : null;
    if (this.mount) this.forces.add(this.mount);
    this.perNewton = (ARROW * this.radius) / this.plant.force;
  }

  dress() {
    dressLights();
    this.floor.dress();
    this.ghost.dress();
    this.guess?.dress();
    this.future.dress();
    this.cables?.dress();
    this.marks.dress();
  }

  resize(width, height) {
    this.orbit.resize(width, height);
  }

  /** What must be drawn, {left, top, right, bottom} in CSS pixels: all but the floor's grid, which may end anywhere. */
  seen() {
    const { creased, ghostly, shadow, push, force, held, orbit } = this, points = [];
    for (const arrow of [push, force, ...this.pressed]) if (arrow.visible) points.push(arrow.position, arrow.tip);
    if (held) points.push(held.to);
    points.push(...this.future.way, ...(this.mount?.corners ?? []));
    if (this.marks.visible) points.push(...this.marks.places);
    for (const target of this.targets) if (target.group.visible) points.push(...target.corners);
    points.push(...this.obstacles.corners);
    for (const path of this.paths) points.push(...path.points);
    const seen = orbit.around(points);
    if (this.cables) orbit.widen(seen, this.cables.places);
    for (const { array } of [creased.position, ghostly.position]) orbit.widen(seen, array);
    return orbit.widen(seen, creased.position.array, shadow.pressing, shadow.edge);
  }

  /** Take in what is to be shown now: states that may lie between two frames, and the newest frame. */
  show(state, reference, frame, renderer, passed) {
    this.state = state.subarray(0, this.plant.rank);
    this.settle(state.subarray(this.plant.rank));
    this.frame = frame;
    this.creased.update(renderer, this.state);
    this.ghostly.update(renderer, reference);
    this.guessed?.update(renderer, frame.estimate);
    this.markers.forEach((ball, k) => this.surface.placeOf(this.plant.markers[k], this.state, ball.position));
    this.turn = ((this.turn ?? -1) + 1) % (this.power.thrifty ? SHADOWS : 1);
    if (this.turn === 0) this.shadow.update(renderer);
    this.blendColour(frame.controller, passed);
    this.showForces(frame);
    const shares = frame.muscles.map(({ value }, k) => this.pull(value, this.plant.muscles[k]));
    this.cables?.show(this.state, shares.map(Math.abs), this.surface.pose);
    this.chambers?.show(renderer, this.state, shares);
    this.future.lay(this.watched(), frame.plan?.ways, lineColour(frame.controller));
    this.targets.forEach((target, k) => target.show(frame.targets[k] ?? null));
  }

  /** Where the frame of the handle is, or each tool: a translation and a rotation by rows, or nothing. */
  settle(pose) {
    if (!this.plant.handle) this.obstacles.show(pose);
    if (!this.plant.handle || pose.length < 12) return;
    const [x, y, z, ...turn] = pose;
    this.surface.pose.set(...turn.slice(0, 3), x, ...turn.slice(3, 6), y, ...turn.slice(6), z, 0, 0, 0, 1);
    this.mount?.show();
  }

  blendColour(controller, passed) {
    const wanted = linear(bodyColour(controller));
    const share = isStill() || !passed ? 1 : 1 - Math.exp(-passed / 120);
    this.colour = this.colour.map((value, index) => value + share * (wanted[index] - value));
    this.body.paint(this.colour);
  }

  showForces(frame) {
    const user = new Vector3(...frame.force);
    this.push.point(new Vector3(...frame.at), this.arrowOf(user), this.isCut(user));
    const control = new Vector3();
    for (let k = 0; k < this.plant.rank; k++) {
      for (let a = 0; a < 3; a++) {
        control.setComponent(a, control.getComponent(a) + this.net[3 * k + a] * frame.control[k]);
      }
    }
    const { elements: m } = this.surface.pose;
    control.set(...[0, 1, 2].map((a) => m[a] * control.x + m[a + 4] * control.y + m[a + 8] * control.z));
    this.force.colour = lineColour(frame.controller);
    this.tags.paint(lineColour(frame.controller));
    this.force.point(this.watched(), this.arrowOf(control), this.isCut(control));
    this.pressed.forEach((arrow, k) => {
      const { force, at } = frame.touches[k], vector = new Vector3(...force);
      arrow.point(new Vector3(...at), this.arrowOf(vector), this.isCut(vector));
      arrow.newtons = vector.length();
    });
    this.user = user.length();
    this.control = control.length();
    if (this.held || this.chosen !== undefined) {
      this.surface.placeOf(this.held?.vertex ?? this.handPlace(), this.state, this.knot.position);
    }
    if (this.held) {
      this.cursor.position.copy(this.held.to);
      this.thread.span(this.knot.position, this.held.to);
    }
    for (const part of [this.thread, this.cursor]) part.visible = Boolean(this.held);
    this.knot.visible = Boolean(this.held) || this.chosen !== undefined;
  }

  /** How strongly a muscle acts, from -1 to 1 of its range. */
  pull(value, { low, high }) {
    return Math.max(-1, Math.min(value / (Math.max(-low, high) || 1), 1));
  }

  /** Whether a force is larger than an arrow shows. */
  isCut(force) {
    return force.length() * this.perNewton > LONGEST * this.radius;
  }

  arrowOf(force) {
    return force.clone().multiplyScalar(this.perNewton).clampLength(0, LONGEST * this.radius);
  }

  /** The middle of what is watched. */
  watched() {
    const middle = new Vector3(), at = new Vector3();
    for (const vertex of this.plant.watched) middle.add(this.surface.placeOf(vertex, this.state, at));
    return middle.divideScalar(Math.max(this.plant.watched.length, 1));
  }

  /** Whether what is watched, such as a tip that hangs, is seen in the lower half of the picture. */
  isLow() {
    return Boolean(this.state && this.plant.watched.length) && this.orbit.onScreen(this.watched())[1] > this.orbit.height / 2;
  }

  /** Draw a part of the view: {left, top, width, height} in CSS pixels. */
  draw(renderer, part) {
    const camera = this.orbit.through(part);
    for (const each of [this.ghost, this.guess]) each?.resize?.(part.width, part.height);
    this.future.resize(part.width, part.height);
    this.cables?.resize(part.width, part.height);
    this.floor.fade(part.inside, renderer);
    lights.eye.value.copy(this.orbit.camera.position);
    for (const each of [this.body, this.ghost, this.guess]) each?.follow?.(this.orbit.camera.position, this.orbit.pixel);
    renderer.clear();
    renderer.render(this.scene, camera);
    if (this.chambers) {
      renderer.clearDepth();
      renderer.render(this.inside, camera);
    }
    renderer.clearDepth();
    renderer.render(this.forces, camera);
    this.label("push", this.push, this.user);
    this.label("control", this.force, this.control);
    this.pressed.forEach((arrow, k) => this.label(`pressed ${k}`, arrow, arrow.newtons));
    this.targets.forEach(({ verdict, outcome, place, ball }, k) => {
      const at = verdict ? this.orbit.onScreen(place) : null;
      this.tags.judge(k, at, at && ball.radius / this.orbit.metresPerPixel(place), verdict, outcome);
    });
    const newtons = roundUp(this.plant.force / 4);
    this.tags.scale(newtons, (newtons * this.perNewton) / this.orbit.metresPerPixel(this.orbit.now.target));
  }

  label(name, arrow, size) {
    const ends = [arrow.position, arrow.tip].map((end) => (arrow.visible ? this.orbit.onScreen(end) : null));
    this.tags.place(name, ...ends, size ?? 0, "N", arrow.cut);
  }

  vertexOnScreen(vertex) {
    return this.orbit.onScreen(this.surface.placeOf(vertex, this.state));
  }

  /** The line of what is planned, on the screen. */
  planned() {
    return this.future.way.map((place) => this.orbit.onScreen(place));
  }

  /** What of the body is under a pixel or, failing that, just beside it: {vertex, point}, or null. */
  pick(x, y, reach = REACH) {
    const here = this.surface.pick(this.orbit.ray(x, y), this.state);
    if (here) return here;
    for (let k = 0; k < 8; k++) {
      const [dx, dy] = [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)];
      const near = this.surface.pick(this.orbit.ray(x + reach * dx, y + reach * dy), this.state);
      if (near) return near;
    }
    return null;
  }

  /** Take hold at a pixel; whether there was something to hold. */
  grab(x, y, touch) {
    const found = this.pick(x, y, touch ? 2 * REACH : REACH);
    if (!found) return false;
    this.hold(found.vertex);
    this.held.from = [x, y];
    return true;
  }

  hold(vertex) {
    const point = this.surface.placeOf(vertex, this.state);
    const facing = this.orbit.camera.getWorldDirection(new Vector3()).negate();
    this.held = {
      vertex, to: point.clone(), plane: new Plane().setFromNormalAndCoplanarPoint(facing, point),
      since: performance.now(), start: point.clone(), offset: this.orbit.onScreen(point),
    };
    this.send();
  }

  drag(x, y) {
    const { held } = this;
    const [startX, startY] = held.from ?? held.offset;
    const ray = this.orbit.ray(held.offset[0] + x - startX, held.offset[1] + y - startY);
    ray.intersectPlane(held.plane, held.to);
    held.moved = true;
  }

  /** Tell where it is pulled to, if that has changed: at most once a frame that is drawn. */
  tell(now) {
    if (this.held.moved && now - (this.sent ?? 0) >= OFTEN) this.send(now);
  }

  send(now = performance.now()) {
    this.sent = now;
    this.held.moved = false;
    this.link.grab(this.held.vertex, this.held.to.toArray());
  }

  /** Let go; a quick drag becomes a push that way. */
  drop() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    this.link.release();
    const took = (performance.now() - held.since) / 1000;
    const way = new Vector3().subVectors(held.to, held.start);
    if (held.from && took < FLICK && way.length() > 0.05 * this.radius) {
      const speed = way.length() / Math.max(took, 0.03) / (6 * this.radius); // 1: brisk
      const strength = Math.min(this.plant.force * Math.max(0.5, speed), this.plant.largest_force);
      this.shove(held.vertex, way.setLength(strength));
    }
  }

  shove(vertex, force) {
    this.link.push({ vertex, force: force.toArray(), duration: 0.1, radius: 0.15 * this.radius });
  }

  /** A stroke begins at a pixel, in place of a path. */
  beginStroke(x, y) {
    this.stroke = new Stroke(this.paths, this.orbit, x, y, digitsFor(this.radius));
  }

  /** The stroke ends: it is asked for, or where `givenUp` it is not. */
  endStroke(givenUp = false) {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke) return;
    if (!givenUp) this.link.path(stroke.end());
    stroke.leave();
  }

  /** Another motion is followed, with these paths. */
  lead(paths) {
    this.endStroke(true);
    for (const path of this.paths) {
      this.scene.remove(path);
      path.geometry.dispose();
    }
    this.plant.paths = paths;
    this.paths = paths.map((path) => new Path(path, 0.4 * this.thick));
    for (const path of this.paths) this.scene.add(path);
  }

  /** A path leads elsewhere now, through places (k, 3). */
  repath(which, places) {
    if (this.stroke?.which !== which) this.paths[which]?.goThrough(places);
    else this.stroke.before = places.map((place) => new Vector3(...place));
  }

  /** By keyboard: hold what is watched or was chosen, or let go. */
  toggleHold() {
    if (this.held) this.drop();
    else this.hold(this.handPlace());
    return Boolean(this.held);
  }

  /** By keyboard: the vertex to take hold of. */
  handPlace() {
    const watched = this.plant.watched[0] ?? 0;
    return this.chosen === undefined ? watched : this.spread[this.chosen];
  }

  /** So many vertices all over the body. */
  spreadPlaces(count) {
    return spreadOver(this.surface.rest, this.plant.watched[0] ?? 0, count);
  }

  /** By keyboard: go on by so many vertices; which of them it is now, in words. */
  choose(by) {
    if (this.held) this.drop();
    this.spread ??= this.spreadPlaces(PLACES);
    const count = this.spread.length;
    this.chosen = ((this.chosen ?? 0) + by + count) % count;
    return `${this.chosen + 1} of ${count}`;
  }

  /** By keyboard: flick what is held, chosen or watched to the right (1) or to the left (-1) of the screen. */
  flick(way) {
    const right = new Vector3().setFromMatrixColumn(this.orbit.camera.matrix, 0);
    this.shove(this.held?.vertex ?? this.handPlace(), right.multiplyScalar(way * this.plant.force));
  }

  /** By keyboard: move what is held by (dx, dy) steps in the plane of the screen. */
  nudge(dx, dy) {
    const right = new Vector3().setFromMatrixColumn(this.orbit.camera.matrix, 0);
    const up = new Vector3().setFromMatrixColumn(this.orbit.camera.matrix, 1);
    this.held.to.addScaledVector(right, dx * STEP * this.radius).addScaledVector(up, dy * STEP * this.radius);
    this.held.moved = true;
  }
}

/** Some of the points (v, 3), from `first` on each the farthest from all before it. */
function spreadOver(points, first, count) {
  const chosen = [first], nearest = new Float64Array(points.length / 3).fill(Infinity);
  while (chosen.length < Math.min(count, nearest.length)) {
    const last = 3 * chosen.at(-1);
    let farthest = 0;
    for (let i = 0; i < nearest.length; i++) {
      const [x, y, z] = [0, 1, 2].map((axis) => points[3 * i + axis] - points[last + axis]);
      nearest[i] = Math.min(nearest[i], x * x + y * y + z * z);
      if (nearest[i] > nearest[farthest]) farthest = i;
    }
    chosen.push(farthest);
  }
  return chosen;
}

/** Points (Vector3) of places (k, 3), flat. */
function pointsOf(places) {
  return Array.from({ length: places.length / 3 }, (_, k) => new Vector3().fromArray(places, 3 * k));
}

/** The total force in N (r, 3) of a unit of each reduced force: the sum of mass times mode over the vertices. */
function netForce(basis, mass, rank) {
  const net = new Float64Array(3 * rank);
  for (let i = 0; i < mass.length; i++) {
    for (let j = 0; j < 3 * rank; j++) net[j] += mass[i] * basis[3 * rank * i + j];
  }
  return net;
}

// Key-frames by hand: a point of the body is dragged to where it is to be at the moment of now, and the motion follows.
// The list is the server's (softrein/viewer/keyframes), the same for all pages; what a hand holds is shown at once.

import { Plane, Vector3 } from "three";
import { Timeline, far, idOf } from "./timeline.js";
import { digitsFor } from "./path.js";

const OFTEN = 90; // ms between two words to the server while a hand drags
const NEAR = 13; // CSS pixels from a diamond or a region's middle; a finger twice as far
const CLICK = 4; // CSS pixels: a pointer that has moved no more has not dragged
const NUDGE = 0.03; // of the body's radius: how far a key moves a key-frame
const FEW = 1e-3; // m: one that is missed by less is met
const PLACES = 12; // spread over the body, that the keyboard goes over besides regions
const $ = (id) => document.getElementById(id);

export class Keys {
  /** Of a `view` of a body; `send` tells the server, `changed` that the picture is another. */
  constructor(scene, view, { send, say, changed }) {
    Object.assign(this, { scene, view, send, say, changed, on: false, list: [], about: { state: "closed" }, held: null, sent: 0 });
    this.digits = digitsFor(view.radius);
    this.points = scene.arrays.points.data;
    this.timeline = new Timeline(scene, {
      seek: (step) => this.seek(step), choose: (key, goes) => this.choose(key, goes), remove: (key) => this.remove(key),
      move: ({ place, step, then }, live) => this.move(place, step, then, live), settle: () => this.drop(),
      shift: (key, x, y) => this.shift(key, x, y),
    });
    const clicks = {
      "key-add": () => this.add(), "key-remove": () => this.remove(this.chosen()), "key-undo": () => send("undo"),
      "key-redo": () => send("redo"), "save-scene": () => this.ask("scene"), "save-bundle": () => this.ask("bundle"),
      "save-cancel": () => $("save-text").close(),
    };
    for (const [id, what] of Object.entries(clicks)) $(id).addEventListener("click", what);
    $("save-form").addEventListener("submit", () => send("save", { what: this.saving, name: $("save-name").value }));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  toggle() {
    this.on = !this.on;
    $("timeline").hidden = !this.on;
    this.view.marks.visible = this.on;
    if (this.on) {
      this.send("keys");
      if (this.about.state === "closed") this.about = { ...this.about, state: "preparing" };
      this.say("Drag a point of the body to where it is to be at this moment.");
    } else this.drop();
    this.write();
    this.changed();
  }

  /** What the server says of all of them. */
  hear({ keys, ...about }) {
    this.list = keys.map((key) => ({ ...key, name: this.nameOf(key.place), off: offOf(key) }));
    this.about = about;
    if (this.on && about.state === "closed") this.send("keys"); // asked for while there was no connection
    this.write();
    const fresh = this.list.find((key) => idOf(key) === this.fresh);
    if (fresh) {
      this.fresh = undefined;
      this.timeline.focus(fresh);
    }
    this.changed();
  }

  write() {
    const { state, fault, undo, redo, saves, saving } = this.about, ready = state === "ready";
    const settled = !this.making && !this.held && !this.timeline.held;
    const words = { preparing: "Getting ready…", unable: fault }[state] ?? (saving ? "Saving…" : settled ? fault || this.missed() : "Finding the motion…");
    if ($("keys-state").textContent !== words) $("keys-state").textContent = words;
    $("key-add").disabled = !ready;
    $("key-remove").disabled = !this.chosen();
    $("key-undo").disabled = !ready || !undo;
    $("key-redo").disabled = !ready || !redo;
    for (const id of ["save-scene", "save-bundle"]) {
      $(id).hidden = !saves;
      $(id).disabled = !ready || saving || !this.list.length;
    }
    this.timeline.lay(this.list, this.id, settled);
  }

  /** In words, how well all are met. */
  missed() {
    const count = this.list.length, missed = this.list.filter(({ off }) => off > FEW);
    if (!count) return "Drag a point of the body to set a key-frame.";
    if (missed.length) return `${missed.length} of ${count} missed, by ${far(Math.max(...missed.map(({ off }) => off)))} at most`;
    return this.list.every(({ off }) => off !== null) ? `${count} key-frame${count > 1 ? "s" : ""}, met` : "";
  }

  /** Frames come: the moment of now, and whether a motion is being found. */
  show(frame, now) {
    this.frame = frame;
    if (this.making !== frame.flags.making) {
      this.making = frame.flags.making;
      if (this.on) this.write();
    }
    if (this.on) this.timeline.show(frame.step, now);
  }

  /** What the picture shows of them. */
  draw() {
    const { marks, state } = this.view, step = this.frame?.step;
    if (!this.on) return;
    const held = this.held?.moved ? this.held : null;
    const shown = this.list.filter((key) => !held || idOf(key) !== idOf(held)).map((key) => {
      const place = this.restOf(key.place).add(new Vector3(...key.to));
      const came = key.off > FEW ? this.restOf(key.place).add(new Vector3(...key.came)) : null;
      return { place, came, here: key.step === step || idOf(key) === this.id };
    });
    if (held) shown.push({ place: held.at, came: this.placeOf(held.place), here: true });
    marks.show(shown, state, this.place < marks.regions ? this.place : -1);
  }

  chosen() {
    return this.list.find((key) => idOf(key) === this.id);
  }

  nameOf(place) {
    const regions = this.view.marks.regions;
    return place < regions ? this.scene.regions[place] : `point ${place - regions + 1}`;
  }

  /** Where a place rests, and where the motion has it now (Vector3). */
  restOf(place) {
    const { marks, surface } = this.view;
    if (place < marks.regions) return marks.resting(place);
    return new Vector3().fromArray(surface.rest, 3 * this.points[place - marks.regions]);
  }

  placeOf(place, state = this.frame.reference) {
    const { marks, surface } = this.view;
    if (place < marks.regions) return marks.middle(place, state);
    return surface.placeOf(this.points[place - marks.regions], state);
  }

  /** The motion itself at a step, where it stands. */
  seek(step) {
    if (!this.frame.flags.paused) this.send("pause", { on: true });
    this.send("seek", { step });
  }

  /** One is chosen, and unless a hand is at it the motion goes to its moment. */
  choose(key, goes) {
    this.id = idOf(key);
    this.place = key.place;
    if (goes) this.seek(key.step);
    this.write();
    this.changed();
  }

  /** What is taken hold of at a pixel, or null: {place, step, at}. */
  under(x, y, touch) {
    if (!this.frame) return null;
    const { view } = this, reach = touch ? 2 * NEAR : NEAR, step = Math.max(this.frame.step, 1);
    const near = (place) => {
      const [left, top] = view.orbit.onScreen(place);
      return Math.hypot(left - x, top - y);
    };
    const found = this.list.map((key) => ({ key, at: this.restOf(key.place).add(new Vector3(...key.to)) }))
      .map((each) => ({ ...each, off: near(each.at) + (each.key.step === step ? 0 : NEAR / 2) }))
      .filter(({ off }) => off <= reach).sort((a, b) => a.off - b.off)[0];
    if (found) return { place: found.key.place, step: found.key.step, at: found.at, there: true };
    const middles = Array.from({ length: view.marks.regions }, (_, place) => ({ place, step, at: this.placeOf(place) }))
      .map((each) => ({ ...each, off: near(each.at) })).filter(({ off }) => off <= reach).sort((a, b) => a.off - b.off);
    if (middles.length) return middles[0];
    const picked = view.pick(x, y, touch ? 2 * NEAR : NEAR);
    if (!picked) return null;
    const place = view.marks.regions + this.nearest(picked.vertex);
    return { place, step, at: this.placeOf(place) };
  }

  /** The point nearest, at rest, to a drawn vertex. */
  nearest(vertex) {
    const { rest } = this.view.surface, off = (other) => [0, 1, 2].reduce((sum, axis) => sum + (rest[3 * other + axis] - rest[3 * vertex + axis]) ** 2, 0);
    let best = 0, least = Infinity;
    this.points.forEach((other, k) => {
      const here = off(other);
      if (here < least) [best, least] = [k, here];
    });
    return best;
  }

  /** A pointer comes down; whether it takes hold of something. */
  press(x, y, touch) {
    const found = this.under(x, y, touch);
    if (!found) return false;
    if (this.about.state !== "ready") {
      this.wait();
      return true; // on the body: the view must not turn instead
    }
    this.hold(found);
    this.held.from = [x, y];
    this.held.seen = this.view.orbit.onScreen(found.at);
    this.seek(found.step);
    return true;
  }

  /** Say why no key-frame can be set now. */
  wait() {
    this.say(this.about.state === "unable" ? this.about.fault : "Key-frames are getting ready: try again in a moment.");
  }

  hold({ place, step, at, there = false }) {
    const facing = this.view.orbit.camera.getWorldDirection(new Vector3()).negate();
    this.held = { place, step, at: at.clone(), there, moved: there, plane: new Plane().setFromNormalAndCoplanarPoint(facing, at) };
    this.id = idOf({ place, step });
    this.place = place;
    this.write();
  }

  drag(x, y) {
    const { held } = this, [dx, dy] = [x - held.from[0], y - held.from[1]];
    if (!held.dragged && Math.hypot(dx, dy) < CLICK) return;
    held.dragged = held.moved = true;
    this.view.orbit.ray(held.seen[0] + dx, held.seen[1] + dy).intersectPlane(held.plane, held.at);
    this.tell(true);
    this.changed();
  }

  /** Tell the server where what is held is to be; while a hand drags, not too often. */
  tell(live) {
    const { held } = this, now = performance.now();
    if (live && now - this.sent < OFTEN) return;
    this.sent = now;
    const to = held.at.clone().sub(this.restOf(held.place)).toArray().map((value) => Number(value.toFixed(this.digits)));
    this.send("key", { place: held.place, step: held.step, to, live });
  }

  /** The hand lets go: what was dragged is an edit, and a click sets a key-frame where the point is, unless it came to nothing. */
  drop(cancelled = false) {
    const { held } = this;
    if (!held) return;
    if (held.dragged || !(held.there || cancelled)) this.tell(false);
    this.held = null;
    this.write();
    this.changed();
  }

  /** By keyboard: a key-frame at this moment, of the place that is chosen. */
  add() {
    if (this.about.state !== "ready") return this.wait();
    const place = this.place ?? 0, step = Math.max(this.frame.step, 1);
    this.seek(step);
    this.hold({ place, step, at: this.placeOf(place) });
    this.tell(false);
    this.held = null;
    this.fresh = this.id;
    return this.say(`Key-frame of ${this.nameOf(place)} at ${this.timeline.time(step)}: Shift and arrow keys move it.`);
  }

  remove(key) {
    if (!key) return;
    const at = this.list.findIndex((each) => idOf(each) === idOf(key)), next = this.list[at + 1] ?? this.list[at - 1];
    this.send("unkey", { place: key.place, step: key.step });
    this.id = next && idOf(next);
    if (next) this.timeline.focus(next);
    else $("moment").focus({ preventScroll: true });
    this.say(`Removed: ${this.nameOf(key.place)} at ${this.timeline.time(key.step)}.`);
  }

  move(place, step, then, live) {
    this.id = idOf({ place, step: then });
    this.send("rekey", { place, step, then, live });
    this.seek(then);
  }

  /** By keyboard: move what a key-frame asks for in the plane of the screen. */
  shift(key, x, y) {
    if (!this.held) this.hold({ ...key, at: this.restOf(key.place).add(new Vector3(...key.to)), there: true });
    const { camera } = this.view.orbit, size = NUDGE * this.view.radius;
    const [right, up] = [0, 1].map((axis) => new Vector3().setFromMatrixColumn(camera.matrix, axis));
    this.held.at.addScaledVector(right, x * size).addScaledVector(up, y * size);
    this.held.dragged = true;
    this.tell(true);
    this.changed();
  }

  /** By keyboard: another place for A; its name. */
  another(by) {
    const { marks } = this.view;
    this.spread ??= [...Array(marks.regions).keys(), ...this.view.spreadPlaces(PLACES).map((vertex) => marks.regions + this.nearest(vertex))];
    const here = this.spread.indexOf(this.place ?? -1);
    this.place = this.spread[(here + by + this.spread.length) % this.spread.length];
    this.changed();
    return this.nameOf(this.place);
  }

  ask(what) {
    this.saving = what;
    $("save-title").textContent = what === "scene" ? "Save the scene" : "Save the bundle";
    $("save-name").value ||= `${this.scene.name}-keys`.replace(/[^\p{L}\p{N}_.-]+/gu, "-").slice(0, 100);
    $("save-text").showModal();
    $("save-name").select();
  }

  key(event) {
    if (!this.on || event.target.closest?.("dialog")) return;
    const again = event.ctrlKey || event.metaKey, letter = event.key.toLowerCase();
    if (again && (letter === "z" || letter === "y")) {
      this.drop();
      this.send(letter === "y" || event.shiftKey ? "redo" : "undo");
    } else if (again || event.altKey) return;
    else if (letter === "a") this.add();
    else if ((event.key === "Escape" || letter === "k") && event.target.matches?.("#timeline *")) $("keys").click();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(this.chosen());
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // or other keys of the page would do something besides
  }
}

/** How far the motion is from a key-frame, m, or null. */
function offOf({ to, came }) {
  return came && Math.hypot(...to.map((value, axis) => value - came[axis]));
}

// The timeline above the strip: the moment of now, and a diamond for each key-frame, which is dragged along it. What a
// key-frame is, `keys.js` knows; here it is {place, step, off, name}.

import { number } from "./look.js";

const FEW = 1e-3; // m: a key-frame that is missed by less is met
const LATE = 1500; // ms in which the server tells where a key-frame came to
const [STEP, LEAP] = [1, 10]; // steps of a nudge
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const $ = (id) => document.getElementById(id);

/** How far something is, in mm or in cm. */
export const far = (metres) => (metres < 0.01 ? `${number(1e3 * metres)} mm` : `${number(1e2 * metres, 3)} cm`);

export class Timeline {
  /** `act` has seek, choose, move, shift, settle and remove. */
  constructor({ steps, dt }, act) {
    Object.assign(this, { steps, dt, act, buttons: new Map(), held: null, landing: null, touched: 0 });
    Object.assign($("moment"), { min: 0, max: steps, step: 1, value: 0 });
    $("moment").addEventListener("input", () => {
      this.touched = performance.now();
      act.seek(Number($("moment").value));
      this.tell(Number($("moment").value));
    });
  }

  /** Where the motion is, unless a hand moves it. */
  show(step, now) {
    if (now - this.touched < 300 || Number($("moment").value) === step) return;
    $("moment").value = step;
    this.tell(step);
  }

  tell(step) {
    $("moment").setAttribute("aria-valuetext", this.time(step));
  }

  time(step) {
    return `${(step * this.dt).toFixed(2)} s`;
  }

  /** All key-frames, and unless a motion is being found how far it is from them; a button stays that of its key-frame when that moves, and so keeps the focus. */
  lay(keys, chosen, settled) {
    const { buttons } = this, found = new Map();
    if (this.landing && performance.now() - this.landing.since > LATE) this.landing = null;
    const moving = this.held ?? this.landing;
    for (const key of keys) { // while one is moved the server may still tell of where it was on the way
      const own = idOf(key), moved = moving?.place === key.place && (own === moving.id || !buttons.has(own));
      const id = moved ? moving.id : own, button = buttons.get(id) ?? this.make(id);
      found.set(id, button);
      if (own === this.landing?.id) this.landing = null;
      const shown = { ...key, step: moved ? moving.then : key.step, off: settled ? key.off : null };
      this.dress(button, shown, chosen === idOf(shown));
    }
    for (const [id, button] of buttons) if (!found.has(id)) button.remove();
    this.buttons = found;
    if (this.held && !found.has(this.held.id)) this.held = null;
  }

  make(id) {
    const button = document.createElement("button"), label = document.createElement("small");
    Object.assign(button, { type: "button", className: "key" });
    button.append(document.createElement("i"), label);
    button.addEventListener("pointerdown", (event) => this.press(event, button));
    button.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(name, () => this.drop());
    button.addEventListener("keydown", (event) => this.nudge(event, button));
    for (const name of ["keyup", "blur"]) button.addEventListener(name, () => this.settle());
    button.addEventListener("focus", () => this.act.choose(button.key, !this.held));
    $("diamonds").append(button);
    this.buttons.set(id, button);
    return button;
  }

  dress(button, key, chosen) {
    const missed = key.off > FEW ? `${far(key.off)} off` : "";
    button.key = key;
    button.style.left = `${(100 * key.step) / this.steps}%`;
    button.setAttribute("aria-pressed", String(chosen));
    const state = key.off === null ? "being found" : missed || "met";
    button.setAttribute("aria-label", `Key-frame of ${key.name} at ${this.time(key.step)}: ${state}`);
    button.title = `${key.name}, ${this.time(key.step)}${missed && `, ${missed}`}`;
    const label = button.lastChild;
    if (label.textContent !== missed) label.textContent = missed;
  }

  press(event, button) {
    button.setPointerCapture(event.pointerId);
    button.focus({ preventScroll: true });
    this.hold(button);
    this.held.from = event.clientX;
  }

  hold(button) {
    const { place, step } = button.key;
    this.held ??= { id: [...this.buttons].find(([, each]) => each === button)[0], place, step, then: step, moved: false, from: null };
  }

  drag(event) {
    const { held } = this;
    if (!held || held.from === null) return;
    const width = $("diamonds").clientWidth;
    this.go(held.step + Math.round(((event.clientX - held.from) * this.steps) / width));
  }

  /** The held key-frame comes to a step, or past one at which another of its place stands. */
  go(step) {
    const { held } = this, way = Math.sign(step - held.then);
    const others = [...this.buttons].filter(([id]) => id !== held.id).map(([, { key }]) => idOf(key));
    let then = Math.min(Math.max(step, 1), this.steps);
    while (others.includes(idOf({ place: held.place, step: then }))) then += way;
    if (then === held.then || then < 1 || then > this.steps) return;
    Object.assign(held, { then, moved: true });
    this.act.move(held, true);
  }

  drop() {
    if (this.held?.from === null) return;
    this.finish();
  }

  finish() {
    const { held, buttons } = this;
    this.held = null;
    if (!held?.moved) return;
    const button = buttons.get(held.id), id = idOf({ place: held.place, step: held.then });
    if (!button) return; // somebody else has removed it
    buttons.delete(held.id); // by its new name
    buttons.set(id, button);
    button.key = { ...button.key, step: held.then };
    this.landing = { id, place: held.place, then: held.then, since: performance.now() };
    this.act.move(held, false);
  }

  nudge(event, button) {
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow && event.shiftKey) this.act.shift(button.key, ...arrow);
    else if (arrow && arrow[0]) {
      this.hold(button);
      this.go(this.held.then + arrow[0] * STEP);
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      this.hold(button);
      this.go(this.held.then + (event.key === "PageUp" ? LEAP : -LEAP));
    } else if (event.key === "Delete" || event.key === "Backspace") this.act.remove(button.key);
    else if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** A key is up again: what it did is one edit. */
  settle() {
    if (this.held?.from === null) this.finish();
    this.act.settle();
  }

  focus(key) {
    this.buttons.get(idOf(key))?.focus({ preventScroll: true });
  }
}

export const idOf = ({ place, step }) => `${place}:${step}`;

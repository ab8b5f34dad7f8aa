// What hands do: pointer, touch, wheel and keyboard on the picture.
//
// One pointer on the body grabs it, beside it turns the view; the secondary button or Shift pans; two fingers pan
// and zoom. On smoke one pointer stirs. Where it is to draw, the next stroke of one pointer is a path. Keys are those of
// the help.

const NOTCH = 0.0014; // of the zoom, a unit of the wheel
const TURN = 0.28; // pixels a ms, by keyboard
const HELD_KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SLICE = 0.025, ROLL = 2e-4; // of the box: how far a key moves a cut, and a unit of the wheel
const NUDGE = 50; // ms between two steps of what the keyboard holds

export class Hands {
  /** `keys` edits key-frames, where there are any. */
  constructor(canvas, view, acts, keys, changed) {
    Object.assign(this, { canvas, view, acts, keyframes: keys, changed, pointers: new Map(), keys: new Set(), doing: null, nudged: 0, draws: false });
    const on = (name, act) => canvas.addEventListener(name, act);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) on(name, (event) => this.up(event));
    on("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    on("blur", () => this.keys.clear());
    on("keyup", ({ key }) => this.keys.delete(key));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    const at = this.at(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    this.canvas.dataset.by = "pointer"; // no frame around what has the focus only because of it
    this.canvas.focus({ preventScroll: true });
    if (this.pointers.size > 1) { // a third finger does nothing
      if (this.doing === "grab") this.view.drop();
      if (this.doing === "carry") this.view.mount.drop();
      if (this.doing === "draw") this.toDraw(false);
      if (this.doing === "key") this.keyframes.drop(true);
      this.doing = "pinch";
      return undefined;
    }
    if (this.view.mount?.take(...at, event.pointerType === "touch")) {
      this.doing = this.canvas.dataset.doing = "carry";
      return this.changed();
    }
    const pans = event.button > 0 || event.shiftKey || event.ctrlKey;
    if (this.view.held) this.view.drop();
    if (this.draws && !pans) this.view.beginStroke(...at);
    const free = !pans && !this.draws, touch = event.pointerType === "touch";
    const keys = free && this.keyframes?.on && this.keyframes.press(...at, touch);
    const grabs = free && !this.keyframes?.on && this.view.grab(...at, touch);
    this.doing = keys ? "key" : grabs ? "grab" : pans ? "pan" : this.draws ? "draw" : "turn";
    this.canvas.dataset.doing = this.doing;
    return this.changed();
  }

  move(event) {
    const before = this.pointers.get(event.pointerId), at = this.at(event);
    if (!before) return this.hover(event, at);
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    if (this.doing === "pinch") this.pinch(event.pointerId, at, dx, dy);
    this.pointers.set(event.pointerId, at);
    if (this.doing === "grab" && this.view.held) this.view.drag(...at);
    if (this.doing === "key" && this.keyframes.held) this.keyframes.drag(...at);
    if (this.doing === "carry") this.view.mount.drag(...at);
    if (this.doing === "pan") this.view.orbit.pan(dx, dy);
    if (this.doing === "draw") this.view.stroke?.go(...at);
    if (this.doing === "turn") this.view.orbit.turn(dx, dy);
    this.changed();
    return undefined;
  }

  hover(event, at) {
    if (this.draws || event.pointerType === "touch" || event.timeStamp - (this.hovered ?? 0) < 120) return;
    this.hovered = event.timeStamp;
    const over = this.keyframes?.on ? this.keyframes.under(...at)
      : this.view.mount?.at(...at) || this.view.pick(...at, 0);
    this.canvas.dataset.doing = over ? "over" : "";
  }

  pinch(id, at, dx, dy) {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const before = this.pointers.get(id);
    const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    this.view.orbit.zoom(apart(at) / Math.max(apart(before), 1));
    this.view.orbit.pan(dx / 2, dy / 2);
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.doing === "grab" && this.view.held) this.view.drop();
    if (this.doing === "carry") this.view.mount.drop();
    if (this.doing === "draw") this.drew();
    if (this.doing === "key") this.keyframes.drop(event.type !== "pointerup");
    this.doing = this.pointers.size ? "pinch" : null;
    this.canvas.dataset.doing = this.draws ? "draw" : "";
    this.changed();
  }

  /** Whether the next stroke is a path; one that has begun is given up. */
  toDraw(on) {
    if (on && !this.acts.draws()) return;
    this.view.endStroke(true);
    this.draws = on;
    this.canvas.dataset.doing = on ? "draw" : "";
    this.acts.drawing(on);
    this.changed();
  }

  /** A stroke has ended. */
  drew() {
    this.view.endStroke();
    this.toDraw(false);
  }

  wheel(event) {
    event.preventDefault();
    const by = (event.deltaY || (event.shiftKey ? event.deltaX : 0)) * (event.deltaMode ? 20 : 1); // with Shift, some roll to the side
    if (!event.shiftKey || !this.view.moveCut?.(-by * ROLL)) this.view.orbit.zoom(Math.exp(-by * NOTCH));
    this.changed();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target, key } = event;
    this.canvas.dataset.by = "keyboard";
    const typing = target.matches?.("input, select, dialog *");
    const onPicture = target === this.canvas;
    if (key in HELD_KEYS) {
      if (target.getAttribute?.("role") === "radio") this.among(event);
      else if (onPicture) {
        this.keys.add(key);
        this.panning = event.shiftKey;
        event.preventDefault();
      }
      return;
    }
    if (typing && key !== "?") return;
    if (key === " " && target.matches?.("button, summary")) return;
    const act = this.actOf(key);
    if (!act) return;
    event.preventDefault();
    act();
    this.changed();
  }

  /** Arrow keys go from one controller to the next, as among radio buttons. */
  among(event) {
    const all = [...event.target.parentElement.children];
    const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
    const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    event.preventDefault();
    next.focus();
    next.click();
  }

  actOf(key) {
    const { acts, view } = this;
    const number = Number(key);
    if (number >= 1 && number <= acts.names.length) return () => acts.controller(acts.names[number - 1]);
    return {
      " ": acts.pause, r: acts.rewind, j: acts.jump, e: acts.endless, p: acts.push, "?": acts.help, v: acts.view,
      "+": () => view.orbit.zoom(1.15), "=": () => view.orbit.zoom(1.15), "-": () => view.orbit.zoom(1 / 1.15),
      "[": () => acts.firmer(-0.5), "]": () => acts.firmer(0.5),
      h: view.mount ? () => acts.leave() : null,
      c: view.drawn?.cut ? () => acts.say(view.cut()) : null,
      PageUp: view.drawn?.cut ? () => view.moveCut(SLICE) : null, PageDown: view.drawn?.cut ? () => view.moveCut(-SLICE) : null,
      d: acts.draw, k: acts.keys, g: () => this.take(), ",": () => this.choose(-1), ".": () => this.choose(1),
      f: () => view.flick(key === "F" ? -1 : 1), Escape: this.draws ? () => this.toDraw(false) : view.held ? () => view.drop()
        : this.keyframes?.on ? acts.keys : null,
    }[key.length === 1 ? key.toLowerCase() : key];
  }

  take() {
    this.canvas.focus({ preventScroll: true });
    const held = this.view.toggleHold();
    this.acts.say(held ? "Held: arrow keys pull, G lets go." : "Let go.");
  }

  /** Another place that G takes hold of. */
  choose(by) {
    if (this.keyframes?.on) return this.acts.say(`${this.keyframes.another(by)}: A sets a key-frame.`);
    this.canvas.focus({ preventScroll: true });
    return this.acts.say(`Place ${this.view.choose(by)}: G takes hold, F flicks.`);
  }

  /** What keys that are down do, `passed` ms on. */
  advance(passed) {
    if (!this.keys.size) return;
    let [dx, dy] = [0, 0];
    for (const key of this.keys) {
      dx += HELD_KEYS[key][0];
      dy += HELD_KEYS[key][1];
    }
    const byKeyboard = this.view.held && this.doing !== "grab";
    this.nudged += passed;
    if (byKeyboard) {
      if (this.nudged >= NUDGE) this.view.nudge(dx, dy);
    } else if (this.panning) this.view.orbit.pan(-dx * TURN * passed, dy * TURN * passed);
    else this.view.orbit.turn(-dx * TURN * passed, dy * TURN * passed);
    if (this.nudged >= NUDGE) this.nudged = 0;
    this.changed();
  }
}

// The controls around the picture: what they show and what they send. Nothing here draws the picture.

import { DASHES, isDark, lineColour, nameOf, number } from "./look.js";

const SETTLED = 140; // ms after the last move of the slider before gains are asked for
const READABLE = 250; // ms between new figures; each costs a processor that draws as much as a frame
const LEGIBLE = 150; // ms that a number beside an arrow stands
const SAID = 3200; // ms that a remark stays
const HEADER = 78; // CSS pixels at the top that labels keep out of, where there are words and buttons:
const WORDS = [260, 420]; // from the left, and from the right

const $ = (id) => document.getElementById(id);

export class Panel {
  /** `act` has a function for each thing that can be asked for. */
  constructor(scene, act, thrifty) {
    Object.assign(this, { scene, act, buttons: new Map(), figures: 0, every: thrifty ? 3 * READABLE : READABLE });
    $("name").textContent = scene.name;
    document.title = `${scene.name} · softrein`;
    $("what").textContent = scene.kind === "fluid" ? "Stir the smoke." : "Take hold and pull.";
    for (const name of scene.controllers) this.addController(name);
    $("push").hidden = !scene.pushes.length;
    $("jump").title = "Go on from the moment of the motion that is closest to where it is now (J)";
    const clicks = {
      pause: act.pause, rewind: act.rewind, jump: act.jump, endless: act.endless, push: act.push, help: act.help,
      "help-close": act.help, view: act.view,
    };
    for (const [id, what] of Object.entries(clicks)) $(id).addEventListener("click", what);
    $("scale").addEventListener("change", () => act.scale(Number($("scale").value)));
    $("firm").addEventListener("input", () => this.slide());
    this.describeSlider(0);
  }

  addController(name) {
    const button = document.createElement("button");
    const sample = document.createElement("canvas"), label = document.createElement("b");
    const figures = document.createElement("small");
    Object.assign(button, { type: "button", className: "controller" });
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", "false");
    button.title = `${nameOf(name)} (${this.buttons.size + 1})`;
    Object.assign(sample, { width: 52, height: 8, ariaHidden: "true" });
    label.textContent = nameOf(name);
    for (const word of ["error", "effort"]) {
      const value = document.createElement("span");
      value.setAttribute("name", word);
      figures.append(value);
    }
    button.append(sample, label, figures);
    button.addEventListener("click", () => this.act.controller(name));
    $("controllers").append(button);
    this.buttons.set(name, { button, sample, figures });
  }

  dress() {
    for (const [name, { sample }] of this.buttons) {
      const context = sample.getContext("2d");
      context.clearRect(0, 0, 52, 8);
      Object.assign(context, { strokeStyle: lineColour(name), lineWidth: 5 });
      context.setLineDash((DASHES[name] ?? []).map((length) => 2 * length));
      context.beginPath();
      context.moveTo(0, 4);
      context.lineTo(52, 4);
      context.stroke();
    }
    document.documentElement.classList.toggle("dark", isDark());
  }

  slide() {
    const decades = -Number($("firm").value);
    this.describeSlider(decades);
    clearTimeout(this.sliding);
    this.sliding = setTimeout(() => this.act.cost(decades), SETTLED);
  }

  describeSlider(decades) {
    const words = decades === 0 ? "as shipped" : `cost of control × ${number(10 ** decades, 1)}`;
    $("firm").setAttribute("aria-valuetext", words);
    this.words = words;
    $("cost").textContent = words;
  }

  /** What a frame says, for people; figures change four times a second, or nobody could read them. */
  show(frame, runs, fps, now) {
    if (this.controller !== frame.controller) {
      this.controller = frame.controller;
      for (const [name, { button }] of this.buttons) {
        button.setAttribute("aria-checked", String(name === frame.controller));
        button.tabIndex = name === frame.controller ? 0 : -1;
      }
    }
    const { paused, endless, making, finished } = frame.flags;
    this.press("pause", paused, paused ? "Go on" : "Pause");
    this.press("endless", endless);
    this.write("cost", making ? "making gains…" : this.words);
    $("cost").classList.toggle("busy", making);
    const held = finished && !endless;
    if (held !== this.ended) {
      this.ended = held;
      $("ended").hidden = !held;
    }
    if (now - this.figures < this.every) return;
    this.figures = now;
    const micro = (value) => (value < 1000 ? `${Math.round(value)} µs` : `${number(value / 1000)} ms`);
    this.write("rate", Math.round(frame.rate));
    this.write("latency", micro(frame.latency));
    this.write("worst", micro(frame.worst));
    this.write("fps", Math.round(fps));
    this.write("time", `${(frame.step * this.scene.dt).toFixed(1)} s`);
    for (const [name, { figures }] of this.buttons) {
      const run = runs.get(name);
      for (const [place, value] of [["error", run?.error], ["effort", run?.total]]) {
        const text = run ? number(value) : "";
        if (figures.children.namedItem(place).textContent !== text) figures.children.namedItem(place).textContent = text;
      }
      figures.title = run ? `error ${number(run.error)}, effort ${number(run.total)} ${this.scene.effort_unit}` : "";
    }
  }

  /** Put words where there are others: every change is drawn anew. */
  write(id, words) {
    const text = String(words), place = $(id);
    if (place.textContent !== text) place.textContent = text;
  }

  press(id, pressed, label) {
    const button = $(id);
    if (button.getAttribute("aria-pressed") === String(pressed)) return;
    button.setAttribute("aria-pressed", String(pressed));
    if (label) button.setAttribute("aria-label", label);
  }

  /** A remark that goes by itself; also for screen readers. */
  say(words) {
    $("said").textContent = words;
    $("said").classList.add("seen");
    clearTimeout(this.saying);
    this.saying = setTimeout(() => $("said").classList.remove("seen"), SAID);
  }

  connection(stands) {
    $("lost").hidden = stands;
  }

  /** By keyboard: the slider, a notch at a time. */
  firmer(by) {
    $("firm").value = Number($("firm").value) + by;
    this.slide();
  }
}

/** Labels over the picture, and the bar that says how long an arrow is. */
export class Tags {
  constructor() {
    this.written = {};
    this.each = { push: $("tag-push"), control: $("tag-control") };
  }

  resize(width, height) {
    Object.assign(this, { width, height });
  }

  /** Beside `at`, a point of the stage, or nowhere: so much of a unit. */
  place(name, at, amount, unit) {
    const tag = this.each[name];
    if (tag.hidden !== !at) tag.hidden = !at;
    if (!at) return;
    const now = performance.now();
    if (now - (this.written[name] ?? 0) > LEGIBLE) {
      const text = `${number(amount)} ${unit}`;
      if (tag.textContent !== text) tag.textContent = text;
      this.written[name] = now;
    }
    const x = Math.round(Math.min(Math.max(at[0], 90), this.width - 90));
    const beside = x < WORDS[0] || x > this.width - WORDS[1];
    const y = Math.round(Math.min(Math.max(at[1], beside ? HEADER : 20), this.height - 30));
    tag.style.transform = name === "push" ? `translate(${x + 10}px, ${y - 10}px)` : `translate(calc(${x - 12}px - 100%), ${y - 10}px)`;
  }

  /** The colour of the controller's force. */
  paint(colour) {
    if (this.colour === colour) return;
    this.colour = this.each.control.style.color = colour;
  }

  scale(amount, pixels) {
    const width = Math.round(pixels);
    if (this.scaled === `${amount} ${width}`) return;
    this.scaled = `${amount} ${width}`;
    $("bar").style.width = `${width}px`;
    $("bar-text").textContent = `${number(amount, 1)} ${this.unit}`;
  }
}

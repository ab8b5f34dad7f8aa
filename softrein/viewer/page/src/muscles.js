// A slider for each cable and chamber: it shows what the controller does with it, and a hand on it takes it over.

import { number } from "./look.js";

const OFTEN = 40; // ms between two words to the server where a slider is
const MINE = 300; // ms that a slider stays where a hand left it, before it follows what frames say
const STEPS = 400; // of a slider
const ROOMY = 900; // CSS pixels: on a narrower page sliders are folded at first

const $ = (id) => document.getElementById(id);

export class Muscles {
  /** `act` has `drive` and `loosen`. */
  constructor(muscles, act) {
    this.act = act;
    $("muscles").hidden = !muscles.length;
    $("muscles").open = innerWidth >= ROOMY;
    this.rows = muscles.map((muscle, which) => this.row(muscle, which));
  }

  row(muscle, which) {
    const row = document.createElement("div"), name = document.createElement("span");
    const slider = document.createElement("input"), value = document.createElement("output");
    const free = document.createElement("button");
    const { low, high, unit } = muscle;
    name.textContent = muscle.name;
    Object.assign(slider, { type: "range", min: low, max: high, step: (high - low) / STEPS, value: 0 });
    slider.setAttribute("aria-label", `${muscle.name}, ${unit}`);
    Object.assign(free, { type: "button", textContent: "×", hidden: true, title: "Let go: the controller’s again" });
    free.setAttribute("aria-label", `Let go of ${muscle.name}`);
    row.append(name, slider, value, free);
    $("muscle-rows").append(row);
    const made = { ...muscle, row, slider, value, free, touched: -MINE, sent: -OFTEN };
    slider.addEventListener("input", () => this.drive(made, which));
    slider.addEventListener("change", () => this.tell(made, which));
    free.addEventListener("click", () => this.act.loosen(which));
    return made;
  }

  drive(row, which) {
    Object.assign(row, { touched: performance.now(), shown: undefined });
    this.write(row, Number(row.slider.value));
    if (row.touched - row.sent >= OFTEN) this.tell(row, which);
  }

  tell(row, which) {
    row.sent = row.touched = performance.now();
    row.shown = undefined;
    this.act.drive(which, Number(row.slider.value));
  }

  /** What frames say of each, {value, held}; but where a hand is. */
  show(muscles, now) {
    this.rows.forEach((row, k) => {
      const { value, held } = muscles[k];
      if (row.held !== held) {
        row.held = held;
        row.free.hidden = !held;
        row.row.classList.toggle("held", held);
      }
      if (now - row.touched < MINE) return;
      const wanted = String(value);
      if (row.shown === wanted) return;
      row.shown = wanted;
      row.slider.value = value;
      this.write(row, value);
    });
  }

  write({ value: place, factor, unit }, value) {
    const text = `${number(value * factor)} ${unit}`;
    if (place.textContent !== text) place.textContent = text;
  }
}

// The controls around the picture: what they show and what they send. Nothing here draws the picture.

import { Muscles } from "./muscles.js";
import { bodyColour, count, dashOf, isDark, lineColour, nameOf, number } from "./look.js";

const SETTLED = 140; // ms after the last move of the slider before gains are asked for
const READABLE = 250; // ms between new figures; each costs a processor that draws as much as a frame
const LEGIBLE = 150; // ms that a number beside an arrow stands
const SAID = 3200; // ms that a remark stays
const MINE = 1200; // ms that the time scale is the user's own choice, before it follows what frames say
const MAKING = 6000; // ms, the same of the slider: gains take a while
const HEADER = 78; // CSS pixels at the top that labels keep out of, where there are words and buttons:
const WORDS = [260, 420]; // from the left, and from the right
const LEANING = 6; // CSS pixels that an arrow goes to a side before its label does
const BESIDE = 6; // CSS pixels from a target to what became of it
const ROOM = 90; // CSS pixels that half a label may take

const $ = (id) => document.getElementById(id);

export class Panel {
  /** `act` has a function for each thing that can be asked for. */
  constructor(scene, act, thrifty) {
    Object.assign(this, { scene, act, buttons: new Map(), figures: 0, every: thrifty ? 3 * READABLE : READABLE });
    $("name").textContent = scene.name;
    document.title = `${scene.name} · softrein`;
    this.what = scene.says.invite;
    $("what").textContent = this.what;
    for (const [kind, words] of legend(scene)) this.explain(kind, words);
    for (const name of scene.controllers) this.addController(name);
    this.motions = new Map(scene.motions.map((motion) => [motion.name, this.addMotion(motion)]));
    $("motions").hidden = !this.motions.size;
    this.follows(scene.motions[0]?.name);
    $("draw").hidden = !act.draws?.();
    $("keys").hidden = !scene.regions;
    $("jump").title = "Go on from the moment of the motion that is closest to where it is now (J)";
    const clicks = {
      pause: act.pause, rewind: act.rewind, jump: act.jump, endless: act.endless, push: act.push, draw: act.draw, keys: act.keys, help: act.help,
      "help-close": act.help, view: act.view,
    };
    for (const [id, what] of Object.entries(clicks)) $(id).addEventListener("click", what);
    $("scale").addEventListener("change", () => {
      Object.assign(this, { scaled: performance.now(), factor: undefined });
      act.scale(Number($("scale").value));
    });
    $("firm").addEventListener("input", () => this.slide());
    this.muscles = new Muscles(scene.muscles, act);
    this.decades = 0;
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
    const met = document.createElement("span"), apart = document.createElement("i");
    met.className = "met";
    for (const word of ["error", "effort"]) {
      const value = document.createElement("span");
      value.setAttribute("name", word);
      figures.append(value);
    }
    button.append(sample, label, met, figures, apart);
    button.addEventListener("click", () => this.act.controller(name));
    $("controllers").append(button);
    this.buttons.set(name, { button, sample, figures, met, apart });
  }

  addMotion({ name, words }) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "motion wide", textContent: name, title: words });
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => this.act.motion(name));
    $("motions").append(button);
    return button;
  }

  /** Say which motion is followed, and offer its own pushes, if it has some. */
  follows(which) {
    $("push").hidden = !this.scene.pushed;
    for (const [name, button] of this.motions) button.setAttribute("aria-checked", String(name === which));
  }

  /** An entry of the legend: what something looks like, and what it is. */
  explain(kind, words) {
    const entry = document.createElement("li"), sample = document.createElement("i"), text = document.createElement("span");
    sample.className = kind;
    text.textContent = words;
    entry.append(sample, text);
    $("legend").append(entry);
    if (kind === "body") Object.assign(this, { bodySample: sample, bodyWords: text });
    if (kind === "control") this.controlSample = sample;
    if (kind === "plan") Object.assign(this, { planSample: sample, planWords: text, plans: words });
  }

  /** Whether it plans ahead, and how many plans were cut short for want of time. */
  showPlan({ plan, controller }) {
    const { planSample: sample, planWords: words } = this;
    if (sample.parentElement.hidden !== !plan) sample.parentElement.hidden = !plan;
    if (!plan) return;
    sample.style.color = lineColour(controller);
    const text = plan.cut ? `${this.plans}; ${count(plan.cut)} cut short` : this.plans;
    if (words.textContent !== text) words.textContent = text;
  }

  /** The colours of the controller, and its name, in the legend. */
  paint(name) {
    this.bodySample.style.background = bodyColour(name);
    this.bodyWords.textContent = name === "none" ? "without control" : `steered by ${nameOf(name)}`;
    if (!this.controlSample) return;
    this.controlSample.style.color = lineColour(name);
    this.controlSample.parentElement.hidden = name === "none";
  }

  dress() {
    if (this.controller) this.paint(this.controller);
    for (const [name, { sample }] of this.buttons) {
      const context = sample.getContext("2d");
      context.clearRect(0, 0, 52, 8);
      Object.assign(context, { strokeStyle: lineColour(name), lineWidth: 5 });
      context.setLineDash(dashOf(name).map((length) => 2 * length));
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
    Object.assign(this, { decades, slid: performance.now() });
    clearTimeout(this.sliding);
    this.sliding = setTimeout(() => this.act.cost(decades), SETTLED);
  }

  /** What other pages have chosen, unless it is being chosen here. */
  follow({ factor, decades, flags }, now) {
    if (factor !== this.factor && now - (this.scaled ?? -MINE) >= MINE) {
      this.factor = factor;
      $("scale").value = nearest([...$("scale").options].map(({ value }) => value), factor);
    }
    if (flags.making || decades === this.decades) {
      if (!flags.making) this.slid = undefined;
      return;
    }
    if (Math.abs(decades - this.decades) < 1e-6) this.slid = undefined; // 32 bits
    if (now - (this.slid ?? -MAKING) < MAKING) return;
    this.decades = decades;
    $("firm").value = -decades;
    this.describeSlider(Math.abs(decades) < 1e-6 ? 0 : decades);
  }

  describeSlider(decades) {
    const words = decades === 0 ? "as shipped" : `cost of control × ${number(10 ** decades, 1)}`;
    $("firm").setAttribute("aria-valuetext", words);
    this.words = words;
    $("cost").textContent = words;
  }

  /** What a frame says, for people; figures change four times a second, or nobody could read them. */
  show(frame, history, fps, now) {
    this.follow(frame, now);
    if (this.controller !== frame.controller) {
      this.controller = frame.controller;
      for (const [name, { button }] of this.buttons) {
        button.setAttribute("aria-checked", String(name === frame.controller));
        button.tabIndex = name === frame.controller ? 0 : -1;
      }
      this.paint(frame.controller);
      this.showPlan(frame);
      this.elsewhere = frame.controller !== "lqr";
      document.querySelector(".slider").classList.toggle("elsewhere", this.elsewhere);
    }
    const { paused, endless, making, finished } = frame.flags;
    this.press("pause", paused, paused ? "Go on" : "Pause");
    this.press("endless", endless);
    if (this.stands) this.write("cost", making ? "making gains…" : this.elsewhere ? `${this.words}; acts on LQR only` : this.words);
    $("cost").classList.toggle("busy", making && this.stands);
    const held = finished && !endless;
    if (held !== this.ended) {
      this.ended = held;
      $("ended").hidden = !held;
      $("ended").classList.toggle("high", Boolean(this.act.low?.()));
    }
    this.write("time", `${(frame.step * this.scene.dt).toFixed(1)} s`); // at once, as verdicts come
    if (now - this.figures < this.every) return;
    this.muscles.show(frame.muscles, now);
    this.figures = now;
    this.showPlan(frame);
    const micro = (value) => (value < 1000 ? `${Math.round(value)} µs` : `${number(value / 1000)} ms`);
    this.write("rate", Math.round(frame.rate));
    this.write("latency", micro(frame.latency));
    this.write("worst", micro(frame.worst));
    this.write("fps", paused || held ? "–" : fps);
    for (const name of this.buttons.keys()) this.showRun(name, history.of(name));
  }

  /** How far off a controller was in its run, with how much effort, what it met, and whether that may be compared. */
  showRun(name, run) {
    const { button, figures, met, apart } = this.buttons.get(name), { effort_unit: unit, targets } = this.scene;
    const why = run ? run.apart(this.scene) : "", judged = run && !why ? run.met : [];
    const [error, effort] = run ? [number(run.error), number(run.total)] : ["", ""];
    const told = `${error} ${effort} ${judged} ${why}`;
    if (button.dataset.run === told) return;
    button.dataset.run = told;
    figures.children.namedItem("error").textContent = error;
    figures.children.namedItem("effort").textContent = effort;
    apart.textContent = why;
    button.dataset.apart = why;
    met.replaceChildren(...judged.map((outcome) => Object.assign(document.createElement("i"), { className: outcome || "open" })));
    const balls = judged.map((outcome, k) => `, ${targets[k].name} ${outcome || "open"}`).join("");
    const aside = why && ` (${why}: not to be compared)`;
    const words = run ? `error ${error}, as the cost weighs it, effort ${effort} ${unit}${balls}${aside}` : "not tried yet";
    button.setAttribute("aria-label", `${nameOf(name)}: ${words}`);
    figures.title = words;
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

  /** Whether key-frames are edited: a pull then sets one. */
  keying(on) {
    this.press("keys", on);
    $("what").textContent = on ? "Key-frames: where the body is to be, and when." : this.what;
  }

  /** Whether the next stroke is a path. */
  drawing(on) {
    this.press("draw", on);
    if (on) this.say("Draw a closed line: the body follows it as its path.");
  }

  /** A remark that goes by itself; also for screen readers. */
  say(words) {
    $("said").classList.toggle("high", Boolean(this.act.low?.())); // where what is watched is not
    $("said").textContent = words;
    $("said").classList.add("seen");
    clearTimeout(this.saying);
    this.saying = setTimeout(() => $("said").classList.remove("seen"), SAID);
  }

  connection(stands, words) {
    this.stands = $("lost").hidden = stands;
    this.write("lost", words);
    if (stands) return;
    this.write("cost", this.words); // whether gains are being made is not known any more
    $("cost").classList.remove("busy");
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
    this.verdicts = [];
  }

  /** What has become of a target, beside it: at a point of the stage, so far from its middle; or nothing. */
  judge(which, at, reach, words, outcome) {
    const tag = (this.verdicts[which] ??= tagOf("verdict"));
    if (tag.hidden !== !at) tag.hidden = !at;
    if (!at) return;
    if (tag.textContent !== words) {
      tag.textContent = words;
      tag.dataset.outcome = outcome;
    }
    const right = at[0] + reach + BESIDE < this.width - 2 * ROOM; // of it, or else left
    const x = Math.round(at[0] + (right ? 1 : -1) * (reach + BESIDE));
    const y = Math.round(Math.min(Math.max(at[1] - 10, 20), this.height - 30));
    tag.style.transform = right ? `translate(${x}px, ${y}px)` : `translate(calc(${x}px - 100%), ${y}px)`;
  }

  resize(width, height) {
    Object.assign(this, { width, height });
  }

  /** Beside `tip`, or else the last that is seen on the way there from `start`, points of the stage: so much of a unit, and whether the arrow is `cut` short of it. */
  place(name, start, tip, amount, unit, cut = false) {
    const tag = (this.each[name] ??= tagOf("pressed")), at = tip && this.lastSeen(start, tip);
    if (tag.hidden !== !at) tag.hidden = !at;
    if (!at) return;
    const now = performance.now();
    if (now - (this.written[name] ?? 0) > LEGIBLE) {
      const text = `${number(amount)} ${unit}${cut ? ", arrow cut short" : ""}`;
      if (tag.textContent !== text) tag.textContent = text;
      this.written[name] = now;
    }
    const x = Math.round(Math.min(Math.max(at[0], ROOM), this.width - ROOM));
    const beside = x < WORDS[0] || x > this.width - WORDS[1];
    const y = Math.round(Math.min(Math.max(at[1], beside ? HEADER : 20), this.height - 30));
    const way = tip[0] - start[0], right = Math.abs(way) > LEANING ? way > 0 : name === "push"; // ahead of the arrow
    tag.style.transform = right ? `translate(${x + 10}px, ${y - 10}px)` : `translate(calc(${x - 10}px - 100%), ${y - 10}px)`;
  }

  /** The last point inside of the stage on the way from `start` to `tip`, or null. */
  lastSeen(start, tip) {
    let [enters, leaves] = [0, 1];
    for (const [axis, most] of [[0, this.width], [1, this.height]]) {
      const way = tip[axis] - start[axis], [low, high] = [-start[axis], most - start[axis]];
      if (way === 0 && (low > 0 || high < 0)) return null;
      if (way === 0) continue;
      enters = Math.max(enters, Math.min(low / way, high / way));
      leaves = Math.min(leaves, Math.max(low / way, high / way));
    }
    return enters <= leaves ? [0, 1].map((axis) => start[axis] + leaves * (tip[axis] - start[axis])) : null;
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

function tagOf(kind) {
  const tag = document.createElement("span");
  tag.className = `tag ${kind}`;
  $("stage").append(tag);
  return tag;
}

/** What there is to see, and what it is called: [kind, words]. */
function legend({ ghost, says, targets, plan, paths, muscles, markers, obstacles, particles, smoke, leaves, leaves_in_all: leavesInAll }) {
  const inSpace = smoke?.length === 3, [leaf, many] = inSpace ? ["speck", "specks"] : ["leaf", "leaves"];
  const planned = ["plan", plan.lines ? "where it plans to go" : "plans ahead"];
  return [
    ["body", ""], ...(particles ? [["dot", "steered particle"], ["home", "where it should be"], [inSpace ? "line" : "way", "its way"]] : []),
    ...(leaves ? [[leaf, leaves < leavesInAll ? `${count(leaves)} of ${count(leavesInAll)} ${many}` : "carried along"]] : []),
    ...(ghost ? [["ghost", "the reference motion"]] : []),
    ...(markers ? [["marker", "sensors: all that is measured"], ["estimate", "what the controller takes it for"]] : []), ["push", says.push],
    ...(ghost ? [["control", "the controller’s force"]] : []), planned,
    ...(muscles.some(({ route: [first, end] }) => end > first) ? [["cable", "cables, the more they pull"]] : []),
    ...(muscles.some(({ wall: [first, end] }) => end > first) ? [["chamber", "chambers, the more they press"]] : []),
    ...(obstacles?.length ? [["touched", "what presses on it"]] : []),
    ...(paths?.length ? [["path", "the path to follow"]] : []),
    ...(targets.length ? [["to-hit", targets[0].flies ? "wants to land" : "to be hit"],
      ["hit", targets[0].flies ? "landed" : "hit"], ["missed", targets[0].flies ? "could not land" : "missed"]] : []),
  ];
}

/** The entry nearest to a positive number, in proportion. */
function nearest(entries, value) {
  const off = (entry) => Math.abs(Math.log(Number(entry) / value));
  return entries.reduce((best, entry) => (off(entry) < off(best) ? entry : best));
}

// The page of `softrein view`: takes frames from the simulation, draws the newest, and sends what people do.

import { Color, WebGLRenderer } from "three";
import { Alone } from "./alone/link.js";
import { BodyView } from "./body.js";
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { Link, fetchScene } from "./link.js";
import { isStill, onTheme, styled, wear } from "./look.js";
import { Panel, Tags } from "./panel.js";
import { Pace } from "./pace.js";
import { Part } from "./part.js";
import { SmokeView } from "./smoke.js";
import { History, Strip } from "./strip.js";
import { Between } from "./between.js";

const TAKEN = 3; // drawn frames to one word to the server that they came,
const CAME = 6; // or so many that came: it sends up to 8 without one
const SAMPLES = 240; // of the time from an input to its picture, kept for who asks
const $ = (id) => document.getElementById(id);

/** Counters for tests and for the curious: `window.softrein` in the browser's console. */
const counters = { ready: false, frames: 0, received: 0, echo: 0, fps: 0, latency: [], connected: false };
window.softrein = counters;

start().catch((error) => {
  $("loading-text").textContent = error.message;
  $("loading").classList.add("failed");
  console.error(error);
});

async function start() {
  const canvas = $("canvas");
  const power = powerOf();
  const context = canvas.getContext("webgl2", { // of our own: three.js asks for alpha, which is blended at every frame
    alpha: false, antialias: power.smooths, depth: true, stencil: true, powerPreference: "high-performance",
  });
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.autoClear = false;
  renderer.info.autoReset = false;
  const scene = await fetchScene((share) => { $("loading-bar").style.width = `${100 * share}%`; });
  document.documentElement.classList.toggle("alone", Boolean(scene.model)); // which hides what needs the server
  const tags = new Tags();
  tags.unit = scene.push_unit;
  wear(scene.looks);
  const page = new Page(scene, renderer, tags, power);
  page.dress();
  page.resize();
  onTheme(() => page.dress());
  new ResizeObserver(() => page.resize()).observe($("stage"));
  requestAnimationFrame((now) => page.tick(now));
  page.link.connect(); // last: the motion begins when its first page is there
}

/** What the graphics can do: `thrifty` where a processor draws, `floats`: draw numbers, `fetches`: a body by textures. */
function powerOf() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Error("This browser does not draw in three dimensions (WebGL 2 is missing or switched off).");
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
  const forced = new URLSearchParams(location.search).get("draw"); // "gpu" or "cpu", for tests
  const thrifty = forced ? forced === "cpu" : /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  const floats = Boolean(gl.getExtension("EXT_color_buffer_float")), fetches = floats && !thrifty;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return { name, thrifty, floats, fetches, smooths: !thrifty };
}

class Page {
  constructor(scene, renderer, tags, power) {
    Object.assign(this, { plant: scene, renderer, tags, sent: new Map(), dirty: true, targets: scene.targets });
    scene.pushed = scene.pushes.length;
    this.link = new (scene.model ? Alone : Link)(scene, {
      heard: (frame) => this.hear(frame), carried: (smoke) => this.carry(smoke),
      said: (what) => this.listen(what), changed: (on, words) => this.connection(on, words),
    });
    const inputs = {
      grab: (vertex, to) => this.input("grab", { vertex, to }),
      carry: (to, how) => this.input("carry", typeof how === "number" ? { to, which: how } : { to, turn: how }),
      blow: (at, force, radius) => this.input("blow", { at, force, radius }),
      push: (push) => this.input("push", push),
      path: (path) => this.input("path", path),
      release: () => this.input("release"),
    };
    this.view = new (scene.smoke ? SmokeView : BodyView)(scene, inputs, tags, power);
    this.history = new History(scene);
    this.strip = new Strip($("strip"), scene, this.history, power.thrifty);
    this.between = new Between(scene.dt);
    this.pace = new Pace(renderer);
    this.part = new Part(!power.thrifty);
    this.panel = new Panel(scene, this.acts(), power.thrifty);
    const changed = () => { this.dirty = true; };
    this.keys = scene.regions ? new Keys(scene, this.view, {
      send: (what, rest) => this.link.send(what, rest), say: (words) => this.panel.say(words), changed,
    }) : null;
    this.hands = new Hands($("picture"), this.view, this.acts(), this.keys, changed);
    this.expose();
  }

  acts() {
    const { link } = this;
    return {
      controller: (name) => link.send("controller", { name }),
      motion: (name) => link.send("motion", { name }),
      cost: (decades) => link.send("cost", { decades }),
      pause: () => link.send("pause", { on: !this.frame?.flags.paused }),
      endless: () => link.send("endless", { on: !this.frame?.flags.endless }),
      rewind: () => {
        link.send("rewind");
        if (this.frame?.flags.paused) link.send("pause", { on: false });
      },
      jump: () => link.send("jump"),
      leave: () => link.send("leave"),
      drive: (which, value) => link.send("drive", { which, value }),
      loosen: (which) => link.send("loosen", { which }),
      scale: (factor) => link.send("scale", { factor }),
      push: () => this.tryPushes(),
      draw: () => {
        if (this.plant.model) this.panel.say("Only softrein view can draw another path.");
        else if (this.plant.paths?.length) this.hands.toDraw(!this.hands.draws);
        else this.panel.say(this.plant.says.paths);
      },
      drawing: (on) => this.panel.drawing(on),
      keys: () => {
        if (this.plant.model) return this.panel.say("Only softrein view can set key-frames.");
        if (!this.keys) return this.panel.say(this.plant.says.keys);
        this.keys.toggle();
        this.panel.keying(this.keys.on);
        this.strip.alone = this.keys.on;
        this.strip.wanted = true;
        return undefined;
      },
      draws: () => Boolean(this.plant.paths?.length) && !this.plant.model,
      firmer: (by) => this.panel.firmer(by),
      help: () => this.help(),
      view: () => { this.view.orbit.reset(); this.dirty = true; },
      say: (words) => this.panel.say(words),
      low: () => this.view.isLow?.(),
      names: this.plant.controllers,
    };
  }

  /** The motion from its beginning, with the scene's own pushes at their times: the same for every controller. */
  tryPushes() {
    this.link.send("try");
    this.panel.say(this.plant.pushed ? "From the beginning, with the scene’s own push." : "From the beginning: this motion has no push of its own.");
  }

  input(what, rest) {
    const id = this.link.send(what, rest, true);
    this.sent.set(id, performance.now());
    if (this.sent.size > 400) this.sent.delete(this.sent.keys().next().value);
  }

  hear(frame) {
    counters.received += 1;
    this.frame = Object.assign(frame, { targets: frame.targets.slice(0, this.plant.targets.length) });
    this.between.take(frame, performance.now());
    if (this.history.add(frame)) this.strip.wanted = true;
    this.came = (this.came ?? 0) + 1;
    this.fresh = true;
  }

  carry(smoke) {
    counters.smoke = smoke;
    this.view.take(smoke);
    this.dirty = true;
  }

  listen(what) {
    if (what.say === "run") {
      this.history.take(what);
      this.strip.wanted = true;
    }
    if (what.say === "moved") {
      this.history.kept.clear();
      this.history.steps = this.plant.steps = what.steps;
      Object.assign(this.plant, { pushed: what.pushes, targets: what.first ? this.targets : [] });
      this.view.lead(what.led);
      this.hands.toDraw(false);
      $("draw").hidden = !this.hands.acts.draws();
      this.panel.follows(what.name);
      this.dirty = true;
      this.strip.wanted = true;
    }
    if (what.say === "path") {
      this.view.repath(what.which, what.places);
      this.panel.say(what.drawn ? "The path was drawn; a dot brings the scene’s own back." : "The scene’s own path.");
      this.dirty = true;
    }
    if (what.say === "keys" && this.keys) {
      this.keys.hear(what);
      this.strip.keys = what.keys.map(({ step }) => step);
      this.strip.wanted = true;
    }
    if (what.say === "saved") this.panel.say(`Saved as ${what.name}.`);
    if (what.say === "gains") this.panel.say(`New gains, made in ${what.seconds.toFixed(2)} s.`);
    if (what.say === "error") this.panel.say(what.text);
  }

  connection(stands, words) {
    counters.connected = stands;
    this.panel.connection(stands, words);
    if (!stands && !counters.ready) $("loading-text").textContent = words; // which covers the rest
    this.sent.clear();
    if (stands && this.link.connections > 1) this.panel.say("Connected again.");
  }

  dress() {
    this.stage = new Color(styled("--stage"));
    this.view.dress();
    this.panel.dress();
    this.strip.wanted = this.dirty = true;
  }

  /** The stage, or the number of pixels, is another: a canvas is black then, so it is drawn at once. */
  resize() {
    const { clientWidth: width, clientHeight: height } = $("stage");
    if (!width || !height) return;
    this.part.resize(width, height);
    this.pace.resize(this.part);
    this.view.resize(width, height);
    this.tags.resize(width, height);
    this.dirty = true;
    if (!this.frame) return;
    const now = performance.now();
    this.view.orbit.advance(0, isStill());
    this.drawNow(now, 0);
  }

  help() {
    const dialog = $("help-text");
    if (dialog.open) dialog.close();
    else {
      dialog.showModal();
      dialog.scrollTop = 0; // it has scrolled to its button
    }
  }

  tick(now) {
    requestAnimationFrame((later) => this.tick(later));
    const passed = Math.min(now - (this.before ?? now), 100);
    this.before = now;
    const moved = this.view.orbit.advance(passed, isStill());
    this.hands.advance(passed);
    if (this.view.held) this.view.tell(now);
    if ($("help-text").open) this.dirty = true; // something lies over the picture, which must not go blank behind it
    if (this.frame && (this.fresh || this.between.moving(now) || moved || this.dirty || this.view.held)) {
      this.drawNow(now, passed);
    }
    this.pace.measure(now);
    if (this.pace.changed) this.resize();
    counters.fps = this.pace.drawn(now);
    if (this.frame) this.panel.show(this.frame, this.history, counters.fps, now);
    if (this.frame) this.keys?.show(this.frame, now);
    this.strip.refresh(now);
  }

  drawNow(now, passed) {
    const { frame } = this;
    const { state, reference, time } = this.between.at(now);
    this.view.show(state, reference, frame, this.renderer, passed, time);
    this.keys?.draw();
    if (!this.part.whole && this.part.hold(this.view.seen(), now)) this.pace.resize(this.part);
    this.renderer.setRenderTarget(null); // before the colour, which is converted for what is drawn to
    this.renderer.setClearColor(this.stage, 1);
    this.view.draw(this.renderer, this.part);
    this.acknowledge(frame);
    this.fresh = this.dirty = false;
    this.pace.draw(now);
    counters.frames += 1;
    this.clock(frame);
    if (!counters.ready) {
      counters.ready = true;
      $("loading").hidden = true;
    }
  }

  /** Tell the server which frame has been drawn, now and then: it sends no more than a few ahead. */
  acknowledge({ frame }) {
    if (!this.fresh) return;
    this.drew = (this.drew ?? 0) + 1;
    if (this.drew < TAKEN && this.came < CAME) return;
    this.drew = this.came = 0;
    this.link.send("took", { frame });
  }

  /** How long inputs took until their effect was drawn. */
  clock(frame) {
    counters.echo = frame.echo;
    const now = performance.now();
    for (const [id, since] of this.sent) {
      if (id > frame.echo) break;
      counters.latency.push(now - since);
      this.sent.delete(id);
    }
    if (counters.latency.length > SAMPLES) counters.latency.splice(0, counters.latency.length - SAMPLES);
  }

  expose() {
    const { view, link } = this;
    const stage = () => $("stage").getBoundingClientRect();
    const onPage = ([x, y]) => [x + stage().left, y + stage().top];
    Object.assign(counters, {
      alone: link.live,
      names: this.plant.controllers, receive: (data) => link.receive(data),
      kind: this.plant.kind,
      frame: () => this.frame,
      bad: () => link.bad,
      connections: () => link.connections,
      drop: () => link.socket.close(),
      sent: () => link.sent, pushes: () => this.plant.pushed, duration: () => this.plant.steps * this.plant.dt,
      figures: (name) => (({ error, total, met, marks }) => ({ error, total, met, marks }))(this.history.of(name) ?? {}),
      lines: () => this.history.runs.map(({ number, controller, step, disturbed, error, total }) => ({
        number, controller, disturbed, error, total, first: step[0], last: step.at(-1), points: step.length,
      })),
      reach: () => this.view.orbit.points.map((point) => onPage(this.view.orbit.onScreen(point))),
      pixelRatio: () => this.renderer.getPixelRatio(),
      watched: () => this.plant.watched ?? [],
      vertex: (index) => onPage(view.vertexOnScreen(index)),
      particle: (index, reference) => onPage(view.particleOnScreen(index, reference)),
      pick: (x, y) => view.pick(x - stage().left, y - stage().top),
      held: () => Boolean(view.held),
      mount: (part) => onPage(view.orbit.onScreen(view.mount[part].position)),
      planned: () => view.planned().map(onPage),
      path: (index) => view.paths[index].points.map((place) => onPage(view.orbit.onScreen(place))),
      keys: () => this.keys.list.map(({ place, step, to, came, off, name }) => ({ place, step, to, came, off, name })),
      regions: () => this.plant.regions,
      keysState: () => this.keys.about.state,
      handle: (which) => onPage(view.orbit.onScreen(this.keys.placeOf(which))),
      target: (which) => onPage(view.orbit.onScreen(this.view.marks.places[which])),
      place: (index) => view.surface?.placeOf(index, view.state).toArray(),
    });
  }
}

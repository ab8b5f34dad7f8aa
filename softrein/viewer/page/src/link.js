// The connection to the simulation: commands out, frames in. Reconnects by itself; a bad frame is left out.

import { Model, bytesOf } from "./alone/model.js";
import { OUTCOMES } from "./run.js";

const HEADER = 80; // bytes before a frame's arrays
const WORDS = 24; // bytes before its numbers
const FIRST_WAIT = 400; // ms before the first attempt to reconnect; doubled each time up to
const LONGEST_WAIT = 4000;
const SLOW_WAIT = 15000; // once the viewer seems to have ended
const FAILURES = 5; // attempts, after which it seems so
const FRAME = 1, SMOKE = 2; // the first byte of what comes
const TARGET = 5, MUSCLE = 2, HANDLE = 12, TOUCH = 6; // numbers that a frame has of each
const [POLICY, TRY_LATER] = [1008, 1013]; // codes with which the server closes, and says why
const PACE = [128, 24]; // byte 3 of a frame: the time scale 1, and so many to an octave
const FLAGS = { paused: 1, finished: 2, endless: 4, grabbed: 8, making: 16, planned: 32 };

const token = new URLSearchParams(location.search).get("token") ?? "";
const withToken = (path) => `${path}?token=${encodeURIComponent(token)}`;

/** A frame of `size` state entries, `rank` controls, so many targets, muscles and a plan; null where the bytes are none. */
export function decode(buffer, { size, rank, targets, muscles, handles = 0, touches = 0, estimates = 0, plan: { lines, points, axes }, controllers }) {
  const known = HEADER + 4 * ((2 + estimates) * size + rank + TARGET * targets + MUSCLE * muscles + HANDLE * handles + TOUCH * touches);
  if (buffer.byteLength < known) return null;
  const view = new DataView(buffer);
  const planned = view.getUint8(2) & FLAGS.planned ? 1 + lines * points * axes : 0;
  if (buffer.byteLength !== known + 4 * planned) return null;
  if (view.getUint8(1) >= controllers.length) return null;
  const words = new Float32Array(buffer, WORDS);
  if (!words.every(Number.isFinite)) return null;
  const bits = view.getUint8(2), pace = view.getUint8(3);
  const flags = Object.fromEntries(Object.entries(FLAGS).map(([name, bit]) => [name, (bits & bit) > 0]));
  const [time, effort, deviation, error, latency, worst, rate, decades] = words;
  const at = (HEADER - WORDS) / 4, met = at + 2 * size + rank, driven = met + TARGET * targets, held = driven + MUSCLE * muscles, pressed = held + HANDLE * handles, guessed = pressed + TOUCH * touches, ahead = guessed + estimates * size;
  return {
    controller: controllers[view.getUint8(1)], flags,
    frame: view.getUint32(4, true), step: view.getUint32(8, true), echo: view.getUint32(12, true),
    run: view.getUint32(16, true), marks: view.getUint32(20, true),
    factor: 2 ** ((pace - PACE[0]) / PACE[1]),
    time, effort, deviation, error, latency, worst, rate, decades,
    force: words.subarray(8, 11), at: words.subarray(11, 14),
    state: handles ? Float32Array.of(...words.subarray(at, at + size), ...words.subarray(held, pressed)) : words.subarray(at, at + size),
    reference: words.subarray(at + size, at + 2 * size),
    estimate: words.subarray(guessed, ahead),
    control: words.subarray(at + 2 * size, met),
    targets: Array.from({ length: targets }, (_, k) => {
      const [outcome, when, ...place] = words.subarray(met + TARGET * k, met + TARGET * (k + 1));
      return { outcome: OUTCOMES[outcome] ?? "", when, place };
    }),
    muscles: Array.from({ length: muscles }, (_, k) => {
      const [value, held] = words.subarray(driven + MUSCLE * k, driven + MUSCLE * (k + 1));
      return { value, held: held > 0 };
    }),
    touches: Array.from({ length: touches }, (_, k) => {
      const own = words.subarray(pressed + TOUCH * k, pressed + TOUCH * (k + 1));
      return { force: own.subarray(0, 3), at: own.subarray(3) };
    }),
    plan: planned ? { cut: words[ahead], ways: words.subarray(ahead + 1) } : null,
  };
}

/** What smoke's flow carries, or null; `scene` says how much of each there is. Places are in 65535ths of the box. */
export function decodeSmoke(buffer, { particles, trail, leaves, smoke: cells }) {
  const start = 16, point = 2 * cells.length, leafs = start + point * particles * trail, shades = leafs + 6 * leaves;
  if (buffer.byteLength !== shades + cells.reduce((all, count) => all * count, 1)) return null;
  const view = new DataView(buffer), count = view.getUint32(8, true), time = view.getFloat32(12, true);
  if (count > trail || !Number.isFinite(time)) return null;
  return {
    time, leaves: new Uint16Array(buffer, leafs, 3 * leaves), shades: new Uint8Array(buffer, shades),
    trails: Array.from({ length: particles }, (_, k) => new Uint16Array(buffer, start + point * k * trail, cells.length * count)),
  };
}

/** The scene with its arrays, from the server or from the page itself. Throws an Error with words for people. */
export async function fetchScene(progress) {
  const types = { f4: Float32Array, u4: Uint32Array, u1: Uint8Array }, held = document.getElementById("scene");
  if (held) {
    const scene = JSON.parse(held.textContent);
    for (const each of Object.values(scene.arrays)) each.data = new types[each.type](bytesOf(each.data).buffer);
    scene.model = await Model.open(scene);
    return scene;
  }
  const answer = await fetch(withToken("scene.json"));
  if (!answer.ok) throw new Error(answer.status === 403 || answer.status === 401
    ? "This address lacks its token: open the one that `softrein view` printed."
    : `The server answered ${answer.status}.`);
  const scene = await answer.json();
  let done = 0;
  const entries = Object.entries(scene.arrays);
  await Promise.all(entries.map(async ([name, { url, type }]) => {
    const data = await fetch(withToken(url));
    if (!data.ok) throw new Error(`The server answered ${data.status} for ${name}.`);
    scene.arrays[name].data = new types[type](await data.arrayBuffer());
    progress(++done / entries.length);
  }));
  return scene;
}

export class Link {
  /** `heard` takes frames, `carried` smoke, `said` messages, `changed` whether the connection stands or, if not, why. */
  constructor(scene, { heard, carried, said, changed }) {
    this.size = scene.shown;
    Object.assign(this, { scene, rank: scene.rank, controllers: scene.controllers, targets: scene.targets.length, plan: scene.plan });
    this.muscles = scene.muscles.length;
    this.handles = scene.handle ? 1 : (scene.obstacles ?? []).filter(({ tool }) => tool >= 0).length;
    this.touches = (scene.obstacles ?? []).length;
    this.estimates = scene.markers ? 1 : 0;
    Object.assign(this, { heard, carried, said, changed });
    Object.assign(this, { id: 0, bad: 0, connections: 0, connected: false, wait: FIRST_WAIT });
    Object.assign(this, { failures: 0, sent: 0 });
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/${withToken("live")}`);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      if (!this.connected) this.stand();
      this.receive(data);
    };
    socket.onclose = (event) => this.fall(event);
    this.socket = socket;
  }

  /** The connection stands from its first message on: one that is refused is opened before, too. */
  stand() {
    this.connected = true;
    this.wait = FIRST_WAIT;
    this.failures = 0;
    this.connections += 1;
    this.changed(true, "");
  }

  /** It was closed, or could not be made; try again, unless the server wants none of this page. */
  fall({ code, reason }) {
    this.failures = this.connected ? 0 : this.failures + 1;
    this.connected = false;
    const ends = code === POLICY, ended = this.failures >= FAILURES && code !== TRY_LATER;
    const words = reason ? `The server closed the connection: ${reason}` : "The server closed the connection";
    if (ends) this.changed(false, `${words}. Load the page again to go on.`);
    else if (code === TRY_LATER) this.changed(false, `${words}. Trying again…`);
    else if (ended) this.changed(false, "The viewer has ended. Start `softrein view` again and open the address that it prints.");
    else this.changed(false, "The connection is lost; trying again…");
    if (ends) return;
    setTimeout(() => this.connect(), ended ? SLOW_WAIT : this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  receive(data) {
    if (typeof data === "string") {
      try {
        this.said(JSON.parse(data));
      } catch {
        this.bad += 1;
      }
      return;
    }
    const type = data instanceof ArrayBuffer && data.byteLength > 0 ? new Uint8Array(data)[0] : 0;
    const frame = type === FRAME && decode(data, this);
    const smoke = type === SMOKE && this.scene.smoke && decodeSmoke(data, this.scene);
    if (frame) this.heard(frame);
    else if (smoke) this.carried(smoke);
    else this.bad += 1;
  }

  /** Send a command; one that acts on the plant gets a number, which is returned and comes back in `echo`. */
  send(what, rest = {}, numbered = false) {
    const message = { do: what, ...rest };
    if (numbered) message.id = this.id += 1;
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
      this.sent += 1;
    }
    return this.id;
  }
}

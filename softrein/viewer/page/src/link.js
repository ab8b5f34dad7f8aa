// The connection to the simulation: commands out, frames in. Reconnects by itself; a bad frame is left out.

const HEADER = 72; // bytes before a frame's arrays
const FIRST_WAIT = 400; // ms before the first attempt to reconnect; doubled each time up to
const LONGEST_WAIT = 4000;
const FLAGS = { paused: 1, finished: 2, endless: 4, grabbed: 8, making: 16 };

const token = new URLSearchParams(location.search).get("token") ?? "";
const withToken = (path) => `${path}?token=${encodeURIComponent(token)}`;

/** A frame of `size` state entries and `rank` controls, or null where the bytes are something else. */
export function decode(buffer, size, rank, controllers) {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== HEADER + 4 * (2 * size + rank)) return null;
  const view = new DataView(buffer);
  if (view.getUint8(0) !== 1 || view.getUint8(1) >= controllers.length) return null;
  const words = new Float32Array(buffer, 16);
  if (!words.every(Number.isFinite)) return null;
  const bits = view.getUint8(2);
  const flags = Object.fromEntries(Object.entries(FLAGS).map(([name, bit]) => [name, (bits & bit) > 0]));
  const [time, effort, deviation, error, latency, worst, rate, decades] = words;
  const at = (HEADER - 16) / 4;
  return {
    controller: controllers[view.getUint8(1)], flags,
    frame: view.getUint32(4, true), step: view.getUint32(8, true), echo: view.getUint32(12, true),
    time, effort, deviation, error, latency, worst, rate, decades,
    force: words.subarray(8, 11), at: words.subarray(11, 14),
    state: words.subarray(at, at + size), reference: words.subarray(at + size, at + 2 * size),
    control: words.subarray(at + 2 * size),
  };
}

/** The scene with its arrays, from the server. Throws an Error with words for people. */
export async function fetchScene(progress) {
  const answer = await fetch(withToken("scene.json"));
  if (!answer.ok) throw new Error(answer.status === 403 || answer.status === 401
    ? "This address lacks its token: open the one that `softrein view` printed."
    : `The server answered ${answer.status}.`);
  const scene = await answer.json();
  const types = { f4: Float32Array, u4: Uint32Array, u1: Uint8Array };
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
  /** `heard` takes frames, `said` messages, `changed` whether the connection stands. */
  constructor(scene, { heard, said, changed }) {
    this.size = scene.kind === "fluid" ? 2 * scene.particles + scene.rank : scene.rank;
    Object.assign(this, { rank: scene.rank, controllers: scene.controllers, heard, said, changed });
    Object.assign(this, { id: 0, bad: 0, connections: 0, connected: false, wait: FIRST_WAIT });
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/${withToken("live")}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.connections += 1;
      this.turn(true);
    };
    socket.onmessage = ({ data }) => this.receive(data);
    socket.onclose = () => {
      this.turn(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
    this.socket = socket;
  }

  turn(connected) {
    if (this.connected !== connected || !connected) this.changed(connected);
    this.connected = connected;
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
    const frame = decode(data, this.size, this.rank, this.controllers);
    if (frame) this.heard(frame);
    else this.bad += 1;
  }

  /** Send a command; one that acts on the plant gets a number, which is returned and comes back in `echo`. */
  send(what, rest = {}, numbered = false) {
    const message = { do: what, ...rest };
    if (numbered) message.id = this.id += 1;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    return this.id;
  }
}

// A body's step and control as WebAssembly, from the C of softrein/export/c, with its constants in a block of memory.

const PAGE = 65536; // bytes of WebAssembly's memory
const ALIGNED = 16;
const EACH = 8; // bytes of a number

export const [DONE, ENDED, FAILED] = [1, 0, -1]; // what came of a step

/** Bytes of text in base 64. */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export class Model {
  /** `scene` is what the page holds, with `alone`: the module, the block, where arrays are in it, and their sizes. */
  static async open(scene) {
    const { wasm, block } = scene.alone;
    const { instance } = await WebAssembly.instantiate(bytesOf(wasm), { env: Math });
    return new Model(scene, instance.exports, bytesOf(block));
  }

  constructor({ rank, steps, alone, obstacles }, exports, block) {
    const { memory, __heap_base: heap } = exports, base = aligned(heap.value);
    Object.assign(this, { alone, exports, memory, base, steps, rank });
    reach(memory, base + block.length);
    new Uint8Array(memory.buffer).set(block, base);
    const bytes = exports.model_begin(base);
    this.body = aligned(base + block.length);
    const pressed = this.body + aligned(bytes), shapes = obstacles?.length ?? 0;
    reach(memory, pressed + 6 * EACH * shapes); // from here on memory stays where it is
    this.states = this.array("states");
    exports.model_reset(this.body);
    this.state = this.numbers(exports.model_state_of(this.body), 2 * rank);
    this.push = this.numbers(exports.model_push_of(this.body), rank);
    this.control = this.numbers(exports.model_control_of(this.body), alone.sizes.limits[0]);
    this.limits = this.array("limits");
    this.shipped = this.limits.slice();
    this.pressed = this.numbers(pressed, 6 * shapes);
    this.controlled = true;
  }

  numbers(at, count) {
    return new Float64Array(this.memory.buffer, at, count);
  }

  /** An array of the block, flat. */
  array(name) {
    const { places, sizes } = this.alone;
    return this.numbers(this.base + places[name], sizes[name].reduce((a, b) => a * b, 1));
  }

  get index() {
    return this.exports.model_step_of(this.body);
  }

  set index(step) {
    this.exports.model_go_to(this.body, step, Number(this.controlled));
  }

  /** The motion's own state at a step, its middle and velocities. */
  reference(step = this.index) {
    return this.states.subarray(2 * this.rank * step, 2 * this.rank * (step + 1));
  }

  /** The gains of a controller act from now on; of one without gains nothing does. */
  steer(name) {
    const { places, keys } = this.alone, count = keys[name];
    this.controlled = count !== undefined;
    if (this.controlled) {
      const [gains, at, offset] = ["gains", "keys", "offset"].map((part) => this.base + places[`${name} ${part}`]);
      this.exports.model_steer(gains, at, count, offset);
    }
    this.index = this.index; // which tells whether there is control
  }

  /** One step of the motion; what came of it. */
  step() {
    return this.exports.model_step(this.body);
  }

  /** With what each obstacle presses on the body: a force and a place (6) each. */
  press() {
    this.exports.model_pressed?.(this.body, this.pressed.byteOffset);
    return this.pressed;
  }
}

function aligned(at) {
  return Math.ceil(at / ALIGNED) * ALIGNED;
}

function reach(memory, end) {
  const missing = Math.ceil(end / PAGE) - memory.buffer.byteLength / PAGE;
  if (missing > 0) memory.grow(missing);
}

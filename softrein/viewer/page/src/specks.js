// Specks that the air carries in space. Where they are comes from the simulation now and then; in between they are on
// the way from one place to the next. They are drawn here, into a picture that is laid over the box: 50,000 take 5 to 10 ms
// so, and as points of WebGL, where a processor draws these, 40 ms.

import { Color, DataTexture, LinearFilter, Matrix4, RedFormat, UnsignedByteType, Vector3 } from "three";
import { coarser, overlay } from "./overlay.js";
import { comesIn, goesOut } from "./through.js";

const LONGER = [1400, 640]; // pixels along the longer side of the picture, and where a processor draws
const WIDE = [1.5, 5]; // CSS pixels of a speck, of very many and of few
const MANY = 5000; // specks, which are very many
const OPAQUE = [150, 255]; // of 255, likewise
const FAR = 0.3; // how much of that is seen of the farthest
const THROUGH = 2; // cells to a step through smoke
const UNKNOWN = -1; // how much is seen of a speck beside the picture
const TURNS = 4; // pictures in which it is found anew, of one speck after the other, what hides them; at once if the eye moves

export class Specks {
  /** So many, in a box; `open` has 1 in every cell of `cells` that is no solid, and is null where all are. */
  constructor(count, extent, colour, { cells, open }, thrifty) {
    Object.assign(this, { count, extent, cells, open, longer: LONGER[Number(thrifty)], share: 1 });
    this.before = this.after = null; // until the first come
    Object.assign(this, { seen: new Float32Array(count), turn: 0, eye: new Vector3(NaN) });
    this.bounds = open && around(open, cells);
    const few = 1 - Math.min(count / MANY, 1);
    [this.wide, this.most] = [WIDE, OPAQUE].map(([many, one]) => many + few * (one - many));
    this.laying = overlay("float seen = texture(picture, here).r; pixel = vec4(colour * seen, seen);", {
      picture: { value: null }, colour: { value: new Color().set(colour).convertLinearToSRGB() },
    });
  }

  /** New places (3 numbers a speck, in 65535ths); `onward` from the last ones, or else put there. */
  take(places, onward) {
    this.before = onward ? this.after : places;
    this.after = places;
    if (!onward) this.eye.x = NaN;
  }

  /** Lay them over a canvas of so many pixels (Vector2), of which `ratio` are a CSS pixel, as smoke lets them be seen, and a cut (see cut.js). */
  lay(renderer, camera, volume, beyond, pixels, ratio) {
    if (!this.count || !this.after) return;
    const { x: width, y: height } = coarser(pixels, this.longer), { uniforms } = this.laying;
    if (this.picture?.image.width !== width || this.picture.image.height !== height) {
      this.picture?.dispose();
      this.picture = new DataTexture(new Uint8ClampedArray(width * height), width, height, RedFormat, UnsignedByteType);
      Object.assign(this.picture, { minFilter: LinearFilter, magFilter: LinearFilter, unpackAlignment: 1 });
      uniforms.picture.value = this.picture;
    }
    uniforms.pixels.value.copy(pixels);
    this.draw(camera, volume, beyond, width, height, this.wide * ratio * (width / pixels.x));
    this.picture.needsUpdate = true;
    this.laying.run(renderer, null);
  }

  /** Each as a square `wide` pixels wide, with soft edges; the nearer, the stronger. */
  draw(camera, volume, beyond, width, height, wide) {
    const { before, after, share, most } = this, out = this.picture.image.data, rest = 1 - share;
    const all = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const m = all.scale({ x: this.extent[0] / 65535, y: this.extent[1] / 65535, z: this.extent[2] / 65535 }).elements;
    const [near, far] = this.depths(m), see = this.seer(camera, volume), half = wide / 2, { seen } = this;
    const [cx, cy, cz] = beyond.toArray().map((each, axis) => (each * (this.extent[axis] ?? 0)) / 65535), cut = beyond.w;
    const moved = !this.eye.equals(camera.position), turn = (this.turn = (this.turn + 1) % TURNS);
    this.eye.copy(camera.position);
    const full = half <= 1 ? most * wide * wide : most, rim = Math.max(half, 1);
    out.fill(0);
    for (let i = 0, k = 0; i < before.length; i += 3, k++) {
      const x = rest * before[i] + share * after[i], y = rest * before[i + 1] + share * after[i + 1], z = rest * before[i + 2] + share * after[i + 2];
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      if (w < camera.near || cx * x + cy * y + cz * z > cut) {
        seen[k] = UNKNOWN;
        continue;
      }
      const across = (0.5 + (m[0] * x + m[4] * y + m[8] * z + m[12]) / w / 2) * width;
      const up = (0.5 + (m[1] * x + m[5] * y + m[9] * z + m[13]) / w / 2) * height;
      if (across < rim || up < rim || across > width - rim || up > height - rim) {
        seen[k] = UNKNOWN;
        continue;
      }
      if (moved || k % TURNS === turn || seen[k] === UNKNOWN) seen[k] = see(x, y, z);
      const strength = full * (1 - (1 - FAR) * (w - near) / (far - near)) * seen[k];
      if (half <= 1) { // shared among four pixels
        const left = Math.trunc(across - 0.5), low = Math.trunc(up - 0.5), right = across - 0.5 - left, top = up - 0.5 - low;
        const at = low * width + left, below = strength * (1 - top), above = strength * top;
        out[at] += below * (1 - right);
        out[at + 1] += below * right;
        out[at + width] += above * (1 - right);
        out[at + width + 1] += above * right;
        continue;
      }
      const left = across - half, right = across + half, low = up - half, high = up + half;
      for (let row = Math.floor(low); row < high; row++) {
        const tall = (Math.min(row + 1, high) - Math.max(row, low)) * strength;
        for (let column = Math.floor(left); column < right; column++) {
          out[row * width + column] += tall * (Math.min(column + 1, right) - Math.max(column, left));
        }
      }
    }
  }

  /** How far off the nearest and the farthest corner of the box are. */
  depths(m) {
    const ends = Array.from({ length: 8 }, (_, k) => [0, 1, 2].reduce((sum, a) => sum + ((k >> a) & 1) * 65535 * m[4 * a + 3], m[15]));
    return [Math.min(...ends), Math.max(...ends)];
  }

  /** A function: how much of a speck at a place in 65535ths is seen from the eye, through smoke, and not through solids. */
  seer(camera, volume) {
    const { open, cells, extent } = this, [nx, ny, nz] = cells, { data } = volume;
    const [sx, sy, sz] = cells.map((count) => count / 65535), [mx, my, mz] = extent.map((side, axis) => side / cells[axis]);
    const inCells = (place) => place.toArray().map((each, axis) => (each / extent[axis]) * cells[axis]);
    const [ex, ey, ez] = inCells(camera.position), smoke = [...inCells(volume.low), ...inCells(volume.high)];
    const drawn = [...inCells(volume.least), ...inCells(volume.most)];
    const bounds = this.bounds?.map((each, k) => (k < 3 ? Math.max(each, drawn[k]) : Math.min(each, drawn[k])));
    const dense = volume.dense / 255 / Math.max(...extent), most = 4 / dense; // beyond that nothing is seen
    return (px, py, pz) => {
      const x = px * sx, y = py * sy, z = pz * sz, dx = ex - x, dy = ey - y, dz = ez - z; // the way to the eye, in cells
      const long = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)); // cells, along the axis along which they are most
      if (open) {
        const end = goesOut(bounds, x, y, z, dx, dy, dz);
        for (let t = comesIn(bounds, x, y, z, dx, dy, dz) + 0.5 / long; t < end; t += 1 / long) {
          if (!open[((x + t * dx) | 0) + nx * (((y + t * dy) | 0) + ny * ((z + t * dz) | 0))]) return 0;
        }
      }
      if (!volume.any) return 1;
      const end = goesOut(smoke, x, y, z, dx, dy, dz), step = THROUGH / long, metres = step * Math.hypot(mx * dx, my * dy, mz * dz);
      let met = 0; // 255ths of density times m
      for (let t = comesIn(smoke, x, y, z, dx, dy, dz) + step / 2; t < end && met < most; t += step) {
        met += metres * data[2 * (((x + t * dx) | 0) + nx * (((y + t * dy) | 0) + ny * ((z + t * dz) | 0)))];
      }
      return met < most ? Math.exp(-dense * met) : 0;
    };
  }
}

/** The least box [x, y, z, x, y, z] in cells around all solids. */
function around(open, [nx, ny]) {
  const box = [Infinity, Infinity, Infinity, 0, 0, 0];
  open.forEach((free, i) => {
    if (free) return;
    [i % nx, Math.trunc(i / nx) % ny, Math.trunc(i / nx / ny)].forEach((at, axis) => {
      box[axis] = Math.min(box[axis], at);
      box[3 + axis] = Math.max(box[3 + axis], at + 1);
    });
  });
  return box;
}

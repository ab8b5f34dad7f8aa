// Ways in space: lines that fade towards their ends. One is what a controller plans, from what it steers into the future.
// Frames bring its places (softrein/viewer/shown/plans.py); where there is no plan there is no line.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, GLSL3, Mesh, RawShaderMaterial, Vector2, Vector3 } from "three";
import { HEAD } from "./clay.js";
import { Ribbon } from "./flat.js";
import { styled } from "./look.js";

const WIDTH = 6; // CSS pixels to each side, where it begins, its rim included
const THIN = 0.45; // of that, where it ends
const FAINT = 0.12; // how much is seen of its end
const RIM = [0.55, 0.75]; // of the width, where the line goes over into a rim in the stage's colour: it is seen before a body
const FLAT = 0.006; // of the box: the width over smoke

/** A way in space: as wide on the screen wherever it is. */
export class Way extends Mesh {
  /** Of at most so many points, of which two stand side by side; `width`, `thin` and `faint` as above. */
  constructor(points, { width = WIDTH, thin = THIN, faint = FAINT } = {}) {
    const geometry = new BufferGeometry(), index = [];
    const attribute = (name, size) => {
      const made = new BufferAttribute(new Float32Array(2 * size * points), size);
      geometry.setAttribute(name, made);
      return made;
    };
    const parts = { place: attribute("position", 3), before: attribute("before", 3), after: attribute("after", 3) };
    const side = attribute("side", 2); // which side, and how far along
    for (let k = 0; k < points; k++) {
      side.array.set([1, k / (points - 1), -1, k / (points - 1)], 4 * k);
      if (k + 1 < points) index.push(2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 1, 2 * k + 3, 2 * k + 2);
    }
    geometry.setIndex(index);
    super(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthTest: false, depthWrite: false, side: DoubleSide,
      vertexShader: `${HEAD} in vec3 position, before, after; in vec2 side; uniform vec2 size; out float along, aside;
vec2 seen(vec3 place, out vec4 at) { at = projectionMatrix * viewMatrix * vec4(place, 1.0); return at.xy / at.w * size; }
void main() {
  vec4 at, other;
  vec2 here = seen(position, at), way = seen(after, other) - seen(before, other);
  vec2 across = vec2(-way.y, way.x) / max(length(way), 1e-6);
  along = side.y; aside = side.x;
  float width = ${width.toFixed(1)} * mix(1.0, ${thin.toFixed(3)}, along);
  gl_Position = at + vec4(side.x * width * across / size * at.w, 0.0, 0.0);
}`,
      fragmentShader: `precision highp float; in float along, aside; out vec4 pixel; uniform vec3 colour, rim;
void main() {
  float beside = smoothstep(${RIM.join(", ")}, abs(aside));
  pixel = vec4(mix(colour, rim, beside), (1.0 - 0.3 * beside) * mix(1.0, ${faint.toFixed(3)}, along));
}`,
      uniforms: { colour: { value: new Color() }, rim: { value: new Color() }, size: { value: new Vector2(1, 1) } },
    }));
    Object.assign(this, { ...parts, points, way: [], frustumCulled: false, visible: false, renderOrder: -1 });
  }

  /** Canvas of so many CSS pixels: the line's width is in these. */
  resize(width, height) {
    this.material.uniforms.size.value.set(width, height);
  }

  /** From a place (Vector3) along a way [x, y, z, x, ...] that begins close to it; without one it is hidden. If short, it ends sooner. */
  lay(from, way, colour) {
    this.visible = Boolean(way?.length);
    this.way = [];
    if (!this.visible) return;
    this.way = Array.from({ length: this.points }, (_, k) => new Vector3().fromArray(way, Math.min(3 * k, way.length - 3)));
    this.way[0].copy(from);
    const last = this.points - 1;
    this.way.forEach((place, k) => {
      const [before, after] = [this.way[Math.max(k - 1, 0)], this.way[Math.min(k + 1, last)]];
      for (const [part, at] of [[this.place, place], [this.before, before], [this.after, after]]) {
        at.toArray(part.array, 6 * k);
        at.toArray(part.array, 6 * k + 3);
      }
    });
    for (const part of [this.place, this.before, this.after]) part.needsUpdate = true;
    this.material.uniforms.colour.value.set(colour).convertLinearToSRGB(); // as it is: no light falls on it
  }

  dress() {
    this.material.uniforms.rim.value.set(styled("--stage")).convertLinearToSRGB();
  }
}

/** The ways of steered particles over smoke, dashed: what lies behind them is drawn through. */
export class FlatFutures {
  constructor({ lines, points }, size) {
    Object.assign(this, { points, places: [] });
    this.ribbons = Array.from({ length: lines }, () => new Ribbon(FLAT * size, points, { fades: true, dash: 1 }));
  }

  get meshes() {
    return this.ribbons.map(({ mesh }) => mesh);
  }

  /** From the particles' places `from(k)` along all their ways [x, y, x, ...], one after the other; or hidden. */
  lay(from, ways, colour) {
    this.ribbons.forEach(({ mesh }) => { mesh.visible = Boolean(ways?.length); });
    this.places = [];
    if (!ways?.length) return;
    this.ribbons.forEach((ribbon, which) => {
      const start = 2 * this.points * which;
      const way = Array.from({ length: this.points }, (_, k) => [...ways.subarray(start + 2 * k, start + 2 * k + 2)]);
      way[0] = from(which);
      this.places.push(...way);
      ribbon.lay(way.reverse()); // a ribbon is thin where it begins
      ribbon.mesh.material.color.set(colour);
    });
  }
}

/** The ways of steered particles in space. */
export class Futures {
  constructor({ lines, points }) {
    Object.assign(this, { points, places: [] });
    this.meshes = Array.from({ length: lines }, () => new Way(points));
  }

  /** From the particles' places `from(k)` along all their ways [x, y, z, x, ...], one after the other; or hidden. */
  lay(from, ways, colour) {
    const numbers = 3 * this.points;
    this.meshes.forEach((mesh, which) => {
      mesh.lay(new Vector3(...from(which)), ways?.subarray(numbers * which, numbers * (which + 1)), colour);
    });
    this.places = this.meshes.flatMap((mesh) => mesh.way.map((place) => place.toArray()));
  }
}

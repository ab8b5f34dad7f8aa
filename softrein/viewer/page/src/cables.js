// Cables that pull a body: lines through it, the yellower the more they pull. Frames bring what they pull with, and where they
// run follows from the body's state.

import { BufferAttribute, BufferGeometry, Color, GLSL3, Mesh, RawShaderMaterial, Vector2, Vector3 } from "three";
import { HEAD } from "./clay.js";
import { styled } from "./look.js";

const WIDTH = 2.2; // CSS pixels to each side, its rim included
const RIM = [0.55, 0.8]; // of that, where the line goes over into a rim in the stage's colour
const SLACK = "#8a94a1", TAUT = "#ffd23c";

/** All cables, seen through the body. */
export class Cables extends Mesh {
  /** `routes` has [first, last) point of each, `rest` (k, 3) their points and `basis` (k, r, 3) how these move. */
  constructor(routes, rest, basis, rank) {
    const parts = [], index = []; // [cable, from, to]
    routes.forEach(([first, end], cable) => {
      for (let point = first; point + 1 < end; point++) parts.push([cable, point, point + 1]);
    });
    const geometry = new BufferGeometry();
    const attribute = (name, size) => {
      const made = new BufferAttribute(new Float32Array(4 * size * parts.length), size);
      geometry.setAttribute(name, made);
      return made;
    };
    const own = { place: attribute("position", 3), other: attribute("other", 3), share: attribute("share", 1) };
    const side = attribute("side", 2); // as seen from each end towards the other, and from the first
    parts.forEach((_, k) => {
      side.array.set([1, 1, -1, -1, -1, 1, 1, -1], 8 * k);
      index.push(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 1, 4 * k + 3, 4 * k + 2);
    });
    geometry.setIndex(index);
    super(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthTest: false, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position, other; in vec2 side; in float share; uniform vec2 size; out float aside, taut;
void main() {
  vec4 at = projectionMatrix * viewMatrix * vec4(position, 1.0), to = projectionMatrix * viewMatrix * vec4(other, 1.0);
  vec2 way = (to.xy / to.w - at.xy / at.w) * size, across = vec2(-way.y, way.x) / max(length(way), 1e-6);
  aside = side.y; taut = share;
  gl_Position = at + vec4(side.x * ${WIDTH.toFixed(1)} * 2.0 * across / size * at.w, 0.0, 0.0);
}`,
      fragmentShader: `precision highp float; in float aside, taut; out vec4 pixel; uniform vec3 slack, pulled, rim;
void main() {
  float beside = smoothstep(${RIM.join(", ")}, abs(aside));
  pixel = vec4(mix(mix(slack, pulled, taut), rim, beside), 0.95 - 0.35 * beside);
}`,
      uniforms: { slack: uniform(SLACK), pulled: uniform(TAUT), rim: uniform(SLACK), size: { value: new Vector2(1, 1) } },
    }));
    this.material.side = 2;
    Object.assign(this, { parts, rest, basis, rank, own, places: new Float32Array(rest.length), frustumCulled: false });
    this.renderOrder = -2;
  }

  /** Canvas of so many CSS pixels: the lines' width is in these. */
  resize(width, height) {
    this.material.uniforms.size.value.set(width, height);
  }

  /** In a body's state; `shares`: how strongly each pulls, from 0 to 1. */
  show(state, shares, pose) {
    const { places, rest, basis, rank, own } = this;
    for (let i = 0; i < rest.length; i++) {
      const [point, axis] = [Math.floor(i / 3), i % 3];
      let place = rest[i];
      for (let k = 0; k < rank; k++) place += basis[3 * (point * rank + k) + axis] * state[k];
      places[i] = place;
    }
    for (let i = 0; i < places.length; i += 3) new Vector3().fromArray(places, i).applyMatrix4(pose).toArray(places, i);
    this.parts.forEach(([cable, from, to], k) => {
      const ends = [from, to].map((point) => places.subarray(3 * point, 3 * point + 3));
      for (let corner = 0; corner < 4; corner++) {
        own.place.array.set(ends[corner >> 1], 3 * (4 * k + corner));
        own.other.array.set(ends[1 - (corner >> 1)], 3 * (4 * k + corner));
        own.share.array[4 * k + corner] = shares[cable];
      }
    });
    for (const each of Object.values(own)) each.needsUpdate = true;
  }

  dress() {
    this.material.uniforms.rim.value.set(styled("--stage")).convertLinearToSRGB();
  }
}

function uniform(colour) {
  return { value: new Color(colour).convertLinearToSRGB() }; // as it is: no light falls on it
}

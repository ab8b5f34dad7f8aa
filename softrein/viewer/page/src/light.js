// The light in which solid things are seen: one soft key light, light from the sky and back from the floor, a pale
// rim. Reckoned in linear light, written as screens expect: in shaders, and here for what spare.js lights itself.

import { Color, Vector3 } from "three";
import { isDark } from "./look.js";

export const SUN = new Vector3(0.42, 0.86, 0.5).normalize(); // where the key light comes from
const KEY = [0.66, 0.645, 0.615];
const WRAP = 0.28; // how far the key light reaches round
const RIM = 0.1;
const GLOSS = 0.1;

const number = (x) => x.toFixed(6);

/** In GLSL: `lit`, the light of a place x with normal n; `shown`, which a screen wants for it. */
export const LIGHT = `
uniform vec3 colour, sky, bounce; uniform vec3 eye;
const vec3 sun = vec3(${SUN.toArray().map(number)});
vec3 lit(vec3 x, vec3 n) {
  vec3 towards = normalize(eye - x);
  float facing = dot(n, sun);
  float key = max((facing + ${number(WRAP)}) / ${number(1 + WRAP)}, 0.0);
  vec3 ambient = mix(bounce, sky, 0.5 + 0.5 * n.y);
  float edge = 1.0 - max(dot(n, towards), 0.0), rim = edge * edge * edge;
  float gloss = max(dot(n, normalize(sun + towards)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  return colour * (ambient + vec3(${KEY}) * key * key) + ${number(RIM)} * rim * sky + ${number(GLOSS)} * gloss;
}
vec3 shown(vec3 light) { return sqrt(clamp(light, 0.0, 1.0)); }`; // near enough to what screens do, and cheap

/** The lights of the present theme, shared by all materials. */
export const lights = {
  sky: { value: new Color() }, bounce: { value: new Color() }, eye: { value: new Vector3() },
};

export function dressLights() {
  const dark = isDark();
  lights.sky.value.setRGB(...(dark ? [0.3, 0.33, 0.38] : [0.44, 0.465, 0.5]));
  lights.bounce.value.setRGB(...(dark ? [0.1, 0.1, 0.12] : [0.27, 0.255, 0.24]));
}

/**
 * What `shown(lit(...))` is, in bytes (v, 4), at places x and normals n (v, 3) of any length; normals of what is
 * seen from both sides are turned towards the eye.
 */
export function lightHere(x, n, colour, bothSides, out) {
  const [sx, sy, sz] = SUN.toArray(), eye = lights.eye.value;
  const sky = lights.sky.value.toArray(), bounce = lights.bounce.value.toArray();
  for (let i = 0, at = 0; i < x.length; i += 3, at += 4) {
    let tx = eye.x - x[i], ty = eye.y - x[i + 1], tz = eye.z - x[i + 2];
    const away = 1 / Math.sqrt(tx * tx + ty * ty + tz * tz);
    tx *= away; ty *= away; tz *= away;
    let size = 1 / Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2] + 1e-30);
    let seen = size * (n[i] * tx + n[i + 1] * ty + n[i + 2] * tz);
    if (bothSides && seen < 0) { size = -size; seen = -seen; }
    const nx = size * n[i], ny = size * n[i + 1], nz = size * n[i + 2];
    const facing = nx * sx + ny * sy + nz * sz;
    const key = Math.max((facing + WRAP) / (1 + WRAP), 0), edge = 1 - Math.max(seen, 0);
    const half = Math.sqrt((sx + tx) ** 2 + (sy + ty) ** 2 + (sz + tz) ** 2);
    let gloss = Math.max((facing + seen) / (half + 1e-30), 0);
    gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
    const up = 0.5 + 0.5 * ny, rim = RIM * edge * edge * edge;
    for (let k = 0; k < 3; k++) {
      const ambient = bounce[k] + up * (sky[k] - bounce[k]);
      const light = colour[k] * (ambient + KEY[k] * key * key) + rim * sky[k] + GLOSS * gloss;
      out[at + k] = 255.5 * Math.sqrt(light > 1 ? 1 : light);
    }
  }
}

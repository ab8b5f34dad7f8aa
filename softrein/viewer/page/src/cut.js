// A cut through smoke in space: a plane across one of the axes. What is before it, as the eye has it, is not drawn; on it is
// the density of the smoke, as a sheet of smoke in a plane has it.

import { Color, DoubleSide, GLSL3, Mesh, PlaneGeometry, RawShaderMaterial, Vector3, Vector4 } from "three";
import { HEAD } from "./clay.js";
import { isDark, styled } from "./look.js";

const NAMES = ["x", "y", "z"], NONE = -1;
const SIDES = [[2, 1], [0, 2], [0, 1]], QUARTER = Math.PI / 2; // axes along the plane's sides, as it is turned from z
const BEGIN = 0.5, NEAR_WALL = 0.02; // of the box: where it cuts at first, and how near to a wall it comes
const GROUND = 0.93, DENSEST = 0.98, SOFT = 5; // how much they hide: the plane, and smoke on it; how soon thin smoke is seen

export class Cut {
  /** Through a box of smoke as `volume` has it. */
  constructor(volume, extent) {
    Object.assign(this, { volume, extent, axis: NONE, share: BEGIN, beyond: new Vector4(0, 0, 0, 1) }); // beyond: see `face`
    const colour = () => ({ value: new Color() });
    this.sheet = new Mesh(new PlaneGeometry(1, 1), new RawShaderMaterial({
      glslVersion: GLSL3, side: DoubleSide, transparent: true, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position; in vec2 uv; out vec3 place; out vec2 side;
void main() { vec4 at = modelMatrix * vec4(position, 1.0); place = at.xyz; side = uv; gl_Position = projectionMatrix * viewMatrix * at; }`,
      fragmentShader: `precision highp float; precision highp sampler3D; in vec3 place; in vec2 side; out vec4 pixel;
uniform sampler3D smoke; uniform vec3 box, along, across, colour, shade, ground, stone, ink;
float density(vec3 at) { // by a cubic spline along the plane, as in sheet.js: linearly it shows its grid
  vec3 size = vec3(textureSize(smoke, 0));
  vec2 x = vec2(dot(at * size, along), dot(at * size, across)) - 0.5, f = fract(x), g = 1.0 - f, a = g * g * g / 6.0, d = f * f * f / 6.0;
  vec2 b = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0, low = a + b, high = 1.0 - low;
  vec2 whole = vec2(dot(size, along), dot(size, across)), to = (x - f - 0.5 + b / low) / whole, from = (x - f + 1.5 + d / high) / whole;
  vec3 rest = at * (1.0 - along - across);
  vec4 values = vec4(texture(smoke, rest + to.x * along + to.y * across).r, texture(smoke, rest + from.x * along + to.y * across).r,
    texture(smoke, rest + to.x * along + from.y * across).r, texture(smoke, rest + from.x * along + from.y * across).r);
  return dot(values, vec4(low.x * low.y, high.x * low.y, low.x * high.y, high.x * high.y));
}
void main() {
  vec3 at = place / box;
  float rho = density(at), cover = ${DENSEST} * (1.0 - exp(-${SOFT.toFixed(1)} * rho));
  vec3 seen = mix(mix(ground, mix(colour, shade, rho), cover), stone, 1.0 - smoothstep(${volume.solid[0]}, ${volume.solid[1]}, texture(smoke, at).g));
  vec2 rim = min(side, 1.0 - side) / fwidth(side);
  pixel = mix(vec4(seen, max(${GROUND}, cover)), vec4(ink, 1.0), 1.0 - smoothstep(0.7, 1.7, min(rim.x, rim.y)));
}`,
      uniforms: {
        smoke: { value: volume.texture }, box: { value: new Vector3(...extent) }, along: { value: new Vector3() }, across: { value: new Vector3() },
        colour: colour(), shade: colour(), ground: colour(), stone: colour(), ink: colour(),
      },
    }));
    this.sheet.visible = false;
  }

  dress() {
    const { ground, stone, ink } = this.sheet.material.uniforms;
    for (const [each, name] of [[ground, "--box"], [stone, "--stone"], [ink, "--stone"]]) each.value.set(styled(name)).convertLinearToSRGB();
  }

  paint(colour) {
    const { colour: thin, shade } = this.sheet.material.uniforms;
    thin.value.set(colour).convertLinearToSRGB();
    shade.value.copy(thin.value).multiplyScalar(isDark() ? 1 : 0.55);
  }

  /** Across the next axis, after the last not at all; what it is now, in words. */
  turn() {
    this.axis = this.axis === 2 ? NONE : this.axis + 1;
    this.share = BEGIN;
    this.sheet.visible = this.axis !== NONE;
    if (!this.sheet.visible) return "Not cut.";
    const [along, across] = SIDES[this.axis], { uniforms } = this.sheet.material;
    uniforms.along.value.set(0, 0, 0).setComponent(along, 1);
    uniforms.across.value.set(0, 0, 0).setComponent(across, 1);
    this.sheet.rotation.set(this.axis === 1 ? QUARTER : 0, this.axis === 0 ? QUARTER : 0, 0);
    this.sheet.scale.set(this.extent[along], this.extent[across], 1);
    return `Cut across ${NAMES[this.axis]}: PageUp and PageDown move the cut.`;
  }

  /** Along its axis by so much of the box; whether there is one. */
  move(by) {
    if (this.axis === NONE) return false;
    this.share = Math.min(Math.max(this.share + by, NEAR_WALL), 1 - NEAR_WALL);
    return true;
  }

  /** An eye looks at it: what is drawn of the volume, and `beyond` (n, w), where dot(n, place) > w is not drawn of anything. */
  face(eye) {
    const { axis, extent, volume: { least, most }, beyond, sheet } = this;
    least.set(0, 0, 0);
    most.set(...extent);
    beyond.set(0, 0, 0, 1);
    if (axis === NONE) return;
    const at = this.share * extent[axis], sign = eye.getComponent(axis) > at ? 1 : -1;
    (sign > 0 ? most : least).setComponent(axis, at);
    beyond.setComponent(axis, sign);
    beyond.w = sign * at;
    sheet.position.set(...extent).multiplyScalar(0.5).setComponent(axis, at);
  }
}

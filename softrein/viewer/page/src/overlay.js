// A picture of its own that is laid over what has been drawn: coarse where a processor draws, never finer than needed.

import { CustomBlending, OneFactor, OneMinusSrcAlphaFactor, Vector2 } from "three";
import { Pass } from "./surface.js";

/** The size (Vector2) of such a picture for a canvas of so many `pixels`, its longer side at most `longer`. */
export function coarser(pixels, longer) {
  const scale = Math.min(longer / Math.max(pixels.x, pixels.y), 1);
  return new Vector2(...[pixels.x, pixels.y].map((side) => Math.max(Math.round(scale * side), 1)));
}

/** The pass that lays it: GLSL from `here`, the place in the picture, to `pixel`, whose colour is times its opacity. */
export function overlay(looks, uniforms) {
  const pass = new Pass(`precision highp float; uniform sampler2D picture; uniform vec2 pixels; uniform vec3 colour; out vec4 pixel;
void main() { vec2 here = gl_FragCoord.xy / pixels; ${looks} }`, { pixels: { value: new Vector2(1, 1) }, ...uniforms });
  Object.assign(pass.material, { transparent: true, blending: CustomBlending, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor });
  return pass;
}

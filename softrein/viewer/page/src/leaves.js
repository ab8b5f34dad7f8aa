// Leaves that the air carries, on the GPU: a texture holds of each its place and, smoothed, the way it flows, which
// is how it is turned; a pass moves all along the velocity (midpoint rule, as the smoke), and they are drawn from it.

import {
  BufferAttribute, Color, DataTexture, FloatType, GLSL3, HalfFloatType, InstancedBufferGeometry, Mesh, NearestFilter,
  RawShaderMaterial, RGBAFormat, ShapeGeometry, Shape, Vector2, WebGLRenderTarget,
} from "three";
import { Pass } from "./surface.js";

const WIDEST = 1024; // texels in a row
const TURNING = 4; // 1/s, how soon a leaf lies along the flow

const CARRY = `precision highp float;
uniform sampler2D leaves, velocity, solid; uniform vec2 box; uniform float span; out vec4 leaf;
void main() {
  leaf = texelFetch(leaves, ivec2(gl_FragCoord.xy), 0);
  vec2 half_ = leaf.xy + 0.5 * span * texture(velocity, leaf.xy / box).xy;
  vec2 way = texture(velocity, half_ / box).xy, next = leaf.xy + span * way;
  if (texture(solid, next / box).r < 0.5) leaf.xy = clamp(next, vec2(0.0), box);
  leaf.zw = mix(leaf.zw, way, min(1.0, ${TURNING.toFixed(1)} * span));
}`;

const SHOW = `precision highp float; uniform mat4 viewMatrix, projectionMatrix;
uniform highp sampler2D leaves; in vec3 position; in vec3 colour; out vec3 seen;
void main() {
  vec4 leaf = texelFetch(leaves, ivec2(gl_InstanceID % ${WIDEST}, gl_InstanceID / ${WIDEST}), 0);
  vec2 way = normalize(leaf.zw + vec2(1e-6, 0.0));
  vec2 at = leaf.xy + position.x * way + position.y * vec2(-way.y, way.x);
  seen = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 0.0, 1.0);
}`;

export class Leaves {
  /** At `places` (k, 2) in m of a box; `floats`: whether targets may hold 32 bits, without which leaves flow roughly. */
  constructor(places, size, [lx, ly], { velocity, solid, floats, colours }) {
    const count = places.length / 2, width = Math.max(Math.min(count, WIDEST), 1);
    const height = Math.max(Math.ceil(count / WIDEST), 1);
    const start = new Float32Array(4 * width * height);
    for (let k = 0; k < count; k++) start.set([places[2 * k], places[2 * k + 1], 0, 0], 4 * k);
    const options = { format: RGBAFormat, minFilter: NearestFilter, magFilter: NearestFilter };
    this.start = Object.assign(new DataTexture(start, width, height), { ...options, type: FloatType, needsUpdate: true });
    const target = () => new WebGLRenderTarget(width, height, {
      ...options, type: floats ? FloatType : HalfFloatType, depthBuffer: false,
    });
    this.targets = [target(), target()];
    this.pass = new Pass(CARRY, {
      leaves: { value: this.start }, velocity: { value: velocity }, solid: { value: solid },
      box: { value: new Vector2(lx, ly) }, span: { value: 0 },
    });
    const geometry = blade(size, colours);
    geometry.instanceCount = count;
    this.mesh = new Mesh(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: SHOW, depthTest: false, transparent: true,
      fragmentShader: "precision highp float; in vec3 seen; out vec4 pixel; void main() { pixel = vec4(seen, 1.0); }",
      uniforms: { leaves: { value: this.start } },
    }));
    this.mesh.frustumCulled = false;
    this.mesh.visible = count > 0;
  }

  /** Where they were at first, from the next step on. */
  reset() {
    this.pass.uniforms.leaves.value = this.start;
  }

  /** Flow for `span` s. */
  carry(renderer, span) {
    if (!this.mesh.visible) return;
    const { uniforms } = this.pass, [next] = this.targets;
    uniforms.span.value = span;
    this.pass.run(renderer, next);
    uniforms.leaves.value = this.mesh.material.uniforms.leaves.value = next.texture;
    this.targets.reverse();
  }
}

/** A leaf along x, with its vein, as triangles with colours. */
function blade(size, colours) {
  const outline = new Shape(), vein = new Shape();
  outline.moveTo(-size, 0);
  outline.bezierCurveTo(-0.4 * size, 0.55 * size, 0.4 * size, 0.5 * size, size, 0);
  outline.bezierCurveTo(0.4 * size, -0.5 * size, -0.4 * size, -0.55 * size, -size, 0);
  vein.moveTo(-0.85 * size, -0.03 * size).lineTo(0.85 * size, -0.03 * size);
  vein.lineTo(0.85 * size, 0.03 * size).lineTo(-0.85 * size, 0.03 * size);
  const place = [], colour = [], index = [];
  [outline, vein].forEach((shape, part) => {
    const flat = new ShapeGeometry(shape, 12), from = place.length / 3;
    const tint = new Color().set(colours[part]).convertLinearToSRGB().toArray();
    place.push(...flat.attributes.position.array);
    for (let k = from; k < place.length / 3; k++) colour.push(...tint);
    index.push(...Array.from(flat.index.array, (vertex) => vertex + from));
  });
  const made = new InstancedBufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  made.setAttribute("colour", new BufferAttribute(new Float32Array(colour), 3));
  made.setIndex(index);
  return made;
}

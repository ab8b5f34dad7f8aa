// How smoke in a plane looks. One pass brings it onto a finer grid, smoothly, one gives it its looks.

import {
  Color, DataTexture, GLSL3, HalfFloatType, LinearFilter, Mesh, PlaneGeometry, RawShaderMaterial, RedFormat, Scene,
  UnsignedByteType, Vector2, WebGLRenderTarget,
} from "three";
import { disc, evenly, FlatArrow, frameOf, Ribbon, ring } from "./flat.js";
import { FlatFutures } from "./future.js";
import { Leaves } from "./leaves.js";
import { BALL, isDark, PUSH, styled } from "./look.js";
import { Pass } from "./surface.js";

const SOFT = 2.0; // as in softrein/pictures/smoke_box.py: the larger, the sooner thin smoke is seen
const DENSEST = 0.92;
const VEIN = "#8a6410"; // of a leaf
const DASHES = 0.006; // of the box: from point to point of a dashed way, of which four are a dash
const FINE = [400, 220]; // texels along the longer side, and where a processor draws

// Between four texels each way, by a cubic spline: bilinear smoke shows its grid.
const REFINE = `precision highp float;
uniform sampler2D before, after; uniform float share; uniform vec2 pixel; out vec4 now;
void main() {
  vec2 size = vec2(textureSize(after, 0)), x = gl_FragCoord.xy * pixel * size - 0.5, f = fract(x);
  vec2 g = 1.0 - f, a = g * g * g / 6.0, d = f * f * f / 6.0;
  vec2 b = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0, low = a + b, high = 1.0 - low;
  vec2 at0 = (x - f - 0.5 + b / low) / size, at1 = (x - f + 1.5 + d / high) / size;
  vec4 parts = vec4(low.x * low.y, high.x * low.y, low.x * high.y, high.x * high.y);
  vec4 old = vec4(texture(before, at0).r, texture(before, vec2(at1.x, at0.y)).r,
    texture(before, vec2(at0.x, at1.y)).r, texture(before, at1).r);
  vec4 next = vec4(texture(after, at0).r, texture(after, vec2(at1.x, at0.y)).r,
    texture(after, vec2(at0.x, at1.y)).r, texture(after, at1).r);
  now = vec4(dot(parts, mix(old, next, share)), 0.0, 0.0, 1.0);
}`;

const SHOW_VERTEX = `precision highp float; uniform mat4 viewMatrix, projectionMatrix, modelMatrix;
in vec3 position; in vec2 uv; out vec2 at;
void main() { at = uv; gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`;
const SHOW = `precision highp float; in vec2 at; out vec4 pixel; uniform sampler2D picture;
void main() { pixel = vec4(texture(picture, at).rgb, 1.0); }`;

// The look of the smoke, on its own grid: screens have more pixels than it has texels.
const SHADE = `precision highp float; out vec4 pixel;
uniform sampler2D density, solid; uniform vec3 smoke, shade, ground, stone; uniform vec2 texel;
void main() {
  vec2 at = gl_FragCoord.xy * texel;
  ivec2 here = ivec2(gl_FragCoord.xy), most = textureSize(density, 0) - 1;
  float rho = max(texelFetch(density, here, 0).r, 0.0);
  vec2 slope = vec2(
    texelFetch(density, min(here + ivec2(1, 0), most), 0).r - texelFetch(density, max(here - ivec2(1, 0), ivec2(0)), 0).r,
    texelFetch(density, min(here + ivec2(0, 1), most), 0).r - texelFetch(density, max(here - ivec2(0, 1), ivec2(0)), 0).r);
  float light = dot(slope, vec2(0.6, -0.8)) * 0.012 / texel.x; // however fine the grid is
  float cover = ${DENSEST} * (1.0 - exp(-${SOFT.toFixed(1)} * min(rho, 1.2)));
  vec3 body = mix(smoke, shade, 0.35 * rho) + 0.2 * light / (0.5 + abs(light));
  vec3 colour = mix(ground, clamp(body, 0.0, 1.0), cover);
  pixel = vec4(mix(colour, stone, smoothstep(0.35, 0.65, texture(solid, at).r)), 1.0);
}`;

export class Sheet {
  /** Of a scene whose box is `size` m long; `ways` are those of the reference's particles, [x, y] in m. */
  constructor(scene, size, ways, power) {
    Object.assign(this, { plant: scene, power, size, scene: new Scene() });
    [this.lx, this.ly] = scene.extent;
    [this.nx, this.ny] = scene.cells;
    this.makePasses();
    this.furnish(ways);
  }

  makePasses() {
    const { nx, ny } = this, { smoke: [columns, rows], arrays: { solid } } = this.plant;
    const fine = FINE[Number(this.power.thrifty)] / Math.max(columns, rows);
    const [width, height] = [Math.round(columns * fine), Math.round(rows * fine)];
    this.shades = [0, 1].map(() => bytes(new Uint8Array(columns * rows), columns, rows)); // before, and newest
    this.solid = transposed(solid.data, nx, ny, 255);
    this.smoke = new WebGLRenderTarget(width, height, {
      format: RedFormat, type: HalfFloatType, minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    this.refine = new Pass(REFINE, {
      before: { value: null }, after: { value: null }, share: { value: 1 },
      pixel: { value: new Vector2(1 / width, 1 / height) },
    });
    this.picture = new WebGLRenderTarget(width, height, {
      minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    this.shading = new Pass(SHADE, {
      density: { value: this.smoke.texture }, solid: { value: this.solid },
      smoke: { value: new Color() }, shade: { value: new Color() }, ground: { value: new Color() }, stone: { value: new Color() },
      texel: { value: new Vector2(1 / width, 1 / height) },
    });
  }

  furnish(ways) {
    const box = new Mesh(new PlaneGeometry(this.lx, this.ly).translate(this.lx / 2, this.ly / 2, 0), new RawShaderMaterial({
      glslVersion: GLSL3, depthTest: false, vertexShader: SHOW_VERTEX, fragmentShader: SHOW,
      uniforms: { picture: { value: this.picture.texture } },
    }));
    this.frame = frameOf(this.lx, this.ly, 0.0035 * this.size);
    const unit = 0.01 * this.size;
    this.leaves = new Leaves(this.plant.leaves, 2.1 * unit, this.plant.extent, [BALL, VEIN]);
    this.steered = ways.map((way) => ({
      trail: new Ribbon(0.36 * unit, this.plant.trail, { fades: true }), way: this.dashed(way),
      dot: disc(1.15 * unit), rim: ring(1.15 * unit, 1.5 * unit), home: ring(1.75 * unit, 2.1 * unit),
    }));
    this.futures = new FlatFutures(this.plant.plan, this.size);
    this.gust = new FlatArrow(0.5 * unit, PUSH);
    this.halo = ring(0.96, 1);
    this.halo.material.opacity = 0.55;
    this.halo.material.color.set(PUSH);
    this.scene.add(box, this.frame, this.halo, this.leaves.mesh);
    for (const part of this.steered) this.scene.add(part.way.mesh, part.trail.mesh, part.home, part.rim, part.dot);
    this.scene.add(...this.futures.meshes, this.gust.mesh);
    this.scene.children.forEach((child, index) => { child.renderOrder = index; });
  }

  /** A way of dashes through places [x, y] in m. */
  dashed(places) {
    const way = evenly(places, DASHES * this.size), ribbon = new Ribbon(0.002 * this.size, way.length, { dash: 4 });
    ribbon.lay(way);
    return ribbon;
  }

  /** Particles are led along other ways. */
  lead(ways) {
    for (const [k, part] of this.steered.entries()) {
      const { mesh } = part.way;
      part.way = this.dashed(ways[k]);
      part.way.mesh.renderOrder = mesh.renderOrder;
      this.scene.remove(mesh);
      mesh.geometry.dispose();
      this.scene.add(part.way.mesh);
    }
  }

  take(news, onward) {
    this.began = Boolean(onward);
    if (onward) this.shades.reverse();
    const [, newest] = this.shades;
    newest.image.data.set(news.shades);
    newest.needsUpdate = true;
    this.leaves.take(news.leaves, onward);
  }

  dress() {
    const { uniforms } = this.shading;
    uniforms.ground.value.set(styled("--box")).convertLinearToSRGB();
    uniforms.stone.value.set(styled("--stone")).convertLinearToSRGB();
    this.frame.material.color.set(styled("--grid"));
  }

  /** The controller's colours: of smoke, and of lines. */
  paint(body, line) {
    const { uniforms } = this.shading, pale = styled("--reference");
    uniforms.smoke.value.set(body).convertLinearToSRGB();
    uniforms.shade.value.copy(uniforms.smoke.value).multiplyScalar(isDark() ? 0.85 : 0.8);
    for (const part of this.steered) {
      part.trail.mesh.material.color.set(line);
      part.dot.material.color.set(line);
      part.rim.material.color.set(isDark() ? "#14171b" : "#ffffff");
      part.way.mesh.material.color.set(pale);
      part.home.material.color.set(pale);
    }
  }

  /** So much of the way to what came last. */
  flow(renderer, share) {
    const { uniforms } = this.refine;
    uniforms.share.value = share;
    uniforms.after.value = this.shades[1];
    uniforms.before.value = this.shades[this.began ? 0 : 1];
    this.refine.run(renderer, this.smoke);
    this.shading.run(renderer, this.picture);
    this.leaves.show(share);
  }

  layParticle(which, here, wanted, trail) {
    const part = this.steered[which];
    part.dot.position.set(...here, 0);
    part.rim.position.set(...here, 0);
    part.home.position.set(...wanted, 0);
    part.trail.lay(trail);
  }

  layHalo(place, radius) {
    this.halo.visible = Boolean(place);
    if (!place) return;
    this.halo.position.copy(place);
    this.halo.scale.setScalar(radius);
  }

  draw(renderer, orbit, part) {
    renderer.clear();
    renderer.render(this.scene, orbit.through(part));
  }
}

/** Values (nx, ny) in C order as a texture whose rows are along x. */
function transposed(values, nx, ny, scale) {
  const out = new Uint8Array(nx * ny);
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) out[j * nx + i] = Math.round(Math.min(255, scale * values[i * ny + j]));
  }
  return bytes(out, nx, ny);
}

function bytes(values, width, height) {
  const made = new DataTexture(values, width, height);
  Object.assign(made, {
    format: RedFormat, type: UnsignedByteType, minFilter: LinearFilter, magFilter: LinearFilter, unpackAlignment: 1,
  });
  made.needsUpdate = true;
  return made;
}

// The view of smoke in a box. The velocity modes are a texture array, whose layer k holds in its four channels
// u and v of modes 2 k and 2 k + 1 at the cells' middles; one pass rebuilds the velocity, one carries the
// density back along it (semi-Lagrangian, second order in time), one shows it; leaves.js moves what the air carries.

import {
  Color, DataArrayTexture, DataTexture, FloatType, GLSL3, HalfFloatType, LinearFilter, Mesh, NearestFilter, Plane,
  PlaneGeometry, RawShaderMaterial, RedFormat, RGBAFormat, RGFormat, Scene, UnsignedByteType, Vector2, Vector3,
  WebGLRenderTarget,
} from "three";
import { disc, FlatArrow, frameOf, Ribbon, ring } from "./flat.js";
import { Leaves } from "./leaves.js";
import { BALL, bodyColour, isDark, lineColour, PUSH, roundUp, styled } from "./look.js";
import { Orbit } from "./orbit.js";
import { Pass } from "./surface.js";

const SOFT = 2.0; // as in softrein/smoke_box.py: the larger, the sooner thin smoke is seen
const DENSEST = 0.92;
const VEIN = "#8a6410"; // of a leaf
const TRAIL = 220; // points of a particle's trail
const RADIUS = 0.07; // of the box: how wide the pointer's wind is
const BRISK = 0.9; // of the box a second: the pointer's speed that blows with a typical push's strength
const LONGEST = 0.06; // s that smoke is carried along at once, and how often in one frame at most
const MOST = 8;
const STRONGEST = 1.5; // times a typical push: beyond, no controller gets anything home from the corners
const REPEAT = 33; // ms between repeats of a wind
const FARTHEST = 0.4; // of the box: no arrow is longer
const SPREAD = [0.2, 0.5, 0.8]; // of the box: places that the keyboard goes over, besides the particles

const VELOCITY = (pairs) => `precision highp float; precision highp sampler2DArray;
uniform sampler2DArray modes; uniform vec4 z[${Math.ceil(pairs / 2)}]; uniform vec2 ratio; out vec4 velocity;
void main() {
  vec2 sum = vec2(0.0);
  ivec2 here = ivec2(gl_FragCoord.xy * ratio);
  for (int k = 0; k < ${pairs}; k++) {
    vec4 mode = texelFetch(modes, ivec3(here, k), 0), four = z[k >> 1];
    vec2 two = (k & 1) == 0 ? four.xy : four.zw;
    sum += two.x * mode.xy + two.y * mode.zw;
  }
  velocity = vec4(sum, 0.0, 1.0);
}`;

const ADVECT = `precision highp float;
uniform sampler2D velocity, density, first, solid; uniform vec2 pixel, step_; uniform float fresh; uniform bool blocks;
out vec4 now;
void main() {
  vec2 here = gl_FragCoord.xy * pixel;
  vec2 half_ = here - 0.5 * step_ * texture(velocity, here).xy;
  vec2 back = here - step_ * texture(velocity, half_).xy;
  float rho = texture(density, back).r;
  if (fresh > 0.0) rho = mix(rho, texture(first, here).r, fresh);
  if (blocks) rho *= 1.0 - step(0.5, texture(solid, here).r);
  now = vec4(rho, 0.0, 0.0, 1.0);
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
  float light = dot(slope, vec2(0.6, -0.8)) * 3.0;
  float cover = ${DENSEST} * (1.0 - exp(-${SOFT.toFixed(1)} * min(rho, 1.2)));
  vec3 body = mix(smoke, shade, 0.35 * rho) + 0.2 * light / (0.5 + abs(light));
  vec3 colour = mix(ground, clamp(body, 0.0, 1.0), cover);
  pixel = vec4(mix(colour, stone, smoothstep(0.35, 0.65, texture(solid, at).r)), 1.0);
}`;

export class SmokeView {
  constructor(scene, link, tags, power) {
    Object.assign(this, { plant: scene, link, tags, power, scene: new Scene() });
    [this.lx, this.ly] = scene.extent;
    [this.nx, this.ny] = scene.cells;
    this.size = Math.max(this.lx, this.ly);
    this.orbit = new Orbit(new Vector3(0, 0, 0), new Vector3(this.lx, this.ly, 0), true);
    this.particles = scene.particles;
    this.packModes();
    this.makePasses();
    this.furnish();
    this.wind = null;
    this.time = 0; // of the last picture: what has flown before the first one is caught up with
  }

  /** Modes at the middles of the cells, as (layer, y, x, 4). */
  packModes() {
    const { nx, ny } = this, { rank, arrays: { u, v } } = this.plant;
    this.pairs = Math.ceil(rank / 2);
    const packed = new Float32Array(4 * nx * ny * this.pairs);
    for (let k = 0; k < rank; k++) {
      const layer = (k >> 1) * nx * ny, channel = 2 * (k & 1);
      const eachU = k * (nx + 1) * ny, eachV = k * nx * (ny + 1);
      for (let i = 0; i < nx; i++) {
        for (let j = 0; j < ny; j++) {
          const at = 4 * (layer + j * nx + i) + channel;
          packed[at] = 0.5 * (u.data[eachU + i * ny + j] + u.data[eachU + (i + 1) * ny + j]);
          packed[at + 1] = 0.5 * (v.data[eachV + i * (ny + 1) + j] + v.data[eachV + i * (ny + 1) + j + 1]);
        }
      }
    }
    this.modes = new DataArrayTexture(packed, nx, ny, this.pairs);
    Object.assign(this.modes, { format: RGBAFormat, type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter });
    this.modes.needsUpdate = true;
    this.z = new Float32Array(4 * Math.ceil(this.pairs / 2));
  }

  makePasses() {
    const { nx, ny } = this, { density, solid } = this.plant.arrays;
    const target = (width, height, format) => new WebGLRenderTarget(width, height, {
      format, type: HalfFloatType, minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    const fine = Math.max(1, Math.min(4, Math.floor((this.power.thrifty ? 200 : 400) / Math.max(nx, ny))));
    const [width, height] = [nx * fine, ny * fine];
    const coarse = Math.max(1, Math.round(Math.max(nx, ny) / (this.power.thrifty ? 64 : 128)));
    this.velocity = target(Math.ceil(nx / coarse), Math.ceil(ny / coarse), RGFormat);
    this.smoke = [target(width, height, RedFormat), target(width, height, RedFormat)];
    this.densest = Math.max(1e-9, density.data.reduce((most, value) => Math.max(most, value), 0));
    this.first = transposed(density.data, nx, ny, 255 / this.densest);
    this.solid = transposed(solid.data, nx, ny, 255);
    this.rebuild = new Pass(VELOCITY(this.pairs), {
      modes: { value: this.modes }, z: { value: this.z },
      ratio: { value: new Vector2(nx / this.velocity.width, ny / this.velocity.height) },
    });
    this.advect = new Pass(ADVECT, {
      velocity: { value: this.velocity.texture }, density: { value: null }, first: { value: this.first },
      solid: { value: this.solid }, pixel: { value: new Vector2(1 / width, 1 / height) },
      step_: { value: new Vector2() }, fresh: { value: 1 },
      blocks: { value: solid.data.some((cell) => cell > 0) },
    });
    this.freshness = 1;
    this.picture = new WebGLRenderTarget(width, height, {
      minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    this.shading = new Pass(SHADE, {
      density: { value: null }, solid: { value: this.solid }, smoke: { value: new Color() },
      shade: { value: new Color() }, ground: { value: new Color() }, stone: { value: new Color() },
      texel: { value: new Vector2(1 / width, 1 / height) },
    });
  }

  furnish() {
    const box = new Mesh(new PlaneGeometry(this.lx, this.ly).translate(this.lx / 2, this.ly / 2, 0), new RawShaderMaterial({
      glslVersion: GLSL3, depthTest: false, vertexShader: SHOW_VERTEX, fragmentShader: SHOW,
      uniforms: { picture: { value: this.picture.texture } },
    }));
    this.frame = frameOf(this.lx, this.ly, 0.0035 * this.size);
    const unit = 0.01 * this.size;
    this.leaves = new Leaves(this.plant.arrays.carried.data, 2.1 * unit, this.plant.extent, {
      velocity: this.velocity.texture, solid: this.solid, floats: this.power.floats, colours: [BALL, VEIN],
    });
    this.steered = Array.from({ length: this.particles }, () => ({
      trail: new Ribbon(0.36 * unit, TRAIL), way: new Ribbon(0.2 * unit, TRAIL, 5),
      dot: disc(1.15 * unit), rim: ring(1.15 * unit, 1.5 * unit), home: ring(1.75 * unit, 2.1 * unit),
    }));
    this.gust = new FlatArrow(0.5 * unit, PUSH);
    this.halo = ring(0.96, 1);
    this.halo.material.opacity = 0.55;
    this.halo.material.color.set(PUSH);
    this.halo.visible = false;
    this.scene.add(box, this.frame, this.halo, this.leaves.mesh);
    for (const part of this.steered) this.scene.add(part.way.mesh, part.trail.mesh, part.home, part.rim, part.dot);
    this.scene.add(this.gust.mesh);
    this.scene.children.forEach((child, index) => { child.renderOrder = index; });
    this.reset();
  }

  reset() {
    this.leaves.reset();
    this.freshness = 1;
    for (const part of this.steered) {
      part.trail.clear();
      part.way.clear();
    }
  }

  dress() {
    const { uniforms } = this.shading;
    uniforms.ground.value.set(styled("--box")).convertLinearToSRGB();
    uniforms.stone.value.set(styled("--stone")).convertLinearToSRGB();
    this.frame.material.color.set(styled("--grid"));
    this.painted = "";
  }

  resize(width, height) {
    this.orbit.resize(width, height);
  }

  show(state, reference, frame, renderer, passed, time) {
    const gone = time - this.time;
    const again = frame.step < (this.step ?? 0);
    if (gone < -1e-6) this.reset();
    else if (again) this.renew();
    Object.assign(this, { time, step: frame.step, state, reference });
    const parts = Math.min(Math.max(Math.ceil(gone / LONGEST), 1), MOST);
    const span = Math.min(Math.max(gone, 0) / parts, LONGEST);
    this.z.set(state.subarray(2 * this.particles));
    this.rebuild.run(renderer, this.velocity);
    this.paint(frame.controller);
    for (let part = 0; part < parts; part++) {
      this.carry(renderer, span);
      this.leaves.carry(renderer, span);
    }
    this.shading.uniforms.density.value = this.smoke[0].texture;
    this.shading.run(renderer, this.picture);
    this.layParticles(span > 0 || gone < 0);
    this.layWind(frame);
  }

  /** An endless motion starts over: the smoke, and the leaves, gently do so too. */
  renew() {
    this.freshness = 0.12;
    this.renewing = 30;
    this.leaves.reset();
    for (const part of this.steered) {
      part.trail.clear();
      part.way.clear();
    }
  }

  carry(renderer, span) {
    const { uniforms } = this.advect;
    uniforms.density.value = this.smoke[0].texture;
    uniforms.step_.value.set(span / this.lx, span / this.ly);
    uniforms.fresh.value = this.freshness;
    this.advect.run(renderer, this.smoke[1]);
    this.smoke.reverse();
    if (this.renewing > 0) this.renewing -= 1;
    if (!(this.renewing > 0)) this.freshness = 0;
  }

  paint(controller) {
    if (this.painted === controller) return;
    this.painted = controller;
    const { uniforms } = this.shading;
    uniforms.smoke.value.set(bodyColour(controller)).convertLinearToSRGB();
    uniforms.shade.value.copy(uniforms.smoke.value).multiplyScalar(isDark() ? 0.85 : 0.8);
    const line = lineColour(controller), pale = styled("--reference");
    for (const part of this.steered) {
      part.trail.mesh.material.color.set(line);
      part.dot.material.color.set(line);
      part.rim.material.color.set(isDark() ? "#14171b" : "#ffffff");
      part.way.mesh.material.color.set(pale);
      part.home.material.color.set(pale);
    }
  }

  layParticles(moved) {
    this.steered.forEach((part, index) => {
      const [x, y] = this.particle(index), [rx, ry] = this.particle(index, this.reference);
      part.dot.position.set(x, y, 0);
      part.rim.position.set(x, y, 0);
      part.home.position.set(rx, ry, 0);
      if (moved) {
        part.trail.add(x, y);
        part.way.add(rx, ry);
      }
    });
  }

  particle(index, state = this.state) {
    return [state[2 * index], state[2 * index + 1]];
  }

  layWind(frame) {
    const [fx, fy] = frame.force, size = Math.hypot(fx, fy);
    this.strength = size;
    const longest = FARTHEST * this.size, length = (0.16 * this.size * size) / this.plant.force;
    this.gust.point(frame.at[0], frame.at[1], fx, fy, size > 0 ? Math.min(length, longest) : 0, length > longest);
    this.from = [frame.at[0], frame.at[1]];
    this.halo.visible = Boolean(this.wind) || size > 0 || this.chosen !== undefined;
    const [x, y] = this.wind ? this.wind.at : size > 0 ? frame.at : this.handPlace();
    this.halo.position.set(x, y, 0);
    this.halo.scale.setScalar(RADIUS * this.size);
  }

  /** What must be drawn, {left, top, right, bottom} in CSS pixels: the box, and the wind's arrow. */
  seen() {
    const tip = this.gust.mesh.visible ? this.gust.tip : [0, 0];
    const rim = 0.01 * this.size;
    const corners = [[-rim, -rim], [this.lx + rim, this.ly + rim], [0, this.ly], [this.lx, 0], tip];
    return this.orbit.around(corners.map(([x, y]) => new Vector3(x, y, 0)));
  }

  /** Draw a part of the view: {left, top, width, height} in CSS pixels. */
  draw(renderer, part) {
    renderer.clear();
    renderer.render(this.scene, this.orbit.through(part));
    const on = ([x, y]) => this.orbit.onScreen(new Vector3(x, y, 0)), seen = this.gust.mesh.visible;
    this.tags.place("push", seen ? on(this.from) : null, seen ? on(this.gust.tip) : null, this.strength, this.plant.push_unit);
    this.tags.place("control", null, null);
    const unit = roundUp(this.plant.force / 4);
    this.tags.scale(unit, (unit * 0.16 * this.size) / this.plant.force / this.orbit.metresPerPixel(this.orbit.now.target));
  }

  particleOnScreen(index, reference = false) {
    return this.orbit.onScreen(new Vector3(...this.particle(index, reference ? this.reference : this.state), 0));
  }

  /** The place in the box (m) under a pixel, or null outside it. */
  pick(x, y) {
    const at = this.orbit.ray(x, y).intersectPlane(new Plane(new Vector3(0, 0, 1), 0), new Vector3());
    const inside = at && at.x >= 0 && at.y >= 0 && at.x <= this.lx && at.y <= this.ly;
    return inside ? [at.x, at.y] : null;
  }

  grab(x, y) {
    const at = this.pick(x, y);
    if (!at) return false;
    this.held = this.wind = { at, moved: performance.now(), sent: 0, speed: [0, 0] };
    return true;
  }

  drag(x, y) {
    const at = this.pick(x, y), now = performance.now();
    if (!at) return;
    const span = Math.max(now - this.wind.moved, 4) / 1000;
    const share = Math.min(1, span / 0.06);
    for (const axis of [0, 1]) {
      this.wind.speed[axis] += share * ((at[axis] - this.wind.at[axis]) / span - this.wind.speed[axis]);
    }
    Object.assign(this.wind, { at, moved: now, stirs: true });
  }

  /** Tell where the pointer has come to, at most once a frame that is drawn. */
  tell(now) {
    if (this.wind.stirs) this.blow(now);
  }

  blow(now) {
    if (now - this.wind.sent < REPEAT) return;
    this.wind.stirs = false;
    const [sx, sy] = this.wind.speed, speed = Math.hypot(sx, sy) / (BRISK * this.size);
    if (speed < 0.02) return;
    const strength = Math.min(this.plant.force * Math.min(speed, STRONGEST), this.plant.largest_force) / (speed * BRISK * this.size);
    this.wind.sent = now;
    this.link.blow(this.wind.at, [sx * strength, sy * strength], RADIUS * this.size);
  }

  drop() {
    this.held = this.wind = null;
    this.link.release();
  }

  toggleHold() {
    if (this.held) this.drop();
    else this.held = this.wind = { at: this.handPlace(), moved: 0, sent: 0, speed: [0, 0] };
    return Boolean(this.held);
  }

  /** By keyboard: where the wind begins. */
  handPlace() {
    const { particles, lx, ly } = this, index = this.chosen ?? (particles ? 0 : 4), place = index - particles;
    if (place < 0) return [...this.particle(index)];
    return [SPREAD[place % 3] * lx, SPREAD[2 - Math.floor(place / 3)] * ly];
  }

  /** By keyboard: go on by so many places; which of them it is now, in words. */
  choose(by) {
    const count = this.particles + SPREAD.length ** 2;
    if (this.held) this.drop();
    this.chosen = ((this.chosen ?? 0) + by + count) % count;
    return `${this.chosen + 1} of ${count}`;
  }

  /** By keyboard: a gust to the right, or to the left, where the wind is or would begin. */
  flick(way) {
    const at = this.wind ? this.wind.at : this.handPlace();
    this.link.push({ at, force: [way * this.plant.force, 0], duration: 0.1, radius: RADIUS * this.size });
  }

  /** By keyboard: blow that way, and go there. */
  nudge(dx, dy) {
    const { wind } = this;
    const length = Math.hypot(dx, dy) || 1;
    wind.speed = [(BRISK * this.size * dx) / length, (BRISK * this.size * dy) / length];
    this.blow(performance.now());
    wind.at = [
      Math.min(Math.max(wind.at[0] + 0.02 * this.size * dx, 0), this.lx),
      Math.min(Math.max(wind.at[1] + 0.02 * this.size * dy, 0), this.ly),
    ];
  }
}

/** Values (nx, ny) in C order as bytes of a texture whose rows are along x. */
function transposed(values, nx, ny, scale) {
  const out = new Uint8Array(nx * ny);
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) out[j * nx + i] = Math.round(Math.min(255, scale * values[i * ny + j]));
  }
  const made = new DataTexture(out, nx, ny);
  Object.assign(made, {
    format: RedFormat, type: UnsignedByteType, minFilter: LinearFilter, magFilter: LinearFilter, unpackAlignment: 1,
  });
  made.needsUpdate = true;
  return made;
}

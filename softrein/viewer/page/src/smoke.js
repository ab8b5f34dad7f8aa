// The view of smoke in a box. What the flow carries comes from the simulation (softrein/viewer/shown/drift.py), some 25 times
// a second; between two of these the page shows the way from one to the other. One pass brings the smoke onto a finer
// grid, smoothly, one gives it its looks.

import {
  Color, DataTexture, GLSL3, HalfFloatType, LinearFilter, Mesh, Plane, PlaneGeometry, RawShaderMaterial, RedFormat,
  Scene, UnsignedByteType, Vector2, Vector3, WebGLRenderTarget,
} from "three";
import { disc, evenly, FlatArrow, frameOf, Ribbon, ring } from "./flat.js";
import { FlatFutures } from "./future.js";
import { Leaves } from "./leaves.js";
import { BALL, bodyColour, isDark, lineColour, PUSH, roundUp, styled } from "./look.js";
import { Orbit } from "./orbit.js";
import { Pass } from "./surface.js";

const SOFT = 2.0; // as in softrein/pictures/smoke_box.py: the larger, the sooner thin smoke is seen
const DENSEST = 0.92;
const VEIN = "#8a6410"; // of a leaf
const DASHES = 0.006; // of the box: from point to point of a dashed way, of which four are a dash
const WHOLE = 65535; // a place at the far wall
const FINE = [400, 220]; // texels along the longer side, and where a processor draws
const RADIUS = 0.07; // of the box: how wide the pointer's wind is
const BRISK = 0.9; // of the box a second: the pointer's speed that blows with a typical push's strength
const STRONGEST = 1.5; // times a typical push: beyond, no controller gets anything home from the corners
const REPEAT = 33; // ms between repeats of a wind
const FARTHEST = 0.4; // of the box: no arrow is longer
const SPREAD = [0.2, 0.5, 0.8]; // of the box: places that the keyboard goes over, besides the particles

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

export class SmokeView {
  constructor(scene, link, tags, power) {
    Object.assign(this, { plant: scene, link, tags, power, scene: new Scene() });
    [this.lx, this.ly] = scene.extent;
    [this.nx, this.ny] = scene.cells;
    this.size = Math.max(this.lx, this.ly);
    const corners = [[0, 0], [this.lx, 0], [0, this.ly], [this.lx, this.ly]].map(([x, y]) => new Vector3(x, y, 0));
    this.orbit = new Orbit(corners[0], corners[3], corners, true);
    this.particles = scene.particles;
    this.makePasses();
    this.furnish();
    this.wind = null;
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

  furnish() {
    const box = new Mesh(new PlaneGeometry(this.lx, this.ly).translate(this.lx / 2, this.ly / 2, 0), new RawShaderMaterial({
      glslVersion: GLSL3, depthTest: false, vertexShader: SHOW_VERTEX, fragmentShader: SHOW,
      uniforms: { picture: { value: this.picture.texture } },
    }));
    this.frame = frameOf(this.lx, this.ly, 0.0035 * this.size);
    const unit = 0.01 * this.size;
    this.leaves = new Leaves(this.plant.leaves, 2.1 * unit, this.plant.extent, [BALL, VEIN]);
    this.steered = Array.from({ length: this.particles }, (_, k) => {
      const way = evenly(this.wayOf(k), DASHES * this.size);
      const part = {
        trail: new Ribbon(0.36 * unit, this.plant.trail, { fades: true }),
        way: new Ribbon(0.2 * unit, way.length, { dash: 4 }),
        dot: disc(1.15 * unit), rim: ring(1.15 * unit, 1.5 * unit), home: ring(1.75 * unit, 2.1 * unit),
      };
      part.way.lay(way);
      return part;
    });
    this.futures = new FlatFutures(this.plant.plan, this.size);
    this.gust = new FlatArrow(0.5 * unit, PUSH);
    this.halo = ring(0.96, 1);
    this.halo.material.opacity = 0.55;
    this.halo.material.color.set(PUSH);
    this.halo.visible = false;
    this.scene.add(box, this.frame, this.halo, this.leaves.mesh);
    for (const part of this.steered) this.scene.add(part.way.mesh, part.trail.mesh, part.home, part.rim, part.dot);
    this.scene.add(...this.futures.meshes, this.gust.mesh);
    this.scene.children.forEach((child, index) => { child.renderOrder = index; });
  }

  /** Where the reference leads a particle, [x, y] in m. */
  wayOf(particle) {
    const { data, shape: [, count] } = this.plant.arrays.paths;
    return Array.from({ length: count }, (_, k) => [...data.subarray(2 * (particle * count + k), 2 * (particle * count + k + 1))]);
  }

  /** What the flow has carried where, newly from the simulation. */
  take(news) {
    const onward = this.newest && news.time > this.newest.time;
    this.before = onward ? this.newest : null;
    this.newest = news;
    if (onward) this.shades.reverse();
    const [, newest] = this.shades;
    newest.image.data.set(news.shades);
    newest.needsUpdate = true;
    this.leaves.take(news.leaves, onward);
    this.trails = news.trails.map((trail) => Array.from({ length: trail.length / 2 }, (_, k) => [
      (trail[2 * k] / WHOLE) * this.lx, (trail[2 * k + 1] / WHOLE) * this.ly,
    ]));
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
    Object.assign(this, { state, reference });
    this.paint(frame.controller);
    const { before, newest } = this;
    const share = before && newest ? Math.min(Math.max((time - before.time) / (newest.time - before.time), 0), 1) : 1;
    const { uniforms } = this.refine;
    uniforms.share.value = share;
    uniforms.after.value = this.shades[1];
    uniforms.before.value = before ? this.shades[0] : this.shades[1];
    this.refine.run(renderer, this.smoke);
    this.shading.run(renderer, this.picture);
    this.leaves.show(share);
    this.layParticles(share);
    this.futures.lay((k) => this.particle(k), frame.plan?.ways, lineColour(frame.controller));
    this.layWind(frame);
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

  /** The particles, and their trails up to them: the newest point of a trail may be ahead of what is shown. */
  layParticles(share) {
    this.steered.forEach((part, index) => {
      const [x, y] = this.particle(index), [rx, ry] = this.particle(index, this.reference);
      part.dot.position.set(x, y, 0);
      part.rim.position.set(x, y, 0);
      part.home.position.set(rx, ry, 0);
      const trail = this.trails?.[index] ?? [];
      part.trail.lay([...trail.slice(0, share < 1 ? -1 : undefined), [x, y]]);
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
    this.tags.place("push", seen ? on(this.from) : null, seen ? on(this.gust.tip) : null, this.strength, this.plant.push_unit, this.gust.cut);
    this.tags.place("control", null, null);
    const unit = roundUp(this.plant.force / 4);
    this.tags.scale(unit, (unit * 0.16 * this.size) / this.plant.force / this.orbit.metresPerPixel(this.orbit.now.target));
  }

  particleOnScreen(index, reference = false) {
    return this.orbit.onScreen(new Vector3(...this.particle(index, reference ? this.reference : this.state), 0));
  }

  /** Whether the steered particles, in the mean, are seen in the lower half of the picture. */
  isLow() {
    if (!this.particles || !this.state) return false;
    const heights = Array.from({ length: this.particles }, (_, k) => this.particleOnScreen(k)[1]);
    return heights.reduce((sum, height) => sum + height, 0) / this.particles > this.orbit.height / 2;
  }

  /** All lines of what is planned, on the screen. */
  planned() {
    return this.futures.places.map(([x, y]) => this.orbit.onScreen(new Vector3(x, y, 0)));
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

// How solid things are shaded: one soft key light, light from the sky and back from the floor, a pale rim.
// Shaders work in linear light and write what screens expect.

import {
  BackSide, BufferAttribute, BufferGeometry, Camera, Color, ConeGeometry, CylinderGeometry, DoubleSide,
  EqualStencilFunc, FrontSide, GLSL3, Group, IncrementStencilOp, LinearFilter, LineSegments, Mesh,
  NoBlending, RawShaderMaterial, RedFormat, Scene, SphereGeometry, UnsignedByteType,
  Vector3, WebGLRenderTarget,
} from "three";
import { isDark, linear, styled } from "./look.js";
import { Contour, Pass } from "./surface.js";

export const SUN = new Vector3(0.42, 0.86, 0.5).normalize(); // where the key light comes from
const SHADOW = 128; // texels a side
const SPREAD = 1.25; // of the body's radius: half the side of the square that the shadow can fall on
const CELLS = 20; // a side of that square
const STEEP = 0.45; // the shadow falls more steeply than the light: it stays by the body
const OUTLINE = 1.6; // CSS pixels, width of the reference's outline

const LIGHT = `
uniform vec3 colour, sky, bounce; uniform vec3 eye;
const vec3 sun = vec3(${SUN.toArray().map((x) => x.toFixed(6))});
vec3 lit(vec3 x, vec3 n) {
  vec3 towards = normalize(eye - x);
  float facing = dot(n, sun);
  float key = max((facing + 0.28) / 1.28, 0.0);
  vec3 ambient = mix(bounce, sky, 0.5 + 0.5 * n.y);
  float edge = 1.0 - max(dot(n, towards), 0.0), rim = edge * edge * edge;
  float gloss = max(dot(n, normalize(sun + towards)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  return colour * (ambient + vec3(0.66, 0.645, 0.615) * key * key) + 0.10 * rim * sky + 0.10 * gloss;
}
vec3 shown(vec3 light) { return sqrt(clamp(light, 0.0, 1.0)); }`; // near enough to what screens do, and cheap

const BLUR = `precision highp float; uniform sampler2D sharp; out vec4 pixel;
void main() {
  vec2 here = gl_FragCoord.xy / ${SHADOW / 2}.0, by = vec2(2.4 / ${SHADOW}.0, 0.0);
  float sum = 2.0 * texture(sharp, here).r;
  for (int k = 0; k < 6; k++) {
    vec2 way = vec2(cos(float(k) * 1.0472), sin(float(k) * 1.0472));
    sum += 1.4 * texture(sharp, here + by.x * way).r + 0.6 * texture(sharp, here + 2.1 * by.x * way.yx).r;
  }
  pixel = vec4(sum / 14.0, 0.0, 0.0, 1.0);
}`;
const HEAD = "precision highp float; uniform mat4 viewMatrix, projectionMatrix, modelMatrix;";
const FRAGMENT = `precision highp float; in vec3 place, turned; out vec4 pixel; uniform float alpha;
${LIGHT}
void main() { pixel = vec4(shown(lit(place, normalize(gl_FrontFacing ? turned : -turned))), alpha); }`;

/** The lights of the present theme, shared by all materials. */
export const lights = {
  sky: { value: new Color() }, bounce: { value: new Color() }, eye: { value: new Vector3() },
};

export function dressLights() {
  const dark = isDark();
  lights.sky.value.setRGB(...(dark ? [0.3, 0.33, 0.38] : [0.44, 0.465, 0.5]));
  lights.bounce.value.setRGB(...(dark ? [0.1, 0.1, 0.12] : [0.27, 0.255, 0.24]));
}

const colourOf = (colour) => new Color().setRGB(...linear(colour));

/** Clay over a deformed surface; `coarse`: lit at the vertices, of which a fine surface has enough. */
export function bodyMaterial(surface, deformed, coarse) {
  const vertexShader = `${HEAD}${surface.fetching} out vec3 place, turned;
${coarse ? `${LIGHT} out vec3 light;` : ""}
void main() {
  place = placeNow(); turned = normalNow();
  ${coarse ? "light = lit(place, normalize(turned));" : ""}
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`;
  const lit = `precision highp float; in vec3 light; out vec4 pixel;
void main() { pixel = vec4(sqrt(clamp(light, 0.0, 1.0)), 1.0); }`;
  return new RawShaderMaterial({
    glslVersion: GLSL3, side: surface.closed ? FrontSide : DoubleSide, vertexShader,
    fragmentShader: coarse ? lit : FRAGMENT,
    uniforms: { ...deformed.uniforms, ...lights, colour: { value: new Color() }, alpha: { value: 1 } },
  });
}

const plain = (colour, alpha = 1) => new RawShaderMaterial({
  glslVersion: GLSL3, transparent: alpha < 1, depthWrite: alpha === 1,
  vertexShader: `${HEAD} in vec3 position; in vec3 normal; out vec3 place; out vec3 turned;
void main() {
  place = (modelMatrix * vec4(position, 1.0)).xyz; turned = mat3(modelMatrix) * normal;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,
  fragmentShader: FRAGMENT,
  uniforms: { ...lights, colour: { value: colourOf(colour) }, alpha: { value: alpha } },
});

/** The reference: a faint filling and an outline of constant width, over whatever is there. */
export class Ghost extends Group {
  constructor(surface, deformed) {
    super();
    this.shared = {
      ...deformed.uniforms, colour: { value: new Color() }, pixels: { value: 0 }, aspect: { value: 1 },
    };
    this.filling = this.layer(surface, deformed, 0, FrontSide, 0);
    this.line = this.layer(surface, deformed, 1, BackSide, 1);
    this.presence = 1;
  }

  layer(surface, deformed, width, side, order) {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3, side, transparent: true, depthTest: false, depthWrite: false,
      stencilWrite: true, stencilFunc: EqualStencilFunc, stencilRef: 0, stencilZPass: IncrementStencilOp,
      vertexShader: `${HEAD}${surface.fetching} uniform float pixels, aspect;
void main() {
  vec4 at = projectionMatrix * viewMatrix * vec4(placeNow(), 1.0);
  vec2 out_ = (viewMatrix * vec4(normalNow(), 0.0)).xy;
  at.xy += ${width.toFixed(1)} * at.w * pixels * out_ / max(length(out_), 1e-6) * vec2(1.0 / aspect, 1.0);
  gl_Position = at;
}`,
      fragmentShader: `precision highp float; uniform vec3 colour; uniform float alpha; out vec4 pixel;
void main() { pixel = vec4(colour, alpha); }`,
      uniforms: { ...this.shared, alpha: { value: 1 } },
    });
    const mesh = new Mesh(deformed.geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 10 + order;
    this.add(mesh);
    return material;
  }

  dress(width, height) {
    this.shared.pixels.value = (2 * OUTLINE) / height;
    this.shared.aspect.value = width / height;
    this.shared.colour.value.set(styled("--reference")).convertLinearToSRGB();
    this.line.uniforms.alpha.value = isDark() ? 0.85 : 0.72;
    this.filling.uniforms.alpha.value = isDark() ? 0.1 : 0.09;
  }
}

/** The reference where a processor draws: its contour only, which costs it a twentieth of filling and outline. */
export class ThriftyGhost extends LineSegments {
  constructor(surface, deformed) {
    const contour = new Contour(surface.triangles);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", deformed.geometry.getAttribute("position"));
    geometry.setIndex(contour.index);
    super(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthTest: false, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position;
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,
      fragmentShader: `precision highp float; uniform vec3 colour; out vec4 pixel;
void main() { pixel = vec4(colour, 0.62); }`,
      uniforms: { colour: { value: new Color() } },
    }));
    this.contour = contour;
    this.frustumCulled = false;
    this.renderOrder = 10;
  }

  follow(eye) {
    this.geometry.setDrawRange(0, this.contour.find(this.geometry.getAttribute("position").array, eye));
  }

  dress() {
    this.material.uniforms.colour.value.set(styled("--reference")).convertLinearToSRGB();
  }
}

/** The floor: a fine grid that fades out, and the body's soft shadow. */
export class Floor extends Group {
  constructor(centre, height, radius) {
    super();
    this.ground = { middle: { value: centre }, floorHeight: { value: height }, reach: { value: SPREAD * radius } };
    const target = (side) => new WebGLRenderTarget(side, side, {
      format: RedFormat, type: UnsignedByteType, minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    this.sharp = target(SHADOW);
    this.soft = target(SHADOW / 2);
    this.shadowScene = new Scene();
    this.shadowCamera = new Camera();
    this.blur = new Pass(BLUR, { sharp: { value: this.sharp.texture } });
    this.grid = new LineSegments(gridLines(radius / 2.6, 9), new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position; in float strength; out float seen;
void main() { seen = strength; gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`,
      fragmentShader: `precision highp float; in float seen; out vec4 pixel; uniform vec3 ink;
void main() { pixel = vec4(ink, seen); }`,
      uniforms: { ink: { value: new Color() } },
    }));
    this.shade = new Mesh(shadowCells(SPREAD * radius), new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthWrite: false, side: DoubleSide,
      vertexShader: `${HEAD} in vec3 position; in vec2 cell; out vec2 at; uniform sampler2D soft; uniform float reach;
void main() {
  at = 0.5 + 0.5 * position.xz / reach;
  float most = 0.0, side = 1.0 / ${CELLS}.0;
  for (int k = 0; k < 4; k++) most = max(most, textureLod(soft, cell + side * vec2(k & 1, k >> 1), 0.0).r);
  most = max(most, textureLod(soft, cell + 0.5 * side, 0.0).r);
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
  if (most < 0.004) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`,
      fragmentShader: `precision highp float; in vec2 at; out vec4 pixel;
uniform sampler2D soft; uniform vec3 ink; uniform float depth;
void main() { pixel = vec4(ink, depth * texture(soft, at).r); }`,
      uniforms: {
        ...this.ground, soft: { value: this.soft.texture }, ink: { value: new Color() }, depth: { value: 0 },
      },
    }));
    this.shade.frustumCulled = false;
    this.position.set(centre.x, height, centre.z);
    this.grid.renderOrder = -2;
    this.shade.renderOrder = -1;
    this.add(this.grid, this.shade);
  }

  /** Let a surface throw a shadow. */
  cast(surface, deformed) {
    const [x, z] = [SUN.x, SUN.z].map((way) => ((STEEP * way) / SUN.y).toFixed(4));
    const mesh = new Mesh(deformed.geometry, new RawShaderMaterial({
      glslVersion: GLSL3, side: DoubleSide, depthTest: false, depthWrite: false, blending: NoBlending,
      vertexShader: `${HEAD}${surface.fetching} uniform vec3 middle; uniform float floorHeight, reach;
void main() {
  vec3 x = placeNow();
  vec2 at = x.xz - vec2(${x}, ${z}) * (x.y - floorHeight) - middle.xz;
  gl_Position = vec4(at / reach, 0.0, 1.0);
}`,
      fragmentShader: "precision highp float; out vec4 pixel; void main() { pixel = vec4(1.0); }",
      uniforms: { ...deformed.uniforms, ...this.ground },
    }));
    mesh.frustumCulled = false;
    this.shadowScene.add(mesh);
  }

  updateShadow(renderer) {
    renderer.setRenderTarget(this.sharp);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.shadowScene, this.shadowCamera);
    this.blur.run(renderer, this.soft);
  }

  dress() {
    const dark = isDark();
    this.grid.material.uniforms.ink.value.set(styled("--grid")).convertLinearToSRGB();
    this.shade.material.uniforms.ink.value.set(dark ? "#000000" : "#28303c").convertLinearToSRGB();
    this.shade.material.uniforms.depth.value = dark ? 0.5 : 0.27;
  }
}

/** A square of cells on the floor; those without shadow are left out when drawn, for filling costs most. */
function shadowCells(reach) {
  const place = [], cell = [];
  for (let i = 0; i < CELLS; i++) {
    for (let k = 0; k < CELLS; k++) {
      for (const [di, dk] of [[0, 0], [1, 1], [1, 0], [0, 0], [0, 1], [1, 1]]) {
        place.push(((2 * (i + di)) / CELLS - 1) * reach, 0, ((2 * (k + dk)) / CELLS - 1) * reach);
        cell.push(i / CELLS, k / CELLS);
      }
    }
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  made.setAttribute("cell", new BufferAttribute(new Float32Array(cell), 2));
  return made;
}

/** Lines both ways, `count` to each side, that fade with the distance. */
function gridLines(cell, count) {
  const place = [], strength = [];
  const reach = cell * count;
  const put = (x, z) => {
    place.push(x, 0, z);
    const near = Math.max(0, 1 - Math.hypot(x, z) / reach);
    strength.push(near * near * (3 - 2 * near));
  };
  for (let i = -count; i <= count; i++) {
    for (let k = -count; k < count; k++) {
      put(i * cell, k * cell);
      put(i * cell, (k + 1) * cell);
      put(k * cell, i * cell);
      put((k + 1) * cell, i * cell);
    }
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  made.setAttribute("strength", new BufferAttribute(new Float32Array(strength), 1));
  return made;
}

/** An arrow from `place` along a vector, of a thickness of its own. */
export class Arrow extends Group {
  constructor(colour, thickness) {
    super();
    this.thickness = thickness;
    const material = plain(colour);
    this.shaft = new Mesh(new CylinderGeometry(0.5, 0.5, 1, 20).translate(0, 0.5, 0), material);
    this.head = new Mesh(new ConeGeometry(1.35, 3.4, 28).translate(0, 1.7, 0), material);
    this.add(this.shaft, this.head);
    this.tip = new Vector3();
    this.visible = false;
  }

  set colour(colour) {
    this.shaft.material.uniforms.colour.value.setRGB(...linear(colour));
  }

  /** Put it at `place`, along `way`, or hide it where that is too short to be seen. */
  point(place, way) {
    const length = way.length();
    this.visible = length > 0.4 * this.thickness;
    if (!this.visible) return;
    const thick = this.thickness * Math.min(1, 0.35 + length / (9 * this.thickness));
    const head = Math.min(3.4 * thick, 0.6 * length);
    this.position.copy(place);
    this.quaternion.setFromUnitVectors(UP, way.clone().divideScalar(length));
    this.shaft.scale.set(thick, length - head, thick);
    this.head.scale.set(thick, head / 3.4, thick);
    this.head.position.y = length - head;
    this.tip.copy(place).add(way);
  }
}

const UP = new Vector3(0, 1, 0);

/** A thin straight thread between two points. */
export class Thread extends Mesh {
  constructor(colour, thickness) {
    super(new CylinderGeometry(0.5, 0.5, 1, 8).translate(0, 0.5, 0), plain(colour));
    this.thickness = thickness;
  }

  span(start, end) {
    const way = new Vector3().subVectors(end, start);
    const length = Math.max(way.length(), 1e-9);
    this.position.copy(start);
    this.quaternion.setFromUnitVectors(UP, way.divideScalar(length));
    this.scale.set(this.thickness, length, this.thickness);
  }
}

export class Ball extends Mesh {
  constructor(colour, radius) {
    super(new SphereGeometry(radius, 32, 20), plain(colour));
  }

  set colour(colour) {
    this.material.uniforms.colour.value.setRGB(...linear(colour));
  }
}

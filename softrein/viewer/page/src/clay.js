// The solid things in the picture: the body, its reference, the floor with its shadow, arrows, threads, balls.

import {
  BackSide, BufferAttribute, BufferGeometry, Camera, Color, ConeGeometry, CylinderGeometry, DoubleSide,
  EqualStencilFunc, FrontSide, GLSL3, Group, InvertStencilOp, LinearFilter, LineSegments, Mesh,
  NoBlending, PlaneGeometry, RawShaderMaterial, RedFormat, Scene, SphereGeometry, UnsignedByteType,
  Vector2, Vector3, Vector4, WebGLRenderTarget,
} from "three";
import { LIGHT, lights, SUN } from "./light.js";
import { isDark, linear, styled } from "./look.js";
import { Pass } from "./surface.js";

const TEXELS = 128; // a side of the sharp shadow
const STEEP = 0.45; // the shadow falls more steeply than the light: it stays by the body
export const SHADOW_WAY = [SUN.x, SUN.z].map((way) => (STEEP * way) / SUN.y); // m along x and z a metre of height
const FADE = 0.22; // of the canvas, the band at its side in which the grid fades
const OUTLINE = 1.6; // CSS pixels, width of the reference's outline

const BLUR = `precision highp float; uniform sampler2D sharp; out vec4 pixel;
void main() {
  vec2 here = gl_FragCoord.xy / ${TEXELS / 2}.0, by = vec2(2.4 / ${TEXELS}.0, 0.0);
  float sum = 2.0 * texture(sharp, here).r;
  for (int k = 0; k < 6; k++) {
    vec2 way = vec2(cos(float(k) * 1.0472), sin(float(k) * 1.0472));
    sum += 1.4 * texture(sharp, here + by.x * way).r + 0.6 * texture(sharp, here + 2.1 * by.x * way.yx).r;
  }
  pixel = vec4(sum / 14.0, 0.0, 0.0, 1.0);
}`;
export const HEAD = "precision highp float; uniform mat4 viewMatrix, projectionMatrix, modelMatrix;";
const FRAGMENT = `precision highp float; in vec3 place, turned; out vec4 pixel; uniform float alpha;
${LIGHT}
void main() { pixel = vec4(shown(lit(place, normalize(gl_FrontFacing ? turned : -turned))), alpha); }`;

const colourOf = (colour) => new Color().setRGB(...linear(colour));

/** The body: clay over a deformed surface. */
export class Clay extends Mesh {
  constructor(surface, deformed) {
    super(deformed.geometry, new RawShaderMaterial({
      glslVersion: GLSL3, side: surface.closed ? FrontSide : DoubleSide,
      vertexShader: `${HEAD}${surface.fetching} out vec3 place, turned;
void main() {
  place = placeNow(); turned = normalNow();
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,
      fragmentShader: FRAGMENT,
      uniforms: { ...deformed.uniforms, ...lights, colour: { value: new Color() }, alpha: { value: 1 } },
    }));
    this.frustumCulled = false;
  }

  paint(colour) {
    this.material.uniforms.colour.value.setRGB(...colour);
  }
}

export const plain = (colour, alpha = 1) => new RawShaderMaterial({
  glslVersion: GLSL3, transparent: alpha < 1, depthWrite: alpha === 1,
  vertexShader: `${HEAD} in vec3 position; in vec3 normal; out vec3 place; out vec3 turned;
void main() {
  place = (modelMatrix * vec4(position, 1.0)).xyz; turned = mat3(modelMatrix) * normal;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,
  fragmentShader: FRAGMENT,
  uniforms: { ...lights, colour: { value: colourOf(colour) }, alpha: { value: alpha } },
});

/**
 * The reference, or what else is no body: a faint filling and an outline of constant width, over whatever is there.
 * Each has bits of the stencil for itself, so that it covers a pixel once and nobody else's.
 */
export class Ghost extends Group {
  constructor(surface, deformed, colour, bits) {
    super();
    Object.assign(this, { named: colour, bits });
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
      stencilWrite: true, stencilFunc: EqualStencilFunc, stencilRef: 0, stencilZPass: InvertStencilOp,
      stencilFuncMask: this.bits, stencilWriteMask: this.bits,
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

  resize(width, height) {
    this.shared.pixels.value = (2 * OUTLINE) / height;
    this.shared.aspect.value = width / height;
  }

  dress() {
    this.shared.colour.value.set(styled(this.named)).convertLinearToSRGB();
    this.line.uniforms.alpha.value = isDark() ? 0.85 : 0.72;
    this.filling.uniforms.alpha.value = isDark() ? 0.1 : 0.09;
  }
}

/** A body's soft shadow on a square of the floor, by textures: that square, and the shadow on it. */
export class Shadow {
  constructor(surface, deformed, ground) {
    const target = (side) => new WebGLRenderTarget(side, side, {
      format: RedFormat, type: UnsignedByteType, minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false,
    });
    this.sharp = target(TEXELS);
    this.soft = target(TEXELS / 2);
    this.texture = this.soft.texture;
    this.geometry = new PlaneGeometry(2 * ground.reach, 2 * ground.reach).rotateX(-Math.PI / 2);
    this.blur = new Pass(BLUR, { sharp: { value: this.sharp.texture } });
    this.scene = new Scene();
    this.camera = new Camera();
    this.scene.add(this.flat(surface, deformed, ground));
  }

  /** The body pressed on the floor. */
  flat(surface, deformed, { centre, height, reach }) {
    const [x, z] = SHADOW_WAY.map((way) => way.toFixed(6));
    const mesh = new Mesh(deformed.geometry, new RawShaderMaterial({
      glslVersion: GLSL3, side: DoubleSide, depthTest: false, depthWrite: false, blending: NoBlending,
      vertexShader: `${HEAD}${surface.fetching} uniform vec3 middle; uniform float floorHeight, reach;
void main() {
  vec3 x = placeNow();
  vec2 at = x.xz - vec2(${x}, ${z}) * (x.y - floorHeight) - middle.xz;
  gl_Position = vec4(at / reach, 0.0, 1.0);
}`,
      fragmentShader: "precision highp float; out vec4 pixel; void main() { pixel = vec4(1.0); }",
      uniforms: {
        ...deformed.uniforms, middle: { value: centre }, floorHeight: { value: height }, reach: { value: reach },
      },
    }));
    mesh.frustumCulled = false;
    return mesh;
  }

  update(renderer) {
    renderer.setRenderTarget(this.sharp);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    this.blur.run(renderer, this.soft);
  }
}

/** The floor: a fine grid that fades out, and on it the body's shadow. */
export class Floor extends Group {
  constructor({ centre, height, reach }, radius, shadow) {
    super();
    this.grid = new LineSegments(gridLines(radius / 2.6, 9), new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position; in float strength; out float seen;
void main() { seen = strength; gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`,
      fragmentShader: `precision highp float; in float seen; out vec4 pixel; uniform vec3 ink;
uniform vec2 size; uniform vec4 inside;
void main() {
  vec2 at = gl_FragCoord.xy / size;
  vec4 near = mix(vec4(1.0), smoothstep(0.0, ${FADE}, vec4(at.x, 1.0 - at.x, at.y, 1.0 - at.y)), inside);
  pixel = vec4(ink, seen * near.x * near.y * near.z * near.w);
}`,
      uniforms: { ink: { value: new Color() }, size: { value: new Vector2() }, inside: { value: new Vector4() } },
    }));
    this.shade = new Mesh(shadow.geometry, new RawShaderMaterial({
      glslVersion: GLSL3, transparent: true, depthWrite: false, side: DoubleSide,
      vertexShader: `${HEAD} in vec3 position; out vec2 at; uniform float reach;
void main() {
  at = 0.5 + 0.5 * position.xz / reach;
  gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`,
      fragmentShader: `precision highp float; in vec2 at; out vec4 pixel;
uniform sampler2D soft; uniform vec3 ink; uniform float depth;
void main() { pixel = vec4(ink, depth * texture(soft, at).r); }`,
      uniforms: {
        reach: { value: reach }, soft: { value: shadow.texture }, ink: { value: new Color() }, depth: { value: 0 },
      },
    }));
    this.shade.frustumCulled = false;
    this.position.set(centre.x, height, centre.z);
    this.grid.renderOrder = -2;
    this.shade.renderOrder = -1;
    this.add(this.grid, this.shade);
  }

  /** The grid fades towards those sides of the canvas that lie inside of the stage; see part.js. */
  fade(inside, renderer) {
    const { uniforms } = this.grid.material;
    uniforms.inside.value.set(...inside);
    renderer.getDrawingBufferSize(uniforms.size.value);
  }

  dress() {
    const dark = isDark();
    this.grid.material.uniforms.ink.value.set(styled("--grid")).convertLinearToSRGB();
    this.shade.material.uniforms.ink.value.set(dark ? "#000000" : "#28303c").convertLinearToSRGB();
    this.shade.material.uniforms.depth.value = dark ? 0.5 : 0.27;
  }
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
    this.second = new Mesh(this.head.geometry, material);
    this.add(this.shaft, this.head, this.second);
    this.tip = new Vector3();
    this.visible = false;
  }

  set colour(colour) {
    this.shaft.material.uniforms.colour.value.setRGB(...linear(colour));
  }

  /** Put it at `place`, along `way`, or hide it where that is too short to be seen; with two heads if `cut` short. */
  point(place, way, cut = false) {
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
    this.cut = this.second.visible = cut;
    this.second.scale.copy(this.head.scale);
    this.second.position.y = length - 1.8 * head;
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
    this.radius = radius;
  }

  set colour(colour) {
    this.material.uniforms.colour.value.setRGB(...linear(colour));
  }
}

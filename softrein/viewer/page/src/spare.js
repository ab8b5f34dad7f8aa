// How a body is drawn where the "GPU" is the processor (SwiftShader, llvmpipe). That pays for every vertex that it is
// given, seen or not, more than it costs to light one here: so what faces away is left out, vertices come with their
// light, and the shadow is made here too. The dinosaur took 9 ms of SwiftShader's two threads a frame, and takes 3.

import {
  BufferAttribute, BufferGeometry, Color, CustomBlending, DataTexture, DoubleSide, DynamicDrawUsage, FrontSide, GLSL3,
  LinearFilter, LineSegments, Matrix4, Mesh, RawShaderMaterial, RedFormat, UnsignedByteType,
} from "three";
import { HEAD, SHADOW_WAY } from "./clay.js";
import { lightHere } from "./light.js";
import { styled } from "./look.js";

const TEXELS = 64; // a side of the shadow
const CELLS = 16; // a side of its square on the floor; those without shadow are left out, for filling costs most
const PER_CELL = TEXELS / CELLS;
const BESIDE = 0.6; // CSS pixels that the reference's contour lies outside of it, as an outline does
const WEIGHTS = [1, 6, 15, 20, 15, 6, 1].map((weight) => weight / 64); // of texels beside each other, to soften
const SOFT = (WEIGHTS.length - 1) / 2;

function changing(array, size, normalized = false) {
  return new BufferAttribute(array, size, normalized).setUsage(DynamicDrawUsage);
}

/** The first `count` entries of an index are to be drawn. */
function drawFirst(geometry, count) {
  const { index } = geometry;
  index.clearUpdateRanges();
  index.addUpdateRange(0, Math.max(count, 1));
  index.needsUpdate = true;
  geometry.setDrawRange(0, count);
}

/** For each triangle 1 where its front is seen from `eye`, else 0. */
function facing(x, triangles, eye, out) {
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    const towards = (uy * vz - uz * vy) * (eye.x - x[a]) + (uz * vx - ux * vz) * (eye.y - x[a + 1])
      + (ux * vy - uy * vx) * (eye.z - x[a + 2]);
    out[t / 3] = towards > 0 ? 1 : 0;
  }
}

/** The body, lit at its vertices, of which a fine surface has enough. */
export class SpareBody extends Mesh {
  constructor(surface, deformed) {
    const { triangles, count, closed } = surface;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", deformed.position);
    geometry.setAttribute("light", changing(new Uint8Array(4 * count), 4, true));
    geometry.setIndex(changing(Uint32Array.from(triangles), 1));
    super(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, side: closed ? FrontSide : DoubleSide,
      vertexShader: `${HEAD} in vec3 position; in vec3 light; out vec3 seen;
void main() { seen = light; gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,
      fragmentShader: "precision highp float; in vec3 seen; out vec4 pixel; void main() { pixel = vec4(seen, 1.0); }",
    }));
    Object.assign(this, { triangles, deformed, closed, frustumCulled: false });
    this.facing = new Uint8Array(triangles.length / 3);
    this.normals = new Float32Array(3 * count);
    this.colour = [0, 0, 0];
  }

  paint(colour) {
    this.colour = colour;
  }

  /** As it is seen from `eye`. */
  follow(eye) {
    const { triangles, deformed, geometry, closed } = this, { light } = geometry.attributes;
    smooth(deformed.normal.array, triangles, this.normals);
    lightHere(deformed.position.array, this.normals, this.colour, !closed, light.array);
    light.needsUpdate = true;
    if (!closed) return;
    facing(deformed.position.array, triangles, eye, this.facing);
    const front = geometry.index.array;
    let count = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      if (!this.facing[t / 3]) continue;
      for (let k = 0; k < 3; k++) front[count++] = triangles[t + k];
    }
    drawFirst(geometry, count);
  }
}

/** Each normal with those beside it: thin triangles of a coarse surface would be seen by their light. */
function smooth(normals, triangles, out) {
  out.set(normals);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    for (let k = 0; k < 3; k++) {
      const sum = normals[a + k] + normals[b + k] + normals[c + k];
      out[a + k] += sum;
      out[b + k] += sum;
      out[c + k] += sum;
    }
  }
}

/**
 * The reference: its contour only, which costs a twentieth of filling and outline. It is drawn first, for over the
 * body lines look like scratches; so it is blended, but not among what is transparent.
 */
export class SpareGhost extends LineSegments {
  constructor(surface, deformed, colour) {
    const geometry = new BufferGeometry(), edges = edgesOf(surface.triangles);
    geometry.setAttribute("position", changing(new Float32Array(1.5 * edges.length), 3));
    super(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, blending: CustomBlending, depthTest: false, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position;
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,
      fragmentShader: `precision highp float; uniform vec3 colour; out vec4 pixel;
void main() { pixel = vec4(colour, 0.62); }`,
      uniforms: { colour: { value: new Color() } },
    }));
    Object.assign(this, { triangles: surface.triangles, deformed, edges, frustumCulled: false, renderOrder: -10, named: colour });
    this.normals = new Float32Array(3 * surface.count);
    this.towards = new Float32Array(surface.count);
    this.facing = new Uint8Array(surface.triangles.length / 3);
  }

  /**
   * The contour as seen from `eye`, to which at a metre a pixel is `pixel` metres: edges between a triangle that faces
   * it and one that does not, by the smooth normals at its corners; by its own a coarse surface had specks all over.
   */
  follow(eye, pixel) {
    const { triangles, edges, geometry, normals, towards, deformed } = this, { position } = geometry.attributes;
    const x = deformed.position.array;
    smooth(deformed.normal.array, triangles, normals);
    for (let i = 0; i < x.length; i += 3) {
      towards[i / 3] = normals[i] * (eye.x - x[i]) + normals[i + 1] * (eye.y - x[i + 1]) + normals[i + 2] * (eye.z - x[i + 2]);
    }
    for (let t = 0; t < triangles.length; t += 3) {
      this.facing[t / 3] = towards[triangles[t]] + towards[triangles[t + 1]] + towards[triangles[t + 2]] > 0 ? 1 : 0;
    }
    let count = 0;
    for (let e = 0; e < edges.length; e += 4) {
      if (this.facing[edges[e + 2]] === this.facing[edges[e + 3]]) continue;
      for (const corner of [edges[e], edges[e + 1]]) count = this.beside(3 * corner, eye, pixel, count);
    }
    position.clearUpdateRanges();
    position.addUpdateRange(0, Math.max(count, 3));
    position.needsUpdate = true;
    geometry.setDrawRange(0, count / 3);
  }

  /** Put a corner of the contour at `count`, a little outside; the next count. */
  beside(i, eye, pixel, count) {
    const { normals: n, deformed: { position: { array: x } } } = this, out = this.geometry.attributes.position.array;
    const far = Math.hypot(eye.x - x[i], eye.y - x[i + 1], eye.z - x[i + 2]);
    const by = (BESIDE * pixel * far) / Math.max(Math.hypot(n[i], n[i + 1], n[i + 2]), 1e-30);
    for (let axis = 0; axis < 3; axis++) out[count++] = x[i + axis] + by * n[i + axis];
    return count;
  }

  dress() {
    this.material.uniforms.colour.value.set(styled(this.named)).convertLinearToSRGB();
  }
}

/** The edges that two triangles share: from, to, and the two, flat. */
function edgesOf(triangles) {
  const seen = new Map(), edges = [];
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [triangles[i], triangles[i - (i % 3) + ((i + 1) % 3)]];
    const other = seen.get(`${to} ${from}`);
    if (other !== undefined) edges.push(from, to, Math.floor(i / 3), other);
    seen.set(`${from} ${to}`, Math.floor(i / 3));
  }
  return Uint32Array.from(edges);
}

/** The shadow on a square of the floor, and the part of that square where there is some. */
export class SpareShadow {
  constructor(surface, deformed, ground) {
    Object.assign(this, { triangles: surface.triangles, deformed, ground });
    this.sharp = new Float32Array(TEXELS * TEXELS);
    this.across = new Float32Array(TEXELS * TEXELS);
    this.at = new Float32Array(2 * surface.count);
    this.texture = new DataTexture(new Uint8Array(TEXELS * TEXELS), TEXELS, TEXELS, RedFormat, UnsignedByteType);
    Object.assign(this.texture, { minFilter: LinearFilter, magFilter: LinearFilter });
    this.geometry = squareOfCells(ground.reach);
  }

  update() {
    this.place();
    this.fill();
    blur(this.sharp, this.across, TEXELS, 1);
    blur(this.across, this.sharp, 1, TEXELS);
    const { data } = this.texture.image;
    for (let i = 0; i < data.length; i++) data[i] = 255 * this.sharp[i];
    this.texture.needsUpdate = true;
    this.choose(data);
  }

  /** From places to their shadows on the floor (Matrix4). */
  get pressing() {
    const { height } = this.ground, [x, z] = SHADOW_WAY;
    return new Matrix4().set(1, -x, 0, x * height, 0, 0, 0, height, 0, -z, 1, z * height, 0, 0, 0, 1);
  }

  /** How far the shadow is softened, m. */
  get edge() {
    return (2 * SOFT * this.ground.reach) / TEXELS;
  }

  /** Where on the square, in texels, each vertex throws its shadow. */
  place() {
    const { at, ground: { centre, height, reach } } = this, x = this.deformed.position.array;
    const [wayX, wayZ] = SHADOW_WAY, scale = (0.5 * TEXELS) / reach;
    for (let i = 0, k = 0; i < x.length; i += 3, k += 2) {
      const above = x[i + 1] - height;
      at[k] = (x[i] - wayX * above - centre.x + reach) * scale;
      at[k + 1] = (x[i + 2] - wayZ * above - centre.z + reach) * scale;
    }
  }

  /** One at every texel whose middle is in the shadow, or in which the shadow of a vertex lies. */
  fill() {
    const { at, sharp, triangles } = this;
    sharp.fill(0);
    for (let k = 0; k < at.length; k += 2) mark(sharp, at[k] | 0, at[k + 1] | 0);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 2 * triangles[t], b = 2 * triangles[t + 1], c = 2 * triangles[t + 2];
      const ax = at[a] - 0.5, ay = at[a + 1] - 0.5, ux = at[b] - at[a], uy = at[b + 1] - at[a + 1];
      const vx = at[c] - at[a], vy = at[c + 1] - at[a + 1];
      const area = ux * vy - uy * vx;
      const firstX = Math.max(0, Math.ceil(ax + Math.min(0, ux, vx))), firstY = Math.max(0, Math.ceil(ay + Math.min(0, uy, vy)));
      const lastX = Math.min(TEXELS - 1, ax + Math.max(0, ux, vx)), lastY = Math.min(TEXELS - 1, ay + Math.max(0, uy, vy));
      for (let y = firstY; y <= lastY; y++) {
        for (let x = firstX; x <= lastX; x++) {
          const s = ((x - ax) * vy - (y - ay) * vx) / area, u = (ux * (y - ay) - uy * (x - ax)) / area;
          if (s >= 0 && u >= 0 && s + u <= 1) mark(sharp, x, y);
        }
      }
    }
  }

  /** Draw the cells only that have shadow in them or at their border. */
  choose(data) {
    const index = this.geometry.index.array;
    let count = 0;
    for (let row = 0; row < CELLS; row++) {
      for (let column = 0; column < CELLS; column++) {
        if (!some(data, column * PER_CELL, row * PER_CELL)) continue;
        const corner = row * (CELLS + 1) + column, above = corner + CELLS + 1;
        for (const vertex of [corner, corner + 1, above, above, corner + 1, above + 1]) index[count++] = vertex;
      }
    }
    drawFirst(this.geometry, count);
  }
}

function mark(texels, x, y) {
  if (x >= 0 && y >= 0 && x < TEXELS && y < TEXELS) texels[y * TEXELS + x] = 1;
}

/** Whether any texel of the cell that begins at (x, y), or of those around it, is not zero. */
function some(data, x, y) {
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + PER_CELL, TEXELS - 1); row++) {
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + PER_CELL, TEXELS - 1); column++) {
      if (data[row * TEXELS + column]) return true;
    }
  }
  return false;
}

/** Softened along lines of texels that are `step` apart, `stride` from line to line. */
function blur(from, to, stride, step) {
  for (let line = 0; line < TEXELS; line++) {
    for (let i = 0; i < TEXELS; i++) {
      let sum = 0;
      for (let k = -SOFT; k <= SOFT; k++) {
        if (i + k >= 0 && i + k < TEXELS) sum += WEIGHTS[k + SOFT] * from[line * stride + (i + k) * step];
      }
      to[line * stride + i * step] = sum;
    }
  }
}

function squareOfCells(reach) {
  const place = [];
  for (let row = 0; row <= CELLS; row++) {
    for (let column = 0; column <= CELLS; column++) {
      place.push(((2 * column) / CELLS - 1) * reach, 0, ((2 * row) / CELLS - 1) * reach);
    }
  }
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  made.setIndex(changing(new Uint32Array(6 * CELLS * CELLS), 1));
  return made;
}

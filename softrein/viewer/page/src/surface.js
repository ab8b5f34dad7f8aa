// The drawn surface of a soft body on the GPU: places x = X + U p, then normals, as textures of one texel a
// vertex; and the same places on the processor, for picking.
//
// The basis is a texture array: layer 3 g + a holds, in its four channels, component a of modes 4 g ... 4 g + 3,
// so that four modes cost three fetches. A vertex's normal is the sum of the cross products along the ring of
// its neighbours, which is the area-weighted normal of the deformed surface. Each pass shades a vertex once,
// whatever is drawn afterwards from its textures: body, outline and shadow.
//
// Where the "GPU" is the processor (SwiftShader, llvmpipe), fetching texels costs it far more than the sums: there,
// and where float targets are missing, the same places and normals are reckoned in JavaScript and sent as vertices.
// Measured with SwiftShader on two cores, 23,162 vertices and r = 30: 350 ms of its time a frame by textures.

import {
  BufferAttribute, BufferGeometry, Camera, DataArrayTexture, DataTexture, DynamicDrawUsage, FloatType, GLSL3, Mesh, NearestFilter,
  Matrix4, RawShaderMaterial, RGBAFormat, Scene, Vector3, WebGLRenderTarget,
} from "three";

const CREASE = Math.cos(0.75); // edges that bend by more rad at rest stay sharp
const RING = 24; // neighbours at most; beyond, the normal leaves some triangles out

export const FULL_SCREEN = `
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`;

const PLACES = (groups, width) => `precision highp float; precision highp sampler2DArray;
uniform sampler2DArray basis; uniform sampler2D rest; uniform vec4 p[${groups}]; uniform mat4 pose;
out vec4 place;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec3 u = vec3(0.0);
  for (int g = 0; g < ${groups}; g++) {
    u.x += dot(texelFetch(basis, ivec3(here, 3 * g), 0), p[g]);
    u.y += dot(texelFetch(basis, ivec3(here, 3 * g + 1), 0), p[g]);
    u.z += dot(texelFetch(basis, ivec3(here, 3 * g + 2), 0), p[g]);
  }
  place = vec4((pose * vec4(texelFetch(rest, here, 0).xyz + u, 1.0)).xyz, 1.0);
}`;

const NORMALS = (layers, width) => `precision highp float; precision highp sampler2DArray;
uniform sampler2DArray ring; uniform sampler2D places;
out vec4 normal;
vec3 at(float index) {
  int i = int(index);
  return texelFetch(places, ivec2(i % ${width}, i / ${width}), 0).xyz;
}
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  vec3 x = texelFetch(places, here, 0).xyz, sum = vec3(0.0);
  vec4 next = texelFetch(ring, ivec3(here, 0), 0);
  if (next.x < 0.0) { normal = vec4(0.0, 1.0, 0.0, 0.0); return; }
  vec3 before = at(next.x) - x;
  for (int layer = 0; layer < ${layers}; layer++) {
    if (layer > 0) next = texelFetch(ring, ivec3(here, layer), 0);
    for (int k = 0; k < 4; k++) {
      if (layer == 0 && k == 0) continue;
      if (next[k] < 0.0) { layer = ${layers}; break; }
      vec3 now = at(next[k]) - x;
      sum += cross(before, now);
      before = now;
    }
  }
  normal = vec4(normalize(sum + vec3(0.0, 1e-30, 0.0)), 0.0);
}`;

/** A pass over the whole of a render target. */
export class Pass {
  constructor(fragmentShader, uniforms) {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(9), 3));
    this.uniforms = uniforms;
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: FULL_SCREEN, fragmentShader, uniforms, depthTest: false, depthWrite: false,
    });
    const mesh = new Mesh(geometry, this.material);
    mesh.frustumCulled = false;
    this.scene = new Scene();
    this.scene.matrixAutoUpdate = false;
    this.scene.add(mesh);
    this.camera = new Camera();
  }

  run(renderer, target) {
    renderer.setRenderTarget(target);
    renderer.render(this.scene, this.camera);
  }
}

function texture(data, width, height, layers = 0) {
  const made = layers
    ? new DataArrayTexture(data, width, height, layers)
    : new DataTexture(data, width, height);
  Object.assign(made, { format: RGBAFormat, type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter });
  made.needsUpdate = true;
  return made;
}

/** What all copies of a surface have in common: its textures. */
export class Surface {
  /** From rest (v, 3), basis (v, r, 3) and triangles (k, 3), flat and in C order. */
  constructor(rest, basis, triangles, rank, byTextures, pose = new Matrix4()) {
    Object.assign(this, { rest, basis, triangles, rank, count: rest.length / 3, byTextures, pose }); // pose: where its frame is
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute("position", new BufferAttribute(rest, 3));
    this.geometry.setIndex(new BufferAttribute(triangles, 1));
    if (byTextures) this.makeTextures();
  }

  makeTextures() {
    const { rest, triangles, rank } = this;
    this.width = Math.min(2048, Math.ceil(Math.sqrt(this.count)));
    this.height = Math.ceil(this.count / this.width);
    this.groups = Math.ceil(rank / 4);
    this.texels = this.width * this.height;
    this.restTexture = texture(this.spread(rest), this.width, this.height);
    this.basisTexture = texture(this.packedBasis(), this.width, this.height, 3 * this.groups);
    const ring = rings(triangles, this.count);
    this.layers = ring.layers;
    this.ringTexture = texture(ring.pack(this.texels), this.width, this.height, ring.layers);
  }

  /** The same surface with its vertices doubled along sharp edges, or itself where it has none. */
  creased() {
    const { source, triangles, closed } = creases(this.rest, this.triangles);
    this.closed = closed;
    return source.length === this.count ? this : Object.assign(this.of(source, triangles), { closed });
  }

  /** The surface by other triangles, and no more of its vertices than these have. */
  by(triangles) {
    const source = [...new Set(triangles)], numbers = new Map(source.map((from, to) => [from, to]));
    return this.of(source, triangles.map((vertex) => numbers.get(vertex)));
  }

  /** A surface of the vertices `source` of this one. */
  of(source, triangles) {
    const { rank } = this;
    const pick = (values, size) => {
      const out = new Float32Array(size * source.length);
      source.forEach((from, to) => out.set(values.subarray(size * from, size * (from + 1)), size * to));
      return out;
    };
    return new Surface(pick(this.rest, 3), pick(this.basis, 3 * rank), triangles, rank, this.byTextures, this.pose);
  }

  /** A copy to be deformed, and what the vertex shaders that draw it begin with. */
  copy() {
    return this.byTextures ? new Deformed(this) : new DeformedHere(this);
  }

  get fetching() {
    if (!this.byTextures) return "in vec3 position, normal; vec3 placeNow() { return position; } vec3 normalNow() { return normal; }";
    const at = `ivec2(gl_VertexID % ${this.width}, gl_VertexID / ${this.width})`;
    return `uniform sampler2D places, normals;
vec3 placeNow() { return texelFetch(places, ${at}, 0).xyz; }
vec3 normalNow() { return texelFetch(normals, ${at}, 0).xyz; }`;
  }

  spread(values) {
    const out = new Float32Array(4 * this.texels);
    for (let i = 0; i < this.count; i++) out.set(values.subarray(3 * i, 3 * i + 3), 4 * i);
    return out;
  }

  packedBasis() {
    const out = new Float32Array(4 * this.texels * 3 * this.groups);
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < this.rank; k++) {
        for (let a = 0; a < 3; a++) {
          const layer = 3 * (k >> 2) + a;
          out[4 * (layer * this.texels + i) + (k & 3)] = this.basis[3 * (this.rank * i + k) + a];
        }
      }
    }
    return out;
  }

  /** The place of one vertex in the reduced state p. */
  placeOf(vertex, p, out = new Vector3()) {
    out.fromArray(this.rest, 3 * vertex);
    for (let k = 0, at = 3 * this.rank * vertex; k < this.rank; k++, at += 3) {
      out.x += p[k] * this.basis[at];
      out.y += p[k] * this.basis[at + 1];
      out.z += p[k] * this.basis[at + 2];
    }
    return out.applyMatrix4(this.pose);
  }

  /** The places (v, 3) of all vertices. */
  places(p, out = new Float32Array(3 * this.count)) {
    const { basis, rank, rest } = this, m = this.pose.elements;
    for (let i = 0, at = 0; i < this.count; i++) {
      let x = rest[3 * i], y = rest[3 * i + 1], z = rest[3 * i + 2];
      for (let k = 0; k < rank; k++, at += 3) {
        const share = p[k];
        x += share * basis[at];
        y += share * basis[at + 1];
        z += share * basis[at + 2];
      }
      out[3 * i] = m[0] * x + m[4] * y + m[8] * z + m[12];
      out[3 * i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
      out[3 * i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
    }
    return out;
  }

  /** The surface in the reduced state p where a ray first meets it: {vertex, point}, or null. */
  pick(ray, p) {
    const at = this.places(p);
    const { triangles } = this;
    const corners = [new Vector3(), new Vector3(), new Vector3()];
    const point = new Vector3();
    let best = null, nearest = Infinity;
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) corners[k].fromArray(at, 3 * triangles[t + k]);
      if (!ray.intersectTriangle(corners[0], corners[1], corners[2], true, point)) continue;
      const distance = point.distanceToSquared(ray.origin);
      if (distance >= nearest) continue;
      nearest = distance;
      const away = corners.map((corner) => corner.distanceToSquared(point));
      best = { vertex: triangles[t + away.indexOf(Math.min(...away))], point: point.clone() };
    }
    return best;
  }
}

/** For each vertex of the doubled surface which it comes `from`, and the triangles over these. */
function creases(rest, triangles) {
  const normals = [], corner = Array.from(triangles, (_, index) => index);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let t = 0; t < triangles.length; t += 3) {
    [a, b, c].forEach((point, k) => point.fromArray(rest, 3 * triangles[t + k]));
    normals.push(b.sub(a).cross(c.sub(a)).normalize().clone());
  }
  const root = (index) => {
    while (corner[index] !== index) index = corner[index] = corner[corner[index]];
    return index;
  };
  const edges = new Map();
  for (let i = 0; i < triangles.length; i++) {
    const next = i - (i % 3) + ((i + 1) % 3);
    const [from, to] = [triangles[i], triangles[next]];
    const other = edges.get(`${to} ${from}`);
    if (other && normals[Math.floor(i / 3)].dot(normals[Math.floor(other[0] / 3)]) > CREASE) {
      corner[root(i)] = root(other[1]);
      corner[root(next)] = root(other[0]);
    }
    edges.set(`${from} ${to}`, [i, next]);
  }
  const numbers = new Map(), source = [];
  const numbered = triangles.map((vertex, index) => {
    const at = root(index);
    if (!numbers.has(at)) numbers.set(at, source.push(vertex) - 1);
    return numbers.get(at);
  });
  const closed = [...edges.keys()].every((key) => edges.has(key.split(" ").reverse().join(" ")));
  return { source, triangles: numbered, closed };
}

/** The ordered ring of neighbours of each vertex, closed by its first where it has no border. */
function rings(triangles, count) {
  const around = Array.from({ length: count }, () => new Map());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      around[triangles[t + k]].set(triangles[t + ((k + 1) % 3)], triangles[t + ((k + 2) % 3)]);
    }
  }
  const chains = around.map((next) => {
    const ends = new Set(next.values());
    let now = [...next.keys()].find((key) => !ends.has(key)) ?? next.keys().next().value;
    const chain = [];
    for (let left = Math.min(next.size, RING - 1); now !== undefined && left >= 0; left--) {
      chain.push(now);
      now = next.get(now);
    }
    return chain;
  });
  const layers = Math.ceil(chains.reduce((most, chain) => Math.max(most, chain.length), 4) / 4);
  const pack = (texels) => {
    const out = new Float32Array(4 * texels * layers).fill(-1);
    chains.forEach((chain, i) => chain.forEach((neighbour, k) => {
      out[4 * ((k >> 2) * texels + i) + (k & 3)] = neighbour;
    }));
    return out;
  };
  return { layers, pack };
}

/** One deformed copy of a surface, by textures. */
class Deformed {
  constructor(surface) {
    this.surface = surface;
    this.geometry = surface.geometry;
    const { width, height, groups } = surface;
    const options = {
      type: FloatType, format: RGBAFormat, minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: false,
    };
    this.p = new Float32Array(4 * groups);
    this.places = new WebGLRenderTarget(width, height, options);
    this.normals = new WebGLRenderTarget(width, height, options);
    this.placing = new Pass(PLACES(groups, width), {
      basis: { value: surface.basisTexture }, rest: { value: surface.restTexture }, p: { value: this.p }, pose: { value: surface.pose },
    });
    this.turning = new Pass(NORMALS(surface.layers, width), {
      ring: { value: surface.ringTexture }, places: { value: this.places.texture },
    });
    this.uniforms = { places: { value: this.places.texture }, normals: { value: this.normals.texture } };
  }

  /** Deform it to the reduced state p (r,). */
  update(renderer, p) {
    this.p.set(p);
    this.placing.run(renderer, this.places);
    this.turning.run(renderer, this.normals);
  }
}

/** One deformed copy of a surface, by vertices that are reckoned here. */
class DeformedHere {
  constructor(surface) {
    this.surface = surface;
    this.uniforms = {};
    this.geometry = new BufferGeometry();
    this.geometry.setIndex(surface.geometry.index);
    for (const name of ["position", "normal"]) {
      this[name] = new BufferAttribute(new Float32Array(3 * surface.count), 3);
      this[name].setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, this[name]);
    }
  }

  update(renderer, p) {
    const { position, normal, surface } = this;
    surface.places(p, position.array);
    normalsOf(position.array, surface.triangles, normal.array);
    position.needsUpdate = normal.needsUpdate = true;
  }
}

/** Normals (v, 3) of places (v, 3), not of unit length: the fragments make them so. */
function normalsOf(x, triangles, n) {
  n.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
    const ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    const vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    n[a] += nx; n[a + 1] += ny; n[a + 2] += nz;
    n[b] += nx; n[b + 1] += ny; n[b + 2] += nz;
    n[c] += nx; n[c + 1] += ny; n[c + 2] += nz;
  }
}

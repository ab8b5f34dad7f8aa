// Leaves that the air carries. Where they are, and how they are turned, comes from the simulation now and then; in
// between they are on the way from one place to the next.

import {
  BufferAttribute, Color, GLSL3, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, RawShaderMaterial, Shape,
  ShapeGeometry, Vector2,
} from "three";

const SHOW = `precision highp float; uniform mat4 viewMatrix, projectionMatrix; uniform vec2 box; uniform float share;
in vec3 position, colour, before, after; out vec3 seen;
vec2 along(float turn) { return vec2(cos(6.2831853 * turn), sin(6.2831853 * turn)); }
void main() {
  vec2 way = normalize(mix(along(before.z), along(after.z), share) + vec2(1e-6, 0.0));
  vec2 at = mix(before.xy, after.xy, share) * box + position.x * way + position.y * vec2(-way.y, way.x);
  seen = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 0.0, 1.0);
}`;

export class Leaves {
  /** So many, of a `size` in m, in a box. */
  constructor(count, size, [lx, ly], colours) {
    const geometry = blade(size, colours);
    geometry.instanceCount = count;
    [this.before, this.after] = ["before", "after"].map((name) => {
      const places = new InstancedBufferAttribute(new Uint16Array(3 * count), 3, true);
      geometry.setAttribute(name, places);
      return places;
    });
    this.mesh = new Mesh(geometry, new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: SHOW, depthTest: false, transparent: true,
      fragmentShader: "precision highp float; in vec3 seen; out vec4 pixel; void main() { pixel = vec4(seen, 1.0); }",
      uniforms: { box: { value: new Vector2(lx, ly) }, share: { value: 1 } },
    }));
    this.mesh.frustumCulled = false;
    this.mesh.visible = false; // until the first come
  }

  /** New places (3 numbers a leaf, in 65535ths); `onward` from the last ones, or else put there. */
  take(places, onward) {
    this.mesh.visible = places.length > 0;
    this.before.array.set(onward ? this.after.array : places);
    this.after.array.set(places);
    this.before.needsUpdate = this.after.needsUpdate = true;
  }

  /** So much of the way to the newest places. */
  show(share) {
    this.mesh.material.uniforms.share.value = share;
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

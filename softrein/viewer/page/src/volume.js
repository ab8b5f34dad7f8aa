// Smoke in space as a volume. Rays from the eye add up what they meet, as far as a solid; light comes from straight above
// and is absorbed on its way, as in softrein/pictures/space_box.py. Of a box that is cut (cut.js) a part is drawn. Rays make a picture of their own, which is coarse where
// a processor draws, and that picture is laid over what stands in the box. A texel has the smoke's density, and its light,
// which is 0 in solids and there alone.

import {
  BackSide, BoxGeometry, Color, Data3DTexture, GLSL3, LinearFilter, Mesh, RawShaderMaterial, RGFormat, Scene, UnsignedByteType,
  Vector3, WebGLRenderTarget,
} from "three";
import { HEAD } from "./clay.js";
import { coarser, overlay } from "./overlay.js";

const LONGER = [1400, 180]; // pixels along the longer side of the picture, and where a processor draws
const STEPS = [96, 36]; // to the longest side of the box
const DENSE = 75; // of the densest smoke: how soon it hides what is behind it, a side of the box
const SHADE = 16, DARKEST = 0.45; // how soon light is absorbed, and what of the colour is left without light
const LEVELS = 1024; // of light

export class Volume {
  /** Of smoke in cells; `open` has 1 in every one that is no solid, and is null where all are. */
  constructor({ cells, open }, extent, thrifty) {
    const [nx, ny, nz] = cells, side = Math.max(...extent), count = nx * ny * nz, steps = STEPS[Number(thrifty)];
    Object.assign(this, { nx, ny, nz, extent, longer: LONGER[Number(thrifty)], any: false, dense: DENSE, open: open ?? new Uint8Array(count).fill(1) });
    this.before = this.after = new Uint8Array(count);
    this.data = Uint8Array.from({ length: 2 * count }, (_, k) => (k % 2 ? 255 * this.open[k >> 1] : 0));
    this.solid = [DARKEST / 2 - 0.04, DARKEST / 2 + 0.04].map((each) => each.toFixed(3)); // of a texel's light: to its surface
    this.bounds = [new Vector3(), new Vector3()]; // of smoke, and of the box as far as it is drawn:
    Object.assign(this, { least: new Vector3(), most: new Vector3(...extent) });
    this.lit = Float32Array.from({ length: LEVELS }, (_, k) => 255 * (DARKEST + (1 - DARKEST) * Math.exp((-SHADE * k) / LEVELS)));
    this.layer = ((extent[1] / ny / side) * LEVELS) / 255; // levels of light that a cell of the thinnest smoke takes
    this.texture = new Data3DTexture(this.data, nx, ny, nz);
    Object.assign(this.texture, { format: RGFormat, type: UnsignedByteType, minFilter: LinearFilter, magFilter: LinearFilter, unpackAlignment: 2 });
    this.room = new Mesh(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5), new RawShaderMaterial({
      glslVersion: GLSL3, side: BackSide, depthTest: false, depthWrite: false,
      vertexShader: `${HEAD} in vec3 position; out vec3 place;
void main() { vec4 at = modelMatrix * vec4(position, 1.0); place = at.xyz; gl_Position = projectionMatrix * viewMatrix * at; }`,
      fragmentShader: `precision highp float; precision highp sampler3D; in vec3 place; out vec4 pixel;
uniform sampler3D smoke; uniform vec3 eye, box, least, most, low, high, colour;
const vec3 cells = vec3(${nx}, ${ny}, ${nz});
float enters(vec3 lower, vec3 upper, vec3 way) {
  vec3 a = (lower - eye) / way, b = (upper - eye) / way, c = min(a, b);
  return max(max(c.x, max(c.y, c.z)), 0.0);
}
bool solid(vec3 at) { return texture(smoke, at).g < ${(DARKEST / 2).toFixed(3)}; } // as smooth as the surface that is drawn
void main() {
  vec3 way = place - eye, along = way / box;
  float near = enters(low, high, way), through = (1.0 - near) * length(way) / ${side.toExponential()}, clear = 1.0, shine = 0.0;
  float other = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584))));
  ${open ? `float apart_ = 0.5 / max(max(abs(along.x) * cells.x, abs(along.y) * cells.y), abs(along.z) * cells.z);
  for (float t = enters(least, most, way) + other * apart_; t < near; t += apart_) if (solid(eye / box + t * along)) discard;` : ""}
  float count = ceil(through * ${steps.toFixed(1)}), apart = through / count;
  vec3 ahead = along * (1.0 - near) / count;
  vec3 at = eye / box + near * along + ahead * other;
  for (float k = 0.0; k < count && clear > 0.02; k += 1.0) {
    ${open ? "if (solid(at)) break;" : ""}
    vec2 here = texture(smoke, at).rg;
    float cover = 1.0 - exp(-here.x * apart * ${DENSE.toFixed(1)});
    shine += clear * cover * here.y;
    clear *= 1.0 - cover;
    at += ahead;
  }
  pixel = vec4(colour * shine, 1.0 - clear);
}`.replaceAll("apart_", "stride"),
      uniforms: {
        smoke: { value: this.texture }, eye: { value: new Vector3() }, box: { value: new Vector3(...extent) },
        least: { value: this.least }, most: { value: this.most },
        low: { value: this.low = new Vector3() }, high: { value: this.high = new Vector3() }, colour: { value: new Color() },
      },
    }));
    this.room.frustumCulled = false;
    this.uniforms = this.room.material.uniforms;
    this.scene = new Scene();
    this.scene.add(this.room);
    this.picture = new WebGLRenderTarget(1, 1, { minFilter: LinearFilter, magFilter: LinearFilter, depthBuffer: false });
    this.laying = overlay("pixel = texture(picture, here);", { picture: { value: this.picture.texture } });
  }

  /** New smoke, in 255ths of the densest at first; `onward` from the last, or else put there. */
  take(shades, onward) {
    this.before = onward ? this.after : shades;
    this.after = shades;
    this.any = shades.some(Boolean);
  }

  paint(colour) {
    this.uniforms.colour.value.set(colour).convertLinearToSRGB();
  }

  /** So much of the way to the newest, with the light that comes to it from above; rays go only where smoke is. */
  blend(share) {
    const { nx, ny, nz, before, after, data, lit, layer, open } = this, rest = 1 - share;
    if (share === this.share && this.blended === after) return;
    Object.assign(this, { share, blended: after });
    let [x0, x1, y0, y1, z0, z1] = [nx, -1, ny, -1, nz, -1];
    for (let z = 0; z < nz; z++) {
      for (let x = 0; x < nx; x++) {
        let above = 0, lowest = ny, highest = -1;
        for (let y = ny - 1, i = x + nx * (ny * z + y); y >= 0; y--, i -= nx) {
          const now = rest * before[i] + share * after[i];
          if (now >= 1) {
            lowest = y;
            if (highest < 0) highest = y;
          }
          above += now * layer;
          data[2 * i] = now;
          data[2 * i + 1] = open[i] * lit[above < LEVELS ? above | 0 : LEVELS - 1];
        }
        if (highest < 0) continue;
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (lowest < y0) y0 = lowest;
        if (highest > y1) y1 = highest;
        if (z < z0) z0 = z;
        z1 = z;
      }
    }
    this.texture.needsUpdate = true;
    const place = (cell, axis) => (Math.min(Math.max(cell / [nx, ny, nz][axis], 0), 1)) * this.extent[axis];
    const [low, high] = this.bounds;
    low.fromArray([x0, y0, z0].map((cell, axis) => place(cell - 0.5, axis)));
    high.fromArray([x1, y1, z1].map((cell, axis) => place(cell + 1.5, axis)));
  }

  /** Send the rays for a canvas of so many pixels (Vector2), into their own picture. */
  render(renderer, camera, eye, pixels) {
    if (!this.any) return;
    const { x: width, y: height } = coarser(pixels, this.longer);
    if (this.picture.width !== width || this.picture.height !== height) this.picture.setSize(width, height);
    this.low.copy(this.bounds[0]).max(this.least);
    this.high.copy(this.bounds[1]).min(this.most);
    this.room.position.copy(this.low);
    this.room.scale.subVectors(this.high, this.low);
    this.room.visible = this.room.scale.toArray().every((side) => side > 0);
    this.uniforms.eye.value.copy(eye);
    this.laying.uniforms.pixels.value.copy(pixels);
    const stage = renderer.getClearColor(new Color());
    renderer.setRenderTarget(this.picture);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.scene, camera);
    renderer.setRenderTarget(null); // before the colour, which is converted for what is drawn to
    renderer.setClearColor(stage, 1);
  }

  /** Lay that picture over what has been drawn. */
  lay(renderer) {
    if (this.any) this.laying.run(renderer, null);
  }
}

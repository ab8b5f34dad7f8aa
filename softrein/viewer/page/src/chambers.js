// Chambers under pressure: their walls, seen through the body, the yellower the more they press, the bluer the more they
// suck. Of all of them the nearest wall alone is seen, more of it at its rim, so that a hollow looks like one.

import { Color, FrontSide, GLSL3, Group, LessEqualDepth, Mesh, RawShaderMaterial } from "three";
import { HEAD } from "./clay.js";
import { lights } from "./light.js";
import { Surface } from "./surface.js";

const SLACK = "#8a94a1", PRESSED = "#ffd23c", SUCKED = "#21c7dd";
const FAINT = 0.3, FULL = 0.62; // opacity of a wall that is looked at straight, at rest and at its limit
const RIM = 0.85; // and of any wall at its rim

export class Chambers extends Group {
  /** `walls` has [first, last) triangle of each muscle, none of a cable; `rest` (k, 3) and `basis` (k, r, 3) as surfaces have. */
  constructor(walls, rest, basis, triangles, rank, pose) {
    super();
    const whole = new Surface(rest, basis, triangles, rank, false, pose);
    this.each = walls.map(([first, end]) => (end > first ? this.wall(whole.by(triangles.slice(3 * first, 3 * end))) : null));
  }

  wall(surface) {
    const shape = surface.creased(), deformed = shape.copy();
    const material = (own, fragmentShader) => new RawShaderMaterial({
      glslVersion: GLSL3, side: FrontSide, ...own,
      vertexShader: `${HEAD}${shape.fetching} out vec3 place, turned;
void main() {
  place = placeNow(); turned = normalNow();
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`,
      fragmentShader: `precision highp float; in vec3 place, turned; out vec4 pixel;
uniform vec3 colour, eye; uniform float facing, rim;
${fragmentShader}`,
      uniforms: { ...uniforms, eye: lights.eye },
    });
    const uniforms = { colour: { value: new Color() }, facing: { value: 0 }, rim: { value: RIM } };
    const hiding = new Mesh(deformed.geometry, material({ colorWrite: false }, "void main() { pixel = vec4(0.0); }"));
    const shown = new Mesh(deformed.geometry, material({ transparent: true, depthWrite: false, depthFunc: LessEqualDepth },
      `void main() {
  float straight = max(dot(normalize(turned), normalize(eye - place)), 0.0), edge = 1.0 - straight;
  pixel = vec4(sqrt(colour * (0.55 + 0.45 * straight)), mix(facing, rim, edge * edge));
}`));
    for (const mesh of [hiding, shown]) mesh.frustumCulled = false;
    hiding.renderOrder = -1;
    this.add(hiding, shown);
    return { deformed, uniforms };
  }

  /** In a body's state; `shares`: how strongly each presses, from -1 to 1. */
  show(renderer, state, shares) {
    this.each.forEach((wall, k) => {
      if (!wall) return;
      const { colour, facing } = wall.uniforms, share = Math.abs(shares[k]);
      wall.deformed.update(renderer, state);
      colour.value.set(SLACK).lerp(new Color(shares[k] < 0 ? SUCKED : PRESSED), share);
      facing.value = FAINT + share * (FULL - FAINT);
    });
  }
}

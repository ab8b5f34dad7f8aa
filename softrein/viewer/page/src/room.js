// How smoke in space looks: the box, solids in it, smoke as a volume, what else is carried as specks, and the particles
// that are steered with their ways.

import {
  BufferAttribute, BufferGeometry, Color, GLSL3, LineSegments, Mesh, RawShaderMaterial, Scene, SphereGeometry, Vector2, Vector3,
} from "three";
import { Arrow, Ball, HEAD, plain } from "./clay.js";
import { Cut } from "./cut.js";
import { ring } from "./flat.js";
import { Futures, Way } from "./future.js";
import { dressLights, lights } from "./light.js";
import { BALL, isDark, linear, PUSH, styled } from "./look.js";
import { Specks } from "./specks.js";
import { Volume } from "./volume.js";

const DOT = 0.012, RIM = [0.011, 0.015], HOME = [0.019, 0.023]; // of the box: radii of a particle, and of rings
const TRAIL = { width: 4.5, thin: 0.35, faint: 0.15 }, WAY = { width: 3.2, thin: 1, faint: 1 }; // see future.js
const POINTS = 120; // of the reference's way
const HAZE = 0.16; // how much is seen of where wind blows

export class Room {
  /** Of a scene whose box is `size` m long; `ways` are those of the reference's particles, [x, y, z] in m. */
  constructor(scene, size, ways, power) {
    const open = scene.arrays.solid.data.map((each) => 1 - each); // 1 where there is none
    const air = { cells: scene.smoke, open: open.every(Boolean) ? null : open };
    Object.assign(this, { scene: new Scene(), lines: new Scene(), over: new Scene(), volume: new Volume(air, scene.extent, power.thrifty) });
    this.cut = new Cut(this.volume, scene.extent);
    this.sheets = new Scene().add(this.cut.sheet);
    this.specks = new Specks(scene.leaves, scene.extent, BALL, air, power.thrifty);
    this.edges = new LineSegments(edgesOf(scene.extent), new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: `${HEAD} in vec3 position; void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }`,
      fragmentShader: "precision highp float; uniform vec3 ink; out vec4 pixel; void main() { pixel = vec4(ink, 1.0); }",
      uniforms: { ink: { value: new Color() } },
    }));
    this.scene.add(this.edges);
    this.stone = stoneOf(scene.arrays, this.cut.beyond);
    if (this.stone) this.scene.add(this.stone);
    this.steered = ways.map((all) => {
      const part = {
        ...wayOf(all), trail: new Way(Math.max(scene.trail, 2), TRAIL),
        dot: new Ball(BALL, DOT * size), rim: ring(RIM[0] * size, RIM[1] * size), home: ring(HOME[0] * size, HOME[1] * size),
      };
      this.lines.add(part.way, part.trail);
      this.over.add(part.home, part.rim, part.dot);
      return part;
    });
    this.futures = new Futures(scene.plan);
    this.gust = new Arrow(PUSH, 0.012 * size);
    this.haze = new Mesh(new SphereGeometry(1, 32, 20), plain(PUSH, HAZE));
    for (const way of this.futures.meshes) this.lines.add(way);
    this.over.add(this.haze, this.gust);
  }

  /** Particles are led along other ways. */
  lead(ways) {
    for (const [k, part] of this.steered.entries()) {
      this.lines.remove(part.way);
      part.way.geometry.dispose();
      Object.assign(part, wayOf(ways[k]));
      part.way.dress();
      this.lines.add(part.way);
    }
  }

  take(news, onward) {
    this.volume.take(news.shades, onward);
    this.specks.take(news.leaves, onward);
  }

  dress() {
    dressLights();
    this.cut.dress();
    this.edges.material.uniforms.ink.value.set(styled("--grid")).convertLinearToSRGB();
    this.stone?.material.uniforms.colour.value.setRGB(...linear(styled("--stone")));
    for (const { way, trail } of this.steered) [way, trail].forEach((each) => each.dress());
    for (const mesh of this.futures.meshes) mesh.dress();
  }

  /** The controller's colours: of smoke, and of lines. */
  paint(body, line) {
    const pale = styled("--reference");
    this.volume.paint(body);
    this.cut.paint(body);
    this.line = line;
    for (const part of this.steered) {
      part.dot.colour = line;
      part.home.material.color.set(pale);
      part.rim.material.color.set(isDark() ? "#14171b" : "#ffffff");
      part.way.lay(new Vector3(...part.points[0]), part.points.flat(), pale);
    }
  }

  /** So much of the way to what came last. */
  flow(renderer, share) {
    this.volume.blend(share);
    this.specks.share = share;
  }

  layParticle(which, here, wanted, trail) {
    const part = this.steered[which];
    part.dot.position.set(...here);
    part.rim.position.set(...here);
    part.home.position.set(...wanted);
    part.trail.lay(part.dot.position, trail.length > 1 ? trail.reverse().flat() : null, this.line);
  }

  layHalo(place, radius) {
    this.haze.visible = Boolean(place);
    if (place) this.haze.position.copy(place);
    this.haze.scale.setScalar(radius);
  }

  draw(renderer, orbit, part) {
    const camera = orbit.through(part), pixels = renderer.getDrawingBufferSize(new Vector2());
    lights.eye.value.copy(orbit.camera.position);
    for (const { way, trail, rim, home } of this.steered) {
      way.resize(part.width, part.height);
      trail.resize(part.width, part.height);
      for (const round of [rim, home]) round.quaternion.copy(orbit.camera.quaternion);
    }
    for (const mesh of this.futures.meshes) mesh.resize(part.width, part.height);
    this.cut.face(orbit.camera.position);
    this.volume.render(renderer, camera, orbit.camera.position, pixels);
    renderer.clear();
    renderer.render(this.scene, camera);
    this.volume.lay(renderer);
    this.specks.lay(renderer, camera, this.volume, this.cut.beyond, pixels, renderer.getPixelRatio());
    renderer.render(this.sheets, camera);
    renderer.render(this.lines, camera); // in a scene of their own: within one what is opaque is drawn first
    renderer.clearDepth(); // what acts, and where it is, must be seen
    renderer.render(this.over, camera);
  }
}

/** A line through places, and those of them that it goes through. */
function wayOf(all) {
  const every = Math.max(1, Math.ceil(all.length / POINTS)), points = all.filter((_, k) => k % every === 0 || k + 1 === all.length);
  const way = new Way(Math.max(points.length, 2), WAY);
  way.renderOrder = -2; // below trails and plans
  return { way, points };
}

/** The twelve edges of a box. */
function edgesOf(extent) {
  const place = [];
  for (let k = 0; k < 8; k++) {
    for (let axis = 0; axis < 3; axis++) {
      if ((k >> axis) & 1) continue;
      for (const end of [k, k | (1 << axis)]) place.push(...extent.map((side, a) => ((end >> a) & 1) * side));
    }
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
}

/** Solids, or nothing where there are none; what is `beyond` a cut (cut.js) is not drawn. */
function stoneOf({ solid_vertices: places, solid_normals: normals, solid_triangles: triangles }, beyond) {
  if (!places) return null;
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(places.data, 3));
  made.setAttribute("normal", new BufferAttribute(normals.data, 3));
  made.setIndex(new BufferAttribute(triangles.data, 1));
  const look = plain("#888888");
  look.fragmentShader = look.fragmentShader.replace("void main() {", "uniform vec4 beyond; void main() { if (dot(beyond.xyz, place) > beyond.w) discard;");
  look.uniforms.beyond = { value: beyond };
  return new Mesh(made, look);
}

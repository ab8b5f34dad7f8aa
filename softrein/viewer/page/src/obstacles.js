// What a body may touch: obstacles, which stay, and tools and free things, which each frame says where they are.

import { BufferAttribute, BufferGeometry, Group, Mesh, Plane, Raycaster, Vector3 } from "three";
import { plain } from "./clay.js";

const OBSTACLE = "#b9c0ca", TOOL = "#8c7fb8";
const OFTEN = 25; // ms between two words to the server

export class Obstacles extends Group {
  /** `shapes` are the scene's, whose surfaces lie one after the other in `arrays`. */
  constructor(shapes, { obstacle_rest: rest, obstacle_triangles: triangles }) {
    super();
    let first = 0;
    this.each = shapes.map(({ triangles: count, place, rest: from, tool, free }) => {
      const own = triangles.data.slice(3 * first, 3 * (first + count)), least = own.reduce((a, b) => Math.min(a, b), Infinity);
      const most = own.reduce((a, b) => Math.max(a, b), 0), geometry = new BufferGeometry();
      first += count;
      geometry.setAttribute("position", new BufferAttribute(rest.data.slice(3 * least, 3 * (most + 1)), 3));
      geometry.setIndex(new BufferAttribute(own.map((vertex) => vertex - least), 1));
      geometry.computeVertexNormals();
      geometry.computeBoundingBox();
      const mesh = new Mesh(geometry, plain(tool < 0 ? OBSTACLE : TOOL));
      mesh.matrixAutoUpdate = mesh.frustumCulled = false;
      this.add(mesh);
      return { mesh, tool, free, place, from, flat: count <= 2 };
    });
    for (const { mesh, place } of this.each) put(mesh, place);
  }

  /** The places of what moves, twelve numbers each. */
  show(places) {
    for (const { mesh, tool } of this.each) if (tool >= 0 && places.length >= 12 * (tool + 1)) put(mesh, places.slice(12 * tool, 12 * (tool + 1)));
  }

  /** The corners of all but planes, of which it does not matter where they end. */
  get corners() {
    return this.each.filter(({ flat }) => !flat).flatMap(({ mesh }) => {
      const { min, max } = mesh.geometry.boundingBox;
      return [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
        new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).applyMatrix4(mesh.matrix));
    });
  }
}

/** The hand that drags tools, by pointer or touch. */
export class Tools extends Group {
  /** `obstacles` has them, `link` hears where one shall be, `pick` says what of the body is under a pixel. */
  constructor(obstacles, orbit, link, pick) {
    super();
    Object.assign(this, { each: obstacles.each.filter(({ tool, free }) => tool >= 0 && !free), orbit, link, pick, taken: null, corners: [] });
  }

  show() {}

  /** What of a tool is under a pixel and not behind the body, nearest first; or nothing. */
  at(x, y) {
    const { origin, direction } = this.orbit.ray(x, y), rays = new Raycaster(origin, direction);
    const [hit] = rays.intersectObjects(this.each.map(({ mesh }) => mesh), false), body = hit && this.pick(x, y);
    return hit && !(body && body.point.distanceTo(origin) < hit.distance) ? hit : null;
  }

  /** Take the tool at a pixel; whether there is one. */
  take(x, y) {
    const hit = this.at(x, y);
    if (!hit) return false;
    const facing = this.orbit.camera.getWorldDirection(new Vector3()).negate();
    const { tool, from } = this.each.find(({ mesh }) => mesh === hit.object);
    const middle = new Vector3().setFromMatrixPosition(hit.object.matrix);
    this.taken = {
      tool, offset: middle.sub(hit.point), rest: new Vector3(...from),
      plane: new Plane().setFromNormalAndCoplanarPoint(facing, hit.point),
    };
    return true;
  }

  /** Drag what was taken to a pixel. */
  drag(x, y) {
    const { taken } = this, to = this.orbit.ray(x, y).intersectPlane(taken.plane, new Vector3());
    if (to) taken.to = to.add(taken.offset).sub(taken.rest);
    if (performance.now() - (this.sent ?? 0) >= OFTEN) this.tell();
  }

  tell() {
    this.sent = performance.now();
    const { tool, to } = this.taken;
    if (to) this.link.carry(to.toArray(), tool);
  }

  /** Let go: it stays there. */
  drop() {
    if (this.taken) this.tell();
    this.taken = null;
  }
}

/** A mesh where twelve numbers have it: a translation, and a rotation by rows. */
function put(mesh, [x, y, z, ...turn]) {
  mesh.matrix.set(...turn.slice(0, 3), x, ...turn.slice(3, 6), y, ...turn.slice(6), z, 0, 0, 0, 1);
  mesh.matrixWorldNeedsUpdate = true;
}

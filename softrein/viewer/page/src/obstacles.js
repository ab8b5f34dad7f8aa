// What a body may touch: obstacles, which stay, and tools, which each frame says where they are.

import { BufferAttribute, BufferGeometry, Group, Mesh, Vector3 } from "three";
import { plain } from "./clay.js";

const OBSTACLE = "#b9c0ca", TOOL = "#8c7fb8";

export class Obstacles extends Group {
  /** `shapes` are the scene's, whose surfaces lie one after the other in `arrays`. */
  constructor(shapes, { obstacle_rest: rest, obstacle_triangles: triangles }) {
    super();
    let first = 0;
    this.each = shapes.map(({ triangles: count, place, tool }) => {
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
      return { mesh, tool, place, flat: count <= 2 };
    });
    for (const { mesh, place } of this.each) put(mesh, place);
  }

  /** The tools' places, twelve numbers each. */
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

/** A mesh where twelve numbers have it: a translation, and a rotation by rows. */
function put(mesh, [x, y, z, ...turn]) {
  mesh.matrix.set(...turn.slice(0, 3), x, ...turn.slice(3, 6), y, ...turn.slice(6), z, 0, 0, 0, 1);
  mesh.matrixWorldNeedsUpdate = true;
}

// Flat things over the smoke: discs, rings, trails, an arrow.

import {
  BufferAttribute, BufferGeometry, CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, RingGeometry, Shape,
  ShapeGeometry,
} from "three";

const LEAP = 40; // widths of a trail: no particle flows so far between two frames

const flat = (colour) => new MeshBasicMaterial({
  color: colour, transparent: true, depthTest: false, side: DoubleSide, forceSinglePass: true,
});
export const disc = (radius) => new Mesh(new CircleGeometry(radius, 40), flat("#ffffff"));
export const ring = (inner, outer) => new Mesh(new RingGeometry(inner, outer, 72), flat("#ffffff"));

/** The frame around a box. */
export function frameOf(lx, ly, thick) {
  const outline = new Shape();
  outline.moveTo(-thick, -thick).lineTo(lx + thick, -thick).lineTo(lx + thick, ly + thick).lineTo(-thick, ly + thick);
  const hole = new Shape();
  hole.moveTo(0, 0).lineTo(lx, 0).lineTo(lx, ly).lineTo(0, ly);
  outline.holes.push(hole);
  return new Mesh(new ShapeGeometry(outline), flat("#888888"));
}

/** A line of some width in m through its latest points, fading at its old end by growing thin; dashed or not. */
export class Ribbon {
  constructor(width, count, dash = 0) {
    Object.assign(this, { width, count, dash, points: [], passed: 0 });
    const geometry = new BufferGeometry();
    this.position = new BufferAttribute(new Float32Array(6 * count), 3);
    geometry.setAttribute("position", this.position);
    const index = [];
    for (let k = 0; k + 1 < count; k++) {
      if (dash && Math.floor(k / dash) % 2) continue;
      index.push(2 * k, 2 * k + 1, 2 * k + 2, 2 * k + 1, 2 * k + 3, 2 * k + 2);
    }
    geometry.setIndex(index);
    this.mesh = new Mesh(geometry, flat("#888888"));
    this.mesh.material.opacity = 0.9;
    this.mesh.frustumCulled = false;
    this.clear();
  }

  clear() {
    this.points = [];
    this.position.array.fill(0);
    this.position.needsUpdate = true;
  }

  add(x, y) {
    const last = this.points.at(-1), moved = last ? Math.hypot(x - last[0], y - last[1]) : Infinity;
    if (moved < 0.5 * this.width) return;
    if (moved > LEAP * this.width) this.points = []; // put there, as when a motion goes on from its reference
    this.points.push([x, y]);
    if (this.points.length > this.count) this.points.splice(0, this.dash ? 2 * this.dash : 1);
    const { array } = this.position, { points, width } = this;
    for (let k = 0; k < this.count; k++) {
      const here = points[Math.min(k, points.length - 1)];
      const before = points[Math.max(k - 1, 0)] ?? here, after = points[Math.min(k + 1, points.length - 1)];
      let [dx, dy] = k < points.length ? [after[0] - before[0], after[1] - before[1]] : [0, 0];
      const length = Math.hypot(dx, dy) || 1;
      const thick = (width / 2) * Math.min(1, 0.25 + (1.5 * k) / points.length);
      [dx, dy] = [(dx / length) * thick, (dy / length) * thick];
      array.set([here[0] - dy, here[1] + dx, 0, here[0] + dy, here[1] - dx, 0], 6 * k);
    }
    this.position.needsUpdate = true;
  }
}

/** An arrow in the plane. */
export class FlatArrow {
  constructor(width, colour) {
    const outline = new Shape();
    outline.moveTo(0, -0.5).lineTo(1, -0.5).lineTo(1, 0.5).lineTo(0, 0.5);
    const head = new Shape();
    head.moveTo(0, -1.7).lineTo(3.6, 0).lineTo(0, 1.7);
    this.shaft = new Mesh(new ShapeGeometry(outline), flat(colour));
    this.head = new Mesh(new ShapeGeometry(head), flat(colour));
    this.mesh = new Group();
    this.second = new Mesh(this.head.geometry, flat(colour));
    this.mesh.add(this.shaft, this.head, this.second);
    this.width = width;
  }

  /** From (x, y) along (dx, dy), so long; with two heads if `cut` short. */
  point(x, y, dx, dy, length, cut = false) {
    this.mesh.visible = length > this.width;
    if (!this.mesh.visible) return;
    const head = Math.min(3.6 * this.width, 0.6 * length), angle = Math.atan2(dy, dx);
    this.mesh.position.set(x, y, 0);
    this.mesh.rotation.z = angle;
    this.shaft.scale.set(length - head, this.width, 1);
    this.head.position.x = length - head;
    this.head.scale.set(head / 3.6, head / 3.6, 1);
    this.second.visible = cut;
    this.second.position.x = length - 1.8 * head;
    this.second.scale.copy(this.head.scale);
    this.tip = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  }
}

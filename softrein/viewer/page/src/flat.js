// Flat things over the smoke: discs, rings, trails, an arrow.

import {
  BufferAttribute, BufferGeometry, CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, RingGeometry, Shape,
  ShapeGeometry,
} from "three";

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

/** A line of some width in m through up to `count` points; `fades`: its old end grows thin; or dashed, so many to a dash. */
export class Ribbon {
  constructor(width, count, { fades = false, dash = 0 } = {}) {
    Object.assign(this, { width, count, fades });
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
  }

  /** Through points [x, y], the newest of them if there are too many. */
  lay(all) {
    const points = all.slice(-this.count), { array } = this.position, last = points.length - 1;
    for (let k = 0; k < this.count; k++) {
      const here = points[Math.min(k, last)] ?? [0, 0];
      const [before, after] = [points[Math.max(Math.min(k, last) - 1, 0)], points[Math.min(k + 1, last)]];
      let [dx, dy] = before ? [after[0] - before[0], after[1] - before[1]] : [0, 0];
      const length = Math.hypot(dx, dy) || 1;
      const thick = (this.width / 2) * (this.fades ? Math.min(1, 0.25 + (1.5 * k) / points.length) : 1);
      [dx, dy] = [(dx / length) * thick, (dy / length) * thick];
      array.set([here[0] - dy, here[1] + dx, 0, here[0] + dy, here[1] - dx, 0], 6 * k);
    }
    this.position.needsUpdate = true;
  }
}

/** Points evenly along a way through others, `apart`: its dashes are alike. */
export function evenly(points, apart) {
  const out = points.length ? [points[0]] : [];
  let left = apart;
  for (let k = 1; k < points.length; k++) {
    let [x, y] = points[k - 1];
    let length = Math.hypot(points[k][0] - x, points[k][1] - y);
    while (length >= left) {
      x += ((points[k][0] - x) * left) / length;
      y += ((points[k][1] - y) * left) / length;
      length -= left;
      left = apart;
      out.push([x, y]);
    }
    left -= length;
  }
  return out;
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

  get visible() {
    return this.mesh.visible;
  }

  /** From a place along a way (Vector3 in the plane); with two heads if `cut` short. */
  point(place, way, cut = false) {
    const length = way.length();
    this.mesh.visible = length > this.width;
    if (!this.mesh.visible) return;
    const head = Math.min(3.6 * this.width, 0.6 * length);
    this.mesh.position.copy(place);
    this.mesh.rotation.z = Math.atan2(way.y, way.x);
    this.shaft.scale.set(length - head, this.width, 1);
    this.head.position.x = length - head;
    this.head.scale.set(head / 3.6, head / 3.6, 1);
    this.cut = this.second.visible = cut;
    this.second.position.x = length - 1.8 * head;
    this.second.scale.copy(this.head.scale);
    this.tip = place.clone().add(way);
  }
}

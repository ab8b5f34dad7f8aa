// A camera that turns about a point: orbit, pan and zoom, for pointer, wheel and keyboard alike.

import { MathUtils, PerspectiveCamera, Ray, Vector3 } from "three";

const FIELD = 30; // degrees, of the shorter side: long lenses are calm
const POLES = 0.12; // rad that the camera stays away from straight above, and from below the floor
const BESIDE = 330; // CSS pixels beside a flat box that the words over the picture need, or else
const BANDS = 66; // so many above and below it
const SETTLE = 0.012; // 1/ms, how soon the camera is where it is wanted

export class Orbit {
  /** Around the middle of a box from `low` to `high` (Vector3); `flat`: seen straight on, never turned. */
  constructor(low, high, flat = false) {
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.partial = new PerspectiveCamera();
    this.low = low;
    this.high = high;
    this.flat = flat;
    this.reset();
    this.now = { ...this.wanted, target: this.wanted.target.clone() };
  }

  reset() {
    const size = new Vector3().subVectors(this.high, this.low);
    this.radius = this.flat ? Math.max(size.x, size.y) / 2 : size.length() / 2;
    this.wanted = {
      azimuth: this.flat ? 0 : 0.5, elevation: this.flat ? 0 : 0.2, zoom: 1,
      target: new Vector3().addVectors(this.low, this.high).multiplyScalar(0.5),
    };
  }

  resize(width, height) {
    this.aspect = width / height;
    this.width = width;
    this.height = height;
    this.camera.aspect = this.aspect;
    const half = MathUtils.degToRad(FIELD) / 2;
    this.camera.fov = 2 * MathUtils.radToDeg(Math.atan(Math.tan(half) / Math.min(this.aspect, 1)));
    this.fit = this.flat ? this.distanceOfBox(half) : (this.radius * 0.92) / Math.sin(half);
    this.camera.updateProjectionMatrix();
  }

  /** The camera for a part of the view, {left, top, width, height} in CSS pixels. */
  through({ left, top, width, height }) {
    this.partial.copy(this.camera, false);
    this.partial.setViewOffset(this.width, this.height, left, top, width, height);
    return this.partial;
  }

  /** A point in CSS pixels from the view's top left. */
  onScreen(point) {
    const at = point.clone().project(this.camera);
    return [((at.x + 1) / 2) * this.width, ((1 - at.y) / 2) * this.height];
  }

  /** The rectangle {left, top, right, bottom} in CSS pixels around points; without end beside the camera. */
  around(points) {
    const { camera } = this, seen = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const beside = (point) => point.clone().applyMatrix4(camera.matrixWorldInverse).z > -camera.near;
    if (points.some(beside)) return { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    for (const [x, y] of points.map((point) => this.onScreen(point))) {
      seen.left = Math.min(seen.left, x);
      seen.right = Math.max(seen.right, x);
      seen.top = Math.min(seen.top, y);
      seen.bottom = Math.max(seen.bottom, y);
    }
    return seen;
  }

  /** The line of sight (Ray) through a pixel. */
  ray(x, y) {
    const through = new Vector3((2 * x) / this.width - 1, 1 - (2 * y) / this.height, 0.5).unproject(this.camera);
    return new Ray(this.camera.position.clone(), through.sub(this.camera.position).normalize());
  }

  /** How far off a flat box fills the view with a little room around it. */
  distanceOfBox() {
    const size = new Vector3().subVectors(this.high, this.low);
    const tall = Math.tan(MathUtils.degToRad(this.camera.fov) / 2);
    const beside = (this.height * (this.aspect - size.x / size.y)) / 2;
    const free = 1 - (beside > BESIDE ? 36 : 2 * BANDS) / this.height;
    return Math.max(size.y / 2 / tall / Math.max(free, 0.4), (1.06 * size.x) / 2 / (tall * this.aspect));
  }

  turn(dx, dy) {
    if (this.flat) return this.pan(dx, dy);
    const { wanted } = this;
    wanted.azimuth -= dx * 0.006;
    wanted.elevation = MathUtils.clamp(wanted.elevation + dy * 0.006, -POLES / 2, Math.PI / 2 - POLES);
    return undefined;
  }

  pan(dx, dy) {
    const pixel = this.metresPerPixel(this.wanted.target);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.wanted.target.addScaledVector(right, -dx * pixel).addScaledVector(up, dy * pixel);
    this.wanted.target.clamp(this.low, this.high);
  }

  zoom(factor) {
    this.wanted.zoom = MathUtils.clamp(this.wanted.zoom * factor, 0.35, 8);
  }

  /** How many metres a pixel is, a metre away from the camera. */
  get pixel() {
    return (2 * Math.tan(MathUtils.degToRad(this.camera.fov) / 2)) / this.height;
  }

  /** How many metres a pixel is at a point. */
  metresPerPixel(point) {
    const depth = point.clone().applyMatrix4(this.camera.matrixWorldInverse).z;
    return Math.abs(depth) * this.pixel;
  }

  /** Move the camera on by `passed` ms; whether it moved. */
  advance(passed, atOnce) {
    const { now, wanted } = this;
    const share = atOnce ? 1 : 1 - Math.exp(-SETTLE * passed);
    const before = [now.azimuth, now.elevation, now.zoom, ...now.target];
    for (const name of ["azimuth", "elevation", "zoom"]) now[name] += share * (wanted[name] - now[name]);
    now.target.lerp(wanted.target, share);
    const distance = this.fit / now.zoom;
    const { camera } = this;
    const level = Math.cos(now.elevation);
    camera.position.set(
      Math.sin(now.azimuth) * level, Math.sin(now.elevation), Math.cos(now.azimuth) * level,
    ).multiplyScalar(distance).add(now.target);
    camera.near = distance / 50;
    camera.far = distance * 8;
    camera.lookAt(now.target);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    const after = [now.azimuth, now.elevation, now.zoom, ...now.target];
    return after.some((value, index) => Math.abs(value - before[index]) > 1e-5);
  }
}

// A camera that turns about a point: orbit, pan and zoom, for pointer, wheel and keyboard alike.

import { MathUtils, Matrix4, PerspectiveCamera, Ray, Vector3 } from "three";
import { styled } from "./look.js";

const AZIMUTH = 0.5, ELEVATION = 0.26; // rad, of the view at first
const FIELD = 30; // degrees, of the shorter side: long lenses are calm
const POLES = 0.12; // rad that the camera stays away from straight above, and from below the floor
const EDGE = 16; // CSS pixels from what is seen at first to the picture's sides
const ROOM = 1.2; // so much farther off than needed: a hand pulls the body out of its motion
const WORDS = ["--beside", "--above", "--below"]; // of the style sheet: what words over the picture take of it, in CSS pixels
const SETTLE = 0.012; // 1/ms, how soon the camera is where it is wanted

/** The direction in which the eye is. */
function from(azimuth, elevation) {
  const level = Math.cos(elevation);
  return new Vector3(Math.sin(azimuth) * level, Math.sin(elevation), Math.cos(azimuth) * level);
}

export class Orbit {
  /** Around a box from `low` to `high` (Vector3) such that all `points` are seen; `flat`: straight on, never turned. */
  constructor(low, high, points, flat = false) {
    Object.assign(this, { low, high, points, flat, fit: 1 });
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.partial = new PerspectiveCamera();
    this.reset();
    this.now = { ...this.wanted, target: this.wanted.target.clone() };
  }

  /** The view of the beginning. */
  reset() {
    const target = new Vector3().addVectors(this.low, this.high).multiplyScalar(0.5);
    this.wanted = { azimuth: this.flat ? 0 : AZIMUTH, elevation: this.flat ? 0 : ELEVATION, zoom: 1, target };
    this.own = false; // whether somebody has moved it since
    if (this.width) this.frame();
  }

  resize(width, height) {
    this.aspect = width / height;
    this.width = width;
    this.height = height;
    this.camera.aspect = this.aspect;
    const half = MathUtils.degToRad(FIELD) / 2;
    this.camera.fov = 2 * MathUtils.radToDeg(Math.atan(Math.tan(half) / Math.min(this.aspect, 1)));
    this.camera.updateProjectionMatrix();
    this.frame();
    if (!this.own) this.now.target.copy(this.wanted.target);
  }

  /** Find how far off all points are seen, beside the words over the picture or between them: whichever is nearer. */
  frame() {
    const { width, height } = this, [beside, above, below] = WORDS.map((name) => Number.parseFloat(styled(name)));
    const found = [[beside, EDGE, EDGE], [EDGE, above, below]]
      .filter(([side, top, bottom]) => width > 2.5 * side && height > 1.5 * (top + bottom))
      .map(([side, top, bottom]) => this.seen({ left: side, top, right: width - side, bottom: height - bottom }));
    found.push(this.seen({ left: 0, top: 0, right: width, bottom: height }));
    const [{ distance, target }] = found.length > 1 ? found.slice(0, -1).sort((a, b) => a.distance - b.distance) : found;
    this.fit = distance * (this.flat ? 1 : ROOM);
    if (this.own) return;
    this.wanted.target.copy(target);
  }

  /**
   * From where all points are seen within a rectangle of the picture, at the first angles: {distance, target}. A point
   * at x to the right and z towards the eye is left of a line of sight of slope s at the distance d where x <= c + s (d - z).
   */
  seen({ left, top, right, bottom }) {
    const tall = Math.tan(MathUtils.degToRad(this.camera.fov) / 2), wide = tall * this.aspect;
    const [azimuth, elevation] = this.flat ? [0, 0] : [AZIMUTH, ELEVATION];
    const towards = from(azimuth, elevation), across = from(azimuth + Math.PI / 2, 0), up = towards.clone().cross(across);
    const slopes = [
      [across, ((2 * left) / this.width - 1) * wide, ((2 * right) / this.width - 1) * wide],
      [up, (1 - (2 * bottom) / this.height) * tall, (1 - (2 * top) / this.height) * tall],
    ].map(([axis, low, high]) => {
      const along = this.points.map((point) => [point.dot(axis), point.dot(towards)]);
      const most = Math.max(...along.map(([x, z]) => x + high * z)), least = Math.min(...along.map(([x, z]) => x + low * z));
      return { axis, low, high, most, least, distance: (most - least) / (high - low) };
    });
    const distance = Math.max(...slopes.map((each) => each.distance));
    const middle = this.points.reduce((sum, point) => sum + point.dot(towards), 0) / this.points.length;
    const target = towards.clone().multiplyScalar(middle);
    for (const { axis, low, high, most, least } of slopes) {
      target.addScaledVector(axis, (most + least - (low + high) * distance) / 2);
    }
    return { distance: distance - middle, target };
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

  /**
   * Make a rectangle {left, top, right, bottom} hold places (v, 3) too, as `map` (Matrix4) puts them, and `beside` m
   * around them; without end beside the camera. All of them: around their box it would be half as large again, and a
   * processor that draws pays for each pixel.
   */
  widen(seen, places, map, beside = 0) {
    const { camera, width, height } = this;
    const all = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const m = (map ? all.multiply(map) : all).elements;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < places.length; i += 3) {
      const x = places[i], y = places[i + 1], z = places[i + 2], w = m[3] * x + m[7] * y + m[11] * z + m[15];
      const across = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w, up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
      if (w < camera.near) return Object.assign(seen, { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity });
      if (across < left) left = across;
      if (across > right) right = across;
      if (up < low) low = up;
      if (up > high) high = up;
    }
    const rim = beside / this.metresPerPixel(this.now.target);
    seen.left = Math.min(seen.left, ((left + 1) / 2) * width - rim);
    seen.right = Math.max(seen.right, ((right + 1) / 2) * width + rim);
    seen.top = Math.min(seen.top, ((1 - high) / 2) * height - rim);
    seen.bottom = Math.max(seen.bottom, ((1 - low) / 2) * height + rim);
    return seen;
  }

  /** The line of sight (Ray) through a pixel. */
  ray(x, y) {
    const through = new Vector3((2 * x) / this.width - 1, 1 - (2 * y) / this.height, 0.5).unproject(this.camera);
    return new Ray(this.camera.position.clone(), through.sub(this.camera.position).normalize());
  }

  turn(dx, dy) {
    if (this.flat) return this.pan(dx, dy);
    const { wanted } = this;
    this.own = true;
    wanted.azimuth -= dx * 0.006;
    wanted.elevation = MathUtils.clamp(wanted.elevation + dy * 0.006, -POLES / 2, Math.PI / 2 - POLES);
    return undefined;
  }

  pan(dx, dy) {
    this.own = true;
    const pixel = this.metresPerPixel(this.wanted.target);
    const right = new Vector3().setFromMatrixColumn(this.camera.matrix, 0);
    const up = new Vector3().setFromMatrixColumn(this.camera.matrix, 1);
    this.wanted.target.addScaledVector(right, -dx * pixel).addScaledVector(up, dy * pixel);
    const room = new Vector3().subVectors(this.high, this.low).multiplyScalar(0.5);
    this.wanted.target.clamp(this.low.clone().sub(room), this.high.clone().add(room));
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
    camera.position.copy(from(now.azimuth, now.elevation)).multiplyScalar(distance).add(now.target);
    camera.near = distance / 50;
    camera.far = distance * 8;
    camera.lookAt(now.target);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    const after = [now.azimuth, now.elevation, now.zoom, ...now.target];
    return after.some((value, index) => Math.abs(value - before[index]) > 1e-5);
  }
}

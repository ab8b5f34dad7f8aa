// Poses, and moves of something rigid that fade smoothly, as runtime/body/handle/pose.py has them. A matrix is flat, row by
// row; a motion has a place (m), its velocity and gain (acceleration), a rotation, and in its axes spin and its rate, turn.

import { cross, dot, length, less } from "./vectors.js";

const SMALL = 0.2; // rad: below it series have less rounding error
const FLOOR = 1e-12;

export const sum = (...all) => all[0].map((_, i) => all.reduce((total, each) => total + each[i], 0));
export const scaled = (a, by) => a.map((value) => by * value);
/** A x, A^T and A B. */
export const turned = (A, x) => [0, 3, 6].map((row) => A[row] * x[0] + A[row + 1] * x[1] + A[row + 2] * x[2]);
export const flipped = (A) => [0, 1, 2].flatMap((column) => [A[column], A[column + 3], A[column + 6]]);
export const product = (A, B) => flipped([0, 1, 2].flatMap((column) => turned(A, [B[column], B[column + 3], B[column + 6]])));

/** 1 + first [v]x + second [v]x^2. */
function powers(v, first, second) {
  const [x, y, z] = v, turn = [0, -z, y, z, 0, -x, -y, x, 0];
  return sum([1, 0, 0, 0, 1, 0, 0, 0, 1], scaled(turn, first), scaled(product(turn, turn), second));
}

/** b and c, and their slopes over f, of a rotation by an angle f. */
function coefficients(f) {
  const s = f * f;
  if (f < SMALL) {
    const b = 1 / 2 - s / 24 + (s * s) / 720 - s ** 3 / 40320, c = 1 / 6 - s / 120 + (s * s) / 5040 - s ** 3 / 362880;
    return [b, c, -1 / 12 + s / 180 - (s * s) / 6720, -1 / 60 + s / 1260 - (s * s) / 60480];
  }
  const b = (1 - Math.cos(f)) / s, c = (f - Math.sin(f)) / f ** 3;
  return [b, c, (Math.sin(f) / f - 2 * b) / s, (b - 3 * c) / s];
}

/** The rotation of a rotation vector. */
export function exponential(v) {
  const [b, c] = coefficients(length(v));
  return powers(v, 1 - dot(v, v) * c, b);
}

/** The rotation vector of at most half a turn. */
export function logarithm(R) {
  const trace = R[0] + R[4] + R[8], skew = [R[7] - R[5], R[2] - R[6], R[3] - R[1]];
  const squares = [1 + trace, ...[R[0], R[4], R[8]].map((each) => 1 + 2 * each - trace)], most = squares.indexOf(Math.max(...squares)), k = most - 1;
  let found = [squares[0], ...skew];
  if (most > 0) found = [skew[k], ...[0, 1, 2].map((i) => (i === k ? squares[most] : R[3 * k + i] + R[3 * i + k]))];
  const size = (found[0] < 0 ? -1 : 1) * Math.hypot(...found), [w, ...v] = scaled(found, 1 / size), sine = length(v);
  return scaled(v, sine < FLOOR ? 2 : (2 * Math.atan2(sine, w)) / sine);
}

/** J of the angular velocity J v' in the turning axes, and J' v' of its rate. */
function jacobian(v) {
  const [b, c] = coefficients(length(v));
  return powers(v, -b, c);
}

function bending(v, rate) {
  const [, c, bSlope, cSlope] = coefficients(length(v)), along = dot(v, rate), once = cross(v, rate), twice = cross(v, once);
  return sum(scaled(once, -along * bSlope), scaled(twice, along * cSlope), scaled(cross(rate, once), c));
}

/** x of A x = b, three of each. */
function solved(A, b) {
  const [p, q, r] = [0, 1, 2].map((column) => [A[column], A[column + 3], A[column + 6]]), whole = dot(p, cross(q, r));
  return [dot(b, cross(q, r)), dot(p, cross(b, r)), dot(p, cross(q, b))].map((value) => value / whole);
}

export function rest(place, rotation) {
  const still = [0, 0, 0];
  return { place, velocity: still, gain: still, rotation, spin: still, turn: still };
}

/** How one motion is off another: value, rate and second rate of a translation and of a rotation vector. */
export function apart(one, base) {
  const by = product(flipped(base.rotation), one.rotation), vector = logarithm(by), own = turned(flipped(by), base.spin), J = jacobian(vector);
  const spin = less(one.spin, own), turn = sum(less(one.turn, turned(flipped(by), base.turn)), cross(spin, own));
  const rate = solved(J, spin), second = solved(J, less(turn, bending(vector, rate)));
  return [["place", "velocity", "gain"].map((name) => less(one[name], base[name])), [vector, rate, second]];
}

/** The motion that is so far off another. */
export function moved(base, [[e, speed, gain], [vector, rate, second]]) {
  const by = exponential(vector), J = jacobian(vector), spin = turned(J, rate), own = turned(flipped(by), base.spin);
  const turn = sum(less(turned(flipped(by), base.turn), cross(spin, own)), turned(J, second), bending(vector, rate));
  return {
    place: sum(base.place, e), velocity: sum(base.velocity, speed), gain: sum(base.gain, gain), rotation: product(base.rotation, by), spin: sum(own, spin), turn,
  };
}

/** What is left of value, rate and second rate after a share of the time in which a quintic brings all to zero. */
export function faded([value, rate, second], share, over) {
  if (share >= 1) return [0, 0, 0].map(() => [0, 0, 0]);
  const s = share, each = value.map((p, i) => {
    const v = over * rate[i], a = over * over * second[i], c = -10 * p - 6 * v - 1.5 * a, d = 15 * p + 8 * v + 1.5 * a, e = -6 * p - 3 * v - 0.5 * a;
    return [
      p + s * (v + s * (0.5 * a + s * (c + s * (d + s * e)))), (v + s * (a + s * (3 * c + s * (4 * d + s * 5 * e)))) / over,
      (a + s * (6 * c + s * (12 * d + s * 20 * e))) / over ** 2,
    ];
  });
  return [0, 1, 2].map((order) => each.map((one) => one[order]));
}

// Rotations as rotation vectors (rad), and their quaternions.

/** The rotation `first`, then `then`. */
export function after(first, then) {
  return vector(product(quaternion(then), quaternion(first)));
}

/** A share of the rotation that leads from one to another, the short way. */
export function between(from, to, share) {
  const back = quaternion(from.map((x) => -x));
  return vector(product(quaternion(to), back)).map((x) => share * x);
}

function quaternion(v) {
  const angle = Math.hypot(...v), part = angle ? Math.sin(angle / 2) / angle : 0;
  return [Math.cos(angle / 2), ...v.map((x) => part * x)];
}

function product([a, b, c, d], [e, f, g, h]) {
  return [a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g, a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e];
}

function vector(q) {
  const [w, ...v] = q[0] < 0 ? q.map((x) => -x) : q, sine = Math.hypot(...v);
  return v.map((x) => (sine ? (2 * Math.atan2(sine, w) * x) / sine : 0));
}

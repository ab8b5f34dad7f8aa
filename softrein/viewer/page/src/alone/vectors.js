// Vectors of three numbers.

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const less = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const length = (a) => Math.sqrt(dot(a, a));
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** A vector, shortened to a length if it is longer. */
export function clamped(vector, most) {
  const size = length(vector);
  return size > most ? vector.map((value) => (value * most) / size) : [...vector];
}

// Straight ways through boxes, whose corners are [x, y, z, x, y, z].

/** How far along a way (dx, dy, dz) from a place it comes into a box, from 0 to 1, or more than it goes out again. */
export function comesIn(box, x, y, z, dx, dy, dz) {
  const a = (box[dx < 0 ? 3 : 0] - x) / dx, b = (box[dy < 0 ? 4 : 1] - y) / dy, c = (box[dz < 0 ? 5 : 2] - z) / dz;
  return Math.max(a, b, c, 0);
}

/** How far along it goes out of it again. */
export function goesOut(box, x, y, z, dx, dy, dz) {
  const a = (box[dx < 0 ? 0 : 3] - x) / dx, b = (box[dy < 0 ? 1 : 4] - y) / dy, c = (box[dz < 0 ? 2 : 5] - z) / dz;
  return Math.min(a, b, c, 1);
}

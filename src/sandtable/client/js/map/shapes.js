// Points into shapes: outlines of areas of hexes, rounded lines, combs of hachures. Mirrors the drawing of the SVG
// export.

/** @typedef {import("../basics/types.js").Point} Point */

/** @param {Point} a @param {Point} b @returns {Point} */
export const between = (a, b, share = 0.5) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** @param {Point} a @param {Point} b */
export const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** A figure from -1 to 1 that looks random and is always the same for the same place.
 * @param {number} x @param {number} y */
export function noise(x, y, salt = 0) {
  let mixed =
    (Math.imul(Math.round(x * 16), 374761393) +
      Math.imul(Math.round(y * 16), 668265263) +
      Math.imul(salt, 2147483647)) |
    0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) & 0xffff) / 32767.5 - 1;
}

/** A closed line with every side broken in the middle, again and again, each time by a share of its length.
 * @param {Point[]} points @param {number} amount @param {number} rounds @returns {Point[]} */
export function roughen(points, amount, rounds) {
  let line = points;
  for (let salt = 0; salt < rounds; salt++) {
    /** @type {Point[]} */
    const broken = [];
    line.forEach((a, i) => {
      const b = line[(i + 1) % line.length];
      const [x, y] = between(a, b);
      const push = noise(x, y, salt) * amount;
      broken.push(a, [x - (b[1] - a[1]) * push, y + (b[0] - a[0]) * push]);
    });
    line = broken;
  }
  return line;
}

/** The middles of the sides of a closed line: half as jagged as the hexes were.
 * @param {Point[]} loop */
export const middles = (loop) => loop.map((a, i) => between(a, loop[(i + 1) % loop.length]));

/** Chaikin's rounding: every corner is cut at a quarter of its sides.
 * @param {Point[]} points @param {boolean} closed @returns {Point[]} */
export function rounded(points, closed) {
  const line = closed ? [...points, points[0]] : points;
  /** @type {Point[]} */
  const cut = [];
  for (let i = 0; i + 1 < line.length; i++)
    cut.push(between(line[i], line[i + 1], 0.25), between(line[i], line[i + 1], 0.75));
  return closed ? cut : [line[0], ...cut, line[line.length - 1]];
}

/** The closed outlines of an area of hexes, corner by corner, the area always to the right.
 * @param {Iterable<Point>} cells axial coordinates
 * @param {{centreOf(q: number, r: number): Point, offsets: Point[], directions: Point[]}} grid
 * @returns {Point[][]} */
export function outlines(cells, grid) {
  const key = (/** @type {number} */ q, /** @type {number} */ r) => q * 65536 + r;
  const list = [...cells];
  const inside = new Set(list.map(([q, r]) => key(q, r)));
  /** @type {Map<number, [Point, Point]>} */
  const following = new Map();
  const name = (/** @type {Point} */ p) => Math.round(p[0] * 1000) * 4194304 + Math.round(p[1] * 1000);
  for (const [q, r] of list) {
    const [x, y] = grid.centreOf(q, r);
    for (let d = 0; d < 6; d++) {
      if (inside.has(key(q + grid.directions[d][0], r + grid.directions[d][1]))) continue;
      const a = grid.offsets[d];
      const b = grid.offsets[(d + 1) % 6];
      /** @type {Point} */ const start = [x + a[0], y + a[1]];
      following.set(name(start), [start, [x + b[0], y + b[1]]]);
    }
  }
  /** @type {Point[][]} */
  const loops = [];
  for (const first of [...following.keys()]) {
    if (!following.has(first)) continue;
    /** @type {Point[]} */
    const loop = [];
    let at = first;
    for (let side = following.get(at); side; side = following.get(at)) {
      following.delete(at);
      loop.push(side[0]);
      at = name(side[1]);
    }
    loops.push(loop);
  }
  return loops;
}

/** Places at even distances along a line, each with the unit vector of the way there.
 * @param {Point[]} points @param {number} spacing @returns {[Point, Point][]} */
export function walk(points, spacing) {
  /** @type {[Point, Point][]} */
  const found = [];
  let left = spacing / 2;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]];
    const length = distance(a, b);
    if (length === 0) continue;
    /** @type {Point} */
    const way = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    while (left <= length) {
      found.push([[a[0] + way[0] * left, a[1] + way[1] * left], way]);
      left += spacing;
    }
    left -= length;
  }
  return found;
}

/** Hachures along a line: wedges, broad at the line and pointed downhill, to its right.
 * @param {Path2D} path @param {Point[]} points @param {number} spacing @param {number} length @param {number} width */
export function comb(path, points, spacing, length, width) {
  for (const [[px, py], [x, y]] of walk(points, spacing)) {
    const reach = length * (1 + 0.28 * noise(px, py));
    const lean = 0.12 * noise(px, py, 1) * reach;
    path.moveTo(px - (x * width) / 2, py - (y * width) / 2);
    path.lineTo(px + (x * width) / 2, py + (y * width) / 2);
    path.lineTo(px - y * reach + x * lean, py + x * reach + y * lean);
    path.closePath();
  }
}

/** @param {Path2D} path @param {Point[]} points */
export function polyline(path, points, closed = false) {
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  if (closed) path.closePath();
}

/** A closed curve that touches the middle of every side of the polygon.
 * @param {Path2D} path @param {Point[]} points */
export function smoothLoop(path, points) {
  const n = points.length;
  path.moveTo(...between(points[n - 1], points[0]));
  points.forEach((corner, i) => path.quadraticCurveTo(...corner, ...between(corner, points[(i + 1) % n])));
  path.closePath();
}

const LEAN = 0.19; // how long a road keeps its direction at a point, as a share of the way between the points beside it

/** A smooth line through every point.
 * @param {Point[]} points @returns {[Point, Point, Point][]} two handles and an end for each stretch */
export function curves(points) {
  return points.slice(1).map((c, i) => {
    const [a, b, d] = [points[Math.max(i - 1, 0)], points[i], points[Math.min(i + 2, points.length - 1)]];
    return [
      [b[0] + (c[0] - a[0]) * LEAN, b[1] + (c[1] - a[1]) * LEAN],
      [c[0] - (d[0] - b[0]) * LEAN, c[1] - (d[1] - b[1]) * LEAN],
      c,
    ];
  });
}

/** @param {Path2D} path @param {Point[]} points */
export function smoothLine(path, points) {
  path.moveTo(...points[0]);
  for (const [one, two, end] of curves(points)) path.bezierCurveTo(...one, ...two, ...end);
}

/** The same as SVG path data.
 * @param {Point[]} points */
export function smoothPathData(points) {
  const show = (/** @type {Point} */ p) => `${p[0].toFixed(3)} ${p[1].toFixed(3)}`;
  if (points.length < 2) return "";
  return (
    `M${show(points[0])}` +
    curves(points)
      .map((c) => `C${c.map(show).join(" ")}`)
      .join("")
  );
}

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */

/** @param {Point[]} points @param {number} [margin] @returns {Box} */
export function boxOf(points, margin = 0) {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    if (x < box.x0) box.x0 = x;
    if (y < box.y0) box.y0 = y;
    if (x > box.x1) box.x1 = x;
    if (y > box.y1) box.y1 = y;
  }
  return { x0: box.x0 - margin, y0: box.y0 - margin, x1: box.x1 + margin, y1: box.y1 + margin };
}

/** @param {Box} a @param {Box} b */
export const overlap = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/** Boxes of which none lies on another: each as it is wanted, or moved as little as there is room for, rather up than
 * aside or down. Boxes that stay are the same ones.
 * @param {Box[]} wanted */
export function apart(wanted) {
  /** @type {Box[]} */
  const laid = [];
  for (const box of wanted) {
    const [w, h] = [(box.x1 - box.x0) * 0.55, (box.y1 - box.y0) * 1.1];
    const ways = GIVING_WAY.map(([right, up]) => ({ x: right * w, y: -up * h, far: Math.hypot(right * w, up * h) }));
    const free = ways
      .sort((one, other) => one.far - other.far)
      .map(({ x, y }) => ({ x0: box.x0 + x, y0: box.y0 + y, x1: box.x1 + x, y1: box.y1 + y }))
      .find((moved) => !laid.some((other) => overlap(moved, other)));
    const isFree = !laid.some((other) => overlap(box, other));
    laid.push(isFree || !free ? box : free);
  }
  return laid;
}

/** How far to the right and up a box may be moved, in steps; up comes first. */
const GIVING_WAY = [1, 2, 3, 4, 0, -1, -2, -3, -4].flatMap((up) =>
  [0, 1, -1, 2, -2, 3, -3, 4, -4].map((right) => [right, up]),
);

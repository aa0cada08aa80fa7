// The board: hexes by number, found by arithmetic from a point.

import { boxOf, distance, rounded, walk } from "./shapes.js";

/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("../basics/types.js").BoardData} BoardData */

const HALF_HEIGHT = Math.sqrt(3) / 2;
const RADIUS = 1 / Math.sqrt(3);
/** @type {Point[]} */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];
export const WATER = new Set(["sea", "all_sea", "lake", "water"]);
const SPAN = 65536;
const BIN = 8;

export class Board {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.pointy = data.layout === "pointy";
    this.directions = DIRECTIONS;
    this.names = data.hexes.names;
    this.size = this.names.length;
    this.axial = data.hexes.axial;
    this.centre = data.hexes.centre;
    this.terrain = data.hexes.terrain.map((t) => data.terrains[t]);
    this.playable = data.hexes.playable;
    /** @type {Map<string, number>} */
    this.index = new Map(this.names.map((name, i) => [name, i]));
    /** @type {Map<number, number>} */
    this.byAxial = new Map(this.axial.map(([q, r], i) => [q * SPAN + r, i]));
    const first = this.pointy ? -30 : 0;
    /** The corners of a hex from its centre; hexside d joins corner d and d + 1.
     * @type {Point[]} */
    this.offsets = Array.from({ length: 6 }, (_, i) => {
      const angle = ((first + 60 * i) * Math.PI) / 180;
      return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
    });
    this.box = boxOf(this.centre, RADIUS);
    /** @type {Map<number, number[]>} */
    this.bins = new Map();
    this.centre.forEach(([x, y], i) => {
      const bin = this.binOf(x, y);
      const there = this.bins.get(bin);
      if (there) there.push(i);
      else this.bins.set(bin, [i]);
    });
    /** @type {Map<number, string>} */
    this.placeNames = new Map();
    for (const place of data.places) {
      const hex = this.hex(place.hex);
      if (!this.placeNames.has(hex)) this.placeNames.set(hex, place.name);
    }
  }

  /** @type {{kind: string, size: number, letters: {letter: string, at: Point, along: Point}[]}[] | undefined} */
  spelled;

  /** @param {number} x @param {number} y */
  binOf(x, y) {
    return Math.floor(x / BIN) * 4096 + Math.floor(y / BIN);
  }

  /** The number of a hex by name, or -1 for a box.
   * @param {string} name */
  hex(name) {
    return this.index.get(name) ?? -1;
  }

  /** @param {number} hex */
  isWater(hex) {
    return WATER.has(this.terrain[hex]);
  }

  /** @param {number} q @param {number} r @returns {Point} */
  centreOf(q, r) {
    return this.pointy ? [q + r / 2, r * HALF_HEIGHT] : [q * HALF_HEIGHT, r + q / 2];
  }

  /** @param {number} hex @param {number} direction */
  neighbour(hex, direction) {
    const [q, r] = this.axial[hex];
    const [dq, dr] = DIRECTIONS[direction];
    return this.byAxial.get((q + dq) * SPAN + r + dr) ?? -1;
  }

  /** @param {number} hex @returns {number[]} */
  neighbours(hex) {
    return DIRECTIONS.map((_, d) => this.neighbour(hex, d)).filter((near) => near >= 0);
  }

  /** @param {number} a @param {number} b */
  steps(a, b) {
    const [q, r] = [this.axial[a][0] - this.axial[b][0], this.axial[a][1] - this.axial[b][1]];
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }

  /** @param {number} hex @returns {Point[]} */
  corners(hex, share = 1) {
    const [x, y] = this.centre[hex];
    return this.offsets.map(([dx, dy]) => [x + dx * share, y + dy * share]);
  }

  /** The hex under a point in board units, or -1.
   * @param {number} x @param {number} y */
  hexAt(x, y) {
    const a = this.pointy ? y / HALF_HEIGHT : x / HALF_HEIGHT;
    const [q, r] = this.pointy ? [x - a / 2, a] : [a, y - a / 2];
    const s = -q - r;
    let [nq, nr] = [Math.round(q), Math.round(r)];
    const ns = Math.round(s);
    const [oq, or, os] = [Math.abs(nq - q), Math.abs(nr - r), Math.abs(ns - s)];
    if (oq > or && oq > os) nq = -nr - ns;
    else if (or > os) nr = -nq - ns;
    return this.byAxial.get(nq * SPAN + nr) ?? -1;
  }

  /** Hexes whose centre lies in the box.
   * @param {import("./shapes.js").Box} box @returns {number[]} */
  within(box) {
    /** @type {number[]} */
    const found = [];
    for (let bx = Math.floor(box.x0 / BIN); bx <= Math.floor(box.x1 / BIN); bx++)
      for (let by = Math.floor(box.y0 / BIN); by <= Math.floor(box.y1 / BIN); by++)
        for (const hex of this.bins.get(bx * 4096 + by) ?? []) {
          const [x, y] = this.centre[hex];
          if (x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1) found.push(hex);
        }
    return found;
  }

  /** Names that lie in the map along their hexes, letter by letter.
   * @returns {{kind: string, size: number, letters: {letter: string, at: Point, along: Point}[]}[]} */
  get lettering() {
    this.spelled ??= this.data.labels.flatMap((label) => {
      const hexes = label.hexes.map((name) => this.hex(name)).filter((hex) => hex >= 0);
      if (hexes.length < 2) return [];
      const points = rounded(
        rounded(
          hexes.map((hex) => this.centre[hex]),
          false,
        ),
        false,
      );
      const length = points.slice(1).reduce((sum, p, i) => sum + distance(points[i], p), 0);
      const places = walk(points, length / label.text.length);
      const letters = [...label.text].flatMap((letter, i) => {
        const spot = places[Math.min(i, places.length - 1)];
        return spot && letter.trim() ? [{ letter, at: spot[0], along: spot[1] }] : [];
      });
      return [
        {
          kind: label.kind,
          size: Math.min(label.kind === "sea" ? 1.05 : 0.62, length / (label.text.length * 0.75)),
          letters,
        },
      ];
    });
    return this.spelled;
  }

  /** The lines hex by hex that a text spells out, as 0702-0703-0804.
   * @param {string} text @returns {string[][]} */
  linesIn(text) {
    return [...text.matchAll(/\w+(?:-\w+)+/g)]
      .map((match) => match[0].split("-"))
      .filter((names) => names.every((name) => this.index.has(name)));
  }

  /** A line about a hex for those who do not see the map.
   * @param {number} hex @param {string} called where it is */
  describe(hex, called) {
    const parts = [called === this.names[hex] ? called : `${called} (${this.names[hex]})`];
    if (!/^a (sea|lake) hex /.test(called)) parts.push(terrainTitle(this.terrain[hex]));
    const place = this.placeNames.get(hex);
    for (const site of this.data.sites)
      if (site.hex === this.names[hex] && site.name !== place)
        parts.push(site.name.length < 3 ? `${site.kind.replaceAll("_", " ")} ${site.name}` : site.name);
    for (const area of this.data.areas ?? [])
      if (area.hexes.includes(this.names[hex])) parts.push(`${area.kind.replaceAll("_", " ")} of ${area.name}`);
    const roads = new Set(
      this.data.roads
        .filter((road) => road.hexes.includes(this.names[hex]))
        .map((road) => road.kind.replaceAll("_", " ")),
    );
    parts.push(...roads);
    if (!this.playable[hex] && !this.isWater(hex)) parts.push("not in play");
    if (this.data.hexes.reconstructed[hex]) parts.push("reconstructed");
    for (const doubt of this.data.doubts)
      if (doubt.hexes.includes(this.names[hex])) parts.push(`might be ${doubt.instead.join(" or ")}`);
    return parts.join(", ");
  }
}

/** @param {string} terrain */
export const terrainTitle = (terrain) => terrain.replaceAll("_", " ");

// A synthetic board of 11,000 hexes and 800 counters, to measure how fast the map is drawn and moved.

import { Board } from "../map/board.js";
import { Counters } from "../map/counters.js";
import { byId } from "../basics/dom.js";
import { MapView } from "../map/mapview.js";
import { getJson } from "../basics/net.js";
import { noise } from "../map/shapes.js";

const [WIDE, HIGH, PIECES] = [110, 100, 800];
const TERRAINS = ["sea", "clear", "rough", "mountain", "sand_desert", "escarpment", "salt_marsh", "delta"];

/** Noise that changes slowly from place to place.
 * @param {number} x @param {number} y @param {number} size @param {number} salt */
function slow(x, y, size, salt) {
  const [cx, cy] = [x / size, y / size];
  const [ix, iy] = [Math.floor(cx), Math.floor(cy)];
  const [fx, fy] = [cx - ix, cy - iy];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => noise(i * 7.3, j * 5.1, salt);
  return (
    (at(ix, iy) * (1 - fx) + at(ix + 1, iy) * fx) * (1 - fy) +
    (at(ix, iy + 1) * (1 - fx) + at(ix + 1, iy + 1) * fx) * fy
  );
}

/** @returns {import("../basics/types.js").BoardData} */
function synthetic() {
  /** @type {string[]} */
  const names = [];
  /** @type {number[]} */
  const terrain = [];
  /** @type {import("../basics/types.js").Point[]} */
  const axial = [];
  /** @type {import("../basics/types.js").Point[]} */
  const centre = [];
  for (let row = 0; row < HIGH; row++)
    for (let column = 0; column < WIDE; column++) {
      const [q, r] = [column - (row >> 1), row];
      names.push(`${String(column).padStart(3, "0")}${String(row).padStart(2, "0")}`);
      axial.push([q, r]);
      centre.push([q + r / 2, (r * Math.sqrt(3)) / 2]);
      const shore = 16 + 9 * slow(column, 3, 13, 1);
      const kind = slow(column, row, 7, 2);
      terrain.push(
        row < shore
          ? 0
          : kind > 0.62
            ? 5
            : kind > 0.4
              ? 2
              : kind < -0.66
                ? 3
                : kind < -0.42
                  ? 4
                  : slow(column, row, 5, 4) > 0.72
                    ? 6
                    : 1,
      );
    }
  const land = terrain.map((t) => t > 0);
  const line = (/** @type {number} */ row) => Array.from({ length: WIDE }, (_, c) => names[row * WIDE + c]);
  const roads = [30, 45, 60, 75, 90].map((row, i) => ({
    id: `r${i}`,
    kind: i % 2 ? "track" : "road",
    name: "",
    hexes: line(row),
    sources: [],
    reconstructed: line(row)
      .slice(1)
      .map(() => false),
  }));
  const places = Array.from({ length: 160 }, (_, i) => names[(30 + ((i * 37) % 68)) * WIDE + ((i * 53) % WIDE)]).map(
    (hex, i) => ({
      name: `Bir el ${hex}`,
      hex,
      confidence: ["certain", "high", "medium", "low"][i % 4],
      source: "",
      reconstructed: false,
      note: "",
    }),
  );
  return {
    game: "synthetic",
    layout: "pointy",
    miles_per_hex: 5,
    terrains: TERRAINS,
    sources: [""],
    hexes: {
      names,
      axial,
      centre,
      terrain,
      playable: land,
      reconstructed: land.map(() => false),
      source: terrain.map(() => 0),
      confidence: [],
    },
    hexsides: [],
    roads,
    through: [],
    places,
    sites: [],
    areas: [],
    labels: [],
    boxes: [],
    beyond: {},
    doubts: [],
  };
}

/** @param {string[]} nations @param {Board} board @returns {import("../basics/types.js").Piece[]} */
function pieces(nations, board) {
  const symbols = ["infantry", "armour", "artillery", "recce", "motorised_infantry", "headquarters", "supply"];
  const land = board.names.filter((_, i) => board.playable[i]);
  return Array.from({ length: PIECES }, (_, i) => ({
    id: `u${i}`,
    name: `${(i % 90) + 1}/${i % 7}`,
    side: i % 2 ? "axis" : "allied",
    nation: nations[i % nations.length],
    symbol: symbols[i % symbols.length],
    size: "III",
    factors: [i % 9, i % 7, 10],
    at: land[(Math.floor(i * 0.6) * 7919) % land.length],
    marks: i % 5 ? [] : ["moved"],
    title: "",
    stripe: "",
    rating: "",
    quality: "",
  }));
}

/** @param {(time: number) => void} step @param {number} milliseconds */
function frames(step, milliseconds) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const times = [];
    const start = performance.now();
    const frame = (/** @type {number} */ now) => {
      times.push(now);
      if (now - start > milliseconds) {
        const gaps = times
          .slice(1)
          .map((t, i) => t - times[i])
          .sort((a, b) => a - b);
        return resolve({
          fps: ((times.length - 1) * 1000) / (times[times.length - 1] - times[0]),
          worst: gaps[Math.floor(gaps.length * 0.95)],
        });
      }
      step(now - start);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

const table = await getJson("/api/glyphs");
const text = JSON.stringify(synthetic());
const begun = performance.now();
const board = new Board(JSON.parse(text));
const map = new MapView(byId("map"), board, new Counters(table), table.themes.paper, { ids: false, doubts: true });
const list = pieces(Object.keys(table.nations), board);
map.setPieces(list);
map.camera.fit(map.painter.frame);
await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const first = performance.now();

/** Pan or zoom for a while at a scale.
 * @param {"pan" | "zoom"} what @param {number} k */
async function measure(what, k, milliseconds = 2500) {
  map.camera.zoomTo(k, map.camera.width / 2, map.camera.height / 2);
  map.camera.centre(55, 45);
  await new Promise((resolve) => setTimeout(resolve, 700));
  map.setMoving(true);
  const base = map.camera.k;
  const result = await frames((time) => {
    if (what === "pan") map.camera.pan(5 * Math.cos(time / 700), 4 * Math.sin(time / 500));
    else map.camera.zoomTo(base * 2 ** Math.sin(time / 600), map.camera.width / 2, map.camera.height / 2);
  }, milliseconds);
  map.setMoving(false);
  return result;
}

Object.assign(window, {
  bench: { hexes: board.size, counters: list.length, board_ms: first - begun, first_paint_ms: first, measure, map },
});

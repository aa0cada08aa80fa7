// Maps as pictures: painted once for each game and theme, with the units on them where a game goes on.

import { Board } from "../map/board.js";
import { el } from "../basics/dom.js";
import { Ground } from "../map/ground.js";
import { getJson } from "../basics/net.js";
import { Painter } from "../map/painter.js";

const PICTURE = 760; // pixels of a painted map
/** Maps of the games, by game and theme. @type {Map<string, Promise<HTMLCanvasElement>>} */
const pictures = new Map();
/** @type {Promise<any>} */
const glyphs = getJson("/api/glyphs");
/** @type {Map<string, Promise<any>>} */
const boards = new Map();

/** @param {string} game */
function boardOf(game) {
  const known = boards.get(game) ?? getJson(`/api/games/${encodeURIComponent(game)}/board`);
  boards.set(game, known);
  return known;
}

/** The map of a game, painted once.
 * @param {string} game @param {string} look the theme */
async function picture(game, look) {
  const [data, table] = await Promise.all([boardOf(game), glyphs]);
  const board = new Board(data);
  const { x0, y0, x1, y1 } = board.box;
  const canvas = el("canvas");
  const k = PICTURE / (x1 - x0 - 0.5);
  [canvas.width, canvas.height] = [PICTURE, Math.round((y1 - y0 - 0.5) * k)];
  const ctx = canvas.getContext("2d");
  const painter = new Painter(new Ground(board, table), table.themes[look], table.sides ?? {}, {
    ids: false,
    doubts: false,
  });
  ctx?.setTransform(k, 0, 0, k, -(x0 + 0.25) * k, -(y0 + 0.25) * k);
  if (ctx) painter.paint(ctx, { x0, y0, x1, y1 }, k);
  return canvas;
}

/** As much of the map as fills the canvas.
 * @param {HTMLCanvasElement} canvas @param {string} game */
async function paint(canvas, game) {
  const look = document.documentElement.dataset.theme ?? "paper";
  const key = `${game} ${look}`;
  const known = pictures.get(key) ?? picture(game, look);
  pictures.set(key, known);
  const map = await known;
  const { width, height } = canvas.getBoundingClientRect();
  const ctx = canvas.getContext("2d");
  if (!width || !ctx) return;
  const ratio = Math.min(devicePixelRatio || 1, 2);
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const where = JSON.parse(canvas.getAttribute("data-where") ?? "null");
  const { k, x, y } = where ? whole(canvas, map) : filling(canvas, map);
  ctx.drawImage(map, x, y, map.width * k, map.height * k);
  if (where) await mark(ctx, game, where, { k, x, y });
}

/** @typedef {{width: number, height: number}} Size */

/** The map fills the picture, from its corner.
 * @param {Size} canvas @param {Size} map */
const filling = (canvas, map) => ({ k: Math.max(canvas.width / map.width, canvas.height / map.height), x: 0, y: 0 });

/** All of the map is in the picture, in its middle.
 * @param {Size} canvas @param {Size} map */
function whole(canvas, map) {
  const k = Math.min(canvas.width / map.width, canvas.height / map.height);
  return { k, x: (canvas.width - map.width * k) / 2, y: (canvas.height - map.height * k) / 2 };
}

/** Where everybody sees the units of both sides.
 * @param {CanvasRenderingContext2D} ctx @param {string} game @param {Record<string, string[]>} where
 * @param {{k: number, x: number, y: number}} placed */
async function mark(ctx, game, where, { k, x, y }) {
  const [data, table] = await Promise.all([boardOf(game), glyphs]);
  const board = new Board(data);
  const { x0, x1, y0 } = board.box;
  const unit = (PICTURE / (x1 - x0 - 0.5)) * k;
  const size = Math.max(ctx.canvas.width / 34, unit * 0.9); // to be seen on a map of any size
  Object.entries(where).forEach(([side, hexes], i) => {
    ctx.fillStyle = table.sides?.[side] ?? ["#3d5a4c", "#8a3b2a"][i % 2];
    ctx.strokeStyle = "#fffaf0";
    for (const hex of hexes) {
      const centre = board.centre[board.hex(hex)];
      if (!centre) continue;
      const [left, top] = [
        x + (centre[0] - x0 - 0.25) * unit - size / 2,
        y + (centre[1] - y0 - 0.25) * unit - size / 2,
      ];
      ctx.fillRect(left, top, size, size);
      ctx.strokeRect(left, top, size, size);
    }
  });
}

/** Whatever wants a map on this page gets it. */
export function paintAll() {
  for (const canvas of document.querySelectorAll("canvas[data-map]"))
    paint(/** @type {HTMLCanvasElement} */ (canvas), canvas.getAttribute("data-map") ?? "").catch(() => {});
}

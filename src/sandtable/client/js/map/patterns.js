// Patterns of terrain, painted once for each zoom level and repeated.

import { noise } from "./shapes.js";

/** @typedef {import("../basics/types.js").Theme} Theme */
/** @typedef {[number, number, (ctx: CanvasRenderingContext2D, theme: Theme) => void]} Pattern */

const SHEET = 64; // the unit of the drawings below: pixels across the flats of a hex

/** @param {string} d @param {number} width @param {number[]} [dash]
 * @returns {(ctx: CanvasRenderingContext2D, theme: Theme) => void} */
const lines = (d, width, dash) => (ctx, theme) => {
  ctx.strokeStyle = theme.stone;
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  if (dash) ctx.setLineDash(dash);
  ctx.stroke(new Path2D(d));
};

const STROKES = [
  [3, 8],
  [14, 3],
  [24, 10],
  [7, 20],
  [18, 17],
  [27, 24],
]
  .map(([x, y]) => `M${x} ${y}l${(3 + noise(x, y)).toFixed(1)} ${(3 + 2 * noise(y, x)).toFixed(1)}`)
  .join("");
const HUMPS = [
  [9, 6],
  [27, 20],
]
  .map(([x, y]) => `M${x - 7} ${y + 7}Q${x - 3} ${y} ${x} ${y}T${x + 7} ${y + 7}M${x} ${y + 2}v5M${x + 3} ${y + 3}v4`)
  .join("");

/** @type {Record<string, Pattern>} */
const PATTERNS = {
  strokes: [32, 28, lines(STROKES, 1.3)],
  humps: [36, 32, lines(HUMPS, 1.3)],
  dunes: [40, 22, lines("M3 12Q9 4 17 9M23 20Q29 13 37 17", 1.5, [0.1, 2.6])],
  dots: [15, 13, lines("M3 3h.01M10.5 9.5h.01", 1.8)],
  diagonal: [9, 9, lines("M0 9L9 0M-1 1L1 -1M8 10L10 8", 0.8)],
  slanted: [10, 10, lines("M0 10L10 0", 1, [1.5, 2.5])],
  dashes: [
    26,
    14,
    (ctx, theme) => {
      ctx.strokeStyle = theme.sea_ink;
      ctx.stroke(new Path2D("M2 3H12M15 10H25"));
    },
  ],
  salt: [
    13,
    12,
    (ctx, theme) => {
      lines("M2.5 2.5h.01M9 8.5h.01", 2)(ctx, theme);
      lines("M6.5 3.5h5M0 9.5h5", 0.8)(ctx, theme);
    },
  ],
  blocks: [
    15,
    15,
    (ctx, theme) => {
      ctx.fillStyle = theme.quiet_ink;
      ctx.globalAlpha = 0.55;
      ctx.fill(new Path2D("M2 2h5v4h-5zM9 2h4v7h-4zM2 8h5v5h-5zM9 11h4v2h-4z"));
    },
  ],
  grain: [
    190,
    170,
    (ctx, theme) => {
      ctx.lineWidth = 0.9;
      ctx.lineCap = "round";
      ctx.globalAlpha = 0.55;
      for (let i = 0; i < 96; i++) {
        const [x, y] = [95 * (1 + noise(i, 3)), 85 * (1 + noise(7, i))];
        ctx.strokeStyle = theme.grain[i % 2];
        ctx.stroke(new Path2D(`M${x} ${y}l${1.6 * noise(i, 1)} ${noise(i, 2)}`));
      }
    },
  ],
};

/** A pattern for a context whose unit is a hex width drawn over `k` device pixels.
 * @param {string} name @param {Theme} theme @param {number} k @returns {CanvasPattern | null} */
export function patternFor(name, theme, k) {
  const [width, height, draw] = PATTERNS[name] ?? PATTERNS.slanted;
  const scale = Math.max(k / SHEET, 0.55); // from far away patterns stay large enough to tell apart
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(2, Math.round(width * scale));
  canvas.height = Math.max(2, Math.round(height * scale));
  const ctx = canvas.getContext("2d");
  if (!ctx) return null;
  ctx.scale(canvas.width / width, canvas.height / height);
  draw(ctx, theme);
  const pattern = ctx.createPattern(canvas, "repeat");
  pattern?.setTransform(
    new DOMMatrix().scale((width * scale) / k / canvas.width, (height * scale) / k / canvas.height),
  );
  return pattern;
}

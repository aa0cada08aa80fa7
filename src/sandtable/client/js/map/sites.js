// Sites and towns on the map: fortresses, bases, signs, ports, and a square for every other place with a name.

import { WATER } from "./board.js";
import { between, polyline } from "./shapes.js";
import { siteStyle } from "./styles.js";

/** @typedef {import("../basics/types.js").SiteStyle} SiteStyle */
/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Context */

export class Sites {
  /** @param {import("./painter.js").Painter} painter */
  constructor(painter) {
    this.painter = painter;
    this.ground = painter.ground;
    this.board = painter.board;
    this.theme = painter.theme;
    this.sides = painter.sides;
  }

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paint(ctx, box, k) {
    const { board } = this;
    const near = { x0: box.x0 - 1, y0: box.y0 - 1, x1: box.x1 + 1, y1: box.y1 + 1 };
    const inside = ([x, y] = /** @type {Point} */ ([0, 0])) => x > near.x0 && x < near.x1 && y > near.y0 && y < near.y1;
    const seats = new Set();
    for (const site of board.data.sites) {
      const hex = board.hex(site.hex);
      const style = siteStyle(site.kind, this.ground.styles);
      if (style.shape !== "unseen") seats.add(hex);
      if (hex < 0 || !inside(board.centre[hex])) continue;
      if (style.shape === "bastion") this.bastion(ctx, board.centre[hex], k);
      else if (style.shape === "mark") this.mark(ctx, board.centre[hex], style, k);
      else if (style.shape === "label") this.label(ctx, board.centre[hex], site.name, site.side ?? "", k);
      else if (style.shape === "base") this.base(ctx, board.centre[hex], site.side ?? "", k);
      if (site.port) this.anchor(ctx, hex, k);
    }
    ctx.fillStyle = this.theme.ink;
    ctx.strokeStyle = this.theme.halo;
    ctx.lineWidth = this.painter.width(1.5, 1, k);
    for (const [hex] of board.placeNames) {
      if (hex < 0 || seats.has(hex) || !inside(board.centre[hex])) continue;
      const half = Math.min(Math.max(0.05, 1.7 / k), 4.2 / k);
      const [x, y] = board.centre[hex];
      ctx.beginPath();
      ctx.rect(x - half, y - half, 2 * half, 2 * half);
      ctx.stroke();
      ctx.fill();
    }
  }

  /** A fortress: the trace of a fort with six bastions, and its rampart within.
   * @param {Context} ctx @param {Point} centre @param {number} k */
  bastion(ctx, centre, k) {
    const trace = (/** @type {number} */ scale) => {
      const path = new Path2D();
      const points = [];
      for (let corner = 0; corner < 6; corner++)
        for (const [radius, turn] of [
          [26, -11],
          [28.5, -17],
          [36.5, 0],
          [28.5, 17],
          [26, 11],
        ])
          points.push(turned(centre, (radius * scale) / 64, 60 * corner + turn));
      polyline(path, points, true);
      return path;
    };
    ctx.strokeStyle = this.theme.ink;
    ctx.fillStyle = this.theme.relief;
    ctx.lineWidth = this.painter.width(2, 1, k);
    ctx.fill(trace(1));
    ctx.stroke(trace(1));
    ctx.fillStyle = this.theme.land;
    ctx.lineWidth = this.painter.width(0.9, 0.5, k);
    ctx.fill(trace(0.82));
    ctx.stroke(trace(0.82));
  }

  /** A sign of its own, never smaller than can be read.
   * @param {Context} ctx @param {Point} centre @param {SiteStyle} style @param {number} k */
  mark(ctx, centre, style, k) {
    const path = new Path2D(style.path);
    ctx.save();
    ctx.translate(...centre);
    const size = Math.max(1 / 64, 0.45 / k);
    ctx.scale(size, size);
    ctx.lineJoin = "round";
    ctx.lineWidth = 3;
    ctx.strokeStyle = this.theme.halo;
    ctx.stroke(path);
    ctx.fillStyle = this.painter.colour(style.colour);
    ctx.fill(path);
    ctx.restore();
  }

  /** A short name in a box in the colour of its side, above the middle of the hex, never smaller than can be read.
   * @param {Context} ctx @param {Point} centre @param {string} name @param {string} side @param {number} k */
  label(ctx, centre, name, side, k) {
    ctx.save();
    ctx.translate(centre[0], centre[1] - 0.3);
    const size = Math.max(1 / 64, 0.5 / k);
    ctx.scale(size, size);
    const half = 6 + 4.5 * name.length;
    ctx.beginPath();
    ctx.roundRect(-half, -10.5, 2 * half, 21, 5);
    ctx.fillStyle = this.sides[side] ?? "#6a6258";
    ctx.fill();
    ctx.lineWidth = 2;
    ctx.strokeStyle = this.theme.halo;
    ctx.stroke();
    ctx.font = "700 16px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.fillStyle = "#fffdf4";
    ctx.fillText(name, 0, 5.6);
    ctx.restore();
  }

  /** A home base: a hexagon in a hexagon, in the colour of its side.
   * @param {Context} ctx @param {Point} centre @param {string} side @param {number} k */
  base(ctx, centre, side, k) {
    const ring = (/** @type {number} */ radius, /** @type {string} */ fill) => {
      const path = new Path2D();
      polyline(
        path,
        [0, 1, 2, 3, 4, 5].map((i) => turned(centre, radius / 64, 60 * i + (this.board.pointy ? 0 : 30))),
        true,
      );
      ctx.fillStyle = fill;
      ctx.fill(path);
      ctx.stroke(path);
    };
    ctx.strokeStyle = this.theme.ink;
    ctx.lineWidth = this.painter.width(1.2, 0.8, k);
    ring(33, this.sides[side] ?? "#6a6258");
    ring(26, this.theme.panel);
    const star = new Path2D();
    polyline(
      star,
      Array.from({ length: 10 }, (_, i) => turned(centre, (i % 2 ? 4.6 : 11) / 64, 36 * i)),
      true,
    );
    ctx.fillStyle = this.theme.ink;
    ctx.fill(star);
  }

  /** @param {Context} ctx @param {number} hex @param {number} k */
  anchor(ctx, hex, k) {
    const waters = this.board.neighbours(hex).filter((near) => WATER.has(this.board.terrain[near]));
    if (!waters.length) return;
    const [x, y] = between(this.board.centre[hex], this.board.centre[waters[waters.length - 1]], 0.78);
    ctx.save();
    ctx.translate(x, y);
    const size = Math.max(1 / 64, 0.55 / k);
    ctx.scale(size, size);
    ctx.strokeStyle = this.theme.sea_ink;
    ctx.lineWidth = 1.7;
    ctx.stroke(
      new Path2D("M0 -6v13m-4 -10h8m-10 5.5q1 5 6 5q5 0 6 -5M1.9 -8a1.9 1.9 0 1 1 -3.8 0a1.9 1.9 0 1 1 3.8 0"),
    );
    ctx.restore();
  }
}

/** A point at a distance from another, turned clockwise from the top.
 * @param {Point} centre @param {number} radius @param {number} degrees @returns {Point} */
function turned([x, y], radius, degrees) {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
}

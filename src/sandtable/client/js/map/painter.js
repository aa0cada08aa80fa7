// Paints a part of the map: sea, land, terrain, hexsides, roads, grid, sites, in this order. The unit is a hex width.

import { WATER } from "./board.js";
import { patternFor } from "./patterns.js";
import { comb, overlap, polyline } from "./shapes.js";
import { Sites } from "./sites.js";

/** @typedef {import("../basics/types.js").AreaStyle} AreaStyle */
/** @typedef {import("../basics/types.js").HexsideStyle} HexsideStyle */
/** @typedef {import("../basics/types.js").LineStyle} LineStyle */
/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("../basics/types.js").Theme} Theme */
/** @typedef {import("./ground.js").Ground} Ground */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {CanvasRenderingContext2D} Context */

const SERIF =
  "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,'Liberation Serif','DejaVu Serif',serif";
const SANS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";
const COARSE = 10; // pixels a hex below which dashes run together and are left out
const MARGIN = 0.42; // of paper around the hexes, in hex widths

export class Painter {
  /** @param {Ground} ground @param {Theme} theme @param {Record<string, string>} sides colours of the sides
   * @param {{ids: boolean, doubts: boolean}} show */
  constructor(ground, theme, sides, show) {
    this.ground = ground;
    this.board = ground.board;
    this.theme = theme;
    this.sides = sides;
    this.show = show;
    const { x0, y0, x1, y1 } = this.board.box;
    this.frame = { x0: x0 - MARGIN, y0: y0 - MARGIN, x1: x1 + MARGIN, y1: y1 + MARGIN };
    /** @type {Map<string, CanvasPattern | null>} */
    this.patterns = new Map();
    this.lines = [...new Set(ground.roads.map((road) => road.style))];
    this.features = [...new Set(ground.hexsides.map((hexside) => hexside.style))];
    this.sites = new Sites(this);
  }

  /** @param {Context} ctx already scaled so that one unit is one hex width
   * @param {Box} box the part to paint @param {number} k device pixels a hex */
  paint(ctx, box, k) {
    if (!overlap(box, this.frame)) return;
    const { x0, y0, x1, y1 } = this.board.box;
    ctx.lineJoin = ctx.lineCap = "round";
    ctx.save();
    ctx.beginPath();
    ctx.rect(x0, y0, x1 - x0, y1 - y0);
    ctx.clip();
    this.paintSea(ctx, box, k);
    this.paintLand(ctx, box, k);
    this.paintAreas(ctx, box, k);
    this.paintZones(ctx, box, k);
    this.paintCoast(ctx, box, k);
    this.paintGrid(ctx, box, k);
    this.paintHexsides(ctx, box, k);
    this.paintRoads(ctx, box, k);
    this.sites.paint(ctx, box, k);
    this.paintNames(ctx, box, k);
    if (this.show.ids || k >= 96) this.paintIds(ctx, box, k);
    ctx.restore();
    this.paintFrame(ctx, k);
  }

  /** A width given in pixels of a hex of 64, never thinner than some device pixels.
   * @param {number} width @param {number} least @param {number} k */
  width(width, least, k) {
    return Math.max(width / 64, least / k);
  }

  /** @param {string} name @param {number} k */
  pattern(name, k) {
    const key = `${name} ${k.toFixed(2)}`;
    if (!this.patterns.has(key)) this.patterns.set(key, patternFor(name, this.theme, k));
    return this.patterns.get(key) ?? "transparent";
  }

  /** @param {string} name @returns {string} */
  colour(name) {
    return /** @type {Record<string, any>} */ (this.theme)[name];
  }

  // Sea and land

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintSea(ctx, box, k) {
    const { theme } = this;
    const [deep, middle, shore] = theme.sea;
    ctx.fillStyle = deep;
    ctx.fillRect(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0);
    this.strokeCoast(ctx, box, middle, 4.6);
    this.strokeCoast(ctx, box, shore, 1.9);
    if (k < 14) return;
    for (const [width, thin] of [
      [0.92, 0.016],
      [0.6, 0.02],
      [0.32, 0.024],
    ]) {
      const fine = Math.max(thin, 0.55 / k);
      this.strokeCoast(ctx, box, theme.water_line, width);
      this.strokeCoast(ctx, box, shore, width - 2 * fine);
    }
  }

  /** @param {Context} ctx @param {Box} box @param {string} colour @param {number} width */
  strokeCoast(ctx, box, colour, width) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    const reach = { x0: box.x0 - width / 2, y0: box.y0 - width / 2, x1: box.x1 + width / 2, y1: box.y1 + width / 2 };
    for (const chunk of this.ground.coast) if (overlap(chunk.box, reach)) ctx.stroke(chunk.path);
  }

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintLand(ctx, box, k) {
    ctx.fillStyle = this.theme.land;
    ctx.fill(this.ground.land);
    if (k < 20) return;
    ctx.fillStyle = this.pattern("grain", k);
    ctx.fill(this.ground.land);
  }

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintCoast(ctx, box, k) {
    ctx.lineJoin = "round";
    this.strokeCoast(ctx, box, this.theme.coast, this.width(1.5, 0.9, k));
  }

  // Terrain

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintAreas(ctx, box, k) {
    for (const { style, area, box: extent, ridges, rims } of this.ground.areas) {
      if (!overlap(extent, box)) continue;
      if (style.wash) {
        ctx.globalAlpha = 0.62;
        ctx.fillStyle = this.colour(style.wash);
        ctx.fill(area);
        ctx.globalAlpha = 1;
      }
      if (style.pattern) {
        ctx.fillStyle = this.pattern(style.pattern, k);
        ctx.fill(area);
      }
      this.paintEdges(ctx, box, k, ridges, this.theme.hachure, 1.9);
      this.paintEdges(ctx, box, k, rims, this.theme.stone, 1.8);
    }
  }

  /** @param {Context} ctx @param {Box} box @param {number} k @param {import("./ground.js").Edge[]} edges
   * @param {string} colour @param {number} width */
  paintEdges(ctx, box, k, edges, colour, width) {
    ctx.strokeStyle = ctx.fillStyle = colour;
    ctx.lineWidth = this.width(width, 0.9, k);
    for (const edge of edges) {
      if (!overlap(edge.box, box)) continue;
      ctx.stroke(edge.line);
      ctx.fill(k < 34 ? edge.coarse : edge.teeth);
    }
  }

  /** Hexes that belong together by rule: a wash and an outline, on land only.
   * @param {Context} ctx @param {Box} box @param {number} k */
  paintZones(ctx, box, k) {
    const zones = this.ground.zones.filter((zone) => overlap(zone.box, box));
    if (!zones.length) return;
    ctx.save();
    ctx.clip(this.ground.land);
    for (const { style, side, path } of zones) if (style.shape !== "unseen") this.zone(ctx, style, side, path, k);
    ctx.restore();
  }

  /** @param {Context} ctx @param {AreaStyle} style @param {string} side @param {Path2D} path
   * @param {number} k */
  zone(ctx, style, side, path, k) {
    ctx.fillStyle = ctx.strokeStyle = side ? (this.sides[side] ?? "#6a6258") : this.colour(style.colour);
    if (style.shape === "border") {
      ctx.globalAlpha = 0.7;
      ctx.lineWidth = this.width(2.6, 1.1, k);
      ctx.setLineDash([14 / 64, 5 / 64, 2 / 64, 5 / 64]);
      ctx.stroke(path);
      ctx.setLineDash([]);
      ctx.globalAlpha = 1;
      return;
    }
    ctx.globalAlpha = style.wash;
    ctx.fill(path);
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = this.width(3.4, 1.4, k);
    ctx.stroke(path);
    ctx.globalAlpha = 1;
    if (!style.pattern) return;
    ctx.fillStyle = this.pattern(style.pattern, k);
    ctx.fill(path);
  }

  // Hexsides

  /** All hexsides of one look in one stroke; those that nothing crosses above the others.
   * @param {Context} ctx @param {Box} box @param {number} k */
  paintHexsides(ctx, box, k) {
    /** @type {Map<HexsideStyle, import("./ground.js").Hexside[]>} */
    const alike = new Map(this.features.map((style) => [style, []])); // in one order on every tile
    const barred = [];
    for (const hexside of this.ground.hexsides) {
      if (!overlap(hexside.box, box)) continue;
      if (hexside.prohibited) barred.push(hexside);
      else alike.get(hexside.style)?.push(hexside);
    }
    ctx.save();
    for (const [style, hexsides] of alike) if (hexsides.length) this.paintFeatures(ctx, style, hexsides, k);
    for (const { side } of barred) this.barred(ctx, side, k);
    ctx.restore();
  }

  /** A feature along one hexside, for the legend.
   * @param {Context} ctx @param {HexsideStyle} style @param {[Point, Point]} side
   * @param {number} k
   * @param {boolean} oneSided */
  paintFeature(ctx, style, side, k, oneSided) {
    this.paintFeatures(ctx, style, [{ side, oneSided }], k);
  }

  /** Features along hexsides whose lower ground lies to their right; a ridge falls both ways unless one-sided.
   * @param {Context} ctx @param {HexsideStyle} style
   * @param {{side: [Point, Point], oneSided: boolean}[]} hexsides
   * @param {number} k */
  paintFeatures(ctx, style, hexsides, k) {
    ctx.strokeStyle = ctx.fillStyle = this.colour(style.colour);
    ctx.lineWidth = this.width(style.width, 1, k);
    if (style.shape === "crenels") {
      for (const { side } of hexsides) this.crenellated(ctx, side);
      return;
    }
    const [line, teeth] = [new Path2D(), new Path2D()];
    const [length, width] = [style.teeth[0] / 64, style.teeth[1] / 64];
    const far = k < 14 ? 3 : k < 34 ? 2 : 1;
    for (const { side, oneSided } of hexsides) {
      polyline(line, side);
      if (style.shape === "comb" || style.shape === "ridge") comb(teeth, side, 0.078 * far, length, width * far);
      if (style.shape === "ridge" && !oneSided) comb(teeth, [side[1], side[0]], 0.078 * far, length, width * far);
    }
    if (style.shape === "band") {
      ctx.strokeStyle = this.theme.halo;
      ctx.lineWidth = this.width(8, 2.6, k);
      ctx.stroke(line);
      ctx.strokeStyle = this.colour(style.colour);
      ctx.lineWidth = this.width(style.width, 1, k);
    }
    ctx.setLineDash(k < COARSE ? [] : style.dashes.map((length) => length / 64));
    ctx.stroke(line);
    ctx.setLineDash([]);
    ctx.fill(teeth);
  }

  /** A hexside that nothing crosses: a bar with stops across it.
   * @param {Context} ctx @param {[Point, Point]} side @param {number} k */
  barred(ctx, [p, q], k) {
    const line = new Path2D();
    polyline(line, [p, q]);
    ctx.strokeStyle = this.theme.halo;
    ctx.lineWidth = 0.14;
    ctx.stroke(line);
    const [wx, wy] = [(q[0] - p[0]) / 5, (q[1] - p[1]) / 5];
    for (const step of [1, 2, 3, 4]) {
      line.moveTo(p[0] + wx * step + wy * 0.55, p[1] + wy * step - wx * 0.55);
      line.lineTo(p[0] + wx * step - wy * 0.55, p[1] + wy * step + wx * 0.55);
    }
    ctx.strokeStyle = this.theme.barrier;
    ctx.lineWidth = this.width(2.6, 1.2, k);
    ctx.stroke(line);
  }

  /** @param {Context} ctx @param {[Point, Point]} side */
  crenellated(ctx, [p, q]) {
    const [sx, sy] = [(q[0] - p[0]) / 8, (q[1] - p[1]) / 8];
    /** @type {Point[]} */
    const line = [p];
    for (let i = 0; i < 8; i++) {
      const lift = i % 2 ? 0.9 : 0;
      const [x, y] = [p[0] + sx * i - sy * lift, p[1] + sy * i + sx * lift];
      line.push([x, y], [x + sx, y + sy]);
    }
    const path = new Path2D();
    polyline(path, [...line, q]);
    ctx.stroke(path);
  }

  // Roads, all casings below all roads

  /** All stretches of one look in one stroke.
   * @param {Context} ctx @param {Box} box @param {number} k */
  paintRoads(ctx, box, k) {
    /** @type {Map<LineStyle, Path2D>} */
    const alike = new Map(this.lines.map((style) => [style, new Path2D()]));
    for (const { style, pieces } of this.ground.roads)
      for (const piece of pieces) if (overlap(piece.box, box)) alike.get(style)?.addPath(piece.path);
    for (const [style, path] of alike) this.casing(ctx, style, path, k);
    for (const [style, path] of alike) this.surface(ctx, style, path, k);
    ctx.fillStyle = this.theme.road_casing;
    if (k >= 30)
      for (const [x, y] of this.ground.doubtful) {
        if (x < box.x0 - 1 || x > box.x1 + 1 || y < box.y0 - 1 || y > box.y1 + 1) continue;
        ctx.beginPath();
        ctx.arc(x, y, 0.017, 0, 7);
        ctx.fill();
      }
  }

  /** The pale line below.
   * @param {Context} ctx @param {LineStyle} style @param {Path2D} path @param {number} k */
  casing(ctx, style, path, k) {
    if (!style.casing) return;
    ctx.strokeStyle = this.theme.road_casing;
    ctx.globalAlpha = 0.9;
    ctx.lineWidth = this.width(style.casing, 2.6, k);
    ctx.stroke(path);
    ctx.globalAlpha = 1;
  }

  /** @param {Context} ctx @param {LineStyle} style @param {Path2D} path @param {number} k */
  surface(ctx, style, path, k) {
    ctx.strokeStyle = this.colour(style.colour);
    ctx.lineWidth = this.width(style.width, style.width > 3 ? 1.3 : 0.9, k);
    ctx.setLineDash(k < COARSE ? [] : style.dashes.map((length) => length / 64));
    ctx.stroke(path);
    if (style.core) {
      ctx.strokeStyle = this.theme.road_casing;
      ctx.lineWidth = this.width(style.core, 0.6, k);
      ctx.stroke(path);
    }
    if (style.sleepers) {
      ctx.lineCap = "butt";
      ctx.lineWidth = this.width(7, 3, k);
      ctx.setLineDash([Math.max(0.02, 0.8 / k), Math.max(0.13, 5 / k)]);
      ctx.stroke(path);
      ctx.lineCap = "round";
    }
    ctx.setLineDash([]);
  }

  // The grid: where drawing and rule could be read differently, as along a coast, the edge of the hex is the rule.

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintGrid(ctx, box, k) {
    if (k < 9) return;
    const { board } = this;
    const near = { x0: box.x0 - 1, y0: box.y0 - 1, x1: box.x1 + 1, y1: box.y1 + 1 };
    const [inner, verge, doubt] = [new Path2D(), new Path2D(), new Path2D()];
    for (const hex of board.within(near)) {
      const wet = WATER.has(board.terrain[hex]);
      const corners = board.corners(hex);
      for (let d = 0; d < 6; d++) {
        const other = board.neighbour(hex, d);
        const edge = other >= 0 && board.playable[other] !== board.playable[hex];
        if (edge ? !board.playable[hex] : wet || (other >= 0 && other < hex)) continue;
        const path = edge ? verge : inner;
        path.moveTo(...corners[d]);
        path.lineTo(...corners[(d + 1) % 6]);
      }
      if (this.show.doubts && this.ground.marksDoubts && board.data.hexes.reconstructed[hex])
        polyline(doubt, board.corners(hex, 0.88), true);
    }
    ctx.strokeStyle = this.theme.grid;
    ctx.lineWidth = this.width(0.8, 0.55, k);
    ctx.globalAlpha = k < 16 ? 0.28 : 0.5;
    ctx.stroke(inner);
    ctx.globalAlpha = 0.75;
    ctx.lineWidth = this.width(1.2, 0.7, k);
    ctx.setLineDash([0.04, 0.055]);
    ctx.stroke(verge);
    if (k >= 22) {
      ctx.strokeStyle = this.theme.quiet_ink;
      ctx.lineWidth = this.width(1.1, 0.9, k);
      ctx.setLineDash([0.016, 0.05]);
      ctx.stroke(doubt);
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  // Lettering that lies in the map: names of seas and regions, hex ids

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintNames(ctx, box, k) {
    for (const { kind, letters, size } of this.board.lettering) {
      const sea = kind === "sea";
      ctx.font = `${sea ? "italic " : ""}${(size * 64).toFixed(1)}px ${SERIF}`;
      ctx.fillStyle = sea ? this.theme.sea_ink : this.theme.quiet_ink;
      ctx.globalAlpha = sea ? 0.75 : 0.5;
      ctx.textAlign = "center";
      for (const {
        letter,
        at: [x, y],
        along: [dx, dy],
      } of letters) {
        if (x < box.x0 - 1 || x > box.x1 + 1 || y < box.y0 - 1 || y > box.y1 + 1) continue;
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(Math.atan2(dy, dx));
        ctx.scale(1 / 64, 1 / 64);
        ctx.fillText(sea ? letter : letter.toUpperCase(), 0, size * 20);
        ctx.restore();
      }
      ctx.globalAlpha = 1;
    }
    void k;
  }

  /** @param {Context} ctx @param {Box} box @param {number} k */
  paintIds(ctx, box, k) {
    if (k < 20) return;
    ctx.save();
    ctx.font = `10px ${SANS}`;
    ctx.textAlign = "center";
    ctx.fillStyle = this.theme.quiet_ink;
    const near = { x0: box.x0 - 0.5, y0: box.y0 - 0.6, x1: box.x1 + 0.5, y1: box.y1 + 0.6 };
    for (const hex of this.board.within(near)) {
      if (!this.board.playable[hex]) continue;
      const [x, y] = this.board.centre[hex];
      ctx.save();
      ctx.translate(x, y - (this.board.pointy ? 0.37 : 0.36));
      const size = Math.max(1 / 74, 0.62 / k);
      ctx.scale(size, size);
      ctx.fillText(this.board.names[hex], 0, 0);
      ctx.restore();
    }
    ctx.restore();
  }

  /** @param {Context} ctx @param {number} k */
  paintFrame(ctx, k) {
    const { x0, y0, x1, y1 } = this.board.box;
    const { frame, theme } = this;
    ctx.fillStyle = theme.page;
    ctx.beginPath();
    ctx.rect(frame.x0, frame.y0, frame.x1 - frame.x0, frame.y1 - frame.y0);
    ctx.rect(x0, y0, x1 - x0, y1 - y0);
    ctx.fill("evenodd");
    ctx.strokeStyle = theme.ink;
    ctx.lineJoin = "miter";
    ctx.lineWidth = this.width(1.2, 0.6, k);
    ctx.strokeRect(x0, y0, x1 - x0, y1 - y0);
    ctx.lineWidth = this.width(4, 1.4, k);
    ctx.strokeRect(x0 - 0.14, y0 - 0.14, x1 - x0 + 0.28, y1 - y0 + 0.28);
  }
}

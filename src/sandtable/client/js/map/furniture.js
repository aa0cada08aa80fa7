// What lies on the map's edge: zoom, compass, scale bar, legend.

import { Board, WATER } from "./board.js";
import { el, svg } from "../basics/dom.js";
import { Ground } from "./ground.js";
import { Painter } from "./painter.js";
import { areaStyle, hexsideStyle, lineStyle, siteStyle, terrainStyle } from "./styles.js";

/** @typedef {import("./mapview.js").MapView} MapView */

const KILOMETRES = 1.609344;
const MARKED =
  "Dotted outlines, hollow spots in a road and paler names are reconstructed: " +
  "inferred, not taken from a publication.";
const UNMARKED =
  "Most of this map is reconstructed: inferred, not taken from a publication. " + "Point at a hex to see its source.";
/** @type {Record<string, string>} */
export const ICONS = {
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  whole: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  legend: "M3 5h2M8 5h9M3 10h2M8 10h9M3 15h2M8 15h9",
  undo: "M7 4L3 8l4 4M3 8h9a5 5 0 0 1 0 10h-3",
  theme: "M15 12.5A6.5 6.5 0 1 1 8 3.6 5.2 5.2 0 0 0 15 12.5Z",
  find: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM12.6 12.6L17 17",
  panel: "M3 4h14v12H3ZM12 4v12",
  help: "M7 7.2Q7 4 10 4t3 3q0 2-3 3.4V12M10 16h.01",
  replay: "M4 10a6 6 0 1 0 2-4.5M4 3v4h4M10 7v3.4l2.4 1.4",
};

/** @param {string} name */
export const icon = (name) =>
  svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** @param {string} name @param {string} label @param {() => void} click @param {Record<string, string>} [more] */
export const tool = (name, label, click, more = {}) =>
  el("button", { type: "button", class: "tool", "aria-label": label, title: label, click, ...more }, icon(name));

export class Furniture {
  /** @param {HTMLElement} host @param {MapView} map @param {() => void} whole
   * @param {() => HTMLElement[]} counters what the legend says of them */
  constructor(host, map, whole, counters) {
    this.map = map;
    this.counters = counters;
    const zoom = (/** @type {number} */ by) => {
      const { camera } = map;
      camera.zoomTo(
        camera.k * by,
        camera.inset.left + camera.freeWidth() / 2,
        camera.inset.top + camera.freeHeight() / 2,
      );
    };
    this.zoom = zoom;
    this.legend = el("div", {
      class: "legend",
      id: "legend",
      hidden: true,
      role: "region",
      "aria-label": "Legend",
      tabindex: 0,
    });
    this.scale = el("div", { class: "compass-scale", "aria-hidden": "true" });
    this.line = el("p", { class: "hex-line small", hidden: true, "aria-hidden": "true" });
    this.toggle = tool("legend", "Legend", () => this.showLegend(!!this.legend.hidden), {
      "aria-expanded": "false",
      "aria-controls": "legend",
    });
    host.append(
      el(
        "div",
        { class: "zoom", role: "group", "aria-label": "Zoom" },
        tool("plus", "Zoom in", () => zoom(Math.SQRT2)),
        tool("minus", "Zoom out", () => zoom(Math.SQRT1_2)),
        tool("whole", "Whole map", whole),
        this.toggle,
      ),
      this.legend,
      el("div", {}, this.line, this.scale),
    );
  }

  /** A line about the hex under the pointer.
   * @param {string} text */
  say(text) {
    this.line.textContent = text;
    this.line.hidden = !text;
  }

  /** @param {boolean} on */
  showLegend(on) {
    this.legend.hidden = !on;
    this.toggle.setAttribute("aria-expanded", String(on));
    if (on) this.drawLegend();
  }

  /** One bar in miles above, one in kilometres below.
   * @param {number} k */
  drawScale(k) {
    const miles = this.map.board.data.miles_per_hex;
    const compass = svg(
      "g",
      { transform: "translate(22 30)" },
      svg("path", { d: "M0 -20L5 0L0 20L-5 0Z", fill: "none", stroke: "currentColor", "stroke-width": 1.2 }),
      svg("path", { d: "M0 -20L5 0H-5Z", fill: "currentColor" }),
      svg("path", { d: "M-12 0H12", stroke: "currentColor", "stroke-width": 1 }),
      svg("text", { y: -22 }, "N"),
    );
    const picture = svg("svg", { width: miles ? 240 : 44, height: 56 }, compass);
    if (miles) {
      const perMile = k / miles;
      picture.append(bar(perMile, "miles", 20, -1), bar(perMile / KILOMETRES, "km", 32, 1));
    }
    this.scale.replaceChildren(picture);
  }

  drawLegend() {
    const { board, painter, ground } = this.map;
    const terrains = [...new Set(board.terrain)].filter((terrain) => !WATER.has(terrain));
    const sites = new Set(board.data.sites.map((site) => site.kind));
    const items = terrains
      .filter((terrain) => !sites.has(terrain))
      .map((terrain) => {
        const closed = !board.terrain.some((there, i) => there === terrain && board.playable[i]);
        return el(
          "li",
          {},
          swatch(painter, terrain),
          terrainStyle(terrain, ground.styles).title + (closed ? " (not in play)" : ""),
        );
      });
    for (const kind of sites) {
      const style = siteStyle(kind, ground.styles);
      if (style.shape !== "unseen") items.push(el("li", {}, swatch(painter, "clear", kind), style.title));
    }
    for (const kind of new Set(board.data.roads.map((road) => road.kind)))
      items.push(el("li", {}, line(painter, kind), kind.replaceAll("_", " ")));
    const open = board.data.hexsides.filter((side) => !side.prohibited);
    for (const feature of new Set(open.flatMap((side) => [...side.forth, ...side.back])))
      items.push(
        el(
          "li",
          {},
          hexside(
            painter,
            hexsideStyle(feature, ground.styles),
            !open.some((side) => side.forth.includes(feature) && side.back.includes(feature)),
          ),
          hexsideStyle(feature, ground.styles).title,
        ),
      );
    for (const { kind, side } of new Map(
      (board.data.areas ?? []).map((area) => [`${area.kind} ${area.side}`, area]),
    ).values()) {
      const style = areaStyle(kind, ground.styles);
      if (style.shape !== "unseen")
        items.push(el("li", {}, zone(painter, style, side ?? ""), side ? `${style.title} (${side})` : style.title));
    }
    if (board.data.hexsides.some((side) => side.prohibited))
      items.push(el("li", {}, line(painter, "barred"), "impassable hexside"));
    const doubts =
      board.data.hexes.reconstructed.some(Boolean) || board.data.roads.some((road) => road.reconstructed.some(Boolean));
    this.legend.replaceChildren(
      el("h3", {}, "Legend"),
      el("ul", {}, ...items),
      doubts ? el("p", { class: "small quiet" }, ground.marksDoubts ? MARKED : UNMARKED) : "",
      ...this.counters(),
    );
  }
}

/** @param {number} pixels a unit @param {string} name @param {number} y @param {number} side */
function bar(pixels, name, y, side) {
  const span = 130 / pixels / 2;
  const power = 10 ** Math.floor(Math.log10(span));
  const step = Math.max(...[1, 2, 2.5, 5, 10].map((m) => m * power).filter((s) => s <= span));
  const width = step * pixels;
  const text = side < 0 ? y - 5 : y + 16;
  return svg(
    "g",
    { transform: "translate(58 0)" },
    ...[0, 1].map((i) =>
      svg("rect", { x: i * width, y, width, height: 5, fill: i ? "none" : "currentColor", stroke: "currentColor" }),
    ),
    ...[0, 1, 2].map((i) =>
      svg(
        "text",
        { x: i * width + (i === 2 ? 6 : 0), y: text },
        `${Math.round(step * i * 10) / 10}${i === 2 ? ` ${name}` : ""}`,
      ),
    ),
  );
}

/** A little map of seven hexes of a terrain.
 * @param {Painter} painter @param {string} terrain @param {string} [site] */
function swatch(painter, terrain, site) {
  const ring = [
    [1, 1],
    [2, 1],
    [0, 2],
    [1, 2],
    [0, 1],
    [2, 0],
    [1, 0],
  ];
  const centre = (/** @type {number[]} */ [q, r]) =>
    /** @type {[number, number]} */ ([q + r / 2, (r * Math.sqrt(3)) / 2]);
  const board = new Board({
    game: "",
    layout: "pointy",
    miles_per_hex: null,
    terrains: ["clear", terrain],
    sources: [""],
    hexes: {
      names: ring.map(String),
      axial: /** @type {any} */ (ring),
      centre: ring.map(centre),
      terrain: ring.map((_, i) => (i === 0 && terrain !== "clear" ? 1 : 0)),
      playable: ring.map(() => true),
      reconstructed: ring.map(() => false),
      source: ring.map(() => 0),
      confidence: ring.map(() => ""),
    },
    hexsides: [],
    roads: [],
    through: [],
    places: [],
    areas: [],
    labels: [],
    boxes: [],
    beyond: {},
    doubts: [],
    sites: site
      ? [{ hex: "1,1", kind: site, name: "A", side: null, port: false, source: "", reconstructed: false }]
      : [],
  });
  const little = new Painter(new Ground(board, painter.ground.styles), painter.theme, painter.sides, {
    ids: false,
    doubts: false,
  });
  return picture((ctx, k) => {
    const [x, y] = board.centre[0];
    const box = { x0: x - 0.7, y0: y - 0.5, x1: x + 0.7, y1: y + 0.5 };
    ctx.translate(0.7 - x, 0.5 - y);
    little.paintLand(ctx, box, k);
    little.paintAreas(ctx, box, k);
    little.paintGrid(ctx, box, k);
    little.sites.paint(ctx, box, k);
  });
}

/** @param {Painter} painter @param {string} kind */
function line(painter, kind) {
  return picture((ctx, k) => {
    const style = lineStyle(kind, painter.ground.styles);
    ctx.fillStyle = style.over === "sea" ? painter.theme.sea[1] : painter.theme.land;
    ctx.fillRect(0, 0, 2, 2);
    const path = new Path2D("M.1 .65C.5 .65 .7 .35 1.3 .35");
    ctx.lineCap = "round";
    if (kind === "barred")
      return painter.barred(
        ctx,
        [
          [0.7, 0.15],
          [0.7, 0.85],
        ],
        k,
      );
    painter.casing(ctx, style, path, k);
    painter.surface(ctx, style, path, k);
    return undefined;
  });
}

/** @param {Painter} painter @param {import("../basics/types.js").HexsideStyle} style @param {boolean} oneSided */
function hexside(painter, style, oneSided) {
  return picture((ctx, k) => {
    ctx.fillStyle = painter.theme.land;
    ctx.fillRect(0, 0, 2, 2);
    painter.paintFeature(
      ctx,
      style,
      [
        [0.4, 0.5],
        [1, 0.5],
      ],
      k,
      oneSided,
    );
  });
}

/** @param {Painter} painter @param {import("../basics/types.js").AreaStyle} style @param {string} side */
function zone(painter, style, side) {
  return picture((ctx, k) => {
    ctx.fillStyle = painter.theme.land;
    ctx.fillRect(0, 0, 2, 2);
    painter.zone(ctx, style, side, new Path2D("M.35 .15H1.05V.85H.35Z"), k);
  });
}

/** @param {(ctx: CanvasRenderingContext2D, k: number) => void} draw */
function picture(draw) {
  const [k, ratio] = [40, Math.min(devicePixelRatio || 1, 2)];
  const canvas = el("canvas", { width: 1.4 * k * ratio, height: k * ratio, "aria-hidden": "true" });
  canvas.style.width = `${1.4 * k}px`;
  canvas.style.height = `${k}px`;
  const ctx = canvas.getContext("2d");
  if (ctx) {
    ctx.scale(k * ratio, k * ratio);
    draw(ctx, k * ratio);
  }
  return canvas;
}

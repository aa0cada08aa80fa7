// The map on the page: canvas below, drawing above, one camera for both.

import { Camera, steer } from "./camera.js";
import { el, svg } from "../basics/dom.js";
import { Ground } from "./ground.js";
import { Labels } from "./labels.js";
import { Overlay } from "./overlay.js";
import { Painter } from "./painter.js";
import { Stacks } from "./stacks.js";
import { Tiles } from "./tiles.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("../basics/types.js").Theme} Theme */
/** @typedef {Parameters<typeof steer>[2]} Steering */

const SLACK = 0.35; // of the window drawn beyond its edges, so that a short pan needs no new counters

export class MapView {
  /** @param {HTMLElement} host @param {Board} board @param {Counters} counters @param {Theme} theme
   * @param {{ids: boolean, doubts: boolean}} show */
  constructor(host, board, counters, theme, show) {
    this.host = host;
    this.board = board;
    this.counters = counters;
    this.show = show;
    this.ground = new Ground(board, /** @type {any} */ (counters.table));
    this.painter = new Painter(this.ground, theme, /** @type {any} */ (counters.table).sides ?? {}, show);
    this.camera = new Camera(this.painter.frame);
    this.canvas = el("canvas", { class: "terrain", "aria-hidden": "true" });
    this.drawing = svg("svg", { class: "drawing", "aria-hidden": "true" });
    this.world = svg("g", {});
    const [below, names, pieces, above] = [
      svg("g", { class: "below" }),
      svg("g", { class: "names" }),
      svg("g", { class: "pieces" }),
      svg("g", { class: "above" }),
    ];
    this.flying = svg("g", { class: "flying" });
    this.world.append(below, names, pieces, above, this.flying);
    this.drawing.append(defs(), this.world);
    host.append(this.canvas, this.drawing);
    this.tiles = new Tiles(this.canvas, this.camera, this.painter);
    this.overlay = new Overlay(below, above, board);
    this.stacks = new Stacks(pieces, board, counters);
    this.labels = new Labels(names, board);
    this.base = { x: 0, y: 0, k: 0 };
    this.moving = false;
    this.frame = 0;
    this.frames = 0;
    this.labelsFor = "";
    this.camera.watchers.add(() => this.request());
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  /** @param {Omit<Steering, "moving">} on */
  listen(on) {
    steer(this.host, this.camera, { ...on, moving: (moving) => this.setMoving(moving) });
  }

  resize() {
    const box = this.host.getBoundingClientRect();
    Object.assign(this.camera, {
      width: box.width,
      height: box.height,
      ratio: Math.min(window.devicePixelRatio || 1, 3),
    });
    this.tiles.resize();
    this.base.k = 0;
    this.request();
  }

  /** @param {boolean} moving */
  setMoving(moving) {
    this.moving = moving;
    this.request();
  }

  request() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    if (!this.frames++) performance.mark("map-drawn");
    if (!this.tiles.draw(this.moving)) this.request();
    this.placeDrawing();
    this.ondraw?.();
  }

  /** While the map moves the finished drawing is only shifted and scaled; at rest, or too far off, it is drawn anew. */
  placeDrawing() {
    const { camera, base } = this;
    const scale = camera.k / base.k;
    const [dx, dy] = [(base.x - camera.x) * camera.k, (base.y - camera.y) * camera.k];
    const far =
      Math.abs(dx) > camera.width * SLACK || Math.abs(dy) > camera.height * SLACK || scale > 1.6 || scale < 0.62;
    if (base.k && this.moving && !far) {
      this.drawing.style.transform = `translate(${dx}px,${dy}px) scale(${scale})`;
      return;
    }
    if (base.k === camera.k && base.x === camera.x && base.y === camera.y) return;
    this.base = { x: camera.x, y: camera.y, k: camera.k };
    this.drawing.style.transform = "";
    this.world.setAttribute("transform", `scale(${camera.k})translate(${-camera.x} ${-camera.y})`);
    this.drawing.style.setProperty("--px", `${1 / camera.k}px`); // a length: not every browser multiplies into one
    this.stacks.setScale(camera.k);
    this.stacks.draw(this.slack());
    this.drawLabels();
    this.onscale?.(camera.k);
  }

  slack() {
    const { x0, y0, x1, y1 } = this.camera.box();
    const [w, h] = [(x1 - x0) * (SLACK + 0.05), (y1 - y0) * (SLACK + 0.05)];
    return { x0: x0 - w, y0: y0 - h, x1: x1 + w, y1: y1 + h };
  }

  drawLabels() {
    const bucket = Math.round(Math.log2(this.camera.k) * 6);
    const { x0, y0 } = this.slack();
    const [w, h] = [this.camera.width / this.camera.k, this.camera.height / this.camera.k];
    const [column, row] = [Math.floor((x0 / w) * 4), Math.floor((y0 / h) * 4)];
    const key = `${bucket} ${[...this.stacks.byHex.keys()].join()} ${column} ${row}`;
    if (key === this.labelsFor) return;
    this.labelsFor = key;
    this.labels.draw(2 ** (bucket / 6), this.stacks.byHex, this.stacks.size, this.slack());
  }

  /** @param {Iterable<import("../basics/types.js").Piece>} pieces */
  setPieces(pieces) {
    this.stacks.setPieces(pieces);
    this.drawLabels();
  }

  /** @param {Theme} theme */
  setTheme(theme) {
    this.painter = new Painter(this.ground, theme, /** @type {any} */ (this.counters.table).sides ?? {}, this.show);
    this.tiles.repaintWith(this.painter);
    this.request();
  }

  repaint() {
    this.setTheme(this.painter.theme);
  }

  /** @param {number} sx @param {number} sy */
  hexAt(sx, sy) {
    return this.board.hexAt(...this.camera.toMap(sx, sy));
  }

  /** For tests: where a hex lies in the window of the browser.
   * @param {string} name */
  hexToScreen(name) {
    const hex = this.board.hex(name);
    if (hex < 0) return null;
    const [x, y] = this.camera.toScreen(...this.board.centre[hex]);
    const box = this.host.getBoundingClientRect();
    return { x: x + box.left, y: y + box.top };
  }

  /** @type {(() => void) | undefined} */
  ondraw;
  /** @type {((k: number) => void) | undefined} */
  onscale;
}

function defs() {
  const hatch = (/** @type {string} */ id, /** @type {number} */ angle) =>
    svg(
      "pattern",
      { id, width: 0.14, height: 0.14, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})` },
      svg("path", { d: "M0 0V.14", class: `${id}-line` }),
    );
  return svg("defs", {}, hatch("hatch-0", 35), hatch("hatch-1", -35), hatch("hatch-2", 80));
}

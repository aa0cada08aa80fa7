// The map as cached tiles on one canvas: painted once for each zoom level, moved about as pictures.

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./painter.js").Painter} Painter */
/** @typedef {{canvas: HTMLCanvasElement, used: number}} Tile */

const SIZE = 512;
const KEPT = 140; // tiles; one is a megabyte
const STEP = Math.SQRT2; // from level to level
const BUDGET = 9; // milliseconds of painting in one frame while the map moves
const REST = 45; // and while it rests

/** The zoom level that suits a scale: pixels a hex of level n are STEP to the n.
 * @param {number} k */
const levelOf = (k) => Math.round((Math.log(k) / Math.log(STEP)) * 8) / 8;
/** @param {number} level */
const scaleOf = (level) => STEP ** level;

export class Tiles {
  /** @param {HTMLCanvasElement} canvas @param {Camera} camera @param {Painter} painter */
  constructor(canvas, camera, painter) {
    this.canvas = canvas;
    this.camera = camera;
    this.painter = painter;
    const ctx = canvas.getContext("2d", { alpha: true });
    if (!ctx) throw new Error("this browser has no canvas");
    this.ctx = ctx;
    /** @type {Map<string, Tile>} */
    this.cache = new Map();
    this.clock = 0;
    /** The level on show, kept while the map moves so that zooming does not paint at every step. */
    this.level = NaN;
    this.painted = 0;
  }

  /** @param {Painter} painter */
  repaintWith(painter) {
    this.painter = painter;
    this.cache.clear();
  }

  resize() {
    const { width, height, ratio } = this.camera;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  /** Draw what is there; paint what is missing within the budget. True when nothing is missing.
   * @param {boolean} moving */
  draw(moving) {
    const { ctx, camera } = this;
    this.clock++;
    const device = camera.k * camera.ratio;
    if (!moving || !(Math.abs(Math.log(device / scaleOf(this.level))) < 0.75))
      this.level = moving ? Math.round(levelOf(device)) : levelOf(device);
    const range = this.rangeOf(this.level);
    const start = performance.now();
    let missing = 0;
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.imageSmoothingEnabled = true;
    const holes = [];
    for (let y = range.y0; y <= range.y1; y++)
      for (let x = range.x0; x <= range.x1; x++) {
        let tile = this.cache.get(key(this.level, x, y));
        if (!tile && (performance.now() - start < (moving ? BUDGET : REST) || !this.painted))
          tile = this.paint(this.level, x, y);
        if (tile) tile.used = this.clock;
        else ((missing += 1), holes.push([x, y]));
      }
    if (missing) this.drawFallback();
    for (let y = range.y0; y <= range.y1; y++) for (let x = range.x0; x <= range.x1; x++) this.place(this.level, x, y);
    if (this.cache.size > KEPT) this.forget();
    return missing === 0;
  }

  /** The tiles of a level that the window shows.
   * @param {number} level */
  rangeOf(level) {
    const unit = SIZE / scaleOf(level);
    const box = this.camera.box();
    const frame = this.painter.frame;
    return {
      x0: Math.floor(Math.max(box.x0, frame.x0) / unit),
      y0: Math.floor(Math.max(box.y0, frame.y0) / unit),
      x1: Math.floor(Math.min(box.x1, frame.x1) / unit),
      y1: Math.floor(Math.min(box.y1, frame.y1) / unit),
    };
  }

  /** Whatever other levels have, the coarse ones first. */
  drawFallback() {
    const levels = [...new Set([...this.cache.keys()].map((name) => Number(name.split(" ")[0])))].sort((a, b) => a - b);
    for (const level of levels) {
      if (level === this.level) continue;
      const range = this.rangeOf(level);
      if ((range.x1 - range.x0) * (range.y1 - range.y0) > 150) continue;
      for (let y = range.y0; y <= range.y1; y++) for (let x = range.x0; x <= range.x1; x++) this.place(level, x, y);
    }
  }

  /** @param {number} level @param {number} x @param {number} y */
  place(level, x, y) {
    const tile = this.cache.get(key(level, x, y));
    if (!tile) return;
    const { camera } = this;
    const ratio = (camera.k * camera.ratio) / scaleOf(level);
    const left = Math.round(x * SIZE * ratio - camera.x * camera.k * camera.ratio);
    const top = Math.round(y * SIZE * ratio - camera.y * camera.k * camera.ratio);
    const right = Math.round((x + 1) * SIZE * ratio - camera.x * camera.k * camera.ratio);
    const bottom = Math.round((y + 1) * SIZE * ratio - camera.y * camera.k * camera.ratio);
    this.ctx.drawImage(tile.canvas, left, top, right - left, bottom - top);
  }

  /** @param {number} level @param {number} x @param {number} y @returns {Tile} */
  paint(level, x, y) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const ctx = canvas.getContext("2d");
    const k = scaleOf(level);
    if (ctx) {
      ctx.setTransform(k, 0, 0, k, -x * SIZE, -y * SIZE);
      const unit = SIZE / k;
      this.painter.paint(ctx, { x0: x * unit, y0: y * unit, x1: (x + 1) * unit, y1: (y + 1) * unit }, k);
    }
    const tile = { canvas, used: this.clock };
    this.cache.set(key(level, x, y), tile);
    this.painted++;
    return tile;
  }

  forget() {
    const oldest = [...this.cache].sort((a, b) => a[1].used - b[1].used);
    for (const [name] of oldest.slice(0, this.cache.size - KEPT)) this.cache.delete(name);
  }
}

/** @param {number} level @param {number} x @param {number} y */
const key = (level, x, y) => `${level} ${x} ${y}`;

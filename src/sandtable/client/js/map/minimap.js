// The whole board, small: where the window is, and where the counters stand. A click or a drag goes there.

import { el } from "../basics/dom.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */

const WIDTH = 210; // pixels
const TALLEST = 130;
const SOON = 1200; // milliseconds after the first picture of the map, which comes first
const DOT = 2.4;

export class Minimap {
  /** @param {HTMLElement} host @param {Screen} screen */
  constructor(host, screen) {
    this.screen = screen;
    const { x0, y0, x1, y1 } = screen.map.painter.frame;
    this.k = Math.min(WIDTH / (x1 - x0), TALLEST / (y1 - y0));
    this.width = Math.round((x1 - x0) * this.k);
    this.height = Math.round((y1 - y0) * this.k);
    this.canvas = el("canvas", { class: "minimap", "aria-hidden": "true", hidden: true });
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
    host.append(this.canvas);
    /** @type {HTMLCanvasElement | null} */
    this.ground = null;
    this.drawn = "";
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.go(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) this.go(event);
    });
    setTimeout(() => this.paint(), SOON);
  }

  get ratio() {
    return Math.min(devicePixelRatio || 1, 2);
  }

  /** The ground, once for each theme. */
  paint() {
    const { painter } = this.screen.map;
    const { x0, y0 } = painter.frame;
    const ground = el("canvas", { width: this.width * this.ratio, height: this.height * this.ratio });
    const ctx = ground.getContext("2d");
    const k = this.k * this.ratio;
    ctx?.setTransform(k, 0, 0, k, -x0 * k, -y0 * k);
    if (ctx) painter.paint(ctx, painter.frame, k);
    this.ground = ground;
    this.drawn = "";
    this.draw();
  }

  /** Only where the window shows a part of the board. */
  draw() {
    const { camera, painter, stacks } = this.screen.map;
    const box = camera.box();
    const { frame } = painter;
    const whole = box.x1 - box.x0 >= frame.x1 - frame.x0 && box.y1 - box.y0 >= frame.y1 - frame.y0;
    this.canvas.hidden = !this.ground || whole;
    const key = `${box.x0} ${box.y0} ${camera.k} ${stacks.byHex.size} ${this.screen.view.count}`;
    if (this.canvas.hidden || !this.ground || key === this.drawn) return;
    this.drawn = key;
    const { ratio } = this;
    [this.canvas.width, this.canvas.height] = [this.ground.width, this.ground.height];
    const ctx = this.canvas.getContext("2d");
    if (!ctx) return;
    ctx.drawImage(this.ground, 0, 0);
    const style = getComputedStyle(document.documentElement);
    const at = (/** @type {number} */ x, /** @type {number} */ y) => [
      (x - frame.x0) * this.k * ratio,
      (y - frame.y0) * this.k * ratio,
    ];
    for (const [hex, [top]] of stacks.byHex) {
      const [x, y] = at(...this.screen.board.centre[hex]);
      ctx.fillStyle = ["#59655b", "#b8862b", "#5f86b5"][Math.max(0, this.screen.sides.indexOf(top?.side))];
      ctx.fillRect(x - (DOT * ratio) / 2, y - (DOT * ratio) / 2, DOT * ratio, DOT * ratio);
    }
    const [left, up] = at(box.x0 + camera.inset.left / camera.k, box.y0 + camera.inset.top / camera.k);
    const [right, down] = at(box.x1 - camera.inset.right / camera.k, box.y1 - camera.inset.bottom / camera.k);
    ctx.strokeStyle = style.getPropertyValue("--not");
    ctx.lineWidth = 1.5 * ratio;
    ctx.strokeRect(left, up, right - left, down - up);
  }

  /** @param {PointerEvent} event */
  go(event) {
    const { x0, y0 } = this.screen.map.painter.frame;
    const box = this.canvas.getBoundingClientRect();
    this.screen.map.camera.centre(x0 + (event.clientX - box.left) / this.k, y0 + (event.clientY - box.top) / this.k);
  }
}

// The counters on the map: one group a stack, the strongest in full, the others peeping out behind it.

import { byStrength } from "./counters.js";
import { svg } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {"near" | "middle" | "far" | "dot"} Detail */

const CROWDED = 0.7; // of a hex, where neighbours stand close
const DOT = 13; // pixels a hex below which counters are plates, and how large these are at least
const LEAST = 9;

export class Stacks {
  /** @param {SVGGElement} group @param {Board} board @param {Counters} counters */
  constructor(group, board, counters) {
    this.group = group;
    this.board = board;
    this.counters = counters;
    /** @type {Map<number, Piece[]>} */
    this.byHex = new Map();
    /** @type {Map<number, {element: SVGGElement, key: string}>} */
    this.drawn = new Map();
    /** @type {Set<string>} */
    this.selected = new Set();
    /** @type {Set<string>} */
    this.ready = new Set();
    /** Pieces that are drawn elsewhere while they move. @type {Set<string>} */
    this.hidden = new Set();
    /** @type {Detail} */
    this.detail = "near";
    this.size = 0.64;
    this.box = { x0: -1e9, y0: -1e9, x1: 1e9, y1: 1e9 };
  }

  /** @param {Iterable<Piece>} pieces */
  setPieces(pieces) {
    this.byHex.clear();
    for (const piece of pieces) {
      const hex = this.board.hex(piece.at);
      if (hex < 0) continue;
      const there = this.byHex.get(hex);
      if (there) there.push(piece);
      else this.byHex.set(hex, [piece]);
    }
    for (const stack of this.byHex.values()) stack.sort(byStrength);
    this.draw();
  }

  /** How large and how detailed counters are at this many pixels a hex; true if that changed.
   * @param {number} k */
  setScale(k) {
    const detail = k < DOT ? "dot" : k < 26 ? "far" : k < 48 ? "middle" : "near";
    const size = k < DOT ? Math.max(0.9, LEAST / k) : k < 26 ? 0.9 : k < 48 ? 0.8 : k < 80 ? 0.7 : 0.64;
    if (detail === this.detail && size === this.size) return false;
    this.detail = detail;
    this.size = size;
    return true;
  }

  /** Only stacks in the window are drawn, and only those that changed.
   * @param {import("./shapes.js").Box} [box] */
  draw(box = this.box) {
    this.box = box;
    for (const [hex, { element }] of this.drawn) {
      if (this.byHex.has(hex) && this.inside(hex)) continue;
      element.remove();
      this.drawn.delete(hex);
    }
    for (const [hex, stack] of this.byHex) {
      if (!this.inside(hex)) continue;
      const shown = this.hidden.size ? stack.filter((piece) => !this.hidden.has(piece.id)) : stack;
      const key = this.keyOf(shown);
      const there = this.drawn.get(hex);
      if (there?.key === key) continue;
      const element = this.stack(hex, shown);
      if (there) there.element.replaceWith(element);
      else this.group.append(element);
      this.drawn.set(hex, { element, key });
    }
  }

  /** @param {number} hex */
  inside(hex) {
    const [x, y] = this.board.centre[hex];
    return x > this.box.x0 && x < this.box.x1 && y > this.box.y0 && y < this.box.y1;
  }

  /** @param {Piece[]} stack */
  keyOf(stack) {
    const crowd = stack.length ? this.crowded(this.board.hex(stack[0].at)) : false;
    const one = (/** @type {Piece} */ p) =>
      `${p.id}${p.side}${p.factors}${p.marks}${this.selected.has(p.id) ? "*" : ""}${this.ready.has(p.id) ? "+" : ""}`;
    return `${this.detail}${this.size}${crowd}${stack.map(one).join("|")}`;
  }

  /** Whether the stacks around would be covered by a large one.
   * @param {number} hex */
  crowded(hex) {
    return this.board.neighbours(hex).some((near) => this.byHex.has(near));
  }

  /** @param {number} hex @param {Piece[]} stack @returns {SVGGElement} */
  stack(hex, stack) {
    const [x, y] = this.board.centre[hex];
    const name = this.board.names[hex];
    const dots = this.detail === "dot";
    const crowded = !dots && this.crowded(hex);
    const scale = (crowded ? Math.min(this.size, CROWDED) : this.size) / 40;
    const group = svg("g", {
      class: "stack",
      "data-hex": name,
      transform: `translate(${x} ${y})scale(${scale})`,
      role: "img",
      "aria-label": `${name}: ${stack.map((piece) => piece.name).join(", ")}`,
    });
    if (!stack.length) return group;
    const step = stack.length > 1 && !dots ? Math.min(3.4, (crowded ? 7 : 14) / (stack.length - 1)) : 0;
    const shift = (step * (stack.length - 1)) / 2;
    const chosen = stack.some((piece) => this.selected.has(piece.id));
    const front = stack.find((piece) => this.selected.has(piece.id)) ?? stack[0];
    const others = stack.filter((piece) => piece !== front);
    if (!dots)
      group.append(
        svg("rect", {
          class: "shade",
          x: -18.5 - shift,
          y: -17 - shift,
          width: 40 + 2 * shift,
          height: 41 + 2 * shift,
          rx: 4,
        }),
      );
    if (!dots)
      others.reverse().forEach((piece, i) => {
        const depth = others.length - i;
        group.append(
          svg("rect", {
            class: "edge",
            x: -20 - shift + step * depth,
            y: -20 + shift - step * depth,
            width: 40,
            height: 40,
            rx: 3.5,
            fill: this.counters.look(piece).ground,
          }),
        );
      });
    const top = this.counters.card(front, this.detail);
    top.setAttribute("transform", `translate(${-shift} ${shift})`);
    group.append(top);
    if (chosen)
      group.append(svg("rect", { class: "chosen", x: -23 - shift, y: -23 + shift, width: 46, height: 46, rx: 5 }));
    else if (stack.some((piece) => this.ready.has(piece.id)))
      group.append(svg("path", { class: "ready", d: "M-20 24.5H20", transform: `translate(${-shift} ${shift})` }));
    if (stack.length > 1 && !dots) {
      const big = this.detail === "near" ? 1 : crowded ? 1.2 : 1.5;
      group.append(
        svg(
          "g",
          { class: "count", transform: `translate(${shift + 18} ${-shift - 18})scale(${big})` },
          svg("circle", { r: 7.5 }),
          svg("text", { y: 3.5 }, String(stack.length)),
        ),
      );
    }
    return group;
  }
}

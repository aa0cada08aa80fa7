// Who stands under the pointer, when it rests: every counter of the stack by its name, figures and marks.

import { byId, capital, el } from "../basics/dom.js";
import { names } from "../basics/names.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */

const REST = 450; // milliseconds
const MOST = 9;

export class HoverCard {
  /** @param {HTMLElement} box @param {Screen} screen */
  constructor(box, screen) {
    this.box = box;
    this.screen = screen;
    this.hex = -1;
    /** @type {number | undefined} */
    this.timer = undefined;
    byId("map").addEventListener("pointerleave", () => this.over(-1));
    byId("map").addEventListener("pointerdown", () => this.over(-1));
  }

  /** @param {number} hex */
  over(hex) {
    if (hex === this.hex) return;
    this.hex = hex;
    this.box.hidden = true;
    clearTimeout(this.timer);
    if (hex >= 0 && matchMedia("(hover: hover)").matches) this.timer = window.setTimeout(() => this.show(hex), REST);
  }

  /** @param {number} hex */
  show(hex) {
    const { map, counters, board, fan, hands } = this.screen;
    const pieces = map.stacks.byHex.get(hex) ?? [];
    const point = map.hexToScreen(board.names[hex]);
    if (!pieces.length || !point || fan.hex === hex || hands.ghost) return;
    this.box.replaceChildren(
      el("b", {}, names.place(board.names[hex])),
      ...pieces
        .slice(0, MOST)
        .map((piece) =>
          el(
            "p",
            { class: "small" },
            counters.picture(piece, 30),
            el(
              "span",
              {},
              names.of(piece.id) || piece.name,
              piece.factors.length ? ` ${piece.factors.join("-")}` : "",
              piece.marks.length
                ? el(
                    "span",
                    { class: "quiet" },
                    ` ${piece.marks.map((mark) => capital(mark.replaceAll("_", " "))).join(", ")}`,
                  )
                : null,
            ),
          ),
        ),
      pieces.length > MOST ? el("p", { class: "quiet small" }, `and ${pieces.length - MOST} more`) : "",
    );
    this.box.hidden = false;
    const { offsetWidth, offsetHeight } = this.box;
    const off = map.camera.k * 0.7 + 8;
    const right = point.x + off + offsetWidth < innerWidth - map.camera.inset.right;
    this.box.style.left = `${right ? point.x + off : Math.max(4, point.x - off - offsetWidth)}px`;
    this.box.style.top = `${Math.max(54, Math.min(innerHeight - offsetHeight - 8, point.y - offsetHeight / 2))}px`;
  }
}

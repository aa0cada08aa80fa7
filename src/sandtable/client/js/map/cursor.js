// The hex the keyboard stands on or the pointer is over, in words.

import { FIGURE, byId, capital } from "../basics/dom.js";
import { names } from "../basics/names.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */

export class Cursor {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.hex = -1;
    this.said = -1;
  }

  /** The keyboard's cursor; a click moves it too, but only the keyboard makes it visible.
   * @param {number} hex */
  set(hex, shown = true) {
    if (hex < 0) return;
    this.hex = hex;
    this.screen.map.overlay.showCursor(shown ? hex : -1);
    if (shown) this.screen.map.camera.reveal(...this.screen.board.centre[hex]);
    this.describe(hex);
  }

  /** The hex in words, for those who do not see it.
   * @param {number} hex */
  describe(hex) {
    if (hex < 0) return;
    const pieces = Object.values(this.screen.view.pieces).filter((piece) => piece.at === this.screen.board.names[hex]);
    const offer = this.screen.play.asked ? this.screen.play.here(this.screen.board.names[hex])[0] : undefined;
    const text = [
      this.inWords(hex),
      ...pieces.map((piece) => `${capital(piece.side)} ${this.screen.counters.describe(piece)}`),
    ];
    if (offer)
      text.push(
        ["You may act here", FIGURE.test(offer.cost) && `cost ${offer.cost}`, offer.stop && `must stop: ${offer.stop}`]
          .filter(Boolean)
          .join(", "),
      );
    else if (this.screen.play.chosen.size && this.screen.play.asked) text.push("Not reachable");
    byId("live").textContent = text.join(". ");
    this.sayHex(hex);
  }

  /** Where a hex is, with its number, and what is there.
   * @param {number} hex */
  inWords(hex) {
    const { board } = this.screen;
    const called = names.place(board.names[hex]);
    const told = board.describe(hex, names.numbers ? (board.placeNames.get(hex) ?? board.names[hex]) : called);
    return /^a (sea|lake) hex /.test(told) ? capital(told) : told;
  }

  /** The hex under the pointer or the cursor in a few words, and what going there costs.
   * @param {number} hex */
  sayHex(hex) {
    this.said = hex;
    if (hex < 0) return;
    const offer = this.screen.play.asked ? this.screen.play.here(this.screen.board.names[hex])[0] : undefined;
    const told = names.plain(offer?.label.split(": ").slice(1).join(": ") ?? ""); // all that it costs
    const cost = told || (offer && FIGURE.test(offer.cost) ? `cost ${offer.cost}` : "");
    this.screen.furniture.say(
      [this.inWords(hex), cost, offer?.stop ? `must stop: ${offer.stop}` : ""].filter(Boolean).join(" · "),
    );
  }
}

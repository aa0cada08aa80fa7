// Two at one screen, in a game with secrets: between them a screen that shows neither side's.

import { capital, el } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { liked } from "../basics/prefs.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */

export class HandOver {
  /** @param {HTMLDialogElement} dialog @param {Promise<any>} about the game, which says whether it hides anything */
  constructor(dialog, about) {
    this.dialog = dialog;
    this.side = "";
    this.hides = false;
    about.then((game) => (this.hides = !!game?.hides));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /** Another side sees its own position: whoever plays it says when to look.
   * @param {Snapshot} now */
  turnTo({ you, view }) {
    const before = this.side;
    this.side = you.side;
    if (!before || before === you.side || you.sides.length < 2 || view.over) return;
    if (!this.hides || liked("handover", "1") !== "1") return;
    const ready = el(
      "button",
      { type: "button", class: "button primary", "data-ready": you.side, click: () => this.dialog.close() },
      `I play ${names.side(you.side)}`,
    );
    this.dialog.replaceChildren(
      el("h2", {}, `${capital(you.side)} to decide`),
      el("p", {}, `Hand over the screen. The map is hidden until whoever plays ${names.side(you.side)} is ready.`),
      ready,
    );
    if (!this.dialog.open) this.dialog.showModal();
    ready.focus();
  }
}

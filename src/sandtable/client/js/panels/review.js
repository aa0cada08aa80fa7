// A finished game looked back on: how it stood turn by turn, what the dice brought, the throws that mattered and what
// the staff would have done. Every line leads to its moment, from which one can play on.

import { capital, el, named, svg } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { isHead } from "./report.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {import("../basics/types.js").Review} Sheet */

const [WIDTH, HEIGHT, MARGIN] = [720, 220, 36];

export class Review {
  /** @param {HTMLDialogElement} dialog @param {Screen} screen */
  constructor(dialog, screen) {
    this.dialog = dialog;
    this.screen = screen;
    /** @type {Sheet | null} */
    this.sheet = null;
    this.body = el("div", {
      class: "ledger-body",
      tabindex: 0,
      role: "region",
      "aria-label": "The game looked back on",
    });
    const close = el("button", { type: "button", class: "button", click: () => dialog.close() }, "Close");
    dialog.append(el("div", { class: "ledger-head" }, el("h2", { class: "phase" }, "Luck and play"), close), this.body);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("[data-look-back]")) void this.open();
    });
  }

  async open() {
    if (!this.dialog.open) this.dialog.showModal();
    if (this.sheet) return;
    this.say("The staff is going through every throw of the game. This can take half a minute.");
    try {
      const { review } = await this.screen.line.look({ type: "review" });
      this.sheet = review;
      this.draw(review);
    } catch (error) {
      this.say(capital(/** @type {Error} */ (error).message));
    }
  }

  /** @param {string} text */
  say(text) {
    this.body.replaceChildren(el("p", { role: "status", class: "quiet" }, text));
  }

  /** @param {Sheet} sheet */
  draw(sheet) {
    const throws = sheet.throws.map((each) =>
      el(
        "li",
        {},
        this.moment(`Turn ${each.turn}, ${capital(each.side)}`, each.entry + 1),
        " ",
        ...named(each.text),
        ...each.story
          .filter((line) => !isHead(line))
          .map((line) => el("div", { class: "quiet small" }, ...named(line))),
      ),
    );
    const advice = sheet.advice.map((each) =>
      el(
        "details",
        { class: "card" },
        el("summary", {}, `Turn ${each.turn}: what the staff would have done for ${names.side(each.side)}`),
        this.moment("Show how that turn began", each.entry),
        el("pre", { class: "small told" }, ...named(each.text)),
      ),
    );
    this.body.replaceChildren(
      el("p", {}, sheet.measure),
      this.curve(sheet),
      el("p", { class: "quiet small" }, "The line is how the game stood; a bar is what the dice of that turn brought."),
      el("p", { "data-luck": "" }, sheet.luck),
      throws.length ? el("h3", {}, "The throws that mattered most") : "",
      el("ol", { class: "report-lines" }, ...throws),
      advice.length ? el("h3", {}, "The turns that decided it") : "",
      ...advice,
    );
  }

  /** A click that shows a moment.
   * @param {string} text @param {number} entry */
  moment(text, entry) {
    const go = () => {
      this.dialog.close();
      this.screen.replay.open(entry);
    };
    return el("button", { type: "button", class: "button slight", "data-moment": entry, click: go }, text);
  }

  /** @param {Sheet} sheet */
  curve(sheet) {
    const last = sheet.turns[sheet.turns.length - 1];
    const stood = [...sheet.turns.map((turn) => turn.stood), last.stood + last.change];
    const [low, high] = sheet.in_chances ? [0, 1] : [Math.min(0, ...stood), Math.max(0, ...stood)];
    const x = (/** @type {number} */ number) => MARGIN + (number / sheet.turns.length) * (WIDTH - 2 * MARGIN);
    const y = (/** @type {number} */ value) =>
      HEIGHT - MARGIN - ((Math.min(high, Math.max(low, value)) - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN);
    const level = (/** @type {number} */ value) => String(Math.round(sheet.in_chances ? 100 * value : value));
    const every = Math.max(1, Math.floor(sheet.turns.length / 12));
    const middle = sheet.in_chances ? 0.5 : 0;
    return svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "course", "aria-label": sheet.measure },
      svg("line", { class: "middle", x1: MARGIN, x2: WIDTH - MARGIN, y1: y(middle), y2: y(middle) }),
      ...sheet.turns.map((turn, i) =>
        svg("line", {
          class: turn.luck >= 0 ? "helped" : "hurt",
          x1: x(i + 0.5),
          x2: x(i + 0.5),
          y1: y(turn.stood),
          y2: y(turn.stood + turn.luck),
        }),
      ),
      svg("polyline", { points: stood.map((value, i) => `${x(i)},${y(value)}`).join(" ") }),
      ...sheet.turns
        .map((turn, i) => ({ turn, i }))
        .filter(({ i }) => i % every === 0)
        .map(({ turn, i }) => svg("text", { x: x(i), y: HEIGHT - MARGIN + 18 }, String(turn.turn))),
      ...[low, middle, high].map((value) =>
        svg("text", { class: "end", x: MARGIN - 6, y: y(value) + 4 }, level(value)),
      ),
    );
  }
}

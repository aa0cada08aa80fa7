// One key for everything: what can be done now, the panels, units and places, cases, and questions to the table.

import { capital, el, refusal } from "../basics/dom.js";
import { KEYS } from "../play/keyboard.js";
import { inside } from "./ledger.js";
import { names } from "../basics/names.js";
import { Refused } from "../basics/net.js";
import { tree } from "./odds.js";
import { ways } from "../company/parley.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {{label: string, kind: string, run(): unknown, stays?: boolean}} Command */

const SHOWN = 30;
/** Keys whose deed is a command by itself. */
const DEEDS = new Set([..."NSUDBHGCPAM?", "0"].map((key) => key.toLowerCase()));
const PANELS = [
  ["log", "Log"],
  ["forces", "Forces"],
  ["victory", "Victory"],
  ["turns", "Turns"],
  ["staff", "Staff: orders and plan"],
  ["layers", "Layers"],
  ["rules", "Rules"],
  ["table", "Table"],
];

export class Palette {
  /** @param {HTMLDialogElement} dialog @param {Screen} screen */
  constructor(dialog, screen) {
    this.dialog = dialog;
    this.screen = screen;
    this.input = el("input", {
      type: "search",
      placeholder: "Do, find or ask: supply 21/5, victory, Msus, 8.3",
      "aria-label": "Do, find or ask",
      input: () => this.draw(),
      keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.list = el("ul", { class: "palette-list", "aria-label": "Found" });
    this.answer = el("ul", { class: "ledger small", "aria-live": "polite", tabindex: 0, "aria-label": "Answer" });
    dialog.append(this.input, this.answer, this.list);
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => this.walk(event));
  }

  open() {
    this.input.value = "";
    this.answer.replaceChildren();
    this.dialog.showModal();
    this.draw();
    this.input.focus();
  }

  /** Everything there is, the nearest first.
   * @returns {Command[]} */
  commands() {
    const { screen } = this;
    const { play, board, view } = screen;
    const offers = (play.asked ? play.now.offers : []).map((offer) => ({
      label: capital(names.plain(offer.label)),
      kind: "do",
      run: () => play.act(offer.action),
    }));
    const panels = PANELS.map(([key, label]) => ({ label, kind: "panel", run: () => screen.book.open(key) }));
    const deeds = screen.keyboard?.keys() ?? {};
    const keys = KEYS.filter(([key]) => DEEDS.has(key.toLowerCase())).map(([key, what]) => ({
      label: `${capital(what)} (${key})`,
      kind: "key",
      run: () => deeds[key.toLowerCase()]?.(),
    }));
    const units = Object.values(view.pieces)
      .filter((piece) => board.hex(piece.at) >= 0)
      .map((piece) => ({
        label: `${names.of(piece.id) || piece.name}, ${names.place(piece.at)}`,
        kind: "unit",
        run: () => screen.goTo(piece),
      }));
    const within = inside(view.panels, "").map(({ label, panel, piece }) => ({
      label: `${label}, ${names.plain(panel)}`,
      kind: "unit",
      run: () => screen.goTo(view.pieces[piece]),
    }));
    const places = [...board.placeNames].map(([hex, name]) => ({
      label: name,
      kind: "place",
      run: () => screen.lights.goTo([board.names[hex]]),
    }));
    const ask = (/** @type {Record<string, unknown>} */ message) =>
      screen.line.ask(message).catch((error) => screen.toast(error));
    const parley = ways(play.now, { ask }).map((way) => ({ ...way, kind: "table" }));
    return [...offers, ...panels, ...keys, ...parley, ...units, ...within, ...places];
  }

  /** What fits the words; and whatever was typed may be a question or a case.
   * @returns {Command[]} */
  found() {
    const text = this.input.value.trim();
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = this.commands().filter(({ label, kind }) =>
      words.length ? words.every((word) => label.toLowerCase().includes(word)) : kind !== "unit" && kind !== "place",
    );
    if (!text) return fits;
    const ask = { label: `Ask: ${text}`, kind: "ask", stays: true, run: () => this.put(text) };
    if (/^\d+(\.\d+)*$/.test(text))
      return [{ label: `Rule ${text}`, kind: "rule", run: () => this.screen.book.openCase(text) }, ...fits, ask];
    return fits.length && !this.asks(words[0]) ? [...fits, ask] : [ask, ...fits];
  }

  /** Whether a question begins with this word.
   * @param {string} word */
  asks(word) {
    return this.screen.rules.topics.includes(word);
  }

  draw() {
    this.list.replaceChildren(
      ...this.found()
        .slice(0, SHOWN)
        .map((command) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", class: "report-line", "data-command": command.kind, click: () => this.run(command) },
              command.label,
              el("span", { class: "quiet small" }, ` ${command.kind}`),
            ),
          ),
        ),
    );
  }

  /** @param {Command} command */
  run(command) {
    if (!command.stays) this.dialog.close();
    command.run();
  }

  /** @param {string} question */
  async put(question) {
    try {
      const { answer } = await this.screen.line.ask({ type: "ask", question });
      this.answer.replaceChildren(tree({ ...answer, text: capital(answer.text) }));
    } catch (error) {
      this.answer.replaceChildren(el("li", {}, error instanceof Refused ? refusal(error) : String(error)));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const [first] = this.found();
    if (first) this.run(first);
  }

  /** Up and down through what was found.
   * @param {KeyboardEvent} event */
  walk(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const stops = [this.input, ...this.list.querySelectorAll("button")];
    const at = stops.indexOf(/** @type {any} */ (document.activeElement));
    stops[Math.max(0, Math.min(stops.length - 1, at + by))].focus();
  }
}

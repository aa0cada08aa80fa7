// The bar above the map: the game and its turn, undo, replay, theme and help.

import { byId, el } from "../basics/dom.js";
import { tool } from "../map/furniture.js";
import { KEYS } from "../play/keyboard.js";
import { like } from "../basics/prefs.js";

/** @typedef {import("./screen.js").Screen} Screen */

const INTRODUCTION =
  "Click a counter to choose it; hexes it can reach are shaded green and show their cost, hexes where it must stop " +
  "are ringed. Click a marked hex or drag the counter there. To attack, choose your units and the enemy’s: the odds " +
  "appear. If something is forbidden, the table says why and by which rule.";

export class Toolbar {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.build();
  }

  build() {
    this.undo = tool("undo", "Undo (U)", () => this.screen.play.undo());
    byId("tools").append(
      this.undo,
      tool("replay", "Replay (P)", () => this.screen.replay.open()),
      tool("find", "Do, find or ask (K)", () => this.screen.palette?.open()),
      tool("theme", "Paper or night (M)", () => this.toggleTheme(), { "data-theme-tool": "" }),
      tool("help", "Help (?)", () => this.help()),
    );
    byId("help").replaceChildren(
      el("h2", {}, "How to play at this table"),
      el("p", {}, INTRODUCTION),
      el(
        "dl",
        { class: "keys" },
        ...KEYS.flatMap(([key, what]) => [
          el("dt", {}, ...key.split(" ").flatMap((k, i) => [i ? " " : "", el("kbd", {}, k)])),
          el("dd", {}, what),
        ]),
      ),
      el("p", {}, ""),
      el("form", { method: "dialog" }, el("button", { class: "button primary" }, "Close")),
    );
  }

  drawTurnLine() {
    const { view } = this.screen;
    const { table } = this.screen.play.now;
    const ours = view.asked.includes(this.screen.play.now.you.side);
    document.title = `${ours ? "● " : ""}${table.name}, turn ${view.turn}`;
    byId("turn-line").replaceChildren(
      el(
        "span",
        { class: "turn-text" },
        el("b", {}, table.name, " "),
        `Turn ${view.turn} of ${view.last_turn}`,
        el("span", { class: "date" }, `, ${view.date}`),
        view.phase ? el("span", { class: "date" }, `  ·  ${view.phase}`) : "",
      ),
      table.seed === null
        ? ""
        : el("span", { class: "open-dice", title: `Seed ${table.seed}: anyone can predict every roll` }, "open dice"),
    );
  }

  toggleTheme() {
    const next = document.documentElement.dataset.theme === "night" ? "paper" : "night";
    like("theme", next);
    document.documentElement.dataset.theme = next;
    this.screen.map.setTheme(this.screen.counters.table.themes[next]);
    this.screen.minimap.paint();
    if (!this.screen.furniture.legend.hidden) this.screen.furniture.drawLegend();
  }

  help() {
    /** @type {HTMLDialogElement} */ (byId("help")).showModal();
  }
}

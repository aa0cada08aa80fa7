// The map by keyboard: arrows walk from hex to hex, Enter acts, letters open panels.

import { byId } from "../basics/dom.js";

/** @typedef {import("../map/board.js").Board} Board */
/** @typedef {import("../screen/screen.js").Screen} Screen */

/** @type {Record<string, string>} */
const LETTERS = { l: "log", f: "forces", o: "victory", t: "turns", e: "staff", v: "layers", r: "rules", w: "table" };

/** The hex one step away in the direction of an arrow key. On a pointy grid up and down go alternately left and right,
 * so that one walks straight.
 * @param {Board} board @param {number} hex @param {string} key */
export function stepFrom(board, hex, key) {
  const [, r] = board.axial[hex];
  const [q] = board.axial[hex];
  const even = ((board.pointy ? r : q) & 1) === 0;
  const pointy = {
    ArrowRight: [0],
    ArrowLeft: [3],
    ArrowUp: even ? [5, 4] : [4, 5],
    ArrowDown: even ? [1, 2] : [2, 1],
  };
  const flat = { ArrowUp: [4], ArrowDown: [1], ArrowRight: even ? [0, 5] : [5, 0], ArrowLeft: even ? [2, 3] : [3, 2] };
  const ways = /** @type {Record<string, number[]>} */ (board.pointy ? pointy : flat)[key] ?? [];
  return ways.map((d) => board.neighbour(hex, d)).find((near) => near >= 0) ?? hex;
}

export const KEYS = [
  ["Arrows", "move from hex to hex"],
  ["Enter", "choose the pieces there, or act there"],
  ["N", "go to the next piece that can still act"],
  ["S", "the chosen piece stays where it is"],
  ["Space", "open the stack under the cursor"],
  ["D", "press the main button of the decision; where there is none, go to its buttons"],
  ["U", "undo"],
  ["Esc", "deselect, close"],
  ["+ − 0", "zoom in, out, whole map"],
  ["L F O T E V R W", "log, forces, victory, turns, staff, layers, rules, table"],
  ["B", "order of battle, ledgers and sheets in full"],
  ["H", "hex numbers"],
  ["G", "legend"],
  ["C", "hide or show the panels"],
  ["P", "replay"],
  ["A", "show the last moves again"],
  ["M", "paper or night"],
  ["K", "do, find or ask anything"],
  ["?", "this help"],
];

export class Keyboard {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { screen } = this;
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      (event.ctrlKey && event.key !== "k") ||
      event.metaKey ||
      event.altKey ||
      target.matches("input, select, textarea") ||
      document.querySelector("dialog[open]")
    ) {
      if (event.key === "Escape" && target.matches("input")) byId("map").focus();
      return;
    }
    const onMap = target === byId("map") || target === document.body;
    if (onMap && event.key.startsWith("Arrow")) {
      event.preventDefault();
      screen.cursor.set(
        screen.cursor.hex < 0 ? screen.outlook.startHex() : stepFrom(screen.board, screen.cursor.hex, event.key),
      );
      return screen.hands.showPath(screen.cursor.hex);
    }
    if (onMap && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return this.enter(event.key === " ", event.shiftKey);
    }
    const deed = this.keys()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** @param {boolean} openOnly @param {boolean} add */
  enter(openOnly, add) {
    const { screen } = this;
    if (screen.cursor.hex < 0) return;
    if (openOnly) screen.fan.open(screen.cursor.hex);
    else screen.hands.click(screen.cursor.hex, add);
    if (screen.fan.hex === screen.cursor.hex) screen.fan.focusFirst();
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    const { screen } = this;
    const find = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (document.querySelector(what));
    const sheets = Object.fromEntries(
      Object.entries(LETTERS).map(([letter, sheet]) => [
        letter,
        () => {
          screen.book.open(sheet);
          if (sheet !== "rules") byId(`tab-${sheet}`).focus();
        },
      ]),
    );
    return {
      ...sheets,
      "+": () => screen.furniture.zoom(Math.SQRT2),
      "=": () => screen.furniture.zoom(Math.SQRT2),
      "-": () => screen.furniture.zoom(Math.SQRT1_2),
      0: () => screen.outlook.fitAll(),
      u: () => {
        void screen.play.undo();
      },
      d: () => {
        const main = find(["#odds", "#decision", "#beside"].map((part) => `${part} .primary:not(:disabled)`).join());
        if (main) main.click();
        else find("#decision .choices .button")?.focus(); // where several things may be meant, Enter presses it
      },
      n: () => screen.next(),
      s: () => screen.stay(),
      b: () => screen.ledger?.open(),
      h: () => screen.book.setMap("ids", !screen.show.ids),
      g: () => screen.furniture.showLegend(!!screen.furniture.legend.hidden),
      c: () => screen.edge.put(!screen.edge.isAway),
      p: () => (screen.replay.on ? screen.replay.close() : void screen.replay.open()),
      m: () => screen.toolbar.toggleTheme(),
      a: () => screen.again(),
      k: () => screen.palette?.open(),
      "?": () => screen.toolbar.help(),
      Escape: () => void (screen.animation.stop(), screen.fan.close() || screen.play.clear() || byId("map").focus()),
    };
  }
}

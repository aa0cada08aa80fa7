// Orders name counters and hexes shortly; players read names. What was meant is told on hover, or shown if wished.

import { liked } from "./prefs.js";

/** @typedef {import("../map/board.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{text: string, piece?: string, hex?: string}} Word a piece of text, and what it stands for */

const COMPASS = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"];
const MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const STOPS = /^([("“‘[]*)(.*?)([.,:;!?"”’\]…]*)$/s;

/** A hex as far as it is from another, in steps of the board's directions. @typedef {[number, number]} Off */

/** The point of the compass in which a hex lies, and how far it lies astray from it.
 * @param {Board} board @param {Off} off @returns {[number, number]} */
function bearing(board, off) {
  const [dx, dy] = board.centreOf(...off);
  const eighths = Math.atan2(dy, dx) / (Math.PI / 4);
  const wind = Math.round(eighths);
  return [(wind + 8) % 8, Math.round(Math.abs(eighths - wind) * 1e6)];
}

/** All hexes that are so many steps away. @param {Board} board @param {number} steps @returns {Off[]} */
function ring({ directions }, steps) {
  return directions.flatMap(([q, r], i) => {
    const [eq, er] = directions[(i + 2) % directions.length];
    return Array.from({ length: steps }, (_, n) => /** @type {Off} */ ([q * steps + eq * n, r * steps + er * n]));
  });
}

/** The way along one direction of the hexes and then the next: how many steps of each.
 * @param {Board} board @param {Off} off @returns {{steps: number, wind: number}[]} */
function legs(board, [q, r]) {
  const { directions } = board;
  const ways = directions.map(([dq, dr], i) => {
    const [eq, er] = directions[(i + 1) % directions.length];
    const whole = dq * er - dr * eq; // which is 1 or -1
    return [
      { steps: (q * er - r * eq) / whole, wind: bearing(board, [dq, dr])[0] },
      { steps: (dq * r - dr * q) / whole, wind: bearing(board, [eq, er])[0] },
    ];
  });
  return (ways.find(([one, other]) => one.steps > 0 && other.steps >= 0) ?? []).filter(({ steps }) => steps > 0);
}

/** How a hex lies from another, so that no two lie alike: "4 NW" along the hexes; "4 W" if nothing lies more exactly in
 * the west and the hexes have no such direction; else "3 NW and 1 SW".
 * @param {Board} board @param {Off} off @param {number} steps */
function lies(board, off, steps) {
  const way = legs(board, off);
  const [wind, astray] = bearing(board, off);
  const along = board.directions.some((direction) => bearing(board, direction)[0] === wind);
  const alike = ring(board, steps).map((other) => bearing(board, other));
  const nearest = alike.filter(([other, off]) => other === wind && off <= astray).length === 1;
  if (way.length > 1 && !along && nearest) return `${steps} ${COMPASS[wind]}`;
  return way.map((leg) => `${leg.steps} ${COMPASS[leg.wind]}`).join(" and ");
}

export class Names {
  constructor() {
    /** @type {Record<string, string>} */
    this.called = {};
    /** Pieces that were ever on view. @type {Map<string, Piece>} */
    this.known = new Map();
    /** The sides whose pieces were: stories write them small. @type {Set<string>} */
    this.sides = new Set();
    /** @type {Board | null} */
    this.board = null;
    /** Where a hex is, as it was said before. @type {Map<number, string>} */
    this.places = new Map();
  }

  /** @param {Board} board */
  learn(board) {
    this.board = board;
    this.called = board.data.called ?? {};
    this.places.clear();
  }

  /** @param {Record<string, Piece>} pieces */
  meet(pieces) {
    for (const piece of Object.values(pieces)) {
      this.known.set(piece.id, piece);
      if (piece.side) this.sides.add(piece.side);
    }
  }

  /** @param {string} name */
  isHex(name) {
    return !!this.board?.index.has(name);
  }

  /** A side in a sentence: the Axis. @param {string} name */
  side(name) {
    return this.board?.data.sides?.[name] ?? `the ${name}`;
  }

  get numbers() {
    return liked("ids", "") === "1";
  }

  /** What a piece is called; nothing if it is no piece.
   * @param {string} id */
  of(id) {
    const own = Object.hasOwn(this.called, id) ? this.called[id] : undefined;
    if (own) return own;
    const number = /\d+$/.exec(id)?.[0];
    const series = number && this.called[`${id.slice(0, -number.length)}#`];
    if (series) return series.replace("#", number);
    const piece = this.known.get(id);
    return piece ? (piece.name && piece.name !== id ? piece.name : piece.title.split(":")[0] || piece.name) : "";
  }

  /** Where a hex is: its place, or how far from the nearest.
   * @param {string} name */
  place(name) {
    const { board } = this;
    const hex = board?.hex(name) ?? -1;
    if (!board || hex < 0) return name;
    const own = board.placeNames.get(hex);
    if (this.numbers) return own ? `${own} (${name})` : name;
    if (own) return own;
    const said = this.places.get(hex) ?? this.near(board, hex);
    this.places.set(hex, said);
    return said || name;
  }

  /** @param {Board} board @param {number} hex */
  near(board, hex) {
    let [best, off] = [-1, Infinity];
    for (const other of board.placeNames.keys()) {
      const steps = other >= 0 ? board.steps(hex, other) : off;
      if (steps < off) [best, off] = [other, steps];
    }
    if (best < 0) return "";
    const [q, r] = [0, 1].map((i) => board.axial[hex][i] - board.axial[best][i]);
    const where = `${lies(board, [q, r], off)} of ${board.placeNames.get(best)}`;
    return board.isWater(hex) ? `a ${board.terrain[hex] === "lake" ? "lake" : "sea"} hex ${where}` : where;
  }

  /** A text in pieces, with names for what orders call shortly.
   * @param {string} text @returns {Word[]} */
  read(text) {
    const parts = text.split(/(\s+)/);
    /** @type {Word[]} */
    const found = [];
    parts.forEach((part, i) => {
      const [before, after] = [parts[i - 2] ?? "", parts[i + 2] ?? ""];
      const words = this.word(part, before, after, found);
      const [piece] = words.filter((word) => word.piece);
      // a way is told by its ends: one goes along it, but from the one to the other
      if (before === "along" && part.includes("-") && words.some(({ hex }) => hex))
        found[found.length - 2].text = "from";
      const whole = !!piece && parts.slice(i).join("").startsWith(piece.text); // named in full already
      found.push(...words.map((word) => (whole && word === piece ? { ...word, text: piece.piece ?? "" } : word)));
    });
    return found;
  }

  /** @param {string} part @param {string} before @param {string} after @param {Word[]} found
   * @returns {Word[]} */
  word(part, before, after, found) {
    const [, open, core, close] = STOPS.exec(part) ?? ["", "", part, ""];
    for (const [word, tail] of [[core, close], ...(core.endsWith(")") ? [[core.slice(0, -1), `)${close}`]] : [])]) {
      if (!word) continue;
      const meant = this.meant(word, before, after);
      if (meant) {
        if (open === "(" && tail.startsWith(")") && meant.hex && this.repeats(meant.hex, found)) {
          const last = found.pop(); // the space before it
          return [{ text: tail.slice(1) }].filter(({ text }) => text || !last);
        }
        return [{ text: open }, meant, { text: tail }].filter(({ text }) => text);
      }
    }
    return [{ text: part }];
  }

  /** Whether the words before have named the place already.
   * @param {string} name @param {Word[]} found */
  repeats(name, found) {
    const own = this.board?.placeNames.get(this.board.hex(name));
    const said = found
      .slice(-12)
      .map(({ text }) => text)
      .join("")
      .trimEnd();
    return !this.numbers && !!own && said.endsWith(own);
  }

  /** @param {string} word @param {string} before @param {string} after @returns {Word | null} */
  meant(word, before, after) {
    const isHex = (/** @type {string} */ name) => this.isHex(name);
    if (/^\d+\/\d+$/.test(word) && /^\(\d+%\)/.test(after)) return null; // a chance
    if (/^\d{4}$/.test(word) && (MONTH.test(before) || before === "in")) return null; // a year
    if (/^[A-Za-z]+$/.test(word) && isHex(/^\((\w+)\)/.exec(after)?.[1] ?? "")) return null; // a place, with its hex
    if (this.sides.has(word)) return { text: word[0].toUpperCase() + word.slice(1) };
    const name = this.of(word);
    if (name && name !== word) return { text: name, piece: word };
    if (isHex(word)) return { text: this.place(word), hex: word };
    const way = word.split("-");
    if (way.length > 1 && way.every(isHex))
      return { text: `${this.place(way[0])} to ${this.place(way[way.length - 1])}`, hex: way[way.length - 1] };
    return null;
  }

  /** @param {string} text */
  plain(text) {
    return this.read(text)
      .map(({ text: word }) => word)
      .join("");
  }
}

/** The names of the game on show: a page has one. */
export const names = new Names();

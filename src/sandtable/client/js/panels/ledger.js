// The books as a full sheet: the order of battle, and every panel of the game as a table to sort, search and click.

import { capital, el, named } from "../basics/dom.js";
import { names } from "../basics/names.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {import("../basics/types.js").Panel} Panel */
/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../basics/types.js").Row} Row */
/**
 * A row; those of one unit follow each other and share its name.
 * @typedef {{section: string, label: string, text: string, pieces: string[], cells: string[], marks: string[]}} Line
 */
/** @typedef {{key: string, title: string, columns: {text: string, title: string}[], lines: Line[][]}} Book */

export const BATTLE = "order of battle";
const NARROW = "(max-width: 760px)"; // a telephone, as in the style sheets
const SPARED = ["Side", "Size"]; // columns that it has no room for: the heading and the counter say as much
const COLUMNS = ["Side", "Kind", "Size", "Factors", "Where", "Status"].map((text) => ({ text, title: "" }));

/** @param {string} label a name in a tree, without the dots that say how deep it lies */
export const bare = (label) => label.replace(/^[·\s]+/, "");

/** Every piece in play.
 * @param {Screen} screen @returns {Book} */
function orderOfBattle({ view, counters, sides }) {
  const rank = (/** @type {Piece} */ piece) => sides.indexOf(piece.side);
  const line = (/** @type {Piece} */ piece) => ({
    section: `${capital(piece.side)}, ${formation(piece)}`,
    label: piece.id,
    text: "",
    pieces: [piece.id],
    cells: [
      capital(piece.side),
      counters.glyph(piece.symbol).title,
      counters.table.sizes[piece.size]?.title ?? "",
      piece.factors.join("-"),
      capital(names.place(piece.at).replaceAll("_", " ")),
      piece.marks.map((mark) => mark.replaceAll("_", " ")).join(", "),
    ],
    marks: [],
  });
  const pieces = Object.values(view.pieces).sort(
    (a, b) => rank(a) - rank(b) || formation(a).localeCompare(formation(b)) || (a.id < b.id ? -1 : 1),
  );
  return { key: BATTLE, title: "Order of battle", columns: COLUMNS, lines: pieces.map((piece) => [line(piece)]) };
}

/** The formation that the name of a unit ends with, in brackets or after a comma; else its nation.
 * @param {Piece} piece */
export function formation(piece) {
  for (const name of [names.of(piece.id), piece.title]) {
    const last = /\(([^()]+)\)$/.exec(name)?.[1] ?? /, (?:attached to )?([^,]+)$/.exec(name)?.[1] ?? "";
    if (/^[A-Z\d].*[^\d]$/.test(last)) return last;
  }
  return piece.nation.toLowerCase() === piece.side ? "Others" : capital(piece.nation.replaceAll("_", " "));
}

/** Panels as books; those of one group with the same columns are one.
 * @param {Panel[]} panels @returns {Book[]} */
function booksOf(panels) {
  /** @type {Map<string, Panel[]>} */
  const found = new Map();
  for (const panel of panels) {
    const heads = panel.columns.map((column) => column.text).join();
    const key = panel.group && heads ? `${panel.group} ${heads}` : panel.key;
    found.set(key, [...(found.get(key) ?? []), panel]);
  }
  return [...found].map(([key, some]) => ({
    key,
    title: some.length > 1 ? some[0].group : some[0].title,
    columns: some[0].columns,
    lines: some.flatMap((panel) => linesOf(panel, some.length > 1 ? panel.title : "")),
  }));
}

/** @param {Panel} panel @param {string} section @returns {Line[][]} */
function linesOf(panel, section) {
  /** @type {Line[][]} */
  const units = [];
  for (const row of panel.rows) {
    const line = {
      section,
      label: row.label,
      text: row.text,
      pieces: row.pieces.length ? row.pieces : panel.about.length === 1 ? panel.about : [],
      cells: row.cells,
      marks: row.tokens.map((token) => token.text),
    };
    if (row.label || !units.length) units.push([line]);
    else units[units.length - 1].push(line);
  }
  return units;
}

/** Units that have no counter of their own on the map: who is named in a panel about another piece.
 * @param {Panel[]} panels @param {string} wanted in small letters
 * @returns {{label: string, panel: string, piece: string}[]} */
export function inside(panels, wanted) {
  return panels.flatMap((panel) => {
    if (panel.about.length !== 1) return [];
    return panel.rows
      .filter((row) => row.label && row.cells.length && !row.pieces.length)
      .map((row) => ({ label: names.plain(bare(row.label)), id: bare(row.label), panel: panel.title }))
      .filter(({ label, id }) => `${label} ${id}`.toLowerCase().includes(wanted) && id !== panel.about[0])
      .map(({ label }) => ({ label, panel: panel.title, piece: panel.about[0] }));
  });
}

export class Ledger {
  /** @param {HTMLDialogElement} dialog @param {Screen} screen */
  constructor(dialog, screen) {
    this.dialog = dialog;
    this.screen = screen;
    this.key = BATTLE;
    this.column = -2; // -1 is the name; before that nothing is sorted
    this.down = false;
    this.choice = el("select", {
      "aria-label": "Which book",
      change: () => this.open(this.choice.value),
    });
    this.filter = el("input", {
      type: "search",
      placeholder: "Show only",
      "aria-label": "Show only lines with these words",
      input: () => this.draw(),
    });
    this.count = el("span", { class: "quiet small", "aria-live": "polite" });
    this.table = el("table", {});
    const close = el("button", { type: "button", class: "button", click: () => dialog.close() }, "Close");
    dialog.append(
      el("div", { class: "ledger-head" }, this.choice, this.filter, this.count, close),
      el("div", { class: "ledger-body", tabindex: 0, role: "region", "aria-label": "The book" }, this.table),
    );
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  books() {
    return [orderOfBattle(this.screen), ...booksOf(this.screen.view.panels)];
  }

  /** @param {string} key of a book, or of a panel in one */
  open(key = this.key) {
    const books = this.books();
    const panel = this.screen.view.panels.find((each) => each.key === key || each.group === key);
    const group = panel?.group ?? "";
    const book =
      books.find((each) => each.key === key) ?? books.find((each) => group && each.title === group) ?? books[0];
    const part = panel?.key === key && book.key !== key ? panel.title : ""; // of a book, which is opened there
    if (book.key !== this.key || part) this.column = -2;
    if (part) this.filter.value = "";
    this.key = book.key;
    this.choice.replaceChildren(
      ...books.map((each) =>
        el("option", { value: each.key, selected: each.key === book.key }, names.plain(each.title)),
      ),
    );
    this.draw();
    if (this.dialog.open) return;
    this.dialog.showModal();
    this.filter.focus();
    if (part) this.table.querySelector(`[data-section="${CSS.escape(part)}"]`)?.scrollIntoView();
  }

  draw() {
    const book = this.books().find((each) => each.key === this.key);
    if (!book) return;
    const words = this.filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = this.sorted(book.lines.filter((unit) => words.every((word) => said(unit).includes(word))));
    const sectioned = this.column === -2 && new Set(shown.map(([line]) => line.section)).size > 1;
    const narrow = matchMedia(NARROW).matches; // words stand below the name there, and leave the figures their room
    const used = book.columns
      .map((column, i) => ({ ...column, i }))
      .filter(({ i, text }) => hasColumn(book, i) && !(narrow && SPARED.includes(text)));
    const worded = !narrow && book.lines.some((unit) => unit.some((line) => line.text || line.marks.length));
    const span = used.length + (worded ? 1 : 0);
    this.count.textContent = `${shown.length} of ${book.lines.length}`;
    let section = "";
    /** @type {HTMLElement[]} */
    const rows = [];
    for (const unit of shown) {
      if (sectioned && unit[0].section !== section) {
        section = unit[0].section;
        rows.push(
          el(
            "tr",
            {},
            el(
              "th",
              { class: "section", colspan: span + 1, scope: "colgroup", "data-section": section },
              ...named(section),
            ),
          ),
        );
      }
      unit.forEach((line, n) => rows.push(this.row(line, n, { used, span, worded, narrow, whole: !sectioned })));
    }
    const heads = [
      this.head("Name", "", -1),
      worded ? el("td", {}) : null,
      ...used.map((c) => this.head(c.text, c.title, c.i)),
    ];
    this.table.replaceChildren(el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  }

  /** @param {string} text @param {string} title @param {number} i */
  head(text, title, i) {
    const sorted = this.column === i ? (this.down ? "descending" : "ascending") : null;
    return el(
      "th",
      { scope: "col", "aria-sort": sorted },
      el(
        "button",
        { type: "button", title: title || null, "data-sort": text, click: () => this.sortBy(i) },
        text,
        sorted ? (this.down ? " ▾" : " ▴") : "",
      ),
    );
  }

  /** Up, down, and back to the order of the book.
   * @param {number} i */
  sortBy(i) {
    if (this.column !== i) [this.column, this.down] = [i, i >= 0 && this.key !== BATTLE];
    else if (this.down === (i >= 0 && this.key !== BATTLE)) this.down = !this.down;
    else this.column = -2;
    this.draw();
  }

  /** @param {Line[][]} units */
  sorted(units) {
    const { column } = this;
    if (column === -2) return units;
    const value = (/** @type {Line[]} */ [line]) =>
      column < 0 ? names.plain(bare(line.label)) : (line.cells[column] ?? "");
    const turn = this.down ? -1 : 1;
    return [...units].sort((a, b) => compare(value(a), value(b), turn));
  }

  /**
   * @param {Line} line @param {number} n which of its unit
   * @param {{used: {i: number}[], span: number, worded: boolean, narrow: boolean, whole: boolean}} how
   *   `whole`: without its section above
   */
  row(line, n, { used, span, worded, narrow, whole }) {
    const label = el("span", {}, ...named(whole ? bare(line.label) : line.label));
    const name = line.pieces.length
      ? el(
          "button",
          { type: "button", class: "name", "data-line": line.pieces.join(" "), click: () => this.show(line) },
          label,
        )
      : el("b", {}, label);
    const figured = line.cells.some(Boolean);
    const words = [
      ...named(line.text),
      line.marks.length ? el("span", { class: "quiet" }, ` ${line.marks.map((m) => names.plain(m)).join(", ")}`) : null,
      whole && line.section && !n ? el("span", { class: "quiet" }, " ", ...named(line.section)) : null,
    ];
    const below = narrow && figured ? el("div", { class: "small text" }, ...words) : null;
    return el(
      "tr",
      { class: n ? "" : "first" },
      n ? el("td", {}, below) : el("th", { scope: "row" }, name, below),
      worded || !figured ? el("td", { class: "text", colspan: figured ? null : span }, ...words) : null,
      ...(figured ? used.map(({ i }) => el("td", {}, line.cells[i] ?? "")) : []),
    );
  }

  /** @param {Line} line */
  show(line) {
    this.dialog.close();
    const { screen } = this;
    screen.play.clear(); // what is chosen already would be given back
    const pieces = line.pieces.map((id) => screen.view.pieces[id]).filter(Boolean);
    if (pieces.length === 1) screen.goTo(pieces[0]);
    else if (pieces.length) void screen.take(pieces.map((piece) => piece.id));
  }
}

/** Everything a unit's lines say, in small letters.
 * @param {Line[]} unit */
function said(unit) {
  return unit
    .flatMap((line) => [line.label, names.plain(line.label), line.section, line.text, ...line.cells, ...line.marks])
    .join(" ")
    .toLowerCase();
}

/** @param {Book} book @param {number} i */
const hasColumn = (book, i) => book.lines.some((unit) => unit.some((line) => line.cells[i]));

/** Figures as figures, words as words; what is empty comes last either way.
 * @param {string} a @param {string} b @param {number} turn */
export function compare(a, b, turn) {
  if (!a || !b) return Number(!a) - Number(!b);
  const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y) && x !== y) return (x - y) * turn;
  return a.localeCompare(b, "en", { numeric: true }) * turn;
}

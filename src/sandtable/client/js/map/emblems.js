// What is drawn on counters, for the legend: the symbols of units, their sizes, and every mark of their status.

import { capital, el } from "../basics/dom.js";

/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("../basics/types.js").Piece} Piece */

const PIXELS = 34;

/** @param {Counters} counters @param {Piece[]} pieces those on view @returns {HTMLElement[]} */
export function emblems(counters, pieces) {
  const [sample] = pieces;
  if (!sample) return [];
  const line = (/** @type {Piece} */ piece, /** @type {string} */ text, /** @type {string} */ mark = "") =>
    el("li", { "data-emblem": mark || piece.symbol }, counters.picture(piece, PIXELS), capital(text));
  const bare = nameless(pieces.find((piece) => piece.symbol === "infantry") ?? sample);
  const symbols = new Map(pieces.map((piece) => [counters.glyph(piece.symbol).title, piece]));
  const sizes = [...new Set(pieces.map((piece) => piece.size))].filter((size) => counters.table.sizes[size]);
  const { other } = counters.table.marks;
  const called = (/** @type {string} */ mark) =>
    counters.mark(mark) === other ? mark.replaceAll("_", " ") : counters.mark(mark).title;
  const marks = (/** @type {Map<string, string>} */ some) =>
    el("ul", {}, ...[...some].map(([title, mark]) => line({ ...bare, marks: [mark] }, title, mark)));
  const byTitle = (/** @type {string[]} */ some) => new Map(some.map((mark) => [called(mark), mark]));
  const marked = byTitle(pieces.flatMap((piece) => piece.marks));
  const known = byTitle(Object.keys(counters.table.marks).filter((mark) => mark !== "other"));
  for (const title of marked.keys()) known.delete(title);
  return [
    el("h3", {}, "Counters"),
    el(
      "ul",
      {},
      ...[...symbols].map(([title, piece]) => line(nameless(piece), title)),
      ...sizes.map((size) => line({ ...bare, size, factors: [1] }, counters.table.sizes[size].title)),
    ),
    el("h3", {}, "Marks of status"),
    marks(marked),
    el("details", { class: "small" }, el("summary", {}, "Marks that are not on the map now"), marks(known)),
  ];
}

/** A piece that stands for its symbol alone.
 * @param {Piece} piece */
const nameless = (piece) => ({
  ...piece,
  name: "",
  title: "",
  factors: [],
  rating: "",
  quality: "",
  size: "",
  marks: [],
});

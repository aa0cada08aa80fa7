// What the others did since our last order: moved, fought, lost, taken, each line a click to its place.

import { capital, casesApart, dice, el, rollsAt } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Entry} Entry */
/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {{text: string, entry: Entry, i: number}} Line */

const SHOWN = 12; // lines under a heading
/** In the order in which one wants to know. */
const TITLES = { lost: "Lost", taken: "Taken", fought: "Fought", moved: "Moved" };
/** How lines are counted: what was lost or taken may be either side's.
 * @type {Record<string, [string, string]>} */
const COUNTED = { lost: ["loss", "losses"], taken: ["capture", "captures"], fought: ["combat", "combats"] };

/** @param {string} line */
export const isHead = (line) => /^-+ .* -+$/.test(line.trim());

/** The lines of some entries by their headings.
 * @param {Entry[]} entries @returns {Record<string, Line[]>} */
export function sortedLines(entries) {
  /** @type {Record<string, Line[]>} */
  const found = {};
  for (const entry of entries)
    entry.lines.forEach((text, i) => {
      const under = entry.headings[i];
      if (under && text.trim() && !isHead(text)) (found[under] ??= []).push({ text, entry, i });
    });
  return found;
}

/** What deserves to be said aloud: what is lost or taken, without the entries that say nothing of it.
 * @param {Entry[]} entries @returns {string[]} */
export function headlines(entries) {
  const found = sortedLines(entries);
  return [...(found.lost ?? []), ...(found.taken ?? [])].map(({ text }) => capital(text));
}

/** @param {Entry[]} entries @param {{look(entry: Entry | null, go?: boolean): void, again(): void, step(): void}} how
 * @param {string} who @param {(key: string) => boolean | undefined} isOpen what the player opened or shut
 * @param {(piece: string) => boolean} isOwn whose move an answer of theirs may have let go on */
export function turnReport(entries, how, who, isOpen, isOwn) {
  const found = sortedLines(entries);
  const pieces = entries.flatMap((entry) => entry.moves.map((move) => move.piece));
  const moved = new Set(pieces.filter((piece) => !isOwn(piece))).size;
  const groups = Object.entries(TITLES).filter(([key]) => found[key]);
  if (!groups.length && !moved) return [];
  const counts = Object.entries(COUNTED)
    .filter(([key]) => found[key])
    .map(([key, [one, many]]) => (found[key].length === 1 ? `1 ${one}` : `${found[key].length} ${many}`));
  const summary = [moved ? `moved ${moved === 1 ? "one piece" : `${moved} pieces`}` : "", ...counts].filter(Boolean);
  return [
    el(
      "details",
      { class: "turn-report small", "data-part": "all", open: isOpen("all") ?? true },
      el("summary", {}, el("b", {}, `${who}: `), summary.join(", ")),
      ...groups.map(([key, title]) =>
        el(
          "details",
          { "data-part": key, open: isOpen(key) ?? key !== "moved" },
          el("summary", {}, title),
          el(
            "ul",
            { class: "report-lines" },
            ...found[key].slice(0, SHOWN).map((line) => el("li", {}, reportLine(line, how))),
            found[key].length > SHOWN
              ? el("li", { class: "quiet" }, `and ${found[key].length - SHOWN} more in the log`)
              : null,
          ),
        ),
      ),
      el(
        "div",
        { class: "row recent" },
        el("button", { type: "button", class: "button slight", click: () => how.again() }, "Show again"),
        el("button", { type: "button", class: "button slight", click: () => how.step() }, "Step by step"),
      ),
    ),
  ];
}

/** A line that leads to its place, with the dice that led to it.
 * @param {Line} line @param {{look(entry: Entry | null, go?: boolean): void}} how */
function reportLine({ text, entry, i }, how) {
  const reported = [...entry.lines.keys()].filter((n) => entry.headings[n] && entry.headings[n] !== "moved");
  const last = reported[reported.length - 1]; // what was thrown later is told elsewhere
  const told = { ...entry, rolls: entry.rolls.filter((roll) => roll.line <= last) };
  const { words, cases } = casesApart(capital(text));
  const shown = el(
    "button",
    {
      type: "button",
      class: "report-line",
      "data-report": entry.n,
      click: () => how.look(entry),
      mouseenter: () => how.look(entry, false),
      mouseleave: () => how.look(null),
    },
    ...dice(rollsAt(told, i, reported), false),
    ...words,
  );
  return el("div", { class: "report-row" }, shown, ...cases);
}

// The other sheets: forces, layers, the table itself.

import { accords, ownNote } from "../company/accord.js";
import { agreedTime } from "../company/clocks.js";
import { promises, seatList } from "../company/company.js";
import { appointing, deskHolders, isOwn } from "../company/comrades.js";
import { byStrength } from "../map/counters.js";
import { capital, el, named } from "../basics/dom.js";
import { inside } from "./ledger.js";
import { parley } from "../company/parley.js";
import { standingAnswers } from "./settled.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../map/counters.js").Counters} Counters */
/** @typedef {import("../map/board.js").Board} Board */

const MOST = 20; // units inside formations that a search shows

/** Order of battle: every piece by side and nation, those on the map first, then box by box.
 * @param {HTMLElement} sheet @param {Snapshot} now @param {Board} board @param {Counters} counters
 * @param {{sides: string[], show(piece: Piece): void, chosen: Set<string>, find: string, seek(text: string): void,
 *   book(): void}} how */
export function drawForces(sheet, now, board, counters, how) {
  const wanted = how.find.toLowerCase();
  const pieces = Object.values(now.view.pieces).filter(
    (piece) => !wanted || counters.describe(piece).toLowerCase().includes(wanted) || piece.at.toLowerCase() === wanted,
  );
  const search = el("input", {
    type: "search",
    value: how.find,
    placeholder: "Find a unit or a hex",
    "aria-label": "Find a unit",
    input: (/** @type {any} */ e) => how.seek(e.target.value),
  });
  const parts = [];
  for (const side of how.sides) {
    const own = pieces.filter((piece) => piece.side === side);
    const fighting = own.filter((piece) => board.hex(piece.at) >= 0);
    const sum = fighting.reduce(
      (total, piece) => total + (piece.size && piece.factors.length > 1 ? piece.factors[0] : 0),
      0,
    );
    parts.push(
      el(
        "h3",
        {},
        capital(side),
        el("span", { class: "quiet small" }, ` ${fighting.length} on the map${sum ? `, strength ${sum} in all` : ""}`),
      ),
    );
    parts.push(tray(fighting, counters, how));
    for (const box of board.data.boxes) {
      const there = own.filter((piece) => piece.at === box);
      if (there.length)
        parts.push(
          el("p", { class: "quiet small" }, `${capital(box.replaceAll("_", " "))} (${there.length})`),
          tray(there, counters, how),
        );
    }
  }
  const held = document.activeElement === sheet.querySelector("input");
  const within = wanted ? inside(now.view.panels, wanted) : [];
  sheet.replaceChildren(
    el(
      "div",
      { class: "row" },
      search,
      el("button", { type: "button", class: "button slight", "data-book": "", click: how.book }, "As a table (B)"),
    ),
    ...within
      .slice(0, MOST)
      .map(({ label, panel, piece }) =>
        el(
          "button",
          { type: "button", class: "button slight within", click: () => how.show(now.view.pieces[piece]) },
          label,
          el("span", { class: "quiet" }, " in ", ...named(panel)),
        ),
      ),
    ...parts,
  );
  if (held) (search.focus(), search.setSelectionRange(how.find.length, how.find.length));
}

/** @param {Piece[]} pieces @param {Counters} counters @param {{show(piece: Piece): void, chosen: Set<string>}} how */
function tray(pieces, counters, how) {
  const sorted = [...pieces].sort(
    (a, b) =>
      Number(!a.size) - Number(!b.size) || (a.nation < b.nation ? -1 : a.nation > b.nation ? 1 : byStrength(a, b)),
  );
  return el(
    "div",
    { class: "tray" },
    ...sorted.map((piece) =>
      counters.button(piece, { pressed: how.chosen.has(piece.id), pixels: 44, click: () => how.show(piece) }),
    ),
  );
}

/** @param {HTMLElement} sheet @param {import("../basics/types.js").Layer[]} layers @param {Set<string>} shown
 * @param {{toggle(key: string): void, settings: {key: string, label: string, on: boolean}[], set(key: string, on:
 * boolean): void}} how */
export function drawLayers(sheet, layers, shown, how) {
  sheet.replaceChildren(
    el("h3", {}, "Over the map"),
    layers.length
      ? el(
          "ul",
          { class: "checks" },
          ...layers.map((layer) => box(layer.label, shown.has(layer.key), () => how.toggle(layer.key), layer.key)),
        )
      : el("p", { class: "quiet" }, "This game has no map layers."),
    el("h3", {}, "The map itself"),
    el(
      "ul",
      { class: "checks" },
      ...how.settings.map((setting) =>
        box(setting.label, setting.on, () => how.set(setting.key, !setting.on), setting.key),
      ),
    ),
  );
}

/** A line that can be ticked.
 * @param {string} label @param {boolean} on @param {() => void} change @param {string} key
 * @param {boolean} [disabled] */
function box(label, on, change, key, disabled = false) {
  return el(
    "li",
    {},
    el("label", {}, el("input", { type: "checkbox", checked: on, disabled, change, "data-layer-box": key }), label),
  );
}

/** The desks of one's command, each to be handed to the machine or taken back.
 * @param {Snapshot} now @param {{ask(message: Record<string, unknown>): void}} how */
function desks(now, how) {
  const { table, you } = now;
  const keys = Object.keys(table.desks);
  if (!keys.length || !you.sides.length) return [];
  const given = new Set(table.seats[you.sides[0]].desks);
  const turn = (/** @type {string} */ key) =>
    how.ask({ type: "delegate", desks: keys.filter((each) => given.has(each) !== (each === key)) });
  return [
    el("h3", {}, "Desks kept by the machine"),
    el(
      "ul",
      { class: "checks" },
      ...keys.map((key) =>
        box(`${capital(key)}: ${table.desks[key]}`, given.has(key), () => turn(key), `desk-${key}`, !isOwn(now, key)),
      ),
    ),
  ];
}

/** Seats, links, machines, the record.
 * @param {HTMLElement} sheet @param {Snapshot} now
 * @param {{ask(message: Record<string, unknown>): void, replay(): void}} how */
export function drawTable(sheet, now, how) {
  const { table, you } = now;
  const bots = Object.values(table.seats).some((seat) => seat.kind === "bot");
  const { machines } = table;
  const control =
    bots && (you.sides.length || you.host)
      ? [
          el("h3", {}, "Machines"),
          el(
            "div",
            { class: "row" },
            el(
              "button",
              {
                class: "button",
                type: "button",
                "data-pause": "",
                click: () => how.ask({ type: "pause", paused: !machines.paused }),
              },
              machines.paused ? "Go on" : "Pause",
            ),
            machines.paused
              ? el("button", { class: "button", type: "button", click: () => how.ask({ type: "step" }) }, "One step")
              : null,
            el(
              "label",
              {},
              "Seconds between actions ",
              el(
                "select",
                { change: (/** @type {any} */ e) => how.ask({ type: "speed", delay: Number(e.target.value) }) },
                ...[0, 0.2, 0.5, 1, 2, 5].map((s) =>
                  el("option", { value: s, selected: s === machines.delay }, String(s)),
                ),
              ),
            ),
          ),
        ]
      : [];
  sheet.replaceChildren(
    el("h3", {}, "Seats"),
    el("ul", {}, ...seatList(now, how)),
    el("p", { class: "quiet small" }, table.watchers ? `${table.watchers} watching.` : "No one is watching."),
    ...parley(now, how),
    ...accords(now, how),
    ...agreedTime(now, how),
    ...standingAnswers(now, how),
    ...ownNote(now, how),
    ...deskHolders(now, how),
    ...desks(now, how),
    ...appointing(now, how),
    ...control,
    el("h3", {}, "The game so far"),
    el(
      "div",
      { class: "row" },
      el("button", { class: "button", type: "button", click: () => how.replay() }, "Replay"),
      el("a", { class: "button", href: `/api/tables/${table.id}/record` }, "Record"),
    ),
    el("h3", {}, "The dice"),
    ...promises(now),
    el(
      "p",
      { class: "small" },
      table.agreed.length ? `Optional rules: ${table.agreed.join("; ")}` : "No optional rules.",
    ),
  );
}

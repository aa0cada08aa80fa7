// What a game keeps beside its map: cups, tracks, allotments, each with what can be pressed in it.

import { bundle } from "./buttons.js";
import { el, named, withCases } from "../basics/dom.js";
import { drawForms, form, sorted } from "./forms.js";
import { bundles } from "../play/play.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("../basics/types.js").Panel} Panel */
/** @typedef {import("../basics/types.js").Row} Row */
/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("../basics/types.js").Token} Token */
/** @typedef {import("../map/counters.js").Counters} Counters */
/** @typedef {import("./buttons.js").How & {sides: string[], book(key: string): void}} How */

/** @param {HTMLElement} section @param {Play} play @param {Counters} counters @param {How} how */
export function drawPanels(section, play, counters, how) {
  const view = play.past ?? play.now.view;
  const turned = [...section.querySelectorAll("details")].filter(
    (each) => each.open === each.hasAttribute("data-folded"),
  );
  // what the player opened or shut
  const known = new Map(turned.map((each) => [each.getAttribute("data-panel"), each.open]));
  const focused = section.contains(document.activeElement) ? held(document.activeElement) : null;
  const same = section.getAttribute("data-count") === `${view.count} ${view.phase}`;
  const chosen = [...play.chosen].sort().join();
  const turnedTo = section.getAttribute("data-chosen") !== chosen && view.panels.some((panel) => isAbout(panel, play));
  const scrolled = same && !turnedTo ? section.scrollTop : 0;
  section.setAttribute("data-count", `${view.count} ${view.phase}`);
  section.setAttribute("data-chosen", chosen);
  section.hidden = !view.panels.length;
  const draw = (/** @type {Panel} */ panel) => card(panel, play, counters, how, known);
  const about = view.panels.filter((panel) => isAbout(panel, play));
  const lying = view.panels.filter((panel) => !about.includes(panel));
  const groups = new Set(lying.filter((panel) => isGrouped(panel, play)).map((panel) => panel.group));
  const typing = drawForms(section, [
    ...about.map(draw),
    ...lying.filter((panel) => !isGrouped(panel, play)).map(draw),
    ...[...groups].map((title) =>
      together(
        title,
        lying.filter((panel) => panel.group === title && isGrouped(panel, play)),
        draw,
        known,
        how,
      ),
    ),
  ]);
  if (typing) return;
  section.scrollTop = scrolled;
  if (!same && section.parentElement) section.parentElement.scrollTop = 0;
  if (focused) /** @type {HTMLElement | null} */ (section.querySelector(focused))?.focus({ preventScroll: true });
}

/** Whether a panel tells about a piece that is chosen, and not to weigh an attack.
 * @param {Panel} panel @param {Play} play */
const isAbout = (panel, play) => !play.mixed && panel.about.some((id) => play.chosen.has(id));

/** Whether a panel lies with others of its kind: it is shut and there is nothing to press in it.
 * @param {Panel} panel @param {Play} play */
const isGrouped = (panel, play) =>
  !!panel.group && panel.folded && !(play.asked && play.now.offers.some((offer) => offer.panel === panel.key));

/** Panels of one kind under one title.
 * @param {string} title @param {Panel[]} panels @param {(panel: Panel) => HTMLElement} draw
 * @param {Map<string | null, boolean>} known @param {How} how */
function together(title, panels, draw, known, how) {
  const key = `group ${title}`;
  return el(
    "details",
    { class: "card group", "data-panel": key, "data-folded": "", open: known.get(key) ?? false },
    el("summary", {}, title, el("span", { class: "quiet small" }, ` ${panels.length}`)),
    wide(title, how),
    ...panels.map(draw),
  );
}

/** To see it over the whole window.
 * @param {string} key @param {How} how */
const wide = (key, how) =>
  el(
    "button",
    { type: "button", class: "button slight wide-open", "data-book": key, click: () => how.book(key) },
    "Open as a full sheet",
  );

/** How to find again what has the focus.
 * @param {Element | null} element */
function held(element) {
  const name = ["data-action", "data-unit", "data-all", "data-figure"].find((key) => element?.hasAttribute(key));
  return name ? `[${name}="${CSS.escape(element?.getAttribute(name) ?? "")}"]` : null;
}

/** A panel; one that is shut is filled when it is opened.
 * @param {Panel} panel @param {Play} play @param {Counters} counters @param {How} how
 * @param {Map<string | null, boolean>} known */
function card(panel, play, counters, how, known) {
  const about = isAbout(panel, play);
  const folded = panel.folded && !about;
  const open = known.get(panel.key) ?? !folded;
  const fill = () => body(panel, play, counters, how, about);
  const box = el(
    "details",
    {
      class: "card",
      "data-panel": panel.key,
      "data-folded": folded ? "" : null,
      open,
      toggle: () => {
        if (box.open && box.childElementCount === 1) box.append(...fill());
      },
    },
    el("summary", {}, ...named(panel.title)),
    ...(open ? fill() : []),
  );
  return box;
}

/** @param {Panel} panel @param {Play} play @param {Counters} counters @param {How} how
 * @param {boolean} about only what concerns the chosen pieces
 * @returns {HTMLElement[]} */
function body(panel, play, counters, how, about) {
  const { forms, rest } = sorted(play.asked ? play.now.offers.filter((offer) => offer.panel === panel.key) : [], play);
  const rows = about
    ? panel.rows.filter((row) => !row.pieces.length || row.pieces.some((id) => play.chosen.has(id)))
    : panel.rows;
  const note = panel.note ? el("p", { class: "small quiet" }, ...withCases(panel.note)) : null;
  const choices = rest.length
    ? el("div", { class: "choices in-panel" }, ...bundles(rest).map((some) => bundle(some, play, how, counters)))
    : null;
  const table = panel.columns.length > 0;
  return [
    // what can be pressed comes before the figures, in a ledger even before the note
    table ? wide(panel.key, how) : note,
    ...forms.map((some) => form(some, play)),
    choices,
    table
      ? figures(panel, rows, play, how)
      : el("dl", { class: "rows" }, ...rows.flatMap((row) => line(row, play, counters, how))),
    table ? note : null,
  ].filter((part) => part !== null);
}

/** @param {Row} row @param {Play} play @param {Counters} counters @param {How} how */
function line(row, play, counters, how) {
  const wide = row.pieces.length ? { class: "wide" } : {};
  return [
    el(
      "dt",
      wide,
      row.side
        ? el("span", { class: `flag flag-${Math.max(0, how.sides.indexOf(row.side))}`, "aria-hidden": "true" })
        : null,
      ...named(row.label),
    ),
    el(
      "dd",
      wide,
      ...row.tokens.map((token) => chip(token, how.sides)),
      row.text ? el("span", {}, ...withCases(row.text)) : null,
      ...lying(row.pieces, play, counters, how),
    ),
  ];
}

/** Rows as a table; a row without figures goes over the whole width, a column without any is left out.
 * @param {Panel} panel @param {Row[]} rows @param {Play} play @param {How} how */
function figures(panel, rows, play, how) {
  const name = (/** @type {Row} */ row) =>
    row.pieces.length && row.label
      ? el(
          "button",
          {
            type: "button",
            class: "name",
            "data-all": row.pieces.join(" "),
            "aria-pressed": String(row.pieces.every((id) => play.chosen.has(id))),
            click: () => how.choose(row.pieces, false),
          },
          ...named(row.label),
        )
      : el("span", { class: "name" }, ...named(row.label));
  const tail = (/** @type {Row} */ row) => [
    " ",
    ...row.tokens.flatMap((token) => [chip(token, how.sides), " "]),
    row.text ? el("span", { class: "quiet" }, ...withCases(row.text)) : null,
  ];
  const used = panel.columns.map((column, i) => ({ ...column, i })).filter(({ i }) => rows.some((row) => row.cells[i]));
  return el(
    "div",
    { class: "figures-table" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, el("span", { class: "unseen" }, "Name")),
          ...used.map((column) => el("th", { scope: "col", title: column.title || null }, column.text)),
        ),
      ),
      el(
        "tbody",
        {},
        ...rows.map((row) =>
          row.cells.length
            ? el(
                "tr",
                { class: row.label ? "first" : "" },
                el("th", { scope: "row" }, row.label ? name(row) : null, ...tail(row)),
                ...used.map(({ i }) => el("td", {}, row.cells[i])),
              )
            : el(
                "tr",
                { class: row.label ? "first" : "" },
                el(
                  "td",
                  { class: "over", colspan: used.length + 1 },
                  el("div", { class: "over-text" }, row.label ? name(row) : null, ...tail(row)),
                ),
              ),
        ),
      ),
    ),
  );
}

/** The counters of a row: those of one row are chosen together.
 * @param {string[]} ids @param {Play} play @param {Counters} counters @param {How} how */
function lying(ids, play, counters, how) {
  const pieces = ids.flatMap((id) => (play.past ?? play.now.view).pieces[id] ?? []);
  const joins = () => play.chosen.size > 0 && [...play.chosen].every((id) => ids.includes(id));
  const buttons = pieces.map((piece) =>
    counters.button(piece, {
      pressed: play.chosen.has(piece.id),
      pixels: 46,
      click: (event) => how.choose([piece.id], event.shiftKey || event.ctrlKey || event.metaKey || joins()),
    }),
  );
  if (!buttons.length) return [];
  const all =
    pieces.length > 1 && play.asked
      ? el(
          "button",
          { type: "button", class: "button slight", "data-all": ids.join(" "), click: () => how.choose(ids, true) },
          "All",
        )
      : null;
  return [el("div", { class: "tray lying" }, ...buttons, all)];
}

/** @param {Token} token @param {string[]} sides */
function chip(token, sides) {
  const flag = token.side ? ` of-${Math.max(0, sides.indexOf(token.side))}` : "";
  return el(
    "span",
    { class: `chip${flag}${token.state ? ` ${token.state}` : ""}`, title: token.title || null },
    ...named(token.text),
    token.state ? el("span", { class: "unseen" }, ` (${token.state})`) : null,
  );
}

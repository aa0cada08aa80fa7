// How the game stands: what counts for victory and who has it; the turn track with what every turn brings.

import { capital, caseLink, el, named, withCases } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {import("../basics/types.js").Standing} Standing */
/** @typedef {import("../basics/types.js").Goal} Goal */
/** @typedef {import("../basics/types.js").TurnBox} TurnBox */
/** @typedef {import("../basics/types.js").Due} Due */
/** @typedef {{sides: string[], goTo(hexes: string[]): void, point(hexes: string[]): void}} How */

const VERBS = { arrives: "arrive", leaves: "leave", changes: "" };
const SIGNS = { arrives: "▾", leaves: "▴", changes: "·" };

/** @param {string} side @param {string[]} sides */
const flag = (side, sides) =>
  el("span", {
    class: sides.includes(side) ? `flag flag-${sides.indexOf(side)}` : "flag flag-none",
    "aria-hidden": "true",
  });

/** What counts, who is ahead, what is missing.
 * @param {HTMLElement} sheet @param {Standing | null} standing @param {How} how */
export function drawStanding(sheet, standing, how) {
  if (!standing) return sheet.replaceChildren(el("p", { class: "quiet" }, "One moment…"));
  return sheet.replaceChildren(
    el(
      "p",
      { class: "verdict", "data-ahead": standing.ahead },
      standing.ahead ? flag(standing.ahead, how.sides) : null,
      el(
        "span",
        {},
        el("b", {}, standing.ahead ? `${capital(standing.ahead)} ahead. ` : "Nobody is ahead. "),
        ...withCases(standing.verdict),
      ),
    ),
    el("ul", { class: "goals" }, ...standing.goals.map((goal) => goalLine(goal, how))),
    standing.goals.length ? "" : el("p", { class: "quiet" }, "This game does not tell what counts."),
  );
}

/** @param {Goal} goal @param {How} how */
function goalLine(goal, how) {
  const name = goal.at.length
    ? el(
        "button",
        {
          type: "button",
          class: "name",
          "data-goal": goal.at.join(" "),
          title: "Show it on the map",
          click: () => how.goTo(goal.at),
          mouseenter: () => how.point(goal.at),
          mouseleave: () => how.point([]),
        },
        ...named(goal.label),
      )
    : el("b", {}, ...named(goal.label));
  return el(
    "li",
    {},
    flag(goal.side, how.sides),
    el(
      "div",
      {},
      name,
      goal.side && !`${goal.label} ${goal.text}`.toLowerCase().includes(goal.side)
        ? el("span", { class: "quiet" }, ` ${capital(goal.side)}`)
        : null,
      goal.text ? el("span", {}, " ", ...withCases(goal.text)) : null,
      goal.case ? " " : null,
      goal.case ? caseLink(goal.case) : null,
      goal.missing ? el("p", { class: "missing" }, ...withCases(capital(goal.missing))) : null,
    ),
  );
}

/** The turns so far and to come, in months or years; below them what each brings, and the ledger of today.
 * @param {HTMLElement} sheet @param {Snapshot} now @param {readonly TurnBox[]} boxes @param {string[]} sides */
export function drawTrack(sheet, now, boxes, sides) {
  const { view } = now;
  const all = boxes.length
    ? boxes
    : Array.from({ length: view.last_turn }, (_, i) => ({ number: i + 1, date: "", period: "", dues: [] }));
  const toCome = all.filter((box) => box.number >= view.turn && box.dues.length);
  const past = all.filter((box) => box.number < view.turn && box.dues.length);
  const earlier = sheet.querySelector("details.earlier")?.hasAttribute("open") ?? false;
  sheet.replaceChildren(
    el("h3", {}, `Turn ${view.turn}: ${view.date}`),
    track(sheet, all, view, sides),
    ...facts(view, sides),
    toCome.length ? el("h3", {}, "To come") : "",
    ...toCome.flatMap((box) => brought(box, view.turn, sides)),
    past.length
      ? el(
          "details",
          { class: "earlier", open: earlier },
          el("summary", { class: "quiet" }, "Earlier turns"),
          ...past.flatMap((box) => brought(box, view.turn, sides)),
        )
      : "",
  );
}

/** @param {HTMLElement} sheet @param {readonly TurnBox[]} boxes @param {import("../basics/types.js").View} view
 * @param {string[]} sides */
function track(sheet, boxes, view, sides) {
  /** @type {{period: string, boxes: TurnBox[]}[]} */
  const periods = [];
  for (const box of boxes) {
    const last = periods[periods.length - 1];
    if (last?.period === box.period) last.boxes.push(box);
    else periods.push({ period: box.period, boxes: [box] });
  }
  return el(
    "ol",
    { class: "track", "aria-label": `Turn ${view.turn} of ${view.last_turn}` },
    ...periods.map((part) =>
      el(
        "li",
        { class: "period" },
        part.period ? el("span", { class: "period-name" }, part.period) : null,
        el("ol", {}, ...part.boxes.map((box) => turnBox(sheet, box, view.turn, sides))),
      ),
    ),
  );
}

/** @param {HTMLElement} sheet @param {TurnBox} box @param {number} turn @param {string[]} sides */
function turnBox(sheet, box, turn, sides) {
  const go = () => {
    const list = sheet.querySelector(`[data-due="${box.number}"]`);
    list?.closest("details")?.setAttribute("open", "");
    list?.scrollIntoView({ block: "nearest" });
  };
  const told = [box.date, ...box.dues.map((due) => line(due))].filter(Boolean).join("\n");
  const marks = sides
    .filter((side) => box.dues.some((due) => due.side === side && due.kind !== "changes"))
    .map((side) => flag(side, sides));
  return el(
    "li",
    {
      class: box.number < turn ? "past" : box.number === turn ? "now" : "",
      "aria-current": box.number === turn ? "true" : null,
    },
    box.dues.length
      ? el("button", { type: "button", title: told, "data-turn": box.number, click: go }, String(box.number), ...marks)
      : el("span", { title: told || null }, String(box.number)),
  );
}

/** @param {Due} due */
const line = (due) => [capital(due.side), VERBS[due.kind], due.text].filter(Boolean).join(" ");

/** @param {TurnBox} box @param {number} turn @param {string[]} sides */
function brought(box, turn, sides) {
  return [
    el("h4", { "data-due": box.number }, `Turn ${box.number}${box.date ? `, ${box.date}` : ""}`, now(box, turn)),
    el(
      "ul",
      { class: "dues" },
      ...box.dues.map((due) =>
        el(
          "li",
          { class: due.kind },
          flag(due.side, sides),
          el(
            "span",
            {},
            el("span", { class: "quiet", "aria-hidden": "true" }, `${SIGNS[due.kind]} `),
            due.side ? el("span", { class: "unseen" }, `${capital(due.side)} `) : null,
            VERBS[due.kind] ? el("span", { class: "quiet" }, `${capital(VERBS[due.kind])}: `) : null,
            ...withCases(VERBS[due.kind] ? due.text : capital(due.text)),
          ),
        ),
      ),
    ),
  ];
}

/** @param {TurnBox} box @param {number} turn */
const now = (box, turn) => (box.number === turn ? el("span", { class: "quiet small" }, " (now)") : null);

/** @param {import("../basics/types.js").View} view @param {string[]} sides */
function facts(view, sides) {
  return ["", ...sides].flatMap((side) => {
    const lines = view.facts.filter((fact) => fact.side === side);
    if (!lines.length) return [];
    return [
      el("h3", {}, side ? capital(side) : "Both sides"),
      el(
        "table",
        { class: "facts" },
        el(
          "tbody",
          {},
          ...lines.map((fact) =>
            el("tr", {}, el("th", { scope: "row" }, fact.label), el("td", {}, ...named(fact.text))),
          ),
        ),
      ),
    ];
  });
}

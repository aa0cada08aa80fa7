// The decision panel: whose turn, which phase, what is asked, what can be done, one primary button.

import { askedOfOthers } from "../company/accord.js";
import { batches, bundle, distinct, folds, inPanel, isBequest, list } from "./buttons.js";
import { clockStrip, span } from "../company/clocks.js";
import { nextGame } from "../company/next.js";
import { gathering, invitation } from "../company/company.js";
import { whoDecides } from "../company/comrades.js";
import { capital, caseLink, dice, el, named, openDice, refusal, rollsAt, withCases } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { offeredDraw } from "../company/parley.js";
import { bundles } from "../play/play.js";
import { rank } from "../company/ranks.js";
import { turnReport } from "./report.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("../map/counters.js").Counters} Counters */
/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("./buttons.js").How & {sides: string[], left: string[], counting: boolean, acted: boolean,
 *   compels: boolean, next(): void, stay(): void, again(): void, step(): void,
 *   look(entry: import("../basics/types.js").Entry | null, go?: boolean): void,
 *   warnings: HTMLElement[], ask(message: Record<string, unknown>): void}} DecisionHow */

const MANY = 60;
const IN_A_ROW = 4; // counters of a choice that fit beside its buttons
const FEW_BATCHES = 3;
const IN_SIGHT = 6; // buttons below which another is still seen
const FEW = 12; // ways of pieces on the map that are worth a button each

/** @param {HTMLElement} panel @param {Play} play @param {Counters} counters
 * @param {DecisionHow} how */
export function drawDecision(panel, play, counters, how) {
  const { you, table } = play.now;
  const view = play.past ?? play.now.view;
  const parts = [];
  if (view.over) parts.push(...ended(play));
  else if (you.invited) parts.push(...invitation(play.now, how));
  else if (table.waiting.length) parts.push(...gathering(play.now));
  else {
    const side = view.asked[0] ?? "";
    parts.push(
      ...offeredDraw(play.now, how),
      ...askedOfOthers(play.now, how),
      ...clockStrip(play.now),
      el(
        "p",
        { class: "whose" },
        el("span", { class: `flag flag-${Math.max(0, how.sides.indexOf(side))}`, "aria-hidden": "true" }),
        whose(play),
      ),
      el("h2", { class: "phase" }, view.phase || "The game"),
      // it speaks to whoever is asked now: a past moment asks nobody
      ...((play.asked || !you.side) && !play.past ? [promptLine(play, view.prompt)] : []),
    );
    if (play.refusal && play.refusal.hex < 0) parts.push(refusal(play.refusal.refused));
    else if (!play.mixed) parts.push(...rolled(play)); // a die may fall inside a move, with the next unit at hand
    if (play.asked) parts.push(...inOrder(play, counters, how, panel));
    else parts.push(...waiting(play), ...(you.sides.length ? nextGame(table.id) : []));
  }
  if (!you.side && !you.invited)
    parts.push(
      el("p", { class: "quiet small" }, `You are watching. ${table.watchers > 1 ? `${table.watchers} are.` : ""}`),
    );
  const focused = panel.contains(document.activeElement) ? document.activeElement?.getAttribute("data-action") : null;
  panel.replaceChildren(...parts);
  if (focused)
    /** @type {HTMLElement | null} */ (
      panel.querySelector(`[data-action="${CSS.escape(focused)}"]`) ?? panel.querySelector(".primary")
    )?.focus();
}

/** What can be done, and what the others did: that stands below a few buttons, which would else be pushed out of sight,
 * and above many.
 * @param {Play} play @param {Counters} counters @param {DecisionHow} how @param {HTMLElement} panel */
function inOrder(play, counters, how, panel) {
  const news = play.chosen.size ? [] : recent(play, how, panel);
  const deeds = how.warnings.length ? how.warnings : asked(play, counters, how, panel);
  const buttons = deeds.reduce((sum, part) => sum + part.querySelectorAll("button").length, 0);
  return buttons > FEW ? [...news, ...deeds] : [...deeds, ...news];
}

/** @param {Play} play @param {string} prompt */
const promptLine = (play, prompt) =>
  el("p", { class: "prompt" }, ...withCases(prompt.replaceAll(/`(\w+)`/g, (_, word) => `“${buttonOf(play, word)}”`)));

/** What the button says that a word of the prompt means.
 * @param {Play} play @param {string} word */
function buttonOf(play, word) {
  const offer = play.frozen ? undefined : play.now.offers.find((each) => each.action === word);
  return offer ? capital(offer.label) : word;
}

/** The dice of the last entry, with its line of the story.
 * @param {Play} play */
function rolled(play) {
  const last = play.now.log.entries[play.now.log.entries.length - 1];
  if (!last?.rolls.length || play.frozen) return [];
  return [el("p", { class: "rolled", "data-rolled": last.n }, ...outcome(last))];
}

/** What came of an entry, in the last lines of its story, each with its dice.
 * @param {import("../basics/types.js").Entry} entry @returns {(Node | string)[]} */
export function outcome(entry) {
  const ends = [...entry.lines.keys()]
    .filter((i) => entry.lines[i].trim() && !entry.lines[i].startsWith("---") && !/^die /i.test(entry.lines[i]))
    .slice(-3);
  if (!ends.length) return openDice(entry.rolls, true);
  const end = ends[ends.length - 1];
  const told = { ...entry, rolls: entry.rolls.filter((roll) => roll.line <= end) };
  const open = entry.rolls.filter((roll) => roll.line > end); // what comes of them is still to be decided
  const lines = ends.flatMap((i) => [
    ...dice(rollsAt(told, i, ends), true),
    ...withCases(` ${capital(entry.lines[i])}${i === end && !open.length ? " " : ". "}`),
  ]);
  return [...lines, ...openDice(open, true)];
}

/** What the others have done since our last action, newest last.
 * @param {import("../basics/types.js").Snapshot} now @returns {import("../basics/types.js").Entry[]} */
export function lastOfOthers(now) {
  const found = [];
  for (const entry of [...now.log.entries].reverse()) {
    if (entry.side === now.you.side) break;
    if (entry.side) found.unshift(entry);
  }
  return found;
}

/** What the others did, until one has acted oneself.
 * @param {Play} play @param {DecisionHow} how @param {HTMLElement} panel */
function recent(play, how, panel) {
  const theirs = lastOfOthers(play.now);
  if (!theirs.length || play.now.you.sides.length > 1) return [];
  const isOpen = (/** @type {string} */ key) =>
    /** @type {HTMLDetailsElement | null} */ (
      panel.querySelector(`.turn-report[data-part="${key}"], .turn-report [data-part="${key}"]`)
    )?.open;
  const who = capital(theirs[theirs.length - 1].side);
  return turnReport(theirs, how, who, isOpen, (piece) => play.own(piece));
}

/** @param {Play} play */
function whose(play) {
  const { you, table } = play.now;
  const view = play.past ?? play.now.view;
  const side = view.asked[0] ?? "";
  const seat = table.seats[side];
  const ours = view.asked.includes(you.side) && !play.frozen && seat?.kind !== "bot";
  if (ours && !you.decides) return `${capital(you.side)}: ${whoDecides(play.now)}`;
  if (ours)
    return you.sides.length > 1 ? `${capital(you.side)}: your decision` : `Your decision (${capital(you.side)})`;
  if (!seat) return capital(side);
  const who =
    seat.kind === "bot"
      ? `the machine (${rank(seat.bot)})`
      : you.sides.includes(side)
        ? "you" // at a past moment
        : seat.name || (seat.kind === "open" ? "an open seat" : "the other player");
  return `${capital(side)}: ${who}`;
}

/** @param {Play} play @param {Counters} counters @param {DecisionHow} how @param {HTMLElement} panel */
function asked(play, counters, how, panel) {
  const parts = [];
  const { view } = play.now;
  parts.push(...leftLine(play, how));
  if (play.chosen.size) {
    parts.push(chosenLine(play, counters));
    if (play.idle) parts.push(idleLine(play.idle));
    const deeds = distinct(
      play.offers.filter(
        (offer) => !offer.at && !play.mixed && !play.plain.some((plain) => plain.action === offer.action),
      ),
    );
    const plain = deeds.filter((offer) => !offer.folded);
    if (plain.length) parts.push(list(plain, play, how, false, counters));
    parts.push(...folds(deeds, (some) => list(some, play, how, false, counters), panel));
  } else {
    const last = waits(play); // going on comes after what would be lost by it
    if (!last) parts.push(...plainButtons(play, how, panel));
    const about = distinct(
      play.now.offers.filter((offer) => (offer.pieces.length || offer.at) && !inPanel(play, offer)),
    );
    const withPieces = bundles(about.filter((offer) => !offer.folded));
    const onMap = (/** @type {{offers: Offer[], pieces: string[]}} */ some) =>
      !!some.pieces.length &&
      some.offers.every((offer) => offer.at) &&
      some.pieces.every((id) => play.board.hex(view.pieces[id]?.at ?? "") >= 0);
    const moves = withPieces.filter(onMap);
    const spots = withPieces.filter((some) => !some.pieces.length && play.board.hex(some.offers[0].at) >= 0);
    const hidden = new Set([
      ...(moves.flatMap((some) => some.offers).length > FEW ? moves : []),
      ...(spots.length > IN_SIGHT ? spots : []),
    ]);
    const buttons = withPieces.filter((some) => !hidden.has(some));
    if (spots.length > IN_SIGHT)
      parts.push(
        el(
          "p",
          { class: "quiet small" },
          `${new Set(spots.map((some) => some.offers[0].at)).size} hexes are marked on the map: choose one.`,
        ),
      );
    const together = batches(about, play).slice(0, FEW_BATCHES);
    if (buttons.length && buttons.length <= MANY)
      parts.push(
        el("p", { class: "quiet small also" }, play.plain.length && !last ? "Or:" : "You may:"),
        ...together.map((batch) => batchButton(batch, play)),
        el(
          "div",
          { class: buttons.length > 5 ? "choices many" : "choices" },
          ...buttons.map((some) => bundle(some, play, how, counters)),
        ),
      );
    const buttonsOf = (/** @type {Offer[]} */ some) =>
      el("div", { class: "choices" }, ...bundles(some).map((each) => bundle(each, play, how, counters)));
    if (last) parts.push(...plainButtons(play, how, panel));
    parts.push(...folds(about, buttonsOf, panel));
  }
  if (play.chosen.size) parts.push(...plainButtons(play, how, panel));
  else parts.push(...handOver(play));
  return parts;
}

/** Whether a few buttons stand for something that is lost by going on.
 * @param {Play} play */
function waits(play) {
  const some = bundles(play.now.offers.filter((offer) => isBequest(offer, play)));
  return some.length > 0 && some.length <= IN_SIGHT;
}

/** @param {{verb: string, at: string, count: number}} batch @param {Play} play */
const batchButton = (batch, play) =>
  el(
    "button",
    {
      type: "button",
      class: "button slight batch",
      "data-batch": `${batch.verb} ${batch.at}`.trim(),
      click: () => void play.doAll(batch.verb, batch.at),
    },
    ...named(
      `${capital(batch.verb)} ${batch.count === 2 ? "both" : `all ${batch.count}`}${batch.at ? ` at ${batch.at}` : ""}`,
    ),
  );

/** How many can still act; the next of them, and that the chosen one stays, where it may.
 * @param {Play} play @param {DecisionHow} how */
function leftLine(play, how) {
  if (!how.left.length && (how.compels || (!how.acted && !how.counting))) return [];
  const own = [...play.chosen].filter((id) => play.own(id));
  const press = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: "button slight", "data-key": key, title: `${label} (${key})`, click }, label);
  return [
    el(
      "div",
      { class: "row small left-line" },
      el(
        "b",
        { "data-left": how.left.length },
        how.left.length
          ? `${how.left.length}${how.counting ? "+" : ""} can still act`
          : how.counting
            ? "Counting who can act"
            : "All have acted",
      ),
      how.left.length ? press("Next", "N", how.next) : null,
      own.length && !play.mixed && !how.compels
        ? press(own.length > 1 ? "These stay" : "This unit stays", "S", how.stay)
        : null,
    ),
  ];
}

/** What is chosen, whether other stacks join it, and how to deselect it.
 * @param {Play} play @param {Counters} counters */
function chosenLine(play, counters) {
  const pieces = [...play.chosen].map((id) => play.now.view.pieces[id]).filter(Boolean);
  const called = pieces.map((piece) => names.of(piece.id) || piece.name).join(", ");
  const where = play.offers.some((offer) => offer.at) ? ": choose a marked hex" : "";
  const own = pieces.some((piece) => play.own(piece.id));
  const shown = pieces.length > IN_A_ROW ? IN_A_ROW - 1 : IN_A_ROW;
  return el(
    "div",
    { class: "chosen-line" },
    ...pieces.slice(0, shown).map((piece) => counters.picture(piece, 38)),
    pieces.length > shown ? el("b", { "aria-hidden": "true" }, `+${pieces.length - shown}`) : null,
    el("span", { class: pieces.length > 2 ? "unseen" : "" }, called, where),
    own
      ? el(
          "button",
          {
            type: "button",
            class: "button slight toggle",
            "data-gather": "",
            "aria-pressed": String(play.gathers),
            title: "A click on another stack adds it to these; Shift and click always does",
            click: () => play.gather(!play.gathers),
          },
          "Add more",
        )
      : null,
    el(
      "button",
      { class: "tool", type: "button", "aria-label": "Deselect", title: "Deselect (Esc)", click: () => play.clear() },
      "✕",
    ),
  );
}

/** Why nothing can be done with what is chosen.
 * @param {{case: string, why: string}} idle */
const idleLine = (idle) =>
  el(
    "p",
    { class: "quiet small", "data-idle": idle.case },
    ...withCases(capital(idle.why)),
    /^\d/.test(idle.case) ? " " : null,
    /^\d/.test(idle.case) ? caseLink(idle.case) : null,
  );

/** What lies on a desk can be left to the machine, now and from now on.
 * @param {Play} play */
function handOver(play) {
  const { table, you } = play.now;
  if (!you.desk) return [];
  const given = table.seats[you.side]?.desks ?? [];
  return [
    el(
      "p",
      { class: "small hand-over" },
      el(
        "button",
        {
          type: "button",
          class: "button slight",
          "data-hand-over": you.desk,
          title: table.desks[you.desk] ?? null,
          click: () => void play.delegate([...given, you.desk]),
        },
        `Leave the ${you.desk} desk to the machine`,
      ),
    ),
  ];
}

/** The plain actions; and any that the prompt names but that cannot be done yet, for its refusal teaches why.
 * @param {Play} play @param {DecisionHow} how @param {HTMLElement} panel */
function plainButtons(play, how, panel) {
  const every = play.plain.filter((offer) => !inPanel(play, offer));
  const plain = every.filter((offer) => !offer.folded);
  const named = [...play.now.view.prompt.matchAll(/`(\w+)`/g)]
    .map((match) => match[1])
    .filter((word) => !play.now.offers.some((offer) => offer.action === word));
  const later = named.map((word) =>
    el(
      "button",
      {
        type: "button",
        class: "button not-yet",
        "data-action": word,
        title: "Not possible yet: click to see why",
        click: () => play.act(word),
      },
      `${capital(word)}: why not yet?`,
    ),
  );
  return [
    ...(plain.length ? [list(plain, play, how, true)] : []),
    ...(later.length ? [el("div", { class: "choices" }, ...later)] : []),
    ...folds(every, (some) => list(some, play, how, false), panel),
  ];
}

/** @param {Play} play */
function waiting(play) {
  const { table, view, you } = play.now;
  const seat = table.seats[view.asked[0] ?? ""];
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  if (play.frozen) return [el("p", { class: "quiet" }, "This is a past moment. Close the replay to play on.")];
  if (table.machines.paused && seat?.kind === "bot")
    return [el("p", { class: "quiet" }, "The machines are paused: see Table.")];
  if (seat?.kind === "open" && you.host) {
    const link = you.links[view.asked[0]];
    if (link)
      return [
        el("p", {}, "This seat is open. Send this link to your opponent:"),
        el("p", {}, el("a", { href: link, class: "small" }, new URL(link, location.href).href)),
      ];
  }
  if (view.asked.includes(you.side) && !you.decides && seat?.kind === "human" && !table.machines.thinking)
    return [el("p", { class: "waiting quiet", role: "status" }, dots, `Waiting for ${whoDecides(play.now)}`)];
  return [
    el(
      "p",
      { class: "waiting quiet", role: "status" },
      dots,
      table.machines.queued
        ? "The machine waits for its turn to think: others are thinking, and no worker is free"
        : table.machines.thinking
          ? "The machine is thinking"
          : seat && !seat.here
            ? `Waiting${waitingFor(play)}; no one is in that seat at the moment`
            : `Waiting${waitingFor(play) || " for the other side"}`,
    ),
  ];
}

/** Whose answer is missing, and since when.
 * @param {Play} play */
function waitingFor({ now: { table, view } }) {
  const [side = ""] = view.asked;
  const since = table.since[side];
  if (!since || table.seats[side]?.kind === "bot") return "";
  const name = table.seats[side]?.name;
  const who = name ? `${name} (${capital(side)})` : names.side(side);
  const ago = (Date.now() - Date.parse(since)) / 1000;
  return ` for ${who}${ago > 60 ? `, asked ${span(ago)} ago` : ""}`;
}

/** @param {Play} play */
function ended(play) {
  const { view, you, table } = play.now;
  const won =
    view.winner && you.sides.length === 1 ? (view.winner === you.side ? "You have won." : "You have lost.") : "";
  return [
    el("h2", { class: "phase" }, view.winner ? `${capital(view.winner)} victory` : "A draw"),
    el("p", { class: "prompt" }, `${capital(view.over)}. ${won}`),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button primary", href: "/" }, "Play another game"),
      el("button", { type: "button", class: "button", "data-look-back": "" }, "Luck or play?"),
      el(
        "a",
        { class: "button", href: `/api/tables/${table.id}/record`, download: `${table.id}.json` },
        "Save the record",
      ),
    ),
    el("p", { class: "quiet small" }, "The secret of the dice is now open: the record proves every roll."),
  ];
}

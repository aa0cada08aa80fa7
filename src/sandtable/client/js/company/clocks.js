// Playing against time: what is agreed before a game, and the clocks while it lasts.

import { capital, el, moment } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Clock} Clock */
/** @typedef {import("../basics/types.js").Pace} Pace */
/** @typedef {import("../basics/types.js").Snapshot} Snapshot */

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
const SOON = 0.15; // of its time: a clock with less left is shown as urgent

/** What can be agreed, by a name of our own. @type {Record<string, [string, Partial<Pace> | null]>} */
const PACES = {
  "": ["No clock", null],
  "days-3": ["3 days a turn, 4 in reserve", { kind: "days", each: 3 * DAY, reserve: 4 * DAY, leave: 21 * DAY }],
  "days-1": ["1 day a turn, 3 in reserve", { kind: "days", each: DAY, reserve: 3 * DAY, leave: 14 * DAY }],
  "days-7": ["7 days a turn, 14 in reserve", { kind: "days", each: 7 * DAY, reserve: 14 * DAY, leave: 28 * DAY }],
  "clock-60": ["1 hour each, 2 minutes more a turn", { kind: "clock", each: 2 * MINUTE, reserve: HOUR }],
  "clock-180": ["3 hours each, 5 minutes more a turn", { kind: "clock", each: 5 * MINUTE, reserve: 3 * HOUR }],
};

const FLAGS = {
  loss: "who runs out of time loses",
  machine: "the machine plays on for who runs out of time",
  extension: "who runs out of time gets more, three times, then loses",
};

/** The fields of a form in which pace is chosen. */
export const paceFields = () =>
  el(
    "fieldset",
    { class: "pace" },
    el("legend", {}, "Pace"),
    el(
      "select",
      { name: "pace", "aria-label": "Pace" },
      ...Object.entries(PACES).map(([key, [text]]) => el("option", { value: key }, text)),
    ),
    el(
      "select",
      { name: "flag", "aria-label": "When time is up" },
      ...Object.entries(FLAGS).map(([key, text]) => el("option", { value: key }, capital(text))),
    ),
  );

/** What such a form says. @param {FormData} answers */
export function paceChosen(answers) {
  const [, pace] = PACES[String(answers.get("pace") ?? "")] ?? ["", null];
  if (!pace) return null;
  const flag = String(answers.get("flag") ?? "loss");
  return { ...pace, flag, extension: flag === "extension" ? pace.each : 0 };
}

/** So much time in words, the two largest units.
 * @param {number} seconds */
export function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s >= DAY) return `${Math.floor(s / DAY)} d ${Math.floor((s % DAY) / HOUR)} h`;
  if (s >= HOUR) return `${Math.floor(s / HOUR)} h ${String(Math.floor((s % HOUR) / MINUTE)).padStart(2, "0")} min`;
  return `${Math.floor(s / MINUTE)}:${String(s % MINUTE).padStart(2, "0")}`;
}

/** What was agreed, in a sentence. @param {Pace} pace */
export function paceWords(pace) {
  const long = (/** @type {number} */ s) =>
    s >= DAY && s % DAY === 0 ? `${s / DAY} ${s === DAY ? "day" : "days"}` : span(s);
  const each =
    pace.kind === "days"
      ? `${long(pace.each)} a turn, ${long(pace.reserve)} in reserve`
      : `${long(pace.reserve)} each, ${long(pace.each)} more a turn`;
  return `${each}; ${FLAGS[pace.flag]}`;
}

/** Seconds that a side has left now. @param {Clock} clock @param {string} side */
export function left(clock, side) {
  const hand = clock.hands[side];
  if (!hand.since) return hand.turn + hand.reserve;
  const now = Date.now() / 1000;
  if (hand.away > now) return hand.due - hand.away;
  return Math.max(0, hand.due - now);
}

/** The side of these whose flag falls first, with what it has left; nothing if none of their clocks runs.
 * @param {Clock | null} clock @param {string[]} sides */
export function pressing(clock, sides) {
  if (!clock) return null;
  const going = sides.filter((side) => clock.hands[side]?.since);
  const [first] = going.sort((a, b) => left(clock, a) - left(clock, b));
  return first ? { side: first, left: left(clock, first) } : null;
}

/** @param {Clock} clock @param {string} side */
function isUrgent(clock, side) {
  const { each, reserve } = clock.pace;
  return !!clock.hands[side].since && left(clock, side) < SOON * (each + reserve);
}

/** Both clocks, for the panel of the decision. They count on by themselves.
 * @param {Snapshot} now */
export function clockStrip({ table, view }) {
  const clock = table.clock;
  if (!clock || view.over) return [];
  const faces = Object.entries(table.seats)
    .filter(([, seat]) => seat.kind !== "bot")
    .map(([side]) => {
      const hand = clock.hands[side];
      const away = hand.away * 1000 > Date.now();
      return el(
        "span",
        {
          class: `clock${hand.since ? " running" : ""}${isUrgent(clock, side) ? " urgent" : ""}`,
          "data-clock": side,
          role: "timer",
          title: `${capital(side)}: ${paceWords(clock.pace)}`,
        },
        `${capital(side)} `,
        el("b", {}, span(left(clock, side))),
        away ? " away" : "",
      );
    });
  return [el("p", { class: "clocks" }, ...faces, clock.adjourned ? " adjourned" : "")];
}

/** Lets the clocks that are on the page count on.
 * @param {() => Snapshot | null} now */
export function tick(now) {
  setInterval(() => {
    const clock = now()?.table.clock;
    if (!clock) return;
    for (const face of document.querySelectorAll("[data-clock]")) {
      const side = face.getAttribute("data-clock") ?? "";
      const shown = face.querySelector("b");
      if (!clock.hands[side] || !shown) continue;
      const text = span(left(clock, side));
      if (shown.textContent !== text) shown.textContent = text;
      face.classList.toggle("urgent", isUrgent(clock, side));
    }
  }, 1000);
}

/** What was agreed, and going away, for the sheet of the table.
 * @param {Snapshot} now @param {{ask(message: Record<string, unknown>): void}} how */
export function agreedTime({ table, you, view }, how) {
  const clock = table.clock;
  if (!clock) return [];
  const hand = clock.hands[you.side];
  const away = hand && hand.away * 1000 > Date.now();
  const days = hand ? Math.floor(hand.leave / DAY) : 0;
  const choice = el(
    "select",
    { "aria-label": "Days away" },
    ...[1, 2, 3, 5, 7, 10, 14, 21, 28]
      .filter((n) => n <= days)
      .map((n) => el("option", { value: n }, n === 1 ? "1 day" : `${n} days`)),
  );
  const button = (/** @type {string} */ text, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: "button slight", "data-absent": away ? "0" : "1", click }, text);
  return [
    el("h3", {}, "Time"),
    el("p", { class: "small" }, capital(paceWords(clock.pace)) + "."),
    !hand || view.over || you.comrade
      ? null
      : away
        ? el(
            "div",
            { class: "row" },
            el("p", { class: "small" }, `You are away until ${moment(hand.away * 1000)}.`),
            button("I am back", () => how.ask({ type: "away", days: 0 })),
          )
        : days
          ? el(
              "div",
              { class: "row" },
              choice,
              button("Go away: my clock stands", () => how.ask({ type: "away", days: Number(choice.value) })),
            )
          : null,
  ].filter((part) => part !== null);
}

// A side that is shared out: who holds which of its desks, and how that is changed.

import { capital, el } from "../basics/dom.js";
import { codeOf } from "./qr.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {import("../basics/types.js").Seat} Seat */
/** @typedef {import("../basics/types.js").Comrade} Comrade */
/** @typedef {{ask(message: Record<string, unknown>): void}} How */

/** @param {Comrade} comrade */
const called = (comrade) => comrade.name || (comrade.kind === "open" ? "an open seat" : "a comrade");

/** The comrade who decides at a desk; nobody: the commander.
 * @param {Seat | undefined} seat @param {string} desk @returns {Comrade | undefined} */
const keeper = (seat, desk) => seat?.comrades.find((each) => each.kind === "human" && each.desks.includes(desk));

/** Whether one decides at a desk of the side on show.
 * @param {Snapshot} now @param {string} desk */
export const isOwn = ({ table, you }, desk) => (keeper(table.seats[you.side], desk)?.n ?? 0) === you.comrade;

/** Who of one's own side is to answer what it is asked, where that is not oneself.
 * @param {Snapshot} now */
export function whoDecides({ table, you }) {
  const seat = table.seats[you.side];
  const found = keeper(seat, you.desk);
  if (found) return `${called(found)} (${you.desk} desk)`;
  return seat?.name ? `${seat.name}, who commands` : "your commander";
}

/** Those who play a side beside its commander, with the links that he may send.
 * @param {Snapshot} now @param {string} side @param {How} how */
export function comradesOf({ table, you }, side, how) {
  const { comrades } = table.seats[side];
  if (!comrades.length) return null;
  const ours = you.sides.includes(side);
  const line = (/** @type {Comrade} */ each) => {
    const here = each.kind === "open" ? "" : each.windows ? ", here" : ", not here";
    const own = ours && you.comrade === each.n;
    const link = ours && you.side === side ? you.comrades[each.n] : "";
    const desks = each.desks.join(", ") || "no desk";
    return el(
      "li",
      { "data-comrade": each.n },
      `${capital(called(each))}${here}${own ? " (you)" : ""}: ${desks}`,
      link ? el("p", { class: "small" }, el("a", { href: link }, new URL(link, location.href).href)) : null,
      link ? codeOf(new URL(link, location.href).href) : null,
      ours && (own || !you.comrade)
        ? el(
            "button",
            {
              type: "button",
              class: "button slight",
              "data-dismiss": each.n,
              click: () => how.ask({ type: "dismiss", comrade: each.n, side }),
            },
            own ? "Leave the seat" : "Take the seat away",
          )
        : null,
    );
  };
  return el("ul", { class: "comrades small" }, ...comrades.map(line));
}

/** Who holds each desk of one's own side, to be changed by whoever may.
 * @param {Snapshot} now @param {How} how */
export function deskHolders({ table, you }, how) {
  const seat = table.seats[you.side];
  if (!seat?.comrades.length) return [];
  const people = [
    { n: 0, text: seat.name || "The commander" },
    ...seat.comrades.map((c) => ({ n: c.n, text: called(c) })),
  ];
  const row = (/** @type {string} */ desk) => {
    const held = seat.comrades.find((each) => each.desks.includes(desk))?.n ?? 0;
    return el(
      "label",
      { class: "small" },
      `${capital(desk)} `,
      el(
        "select",
        {
          "data-hand": desk,
          disabled: !!you.comrade && held !== you.comrade,
          change: (/** @type {any} */ event) =>
            how.ask({ type: "hand", desk, to: Number(event.target.value), side: you.side }),
        },
        ...people.map(({ n, text }) => el("option", { value: n, selected: n === held }, capital(text))),
      ),
    );
  };
  return [el("h3", {}, "Who holds which desk"), el("div", { class: "settled" }, ...Object.keys(table.desks).map(row))];
}

/** A seat for a comrade, to be opened by whoever commands the side on show.
 * @param {Snapshot} now @param {How} how */
export function appointing({ table, you, view }, how) {
  const desks = Object.keys(table.desks);
  const seat = table.seats[you.side];
  if (!desks.length || !seat || you.comrade || view.over || seat.comrades.length >= desks.length) return [];
  const boxes = desks.map((desk) =>
    el(
      "label",
      { class: "small", title: table.desks[desk] },
      el("input", { type: "checkbox", name: "post", value: desk, "data-post": desk }),
      ` ${capital(desk)}`,
    ),
  );
  const form = el(
    "form",
    {
      class: "appointing",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const wished = new FormData(form).getAll("post").map(String);
        if (wished.length) how.ask({ type: "appoint", desks: wished, side: you.side });
      },
    },
    ...boxes,
    el("button", { type: "submit", class: "button slight", "data-appoint": "" }, "Open a seat beside yours"),
  );
  const sees = "Whoever takes it sees all that your side sees, and decides at these desks:";
  return [el("h3", {}, "Share the command"), el("p", { class: "small quiet" }, sees), form];
}

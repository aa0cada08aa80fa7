// Who plays with whom: invitations, waiting for guests, the seats, and what the dice were promised by.

import { comradesOf } from "./comrades.js";
import { capital, el } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { forget, like, liked } from "../basics/prefs.js";
import { rank } from "./ranks.js";
import { keptShare } from "./shares.js";
import { codeOf } from "./qr.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {{ask(message: Record<string, unknown>): void}} How */

/** @param {number} left */
function unfinished(left) {
  if (!left) return "";
  const games = left === 1 ? "one game" : `${left} games`;
  return ` Begun here with guests before this one, and not finished: ${games} of this scenario.`;
}

/** @param {Snapshot["table"]} table @param {Snapshot["you"]} you */
function offer(table, you) {
  const post = table.seats[you.invited].comrades.find((each) => each.n === you.comrade);
  const side = capital(you.invited);
  if (!post) return `Play the ${side} side in ${table.name}?`;
  return `Play the ${side} side in ${table.name} together with its commander, and decide at: ${post.desks.join(", ")}?`;
}

/** What a guest is to be called, at this table and at the next. Kept letter by letter, for the panel may be drawn anew
 * while he writes. */
const nickname = () =>
  el("input", {
    type: "text",
    name: "name",
    maxlength: 40,
    value: liked("name", ""),
    autocomplete: "nickname",
    placeholder: "Your name",
    "aria-label": "Your name",
    input: (event) => like("name", event.target.value),
  });

/** A link opens its seat once, for whoever presses this.
 * @param {Snapshot} now @param {How} how */
export function invitation({ table, you }, how) {
  const back = () => {
    forget(`invitation:${table.id}`);
    location.reload();
  };
  const name = nickname();
  const take = () => {
    how.ask({ type: "claim", side: you.invited });
    if (!you.name && name.value.trim()) how.ask({ type: "name", name: name.value });
  };
  const dice = you.comrade
    ? "The commander of the side adds its share to the dice."
    : table.seed === null
      ? "Your browser adds its share to the dice, so that no one can have fixed them."
      : `The dice are open (seed ${table.seed}): anyone can predict them.`;
  const terms = "Once you have taken the seat it is yours alone, in this browser; the link opens it for no one else.";
  return [
    el("h2", { class: "phase" }, "You are invited"),
    el("p", { class: "prompt" }, `${offer(table, you)} ${terms}`),
    you.name ? el("p", { class: "quiet small" }, `You play as ${you.name}.`) : el("p", {}, name),
    el(
      "div",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          class: "button primary",
          "data-take-seat": you.invited,
          click: take,
        },
        "Take the seat",
      ),
      liked(`seat:${table.id}`, "")
        ? el("button", { type: "button", class: "button", click: back }, "Back to my own seat")
        : null,
    ),
    el("p", { class: "quiet small" }, dice + unfinished(table.left)),
  ];
}

/** Before the game begins: who is still to come, and the links to send.
 * @param {Snapshot} now */
export function gathering({ table, you }) {
  const missing = table.waiting.filter((side) => table.seats[side].kind === "open");
  const sides = missing.map((side) => `the ${capital(side)} player`).join(" and ");
  return [
    el("h2", { class: "phase" }, "Before the game"),
    el(
      "p",
      { class: "prompt", role: "status" },
      missing.length ? `The game begins when ${sides} sits down.` : "Everyone is here: the dice are being agreed.",
    ),
    ...missing.flatMap((side) => {
      const link = you.links[side];
      if (!link) return [];
      return [
        el("p", {}, `Send this link to whoever plays ${names.side(side)}. It opens the seat once:`),
        ...linkToSend(link),
        codeOf(new URL(link, location.href).href),
      ];
    }),
    el("p", { class: "quiet small" }, "Every guest adds a share to the dice, and the set-up is rolled with them."),
  ];
}

/** A link, and a button that copies it; where the browser gives nobody its clipboard, the link is marked instead.
 * @param {string} link */
function linkToSend(link) {
  const { href } = new URL(link, location.href);
  const shown = el("a", { href: link, class: "small" }, href);
  const copy = el("button", { type: "button", class: "button slight", "data-copy": href }, "Copy the link");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(href);
      copy.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(shown);
      copy.textContent = "Marked: copy it from here";
    }
  });
  return [el("p", {}, shown), el("p", {}, copy)];
}

/** Who sits where, from how many windows, and by which link.
 * @param {Snapshot} now @param {How} how */
export function seatList({ table, you, ...rest }, how) {
  return Object.entries(table.seats).map(([side, seat]) => {
    const who =
      seat.kind === "bot" ? `the machine (${rank(seat.bot)})` : seat.kind === "open" ? "open" : seat.name || "a player";
    const windows = seat.windows > 1 ? `, here in ${seat.windows} windows` : ", here";
    const here = seat.kind === "bot" ? "" : seat.windows ? windows : ", not here";
    const link = you.links[side];
    const guest = you.host && seat.kind === "human" && !you.sides.includes(side);
    const again = () => {
      const loss = "Whoever holds it now loses the seat, and everyone is told.";
      const asked = `Make a new link for ${names.side(side)}? ${loss}`;
      if (confirm(asked)) how.ask({ type: "reissue", side });
    };
    return el(
      "li",
      { "data-seat": side },
      el("b", {}, capital(side)),
      `: ${who}${here}${you.sides.includes(side) && !you.comrade ? " (you)" : ""}`,
      link ? el("div", { class: "small" }, "Invitation: ", ...linkToSend(link)) : null,
      link
        ? el(
            "button",
            { class: "button slight", type: "button", click: () => how.ask({ type: "claim", side }) },
            "Sit there myself",
          )
        : null,
      link
        ? el(
            "button",
            {
              class: "button slight",
              type: "button",
              click: () => how.ask({ type: "relieve", side, machine: true }),
            },
            "Give it to a machine",
          )
        : null,
      you.sides.includes(side) && !you.comrade && !table.waiting.length && !rest.view.over
        ? el(
            "button",
            {
              class: "button slight",
              type: "button",
              "data-relieve": side,
              click: () => how.ask({ type: "relieve", side, machine: seat.kind !== "bot" }),
            },
            seat.kind === "bot" ? "Play it myself again" : "Let the machine play on",
          )
        : null,
      comradesOf({ table, you, ...rest }, side, how),
      seat.given > 1 ? el("p", { class: "small quiet" }, `The link to this seat was made ${seat.given} times.`) : null,
      guest
        ? el(
            "button",
            {
              class: "button slight",
              type: "button",
              "data-reissue": side,
              title: "For a guest who has lost his seat",
              click: again,
            },
            "Make a new link",
          )
        : null,
    );
  });
}

/** What the dice follow from, and whether it is still what this browser was promised when it gave its share.
 * @param {Snapshot} now */
export function promises({ table }) {
  const kept = keptShare(table.id);
  const seats = Object.entries(table.seats).filter(([, seat]) => seat.promise);
  const broken =
    kept &&
    !table.waiting.length &&
    (kept.commitment !== table.commitment || !seats.some(([, seat]) => seat.promise === kept.promise));
  const code = (/** @type {string} */ text) => el("code", { class: "commitment" }, `${text.slice(0, 32)}…`);
  const sealed = "Every roll is fixed by a secret that was promised before the first move and is opened at the end:";
  const open = "The game is over: the secret is open and the record proves every roll.";
  const seed = `The dice are open (seed ${table.seed}): anyone can predict every roll.`;
  return [
    el("p", { class: "small quiet" }, table.seed !== null ? seed : table.secret ? open : sealed),
    el("p", { class: "small" }, code(table.commitment)),
    ...seats.map(([side, seat]) => {
      const own = kept?.promise === seat.promise ? ", drawn by this browser" : "";
      return el(
        "p",
        { class: "small", "data-promise": side },
        `The share of ${names.side(side)}${own}: `,
        code(seat.promise),
      );
    }),
    ...(broken
      ? [
          el(
            "p",
            { class: "problem", role: "alert" },
            "This is not what was promised when this browser gave its share in the dice.",
          ),
        ]
      : []),
    ...(table.left ? [el("p", { class: "small quiet" }, unfinished(table.left))] : []),
  ];
}

// Games that go on or are over: each with its map, whose turn it is, and what can be done with it.

import { pressing, span } from "../company/clocks.js";
import { byId, capital, el, moment } from "../basics/dom.js";
import { deleteJson, getJson, postText } from "../basics/net.js";
import { forget, like, liked } from "../basics/prefs.js";
import { rank } from "../company/ranks.js";

/** What a player calls a table, else what the game is called.
 * @param {any} one */
const titleOf = (one) => liked(`title:${one.id}`, "") || one.name;

/** Whose turn it is, in the eyes of who looks.
 * @param {any} one */
function whose(one) {
  const open = Object.keys(one.seats).filter((side) => one.seats[side].kind === "open");
  if (open.some((side) => one.yours.includes(side))) return "You are challenged: take your seat";
  if (open.length) return "Waiting for a guest";
  const [side] = one.asked;
  if (!side) return "";
  if (one.waits) return "Your turn";
  return one.seats[side]?.kind === "bot" ? `The machine moves (${capital(side)})` : `${capital(side)} to move`;
}

/** @param {any} seat @param {boolean} own */
function whoIn(seat, own) {
  if (seat.bot) return rank(seat.bot);
  return seat.name || (own ? "you" : seat.kind === "open" ? "nobody yet" : "a guest");
}

/** What is left on the clock that runs. @param {any} one */
function timeLeft(one) {
  const next = pressing(one.clock, one.asked);
  return next ? `, ${span(next.left)} left` : "";
}

/** The record as one's own seat may know it, into a file.
 * @param {any} one */
async function save(one) {
  const record = await getJson(`/api/tables/${encodeURIComponent(one.id)}/record`, liked(`seat:${one.id}`, ""));
  const address = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  el("a", { href: address, download: `${one.id}.json` }).click();
  URL.revokeObjectURL(address);
}

/** @param {any} one
 * @param {{key: Promise<string>, renew(): Promise<void>}} house its owner's key, and what to do when a table is gone */
export function tableLine(one, house) {
  if (one.token) like(`seat:${one.id}`, one.token);
  const seat = !!liked(`seat:${one.id}`, "");
  const players = /** @type {[string, any][]} */ (Object.entries(one.seats))
    .map(([side, who]) => `${capital(side)}: ${whoIn(who, one.yours.includes(side))}`)
    .join(" · ");
  const state =
    one.trouble ||
    (one.over
      ? `Over: ${one.winner ? `${capital(one.winner)} victory` : "a draw"}`
      : `${one.called}: turn ${one.turn} of ${one.last_turn}, ${one.date}`);
  const turn = one.over || one.trouble ? "" : whose(one);
  const name = el("b", {}, titleOf(one));
  const rename = () => {
    const text = prompt("What do you call this game?", titleOf(one));
    if (text === null) return;
    if (text.trim()) like(`title:${one.id}`, text.trim().slice(0, 60));
    else forget(`title:${one.id}`);
    name.textContent = titleOf(one);
  };
  const remove = async () => {
    if (!confirm(`Delete ${titleOf(one)} for good?`)) return;
    try {
      await deleteJson(`/api/tables/${encodeURIComponent(one.id)}`, liked(`seat:${one.id}`, "") || (await house.key));
      forget(`seat:${one.id}`);
      await house.renew();
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
    }
  };
  const deed = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ click) =>
    el(
      "button",
      {
        type: "button",
        class: "button slight",
        [`data-${key}`]: one.id,
        click,
      },
      label,
    );
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/t/${encodeURIComponent(one.id)}`, class: seat ? "yours" : "" },
      one.game
        ? el("canvas", { "data-map": one.game, "data-where": JSON.stringify(one.where), "aria-hidden": "true" })
        : null,
      name,
      turn ? el("span", { class: turn === "Your turn" ? "turn mine" : "turn" }, turn, timeLeft(one)) : null,
      el("span", {}, state),
      el("span", { class: "quiet small" }, players),
      el("span", { class: "quiet small" }, `Last played ${moment(one.touched)}`),
    ),
    seat
      ? el(
          "div",
          { class: "deeds" },
          deed("Rename", "rename", rename),
          deed("Export", "export", () => void save(one)),
          deed("Delete", "delete", () => void remove()),
        )
      : null,
  );
}

/** A record that was saved, as a table of one's own.
 * @param {HTMLInputElement} input */
export async function bring(input) {
  const [file] = input.files ?? [];
  const problem = byId("import-problem");
  problem.hidden = true;
  if (!file) return;
  try {
    const made = await postText("/api/records", await file.text());
    like(`seat:${made.id}`, made.token);
    location.href = made.url;
  } catch (error) {
    problem.textContent = capital(/** @type {Error} */ (error).message);
    problem.hidden = false;
  }
  input.value = "";
}

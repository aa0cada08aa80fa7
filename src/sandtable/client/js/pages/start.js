// The start page: the games as cards, how to begin the one that is chosen, and those that go on.

import { cardOf, setupOf } from "./begin.js";
import { byId, el } from "../basics/dom.js";
import { invitationLine, ownTables } from "../company/lobby.js";
import { getJson, postJson } from "../basics/net.js";
import { noticesForm } from "./notices.js";
import { greet, listen } from "./person.js";
import { keepShell, like, liked, takeSecret, takeWord, theme } from "../basics/prefs.js";
import { bring, tableLine } from "./tables.js";
import { paintAll } from "./thumbnails.js";

/** @typedef {import("./begin.js").About} About */

document.documentElement.dataset.theme = theme();
const houseKey = ownersKey();
let isHouse = false; // where strangers come, and a table is found by its link
/** @type {import("./begin.js").House} */
const house = { player: "", invites: false };

/** The browser is opened on a ticket, which the server changes for the owner's key once.
 * @returns {Promise<string>} */
async function ownersKey() {
  const ticket = takeWord("ticket");
  if (ticket) {
    const { key } = await postJson("/api/key", { ticket }).catch(() => ({ key: "" }));
    if (key) like("house-key", key);
  }
  return takeSecret("key", "house-key");
}

/** @param {About} game */
function choose(game) {
  like("last-game", game.key);
  for (const card of document.querySelectorAll("[data-card]"))
    card.setAttribute("aria-pressed", String(card.getAttribute("data-card") === game.key));
  byId("setup").replaceChildren(setupOf(game, house));
}

/** A card was pressed: where the form lies below it, that is brought into sight.
 * @param {About} game */
function take(game) {
  choose(game);
  const form = byId("setup");
  if (form.getBoundingClientRect().top > innerHeight / 2) form.scrollIntoView({ block: "start" });
}

/** The game that was played last, else the first. @param {About[]} games */
const usual = (games) => games.find((game) => game.key === liked("last-game", "")) ?? games[0];

/** Whoever is signed in plays under that name, and everybody hears what the host of the house says.
 * @param {About[]} games */
async function meet(games) {
  listen().catch(() => {});
  house.player = await greet().catch(() => "");
  if (house.player && games.length) choose(usual(games));
}

// Games that go on

/** All of them; which sides one holds is known by the owner's key, else by the seats of this browser. */
async function allTables() {
  const { tables } = await getJson("/api/tables", (await houseKey) || undefined).catch(() => getJson("/api/tables"));
  const held = await ownTables().catch(() => []);
  const yours = new Map(held.map((/** @type {any} */ one) => [one.id, one.yours]));
  return tables.map((/** @type {any} */ one) => ({ ...one, yours: yours.get(one.id) ?? one.yours }));
}

async function listInvitations() {
  const { invitations } = await getJson("/api/invitations");
  byId("lobby").hidden = !invitations.length;
  byId("invitations").replaceChildren(...invitations.map(invitationLine));
  paintAll();
}

async function listTables() {
  const tables = isHouse ? await ownTables() : await allTables();
  const shown = tables
    .filter((/** @type {any} */ one) => one.token || liked(`seat:${one.id}`, "") || !one.over)
    .slice(0, 24);
  const over = shown.filter((/** @type {any} */ one) => one.over);
  const going = shown.filter((/** @type {any} */ one) => !one.over);
  byId("resume").hidden = !going.length;
  const line = (/** @type {any} */ one) => tableLine(one, { key: houseKey, renew: listTables });
  byId("tables").replaceChildren(...going.map(line));
  byId("finished").hidden = !over.length;
  byId("tables-over").replaceChildren(...over.map(line));
  paintAll();
}

/** How one wishes to be told, for who is signed in; and the way to results. */
async function tellMe() {
  const form = await noticesForm();
  byId("house").replaceChildren(
    el("p", {}, el("a", { href: "/standings" }, "Ratings and tournaments")),
    ...(form ? [form] : []),
  );
}

/** @type {Promise<{games: About[], public: boolean, invites: boolean}>} */
const about = getJson("/api/games");
const night = byId("theme");
const sayTheme = () => (night.textContent = document.documentElement.dataset.theme === "night" ? "Paper" : "Night");
sayTheme();
night.addEventListener("click", () => {
  const next = document.documentElement.dataset.theme === "night" ? "paper" : "night";
  document.documentElement.dataset.theme = next;
  like("theme", next);
  sayTheme();
  paintAll();
});
addEventListener("resize", paintAll);
about.then(
  (told) => {
    const { games } = told;
    isHouse = told.public;
    house.invites = told.invites;
    listTables().catch(() => {});
    if (isHouse) tellMe().catch(() => {});
    listInvitations().catch(() => {});
    if (isHouse) meet(games);
    if (!games.length) return byId("games").replaceChildren(el("p", {}, "No game is installed."));
    byId("games").replaceChildren(...games.map((game) => cardOf(game, take)));
    choose(usual(games));
    return paintAll();
  },
  (error) =>
    byId("games").replaceChildren(
      el("p", { class: "problem" }, `The table does not answer (${error.message}). Is the server still running?`),
    ),
);
const records = /** @type {HTMLInputElement} */ (byId("import"));
records.addEventListener("change", () => void bring(records));
addEventListener("load", keepShell);

// The page of ratings, results and tournaments.

import { paceChosen, paceFields } from "../company/clocks.js";
import { byId, capital, day, el } from "../basics/dom.js";
import { getJson, postJson } from "../basics/net.js";
import { theme } from "../basics/prefs.js";

document.documentElement.dataset.theme = theme();

/** @param {string[]} heads @param {(string | Node)[][]} rows */
function sheet(heads, rows) {
  return el(
    "table",
    { class: "standings" },
    el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))),
  );
}

/** @param {string} name */
const personLink = (name) => el("a", { href: `#person=${encodeURIComponent(name)}` }, name);

/** @param {any} one */
const strength = (one) => `${one.rating}${one.provisional ? "?" : ""}`;

/** @param {string} game */
async function showRatings(game) {
  const { ratings } = await getJson(`/api/ratings/${encodeURIComponent(game)}`);
  const rows = ratings.map((/** @type {any} */ one, /** @type {number} */ i) => [
    String(i + 1),
    one.machine ? `${capital(one.name)} (machine)` : personLink(one.name),
    strength(one),
    String(one.games),
  ]);
  byId("ratings").replaceChildren(
    rows.length
      ? sheet(["", "Player", "Rating", "Games"], rows)
      : el("p", { class: "quiet" }, "No rated game of this title has ended yet."),
    el("p", { class: "small quiet" }, "A question mark: still provisional."),
  );
}

/** What the games are called, and each of their scenarios under both keys. @type {Map<string, string>} */
const titles = new Map();

/** @param {string} key */
const titleOf = (key) => titles.get(key) ?? key;

/** @param {string} name */
async function showPerson(name) {
  const told = await getJson(`/api/persons/${encodeURIComponent(name)}/results`);
  const outcome = (/** @type {number} */ score) => (score === 1 ? "won" : score === 0 ? "lost" : "drew");
  const place = byId("person");
  place.hidden = false;
  place.replaceChildren(
    el("h2", {}, told.name),
    el("p", {}, told.ratings.map((/** @type {any} */ one) => `${titleOf(one.game)}: ${strength(one)}`).join(" · ")),
    sheet(
      ["Game", "Side", "", "Against", "Ended"],
      told.games.map((/** @type {any} */ one) => [
        el("a", { href: `/t/${encodeURIComponent(one.table)}` }, titleOf(one.game)),
        capital(one.side),
        outcome(one.score) + (one.rated ? "" : " (not rated)"),
        one.against.map((/** @type {any} */ other) => other.name || capital(other.side)).join(", "),
        day(one.ended),
      ]),
    ),
  );
}

async function listTournaments() {
  const { tournaments } = await getJson("/api/tournaments");
  byId("tournaments").replaceChildren(
    ...tournaments.map((/** @type {any} */ one) =>
      el(
        "li",
        { "data-tournament": one.id },
        el(
          "a",
          { href: `#tournament=${encodeURIComponent(one.id)}` },
          el("b", {}, one.name),
          el(
            "span",
            {},
            `${titleOf(one.game)}, ${one.system === "swiss" ? "Swiss system" : "everybody against everybody"}`,
          ),
          el(
            "span",
            { class: "quiet small" },
            one.players === 1 ? "1 player; " : `${one.players} players; `,
            one.over ? "over" : one.begun ? "under way" : "open",
          ),
        ),
      ),
    ),
  );
}

/** @param {string} id */
async function showTournament(id) {
  const told = await getJson(`/api/tournaments/${encodeURIComponent(id)}`);
  const say = async (/** @type {string} */ method, /** @type {string} */ what) => {
    const response = await fetch(`/api/tournaments/${encodeURIComponent(id)}/${what}`, { method, body: "{}" });
    if (!response.ok) alert(capital((await response.json()).why));
    await showTournament(id);
  };
  const button = (/** @type {string} */ text, /** @type {string} */ method, /** @type {string} */ what) =>
    el("button", { type: "button", class: "button slight", click: () => void say(method, what) }, text);
  const score = (/** @type {number | null} */ points) => (points === null ? "playing" : `${points} : ${1 - points}`);
  byId("tournament").replaceChildren(
    el("h3", {}, told.name),
    el(
      "p",
      { class: "small" },
      `Held by ${told.host}; ${titles.get(`${told.game} ${told.scenario}`) ?? told.scenario}; ${told.rounds} rounds.`,
    ),
    told.begun
      ? el("span", {})
      : el(
          "div",
          { class: "row" },
          button("Take part", "POST", "players"),
          button("No longer take part", "DELETE", "players"),
          button("Begin", "POST", "rounds"),
        ),
    sheet(
      ["Player", "Points", "Opponents' points"],
      told.standings.map((/** @type {any} */ one) => [personLink(one.name), String(one.points), String(one.buchholz)]),
    ),
    ...told.pairings.flatMap((/** @type {any[]} */ pairs, /** @type {number} */ i) => [
      el("h4", {}, `Round ${i + 1}`),
      el(
        "ul",
        {},
        ...pairs.map((pair) =>
          pair.second
            ? el(
                "li",
                {},
                el("a", { href: `/t/${encodeURIComponent(pair.table)}` }, `${pair.first} – ${pair.second}`),
                ` ${score(pair.score)}`,
              )
            : el("li", {}, `${pair.first} rests`),
        ),
      ),
    ]),
  );
}

function follow() {
  const [what, value] = location.hash.slice(1).split("=");
  const name = decodeURIComponent(value ?? "");
  if (what === "person") showPerson(name).catch(console.warn);
  if (what === "tournament") showTournament(name).catch(console.warn);
}

async function start() {
  const { games } = await getJson("/api/games");
  for (const game of games) {
    titles.set(game.key, game.name);
    for (const one of game.scenarios) titles.set(`${game.key} ${one.key}`, one.name);
  }
  const choice = /** @type {HTMLSelectElement} */ (byId("game"));
  choice.append(...games.map((/** @type {any} */ game) => el("option", { value: game.key }, game.name)));
  choice.addEventListener("change", () => void showRatings(choice.value));
  await showRatings(choice.value);
  await listTournaments();
  const form = /** @type {HTMLFormElement} */ (byId("hold"));
  byId("pace").append(paceFields());
  form.hidden = !(await getJson("/api/account").catch(() => ({}))).account;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answers = new FormData(form);
    const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
    const wish = {
      name: answers.get("name"),
      game: choice.value,
      system: answers.get("system"),
      rounds: Number(answers.get("rounds")),
      pace: paceChosen(answers),
    };
    postJson("/api/tournaments", wish).then(
      (made) => {
        location.hash = `tournament=${made.id}`;
        void listTournaments();
      },
      (error) => {
        problem.textContent = error.message;
        problem.hidden = false;
      },
    );
  });
  addEventListener("hashchange", follow);
  follow();
}

start().catch(() => byId("ratings").replaceChildren(el("p", { class: "quiet" }, "This table keeps no results.")));

// How a game is begun: its card, who plays whom, and the table that is made for it.

import { paceChosen, paceFields } from "../company/clocks.js";
import { capital, el } from "../basics/dom.js";
import { postJson } from "../basics/net.js";
import { like, liked } from "../basics/prefs.js";
import { opponent } from "../company/ranks.js";

/** @typedef {{key: string, text: string}} Choice */
/** @typedef {{hours: string, complexity: number, special: string}} Card */
/** @typedef {Choice & {name: string, hours: string, complexity: number}} Scenario */
/** @typedef {{key: string, name: string, sides: string[], scenarios: Scenario[], options: Choice[], players: string[],
 *   opponent: string, introduction: string, card: Card, hides: boolean, desks: Choice[]}} About */
/** Who is signed in, and whether others than the host can see an invitation.
 * @typedef {{player: string, invites: boolean}} House */

const MOST = 5; // of what complexity is counted in

/** @param {number} complexity of five */
const rated = (complexity) =>
  complexity
    ? el(
        "span",
        { class: "quiet small", role: "img", "aria-label": `Complexity ${complexity} of ${MOST}` },
        `Complexity ${"●".repeat(complexity)}${"○".repeat(MOST - complexity)}`,
      )
    : null;

/** @param {About} game @param {(game: About) => void} choose */
export function cardOf(game, choose) {
  return el(
    "button",
    { type: "button", class: "card", "data-card": game.key, "aria-pressed": "false", click: () => choose(game) },
    el("canvas", { "data-map": game.key, "aria-hidden": "true" }),
    el("b", {}, game.name),
    el("span", { class: "small" }, game.card.special),
    el(
      "span",
      { class: "quiet small" },
      [game.card.hours, game.scenarios.length > 1 ? `${game.scenarios.length} scenarios` : ""]
        .filter(Boolean)
        .join(" · "),
    ),
    rated(game.card.complexity),
  );
}

/** @param {string} name @param {string} value @param {string} text @param {boolean} [checked] */
const radio = (name, value, text, checked = false) =>
  el("label", {}, el("input", { type: "radio", name, value, checked }), text);

/** What the game is about and all that has to be settled before it begins.
 * @param {About} game @param {House} house */
export function setupOf(game, house) {
  const form = el("form", {
    class: "setup",
    "data-game": game.key,
    submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      begin(game, form, house);
    },
  });
  form.append(
    scenarios(game),
    sides(game),
    rivals(game, house),
    paceFields(),
    house.invites ? watching(game) : "",
    game.desks.length ? comrade(game) : "",
    el("p", { class: "problem", role: "alert", hidden: true }),
    el("button", { type: "submit", class: "button primary" }, "Begin"),
    options(game, house),
  );
  const [first, ...more] = game.introduction
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean);
  return el(
    "article",
    { class: "game" },
    el("h3", {}, game.name),
    first ? el("p", { class: "story" }, first) : null,
    form,
    more.length
      ? el("details", { class: "story" }, el("summary", {}, "More about it"), ...more.map((text) => el("p", {}, text)))
      : null,
  );
}

/** @param {About} game */
function scenarios(game) {
  if (game.scenarios.length < 2) return el("p", { class: "quiet small" }, game.scenarios[0]?.text ?? "");
  const about = el("p", { class: "small", "data-scenario": "", "aria-live": "polite" });
  const say = (/** @type {Scenario} */ one) =>
    about.replaceChildren(
      el("span", {}, `${capital(one.text)}. `),
      el("span", { class: "quiet" }, one.hours ? `${capital(one.hours)} · ` : ""),
      rated(one.complexity) ?? "",
    );
  say(game.scenarios[0]);
  return el(
    "fieldset",
    {},
    el("legend", {}, "Scenario"),
    el(
      "select",
      {
        name: "scenario",
        "aria-label": "Scenario",
        change: (/** @type {Event} */ event) => {
          const { value } = /** @type {HTMLSelectElement} */ (event.target);
          say(game.scenarios.find((one) => one.key === value) ?? game.scenarios[0]);
        },
      },
      ...game.scenarios.map((one) => el("option", { value: one.key }, one.name)),
    ),
    about,
  );
}

/** @param {About} game */
const sides = (game) =>
  el(
    "fieldset",
    {},
    el("legend", {}, "You play"),
    el(
      "div",
      { class: "radios across" },
      ...game.sides.map((side, i) => radio("side", side, capital(side), i === 0)),
      radio("side", "", "Only watch"),
    ),
  );

/** A machine, the one that suits most players marked, or somebody.
 * @param {About} game @param {House} house */
function rivals(game, { invites, player }) {
  const challenged = el("input", {
    type: "text",
    name: "challenged",
    maxlength: 60,
    hidden: true,
    placeholder: "Their name in this house",
    "aria-label": "Whom you challenge",
  });
  const changed = (/** @type {Event} */ event) => {
    challenged.hidden = /** @type {HTMLInputElement} */ (event.target).value !== "person";
    challenged.toggleAttribute("required", !challenged.hidden);
  };
  return el(
    "fieldset",
    {},
    el("legend", {}, "Against"),
    el(
      "div",
      { class: "radios across", change: changed },
      radio("rival", "bot", "The machine", true),
      radio("rival", "human", "This screen, in turn"),
      radio("rival", "open", "A link I send"),
      invites ? radio("rival", "anybody", "Whoever comes") : null,
      invites && player ? radio("rival", "person", "A person I challenge") : null,
    ),
    challenged,
    el(
      "select",
      { name: "bot", "aria-label": "Which machine" },
      ...[...game.players]
        .reverse()
        .map((name) =>
          el("option", { value: name, selected: name === game.opponent }, opponent(name, name === game.opponent)),
        ),
    ),
  );
}

/** The name one plays under, and rules one may play with.
 * @param {About} game @param {House} house */
const options = (game, { player }) =>
  el(
    "details",
    { class: "options" },
    el("summary", {}, `Your name${game.options.length ? `, optional rules (${game.options.length})` : ""}`),
    player
      ? el("p", { class: "quiet small" }, `You play as ${player}.`)
      : el("input", {
          type: "text",
          name: "name",
          maxlength: 40,
          value: liked("name", ""),
          autocomplete: "nickname",
          placeholder: "Your name",
          "aria-label": "Your name",
        }),
    ...game.options.map((option) =>
      el(
        "label",
        {},
        el("input", { type: "checkbox", name: "option", value: option.key }),
        el("span", {}, capital(option.text)),
      ),
    ),
  );

/** Who may look on; where things are hidden, also some time later than the players.
 * @param {About} game */
function watching(game) {
  const choices = [
    ["0", "Anybody with the link may look on"],
    ...(game.hides
      ? [
          ["600", "Others look on ten minutes later"],
          ["86400", "Others look on a day later"],
        ]
      : []),
    ["nobody", "Nobody looks on until it is over"],
  ];
  return el(
    "fieldset",
    { class: "pace" },
    el(
      "select",
      { name: "watching", "aria-label": "Who may look on" },
      ...choices.map(([value, text]) => el("option", { value }, text)),
    ),
  );
}

/** Desks for somebody who plays one's own side too; at the table one opens more such seats.
 * @param {About} game */
const comrade = (game) =>
  el(
    "details",
    { class: "options" },
    el("summary", {}, "A comrade on your side"),
    el("p", { class: "quiet small" }, "Somebody decides at these desks beside you. The table has the link to send."),
    ...game.desks.map((desk) =>
      el(
        "label",
        {},
        el("input", { type: "checkbox", name: "post", value: desk.key }),
        el("span", {}, el("b", {}, capital(desk.key)), ` ${desk.text}`),
      ),
    ),
  );

/** @param {About} game @param {HTMLFormElement} form @param {House} house */
async function begin(game, form, { player }) {
  const answers = new FormData(form);
  const [mine, rival, bot, name] = ["side", "rival", "bot", "name"].map((key) => String(answers.get(key) ?? ""));
  const posts = answers.getAll("post").map(String);
  const watch = rival === "bot" ? "0" : String(answers.get("watching") ?? "0");
  const other = rival === "bot" ? `bot:${bot}` : rival === "anybody" || rival === "person" ? "open" : rival;
  const seats = Object.fromEntries(
    game.sides.map((side) => [side, mine === "" ? `bot:${bot}` : side === mine ? "human" : other]),
  );
  if (!player) like("name", name);
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  try {
    const made = await postJson("/api/tables", {
      game: game.key,
      scenario: String(answers.get("scenario") ?? game.scenarios[0].key),
      options: answers.getAll("option"),
      name,
      seats,
      invite: rival === "anybody" && mine !== "",
      challenge: rival === "person" && mine !== "" ? String(answers.get("challenged") ?? "").trim() : "",
      pace: rival === "bot" ? null : paceChosen(answers),
      spectators: watch !== "nobody",
      delay: Number(watch) || 0,
      comrades: posts.length && mine !== "" ? { [mine]: [posts] } : {},
    });
    like(`seat:${made.id}`, made.token);
    location.href = made.url;
  } catch (error) {
    problem.textContent = `That did not work: ${/** @type {Error} */ (error).message}`;
    problem.hidden = false;
  }
}

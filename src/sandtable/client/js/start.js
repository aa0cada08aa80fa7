// The start page: games with their introduction, how to begin one, and those in progress.

import { Board } from "./board.js";
import { byId, capital, el } from "./dom.js";
import { Ground } from "./ground.js";
import { getJson, postJson } from "./net.js";
import { Painter } from "./painter.js";
import { like, liked, takeSecret, takeWord, theme } from "./prefs.js";

/** @typedef {{key: string, text: string}} Choice */
/** @typedef {{key: string, name: string, sides: string[], scenarios: Choice[], options: Choice[], players: string[],
 *   opponent: string, introduction: string}} About */

document.documentElement.dataset.theme = theme();
const houseKey = ownersKey();
/** @type {{board: Board, table: any} | null} */
let panorama = null;

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

// The map behind the title

async function paintPanorama() {
  const [{ games }, table] = await Promise.all([about, getJson("/api/glyphs")]);
  if (!games.length) return;
  const data = await getJson(`/api/games/${encodeURIComponent(games[0].key)}/board`);
  panorama = { board: new Board(data), table };
  drawPanorama();
}

function drawPanorama() {
  if (!panorama) return;
  const canvas = /** @type {HTMLCanvasElement} */ (byId("panorama"));
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const { width, height } = canvas.getBoundingClientRect();
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const { board, table } = panorama;
  const chosen = table.themes[document.documentElement.dataset.theme ?? "paper"];
  const painter = new Painter(new Ground(board, table), chosen, table.sides ?? {}, { ids: false, doubts: false });
  const { x0, y0, x1 } = board.box;
  const k = Math.max(width / (x1 - x0 - 0.5), 26) * ratio;
  ctx.setTransform(k, 0, 0, k, -(x0 + 0.25) * k, -(y0 + 0.1) * k);
  painter.paint(ctx, { x0, y0, x1: x0 + canvas.width / k + 1, y1: y0 + canvas.height / k + 1 }, k);
}

// Beginning a game

/** @param {About} game */
function card(game) {
  const form = el("form", {
    class: "setup",
    "data-game": game.key,
    submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      begin(game, form);
    },
  });
  const radio = (
    /** @type {string} */ name,
    /** @type {string} */ value,
    /** @type {string} */ text,
    /** @type {boolean} */ checked,
  ) => el("label", {}, el("input", { type: "radio", name, value, checked }), text);
  const sides = [
    ...game.sides.map((side, i) => radio("side", side, `${capital(side)}`, i === 0)),
    radio("side", "", "No one: let me watch two machines", false),
  ];
  const rivals = [
    radio("rival", "bot", "The machine", true),
    radio("rival", "human", "Another player at this screen, in turn", false),
    radio("rival", "open", "Someone I send a link to", false),
  ];
  const strength = el(
    "select",
    { name: "bot", "aria-label": "Which machine" },
    ...[...game.players]
      .reverse()
      .map((name) =>
        el(
          "option",
          { value: name, selected: name === game.opponent },
          name === game.opponent ? `${name} (the best)` : name,
        ),
      ),
  );
  form.append(
    game.scenarios.length > 1
      ? el(
          "fieldset",
          {},
          el("legend", {}, "Scenario"),
          el(
            "div",
            { class: "radios" },
            ...game.scenarios.map((one, i) => radio("scenario", one.key, one.text, i === 0)),
          ),
        )
      : el("p", { class: "quiet" }, game.scenarios[0]?.text ?? ""),
    el("fieldset", {}, el("legend", {}, "You play"), el("div", { class: "radios" }, ...sides)),
    el(
      "fieldset",
      {},
      el("legend", {}, "Against"),
      el("div", { class: "radios" }, ...rivals),
      el("p", {}, ""),
      strength,
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Your name"),
      el("input", {
        type: "text",
        name: "name",
        maxlength: 40,
        value: liked("name", ""),
        autocomplete: "nickname",
        "aria-label": "Your name",
      }),
    ),
    el(
      "details",
      { class: "options" },
      el("summary", {}, `Optional rules (${game.options.length})`),
      ...game.options.map((option) =>
        el(
          "label",
          {},
          el("input", { type: "checkbox", name: "option", value: option.key }),
          el("span", {}, el("b", {}, option.key), ` ${option.text}`),
        ),
      ),
    ),
    el("p", { class: "problem", role: "alert", hidden: true }),
    el("button", { type: "submit", class: "button primary" }, "Begin"),
  );
  const story = game.introduction
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((text) => el("p", {}, text));
  return el("article", { class: "game" }, el("div", { class: "story" }, el("h3", {}, game.name), ...story), form);
}

/** @param {About} game @param {HTMLFormElement} form */
async function begin(game, form) {
  const answers = new FormData(form);
  const [mine, rival, bot, name] = ["side", "rival", "bot", "name"].map((key) => String(answers.get(key) ?? ""));
  const other = rival === "bot" ? `bot:${bot}` : rival;
  const seats = Object.fromEntries(
    game.sides.map((side) => [side, mine === "" ? `bot:${bot}` : side === mine ? "human" : other]),
  );
  like("name", name);
  const problem = /** @type {HTMLElement} */ (form.querySelector(".problem"));
  try {
    const made = await postJson("/api/tables", {
      game: game.key,
      scenario: String(answers.get("scenario") ?? game.scenarios[0].key),
      options: answers.getAll("option"),
      name,
      seats,
    });
    like(`seat:${made.id}`, made.token);
    location.href = made.url;
  } catch (error) {
    problem.textContent = `That did not work: ${/** @type {Error} */ (error).message}`;
    problem.hidden = false;
  }
}

// Games in progress

async function listTables() {
  const { tables } = await getJson("/api/tables", (await houseKey) || undefined).catch(() => getJson("/api/tables"));
  const shown = tables
    .filter((/** @type {any} */ one) => one.token || liked(`seat:${one.id}`, "") || !one.over)
    .slice(0, 24);
  const over = shown.filter((/** @type {any} */ one) => one.over);
  const going = shown.filter((/** @type {any} */ one) => !one.over);
  byId("resume").hidden = !going.length;
  byId("tables").replaceChildren(...going.map(tableLine));
  byId("finished").hidden = !over.length;
  byId("tables-over").replaceChildren(...over.map(tableLine));
}

/** @param {any} one */
function tableLine(one) {
  if (one.token) like(`seat:${one.id}`, one.token);
  const seat = !!liked(`seat:${one.id}`, "");
  const what = one.over ? "Look back" : seat ? "Resume" : "Watch";
  const players = /** @type {[string, any][]} */ (Object.entries(one.seats))
    .map(([side, who]) => `${capital(side)}: ${who.name || who.bot || who.kind}`)
    .join(" · ");
  const state =
    one.trouble ||
    (one.over
      ? `Over: ${one.winner ? `${capital(one.winner)} won` : "a draw"}`
      : Object.values(one.seats).some((/** @type {any} */ seat) => seat.kind === "open")
        ? "Waiting for a guest"
        : `Turn ${one.turn} of ${one.last_turn}, ${one.date}`);
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/t/${encodeURIComponent(one.id)}`, class: seat ? "yours" : "" },
      el("b", {}, one.name),
      el("span", {}, state),
      el("span", { class: "quiet small" }, players),
      el("span", { class: "quiet small" }, `${what} · last played ${new Date(one.touched).toLocaleString()}`),
    ),
  );
}

/** @type {Promise<{games: About[]}>} */
const about = getJson("/api/games");
const night = byId("theme");
const sayTheme = () => (night.textContent = document.documentElement.dataset.theme === "night" ? "Paper" : "Night");
sayTheme();
night.addEventListener("click", () => {
  const next = document.documentElement.dataset.theme === "night" ? "paper" : "night";
  document.documentElement.dataset.theme = next;
  like("theme", next);
  sayTheme();
  drawPanorama();
});
addEventListener("resize", drawPanorama);
about.then(
  ({ games }) =>
    byId("games").replaceChildren(...(games.length ? games.map(card) : [el("p", {}, "No game is installed.")])),
  (error) =>
    byId("games").replaceChildren(
      el("p", { class: "problem" }, `The table does not answer (${error.message}). Is the server still running?`),
    ),
);
listTables().catch(() => {});
paintPanorama().catch(() => {});

// The start page: the games as cards, how to begin the one that is chosen, and those that go on.

import { Board } from "./board.js";
import { paceChosen, paceFields, pressing, span } from "./clocks.js";
import { byId, capital, el } from "./dom.js";
import { Ground } from "./ground.js";
import { deleteJson, getJson, postJson, postText } from "./net.js";
import { Painter } from "./painter.js";
import { invitationLine, ownTables } from "./lobby.js";
import { noticesForm } from "./notices.js";
import { greet, listen } from "./person.js";
import { forget, keepShell, like, liked, takeSecret, takeWord, theme } from "./prefs.js";

/** @typedef {{key: string, text: string}} Choice */
/** @typedef {{hours: string, complexity: number, special: string}} Card */
/** @typedef {{key: string, name: string, sides: string[], scenarios: Choice[], options: Choice[], players: string[],
 *   opponent: string, introduction: string, card: Card, hides: boolean}} About */

const MOST = 5; // of what complexity is counted in
const PICTURE = 760; // pixels of a painted map
/** What machines are called to players, and how they play. @type {Record<string, [string, string]>} */
const RANKS = {
  random: ["Recruit", "moves at random"],
  greedy: ["Corporal", "sees one move ahead"],
  cadet: ["Cadet", "overlooks things"],
  officer: ["Officer", "plans ahead"],
  general: ["General", "tries several plans"],
  marshal: ["Marshal", "tries them four times as long"],
};

document.documentElement.dataset.theme = theme();
const houseKey = ownersKey();
let isHouse = false; // where strangers come, and a table is found by its link
let player = ""; // whoever is signed in
let invites = false; // whether others than the host can see an invitation
/** Maps of the games, by game and theme. @type {Map<string, Promise<HTMLCanvasElement>>} */
const pictures = new Map();
/** @type {Promise<any>} */
const glyphs = getJson("/api/glyphs");

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

// Pictures

/** @type {Map<string, Promise<any>>} */
const boards = new Map();

/** @param {string} game */
function boardOf(game) {
  const known = boards.get(game) ?? getJson(`/api/games/${encodeURIComponent(game)}/board`);
  boards.set(game, known);
  return known;
}

/** The map of a game, painted once.
 * @param {string} game @param {string} look the theme */
async function picture(game, look) {
  const [data, table] = await Promise.all([boardOf(game), glyphs]);
  const board = new Board(data);
  const { x0, y0, x1, y1 } = board.box;
  const canvas = el("canvas");
  const k = PICTURE / (x1 - x0 - 0.5);
  [canvas.width, canvas.height] = [PICTURE, Math.round((y1 - y0 - 0.5) * k)];
  const ctx = canvas.getContext("2d");
  const painter = new Painter(new Ground(board, table), table.themes[look], table.sides ?? {}, {
    ids: false,
    doubts: false,
  });
  ctx?.setTransform(k, 0, 0, k, -(x0 + 0.25) * k, -(y0 + 0.25) * k);
  if (ctx) painter.paint(ctx, { x0, y0, x1, y1 }, k);
  return canvas;
}

/** As much of the map as fills the canvas.
 * @param {HTMLCanvasElement} canvas @param {string} game */
async function paint(canvas, game) {
  const look = document.documentElement.dataset.theme ?? "paper";
  const key = `${game} ${look}`;
  const known = pictures.get(key) ?? picture(game, look);
  pictures.set(key, known);
  const map = await known;
  const { width, height } = canvas.getBoundingClientRect();
  const ctx = canvas.getContext("2d");
  if (!width || !ctx) return;
  const ratio = Math.min(devicePixelRatio || 1, 2);
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const where = JSON.parse(canvas.getAttribute("data-where") ?? "null");
  const { k, x, y } = where ? whole(canvas, map) : filling(canvas, map);
  ctx.drawImage(map, x, y, map.width * k, map.height * k);
  if (where) await mark(ctx, game, where, { k, x, y });
}

/** @typedef {{width: number, height: number}} Size */

/** The map fills the picture, from its corner.
 * @param {Size} canvas @param {Size} map */
const filling = (canvas, map) => ({ k: Math.max(canvas.width / map.width, canvas.height / map.height), x: 0, y: 0 });

/** All of the map is in the picture, in its middle.
 * @param {Size} canvas @param {Size} map */
function whole(canvas, map) {
  const k = Math.min(canvas.width / map.width, canvas.height / map.height);
  return { k, x: (canvas.width - map.width * k) / 2, y: (canvas.height - map.height * k) / 2 };
}

/** Where everybody sees the units of both sides.
 * @param {CanvasRenderingContext2D} ctx @param {string} game @param {Record<string, string[]>} where
 * @param {{k: number, x: number, y: number}} placed */
async function mark(ctx, game, where, { k, x, y }) {
  const [data, table] = await Promise.all([boardOf(game), glyphs]);
  const board = new Board(data);
  const { x0, x1, y0 } = board.box;
  const unit = (PICTURE / (x1 - x0 - 0.5)) * k;
  const size = Math.max(ctx.canvas.width / 34, unit * 0.9); // to be seen on a map of any size
  Object.entries(where).forEach(([side, hexes], i) => {
    ctx.fillStyle = table.sides?.[side] ?? ["#3d5a4c", "#8a3b2a"][i % 2];
    ctx.strokeStyle = "#fffaf0";
    for (const hex of hexes) {
      const centre = board.centre[board.hex(hex)];
      if (!centre) continue;
      const [left, top] = [
        x + (centre[0] - x0 - 0.25) * unit - size / 2,
        y + (centre[1] - y0 - 0.25) * unit - size / 2,
      ];
      ctx.fillRect(left, top, size, size);
      ctx.strokeRect(left, top, size, size);
    }
  });
}

function paintAll() {
  for (const canvas of document.querySelectorAll("canvas[data-map]"))
    paint(/** @type {HTMLCanvasElement} */ (canvas), canvas.getAttribute("data-map") ?? "").catch(() => {});
}

// The games

/** @param {About} game */
function cardOf(game) {
  const spots = Array.from({ length: MOST }, (_, i) => (i < game.card.complexity ? "●" : "○")).join("");
  return el(
    "button",
    {
      type: "button",
      class: "card",
      "data-card": game.key,
      "aria-pressed": "false",
      click: () => choose(game),
    },
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
    game.card.complexity
      ? el(
          "span",
          { class: "quiet small", role: "img", "aria-label": `Complexity ${game.card.complexity} of ${MOST}` },
          `Complexity ${spots}`,
        )
      : null,
  );
}

/** @param {About} game */
function choose(game) {
  like("last-game", game.key);
  for (const card of document.querySelectorAll("[data-card]"))
    card.setAttribute("aria-pressed", String(card.getAttribute("data-card") === game.key));
  byId("setup").replaceChildren(setupOf(game));
}

/** @param {string} name */
const rank = (name) => RANKS[name]?.[0] ?? capital(name.replaceAll("-", " "));

/** A machine in the list of opponents, the one that suits most players marked.
 * @param {string} name @param {boolean} suggested */
const opponent = (name, suggested) =>
  [rank(name) + (suggested ? " (suggested)" : ""), RANKS[name]?.[1]].filter(Boolean).join(": ");

/** @param {About} game */
function setupOf(game) {
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
  const strength = el(
    "select",
    { name: "bot", "aria-label": "Which machine" },
    ...[...game.players]
      .reverse()
      .map((name) =>
        el("option", { value: name, selected: name === game.opponent }, opponent(name, name === game.opponent)),
      ),
  );
  const [first, ...more] = game.introduction
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean);
  form.append(
    game.scenarios.length > 1
      ? el(
          "fieldset",
          {},
          el("legend", {}, "Scenario"),
          el(
            "select",
            { name: "scenario", "aria-label": "Scenario" },
            ...game.scenarios.map((one) => el("option", { value: one.key }, scenarioName(one))),
          ),
        )
      : el("p", { class: "quiet small" }, game.scenarios[0]?.text ?? ""),
    el(
      "fieldset",
      {},
      el("legend", {}, "You play"),
      el(
        "div",
        { class: "radios across" },
        ...game.sides.map((side, i) => radio("side", side, capital(side), i === 0)),
        radio("side", "", "Only watch", false),
      ),
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Against"),
      el(
        "div",
        { class: "radios across" },
        radio("rival", "bot", "The machine", true),
        radio("rival", "human", "This screen, in turn", false),
        radio("rival", "open", "A link I send", false),
        invites ? radio("rival", "anybody", "Whoever comes", false) : null,
      ),
      strength,
    ),
    paceFields(),
    invites ? watching(game) : "",
    el("p", { class: "problem", role: "alert", hidden: true }),
    el("button", { type: "submit", class: "button primary" }, "Begin"),
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
          el("span", {}, el("b", {}, option.key), ` ${option.text}`),
        ),
      ),
    ),
  );
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

/** A scenario by its name, then what it is.
 * @param {Choice} one */
function scenarioName(one) {
  const name = capital(one.key.replaceAll("-", " "));
  return `${name}: ${one.text}`;
}

/** @param {About} game @param {HTMLFormElement} form */
async function begin(game, form) {
  const answers = new FormData(form);
  const [mine, rival, bot, name] = ["side", "rival", "bot", "name"].map((key) => String(answers.get(key) ?? ""));
  const watch = rival === "bot" ? "0" : String(answers.get("watching") ?? "0");
  const other = rival === "bot" ? `bot:${bot}` : rival === "anybody" ? "open" : rival;
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
      pace: rival === "bot" ? null : paceChosen(answers),
      spectators: watch !== "nobody",
      delay: Number(watch) || 0,
    });
    like(`seat:${made.id}`, made.token);
    location.href = made.url;
  } catch (error) {
    problem.textContent = `That did not work: ${/** @type {Error} */ (error).message}`;
    problem.hidden = false;
  }
}

/** Whoever is signed in plays under that name, and everybody hears what the host of the house says.
 * @param {About[]} games */
async function meet(games) {
  listen().catch(() => {});
  player = await greet().catch(() => "");
  const chosen = games.find((game) => game.key === liked("last-game", "")) ?? games[0];
  if (player && chosen) choose(chosen);
}

// Games that go on

async function allTables() {
  const { tables } = await getJson("/api/tables", (await houseKey) || undefined).catch(() => getJson("/api/tables"));
  return tables;
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
  byId("tables").replaceChildren(...going.map(tableLine));
  byId("finished").hidden = !over.length;
  byId("tables-over").replaceChildren(...over.map(tableLine));
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

/** What a player calls a table, else what the game is called.
 * @param {any} one */
const titleOf = (one) => liked(`title:${one.id}`, "") || one.name;

/** Whose turn it is, in the eyes of who looks.
 * @param {any} one */
function whose(one) {
  if (Object.values(one.seats).some((/** @type {any} */ seat) => seat.kind === "open")) return "Waiting for a guest";
  const [side] = one.asked;
  if (!side) return "";
  if (one.yours.some((/** @type {string} */ mine) => one.asked.includes(mine))) return "Your turn";
  return one.seats[side]?.kind === "bot" ? `The machine moves (${capital(side)})` : `${capital(side)} to move`;
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

/** @param {any} one */
function tableLine(one) {
  if (one.token) like(`seat:${one.id}`, one.token);
  const seat = !!liked(`seat:${one.id}`, "");
  const players = /** @type {[string, any][]} */ (Object.entries(one.seats))
    .map(([side, who]) => `${capital(side)}: ${who.name || (who.bot ? rank(who.bot) : who.kind)}`)
    .join(" · ");
  const state =
    one.trouble ||
    (one.over
      ? `Over: ${one.winner ? `${capital(one.winner)} won` : "a draw"}`
      : `Turn ${one.turn} of ${one.last_turn}, ${one.date}`);
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
      await deleteJson(`/api/tables/${encodeURIComponent(one.id)}`, liked(`seat:${one.id}`, "") || (await houseKey));
      forget(`seat:${one.id}`);
      await listTables();
    } catch (error) {
      alert(/** @type {Error} */ (error).message);
    }
  };
  const deed = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: "button slight", [`data-${key}`]: one.id, click }, label);
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
      el(
        "span",
        { class: "quiet small" },
        `Last played ${new Date(one.touched).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`,
      ),
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
async function bring(input) {
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
    invites = told.invites;
    listTables().catch(() => {});
    if (isHouse) tellMe().catch(() => {});
    listInvitations().catch(() => {});
    if (isHouse) meet(games);
    if (!games.length) return byId("games").replaceChildren(el("p", {}, "No game is installed."));
    byId("games").replaceChildren(...games.map(cardOf));
    choose(games.find((game) => game.key === liked("last-game", "")) ?? games[0]);
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

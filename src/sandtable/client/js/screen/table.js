// The game page: puts the parts together.

import { Board } from "../map/board.js";
import { tick } from "../company/clocks.js";
import { Counters } from "../map/counters.js";
import { byId, el } from "../basics/dom.js";
import { Game } from "../play/game.js";
import { stepsFor } from "../panels/guide.js";
import { Line, getJson } from "../basics/net.js";
import { forget, hash, keepShell, like, liked, takeWord, theme } from "../basics/prefs.js";
import { Screen } from "./screen.js";
import { Shares } from "../company/shares.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
document.documentElement.dataset.theme = theme();
const token = takeWord("seat") || liked(`invitation:${id}`, "") || liked(`seat:${id}`, "");
const glyphs = getJson("/api/glyphs");
const game = new Game();
/** @type {Screen | null} */
let screen = null;
let starting = false;

const line = new Line(id, token, {
  message(data) {
    if (!game.hear(data)) line.ask({ type: "snapshot" }).catch(() => {});
    if (data.type === "seated") keepSeat(data.token);
    if (data.type === "snapshot") keepWord(data.you);
    if (game.now) shares.settle(game.now);
    if (game.now && !starting) start();
  },
  state(state, why) {
    const banner = byId("banner");
    banner.hidden = state === "open";
    document.body.dataset.line = state;
    if (state === "lost") banner.textContent = "The table does not answer. Trying again…";
    if (state === "closed") refuse(why);
  },
});

tick(() => game.now);
addEventListener("load", keepShell);

const shares = new Shares((message) => line.ask(message));

/** An invitation is kept until its seat is taken, beside a seat that this browser may have already.
 * @param {import("../basics/types.js").You} you */
function keepWord(you) {
  if (you.invited) like(`invitation:${id}`, line.token);
  else if (you.sides.length || you.host) keepSeat(line.token);
}

/** @param {string} own */
function keepSeat(own) {
  line.token = own;
  if (!own) return; // it is the seat of whoever is signed in
  like(`seat:${id}`, own);
  forget(`invitation:${id}`);
}

/** The glyphs are fetched while the socket opens; the first picture needs them, the board and the guide. */
async function start() {
  starting = true;
  const now = /** @type {NonNullable<typeof game.now>} */ (game.now);
  try {
    const [data, table, steps] = await Promise.all([
      getJson(`/api/games/${encodeURIComponent(now.table.game)}/board`),
      glyphs,
      stepsFor(now),
    ]);
    screen = new Screen(game, line, new Board(data), new Counters(table), () => line.token, steps);
    const at = hash().get("at");
    if (at !== null) screen.replay.open(Number(at));
  } catch (error) {
    refuse(`The table could not be set up: ${/** @type {Error} */ (error).message}`);
    throw error;
  }
}

/** @param {string} why */
function refuse(why) {
  byId("banner").hidden = true;
  byId("decision").replaceChildren(
    el("h2", { class: "phase" }, "No game here"),
    el("p", {}, why),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button primary", href: "/" }, "To the start page"),
      token ? el("button", { type: "button", class: "button", click: () => watch() }, "Watch instead") : null,
    ),
  );
}

/** A seat that is not ours: forget it and look on. */
function watch() {
  forget(liked(`invitation:${id}`, "") ? `invitation:${id}` : `seat:${id}`);
  location.reload();
}

if (location.protocol.startsWith("http"))
  Object.assign(window, {
    sandtable: {
      game,
      line,
      get screen() {
        return screen;
      },
      hexToScreen: (/** @type {string} */ name) => screen?.map.hexToScreen(name) ?? null,
    },
  });

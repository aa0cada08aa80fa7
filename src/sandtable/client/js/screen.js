// The screen of a game: map and panels kept in step with the game and with what the player does.

import { Animation } from "./animate.js";
import { evenScale } from "./camera.js";
import { drawDecision, lastOfOthers, refusal } from "./decision.js";
import { FIGURE, byId, capital, el } from "./dom.js";
import { Fan } from "./fan.js";
import { Furniture, tool } from "./furniture.js";
import { Guide } from "./guide.js";
import { Hands } from "./hands.js";
import { KEYS, Keyboard } from "./keyboard.js";
import { MapView } from "./mapview.js";
import { drawOdds } from "./odds.js";
import { drawPanels } from "./panels.js";
import { Play } from "./play.js";
import { Press } from "./press.js";
import { like, liked, theme } from "./prefs.js";
import { Replay } from "./replay.js";
import { Rules } from "./rules.js";
import { drawForces, drawLayers, drawTable, drawTrack } from "./sheets.js";
import { Story } from "./story.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Layer} Layer */

const SHEETS = [["log", "Log"], ["forces", "Forces"], ["turns", "Turns"], ["layers", "Layers"], ["rules", "Rules"], ["table", "Table"]];
/** Sides in the order of their colours, whoever has the first move.
 * @param {string[]} sides @param {Record<string, string>} colours */
function inColours(sides, colours) {
  const known = Object.keys(colours);
  const rank = (/** @type {string} */ side) => (known.includes(side) ? known.indexOf(side) : known.length);
  return [...sides].sort((a, b) => rank(a) - rank(b));
}

export class Screen {
  /** @param {import("./game.js").Game} game @param {import("./net.js").Line} line @param {import("./board.js").Board} board
   * @param {import("./counters.js").Counters} counters @param {() => string} token */
  constructor(game, line, board, counters, token) {
    this.game = game;
    this.line = line;
    this.board = board;
    this.counters = counters;
    this.play = new Play(game, line, board);
    this.sides = inColours(Object.keys(this.play.now.table.seats), /** @type {any} */ (counters.table).sides ?? {});
    this.show = { ids: liked("ids", "") === "1", doubts: liked("doubts", "1") === "1" };
    this.map = new MapView(byId("map"), board, counters, counters.table.themes[theme()], this.show);
    this.fan = new Fan(byId("fan"), this.play, counters, this.map);
    this.furniture = new Furniture(byId("furniture"), this.map, () => this.fitAll());
    this.animation = new Animation(this.map, (id) => this.view.pieces[id], (text) => (byId("news").textContent = text));
    this.hands = new Hands(this);
    this.press = new Press();
    this.cursor = this.said = -1;
    this.sheet = "log";
    this.find = "";
    /** @type {any} */
    this.past = null;
    /** @type {Layer[]} */
    this.layers = [];
    this.shownLayers = new Set(liked("layers", "").split(" ").filter(Boolean));
    this.layersFor = -1;
    this.buildTabs();
    this.buildTools();
    this.story = new Story(byId("sheet-log"), { sides: this.sides, look: (entry, go) => this.look(entry, go), open: (n) => this.replay.open(n), say: (text) => line.ask({ type: "chat", text }).catch((error) => this.toast(error)) });
    this.rules = new Rules(byId("sheet-rules"), this.play.now.table.game, (question) => line.ask({ type: "ask", question }));
    this.replay = new Replay(byId("replay"), this.play.now.table.id, token, { show: (past) => this.showPast(past), close: () => this.showPast(null), entries: () => this.play.now.table.entries });
    this.guide = new Guide(byId("guide"), this);
    this.listen();
    this.setInsets();
    this.fitStart();
    this.update("snapshot", []);
  }

  /** @returns {View} what is on show: the game now, or a past moment */
  get view() {
    return this.past?.view ?? this.play.now.view;
  }

  // Building

  buildTabs() {
    const tabs = byId("tabs");
    const sheets = byId("sheets");
    for (const [key, label] of SHEETS) {
      tabs.append(el("button", { type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `sheet-${key}`, "aria-selected": "false", tabindex: -1, click: () => this.openSheet(key) }, label));
      sheets.append(el("div", { class: "sheet", id: `sheet-${key}`, role: "tabpanel", "aria-labelledby": `tab-${key}`, tabindex: 0, hidden: true }));
    }
    tabs.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!turn) return;
      event.preventDefault();
      const at = SHEETS.findIndex(([key]) => key === this.sheet);
      this.openSheet(SHEETS[(at + turn + SHEETS.length) % SHEETS.length][0]);
      byId(`tab-${this.sheet}`).focus();
    });
    this.markTab();
  }

  buildTools() {
    this.undoTool = tool("undo", "Undo (U)", () => this.play.undo());
    byId("tools").append(this.undoTool, tool("replay", "Replay (P)", () => this.replay.open()), tool("theme", "Paper or night (M)", () => this.toggleTheme()), tool("help", "Help (?)", () => this.help()));
    const grip = byId("grip");
    grip.addEventListener("click", () => this.setLow(!byId("panels").classList.contains("low")));
    if (innerWidth <= 760) this.setLow(true);
    byId("help").replaceChildren(
      el("h2", {}, "How to play at this table"),
      el("p", {}, "Click a counter to choose it; hexes it can reach are washed green with their cost, hexes where it must stop are ringed. Click a marked hex or drag the counter there. To attack, choose your units and the enemy’s: the odds appear. If something is forbidden, the table says why and by which rule."),
      el("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [el("dt", {}, ...key.split(" ").flatMap((k, i) => [i ? " " : "", el("kbd", {}, k)])), el("dd", {}, what)])),
      el("p", {}, ""), el("form", { method: "dialog" }, el("button", { class: "button primary" }, "Close")));
  }

  /** @param {boolean} low */
  setLow(low) {
    byId("panels").classList.toggle("low", low);
    byId("grip").setAttribute("aria-expanded", String(!low));
    requestAnimationFrame(() => this.setInsets());
  }

  listen() {
    this.game.addEventListener("change", (event) => {
      const { kind, entries } = /** @type {CustomEvent} */ (event).detail;
      this.update(kind, entries);
    });
    this.play.addEventListener("change", () => this.drawPlay());
    this.play.addEventListener("choice", (event) => {
      const { hex, offers } = /** @type {CustomEvent} */ (event).detail;
      this.fan.open(hex, offers);
    });
    this.map.listen({
      click: (x, y, event) => this.hands.click(this.map.hexAt(x, y), event.shiftKey || event.ctrlKey || event.metaKey),
      hover: (x, y) => this.hands.hover(this.map.hexAt(x, y)),
      grab: (event) => this.hands.grab(event),
      drag: (x, y) => this.hands.drag(x, y),
      drop: (x, y, cancelled) => this.hands.drop(x, y, cancelled),
    });
    this.map.ondraw = () => this.press.draw("fan", () => { if (this.fan.hex >= 0) this.fan.place(); });
    this.map.onscale = (k) => { this.furniture.drawScale(k); this.drawReach(); };
    this.keyboard = new Keyboard(this);
    document.addEventListener("click", (event) => {
      const number = event.target instanceof Element ? event.target.closest("[data-case]")?.getAttribute("data-case") : null;
      if (number) this.openCase(number);
    });
    byId("map").addEventListener("focus", () => { if (byId("map").matches(":focus-visible")) this.setCursor(this.cursor < 0 ? this.startHex() : this.cursor); });
    byId("map").addEventListener("blur", () => this.map.overlay.showCursor(-1));
    addEventListener("resize", () => this.setInsets());
  }

  setInsets() {
    const panels = byId("panels").getBoundingClientRect();
    const map = byId("map").getBoundingClientRect();
    const narrow = innerWidth <= 760;
    this.map.camera.inset = narrow ? { top: 0, left: 0, right: 0, bottom: Math.max(0, map.bottom - panels.top) } : { top: 0, left: 0, bottom: 0, right: map.right - panels.left };
  }

  /** After the panels changed size: own pieces stay in sight. */
  keepInSight() {
    requestAnimationFrame(() => {
      this.setInsets();
      const hex = this.cursor >= 0 ? this.cursor : this.startHex();
      if (hex >= 0) this.map.camera.reveal(...this.board.centre[hex]);
    });
  }

  // Where to look

  fitAll() {
    this.map.camera.fit(this.map.painter.frame);
  }

  /** First the front of the side that looks on, close enough to read the pieces. */
  fitStart() {
    const { camera } = this.map;
    this.fitAll();
    if (camera.k >= 44) return;
    const front = this.front();
    camera.k = evenScale(Math.max(camera.k, Math.min(50, Math.max(36, camera.freeWidth() / 24))));
    if (front >= 0) camera.centre(...this.board.centre[front]);
    camera.keepNear();
  }

  /** Where the side that looks on stands nearest to others, in the middle of all such places; without enemies the middle
   * of its pieces. */
  front() {
    const { side } = this.play.now.you;
    const places = (/** @type {boolean} */ own) => [...new Set(Object.values(this.view.pieces).filter((piece) => piece.side && piece.size && (piece.side === side) === own).map((piece) => this.board.hex(piece.at)).filter((hex) => hex >= 0))].sort((a, b) => a - b);
    const [mine, theirs] = [places(true), places(false)];
    if (!mine.length || !theirs.length) return [...mine, ...theirs][(mine.length + theirs.length) >> 1] ?? -1;
    const off = mine.map((hex) => ({ hex, steps: Math.min(...theirs.map((other) => this.board.steps(hex, other))) }));
    const least = Math.min(...off.map(({ steps }) => steps));
    const near = off.filter(({ steps }) => steps <= least + 1);
    return near[near.length >> 1].hex;
  }

  /** At a screen that two share: what the side that decides now has at the front comes into sight. */
  turnTo() {
    const { side } = this.play.now.you;
    if (!side || side === this.seen) return;
    const front = this.seen === undefined ? -1 : this.front();
    this.seen = side;
    if (front >= 0) this.map.camera.reveal(...this.board.centre[front]);
  }

  startHex() {
    const own = Object.values(this.view.pieces).find((piece) => piece.side === this.play.now.you.side && this.board.hex(piece.at) >= 0);
    return own ? this.board.hex(own.at) : this.board.hexAt(...this.map.camera.toMap(this.map.camera.width / 2, this.map.camera.height / 2));
  }

  // Keeping in step

  /** @param {string} kind @param {Entry[]} entries */
  update(kind, entries) {
    const { now } = this.play;
    if (kind === "chat") return this.story.draw(now);
    const theirs = entries.filter((entry) => entry.side !== now.you.side);
    if (!this.past) {
      if (theirs.length) this.animation.show(theirs.map((entry) => ({ ...entry, moves: entry.moves.filter((move) => !this.play.own(move.piece)) })));
      this.map.setPieces(Object.values(this.view.pieces));
    }
    this.story.draw(now);
    if (entries.length) byId("news").textContent = entries.flatMap((entry) => entry.lines).slice(-3).join(". ");
    this.undoTool?.toggleAttribute("disabled", !now.you.undo);
    this.drawTurnLine();
    this.play.renew();
    const piece = entries.length ? now.view.pieces[[...this.play.chosen][0] ?? ""] : undefined;
    if (piece && this.board.hex(piece.at) >= 0) this.map.camera.reveal(...this.board.centre[this.board.hex(piece.at)]);
    else if (entries.length) this.revealQuestion();
    this.turnTo();
    this.drawSheet();
    if (this.shownLayers.size || this.sheet === "layers") this.fetchLayers();
    this.guide.renew();
    return undefined;
  }

  /** When something must be chosen among pieces on the map, they come into sight. */
  revealQuestion() {
    const { offers, view } = this.play.now;
    if (!this.play.asked || this.past || offers.some((offer) => offer.action === "done")) return;
    const hexes = offers.flatMap((offer) => (offer.pieces.length ? offer.pieces.map((id) => view.pieces[id]?.at ?? "") : [offer.at])).map((name) => this.board.hex(name)).filter((hex) => hex >= 0);
    if (!hexes.length) hexes.push(...[...view.prompt.matchAll(/\w+/g)].map(([word]) => this.board.hex(word)).filter((hex) => hex >= 0));
    for (const hex of [hexes[hexes.length - 1], hexes[0]]) if (hex !== undefined) this.map.camera.reveal(...this.board.centre[hex]);
  }

  drawTurnLine() {
    const { view } = this;
    const { table } = this.play.now;
    document.title = `${view.asked.includes(this.play.now.you.side) ? "● " : ""}${table.name}, turn ${view.turn}`;
    byId("turn-line").replaceChildren(el("b", {}, table.name, " "), `Turn ${view.turn} of ${view.last_turn}`, el("span", { class: "date" }, `, ${view.date}`), view.phase ? el("span", { class: "date" }, `  ·  ${view.phase}`) : "");
  }

  drawPlay() {
    this.press.draw("play", () => this.drawPlayNow());
  }

  drawPlayNow() {
    const { play, map } = this;
    play.shown = play.now.view.count;
    map.stacks.selected = new Set(play.chosen);
    map.stacks.ready = play.asked ? play.ready : new Set();
    map.stacks.draw();
    this.drawReach();
    const refused = play.refusal?.refused ?? (play.proposal && "refused" in play.proposal ? play.proposal.refused : null);
    if (refused) map.overlay.showRefusal(play.refusal?.hex ?? -1, this.board.linesIn(refused.why));
    else map.overlay.showWay(play.way);
    if (!refused && play.offers.length) this.hands.showPath(this.hands.hovered); // the pointer may rest where it was
    if (play.refusal && (play.refusal.hex >= 0 || innerWidth <= 760)) this.toast(play.refusal.refused);
    else byId("toast").hidden = true;
    const pairs = play.mixed ? this.attackPairs() : [];
    map.overlay.showArrows(pairs);
    const how = { hover: (/** @type {Offer | null} */ offer) => this.preview(offer), choose: (/** @type {string[]} */ ids, add = false) => this.take(ids, add) };
    drawDecision(byId("decision"), play, this.counters, { ...how, sides: this.sides, again: () => this.again(), step: () => this.replay.open(this.theirs()[0]?.n) });
    drawOdds(byId("odds"), play);
    drawPanels(byId("beside"), play, this.counters, { ...how, sides: this.sides });
    this.fan.draw();
    this.sayHex(this.said);
    if (this.sheet === "forces") this.drawSheet();
    this.guide.renew();
    this.setInsets();
  }

  attackPairs() {
    const { play, board } = this;
    const place = (/** @type {string} */ id) => board.hex(play.now.view.pieces[id]?.at ?? "");
    const mine = new Set([...play.chosen].filter((id) => play.own(id)).map(place));
    const theirs = new Set([...play.chosen].filter((id) => !play.own(id)).map(place));
    /** @type {[number, number][]} */
    const pairs = [];
    for (const a of mine) for (const b of theirs) if (a >= 0 && b >= 0 && board.steps(a, b) <= 2) pairs.push([a, b]);
    return pairs;
  }

  drawReach() {
    const { play } = this;
    if (!play.asked) {
      byId("map").classList.remove("reaching");
      return this.map.overlay.showReach([], 0);
    }
    const offers = play.chosen.size ? play.offers : play.spots;
    const reach = offers.filter((offer) => offer.at).map((offer) => ({ hex: this.board.hex(offer.at), cost: offer.cost, stop: offer.stop })).filter((r) => r.hex >= 0);
    byId("map").classList.toggle("reaching", reach.length > 0);
    return this.map.overlay.showReach(reach, this.map.camera.k);
  }

  /** Show on the map what a button would do.
   * @param {Offer | null} offer */
  preview(offer) {
    const { overlay } = this.map;
    overlay.clear("trail");
    if (!offer) return overlay.showWay(this.play.way);
    const places = offer.pieces.map((id) => this.view.pieces[id]?.at ?? "");
    overlay.showTrail(offer.at ? [...places, offer.at] : places);
    if (offer.path.length) overlay.showWay(this.hands.wayOf(offer));
    return undefined;
  }

  /** Where an entry of the log took place; `go` there, or only light it up.
   * @param {Entry | null} entry @param {boolean} go */
  look(entry, go = true) {
    if (!entry) return this.map.overlay.clear("trail");
    const named = entry.lines.filter((line) => !line.startsWith("---")).join(" ").split(/[^A-Za-z0-9]+/).filter((word) => this.board.index.has(word));
    this.map.overlay.showTrail([...entry.moves.flatMap((move) => [move.from, move.to]), ...named], entry.moves.map((move) => (move.path.length ? move.path : [move.from, move.to])));
    const first = this.board.hex(entry.moves[0]?.to ?? named[0] ?? "");
    if (first >= 0 && go) this.map.camera.reveal(...this.board.centre[first]);
    return undefined;
  }

  /** @param {{case?: string, why?: string, message?: string}} refused */
  toast(refused) {
    const box = byId("toast");
    box.replaceChildren(refusal({ case: refused.case ?? "", why: refused.why ?? refused.message ?? "" }));
    box.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => (box.hidden = true), 7000);
  }

  // Sheets

  /** @param {string} key */
  openSheet(key) {
    this.sheet = key;
    this.setLow(false);
    this.markTab();
    this.drawSheet();
    byId("sheets").scrollTop = 0;
    if (key === "log") this.story.toEnd();
    if (key === "rules") this.rules.begin();
    if (key === "layers") this.fetchLayers();
  }

  markTab() {
    for (const [key] of SHEETS) {
      const on = key === this.sheet;
      byId(`tab-${key}`).setAttribute("aria-selected", String(on));
      byId(`tab-${key}`).tabIndex = on ? 0 : -1;
      byId(`sheet-${key}`).hidden = !on;
    }
  }

  drawSheet() {
    this.press.draw("sheet", () => this.drawSheetNow());
  }

  drawSheetNow() {
    const { now } = this.play;
    const shown = this.past ? { ...now, view: this.past.view } : now;
    const sheet = byId(`sheet-${this.sheet}`);
    if (this.sheet === "forces") drawForces(sheet, shown, this.board, this.counters, { sides: this.sides, chosen: this.play.chosen, find: this.find, seek: (text) => { this.find = text; this.drawSheet(); }, show: (piece) => this.goTo(piece) });
    if (this.sheet === "turns") drawTrack(sheet, shown, this.sides);
    if (this.sheet === "table") drawTable(sheet, now, { ask: (message) => this.line.ask(message).catch((error) => this.toast(error)), replay: () => this.replay.open() });
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  drawLayersSheet() {
    const settings = [{ key: "ids", label: "Hex numbers", on: this.show.ids }, { key: "doubts", label: "Mark what is reconstructed", on: this.show.doubts }];
    drawLayers(byId("sheet-layers"), this.layers, this.shownLayers, { toggle: (key) => this.toggleLayer(key), settings, set: (key, on) => this.setMap(key, on) });
  }

  /** @param {string} key */
  toggleLayer(key) {
    if (!this.shownLayers.delete(key)) this.shownLayers.add(key);
    like("layers", [...this.shownLayers].join(" "));
    this.showLayers();
  }

  showLayers() {
    this.map.overlay.showLayers(this.past ? [] : this.layers.filter((layer) => this.shownLayers.has(layer.key)), this.sides);
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  async fetchLayers() {
    const count = this.play.now.view.count;
    if (this.layersFor === count) return;
    this.layersFor = count;
    const answer = await this.line.ask({ type: "layers" }).catch(() => null);
    if (!answer || this.layersFor !== count) return;
    this.layers = answer.layers;
    this.showLayers();
  }

  /** @param {string} key @param {boolean} on */
  setMap(key, on) {
    if (key === "ids" || key === "doubts") this.show[key] = on;
    like(key, on ? "1" : "0");
    this.map.repaint();
    if (this.sheet === "layers") this.drawLayersSheet();
  }

  /** @param {string} number */
  openCase(number) {
    this.sheet = "rules";
    this.setLow(false);
    this.markTab();
    this.rules.open(number);
  }

  /** @param {import("./types.js").Piece} piece */
  goTo(piece) {
    const hex = this.board.hex(piece.at);
    if (hex >= 0) this.map.camera.centre(...this.board.centre[hex]);
    if (hex >= 0) this.setCursor(hex, false);
    this.play.choose([piece.id]);
  }

  /** Choose pieces that lie beside the map, and bring the places where they can go into sight.
   * @param {string[]} ids */
  async take(ids, add = false) {
    await this.play.choose(ids, add);
    const places = [...this.play.offers.map((offer) => offer.at), ...ids.map((id) => this.view.pieces[id]?.at ?? "")];
    const goal = places.map((name) => this.board.hex(name)).find((hex) => hex >= 0);
    if (goal !== undefined) this.map.camera.reveal(...this.board.centre[goal]);
  }

  // Hexes in words

  /** The keyboard's cursor; a click moves it too, but only the keyboard makes it visible.
   * @param {number} hex */
  setCursor(hex, shown = true) {
    if (hex < 0) return;
    this.cursor = hex;
    this.map.overlay.showCursor(shown ? hex : -1);
    if (shown) this.map.camera.reveal(...this.board.centre[hex]);
    this.describe(hex);
  }

  /** The hex in words, for those who do not see it.
   * @param {number} hex */
  describe(hex) {
    if (hex < 0) return;
    const pieces = Object.values(this.view.pieces).filter((piece) => piece.at === this.board.names[hex]);
    const offer = this.play.asked ? this.play.here(this.board.names[hex])[0] : undefined;
    const text = [this.board.describe(hex), ...pieces.map((piece) => `${capital(piece.side)} ${this.counters.describe(piece)}`)];
    if (offer) text.push(`You may act here${FIGURE.test(offer.cost) ? `, cost ${offer.cost}` : ""}${offer.stop ? `, must stop: ${offer.stop}` : ""}`);
    else if (this.play.chosen.size && this.play.asked) text.push("Not reachable");
    byId("live").textContent = text.join(". ");
    this.sayHex(hex);
  }

  /** The hex under the pointer or the cursor in a few words, and what going there costs.
   * @param {number} hex */
  sayHex(hex) {
    this.said = hex;
    if (hex < 0) return;
    const offer = this.play.asked ? this.play.here(this.board.names[hex])[0] : undefined;
    const cost = offer && FIGURE.test(offer.cost) ? `cost ${offer.cost}` : "";
    this.furniture.say([this.board.describe(hex), cost, offer?.stop ? `must stop: ${offer.stop}` : ""].filter(Boolean).join(" · "));
  }

  /** The moves of the other side since our last decision, once more. */
  again() {
    this.animation.show(this.theirs());
  }

  /** @returns {Entry[]} */
  theirs() {
    return lastOfOthers(this.play.now);
  }

  toggleTheme() {
    const next = document.documentElement.dataset.theme === "night" ? "paper" : "night";
    like("theme", next);
    document.documentElement.dataset.theme = next;
    this.map.setTheme(this.counters.table.themes[next]);
    if (!this.furniture.legend.hidden) this.furniture.drawLegend();
  }

  help() {
    /** @type {HTMLDialogElement} */ (byId("help")).showModal();
  }

  // Past moments

  /** @param {any} past */
  showPast(past) {
    this.past = past;
    this.play.frozen = !!past;
    this.play.past = past?.view ?? null;
    this.play.clear();
    this.fan.close();
    this.map.setPieces(Object.values(this.view.pieces));
    const last = past?.log.entries[past.log.entries.length - 1];
    if (last) this.look(last);
    else this.map.overlay.clear("trail");
    this.drawTurnLine();
    this.drawPlay();
    this.drawSheet();
    this.showLayers();
  }

  /** @type {number | undefined} */
  toastTimer;
  /** The side that was seen last. @type {string | undefined} */
  seen;
}

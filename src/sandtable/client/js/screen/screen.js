// The screen of a game: map and panels kept in step with the game and with what the player does.

import { playOn } from "../play/again.js";
import { Animation } from "../map/animate.js";
import { Cursor } from "../map/cursor.js";
import { drawDecision, lastOfOthers } from "../panels/decision.js";
import { byId, refusal } from "../basics/dom.js";
import { Edge } from "./edge.js";
import { emblems } from "../map/emblems.js";
import { Fan } from "../map/fan.js";
import { Furniture } from "../map/furniture.js";
import { Guide } from "../panels/guide.js";
import { Hands } from "../play/hands.js";
import { HoverCard } from "../map/hovercard.js";
import { Keyboard } from "../play/keyboard.js";
import { Ledger } from "../panels/ledger.js";
import { Lights } from "../map/lights.js";
import { HandOver } from "../company/handover.js";
import { Herald } from "../map/herald.js";
import { Lookout } from "../panels/lookout.js";
import { MapView } from "../map/mapview.js";
import { Minimap } from "../map/minimap.js";
import { names } from "../basics/names.js";
import { getJson } from "../basics/net.js";
import { drawOdds } from "../panels/odds.js";
import { Outlook } from "../map/outlook.js";
import { Palette } from "../panels/palette.js";
import { drawPanels } from "../panels/panels.js";
import { Play } from "../play/play.js";
import { Press } from "../play/press.js";
import { liked, theme } from "../basics/prefs.js";
import { headlines } from "../panels/report.js";
import { Roster } from "../play/roster.js";
import { Replay } from "../panels/replay.js";
import { Review } from "../panels/review.js";
import { Rules } from "../panels/rules.js";
import { SheetBook } from "./sheetbook.js";
import { Sound } from "../play/sound.js";
import { Staff } from "../panels/staff.js";
import { Story } from "../panels/story.js";
import { Toolbar } from "./toolbar.js";

/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("../basics/types.js").Entry} Entry */
/** @typedef {import("../basics/types.js").View} View */

const EARLIER = 100; // entries of the story that are read at a time

/** Sides in the order of their colours, whoever has the first move.
 * @param {string[]} sides @param {Record<string, string>} colours */
function inColours(sides, colours) {
  const known = Object.keys(colours);
  const rank = (/** @type {string} */ side) => (known.includes(side) ? known.indexOf(side) : known.length);
  return [...sides].sort((a, b) => rank(a) - rank(b));
}

export class Screen {
  /** @param {import("../play/game.js").Game} game @param {import("../basics/net.js").Line} line
   * @param {import("../map/board.js").Board} board
   * @param {import("../map/counters.js").Counters} counters @param {() => string} token
   * @param {import("../panels/guide.js").Step[]} steps of the guide */
  constructor(game, line, board, counters, token, steps) {
    this.game = game;
    this.line = line;
    this.board = board;
    names.learn(board);
    this.counters = counters;
    this.play = new Play(game, line, board);
    this.sides = inColours(Object.keys(this.play.now.table.seats), /** @type {any} */ (counters.table).sides ?? {});
    this.show = { ids: liked("ids", "") === "1", doubts: liked("doubts", "1") === "1" };
    this.map = new MapView(byId("map"), board, counters, counters.table.themes[theme()], this.show);
    this.roster = new Roster(
      this.play,
      line,
      () => this.mustered(),
      () => this.drawPlay(),
    );
    this.fan = new Fan(byId("fan"), this.play, counters, this.map, this.roster);
    this.furniture = new Furniture(
      byId("furniture"),
      this.map,
      () => this.outlook.fitAll(),
      () => emblems(counters, Object.values(this.view.pieces)),
    );
    this.minimap = new Minimap(byId("furniture"), this);
    this.hovercard = new HoverCard(byId("hovercard"), this);
    this.animation = new Animation(
      this.map,
      (id) => this.view.pieces[id],
      (text) => (byId("news").textContent = text),
    );
    this.hands = new Hands(this);
    this.press = new Press();
    this.herald = new Herald(byId("herald"));
    this.sound = new Sound();
    /** @type {any} */
    this.past = null;
    this.outlook = new Outlook(this);
    this.animation.begun = () => this.outlook.leave();
    this.animation.over = () => this.outlook.comeBack();
    this.lights = new Lights(this);
    this.lookout = new Lookout(this);
    this.play.before = (action) => this.lookout.before(action);
    this.cursor = new Cursor(this);
    this.book = new SheetBook(this);
    this.staff = new Staff(byId("sheet-staff"), this);
    this.toolbar = new Toolbar(this);
    this.edge = new Edge(this);
    this.story = new Story(byId("sheet-log"), {
      sides: this.sides,
      look: (entry, go) => this.lights.look(entry, go),
      open: (n) => this.replay.open(n),
      say: (text) => line.ask({ type: "chat", text }).catch((error) => this.toast(error)),
      earlier: () => this.readEarlier(token()).catch((error) => this.toast(error)),
    });
    this.rules = new Rules(byId("sheet-rules"), this.play.now.table.game, (question) =>
      line.ask({ type: "ask", question }),
    );
    this.replay = new Replay(byId("replay"), this.play.now.table.id, token, {
      show: (past) => this.showPast(past),
      close: () => this.showPast(null),
      entries: () => this.play.now.table.entries,
      isOver: () => !!this.play.now.view.over,
      playOn: (at) => {
        const { table, you } = this.play.now;
        playOn(table.id, token(), at, you.side || this.sides[0]).catch((error) => this.toast(error));
      },
    });
    this.guide = new Guide(byId("guide"), this, steps);
    this.handover = new HandOver(/** @type {HTMLDialogElement} */ (byId("handover")), this.rules.about);
    this.listen();
    this.outlook.setInsets();
    this.outlook.fitStart();
    this.update("snapshot", []);
    this.outlook.fitStart(); // now that the panels have their size
    if (!byId("guide").hidden) this.outlook.revealOwn();
    this.outlook.revealQuestion(); // whoever comes back in the middle of a battle sees where it is
  }

  /** @returns {View} what is on show: the game now, or a past moment */
  get view() {
    return this.past?.view ?? this.play.now.view;
  }

  /** @returns {Snapshot} what the story tells of: of a past moment nothing that came later */
  get told() {
    const { now } = this.play;
    return this.past ? { ...now, view: this.past.view, log: this.past.log } : now;
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
      hover: (x, y) => {
        this.hands.hover(this.map.hexAt(x, y));
        this.hovercard.over(this.map.hexAt(x, y));
      },
      grab: (event) => this.hands.grab(event),
      drag: (x, y) => this.hands.drag(x, y),
      drop: (x, y, cancelled) => this.hands.drop(x, y, cancelled),
    });
    this.map.ondraw = () => {
      this.minimap.draw();
      this.press.draw("fan", () => {
        if (this.fan.hex >= 0) this.fan.place();
      });
    };
    this.map.onscale = (k) => {
      this.furniture.drawScale(k);
      this.lights.drawReach();
      this.lights.drawBattles();
      this.staff.drawOnMap();
    };
    this.keyboard = new Keyboard(this);
    this.ledger = new Ledger(/** @type {HTMLDialogElement} */ (byId("ledger")), this);
    this.review = new Review(/** @type {HTMLDialogElement} */ (byId("review")), this);
    this.palette = new Palette(/** @type {HTMLDialogElement} */ (byId("palette")), this);
    document.addEventListener("click", (event) => {
      const number =
        event.target instanceof Element ? event.target.closest("[data-case]")?.getAttribute("data-case") : null;
      if (number) this.book.openCase(number);
    });
    byId("map").addEventListener("focus", () => {
      if (byId("map").matches(":focus-visible"))
        this.cursor.set(this.cursor.hex < 0 ? this.outlook.startHex() : this.cursor.hex);
    });
    byId("map").addEventListener("blur", () => this.map.overlay.showCursor(-1));
    addEventListener("resize", () => this.outlook.keepMiddle());
  }

  /** @param {string} kind @param {Entry[]} entries */
  update(kind, entries) {
    const { now } = this.play;
    if (kind === "chat") return this.story.draw(this.told);
    names.meet(now.view.pieces);
    this.handover.turnTo(now);
    const theirs = entries.filter((entry) => entry.side !== now.you.side);
    if (entries.length) this.lookout.forget();
    if (theirs.length < entries.length) this.animation.clear();
    this.herald.cry([...headlines(entries), ...this.staff.renew()]);
    this.sound.hear(entries);
    if (!this.past) {
      if (theirs.length)
        this.animation.show(
          theirs.map((entry) => ({ ...entry, moves: entry.moves.filter((move) => !this.play.own(move.piece)) })),
        );
      this.map.setPieces(Object.values(this.view.pieces));
    }
    this.story.draw(this.told);
    if (entries.some((entry) => entry.side === now.you.side)) this.story.follow();
    if (entries.length)
      byId("news").textContent = entries
        .flatMap((entry) => entry.lines)
        .slice(-3)
        .map((line) => names.plain(line))
        .join(". ");
    this.toolbar.undo?.setAttribute("aria-disabled", String(!now.you.undo));
    this.toolbar.drawTurnLine();
    const byHand = this.play.busy; // and not what the staff does for us
    this.play.renew();
    const { phase } = this.roster;
    this.roster.renew(entries);
    const isFresh = phase !== this.roster.phase;
    if ((this.awaited && !this.play.asked) || isFresh) this.fan.close();
    this.awaited = this.play.asked;
    if (byHand) this.goOnWithStack(entries);
    const piece = byHand && entries.length ? now.view.pieces[[...this.play.chosen][0] ?? ""] : undefined;
    if (piece && this.board.hex(piece.at) >= 0) this.map.camera.reveal(...this.board.centre[this.board.hex(piece.at)]);
    else if (entries.length && (byHand || theirs.length || isFresh)) this.outlook.revealQuestion();
    this.outlook.turnTo();
    if (!this.animation.running) this.outlook.comeBack(); // the last of it was shown before we were asked
    this.book.draw();
    if (this.book.shownLayers.size || this.book.sheet === "layers") this.book.fetchLayers();
    this.guide.renew();
    return undefined;
  }

  /** The story from before what was told on sitting down.
   * @param {string} token */
  async readEarlier(token) {
    const { table, log } = this.told;
    const first = log.entries[0].n;
    const range = `from=${Math.max(0, first - EARLIER)}&to=${first - 1}`;
    const part = await getJson(`/api/tables/${encodeURIComponent(table.id)}/log?${range}`, token);
    if (log.entries[0].n === first) log.entries.unshift(...part.log.entries);
    this.story.draw(this.told);
  }

  /** After a move the next unit of the same stack is at hand, without another click.
   * @param {Entry[]} entries */
  goOnWithStack(entries) {
    const { play, roster, view, board } = this;
    const last = entries[entries.length - 1];
    if (!play.asked || this.past || play.chosen.size || last?.side !== play.now.you.side) return;
    const from = last.moves.find((move) => play.own(move.piece))?.from ?? "";
    const [next] = roster.left.filter((id) => view.pieces[id].at === from);
    if (!next) return;
    play.suggest([next]);
    if (play.at(board.hex(from)).length > 1) this.fan.open(board.hex(from));
  }

  /** The next unit that can still act comes into sight and is chosen. */
  next() {
    const { play, roster, board } = this;
    const id = roster.next(this.cursor.hex);
    this.eager = !id && roster.busy;
    if (!id) return;
    this.fan.close();
    const hex = board.hex(play.now.view.pieces[id].at);
    if (hex >= 0) this.cursor.set(hex);
    play.suggest([id]);
    byId("map").focus();
    if (hex < 0)
      document.querySelector(`#beside [data-unit="${CSS.escape(id)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  /** It is known who can act; somebody may have asked for the next already. */
  mustered() {
    this.drawPlay();
    if (this.eager) this.next();
  }

  /** What is chosen stays where it is, unless it must do something; on to the next. */
  stay() {
    const own = [...this.play.chosen].filter((id) => this.play.own(id));
    if (!own.length || this.roster.compels) return;
    this.roster.stay(own);
    this.play.clear();
    this.next();
  }

  drawPlay() {
    this.press.draw("play", () => this.drawPlayNow());
  }

  drawPlayNow() {
    const { play, map } = this;
    play.shown = play.now.view.count;
    play.side = play.now.you.side;
    map.stacks.selected = new Set(play.chosen);
    map.stacks.ready = new Set(play.asked ? [...this.roster.left, ...play.partners] : []);
    map.stacks.draw();
    this.lights.drawReach();
    const refused =
      play.refusal?.refused ?? (play.proposal && "refused" in play.proposal ? play.proposal.refused : null);
    if (refused) map.overlay.showRefusal(play.refusal?.hex ?? -1, this.board.linesIn(refused.why));
    else map.overlay.showWay(play.way);
    if (!refused && play.offers.length) this.hands.showPath(this.hands.hovered); // the pointer may rest where it was
    if (play.refusal && play.refusal.hex >= 0) this.toast(play.refusal.refused);
    else byId("toast").hidden = true;
    const pairs = play.mixed ? this.lights.attackPairs() : [];
    map.overlay.showArrows(pairs);
    this.lights.drawBattles();
    const how = {
      hover: (/** @type {Offer | null} */ offer) => this.lights.preview(offer),
      choose: (/** @type {string[]} */ ids, add = false) => this.take(ids, add),
    };
    drawDecision(byId("decision"), play, this.counters, {
      ...how,
      ask: (message) => this.line.ask(message).catch((error) => this.toast(error)),
      sides: this.sides,
      left: this.roster.left,
      counting: this.roster.busy,
      acted: this.roster.done.size > 0,
      compels: this.roster.compels,
      next: () => this.next(),
      stay: () => this.stay(),
      look: (entry, go) => this.lights.look(entry, go),
      warnings: this.lookout.draw(),
      again: () => this.again(),
      step: () => this.replay.open(this.theirs()[0]?.n),
    });
    drawOdds(byId("odds"), play);
    drawPanels(byId("beside"), play, this.counters, {
      ...how,
      sides: this.sides,
      book: (key) => this.ledger?.open(key),
    });
    this.fan.draw();
    this.cursor.sayHex(this.cursor.said);
    if (this.book.sheet === "forces" || this.book.sheet === "staff") this.book.draw();
    this.guide.renew();
    this.outlook.setInsets();
    this.outlook.revealGoals();
    if (this.fan.isDocked) this.map.camera.reveal(...this.board.centre[this.fan.hex]); // the panels have grown
  }

  /** @param {{case?: string, why?: string, message?: string}} refused */
  toast(refused) {
    const box = byId("toast");
    box.replaceChildren(refusal({ case: refused.case ?? "", why: refused.why ?? refused.message ?? "" }));
    box.hidden = false;
    clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => (box.hidden = true), 7000);
  }

  /** @param {Piece} piece */
  goTo(piece) {
    const hex = this.board.hex(piece.at);
    if (hex >= 0) this.map.camera.centre(...this.board.centre[hex]);
    if (hex >= 0) this.cursor.set(hex, false);
    this.play.choose([piece.id]);
  }

  /** Choose pieces that lie beside the map, and bring the places where they can go into sight.
   * @param {string[]} ids */
  async take(ids, add = false) {
    await this.play.choose(ids, add);
    const places = [...this.play.offers.map((offer) => offer.at), ...ids.map((id) => this.view.pieces[id]?.at ?? "")];
    const goals = places.map((name) => this.board.hex(name)).filter((hex) => hex >= 0);
    const { camera } = this.map;
    if (goals.length && !goals.some((hex) => camera.shows(...this.board.centre[hex])))
      camera.reveal(...this.board.centre[goals[0]]);
  }

  /** Hexes are called otherwise from now on: all that speaks of them is drawn once more. */
  callAgain() {
    this.story.forget();
    this.story.draw(this.told);
    this.drawPlay();
  }

  /** The moves of the other side since our last decision, once more. */
  again() {
    this.animation.show(this.theirs());
  }

  /** @returns {Entry[]} */
  theirs() {
    return lastOfOthers(this.play.now);
  }

  /** @param {any} past */
  showPast(past) {
    this.past = past;
    this.play.frozen = !!past;
    this.play.past = past?.view ?? null;
    this.play.clear();
    this.fan.close();
    this.map.setPieces(Object.values(this.view.pieces));
    const last = past?.log.entries[past.log.entries.length - 1];
    if (last) this.lights.look(last);
    else this.map.overlay.clear("trail");
    this.story.forget();
    this.story.draw(this.told);
    this.story.follow();
    this.toolbar.drawTurnLine();
    this.drawPlay();
    this.book.draw();
    this.book.showLayers();
  }

  /** @type {number | undefined} */
  toastTimer;
  /** Whether the game waited for us when it was drawn last. */
  awaited = false;
  /** Whether the next unit was asked for before it was known. */
  eager = false;
}

// What clicks mean: choosing pieces, pointing at hexes, asking the server what that would be. No rules live here.

import { Refused } from "../basics/net.js";

/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../basics/types.js").Forecast} Forecast */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../basics/net.js").Line} Line */
/** @typedef {import("../map/board.js").Board} Board */
/** @typedef {{action: string} | {refused: Refused} | null} Proposal */

const MOST_TOGETHER = 40; // actions of one button
const ROOM = 8; // offers with a place that may have a button each

/** Offers about the same pieces and many places, as one: first the pieces are chosen, then the place. The others as
 * they are.
 * @param {Offer[]} offers @returns {{offers: Offer[], pieces: string[], verb: string}[]} */
export function bundles(offers) {
  /** @type {Map<string, Offer[]>} */
  const found = new Map();
  for (const offer of offers) {
    const verb = offer.action.split(" ", 1)[0];
    const key = offer.at && offer.pieces.length ? `${verb} ${offer.pieces.join()}` : `${verb} ${offer.action}`;
    const there = found.get(key);
    if (there) there.push(offer);
    else found.set(key, [offer]);
  }
  const least = offers.filter((offer) => offer.at && offer.pieces.length).length > ROOM ? 2 : 4;
  return [...found.values()]
    .flatMap((some) => (some.length < least ? some.map((offer) => [offer]) : [some]))
    .map((some) => ({ offers: some, pieces: some[0].pieces, verb: some[0].action.split(" ", 1)[0] }));
}

export class Play extends EventTarget {
  /** @param {Game} game @param {Line} line @param {Board} board */
  constructor(game, line, board) {
    super();
    this.game = game;
    this.line = line;
    this.board = board;
    /** The chosen pieces, own and enemy. @type {Set<string>} */
    this.chosen = new Set();
    /** What can be done with them. @type {Offer[]} */
    this.offers = [];
    /** @type {Forecast | null} */
    this.forecast = null;
    /** What the chosen attackers and defenders together would mean. @type {Proposal} */
    this.proposal = null;
    /** @type {{refused: {case: string, why: string}, hex: number} | null} */
    this.refusal = null;
    /** Why nothing can be done with what is chosen. @type {{case: string, why: string} | null} */
    this.idle = null;
    this.asking = 0;
    this.waiting = false; // for the server to say what can be done with the choice
    this.busy = false; // from an action to the position it leads to
    this.answered = false;
    this.shown = -1; // the position that the player sees and means
    this.side = ""; // and the side he plays in it
    /** The forms of the panels, by what they offer, until one of them or anything else is done.
     * @type {Map<string, HTMLFormElement>} */
    this.forms = new Map();
    this.question = "";
    this.ours = false; // whether the pieces were chosen for the player
    /** Whether a click on another stack adds it, if the player has said so. @type {boolean | null} */
    this.gathering = null;
    this.frozen = false; // while a past moment is on show
    /** Whether an action may be carried out at once. @type {(action: string) => Promise<boolean>} */
    this.before = async () => true;
    /** @type {import("../basics/types.js").View | null} */
    this.past = null;
  }

  get now() {
    if (!this.game.now) throw new Error("no game yet");
    return this.game.now;
  }

  /** Whether the game waits for us. */
  get asked() {
    return (
      !this.frozen &&
      !this.now.table.waiting.length &&
      !!this.now.you.side &&
      this.now.table.seats[this.now.you.side]?.kind !== "bot" && // a machine may play on for us
      this.now.you.decides && // and not another of our side
      this.now.view.asked.includes(this.now.you.side)
    );
  }

  /** @param {string} id */
  own(id) {
    return this.now.view.pieces[id]?.side === this.now.you.side;
  }

  /** @param {number} hex @returns {Piece[]} */
  at(hex) {
    const name = this.board.names[hex];
    return Object.values(this.now.view.pieces).filter((piece) => piece.at === name);
  }

  get mixed() {
    const sides = new Set([...this.chosen].map((id) => this.now.view.pieces[id]?.side));
    return sides.size > 1;
  }

  /** Whether the choice is about the enemy too: then attackers are gathered from several hexes. */
  get fights() {
    const chosen = [...this.chosen];
    const about = (/** @type {Offer} */ offer) => offer.pieces.some((id) => !this.own(id));
    return chosen.length > 0 && (chosen.some((id) => !this.own(id)) || this.offers.some(about));
  }

  /** Whether nothing else can be done with the choice than to attack. */
  get onlyFights() {
    return this.fights && this.offers.length > 0 && this.offers.every((offer) => !offer.at);
  }

  /** Whether a click on another own stack adds it to the choice. */
  get gathers() {
    return this.chosen.size > 0 && (this.gathering ?? this.fights);
  }

  /** @param {boolean} on */
  gather(on) {
    this.gathering = on;
    this.tell();
  }

  /** Actions that are no piece's and no place's: the plain buttons. */
  get plain() {
    return this.now.offers.filter((offer) => !offer.pieces.length && !offer.at);
  }

  /** Whether all that can be done is done with a piece: a retreat, a loss, room to be made before a phase can end. */
  get onlyWithPieces() {
    return this.now.offers.length > 0 && this.now.offers.every((offer) => offer.pieces.length > 0);
  }

  /** Hexes or boxes that can be chosen without a piece. */
  get spots() {
    return this.now.offers.filter((offer) => !offer.pieces.length && offer.at);
  }

  /** Who could join what is chosen; with nothing chosen, the enemies something can be done about. */
  get partners() {
    const found = this.chosen.size
      ? this.offers.filter((offer) => offer.pieces.length > this.chosen.size).flatMap((offer) => offer.pieces)
      : this.now.offers.flatMap((offer) => offer.pieces).filter((id) => !this.own(id));
    return found.filter((id) => !this.chosen.has(id));
  }

  /** The way that the question is about, where all offers speak of one.
   * @returns {string[]} */
  get way() {
    if (this.chosen.size || !this.asked) return [];
    const ways = new Map(
      this.now.offers.filter((offer) => offer.path.length).map((offer) => [offer.path.join(), offer.path]),
    );
    return ways.size === 1 ? [...ways.values()][0] : [];
  }

  /** A position came in: forget what is no longer there and ask again. */
  renew() {
    if (this.answered) this.busy = this.answered = false;
    for (const id of this.chosen) if (!this.now.view.pieces[id]) this.chosen.delete(id);
    this.refusal = null;
    const question = `${this.now.you.side} ${this.now.view.phase} ${this.now.view.prompt}`;
    if (question !== this.question) this.gathering = null;
    if (question !== this.question && (this.ours || !this.asked)) this.chosen.clear(); // nobody took them up for this
    this.question = question;
    this.ours = !this.chosen.size && this.asked;
    if (this.ours) this.chosen = this.only();
    if (this.chosen.size) this.inquire();
    else this.letGo();
  }

  /** The piece that every offer is about, when it only has to be told where to go. */
  only() {
    const { offers } = this.now;
    const first = offers[0]?.pieces ?? [];
    const same =
      first.length === 1 &&
      offers.length > 1 &&
      offers.every((offer) => offer.at && offer.pieces.length === 1 && offer.pieces[0] === first[0]);
    return new Set(same ? first : []);
  }

  /** @param {Offer[]} offers */
  settle(offers) {
    this.offers = offers;
    this.waiting = false;
    if (!offers.length) this.forecast = this.proposal = this.idle = null;
    this.tell();
  }

  /** Nothing is chosen any more, and an answer that is on its way comes too late. */
  letGo() {
    this.asking++;
    this.waiting = false;
    this.gathering = null;
    this.chosen.clear();
    this.refusal = null;
    this.settle([]);
  }

  tell() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Iterable<string>} ids */
  choose(ids, add = false) {
    const meant = this.ours; // what was only suggested is taken up by the first click on it
    this.ours = false;
    const list = [...ids];
    const all = list.every((id) => this.chosen.has(id));
    if (!add) {
      const only = all && list.length === this.chosen.size && !meant;
      this.chosen = new Set(only ? [] : list);
    } else for (const id of list) all ? this.chosen.delete(id) : this.chosen.add(id);
    this.refusal = null;
    return this.inquire();
  }

  /** Take up pieces for the player, who may choose others as if none were chosen.
   * @param {string[]} ids */
  suggest(ids) {
    this.choose(ids);
    this.ours = true;
  }

  /** Add to what is chosen; if all of them are, they are given back.
   * @param {string[]} ids */
  add(ids) {
    return this.choose(ids, true);
  }

  clear() {
    if (!this.chosen.size && !this.refusal) return false;
    this.letGo();
    return true;
  }

  /** Ask what can be done with the chosen pieces; when both sides are among them, weigh the attack. */
  async inquire() {
    const turn = ++this.asking;
    const pieces = [...this.chosen];
    this.offers = [];
    this.forecast = this.proposal = this.idle = null;
    this.tell();
    if (!pieces.length || !this.asked) return;
    const fresh = () => turn === this.asking;
    this.waiting = true;
    try {
      const answer = await this.line.ask({ type: "offers", pieces });
      if (fresh()) this.settle(answer.offers);
    } catch (error) {
      if (fresh()) this.failed(error, -1);
    }
    if (!fresh()) return;
    if (!this.mixed) return void (await this.whyIdle(pieces, fresh));
    const forecast = this.line.ask({ type: "forecast", pieces }).then(
      (answer) => answer.forecast,
      () => null,
    );
    const proposal = this.line.ask({ type: "propose", pieces, at: "" }).then(
      (answer) => ({ action: answer.action }),
      (error) => (error instanceof Refused ? { refused: error } : null),
    );
    const [weighed, meant] = await Promise.all([forecast, proposal]);
    if (!fresh()) return;
    this.forecast = weighed;
    this.proposal = meant;
    this.tell();
  }

  /** Where own pieces are chosen and nothing is offered, the refusal of what they would mean says why.
   * @param {string[]} pieces @param {() => boolean} fresh */
  async whyIdle(pieces, fresh) {
    if (this.offers.some((offer) => !offer.folded) || !pieces.every((id) => this.own(id))) return;
    const refused = await this.line.ask({ type: "propose", pieces, at: "" }).then(
      () => null,
      (error) => (error instanceof Refused ? error : null),
    );
    if (!fresh() || !refused) return;
    this.idle = refused;
    this.tell();
  }

  /** What can be done at this hex with what is chosen, or with nothing.
   * @param {string} at @returns {Offer[]} */
  here(at) {
    return (this.chosen.size ? this.offers : this.spots).filter((offer) => offer.at === at);
  }

  /** Point at a hex with pieces chosen: do what it means, or hear why not.
   * @param {number} hex */
  async point(hex) {
    const at = this.board.names[hex];
    const here = this.here(at);
    if (here.length === 1) return this.act(here[0].action);
    if (here.length > 1) return this.dispatchEvent(new CustomEvent("choice", { detail: { hex, offers: here } }));
    if (!this.chosen.size || !this.asked) return undefined;
    try {
      const meant = await this.line.ask({ type: "propose", pieces: [...this.chosen], at });
      if (meant.action.split(/[^\w@]+/).includes(at)) return this.act(meant.action);
      return this.failed(
        new Refused({ case: "turn", why: "nothing is done there by a click: there are buttons for it" }),
        hex,
      );
    } catch (error) {
      return this.failed(error, hex);
    }
  }

  /** @param {string} action */
  async act(action) {
    if (this.busy || !(await this.before(action)) || this.busy) return;
    this.busy = true;
    const outcome = await this.line
      .ask({ type: "play", action, count: this.shown, side: this.side })
      .catch((error) => error);
    this.answered = !(outcome instanceof Error);
    this.busy = this.answered;
    if (outcome instanceof Error) this.failed(outcome, -1);
    else {
      this.forms.clear();
      this.letGo();
    }
  }

  /** Do what is offered with this verb at this place, piece after piece, as long as the same question goes on.
   * @param {string} verb @param {string} at */
  async doAll(verb, at) {
    for (let tries = 0; tries < MOST_TOGETHER; tries++) {
      const { count } = this.now.view;
      const offer = this.now.offers.find((each) => each.action.split(" ", 1)[0] === verb && each.at === at);
      if (!offer || !this.asked) return;
      await this.act(offer.action);
      if (this.refusal) return;
      while (this.now.view.count === count)
        await new Promise((done) => this.game.addEventListener("change", done, { once: true }));
    }
  }

  /** Hand desks to the machine; those not named are one's own again.
   * @param {string[]} desks */
  async delegate(desks) {
    try {
      await this.line.ask({ type: "delegate", desks });
    } catch (error) {
      this.failed(error, -1);
    }
  }

  async undo() {
    try {
      await this.line.ask({ type: "undo", count: this.shown });
      this.clear();
    } catch (error) {
      this.failed(error, -1);
    }
  }

  /** @param {unknown} error @param {number} hex */
  failed(error, hex) {
    const refused =
      error instanceof Refused ? error : { case: "", why: error instanceof Error ? error.message : String(error) };
    this.refusal = { refused, hex };
    this.waiting = false;
    this.tell();
  }
}

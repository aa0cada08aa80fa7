// What lights up on the map for the choice at hand: reach, ways, arrows, places of the story.

import { byId } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("../basics/types.js").Entry} Entry */
/** @typedef {import("../screen/screen.js").Screen} Screen */

export class Lights {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  attackPairs() {
    const { play, board } = this.screen;
    const place = (/** @type {string} */ id) => board.hex(play.now.view.pieces[id]?.at ?? "");
    const mine = new Set([...play.chosen].filter((id) => play.own(id)).map(place));
    const theirs = new Set([...play.chosen].filter((id) => !play.own(id)).map(place));
    /** @type {[number, number][]} */
    const pairs = [];
    for (const a of mine) for (const b of theirs) if (a >= 0 && b >= 0 && board.steps(a, b) <= 2) pairs.push([a, b]);
    return pairs;
  }

  drawReach() {
    const { play } = this.screen;
    if (!play.asked) {
      byId("map").classList.remove("reaching");
      return this.screen.map.overlay.showReach([], 0);
    }
    const offers = play.chosen.size ? play.offers : play.spots;
    const reach = offers
      .filter((offer) => offer.at)
      .map((offer) => ({ hex: this.screen.board.hex(offer.at), cost: offer.cost, stop: offer.stop }))
      .filter((r) => r.hex >= 0);
    byId("map").classList.toggle("reaching", reach.length > 0);
    return this.screen.map.overlay.showReach(reach, this.screen.map.camera.k);
  }

  /** What is declared and not yet fought. */
  drawBattles() {
    const { map, view, sides } = this.screen;
    map.overlay.showBattles(view.battles, sides, map.camera.k);
  }

  /** Show on the map what a button would do.
   * @param {Offer | null} offer */
  preview(offer) {
    const { overlay } = this.screen.map;
    overlay.clear("trail");
    if (!offer) return overlay.showWay(this.screen.play.way);
    const places = offer.pieces.map((id) => this.screen.view.pieces[id]?.at ?? "");
    overlay.showTrail(offer.at ? [...places, offer.at] : places);
    if (offer.path.length) overlay.showWay(this.screen.hands.wayOf(offer));
    return undefined;
  }

  /** Light up some places.
   * @param {string[]} names */
  point(names) {
    if (names.length) this.screen.map.overlay.showTrail(names);
    else this.screen.map.overlay.clear("trail");
  }

  /** Light up some places and bring the first into the middle.
   * @param {string[]} names */
  goTo(names) {
    this.point(names);
    const [first] = names.map((name) => this.screen.board.hex(name)).filter((hex) => hex >= 0);
    if (first !== undefined) this.screen.map.camera.centre(...this.screen.board.centre[first]);
  }

  /** Where an entry of the log took place; `go` there, or only light it up.
   * @param {Entry | null} entry @param {boolean} go */
  look(entry, go = true) {
    if (!entry) return this.screen.map.overlay.clear("trail");
    const named = entry.lines
      .filter((line) => !line.startsWith("---"))
      .join(" ")
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => this.screen.board.index.has(word));
    this.screen.map.overlay.showTrail(
      [...entry.moves.flatMap((move) => [move.from, move.to]), ...named],
      entry.moves.map((move) => (move.path.length ? move.path : [move.from, move.to])),
    );
    const first = this.screen.board.hex(entry.moves[0]?.to ?? named[0] ?? "");
    if (first >= 0 && go) this.screen.map.camera.reveal(...this.screen.board.centre[first]);
    return undefined;
  }
}

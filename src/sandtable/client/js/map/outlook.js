// Where to look: the front at first, then whatever a question is about, clear of the panels.

import { evenScale } from "./camera.js";
import { byId } from "../basics/dom.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */

export class Outlook {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
  }

  setInsets() {
    const panels = byId("panels").getBoundingClientRect();
    const map = byId("map").getBoundingClientRect();
    const narrow = innerWidth <= 760;
    this.screen.map.camera.inset = narrow
      ? { top: 0, left: 0, right: 0, bottom: Math.max(0, map.bottom - panels.top) }
      : { top: 0, left: 0, bottom: 0, right: panels.width ? map.right - panels.left : 0 };
  }

  /** The window changes its size, or a telephone is turned: what is in the middle stays there. */
  keepMiddle() {
    const { camera } = this.screen.map; // still of the old size
    const { left, top } = camera.inset;
    const [x, y] = camera.toMap(left + camera.freeWidth() / 2, top + camera.freeHeight() / 2);
    const isFirst = !this.middle;
    this.middle ??= [x, y];
    if (!isFirst) return;
    const later = () => {
      this.setInsets();
      if (this.middle) camera.centre(...this.middle);
      this.middle = undefined;
    };
    requestAnimationFrame(() => requestAnimationFrame(later)); // now of the new one
  }

  /** After the panels changed size: own pieces stay in sight. */
  keepInSight() {
    requestAnimationFrame(() => this.revealOwn());
  }

  revealOwn() {
    this.setInsets();
    const hex = this.screen.cursor.hex >= 0 ? this.screen.cursor.hex : this.startHex();
    if (hex >= 0) this.screen.map.camera.reveal(...this.screen.board.centre[hex]);
  }

  fitAll() {
    this.screen.map.camera.fit(this.screen.map.painter.frame);
  }

  /** First the front of the side that looks on, close enough to read the pieces. */
  fitStart() {
    const { camera } = this.screen.map;
    this.fitAll();
    if (camera.k >= 44) return;
    const front = this.front();
    camera.k = evenScale(Math.max(camera.k, Math.min(50, Math.max(36, camera.freeWidth() / 24))));
    if (front >= 0) camera.centre(...this.screen.board.centre[front]);
    camera.keepNear();
  }

  /** Where the side that looks on stands nearest to others, in the middle of all such places; without enemies the
   * middle
   * of its pieces. */
  front() {
    const side = this.screen.play.now.you.side || this.screen.sides[0]; // who only watches looks on from one of them
    const places = (/** @type {boolean} */ own) =>
      [
        ...new Set(
          Object.values(this.screen.view.pieces)
            .filter((piece) => piece.side && piece.size && (piece.side === side) === own)
            .map((piece) => this.screen.board.hex(piece.at))
            .filter((hex) => hex >= 0),
        ),
      ].sort((a, b) => a - b);
    const [mine, theirs] = [places(true), places(false)];
    if (!mine.length || !theirs.length) return [...mine, ...theirs][(mine.length + theirs.length) >> 1] ?? -1;
    const off = mine.map((hex) => ({
      hex,
      steps: Math.min(...theirs.map((other) => this.screen.board.steps(hex, other))),
    }));
    const least = Math.min(...off.map(({ steps }) => steps));
    const near = off.filter(({ steps }) => steps <= least + 1);
    return near[near.length >> 1].hex;
  }

  /** At a screen that two share: what the side that decides now has at the front comes into sight. */
  turnTo() {
    const { side } = this.screen.play.now.you;
    if (!side || side === this.seen) return;
    const front = this.seen === undefined ? -1 : this.front();
    this.seen = side;
    if (front >= 0) this.screen.map.camera.reveal(...this.screen.board.centre[front]);
  }

  /** Where one was before the others' moves were shown, to come back to. */
  leave() {
    const { x, y, k } = this.screen.map.camera;
    this.left ??= { x, y, k };
  }

  comeBack() {
    if (!this.left || !this.screen.play.asked) return;
    Object.assign(this.screen.map.camera, this.left);
    this.left = undefined;
    this.screen.map.camera.changed();
    this.revealQuestion();
  }

  startHex() {
    const own = Object.values(this.screen.view.pieces).find(
      (piece) => piece.side === this.screen.play.now.you.side && this.screen.board.hex(piece.at) >= 0,
    );
    return own
      ? this.screen.board.hex(own.at)
      : this.screen.board.hexAt(
          ...this.screen.map.camera.toMap(this.screen.map.camera.width / 2, this.screen.map.camera.height / 2),
        );
  }

  /** When something must be chosen among pieces on the map, they come into sight. */
  revealQuestion() {
    const { offers, view } = this.screen.play.now;
    if (!this.screen.play.asked || this.screen.past || offers.some((offer) => offer.action === "done")) return;
    const hexes = offers
      .flatMap((offer) => (offer.pieces.length ? offer.pieces.map((id) => view.pieces[id]?.at ?? "") : [offer.at]))
      .map((name) => this.screen.board.hex(name))
      .filter((hex) => hex >= 0);
    if (!hexes.length)
      hexes.push(
        ...[...view.prompt.matchAll(/\w+/g)].map(([word]) => this.screen.board.hex(word)).filter((hex) => hex >= 0),
      );
    for (const hex of [hexes[hexes.length - 1], hexes[0]])
      if (hex !== undefined) this.screen.map.camera.reveal(...this.screen.board.centre[hex]);
  }

  /** Who waits beside the map may enter where nobody looks: once for each choice that comes into sight, the nearest
   * last. */
  revealGoals() {
    const { play, board, map } = this.screen;
    const isBeside = [...play.chosen].every((id) => board.hex(play.now.view.pieces[id]?.at ?? "") < 0);
    const goals = isBeside ? play.offers.filter((offer) => board.hex(offer.at) >= 0) : [];
    const choice = goals.length ? [...play.chosen].join() : "";
    if (choice === this.revealed) return;
    this.revealed = choice;
    if (goals.some((offer) => map.camera.shows(...board.centre[board.hex(offer.at)]))) return; // one is looked at
    const hexes = goals
      .sort((a, b) => parseFloat(b.cost || "0") - parseFloat(a.cost || "0"))
      .map((offer) => board.hex(offer.at));
    for (const hex of hexes.length ? [hexes[hexes.length >> 1], hexes[hexes.length - 1]] : [])
      map.camera.reveal(...board.centre[hex]);
  }

  /** Who was chosen beside the map when the goals were brought into sight. */
  revealed = "";
  /** What the window showed before it followed the others. @type {{x: number, y: number, k: number} | undefined} */
  left;
  /** What was in the middle before the window changed its size. @type {[number, number] | undefined} */
  middle;
  /** The side that was seen last. @type {string | undefined} */
  seen;
}

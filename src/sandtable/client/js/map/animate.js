// The opponent's last moves at reading pace: each piece goes its way and leaves a trail. Skippable, step by step if
// wished.

import { svg } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { calm } from "../basics/prefs.js";
import { smoothPathData } from "./shapes.js";

/** @typedef {import("../basics/types.js").Entry} Entry */
/** @typedef {import("../basics/types.js").PieceMove} PieceMove */
/** @typedef {import("./mapview.js").MapView} MapView */

const PACE = 420; // milliseconds a move
const QUICK = 120; // when many wait

export class Animation {
  /** @param {MapView} map @param {(id: string) => import("../basics/types.js").Piece | undefined} pieceOf
   * @param {(text: string) => void} tell */
  constructor(map, pieceOf, tell) {
    this.map = map;
    this.pieceOf = pieceOf;
    this.tell = tell;
    /** @type {PieceMove[]} */
    this.queue = [];
    this.running = false;
    this.trails = svg("g", { class: "trails" });
    map.flying.append(this.trails);
    this.skip = () => {};
    this.begun = () => {};
    this.over = () => {}; // when the last has arrived
  }

  /** @param {Entry[]} entries */
  show(entries) {
    const moves = entries
      .flatMap((entry) => entry.moves)
      .filter((move) => this.map.board.hex(move.to) >= 0 && this.map.board.hex(move.from) >= 0);
    if (!moves.length) return;
    if (calm() || document.hidden) return this.mark(moves);
    this.queue.push(...moves);
    for (const move of moves) this.map.stacks.hidden.add(move.piece);
    this.map.stacks.draw();
    if (!this.running) this.run();
  }

  stop() {
    this.queue = [];
    this.skip();
  }

  /** Without motion: only where they came from.
   * @param {PieceMove[]} moves */
  mark(moves) {
    this.map.overlay.showTrail(
      moves.map((move) => move.to),
      moves.map((move) => (move.path.length ? move.path : [move.from, move.to])),
    );
  }

  async run() {
    this.running = true;
    this.begun();
    this.trails.replaceChildren();
    while (this.queue.length) {
      const move = /** @type {PieceMove} */ (this.queue.shift());
      await this.go(move, this.queue.length > 8 ? QUICK : PACE);
      if (!this.queue.some((later) => later.piece === move.piece)) this.map.stacks.hidden.delete(move.piece);
      this.map.stacks.draw();
    }
    this.map.stacks.hidden.clear();
    this.map.stacks.draw();
    this.running = false;
    this.over();
  }

  /** The trails have served. */
  clear() {
    if (!this.running) this.trails.replaceChildren();
  }

  /** @param {PieceMove} move @param {number} time */
  go(move, time) {
    const piece = this.pieceOf(move.piece);
    const path = move.path.length > 1 ? move.path : [move.from, move.to];
    const points = this.map.overlay.points(path);
    if (!piece || points.length < 2) return Promise.resolve();
    this.map.camera.reveal(...points[points.length - 1]);
    const line = svg("path", { class: "trail", d: smoothPathData(points) });
    this.trails.append(line);
    while (this.trails.childElementCount > 14) this.trails.firstElementChild?.remove();
    const scale = this.map.stacks.size / 40;
    const at = (/** @type {import("../basics/types.js").Point} */ [x, y]) => `translate(${x} ${y})scale(${scale})`;
    // placed before it is shown: one unit of the map is a whole hex, and a card is forty
    const card = svg("g", { transform: at(points[0]) }, this.map.counters.card(piece, this.map.stacks.detail));
    this.map.flying.append(card);
    this.tell(names.plain(`${move.piece}: ${move.from} to ${move.to}`));
    const length = line.getTotalLength();
    const start = performance.now();
    return new Promise((resolve) => {
      const done = () => {
        card.remove();
        this.skip = () => {};
        resolve(undefined);
      };
      let ended = false;
      this.skip = () => {
        ended = true;
      };
      const frame = (/** @type {number} */ time0) => {
        const share = Math.min(1, Math.max(0, (time0 - start) / time));
        if (ended || share >= 1) return done();
        const eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
        const { x, y } = line.getPointAtLength(eased * length);
        card.setAttribute("transform", at([x, y]));
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }
}

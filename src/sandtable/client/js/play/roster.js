// Who can still act: asked of the server in small batches, so that nothing else has to wait; and who stays.

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("../basics/types.js").Entry} Entry */

const BATCH = 10; // pieces asked about at once
const END = "done"; // the order that ends a phase

export class Roster {
  /** @param {Play} play @param {import("../basics/net.js").Line} line @param {() => void} changed when all are known
   * @param {() => void} counted when some more are */
  constructor(play, line, changed, counted) {
    this.play = play;
    this.line = line;
    this.changed = changed;
    this.counted = counted;
    /** Pieces something can be done with. @type {Set<string>} */
    this.able = new Set();
    /** Pieces that have done something in this phase, by the number of the entry, or were told to stay after it.
     * @type {Map<string, number>} */
    this.done = new Map();
    /** Pieces that N has been to. @type {Set<string>} */
    this.visited = new Set();
    this.phase = "";
    /** Pieces nobody has been asked about yet. @type {Set<string>} */
    this.unknown = new Set();
    this.busy = false; // while it is not known yet who can act
  }

  /** A position came in: in a new phase everybody is asked about, after a move only who moved.
   * @param {Entry[]} entries */
  renew(entries) {
    const { you, view } = this.play.now;
    const phase = `${you.side} ${view.turn} ${view.phase}`;
    const own = this.phase ? entries.filter((entry) => entry.side === you.side) : this.told();
    const pieces = own.flatMap((entry) => entry.moves.map((move) => move.piece));
    const moved = new Set(pieces.filter((id) => this.play.own(id))); // an answer may let the enemy go on
    const fresh = phase !== this.phase;
    if (fresh) for (const set of [this.able, this.done, this.visited, this.unknown]) set.clear();
    this.phase = phase;
    for (const [id, n] of this.done) if (n > this.last) this.done.delete(id); // it was taken back
    for (const id of moved) this.done.set(id, this.last);
    if (!this.play.asked) return this.able.clear();
    const movesOnly = !fresh && own.length > 0 && own.every((entry) => entry.moves.length);
    for (const id of movesOnly ? moved : this.own()) this.unknown.add(id);
    void this.inquire();
    return fresh ? this.counted() : undefined;
  }

  /** The number of the last entry of the story. */
  get last() {
    const { entries } = this.play.now.log;
    return entries[entries.length - 1]?.n ?? 0;
  }

  /** What the story tells of this phase, for whoever sits down in the middle of it. @returns {Entry[]} */
  told() {
    const { you, log } = this.play.now;
    const ends = (/** @type {Entry} */ entry) => entry.side !== you.side || entry.action === END;
    return log.entries.slice(log.entries.findLastIndex(ends) + 1);
  }

  /** Own pieces that stand on the map, and those that wait beside it. @returns {string[]} */
  own() {
    const { play } = this;
    const { pieces, panels } = play.now.view;
    const shown = panels.filter((panel) => !panel.group).flatMap((panel) => panel.rows.flatMap((row) => row.pieces));
    const waiting = new Set([...shown, ...play.now.offers.flatMap((offer) => offer.pieces)]);
    return Object.keys(pieces).filter((id) => play.own(id) && (this.hexOf(id) >= 0 || waiting.has(id)));
  }

  /** @param {string} id */
  hexOf(id) {
    const { board, now } = this.play;
    return board.hex(now.view.pieces[id]?.at ?? "");
  }

  /** Ask about all who are not known, a few at a time; who becomes unknown meanwhile is asked about as well. */
  async inquire() {
    if (this.busy) return;
    this.busy = true;
    while (this.unknown.size) {
      const pieces = [...this.unknown].slice(0, BATCH);
      for (const id of pieces) this.unknown.delete(id);
      const { phase } = this;
      const answer = await this.line.ask({ type: "able", pieces }).catch(() => null);
      if (!answer) break;
      if (phase !== this.phase) continue;
      for (const id of pieces) this.able.delete(id);
      for (const id of answer.able) this.able.add(id);
      if (this.unknown.size) this.counted();
    }
    this.busy = false;
    this.changed();
  }

  /** Who can still act and has not been told to stay. @returns {string[]} */
  get left() {
    if (!this.play.asked) return [];
    return this.own().filter((id) => this.able.has(id) && !this.done.has(id));
  }

  /** Whether nobody who can still act may stay as he is: each is named by the question itself, a retreat or a loss, and
   * nothing else can be done. Where room must be made, others than those named can move. */
  get compels() {
    const named = new Set(this.play.now.offers.flatMap((offer) => offer.pieces));
    return this.play.onlyWithPieces && this.left.every((id) => named.has(id));
  }

  /** These stay where they are for this phase.
   * @param {Iterable<string>} ids */
  stay(ids) {
    for (const id of ids) this.done.set(id, this.last);
    this.changed();
  }

  /** The next one to act: of the same stack first, then the nearest that has not been visited; who is not on the map
   * comes last.
   * @param {number} from the hex one is at */
  next(from) {
    const left = this.left;
    if (left.every((id) => this.visited.has(id))) this.visited.clear();
    const { board } = this.play;
    const off = (/** @type {number} */ hex) => (hex < 0 ? board.names.length : from < 0 ? 0 : board.steps(from, hex));
    const order = (/** @type {string} */ a, /** @type {string} */ b) => {
      const [here, there] = [this.hexOf(a), this.hexOf(b)];
      return off(here) - off(there) || here - there;
    };
    const [first] = left.filter((id) => !this.visited.has(id)).sort(order);
    if (first) this.visited.add(first);
    return first ?? "";
  }
}

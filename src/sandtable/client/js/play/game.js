// The game as the server told it last, kept up to date by deltas.

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {import("../basics/types.js").Entry} Entry */

export class Game extends EventTarget {
  constructor() {
    super();
    /** @type {Snapshot | null} */
    this.now = null;
    this.seq = 0;
  }

  /** @param {any} message @returns {boolean} false when a message was missed and a snapshot is needed */
  hear(message) {
    if (message.type === "snapshot") {
      this.seq = message.seq ?? 0;
      const chat = message.chat ?? [];
      this.now = {
        you: message.you,
        table: message.table,
        view: message.view,
        offers: message.offers,
        log: message.log,
        chat,
      };
      this.tell("snapshot", []);
    } else if (message.type === "delta" && this.now) {
      if (message.seq !== this.seq + 1) return false;
      this.seq = message.seq;
      this.tell("delta", this.apply(message));
    } else if (message.type === "chat" && this.now) {
      this.now.chat.push(message.line);
      this.tell("chat", []);
    }
    return true;
  }

  /** @param {any} delta @returns {Entry[]} the entries that are new */
  apply(delta) {
    const now = /** @type {Snapshot} */ (this.now);
    if (delta.view) Object.assign(now.view, delta.view);
    for (const [id, change] of Object.entries(delta.pieces ?? {}))
      now.view.pieces[id] = { ...now.view.pieces[id], .../** @type {any} */ (change) };
    for (const id of delta.gone ?? []) delete now.view.pieces[id];
    if (delta.offers) now.offers = delta.offers;
    if (delta.you) now.you = delta.you;
    if (delta.table) now.table = delta.table;
    if (!delta.log) return [];
    now.log.entries = now.log.entries.filter((entry) => entry.n < delta.log.keep).concat(delta.log.add);
    return delta.log.add;
  }

  /** @param {string} kind @param {Entry[]} entries */
  tell(kind, entries) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, entries } }));
  }
}

// A guest's share in the dice: drawn here, promised by its hash, given when everybody has promised. See docs/dice.md.

import { like, liked } from "../basics/prefs.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** What this browser gave, and what the table had promised then.
 * @typedef {{share: string, promise: string, commitment: string}} Kept */

const hex = (/** @type {Uint8Array} */ bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} table @returns {Kept | null} */
export function keptShare(table) {
  try {
    return JSON.parse(liked(`share:${table}`, "null"));
  } catch {
    return null;
  }
}

/** @param {string} commitment @returns {Kept} */
function drawn(commitment) {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { share: hex(bytes), promise: hex(sha256(bytes)), commitment };
}

export class Shares {
  /** @param {(message: Record<string, unknown>) => Promise<any>} ask */
  constructor(ask) {
    this.ask = ask;
    this.busy = false;
  }

  /** After every change: what the table still wants of this seat.
   * @param {Snapshot} now */
  async settle(now) {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.answer(now);
    } catch {
      // A promise that is void by now is asked for again with the next change.
    } finally {
      this.busy = false;
    }
  }

  /** @param {Snapshot} now */
  async answer({ table, you }) {
    const side = you.sides.find((each) => table.waiting.includes(each));
    if (!side || you.comrade) return;
    const { promise } = table.seats[side];
    const kept = keptShare(table.id);
    if (!promise || !kept) {
      const fresh = drawn(table.commitment);
      like(`share:${table.id}`, JSON.stringify(fresh));
      await this.ask({ type: "promise", promise: fresh.promise });
    } else if (kept.promise === promise && table.waiting.every((each) => table.seats[each].promise)) {
      await this.ask({ type: "share", share: kept.share });
    }
  }
}

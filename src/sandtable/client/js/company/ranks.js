// What machines are called to players, and how they play.

import { capital } from "../basics/dom.js";

/** @type {Record<string, [string, string]>} */
const RANKS = {
  random: ["Recruit", "moves at random"],
  greedy: ["Corporal", "sees one move ahead"],
  cadet: ["Cadet", "overlooks things"],
  officer: ["Officer", "plans ahead"],
  general: ["General", "tries several plans"],
  marshal: ["Marshal", "tries them four times as long"],
};

/** @param {string} name */
export const rank = (name) => RANKS[name]?.[0] ?? capital(name.replaceAll("-", " "));

/** A machine in the list of opponents, the one that suits most players marked.
 * @param {string} name @param {boolean} suggested */
export const opponent = (name, suggested) =>
  [rank(name) + (suggested ? " (suggested)" : ""), RANKS[name]?.[1]].filter(Boolean).join(": ");

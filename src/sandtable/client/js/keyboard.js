// The map by keyboard: arrows walk from hex to hex, Enter acts, letters open panels.

/** @typedef {import("./board.js").Board} Board */

/** The hex one step away in the direction of an arrow key. On a pointy grid up and down go alternately left and right,
 * so that one walks straight.
 * @param {Board} board @param {number} hex @param {string} key */
export function stepFrom(board, hex, key) {
  const [, r] = board.axial[hex];
  const [q] = board.axial[hex];
  const even = ((board.pointy ? r : q) & 1) === 0;
  const pointy = { ArrowRight: [0], ArrowLeft: [3], ArrowUp: even ? [5, 4] : [4, 5], ArrowDown: even ? [1, 2] : [2, 1] };
  const flat = { ArrowUp: [4], ArrowDown: [1], ArrowRight: even ? [0, 5] : [5, 0], ArrowLeft: even ? [2, 3] : [3, 2] };
  const ways = /** @type {Record<string, number[]>} */ (board.pointy ? pointy : flat)[key] ?? [];
  return ways.map((d) => board.neighbour(hex, d)).find((near) => near >= 0) ?? hex;
}

export const KEYS = [
  ["Arrows", "walk over the hexes"], ["Enter", "choose the pieces there, or act there"], ["N", "go to the next piece that can act"],
  ["Space", "open the stack under the cursor"], ["D", "the main button of the decision"], ["U", "undo"], ["Esc", "let go, close"],
  ["+ − 0", "zoom in, out, whole map"], ["L F T V R W", "log, forces, turns, layers, rules, table"], ["H", "hex numbers"], ["G", "legend"],
  ["P", "replay"], ["A", "show the last moves again"], ["M", "paper or night"], ["?", "this help"],
];

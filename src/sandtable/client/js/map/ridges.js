// Escarpments that fill hexes: one edge drawn through neighbouring hexes, its comb on the side nearer the sea.

import { DIRECTIONS, WATER } from "./board.js";
import { between, noise } from "./shapes.js";

/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("./board.js").Board} Board */

const ASIDE = 0.13; // hex widths by which the edge keeps off the centre, where a road may run
const END = 0.36; // how far an edge goes on past the centre of its last hex

/** The edges through these hexes, each with the lower ground on its right hand.
 * @param {Board} board @param {number[]} members @param {Int32Array} far @returns {Point[][]} */
export function ridgeLines(board, members, far) {
  const all = new Set(members);
  return chains(board, members).map((chain) => {
    const line = lineOf(board, chain, all);
    return setAside(fallsToTheRight(board, chain, far) ? line : line.reverse());
  });
}

/** Hexes to the nearest sea.
 * @param {Board} board */
export function seaDistance(board) {
  const far = new Int32Array(board.size).fill(-1);
  let edge = [];
  for (let hex = 0; hex < board.size; hex++) if (WATER.has(board.terrain[hex])) ((far[hex] = 0), edge.push(hex));
  for (let steps = 1; edge.length; steps++) {
    const further = [];
    for (const hex of edge)
      for (const near of board.neighbours(hex)) if (far[near] < 0) ((far[near] = steps), further.push(near));
    edge = further;
  }
  return far;
}

/** The hexes strung together so that every hex lies on one chain and no chain turns by more than 60 degrees.
 * @param {Board} board @param {number[]} members */
function chains(board, members) {
  const left = new Set(members);
  const company = new Map(members.map((hex) => [hex, board.neighbours(hex).filter((near) => left.has(near)).length]));
  const starts = [...members].sort((a, b) => (company.get(a) ?? 0) - (company.get(b) ?? 0) || a - b);
  const found = [];
  for (const start of starts) {
    if (!left.delete(start)) continue;
    const chain = [start];
    lengthen(board, chain, left);
    chain.reverse();
    lengthen(board, chain, left);
    found.push(chain);
  }
  return found;
}

/** @param {Board} board @param {number[]} chain @param {Set<number>} left */
function lengthen(board, chain, left) {
  for (let near = onward(board, chain, left); near >= 0; near = onward(board, chain, left)) {
    left.delete(near);
    chain.push(near);
  }
}

/** The neighbour of the last hex that continues the chain most nearly straight on.
 * @param {Board} board @param {number[]} chain @param {Set<number>} candidates */
function onward(board, chain, candidates) {
  const last = chain[chain.length - 1];
  const heading =
    chain.length > 1 ? DIRECTIONS.findIndex((_, d) => board.neighbour(chain[chain.length - 2], d) === last) : 0;
  let [best, least] = [-1, 9];
  for (let d = 0; d < 6; d++) {
    const near = board.neighbour(last, d);
    const turn = Math.min((d - heading + 6) % 6, (heading - d + 6) % 6);
    if (candidates.has(near) && (turn <= 1 || chain.length === 1) && turn < least) [best, least] = [near, turn];
  }
  return best;
}

/** Whether the sea is nearer on the right hand of the chain; where it is equally far the north is low.
 * @param {Board} board @param {number[]} chain @param {Int32Array} far */
function fallsToTheRight(board, chain, far) {
  let rise = 0;
  chain.forEach((hex, i) => {
    const [a, b] = [board.centre[chain[Math.max(i - 1, 0)]], board.centre[chain[Math.min(i + 1, chain.length - 1)]]];
    const [x, y] = chain.length === 1 ? [1, 0] : [b[0] - a[0], b[1] - a[1]];
    for (const near of board.neighbours(hex)) {
      const [dx, dy] = [board.centre[near][0] - board.centre[hex][0], board.centre[near][1] - board.centre[hex][1]];
      rise += (-y * dx + x * dy) * (Math.max(far[near], 0) + 0.01 * board.centre[near][1]);
    }
  });
  return rise < 0;
}

/** @param {Board} board @param {number[]} chain @param {Set<number>} members @returns {Point[]} */
function lineOf(board, chain, members) {
  const centres = chain.map((hex) => board.centre[hex]);
  if (chain.length === 1) {
    const [x, y] = centres[0];
    return [
      [x - END, y + 0.04],
      [x, y - 0.04],
      [x + END, y + 0.04],
    ];
  }
  /** @type {Point[]} */
  const line = [centres[0]];
  for (let i = 1; i < centres.length; i++) line.push(between(centres[i - 1], centres[i]), centres[i]);
  const natural = line.map(([x, y]) => /** @type {Point} */ ([x + 0.06 * noise(x, y), y + 0.06 * noise(x, y, 1)]));
  return [endOf(board, [...chain].reverse(), members), ...natural, endOf(board, chain, members)];
}

/** Where the edge stops: at the hexside if another edge goes on there, else inside the hex.
 * @param {Board} board @param {number[]} chain @param {Set<number>} members @returns {Point} */
function endOf(board, chain, members) {
  const here = board.centre[chain[chain.length - 1]];
  const next = onward(board, chain, members);
  if (next >= 0) return between(here, board.centre[next]);
  const before = board.centre[chain[chain.length - 2]];
  return [here[0] + (here[0] - before[0]) * END, here[1] + (here[1] - before[1]) * END];
}

/** The line moved uphill, which is to its left.
 * @param {Point[]} line @returns {Point[]} */
function setAside(line) {
  return line.map(([x, y], i) => {
    const [a, b] = [line[Math.max(i - 1, 0)], line[Math.min(i + 1, line.length - 1)]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [x + ((b[1] - a[1]) / length) * ASIDE, y - ((b[0] - a[0]) / length) * ASIDE];
  });
}

// When a step of the guide is done: the few words of its condition, against what the player has done since.

/** @typedef {{side: string, phase: string, chosen: number, weighed: boolean, entries: {side: string, action: string}[],
 *   pieces: {side: string, at: string}[]}} Seen what was done since the step began, and how the map looks now */

/** @param {string} until @param {Seen} seen */
export const fulfilled = (until, seen) => until.split(" or ").some((one) => isSo(one, seen));

/** @param {string} until @param {Seen} seen */
function isSo(until, seen) {
  const [kind, ...words] = until.split(" ");
  const own = seen.entries.filter(({ side }) => side === seen.side);
  if (kind === "choose") return seen.chosen > 0;
  if (kind === "weigh") return seen.weighed;
  if (kind === "opponent") return seen.entries.some(({ side }) => side && side !== seen.side);
  if (kind === "phase")
    return words
      .join(" ")
      .split("|")
      .some((word) => seen.phase.includes(word));
  if (kind === "act") return own.some(({ action }) => isSuch(action, words));
  if (kind === "hold") return holds(seen, words);
  return false;
}

/** `move|ship ge-dak`: an order of one of these verbs in which all the other words are named.
 * @param {string} action @param {string[]} words */
function isSuch(action, [verbs, ...named]) {
  const [verb, ...rest] = action.split(/[\s,]+/);
  return (!verbs || verbs.split("|").includes(verb)) && named.every((word) => rest.includes(word));
}

/** `2403`, `W3|W4`, `2 1610`: so many of one's own, or one, in one of these hexes.
 * @param {Seen} seen @param {string[]} words */
function holds({ side, pieces }, words) {
  const hexes = (words[words.length - 1] ?? "").split("|");
  const needed = words.length > 1 ? Number(words[0]) : 1;
  return hexes.some((hex) => pieces.filter((piece) => piece.side === side && piece.at === hex).length >= needed);
}

// A game that is over, played on from one of its moments: a new table with its record up to there.

import { getJson, postJson } from "../basics/net.js";
import { like } from "../basics/prefs.js";

/** The record cut short, one side for the player and the others for machines.
 * @param {any} record @param {number} at entries that stay @param {string} side
 * @param {string} opponent the machine that takes over where a person played the other side */
export function cutShort(record, at, side, opponent) {
  const others = Object.entries(record.players).map(([other, name]) => [other, name === "human" ? opponent : name]);
  const { fingerprint, orders, desks, ...kept } = record; // they belong to the position at its end
  const players = { ...Object.fromEntries(others), [side]: "human" };
  return { ...kept, lines: record.lines.slice(0, at), players };
}

/** @param {string} table @param {string} token @param {number} at @param {string} side */
export async function playOn(table, token, at, side) {
  const record = await getJson(`/api/tables/${encodeURIComponent(table)}/record`, token);
  const { opponent } = await getJson(`/api/games/${encodeURIComponent(record.game)}`);
  const made = await postJson("/api/records", cutShort(record, at, side, opponent));
  like(`seat:${made.id}`, made.token);
  location.href = made.url;
}

// The lobby of a house: invitations that anybody may accept, and the games of this browser.

import { paceWords } from "./clocks.js";
import { capital, el, moment } from "../basics/dom.js";
import { postJson } from "../basics/net.js";
import { seats } from "../basics/prefs.js";

const MOST = 200; // tables that the server looks up at a time

/** @typedef {{id: string, game: string, name: string, scenario: string, called: string, agreed: string[],
 *   host: string, links: Record<string, string>, comrades: {side: string, desks: string[], link: string}[],
 *   created: string, pace: import("../basics/types.js").Pace | null}} Invitation */

/** The tables in which this browser or whoever is signed in has a seat, the urgent ones first. */
export async function ownTables() {
  const held = Object.fromEntries(Object.entries(seats()).slice(0, MOST));
  const { tables } = await postJson("/api/mine", { held });
  return tables;
}

/** One's own invitation is not for oneself.
 * @param {Invitation} one */
export function invitationLine(one) {
  const own = one.id in seats();
  return el(
    "li",
    { "data-invitation": one.id },
    el(
      "div",
      { class: "invitation" },
      el("b", {}, one.name),
      el("span", {}, one.called),
      one.agreed.length ? el("span", { class: "small" }, `Optional rules: ${one.agreed.join("; ")}`) : null,
      one.pace ? el("span", { class: "small" }, paceWords(one.pace)) : null,
      el("span", { class: "quiet small" }, `${one.host || "Somebody"} invites, ${moment(one.created)}`),
    ),
    el(
      "div",
      { class: "deeds" },
      ...Object.entries(one.links).map(([side, link]) =>
        own
          ? el("a", { class: "button slight", href: `/t/${encodeURIComponent(one.id)}` }, "Your table")
          : el("a", { class: "button primary", href: link }, `Play the ${capital(side)} side`),
      ),
      ...(own ? [] : one.comrades).map(({ side, desks, link }) =>
        el("a", { class: "button", href: link }, `Join the ${capital(side)} side: ${desks.join(", ")}`),
      ),
    ),
  );
}

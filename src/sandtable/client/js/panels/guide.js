// The guided first turn: a few steps in the game's own words, each done when the player has done it.

import { el } from "../basics/dom.js";
import { fulfilled } from "./lessons.js";
import { getJson } from "../basics/net.js";
import { like, liked } from "../basics/prefs.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {{title: string, text: string, until: string, show: string[], side: string,
 *   scenarios: string[], danger: boolean}} Step */

const danger = () => el("span", { class: "danger", title: "This is how first games are lost" }, "!");

/** Of what a step waits for, the phase after which its words are past. @param {Step} step */
const phaseIn = ({ until }) =>
  until
    .split(" or ")
    .filter((one) => one.startsWith("phase "))
    .join(" or ");

/** Whether one has ended something in an earlier turn: whoever comes back to a game, or opens it elsewhere, needs no
 * guide to its first turn.
 * @param {import("../basics/types.js").Snapshot} now */
function isLater({ log, view, you }) {
  let turn = view.turn; // as the headings tell
  return log.entries.some(({ side, action, lines }) => {
    const ended = side === you.side && action === "done" && turn < view.turn;
    for (const line of lines) turn = Number(/^[-=]+ Turn (\d+)/.exec(line)?.[1] ?? turn);
    return ended;
  });
}

/** @param {import("../basics/types.js").Table} table */
const noGuide = (table) => `guide:${table.game}`; // no guide at all in this game
/** @param {import("../basics/types.js").Table} table */
const guideOf = (table) => `guide:${table.game}:${table.scenario}`;

/** The steps of a table's guide, if whoever sits there wants it: fetched before the first picture, for a guide that
 * came later would push the map away under a finger.
 * @param {import("../basics/types.js").Snapshot} now @returns {Promise<Step[]>} */
export async function stepsFor({ table, you }) {
  if (!you.side || [noGuide(table), guideOf(table)].some((name) => liked(name, "") === "done")) return [];
  const game = await getJson(`/api/games/${encodeURIComponent(table.game)}`).catch(() => null);
  /** @type {Step[]} */
  const every = game?.first_turn ?? [];
  return every.filter(({ scenarios }) => !scenarios.length || scenarios.includes(table.scenario));
}

export class Guide {
  /** @param {HTMLElement} panel @param {Screen} screen @param {Step[]} steps */
  constructor(panel, screen, steps) {
    this.panel = panel;
    this.screen = screen;
    this.all = isLater(screen.play.now) ? [] : steps;
    this.side = "";
    /** How far each side has come: at one screen two may sit. @type {Map<string, number>} */
    this.come = new Map();
    this.started = 0;
    this.turn = screen.play.now.view.turn; // the first in which there is more to do than to answer the enemy
    this.isOpen = false; // whether that has come
    this.over = false;
    const { table } = screen.play.now;
    this.none = noGuide(table);
    this.name = guideOf(table);
    if (!this.all.length) return;
    this.begin();
    this.renew(); // who sits down in the middle of a game is past its first steps
  }

  begin() {
    this.side = this.screen.play.now.you.side;
    this.started = this.screen.play.now.table.entries;
    this.draw();
  }

  /** The steps of the side that looks on. */
  get steps() {
    return this.all.filter((step) => !step.side || step.side === this.side);
  }

  get at() {
    return this.come.get(this.side) ?? 0;
  }

  /** Something changed: perhaps the step is done, or the other side sits here now. */
  renew() {
    if (!this.all.length || this.over) return;
    const { now, asked } = this.screen.play;
    if (now.view.over) return this.end();
    if (!this.isOpen) this.turn = now.view.turn;
    this.isOpen ||= asked && now.offers.some((offer) => offer.action === "done");
    const turned = this.side !== this.screen.play.now.you.side;
    const step = this.panel.hidden ? undefined : this.steps[this.at];
    if (step && this.isDone(step)) this.come.set(this.side, this.at + 1);
    const reached = this.steps.findLastIndex((later) => this.isDone({ until: phaseIn(later) }));
    if (step && reached >= this.at) this.come.set(this.side, reached + 1); // the game has gone on
    const isOver = this.screen.play.now.view.turn > this.turn; // the first turn: only the last words are left
    if (step && isOver) this.come.set(this.side, this.steps.length - 1);
    while (step && this.steps[this.at]?.until.startsWith("hold ") && this.isDone(this.steps[this.at]))
      this.come.set(this.side, this.at + 1); // done before it was asked for
    if (turned || this.steps[this.at] !== step) this.begin();
  }

  /** @param {{until: string}} step */
  isDone({ until }) {
    const { play } = this.screen;
    const { log, view, you } = play.now;
    const own = this.side === you.side;
    return fulfilled(until, {
      side: this.side,
      phase: view.phase,
      chosen: own ? play.chosen.size : 0,
      weighed: own && !!play.forecast,
      entries: log.entries.filter((entry) => entry.n > this.started && entry.side),
      pieces: Object.values(view.pieces),
    });
  }

  next() {
    this.come.set(this.side, this.at + 1);
    this.begin();
  }

  /** @param {string} name what is done with: this scenario, or the guides of this game altogether */
  end(name = this.name) {
    this.over = true;
    like(name, "done");
    this.panel.hidden = true;
    this.screen.map.overlay.clear("trail");
    this.screen.outlook.setInsets();
  }

  draw() {
    const step = this.steps[this.at];
    if (this.screen.play.now.table.waiting.length) return void (this.panel.hidden = true); // until all sit down
    if (!step) {
      if (this.steps.length) this.panel.hidden = true;
      if (this.steps.length && this.screen.play.now.you.sides.length < 2) this.end();
      return;
    }
    this.panel.hidden = false;
    const last = this.at === this.steps.length - 1;
    this.panel.replaceChildren(
      el("h2", {}, `${this.at + 1} of ${this.steps.length}: ${step.title}`, step.danger ? danger() : null),
      el("p", {}, step.text.replaceAll(/`([^`]+)`/g, "“$1”")),
      el(
        "div",
        { class: "row" },
        el(
          "button",
          { type: "button", class: "button", click: () => (last ? this.end() : this.next()) },
          last ? "Finish" : "Next",
        ),
        last
          ? null
          : el("button", { type: "button", class: "button", click: () => this.end(this.none) }, "No guide, thank you"),
      ),
    );
    if (this.screen.guide) this.screen.outlook.keepInSight(); // the first outlook is taken with the guide in its place
    const hexes = step.show ?? [];
    if (hexes.length) this.screen.map.overlay.showTrail(hexes);
    else this.screen.map.overlay.clear("trail");
  }
}

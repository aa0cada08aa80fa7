// The guided first turn: a few steps in the game's own words, each done when the player has done it.

import { el } from "./dom.js";
import { getJson } from "./net.js";
import { like, liked } from "./prefs.js";

/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {{title: string, text: string, until: string, show: string[], side: string}} Step */

export class Guide {
  /** @param {HTMLElement} panel @param {Screen} screen */
  constructor(panel, screen) {
    this.panel = panel;
    this.screen = screen;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.started = 0;
    this.name = `guide:${screen.play.now.table.game}`;
    if (liked(this.name, "") !== "done" && screen.play.now.you.side) this.load();
  }

  async load() {
    const { table } = this.screen.play.now;
    const game = await getJson(`/api/games/${encodeURIComponent(table.game)}`).catch(() => null);
    this.steps = (game?.first_turn ?? []).filter((/** @type {Step} */ step) => !step.side || step.side === this.screen.play.now.you.side);
    this.begin();
  }

  begin() {
    this.started = this.screen.play.now.table.entries;
    this.draw();
  }

  /** Something changed: perhaps the step is done. */
  renew() {
    const step = this.steps[this.at];
    if (!step || this.panel.hidden) return;
    const { play } = this.screen;
    const done = { choose: play.chosen.size > 0, act: play.now.log.entries.some((entry) => entry.n > this.started && play.now.you.sides.includes(entry.side)), weigh: !!play.forecast, opponent: play.now.log.entries.some((entry) => entry.n > this.started && entry.side && entry.side !== play.now.you.side) }[step.until];
    if (done) this.next();
  }

  next() {
    this.at++;
    this.started = this.screen.play.now.table.entries;
    this.draw();
  }

  end() {
    like(this.name, "done");
    this.panel.hidden = true;
    this.screen.map.overlay.clear("trail");
    this.screen.setInsets();
  }

  draw() {
    const step = this.steps[this.at];
    if (!step) {
      if (this.steps.length) this.end();
      return;
    }
    this.panel.hidden = false;
    const last = this.at === this.steps.length - 1;
    this.panel.replaceChildren(
      el("h2", {}, `${this.at + 1} of ${this.steps.length}: ${step.title}`), el("p", {}, step.text),
      el("div", { class: "row" }, el("button", { type: "button", class: "button", click: () => (last ? this.end() : this.next()) }, last ? "Finish" : "Next"), el("button", { type: "button", class: "button", click: () => this.end() }, "No guide, thank you")));
    this.screen.keepInSight();
    const hexes = step.show ?? [];
    if (hexes.length) this.screen.map.overlay.showTrail(hexes);
    else this.screen.map.overlay.clear("trail");
  }
}

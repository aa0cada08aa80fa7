// Before a phase ends: who has not acted and what is left undone is said at once, what threatens as soon as the staff
// has found it. The player may end the phase at any time, without waiting for it.

import { caseLink, casesApart, el, withCases } from "../basics/dom.js";
import { liked } from "../basics/prefs.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {import("../basics/types.js").Warned} Warned */
/** @typedef {{action: string, found: Warned[], looking: boolean}} Report what has been found so far, and whether the
 * staff still looks */

const END = "done"; // the order that ends a phase

export class Lookout {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.seen = -1; // the position of which the player has been told everything
    /** @type {Report | null} */
    this.report = null;
    this.goOn = () => {};
    /** Where those stood whom the player knowingly left there in such a phase. @type {Map<string, string>} */
    this.garrisons = new Map();
    /** What the player has ended something in this phase in spite of, and the last entry of the story before that.
     * @type {{phase: string, told: Set<string>, after: number}} */
    this.risks = { phase: "", told: new Set(), after: 0 };
  }

  /** Whether an action may be carried out; if it ends a phase in which units act, it is looked at first.
   * @param {string} action @returns {Promise<boolean>} */
  async before(action) {
    const { play, roster } = this.screen;
    const { count } = play.now.view;
    if (this.report?.looking && this.report.action === action) return (this.goOn(), false);
    const canEnd = play.now.offers.some((offer) => offer.action === END); // else the answer says why it cannot
    if (action !== END || !canEnd || liked("warnings", "1") !== "1") return this.forget();
    if (count === this.seen) return this.leave();
    if (!roster.left.length && !roster.done.size && !roster.busy) return true;
    /** @type {Report} */
    const report = { action, found: [], looking: true };
    this.report = report;
    const chosen = [...play.chosen].join();
    const stands = () => this.report === report && play.now.view.count === count;
    const ended = new Promise((done) => (this.goOn = () => done(true)));
    const told = this.tell(this.screen.line.ask({ type: "duties", idle: this.idle() }), report, stands).then(() =>
      this.tell(this.screen.line.look({ type: "warnings" }, stands), report, stands),
    );
    this.screen.drawPlay();
    const isOver = await Promise.race([ended, told]);
    if (!stands()) return false;
    if (isOver) return this.leave();
    this.seen = count;
    report.looking = false;
    const taken = [...play.chosen].join() !== chosen; // the player has gone back to his units
    if (!report.found.length && !taken) return this.forget();
    if (!report.found.length) this.forget();
    this.screen.drawPlay();
    return false;
  }

  /** What the table says to a question is added to the report, but for what a later phase of this turn can prevent.
   * @param {Promise<any>} asked @param {Report} report @param {() => boolean} stands */
  async tell(asked, report, stands) {
    const { screen } = this;
    const answer = await asked.catch(() => null);
    if (!answer || !stands() || answer.count !== screen.play.now.view.count) return;
    const known = new Set(report.found.map((each) => each.text));
    const fresh = answer.warnings.filter(
      (/** @type {Warned} */ each) => !each.later && !known.has(each.text) && !this.isRisked(each),
    );
    report.found.push(...fresh);
    if (fresh.length) screen.drawPlay();
  }

  /** Who could act and has not, but for whom the player has knowingly left where they are, unless nobody has acted at
   * all. What has a button of its own is not forgotten. */
  idle() {
    const { play, roster } = this.screen;
    const offered = new Set(play.now.offers.flatMap((offer) => offer.pieces));
    const stays = (/** @type {string} */ id) => this.garrisons.get(this.post(id)) === play.now.view.pieces[id].at;
    return roster.left.filter((id) => !offered.has(id) && !(roster.done.size && stays(id)));
  }

  /** The phase ends although the player knows who could act and what threatens. */
  leave() {
    const { play, roster } = this.screen;
    const { phase, pieces } = play.now.view;
    for (const id of roster.left) this.garrisons.set(this.post(id), pieces[id].at);
    if (this.risks.phase !== phase || roster.last <= this.risks.after) this.risks.told.clear();
    Object.assign(this.risks, { phase, after: roster.last });
    for (const each of this.report?.found ?? []) this.risks.told.add(`${each.at} ${each.text}`);
    return this.forget();
  }

  /** Whether the player has heard this in the same phase and gone on, as after one of several combats; if he took
   * that back he is told again.
   * @param {Warned} each */
  isRisked(each) {
    const { phase, told, after } = this.risks;
    const { play, roster } = this.screen;
    return phase === play.now.view.phase && roster.last > after && told.has(`${each.at} ${each.text}`);
  }

  /** A piece in a phase like this one, of whatever stage or impulse: who stays when others fight may yet march.
   * @param {string} id */
  post(id) {
    return `${this.screen.play.now.view.phase.replaceAll(/\d+/g, "")} ${id}`;
  }

  forget() {
    this.report = null;
    return true;
  }

  /** What the decision panel shows of it.
   * @returns {HTMLElement[]} */
  draw() {
    const { report } = this;
    const { play } = this.screen;
    if (!report || play.frozen) return [];
    const end = el(
      "button",
      { type: "button", class: "button", "data-end-anyway": "", click: () => void play.act(report.action) },
      report.looking && !report.found.length ? "End now" : "End anyway",
    );
    const back = el(
      "button",
      { type: "button", class: "button primary", "data-go-back": "", click: () => this.back() },
      "Back to my units",
    );
    const looking = el(
      "div",
      { class: "row small", role: "status" },
      el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      el("span", {}, `The staff is ${report.found.length ? "still " : ""}looking at what threatens`),
    );
    return [
      el(
        "section",
        { class: "staff", "aria-label": "Warnings of the staff" },
        report.found.length ? el("h3", {}, "Before the phase ends") : null,
        report.found.length
          ? el("ul", { class: "report-lines" }, ...report.found.map((each) => this.line(each)))
          : null,
        report.looking ? looking : null,
        el("div", { class: "row whether" }, end, back),
      ),
    ];
  }

  /** Nothing ends; what the staff finds from now on is not waited for. */
  back() {
    this.forget();
    this.screen.drawPlay();
  }

  /** @param {Warned} each */
  line(each) {
    const places = [each.at, ...each.pieces.map((id) => this.screen.view.pieces[id]?.at ?? "")].filter(Boolean);
    const details = [...each.how, ...each.orders.map((order) => `The staff would order: ${order}`)];
    const { words, cases } = casesApart(each.text);
    const shown = el(
      "button",
      {
        type: "button",
        class: "report-line",
        "data-warning": each.at,
        click: () => this.screen.lights.goTo(places),
        mouseenter: () => this.screen.lights.point(places),
        mouseleave: () => this.screen.lights.point([]),
      },
      ...words,
    );
    return el(
      "li",
      {},
      el("div", { class: "report-row" }, shown, ...cases),
      ...details.map((text) => el("p", { class: "quiet small" }, ...withCases(text))),
      each.case && !each.how.length ? caseLink(each.case) : null,
    );
  }
}

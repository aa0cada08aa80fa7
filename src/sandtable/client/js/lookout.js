// Before a phase ends the staff looks at what threatens. The player never waits long, and never has to.

import { caseLink, el, withCases } from "./dom.js";
import { liked } from "./prefs.js";

/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("./types.js").Warned} Warned */

const PATIENCE = 2000; // milliseconds for which the end of a phase waits for the staff
const END = "done"; // the order that ends a phase

export class Lookout {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.seen = -1; // the position that the staff has looked at
    /** What the staff has found, nothing while it looks. @type {{action: string, found: Warned[] | null} | null} */
    this.report = null;
    this.goOn = () => {};
  }

  /** Whether an action may be carried out; if it ends a phase in which units act, the staff looks first.
   * @param {string} action @returns {Promise<boolean>} */
  async before(action) {
    const { play, roster, line } = this.screen;
    const { count } = play.now.view;
    if (this.report && !this.report.found && this.report.action === action) return (this.goOn(), false);
    if (action !== END || liked("warnings", "1") !== "1" || count === this.seen) return this.forget();
    if (!roster.left.length && !roster.done.size) return true;
    this.seen = count;
    this.report = { action, found: null };
    const patience = new Promise((done) => {
      this.goOn = () => done(null);
      setTimeout(done, PATIENCE, null);
    });
    this.screen.drawPlay();
    const look = line.ask({ type: "warnings" }).catch(() => null);
    const answer = await Promise.race([look, patience]);
    if (play.now.view.count !== count || !this.report) return false;
    const found = answer?.count === count ? answer.warnings : [];
    if (!found.length) return this.forget();
    this.report = { action, found };
    this.screen.drawPlay();
    return false;
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
    const end = (/** @type {string} */ label, /** @type {string} */ weight) =>
      el(
        "button",
        { type: "button", class: `button ${weight}`, "data-end-anyway": "", click: () => void play.act(report.action) },
        label,
      );
    if (!report.found)
      return [
        el(
          "div",
          { class: "staff row small", role: "status" },
          el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
          el("span", {}, "The staff is looking at what threatens"),
          end("End now", "primary"),
        ),
      ];
    const back = () => {
      this.forget();
      this.screen.drawPlay();
    };
    return [
      el(
        "section",
        { class: "staff", "aria-label": "Warnings of the staff" },
        el("h3", {}, "Before you move again"),
        el("ul", { class: "report-lines" }, ...report.found.map((each) => this.line(each))),
        el(
          "div",
          { class: "row" },
          end("End anyway", ""),
          el(
            "button",
            { type: "button", class: "button primary", "data-go-back": "", click: back },
            "Back to my units",
          ),
        ),
      ),
    ];
  }

  /** @param {Warned} each */
  line(each) {
    const places = [each.at, ...each.pieces.map((id) => this.screen.view.pieces[id]?.at ?? "")].filter(Boolean);
    const details = [...each.how, ...each.orders.map((order) => `The staff would order: ${order}`)];
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "report-line",
          "data-warning": each.at,
          click: () => this.screen.lights.goTo(places),
          mouseenter: () => this.screen.lights.point(places),
          mouseleave: () => this.screen.lights.point([]),
        },
        ...withCases(each.text),
      ),
      ...details.map((text) => el("p", { class: "quiet small" }, ...withCases(text))),
      each.case && !each.how.length ? caseLink(each.case) : null,
    );
  }
}

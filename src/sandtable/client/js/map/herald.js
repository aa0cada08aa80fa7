// What must not be missed is said once, in the middle of the map: what is lost, what is taken.

import { el, withCases } from "../basics/dom.js";

const FEW = 4; // lines at once
const WHILE = 5000; // milliseconds

export class Herald {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    box.addEventListener("click", () => this.hush());
  }

  /** @param {string[]} news */
  cry(news) {
    if (!news.length) return;
    const known = this.box.hidden ? [] : this.lines;
    this.lines = [...known, ...news].slice(-FEW);
    this.missed = (this.box.hidden ? 0 : this.missed) + Math.max(0, known.length + news.length - FEW);
    this.box.replaceChildren(
      ...this.lines.map((line) => el("p", {}, ...withCases(line))),
      this.missed ? el("p", { class: "quiet small" }, `and ${this.missed} more in the log`) : "",
    );
    this.box.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hush(), WHILE);
  }

  hush() {
    this.box.hidden = true;
  }

  /** @type {string[]} */
  lines = [];
  missed = 0;
  /** @type {number | undefined} */
  timer;
}

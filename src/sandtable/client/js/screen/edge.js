// The edge of the panels: drawn wider or narrower, and the panels put away and back. Wide ones have two columns.

import { byId } from "../basics/dom.js";
import { tool } from "../map/furniture.js";
import { forget, like, liked } from "../basics/prefs.js";

/** @typedef {import("./screen.js").Screen} Screen */

const LEAST = 300; // pixels
const FREE = 360; // of the map that stay in sight
const TWO = 600; // from here on there is room for two columns
const STEP = 24; // by an arrow key

export class Edge {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.panels = byId("panels");
    this.edge = byId("edge");
    this.away = tool("panel", "Hide or show the panels (C)", () => this.put(!this.isAway), { "data-away": "" });
    byId("tools").prepend(this.away);
    this.edge.addEventListener("pointerdown", (event) => this.grab(event));
    this.edge.addEventListener("dblclick", () => this.reset());
    this.edge.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.fitted()).observe(this.panels);
    const kept = Number(liked("panel-width", "0"));
    if (kept) this.setWidth(kept);
  }

  get isAway() {
    return document.body.classList.contains("panels-away");
  }

  /** @param {boolean} away */
  put(away) {
    document.body.classList.toggle("panels-away", away);
    this.away.setAttribute("aria-pressed", String(away));
    this.screen.outlook.setInsets();
  }

  /** @param {number} width */
  setWidth(width) {
    const most = Math.max(LEAST, innerWidth - FREE);
    const kept = Math.round(Math.min(most, Math.max(LEAST, width)));
    document.documentElement.style.setProperty("--panel-width", `${kept}px`);
    this.edge.setAttribute("aria-valuenow", String(kept));
    like("panel-width", String(kept));
  }

  reset() {
    document.documentElement.style.removeProperty("--panel-width");
    forget("panel-width");
  }

  fitted() {
    this.panels.classList.toggle("two", innerWidth > 760 && this.panels.offsetWidth >= TWO);
    this.edge.setAttribute("aria-valuenow", String(this.panels.offsetWidth));
    this.screen.outlook.setInsets();
  }

  /** @param {PointerEvent} event */
  grab(event) {
    event.preventDefault();
    this.edge.setPointerCapture(event.pointerId);
    const right = this.panels.getBoundingClientRect().right;
    const move = (/** @type {PointerEvent} */ now) => this.setWidth(right - now.clientX);
    this.edge.addEventListener("pointermove", move);
    this.edge.addEventListener("lostpointercapture", () => this.edge.removeEventListener("pointermove", move), {
      once: true,
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this.setWidth(this.panels.offsetWidth + by);
  }
}

// A past moment on show: a slider over all entries, autoplay, a link to the moment.

import { el } from "../basics/dom.js";
import { getJson } from "../basics/net.js";

export class Replay {
  /** @param {HTMLElement} host @param {string} table @param {() => string} token
   * @param {{show(replay: any): void, close(): void, entries(): number, isOver(): boolean, playOn(at: number): void}}
   * how */
  constructor(host, table, token, how) {
    this.host = host;
    this.path = `/api/tables/${encodeURIComponent(table)}/replay`;
    this.token = token;
    this.how = how;
    this.at = 0;
    this.asked = 0;
    this.timer = 0;
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      "aria-label": "Moment of the game",
      input: () => this.go(Number(this.slider.value)),
    });
    this.label = el("span", { class: "small" });
    this.auto = el("button", { type: "button", class: "button", click: () => this.play(!this.timer) }, "▶ Play");
    this.onwards = el(
      "button",
      { type: "button", class: "button", "data-play-on": "", click: () => this.how.playOn(this.at) },
      "Play on from here",
    );
    this.link = el("a", { class: "small", href: "#" }, "Link to this moment");
    host.append(
      el(
        "div",
        { class: "row" },
        el(
          "button",
          { type: "button", class: "button", "aria-label": "One entry back", click: () => this.go(this.at - 1) },
          "◀",
        ),
        this.slider,
        el(
          "button",
          { type: "button", class: "button", "aria-label": "One entry forward", click: () => this.go(this.at + 1) },
          "▶",
        ),
      ),
      el(
        "div",
        { class: "row" },
        this.auto,
        this.label,
        this.link,
        this.onwards,
        el(
          "button",
          { type: "button", class: "button", "data-close-replay": "", click: () => this.close() },
          "Back to the game",
        ),
      ),
    );
  }

  get on() {
    return !this.host.hidden;
  }

  /** @param {number} [at] */
  open(at) {
    this.host.hidden = false;
    this.onwards.hidden = !this.how.isOver();
    return this.go(at ?? Math.max(0, this.how.entries() - 1));
  }

  close() {
    this.play(false);
    this.asked++;
    this.host.hidden = true;
    history.replaceState(null, "", location.pathname);
    this.how.close();
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = on
      ? window.setInterval(() => (this.at >= this.how.entries() ? this.play(false) : this.go(this.at + 1)), 700)
      : 0;
    this.auto.textContent = on ? "❚❚ Stop" : "▶ Play";
  }

  /** @param {number} at */
  async go(at) {
    const turn = ++this.asked;
    this.at = Math.max(0, Math.min(this.how.entries(), at));
    this.slider.max = String(this.how.entries());
    this.slider.value = String(this.at);
    const data = await getJson(`${this.path}?at=${this.at}`, this.token());
    if (turn !== this.asked || !this.on) return;
    this.label.textContent = `${this.at} of ${data.entries} · turn ${data.view.turn}, ${data.view.date}`;
    this.link.href = `${location.pathname}#at=${this.at}`;
    history.replaceState(null, "", `#at=${this.at}`);
    this.how.show(data);
  }
}

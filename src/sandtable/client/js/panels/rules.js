// Rule search: any case number opens our summary and the rulings on it.

import { capital, caseLink, el, refusal } from "../basics/dom.js";
import { Refused, getJson } from "../basics/net.js";
import { tree } from "./odds.js";

export class Rules {
  /** @param {HTMLElement} sheet @param {string} game @param {(question: string) => Promise<any>} ask */
  constructor(sheet, game, ask) {
    this.game = `/api/games/${encodeURIComponent(game)}`;
    this.base = `${this.game}/cases`;
    this.ask = ask;
    this.input = el("input", {
      type: "search",
      placeholder: "A case number or a word",
      "aria-label": "Search the rules",
      input: () => this.later(),
    });
    this.found = el("div", { class: "rules-found" });
    this.question = el("input", { type: "text", "aria-label": "Ask about the position" });
    this.answer = el("ul", { class: "ledger small", "aria-live": "polite" });
    this.examples = el("p", { class: "quiet small" });
    const form = el(
      "form",
      {
        class: "chat-form",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.put(this.question.value);
        },
      },
      this.question,
      el("button", { class: "button", type: "submit" }, "Ask"),
    );
    sheet.append(this.input, this.found, el("h3", {}, "Ask about the position"), form, this.answer, this.examples);
    this.asked = 0;
    this.timer = 0;
    /** The words that questions begin with. @type {string[]} */
    this.topics = [];
    this.about = getJson(this.game).catch(() => null);
    this.about.then((about) => {
      this.topics = (about?.questions ?? []).map((/** @type {{key: string}} */ question) => question.key);
    });
  }

  later() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.search(this.input.value), 140);
  }

  begin() {
    if (!this.found.childElementCount) this.search("");
    if (!this.examples.childElementCount) this.listQuestions();
    this.input.focus();
  }

  /** What the game answers, each with an example to put. */
  async listQuestions() {
    const about = await this.about;
    const examples = (about?.questions ?? []).map((/** @type {{text: string}} */ q) =>
      q.text
        .split("|")[0]
        .replace(/\(.*\)/, "")
        .trim(),
    );
    this.question.placeholder = examples[0] ?? "";
    this.examples.replaceChildren(
      "For example: ",
      ...examples.map((/** @type {string} */ text) =>
        el(
          "button",
          {
            type: "button",
            class: "case-like",
            click: () => {
              this.question.value = text;
              this.put(text);
            },
          },
          text,
        ),
      ),
    );
  }

  /** @param {string} question */
  async put(question) {
    if (!question.trim()) return;
    try {
      const { answer } = await this.ask(question.trim());
      this.answer.replaceChildren(tree({ ...answer, text: capital(answer.text) }));
    } catch (error) {
      this.answer.replaceChildren(el("li", {}, error instanceof Refused ? refusal(error) : String(error)));
    }
    this.answer.scrollIntoView({ block: "start" });
  }

  /** @param {string} words */
  async search(words) {
    const turn = ++this.asked;
    const query = words.trim();
    try {
      const answer = await getJson(query ? `${this.base}?q=${encodeURIComponent(query)}` : this.base);
      if (turn !== this.asked) return;
      const list = answer.cases
        .slice(0, 80)
        .map((/** @type {any} */ one) =>
          el(
            "div",
            { class: "rule" },
            el("h3", {}, caseLink(one.number), ` ${one.title}`),
            el("p", { class: "small" }, one.summary),
            one.rulings
              ? el("p", { class: "quiet small" }, `${one.rulings} ruling${one.rulings > 1 ? "s" : ""}`)
              : null,
          ),
        );
      this.found.replaceChildren(
        ...(list.length
          ? list
          : [
              el(
                "p",
                { class: "quiet" },
                `Nothing about “${query}”. Try a single word such as supply, or a number such as 8.3.`,
              ),
            ]),
      );
    } catch (error) {
      if (turn === this.asked)
        this.found.replaceChildren(el("p", { class: "quiet" }, String(/** @type {Error} */ (error).message)));
    }
  }

  /** @param {string} number */
  async open(number) {
    clearTimeout(this.timer);
    const turn = ++this.asked;
    this.input.value = number;
    try {
      const one = await getJson(`${this.base}/${encodeURIComponent(number)}`);
      if (turn !== this.asked) return;
      this.found.scrollTop = 0;
      this.found.replaceChildren(
        el(
          "article",
          { class: "rule", "data-open-case": one.number },
          el("h3", {}, `${one.number} ${one.title}`),
          el("p", {}, one.summary),
          ...one.rulings.map((/** @type {any} */ r) =>
            el(
              "div",
              { class: "ruling small" },
              el("p", {}, el("b", {}, r.question)),
              el("p", {}, r.enforced),
              el("p", { class: "quiet" }, `${r.why} (${r.evidence})`),
            ),
          ),
        ),
        el(
          "div",
          { class: "row small" },
          one.before ? el("span", {}, "before: ", caseLink(one.before)) : null,
          one.after ? el("span", {}, "after: ", caseLink(one.after)) : null,
        ),
      );
    } catch (error) {
      if (turn === this.asked)
        this.found.replaceChildren(el("p", { class: "quiet" }, String(/** @type {Error} */ (error).message)));
    }
  }
}

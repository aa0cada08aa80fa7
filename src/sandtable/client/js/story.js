// The log as a story, with dice, and the talk at the table.

import { capital, el, withCases } from "./dom.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Snapshot} Snapshot */

export class Story {
  /** @param {HTMLElement} sheet
   * @param {{sides: string[], look(entry: Entry | null, go?: boolean): void, open(n: number): void, say(text: string): void}} how */
  constructor(sheet, how) {
    this.how = how;
    this.list = el("ol", { class: "log", "aria-label": "Story of the game" });
    this.chat = el("ul", { class: "log", "aria-label": "Talk" });
    const input = el("input", { type: "text", maxlength: 500, "aria-label": "Say something to the table", placeholder: "Say something" });
    const form = el("form", { class: "chat-form", submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) how.say(input.value.trim());
      input.value = "";
    } }, input, el("button", { class: "button", type: "submit" }, "Say"));
    this.sheet = sheet;
    sheet.append(this.list, el("h3", {}, "Talk"), this.chat, form);
    this.shown = /** @type {Entry[]} */ ([]);
  }

  /** @param {Snapshot} now */
  draw(now) {
    const entries = now.log.entries;
    let same = 0;
    while (same < this.shown.length && same < entries.length && this.shown[same] === entries[same]) same++;
    const fresh = same > 0;
    for (const item of [...this.list.children]) if (Number(item.getAttribute("data-entry")) >= (entries[same]?.n ?? this.shown[same]?.n ?? Infinity)) item.remove();
    const scroller = /** @type {HTMLElement} */ (this.sheet.parentElement);
    const low = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 320;
    for (const entry of entries.slice(same)) this.list.append(...this.lines(entry, fresh, now.view.pieces[entry.moves[0]?.piece ?? ""]?.side ?? entry.side));
    this.shown = [...entries];
    this.chat.replaceChildren(...now.chat.map((line) => el("li", {}, el("b", {}, line.from || capital(line.side) || "Spectator"), ": ", line.text)));
    this.chat.hidden = !now.chat.length;
    if ((low || !fresh) && !this.sheet.hidden) this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Entry} entry @param {boolean} fresh @param {string} whose the side of what moved, which another side's answer may have let go */
  lines(entry, fresh, whose) {
    const side = this.how.sides.indexOf(whose);
    const shown = entry.lines.filter((line) => line.trim());
    const isHead = (/** @type {string} */ line) => /^-+ .* -+$/.test(line.trim());
    const thrown = shown.findIndex((line) => /\b(die|dice|throws?|rolls?)\b/i.test(line));
    const diceAt = thrown >= 0 ? thrown : shown.findIndex((line) => !isHead(line));
    return shown.map((line, i) => {
      const head = isHead(line);
      const dice = i === diceAt ? entry.rolls.map((roll) => el("span", { class: `die ${fresh ? "fresh" : ""}`, title: `${roll.purpose}: ${roll.value} of ${roll.sides}` }, String(roll.value))) : [];
      const act = { mouseenter: () => this.how.look(entry, false), mouseleave: () => this.how.look(null), focus: () => this.how.look(entry), blur: () => this.how.look(null),
        dblclick: () => this.how.open(entry.n), keydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") this.how.open(entry.n); } };
      return el("li", { class: head ? "turn-head" : "", "data-entry": entry.n, tabindex: 0, title: `Entry ${entry.n}; double click to see that moment`, ...act },
        side >= 0 && !head ? el("span", { class: `side-mark flag-${side}` }) : null, ...dice, ...withCases(head ? line.replaceAll(/^-+ | -+$/g, "") : line));
    });
  }
}

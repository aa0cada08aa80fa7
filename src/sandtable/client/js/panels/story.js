// The log as a story, with dice, and the talk at the table.

import { capital, dice, el, openDice, rollsAt, withCases } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Entry} Entry */
/** @typedef {import("../basics/types.js").Snapshot} Snapshot */

const SETTLED = 150; // milliseconds until a scroll has got somewhere
const LONG = 10; // entries from which it is worth searching

const isHead = (/** @type {string} */ line) => /^-+ .* -+$/.test(line.trim());

/** Whose a line of the story is: of the side that threw the die it tells; of the piece it begins with, for another
 * side's answer may have let it go or driven it off; else of the side that acted.
 * @param {number} i @param {Entry} entry @param {Record<string, import("../basics/types.js").Piece>} pieces */
export function sideOf(i, entry, pieces) {
  const line = entry.lines[i];
  if (entry.whose[i]) return entry.whose[i];
  const moved = entry.moves.find(
    (move) => line.startsWith(move.piece) && !/[\w/-]/.test(line[move.piece.length] ?? ""),
  );
  return pieces[moved?.piece ?? ""]?.side ?? entry.side;
}

export class Story {
  /** @param {HTMLElement} sheet
   * @param {{sides: string[], look(entry: Entry | null, go?: boolean): void, open(n: number): void, say(text:
   * string): void, earlier(): void}} how */
  constructor(sheet, how) {
    this.how = how;
    this.list = el("ol", { class: "log", "aria-label": "Story of the game" });
    this.chat = el("ul", { class: "log", "aria-label": "Talk" });
    const input = el("input", {
      type: "text",
      maxlength: 500,
      "aria-label": "Say something to the table",
      placeholder: "Say something",
    });
    const form = el(
      "form",
      {
        class: "chat-form",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (input.value.trim()) how.say(input.value.trim());
          input.value = "";
        },
      },
      input,
      el("button", { class: "button", type: "submit" }, "Say"),
    );
    this.sheet = sheet;
    this.following = true; // whether the reader is at the end, and stays there
    const scroller = sheet.parentElement;
    const look = () =>
      setTimeout(() => {
        if (!sheet.hidden) this.following = this.atEnd();
      }, SETTLED);
    for (const kind of ["wheel", "touchmove", "keydown", "pointerup"])
      scroller?.addEventListener(kind, look, { passive: true });
    if (scroller) new ResizeObserver(() => this.toEnd()).observe(scroller);
    this.search = el("input", {
      type: "search",
      placeholder: "Find in the story",
      "aria-label": "Find in the story",
      input: () => this.sift(),
    });
    this.earlier = el("button", { class: "button", type: "button", click: () => how.earlier() }, "Earlier");
    sheet.append(this.earlier, this.list, this.search, el("h3", {}, "Talk"), this.chat, form);
    this.shown = /** @type {Entry[]} */ ([]);
  }

  /** Only the lines with what is looked for: a unit, a dump, a place. */
  sift() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const line of this.list.children) {
      const said = `${line.textContent} ${line.getAttribute("data-said")}`.toLowerCase();
      line.toggleAttribute("hidden", !!wanted && !said.includes(wanted));
    }
    this.toEnd();
  }

  /** Whether the last line is in sight, or nearly. */
  atEnd() {
    const last = this.list.lastElementChild;
    const scroller = this.sheet.parentElement;
    return !last || !scroller || last.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom + 40;
  }

  /** Back to the newest line, and stay there. */
  follow() {
    this.following = true;
    this.toEnd();
  }

  toEnd() {
    const last = this.list.lastElementChild;
    const scroller = this.sheet.parentElement;
    if (!this.following || this.sheet.hidden || !last || !scroller) return;
    scroller.scrollTop += Math.max(
      0,
      last.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom + 4,
    );
  }

  /** What was told is told anew. */
  forget() {
    this.shown = [];
    this.list.replaceChildren();
  }

  /** @param {Snapshot} now */
  draw(now) {
    const entries = now.log.entries;
    let same = 0;
    while (same < this.shown.length && same < entries.length && this.shown[same] === entries[same]) same++;
    const fresh = same > 0;
    for (const item of [...this.list.children])
      if (Number(item.getAttribute("data-entry")) >= (entries[same]?.n ?? this.shown[same]?.n ?? Infinity))
        item.remove();
    for (const entry of entries.slice(same)) this.list.append(...this.lines(entry, fresh, now.view.pieces));
    this.shown = [...entries];
    this.chat.replaceChildren(
      ...now.chat.map((line) =>
        el("li", {}, el("b", {}, line.from || capital(line.side) || "Spectator"), ": ", line.text),
      ),
    );
    this.chat.hidden = !now.chat.length;
    this.search.hidden = entries.length < LONG;
    this.earlier.hidden = !entries.length || entries[0].n === 0;
    this.sift();
  }

  /** @param {Entry} entry @param {boolean} fresh @param {Record<string, import("../basics/types.js").Piece>} pieces */
  lines(entry, fresh, pieces) {
    const told = [...entry.lines.keys()].filter((i) => entry.lines[i].trim());
    const plain = told.filter((i) => !isHead(entry.lines[i]));
    const end = plain[plain.length - 1];
    const open = entry.rolls.filter((roll) => roll.line > end); // what comes of them is told later, or never
    const settled = { ...entry, rolls: entry.rolls.filter((roll) => !open.includes(roll)) };
    let acting = entry.side;
    return told.flatMap((i) => {
      const line = entry.lines[i];
      if (isHead(line)) {
        acting = entry.whose[i] || acting;
        return [this.item(entry, line, "turn-head", ...withCases(line.replaceAll(/^-+ | -+$/g, "")))];
      }
      const side = this.how.sides.indexOf(sideOf(i, { ...entry, side: acting }, pieces));
      const mark = side >= 0 ? [el("span", { class: `side-mark flag-${side}` })] : [];
      const items = [
        this.item(entry, line, "", ...mark, ...dice(rollsAt(settled, i, plain), fresh), ...withCases(line)),
      ];
      if (i === end && open.length)
        items.push(this.item(entry, open.map((roll) => roll.purpose).join(", "), "", ...openDice(open, fresh)));
      return items;
    });
  }

  /** A line of the list: who points at it sees on the map what it tells of, and opens its moment.
   * @param {Entry} entry @param {string} said what is searched for in it @param {string} kind
   * @param {...(Node | string)} content */
  item(entry, said, kind, ...content) {
    return el(
      "li",
      {
        class: kind,
        "data-entry": entry.n,
        "data-said": said,
        tabindex: 0,
        title: `Entry ${entry.n}; double click to see that moment`,
        mouseenter: () => this.how.look(entry, false),
        mouseleave: () => this.how.look(null),
        focus: () => this.how.look(entry),
        blur: () => this.how.look(null),
        dblclick: () => this.how.open(entry.n),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") this.how.open(entry.n);
        },
      },
      ...content,
    );
  }
}

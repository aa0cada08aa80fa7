// Small helpers to make elements. Text goes in as text, never as markup.

import { names } from "./names.js";

/** A cost that is a figure. */
export const FIGURE = /[\d½]/;

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */
/** @typedef {Node | string | null | undefined | false} Child */

/** @param {Element} element @param {Props} props */
function dress(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
}

/** An element of the page; functions among the properties listen to the event of that name.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {...Child} children @returns {HTMLElementTagNameMap[T]} */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, props);
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((c) => /** @type {Node | string} */ (c)),
  );
  return element;
}

/** New children for an element around one that stays in the page: taken out for a moment, it would lose the focus.
 * @param {Element} element @param {ChildNode[]} children @param {Element} kept somewhere in the element
 * @param {Element} place where it belongs among the children @returns {boolean} whether it could stay */
export function replaceAround(element, children, kept, place) {
  const old = [...element.children].find((child) => child.contains(kept));
  const at = children.findIndex((child) => child.contains(place));
  if (!old || at < 0 || (old === kept) !== (children[at] === place)) return false;
  if (old !== kept && !replaceAround(old, [...children[at].childNodes], kept, place)) return false;
  for (const child of [...element.childNodes]) if (child !== old) child.remove();
  old.before(...children.slice(0, at));
  old.after(...children.slice(at + 1));
  return true;
}

/** An element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {...Child} children @returns {SVGElementTagNameMap[T]} */
export function svg(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, props);
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((c) => /** @type {Node | string} */ (c)),
  );
  return element;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** A day, and a moment, as the page writes them: in British English, whatever the browser speaks.
 * @param {string | number} at */
export const day = (at) => new Date(at).toLocaleDateString("en-GB", { dateStyle: "medium" });
/** @param {string | number} at */
export const moment = (at) => new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** A sentence begins with a capital, unless it begins with a name that has figures or signs in it.
 * @param {string} text */
export const capital = (text) => (/^[a-z]+[/\d-]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

/** Text with every case number in brackets turned into a button that opens the rule; brackets on a word belong to it.
 * @param {string} text @returns {(Node | string)[]} */
export function withCases(text) {
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(/(?<!\w)\((\d+(?:\.\d+)*[A-Za-z]?)\)/g)) {
    if (names.isHex(match[1])) continue;
    parts.push(...named(text.slice(last, match.index)), caseLink(match[1]));
    last = match.index + match[0].length;
  }
  return [...parts, ...named(text.slice(last))];
}

/** The same for a line that is a button itself, in which no other may lie: its words, and the cases to stand after it.
 * @param {string} text */
export function casesApart(text) {
  const parts = withCases(text);
  const cases = parts.filter((part) => part instanceof HTMLButtonElement);
  return { words: parts.filter((part) => !(part instanceof HTMLButtonElement)), cases };
}

/** Text with names for what orders call shortly, each with what it stands for on hover.
 * @param {string} text @returns {(Node | string)[]} */
export function named(text) {
  return names.read(text).map(({ text: word, piece, hex }) => {
    if (piece) return el("span", { class: "named", "data-piece": piece, title: piece }, word);
    return hex ? el("span", { class: "where", "data-hex": hex, title: hex }, word) : word;
  });
}

/** @param {string} number */
export const caseLink = (number) =>
  el("button", { class: "case", type: "button", "data-case": number, title: `Open rule ${number}` }, number);

/** @param {{case: string, why: string}} refused */
export function refusal(refused) {
  const numbered = /^\d/.test(refused.case);
  const words = named(capital(refused.why));
  if (words[0] instanceof Element) words[0].textContent = capital(words[0].textContent ?? ""); // a sea hex south of ...
  return el(
    "p",
    { class: "refusal", "data-refusal": refused.case },
    ...words,
    numbered ? " " : null,
    numbered ? caseLink(refused.case) : null,
  );
}

const HANDFUL = 12; // dice that are shown one by one

/** Dice as they fell; a whole heap of them, as when something is shuffled, only by its number.
 * @param {import("./types.js").Roll[]} rolls @param {boolean} fresh @returns {HTMLElement[]} */
export function dice(rolls, fresh) {
  if (rolls.length > HANDFUL)
    return [
      el(
        "span",
        { class: "quiet small", title: [...new Set(rolls.map((roll) => roll.purpose))].join(", ") },
        `(${rolls.length} rolls) `,
      ),
    ];
  const thrown = rolls.map((roll) =>
    el(
      "span",
      { class: fresh ? "die fresh" : "die", title: `${roll.purpose}: ${roll.value} of ${roll.sides}` },
      String(roll.value),
    ),
  );
  const what = inCommon([...new Set(rolls.map(({ purpose }) => purpose))]);
  return what ? [el("span", { class: "quiet small" }, `${capital(what)}: `), ...thrown] : thrown;
}

/** Dice of which nothing is told yet: what each was thrown for, and how it fell.
 * @param {import("./types.js").Roll[]} rolls @param {boolean} fresh @returns {HTMLElement[]} */
export const openDice = (rolls, fresh) =>
  rolls.length > FEW
    ? dice(rolls, fresh)
    : rolls.flatMap((roll) => [
        el("span", { class: "quiet small" }, ...named(capital(roll.purpose)), ": "),
        ...dice([roll], fresh),
      ]);

/** The dice of an entry that are shown with one of its lines: each with the first of those on show that tells of it or
 * of what came of it.
 * @param {import("./types.js").Entry} entry @param {number} line @param {number[]} shown the lines on show */
export const rollsAt = (entry, line, shown) =>
  entry.rolls.filter((roll) => (shown.find((each) => each >= roll.line) ?? shown[shown.length - 1]) === line);

const FEW = 3; // purposes that need no common name

/** What many dice of different purposes were thrown for: the words with which all of them begin.
 * @param {string[]} purposes */
function inCommon(purposes) {
  if (purposes.length < FEW) return "";
  const [first, ...others] = purposes.map((purpose) => purpose.split(" "));
  const apart = first.findIndex((word, i) => others.some((words) => words[i] !== word));
  return first
    .slice(0, apart < 0 ? first.length : apart)
    .join(" ")
    .replace(/,?( (at|of|for|by|in|on))?$/, "");
}

// Offers that differ in their figures only, as a form: so many of this, so many of that.

import { capital, el, named, replaceAround } from "../basics/dom.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("../basics/types.js").Offer} Offer */

const LEAST = 5; // offers that make a form

/** Whether a word is a figure and no hex that goes by a number; in 47/32 it is part of a name.
 * @param {string} word @param {Play} play */
const isFigure = (word, play) => /^\d+$/.test(word) && play.board.hex(word) < 0;

/** @param {Offer} offer @param {Play} play */
const pattern = (offer, play) =>
  offer.action
    .split(" ")
    .map((word) => (isFigure(word, play) ? "#" : word))
    .join(" ");

/** @param {Offer} offer @param {Play} play */
const figures = (offer, play) =>
  offer.action
    .split(" ")
    .filter((word) => isFigure(word, play))
    .map(Number);

/** The groups of offers that make forms, and the others.
 * @param {Offer[]} offers @param {Play} play @returns {{forms: Offer[][], rest: Offer[]}} */
export function sorted(offers, play) {
  /** @type {Map<string, Offer[]>} */
  const alike = new Map();
  for (const offer of offers) {
    if (offer.pieces.length || offer.at || !figures(offer, play).length) continue;
    const there = alike.get(pattern(offer, play));
    if (there) there.push(offer);
    else alike.set(pattern(offer, play), [offer]);
  }
  const forms = [...alike.values()].filter((some) => some.length >= LEAST);
  return { forms, rest: offers.filter((offer) => !forms.some((some) => some.includes(offer))) };
}

/** What each figure counts. A notation that ends with a figure puts the noun before it (`convoy 2 supply 1`), any other
 * behind it (`use 2 support 1 steps`).
 * @param {string[]} words */
export function nouns(words) {
  const before = words[words.length - 1] === "#";
  return words.flatMap((word, i) => (word === "#" ? [(before ? words[i - 1] : words[i + 1]) ?? words[0]] : []));
}

/** The form of some offers. As long as they are the same it is the same form, whatever else is drawn anew, with what
 * has been typed so far. While somebody types in it, it must not leave the page: a place is kept for it instead.
 * @param {Offer[]} offers @param {Play} play */
export function form(offers, play) {
  const { you, view } = play.now;
  const key = [you.side, view.phase, ...offers.map(({ action, label }) => `${action}: ${label}`)].join("\n");
  const drawn = play.forms.get(key) ?? freshForm(offers, play);
  play.forms.set(key, drawn);
  return drawn.contains(document.activeElement) ? el("form", { "data-typing": "" }) : drawn;
}

/** Draw forms and all that is around them; the one in which somebody types stays where it is.
 * @param {Element} section @param {Element[]} children */
export function drawForms(section, children) {
  const typing = document.activeElement?.closest("form.figures");
  const place = children.map((child) => child.querySelector("form[data-typing]")).find((found) => found);
  if (typing && place && replaceAround(section, children, typing, place)) return true;
  if (typing) place?.replaceWith(typing);
  section.replaceChildren(...children);
  return false;
}

/** A field for each figure, and one button that says what they mean. It begins with the first offer.
 * @param {Offer[]} offers @param {Play} play */
function freshForm(offers, play) {
  const words = pattern(offers[0], play).split(" ");
  const slots = nouns(words);
  const values = figures(offers[0], play);
  const meant = () => offers.find((offer) => figures(offer, play).every((value, i) => value === values[i]));
  const send = el("button", { type: "submit", class: "button primary" });
  const tell = () => {
    const offer = meant();
    send.replaceChildren(...(offer ? named(capital(offer.label)) : ["Not possible"]));
    send.toggleAttribute("disabled", !offer);
    if (offer) send.setAttribute("data-action", offer.action);
  };
  const fields = slots.map((name, i) =>
    field(
      name,
      offers.map((offer) => figures(offer, play)[i]),
      values[i],
      (value) => {
        values[i] = value;
        tell();
      },
    ),
  );
  tell();
  return el(
    "form",
    {
      class: "figures",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const offer = meant();
        if (offer) play.act(offer.action);
      },
    },
    ...fields,
    send,
  );
}

/** @param {string} name @param {number[]} allowed @param {number} value @param {(value: number) => void} change */
function field(name, allowed, value, change) {
  const values = [...new Set(allowed)].sort((a, b) => a - b);
  const [min, max] = [values[0], values[values.length - 1]];
  const range = values.length < max - min + 1 && values.length < 6 ? values.join(", ") : `${min} to ${max}`;
  const input = el("input", {
    type: "number",
    min,
    max,
    value,
    "aria-label": capital(name),
    inputmode: "numeric",
    "data-figure": name,
    input: () => change(Number(input.value)),
  });
  const step = (/** @type {number} */ by) =>
    el(
      "button",
      {
        type: "button",
        class: "button slight step",
        "aria-label": `${by < 0 ? "Less" : "More"} ${name}`,
        click: () => {
          const now = Number(input.value);
          const next =
            by < 0 ? (values.filter((each) => each < now).pop() ?? min) : (values.find((each) => each > now) ?? max);
          input.value = String(next);
          change(next);
        },
      },
      by < 0 ? "−" : "+",
    );
  return el(
    "div",
    { class: "figure-field" },
    el("span", { "aria-hidden": "true" }, `${capital(name)} (${range})`),
    step(-1),
    input,
    step(1),
  );
}

// An order above the unit: its words, the form in which it is given, and the field for its place.

import { capital, el, named } from "../basics/dom.js";
import { names } from "../basics/names.js";

/** @typedef {import("./staff.js").Staff} Staff */
/** @typedef {import("../basics/types.js").Named} Named */
/** @typedef {Named & {label: string}} Called */

/** What can be ordered, and what the place or the unit after it is asked for with. */
const VERBS = {
  take: "Take",
  hold: "Hold",
  screen: "Screen",
  move: "Move to",
  follow: "Follow",
  supply: "Supply",
};
export const ABOUT_UNITS = new Set(["follow", "supply"]); // the others are about a place
const CHOSEN = "chosen on the map";

/** An order in the words the table reads.
 * @param {string} verb @param {string} at @param {string[]} units */
export function worded(verb, at, units) {
  const who = units.join(", ");
  if (verb === "move") return `move ${who} to ${at}`;
  return verb === "supply" ? `supply ${at}` : `${verb} ${at} with ${who}`;
}

/** @param {string} label @param {Called[]} some */
const group = (label, some) =>
  some.length
    ? el(
        "optgroup",
        { label },
        ...some.map(({ name, label: called, units }) =>
          el("option", { value: name }, units.length > 1 ? `${called} (${units.length})` : called),
        ),
      )
    : null;

/** A list of formations and units to choose from.
 * @param {string} id @param {string} value
 * @param {{formations: Called[], ready: Called[], units: Called[]}} options
 * @param {HTMLElement[]} first @param {(value: string) => void} chosen */
export function picker(id, value, { formations, ready, units }, first, chosen) {
  const select = el(
    "select",
    { id, change: (/** @type {any} */ event) => chosen(event.target.value) },
    ...first,
    group("Formations", formations),
    group("Units that can still act", ready),
    group(ready.length ? "Other units" : "Units", units),
  );
  select.value = value;
  return select;
}

/** Where to: by name, or by pointing at the map.
 * @param {string} id @param {string} at @param {import("../map/board.js").Board} board
 * @param {{aiming: boolean, aim(on: boolean): void, at(name: string): void}} how */
export function placeField(id, at, board, how) {
  const towns = [...new Set(board.placeNames.values())].sort();
  return el(
    "div",
    { class: "row" },
    el(
      "label",
      { for: id },
      "Where ",
      el("input", {
        type: "text",
        id,
        list: `${id}s`,
        autocomplete: "off",
        value: board.hex(at) >= 0 ? names.place(at) : at,
        placeholder: how.aiming ? "Click a hex" : "A place",
        change: (/** @type {any} */ event) => {
          const text = event.target.value.trim();
          const known = [...board.placeNames].find(([, name]) => name.toLowerCase() === text.toLowerCase());
          how.at(known ? board.names[known[0]] : text);
        },
      }),
    ),
    el("datalist", { id: `${id}s` }, ...towns.map((name) => el("option", { value: name }))),
    el(
      "button",
      {
        type: "button",
        class: "button slight toggle",
        "data-aim": id,
        "aria-pressed": String(how.aiming),
        click: () => how.aim(!how.aiming),
      },
      "Point at the map",
    ),
  );
}

/** The form of one order. */
export class OrderForm {
  /** @param {Staff} staff */
  constructor(staff) {
    this.staff = staff;
    this.who = CHOSEN;
    this.verb = "take";
    this.at = "";
    this.aiming = false; // until a hex is pointed at
  }

  /** Whom the order is for, as the table names them. @returns {string[]} */
  get units() {
    return this.who === CHOSEN ? this.staff.chosen : [this.who];
  }

  /** A hex was pointed at. Whether that was asked for.
   * @param {string} name */
  aim(name) {
    if (!this.aiming) return false;
    this.aiming = false;
    this.at = name;
    this.staff.draw();
    this.light();
    return true;
  }

  /** Light up who is meant and where to. */
  light() {
    const { view, lights } = this.staff.screen;
    const who = this.staff.names.filter(({ name }) => this.units.includes(name)).flatMap(({ units }) => units);
    lights.point([...who.map((id) => view.pieces[id]?.at ?? ""), this.at].filter(Boolean));
  }

  draw() {
    const { staff } = this;
    const { chosen, problem } = staff;
    const aboutUnits = ABOUT_UNITS.has(this.verb);
    const pick = (/** @type {"who" | "at"} */ field, /** @type {HTMLElement[]} */ first) =>
      picker(`order-${field}`, this[field], staff.options(), first, (value) => {
        this[field] = value;
        staff.draw();
        this.light();
      });
    const nobody = chosen.length ? chosen.map((id) => names.of(id) || id).join(", ") : "Choose units on the map, or:";
    return [
      el("h3", {}, "Give an order"),
      el(
        "div",
        { class: "order-form" },
        this.verbs(),
        this.verb === "supply"
          ? null
          : el("label", { for: "order-who" }, "Who ", pick("who", [el("option", { value: CHOSEN }, nobody)])),
        aboutUnits
          ? el(
              "label",
              { for: "order-at" },
              this.verb === "follow" ? "Whom " : "Who ",
              pick("at", [el("option", { value: "" }, "Choose:")]),
            )
          : this.place(),
        el(
          "button",
          {
            type: "button",
            class: "button primary",
            "data-give-order": "",
            disabled: !this.at || (this.verb !== "supply" && !this.units.length),
            click: () => void this.give(),
          },
          "Give the order",
        ),
        problem ? el("p", { class: "refusal", "data-order-problem": "" }, ...named(capital(problem))) : null,
      ),
    ];
  }

  verbs() {
    const choose = (/** @type {string} */ verb) => {
      if (ABOUT_UNITS.has(verb) !== ABOUT_UNITS.has(this.verb)) this.at = "";
      this.verb = verb;
      this.staff.draw();
    };
    return el(
      "div",
      { class: "verbs", role: "group", "aria-label": "What they are to do" },
      ...Object.entries(VERBS).map(([verb, label]) =>
        el(
          "button",
          {
            type: "button",
            class: "button slight toggle",
            "data-verb": verb,
            "aria-pressed": String(verb === this.verb),
            click: () => choose(verb),
          },
          label,
        ),
      ),
    );
  }

  place() {
    return placeField("order-place", this.at, this.staff.screen.board, {
      aiming: this.aiming,
      aim: (on) => {
        this.aiming = on;
        this.staff.desk.aiming = false;
        this.staff.draw();
      },
      at: (name) => {
        this.at = name;
        this.staff.draw();
      },
    });
  }

  async give() {
    if (await this.staff.give([{ verb: this.verb, at: this.at, units: this.units }])) this.at = "";
    this.staff.draw();
  }
}

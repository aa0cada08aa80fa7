// What the staff would do: its plan, to be read, changed order by order, and accepted as a whole or in part.

import { capital, el, named, withCases } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { tree } from "./odds.js";
import { ABOUT_UNITS, picker, placeField, worded } from "./orders.js";

/** @typedef {import("./staff.js").Staff} Staff */
/** @typedef {import("../basics/types.js").Suggested} Suggested */

/** The unit itself, where an order means it without its formation.
 * @param {string} id */
export const bare = (id) => id.replace(/ alone$/, "");

/** @param {string} key @param {string} label @param {() => void} click @param {string} [weight]
 * @param {string} [value] */
const button = (key, label, click, weight = "", value = "") =>
  el("button", { type: "button", class: `button ${weight}`.trim(), [key]: value, click }, label);

export class PlanDesk {
  /** @param {Staff} staff */
  constructor(staff) {
    this.staff = staff;
    /** What the staff would do, and for which position. @type {import("../basics/types.js").PlanAnswer | null} */
    this.plan = null;
    /** Its orders as the player has changed them. @type {Suggested[]} */
    this.orders = [];
    /** The order that is being changed. @type {Suggested | null} */
    this.edited = null;
    this.aiming = false; // until a hex is pointed at
    this.thinking = false;
  }

  /** A plan of another turn is put away.
   * @param {import("../basics/types.js").View} view */
  renew(view) {
    if (this.plan && this.plan.count !== view.count && this.plan.plan.turn !== view.turn) this.set(null);
  }

  /** @param {import("../basics/types.js").PlanAnswer | null} plan */
  set(plan) {
    this.plan = plan;
    this.orders = (plan?.orders ?? []).map((order) => ({ ...order, units: [...order.units] }));
    this.edited = null;
    this.aiming = false;
  }

  async ask() {
    this.thinking = true;
    this.staff.problem = "";
    this.staff.draw();
    const answer = await this.staff.screen.line.look({ type: "plan" }).catch((error) => {
      this.staff.problem = error.why ?? error.message;
      return null;
    });
    this.thinking = false;
    this.set(answer);
    this.changed();
  }

  changed() {
    this.staff.draw();
    this.staff.drawOnMap();
  }

  putAway() {
    this.set(null);
    this.changed();
  }

  draw() {
    const { play } = this.staff.screen;
    const head = el("h3", {}, "What would the staff do?");
    if (!play.asked) return [head, el("p", { class: "quiet small" }, "The staff plans when you are to decide.")];
    if (this.thinking)
      return [
        head,
        el(
          "p",
          { class: "waiting quiet", role: "status" },
          el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
          "The staff is thinking",
        ),
      ];
    if (!this.plan) return [head, button("data-ask-plan", "Show its plan on the map", () => void this.ask())];
    const { plan, answer } = this.plan;
    return [
      head,
      el("p", { "data-plan": plan.posture }, el("b", {}, ...named(capital(plan.aim))), ". "),
      el("p", { class: "small" }, ...withCases(`${capital(plan.posture)}, because ${plan.why}`)),
      ...this.suggestions(),
      el(
        "details",
        { class: "small" },
        el("summary", {}, "The plan in full"),
        el("ul", { class: "ledger" }, ...answer.parts.map(tree)),
      ),
    ];
  }

  /** The orders, each to accept, to change or to drop; and all of them at once. */
  suggestions() {
    if (!this.orders.length)
      return [
        el(
          "p",
          { class: "quiet small" },
          this.plan?.orders.length ? "No order of it is left." : "It would leave everybody where he is.",
        ),
        el("div", { class: "row" }, this.away()),
      ];
    return [
      el("ul", { class: "report-lines" }, ...this.orders.flatMap((order) => this.line(order))),
      this.acceptance(),
    ];
  }

  away() {
    return button("data-put-away", "Put it away", () => this.putAway());
  }

  /** @param {Suggested} order */
  line(order) {
    const open = order === this.edited;
    return [
      el(
        "li",
        { class: "order" },
        el(
          "button",
          {
            type: "button",
            class: "report-line small",
            "data-suggested": order.at,
            click: () => this.staff.screen.lights.goTo([order.at]),
          },
          ...named(capital(worded(order.verb, order.at, order.units))),
        ),
        el(
          "div",
          { class: "row" },
          button("data-accept", "Accept", () => void this.accept([order]), "slight", order.at),
          el(
            "button",
            {
              type: "button",
              class: "button slight toggle",
              "data-edit": order.at,
              "aria-pressed": String(open),
              click: () => this.edit(open ? null : order),
            },
            "Change",
          ),
          button("data-drop", "Drop", () => this.drop(order), "slight", order.at),
        ),
      ),
      ...(open ? [el("li", { class: "order-form small", "data-editing": "" }, ...this.editor(order))] : []),
    ];
  }

  /** @param {Suggested | null} order */
  edit(order) {
    this.edited = order;
    this.aiming = false;
    this.staff.draw();
  }

  /** @param {Suggested} order */
  drop(order) {
    this.orders = this.orders.filter((each) => each !== order);
    if (this.edited === order) this.edit(null);
    this.changed();
  }

  /** Who carries it out, and where to.
   * @param {Suggested} order */
  editor(order) {
    const { staff } = this;
    const added = (/** @type {string[]} */ ids) => {
      order.units = [...new Set([...order.units, ...ids])];
      this.changed();
    };
    const others = staff.chosen.filter((id) => !order.units.includes(id));
    const who =
      order.verb === "supply"
        ? []
        : [
            el(
              "div",
              { class: "row", role: "group", "aria-label": "Who carries it out" },
              ...order.units.map((id) => this.member(order, id)),
            ),
            el(
              "label",
              { for: "plan-who" },
              "Also ",
              picker("plan-who", "", staff.options(), [el("option", { value: "" }, "Choose:")], (name) =>
                added(staff.names.find((each) => each.name === name)?.units ?? []),
              ),
            ),
            others.length
              ? button("data-add-chosen", "Add who is chosen on the map", () => added(others), "slight")
              : null,
          ];
    return [...who, ABOUT_UNITS.has(order.verb) ? null : this.place(order)].filter((part) => part !== null);
  }

  /** One who carries an order out, and can be taken off it.
   * @param {Suggested} order @param {string} id */
  member(order, id) {
    const called = names.of(bare(id)) || bare(id);
    return el(
      "button",
      {
        type: "button",
        class: "button slight",
        "data-take-off": id,
        disabled: order.units.length < 2,
        "aria-label": `Take ${called} off this order`,
        click: () => {
          order.units = order.units.filter((each) => each !== id);
          this.changed();
        },
      },
      `${called} ×`,
    );
  }

  /** @param {Suggested} order */
  place(order) {
    return placeField("plan-place", order.at, this.staff.screen.board, {
      aiming: this.aiming,
      aim: (on) => {
        this.aiming = on;
        this.staff.form.aiming = false;
        this.staff.draw();
      },
      at: (name) => {
        order.at = name;
        this.changed();
      },
    });
  }

  /** A hex was pointed at. Whether that was asked for.
   * @param {string} name */
  aim(name) {
    if (!this.aiming || !this.edited) return false;
    this.aiming = false;
    this.edited.at = name;
    this.changed();
    return true;
  }

  /** What the orders mean for some of the units.
   * @param {string[]} who */
  part(who) {
    return this.orders
      .map((order) => ({ ...order, units: order.units.filter((id) => who.includes(bare(id))) }))
      .filter(({ units }) => units.length);
  }

  /** Accept all of it, or what it means for a formation or for who is chosen. */
  acceptance() {
    const { staff } = this;
    const moved = new Set(this.orders.flatMap(({ units }) => units.map(bare)));
    const some = staff.options().formations.filter(({ units }) => units.some((id) => moved.has(id)));
    const chosen = staff.chosen.filter((id) => moved.has(id));
    return el(
      "div",
      { class: "row" },
      button("data-accept-all", "Accept all", () => void this.accept(this.orders, true), "primary"),
      chosen.length
        ? button("data-accept-chosen", "Accept for who is chosen", () => void this.accept(this.part(chosen)))
        : null,
      some.length
        ? el(
            "select",
            {
              "aria-label": "Accept for a formation",
              "data-accept-formation": "",
              change: (/** @type {any} */ event) => {
                const found = some.find(({ name }) => name === event.target.value);
                if (found) void this.accept(this.part(found.units));
              },
            },
            el("option", { value: "" }, "Accept for a formation…"),
            ...some.map(({ name, label }) => el("option", { value: name }, label)),
          )
        : null,
      this.away(),
    );
  }

  /** @param {Suggested[]} orders @param {boolean} [all] whether that is the whole plan */
  async accept(orders, all = false) {
    if (all) this.set(null);
    await this.staff.give(orders);
    this.changed();
  }
}

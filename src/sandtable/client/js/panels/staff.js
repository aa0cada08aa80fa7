// The sheet of the staff: orders to units and formations, those that stand, and what the staff itself would do.

import { capital, el, named } from "../basics/dom.js";
import { names } from "../basics/names.js";
import { OrderForm, worded } from "./orders.js";
import { PlanDesk, bare } from "./plandesk.js";

/** @typedef {import("../screen/screen.js").Screen} Screen */
/** @typedef {import("../basics/types.js").OrderShown} OrderShown */
/** @typedef {import("../basics/types.js").Suggested} Suggested */
/** @typedef {import("../basics/types.js").Named} Named */

/** What takes the focus where the button that had it is gone. */
const PLAN_BUTTONS = "[data-accept-all], [data-ask-plan]";

/** How an element that has the focus is found again when the sheet is drawn anew.
 * @param {Element | null} element */
function keyOf(element) {
  if (element?.id) return `#${CSS.escape(element.id)}`;
  const key = [...(element?.attributes ?? [])].find(({ name }) => name.startsWith("data-"));
  return key ? `[${key.name}="${CSS.escape(key.value)}"]` : "";
}

export class Staff {
  /** @param {HTMLElement} sheet @param {Screen} screen */
  constructor(sheet, screen) {
    this.sheet = sheet;
    this.screen = screen;
    /** Whom one may command. @type {Named[]} */
    this.names = [];
    this.namesFor = -1;
    this.problem = "";
    /** How orders stood before. @type {Map<number, string>} */
    this.fates = new Map();
    this.form = new OrderForm(this);
    this.desk = new PlanDesk(this);
  }

  /** @returns {OrderShown[]} */
  get orders() {
    return this.screen.play.now.you.orders ?? [];
  }

  get standing() {
    return this.orders.filter((order) => order.fate === "standing");
  }

  /** Own pieces that are chosen on the map. @returns {string[]} */
  get chosen() {
    const { play } = this.screen;
    return [...play.chosen].filter((id) => play.own(id));
  }

  /** A position came in: what has become of orders is said, unless it was to be expected at once; a plan of another
   * turn is put away.
   * @returns {string[]} */
  renew() {
    const { view } = this.screen.play.now;
    this.desk.renew(view);
    const news = this.orders
      .filter((order) => this.fates.get(order.number) === "standing")
      .filter(({ fate, since }) => fate === "impossible" || (fate === "done" && since < view.turn))
      .map(({ fate, text, why }) => (fate === "done" ? `Order done: ${text}` : `Order impossible: ${text}; ${why}`));
    this.fates = new Map(this.orders.map((order) => [order.number, order.fate]));
    this.drawOnMap();
    return news;
  }

  /** Standing orders and the plan, over the map. */
  drawOnMap() {
    const { map, view, past } = this.screen;
    const place = (/** @type {string} */ id) => view.pieces[id]?.at ?? "";
    const ways = past ? [] : this.standing.map((order) => ({ from: order.units.map(place), to: order.at, kind: "" }));
    const meant = past
      ? []
      : this.desk.orders.map(({ units, at, verb }) => ({
          from: units.map((id) => place(bare(id))),
          to: at,
          kind: verb,
        }));
    map.overlay.showOrders([...ways, ...meant]);
    map.overlay.showPlan(past ? null : (this.desk.plan?.plan ?? null), map.camera.k);
  }

  /** How what had the focus is found again, until something can take it. */
  held = "";

  draw() {
    if (this.screen.book.sheet !== "staff") return;
    const { you } = this.screen.play.now;
    void this.fetchNames();
    const held = this.sheet.contains(document.activeElement) ? keyOf(document.activeElement) : "";
    this.held = held || this.held; // while the staff thinks there is nothing to hold
    const parts = this.desk.plan // what is being read comes first
      ? [...this.desk.draw(), ...this.list(), ...this.form.draw()]
      : [...this.form.draw(), ...this.list(), ...this.desk.draw()];
    const none = el("p", { class: "quiet" }, "Who only watches has no staff.");
    this.sheet.replaceChildren(...(you.side ? parts : [none]));
    if (this.held && document.activeElement !== document.body) this.held = "";
    const next = /** @type {HTMLElement | null} */ (
      this.held && (this.sheet.querySelector(this.held) ?? this.sheet.querySelector(PLAN_BUTTONS))
    );
    if (!next) return;
    next.focus({ preventScroll: true });
    this.held = "";
  }

  async fetchNames() {
    const { count } = this.screen.play.now.view;
    if (this.namesFor === count || !this.screen.play.now.you.side) return;
    this.namesFor = count;
    const answer = await this.screen.line.ask({ type: "muster" }).catch(() => null);
    if (!answer || this.namesFor !== count) return;
    this.names = answer.names;
    this.draw();
  }

  /** Formations first, then units, of these who can still act before the others; each by what players call it. */
  options() {
    const called = (/** @type {Named} */ { name }) => names.of(name) || name;
    const sorted = (/** @type {Named[]} */ some) =>
      some.map((each) => ({ ...each, label: called(each) })).sort((a, b) => a.label.localeCompare(b.label));
    const left = new Set(this.screen.roster.left);
    const single = sorted(this.names.filter(({ units }) => units.length === 1));
    return {
      formations: sorted(this.names.filter(({ units }) => units.length > 1)),
      ready: single.filter(({ units }) => left.has(units[0])),
      units: single.filter(({ units }) => !left.has(units[0])),
    };
  }

  /** A hex was pointed at. Whether that was asked for.
   * @param {number} hex */
  aim(hex) {
    const name = this.screen.board.names[hex];
    return hex >= 0 && (this.form.aim(name) || this.desk.aim(name));
  }

  /** Whether all of them were given.
   * @param {Suggested[]} orders */
  async give(orders) {
    this.problem = "";
    const { line } = this.screen;
    for (const { verb, at, units } of orders) {
      const refused = await line.ask({ type: "order", order: worded(verb, at, units) }).then(
        () => "",
        (error) => error.why ?? error.message,
      );
      if (refused) this.problem = refused;
    }
    this.screen.lights.point([]);
    const ordered = new Set(orders.flatMap(({ units }) => units.map(bare)));
    if (!this.problem && this.chosen.some((id) => ordered.has(id))) this.screen.play.clear();
    return !this.problem;
  }

  // Orders that were given

  list() {
    const over = this.orders.filter((order) => order.fate !== "standing").reverse();
    return [
      el("h3", {}, "Orders that stand"),
      this.standing.length
        ? el("ul", { class: "report-lines orders" }, ...this.standing.map((order) => this.line(order)))
        : el("p", { class: "quiet small" }, "None. Units without orders are yours to move."),
      over.length
        ? el(
            "details",
            { class: "small" },
            el("summary", {}, `Earlier orders (${over.length})`),
            el("ul", { class: "report-lines" }, ...over.map((order) => this.line(order))),
          )
        : null,
    ].filter((part) => part !== null);
  }

  /** @param {OrderShown} order */
  line(order) {
    const { lights, view } = this.screen;
    const places = () => [...order.units.map((id) => view.pieces[id]?.at ?? ""), order.at].filter(Boolean);
    const stands = order.fate === "standing";
    return el(
      "li",
      { class: "order", "data-order": order.number },
      el(
        "button",
        {
          type: "button",
          class: "report-line",
          click: () => lights.goTo(places()),
          mouseenter: () => lights.point(places()),
          mouseleave: () => lights.point([]),
        },
        ...named(capital(order.text)),
        stands ? null : el("span", { class: "quiet" }, ` (${order.fate}: `, ...named(order.why), ")"),
      ),
      stands
        ? el(
            "button",
            {
              type: "button",
              class: "button slight",
              "data-cancel-order": order.number,
              click: () => this.screen.line.ask({ type: "cancel", number: order.number }).catch(() => null),
            },
            "Cancel",
          )
        : null,
    );
  }
}

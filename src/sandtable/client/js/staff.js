// The sheet of the staff: orders to units and formations, those that stand, and what the staff itself would do.

import { capital, el, named, withCases } from "./dom.js";
import { names } from "./names.js";
import { tree } from "./odds.js";

/** @typedef {import("./screen.js").Screen} Screen */
/** @typedef {import("./types.js").OrderShown} OrderShown */
/** @typedef {import("./types.js").Suggested} Suggested */
/** @typedef {import("./types.js").Named} Named */

/** What can be ordered, and what the place or the unit after it is asked for with. */
const VERBS = {
  take: "Take",
  hold: "Hold",
  screen: "Screen",
  move: "Move to",
  follow: "Follow",
  supply: "Supply",
};
const ABOUT_UNITS = new Set(["follow", "supply"]); // the others are about a place
const CHOSEN = "chosen on the map";

/** An order in the words the table reads.
 * @param {string} verb @param {string} at @param {string[]} units */
export function worded(verb, at, units) {
  const who = units.join(", ");
  if (verb === "move") return `move ${who} to ${at}`;
  return verb === "supply" ? `supply ${at}` : `${verb} ${at} with ${who}`;
}

export class Staff {
  /** @param {HTMLElement} sheet @param {Screen} screen */
  constructor(sheet, screen) {
    this.sheet = sheet;
    this.screen = screen;
    /** Whom one may command. @type {Named[]} */
    this.names = [];
    this.namesFor = -1;
    this.who = CHOSEN;
    this.verb = "take";
    this.at = "";
    this.aiming = false; // until a hex is pointed at
    /** What the staff would do, and for which position. @type {import("./types.js").PlanAnswer | null} */
    this.plan = null;
    this.thinking = false;
    this.queued = false; // whether it waits for a worker to be free
    this.problem = "";
    /** How orders stood before. @type {Map<number, string>} */
    this.fates = new Map();
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

  /** Whom the order in the form is for, as the table names them. @returns {string[]} */
  get units() {
    return this.who === CHOSEN ? this.chosen : [this.who];
  }

  /** A position came in: what has become of orders is said, unless it was to be expected at once; a plan of another
   * turn is put away.
   * @returns {string[]} */
  renew() {
    const { view } = this.screen.play.now;
    if (this.plan && this.plan.count !== view.count && this.plan.plan.turn !== view.turn) this.plan = null;
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
    const plan = past ? null : this.plan;
    const meant = (plan?.orders ?? []).map((order) => ({
      from: order.units.map((id) => place(id.replace(/ alone$/, ""))),
      to: order.at,
      kind: order.verb,
    }));
    map.overlay.showOrders([...ways, ...meant]);
    map.overlay.showPlan(plan ? plan.plan : null, map.camera.k);
  }

  draw() {
    if (this.screen.book.sheet !== "staff") return;
    const { you } = this.screen.play.now;
    void this.fetchNames();
    const focus = this.sheet.contains(document.activeElement) ? document.activeElement?.id : "";
    this.sheet.replaceChildren(
      ...(you.side
        ? [...this.form(), ...this.list(), ...this.advice()]
        : [el("p", { class: "quiet" }, "Who only watches has no staff.")]),
    );
    if (focus) document.getElementById(focus)?.focus();
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

  // An order

  /** Formations first, then units, each by what players call it. */
  options() {
    const called = (/** @type {Named} */ { name }) => names.of(name) || name;
    const sorted = (/** @type {Named[]} */ some) =>
      some.map((each) => ({ ...each, label: called(each) })).sort((a, b) => a.label.localeCompare(b.label));
    return {
      formations: sorted(this.names.filter(({ units }) => units.length > 1)),
      units: sorted(this.names.filter(({ units }) => units.length === 1)),
    };
  }

  form() {
    const { formations, units } = this.options();
    const group = (
      /** @type {string} */ label,
      /** @type {{name: string, label: string, units: string[]}[]} */ some,
    ) =>
      some.length
        ? el(
            "optgroup",
            { label },
            ...some.map((each) =>
              el(
                "option",
                { value: each.name },
                each.units.length > 1 ? `${each.label} (${each.units.length})` : each.label,
              ),
            ),
          )
        : null;
    const aboutUnits = ABOUT_UNITS.has(this.verb);
    const pick = (/** @type {"who" | "at"} */ field, /** @type {HTMLElement[]} */ first) => {
      const select = el(
        "select",
        {
          id: `order-${field}`,
          change: (/** @type {any} */ event) => {
            this[field] = event.target.value;
            this.draw();
            this.light();
          },
        },
        ...first,
        group("Formations", formations),
        group("Units", units),
      );
      select.value = this[field];
      return select;
    };
    const chosen = this.chosen;
    return [
      el("h3", {}, "Give an order"),
      el(
        "div",
        { class: "order-form" },
        el(
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
                click: () => {
                  if (ABOUT_UNITS.has(verb) !== aboutUnits) this.at = "";
                  this.verb = verb;
                  this.draw();
                },
              },
              label,
            ),
          ),
        ),
        this.verb === "supply"
          ? null
          : el(
              "label",
              { for: "order-who" },
              "Who ",
              pick("who", [
                el(
                  "option",
                  { value: CHOSEN },
                  chosen.length ? chosen.map((id) => names.of(id) || id).join(", ") : "Choose units on the map, or:",
                ),
              ]),
            ),
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
            click: () => void this.give([{ verb: this.verb, at: this.at, units: this.units }]),
          },
          "Give the order",
        ),
        this.problem ? el("p", { class: "refusal", "data-order-problem": "" }, ...named(capital(this.problem))) : null,
      ),
    ];
  }

  /** Where to: by name, or by pointing at the map. */
  place() {
    const { board } = this.screen;
    const towns = [...new Set(board.placeNames.values())].sort();
    return el(
      "div",
      { class: "row" },
      el(
        "label",
        { for: "order-place" },
        "Where ",
        el("input", {
          type: "text",
          id: "order-place",
          list: "order-places",
          autocomplete: "off",
          value: board.hex(this.at) >= 0 ? names.place(this.at) : this.at,
          placeholder: this.aiming ? "Click a hex" : "A place",
          change: (/** @type {any} */ event) => {
            const text = event.target.value.trim();
            const known = [...board.placeNames].find(([, name]) => name.toLowerCase() === text.toLowerCase());
            this.at = known ? board.names[known[0]] : text;
            this.draw();
          },
        }),
      ),
      el("datalist", { id: "order-places" }, ...towns.map((name) => el("option", { value: name }))),
      el(
        "button",
        {
          type: "button",
          class: "button slight toggle",
          "data-aim": "",
          "aria-pressed": String(this.aiming),
          click: () => {
            this.aiming = !this.aiming;
            this.draw();
          },
        },
        "Point at the map",
      ),
    );
  }

  /** A hex was pointed at. Whether that was asked for.
   * @param {number} hex */
  aim(hex) {
    if (!this.aiming || hex < 0) return false;
    this.aiming = false;
    this.at = this.screen.board.names[hex];
    this.draw();
    this.light();
    return true;
  }

  /** Light up who is meant and where to. */
  light() {
    const { view, lights } = this.screen;
    const who = this.names.filter(({ name }) => this.units.includes(name)).flatMap(({ units }) => units);
    lights.point([...who.map((id) => view.pieces[id]?.at ?? ""), this.at].filter(Boolean));
  }

  /** @param {Suggested[]} orders */
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
    if (!this.problem) this.at = "";
    this.screen.lights.point([]);
    this.draw();
  }

  // Orders that were given

  list() {
    const over = this.orders.filter((order) => order.fate !== "standing").reverse();
    return [
      el("h3", {}, "Orders that stand"),
      this.standing.length
        ? el("ul", { class: "report-lines orders" }, ...this.standing.map((order) => this.line(order)))
        : el("p", { class: "quiet small" }, "None. Who has no orders is yours to move."),
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
        stands ? null : el("span", { class: "quiet" }, ` (${order.fate}: `, ...withCases(order.why), ")"),
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

  // What the staff would do

  async ask() {
    this.thinking = true;
    this.problem = "";
    this.draw();
    const queued = () => {
      this.queued = true;
      this.draw();
    };
    const answer = await this.screen.line.ask({ type: "plan" }, queued).catch((error) => {
      this.problem = error.why ?? error.message;
      return null;
    });
    this.thinking = this.queued = false;
    this.plan = answer;
    this.draw();
    this.drawOnMap();
  }

  putAway() {
    this.plan = null;
    this.draw();
    this.drawOnMap();
  }

  advice() {
    const { play } = this.screen;
    const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => void} */ click) =>
      el("button", { type: "button", class: "button", [key]: "", click }, label);
    const head = el("h3", {}, "What would the staff do?");
    if (!play.asked) return [head, el("p", { class: "quiet small" }, "The staff plans when you are to decide.")];
    if (this.thinking)
      return [
        head,
        el(
          "p",
          { class: "waiting quiet", role: "status" },
          el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
          this.queued
            ? "The staff waits for its turn to think: others are thinking, and no worker is free"
            : "The staff is thinking",
        ),
      ];
    if (!this.plan) return [head, button("data-ask-plan", "Show its plan on the map", () => void this.ask())];
    const { plan, orders, answer } = this.plan;
    return [
      head,
      el("p", { "data-plan": plan.posture }, el("b", {}, ...named(capital(plan.aim))), ". "),
      el("p", { class: "small" }, ...withCases(`${capital(plan.posture)}, because ${plan.why}`)),
      ...this.acceptance(orders),
      el(
        "div",
        { class: "row" },
        button("data-put-away", "Put it away", () => this.putAway()),
      ),
      el(
        "details",
        { class: "small" },
        el("summary", {}, "The plan in full"),
        el("ul", { class: "ledger" }, ...answer.parts.map(tree)),
      ),
    ];
  }

  /** Accept all of it, or what it means for a formation or for who is chosen.
   * @param {Suggested[]} orders */
  acceptance(orders) {
    if (!orders.length) return [el("p", { class: "quiet small" }, "It would leave everybody where he is.")];
    const bare = (/** @type {string} */ id) => id.replace(/ alone$/, "");
    const moved = new Set(orders.flatMap(({ units }) => units.map(bare)));
    const part = (/** @type {string[]} */ who) =>
      orders
        .map((order) => ({ ...order, units: order.units.filter((id) => who.includes(bare(id))) }))
        .filter(({ units }) => units.length);
    const { formations } = this.options();
    const some = formations.filter(({ units }) => units.some((id) => moved.has(id)));
    const chosen = this.chosen.filter((id) => moved.has(id));
    return [
      el(
        "ul",
        { class: "report-lines" },
        ...orders.map((order) =>
          el(
            "li",
            { class: "order" },
            el(
              "button",
              {
                type: "button",
                class: "report-line small",
                "data-suggested": order.at,
                click: () => this.screen.lights.goTo([order.at]),
              },
              ...named(capital(worded(order.verb, order.at, order.units))),
            ),
            el(
              "button",
              { type: "button", class: "button slight", "data-accept": order.at, click: () => void this.give([order]) },
              "Accept",
            ),
          ),
        ),
      ),
      el(
        "div",
        { class: "row" },
        el(
          "button",
          {
            type: "button",
            class: "button primary",
            "data-accept-all": "",
            click: () => {
              this.plan = null;
              void this.give(orders);
            },
          },
          "Accept all",
        ),
        chosen.length
          ? el(
              "button",
              { type: "button", class: "button", "data-accept-chosen": "", click: () => void this.give(part(chosen)) },
              "Accept for who is chosen",
            )
          : null,
        some.length
          ? el(
              "select",
              {
                "aria-label": "Accept for a formation",
                "data-accept-formation": "",
                change: (/** @type {any} */ event) => {
                  const found = some.find(({ name }) => name === event.target.value);
                  if (found) void this.give(part(found.units));
                },
              },
              el("option", { value: "" }, "Accept for a formation…"),
              ...some.map(({ name, label }) => el("option", { value: name }, label)),
            )
          : null,
      ),
    ];
  }
}

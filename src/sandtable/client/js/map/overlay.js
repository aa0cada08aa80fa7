// What lights up over the map: where one may go, the way, zones, supply lines, trails, the keyboard's cursor.

import { svg } from "../basics/dom.js";
import { apart, between, smoothPathData } from "./shapes.js";

/** @typedef {import("../basics/types.js").Point} Point */
/** @typedef {import("../basics/types.js").Layer} Layer */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {{hex: number, cost: string, stop: string, chosen?: boolean}} Reach */
/** @typedef {{hex: number, odds: string, side: number}} Chip the odds of an attack on a hex */

const GROUPS = ["layers", "reach", "look", "way", "trail", "plan", "orders", "battles", "chips", "arrows", "cursor"];
const LEAST_PIXELS = 9; // that figures are high, however small the map

export class Overlay {
  /** @param {SVGGElement} below @param {SVGGElement} above @param {Board} board */
  constructor(below, above, board) {
    this.board = board;
    /** @type {Record<string, SVGGElement>} */
    this.groups = {};
    /** By what they belong to: attacks that are declared, and a plan. @type {Record<string, Chip[]>} */
    this.chips = { battles: [], plan: [] };
    for (const name of GROUPS) {
      this.groups[name] = svg("g", { class: `over-${name}` });
      (["layers", "reach", "look"].includes(name) ? below : above).append(this.groups[name]);
    }
  }

  /** @param {string} name */
  clear(name) {
    if (name === "trail") this.groups.look.replaceChildren();
    this.groups[name].replaceChildren();
  }

  /** @param {Iterable<number>} hexes */
  area(hexes, share = 1) {
    const number = (/** @type {number} */ v) => v.toFixed(3);
    let d = "";
    for (const hex of hexes)
      d += `M${this.board
        .corners(hex, share)
        .map((p) => `${number(p[0])} ${number(p[1])}`)
        .join("L")}Z`;
    return d;
  }

  /** A soft wash with the cost in figures, paler where a cost has a mark of exclamation, stop hexes ringed.
   * @param {Reach[]} reach @param {number} k */
  showReach(reach, k) {
    const group = this.groups.reach;
    group.replaceChildren();
    if (!reach.length) return;
    const stops = reach.filter((r) => r.stop);
    const dear = (/** @type {Reach} */ r) => r.cost.endsWith("!");
    group.append(
      svg("path", {
        class: "wash",
        d: this.area(
          reach.filter((r) => !dear(r)).map((r) => r.hex),
          0.97,
        ),
      }),
      svg("path", {
        class: "wash dear",
        d: this.area(
          reach.filter(dear).map((r) => r.hex),
          0.97,
        ),
      }),
      svg("path", {
        class: "stops",
        d: this.area(
          stops.map((r) => r.hex),
          0.8,
        ),
      }),
    );
    if (k < 22) return;
    const size = Math.max(0.2, Math.min(0.3, 10 / k));
    for (const r of reach) {
      if (!r.cost) continue;
      const [x, y] = this.board.centre[r.hex];
      group.append(
        svg(
          "text",
          {
            class: "cost",
            x: x.toFixed(3),
            y: (y + size * 0.36).toFixed(3),
            "font-size": size.toFixed(3),
            "data-reach": this.board.names[r.hex],
          },
          r.cost,
        ),
      );
    }
  }

  /** A single line through the hexes, with a head.
   * @param {string[]} path @param {string} kind */
  showWay(path, kind = "may") {
    const group = this.groups.way;
    group.replaceChildren();
    const points = this.points(path);
    if (points.length < 2) return;
    group.append(
      svg("path", { class: `way casing`, d: smoothPathData(points) }),
      svg("path", { class: `way ${kind}`, d: smoothPathData(points), "data-way": path.join("-") }),
    );
    const [x, y] = points[points.length - 1];
    group.append(svg("circle", { class: `way-end ${kind}`, cx: x, cy: y, r: 0.11 }));
  }

  /** The hex that was refused, and the lines that the refusal speaks of.
   * @param {number} hex @param {string[][]} lines */
  showRefusal(hex, lines = []) {
    const group = this.groups.way;
    group.replaceChildren(
      ...lines.flatMap((line) => [
        svg("path", { class: "way casing", d: smoothPathData(this.points(line)) }),
        svg("path", { class: "way not", d: smoothPathData(this.points(line)), "data-line": line.join("-") }),
      ]),
    );
    if (hex < 0) return;
    group.append(svg("path", { class: "refused-hex", d: this.area([hex], 0.92) }));
    const [x, y] = this.board.centre[hex];
    group.append(svg("path", { class: "refused-cross", d: `M${x - 0.16} ${y - 0.16}l.32 .32m0 -.32l-.32 .32` }));
  }

  /** @param {string[]} path @returns {Point[]} */
  points(path) {
    return path
      .map((name) => this.board.hex(name))
      .filter((hex) => hex >= 0)
      .map((hex) => this.board.centre[hex]);
  }

  /** Hexes to look at: those of a line of the log, of a choice.
   * @param {string[]} names @param {string[][]} paths */
  showTrail(names, paths = []) {
    const hexes = names.map((name) => this.board.hex(name)).filter((hex) => hex >= 0);
    this.groups.look.replaceChildren(svg("path", { class: "look", d: this.area(hexes, 0.97) }));
    this.groups.trail.replaceChildren(
      ...paths.map((path) => svg("path", { class: "trail", d: smoothPathData(this.points(path)) })),
    );
  }

  /** Arrows like a staff officer's pencil.
   * @param {[number, number][]} pairs from, to */
  showArrows(pairs) {
    this.groups.arrows.replaceChildren(...pairs.map(([from, to]) => this.arrow(from, to)));
  }

  /** @param {number} from @param {number} to */
  arrow(from, to, kind = "") {
    const [a, b] = [this.board.centre[from], this.board.centre[to]];
    const [start, tip] = kind ? [between(a, b, 0.32), between(a, b, 0.62)] : [between(a, b, 0.2), between(a, b, 0.68)];
    const [dx, dy] = [tip[0] - start[0], tip[1] - start[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const bend = [start[0] + dx / 2 - uy * 0.1, start[1] + dy / 2 + ux * 0.1];
    const wing = (/** @type {number} */ side) =>
      `M${tip[0]} ${tip[1]}l${-ux * 0.2 - uy * 0.13 * side} ${-uy * 0.2 + ux * 0.13 * side}`;
    const d = `M${start[0]} ${start[1]}Q${bend[0]} ${bend[1]} ${tip[0]} ${tip[1]}${wing(1)}${wing(-1)}`;
    return svg("g", {}, svg("path", { class: "arrow casing", d }), svg("path", { class: `arrow ${kind}`, d }));
  }

  /** Declared attacks: arrows from every hex of the attackers, and the odds on a chip at the edge of the first target.
   * @param {import("../basics/types.js").Battle[]} battles @param {string[]} sides @param {number} k */
  showBattles(battles, sides, k) {
    const group = this.groups.battles;
    group.replaceChildren();
    this.chips.battles = [];
    for (const battle of battles) {
      const [from, to] = [battle.attackers, battle.targets].map((names) =>
        names.map((name) => this.board.hex(name)).filter((hex) => hex >= 0),
      );
      for (const a of from)
        for (const b of to) if (a !== b && this.board.steps(a, b) <= 2) group.append(this.arrow(a, b, "declared"));
      if (to.length && battle.odds)
        this.chips.battles.push({ hex: to[0], odds: battle.odds, side: Math.max(0, sides.indexOf(battle.side)) });
    }
    this.showChips(k);
  }

  /** Orders above the unit: from where those who obey stand to where they are bound.
   * @param {{from: string[], to: string, kind: string}[]} orders */
  showOrders(orders) {
    const group = this.groups.orders;
    group.replaceChildren();
    for (const { from, to, kind } of orders) {
      const end = this.board.hex(to);
      for (const start of new Set(from.map((name) => this.board.hex(name))))
        if (start >= 0 && end >= 0 && start !== end) group.append(this.long(start, end, kind));
    }
  }

  /** @param {number} from @param {number} to @param {string} kind what is ordered; nothing for an order that stands */
  long(from, to, kind) {
    const [a, b] = [this.board.centre[from], this.board.centre[to]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const tip = [b[0] - ux * 0.3, b[1] - uy * 0.3];
    const bend = [(a[0] + tip[0]) / 2 - uy * 0.07 * length, (a[1] + tip[1]) / 2 + ux * 0.07 * length];
    const wing = (/** @type {number} */ side) =>
      `M${tip[0]} ${tip[1]}l${-ux * 0.24 - uy * 0.15 * side} ${-uy * 0.24 + ux * 0.15 * side}`;
    const shaft = `M${a[0]} ${a[1]}Q${bend[0]} ${bend[1]} ${tip[0]} ${tip[1]}`;
    const where = `${this.board.names[from]}-${this.board.names[to]}`;
    return svg(
      "g",
      { class: `order-way ${kind ? `planned ${kind}` : "standing"}`, "data-order-way": where },
      svg("path", { class: "casing", d: `${shaft}${wing(1)}${wing(-1)}` }),
      svg("path", { class: "shaft", d: shaft }),
      svg("path", { class: "head", d: `${wing(1)}${wing(-1)}` }),
    );
  }

  /** What a plan is about: its objectives ringed, its line, its attacks with their odds.
   * @param {import("../basics/types.js").Plan | null} plan @param {number} k */
  showPlan(plan, k) {
    const group = this.groups.plan;
    group.replaceChildren();
    this.chips.plan = (plan?.assaults ?? [])
      .map(({ at, odds }) => ({ hex: this.board.hex(at), odds, side: 0 }))
      .filter(({ hex }) => hex >= 0);
    this.showChips(k);
    if (!plan) return;
    const hexes = (/** @type {string[]} */ some) => some.map((name) => this.board.hex(name)).filter((hex) => hex >= 0);
    group.append(
      svg("path", { class: "plan-line", d: this.area(hexes(plan.line), 0.86) }),
      svg("path", { class: "plan-aim", d: this.area(hexes(plan.objectives.map(({ at }) => at)), 0.98) }),
    );
  }

  /** All odds on show, each at the upper edge of its hex, or beside it with a line to it where another one lies.
   * @param {number} k */
  showChips(k) {
    const size = Math.max(0.24, Math.min(13, Math.max(0.5 * k, LEAST_PIXELS)) / k);
    const chips = [...this.chips.battles, ...this.chips.plan];
    const wanted = chips.map(({ hex, odds }) => {
      const [[x, y], half] = [this.board.centre[hex], (size * (0.62 * odds.length + 0.8)) / 2];
      return { x0: x - half, y0: y - 0.5 - size * 0.68, x1: x + half, y1: y - 0.5 + size * 0.68 };
    });
    const boxes = apart(wanted);
    this.groups.chips.replaceChildren(
      ...chips
        .map(({ hex }, i) => (boxes[i] === wanted[i] ? null : this.lead(hex, boxes[i])))
        .filter((line) => line !== null),
      ...chips.map((chip, i) => this.chip(chip, boxes[i], size)),
    );
  }

  /** From odds that had to give way to the hex they are of.
   * @param {number} hex @param {import("./shapes.js").Box} box */
  lead(hex, box) {
    const [x, y] = this.board.centre[hex];
    const d = `M${x} ${y - 0.4}L${(box.x0 + box.x1) / 2} ${(box.y0 + box.y1) / 2}`;
    return svg("path", { class: "odds-lead", d });
  }

  /** @param {Chip} chip @param {import("./shapes.js").Box} box @param {number} size */
  chip({ hex, odds, side }, box, size) {
    const at = (/** @type {number} */ value) => value.toFixed(3);
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    return svg(
      "g",
      { class: `odds-chip of-${side}`, "data-battle": this.board.names[hex] },
      svg("rect", {
        x: at(box.x0),
        y: at(box.y0),
        width: at(box.x1 - box.x0),
        height: at(box.y1 - box.y0),
        rx: at(size * 0.4),
      }),
      svg("text", { x: at(x), y: at(y + size * 0.35), "font-size": at(size) }, odds),
    );
  }

  /** @param {number} hex */
  showCursor(hex) {
    this.groups.cursor.replaceChildren(
      ...(hex < 0
        ? []
        : [
            svg("path", { class: "cursor-casing", d: this.area([hex], 0.95) }),
            svg("path", { class: "cursor", d: this.area([hex], 0.95), "data-cursor": this.board.names[hex] }),
          ]),
    );
  }

  /** Zones as hatching at the hex edge, lines of supply flowing, broken ones crossed.
   * @param {Layer[]} layers @param {string[]} sides */
  showLayers(layers, sides) {
    const group = this.groups.layers;
    group.replaceChildren();
    for (const layer of layers) {
      /** @type {Map<string, number[]>} */
      const bySide = new Map();
      for (const [name, side] of Object.entries(layer.hexes)) {
        const hex = this.board.hex(name);
        if (hex < 0) continue;
        const there = bySide.get(side);
        if (there) there.push(hex);
        else bySide.set(side, [hex]);
      }
      const number = Math.max(
        0,
        sides.indexOf(bySide.keys().next().value ?? sides.find((side) => layer.key.endsWith(side)) ?? ""),
      );
      for (const [side, hexes] of bySide)
        group.append(
          svg("path", {
            class: `zone zone-${sides.includes(side) ? sides.indexOf(side) : "ground"}`,
            d: this.area(hexes, 0.93),
            "data-layer": layer.key,
          }),
        );
      for (const line of layer.lines)
        group.append(svg("path", { class: "supply-casing", d: smoothPathData(this.points(line)) }));
      for (const line of layer.lines)
        group.append(
          svg("path", {
            class: `supply supply-${number}`,
            d: smoothPathData(this.points(line)),
            "data-layer": layer.key,
          }),
        );
      for (const name of layer.broken) {
        const hex = this.board.hex(name);
        if (hex < 0) continue;
        const [x, y] = this.board.centre[hex];
        group.append(
          svg("path", {
            class: "broken",
            d: `${this.area([hex], 0.86)}M${x - 0.42} ${y + 0.3}l.16 .16m0 -.16l-.16 .16`,
            "data-layer": layer.key,
          }),
        );
      }
    }
  }
}

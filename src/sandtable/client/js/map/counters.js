// Counters: a square card with symbol, size mark, factors and formation, drawn from the one glyph table.

import { el, svg } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../basics/types.js").GlyphTable} GlyphTable */

const SHORT = 3; // signs of a name that stands where others have their factors, alone
const RANKS = ["I", "II", "III", "X", "XX", "XXX", "XXXX"];
const UNKNOWN = { ground: "#ece6d8", ink: "#241b12", stripe: "#6a6258", field: "#faf6ec" };

export class Counters {
  /** @param {GlyphTable} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {Piece} piece */
  look(piece) {
    return this.table.nations[piece.nation] ?? UNKNOWN;
  }

  /** @param {string} symbol */
  glyph(symbol) {
    const key = this.table.synonyms[symbol] ?? symbol;
    return this.table.glyphs[key] ?? this.table.glyphs.unknown;
  }

  /** @param {string} mark */
  mark(mark) {
    const key = mark.trim().toLowerCase().replaceAll(/[ -]/g, "_");
    const known = Object.keys(this.table.marks).find((name) => key === name || key.startsWith(`${name}_`));
    return this.table.marks[known ?? "other"];
  }

  /** A card 40 across, centred on the origin. From afar: no lettering, a larger symbol.
   * @param {Piece} piece @param {"near" | "middle" | "far" | "dot"} detail */
  card(piece, detail = "near") {
    const look = this.look(piece);
    if (detail === "dot") return this.dot(piece, look);
    const glyph = this.glyph(piece.symbol);
    const card = svg("g", { class: "card", "data-piece": piece.id, color: look.ink });
    card.append(
      svg("rect", { class: "edge", x: -20, y: -20, width: 40, height: 40, rx: 3.5, fill: look.ground }),
      svg("path", {
        d: "M-19.5 -15.8V-16.5A3 3 0 0 1 -16.5 -19.5H16.5A3 3 0 0 1 19.5 -16.5V-15.8Z",
        fill: this.table.stripes[piece.stripe] ?? look.stripe,
      }),
    );
    const place = {
      near: "translate(-10.5 -10.5)scale(.875)",
      middle: "translate(-13.2 -13)scale(1.1)",
      far: "translate(-16.8 -10.2)scale(1.4)",
    }[detail];
    card.append(
      svg(
        "g",
        { class: "glyph", transform: place },
        svg("path", { d: this.table.outline, fill: look.field }),
        glyph.stroke ? svg("path", { d: glyph.stroke, fill: "none" }) : null,
        glyph.fill ? svg("path", { d: glyph.fill, fill: "currentColor", stroke: "none" }) : null,
      ),
    );
    if (detail !== "far") this.letter(card, piece, detail);
    if (detail === "near") {
      card.append(
        svg("path", { class: "light", d: "M-18.8 17V-16.5A2.3 2.3 0 0 1 -16.5 -18.8H17" }),
        svg("path", { class: "dark", d: "M18.8 -17V16.5A2.3 2.3 0 0 1 16.5 18.8H-17" }),
      );
    }
    if (piece.marks.includes("reduced"))
      card.append(svg("path", { class: "reduced", d: "M-20 12L12 -20H20V-18L-18 20H-20Z" }));
    this.addMarks(card, piece, detail);
    return card;
  }

  /** On a map of the whole war: a plate with the colours of its army.
   * @param {Piece} piece @param {{ground: string, ink: string, stripe: string}} look */
  dot(piece, look) {
    return svg(
      "g",
      { class: "card dot", "data-piece": piece.id, color: look.ink },
      svg("rect", { class: "edge", x: -20, y: -20, width: 40, height: 40, rx: 4, fill: look.ground }),
      svg("rect", {
        x: -20,
        y: -20,
        width: 40,
        height: 11,
        rx: 4,
        fill: this.table.stripes[piece.stripe] ?? look.stripe,
      }),
    );
  }

  /** A piece without factors has its name in their place.
   * @param {SVGElement} card @param {Piece} piece @param {string} detail */
  letter(card, piece, detail) {
    const named = !piece.factors.length && !piece.name.includes("/");
    const bare = named && piece.name.length <= SHORT;
    const factors = named ? piece.name : figures(piece);
    const room = detail === "near" ? (piece.name.includes("/") ? 13 : bare ? 11.5 : 10.4) : 14.5;
    const fit = Math.min(room, 36 / width(factors));
    if (factors)
      card.append(
        svg("text", { class: "factors", y: 17, "font-size": fit.toFixed(1) }, ...(named ? [factors] : lifted(piece))),
      );
    if (factors && piece.quality) card.append(underline(piece, fit));
    if (detail !== "near" || bare) return;
    const size = this.table.sizes[piece.size];
    if (size)
      card.append(svg("path", { class: "glyph size", transform: "translate(0 -13.2)scale(.9)", d: size.stroke }));
    const [formation, ...rest] = piece.name.split("/").map((part) => part.trim());
    const unit = rest.join("/");
    if (!unit) {
      if (!named) card.append(lettered(formation, 37, 6.2, { y: 8.6 }));
    } else
      card.append(
        lettered(formation, 24, 6.4, { transform: "translate(-13 -4)rotate(-90)" }),
        lettered(unit, 24, 6.4, { transform: "translate(17.5 -4)rotate(-90)" }),
      );
  }

  /** @param {SVGElement} card @param {Piece} piece @param {string} detail */
  addMarks(card, piece, detail) {
    const shown = piece.marks.filter((mark) => mark !== "reduced").slice(0, 3);
    const scale = detail === "near" ? 1 : 1.4;
    shown.forEach((mark, i) => {
      const glyph = this.mark(mark);
      card.append(
        svg(
          "g",
          { class: "mark", transform: `translate(${-16 + 12 * scale * i} -18)scale(${scale})` },
          svg("circle", { r: 5.6 }),
          glyph.stroke ? svg("path", { class: "glyph", d: glyph.stroke, fill: "none" }) : null,
          glyph.fill ? svg("path", { d: glyph.fill, fill: "currentColor" }) : null,
        ),
      );
    });
  }

  /** Name and long name, what it is, its factors, what is marked on it.
   * @param {Piece} piece */
  describe(piece) {
    const size = this.table.sizes[piece.size]?.title ?? "";
    const kind = [piece.nation, this.glyph(piece.symbol).title, size].filter(Boolean).join(" ");
    const title = piece.title && piece.title !== piece.name ? piece.title : "";
    return [piece.name, title, kind, figures(piece), ...piece.marks].filter(Boolean).join(", ");
  }

  /** A counter by itself, for panels.
   * @param {Piece} piece @param {number} pixels */
  picture(piece, pixels = 44) {
    const view = svg("svg", {
      viewBox: "-24 -24 48 48",
      width: pixels,
      height: pixels,
      class: "counter-picture",
      "aria-hidden": "true",
    });
    view.append(this.card(piece));
    return view;
  }

  /** A counter as a button.
   * @param {Piece} piece @param {{pressed?: boolean, pixels?: number, click: (event: MouseEvent) => void}} how */
  button(piece, { pressed, pixels = 48, click }) {
    const text = this.describe(piece);
    return el(
      "button",
      {
        type: "button",
        class: "counter-button",
        "data-unit": piece.id,
        "aria-label": text,
        title: text,
        "aria-pressed": pressed === undefined ? null : String(pressed),
        click,
      },
      this.picture(piece, pixels),
    );
  }
}

/** The factors as they are printed, the rating raised beside the first.
 * @param {Piece} piece */
function figures(piece) {
  const raised = [...(piece.rating ?? "")].map((figure) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(figure)] ?? "").join("");
  return piece.factors.map((factor, i) => (i ? String(factor) : `${factor}${raised}`)).join("-");
}

/** The same as text in which the rating is large enough to read.
 * @param {Piece} piece @returns {(SVGElement | string)[]} */
function lifted(piece) {
  const [first, ...rest] = piece.factors;
  if (!piece.rating) return [piece.factors.join("-")];
  return [
    String(first),
    svg("tspan", { "font-size": ".72em", dy: "-.42em" }, piece.rating),
    svg("tspan", { dy: ".3em" }, rest.map((factor) => `-${factor}`).join("")),
  ];
}

/** A line under the second factor: whole for the elite, broken for the low.
 * @param {Piece} piece @param {number} fit the size of the figures */
function underline(piece, fit) {
  const [first, second = ""] = figures(piece).split("-");
  const real = 0.87; // of the careful guess
  const start = (width(`${first}-`) - width(figures(piece)) / 2) * fit * real;
  const length = width(second) * fit * real;
  const part = (/** @type {number} */ share) => (length * share).toFixed(1);
  const d =
    piece.quality === "elite"
      ? `M${start.toFixed(1)} 19H${(start + length).toFixed(1)}`
      : `M${start.toFixed(1)} 19h${part(0.36)}m${part(0.28)} 0h${part(0.36)}`;
  return svg("path", { class: `quality ${piece.quality}`, d });
}

/** A careful guess in ems.
 * @param {string} text */
function width(text) {
  return [...text].reduce(
    (sum, sign) => sum + ("-.,'iljtfrI /()".includes(sign) ? 0.34 : "⁰¹²³⁴⁵⁶⁷⁸⁹".includes(sign) ? 0.46 : 0.64),
    0,
  );
}

/** @param {string} text @param {number} room @param {number} largest @param {Record<string, string | number>} place */
function lettered(text, room, largest, place) {
  return svg(
    "text",
    { class: "lettering", "font-size": Math.min(largest, room / Math.max(width(text), 0.5)).toFixed(1), ...place },
    text,
  );
}

/** Units first, the strongest of them at the top, then what has no size: dumps, markers.
 * @param {Piece} a @param {Piece} b */
export function byStrength(a, b) {
  if (!a.size !== !b.size) return a.size ? -1 : 1;
  for (let i = 0; i < Math.max(a.factors.length, b.factors.length); i++) {
    const difference = (b.factors[i] ?? -1) - (a.factors[i] ?? -1);
    if (a.factors.length !== b.factors.length) return b.factors.length - a.factors.length;
    if (difference) return difference;
  }
  return RANKS.indexOf(b.size) - RANKS.indexOf(a.size) || (a.id < b.id ? -1 : 1);
}

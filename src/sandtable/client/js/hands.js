// The player's hands on the map: what clicking, hovering and dragging do.

import { byId } from "./dom.js";

/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./screen.js").Screen} Screen */

export class Hands {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.hovered = -1;
    this.dragged = "";
  }

  /** @param {number} hex @param {boolean} [add] */
  click(hex, add = false) {
    byId("toast").hidden = true;
    this.screen.animation.stop();
    if (hex < 0) return void (this.screen.fan.close() || this.screen.play.clear());
    this.screen.cursor.set(hex, false);
    const { play } = this.screen;
    const stack = play.at(hex);
    const here = play.here(this.screen.board.names[hex]);
    const friends = stack.filter((piece) => piece.side === play.now.you.side);
    const foes = stack.filter((piece) => piece.side !== play.now.you.side);
    const armed = [...play.chosen].some((id) => play.own(id));
    if (this.screen.past || !play.asked) {
      if (stack.length) this.screen.fan.open(hex);
      else this.screen.fan.close();
      return undefined;
    }
    if (!stack.length || (here.length && !friends.length)) {
      this.screen.fan.close();
      if (play.chosen.size || here.length) return armed || here.length ? play.point(hex) : play.clear();
      return undefined;
    }
    if (foes.length && !friends.length) {
      if (stack.length > 1) this.screen.fan.open(hex);
      else this.screen.fan.close();
      return play.choose(
        foes.map((piece) => piece.id),
        armed || add || play.mixed,
      );
    }
    return this.clickOwn(hex, friends, add);
  }

  /** @param {number} hex @param {import("./types.js").Piece[]} friends @param {boolean} add */
  clickOwn(hex, friends, add) {
    const { play } = this.screen;
    const together = add || play.mixed || (play.chosen.size > 0 && [...play.chosen].every((id) => !play.own(id)));
    if (friends.length > 1 || play.here(this.screen.board.names[hex]).length) {
      const open = this.screen.fan.hex === hex;
      this.screen.fan.open(hex);
      if (open || play.here(this.screen.board.names[hex]).length) return undefined;
    } else this.screen.fan.close();
    const stack = (this.screen.map.stacks.byHex.get(hex) ?? []).filter((piece) => friends.includes(piece));
    const first = stack.find((piece) => piece.marks.includes("active")) ?? stack[0] ?? friends[0];
    return play.choose([first.id], together);
  }

  /** @param {number} hex */
  hover(hex) {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.screen.cursor.describe(hex);
    this.showPath(hex);
  }

  /** The way of an offer, from where the piece stands.
   * @param {Offer} offer */
  wayOf(offer) {
    const at = this.screen.view.pieces[offer.pieces[0]]?.at ?? "";
    return !at || offer.path[0] === at ? offer.path : [at, ...offer.path];
  }

  /** @param {number} hex */
  showPath(hex) {
    const { play, map } = this.screen;
    if (play.refusal || !play.asked) return;
    const here = hex >= 0 ? play.here(this.screen.board.names[hex]) : [];
    const offer = here.find((o) => o.path.length);
    clearTimeout(this.pathTimer);
    if (offer) return map.overlay.showWay(this.wayOf(offer));
    map.overlay.showWay(play.way);
    if (here.length && play.chosen.size) this.pathTimer = window.setTimeout(() => this.askPath(hex), 60);
  }

  /** A way that was not sent along is worked out when somebody looks.
   * @param {number} hex */
  async askPath(hex) {
    const meant = await this.screen.line
      .ask({ type: "propose", pieces: [...this.screen.play.chosen], at: this.screen.board.names[hex] })
      .catch(() => null);
    if (meant?.path.length && (this.hovered === hex || this.screen.cursor.hex === hex))
      this.screen.map.overlay.showWay(meant.path);
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const stack = event.target instanceof Element ? event.target.closest(".stack") : null;
    if (!stack || !this.screen.play.asked || event.pointerType === "touch") return false;
    const hex = this.screen.board.hex(stack.getAttribute("data-hex") ?? "");
    const pieces = this.screen.play.at(hex).filter((piece) => piece.side === this.screen.play.now.you.side);
    if (!pieces.length) return false;
    this.dragged =
      (this.screen.map.stacks.byHex.get(hex) ?? []).find(
        (piece) => this.screen.play.chosen.has(piece.id) || pieces.includes(piece),
      )?.id ?? "";
    return !!this.dragged;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const piece = this.screen.view.pieces[this.dragged];
    if (!piece) return;
    if (!this.ghost) {
      this.screen.fan.close();
      byId("map").classList.add("carrying");
      if (!this.screen.play.chosen.has(piece.id)) this.screen.play.choose([piece.id]);
      this.ghost = this.screen.counters.card(piece, this.screen.map.stacks.detail);
      this.screen.map.flying.append(this.ghost);
    }
    const [mx, my] = this.screen.map.camera.toMap(x, y);
    this.ghost.setAttribute("transform", `translate(${mx} ${my})scale(${this.screen.map.stacks.size / 40})`);
    const hex = this.screen.map.hexAt(x, y);
    if (hex !== this.hovered) ((this.hovered = hex), this.screen.cursor.describe(hex), this.showPath(hex));
  }

  /** @param {number} x @param {number} y @param {boolean} cancelled */
  drop(x, y, cancelled) {
    this.ghost?.remove();
    this.ghost = undefined;
    byId("map").classList.remove("carrying");
    const hex = cancelled ? -1 : this.screen.map.hexAt(x, y);
    if (hex < 0 || this.screen.board.names[hex] === this.screen.view.pieces[this.dragged]?.at) return;
    const foes = this.screen.play.at(hex).filter((piece) => !this.screen.play.own(piece.id));
    if (foes.length && !this.screen.play.here(this.screen.board.names[hex]).length)
      this.screen.play.choose(
        foes.map((piece) => piece.id),
        true,
      );
    else this.screen.play.point(hex);
  }

  /** @type {number | undefined} */
  pathTimer;
  /** @type {SVGElement | undefined} */
  ghost;
}

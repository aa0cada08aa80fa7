// The player's hands on the map: what clicking, hovering and dragging do.

import { byId, svg } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Offer} Offer */
/** @typedef {import("../basics/types.js").Piece} Piece */
/** @typedef {import("../screen/screen.js").Screen} Screen */

/** One of several cards in the hand, a little off the one before.
 * @param {SVGElement} card @param {number} i */
function carriedCard(card, i) {
  card.setAttribute("transform", `translate(${i * 5} ${i * -5})`);
  return card;
}

export class Hands {
  /** @param {Screen} screen */
  constructor(screen) {
    this.screen = screen;
    this.hovered = -1;
    /** The pieces under the pointer that drags. @type {string[]} */
    this.carried = [];
  }

  /** @param {number} hex @param {boolean} [add] */
  click(hex, add = false) {
    byId("toast").hidden = true;
    this.screen.animation.stop();
    if (this.screen.staff.aim(hex)) return undefined;
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
      if (!play.chosen.size) return this.takeOn(foes);
      return play.choose(
        foes.map((piece) => piece.id),
        armed || add || play.mixed,
      );
    }
    return this.clickOwn(hex, friends, add);
  }

  /** With nothing chosen the enemy stands for the attack on it with all who can take part; each can be deselected. Some
   * games offer attacks only on an enemy that is chosen.
   * @param {Piece[]} foes */
  async takeOn(foes) {
    const { play } = this.screen;
    const ids = foes.map((piece) => piece.id);
    const known = this.attackOn(foes, play.now.offers);
    if (known.length) return play.choose(known);
    await play.choose(ids);
    const isStill = play.chosen.size === ids.length && ids.every((id) => play.chosen.has(id));
    const offered = isStill ? this.attackOn(foes, play.offers) : [];
    return offered.length ? play.choose(offered) : undefined;
  }

  /** @param {Piece[]} foes @param {Offer[]} offers @returns {string[]} */
  attackOn(foes, offers) {
    const { play } = this.screen;
    const attacks = offers.filter(
      (offer) =>
        !offer.at && offer.pieces.some((id) => play.own(id)) && foes.every((piece) => offer.pieces.includes(piece.id)),
    );
    return attacks.reduce(
      (most, { pieces }) => (pieces.length > most.length ? pieces : most),
      /** @type {string[]} */ ([]),
    );
  }

  /** @param {number} hex @param {Piece[]} friends @param {boolean} add */
  clickOwn(hex, friends, add) {
    const { play, fan } = this.screen;
    const together = (add || play.gathers) && play.chosen.size > 0;
    const offered = !together && play.here(this.screen.board.names[hex]).length > 0;
    const open = fan.hex === hex;
    if (friends.length > 1 || offered) fan.open(hex);
    else fan.close();
    if (offered || (open && !together)) return undefined;
    if (together) return play.add(this.joining(hex, friends));
    return this.takeUp(this.foremost(hex, friends), friends);
  }

  /** Choose one piece; where nothing can be done with it but to attack, those beside it who could join do: whom an
   * offer names with it, or who can still act and together with it has something to do.
   * @param {Piece} first @param {Piece[]} friends */
  async takeUp(first, friends) {
    const { play, roster } = this.screen;
    await play.choose([first.id]);
    const isAlone = () => play.chosen.size === 1 && play.chosen.has(first.id);
    if (!isAlone() || !play.onlyFights) return;
    const others = friends.filter((piece) => piece !== first).map((piece) => piece.id);
    const named = others.filter((id) => play.partners.includes(id));
    if (named.length) return void (await play.add(named));
    const left = new Set(roster.left);
    const able = others.filter((id) => left.has(id));
    if (!able.length) return;
    await play.add(able);
    const all = [first.id, ...able];
    const isOurs = play.chosen.size === all.length && all.every((id) => play.chosen.has(id));
    if (isOurs && !play.waiting && !play.offers.length) await play.choose([first.id]);
  }

  /** Who of another stack joins the choice: all who could, else the foremost.
   * @param {number} hex @param {Piece[]} friends @returns {string[]} */
  joining(hex, friends) {
    const { play } = this.screen;
    const known = friends.filter((piece) => play.chosen.has(piece.id));
    const able = friends.filter((piece) => play.partners.includes(piece.id));
    const joined = known.length ? known : able.length ? able : [this.foremost(hex, friends)];
    return joined.map((piece) => piece.id);
  }

  /** The counter on top, unless it has acted and another can still act.
   * @param {number} hex @param {Piece[]} friends @returns {Piece} */
  foremost(hex, friends) {
    const { roster, map } = this.screen;
    const stack = (map.stacks.byHex.get(hex) ?? []).filter((piece) => friends.includes(piece));
    const top = stack.find((piece) => piece.marks.includes("active")) ?? stack[0] ?? friends[0];
    if (!roster.done.has(top.id)) return top;
    const left = new Set(roster.left);
    return stack.find((piece) => left.has(piece.id)) ?? top;
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
    if (!play.asked) return;
    const here = hex >= 0 ? play.here(this.screen.board.names[hex]) : [];
    if (play.refusal && !here.length) return; // what was refused stays on show
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

  /** What is chosen in the stack is carried, all of it and nothing else; if nothing is, what a click would take up.
   * @param {PointerEvent} event */
  grab(event) {
    const { play, board, map } = this.screen;
    const stack = event.target instanceof Element ? event.target.closest(".stack") : null;
    if (!stack || !play.asked || event.pointerType === "touch") return false;
    const hex = board.hex(stack.getAttribute("data-hex") ?? "");
    const own = (map.stacks.byHex.get(hex) ?? []).filter((piece) => play.own(piece.id));
    if (!own.length) return false;
    const chosen = own.filter((piece) => play.chosen.has(piece.id));
    this.carried = chosen.length ? chosen.map((piece) => piece.id) : [this.foremost(hex, own).id];
    return true;
  }

  /** @param {number} x @param {number} y */
  drag(x, y) {
    const { play, map, counters, fan, view } = this.screen;
    const pieces = this.carried.flatMap((id) => view.pieces[id] ?? []);
    if (!pieces.length) return;
    if (!this.ghost) {
      fan.close();
      byId("map").classList.add("carrying");
      const held = [...play.chosen].filter((id) => play.own(id));
      if (held.sort().join() !== [...this.carried].sort().join()) play.choose(this.carried);
      this.ghost = svg(
        "g",
        { transform: "scale(0)" },
        ...pieces.map((piece, i) => carriedCard(counters.card(piece, map.stacks.detail), i)),
      );
      map.flying.append(this.ghost);
    }
    const [mx, my] = map.camera.toMap(x, y);
    this.ghost.setAttribute("transform", `translate(${mx} ${my})scale(${map.stacks.size / 40})`);
    const hex = map.hexAt(x, y);
    if (hex !== this.hovered) ((this.hovered = hex), this.screen.cursor.describe(hex), this.showPath(hex));
  }

  /** @param {number} x @param {number} y @param {boolean} cancelled */
  drop(x, y, cancelled) {
    this.ghost?.remove();
    this.ghost = undefined;
    byId("map").classList.remove("carrying");
    const hex = cancelled ? -1 : this.screen.map.hexAt(x, y);
    if (hex < 0 || this.screen.board.names[hex] === this.screen.view.pieces[this.carried[0]]?.at) return;
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

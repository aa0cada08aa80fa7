// What part of the map the window shows, and how pointers, wheel and touch move it.

/** @typedef {import("./shapes.js").Box} Box */

const LEAST = 7; // pixels a hex
const MOST = 190;
const SLACK = 0.12; // of the window by which the edge of the map may come in

/** Scales go by small even steps, so that at rest every pixel of a tile falls on one of the screen.
 * @param {number} k */
export const evenScale = (k) => Math.SQRT2 ** (Math.round((Math.log(k) / Math.log(Math.SQRT2)) * 8) / 8);

export class Camera {
  /** @param {Box} frame the map, in hex widths */
  constructor(frame) {
    this.frame = frame;
    /** The left top corner of the window on the map. */
    this.x = 0;
    this.y = 0;
    /** Pixels a hex. */
    this.k = 40;
    this.width = 800;
    this.height = 600;
    this.ratio = 1;
    /** What lies over the map at the sides, in pixels. */
    this.inset = { top: 0, right: 0, bottom: 0, left: 0 };
    /** @type {Set<() => void>} */
    this.watchers = new Set();
  }

  /** @returns {Box} */
  box() {
    return { x0: this.x, y0: this.y, x1: this.x + this.width / this.k, y1: this.y + this.height / this.k };
  }

  /** @param {number} x @param {number} y @returns {[number, number]} */
  toScreen(x, y) {
    return [(x - this.x) * this.k, (y - this.y) * this.k];
  }

  /** @param {number} sx @param {number} sy @returns {[number, number]} */
  toMap(sx, sy) {
    return [sx / this.k + this.x, sy / this.k + this.y];
  }

  /** @param {number} dx @param {number} dy pixels */
  pan(dx, dy) {
    this.x -= dx / this.k;
    this.y -= dy / this.k;
    this.changed();
  }

  /** @param {number} k @param {number} sx @param {number} sy what stays where it is */
  zoomTo(k, sx, sy) {
    const next = evenScale(Math.min(MOST, Math.max(this.least(), k)));
    const [mx, my] = this.toMap(sx, sy);
    this.k = next;
    this.x = mx - sx / next;
    this.y = my - sy / next;
    this.changed();
  }

  least() {
    const { frame } = this;
    const fit = Math.min(this.freeWidth() / (frame.x1 - frame.x0), this.freeHeight() / (frame.y1 - frame.y0));
    return Math.max(Math.min(LEAST, fit), fit * 0.8);
  }

  freeWidth() {
    return Math.max(80, this.width - this.inset.left - this.inset.right);
  }

  freeHeight() {
    return Math.max(80, this.height - this.inset.top - this.inset.bottom);
  }

  /** @param {Box} box shown whole and in the middle @param {number} most */
  fit(box, most = MOST) {
    const k = Math.min(this.freeWidth() / (box.x1 - box.x0), this.freeHeight() / (box.y1 - box.y0), most);
    this.k = Math.SQRT2 ** (Math.floor((Math.log(Math.max(this.least(), k)) / Math.log(Math.SQRT2)) * 8) / 8);
    this.centre((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2);
  }

  /** @param {number} x @param {number} y */
  centre(x, y) {
    this.x = x - (this.inset.left + this.freeWidth() / 2) / this.k;
    this.y = y - (this.inset.top + this.freeHeight() / 2) / this.k;
    this.changed();
  }

  /** Move only as far as needed to have a point well in sight.
   * @param {number} x @param {number} y */
  reveal(x, y) {
    const [dx, dy] = this.offFrom(x, y);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Whether a point is well in sight.
   * @param {number} x @param {number} y */
  shows(x, y) {
    return this.offFrom(x, y).every((off) => !off);
  }

  /** How far the map has to be moved until a point is well in sight, in pixels.
   * @param {number} x @param {number} y */
  offFrom(x, y) {
    const [sx, sy] = this.toScreen(x, y);
    const margin = Math.min(90, this.freeWidth() / 4, this.freeHeight() / 4);
    const [left, right] = [this.inset.left + margin, this.width - this.inset.right - margin];
    const [top, bottom] = [this.inset.top + margin, this.height - this.inset.bottom - margin];
    return [sx < left ? left - sx : sx > right ? right - sx : 0, sy < top ? top - sy : sy > bottom ? bottom - sy : 0];
  }

  /** A map larger than the window fills it; a smaller one stays in the middle. */
  keepNear() {
    const { frame, inset, k } = this;
    const [w, h] = [this.freeWidth() / k, this.freeHeight() / k];
    this.x = kept(this.x + inset.left / k, w, frame.x0, frame.x1) - inset.left / k;
    this.y = kept(this.y + inset.top / k, h, frame.y0, frame.y1) - inset.top / k;
  }

  changed() {
    this.keepNear();
    for (const watcher of this.watchers) watcher();
  }
}

/** @param {number} start @param {number} size of the window @param {number} low @param {number} high */
function kept(start, size, low, high) {
  const slack = size * SLACK;
  if (high - low < size - 2 * slack) return (low + high - size) / 2;
  return Math.min(high - size + slack, Math.max(low - slack, start));
}

/** Pointers on the map: drag pans, two fingers zoom, the wheel zooms, a short press is a click.
 * @param {HTMLElement} element @param {Camera} camera
 * @param {{click(sx: number, sy: number, event: PointerEvent): void, hover(sx: number, sy: number, event:
 * PointerEvent): void,
 *   grab(event: PointerEvent): boolean, drag(sx: number, sy: number): void, drop(sx: number, sy: number, cancelled:
 * boolean): void,
 *   moving(on: boolean): void}} on */
export function steer(element, camera, on) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let [startX, startY, travelled, grabbed, carrying] = [0, 0, 0, false, false];
  const place = (/** @type {{clientX: number, clientY: number}} */ event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  element.addEventListener("pointerdown", (event) => {
    if (event.button > 1) return;
    const at = place(event);
    down.set(event.pointerId, at);
    if (down.size === 1) {
      [startX, startY, travelled, carrying] = [at.x, at.y, 0, false];
      grabbed = event.button === 0 && on.grab(event);
    } else {
      if (carrying) on.drop(0, 0, true);
      grabbed = carrying = false;
      travelled = 99;
    }
  });
  element.addEventListener("pointermove", (event) => {
    const at = place(event);
    const last = down.get(event.pointerId);
    if (!last) {
      if (down.size === 0) on.hover(at.x, at.y, event);
      return;
    }
    if (down.size === 2) {
      const [other] = [...down].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
      const [before, after] = [
        Math.hypot(last.x - other.x, last.y - other.y),
        Math.hypot(at.x - other.x, at.y - other.y),
      ];
      camera.pan((at.x - last.x) / 2, (at.y - last.y) / 2);
      camera.zoomTo((camera.k * after) / Math.max(before, 1), (at.x + other.x) / 2, (at.y + other.y) / 2);
      on.moving(true);
    } else if (down.size === 1) {
      travelled = Math.max(travelled, Math.hypot(at.x - startX, at.y - startY));
      if (travelled > 6) {
        if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
        if (grabbed) {
          carrying = true;
          on.drag(at.x, at.y);
        } else {
          camera.pan(at.x - last.x, at.y - last.y);
          on.moving(true);
        }
      }
    }
    down.set(event.pointerId, at);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    const at = down.get(event.pointerId);
    if (!at) return;
    down.delete(event.pointerId);
    if (down.size) return;
    on.moving(false);
    if (carrying) on.drop(at.x, at.y, event.type === "pointercancel");
    else if (travelled <= 6 && event.type === "pointerup" && event.button === 0) on.click(at.x, at.y, event);
    grabbed = carrying = false;
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  let rest = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at = place(event);
      const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
      const turn = Math.max(-120, Math.min(120, event.deltaY * lines));
      camera.zoomTo(camera.k * 2 ** (-turn / (event.ctrlKey ? 70 : 240)), at.x, at.y);
      on.moving(true);
      clearTimeout(rest);
      rest = window.setTimeout(() => on.moving(false), 140);
    },
    { passive: false },
  );
}

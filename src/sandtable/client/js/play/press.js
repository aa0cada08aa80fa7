// What lies under a pressed finger is not drawn anew: the press would go into the void, or to something else.

const PRESSED = "button, summary, label, input[type=checkbox]";
const TAP = 60; // milliseconds from a lifted finger to its click

export class Press {
  constructor() {
    this.down = false;
    /** What is to be drawn when the finger has gone. @type {Map<string, () => void>} */
    this.owed = new Map();
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button === 0 && event.target instanceof Element) this.down = !!event.target.closest(PRESSED);
      },
      true,
    );
    document.addEventListener("click", () => this.release()); // after all who listen to it
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, () => setTimeout(() => this.release(), TAP)); // if no click came
    addEventListener("blur", () => this.release());
  }

  /** Draw now, or when nothing is pressed any more.
   * @param {string} what @param {() => void} draw */
  draw(what, draw) {
    if (this.down) this.owed.set(what, draw);
    else draw();
  }

  release() {
    this.down = false;
    const owed = [...this.owed.values()];
    this.owed.clear();
    for (const draw of owed) draw();
  }
}

// A link as a QR code, for a phone across the table. The server draws it.

import { el } from "../basics/dom.js";
import { postJson } from "../basics/net.js";

/** Codes that were drawn, by their text. @type {Map<string, Promise<string>>} */
const drawn = new Map();

/** @param {string} text */
async function draw(text) {
  const { svg } = await postJson("/api/qr", { text });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** @param {string} text */
export function codeOf(text) {
  const picture = el("img", { class: "qr", alt: "The same link as a QR code", width: 180, height: 180 });
  const known = drawn.get(text) ?? draw(text);
  drawn.set(text, known);
  known.then(
    (source) => picture.setAttribute("src", source),
    () => picture.remove(),
  );
  return picture;
}

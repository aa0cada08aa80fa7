// How kinds of terrain, hexsides, lines, areas and sites are drawn: the tables come from the server, the same for
// every picture.
// Lengths are pixels of a hex 64 across, colours are names of colours of the theme.

/** @typedef {import("../basics/types.js").Styles} Styles */

/** @param {string} kind */
const words = (kind) => kind.replaceAll("_", " ");

/** @param {string} terrain @param {Styles} styles @returns {import("../basics/types.js").TerrainStyle} */
export const terrainStyle = (terrain, styles) =>
  styles.terrains?.[terrain] ?? { title: words(terrain), wash: "", pattern: "slanted", hachures: "" };

/** @param {string} feature @param {Styles} styles @returns {import("../basics/types.js").HexsideStyle} */
export const hexsideStyle = (feature, styles) =>
  styles.hexsides?.[feature] ?? {
    title: words(feature),
    shape: "line",
    colour: "stone",
    width: 3,
    dashes: [2, 3],
    teeth: [11, 3],
  };

/** The first key that a kind of line contains is its style.
 * @param {string} kind @param {Styles} styles @returns {import("../basics/types.js").LineStyle} */
export const lineStyle = (kind, styles) =>
  Object.entries(styles.lines ?? {}).find(([word]) => kind.includes(word))?.[1] ?? {
    colour: "road",
    width: 3.6,
    casing: 7.6,
    dashes: [],
    sleepers: false,
    beside: false,
    core: 0,
    over: "land",
  };

/** @param {string} kind @param {Styles} styles @returns {import("../basics/types.js").AreaStyle} */
export const areaStyle = (kind, styles) =>
  styles.areas?.[kind] ?? { title: words(kind), colour: "quiet_ink", wash: 0.16, pattern: "", shape: "field" };

/** @param {string} kind @param {Styles} styles @returns {import("../basics/types.js").SiteStyle} */
export const siteStyle = (kind, styles) =>
  styles.sites?.[kind] ?? { title: words(kind), shape: "base", path: "", colour: "ink" };

// What a player likes, and the seats this browser holds.

/** @param {string} name @param {string} otherwise */
export function liked(name, otherwise) {
  try {
    return localStorage.getItem(`sandtable:${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {string} value */
export function like(name, value) {
  try {
    localStorage.setItem(`sandtable:${name}`, value);
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

/** What stands behind # in the address. */
export const hash = () => new URLSearchParams(location.hash.slice(1));

/** Take a secret out of the address and keep it.
 * @param {string} name @param {string} as */
export function takeSecret(name, as) {
  const given = hash().get(name);
  if (given) {
    like(as, given);
    const rest = hash();
    rest.delete(name);
    history.replaceState(null, "", `${location.pathname}${location.search}${rest.size ? `#${rest}` : ""}`);
  }
  return given ?? liked(as, "");
}

export function theme() {
  const chosen = liked("theme", "");
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "paper";
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

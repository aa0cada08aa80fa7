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

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`sandtable:${name}`);
  } catch {
    // Nothing was kept.
  }
}

/** The seats this browser holds: tokens by table.
 * @returns {Record<string, string>} */
export function seats() {
  const start = "sandtable:seat:";
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    return Object.fromEntries(names.map((name) => [name.slice(start.length), localStorage.getItem(name) ?? ""]));
  } catch {
    return {};
  }
}

/** What stands behind # in the address. */
export const hash = () => new URLSearchParams(location.hash.slice(1));

/** Take a word out of the address, where a secret does not stay.
 * @param {string} name */
export function takeWord(name) {
  const rest = hash();
  const given = rest.get(name) ?? "";
  rest.delete(name);
  if (given) history.replaceState(null, "", `${location.pathname}${location.search}${rest.size ? `#${rest}` : ""}`);
  return given;
}

/** Take a secret out of the address and keep it.
 * @param {string} name @param {string} as */
export function takeSecret(name, as) {
  const given = takeWord(name);
  if (given) like(as, given);
  return given || liked(as, "");
}

export function theme() {
  const chosen = liked("theme", "");
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "paper";
}

/** The page that says that the server is down is kept by the browser, where it can be. */
export function keepShell() {
  if (isSecureContext && "serviceWorker" in navigator)
    navigator.serviceWorker.register("/client/worker.js", { scope: "/" }).catch(() => {});
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

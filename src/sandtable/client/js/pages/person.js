// On the start page of a house: whoever is signed in, and what the host of the house says to everybody.

import { byId, el } from "../basics/dom.js";
import { getJson } from "../basics/net.js";

/** The way to one's account, in the head of the page; the name of whoever is signed in.
 * @returns {Promise<string>} */
export async function greet() {
  byId("runs-here").hidden = true;
  const { account } = await getJson("/api/account");
  const link = el("a", { id: "account", class: "button", href: "/account" }, account ? account.name : "Sign in");
  document.getElementById("account")?.remove();
  byId("theme").before(link);
  return account?.name ?? "";
}

/** What the host of the house has announced. */
export async function listen() {
  const { notices } = await getJson("/api/notices");
  document.getElementById("notices")?.remove();
  if (!notices.length) return;
  const lines = notices.map((/** @type {{text: string}} */ one) => el("p", { class: "notice" }, one.text));
  byId("hero").after(el("div", { id: "notices", role: "status" }, ...lines));
}

// The page a guest's phone is led to: the seats that anybody may take.

import { byId, el } from "./dom.js";
import { invitationLine } from "./lobby.js";
import { getJson } from "./net.js";
import { theme } from "./prefs.js";

const AGAIN = 5000; // milliseconds from one look to the next

document.documentElement.dataset.theme = theme();

async function list() {
  const { invitations } = await getJson("/api/invitations");
  const none = el("li", {}, el("p", { class: "invitation quiet" }, "Nobody is waiting for an opponent at the moment."));
  byId("invitations").replaceChildren(...(invitations.length ? invitations.map(invitationLine) : [none]));
}

const look = () => list().catch(() => {});
look();
setInterval(() => document.visibilityState === "visible" && look(), AGAIN);

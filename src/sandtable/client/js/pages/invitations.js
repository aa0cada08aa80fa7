// The page a guest's phone is led to: the seats that anybody may take.

import { byId, el } from "../basics/dom.js";
import { invitationLine } from "../company/lobby.js";
import { getJson } from "../basics/net.js";
import { theme } from "../basics/prefs.js";

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

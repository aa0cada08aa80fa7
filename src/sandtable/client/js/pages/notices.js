// How a person wishes to be told that a game waits: by letter, on this browser, by webhook; when, and when not.

import { el } from "../basics/dom.js";
import { getJson, postJson } from "../basics/net.js";

const WORKER = "/client/worker.js";

/** @typedef {{mail: boolean, webhook: {kind: string, url: string} | null, digest: boolean, at: number,
 *   quiet: number[], zone: number}} Wishes */

/** @param {number} minutes */
const clock = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** @param {string} text */
function minutes(text) {
  const [hours, rest] = text.split(":").map(Number);
  return (hours || 0) * 60 + (rest || 0);
}

/** @param {string} key */
function bytes(key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** Messages on this browser, or no more. @param {string} key @param {boolean} on */
async function pushed(key, on) {
  const worker = await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const known = await worker.pushManager.getSubscription();
  if (!on) {
    if (!known) return;
    await fetch("/api/account/push", { method: "DELETE", body: JSON.stringify({ endpoint: known.endpoint }) });
    await known.unsubscribe();
    return;
  }
  const made =
    known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }));
  const { endpoint, keys } = made.toJSON();
  await postJson("/api/account/push", { endpoint, keys });
}

/** The form of a person who is signed in; nothing for anybody else. */
export async function noticesForm() {
  const told = await getJson("/api/account/notices").catch(() => null);
  if (!told) return null;
  /** @type {Wishes} */
  const wishes = told.wishes;
  const said = el("p", { class: "small", role: "status" });
  const form = el(
    "form",
    {
      class: "notices",
      submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void keep();
      },
    },
    el(
      "label",
      {},
      el("input", { type: "checkbox", name: "mail", checked: wishes.mail, disabled: !told.mail }),
      told.mail ? " By e-mail" : " By e-mail (needs a verified address)",
    ),
    "PushManager" in window
      ? el(
          "button",
          {
            type: "button",
            class: "button slight",
            click: () => void attempt(() => pushed(told.key, !told.browsers), "This browser is set."),
          },
          told.browsers ? "No more messages on this browser" : "Messages on this browser",
        )
      : null,
    el(
      "label",
      {},
      "Webhook ",
      el(
        "select",
        { name: "kind", "aria-label": "Kind of webhook" },
        ...["", "discord", "slack", "ntfy"].map((kind) =>
          el("option", { value: kind, selected: kind === (wishes.webhook?.kind ?? "") }, kind || "none"),
        ),
      ),
      el("input", {
        type: "url",
        name: "url",
        maxlength: 500,
        placeholder: "https://…",
        "aria-label": "Address of the webhook",
        value: wishes.webhook?.url ?? "",
      }),
    ),
    el(
      "label",
      {},
      el("input", { type: "checkbox", name: "digest", checked: wishes.digest }),
      " Once a day, all together, at ",
      el("input", { type: "time", name: "at", value: clock(wishes.at), "aria-label": "Time of the digest" }),
    ),
    el(
      "label",
      {},
      "Nothing between ",
      el("input", { type: "time", name: "from", value: wishes.quiet.length ? clock(wishes.quiet[0]) : "" }),
      " and ",
      el("input", { type: "time", name: "until", value: wishes.quiet.length ? clock(wishes.quiet[1]) : "" }),
    ),
    el(
      "div",
      { class: "row" },
      el("button", { type: "submit", class: "button" }, "Keep"),
      el(
        "button",
        {
          type: "button",
          class: "button slight",
          click: () => void attempt(() => postJson("/api/account/notices/trial", {}), "A message is on its way."),
        },
        "Try it",
      ),
    ),
    said,
  );
  /** @param {() => Promise<unknown>} work @param {string} done */
  async function attempt(work, done) {
    try {
      await work();
      said.textContent = done;
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  }
  function keep() {
    const answers = new FormData(form);
    const [kind, url, from, until] = ["kind", "url", "from", "until"].map((name) => String(answers.get(name) ?? ""));
    return attempt(
      () =>
        postJson("/api/account/notices", {
          mail: answers.has("mail"),
          webhook: kind && url ? { kind, url } : null,
          digest: answers.has("digest"),
          at: minutes(String(answers.get("at") ?? "08:00")),
          quiet: from && until ? [minutes(from), minutes(until)] : [],
          zone: -new Date().getTimezoneOffset(),
        }),
      "Kept.",
    );
  }
  return el("details", { class: "options" }, el("summary", {}, "Tell me when a game waits for me"), form);
}

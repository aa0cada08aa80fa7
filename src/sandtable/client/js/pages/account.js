// The page of one's account: signing in and up, or what belongs to whoever is signed in.

import { byId, day, el, moment } from "../basics/dom.js";
import { getJson, postJson, sendJson } from "../basics/net.js";
import { forget, seats, takeWord, theme } from "../basics/prefs.js";

/** @typedef {{name: string, created: string, email: string, verified: boolean}} Account */
/** @typedef {{id: string, created: string, used: string, agent: string, here: boolean}} Session */
/** @typedef {{name: string, label: string, type?: string, value?: string, autocomplete?: string, hint?: string,
 *   optional?: boolean}} Field */

document.documentElement.dataset.theme = theme();
const SHORTEST = 10; // characters of a password
const NAME = { name: "name", label: "Name", autocomplete: "username" };
const PASSWORD = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };
const CHOSEN = {
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  hint: `At least ${SHORTEST} characters. A sentence is easy to remember.`,
};

/** @param {string} text */
function say(text) {
  byId("said").textContent = text;
  byId("said").hidden = !text;
}

/** @param {string} title @param {...(Node | string | null)} parts */
const folder = (title, ...parts) => el("section", { class: "folder" }, el("h2", {}, title), ...parts);

/** @param {string} text */
const quiet = (text) => el("p", { class: "quiet small" }, text);

/** A form: what is wrong with its answers stands in it.
 * @param {Field[]} fields @param {string} deed @param {(given: Record<string, string>) => Promise<unknown>} work
 * @param {string} [kind] of its button */
function form(fields, deed, work, kind = "primary") {
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const button = el("button", { type: "submit", class: `button ${kind}` }, deed);
  const made = el(
    "form",
    {
      submit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        problem.hidden = true;
        button.disabled = true;
        const given = Object.fromEntries([...new FormData(made)].map(([name, value]) => [name, String(value)]));
        try {
          await work(given);
        } catch (error) {
          const told = /** @type {Error} */ (error).message;
          problem.textContent = told.charAt(0).toUpperCase() + told.slice(1);
          problem.hidden = false;
        }
        button.disabled = false;
      },
    },
    ...fields.map((field) =>
      el(
        "label",
        {},
        field.label,
        el("input", {
          name: field.name,
          type: field.type ?? "text",
          value: field.value ?? "",
          autocomplete: field.autocomplete ?? "off",
          maxlength: 200,
          required: !field.optional,
        }),
        field.hint ? quiet(field.hint) : null,
      ),
    ),
    problem,
    button,
  );
  return made;
}

// Whoever comes

/** @param {boolean} mail */
function strangers(mail) {
  byId("greeting").textContent = "Your games in every browser.";
  const signIn = form([NAME, PASSWORD], "Sign in", async (given) => {
    await postJson("/api/account/session", given);
    await show("You are signed in.");
  });
  const signUp = form(
    [{ ...NAME, hint: "Others see it: 3 to 20 letters, figures and - _ . between them." }, CHOSEN],
    "Make an account",
    async (given) => {
      await postJson("/api/account", given);
      await show("Welcome.");
    },
  );
  const forgotten = form([NAME], "Send me a link", async (given) => {
    await postJson("/api/account/forgotten", given);
    say("If this account has a verified address, a letter with a link is on its way.");
  });
  return [
    folder(
      "Sign in",
      signIn,
      mail ? el("details", {}, el("summary", {}, "Forgotten your password?"), forgotten) : null,
    ),
    folder(
      "New here",
      quiet("You can play without an account, by any link. With one your games are yours wherever you sign in."),
      signUp,
    ),
  ];
}

/** @param {string} secret of a letter */
const newPassword = (secret) => [
  folder(
    "A new password",
    form([CHOSEN], "Keep it", async (given) => {
      await postJson("/api/account/reset", { secret, ...given });
      await show("You have a new password, and are signed in here alone.");
    }),
  ),
];

// Whoever is signed in

/** Games that were begun here as a guest, and are not the account's yet. */
async function guestGames() {
  const { tables } = await postJson("/api/mine", { held: {} });
  const own = new Set(tables.map((/** @type {{id: string}} */ one) => one.id));
  return Object.fromEntries(Object.entries(seats()).filter(([id, token]) => token && !own.has(id)));
}

/** @param {Record<string, string>} held */
function claims(held) {
  const number = Object.keys(held).length;
  if (!number) return null;
  const games = number === 1 ? "One game was" : `${number} games were`;
  return folder(
    "Games in this browser",
    el("p", {}, `${games} begun here without an account.`),
    form([], number === 1 ? "Take it to my account" : "Take them to my account", async () => {
      const { claimed } = await postJson("/api/account/claim", { held });
      for (const id of claimed) forget(`seat:${id}`);
      const left = number - claimed.length;
      await show(
        `${claimed.length} ${claimed.length === 1 ? "game is" : "games are"} yours now.` +
          (left ? ` ${left} could not be taken: they are somebody else's, or no more.` : ""),
      );
    }),
  );
}

/** @param {Session[]} sessions */
function browsers(sessions) {
  const line = (/** @type {Session} */ one) =>
    el(
      "li",
      { "data-session": one.id },
      el(
        "span",
        {},
        one.agent,
        el("span", { class: "quiet small" }, one.here ? "this browser" : `used ${moment(one.used)}`),
      ),
      one.here
        ? null
        : el(
            "button",
            {
              type: "button",
              class: "button",
              click: async () => {
                await sendJson("DELETE", `/api/account/sessions/${encodeURIComponent(one.id)}`);
                await show("That session has ended.");
              },
            },
            "End it",
          ),
    );
  return folder(
    "Signed in",
    el("ul", {}, ...sessions.map(line)),
    form(
      [],
      "Sign out here",
      async () => {
        const { tables } = await postJson("/api/mine", { held: {} });
        await sendJson("DELETE", "/api/account/session");
        for (const one of tables) forget(`seat:${one.id}`);
        await show("You are signed out.");
      },
      "",
    ),
  );
}

/** @param {Account} account */
function address(account) {
  const state = !account.email
    ? "Optional: for a new password when you have forgotten yours, and for what you ask to be told."
    : account.verified
      ? `${account.email} is yours.`
      : `A letter was sent to ${account.email}. Open the link in it.`;
  return folder(
    "E-mail",
    quiet(state),
    form(
      [
        { name: "email", label: "Address", type: "email", value: account.email, autocomplete: "email", optional: true },
        PASSWORD,
      ],
      "Keep it",
      async (given) => {
        await postJson("/api/account/email", given);
        await show(given.email ? "A letter is on its way: open the link in it." : "No address is kept.");
      },
    ),
  );
}

const passwords = () =>
  folder(
    "Password",
    form(
      [
        { ...PASSWORD, name: "old", label: "The one you have" },
        { ...CHOSEN, name: "new", label: "The new one" },
      ],
      "Change it",
      async (given) => {
        await postJson("/api/account/password", given);
        await show("You have a new password; all other browsers are signed out.");
      },
    ),
  );

/** @param {string[]} blocked */
const blocks = (blocked) =>
  folder(
    "People you block",
    quiet("You do not hear them, and neither of you takes a seat at a table of the other. They are not told."),
    el(
      "ul",
      {},
      ...blocked.map((name) =>
        el(
          "li",
          {},
          name,
          el(
            "button",
            {
              type: "button",
              class: "button",
              click: async () => {
                await sendJson("DELETE", "/api/account/blocks", { name });
                await show("");
              },
            },
            "No longer",
          ),
        ),
      ),
    ),
    form(
      [{ ...NAME, autocomplete: "off" }],
      "Block",
      async (given) => {
        await postJson("/api/account/blocks", given);
        await show(`${given.name} is blocked.`);
      },
      "",
    ),
    el(
      "details",
      {},
      el("summary", {}, "Report somebody to the host of this house"),
      form(
        [
          { ...NAME, autocomplete: "off" },
          { name: "text", label: "What happened" },
        ],
        "Report",
        async (given) => {
          await postJson("/api/reports", given);
          say("The host of this house will read it.");
        },
        "",
      ),
    ),
  );

const ownData = () =>
  folder(
    "Your data",
    el("p", {}, "Everything about you that is kept here, in one file."),
    el("p", {}, el("a", { class: "button", href: "/api/account/export", download: true }, "Take it along")),
    el(
      "details",
      {},
      el("summary", {}, "Delete the account"),
      quiet("For good. Games you have not finished are resigned, and what you said is removed."),
      form(
        [PASSWORD],
        "Delete it for good",
        async (given) => {
          await sendJson("DELETE", "/api/account", given);
          await show("The account is deleted.");
        },
        "",
      ),
    ),
  );

/** @param {Account} account @param {boolean} mail */
async function own(account, mail) {
  byId("greeting").textContent = `${account.name}, here since ${day(account.created)}.`;
  const [{ sessions }, { blocked }, held] = await Promise.all([
    getJson("/api/account/sessions"),
    getJson("/api/account/blocks"),
    guestGames(),
  ]);
  return [claims(held), browsers(sessions), mail ? address(account) : null, passwords(), blocks(blocked), ownData()];
}

/** The page as it is now, and what was just done. @param {string} done */
async function show(done) {
  const { account, mail } = await getJson("/api/account");
  const parts = account ? await own(account, mail) : strangers(mail);
  byId("account").replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
  say(done);
}

async function begin() {
  const [verify, reset] = [takeWord("verify"), takeWord("reset")];
  if (reset) return byId("account").replaceChildren(...newPassword(reset));
  const done = verify
    ? await postJson("/api/account/verify", { secret: verify }).then(
        () => "This address is yours.",
        (error) => error.message,
      )
    : "";
  await show(done);
}

begin().catch((error) => byId("account").replaceChildren(el("p", { class: "problem" }, error.message)));

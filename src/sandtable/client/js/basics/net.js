// The socket of a table: requests that wait for their answer, reconnecting by itself.

import { capital } from "./dom.js";

/** @typedef {import("./types.js").RefusalData} RefusalData */

/** What the table answered instead of doing it. */
export class Refused extends Error {
  /** @param {RefusalData} data */
  constructor(data) {
    super(data.why);
    this.case = data.case;
    this.why = data.why;
  }
}

const FATAL = new Map([
  [4401, "This link does not open that seat. Ask for a new invitation, or watch as a spectator."],
  [4404, "There is no such table here, or it cannot be opened."],
  [4429, "Too many windows are open at this table."],
]);

export class Line {
  /** @param {string} table @param {string} token
   * @param {{message(data: any): void, state(state: "open" | "lost" | "closed", why: string): void}} on */
  constructor(table, token, on) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    this.token = token;
    this.on = on;
    this.why = ""; // in the table's own words, where they say more than the code
    this.next = 1;
    this.tries = 0;
    /** @type {Map<number, {resolve(data: any): void, reject(error: Error): void, queued?: () => void}>} */
    this.waiting = new Map();
    this.connect();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.retry();
    });
  }

  connect() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.address));
    socket.addEventListener("open", () => {
      this.tries = 0;
      const join = this.token ? { type: "join", token: this.token } : { type: "join" };
      this.ask(join).then(
        (answer) => this.on.state("open", "") ?? answer,
        (error) => {
          this.why = error.case === "closed" || error.case === "account" ? capital(`${error.message}.`) : "";
          this.on.state("lost", String(error.message));
        },
      );
    });
    socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.lost(event.code);
    });
  }

  /** @param {number} code */
  lost(code) {
    for (const { reject } of this.waiting.values()) reject(new Error("the connection was lost"));
    this.waiting.clear();
    const why = FATAL.get(code);
    if (why) return this.on.state("closed", this.why || why);
    this.on.state("lost", "");
    this.timer = window.setTimeout(() => this.connect(), Math.min(5000, 300 * 1.7 ** this.tries++));
  }

  retry() {
    if (this.socket?.readyState === WebSocket.CLOSED && this.tries) this.connect();
  }

  /** @param {any} data */
  heard(data) {
    if (data.type === "queued") {
      this.waiting.get(data.request)?.queued?.();
      return;
    }
    const waiting = data.id ? this.waiting.get(data.id) : undefined;
    if (waiting) this.waiting.delete(data.id);
    if (data.type === "refused") {
      waiting?.reject(new Refused(data));
      return;
    }
    this.on.message(data);
    waiting?.resolve(data);
  }

  /** `queued` is called when no worker is free to think about it; its answer then takes longer.
   * @param {Record<string, unknown>} message @param {() => void} [queued] @returns {Promise<any>} */
  ask(message, queued) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(new Error("not connected"));
      this.waiting.set(id, { resolve, reject, queued });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Something for which the staff takes its time: it looks at one thing after the other, and at what nobody wants any
   * more when its turn comes not at all.
   * @param {Record<string, unknown>} message @param {() => boolean} [wanted] @returns {Promise<any>} */
  look(message, wanted = () => true) {
    const answer = this.looks.then(() => (wanted() ? this.ask(message) : null));
    this.looks = answer.catch(() => null);
    return answer;
  }

  /** What the staff looks at now. @type {Promise<any>} */
  looks = Promise.resolve();
}

/** @param {string} path @param {string} [token] @returns {Promise<any>} */
export async function getJson(path, token) {
  const response = await fetch(path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  const data = await response.json();
  if (!response.ok) throw new Refused(data);
  return data;
}

/** @param {string} path @param {string} token */
export async function deleteJson(path, token) {
  const response = await fetch(path, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Refused(await response.json());
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export async function sendJson(method, path, body) {
  const response = await fetch(path, { method, body: body === undefined ? undefined : JSON.stringify(body) });
  const data = await response.json();
  if (!response.ok) throw new Refused(data);
  return data;
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const postJson = (path, body) => postText(path, JSON.stringify(body));

/** @param {string} path @param {string} body as it is @returns {Promise<any>} */
export async function postText(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const data = await response.json();
  if (!response.ok) throw new Refused(data);
  return data;
}

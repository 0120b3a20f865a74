// The server: requests, orders, and a live connection that reconnects by itself.
import { me, setMe } from "./current_user.js";
import { underWay } from "./first_draw.js";
import { heartbeat } from "./heartbeat.js";
import { pause } from "./pause.js";
import { sentenceFor, setTexts } from "./refusals.js";

export { me } from "./current_user.js";

/** @typedef {{ code: string; what: string; where?: string; why?: string; accepted?: string; cite?: string;
 *   params?: Record<string, string | number> }} Refused */

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {Partial<Refused>} refused
   */
  constructor(status, refused) {
    super(refused.what || "refused");
    this.status = status;
    this.code = refused.code || "failed";
    this.accepted = refused.accepted || "";
    this.why = refused.why || "";
    this.cite = refused.cite || "";
    this.params = refused.params ?? {};
  }

  // What went wrong and what to do.
  get sentence() {
    return sentenceFor(this);
  }
}

/**
 * What went wrong, for the reader of the page: the text of a refusal, or the message of another error.
 * @param {unknown} fault
 */
export function sentenceOf(fault) {
  if (fault instanceof Refusal) return fault.sentence;
  return fault instanceof Error ? fault.message : String(fault);
}

/**
 * Whether a fault is a refusal with this code.
 * @param {unknown} fault
 * @param {string} code
 * @returns {fault is Refusal}
 */
export function isRefused(fault, code) {
  return fault instanceof Refusal && fault.code === code;
}

export async function session() {
  const [who, { texts }] = await Promise.all([get("/api/session"), get("/api/refusals")]);
  setTexts(texts);
  return setMe(who);
}

/** @template {string} Path @typedef {Path extends `${infer Bare}?${string}` ? Bare : Path} WithoutQuery */

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Api.GetAnswer<WithoutQuery<Path>>>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Api.PostBody<Path>} [body]
 * @returns {Promise<Api.PostAnswer<Path>>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<Api.DeleteAnswer<Path>>}
 */
export function remove(path) {
  return request("DELETE", path, {});
}

/**
 * The address of a table's part of the interface.
 * @param {string} table
 * @returns {`/api/tables/${string}`}
 */
export function tablePath(table) {
  return `/api/tables/${encodeURIComponent(table)}`;
}

/**
 * `patience` is how long the answer may take, in milliseconds, where a request can be sent again.
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {object} [body]
 * @param {number} [patience]
 * @returns {Promise<any>}
 */
async function request(method, path, body, patience) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["Content-Type"] = "application/json";
    const token = me()?.csrf;
    if (token) headers["X-CSRF-Token"] = token;
  }
  let answer;
  try {
    const signal = patience ? AbortSignal.timeout(patience) : undefined;
    const sent = method === "GET" ? undefined : JSON.stringify(body ?? {});
    answer = await underWay(fetch(path, { method, headers, body: sent, signal }));
  } catch {
    throw new Refusal(0, { code: "no-line", what: "the server cannot be reached", accepted: "try again in a moment" });
  }
  const text = await answer.text();
  const told = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(answer.status, told?.refused ?? { code: "failed", what: "something went wrong" });
  return told;
}

/** @param {string} role */
export async function enterDemo(role) {
  return setMe(await changed(post("/api/demo", { role, name: "" })));
}

/**
 * @param {string} name
 * @param {string} password
 */
export async function signIn(name, password) {
  return setMe(await changed(post("/api/session", { name, password })));
}

export async function signOut() {
  await changed(remove("/api/session"));
  setMe(null);
}

// An order's id is made when it is given, so a retry after a broken connection never carries it out twice. Orders of a
// page are sent one after the other: none overtakes another and none is dropped.
// `approver` is a second person's name and password, where an order needs one.
const ORDER_MS = 10_000;
/** @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * @param {Api.Command} command
 * @param {string} table
 * @param {Api.Approver} [approver]
 * @returns {Promise<Api.Done>}
 */
export function order(command, table = "", approver) {
  const body = { id: crypto.randomUUID(), command, approver };
  const path = table ? /** @type {const} */ (`${tablePath(table)}/orders`) : "/api/orders";
  const answer = before.then(() => carriedOut(path, body));
  before = answer.catch(() => {});
  return answer;
}

/**
 * @param {`/api/tables/${string}/orders` | "/api/orders"} path
 * @param {Api.OrderIn} body
 */
async function carriedOut(path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request("POST", path, body, ORDER_MS);
    } catch (refusal) {
      const lost = refusal instanceof Refusal && (refusal.code === "no-line" || refusal.status >= 500);
      if (!lost || attempt >= 5) throw refusal;
      await pause(300 * 2 ** attempt);
    }
  }
}

// While somebody signs in no socket is opened: its ticket would belong to the earlier session.
let changing = 0;

/**
 * @template Answer
 * @param {Promise<Answer>} asked
 */
async function changed(asked) {
  changing += 1;
  try {
    return await asked;
  } finally {
    changing -= 1;
  }
}

const TICKET_MS = 4000;

/**
 * A live connection. `watch` are tables, or "lobby"; `hear` is called with every message; `state` with "open", with
 * "stalled" while the server does not answer, and with "lost" while the page reconnects.
 * @param {string[]} watch
 * @param {(message: Page.Message) => unknown} hear
 * @param {(state: Page.LineState) => void} state
 */
export function live(watch, hear, state = () => {}) {
  let tries = 0;

  async function connect() {
    try {
      const ticket = changing ? "" : (await request("POST", "/api/ticket", {}, TICKET_MS)).ticket;
      if (changing || !ticket) again();
      else open(ticket);
    } catch (refusal) {
      if (refusal instanceof Refusal && [401, 403].includes(refusal.status)) await session().catch(() => {});
      again();
    }
  }

  /** @param {string} ticket */
  function open(ticket) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?ticket=${ticket}`);
    socket.addEventListener("open", () => {
      tries = 0;
      state("open");
      socket.send(JSON.stringify({ watch }));
    });
    socket.addEventListener("message", listen);
    const stop = heartbeat(socket, state, end);
    socket.addEventListener("close", end);

    /** @param {MessageEvent} event */
    function listen(event) {
      const message = JSON.parse(event.data);
      if (!message.beat) hear(message);
    }

    function end() {
      stop();
      socket.removeEventListener("message", listen);
      socket.removeEventListener("close", end);
      socket.close();
      again();
    }
  }

  function again() {
    state("lost");
    tries += 1;
    setTimeout(connect, Math.min(4000, 250 * 2 ** Math.min(tries, 4)));
  }

  connect();
}

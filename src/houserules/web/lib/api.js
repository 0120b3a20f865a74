// The server: questions, orders, and a live line that mends itself.
import { plain } from "./plain.js";

let who = null;

export class Refusal extends Error {
  constructor(status, refused) {
    super(refused.what || "refused");
    this.status = status;
    this.code = refused.code || "failed";
    this.accepted = refused.accepted || "";
    this.why = refused.why || "";
    this.cite = refused.cite || "";
  }

  // What went wrong and what to do, in plain words.
  get sentence() {
    return plain(this, who);
  }
}

export async function session() {
  who = await request("GET", "/api/session");
  return who;
}

export function me() {
  return who;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const remove = (path) => request("DELETE", path, {});

export async function request(method, path, body) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") {
    headers["Content-Type"] = "application/json";
    if (who?.csrf) headers["X-CSRF-Token"] = who.csrf;
  }
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: method === "GET" ? undefined : JSON.stringify(body ?? {}) });
  } catch {
    throw new Refusal(0, { code: "no-line", what: "the server cannot be reached", accepted: "a moment's patience" });
  }
  const text = await answer.text();
  const told = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(answer.status, told?.refused ?? { code: "failed", what: "something went wrong" });
  return told;
}

export async function enterDemo(role, name = "") {
  who = await changed(post("/api/demo", { role, name }));
  return who;
}

export async function signIn(name, password) {
  who = await changed(post("/api/session", { name, password }));
  return who;
}

export async function signOut() {
  await changed(remove("/api/session"));
  who = null;
}

// An order: its id is made at the press, so trying again after a broken line never carries it out twice. Orders of a
// page go out one after the other, as they were given: none overtakes another and none is dropped.
// `approver` is a second person's name and password, where an order needs one.
let before = Promise.resolve();

export function order(command, table = "", approver = undefined) {
  const body = { id: crypto.randomUUID(), command, approver };
  const path = table ? `/api/tables/${encodeURIComponent(table)}/orders` : "/api/orders";
  const answer = before.then(() => carriedOut(path, body));
  before = answer.catch(() => {});
  return answer;
}

async function carriedOut(path, body) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await post(path, body);
    } catch (refusal) {
      const lost = refusal.code === "no-line" || refusal.status >= 500;
      if (!lost || attempt >= 5) throw refusal;
      await new Promise((wake) => setTimeout(wake, 300 * 2 ** attempt));
    }
  }
}

// While somebody else signs in, no socket is opened: its ticket would be of the session before.
let changing = 0;

async function changed(asked) {
  changing += 1;
  try {
    return await asked;
  } finally {
    changing -= 1;
  }
}

// A live line. `watch` are tables, or "lobby"; `hear` is called with every message; `state` with "open" or "lost".
export function live(watch, hear, state = () => {}) {
  let socket = null;
  let closed = false;
  let tries = 0;

  async function connect() {
    if (closed) return;
    try {
      const { ticket } = changing ? {} : await post("/api/ticket");
      if (changing || !ticket) return again();
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}/ws?ticket=${ticket}`);
    } catch (refusal) {
      if (refusal.status === 401 || refusal.status === 403) await session().catch(() => {});
      return again();
    }
    socket.addEventListener("open", () => {
      tries = 0;
      state("open");
      socket.send(JSON.stringify({ watch }));
    });
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", again);
  }

  function again() {
    if (closed) return;
    state("lost");
    tries += 1;
    setTimeout(connect, Math.min(4000, 250 * 2 ** Math.min(tries, 4)));
  }

  connect();
  return {
    close() {
      closed = true;
      socket?.close();
    },
    watch(names) {
      watch = names;
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ watch }));
    },
  };
}

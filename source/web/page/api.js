// What the page asks the server, and how it hears of a run.

import { renewed } from "./plan.js";

const ROOT = "/api/1/";

// The server said no; `field` is the field of the plan that is to blame, or null.
export class Refusal extends Error {
  constructor(status, { field = null, text = "" } = {}) {
    super(text || `the server answered with status ${status}`);
    this.status = status;
    this.field = field;
  }
}

// Whether the server answers; the page listens to this event.
function tell(isThere) {
  window.dispatchEvent(new CustomEvent("server", { detail: isThere }));
}

async function ask(method, path, { body, type, signal } = {}) {
  let answer;
  try {
    answer = await fetch(ROOT + path, {
      method,
      body,
      signal,
      headers: type ? { "Content-Type": type } : {},
      cache: "no-store",
    });
  } catch (wrong) {
    if (wrong.name === "AbortError") throw wrong;
    tell(false);
    throw new Refusal(0, { text: "The server does not answer." });
  }
  tell(true);
  const text = await answer.text();
  let said = null;
  try {
    said = JSON.parse(text);
  } catch {
    said = { error: { text: text.slice(0, 300) } };
  }
  if (answer.status === 401) {
    throw new Refusal(401, {
      text: "This server requires a token: open the address that it printed when it started.",
    });
  }
  if (!answer.ok) throw new Refusal(answer.status, said.error);
  return said;
}

function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== "" && value !== undefined);
  const text = new URLSearchParams(given).toString();
  return text ? `?${text}` : "";
}

const asJson = (plan) => ({ body: JSON.stringify(plan), type: "application/json" });
let catalogue = null;

export const api = {
  // The same for all views: it does not change while a server runs.
  async catalogue() {
    catalogue ??= await ask("GET", "catalogue");
    return catalogue;
  },
  network: (spec) => ask("GET", `network${query({ spec })}`),
  check: (plan, signal) => ask("POST", "checks", { ...asJson(plan), signal }),
  start: (plan) => ask("POST", "runs", asJson(plan)),
  runs: (before, count) => ask("GET", `runs${query({ before, count })}`),
  async run(id) {
    const run = await ask("GET", `runs/${id}`);
    return { ...run, plan: renewed(run.plan) };
  },
  plan: (text) => ask("GET", `plan${query({ text })}`),
  stop: (id) => ask("DELETE", `runs/${id}`),
  graph: (text, options) =>
    ask("POST", `graphs${query({ options })}`, { body: text, type: "text/plain" }),
  schedule: (text, fields) =>
    ask("POST", `schedules${query(fields)}`, { body: text, type: "text/plain" }),
  results: (fields) => ask("GET", `results${query(fields)}`),
  figure: (fields) => ask("GET", `figure${query(fields)}`),
  // Why a picture did not come; empty if it comes now.
  reason: (address) =>
    ask("GET", address.slice(ROOT.length)).then(
      () => "",
      ({ message }) => message,
    ),
  address: (path, fields = {}) => ROOT + path + query(fields),
};

// Hears of a run until it has ended, over lost connections too.
export class Follower {
  constructor(id, rate, heard) {
    this.id = id;
    this.rate = rate;
    this.heard = heard;
    this.isClosed = false;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = api.address(`runs/${this.id}/events`, { rate: this.rate });
    this.socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.socket.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
    this.socket.addEventListener("close", () => this.lose());
  }

  hear(event) {
    if (this.isClosed) return;
    if (event.event === "ended") this.close();
    this.heard(event);
  }

  // It may have ended meanwhile: then there is nothing more to hear.
  async lose() {
    if (this.isClosed) return;
    await new Promise((over) => setTimeout(over, 1000));
    if (this.isClosed) return;
    try {
      const run = await api.run(this.id);
      if (run.state === "ended") this.hear({ event: "ended", run });
      else this.open();
    } catch (wrong) {
      if (wrong.status === 404) this.hear({ event: "ended", run: null });
      else this.lose();
    }
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}

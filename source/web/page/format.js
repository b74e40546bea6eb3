// Numbers and times in words.

// With separated thousands: "1,024".
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

// Three digits that matter, or a whole number.
export function rounded(number) {
  if (typeof number !== "number") return String(number);
  if (Number.isInteger(number)) return grouped(number);
  const size = Math.abs(number);
  if (size >= 1000) return grouped(Math.round(number));
  return String(Number(number.toPrecision(3)));
}

// A number with the unit that leaves at least 1: of units by rising size.
export function scaled(value, units) {
  const fitting = units.filter(([, size]) => value >= size);
  const [unit, size] = fitting.at(-1) ?? units[0];
  return `${rounded(value / size)} ${unit}`;
}

// The time of a run under a time model, which is short.
export function modelSeconds(value) {
  return scaled(value, [
    ["ns", 1e-9],
    ["\u00b5s", 1e-6],
    ["ms", 1e-3],
    ["s", 1],
  ]);
}

// Of a number, or of the text of one: "1 slot", "1,024 slots", "1/2 (0.5) units".
export function counted(number, one, many = `${one}s`) {
  return `${grouped(number)} ${String(number) === "1" ? one : many}`;
}

// "1,024 of 2,048".
export function ofAll(part, whole) {
  return `${grouped(part)} of ${grouped(whole)}`;
}

export function percent(share) {
  return `${rounded(Math.round(share * 1000) / 10)} %`;
}

export function bytes(number) {
  const names = ["B", "KB", "MB", "GB", "TB"];
  let size = number;
  let name = 0;
  while (size >= 1000 && name + 1 < names.length) {
    size /= 1000;
    ++name;
  }
  return `${rounded(Number(size.toPrecision(3)))} ${names[name]}`;
}

export function duration(seconds) {
  if (seconds < 0.1) return "less than 0.1 s";
  if (seconds < 120) return `${rounded(Number(seconds.toPrecision(2)))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${rounded(Math.round(seconds / 360) / 10)} h`;
}

// The value of a fraction: "105/32" is 3.28.
export function valueOf(units) {
  const [over, under = "1"] = String(units).split("/");
  return Number(over) / Number(under);
}

// How often a time has a lower bound in it, as a factor; empty where that is not known.
export function overBound({ time, lower_bound: bound }) {
  const least = bound ? valueOf(bound.units) : 0;
  return least > 0 ? rounded(valueOf(time.units) / least) : "";
}

// A number, or a dash for none.
export function orDash(value, write = rounded) {
  return (value ?? null) === null ? "\u2013" : write(value);
}

export function units(text) {
  const value = String(text);
  return value.includes("/") ? `${value} (${rounded(valueOf(value))})` : grouped(value);
}

// A moment of the same day has no date.
export function moment(text) {
  const when = new Date(text);
  const time = when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === new Date().toDateString()) return time;
  return `${when.toLocaleDateString([], { day: "numeric", month: "short" })} ${time}`;
}

export const KINDS = {
  exact: "exactly",
  "upper-bound": "at most",
  "high-probability": "most likely at most",
};

export const PORT_MODELS = {
  all: "all ports at a time",
  single: "one packet out, one in",
  "single-half": "one packet, out or in",
  shout: "one packet out of any ports, or one in",
  "one-way": "a link carries packets one way at a time",
};

// Rows of a summary of many runs: how many had which verdict, and how unlikely the unlucky ones are.
export function verdictRow({ verdicts }) {
  const counts = Object.entries(verdicts).map(([name, count]) => `${grouped(count)} ${name}`);
  return ["verdicts", counts.join(", ") || "none"];
}

export function luckRows({ unlucky, unlucky_tail: tail }) {
  if (unlucky === 0) return [];
  return [
    ["unlucky, as theory allows", grouped(unlucky)],
    tail !== null && ["this many or more", `with probability ${rounded(tail)}`],
  ];
}

export function verdictInWords(run) {
  if (run.state === "waiting") return run.place ? `waits, place ${grouped(run.place)}` : "waits";
  if (run.state !== "ended") return run.state;
  if (run.verdict === null) return "no result";
  if (run.verdict === "unlucky")
    return "unlucky: its draws lose messages, and nothing else is wrong";
  return run.verdict === "complete"
    ? "complete: every check holds"
    : run.verdict.replace(/-/g, " ");
}

// The looks of a verdict: good, bad, or neither.
export function verdictClass(run) {
  if (run.state !== "ended") return "live";
  if (run.verdict === "complete") return "good";
  return run.verdict === "interrupted" ? "live" : "bad";
}

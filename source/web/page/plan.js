// Plans, as requests to the server and as parts of addresses. The catalogue has their fields.

// What the first visitor runs.
const FIRST = {
  command: "run",
  collective: "simultaneous-broadcast/prefix-roots",
  network: "hypercube:6",
  broadcasters: "random:20",
  seed: "7",
};

export const COMMANDS = {
  run: "Run",
  compare: "Compare",
  stress: "Stress",
  sweep: "Sweep",
  tune: "Tune",
};

// With the names that fields have now: addresses and runs of earlier versions have a `task`.
export function renewed({ task, ...plan }) {
  return task === undefined ? plan : { collective: task, ...plan };
}

export function planOf(query) {
  if ([...query.keys()].length === 0) return { ...FIRST, set: {} };
  const plan = { set: {} };
  for (const [key, value] of query) {
    if (key.startsWith("set.")) plan.set[key.slice(4)] = value;
    else plan[key] = value;
  }
  return renewed({ ...plan, command: plan.command in COMMANDS ? plan.command : "run" });
}

// Several networks are one text in braces.
export function textOf(value = "") {
  if (!Array.isArray(value)) return String(value || "");
  return value.length === 1 ? value[0] : `{${value.join(",")}}`;
}

// Where the form is filled in with a plan.
export function addressOf({ schema, set = {}, ...fields }) {
  const query = new URLSearchParams();
  const parameters = Object.entries(set).map(([name, value]) => [`set.${name}`, value]);
  for (const [name, value] of [...Object.entries(fields), ...parameters]) {
    if (textOf(value) !== "") query.set(name, textOf(value));
  }
  return `/?${query}`;
}

// Where the form is filled in with the plan of a command, as results name runs.
export function addressOfText(text) {
  return `/?${new URLSearchParams({ text })}`;
}

// A name with its other names, if it has some: "allgather (all-to-all broadcast)".
export function withAliases(name, aliases) {
  return aliases.length > 0 ? `${name} (${aliases.join(", ")})` : name;
}

// "simultaneous-broadcast/greedy,pair": the collective and its algorithms.
export function partsOf(collective) {
  const [name, algorithms = ""] = String(collective || "").split("/");
  return { name, algorithms: algorithms.split(",").filter(Boolean) };
}

// Plans, as requests to the server and as parts of addresses.

export const FIELDS = [
  "task",
  "network",
  "broadcasters",
  "root",
  "ports",
  "seed",
  "slot-budget",
  "trials",
  "k",
  "seeds",
];

// What the first visitor runs.
const FIRST = {
  command: "run",
  task: "simultaneous-broadcast/prefix-roots",
  network: "hypercube:6",
  broadcasters: "random:20",
  seed: "7",
};

export const COMMANDS = {
  run: "Run",
  compare: "Compare",
  stress: "Stress",
  sweep: "Sweep",
};

// Which fields each command has; those of the task depend on the task, too.
const FIELDS_OF = {
  run: ["task", "network", "broadcasters", "root", "ports", "seed", "slot-budget"],
  compare: ["task", "network", "broadcasters", "root", "ports", "seed", "slot-budget"],
  stress: ["task", "network", "ports", "seed", "slot-budget", "trials", "k"],
  sweep: ["task", "network", "broadcasters", "root", "ports", "seeds", "slot-budget"],
};

export function hasField(command, field) {
  return FIELDS_OF[command].includes(field);
}

export function planOf(query) {
  if ([...query.keys()].length === 0) return { ...FIRST, set: {} };
  const command = query.get("command");
  const plan = { command: command in COMMANDS ? command : "run", set: {} };
  for (const field of FIELDS) if (query.has(field)) plan[field] = query.get(field);
  for (const [key, value] of query) if (key.startsWith("set.")) plan.set[key.slice(4)] = value;
  if (query.has("again")) plan.again = true;
  return plan;
}

// Several networks are one text in braces.
export function textOf(value = "") {
  if (!Array.isArray(value)) return String(value ?? "");
  return value.length === 1 ? value[0] : `{${value.join(",")}}`;
}

// Where the form is filled in with a plan.
export function addressOf(plan) {
  const query = new URLSearchParams({ command: plan.command });
  for (const field of FIELDS) {
    const value = textOf(plan[field]);
    if (value !== "") query.set(field, value);
  }
  for (const [name, value] of Object.entries(plan.set || {})) {
    if (value !== "") query.set(`set.${name}`, value);
  }
  if (plan.again) query.set("again", "1");
  return `/?${query}`;
}

// "simultaneous-broadcast/greedy,pair": the task and its algorithms.
export function partsOf(task) {
  const [name, algorithms = ""] = String(task || "").split("/");
  return { name, algorithms: algorithms.split(",").filter(Boolean) };
}

// "simultaneous-broadcast/greedy -n hypercube:4 -b random:3 --seed 5", as results name runs.
export function planOfText(text) {
  const words = (text.match(/'[^']*'|"[^"]*"|\S+/g) || []).map((word) =>
    word.replace(/^['"]|['"]$/g, ""),
  );
  const names = { "-n": "network", "-b": "broadcasters" };
  const plan = { command: "run", set: {} };
  while (words.length > 0) {
    const word = words.shift();
    if (!word.startsWith("-")) {
      if (word.includes("/") && !plan.task) plan.task = word;
    } else if (word === "--set") {
      const [name, value] = (words.shift() || "").split(/=(.*)/s);
      plan.set[name] = value;
    } else plan[names[word] || word.slice(2)] = words.shift() || "";
  }
  return plan;
}

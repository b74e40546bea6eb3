// The algorithms of a collective on one input, as bars against the lower bound.

import { card, link } from "./controls.js";
import { element } from "./element.js";
import { KINDS, counted, modelSeconds, orDash, overBound, units, valueOf } from "./format.js";
import { addressOf, partsOf } from "./plan.js";
import { table } from "./table.js";

const COLUMNS = [
  ["algorithm"],
  ["", "bar-cell"],
  ["units", "number"],
  ["by theory", "number narrow-not"],
  ["over bound", "number"],
];

// Where there is a time model.
const MODEL_COLUMN = ["model time", "number"];

// A bar, or a mark across it.
function part(name, property, share) {
  const made = element(`span.${name}`);
  made.style[property] = `${100 * share}%`;
  return made;
}

function bars({ time, expected, lower_bound: bound, verdict }, most) {
  const share = (text) => valueOf(text) / most;
  const isInside = expected && share(expected.units) <= 1;
  return element(
    "div.bars",
    { "aria-hidden": "true" },
    part(verdict === "complete" ? "bar" : "bar.failed", "width", share(time.units)),
    isInside && part("tick.expected", "left", share(expected.units)),
    bound && part("tick.bound", "left", share(bound.units)),
  );
}

function theory({ expected }) {
  if (!expected) return "\u2013";
  const kind = expected.kind === "exact" ? "" : `${KINDS[expected.kind]} `;
  return kind + units(expected.units);
}

function legend(bound) {
  const key = (sample, words) => element("span.key", element(`span.sample.${sample}`), words);
  const reason = bound && ` ${units(bound.units)} (${bound.assumes}): ${bound.proof}`;
  return element(
    "div.row.keys",
    key("bar", "time in units"),
    key("tick.expected", "by theory"),
    key("tick.bound", `lower bound${reason || ""}`),
  );
}

function row(run, plan, most) {
  const { name } = partsOf(plan.collective);
  const collective = `${name}/${run.algorithm}`;
  const address = addressOf({ ...plan, command: "run", collective });
  const first = element(
    "th",
    { scope: "row" },
    link(run.algorithm, address, { title: "run this algorithm alone" }),
    run.verdict !== "complete" && element("span.pill.bad", run.verdict),
  );
  const over = orDash(overBound(run) || null, (ratio) => `\u00d7 ${ratio}`);
  const cells = [first, bars(run, most), units(run.time.units), theory(run), over];
  return run.model_time ? [...cells, modelSeconds(run.model_time.seconds)] : cells;
}

function others(excluded) {
  const reason = (each) => each.reason ?? "stopped before it began";
  const rows = excluded.map((each) =>
    element("li", element("b", each.algorithm ?? String(each)), ` ${reason(each)}`),
  );
  return rows.length > 0 && card("Not run", element("ul.plain", ...rows));
}

export function comparison({ plan, result }) {
  const { runs, lower_bound: bound, not_fitting: misfits = [], not_begun: missing = [] } = result;
  const times = runs.map(({ time }) => valueOf(time.units));
  // What theory allows at most may be far beyond what runs take: its number is beside the bar.
  const most = Math.max(...times, valueOf(bound?.units ?? 0), 1e-9) * 1.15;
  const rows = runs.map((each) => row(each, plan, most));
  return element(
    "div",
    card(
      `${counted(runs.length, "algorithm")} on one input`,
      legend(bound),
      table(
        runs.some((each) => each.model_time) ? [...COLUMNS, MODEL_COLUMN] : COLUMNS,
        rows,
        { class: "comparison", id: "comparison" },
      ),
    ),
    others([...misfits, ...missing]),
  );
}

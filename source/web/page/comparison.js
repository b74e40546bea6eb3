// The algorithms of a collective on one input, as bars against the lower bound.

import { card, element, link } from "./element.js";
import { KINDS, counted, rounded, units, valueOf } from "./format.js";
import { addressOf, partsOf } from "./plan.js";
import { table } from "./table.js";

// A mark across a bar; `part` of the whole width.
function tick(part, name) {
  const made = element("span", { class: `tick ${name}` });
  made.style.left = `${100 * part}%`;
  return made;
}

function bar(run, most) {
  const share = (text) => valueOf(text) / most;
  const isInside = run.expected && share(run.expected.units) <= 1;
  const body = element("span", { class: `bar${run.verdict === "complete" ? "" : " failed"}` });
  body.style.width = `${100 * share(run.time.units)}%`;
  return element(
    "div",
    { class: "bars", "aria-hidden": "true" },
    body,
    isInside && tick(share(run.expected.units), "expected"),
    run.lower_bound && tick(share(run.lower_bound.units), "bound"),
  );
}

function ratio({ time, lower_bound: bound }) {
  const least = bound ? valueOf(bound.units) : 0;
  return least > 0 ? `\u00d7 ${rounded(valueOf(time.units) / least)}` : "\u2013";
}

function theory({ expected }) {
  if (!expected) return "\u2013";
  const kind = expected.kind === "exact" ? "" : `${KINDS[expected.kind]} `;
  return kind + units(expected.units);
}

export class Comparison {
  constructor(run) {
    const {
      runs,
      lower_bound: bound,
      not_fitting: misfits = [],
      not_begun: missing = [],
    } = run.result;
    const times = runs.map(({ time }) => valueOf(time.units));
    this.plan = run.plan;
    // What theory allows at most may be far beyond what runs take: its number is beside the bar.
    this.most = Math.max(...times, valueOf(bound?.units ?? 0), 1e-9) * 1.15;
    this.root = element(
      "div",
      {},
      card(
        `${counted(runs.length, "algorithm")} on one input`,
        this.legend(bound),
        this.table(runs),
      ),
      this.others(misfits, missing),
    );
  }

  legend(bound) {
    return element(
      "p",
      { class: "keys" },
      element("span", { class: "key" }, element("span", { class: "sample bar" }), "time in units"),
      element(
        "span",
        { class: "key" },
        element("span", { class: "sample tick expected" }),
        "by theory",
      ),
      element(
        "span",
        { class: "key" },
        element("span", { class: "sample tick bound" }),
        bound
          ? `lower bound ${units(bound.units)} (${bound.assumes}): ${bound.proof}`
          : "lower bound",
      ),
    );
  }

  table(runs) {
    const columns = [
      ["algorithm"],
      ["", "bar-cell"],
      ["units", "number"],
      ["by theory", "number narrow-not"],
      ["over bound", "number"],
    ];
    return table(
      columns,
      runs.map((each) => this.row(each)),
      { class: "comparison", id: "comparison" },
    );
  }

  row(each) {
    const { name } = partsOf(this.plan.collective);
    const address = addressOf({ ...this.plan, command: "run", collective: `${name}/${each.algorithm}` });
    const verdict =
      each.verdict !== "complete" && element("span", { class: "pill bad" }, each.verdict);
    const first = element(
      "th",
      { scope: "row" },
      link(each.algorithm, address, { title: "run this algorithm alone" }),
      verdict,
    );
    return [first, bar(each, this.most), units(each.time.units), theory(each), ratio(each)];
  }

  others(misfits, missing) {
    if (misfits.length + missing.length === 0) return null;
    const reason = (each) => each.reason ?? "stopped before it began";
    return card(
      "Not run",
      element(
        "ul",
        { class: "plain" },
        ...[...misfits, ...missing].map((each) =>
          element("li", {}, element("b", {}, each.algorithm ?? String(each)), ` ${reason(each)}`),
        ),
      ),
    );
  }
}

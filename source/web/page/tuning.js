// The best algorithm by the size of the data, and the sizes where it changes.

import { card } from "./controls.js";
import { element, figures } from "./element.js";
import { counted, grouped, modelSeconds, rounded, scaled } from "./format.js";
import { table } from "./table.js";

const COLUMNS = [
  ["size"],
  ["algorithm"],
  ["time", "number"],
  ["over bound", "number"],
  ["algbw", "number narrow-not"],
  ["busbw", "number narrow-not"],
];

const rate = (value) =>
  scaled(value, [["B/s", 1], ["KB/s", 1e3], ["MB/s", 1e6], ["GB/s", 1e9]]);
const size = (value) =>
  scaled(value, [["B", 1], ["KiB", 2 ** 10], ["MiB", 2 ** 20], ["GiB", 2 ** 30]]);

const nameOf = ({ algorithm, parameters }) => [algorithm, parameters].filter(Boolean).join(", ");

// An exact size: whole, or a fraction as text.
function crossing(text) {
  const [whole, part = "1"] = text.split("/");
  return part === "1" ? `${grouped(whole)} B` : `${rounded(Number(whole) / Number(part))} B`;
}

function row(each) {
  return [
    element("th", { scope: "row" }, size(each.bytes)),
    nameOf(each),
    modelSeconds(each.seconds),
    each.ratio === null ? "\u2013" : `\u00d7 ${rounded(each.ratio)}`,
    rate(each.algbw),
    rate(each.busbw),
  ];
}

function crossings(crossovers) {
  const rows = crossovers.map(({ bytes, from, to }) => [
    `from ${crossing(bytes)}`,
    `${nameOf(to)} in place of ${nameOf(from)}`,
  ]);
  return rows.length > 0 && card("Where the best changes", figures(rows));
}

function others(misfits) {
  const rows = misfits.map(({ algorithm, reason }) =>
    element("li", element("b", algorithm), ` ${reason}`),
  );
  return rows.length > 0 && card("Not tuned", element("ul.plain", ...rows));
}

export function tuning({ result }) {
  const { sizes, crossovers, not_fitting: misfits, model, machine, latency, bandwidth } = result;
  const links = machine ?? `${latency}, ${bandwidth}`;
  const words =
    model === "slots" ? "every slot takes its latency" : "start-ups and bytes of the critical path";
  return element(
    "div",
    card(
      `The best for ${counted(sizes.length, "size")}`,
      element("p.soft", `A model: ${links}; ${words}. Software and contention are left out.`),
      table(COLUMNS, sizes.map(row), { id: "tuning" }),
    ),
    crossings(crossovers),
    others(misfits),
  );
}

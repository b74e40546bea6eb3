// What many trials came to, and the smallest inputs that fail.

import { card, command, link } from "./controls.js";
import { element, figures } from "./element.js";
import { counted, duration, grouped, luckRows, ofAll, rounded, verdictRow } from "./format.js";
import { addressOfText } from "./plan.js";

const MOST = 20;

function summaryRows(summary) {
  const { trials, trials_asked: asked, slots, ratio_to_lower_bound: ratio, k } = summary;
  return [
    ["trials", trials === asked ? grouped(trials) : ofAll(trials, asked)],
    verdictRow(summary),
    k && ["messages of a trial", `${grouped(k.least)} to ${grouped(k.most)}`],
    slots && [
      "slots",
      `${grouped(slots.min)} to ${grouped(slots.max)}, median ${rounded(slots.median)}`,
    ],
    ratio && [
      "over the lower bound",
      `\u00d7 ${rounded(ratio.min)} to ${rounded(ratio.max)}, median ${rounded(ratio.median)}`,
    ],
    ...luckRows(summary),
    ["seed", grouped(summary.seed)],
    ["took", duration(summary.wall_seconds)],
  ];
}

function failureCard({ trial, verdict, text, shrunk, command: line }) {
  const words = shrunk
    ? "The smallest input found that fails in the same way:"
    : "The search for a smaller input was interrupted; the smallest so far:";
  return card(
    `Trial ${grouped(trial)}: ${verdict.replace(/-/g, " ")}`,
    element("p", text),
    element("p.soft", words),
    command(line),
    element("p.row", link("run and replay this input", addressOfText(line), { class: "button" })),
  );
}

export function stressResult({ result: { failures, summary } }) {
  const different = failures.filter((each) => (each.same_as ?? null) === null);
  const more = different.length - MOST;
  const words =
    summary.failed > 0 ? `${counted(summary.failed, "trial")} failed` : "No trial failed";
  const praise = "In every trial all checks hold, or it was as unlucky as theory allows.";
  return element(
    "div.result",
    element(
      "div",
      { id: "failures" },
      ...different.slice(0, MOST).map(failureCard),
      more > 0 && element("p.soft", `and ${grouped(more)} more, in the result as JSON`),
      failures.length + summary.failed === 0 &&
        card("Nothing to shrink", element("p.soft", praise)),
    ),
    element("div", card(words, figures(summaryRows(summary)))),
  );
}

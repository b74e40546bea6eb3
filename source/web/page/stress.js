// What many trials came to, and the smallest inputs that fail.

import { card, command, element, figures, link } from "./element.js";
import { counted, duration, grouped, rounded } from "./format.js";
import { addressOfText } from "./plan.js";

const MOST = 20;

function summaryRows({
  trials,
  trials_asked: asked,
  verdicts,
  slots,
  ratio_to_lower_bound: ratio,
  k,
  seed,
  wall_seconds: seconds,
  unlucky,
  unlucky_tail: tail,
}) {
  return [
    ["trials", trials === asked ? grouped(trials) : `${grouped(trials)} of ${grouped(asked)}`],
    [
      "verdicts",
      Object.entries(verdicts)
        .map(([name, count]) => `${grouped(count)} ${name}`)
        .join(", ") || "none",
    ],
    k && ["messages of a trial", `${grouped(k.least)} to ${grouped(k.most)}`],
    slots && [
      "slots",
      `${grouped(slots.min)} to ${grouped(slots.max)}, median ${rounded(slots.median)}`,
    ],
    ratio && [
      "over the lower bound",
      `\u00d7 ${rounded(ratio.min)} to ${rounded(ratio.max)}, median ${rounded(ratio.median)}`,
    ],
    unlucky > 0 && ["unlucky, as theory allows", grouped(unlucky)],
    unlucky > 0 && tail !== null && ["this many or more", `with probability ${rounded(tail)}`],
    ["seed", grouped(seed)],
    ["took", duration(seconds)],
  ];
}

function failureCard(failure) {
  const { trial, verdict, text, shrunk, command: line, same_as: same } = failure;
  const title = `Trial ${grouped(trial)}: ${verdict.replace(/-/g, " ")}`;
  if (same !== null && same !== undefined)
    return card(title, element("p", { class: "soft" }, `the same input as trial ${grouped(same)}`));
  return card(
    title,
    element("p", {}, text),
    element(
      "p",
      { class: "soft" },
      shrunk
        ? "The smallest input found that fails in the same way:"
        : "The search for a smaller input was interrupted; the smallest so far:",
    ),
    command(line),
    element(
      "p",
      { class: "row" },
      link("run and replay this input", addressOfText(line), { class: "button" }),
    ),
  );
}

export class StressResult {
  constructor(run) {
    const { failures, summary } = run.result;
    const all = failures.filter((each) => each.same_as === null || each.same_as === undefined);
    const words =
      summary.failed === 0 ? "No trial failed" : `${counted(summary.failed, "trial")} failed`;
    this.root = element(
      "div",
      { class: "result" },
      element(
        "div",
        { class: "left", id: "failures" },
        ...all.slice(0, MOST).map(failureCard),
        all.length > MOST
          ? element(
              "p",
              { class: "soft" },
              `and ${grouped(all.length - MOST)} more, in the result as JSON`,
            )
          : null,
        failures.length === 0 && summary.failed === 0
          ? card(
              "Nothing to shrink",
              element(
                "p",
                { class: "soft" },
                "In every trial all checks hold, or it was as unlucky as theory allows.",
              ),
            )
          : null,
      ),
      element("div", { class: "right" }, card(words, figures(summaryRows(summary)))),
    );
  }
}

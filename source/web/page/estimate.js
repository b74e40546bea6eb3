// What a plan would take, and the command that does the same.

import { button, command } from "./controls.js";
import { element, figures, refill } from "./element.js";
import { theory } from "./formula.js";
import { KINDS, bytes, counted, duration, grouped, units } from "./format.js";

export class Estimate {
  constructor(limits) {
    this.limits = limits;
    this.line = element("p.soft", { "aria-live": "polite" });
    this.root = element("div.estimate");
  }

  // Mostly too short to be worth a word.
  wait(words = "estimating\u2026") {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.line.textContent = words), 500);
    this.root.setAttribute("aria-busy", "true");
  }

  answer(words, ...content) {
    clearTimeout(this.timer);
    this.root.removeAttribute("aria-busy");
    this.line.textContent = words;
    refill(this.root, ...content);
  }

  // The field that is to blame says why, if there is one.
  refuse(field) {
    const way = field && button("go to the invalid field", () => field.focus());
    this.answer("this plan is not valid", way);
  }

  show(plan, found) {
    this.answer(
      this.inShort(found),
      figures(this.rows(plan, found)),
      command(found.text),
      this.remark(found.not_fitting ?? []),
    );
  }

  inShort({ runs, seconds, expected }) {
    const parts = [];
    if (runs > 1) parts.push(counted(runs, "run"));
    else if (expected)
      parts.push(`${KINDS[expected.kind] || ""} ${counted(expected.units, "slot")}`.trim());
    if (seconds !== null) parts.push(duration(seconds));
    return parts.join(", ");
  }

  rows(plan, found) {
    const { expected, lower_bound: bound } = found;
    return [
      plan.command === "run" &&
        found.algorithm &&
        !plan.collective.includes("/") && ["algorithm", found.algorithm.split("/")[1]],
      found.nodes !== null && [
        "network",
        `${counted(found.nodes, "node")}, ${counted(found.links, "link")}`,
      ],
      found.runs > 1 && ["runs", this.runsOf(plan.command, found.runs)],
      expected && [
        `time, ${KINDS[expected.kind] || expected.kind}`,
        theory(counted(units(expected.units), "slot"), found.formula),
      ],
      bound && [
        "lower bound",
        element("span", { title: bound.proof }, `${units(bound.units)} (${bound.assumes})`),
      ],
      found.transmissions !== null && ["transmissions", grouped(found.transmissions)],
      found.bytes > 0 && ["memory", `${bytes(found.bytes)} of ${bytes(this.limits.memory_bytes)}`],
      found.seconds !== null && [
        "computing",
        `${duration(found.seconds)} of ${duration(this.limits.seconds)}`,
      ],
      plan.command === "run" && [
        "replay",
        found.recorded ? "will be recorded" : found.why_not_recorded || "no",
      ],
    ];
  }

  runsOf(command, runs) {
    const most = { stress: this.limits.trials, sweep: this.limits.sweep_runs }[command];
    return most ? `${grouped(runs)} of at most ${grouped(most)}` : grouped(runs);
  }

  remark(misfits) {
    const rows = misfits.map(({ algorithm, reason }) =>
      element("li", element("b", algorithm), ` ${reason}`),
    );
    const words = `${counted(rows.length, "algorithm does", "algorithms do")} not fit`;
    return (
      rows.length > 0 && element("details", element("summary", words), element("ul.plain", ...rows))
    );
  }
}

// A sweep: its points as they come in, and what came of it.

import { Axes } from "./figures/axes.js";
import { card, link } from "./controls.js";
import { element, figures, refill } from "./element.js";
import { Figure } from "./figures/figure.js";
import { counted, duration, grouped, luckRows, rounded, verdictRow } from "./format.js";
import { addressOfText } from "./plan.js";

const WAIT = 2000; // milliseconds between two figures
const hasBraces = (text) => /[{}%]/.test(String(text || ""));

function figureOf({ plan, where }) {
  const parameter = Object.entries(plan.set || {}).find(([, value]) => hasBraces(value));
  const isOverNetworks = Array.isArray(plan.network) || hasBraces(plan.network);
  const isOverSets = hasBraces(plan.broadcasters);
  const x = isOverNetworks ? "nodes" : (!isOverSets && parameter?.[0]) || "messages";
  return {
    x,
    y: "units",
    by: "algorithm",
    facet: isOverNetworks && isOverSets ? "broadcasters" : "",
    log: isOverNetworks ? "x" : "",
    bound: "1",
    where: where || "",
  };
}

function reportRows(report) {
  return [
    ["runs", grouped(report.runs)],
    ["stored before", grouped(report.stored_before)],
    ["run now", grouped(report.finished)],
    verdictRow(report),
    ...luckRows(report),
    ["took", `${duration(report.wall_seconds)}, ${rounded(report.runs_per_second)} runs/s`],
    report.interrupted && ["stopped", "completed runs are stored; the same sweep runs the rest"],
  ];
}

// Runs that are unlucky are counted: one alone says nothing of its algorithm.
function failureList(all = []) {
  const failures = all.filter(({ verdict }) => verdict !== "unlucky");
  if (failures.length === 0) return null;
  const rows = failures
    .slice(0, 50)
    .map(({ plan, verdict, text }) =>
      element("li", link(plan, addressOfText(plan)), ` ${verdict}: ${text}`),
    );
  return card(`${counted(failures.length, "run")} not complete`, element("ul.plain", ...rows));
}

export class SweepView {
  constructor(run) {
    this.fields = figureOf(run);
    this.figure = new Figure("sweep");
    const columns = Object.keys(run.plan.set || {});
    this.axes = new Axes(this.fields, columns, () => this.load());
    this.report = element("div");
    this.way = element("p.row");
    this.root = element(
      "div",
      card(
        "Figure",
        this.figure.root,
        element("details", element("summary", "axes of the figure"), this.axes.root),
        this.figure.files,
        this.way,
      ),
      this.report,
    );
    this.drawnAt = 0;
    this.load();
  }

  get chosen() {
    return { ...this.axes.value, where: this.fields.where };
  }

  load() {
    this.drawnAt = Date.now();
    const address = `/results?${new URLSearchParams(this.chosen)}`;
    this.way.replaceChildren(link("open in results", address, { class: "button" }));
    return this.figure.load(this.chosen);
  }

  // More runs are stored.
  progress() {
    if (Date.now() - this.drawnAt > WAIT) this.load();
  }

  end({ result }) {
    this.load();
    if (!result) return;
    const summary = card("Summary", figures(reportRows(result)));
    refill(this.report, summary, failureList(result.failures));
  }

  close() {
    this.figure.close();
  }
}

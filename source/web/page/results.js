// The store: its runs filtered, grouped, drawn, and taken away.

import { api } from "./api.js";
import { Axes } from "./figures/axes.js";
import { card, element, icon, link } from "./element.js";
import { Choice, Field } from "./field.js";
import { Figure } from "./figures/figure.js";
import { counted, rounded } from "./format.js";
import { addressOf } from "./plan.js";
import { keep } from "./route.js";
import { scrolled, table } from "./table.js";

const VIEWS = { figure: "figure", table: "table", runs: "the runs" };
const COLUMNS = (
  "id collective algorithm network broadcasters messages seed verdict slots expected lower_bound ratio " +
  "transmissions"
).split(" ");
const FIRST = { x: "nodes", y: "units", by: "algorithm", log: "x", bound: "1" };
const FIRST_SWEEP = {
  command: "sweep",
  collective: "simultaneous-broadcast/prefix-roots,greedy",
  network: "hypercube:{4..8}",
  broadcasters: "random:{1,8}",
  seeds: "1-10",
};
const WAIT = 400;

function cellText(value) {
  if (value === null || value === undefined) return "\u2013";
  return typeof value === "number" ? rounded(value) : String(value);
}

function tableOf(rows, names) {
  const isNumber = (name) => rows.some((row) => typeof row[name] === "number");
  const isPlain = (name) => name === "id" || name === "seed";
  const columns = names.map((name) => [name.replace(/_/g, " "), isNumber(name) ? "number" : null]);
  const contents = rows.map((row) =>
    names.map((name) => (isPlain(name) ? String(row[name]) : cellText(row[name]))),
  );
  return scrolled(table(columns, contents, { id: "table" }), "table");
}

class ResultsView {
  constructor(query, columns) {
    const given = Object.fromEntries(query);
    const changed = () => this.changed();
    this.columns = columns;
    this.view = new Choice({ legend: "shown as", isHidden: true, changed: () => this.load() });
    this.view.root.classList.add("commands");
    this.view.fill(Object.entries(VIEWS), "radio", [given.view in VIEWS ? given.view : "figure"]);
    this.where = new Field({
      label: "Condition on runs",
      value: given.where || "",
      changed,
      placeholder: "all",
      hint: "dimensions >= 6 and (algorithm = greedy or messages < 10)",
    });
    this.group = new Field({
      label: "A row for each",
      value: given.group || "algorithm,nodes",
      changed,
      hint: "columns, separated by commas",
    });
    this.of = new Field({
      label: "Of",
      value: given.of || "slots",
      changed,
      hint: "slots, ratio, transmissions, \u2026",
    });
    this.stat = new Field({
      label: "Shows",
      value: given.stat || "mean,ci95",
      changed,
      hint: "mean, ci95, median, min, max",
    });
    this.axes = new Axes(given.x ? given : FIRST, columns, () => this.load());
    this.grouping = element(
      "div",
      { class: "grid" },
      this.group.root,
      this.of.root,
      this.stat.root,
    );
    this.figure = new Figure("figure");
    this.table = element("div", {});
    this.downloads = element("p", { class: "row" });
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.content = [
      element(
        "div",
        { class: "results" },
        this.view.root,
        card("Results of sweeps", this.where.root, this.axes.root, this.grouping),
        element(
          "section",
          { class: "card", "aria-label": "shown" },
          this.wrong,
          this.figure.root,
          this.table,
          this.figure.files,
          this.downloads,
        ),
      ),
    ];
    this.load();
  }

  get chosen() {
    const [view] = this.view.value;
    const where = this.where.value;
    if (view === "figure") return { view, where, ...this.axes.value };
    if (view === "table")
      return { view, where, group: this.group.value, of: this.of.value, stat: this.stat.value };
    return { view, where };
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), WAIT);
  }

  async load() {
    const { view, ...fields } = this.chosen;
    const kept = Object.entries({ view, ...fields }).filter(([, value]) => value);
    keep(`/results?${new URLSearchParams(kept)}`);
    const isFigure = view === "figure";
    for (const { root } of [this.axes, this.figure]) root.hidden = !isFigure;
    this.figure.files.hidden = !isFigure;
    this.downloads.hidden = isFigure;
    this.grouping.hidden = view !== "table";
    this.table.hidden = isFigure;
    if (isFigure) this.heed(await this.figure.load(fields));
    else await this.loadTable(view, fields);
    this.offer(fields);
  }

  query({ where, group, of, stat }) {
    return { where, by: group, of, stat };
  }

  async loadTable(view, fields) {
    try {
      const rows = await api.results(this.query(fields));
      const columns =
        view === "runs"
          ? COLUMNS.filter((name) => rows.length === 0 || name in rows[0])
          : Object.keys(rows[0] || {});
      this.table.replaceChildren(
        element(
          "p",
          { class: "soft" },
          view === "runs" && rows.length === 100
            ? "the newest 100 runs"
            : counted(rows.length, "row"),
        ),
        rows.length > 0 ? tableOf(rows, columns) : element("p", {}, "No run meets the condition."),
      );
      this.heed(null);
    } catch (wrong) {
      this.heed(wrong);
    }
  }

  heed(wrong) {
    const isHere = wrong?.field === "where";
    this.where.complain(isHere ? wrong.message : "");
    this.wrong.textContent =
      wrong && !isHere && this.view.value[0] !== "figure" ? wrong.message : "";
    if (isHere) this.figure.wrong.textContent = "";
  }

  offer(fields) {
    const endings = { csv: "csv", json: "json", markdown: "md", latex: "tex" };
    this.downloads.replaceChildren(
      ...Object.entries(endings).map(([format, ending]) =>
        link([icon("load"), format], api.address("results", { ...this.query(fields), format }), {
          class: "button",
          download: `results.${ending}`,
        }),
      ),
    );
  }

  close() {
    clearTimeout(this.timer);
    this.figure.close();
  }
}

function empty() {
  return {
    content: [
      card(
        "Results of sweeps",
        element(
          "p",
          {},
          "The store is empty. ",
          link("Start with a sweep", addressOf(FIRST_SWEEP)),
          ": each of its runs becomes a row.",
        ),
      ),
    ],
    close() {},
  };
}

export async function showResults(match, query) {
  const newest = await api.results({ count: 1 });
  return newest.length === 0 ? empty() : new ResultsView(query, Object.keys(newest[0]));
}

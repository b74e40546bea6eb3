// The store: its runs filtered, grouped, drawn, and taken away.

import { api } from "./api.js";
import { Axes } from "./figures/axes.js";
import { card, download, link } from "./controls.js";
import { element, refill } from "./element.js";
import { Choice, Field } from "./field.js";
import { Figure } from "./figures/figure.js";
import { counted, orDash } from "./format.js";
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
const FIELDS = {
  where: {
    label: "Condition on runs",
    placeholder: "all",
    hint: "dimensions >= 6 and (algorithm = greedy or messages < 10)",
  },
  group: {
    label: "A row for each",
    usual: "algorithm,nodes",
    hint: "columns, separated by commas",
  },
  of: { label: "Of", usual: "slots", hint: "slots, ratio, transmissions, \u2026" },
  stat: { label: "Shows", usual: "mean,ci95", hint: "mean, ci95, median, min, max" },
};
const WAIT = 400;

function tableOf(rows, names) {
  const isNumber = (name) => rows.some((row) => typeof row[name] === "number");
  const isPlain = (name) => name === "id" || name === "seed";
  const columns = names.map((name) => [name.replace(/_/g, " "), isNumber(name) ? "number" : null]);
  const contents = rows.map((row) =>
    names.map((name) => (isPlain(name) ? String(row[name]) : orDash(row[name]))),
  );
  return scrolled(table(columns, contents, { id: "table" }), "table");
}

class ResultsView {
  constructor(query, columns) {
    const given = Object.fromEntries(query);
    const changed = () => this.changed();
    const shown = given.view in VIEWS ? given.view : "figure";
    this.view = Choice.buttons("shown as", VIEWS, shown, () => this.load());
    this.fields = {};
    for (const [name, { usual, ...field }] of Object.entries(FIELDS)) {
      this.fields[name] = new Field({ ...field, value: given[name] || usual, changed });
    }
    const { where, ...grouping } = this.fields;
    this.axes = new Axes(given.x ? given : FIRST, columns, () => this.load());
    this.grouping = element("div.grid", ...Object.values(grouping).map(({ root }) => root));
    this.figure = new Figure("figure");
    this.table = element("div");
    this.downloads = element("p.row");
    this.wrong = element("p.wrong", { role: "alert" });
    this.content = [
      element(
        "div.results",
        this.view.root,
        card("Results of sweeps", where.root, this.axes.root, this.grouping),
        element(
          "section.card",
          { "aria-label": "shown" },
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
    const { where, group, of, stat } = this.fields;
    const chosen = { view, where: where.value };
    if (view === "figure") return { ...chosen, ...this.axes.value };
    if (view === "runs") return chosen;
    return { ...chosen, group: group.value, of: of.value, stat: stat.value };
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
    const { axes, figure } = this;
    for (const each of [axes.root, figure.root, figure.files]) each.hidden = !isFigure;
    for (const each of [this.downloads, this.table]) each.hidden = isFigure;
    this.grouping.hidden = view !== "table";
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
      const isCut = view === "runs" && rows.length === 100;
      refill(
        this.table,
        element("p.soft", isCut ? "the newest 100 runs" : counted(rows.length, "row")),
        rows.length > 0 ? tableOf(rows, columns) : element("p", "No run meets the condition."),
      );
      this.heed(null);
    } catch (wrong) {
      this.heed(wrong);
    }
  }

  heed(wrong) {
    const isHere = wrong?.field === "where";
    this.fields.where.complain(isHere ? wrong.message : "");
    this.wrong.textContent =
      wrong && !isHere && this.view.value[0] !== "figure" ? wrong.message : "";
    if (isHere) this.figure.wrong.textContent = "";
  }

  offer(fields) {
    const endings = { csv: "csv", json: "json", markdown: "md", latex: "tex" };
    const file = ([format, ending]) => {
      const address = api.address("results", { ...this.query(fields), format });
      return download(format, address, `results.${ending}`);
    };
    refill(this.downloads, ...Object.entries(endings).map(file));
  }

  close() {
    clearTimeout(this.timer);
    this.figure.close();
  }
}

function empty() {
  const start = link("Start with a sweep", addressOf(FIRST_SWEEP));
  const words = ["The store is empty. ", start, ": each of its runs becomes a row."];
  return { content: [card("Results of sweeps", element("p", ...words))] };
}

export async function showResults(match, query) {
  const newest = await api.results({ count: 1 });
  return newest.length === 0 ? empty() : new ResultsView(query, Object.keys(newest[0]));
}

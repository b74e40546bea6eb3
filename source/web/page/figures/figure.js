// A figure of the store, drawn by the server for the room that there is, with its numbers as a table.

import { api } from "../api.js";
import { download } from "../controls.js";
import { element, refill } from "../element.js";
import { counted, orDash } from "../format.js";
import { scrolled, table } from "../table.js";

const WIDTHS = { least: 300, most: 1600, step: 20 }; // pixels of a picture, as the server takes them
const WAIT = 200; // milliseconds between the last change of the room and a new picture

function tableOf({ x, y, panels }) {
  const names = ["", x.title, `mean ${y.title}`, "95 % from", "to", "formula", "bound"];
  const columns = names.map((name) => (name ? [name, "number"] : [name]));
  const rows = panels.flatMap((panel) =>
    panel.series.flatMap((series) =>
      series.points.map((point) => [
        [panel.name, series.name].filter(Boolean).join(", "),
        ...["x", "mean", "low", "high", "formula", "bound"].map((column) => orDash(point[column])),
      ]),
    ),
  );
  return element(
    "details",
    element("summary", `${counted(rows.length, "point")} as a table`),
    scrolled(table(columns, rows), "points"),
  );
}

export class Figure {
  // `name` of the files in which it is taken away.
  constructor(name) {
    this.name = name;
    this.turn = 0;
    this.wrong = element("p.wrong", { role: "alert" });
    this.image = element("img", {
      alt: "",
      load: () => this.show(""),
      error: () => this.explain(),
    });
    this.text = element("pre.scroll", { tabindex: "0", hidden: true });
    this.empty = element("p.soft", { hidden: true }, "No runs to show yet.");
    this.table = element("div");
    this.files = element("p.row");
    const shown = [this.wrong, this.image, this.text, this.empty, this.table];
    this.root = element("div.figure", { id: "figure" }, ...shown);
    this.observer = new ResizeObserver(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.draw(), WAIT);
    });
    this.observer.observe(this.root);
  }

  // Answers what was wrong, or nothing.
  async load(fields) {
    const turn = ++this.turn;
    this.root.setAttribute("aria-busy", "true");
    this.offer(fields);
    try {
      const figure = await api.figure(fields);
      if (turn !== this.turn) return null;
      Object.assign(this, { figure, fields });
      this.wrong.textContent = "";
      this.tabulate();
      this.draw();
      return null;
    } catch (wrong) {
      if (turn === this.turn) this.wrong.textContent = wrong.message;
      return wrong;
    } finally {
      if (turn === this.turn) this.root.removeAttribute("aria-busy");
    }
  }

  get isEmpty() {
    return this.figure.panels.length === 0;
  }

  tabulate() {
    const isOpen = this.table.querySelector("details")?.open;
    this.empty.hidden = !this.isEmpty;
    refill(this.table, !this.isEmpty && tableOf(this.figure));
    if (isOpen && !this.isEmpty) this.table.firstChild.open = true;
  }

  // The picture that is there stays until the new one has come.
  draw() {
    const room = Math.floor(this.root.clientWidth / WIDTHS.step) * WIDTHS.step;
    if (!this.figure || room === 0) return;
    const width = Math.max(WIDTHS.least, Math.min(room, WIDTHS.most));
    const address = api.address("figure.svg", { ...this.fields, width, turn: this.turn });
    if (address === this.image.getAttribute("src")) return;
    this.image.hidden = this.isEmpty;
    if (this.isEmpty) return;
    this.image.alt = `${this.figure.title}; the table below has its numbers`;
    this.image.src = address;
  }

  // A picture, or text if there is a reason for not having one.
  show(reason) {
    this.wrong.textContent = reason;
    this.image.hidden = reason !== "";
    this.text.hidden = reason === "";
    this.text.textContent = reason && this.figure.text;
  }

  async explain() {
    const { turn } = this;
    const reason = await api.reason(this.image.getAttribute("src"));
    if (turn === this.turn && !this.isEmpty) this.show(reason || "The figure is not available.");
  }

  // The picture in the size for papers, and its numbers.
  offer(fields) {
    const { where, x, y, by, facet } = fields;
    const groups = [...new Set([facet, by, x].filter(Boolean))].join(",");
    const numbers = { where, by: groups, of: y, stat: "mean,ci95", format: "csv" };
    refill(
      this.files,
      download("figure as SVG", api.address("figure.svg", fields), `${this.name}.svg`),
      download("its numbers as CSV", api.address("results", numbers), `${this.name}.csv`),
    );
  }

  close() {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }
}

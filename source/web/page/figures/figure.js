// A figure that the server makes of its store, drawn as wide as there is room.

import { api } from "../api.js";
import { drawn, element } from "../element.js";
import { STYLES, panel, shapeOf } from "./chart.js";
import { counted, rounded } from "../format.js";
import { scrolled, table } from "../table.js";

const HEIGHT = 320;

function key(name, style) {
  return element(
    "span",
    { class: `key series${style % STYLES}` },
    drawn(
      "svg",
      { viewBox: "-6 -6 12 12", class: "mark", "aria-hidden": "true" },
      drawn("path", { d: shapeOf(style), class: "mark" }),
    ),
    element("span", { class: "soft" }, name),
  );
}

function lineKey(words, name) {
  return element(
    "span",
    { class: "key soft" },
    drawn(
      "svg",
      { viewBox: "0 0 24 8", "aria-hidden": "true" },
      drawn("path", { d: "M1 4h22", class: name }),
    ),
    words,
  );
}

function tableOf(figure) {
  const columns = [
    [""],
    [figure.x.title, "number"],
    [`mean ${figure.y.title}`, "number"],
    ["95 % from", "number"],
    ["to", "number"],
    ["formula", "number"],
    ["bound", "number"],
  ];
  const text = (value) => (value === null || value === undefined ? "\u2013" : rounded(value));
  const rows = figure.panels.flatMap(({ name, series }) =>
    series.flatMap((each) =>
      each.points.map((point) => [
        [name, each.name].filter(Boolean).join(", "),
        ...["x", "mean", "low", "high", "formula", "bound"].map((column) => text(point[column])),
      ]),
    ),
  );
  return element(
    "details",
    {},
    element("summary", {}, `${counted(rows.length, "point")} as a table`),
    scrolled(table(columns, rows), "points"),
  );
}

export class Figure {
  constructor() {
    this.figure = null;
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.stage = element("div", { class: "panels" });
    this.keys = element("p", { class: "keys" });
    this.notes = element("p", { class: "hint" });
    this.table = element("div", {});
    this.root = element(
      "div",
      { class: "figure", id: "figure" },
      this.wrong,
      this.keys,
      this.stage,
      this.notes,
      this.table,
    );
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.root);
  }

  // Answers what was wrong, or nothing.
  async load(fields) {
    const turn = (this.turn = (this.turn || 0) + 1);
    this.root.setAttribute("aria-busy", "true");
    try {
      const figure = await api.figure(fields);
      if (turn !== this.turn) return null;
      this.figure = figure;
      this.wrong.textContent = "";
      this.width = 0;
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
    return this.figure === null || this.figure.panels.every(({ series }) => series.length === 0);
  }

  draw() {
    const width = this.root.clientWidth;
    if (this.figure === null || width === 0 || width === this.width) return;
    this.width = width;
    const { figure } = this;
    const columns = Math.max(1, Math.min(figure.panels.length, Math.floor(width / 380)));
    const size = { width: Math.floor((width - 16 * (columns - 1)) / columns), height: HEIGHT };
    const isOpen = this.table.querySelector("details")?.open;
    this.stage.replaceChildren(
      ...(this.isEmpty
        ? [element("p", { class: "soft" }, "No runs to show yet.")]
        : figure.panels.map((each) => panel(each, figure, size))),
    );
    this.keys.replaceChildren(...this.legend());
    this.notes.textContent = figure.remarks.join("; ");
    this.table.replaceChildren(...(this.isEmpty ? [] : [tableOf(figure)]));
    if (isOpen) this.table.querySelector("details").open = true;
  }

  legend() {
    if (this.isEmpty) return [];
    const all = this.figure.panels.flatMap(({ series }) => series);
    const hasLines = all.some(
      ({ points }) => points.filter((point) => point.formula !== null).length > 1,
    );
    const hasBounds = this.figure.panels.some(({ bounds }) => bounds.length > 0);
    return [
      ...this.figure.names.map((name, style) => key(name, style)),
      hasLines && lineKey("formula", "formula-line"),
      hasBounds && lineKey("lower bound", "bound-line"),
    ].filter(Boolean);
  }

  close() {
    this.observer.disconnect();
  }
}

// The choice of what a figure shows: its axes, its series, its panels.

import { element } from "../element.js";
import { Field, Flag } from "../field.js";

const AXES = (
  "nodes dimensions k seed side diameter slots units ratio transmissions utilisation " +
  "wall_seconds"
).split(" ");
const GROUPS = "algorithm network broadcasters family ports k verdict dimensions".split(" ");

export class Axes {
  constructor(fields, columns, changed) {
    const all = (usual, chosen) =>
      [...new Set([...usual, ...columns, chosen].filter(Boolean))].map((name) => [name, name]);
    const field = (label, options, value) => new Field({ label, options, value, changed });
    const groups = (label, value) =>
      field(label, [["", "nothing"], ...all(GROUPS, value)], value);
    this.fields = {
      x: field("horizontal axis", all(AXES, fields.x), fields.x),
      y: field("vertical axis", all(["slots", "units", "ratio", ...AXES], fields.y), fields.y),
      by: groups("a series for each", fields.by),
      facet: groups("a panel for each", fields.facet),
    };
    const log = (fields.log || "").split(",");
    const mark = (label, value) => new Flag({ label, value, changed });
    this.marks = {
      x: mark("logarithmic horizontal axis", log.includes("x")),
      y: mark("logarithmic vertical axis", log.includes("y")),
      bound: mark("lower bound", fields.bound === "1"),
    };
    this.root = element(
      "div.axes",
      ...Object.values(this.fields).map(({ root }) => root),
      element("div.row.marks", ...Object.values(this.marks).map(({ root }) => root)),
    );
  }

  get value() {
    const chosen = Object.fromEntries(
      Object.entries(this.fields).map(([name, { value }]) => [name, value]),
    );
    chosen.log = ["x", "y"].filter((name) => this.marks[name].value).join(",");
    chosen.bound = this.marks.bound.value ? "1" : "";
    return chosen;
  }
}

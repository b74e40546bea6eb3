// The fields of a plan. They follow the command and the task; what is typed is never changed.

import { element } from "./element.js";
import { asSweep, examplesFor } from "./examples.js";
import { Choice, Field } from "./field.js";
import { BRACES, descriptions } from "./fields.js";
import { COMMANDS, FIELDS, hasField, partsOf, textOf } from "./plan.js";

export class Form {
  constructor(catalogue, changed) {
    this.catalogue = catalogue;
    this.changed = changed;
    this.commands = new Choice({
      legend: "Command",
      isHidden: true,
      changed: () => this.restate(),
    });
    this.commands.fill(Object.entries(COMMANDS), "radio", ["run"]);
    this.commands.root.classList.add("commands");
    this.task = new Field({
      label: "Collective",
      changed: () => this.chooseTask(this.task.value, ""),
      options: catalogue.tasks.map(({ name, trade_names: names }) => [
        name,
        names.length ? `${name} (${names.join(", ")})` : name,
      ]),
    });
    this.algorithms = new Choice({ legend: "Algorithm", changed: () => this.restate() });
    this.fields = {};
    for (const [name, described] of Object.entries(descriptions(catalogue))) {
      this.fields[name] = new Field({ ...described, changed: () => this.edited(name) });
      this.fields[name].input.dataset.field = name;
    }
    this.parameters = element("fieldset", { class: "parameters" });
    this.wrongParameter = element("p", { class: "wrong", role: "alert" });
    this.parameterFields = {};
    this.examples = element("div", {
      class: "chips",
      role: "group",
      "aria-label": "networks that fit",
    });
    this.fields.network.wrong.after(this.examples);
    this.again = element("input", { type: "checkbox", change: () => this.changed() });
    this.againLabel = element(
      "label",
      { class: "item" },
      this.again,
      element("span", {}, "repeat runs of other versions"),
    );
  }

  get command() {
    return this.commands.value[0];
  }

  get taskOf() {
    return this.catalogue.tasks.find(({ name }) => name === this.task.value);
  }

  // The algorithms that are meant: what is marked, or all.
  get meant() {
    const marked = this.algorithms.value.filter(Boolean);
    const { algorithms } = this.taskOf;
    return this.command === "compare" || marked.length === 0
      ? algorithms
      : algorithms.filter(({ name }) => marked.includes(name));
  }

  chooseTask(task, algorithm) {
    this.task.value = task;
    this.algorithms.value = [];
    this.restate(algorithm ? [algorithm] : []);
  }

  // Fills the form in.
  set plan(plan) {
    const { name, algorithms } = partsOf(plan.task);
    const isKnown = this.catalogue.tasks.some(
      (task) => task.name === name || task.trade_names.includes(name),
    );
    this.commands.value = [plan.command];
    this.task.value = isKnown
      ? this.catalogue.tasks.find((task) => task.name === name || task.trade_names.includes(name))
          .name
      : this.catalogue.tasks[0].name;
    for (const field of FIELDS) {
      if (field in this.fields) this.fields[field].value = textOf(plan[field]);
    }
    this.again.checked = Boolean(plan.again);
    this.restate(algorithms, plan.set);
  }

  get plan() {
    const { command } = this;
    const plan = { command, task: this.taskText(), set: {} };
    for (const [name, field] of Object.entries(this.fields)) {
      if (this.isShown(name) && field.value !== "") plan[name] = field.value;
    }
    for (const [name, field] of Object.entries(this.parameterFields)) {
      if (field.value !== "") plan.set[name] = field.value;
    }
    if (command === "sweep" && this.again.checked) plan.again = true;
    return plan;
  }

  taskText() {
    const marked = this.command === "compare" ? [] : this.algorithms.value.filter(Boolean);
    return marked.length > 0 ? `${this.task.value}/${marked.join(",")}` : this.task.value;
  }

  isShown(name) {
    const isOfTask = { broadcasters: this.taskOf.takes_broadcasters, root: this.taskOf.takes_root };
    return hasField(this.command, name) && (isOfTask[name] ?? true);
  }

  // What there is to choose, after another command, task or algorithm.
  restate(marked = this.algorithms.value, set = null) {
    const values =
      set ??
      Object.fromEntries(
        Object.entries(this.parameterFields).map(([name, field]) => [name, field.value]),
      );
    this.listAlgorithms(marked);
    for (const [name, field] of Object.entries(this.fields))
      field.root.hidden = !this.isShown(name);
    this.againLabel.hidden = this.command !== "sweep";
    this.fields.network.hint.textContent = this.command === "sweep" ? BRACES : "";
    this.listExamples();
    this.listParameters(values);
    this.changed();
  }

  listAlgorithms(marked) {
    const { command } = this;
    const rows = this.taskOf.algorithms.map(({ name, networks }) => [name, name, networks]);
    this.algorithms.root.hidden = command === "compare";
    if (command === "sweep") this.algorithms.fill(rows, "checkbox", marked);
    else {
      const one = marked.find((name) => rows.some(([value]) => value === name)) ?? "";
      this.algorithms.fill([["", "the first that fits", ""], ...rows], "radio", [one]);
    }
  }

  listExamples() {
    const fitting = examplesFor(
      this.meant.map(({ networks }) => networks),
      this.catalogue.networks,
    );
    const shown = fitting
      .slice(0, 8)
      .map((spec) => (this.command === "sweep" ? asSweep(spec) : spec));
    this.examples.replaceChildren(
      ...shown.map((spec) =>
        element(
          "button",
          {
            type: "button",
            class: "chip",
            click: () => this.takeNetwork(spec),
          },
          spec,
        ),
      ),
    );
  }

  takeNetwork(spec) {
    this.fields.network.value = spec;
    this.edited("network");
  }

  listParameters(values) {
    const all = new Map(
      this.meant.flatMap(({ parameters }) => parameters).map((each) => [each.name, each]),
    );
    this.parameterFields = {};
    for (const [name, { default: usual, range, meaning }] of all) {
      this.parameterFields[name] = new Field({
        label: name,
        placeholder: usual,
        value: values[name] ?? "",
        hint: `${meaning}; ${range}`,
        changed: () => this.edited("set"),
      });
      this.parameterFields[name].input.dataset.field = `set.${name}`;
    }
    this.parameters.hidden = all.size === 0;
    this.parameters.replaceChildren(
      element("legend", {}, "Parameters"),
      this.wrongParameter,
      ...Object.values(this.parameterFields).map(({ root }) => root),
    );
  }

  edited(name) {
    if (name === "set") this.wrongParameter.textContent = "";
    else this.fields[name].complain("");
    this.changed();
  }

  // Says what is wrong at the field that is to blame; answers the field, if it is here.
  complain(name, text) {
    for (const each of [
      ...Object.values(this.fields),
      ...Object.values(this.parameterFields),
      this.algorithms,
    ]) {
      each.complain("");
    }
    this.wrongParameter.textContent = "";
    const blamed = this.blamed(name, text);
    if (text) blamed?.complain(text);
    return blamed;
  }

  blamed(name, text) {
    if (name === "task") return this.algorithms.root.hidden ? this.task : this.algorithms;
    if (name === "set") {
      const parameter = Object.keys(this.parameterFields).find(
        (each) => text.includes(` of ${each}`) || text.includes(`'${each}`),
      );
      return (
        this.parameterFields[parameter] ?? {
          complain: (words) => (this.wrongParameter.textContent = words),
          focus: () => Object.values(this.parameterFields)[0]?.focus(),
        }
      );
    }
    const field = this.fields[name];
    return field && !field.root.hidden ? field : null;
  }
}

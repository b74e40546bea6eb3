// The fields of a plan. They follow the command and the collective; what is typed is never changed.

import { element } from "./element.js";
import { asSweep, examplesFor } from "./examples.js";
import { Choice, Field } from "./field.js";
import { fieldsOf, hintOf } from "./fields.js";
import { COMMANDS, partsOf, textOf } from "./plan.js";

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
    this.collective = new Field({
      label: "Collective",
      changed: () => this.chooseCollective(this.collective.value, ""),
      options: catalogue.collectives.map(({ name, aliases: names }) => [
        name,
        names.length ? `${name} (${names.join(", ")})` : name,
      ]),
    });
    this.algorithms = new Choice({ legend: "Algorithm", changed: () => this.restate() });
    this.fields = fieldsOf(catalogue, (name) => this.edited(name));
    this.parameters = element("fieldset", { class: "parameters" });
    this.wrongParameter = element("p", { class: "wrong", role: "alert" });
    this.parameterFields = {};
    this.examples = element("div", {
      class: "chips",
      role: "group",
      "aria-label": "networks that fit",
    });
    this.fields.network.wrong.after(this.examples);
  }

  get command() {
    return this.commands.value[0];
  }

  get chosenCollective() {
    return this.catalogue.collectives.find(({ name }) => name === this.collective.value);
  }

  // The algorithms that are meant: what is marked, or all.
  get meant() {
    const marked = this.algorithms.value.filter(Boolean);
    const { algorithms } = this.chosenCollective;
    return this.command === "compare" || marked.length === 0
      ? algorithms
      : algorithms.filter(({ name }) => marked.includes(name));
  }

  chooseCollective(collective, algorithm) {
    this.collective.value = collective;
    this.algorithms.value = [];
    this.restate(algorithm ? [algorithm] : []);
  }

  // Fills the form in.
  set plan(plan) {
    const { name, algorithms } = partsOf(plan.collective);
    const found = this.catalogue.collectives.find(
      (each) => each.name === name || each.aliases.includes(name),
    );
    this.commands.value = [plan.command];
    this.collective.value = (found ?? this.catalogue.collectives[0]).name;
    for (const [field, made] of Object.entries(this.fields)) made.value = textOf(plan[field]);
    this.restate(algorithms, plan.set);
  }

  get plan() {
    const { command } = this;
    const plan = { schema: "tutti.plan/2", command, collective: this.collectiveText(), set: {} };
    for (const [name, field] of Object.entries(this.fields)) {
      if (this.isShown(field) && field.value !== "") {
        plan[name] = field.described.type === "flag" ? true : field.value;
      }
    }
    for (const [name, field] of Object.entries(this.parameterFields)) {
      if (field.value !== "") plan.set[name] = field.value;
    }
    return plan;
  }

  collectiveText() {
    const marked = this.command === "compare" ? [] : this.algorithms.value.filter(Boolean);
    const name = this.collective.value;
    return marked.length > 0 ? `${name}/${marked.join(",")}` : name;
  }

  isShown({ described: { commands, takes } }) {
    const isApplicable = takes === null || this.chosenCollective[`takes_${takes}`];
    return commands.includes(this.command) && isApplicable;
  }

  // What there is to choose, after another command, collective or algorithm.
  restate(marked = this.algorithms.value, set = null) {
    const values =
      set ??
      Object.fromEntries(
        Object.entries(this.parameterFields).map(([name, field]) => [name, field.value]),
      );
    this.listAlgorithms(marked);
    for (const field of Object.values(this.fields)) {
      field.root.hidden = !this.isShown(field);
      field.hint.textContent = hintOf(field.described, this.command);
    }
    this.listExamples();
    this.listParameters(values);
    this.changed();
  }

  listAlgorithms(marked) {
    const { command } = this;
    const rows = this.chosenCollective.algorithms.map(({ name, networks }) => [name, name, networks]);
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
    if (name === "collective") {
      return this.algorithms.root.hidden ? this.collective : this.algorithms;
    }
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

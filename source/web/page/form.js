// The fields of a plan. They follow the command and the collective; what is typed is never changed.

import { button } from "./controls.js";
import { element, refill } from "./element.js";
import { asSweep, examplesFor } from "./examples.js";
import { Choice, Field } from "./field.js";
import { fieldsOf, hintOf } from "./fields.js";
import { COMMANDS, partsOf, textOf, withAliases } from "./plan.js";

// What is filled in, by the names of fields.
function valuesIn(fields) {
  const values = Object.entries(fields).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

export class Form {
  constructor(catalogue, changed) {
    this.catalogue = catalogue;
    this.changed = changed;
    this.commands = Choice.buttons("Command", COMMANDS, "run", () => this.restate());
    this.collective = new Field({
      label: "Collective",
      changed: () => this.chooseCollective(this.collective.value, ""),
      options: catalogue.collectives.map(({ name, aliases }) => [name, withAliases(name, aliases)]),
    });
    this.algorithms = new Choice({ legend: "Algorithm", changed: () => this.restate() });
    this.fields = fieldsOf(catalogue, (name) => this.edited(name));
    this.parameters = element("fieldset.grid.parameters");
    this.wrongParameter = element("p.wrong", { role: "alert" });
    this.parameterFields = {};
    this.examples = element("div.row.chips", { role: "group", "aria-label": "networks that fit" });
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
    const shown = Object.entries(this.fields).filter(([, field]) => this.isShown(field));
    return {
      schema: "tutti.plan/2",
      command: this.command,
      collective: this.collectiveText(),
      set: valuesIn(this.parameterFields),
      ...valuesIn(Object.fromEntries(shown)),
    };
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
  restate(marked = this.algorithms.value, values = valuesIn(this.parameterFields)) {
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
    const { algorithms } = this.chosenCollective;
    const rows = algorithms.map(({ name, networks }) => [name, name, networks]);
    this.algorithms.root.hidden = this.command === "compare";
    if (this.command === "sweep") this.algorithms.fill(rows, "checkbox", marked);
    else {
      const one = marked.find((name) => rows.some(([value]) => value === name)) ?? "";
      this.algorithms.fill([["", "the one of least expected time"], ...rows], "radio", [one]);
    }
  }

  listExamples() {
    const taken = this.meant.map(({ networks }) => networks);
    const fitting = examplesFor(taken, this.catalogue.networks).slice(0, 8);
    const shown = this.command === "sweep" ? fitting.map(asSweep) : fitting;
    const chip = (spec) => button(spec, () => this.takeNetwork(spec), { class: "chip" });
    refill(this.examples, ...shown.map(chip));
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
        "data-field": `set.${name}`,
      });
    }
    this.parameters.hidden = all.size === 0;
    refill(
      this.parameters,
      element("legend", "Parameters"),
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
    const fields = [this.fields, this.parameterFields].flatMap((each) => Object.values(each));
    for (const each of [...fields, this.algorithms]) each.complain("");
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

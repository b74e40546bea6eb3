// The fields of the form: made of those that the catalogue says plans have.

import { allExamples } from "./examples.js";
import { Field, Flag } from "./field.js";
import { PORT_MODELS, grouped } from "./format.js";

const SETS = ["all", "none", "random:20", "bernoulli:1/4", "nodes:3,5,7-9", "adversarial"];

// Fields with elements of their own, and those that pages may not have.
const OTHERS = ["collective", "settings", "path"];

function titleOf({ name, title }) {
  const words = title || name.replace(/-/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}

// What a field takes, in a command.
export function hintOf(field, command) {
  const meaning = command === "sweep" ? field.swept_meaning : field.meaning;
  const isShown = field.type !== "network" || command === "sweep";
  // Larger limits are not numbers of the browser's, and nobody meets them.
  const isLimit = field.most !== null && field.most <= Number.MAX_SAFE_INTEGER;
  const most = isLimit ? `, at most ${grouped(field.most)}` : "";
  return isShown ? `${meaning}${most}` : "";
}

function inputFor(field, networks) {
  const usual = field.default ?? "";
  if (field.type === "choice") {
    const words = (name) => (PORT_MODELS[name] ? `${name}: ${PORT_MODELS[name]}` : name);
    return { options: [["", usual], ...field.choices.map((name) => [name, words(name)])] };
  }
  return {
    placeholder: usual,
    inputmode: field.type === "number" && "numeric",
    suggestions: { network: allExamples(networks), "node-set": SETS }[field.type],
  };
}

// By name: the field as the catalogue describes it, and its element.
export function fieldsOf({ plan, networks }, changed) {
  const fields = {};
  for (const described of plan.filter(({ type }) => !OTHERS.includes(type))) {
    const { name, type } = described;
    const Kind = type === "flag" ? Flag : Field;
    const input = inputFor(described, networks);
    fields[name] = new Kind({
      label: titleOf(described),
      "data-field": name,
      ...input,
      changed: () => changed(name),
    });
    fields[name].described = described;
  }
  return fields;
}

// What an algorithm does, in words, and what it takes, by its formula.

import { element, figures } from "./element.js";
import { formula } from "./formula.js";
import { KINDS, counted } from "./format.js";

function symbolList(algorithm) {
  const symbols = Object.entries(algorithm.symbols);
  if (symbols.length === 0) return null;
  return element(
    "dl",
    { class: "symbols" },
    ...symbols.flatMap(([name, meaning]) => [
      element("dt", { class: "formula" }, name),
      element("dd", {}, meaning),
    ]),
  );
}

export function aboutAlgorithm(collective, algorithm) {
  const knowledge = algorithm.known.length > 0 ? algorithm.known.join(", ") : "nothing";
  return [
    element("h3", {}, `${collective.name}/${algorithm.name}`),
    element("p", {}, collective.meaning),
    algorithm.idea && element("p", {}, algorithm.idea),
    element(
      "p",
      { class: "time" },
      element(
        "span",
        { class: "soft" },
        `time in units, ${KINDS[algorithm.kind] || algorithm.kind}`,
      ),
      formula(algorithm.time),
    ),
    symbolList(algorithm),
    figures([
      ["source", algorithm.source],
      ["networks", algorithm.networks],
      ["ports", algorithm.ports.join(", ")],
      ["knowledge", knowledge],
    ]),
  ];
}

// Some algorithms of a collective, each in short.
function inShort(algorithm) {
  return element(
    "li",
    {},
    element("b", {}, algorithm.name),
    ` ${KINDS[algorithm.kind] || ""} `,
    formula(algorithm.time),
    element("span", { class: "soft" }, `, ${algorithm.source}`),
  );
}

export function aboutCollective(collective, meant) {
  const { aliases } = collective;
  const names = aliases.length > 0 ? `also called ${aliases.join(", ")}` : null;
  const count = collective.algorithms.length;
  return [
    element("h3", {}, collective.name),
    names && element("p", { class: "soft" }, names),
    element("p", {}, collective.meaning),
    meant.length < count
      ? null
      : element(
          "p",
          { class: "soft" },
          `${counted(count, "algorithm")}, with times in units:`,
        ),
    element("ul", { class: "plain short" }, ...meant.map(inShort)),
  ];
}

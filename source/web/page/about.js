// What an algorithm does, in words, and what it takes, by its formula.

import { element, figures } from "./element.js";
import { formula } from "./formula.js";
import { KINDS, counted } from "./format.js";

function symbolList(algorithm) {
  const rows = Object.entries(algorithm.symbols).flatMap(([name, meaning]) => [
    element("dt.formula", name),
    element("dd", meaning),
  ]);
  return rows.length > 0 && element("dl.symbols", ...rows);
}

export function aboutAlgorithm(collective, algorithm) {
  const knowledge = algorithm.known.length > 0 ? algorithm.known.join(", ") : "nothing";
  return [
    element("h3", `${collective.name}/${algorithm.name}`),
    element("p", collective.meaning),
    algorithm.idea && element("p", algorithm.idea),
    element(
      "p.time",
      element("span.soft", `time in units, ${KINDS[algorithm.kind] || algorithm.kind}`),
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
    element("b", algorithm.name),
    ` ${KINDS[algorithm.kind] || ""} `,
    formula(algorithm.time),
    element("span.soft", `, ${algorithm.source}`),
  );
}

export function aboutCollective(collective, meant) {
  const { aliases } = collective;
  const count = collective.algorithms.length;
  return [
    element("h3", collective.name),
    aliases.length > 0 && element("p.soft", `also called ${aliases.join(", ")}`),
    element("p", collective.meaning),
    meant.length === count &&
      element("p.soft", `${counted(count, "algorithm")}, with times in units:`),
    element("ul.plain.short", ...meant.map(inShort)),
  ];
}

// What the fields of a plan are called, what they take, and what completes them.

import { allExamples } from "./examples.js";
import { PORT_MODELS, grouped } from "./format.js";

export const BRACES = "braces hold lists and ranges: {4,8}, {4..12}, {1..64*2}";

// What each field is called and takes.
export function descriptions(catalogue) {
  return {
    network: { label: "Network", suggestions: allExamples(catalogue.networks) },
    broadcasters: {
      label: "Broadcasters",
      placeholder: "all",
      suggestions: ["all", "none", "random:20", "bernoulli:1/4", "nodes:3,5,9", "adversarial"],
      hint: "all, none, random:K, bernoulli:P, nodes:3,5,9, adversarial",
    },
    root: {
      label: "Root",
      placeholder: "0",
      hint: "the root of the collective",
      numeric: true,
    },
    ports: {
      label: "Ports",
      options: [
        ["", "as the algorithm declares"],
        ...Object.entries(PORT_MODELS).map(([name, words]) => [name, `${name}: ${words}`]),
      ],
    },
    seed: { label: "Seed", placeholder: "1", hint: "seed of all random draws", numeric: true },
    seeds: { label: "Seeds", placeholder: "1", hint: "1-30, or 1-10,77: one run of each" },
    trials: {
      label: "Trials",
      placeholder: "1000",
      numeric: true,
      hint: `each on a new random input, at most ${grouped(catalogue.limits.trials)}`,
    },
    k: { label: "Messages of a trial", placeholder: "1 to one for each node", hint: "5, or 1-20" },
    "slot-budget": {
      label: "Slot budget",
      placeholder: "none",
      numeric: true,
      hint: "slots after which the run is abandoned",
    },
  };
}

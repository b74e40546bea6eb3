// Networks to begin with, by kind; of some a sweep of sizes, too.

const EXAMPLES = {
  hypercube: ["hypercube:6", "hypercube:{3..8}"],
  torus: ["torus:5x5", "torus:{3,5,7}x5"],
  array: ["array:4x4", "array:4x{4..8}"],
  ring: ["ring:12", "ring:{4..32*2}"],
  path: ["path:8", "path:{4..32*2}"],
  complete: ["complete:8", "complete:{4..12}"],
  ccc: "ccc:3",
  butterfly: "butterfly:3",
  debruijn: "debruijn:4",
  star: "star:9",
  wheel: "wheel:9",
  bipartite: "bipartite:3x5",
  petersen: "petersen",
  tree: "tree:3",
  "random-graph": "random-graph:24.40.3",
  "folded-torus": "folded-torus:5x5",
  "random-regular": "random-regular:16.3.1",
  circulant: "circulant:12.1.5",
  "generalized-hypercube": "generalized-hypercube:4x4",
  "star-graph": "star-graph:4",
  "slim-fly": "slim-fly:3",
  "fat-tree": ["fat-tree:4", "fat-tree:{2,4}"],
  dragonfly: "dragonfly:2.1.2",
  clos: "clos:2.4.4",
  switch: "switch:8",
  box: "box:dgx1",
  product: "product(ring:3,path:4)",
  graph: null, // files have to be sent first
};

function kindOf(spec) {
  return spec.match(/^[\w-]+/)?.[0] ?? "";
}

// Of a family of the program's own, "mine:SIZE.STEP", with small numbers.
function exampleOf(spec) {
  const kind = kindOf(spec);
  return kind in EXAMPLES ? [EXAMPLES[kind]].flat()[0] : spec.replace(/(?<=[:.])[^.]+/g, "8");
}

// One of each kind that the server knows.
export function allExamples(kinds) {
  return kinds.map(exampleOf).filter(Boolean);
}

// For algorithms that run on "array, torus", or on "any connected" network.
export function examplesFor(networks, kinds) {
  const words = networks.flatMap((each) => each.match(/[a-z-]+/g) || []);
  const all = allExamples(kinds);
  if (words.includes("any")) return all.slice(0, 8);
  return all.filter((spec) => words.includes(kindOf(spec)));
}

// The same as a sweep of sizes.
export function asSweep(spec) {
  const [example, sweep] = [EXAMPLES[kindOf(spec)]].flat();
  return spec === example && sweep ? sweep : spec;
}

// The share of busy links over the time of a run, phases behind.

import { drawn } from "../controls.js";
import { element } from "../element.js";
import { counted, grouped, percent } from "../format.js";

const HEIGHT = 60;

function phaseBands(phases, slots) {
  let begin = 0;
  return phases.map(({ name, slots: length }, i) => {
    const [x, width] = [begin, length].map((each) => (each / slots) * 200);
    const fill = `var(--phase${i % 5})`;
    begin += length;
    return drawn("rect", { x, width, height: HEIGHT, fill }, drawn("title", name));
  });
}

function phaseNames(phases, slots) {
  const labels = phases.map(({ name, slots: length }) => {
    const label = element("span", name);
    label.style.flexGrow = String(length / slots);
    return label;
  });
  return element("div.phase-names", { "aria-hidden": "true" }, ...labels);
}

function bars(use, share) {
  const most = Math.max(...use, 1e-9);
  const width = (200 * share) / use.length;
  return use
    .map((part, i) => {
      const height = (part / most) * (HEIGHT - 4);
      const begin = `M${((i + 0.08) * width).toFixed(2)} ${HEIGHT}`;
      return `${begin}v${-height.toFixed(2)}h${(width * 0.84).toFixed(2)}v${height.toFixed(2)}Z`;
    })
    .join("");
}

// `slots` of `inAll`, which may be unknown; `phases` as results have them, or none.
export function useStrip(use, slots, inAll, phases = []) {
  const all = Math.max(inAll || slots, slots, 1);
  const bands = phases.length > 1 ? phases.filter((phase) => phase.slots > 0) : [];
  const inPhases = bands.reduce((sum, phase) => sum + phase.slots, 0);
  const words = ` over ${counted(slots, "slot")}, at most ${percent(Math.max(...use, 0))}`;
  return element(
    "figure.use",
    element("figcaption", "links in use", element("span.soft", words)),
    bands.length > 0 && phaseNames(bands, inPhases),
    drawn(
      "svg",
      {
        viewBox: `0 0 200 ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": `share of busy links${words}`,
      },
      ...phaseBands(bands, inPhases),
      drawn("path", { d: use.length ? bars(use, slots / all) : "", class: "bar" }),
    ),
    element(
      "div.ends.soft",
      { "aria-hidden": "true" },
      element("span", "slot 1"),
      element("span", grouped(all)),
    ),
  );
}

// The bars of a comparison as a drawing to take away, in the colours of light paper.

import { drawn } from "../controls.js";
import { units, valueOf } from "../format.js";

const ROW = 24;
const TOP = 64;
const LEFT = 170;
const WIDTH = 420;
const ENDS = 50;

// A colour of the palette on light ground, whatever the page has.
function colour(name) {
  const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith("/palette.css"));
  return sheet.cssRules[0].style.getPropertyValue(`--${name}`).trim();
}

function text(x, y, words, attributes = {}) {
  return drawn("text", { x, y, fill: colour("text"), ...attributes }, words);
}

function row(run, i, scale) {
  const y = TOP + i * ROW;
  const end = LEFT + scale * valueOf(run.time.units);
  const fill = colour(run.verdict === "complete" ? "message" : "line");
  const words = units(run.time.units) + (run.verdict === "complete" ? "" : `, ${run.verdict}`);
  return [
    text(LEFT - 8, y + 14, run.algorithm, { "text-anchor": "end" }),
    drawn("rect", { x: LEFT, y: y + 3, width: end - LEFT, height: 14, fill }),
    text(end + 5, y + 14, words),
  ];
}

function boundLine(bound, count, scale) {
  const x = LEFT + scale * valueOf(bound.units);
  const d = `M${x} ${TOP - 4}v${count * ROW + 4}`;
  return drawn("path", {
    d,
    stroke: colour("text"),
    "stroke-width": 1.5,
    "stroke-dasharray": "5 4",
  });
}

// An address that is the drawing itself.
export function barsAddress(title, { runs, lower_bound: bound }) {
  const scale = WIDTH / Math.max(...runs.map((run) => valueOf(run.time.units)), 1e-9);
  const height = TOP + runs.length * ROW + 12;
  const width = LEFT + WIDTH + ENDS;
  const dashed = bound ? `; dashed: the lower bound, ${units(bound.units)}` : "";
  const picture = drawn(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "font-family": "sans-serif",
      "font-size": 12,
    },
    drawn("rect", { width, height, fill: colour("card") }),
    text(14, 22, title, { "font-size": 15, "font-weight": "bold" }),
    text(14, 40, `time in units${dashed}`, { fill: colour("soft") }),
    ...runs.flatMap((run, i) => row(run, i, scale)),
    bound && boundLine(bound, runs.length, scale),
  );
  const written = new XMLSerializer().serializeToString(picture);
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written)}`;
}

// A figure of a store: means with their intervals, formulas as lines, lower bounds dashed.

import { drawn, element } from "../element.js";
import { rounded } from "../format.js";

const MARGIN = { left: 52, right: 14, top: 10, bottom: 40 };
export const STYLES = 7;
const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  "M-3.6 -3.6h7.2v7.2h-7.2Z",
  "M0 -4.8 4.5 3.4h-9Z",
  "M0 -5 5 0 0 5 -5 0Z",
  "M0 4.8 4.5 -3.4h-9Z",
  "M-1.6 -4.6h3.2v3h3v3.2h-3v3h-3.2v-3h-3v-3.2h3Z",
  "M0 -5 4.8 -1.5 3 4h-6L-4.8 -1.5Z",
];

export function shapeOf(style) {
  return SHAPES[(style + Math.floor(style / STYLES)) % SHAPES.length];
}

// Position of a value, as a share of its axis.
class Axis {
  constructor({ title, is_logarithmic: isLogarithmic, low, high, values = [] }, begin, end) {
    this.title = title;
    this.values = values;
    this.change = isLogarithmic ? (value) => Math.log(Math.max(value, 1e-12)) : (value) => value;
    this.isLogarithmic = isLogarithmic;
    this.low = low;
    this.high = high > low ? high : low + 1;
    this.begin = begin;
    this.end = end;
  }

  at(value) {
    const low = this.change(this.low);
    const part = (this.change(value) - low) / (this.change(this.high) - low);
    return this.begin + part * (this.end - this.begin);
  }

  // Values with names: those that there are, if they are few, or round ones.
  ticks(most) {
    const given = this.values.filter((value) => value >= this.low && value <= this.high);
    const all =
      given.length > 1 && given.length <= most
        ? given
        : this.isLogarithmic
          ? this.powers()
          : this.steps(most);
    const least = Math.abs(this.end - this.begin) / (most + 2);
    const kept = [];
    for (const value of all) {
      if (kept.length === 0 || Math.abs(this.at(value) - this.at(kept[kept.length - 1])) >= least)
        kept.push(value);
    }
    return kept;
  }

  steps(most) {
    const raw = (this.high - this.low) / Math.max(1, most - 1);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw);
    const first = Math.ceil(this.low / step - 1e-9);
    const count = Math.floor(this.high / step + 1e-9) - first + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, i) => (first + i) * step);
  }

  powers() {
    const all = [];
    for (let power = Math.floor(Math.log10(this.low || 1)); 10 ** power <= this.high; ++power) {
      all.push(...[1, 2, 5].map((each) => each * 10 ** power));
    }
    return all.filter((value) => value >= this.low && value <= this.high);
  }
}

function label(x, y, text, anchor, attributes = {}) {
  return drawn("text", { x, y, "text-anchor": anchor, ...attributes }, text);
}

function frame(x, y, size) {
  const parts = [];
  for (const value of y.ticks(Math.max(3, Math.floor(size.height / 44)))) {
    parts.push(
      drawn("path", {
        class: "grid",
        d: `M${MARGIN.left} ${y.at(value)}H${size.width - MARGIN.right}`,
      }),
      label(MARGIN.left - 7, y.at(value) + 4, rounded(value), "end"),
    );
  }
  for (const value of x.ticks(Math.max(3, Math.floor(size.width / 64)))) {
    parts.push(
      drawn("path", { class: "grid", d: `M${x.at(value)} ${y.begin}v4` }),
      label(x.at(value), y.begin + 17, rounded(value), "middle"),
    );
  }
  parts.push(
    drawn("path", { class: "axis", d: `M${MARGIN.left} ${y.begin}H${size.width - MARGIN.right}` }),
    label((x.begin + x.end) / 2, y.begin + 33, x.title, "middle", { class: "title" }),
    label(13, (y.begin + y.end) / 2, y.title, "middle", {
      class: "title",
      transform: `rotate(-90 13 ${(y.begin + y.end) / 2})`,
    }),
  );
  return parts;
}

function polyline(points, x, y) {
  return points
    .map(
      ([right, up], i) => `${i === 0 ? "M" : "L"}${x.at(right).toFixed(1)} ${y.at(up).toFixed(1)}`,
    )
    .join("");
}

function intervalAt(x, low, high) {
  return drawn("path", { class: "interval", d: `M${x - 3} ${low}h6m-3 0V${high}m-3 0h6` });
}

function pointOf({ x: right, mean, low, high }, name, style, x, y) {
  const place = [x.at(right), y.at(mean)];
  const hasInterval = low !== null && high !== null && low !== undefined;
  const words = `${name}: ${x.title} ${rounded(right)}, ${y.title} ${rounded(mean)}`;
  const range = hasInterval ? ` (${rounded(low)} to ${rounded(high)})` : "";
  return drawn(
    "g",
    { class: "point" },
    drawn("title", {}, words + range),
    hasInterval && intervalAt(place[0], y.at(Math.max(low, y.low)), y.at(high)),
    drawn("path", {
      class: "mark",
      d: shapeOf(style),
      transform: `translate(${place[0]} ${place[1]})`,
    }),
  );
}

function seriesOf({ name, style, points }, x, y) {
  const line = points
    .filter((point) => point.formula !== null && point.formula !== undefined)
    .map((point) => [point.x, point.formula]);
  return drawn(
    "g",
    { class: `series series${style % STYLES}` },
    line.length > 1 ? drawn("path", { class: "formula-line", d: polyline(line, x, y) }) : null,
    ...points.map((point) => pointOf(point, name, style, x, y)),
  );
}

// One panel, as wide as there is room.
export function panel({ name, series, bounds = [] }, figure, size) {
  const x = new Axis(figure.x, MARGIN.left + 10, size.width - MARGIN.right - 10);
  const y = new Axis(figure.y, size.height - MARGIN.bottom, MARGIN.top + 4);
  const picture = drawn(
    "svg",
    {
      class: "chart",
      width: size.width,
      height: size.height,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: "img",
      "aria-label": `${figure.title}${name ? `, ${name}` : ""}; the table below has its numbers`,
    },
    ...frame(x, y, size),
    ...bounds.map(({ style, line }) =>
      drawn("path", {
        class: `bound-line ${style === null ? "" : `series${style % STYLES}`}`,
        d: polyline(line, x, y),
      }),
    ),
    ...series.map((each) => seriesOf(each, x, y)),
  );
  return element("figure", { class: "panel" }, name && element("figcaption", {}, name), picture);
}

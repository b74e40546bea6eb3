// Tables: columns are pairs of a name and a class, rows have a content for each.

import { element } from "./element.js";

function isCell(content) {
  return content instanceof Element && content.matches("td, th");
}

function row(columns, contents) {
  const cells = contents.map((content, i) =>
    isCell(content) ? content : element("td", { class: columns[i][1] }, content),
  );
  return element("tr", ...cells);
}

export function body(columns, rows) {
  return rows.map((contents) => row(columns, contents));
}

export function table(columns, rows, attributes = {}) {
  const head = columns.map(([name, kind]) =>
    element(name ? "th" : "td", { scope: name ? "col" : null, class: kind }, name),
  );
  return element(
    "table",
    attributes,
    element("thead", element("tr", ...head)),
    element("tbody", ...body(columns, rows)),
  );
}

// One that may be larger than its place.
export function scrolled(made, name) {
  return element("div.scroll", { tabindex: "0", role: "region", "aria-label": name }, made);
}

// The runs of this server, the newest first.

import { api } from "./api.js";
import { button, card, link } from "./controls.js";
import { element } from "./element.js";
import { duration, moment, verdictClass, verdictInWords } from "./format.js";
import { body, table } from "./table.js";

const PAGE = 50;

const COLUMNS = [
  ["run"],
  ["plan", "long"],
  ["verdict"],
  ["duration", "number narrow-not"],
  ["started", "narrow-not"],
];

function row(run) {
  const address = `/runs/${run.id}`;
  const words = run.text.replace(/^tutti /, "");
  return [
    link(`${run.id}`, address, { "aria-label": `run ${run.id}` }),
    link(words, address, { tabindex: "-1", title: run.text }),
    element(`span.pill.${verdictClass(run)}`, verdictInWords(run).split(":")[0]),
    run.state === "ended" ? duration(run.seconds) : "",
    moment(run.created),
  ];
}

function runsTable(runs) {
  return table(COLUMNS, runs.map(row), { class: "runs" });
}

// A card that fills itself, and stays away while there are none.
export function recentRuns(count) {
  const made = card("Earlier runs", element("p.soft", link("all runs", "/runs")));
  made.hidden = true;
  api
    .runs(undefined, count)
    .then(({ runs }) => {
      made.hidden = runs.length === 0;
      made.lastChild.before(runsTable(runs));
    })
    .catch(() => {});
  return made;
}

function runsView(first) {
  const made = runsTable([]);
  const wrong = element("p.wrong", { role: "alert" });
  let last = 1;
  const more = button("earlier runs", () =>
    api.runs(last, PAGE).then(append, ({ message }) => (wrong.textContent = message)),
  );
  function append({ runs }) {
    wrong.textContent = "";
    made.querySelector("tbody").append(...body(COLUMNS, runs.map(row)));
    last = runs.at(-1)?.id ?? 1;
    more.hidden = runs.length < PAGE || last <= 1;
  }
  append(first);
  return { content: [card("Runs", made, wrong, element("p.row", more))] };
}

export async function showRuns() {
  const first = await api.runs(undefined, PAGE);
  if (first.runs.length > 0) return runsView(first);
  const words = ["Nothing has been run yet. ", link("Start a first run", "/"), "."];
  return { content: [card("Runs", element("p", ...words))] };
}

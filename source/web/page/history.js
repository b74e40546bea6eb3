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

class RunsView {
  constructor(runs) {
    const made = runsTable([]);
    this.body = made.querySelector("tbody");
    this.wrong = element("p.wrong", { role: "alert" });
    this.more = button("earlier runs", () => this.add());
    this.content = [card("Runs", made, this.wrong, element("p.row", this.more))];
    this.append(runs);
  }

  append(runs) {
    this.body.append(...body(COLUMNS, runs.map(row)));
    this.last = runs.at(-1)?.id ?? 1;
    this.more.hidden = runs.length < PAGE || this.last <= 1;
  }

  async add() {
    try {
      const { runs } = await api.runs(this.last, PAGE);
      this.wrong.textContent = "";
      this.append(runs);
    } catch (wrong) {
      this.wrong.textContent = wrong.message;
    }
  }
}

export async function showRuns() {
  const { runs } = await api.runs(undefined, PAGE);
  if (runs.length > 0) return new RunsView(runs);
  const words = ["Nothing has been run yet. ", link("Start a first run", "/"), "."];
  return { content: [card("Runs", element("p", ...words))] };
}

// The runs of this server, the newest first.

import { api } from "./api.js";
import { button, card, element, link } from "./element.js";
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
    element("span", { class: `pill ${verdictClass(run)}` }, verdictInWords(run).split(":")[0]),
    run.state === "ended" ? duration(run.seconds) : "",
    moment(run.created),
  ];
}

function runsTable(runs) {
  return table(COLUMNS, runs.map(row), { class: "runs" });
}

// A card that fills itself, and stays away while there are none.
export function recentRuns(count) {
  const made = card("Earlier runs", element("p", { class: "soft" }, link("all runs", "/runs")));
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
    this.body = null;
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.more = button("earlier runs", () => this.add(), { hidden: true });
    this.content = [runs.length === 0 ? this.empty() : this.list(runs)];
  }

  empty() {
    return card(
      "Runs",
      element("p", {}, "Nothing has been run yet. ", link("Start a first run", "/"), "."),
    );
  }

  list(runs) {
    const made = runsTable(runs);
    this.body = made.querySelector("tbody");
    this.heed(runs);
    return card("Runs", made, this.wrong, element("p", { class: "row" }, this.more));
  }

  heed(runs) {
    this.last = runs.length > 0 ? runs[runs.length - 1].id : 1;
    this.more.hidden = runs.length < PAGE || this.last <= 1;
  }

  async add() {
    try {
      const { runs } = await api.runs(this.last, PAGE);
      this.wrong.textContent = "";
      this.body.append(...body(COLUMNS, runs.map(row)));
      this.heed(runs);
    } catch (wrong) {
      this.wrong.textContent = wrong.message;
    }
  }

  close() {}
}

export async function showRuns() {
  const { runs } = await api.runs(undefined, PAGE);
  return new RunsView(runs);
}

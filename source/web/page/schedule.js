// Verifies a schedule that is pasted, dropped or chosen, and has the nodes play one that is right.

import { api } from "./api.js";
import { button, card, icon } from "./controls.js";
import { element, figures, refill } from "./element.js";
import { Field, UNAIDED } from "./field.js";
import { go } from "./route.js";

const EXAMPLE = `# network: ring:3
# collective: allgather
slot,from,to,message
1,0,1,0
1,1,2,1
1,2,0,2
2,0,1,2
2,1,2,0
2,2,0,1
`;

const COLLECTIVES = [
  "allgather",
  "alltoall",
  "broadcast",
  "scatter",
  "gather",
  "allreduce",
  "reduce",
  "reduce-scatter",
];

const REPORTED = 8;

function timeOf({ time }) {
  const { slots, units } = time;
  return `${slots} slots${units === String(slots) ? "" : `, ${units} units`}`;
}

// What the server found, with the first fault in words.
function findings({ report }) {
  const isRight = report.verdict === "complete";
  const bound = report.lower_bound;
  const [first] = report.faults;
  const more = report.fault_count - 1;
  return [
    element(
      "p.row",
      element(`span.pill.${isRight ? "good" : "bad"}`, report.verdict),
      element("span", isRight ? "every check holds" : (first?.text ?? "")),
    ),
    more > 0 && element("p.soft", `${more} more, which may follow from the first`),
    figures([
      ["format", report.format],
      ["network", report.network],
      ["collective", report.collective ?? "not known"],
      ["participants", report.participants],
      ["rows", report.rows],
      ["time", timeOf(report)],
      bound && ["lower bound", `${bound.slots} slots: ${bound.assumes}`],
    ]),
    ...report.remarks.slice(0, REPORTED).map((remark) => element("p.soft", remark)),
  ];
}

// Where files may be dropped, too.
class ScheduleText {
  constructor(changed) {
    this.input = element("textarea.schedule", {
      ...UNAIDED,
      id: "schedule",
      rows: 14,
      placeholder: EXAMPLE,
      "aria-describedby": "schedule-hint",
      input: () => this.take(this.input.value, ""),
    });
    this.file = element("input", {
      type: "file",
      "aria-label": "a file",
      change: () => this.read(this.file.files[0]),
    });
    this.root = element(
      "div.field",
      element("label", { for: "schedule" }, "schedule"),
      this.input,
      element(
        "p.hint",
        { id: "schedule-hint" },
        "CSV with slot,from,to,message, TE-CCL or msccl JSON, MSCCL XML, ForestColl trees or GOAL: paste it, drop a file, or choose one.",
      ),
      this.file,
    );
    this.root.addEventListener("dragover", (event) => this.hover(event, true));
    this.root.addEventListener("dragleave", (event) => this.hover(event, false));
    this.root.addEventListener("drop", (event) => this.drop(event));
    this.name = "";
    this.changed = changed;
  }

  take(text, name) {
    this.name = name;
    this.input.value = text;
    this.changed();
  }

  async read(file) {
    if (file) this.take(await file.text(), file.name);
  }

  // Text that is dropped is taken by the text field itself.
  hover(event, isHere) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    this.root.classList.toggle("dropping", isHere);
  }

  drop(event) {
    this.hover(event, false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.read(file);
  }
}

class ScheduleView {
  constructor() {
    const changed = () => this.forget();
    this.text = new ScheduleText(changed);
    this.fields = {
      network: new Field({
        label: "network",
        hint: "by default that of the file, or the links that it uses",
        changed,
      }),
      collective: new Field({
        label: "collective",
        hint: "by default that of the file",
        options: [["", "of the file"], ...COLLECTIVES.map((each) => [each, each])],
        changed,
      }),
      root: new Field({ label: "root", hint: "an id or a name", changed }),
    };
    this.wrong = element("p.wrong", { role: "alert" });
    this.verify = button([icon("holds"), "verify"], () => this.send(), { class: "primary" });
    this.found = element("div", { "aria-live": "polite" });
    const beside = Object.values(this.fields).map((field) => field.root);
    this.content = [
      element("h1", "Schedule"),
      card(
        "Verify a schedule",
        this.text.root,
        element("div.fields.of-schedule", ...beside),
        element("p.row", this.verify),
        this.wrong,
      ),
      this.found,
    ];
  }

  // What was found is of another text now.
  forget() {
    this.wrong.textContent = "";
    refill(this.found);
  }

  async send() {
    this.forget();
    const given = Object.entries(this.fields).map(([name, field]) => [name, field.value]);
    this.verify.disabled = true;
    try {
      const answer = await api.schedule(this.text.input.value, {
        ...Object.fromEntries(given),
        name: this.text.name,
      });
      refill(this.found, card("Findings", ...findings(answer), this.player(answer)));
    } catch ({ message }) {
      this.wrong.textContent = message;
    } finally {
      this.verify.disabled = false;
    }
  }

  player({ plan }) {
    if (plan === null) return null;
    return element(
      "p.row",
      button([icon("go"), "run and replay"], () => this.play(plan), { class: "primary" }),
    );
  }

  async play(plan) {
    try {
      const { id } = await api.start(plan);
      go(`/runs/${id}`);
    } catch ({ message }) {
      this.wrong.textContent = message;
    }
  }
}

export function showSchedule() {
  return new ScheduleView();
}

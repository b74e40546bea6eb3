// The start: what is to be run is chosen, checked and begun.

import { aboutAlgorithm, aboutCollective } from "./about.js";
import { api } from "./api.js";
import { button, card, icon, say } from "./controls.js";
import { element, refill } from "./element.js";
import { Estimate } from "./estimate.js";
import { Field } from "./field.js";
import { Finder } from "./finder.js";
import { Form } from "./form.js";
import { bytes, counted } from "./format.js";
import { recentRuns } from "./history.js";
import { NetworkPreview } from "./figures/network_preview.js";
import { COMMANDS, addressOf, planOf } from "./plan.js";
import { go, keep } from "./route.js";

const WAIT = 300; // milliseconds after the last key until the server is asked

class ChoiceView {
  constructor(catalogue, plan) {
    this.catalogue = catalogue;
    this.about = element("div.about");
    this.estimate = new Estimate(catalogue.limits);
    this.preview = new NetworkPreview();
    this.goWords = element("span", "Run");
    this.goButton = element(
      "button.primary",
      { type: "submit", id: "go" },
      icon("go"),
      this.goWords,
    );
    this.wrong = element("p.wrong", { role: "alert", id: "wrong" });
    this.isFilled = false;
    this.form = new Form(catalogue, () => this.changed());
    this.finder = new Finder(catalogue, (...chosen) => this.take(...chosen));
    this.content = [
      element(
        "form.choice-view",
        { novalidate: true, "aria-label": "plan", submit: (event) => this.submit(event) },
        this.leftSide(),
        this.rightSide(),
      ),
      recentRuns(5),
    ];
    this.form.plan = plan;
    this.isFilled = true;
    this.changed(0, false);
  }

  opened() {
    this.form.algorithms.reveal();
    this.goButton.focus({ preventScroll: true });
  }

  leftSide() {
    const { algorithms, collective, commands, fields, parameters } = this.form;
    const { network, ...others } = fields;
    return element(
      "div",
      element(
        "div.row.top",
        element("h1", "Run an algorithm on an emulated network"),
        commands.root,
      ),
      card(
        "Collective and algorithm",
        element(
          "div.what",
          element("div.names", this.finder.root, collective.root, algorithms.root),
          this.about,
        ),
      ),
      card(
        "Network and input",
        element(
          "div.grid",
          element("div.wide", network.root, this.upload()),
          ...Object.values(others).map(({ root }) => root),
        ),
        parameters,
      ),
    );
  }

  rightSide() {
    return element(
      "aside",
      element(
        "section.card",
        { "aria-label": "estimate" },
        element("div.begin", this.goButton, this.estimate.line),
        this.wrong,
        this.estimate.root,
      ),
      this.preview.root,
    );
  }

  // A network from a file.
  upload() {
    const most = bytes(this.catalogue.limits.graph_bytes);
    const file = element("input.hidden", {
      type: "file",
      id: "graph",
      tabindex: "-1",
      "aria-label": "a file with a network",
      change: () => this.sendGraph(file.files[0]),
    });
    this.fileOptions = new Field({
      label: "Options of the file",
      "data-field": "file-options",
      placeholder: "none",
      hint: "base=1, weights=parallel, directed=both, ..; with commas between",
      changed: () => {},
      change: () => this.sendGraph(this.file),
    });
    const ask = () => {
      file.value = "";
      file.click();
    };
    return element(
      "div",
      element(
        "div.row",
        file,
        button("a network of your own\u2026", ask),
        element("span.hint", `two nodes a line, or one of 12 other formats; at most ${most}`),
      ),
      this.fileOptions.root,
    );
  }

  async sendGraph(file) {
    if (!file) return;
    this.file = file;
    const most = this.catalogue.limits.graph_bytes;
    try {
      if (file.size > most) throw new Error(`'${file.name}' is larger than ${bytes(most)}`);
      const { spec, nodes, links } = await api.graph(await file.text(), this.optionsOfFile);
      this.form.takeNetwork(spec);
      say(`${file.name}: ${counted(nodes, "node")}, ${counted(links, "link")}`);
    } catch (wrong) {
      this.form.complain("network", wrong.message);
    }
  }

  // Blanks around commas are for people.
  get optionsOfFile() {
    return this.fileOptions.value.replace(/\s*,\s*/g, ",");
  }

  take(collective, algorithm) {
    this.form.chooseCollective(collective, algorithm);
    this.form.algorithms.reveal();
    this.form.algorithms.focus();
    if (this.form.algorithms.root.hidden) this.form.collective.focus();
  }

  changed(wait = WAIT, isKept = true) {
    if (!this.isFilled) return;
    const { command, meant, chosenCollective } = this.form;
    this.goWords.textContent = COMMANDS[command];
    refill(
      this.about,
      meant.length === 1
        ? aboutAlgorithm(chosenCollective, meant[0])
        : aboutCollective(chosenCollective, meant),
    );
    if (isKept) keep(addressOf(this.form.plan));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), wait);
  }

  // What the command line would say of the plan, at the field that it is about.
  async check() {
    this.asking?.abort();
    this.asking = new AbortController();
    const { plan } = this.form;
    this.estimate.wait();
    try {
      const found = await api.check(plan, this.asking.signal);
      this.form.complain(null, "");
      this.wrong.textContent = "";
      this.estimate.show(plan, found);
      this.preview.show(plan.network);
    } catch (wrong) {
      if (wrong.name !== "AbortError") this.refuse(wrong);
    }
  }

  refuse(wrong) {
    const field = this.form.complain(wrong.field, wrong.message);
    this.wrong.textContent = field ? "" : wrong.message;
    this.estimate.refuse(field);
    if (wrong.field === "network") this.preview.clear();
    return field;
  }

  async submit(event) {
    event.preventDefault();
    if (this.isStarting) return;
    this.isStarting = true;
    this.goButton.setAttribute("aria-busy", "true");
    clearTimeout(this.timer);
    this.asking?.abort();
    this.estimate.wait("begins\u2026");
    try {
      const { plan } = this.form;
      const run = await api.start(plan);
      keep(addressOf(plan));
      go(`/runs/${run.id}`);
    } catch (wrong) {
      this.refuse(wrong)?.focus();
    } finally {
      this.isStarting = false;
      this.goButton.removeAttribute("aria-busy");
    }
  }

  close() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.preview.clear();
  }
}

export async function showChoice(match, query) {
  if (!query.has("text")) return new ChoiceView(await api.catalogue(), planOf(query));
  const plan = await api.plan(query.get("text"));
  keep(addressOf(plan));
  return new ChoiceView(await api.catalogue(), plan);
}

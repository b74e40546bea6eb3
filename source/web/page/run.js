// A run at its own address: watched while it goes on, shown when it has ended.

import { Follower, api } from "./api.js";
import { comparison } from "./comparison.js";
import { button, card, command, copier, download, icon, link, say } from "./controls.js";
import { element, refill } from "./element.js";
import { duration, verdictClass, verdictInWords } from "./format.js";
import { addressOf, partsOf, textOf } from "./plan.js";
import { result } from "./result.js";
import { go } from "./route.js";
import { stressResult } from "./stress.js";
import { SweepView } from "./sweep.js";
import { tuning } from "./tuning.js";
import { Watch } from "./watch.js";

const PICTURES = 4; // a second
const WORDS = {
  run: "",
  compare: "comparison of algorithms for ",
  stress: "stress of ",
  sweep: "sweep of ",
  tune: "tuning of ",
};
const RESULTS = { run: result, compare: comparison, stress: stressResult, tune: tuning };

function titleOf({ id, plan, result }) {
  const { name, algorithms } = partsOf(plan.collective);
  const chosen = algorithms.join(", ") || (plan.command === "run" && result?.algorithm) || "";
  const network = textOf(plan.network);
  return [`${chosen || name} on ${network}`, `run ${id}: ${WORDS[plan.command]}${name}`];
}

// What a plan names of what was sent: networks, and a schedule.
function sentFor(plan) {
  const networks = graphsOf(plan).map((name) => download("network", api.address(`graphs/${name}`)));
  const { file } = plan.set ?? {};
  return file ? [...networks, download("schedule", api.address(`graphs/${file}`))] : networks;
}

// The names of networks that were sent.
function graphsOf(plan) {
  return [...new Set(JSON.stringify(plan.network ?? "").match(/(?<=graph:)[0-9a-f]{16}/g))];
}

class RunView {
  constructor(run, catalogue) {
    this.run = run;
    this.catalogue = catalogue;
    this.title = element("h1", { tabindex: "-1" });
    this.subtitle = element("p.soft");
    this.pill = element("p.pill", { id: "verdict" });
    this.actions = element("div.row.actions");
    this.wrong = element("p.wrong", { role: "alert" });
    this.body = element("div.body");
    this.content = [
      element(
        "section.card",
        { "aria-label": "run" },
        element("div.row.titles", this.title, this.pill),
        this.subtitle,
        command(run.text),
        this.actions,
        this.wrong,
      ),
      this.body,
    ];
    this.sweep = run.command === "sweep" ? new SweepView(run) : null;
    this.show(run);
    if (run.state !== "ended")
      this.follower = new Follower(run.id, PICTURES, (event) => this.hear(event));
  }

  opened() {
    this.title.focus({ preventScroll: true });
  }

  hear({ event, run, picture }) {
    if (event === "ended" || run?.state === "ended") this.end();
    else if (event === "run") this.show({ ...this.run, ...run });
    else if (event === "picture") {
      this.watch?.show(picture);
      this.sweep?.progress();
    }
  }

  // What is said of the end has no result: that is asked for, once.
  end() {
    this.follower.close();
    if (!this.isEnding) this.askForEnd();
    this.isEnding = true;
  }

  async askForEnd() {
    try {
      this.show(await api.run(this.run.id));
      say(`run ${this.run.id} has ended: ${verdictInWords(this.run)}`);
    } catch (wrong) {
      if (wrong.status === 0) this.timer = setTimeout(() => this.askForEnd(), 2000);
      else this.show({ ...this.run, state: "ended", verdict: null, error: wrong.message });
    }
  }

  show(run) {
    this.run = run;
    const [title, subtitle] = titleOf(run);
    this.title.textContent = title;
    this.subtitle.textContent =
      run.state === "ended" ? `${subtitle}, took ${duration(run.seconds)}` : subtitle;
    document.title = `${title} \u00b7 tutti`;
    this.pill.textContent = verdictInWords(run);
    this.pill.className = `pill ${verdictClass(run)}`;
    this.showActions();
    if (run.state === "ended") this.showEnd();
    else this.showWatch();
  }

  showActions() {
    const hadFocus = this.actions.contains(document.activeElement);
    refill(this.actions, this.run.state === "ended" ? this.actionsAfter() : this.stopButton());
    if (hadFocus) (this.actions.querySelector("a, button:not(:disabled)") || this.title).focus();
  }

  stopButton() {
    const isStopping = this.run.state === "stopping";
    const words = isStopping ? "stopping\u2026" : "stop";
    const attributes = { id: "stop", disabled: isStopping };
    return button([icon("stop"), words], () => this.stop(), attributes);
  }

  actionsAfter() {
    const { run } = this;
    const file = (name) => download(name, api.address(`runs/${run.id}/${name}`));
    return [
      run.has_recording &&
        link([icon("go"), "replay slot by slot"], api.address(`runs/${run.id}/replay`), {
          class: "button primary",
          id: "replay",
        }),
      link("change and run", addressOf(run.plan), { class: "button" }),
      button([icon("rerun"), "repeat"], () => this.again()),
      run.result && file("result"),
      run.command === "compare" &&
        run.result &&
        download("picture", api.address(`runs/${run.id}/picture`), `run-${run.id}-bars.svg`, {
          id: "bars",
        }),
      run.has_recording && file("recording"),
      ...sentFor(run.plan),
      copier(location.href, "copy the address"),
    ];
  }

  async stop() {
    try {
      this.wrong.textContent = "";
      this.show({ ...this.run, ...(await api.stop(this.run.id)) });
    } catch (wrong) {
      if (wrong.status !== 409) this.wrong.textContent = wrong.message;
    }
  }

  async again() {
    try {
      const { id } = await api.start(this.run.plan);
      go(`/runs/${id}`);
    } catch (wrong) {
      this.wrong.textContent = wrong.message;
    }
  }

  showWatch() {
    const { run } = this;
    if (!this.watch) {
      this.watch = new Watch(run);
      refill(this.body, this.watch.root, this.sweep?.root);
    }
    this.watch.state(run);
    if (run.picture) this.watch.show(run.picture);
  }

  showEnd() {
    const { run } = this;
    this.follower?.close();
    this.watch?.close();
    this.watch = null;
    this.sweep?.end(run);
    refill(
      this.body,
      run.error && card("No result", element("p.wrong", run.error)),
      this.sweep?.root ?? (run.result && RESULTS[run.command](run, this.catalogue)),
    );
    // If the user only waited, the page goes on with the replay.
    if (document.activeElement === this.title) this.actions.querySelector("#replay")?.focus();
  }

  close() {
    clearTimeout(this.timer);
    this.follower?.close();
    this.watch?.close();
    this.sweep?.close();
  }
}

export async function showRun([, id]) {
  const [run, catalogue] = await Promise.all([api.run(id), api.catalogue()]);
  return new RunView(run, catalogue);
}

// A run while it goes on: its progress, what its packets do, and a small network itself.

import { api } from "./api.js";
import { drawn } from "./controls.js";
import { element, figures, refill } from "./element.js";
import { counted, duration, grouped, ofAll, percent, rounded } from "./format.js";
import { NetworkView } from "./figures/network_view.js";
import { useStrip } from "./figures/use_strip.js";

function lineKey(name, words) {
  const line = drawn("path", { d: "M1 4h22" });
  const sample = drawn("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, line);
  return element(`span.key.${name}`, sample, words);
}

// "3 of 5", where it is known of how many.
function ofKnown(number, all) {
  return all ? ofAll(number, all) : grouped(number);
}

function runRows(picture) {
  const { algorithm, busy, links } = picture;
  const share = links ? ` (${percent(busy / links)})` : "";
  return [
    algorithm && [
      "algorithm",
      picture.algorithms
        ? `${algorithm}, ${picture.begun} of ${picture.algorithms}`
        : `${algorithm}, run ${grouped(picture.begun)}`,
    ],
    ["slot", ofKnown(picture.slot, picture.slots)],
    ["phase", picture.phase || "\u2013"],
    ["busy links", ofKnown(busy, links) + share],
    ["packets sent so far", grouped(picture.transmissions)],
    ["deliveries", ofKnown(picture.deliveries, picture.required)],
    ["speed", `${rounded(picture.slots_per_second)} slots/s`],
  ];
}

function stressRows(picture) {
  return [
    ["trials", ofKnown(picture.finished, picture.trials)],
    ["failed", grouped(picture.failed)],
    picture.shrinking > 0 && ["now", `shrinking ${counted(picture.shrinking, "failure")}`],
  ];
}

function sweepRows(picture) {
  return [
    ["runs", ofKnown(picture.finished, picture.runs)],
    ["not complete", grouped(picture.failed)],
    picture.stored > 0 && ["stored before", grouped(picture.stored)],
    Number.isFinite(picture.seconds_left) && ["still", duration(picture.seconds_left)],
  ];
}

// What is shown of a picture, and what its progress is, of how many.
const ONE_RUN = { rowsOf: runRows, part: "slot", whole: "slots" };
const MANY_RUNS = {
  stress: { rowsOf: stressRows, part: "finished", whole: "trials" },
  sweep: { rowsOf: sweepRows, part: "finished", whole: "runs" },
};

export class Watch {
  constructor(run) {
    this.isOne = !(run.command in MANY_RUNS);
    this.form = MANY_RUNS[run.command] ?? ONE_RUN;
    this.plan = run.plan;
    this.words = element("h2");
    this.bar = element("progress", { "aria-label": "progress" });
    this.rows = element("div");
    this.use = element("div");
    this.stage = element("section.card.stage", { hidden: true, "aria-label": "the network" });
    const shown = [this.words, this.bar, this.rows, this.use];
    this.root = element(
      "div.watch",
      this.stage,
      element("section.card", { id: "watch", "aria-label": "now" }, ...shown),
    );
    if (this.isOne) this.openNetwork();
  }

  async openNetwork() {
    try {
      const { layout } = await api.network(this.plan.network);
      if (!layout || this.isClosed) return;
      this.view = new NetworkView(layout);
      this.view.describe(`the links of ${this.plan.network} that are busy`);
      this.stage.append(
        this.view.root,
        element(
          "div.row.keys",
          lineKey("message", "carries a message"),
          lineKey("control", "carries control alone"),
          lineKey("idle", "idle"),
        ),
      );
      if (this.picture) this.draw(this.picture);
    } catch {
      // Figures are enough.
    }
  }

  state({ state, place }) {
    const words = {
      waiting: `Waiting${place ? `, place ${grouped(place)} in the queue` : ""}`,
      stopping: this.isOne
        ? "Stopping at the end of the slot"
        : "Stopping when the current runs have ended",
    };
    this.words.textContent = words[state] ?? "Running";
  }

  show(picture) {
    this.picture = picture;
    const { rowsOf, part, whole } = this.form;
    refill(this.rows, figures([...rowsOf(picture), ["time", duration(picture.seconds)]]));
    const all = picture[whole];
    if (all) Object.assign(this.bar, { max: all, value: Math.min(picture[part], all) });
    else this.bar.removeAttribute("value");
    if (picture.use) refill(this.use, useStrip(picture.use, picture.slot, picture.slots));
    this.draw(picture);
  }

  draw({ sent }) {
    this.stage.hidden = !this.view || !sent;
    if (sent) this.view?.show(sent);
  }

  close() {
    this.isClosed = true;
    this.view?.close();
  }
}

// A run while it goes on: its progress, what its packets do, and a small network itself.

import { api } from "./api.js";
import { drawn, element, figures } from "./element.js";
import { counted, duration, grouped, percent, rounded } from "./format.js";
import { NetworkView } from "./figures/network_view.js";
import { useStrip } from "./figures/use_strip.js";

export function lineKey(name, words) {
  return element(
    "span",
    { class: `key ${name}` },
    drawn("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, drawn("path", { d: "M1 4h22" })),
    words,
  );
}

// "3 of 5", where it is known of how many.
function ofAll(number, all) {
  return all ? `${grouped(number)} of ${grouped(all)}` : grouped(number);
}

function runRows(picture) {
  const share = picture.links ? ` (${percent(picture.busy / picture.links)})` : "";
  return [
    picture.algorithm && [
      "algorithm",
      `${picture.algorithm}, ${picture.begun} of ${picture.algorithms}`,
    ],
    ["slot", ofAll(picture.slot, picture.slots)],
    ["phase", picture.phase || "\u2013"],
    ["busy links", ofAll(picture.busy, picture.links) + share],
    ["packets sent so far", grouped(picture.transmissions)],
    ["deliveries", ofAll(picture.deliveries, picture.required)],
    ["speed", `${rounded(picture.slots_per_second)} slots/s`],
  ];
}

function stressRows(picture) {
  return [
    ["trials", ofAll(picture.finished, picture.trials)],
    ["failed", grouped(picture.failed)],
    picture.shrinking > 0 && [
      "now",
      `shrinking ${counted(picture.shrinking, "failure")}`,
    ],
  ];
}

function sweepRows(picture) {
  return [
    ["runs", ofAll(picture.finished, picture.runs)],
    ["not complete", grouped(picture.failed)],
    picture.stored > 0 && ["stored before", grouped(picture.stored)],
    Number.isFinite(picture.seconds_left) && ["still", duration(picture.seconds_left)],
  ];
}

// How far it is: a part of all, if that is known.
function progressOf(command, picture) {
  if (command === "stress") return [picture.finished, picture.trials];
  if (command === "sweep") return [picture.finished, picture.runs];
  return [picture.slot, picture.slots];
}

export class Watch {
  constructor(run) {
    this.command = run.command;
    this.plan = run.plan;
    this.words = element("h2", {});
    this.bar = element("progress", { "aria-label": "progress" });
    this.rows = element("div", {});
    this.use = element("div", {});
    this.stage = element("section", {
      class: "card stage",
      hidden: true,
      "aria-label": "the network",
    });
    this.root = element(
      "div",
      { class: "watch" },
      this.stage,
      element(
        "section",
        { class: "card", id: "watch", "aria-label": "now" },
        this.words,
        this.bar,
        this.rows,
        this.use,
      ),
    );
    if (this.command === "run" || this.command === "compare") this.openNetwork();
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
          "p",
          { class: "keys" },
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
    const isOne = this.command === "run" || this.command === "compare";
    const words = {
      waiting: `Waiting${place ? `, place ${grouped(place)} in the queue` : ""}`,
      stopping: isOne
        ? "Stopping at the end of the slot"
        : "Stopping when the current runs have ended",
    };
    this.words.textContent = words[state] ?? "Running";
  }

  show(picture) {
    this.picture = picture;
    const rows = { stress: stressRows, sweep: sweepRows }[this.command] || runRows;
    this.rows.replaceChildren(figures([...rows(picture), ["time", duration(picture.seconds)]]));
    const [done, all] = progressOf(this.command, picture);
    if (all) {
      this.bar.max = all;
      this.bar.value = Math.min(done, all);
    } else this.bar.removeAttribute("value");
    if (picture.use) this.use.replaceChildren(useStrip(picture.use, picture.slot, picture.slots));
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

// A field that finds a collective or an algorithm by any of its names and by what it does.

import { element, refill } from "./element.js";
import { UNAIDED } from "./field.js";
import { withAliases } from "./plan.js";

function entriesOf(catalogue) {
  return catalogue.collectives.flatMap((collective) => {
    const names = [collective.name, ...collective.aliases].join(" ");
    return [
      {
        collective: collective.name,
        algorithm: "",
        name: withAliases(collective.name, collective.aliases),
        about: collective.meaning,
        text: `${names} ${collective.meaning}`.toLowerCase(),
        names: names.toLowerCase(),
      },
      ...collective.algorithms.map((each) => ({
        collective: collective.name,
        algorithm: each.name,
        name: `${collective.name}/${each.name}`,
        about: each.source,
        text: `${names} ${each.name} ${each.idea} ${each.source} ${each.networks}`.toLowerCase(),
        names: `${each.name} ${collective.name}/${each.name}`.toLowerCase(),
      })),
    ];
  });
}

// How well an entry answers to words: all have to be in it; whole names come first.
function worth(entry, words) {
  if (!words.every((word) => entry.text.includes(word))) return 0;
  const begins = words.every((word) =>
    entry.names.split(/[\s/]/).some((name) => name.startsWith(word)),
  );
  const isName = words.length === 1 && entry.names.split(" ").includes(words[0]);
  return 1 + (entry.algorithm === "" ? 2 : 0) + (begins ? 4 : 0) + (isName ? 8 : 0);
}

function found(entries, text, most) {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return entries.filter((entry) => entry.algorithm === "");
  return entries
    .map((entry) => [worth(entry, words), entry])
    .filter(([value]) => value > 0)
    .sort(([one], [other]) => other - one)
    .slice(0, most)
    .map(([, entry]) => entry);
}

export class Finder {
  constructor(catalogue, chosen) {
    this.entries = entriesOf(catalogue);
    this.chosen = chosen;
    this.at = -1;
    this.list = element("ul.found", {
      id: "found",
      role: "listbox",
      "aria-label": "found",
      hidden: true,
    });
    this.input = element("input", {
      id: "find",
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "found",
      "aria-autocomplete": "list",
      ...UNAIDED,
      placeholder: "allgather, alltoall, prefix, torus, \u2026",
      input: () => this.show(),
      focus: () => this.show(),
      blur: () => this.hide(),
      click: () => this.show(),
      keydown: (event) => this.press(event),
    });
    this.root = element(
      "div.field",
      element("label", { for: "find" }, "Find a collective or an algorithm"),
      this.input,
      this.list,
    );
  }

  show() {
    this.shown = found(this.entries, this.input.value, 40);
    const none = this.shown.length === 0 && element("li.soft", "No match; try another word.");
    refill(this.list, none, ...this.shown.map((entry, i) => this.option(entry, i)));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.mark(this.input.value.trim() && this.shown.length > 0 ? 0 : -1);
  }

  option(entry, i) {
    // Before the field loses the focus.
    const choose = (event) => {
      event.preventDefault();
      this.choose(i);
    };
    return element(
      "li",
      { id: `found-${i}`, role: "option", "aria-selected": "false", mousedown: choose },
      element("span.words", entry.name),
      element("span.beside", entry.about),
    );
  }

  hide() {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.mark(-1);
  }

  mark(at) {
    this.at = at;
    for (const [i, each] of [...this.list.querySelectorAll("[role=option]")].entries()) {
      each.setAttribute("aria-selected", String(i === at));
      if (i === at) each.scrollIntoView({ block: "nearest" });
    }
    if (at >= 0) this.input.setAttribute("aria-activedescendant", `found-${at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  press(event) {
    const count = this.list.hidden ? 0 : this.shown.length;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      if (this.list.hidden) this.show();
      else if (count > 0)
        this.mark(
          (Math.max(this.at, event.key === "ArrowUp" ? 0 : -1) + steps[event.key] + count) % count,
        );
    } else if (event.key === "Enter" && this.at >= 0) {
      event.preventDefault();
      this.choose(this.at);
    } else if (event.key === "Escape" && !this.list.hidden) {
      event.preventDefault();
      this.input.value = "";
      this.hide();
    }
  }

  choose(i) {
    const { collective, algorithm } = this.shown[i];
    this.input.value = "";
    this.hide();
    this.chosen(collective, algorithm);
  }
}

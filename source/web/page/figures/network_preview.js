// The network that is chosen, as a picture and in figures.

import { api } from "../api.js";
import { element, figures } from "../element.js";
import { counted, grouped } from "../format.js";
import { NetworkView } from "./network_view.js";

export class NetworkPreview {
  constructor() {
    this.spec = null;
    this.root = element("section.card.preview", { "aria-label": "the network", hidden: true });
  }

  // A sweep's braces name many; nothing is drawn then.
  async show(spec = "") {
    if (spec === this.spec) return;
    this.clear();
    this.spec = spec;
    if (spec === "" || /[{}]/.test(spec)) return;
    try {
      const { description, layout } = await api.network(spec);
      if (this.spec === spec) this.draw(description, layout);
    } catch {
      // The plan's own check says what is wrong.
    }
  }

  draw(description, layout) {
    this.root.replaceChildren(element("h2", description.spec));
    if (layout) {
      this.view = new NetworkView(layout);
      this.view.describe(`${description.spec}, drawn`);
      this.root.append(this.view.root);
    }
    const { degree, nodes, links, diameter, diameter_is: kind } = description;
    const { least, most } = degree;
    this.root.append(
      figures([
        ["nodes", grouped(nodes)],
        ["directed links", grouped(links)],
        ["links of a node", [...new Set([least, most])].map(grouped).join(" to ")],
        ["diameter", counted(diameter, "link") + (kind === "exact" ? "" : `, ${kind}`)],
      ]),
    );
    this.root.hidden = false;
  }

  clear() {
    this.view?.close();
    this.view = null;
    this.spec = null;
    this.root.hidden = true;
  }
}

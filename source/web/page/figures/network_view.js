// A picture of a network with the links that are busy in a slot.

import { element } from "../element.js";
import {
  NodePlaces,
  copiesOf,
  distanceToLine,
  fitCanvas,
  paletteColours,
  traceNode,
} from "./node_places.js";

class Places extends NodePlaces {
  constructor({ nodes, links, switches = [] }) {
    super(
      nodes.map(([x]) => x),
      nodes.map(([, y]) => y),
    );
    this.nodes = nodes;
    this.links = links;
    this.switches = new Set(switches);
    this.copies = copiesOf(links.map(([from, , to]) => `${from}:${to}`));
    this.byPort = new Map(links.map(([from, port], i) => [`${from}:${port}`, i]));
    this.isBlocked = this.blockedLinks();
  }

  // The height that a width wants.
  heightFor(width) {
    const [left, top, right, bottom] = this.box;
    const shape = (bottom - top + this.apart) / (right - left + this.apart);
    return Math.max(120, Math.min(width * shape, 0.85 * width, 520));
  }

  // Links whose straight line crosses other nodes; invisible in large networks.
  blockedLinks() {
    const { nodes, links } = this;
    if (nodes.length * links.length > 1e6) return links.map(() => false);
    return links.map((link) => nodes.some((_, node) => this.isOn(node, link)));
  }

  isOn(node, [from, , to]) {
    if (node === from || node === to) return false;
    const places = [node, from, to].map((each) => this.nodes[each]);
    return distanceToLine(...places) < 0.25 * this.apart;
  }

  // Two links between the same nodes bend away from each other; some more, around what is between.
  // Parallel links bend by different amounts, so that they are side by side.
  bow(link, length) {
    const [copy, count] = this.copies[link];
    const one = Math.min(0.07 * length, (count > 1 ? 0.8 / count : 0.2) * this.pitch);
    return (this.isBlocked[link] ? 0.8 * this.pitch - one : 0) + (copy + 1) * one;
  }

  trace(path, link) {
    const [from, , to] = this.links[link];
    const [x, y] = [this.x[from], this.y[from]];
    if (from === to) return this.traceLoop(path, x, y);
    const wayX = this.x[to] - x;
    const wayY = this.y[to] - y;
    const length = Math.hypot(wayX, wayY) || 1;
    const bow = this.bow(link, length);
    const middleX = x + wayX / 2 - (wayY / length) * bow;
    const middleY = y + wayY / 2 + (wayX / length) * bow;
    path.moveTo(x, y);
    path.quadraticCurveTo(middleX, middleY, this.x[to], this.y[to]);
  }

  traceLoop(path, x, y) {
    const radius = 0.8 * this.radius;
    path.moveTo(x + radius, y - 1.6 * this.radius);
    path.arc(x, y - 1.6 * this.radius, radius, 0, 2 * Math.PI);
  }
}

export class NetworkView {
  constructor(layout) {
    this.places = new Places(layout);
    this.sent = [];
    this.canvas = element("canvas");
    this.root = element("div", { role: "img" }, this.canvas);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.root);
    this.dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.redraw = () => this.draw();
    this.dark.addEventListener("change", this.redraw);
  }

  describe(text) {
    this.root.setAttribute("aria-label", text);
  }

  // What crosses which links: triples of a node, a port, and whether it is control alone.
  show(sent) {
    this.sent = sent || [];
    this.draw();
  }

  resize() {
    const width = this.root.clientWidth;
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.height = this.places.heightFor(width);
    this.layer = fitCanvas(this.canvas, width, this.height);
    this.canvas.style.height = `${this.height}px`;
    this.places.fit(width, this.height);
    this.idle = new Path2D();
    for (let link = 0; link < this.places.links.length; ++link) this.places.trace(this.idle, link);
    this.draw();
  }

  draw() {
    if (!this.width) return;
    const { layer } = this;
    const colour = paletteColours();
    layer.clearRect(0, 0, this.width, this.height);
    layer.lineWidth = 0.8;
    layer.strokeStyle = colour("link");
    layer.stroke(this.idle);
    this.drawBusy(layer, colour);
    this.drawNodes(layer, colour);
  }

  // Control is dashed: nothing is said by colour alone.
  drawBusy(layer, colour) {
    for (const isControl of [true, false]) {
      const path = new Path2D();
      for (const [node, port, control] of this.sent) {
        const link = this.places.byPort.get(`${node}:${port}`);
        if (Boolean(control) !== isControl || link === undefined) continue;
        this.places.trace(path, link);
      }
      layer.lineWidth = Math.max(1.4, Math.min(this.places.pitch * 0.06, 2.6));
      layer.setLineDash(isControl ? [4, 3] : []);
      layer.strokeStyle = colour(isControl ? "control" : "message");
      layer.stroke(path);
    }
    layer.setLineDash([]);
  }

  drawNodes(layer, colour) {
    const { nodes, radius, switches, x, y } = this.places;
    layer.font = `${Math.max(8, Math.min(radius * 0.85, 11))}px system-ui, sans-serif`;
    layer.textAlign = "center";
    layer.textBaseline = "middle";
    layer.lineWidth = 1;
    for (let i = 0; i < nodes.length; ++i) {
      layer.beginPath();
      traceNode(layer, x[i], y[i], radius, switches.has(i));
      layer.fillStyle = colour("card");
      layer.fill();
      layer.strokeStyle = colour("border");
      layer.stroke();
      layer.fillStyle = colour("text");
      // An id is shorter than a name.
      const name = [String(nodes[i][2]), String(i)].find(
        (each) => layer.measureText(each).width < 1.8 * radius,
      );
      if (name) layer.fillText(name, x[i], y[i] + 0.5);
    }
  }

  close() {
    this.observer.disconnect();
    this.dark.removeEventListener("change", this.redraw);
  }
}

"use strict";

// Lists of events, cut into steps, and where those with a key are.
class Events {
  constructor(lists, steps) {
    this.begins = lists.begins;
    for (const [name, numbers] of Object.entries(lists)) {
      this[name] = name === "begins" ? numbers : Int32Array.from(numbers);
    }
    this.count = this.begins[steps + 1];
    this.step = new Int32Array(this.count);
    for (let step = 0; step <= steps; ++step) {
      this.step.fill(step, this.begins[step], this.begins[step + 1]);
    }
  }

  // As many as an event stands for.
  countOf(i) {
    return this.counts ? this.counts[i] : 1;
  }

  // For each key from 0 on, the numbers of its events in the order of steps.
  sorted(keyOf, keys) {
    const lists = Array.from({ length: keys }, () => []);
    for (let i = 0; i < this.count; ++i) lists[keyOf(i)]?.push(i);
    return lists;
  }

  // Those of a key up to the end of a step, and how many there are.
  until(lists, key, step) {
    return lists[key].slice(0, this.countUntil(lists, key, step));
  }
  countUntil(lists, key, step) {
    let low = 0;
    let high = lists[key].length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.step[lists[key][middle]] <= step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

// What the page knows of a run. Step 0 is before the first slot that is shown; what a step shows is
// what the recording has at the end of its last slot. All of it is looked up: nothing depends on
// which steps were shown before.
class Recording {
  constructor(data) {
    this.data = data;
    this.hasSums = "sums_of" in data;
    this.slotsAStep = data.slots_a_step;
    this.steps = Math.ceil((data.last_slot - data.first_slot + 1) / this.slotsAStep);
    this.nodes = data.nodes.x.length;
    this.links = data.links.from.length;
    this.from = Int32Array.from(data.links.from);
    this.to = Int32Array.from(data.links.to);
    this.port = Int32Array.from(data.links.port);
    this.messages = this.hasSums ? 0 : data.messages.origin.length;
    this.kinds = this.hasSums ? [] : data.kinds;
    this.sent = new Events(data.sent, this.steps);
    this.delivered = new Events(data.delivered, this.steps);
    this.done = new Events(data.done, this.steps);
    this.marked = this.hasSums ? null : new Events(data.marked, this.steps);
    this.index();
    this.addUp();
  }

  index() {
    const { sent, delivered } = this;
    this.byLink = sent.sorted((i) => sent.link[i], this.links);
    this.bySender = sent.sorted((i) => this.from[sent.link[i]], this.nodes);
    this.byReceiver = sent.sorted((i) => this.to[sent.link[i]], this.nodes);
    this.byHolder = delivered.sorted((i) => delivered.node[i], this.nodes);
    this.byDone = this.done.sorted((i) => this.done.node[i], this.nodes);
    if (!this.hasSums) {
      this.byMarker = this.marked.sorted((i) => this.marked.node[i], this.nodes);
      this.byMessage = sent.sorted((i) => sent.message[i], this.messages);
      this.deliveriesOf = delivered.sorted((i) => delivered.message[i], this.messages);
    }
    this.linkNumbers = new Map();
    for (let i = 0; i < this.links; ++i) {
      this.linkNumbers.set(this.from[i] * this.nodes + this.to[i], i);
    }
  }

  // Sums by step, and what nodes have in the end.
  addUp() {
    const earlier = this.data.earlier;
    const total = (list) => list.reduce((sum, each) => sum + each, 0);
    this.deliveredUntil = this.sumUntil(this.delivered, total(earlier.delivered));
    this.deliveredInAll = total(this.data.delivered_in_all);
    this.doneBefore = this.hasSums ? earlier.done : new Int32Array(this.nodes);
    if (!this.hasSums) for (const [node] of earlier.done) this.doneBefore[node] = 1;
    this.doneUntil = this.sumUntil(this.done, total(this.doneBefore));
    this.packets = new Float64Array(this.steps + 1);
    this.control = new Float64Array(this.steps + 1);
    this.busyLinks = new Int32Array(this.steps + 1);
    const lastBusy = new Int32Array(this.links).fill(-1);  // the last step in which each was
    for (let i = 0; i < this.sent.count; ++i) {
      const step = this.sent.step[i];
      const link = this.sent.link[i];
      this.packets[step] += this.weightOf(i);
      this.control[step] += this.controlOf(i);
      if (lastBusy[link] !== step) ++this.busyLinks[step];
      lastBusy[link] = step;
    }
    this.addUpEnds();
    this.sendsControl = this.control.some((count) => count > 0);
    this.mostUse = Math.max(...Array.from(this.packets.keys()).slice(0, 1e5).map(
      (step) => this.use(step)));
  }

  // How much there was until the end of each step.
  sumUntil(events, before) {
    const sums = new Float64Array(this.steps + 1);
    let sum = before;
    for (let step = 0; step <= this.steps; ++step) {
      for (let i = events.begins[step]; i < events.begins[step + 1]; ++i) {
        sum += events.countOf(i);
      }
      sums[step] = sum;
    }
    return sums;
  }

  // The step in which each place had its last program over.
  addUpEnds() {
    const { sizes } = this.data.nodes;
    const left = Int32Array.from(this.doneBefore, (count, node) => (sizes ? sizes[node] : 1) - count);
    this.overIn = Float64Array.from(left, (count) => (count === 0 ? 0 : Infinity));
    for (let i = 0; i < this.done.count; ++i) {
      const node = this.done.node[i];
      left[node] -= this.done.countOf(i);
      if (left[node] === 0) this.overIn[node] = this.done.step[i];
    }
  }

  // Packets that one event of `sent` represents, and how many of them are control.
  weightOf(i) {
    return this.hasSums ? this.sent.packets[i] : 1;
  }
  controlOf(i) {
    return this.hasSums ? this.sent.control[i] : this.kinds[this.sent.kind[i]].is_control ? 1 : 0;
  }

  // The first and the last slot of a step.
  slotsOf(step) {
    const first = this.data.first_slot + (step - 1) * this.slotsAStep;
    return [first, Math.min(first + this.slotsAStep - 1, this.data.last_slot)];
  }
  stepOf(slot) {
    const step = Math.floor((slot - this.data.first_slot) / this.slotsAStep) + 1;
    return Math.max(0, Math.min(step, this.steps));
  }

  // The share of the slots of all links in which something crosses them.
  use(step) {
    if (step === 0) return 0;
    const [first, last] = this.slotsOf(step);
    return this.packets[step] / Math.max(1, this.data.links.count * (last - first + 1));
  }

  // The phase that a step ends in, or nothing.
  phaseOf(step) {
    const last = step === 0 ? this.data.first_slot : this.slotsOf(step)[1];
    return this.data.phases.find((each) => each.first <= last && last <= each.last);
  }

  // Deliveries at each node until the end of a step.
  holds(step) {
    if (this.heldIn !== step) this.held = this.holdsUntil(step);
    this.heldIn = step;
    return this.held;
  }
  holdsUntil(step) {
    const held = Float64Array.from(this.data.earlier.delivered);
    for (let node = 0; node < this.nodes; ++node) {
      if (!this.hasSums) held[node] += this.delivered.countUntil(this.byHolder, node, step);
      else for (const i of this.delivered.until(this.byHolder, node, step)) {
        held[node] += this.delivered.counts[i];
      }
    }
    return held;
  }

  // Nodes of a group that are over.
  doneOf(node, step) {
    return this.done.until(this.byDone, node, step).reduce(
      (sum, i) => sum + this.done.countOf(i), this.doneBefore[node]);
  }

  // Packets over a link until the end of a step.
  loadOf(link, step) {
    const items = this.sent.until(this.byLink, link, step);
    return this.hasSums ? items.reduce((sum, i) => sum + this.sent.packets[i], 0) : items.length;
  }

  // The nodes that have got a message, or a piece of it, until the end of a step.
  reachedBy(message, step) {
    const reached = new Set();
    for (const i of this.sent.until(this.byMessage, message, step)) {
      reached.add(this.to[this.sent.link[i]]);
    }
    for (const i of this.delivered.until(this.deliveriesOf, message, step)) {
      reached.add(this.delivered.node[i]);
    }
    return reached;
  }


  nameOfMessage(message) {
    return `${this.data.messages.origin[message]}:${this.data.messages.number[message]}`;
  }
  // Its number, or -1.
  messageNamed(name) {
    const [, origin, number = 0] = /^(.*?)(?::(\d+))?$/.exec(name.trim());
    const { messages } = this.data;
    const from = this.nodeNamed(origin, Infinity);
    return messages.origin.findIndex(
      (each, i) => each === from && messages.number[i] === Number(number));
  }
  // The node of a name or an id, or -1.
  nodeNamed(text, most = this.nodes) {
    const named = (this.data.nodes.own_names ?? []).indexOf(text);
    return named < 0 && /^\d+$/.test(text) && Number(text) < most ? Number(text) : named;
  }
  // A place in words: "Node 34 (100010)".
  nameOfNode(node) {
    if ("sizes" in this.data.nodes) {
      return `${this.data.nodes.sizes[node]} nodes from ${this.data.nodes.names[node]}`;
    }
    const second = this.data.nodes.second_names[node];
    return second ? `Node ${node} ${second}` : `Node ${node}`;
  }
}

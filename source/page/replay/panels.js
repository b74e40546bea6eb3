// Thousands apart: "1,024".
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function percent(share) {
  return `${Math.round(share * 1000) / 10} %`;
}

// The texts beside the picture: the slot, and what was chosen.
class Panels {
  constructor(recording, choose) {
    this.recording = recording;
    // Of all buttons that stand for a node or a message.
    document.querySelector("aside").addEventListener("click", (event) => {
      const { node, message } = event.target.dataset;
      if (node !== undefined) choose({ node: Number(node) });
      if (message !== undefined) choose({ message: Number(message) });
    });
  }

  at(id) {
    return document.getElementById(id);
  }

  head() {
    const { data } = this.recording;
    const { plan, result } = data;
    this.at("title").textContent = data.title;
    this.at("plan").textContent = [
      plan.source, `seed ${plan.seed}`, `${plan.ports}-port`.replace(/-port-port$/, "-port"),
    ].filter(Boolean).join(" \u00b7 ") + data.caveat;
    const verdict = this.at("verdict");
    const words = this.verdictInWords();
    verdict.textContent = words;
    verdict.className = result && result.verdict === "complete" ? "verdict good" : "verdict bad";
    this.at("note").hidden = !data.sums_of;
    this.at("note").textContent = `Too large to show every packet: ${data.sums_of}.`;
    this.at("stubs").textContent = data.layout.stubs;
    if (this.recording.hasSums) {
      this.at("hint").textContent = "Click a circle or a link for its sums.";
    }
    this.at("over-words").textContent = this.recording.hasSums ? "all programs over" : "program over";
  }

  verdictInWords() {
    const { result, damage } = this.recording.data;
    if (!result) return damage || "no result was recorded";
    if (result.verdict === "complete") return "complete: every check holds";
    if (result.violation) return `${result.verdict}: ${result.violation.text}`;
    const failed = (result.checks || []).filter((check) => !check.holds);
    return [result.verdict, ...failed.slice(0, 2).map((check) => check.text || check.name)].join(": ");
  }

  rows(list, pairs) {
    list.replaceChildren(...pairs.flatMap(([name, value]) => [
      element("dt", name), element("dd", value),
    ]));
  }

  slotName(step) {
    const { recording } = this;
    const { data } = recording;
    if (step === 0) return `Before slot ${grouped(data.first_slot)}`;
    const [first, last] = recording.slotsOf(step);
    const name = first === last ? `Slot ${grouped(first)}` : `Slots ${grouped(first)} to ${grouped(last)}`;
    return `${name} of ${grouped(data.recorded_slots)}`;
  }

  slot(step) {
    const { recording } = this;
    const { data } = recording;
    const phase = recording.phaseOf(step);
    this.at("slot-name").textContent =
      this.slotName(step) + (phase ? ` \u00b7 phase ${phase.name}` : "");
    const packets = recording.packets[step];
    const control = recording.control[step];
    const nodes = data.nodes.count;
    const links = data.links.count * recording.slotsAStep;
    const rows = recording.hasSums
      ? [["packets", `${grouped(packets)}, ${percent(packets / links)} of the links' slots`]]
      : [["busy links", `${grouped(recording.busyLinks[step])} of ${grouped(data.links.count)}`],
         ["packets under way", grouped(packets)]];
    if (recording.sendsControl) rows.push(["of them control", grouped(control)]);
    rows.push(
      ["delivered so far",
       `${grouped(recording.deliveredUntil[step])} of ${grouped(data.delivered_in_all)}`],
      ["programs over", `${grouped(recording.doneUntil[step])} of ${grouped(nodes)}`],
      ["time", this.timeInWords()]);
    this.rows(this.at("slot-rows"), rows);
  }

  timeInWords() {
    const { plan, result } = this.recording.data;
    const took = result && result.time ? `${result.time.units}` : "";
    const relation = { exact: "=", "upper-bound": "\u2264", "high-probability": "\u2264" };
    const formula = plan.time_formula && plan.expected_kind
      ? ` ${relation[plan.expected_kind] || ""} ${plan.time_formula}` : "";
    const bound = plan.lower_bound === "0" ? "" : `; lower bound ${plan.lower_bound}`;
    return `${took}${formula}${bound}`;
  }

  // What was chosen, as it is at a step.
  chosen(selection, step) {
    this.node(selection.node, step);
    this.link(selection.link, step);
    this.message(selection.message, step);
    this.at("hint").hidden =
      selection.node >= 0 || selection.link >= 0 || selection.message >= 0;
  }

  messageButton(message) {
    return element("button", this.recording.nameOfMessage(message), {
      type: "button", class: "chip", title: "follow this message", "data-message": message });
  }

  packet(i) {
    const message = this.recording.sent.message[i];
    if (message < 0) return this.recording.nameOfPacket(i);
    const packet = element("span");
    packet.append(this.messageButton(message));
    const piece = this.recording.sent.piece[i];
    if (piece >= 0) packet.append(` piece ${piece}`);
    return packet;
  }

  nodeButton(node) {
    return element("button", this.recording.data.nodes.names[node], {
      type: "button", class: "chip", title: this.recording.nameOfNode(node), "data-node": node });
  }

  // The newest first; what is cut off is counted. Nothing, as long as nobody sees it.
  table(body, items, row) {
    const most = 30;
    if (!body.closest("details").open) return;
    const shown = Array.from(items.slice(-most)).reverse().map((i) => {
      const made = element("tr");
      made.append(...row(i).map((content) => {
        const cell = element("td");
        cell.append(content);
        return cell;
      }));
      return made;
    });
    if (items.length > most) {
      const more = element("tr");
      more.append(element("td", `and ${grouped(items.length - most)} before`, { colspan: 4 }));
      shown.push(more);
    }
    if (items.length === 0) {
      const none = element("tr");
      none.append(element("td", "nothing yet", { colspan: 4, class: "soft" }));
      shown.push(none);
    }
    body.replaceChildren(...shown);
  }

  node(node, step) {
    this.at("node-panel").hidden = node < 0;
    if (node < 0) return;
    const { recording } = this;
    this.at("node-name").textContent = recording.nameOfNode(node);
    const held = recording.holds(step)[node];
    const rows = [[recording.hasSums ? "deliveries" : "holds",
                   `${grouped(held)} of ${grouped(recording.holdsInTheEnd[node])} messages`]];
    this.at("node-lists").hidden = recording.hasSums;
    if (recording.hasSums) this.rowsOfGroup(rows, node, step);
    else {
      this.rowsOfNode(rows, node, step);
      this.listsOfNode(node, step);
    }
    this.rows(this.at("node-rows"), rows);
  }

  rowsOfGroup(rows, node, step) {
    const { recording } = this;
    const { sent } = recording;
    let inside = 0;
    let out = 0;
    let into = 0;
    for (let i = sent.begins[step]; i < sent.begins[step + 1]; ++i) {
      const from = recording.from[sent.link[i]] === node;
      const to = recording.to[sent.link[i]] === node;
      if (from && to) inside += sent.packets[i];
      else if (from) out += sent.packets[i];
      else if (to) into += sent.packets[i];
    }
    rows.push(["packets out", grouped(out)], ["packets in", grouped(into)],
              ["packets inside", grouped(inside)],
              ["programs over", grouped(recording.doneOf(node, step))]);
  }

  rowsOfNode(rows, node, step) {
    const { recording } = this;
    for (const i of recording.marked.until(recording.byMarker, node, step)) {
      const name = recording.data.mark_names[recording.marked.name[i]];
      rows.push([`mark ${name}`, `slot ${grouped(this.slotOf(recording.marked.step[i]))}`]);
    }
    const [end] = recording.done.until(recording.byDone, node, step);
    rows.push(["program", end === undefined ? "running"
                                            : `over, slot ${grouped(this.slotOf(recording.done.step[end]))}`]);
  }

  slotOf(step) {
    return step === 0 ? this.recording.data.first_slot - 1 : this.recording.slotsOf(step)[1];
  }

  listsOfNode(node, step) {
    const { recording } = this;
    const { sent } = recording;
    const out = sent.until(recording.bySender, node, step);
    const into = sent.until(recording.byReceiver, node, step);
    const ways = new Map();  // of each message, the ports through which it left, and when
    for (const i of out) {
      const name = recording.nameOfPacket(i);
      if (!ways.has(name)) ways.set(name, []);
      ways.get(name).push([sent.step[i], recording.port[sent.link[i]]]);
    }
    this.table(this.at("node-inbox"), into, (i) => {
      const later = (ways.get(recording.nameOfPacket(i)) || [])
        .filter(([when]) => when > sent.step[i] && sent.message[i] >= 0);
      const ports = [...new Set(later.map(([, port]) => port))];
      return [grouped(this.slotOf(sent.step[i])), this.nodeButton(recording.from[sent.link[i]]),
              this.packet(i), ports.join(", ") || "\u2013"];
    });
    this.table(this.at("node-sent"), out, (i) => [
      grouped(this.slotOf(sent.step[i])), String(recording.port[sent.link[i]]),
      this.nodeButton(recording.to[sent.link[i]]), this.packet(i)]);
    this.heldMessages(node, step);
  }

  heldMessages(node, step) {
    const { recording } = this;
    const most = 200;
    if (!this.at("node-held").closest("details").open) return;
    const items = recording.delivered.until(recording.byHolder, node, step);
    const chips = Array.from(items.slice(0, most), (i) =>
      this.messageButton(recording.delivered.message[i]));
    const earlier = recording.data.earlier.delivered[node];
    if (items.length > most) chips.push(element("span", `and ${grouped(items.length - most)} more`));
    if (earlier > 0) {
      chips.push(element("span",
        `and ${grouped(earlier)} before slot ${grouped(recording.data.first_slot)}`));
    }
    this.at("node-held").replaceChildren(...(chips.length ? chips : [element("span", "nothing yet")]));
  }

  link(link, step) {
    this.at("link-panel").hidden = link < 0;
    if (link < 0) return;
    const { recording } = this;
    const { names } = recording.data.nodes;
    const title = (each) => `${names[recording.from[each]]} \u2192 ${names[recording.to[each]]}`;
    this.at("link-name").textContent = recording.hasSums
      ? `Links ${title(link)}` : `Link ${title(link)} (port ${recording.port[link]})`;
    const load = (each) => {
      const now = recording.loadOf(each, step);
      return `${grouped(now)} of ${grouped(recording.loadOf(each, recording.steps))} packets`;
    };
    const rows = [["load so far", load(link)]];
    if (!recording.hasSums && step > 0) {
      const slots = new Set(Array.from(recording.sent.until(recording.byLink, link, step),
                                       (i) => recording.sent.step[i])).size;
      rows.push(["busy", `in ${grouped(slots)} of ${grouped(step)} slots`]);
    }
    const back = recording.linkBack(link);
    if (back !== undefined && back !== link) rows.push([`back, ${title(back)}`, load(back)]);
    this.rows(this.at("link-rows"), rows);
    this.at("link-list").hidden = recording.hasSums;
    if (recording.hasSums) return;
    this.table(this.at("link-packets"), recording.sent.until(recording.byLink, link, step),
               (i) => [grouped(this.slotOf(recording.sent.step[i])), this.packet(i)]);
  }

  message(message, step) {
    this.at("message-panel").hidden = message < 0;
    if (message < 0) return;
    const { recording } = this;
    const hops = recording.sent.until(recording.byMessage, message, step);
    const held = recording.delivered.until(recording.deliveriesOf, message, step);
    this.at("message-name").textContent = `Message ${recording.nameOfMessage(message)}`;
    this.rows(this.at("message-rows"), [
      ["origin", `node ${grouped(recording.data.messages.origin[message])}`],
      ["packets so far", `${grouped(hops.length)} of ${grouped(
        recording.sent.all(recording.byMessage, message).length)}`],
      ["delivered at", `${grouped(held.length)} of ${grouped(
        recording.delivered.all(recording.deliveriesOf, message).length)} nodes`],
    ]);
    this.table(this.at("message-hops"), hops, (i) => [
      grouped(this.slotOf(recording.sent.step[i])),
      this.nodeButton(recording.from[recording.sent.link[i]]),
      this.nodeButton(recording.to[recording.sent.link[i]]),
      recording.sent.piece[i] < 0 ? "\u2013" : String(recording.sent.piece[i])]);
  }
}

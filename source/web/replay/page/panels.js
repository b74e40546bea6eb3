function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The texts beside the picture: the slot, and what was chosen.
class Panels {
  constructor(recording, choose) {
    this.recording = recording;
    // Of all buttons of a node or a message.
    document.querySelector("aside").addEventListener("click", (event) => {
      const { node, link, message } = event.target.dataset;
      if (node !== undefined) choose({ node: Number(node) });
      if (link !== undefined) choose({ link: Number(link) });
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
      plan.source, `seed ${plan.seed}`, `ports ${plan.ports}`,
    ].filter(Boolean).join(" \u00b7 ");
    this.wayBack();
    const verdict = this.at("verdict");
    const words = this.verdictInWords();
    verdict.textContent = words;
    verdict.className = result && result.verdict === "complete" ? "verdict good" : "verdict bad";
    const notes = [data.caveat.replace(/^; /, ""),
                   data.sums_of && `too large to show every packet: ${data.sums_of}`].filter(Boolean);
    this.at("note").hidden = notes.length === 0;
    this.at("note").textContent = `Note: ${notes.join("; ")}.`;
    this.legend();
    if (this.recording.hasSums) {
      this.at("hint").textContent = "Click a circle or a link for its sums.";
    }
  }

  // From a server's address of a replay to its run; a page that was saved as a file has none.
  wayBack() {
    const number = /^\/api\/1\/runs\/(\d+)\/replay$/.exec(window.location.pathname)?.[1];
    if (window.location.protocol === "file:" || !number) return;
    const run = this.at("run");
    run.href = `/runs/${number}`;
    run.textContent = `to run ${number}`;
    run.hidden = false;
  }

  // Symbols that do not occur are not explained.
  legend() {
    const { recording } = this;
    const { data } = recording;
    this.at("control-legend").hidden = !recording.sendsControl;
    this.at("stubs").textContent = [
      data.stubs_in_words, !data.links.are_all && !recording.hasSums && "idle links are not drawn",
    ].filter(Boolean).join("; ");
    this.at("over-words").textContent = recording.hasSums ? "all programs ended" : "program ended";
    this.at("use-words").textContent = `bars: links in use, at most ${percent(recording.mostUse)}`;
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
    return `${name} of ${grouped(this.recording.slotsInAll())}`;
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
    const rows = recording.hasSums
      ? [["packets", grouped(packets)], ["links in use", percent(recording.use(step))]]
      : [["busy links", `${grouped(recording.busyLinks[step])} of ${grouped(data.links.count)}`],
         ["packets in transit", grouped(packets)]];
    if (recording.sendsControl) rows.push(["of them control", grouped(control)]);
    rows.push(
      ["delivered so far",
       `${grouped(recording.deliveredUntil[step])} of ${grouped(recording.deliveredInAll)}`],
      ["programs ended", `${grouped(recording.doneUntil[step])} of ${grouped(nodes)}`],
      ...this.timeRows());
    this.rows(this.at("slot-rows"), rows);
  }

  // How long the run took, and should have.
  timeRows() {
    const { plan, result } = this.recording.data;
    const rows = [];
    if (result && result.time) {
      const { units, slots } = result.time;
      const isSlots = units === String(slots);
      rows.push(["the run took", isSlots ? counted(slots, "slot")
                                         : `${counted(units, "unit")} in ${counted(slots, "slot")}`]);
    }
    if (plan.time_formula && plan.expected_kind in KINDS) {
      rows.push([`by theory, ${KINDS[plan.expected_kind]}`, plan.time_formula]);
    }
    if (plan.lower_bound !== "0") rows.push(["lower bound", plan.lower_bound]);
    return rows;
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

  linkButton(link) {
    return element("button", String(this.recording.port[link]), {
      type: "button", class: "chip", title: "the load of this link", "data-link": link });
  }

  // Newest first, with the number of omitted items; empty while the list is hidden.
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
      more.append(element("td", `and ${grouped(items.length - most)} earlier`, { colspan: 4 }));
      shown.push(more);
    }
    if (items.length === 0) {
      const none = element("tr");
      none.append(element("td", "nothing yet", { colspan: 4, class: "soft" }));
      shown.push(none);
    }
    this.keepingFocus(body, () => body.replaceChildren(...shown));
  }

  // A button of a list keeps the focus after a step, or the list gets it.
  keepingFocus(list, replace) {
    const focused = list.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    replace();
    if (focused === null) return;
    const [[key, value]] = Object.entries(focused);
    const again = list.querySelector(`[data-${key}="${value}"]`);
    (again || list.closest("details").querySelector("summary")).focus();
  }

  node(node, step) {
    this.at("node-panel").hidden = node < 0;
    if (node < 0) return;
    const { recording } = this;
    this.at("node-name").textContent = recording.nameOfNode(node);
    const held = recording.holds(step)[node];
    const rows = [[recording.hasSums ? "deliveries" : "messages held",
                   `${grouped(held)} of ${grouped(recording.data.delivered_in_all[node])}`]];
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
              ["programs ended", grouped(recording.doneOf(node, step))]);
  }

  rowsOfNode(rows, node, step) {
    const { recording } = this;
    const { earlier } = recording.data;
    for (const [, name, slot] of earlier.marked.filter(([marker]) => marker === node)) {
      rows.push([`mark ${recording.data.mark_names[name]}`, `slot ${grouped(slot)}`]);
    }
    for (const i of recording.marked.until(recording.byMarker, node, step)) {
      const name = recording.data.mark_names[recording.marked.name[i]];
      rows.push([`mark ${name}`, `slot ${grouped(this.slotOf(recording.marked.step[i]))}`]);
    }
    const [end] = [
      ...earlier.done.filter(([over]) => over === node).map(([, slot]) => slot),
      ...Array.from(recording.done.until(recording.byDone, node, step),
                    (i) => this.slotOf(recording.done.step[i]))];
    rows.push(["program", end === undefined ? "running" : `ended, slot ${grouped(end)}`]);
  }

  slotOf(step) {
    return step === 0 ? this.recording.data.first_slot - 1 : this.recording.slotsOf(step)[1];
  }

  listsOfNode(node, step) {
    const { recording } = this;
    const { sent } = recording;
    const out = sent.until(recording.bySender, node, step);
    const into = sent.until(recording.byReceiver, node, step);
    this.table(this.at("node-inbox"), into, (i) => [
      grouped(this.slotOf(sent.step[i])), this.nodeButton(recording.from[sent.link[i]]),
      this.packet(i), this.portsAfter(i, step)]);
    this.table(this.at("node-sent"), out, (i) => [
      grouped(this.slotOf(sent.step[i])), this.linkButton(sent.link[i]),
      this.nodeButton(recording.to[sent.link[i]]), this.packet(i)]);
    this.heldMessages(node, step);
  }

  // Where a message, or a piece of it, that came in left again.
  portsAfter(i, step) {
    const { recording } = this;
    const { sent } = recording;
    const node = recording.to[sent.link[i]];
    const none = "\u2013";
    if (sent.message[i] < 0) return none;
    const later = recording.sent.until(recording.byMessage, sent.message[i], step).filter(
      (each) => sent.step[each] > sent.step[i] && recording.from[sent.link[each]] === node &&
        sent.piece[each] === sent.piece[i]);
    return [...new Set(Array.from(later, (each) => recording.port[sent.link[each]]))].join(", ") ||
      none;
  }

  heldMessages(node, step) {
    const { recording } = this;
    const most = 100;
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
    const list = this.at("node-held");
    this.keepingFocus(list, () =>
      list.replaceChildren(...(chips.length ? chips : [element("span", "nothing yet")])));
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
      return `${grouped(now)} of ${counted(recording.loadOf(each, recording.steps), "packet")}`;
    };
    const rows = [["load so far", load(link)]];
    if (!recording.hasSums && step > 0) {
      const slots = new Set(Array.from(recording.sent.until(recording.byLink, link, step),
                                       (i) => recording.sent.step[i])).size;
      rows.push(["busy", `in ${grouped(slots)} of ${counted(step, "slot")}`]);
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

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

  head() {
    const { data } = this.recording;
    const { plan, result } = data;
    byId("title").textContent = data.title;
    byId("plan").textContent = [
      plan.source, `seed ${plan.seed}`, `ports ${plan.ports}`,
    ].filter(Boolean).join(" \u00b7 ");
    this.wayBack();
    byId("verdict").textContent = this.verdictInWords();
    byId("verdict").classList.add(result?.verdict === "complete" ? "good" : "bad");
    const notes = [data.caveat.replace(/^; /, ""),
                   data.sums_of && `too large to show every packet: ${data.sums_of}`].filter(Boolean);
    byId("note").hidden = notes.length === 0;
    byId("note").textContent = `Note: ${notes.join("; ")}.`;
    this.legend();
    if (this.recording.hasSums) {
      byId("hint").textContent = "Click a circle or a link for its sums.";
    }
  }

  // From a server's address of a replay to its run; a page that was saved as a file has none.
  wayBack() {
    const number = /^\/api\/1\/runs\/(\d+)\/replay$/.exec(window.location.pathname)?.[1];
    if (window.location.protocol === "file:" || !number) return;
    const run = byId("run");
    run.href = `/runs/${number}`;
    run.textContent = `to run ${number}`;
    run.hidden = false;
  }

  // Symbols that do not occur are not explained.
  legend() {
    const { recording } = this;
    const { data } = recording;
    byId("control-legend").hidden = !recording.sendsControl;
    byId("stubs").textContent = [
      data.stubs_in_words, !data.links.are_all && !recording.hasSums && "idle links are not drawn",
    ].filter(Boolean).join("; ");
    byId("over-words").textContent = recording.hasSums ? "all programs ended" : "program ended";
    byId("use-words").textContent = `bars: links in use, at most ${percent(recording.mostUse)}`;
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
    list.replaceChildren(...figures(pairs).children);
  }

  slotName(step) {
    const { recording } = this;
    const { data } = recording;
    if (step === 0) return `Before slot ${grouped(data.first_slot)}`;
    const [first, last] = recording.slotsOf(step);
    const name = first === last ? `Slot ${grouped(first)}` : `Slots ${grouped(first)} to ${grouped(last)}`;
    // The last slot of the run, as far as it is known.
    return `${name} of ${grouped(Math.max(data.recorded_slots, data.result?.time?.slots ?? 0))}`;
  }

  slot(step) {
    const { recording } = this;
    const { data } = recording;
    const phase = recording.phaseOf(step);
    byId("slot-name").textContent =
      this.slotName(step) + (phase ? ` \u00b7 phase ${phase.name}` : "");
    const packets = grouped(recording.packets[step]);
    const rows = recording.hasSums
      ? [["packets", packets], ["links in use", percent(recording.use(step))]]
      : [["busy links", ofAll(recording.busyLinks[step], data.links.count)],
         ["packets in transit", packets]];
    this.rows(byId("slot-rows"), [
      ...rows,
      recording.sendsControl && ["of them control", grouped(recording.control[step])],
      ["delivered so far", ofAll(recording.deliveredUntil[step], recording.deliveredInAll)],
      ["programs ended", ofAll(recording.doneUntil[step], data.nodes.count)],
      ...this.timeRows()]);
  }

  // How long the run took, and should have.
  timeRows() {
    const { plan, result } = this.recording.data;
    const took = ({ units, slots }) =>
      (units === String(slots) ? "" : `${counted(units, "unit")} in `) + counted(slots, "slot");
    return [
      result?.time && ["the run took", took(result.time)],
      plan.time_formula && plan.expected_kind in KINDS &&
        [`by theory, ${KINDS[plan.expected_kind]}`, plan.time_formula],
      plan.lower_bound !== "0" && ["lower bound", plan.lower_bound],
    ];
  }

  // What was chosen, as it is at a step.
  chosen(selection, step) {
    for (const [kind, number] of Object.entries(selection)) {
      byId(`${kind}-panel`).hidden = number < 0;
      if (number >= 0) this[kind](number, step);
    }
    byId("hint").hidden = Object.values(selection).some((number) => number >= 0);
  }

  // What it stands for is chosen by a click.
  chip(words, title, kind, number) {
    return element("button.chip", { type: "button", title, [`data-${kind}`]: number }, words);
  }

  messageButton(message) {
    return this.chip(this.recording.nameOfMessage(message), "follow this message", "message", message);
  }

  packet(i) {
    const { kind, message, piece } = this.recording.sent;
    if (message[i] < 0) return this.recording.kinds[kind[i]].name || "control";
    return element("span", this.messageButton(message[i]), piece[i] >= 0 && ` piece ${piece[i]}`);
  }

  nodeButton(node) {
    const { recording } = this;
    return this.chip(recording.data.nodes.names[node], recording.nameOfNode(node), "node", node);
  }

  linkButton(link) {
    return this.chip(this.recording.port[link], "the load of this link", "link", link);
  }

  // Newest first, with the number of omitted items; empty while the list is hidden.
  table(body, items, row) {
    const most = 30;
    if (!body.closest("details").open) return;
    const rows = items.slice(-most).reverse().map((i) =>
      element("tr", ...row(i).map((content) => element("td", content))));
    const more = items.length > most &&
      element("tr", element("td", { colspan: 4 }, `and ${grouped(items.length - most)} earlier`));
    const none = items.length === 0 && element("tr", element("td.soft", { colspan: 4 }, "nothing yet"));
    this.keepingFocus(body, () => refill(body, rows, more, none));
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
    const { recording } = this;
    byId("node-name").textContent = recording.nameOfNode(node);
    const held = recording.holds(step)[node];
    byId("node-lists").hidden = recording.hasSums;
    if (!recording.hasSums) this.listsOfNode(node, step);
    this.rows(byId("node-rows"), [
      [recording.hasSums ? "deliveries" : "messages held",
       ofAll(held, recording.data.delivered_in_all[node])],
      ...(recording.hasSums ? this.rowsOfGroup(node, step) : this.rowsOfNode(node, step))]);
  }

  rowsOfGroup(node, step) {
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
    return [["packets out", grouped(out)], ["packets in", grouped(into)],
            ["packets inside", grouped(inside)],
            ["programs ended", grouped(recording.doneOf(node, step))]];
  }

  rowsOfNode(node, step) {
    const { recording } = this;
    const { earlier, mark_names: names } = recording.data;
    const { done, marked } = recording;
    const marks = [
      ...earlier.marked.filter(([marker]) => marker === node).map(([, name, slot]) => [name, slot]),
      ...marked.until(recording.byMarker, node, step).map(
        (i) => [marked.name[i], this.slotOf(marked.step[i])])];
    const [end] = [
      ...earlier.done.filter(([over]) => over === node).map(([, slot]) => slot),
      ...done.until(recording.byDone, node, step).map((i) => this.slotOf(done.step[i]))];
    return [...marks.map(([name, slot]) => [`mark ${names[name]}`, `slot ${grouped(slot)}`]),
            ["program", end === undefined ? "running" : `ended, slot ${grouped(end)}`]];
  }

  slotOf(step) {
    return step === 0 ? this.recording.data.first_slot - 1 : this.recording.slotsOf(step)[1];
  }

  listsOfNode(node, step) {
    const { recording } = this;
    const { sent } = recording;
    const out = sent.until(recording.bySender, node, step);
    const into = sent.until(recording.byReceiver, node, step);
    this.table(byId("node-inbox"), into, (i) => [
      grouped(this.slotOf(sent.step[i])), this.nodeButton(recording.from[sent.link[i]]),
      this.packet(i), this.portsAfter(i, step)]);
    this.table(byId("node-sent"), out, (i) => [
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
    return [...new Set(later.map((each) => recording.port[sent.link[each]]))].join(", ") || none;
  }

  heldMessages(node, step) {
    const { recording } = this;
    const most = 100;
    if (!byId("node-held").closest("details").open) return;
    const items = recording.delivered.until(recording.byHolder, node, step);
    const chips = items.slice(0, most).map((i) => this.messageButton(recording.delivered.message[i]));
    const earlier = recording.data.earlier.delivered[node];
    const list = byId("node-held");
    this.keepingFocus(list, () => refill(
      list, chips,
      items.length > most && element("span", `and ${grouped(items.length - most)} more`),
      earlier > 0 && element("span",
        `and ${grouped(earlier)} before slot ${grouped(recording.data.first_slot)}`),
      items.length + earlier === 0 && element("span", "nothing yet")));
  }

  link(link, step) {
    const { recording } = this;
    const { names } = recording.data.nodes;
    const title = (each) => `${names[recording.from[each]]} \u2192 ${names[recording.to[each]]}`;
    byId("link-name").textContent = recording.hasSums
      ? `Links ${title(link)}` : `Link ${title(link)} (port ${recording.port[link]})`;
    const load = (each) => {
      const now = recording.loadOf(each, step);
      return `${grouped(now)} of ${counted(recording.loadOf(each, recording.steps), "packet")}`;
    };
    const sent = recording.sent.until(recording.byLink, link, step);
    const busy = new Set(sent.map((i) => recording.sent.step[i])).size;
    const back = recording.linkNumbers.get(recording.to[link] * recording.nodes + recording.from[link]);
    this.rows(byId("link-rows"), [
      ["load so far", load(link)],
      !recording.hasSums && step > 0 && ["busy", `in ${grouped(busy)} of ${counted(step, "slot")}`],
      back !== undefined && back !== link && [`back, ${title(back)}`, load(back)]]);
    byId("link-list").hidden = recording.hasSums;
    if (recording.hasSums) return;
    this.table(byId("link-packets"), sent,
               (i) => [grouped(this.slotOf(recording.sent.step[i])), this.packet(i)]);
  }

  message(message, step) {
    const { recording } = this;
    const { sent } = recording;
    const hops = sent.until(recording.byMessage, message, step);
    const held = recording.delivered.until(recording.deliveriesOf, message, step);
    byId("message-name").textContent = `Message ${recording.nameOfMessage(message)}`;
    this.rows(byId("message-rows"), [
      ["origin", `node ${grouped(recording.data.messages.origin[message])}`],
      ["packets so far", ofAll(hops.length, recording.byMessage[message].length)],
      ["delivered at", `${ofAll(held.length, recording.deliveriesOf[message].length)} nodes`],
    ]);
    this.table(byId("message-hops"), hops, (i) => [
      grouped(this.slotOf(sent.step[i])), this.nodeButton(recording.from[sent.link[i]]),
      this.nodeButton(recording.to[sent.link[i]]),
      sent.piece[i] < 0 ? "\u2013" : String(sent.piece[i])]);
  }
}

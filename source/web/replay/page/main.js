// Keys that do what a button does, and those that go some steps.
const KEYS = { " ": "play", ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last",
               Escape: "clear", "+": "zoom-in", "-": "zoom-out" };
const FAR = { PageDown: 10, PageUp: -10 };

// Reads a number below another one; -1 if a text is none.
const numberBelow = (most) => (text) =>
  (/^\d+$/.test(text) && Number(text) < most ? Number(text) : -1);

// Brings the parts together, and answers to mouse, touch and keyboard.
class Replay {
  constructor(data) {
    this.recording = new Recording(data);
    this.stage = byId("network");
    this.view = new NetworkView(this.recording, this.stage);
    this.panels = new Panels(this.recording, (chosen) => this.choose(chosen));
    this.player = new Player(this.recording, (step, part) => this.show(step, part));
    this.timeline = new Timeline(this.recording, byId("timeline"), byId("slider"), (step) => {
      this.player.go(step);
      this.keepAddress();
    });
    this.actions = this.actionsOf(this.player, this.recording);
    this.shownStep = -1;
    this.panels.head();
    this.listen();
    this.resize();
    this.openAddress();
  }

  // What buttons do, by their ids.
  actionsOf(player, recording) {
    return {
      first: () => player.go(0),
      back: () => player.go(player.step - 1),
      play: () => player.toggle(),
      forward: () => player.go(player.step + 1),
      last: () => player.go(recording.steps),
      clear: () => this.choose({}),
      "zoom-in": () => this.zoom(1.5),
      "zoom-out": () => this.zoom(1 / 1.5),
    };
  }

  // Draws a step; what only a new step changes is drawn when there is one.
  show(step, part) {
    const isNew = step !== this.shownStep;
    if (isNew) {
      this.shownStep = step;
      this.view.drawStep(step);
      this.timeline.draw(step);
      this.panels.slot(step);
      this.areListsDue = true;
      const slider = byId("slider");
      slider.value = step;
      slider.setAttribute("aria-valuetext", this.panels.slotName(step));
      this.stage.setAttribute("aria-label",
        `The network, ${this.panels.slotName(step)}: ` +
        `${counted(this.recording.packets[step], "packet")} in transit`);
    }
    // While it plays they come a frame later: a frame should not take long.
    if (this.areListsDue && !(isNew && this.player.isPlaying)) {
      this.areListsDue = false;
      this.panels.chosen(this.view.selection, step);
    }
    this.view.drawPackets(step, part);
    this.sayState();
  }

  sayState() {
    const { player } = this;
    if (this.saidPlaying === player.isPlaying && this.saidSpeed === player.speed) return;
    this.saidPlaying = player.isPlaying;
    this.saidSpeed = player.speed;
    byId("play").setAttribute("aria-label", player.isPlaying ? "pause" : "play");
    byId("play").classList.toggle("playing", player.isPlaying);
    byId("play-word").textContent = player.isPlaying ? "pause" : "play";
    byId("speed").value = String(player.speed);
  }

  redraw() {
    this.shownStep = -1;
    this.show(this.player.step, this.player.shownPart());
  }
  resize() {
    this.view.resize();
    this.timeline.resize();
    this.redraw();
  }

  // Selects a node, a link or a message; what was selected is given up.
  choose(chosen) {
    const { selection } = this.view;
    if ("message" in chosen) selection.message = chosen.message;
    if ("node" in chosen || "link" in chosen || Object.keys(chosen).length === 0) {
      selection.node = chosen.node ?? -1;
      selection.link = chosen.link ?? -1;
    }
    if (Object.keys(chosen).length === 0) selection.message = -1;
    byId("node-number").value = selection.node >= 0 ? selection.node : "";
    byId("message-number").value =
      selection.message >= 0 ? this.recording.nameOfMessage(selection.message) : "";
    byId("wrong").textContent = "";
    const focused = document.activeElement;
    this.redraw();
    // A button in a panel that was closed hands on to one that is there.
    if (focused.matches("aside *") && focused.getClientRects().length === 0) byId("clear").focus();
    this.keepAddress();
  }

  listen() {
    this.listenToControls();
    this.listenToFields();
    this.listenToStage();
    for (const list of document.querySelectorAll("details")) {
      list.addEventListener("toggle", () => this.redraw());
    }
    document.addEventListener("keydown", (event) => this.press(event));
    // After a click or a choice the next key is for the page, and does not repeat that.
    document.addEventListener("click", (event) => {
      const control = event.target.closest("button, summary");
      if (control && event.detail > 0) control.blur();
    });
    document.addEventListener("change", (event) => {
      if (event.target.matches("select, input:not([type=range])")) event.target.blur();
    });
    window.addEventListener("hashchange", () => this.openAddress());
    new ResizeObserver(() => this.resize()).observe(this.stage);
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"]) {
      window.matchMedia(query).addEventListener("change", () => this.resize());
    }
  }

  listenToControls() {
    const { player, recording } = this;
    for (const [id, action] of Object.entries(this.actions)) {
      byId(id).addEventListener("click", () => {
        action();
        this.keepAddress();
      });
    }
    const speed = byId("speed");
    for (let i = 1; i <= 9; ++i) {
      const rate = 2 ** (i - 2);
      const unit = recording.hasSums && recording.slotsAStep > 1 ? "steps/s" : "slots/s";
      speed.append(element("option", { value: i }, `${rate} ${unit}`));
    }
    speed.addEventListener("change", () => this.setSpeed(Number(speed.value)));
    const slider = byId("slider");
    slider.max = recording.steps;
    slider.addEventListener("input", () => player.go(Number(slider.value)));
    slider.addEventListener("change", () => this.keepAddress());
  }

  setSpeed(speed) {
    this.player.speed = speed;
    this.sayState();
  }

  listenToFields() {
    const { recording } = this;
    const first = recording.messages > 0 ? recording.nameOfMessage(0) : "";
    byId("node-number").max = recording.nodes - 1;
    if (recording.data.nodes.own_names?.length > 0) byId("node-number").type = "text";
    byId("node-field").hidden = "sizes" in recording.data.nodes;
    byId("message-number").placeholder = first;
    byId("message-field").hidden = recording.messages === 0;
    this.listenToField("node", (text) => recording.nodeNamed(text),
                       (text) => `Node ${text} does not exist; use 0 to ${recording.nodes - 1}.`);
    this.listenToField("message", (text) => recording.messageNamed(text),
                       (text) => `Message ${text} does not exist; write ORIGIN:NUMBER, as ${first}.`);
  }

  // A node or a message by its number; what there is not is said.
  listenToField(kind, find, complaintOf) {
    byId(`${kind}-number`).addEventListener("change", ({ target }) => {
      const text = target.value.trim();
      const found = text === "" ? -1 : find(text);
      if (found >= 0 || text === "") this.choose({ [kind]: found });
      else byId("wrong").textContent = complaintOf(text);
    });
  }

  listenToStage() {
    const { stage, view } = this;
    let from = null;
    const place = (event) => {
      const box = stage.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    stage.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY, false];
    });
    stage.addEventListener("pointermove", (event) => {
      if (from === null || event.buttons === 0) return this.nameUnder(...place(event));
      const [x, y, isDragged] = from;
      const isFar = Math.hypot(event.clientX - x, event.clientY - y) > 4;
      if (view.geometry.zoom === 1 || !(isFar || isDragged)) return;
      view.panBy(event.clientX - x, event.clientY - y);
      from = [event.clientX, event.clientY, true];
      this.move();
    });
    stage.addEventListener("pointerup", (event) => {
      if (from !== null && !from[2]) this.choose(view.hit(...place(event)));
      from = null;
    });
    stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
  }

  // The name of what the pointer is on.
  nameUnder(x, y) {
    const { recording, view } = this;
    const { node = -1, link = -1 } = view.hit(x, y);
    const { names } = recording.data.nodes;
    let name = "";
    if (node >= 0) name = recording.nameOfNode(node);
    else if (link >= 0) name = `${names[recording.from[link]]} \u2192 ${names[recording.to[link]]}`;
    if (this.stage.title !== name) this.stage.title = name;
    this.stage.style.cursor = name ? "pointer" : "default";
  }

  zoom(factor) {
    this.view.zoomBy(factor);
    this.stage.classList.toggle("zoomed", this.view.geometry.zoom > 1);
    this.move();
  }
  move() {
    this.view.place();
    this.redraw();
  }

  press(event) {
    const { player } = this;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isField = event.target.matches("input:not([type=range]), select") &&
      event.key !== "Escape";
    const isButton = event.target.matches("button, summary");
    if (isField || (isButton && [" ", "Enter"].includes(event.key))) return;
    if (event.shiftKey && event.key.startsWith("Arrow")) this.pan(event.key);
    else if (/^[1-9]$/.test(event.key)) this.setSpeed(Number(event.key));
    else if (event.key in KEYS) this.actions[KEYS[event.key]]();
    else if (event.key in FAR) player.go(player.step + FAR[event.key]);
    else return;
    event.preventDefault();
    this.keepAddress();
  }

  // Moves a picture that is larger than its room.
  pan(key) {
    const { view } = this;
    if (view.geometry.zoom === 1) return;
    const far = 60;
    const [x, y] = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far],
                     ArrowDown: [0, -far] }[key];
    view.panBy(x, y);
    this.move();
  }

  // The view is encoded behind the # of the address, for sharing.
  keepAddress() {
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => {
      const { selection } = this.view;
      const parts = [`slot=${this.panels.slotOf(this.player.step)}`];
      for (const [kind, number] of Object.entries(selection).filter((each) => each[1] >= 0)) {
        parts.push(`${kind}=${kind === "message" ? this.recording.nameOfMessage(number) : number}`);
      }
      window.history.replaceState(null, "", `#${parts.join("&")}`);
    }, 300);
  }
  openAddress() {
    const said = new URLSearchParams(window.location.hash.slice(1));
    const { recording } = this;
    const wrong = [];
    const known = (name, find) => {
      if (!said.has(name)) return -1;
      const found = find(said.get(name));
      if (found < 0) wrong.push(`The ${name} ${said.get(name)} does not exist.`);
      return found;
    };
    const slot = known("slot", numberBelow(recording.data.last_slot + 1));
    const node = known("node", (text) => recording.nodeNamed(text));
    const link = known("link", numberBelow(recording.links));
    const message = known("message",
                          (name) => (recording.hasSums ? -1 : recording.messageNamed(name)));
    this.player.go(slot < 0 ? 0 : recording.stepOf(slot));
    this.choose({ node, link, message });
    byId("wrong").textContent = wrong.join(" ");
  }

  // What is shown, for programs that look at the page: counts and lists, not pixels.
  state() {
    const { recording, player, view } = this;
    const { step } = player;
    const { sent } = recording;
    const packets = [];
    for (let i = sent.begins[step]; i < sent.begins[step + 1]; ++i) {
      const link = sent.link[i];
      packets.push({ from: recording.from[link], to: recording.to[link], port: recording.port[link],
                     count: recording.weightOf(i), control: recording.controlOf(i),
                     message: recording.hasSums || sent.message[i] < 0
                       ? null : recording.nameOfMessage(sent.message[i]),
                     piece: recording.hasSums || sent.piece[i] < 0 ? null : sent.piece[i] });
    }
    return { step, slot: this.panels.slotOf(step), steps: recording.steps, packets,
             holds: Array.from(recording.holds(step)),
             delivered: recording.deliveredUntil[step], done: recording.doneUntil[step],
             over: Array.from(recording.overIn.keys()).filter((i) => recording.overIn[i] <= step),
             phase: recording.phaseOf(step)?.name ?? null, playing: player.isPlaying,
             selection: { ...view.selection }, scriptTimes: [...player.scriptTimes] };
  }
}

const replay = new Replay(JSON.parse(byId("replay-data").textContent));

// The network, as three pictures on top of each other: links, then what a step changes, then
// packets, which are drawn again in every frame.
class NetworkView {
  constructor(recording, stage) {
    this.recording = recording;
    this.stage = stage;
    this.geometry = new Geometry(recording.data);
    this.layers = [...stage.querySelectorAll("canvas")].map((canvas) => canvas.getContext("2d"));
    this.switches = new Set(recording.data.nodes.switches);
    this.selection = { node: -1, link: -1, message: -1 };
    this.point = { x: 0, y: 0 };
    this.largest = 1;
    if (recording.hasSums) {
      this.largest = recording.sent.packets.reduce((a, b) => Math.max(a, b), 1);
    }
  }

  // Puts everything where it is to be after a move.
  place() {
    const { width, height } = this.geometry;
    this.geometry.fit(width, height);
    this.drawLinks();
  }

  // Measures the stage, and draws what depends on its size alone.
  resize() {
    const box = this.stage.getBoundingClientRect();
    for (const { canvas } of this.layers) fitCanvas(canvas, box.width, box.height);
    this.colour = paletteColours();
    this.geometry.fit(box.width, box.height);
    this.drawLinks();
  }

  clear(layer) {
    layer.clearRect(0, 0, this.geometry.width, this.geometry.height);
  }

  drawLinks() {
    const [layer] = this.layers;
    const { recording, geometry } = this;
    this.clear(layer);
    if (!recording.data.links.are_all) return;
    layer.beginPath();
    for (let link = 0; link < recording.links; ++link) geometry.trace(layer, link);
    layer.strokeStyle = this.colour("link");
    layer.lineWidth = Math.min(1, 2500 / recording.links + 0.3);
    layer.stroke();
  }

  // What a step changes: busy links and what nodes hold.
  drawStep(step) {
    const layer = this.layers[1];
    this.clear(layer);
    this.drawBusyLinks(layer, step);
    this.drawFollowed(layer, step);
    this.drawNodes(layer, step);
    this.drawSelected(layer);
  }

  drawBusyLinks(layer, step) {
    const { recording, geometry } = this;
    const { sent } = recording;
    for (const isControl of [true, false]) {
      layer.beginPath();
      for (let i = sent.begins[step]; i < sent.begins[step + 1]; ++i) {
        const isOnlyControl = recording.controlOf(i) === recording.weightOf(i);
        const link = sent.link[i];
        if (isOnlyControl === isControl && recording.from[link] !== recording.to[link]) {
          geometry.trace(layer, link);
        }
      }
      layer.strokeStyle = this.colour(isControl ? "control" : "message");
      layer.globalAlpha = isControl ? 0.9 : 0.5;
      layer.lineWidth = Math.max(1, Math.min(1.8, geometry.pitch / 30));
      layer.stroke();
      layer.globalAlpha = 1;
    }
  }

  // The links over which the followed message came, and the nodes that have it.
  drawFollowed(layer, step) {
    const { recording, geometry, selection } = this;
    if (selection.message < 0) return;
    layer.strokeStyle = this.colour("chosen");
    layer.lineWidth = Math.max(1.5, Math.min(3, geometry.pitch / 16));
    layer.beginPath();
    for (const i of recording.sent.until(recording.byMessage, selection.message, step)) {
      geometry.trace(layer, recording.sent.link[i]);
    }
    layer.stroke();
    layer.lineWidth = 2.5;
    layer.beginPath();
    for (const node of recording.reachedBy(selection.message, step)) {
      this.circle(layer, node, geometry.radius + 2.5);
    }
    layer.stroke();
  }

  circle(layer, node, radius) {
    const { x, y } = this.geometry;
    traceNode(layer, x[node], y[node], radius, this.switches.has(node));
  }

  drawNodes(layer, step) {
    const { recording, geometry } = this;
    const { x, y, radius } = geometry;
    const held = recording.holds(step);
    layer.beginPath();
    for (const node of x.keys()) this.circle(layer, node, radius);
    layer.fillStyle = this.colour("card");
    layer.fill();
    layer.beginPath();
    for (const node of x.keys()) {
      const share = held[node] / Math.max(recording.data.delivered_in_all[node], 1);
      if (share >= 1) this.circle(layer, node, radius);
      else if (share > 0) this.wedge(layer, x[node], y[node], radius, share);
    }
    layer.fillStyle = this.colour("held");
    layer.fill();
    layer.strokeStyle = this.colour("border");
    layer.lineWidth = 1;
    layer.stroke();
    for (const isOver of [false, true]) {
      layer.beginPath();
      for (const node of x.keys()) {
        if (recording.overIn[node] <= step === isOver) this.circle(layer, node, radius);
      }
      layer.strokeStyle = this.colour(isOver ? "text" : "border");
      layer.lineWidth = isOver ? Math.max(1.2, Math.min(2, radius / 5)) : 1;
      layer.stroke();
    }
    this.drawNames(layer);
  }

  wedge(layer, x, y, radius, share) {
    layer.moveTo(x, y);
    layer.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * share);
    layer.lineTo(x, y);
  }

  // As large as fits into the circles.
  drawNames(layer) {
    const { names: ids, own_names: own = [] } = this.recording.data.nodes;
    const { x, y, radius } = this.geometry;
    const most = (2 * radius - 3) / (0.61 * 7);
    const names = ids.map((id, node) => (own[node]?.length <= most ? own[node] : id));
    const longest = Math.max(...names.map((name) => name.length));
    const size = Math.min(12, (2 * radius - 3) / (0.61 * longest));
    if (size < 7) return;
    layer.font = `${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
    layer.textAlign = "center";
    layer.textBaseline = "middle";
    layer.fillStyle = this.colour("text");
    for (let node = 0; node < names.length; ++node) layer.fillText(names[node], x[node], y[node]);
  }

  drawSelected(layer) {
    const { geometry, selection } = this;
    layer.strokeStyle = this.colour("chosen");
    layer.lineWidth = 3;
    layer.beginPath();
    if (selection.node >= 0) this.circle(layer, selection.node, geometry.radius + 3.5);
    if (selection.link >= 0) geometry.trace(layer, selection.link);
    layer.stroke();
  }

  // Packets that have gone a part of their way.
  drawPackets(step, part) {
    const layer = this.layers[2];
    const { recording, selection } = this;
    const { sent } = recording;
    this.clear(layer);
    const begin = sent.begins[step];
    const end = sent.begins[step + 1];
    const isFollowed = (i) => selection.message >= 0 && sent.message[i] === selection.message;
    for (const isControl of [true, false]) {
      layer.beginPath();
      for (let i = begin; i < end; ++i) {
        const isOnlyControl = recording.controlOf(i) === recording.weightOf(i);
        if (isOnlyControl === isControl && !isFollowed(i)) this.packet(layer, i, part, isControl);
      }
      layer.fillStyle = this.colour(isControl ? "control" : "message");
      layer.fill();
    }
    if (selection.message < 0) return;
    layer.beginPath();
    for (let i = begin; i < end; ++i) {
      if (isFollowed(i)) this.packet(layer, i, part, false, 1.7);
    }
    layer.fillStyle = this.colour("chosen");
    layer.fill();
  }

  // A dot, or a square for control; sums are as large as they are.
  packet(layer, i, part, isSquare, scale = 1) {
    const { recording, geometry, point } = this;
    const link = recording.sent.link[i];
    if (recording.from[link] === recording.to[link]) return;
    geometry.along(link, part, point);
    let size = geometry.packet * scale;
    if (recording.hasSums) {
      const share = recording.sent.packets[i] / this.largest;
      size = Math.max(1.2, geometry.radius * 0.7 * Math.sqrt(share));
    }
    if (isSquare || size < 1.6) {
      layer.rect(point.x - size, point.y - size, 2 * size, 2 * size);
    } else {
      layer.moveTo(point.x + size, point.y);
      layer.arc(point.x, point.y, size, 0, 2 * Math.PI);
    }
  }

  // What is at a place: a node, a link or nothing.
  hit(x, y) {
    const { geometry } = this;
    const near = geometry.nodeAt(x, y, geometry.radius + 2);
    if (near >= 0) return { node: near };
    const link = geometry.linkAt(x, y, 7);
    if (link >= 0) return { link };
    const node = geometry.nodeAt(x, y, 16);
    return node >= 0 ? { node } : {};
  }

  zoomBy(factor) {
    const { geometry } = this;
    const zoom = Math.max(1, Math.min(geometry.zoom * factor, 24));
    const scaled = zoom / geometry.zoom;
    geometry.panX *= scaled;
    geometry.panY *= scaled;
    geometry.zoom = zoom;
    if (zoom === 1) geometry.panX = geometry.panY = 0;
  }

  panBy(x, y) {
    this.geometry.panX += x;
    this.geometry.panY += y;
  }
}

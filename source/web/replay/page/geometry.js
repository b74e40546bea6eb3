// Where nodes, links and packets are on the screen, in pixels.
class Geometry extends NodePlaces {
  constructor(data) {
    const { nodes, links } = data;
    super(nodes.x.map((x) => x / 1000), nodes.y.map((y) => y / 1000));
    this.from = links.from;
    this.to = links.to;
    this.copies = copiesOf(links.from.map((from, link) => `${from}:${links.to[link]}`));
    this.stubs = new Map(links.stubs.map(([link, x, y]) => [link, [x / 1000, y / 1000]]));
    this.isStub = Uint8Array.from(links.from, (_, link) => (this.stubs.has(link) ? 1 : 0));
    // Begin and end of each link: x, y, x, y; of a stub and then of where it comes in again.
    this.lines = new Float32Array(links.from.length * 8);
  }

  fit(width, height) {
    super.fit(width, height);
    this.packet = Math.max(1.5, Math.min(this.pitch * 0.07, 4.5));
    this.aside = Math.max(0.8, Math.min(this.pitch * 0.045, 3.2));
    this.stubLength = this.pitch * 0.56;
    for (let link = 0; link < this.from.length; ++link) this.place(link);
  }

  // Two links between the same nodes are beside each other, each on the right of its way, parallel
  // ones within the width of a node.
  asideOf(link) {
    const [copy, count] = this.copies[link];
    const one = Math.min(this.aside, (0.85 * this.radius) / (2 * count - 1));
    return (count > 1 ? one : this.aside) * (2 * copy + 1);
  }

  place(link) {
    const from = this.from[link];
    const to = this.to[link];
    const stub = this.stubs.get(link);
    const wayX = stub ? stub[0] : this.x[to] - this.x[from];
    const wayY = stub ? stub[1] : this.y[to] - this.y[from];
    const length = Math.max(Math.hypot(wayX, wayY), 1e-9);
    const stepX = wayX / length;
    const stepY = wayY / length;
    const aside = this.asideOf(link);
    const rightX = -stepY * aside;
    const rightY = stepX * aside;
    const near = Math.min(this.radius + 1, length / 2);
    const far = stub ? this.stubLength : length - near;
    const lines = this.lines;
    const at = link * 8;
    lines[at] = this.x[from] + stepX * near + rightX;
    lines[at + 1] = this.y[from] + stepY * near + rightY;
    lines[at + 2] = this.x[from] + stepX * far + rightX;
    lines[at + 3] = this.y[from] + stepY * far + rightY;
    if (stub) {
      lines[at + 4] = this.x[to] - stepX * far + rightX;
      lines[at + 5] = this.y[to] - stepY * far + rightY;
      lines[at + 6] = this.x[to] - stepX * near + rightX;
      lines[at + 7] = this.y[to] - stepY * near + rightY;
    }
  }

  // Adds the lines of a link to a path.
  trace(path, link) {
    const lines = this.lines;
    const at = link * 8;
    path.moveTo(lines[at], lines[at + 1]);
    path.lineTo(lines[at + 2], lines[at + 3]);
    if (this.isStub[link]) {
      path.moveTo(lines[at + 4], lines[at + 5]);
      path.lineTo(lines[at + 6], lines[at + 7]);
    }
  }

  // Where a packet is that has gone a part of its way; in `point`, as many are asked for.
  along(link, part, point) {
    const lines = this.lines;
    let at = link * 8;
    let done = part;
    if (this.isStub[link]) {
      at += part < 0.5 ? 0 : 4;
      done = part < 0.5 ? part * 2 : part * 2 - 1;
    }
    point.x = lines[at] + (lines[at + 2] - lines[at]) * done;
    point.y = lines[at + 1] + (lines[at + 3] - lines[at + 1]) * done;
  }

  // The nearest of some things, if it is no farther than this number of pixels, or -1.
  nearest(count, distanceOf, most) {
    let found = -1;
    let least = most;
    for (let i = 0; i < count; ++i) {
      const distance = distanceOf(i);
      if (distance < least) [least, found] = [distance, i];
    }
    return found;
  }
  nodeAt(x, y, most) {
    return this.nearest(
      this.x.length, (node) => Math.hypot(this.x[node] - x, this.y[node] - y), most);
  }
  linkAt(x, y, most) {
    const distanceOf = (link) => {
      if (this.from[link] === this.to[link]) return Infinity;
      const ends = this.isStub[link] ? [0, 4] : [0];
      return Math.min(...ends.map((part) => this.distance(x, y, link * 8 + part)));
    };
    return this.nearest(this.from.length, distanceOf, most);
  }

  distance(x, y, at) {
    const lines = this.lines;
    return distanceToLine([x, y], [lines[at], lines[at + 1]], [lines[at + 2], lines[at + 3]]);
  }
}

// Places of a network's nodes on a canvas, and what else pictures of networks have in common.

// The least distance between two places; 1 if there are no two.
function leastDistance(x, y) {
  let least = Infinity;
  for (let i = 0; i < x.length; ++i) {
    for (let j = 0; j < i; ++j) least = Math.min(least, (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2);
  }
  return Number.isFinite(least) && least > 0 ? Math.sqrt(least) : 1;
}

// The distance of a place from a line between two others.
export function distanceToLine([x, y], [beginX, beginY], [endX, endY]) {
  const [wayX, wayY] = [endX - beginX, endY - beginY];
  const square = Math.max(wayX * wayX + wayY * wayY, 1e-9);
  const along = ((x - beginX) * wayX + (y - beginY) * wayY) / square;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(beginX + wayX * part - x, beginY + wayY * part - y);
}

// For each link, by the names of its way, its number among parallel links and how many there are.
export function copiesOf(ways) {
  const counts = new Map();
  const copies = ways.map((way) => {
    const copy = counts.get(way) ?? 0;
    counts.set(way, copy + 1);
    return copy;
  });
  return copies.map((copy, link) => [copy, counts.get(ways[link])]);
}

// Adds a node to a path: a circle, or the square of a switch, of the same area.
export function traceNode(path, x, y, radius, isSwitch) {
  if (isSwitch) {
    const side = radius * Math.sqrt(Math.PI);
    path.rect(x - side / 2, y - side / 2, side, side);
  } else {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

// Places in units of the layout, and where they are in a box of pixels.
export class NodePlaces {
  constructor(x, y) {
    this.unitX = x;
    this.unitY = y;
    this.box = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
    this.apart = leastDistance(x, y);
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
  }

  // Fits everything into a box, then moves and scales it as the viewer wants.
  fit(width, height) {
    const [left, top, right, bottom] = this.box;
    const margin = 1.3 * this.apart;
    const fits = Math.min(
      width / (right - left + margin),
      height / (bottom - top + margin),
      115 / this.apart,
    );
    const scale = fits * this.zoom;
    this.width = width;
    this.height = height;
    this.x = this.unitX.map((x) => (x - (left + right) / 2) * scale + width / 2 + this.panX);
    this.y = this.unitY.map((y) => (y - (top + bottom) / 2) * scale + height / 2 + this.panY);
    this.pitch = this.apart * scale;
    this.radius = Math.max(2, Math.min(this.pitch * 0.25, 17));
  }
}

// Gives a canvas the pixels of the screen, and answers what is drawn with, in pixels of the page.
export function fitCanvas(canvas, width, height) {
  const scale = Math.min(window.devicePixelRatio || 1, 2);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const layer = canvas.getContext("2d");
  layer.setTransform(scale, 0, 0, scale, 0, 0);
  return layer;
}

// The colours of the palette by their names, as they are now.
export function paletteColours() {
  const style = getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

// Probes of pages under test: each answers a question about what a browser shows. They are evaluated in every page
// before its own scripts.

window.probes = {
  // Pairs of the lists of figures within an element.
  rows(selector) {
    const cells = [...document.querySelectorAll(`${selector} dt, ${selector} dd`)].map((each) => each.innerText);
    return Object.fromEntries(cells.flatMap((each, i) => (i % 2 ? [] : [[each, cells[i + 1]]])));
  },

  // What is said to be wrong at a field.
  wrongAt(name) {
    return document.querySelector(`[data-field='${name}']`).closest(".field").querySelector(".wrong").textContent;
  },

  // Checks of a result: name, and whether it holds.
  checks() {
    return [...document.querySelectorAll("#checks li")].map((each) =>
      [each.querySelector("b").textContent.split(" ")[0], each.matches(".holds")]);
  },

  // Bars of a comparison: algorithm, length, place of the bound, as shares of the room.
  bars() {
    return [...document.querySelectorAll("#comparison tbody tr")].map((row) => {
      const width = (selector) => row.querySelector(selector)?.getBoundingClientRect();
      const frame = width(".bars");
      return [row.querySelector("a").textContent, width(".bar").width / frame.width,
              (width(".tick.bound").left - frame.left) / frame.width];
    });
  },

  // The picture of a figure, once it is as wide as there is room.
  picture() {
    const image = document.querySelector("#figure img");
    if (!image || image.hidden || !image.complete) return null;
    const free = document.getElementById("figure").clientWidth - image.naturalWidth;
    const box = image.getBoundingClientRect();
    return free < 0 || free >= 20 ? null
      : { address: image.getAttribute("src"), alt: image.alt, isScaled: box.width !== image.naturalWidth,
          isOutside: box.right > innerWidth };
  },

  // What has the focus: id, outline, size, text.
  focus() {
    const at = document.activeElement;
    const framed = at.matches(".item input") ? at.closest(".item") : at;
    const { width, height } = framed.getBoundingClientRect();
    return [at.id, getComputedStyle(framed).outlineStyle, Math.min(width, height), at.outerHTML.slice(0, 80)];
  },

  // Of texts those that are hard to read; of what can be pressed what is too low or has no name; pixels beyond the window.
  survey() {
    const seen = (each) => each.getClientRects().length > 0;
    const numbers = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
    const behind = (each) => {
      for (let at = each; at; at = at.parentElement) {
        const colour = numbers(getComputedStyle(at).backgroundColor);
        if (colour.length === 3 || colour[3] > 0.99) return colour;
      }
      return numbers(getComputedStyle(document.body).backgroundColor);
    };
    const light = (colour) => {
      const [red, green, blue] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
      const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    const texts = [...document.querySelectorAll("main *, header *")].filter((each) => seen(each) &&
      !each.closest("svg, .hidden, canvas, :disabled") && [...each.childNodes].some((child) =>
        child.nodeType === 3 && child.data.trim() !== ""));
    const faint = texts.map((each) => [contrast(numbers(getComputedStyle(each).color), behind(each)), each])
      .filter(([value]) => value < 4.5).map(([value, each]) => `${each.textContent.slice(0, 30)} (${value.toFixed(1)})`);
    const controls = [...document.querySelectorAll("button, .button, select, input, summary, label.item, nav a")]
      .filter((each) => seen(each) && !each.matches(".hidden, .item input"));
    const low = controls.filter((each) => each.getBoundingClientRect().height < 32)
      .map((each) => each.textContent || each.id);
    const named = (each) => each.textContent.trim() || each.getAttribute("aria-label") ||
      (each.labels && each.labels.length > 0);
    const nameless = controls.filter((each) => !named(each)).map((each) => each.outerHTML.slice(0, 80));
    return { faint, low, nameless, wide: document.documentElement.scrollWidth - innerWidth,
             page: getComputedStyle(document.body).backgroundColor };
  },

  // Of the pictures that a replayed network is made of, and its slider, those that have nothing in them.
  blankLayers() {
    return [...document.querySelectorAll("#network canvas, #timeline")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    }).flatMap((isDrawn, i) => (isDrawn ? [] : [i]));
  },

  // How many colours a picture has, in base 64.
  async colours(picture) {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const layer = canvas.getContext("2d");
    layer.drawImage(image, 0, 0);
    return new Set(new Uint32Array(layer.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  },

  // A place on a link of a replayed network where no other one lies above it, the link, and the place of its end.
  placeOf(from, to, port) {
    const { recording, view } = replay;
    const link = recording.from.findIndex(
      (each, i) => each === from && recording.to[i] === to && recording.port[i] === port);
    const clear = [0.5, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9].map((part) => {
      const point = {};
      view.geometry.along(link, part, point);
      return point;
    }).find(({ x, y }) => view.geometry.linkAt(x, y, 3) === link &&
      view.geometry.nodeAt(x, y, view.geometry.radius + 3) < 0);
    return [clear.x, clear.y, link, view.geometry.x[to], view.geometry.y[to]];
  },

  // What becomes of requests to another host.
  async foreignRequest() {
    try {
      const image = new Image();
      image.src = "https://example.invalid/x.png";
      await image.decode();
      return "an image came";
    } catch {
      return fetch("https://example.invalid/").then(() => "an answer came", () => "refused");
    }
  },
};

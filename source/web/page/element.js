// Elements of the page: of texts and other elements, never of markup.

const SVG = "http://www.w3.org/2000/svg";

// Absent children are omitted: null, false or "".
function isThere(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter(isThere));
  return made;
}

// Attributes that are functions are called at the event of that name.
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function drawn(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

const ICONS = {
  go: "M4 2.5 13 8l-9 5.5Z",
  stop: "M4 4h8v8H4Z",
  back: "M12 3 5 8l7 5Z",
  holds: "M3 8.5 6.5 12 13 4",
  fails: "M4 4l8 8M12 4l-8 8",
  copy: "M6 5h7v9H6ZM3 11V2h7",
  load: "M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10",
  rerun: "M12.5 5.5A5 5 0 1 0 13 9M13 2.5v3.5H9.5",
};

export function icon(name) {
  return drawn(
    "svg",
    { viewBox: "0 0 16 16", class: `icon ${name}`, "aria-hidden": "true" },
    drawn("path", { d: ICONS[name] }),
  );
}

export function button(words, click, attributes = {}) {
  return element("button", { type: "button", click, ...attributes }, words);
}

export function link(words, address, attributes = {}) {
  return element("a", { href: address, ...attributes }, words);
}

export function card(title, ...children) {
  return element("section", { class: "card" }, title && element("h2", {}, title), ...children);
}

// A list of figures: pairs of a name and a value.
export function figures(pairs) {
  return element(
    "dl",
    {},
    ...pairs
      .filter(Boolean)
      .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}

// Where pages may not write to the clipboard, which takes a safe connection, an old way may do.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const place = element("textarea", { class: "hidden" });
  document.body.append(place);
  place.value = text;
  place.select();
  const isDone = document.execCommand("copy");
  place.remove();
  if (!isDone) throw new Error("the text could not be copied");
}

// A button that copies a text, and says that it has.
export function copier(text, words = "copy") {
  const label = element("span", { "aria-live": "polite" }, words);
  const made = button([icon("copy"), label], async () => {
    try {
      await copy(text);
      label.textContent = "copied";
    } catch {
      label.textContent = "select and copy the text";
    }
    made.focus();
    setTimeout(() => (label.textContent = words), 1500);
  });
  return made;
}

export function command(text) {
  const line = element(
    "code",
    { tabindex: "0", role: "textbox", "aria-readonly": "true", "aria-label": "command line" },
    text,
  );
  return element("div", { class: "command" }, line, copier(text));
}

// Announces it to screen readers.
export function say(text) {
  document.getElementById("said").textContent = text;
}

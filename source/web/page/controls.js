// Icons, buttons, links, cards and texts to copy, which views are made of.

import { byId, element, fill } from "./element.js";

const SVG = "http://www.w3.org/2000/svg";

export function drawn(name, ...parts) {
  return fill(document.createElementNS(SVG, name), parts);
}

const ICONS = {
  go: "M4 2.5 13 8l-9 5.5Z",
  stop: "M4 4h8v8H4Z",
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
  return element("section.card", title && element("h2", title), ...children);
}

// A button that takes a file away.
export function download(words, address, name = "", attributes = {}) {
  const fields = { class: "button", download: name, ...attributes };
  return link([icon("load"), words], address, fields);
}

// Where pages may not write to the clipboard, which takes a safe connection, an old way may do.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const place = element("textarea.hidden");
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
  return element("div.command", line, copier(text));
}

// Announces it to screen readers.
export function say(text) {
  byId("said").textContent = text;
}

// Elements of the page: of texts and other elements, never of markup.

const ABSENT = [null, undefined, false, ""];

// Replaces what an element contains. Absent children are omitted.
export function refill(made, ...children) {
  made.replaceChildren(...children.flat().filter((child) => !ABSENT.includes(child)));
  return made;
}

// Attributes and children of an element that has been made.
export function fill(made, parts) {
  const hasAttributes = parts[0]?.constructor === Object;
  const [attributes, ...children] = hasAttributes ? parts : [{}, ...parts];
  for (const [key, value] of Object.entries(attributes)) {
    if ([null, undefined, false].includes(value)) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  return refill(made, ...children);
}

// "p.soft" is a paragraph of the class "soft". Attributes may come before the children; those that
// are functions are called at the event of that name.
export function element(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  made.classList.add(...classes);
  return fill(made, parts);
}

// A list of figures: pairs of a name and a value.
export function figures(pairs) {
  const rows = pairs.filter(Boolean);
  return element(
    "dl",
    ...rows.flatMap(([name, value]) => [element("dt", name), element("dd", value)]),
  );
}

// The element of an id.
export function byId(id) {
  return document.getElementById(id);
}

// A field of the form: its name, what it takes, and what is wrong with it, said beside it.

import { element, refill } from "./element.js";

// Browsers neither complete, correct nor capitalise what is typed.
export const UNAIDED = { autocomplete: "off", spellcheck: "false", autocapitalize: "off" };

let made = 0;

export class Field {
  // `options` makes it a choice, `suggestions` completes what is typed.
  constructor({ label, hint = "", value = "", changed, suggestions, ...kind }) {
    const id = `field-${++made}`;
    this.input = this.made({
      ...kind,
      id,
      list: suggestions ? `${id}-list` : null,
      "aria-describedby": `${id}-hint ${id}-wrong`,
      input: () => changed(),
    });
    this.wrong = element("p.wrong", { id: `${id}-wrong`, role: "alert" });
    this.hint = element("p.hint", { id: `${id}-hint` }, hint);
    this.root = element("div.field", ...this.named(label, id), this.hint, this.wrong);
    const completions = suggestions?.map((each) => element("option", { value: each }));
    if (suggestions) this.root.append(element("datalist", { id: `${id}-list` }, ...completions));
    this.value = value;
  }

  named(label, id) {
    return [element("label", { for: id }, label), this.input];
  }

  made({ options, ...attributes }) {
    const choices = options?.map(([value, words]) => element("option", { value }, words));
    return options
      ? element("select", attributes, ...choices)
      : element("input", { type: "text", ...UNAIDED, ...attributes });
  }

  get value() {
    return this.input.value.trim();
  }

  set value(value) {
    this.input.value = value;
  }

  complain(text) {
    if (this.wrong.textContent !== text) this.wrong.textContent = text;
    this.input.setAttribute("aria-invalid", text ? "true" : "false");
  }

  focus() {
    this.input.focus();
  }
}

// A field that is given or not.
export class Flag extends Field {
  made(attributes) {
    return element("input", { type: "checkbox", ...attributes });
  }

  named(label) {
    return [element("label.item", this.input, element("span", label))];
  }

  get value() {
    return this.input.checked || "";
  }

  set value(value) {
    this.input.checked = Boolean(value);
  }
}

// Several names under one legend, each with a mark: one of them, or any number.
export class Choice {
  constructor({ legend, changed }) {
    this.name = `choice-${++made}`;
    this.changed = changed;
    this.legend = element("legend", legend);
    this.items = element("div.items");
    this.wrong = element("p.wrong", { role: "alert" });
    this.root = element("fieldset.choice", this.legend, this.items, this.wrong);
  }

  // A row of buttons, one of which is down; `items` by their values.
  static buttons(legend, items, chosen, changed, ...classes) {
    const choice = new Choice({ legend, changed });
    choice.legend.className = "hidden";
    choice.root.classList.add("commands", ...classes);
    choice.fill(Object.entries(items), "radio", [chosen]);
    return choice;
  }

  // Items are triples: value, words, what is beside them. What is there already keeps the focus.
  fill(items, type, chosen) {
    const isThere =
      type === this.type &&
      items.length === this.marks.length &&
      items.every(([value], i) => value === this.marks[i].value);
    this.type = type;
    if (!isThere) refill(this.items, ...items.map((each) => this.item(...each)));
    this.value = chosen;
  }

  item(value, words, beside) {
    const { name, type } = this;
    return element(
      "label.item",
      element("input", { type, name, value, change: () => this.changed() }),
      element("span.words", words),
      beside && element("span.beside", beside),
    );
  }

  get marks() {
    return [...this.items.querySelectorAll("input")];
  }

  get value() {
    return this.marks.filter((mark) => mark.checked).map((mark) => mark.value);
  }

  set value(chosen) {
    for (const mark of this.marks) mark.checked = chosen.includes(mark.value);
  }

  complain(text) {
    if (this.wrong.textContent !== text) this.wrong.textContent = text;
  }

  // Scrolls what is marked into the list's own window.
  reveal() {
    const marked = this.marks.find((mark) => mark.checked)?.closest(".item");
    if (marked)
      this.items.scrollTop = marked.offsetTop - this.items.offsetTop - this.items.clientHeight / 2;
  }

  focus() {
    (this.marks.find((mark) => mark.checked) || this.marks[0])?.focus();
  }
}

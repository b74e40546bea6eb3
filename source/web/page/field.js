// A field of the form: its name, what it takes, and what is wrong with it, said beside it.

import { element } from "./element.js";

let made = 0;

export class Field {
  // `options` makes it a choice, `suggestions` completes what is typed.
  constructor({
    label,
    hint = "",
    value = "",
    placeholder = "",
    options,
    suggestions,
    numeric,
    changed,
  }) {
    const id = `field-${++made}`;
    this.input = options ? this.choice(options) : this.text(placeholder, numeric);
    this.input.id = id;
    this.input.setAttribute("aria-describedby", `${id}-hint ${id}-wrong`);
    this.input.addEventListener("input", () => changed());
    this.wrong = element("p", { id: `${id}-wrong`, class: "wrong", role: "alert" });
    this.hint = element("p", { id: `${id}-hint`, class: "hint" }, hint);
    this.root = element(
      "div",
      { class: "field" },
      ...this.named(label, id),
      this.hint,
      this.wrong,
    );
    if (suggestions) this.suggest(`${id}-list`, suggestions);
    this.value = value;
  }

  named(label, id) {
    return [element("label", { for: id }, label), this.input];
  }

  choice(options) {
    return element(
      "select",
      {},
      ...options.map(([value, words]) => element("option", { value }, words)),
    );
  }

  text(placeholder, numeric) {
    return element("input", {
      type: "text",
      placeholder,
      autocomplete: "off",
      spellcheck: "false",
      autocapitalize: "off",
      inputmode: numeric ? "numeric" : null,
    });
  }

  suggest(id, suggestions) {
    this.input.setAttribute("list", id);
    this.root.append(
      element("datalist", { id }, ...suggestions.map((value) => element("option", { value }))),
    );
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
  text() {
    return element("input", { type: "checkbox" });
  }

  named(label) {
    return [element("label", { class: "item" }, this.input, element("span", {}, label))];
  }

  get value() {
    return this.input.checked ? "true" : "";
  }

  set value(value) {
    this.input.checked = Boolean(value);
  }
}

// Several names under one legend, each with a mark: one of them, or any number.
export class Choice {
  constructor({ legend, isHidden = false, changed }) {
    this.name = `choice-${++made}`;
    this.changed = changed;
    this.items = element("div", { class: "items" });
    this.wrong = element("p", { class: "wrong", role: "alert" });
    this.root = element(
      "fieldset",
      { class: "choice" },
      element("legend", { class: isHidden ? "hidden" : null }, legend),
      this.items,
      this.wrong,
    );
  }

  // Items are triples: value, words, what is beside them. What is there already keeps the focus.
  fill(items, type, chosen) {
    const isThere =
      type === this.type &&
      items.length === this.marks.length &&
      items.every(([value], i) => value === this.marks[i].value);
    this.type = type;
    if (!isThere)
      this.items.replaceChildren(
        ...items.map(([value, words, beside]) => this.item(value, words, beside)),
      );
    this.value = chosen;
  }

  item(value, words, beside = null) {
    const mark = element("input", {
      type: this.type,
      name: this.name,
      value,
      change: () => this.changed(),
    });
    return element(
      "label",
      { class: "item" },
      mark,
      element("span", { class: "words" }, words),
      beside && element("span", { class: "beside" }, beside),
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

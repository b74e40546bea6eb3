// Formulas of the catalogue with their signs, and the meanings of their symbols.

import { element } from "./element.js";

const OPENING = { "ceil(": ["\u2308", "\u2309"], "floor(": ["\u230a", "\u230b"], "(": ["(", ")"] };
const SIGNS = { "*": "\u00b7", "<=": "\u2264", ">=": "\u2265" };
const PARTS =
  /ceil\(|floor\(|\*(?=ceil\(|floor\()|\*|<=|>=|[_^](?:\{[^}]*\}|\([^)]*\)|[A-Za-z0-9]+)|[()]/g;

// "2*ceil(K/d)" has no brackets but those of rounding, exponents are raised.
export function formula(text) {
  const made = element("span", { class: "formula" });
  const closing = [];
  let done = 0;
  const part = (found) => {
    if (found in OPENING) {
      closing.push(OPENING[found][1]);
      return OPENING[found][0];
    }
    if (found === ")") return closing.pop() ?? ")";
    if (found in SIGNS) return SIGNS[found];
    return element(
      found[0] === "^" ? "sup" : "sub",
      {},
      found.slice(1).replace(/^[({]|[)}]$/g, ""),
    );
  };
  for (const match of text.matchAll(PARTS)) {
    made.append(text.slice(done, match.index));
    done = match.index + match[0].length;
    const isDropped = match[0] === "*" && /^(ceil|floor)\(/.test(text.slice(done));
    if (!isDropped) made.append(part(match[0]));
  }
  made.append(text.slice(done));
  return made;
}

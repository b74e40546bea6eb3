// Formulas of the catalogue with their signs, and the meanings of their symbols.

import { element } from "./element.js";

const OPENING = { "ceil(": ["\u2308", "\u2309"], "floor(": ["\u230a", "\u230b"], "(": ["(", ")"] };
const SIGNS = { "*": "\u00b7", "<=": "\u2264", ">=": "\u2265" };
const PARTS = /ceil\(|floor\(|\*|<=|>=|[_^](?:\{[^}]*\}|\([^)]*\)|[A-Za-z0-9]+)|[()]/g;

// A time of the theory, with its formula where there is one.
export function theory(words, text) {
  return element("span", words, text ? [" = ", formula(text)] : []);
}

// "2*ceil(K/d)" has no brackets but those of rounding, exponents are raised.
export function formula(text) {
  const made = element("span.formula");
  const closing = [];
  let done = 0;
  const part = (found) => {
    if (found in OPENING) {
      closing.push(OPENING[found][1]);
      return OPENING[found][0];
    }
    if (found === ")") return closing.pop() ?? ")";
    if (found in SIGNS) return SIGNS[found];
    const raised = found.slice(1).replace(/^[({]|[)}]$/g, "");
    return element(found[0] === "^" ? "sup" : "sub", raised);
  };
  const shown = text.replace(/\*(?=(ceil|floor)\()/g, "");
  for (const match of shown.matchAll(PARTS)) {
    made.append(shown.slice(done, match.index), part(match[0]));
    done = match.index + match[0].length;
  }
  made.append(shown.slice(done));
  return made;
}

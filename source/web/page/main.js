// Shows the view that the address names; links and the back button load nothing anew.

import { api } from "./api.js";
import { showChoice } from "./choose.js";
import { button, card, link } from "./controls.js";
import { byId, element, refill } from "./element.js";
import { showRuns } from "./history.js";
import { showResults } from "./results.js";
import { go } from "./route.js";
import { showRun } from "./run.js";
import { showSchedule } from "./schedule.js";

const VIEWS = [
  [/^\/$/, "new run", showChoice],
  [/^\/schedule$/, "schedule", showSchedule],
  [/^\/runs$/, "runs", showRuns],
  [/^\/runs\/(\d+)$/, "run", showRun],
  [/^\/results$/, "results", showResults],
];

const main = byId("main");
let shown = null;
let turn = 0;

function viewOf(path) {
  for (const [pattern, title, show] of VIEWS) {
    const match = path.match(pattern);
    if (match) return { title, show, match };
  }
  return null;
}

function markLinks() {
  for (const each of document.querySelectorAll("nav a")) {
    if (each.pathname === location.pathname) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}

function showFailure(wrong) {
  const again = button("try again", () => show());
  const text = element("p", { role: "alert" }, wrong.message);
  const ways = element("p.row", again, link("all runs", "/runs", { class: "button" }));
  refill(main, card("This page cannot be shown", text, ways));
  again.focus();
}

// A view has `content`, and may have `opened` and `close`.
async function show() {
  const mine = ++turn;
  shown?.close?.();
  shown = null;
  const view = viewOf(location.pathname);
  markLinks();
  main.replaceChildren();
  main.setAttribute("aria-busy", "true");
  const waiting = setTimeout(() => main.replaceChildren(element("p.soft", "Loading\u2026")), 300);
  try {
    if (view === null) throw new Error("Page not found.");
    document.title = `${view.title} \u00b7 tutti`;
    const made = await view.show(view.match, new URLSearchParams(location.search));
    if (mine !== turn) return made.close?.();
    main.replaceChildren(...made.content);
    shown = made;
    made.opened?.();
  } catch (wrong) {
    if (mine === turn) showFailure(wrong);
  } finally {
    clearTimeout(waiting);
    if (mine === turn) main.removeAttribute("aria-busy");
  }
}

function isOurs(pressed, event) {
  return (
    pressed &&
    pressed.origin === location.origin &&
    !pressed.hasAttribute("download") &&
    pressed.target === "" &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey &&
    !event.altKey &&
    !pressed.getAttribute("href").startsWith("#") &&
    viewOf(pressed.pathname) !== null
  );
}

// Asks until there is an answer, then shows what could not be shown.
let asking = 0;
function heedServer({ detail: isThere }) {
  const lost = byId("lost");
  if (isThere && !lost.hidden && shown === null) show();
  lost.hidden = isThere;
  clearTimeout(asking);
  if (!isThere) asking = setTimeout(() => api.runs(undefined, 1).catch(() => {}), 2000);
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("a");
  if (!isOurs(pressed, event)) return;
  event.preventDefault();
  go(pressed.pathname + pressed.search);
});
window.addEventListener("popstate", show);
window.addEventListener("server", heedServer);
window.addEventListener("moved", show);
api
  .catalogue()
  .then(({ program }) => {
    byId("server").textContent = `${program.name} ${program.version}`;
  })
  .catch(() => {});
show();

// The result of one run: its time against theory, every check, its phases, and drawings of it.

import { api } from "./api.js";
import { card, download, icon, link } from "./controls.js";
import { element, figures } from "./element.js";
import { Choice } from "./field.js";
import { theory } from "./formula.js";
import {
  KINDS,
  counted,
  duration,
  grouped,
  modelSeconds,
  orDash,
  overBound,
  percent,
  rounded,
  units,
} from "./format.js";
import { partsOf } from "./plan.js";
import { table } from "./table.js";
import { useStrip } from "./figures/use_strip.js";

const CHECKS = {
  delivery: "every required message was delivered exactly once",
  causality: "no message was delivered before it could arrive",
  journeys: "enough packets moved for all deliveries",
  draws: "messages were lost exactly where the draws predict it",
  postcondition: "every node ends with the result that the collective requires",
  agreement: "all nodes agree on the content of each interval",
  delay: "the delays are those of the messages",
  phases: "every phase ended within its expected time",
  time: "the time agrees with the formula",
  transmissions: "the number of packets agrees with the theory",
  "silence-after-end": "nothing was sent after the end",
};

const DRAWINGS = {
  "space-time": "nodes over slots",
  network: "network",
  links: "load of links",
  use: "links in use",
};

function checkList(result) {
  const rows = (result.checks || []).map(({ name, holds, text }) =>
    element(
      "li",
      { class: holds ? "holds" : "fails" },
      icon(holds ? "holds" : "fails"),
      element(
        "span",
        element("span.hidden", holds ? "holds: " : "does not hold: "),
        element("b", name),
        element("span.soft", ` ${text || CHECKS[name] || ""}`),
      ),
    ),
  );
  return element("ul.plain.checks", { id: "checks" }, ...rows);
}

function timeRows(result, formulaText) {
  const { time, expected, lower_bound: bound, lower_bound_pieces: pieces } = result;
  const slots = Number(time.slots);
  const isWhole = String(slots) === String(time.units);
  const ratio = overBound(result) && ` (${overBound(result)} times that)`;
  return [
    [
      "time",
      isWhole
        ? counted(slots, "slot")
        : `${counted(units(time.units), "unit")} in ${counted(slots, "slot")}`,
    ],
    expected && [
      `by theory, ${KINDS[expected.kind] || expected.kind}`,
      theory(units(expected.units), formulaText),
    ],
    bound && ["lower bound", `${units(bound.units)}${ratio}`],
    bound?.proof && ["because", bound.proof],
    pieces && pieces.units !== bound?.units && ["for pieces of 1/m", units(pieces.units)],
    ...modelRows(result.model_time),
  ];
}

// Seconds of the same slots on links with latency and bandwidth.
function modelRows(model) {
  if (!model) return [];
  const { latency, bandwidth, bytes, seconds, bound_seconds: bound } = model;
  const least = (bound ?? null) !== null && `, lower bound ${modelSeconds(bound)}`;
  const path = (model.startups ?? null) !== null;
  return [
    ["model time", `${modelSeconds(seconds)}${least || ""}`],
    ["for", `${grouped(bytes)} bytes, ${latency}, ${bandwidth}`],
    path && [
      "critical path",
      `${modelSeconds(model.startup_seconds)}, ${counted(model.startups, "start-up")}`,
    ],
  ];
}

function chance({ exact, bound }) {
  return `with probability ${exact === null ? `${rounded(bound)} or less` : rounded(exact)}`;
}

function countRows(result) {
  const { delivery, transmissions, control_transmissions: control, termination } = result;
  return [
    ["delivered", `${grouped(delivery.delivered)} of ${grouped(delivery.required)}`],
    delivery.missing + delivery.duplicate + delivery.unexpected > 0 && [
      "not as required",
      ["missing", "duplicate", "unexpected"]
        .map((name) => `${grouped(delivery[name])} ${name}`)
        .join(", "),
    ],
    [
      "transmissions",
      `${grouped(transmissions)}${control > 0 ? `, ${grouped(control)} of them control` : ""}`,
    ],
    ["links in use", `${percent(result.link_utilisation)} on average`],
    termination?.first_slot && [
      "end known to nodes",
      `from slot ${grouped(termination.first_slot)} to ${grouped(termination.last_slot)}`,
    ],
    result.failure_probability && ["may lose messages", chance(result.failure_probability)],
    ["computing", duration(result.setup_seconds + result.wall_seconds)],
  ];
}

// Fields that have a row to themselves, by the schema of results, where they have a value.
function fieldRows(result, fields) {
  const valueAt = (path) => path.split(".").reduce((value, name) => value?.[name], result);
  const textOf = (value, unit) => {
    const text = typeof value === "number" ? rounded(value) : element("code", String(value));
    const units = value === 1 ? unit?.slice(0, -1) : unit;
    return units ? element("span", text, ` ${units}`) : text;
  };
  return fields
    .filter(({ row, path }) => row && (valueAt(path) ?? null) !== null)
    .map(({ row, path, unit }) => [row, textOf(valueAt(path), unit)]);
}

function dynamicCard({ intervals, delay, queue, stability, reason }) {
  return card(
    "Messages that arrive during the run",
    figures([
      ["intervals", grouped(intervals)],
      ["stability", stability],
      ["because", reason],
      delay && ["delay", `${rounded(delay.mean)} on average, at most ${rounded(delay.max)}`],
      delay && ["of 95 %", `${rounded(delay.p95)} or less`],
      queue && ["queue", `${rounded(queue.mean)} on average, at most ${rounded(queue.max)}`],
    ]),
  );
}

function phaseTable(phases) {
  const columns = [
    ["phase"],
    ...["slots", "by theory", "slot length"].map((name) => [name, "number"]),
  ];
  const rows = phases.map(({ name, slots, expected, slot_length: length }) => [
    name,
    ...[slots, expected, length].map((value) => orDash(value, grouped)),
  ]);
  return table(columns, rows);
}

// Drawings of a recording, one at a time; a click replays it.
function drawings(id) {
  const wrong = element("p.wrong", { role: "alert" });
  const tell = (text) => () => (wrong.textContent = text);
  const error = tell("This drawing of the run is not available.");
  const image = element("img", { alt: "", load: tell(""), error });
  const choice = Choice.buttons("drawing", DRAWINGS, "space-time", show, "small");
  const file = download("this drawing", "");
  const replay = link(image, api.address(`runs/${id}/replay`), {
    class: "drawing",
    "aria-label": "replay slot by slot",
  });
  function show() {
    const [kind] = choice.value;
    image.alt = `drawing of run ${id}: ${DRAWINGS[kind]}`;
    image.src = file.href = api.address(`runs/${id}/picture`, { as: kind });
    file.download = `run-${id}-${kind}.svg`;
  }
  show();
  const shown = [choice.root, replay, wrong, element("p.row", file)];
  return element("section.card.drawings", { "aria-label": "drawings" }, ...shown);
}

function waitingNodes({ waiting, waiting_count: count }) {
  const nodes = waiting.slice(0, 20).map((each) => each.node ?? each);
  return (
    count > 0 && element("p.soft", `${counted(count, "node")} still waited: ${nodes.join(", ")}`)
  );
}

function phaseCard({ result, picture }) {
  const { phases = [] } = result;
  if (phases.length === 0 && !picture?.use) return null;
  // Those of an interval come again in the next one.
  const inOrder = result.dynamic ? [] : phases;
  return card(
    "Phases",
    picture?.use && useStrip(picture.use, picture.slot, result.time.slots, inOrder),
    phases.length > 0 && phaseTable(phases),
  );
}

// Results of earlier versions, which the server keeps, have a task.
function formulaOf({ collective, task, algorithm }, catalogue) {
  const found = catalogue.collectives.find(({ name }) => name === partsOf(collective ?? task).name);
  return found?.algorithms.find(({ name }) => name === algorithm)?.time ?? "";
}

export function result(run, catalogue) {
  const { result: shown, why_not_recorded: why } = run;
  return element(
    "div.result",
    element(
      "div",
      run.has_recording
        ? drawings(run.id)
        : card("No replay", element("p.soft", why || "This run was not recorded.")),
      phaseCard(run),
      shown.dynamic && dynamicCard(shown.dynamic),
    ),
    element(
      "div",
      card("Time", figures(timeRows(shown, formulaOf(shown, catalogue)))),
      card(
        "Checks",
        shown.violation && element("p.wrong", shown.violation.text),
        checkList(shown),
        waitingNodes(shown),
      ),
      card("Counts", figures([...countRows(shown), ...fieldRows(shown, catalogue.fields)])),
    ),
  );
}

"""What the store has of runs: rows, tables and figures, beside the commands for them."""

import csv
import io
import json

from answer import check_refused
from saying import check, check_equal, check_within
from server import serving
from steady import steady

SWEEP = {"command": "sweep", "task": "simultaneous-broadcast/greedy,random-roots,prefix-roots",
         "network": ["hypercube:{4..6}", "hypercube:3"], "broadcasters": "random:{1,4}",
         "seeds": "1-3", "set": {"c": "1/2"}}
SWEPT = ["sweep", SWEEP["task"], "-n", "hypercube:{4..6}", "-n", "hypercube:3", "-b",
         "random:{1,4}", "--seeds", "1-3", "--set", "c=1/2", "--store", "swept.db"]


def rows_of(text):
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    changing = {"id", "ended_at", "host", "threads", "setup_seconds", "wall_seconds"}
    return sorted(tuple((name, of) for name, of in row.items() if name not in changing)
                  for row in rows)


def sweeps_fill_the_store(place):
    with serving(place) as server:
        run = server.finish(SWEEP)
        status, printed, _ = place.say(*SWEPT, "--json")
        right = json.loads(printed)
        check_equal(run["status"], status, "the status of a sweep")
        check_equal(steady(run["result"]), steady(right), "the report of a sweep")
        check_equal(run["picture"]["finished"], right["runs"], "the last picture")
        stored = rows_of(server.get("results?format=csv&count=1000").body.decode())
        check_equal(len(stored), right["runs"], "rows in the store")
        check_equal(stored, rows_of(place.say("results", "swept.db", "--csv")[1]), "rows")
        again = server.finish(SWEEP)
        check_equal((again["result"]["stored_before"], again["result"]["finished"]),
                    (right["runs"], 0), "a sweep that the store has")
        single = server.finish({"command": "run", "task": "broadcast", "network": "hypercube:4"})
        newest = server.get("results?count=1").json()
        check_equal([row["digest"] for row in newest], [single["result"]["digest"]], "a run's row")


TABLES = [
    ("by=algorithm,nodes", ["--by", "algorithm,nodes"]),
    ("by=algorithm&stat=mean,ci95,median,min,max", ["--by", "algorithm", "--stat",
                                                    "mean,ci95,median,min,max"]),
    ("by=nodes&of=slots,transmissions&stat=max", ["--by", "nodes", "--of", "slots,transmissions",
                                                  "--stat", "max"]),
    ("by=algorithm&where=dimensions+%3E%3D+5+and+verdict+%3D+complete",
     ["--by", "algorithm", "--where", "dimensions >= 5 and verdict = complete"]),
]
TYPES = {"json": "application/json", "csv": "text/csv", "markdown": "text/markdown",
         "latex": "application/x-tex"}


def tables_are_those_of_results(place):
    with serving(place) as server:
        server.finish(SWEEP)
        for query, options in TABLES:
            for form in TYPES:
                answer = server.get(f"results?{query}&format={form}")
                right = place.say("results", "store.db", *options, f"--{form}", status=0)[1]
                check_equal(answer.body.decode().replace("\r\n", "\n"), right, f"{query} {form}")
                check(len(right.splitlines()) >= 4, f"{query} {form} has nothing")
            check_equal(server.get(f"results?{query}").body, server.get(
                f"results?{query}&format=json").body, "the default format")
        rows = server.get("results?count=7").json()
        check_equal(len(rows), 7, "count")
        check_equal(len(server.get("results").json()), 72, "all rows")
        numbers = [row["id"] for row in server.get("results?where=k+%3D+4").json()]
        check_equal(numbers, sorted(numbers, reverse=True), "the newest first")
        check_equal(len(numbers), 36, "rows of a condition")
        for query, name in (("where=nodes+%3E", "where"), ("by=nonsense", "by"),
                            ("by=nodes&stat=nonsense", "stat"), ("count=0x1", "count"),
                            ("format=xml", "format"), ("where=id%3D1;drop+table+runs", "where")):
            answer = server.ask("GET", f"/api/1/results?{query}")
            check_refused(answer, 400, query)
            check(name in answer.error() or name == answer.json()["error"]["field"], answer.error())
        check_equal(len(server.get("results").json()), 72, "all rows, still")


def near(found, right, what):
    check((found is None) == (right is None), f"{what}: {found} in place of {right}")
    if found is not None:
        check_within(found, right - 1e-9 * abs(right), right + 1e-9 * abs(right), what)


def figures_have_the_statistics_of_results(place):
    with serving(place) as server:
        server.finish(SWEEP)
        figure = server.get("figure?x=nodes&y=slots&by=algorithm&facet=broadcasters"
                            "&log=x,y&bound=1").json()
        table = place.json("results", "store.db", "--by", "algorithm,broadcasters,nodes", "--of",
                           "slots", "--stat", "mean,ci95")
        right = {(row["broadcasters"], row["algorithm"], row["nodes"]): row for row in table}
        found = {}
        for panel in figure["panels"]:
            for series in panel["series"]:
                for point in series["points"]:
                    facet = next(name for name in ("random:1", "random:4") if name in panel["name"])
                    found[facet, series["name"], point["x"]] = point
        check_equal(set(found), set(right), "the points of a figure")
        for key, point in found.items():
            near(point["mean"], right[key]["slots_mean"], f"{key}: mean")
            near(point["low"], right[key]["slots_student95_low"], f"{key}: low")
            near(point["high"], right[key]["slots_student95_high"], f"{key}: high")
        check(any(point["low"] is not None for point in found.values()), "no interval at all")
        check(figure["x"]["is_logarithmic"] and figure["y"]["is_logarithmic"], "log")
        check_equal(set(figure["names"]), {"greedy", "random-roots", "prefix-roots"}, "names")
        drawn = server.get("figure.svg?x=nodes&y=transmissions&by=algorithm")
        check_equal(drawn.headers["content-type"], "image/svg+xml", "a figure's type")
        check(b"<svg" in drawn.body and b"greedy" in drawn.body, "a figure that is drawn")
        narrow = server.get("figure.svg?x=nodes&y=transmissions&by=algorithm&width=345")
        check(b'width="345"' in narrow.body, "a figure as wide as was asked")
        check(figure["title"] in figure["text"], "a figure as text")
        for width in ("299", "1601", "wide", "-400", "4e2"):
            check_refused(server.ask("GET", f"/api/1/figure.svg?x=nodes&y=slots&width={width}"), 400, f"width={width}")
        for query in ("x=nodes", "x=nonsense&y=slots", "x=nodes&y=slots&log=z",
                      "x=nodes&y=slots&by='%3B", "x=algorithm&y=slots"):
            for path in ("figure", "figure.svg"):
                check_refused(server.ask("GET", f"/api/1/{path}?{query}"), 400, f"{path}?{query}")


CHECKS = [sweeps_fill_the_store, tables_are_those_of_results,
          figures_have_the_statistics_of_results]

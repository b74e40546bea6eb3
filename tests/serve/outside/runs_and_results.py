"""What runs come to, beside the same commands, and what the store says of them."""

import csv
import io
import json
import shlex

from answer import check_refused
from following import UPGRADE, events_of, pictures_within
from saying import check, check_equal, check_within
from server import serving

# Of the machine and the moment, not of the run.
CHANGING = {"command", "threads", "setup_seconds", "wall_seconds", "packet_hops_per_second",
            "peak_rss_bytes", "trials_per_second", "runs_per_second"}

RUNS = [
    {"task": "simultaneous-broadcast/prefix-roots", "network": "hypercube:6",
     "broadcasters": "random:20", "seed": "7"},
    {"task": "simultaneous-broadcast", "network": "hypercube:5", "broadcasters": "nodes:3,3,9",
     "seed": 18446744073709551615},
    {"task": "simultaneous-broadcast/random-roots", "network": "hypercube:5", "set": {"c": "1/2"},
     "broadcasters": "random:25"},
    {"task": "broadcast/flooding", "network": "product(ring:5,path:3)", "root": 7},
    {"task": "allgather", "network": "torus:5x5"},
    {"task": "scatter/single-port", "network": "hypercube:5", "ports": "single", "root": "31"},
    {"task": "simultaneous-broadcast/greedy", "network": "hypercube:5", "slot-budget": "5"},
    {"task": "multinode-broadcast/rotation-classes", "network": "hypercube:4", "ports": "single"},
    {"task": "dynamic-broadcast/intervals", "network": "hypercube:4", "set": {"intervals": "20"}},
    {"task": "successive-broadcasts/unrotated", "network": "hypercube:4", "set": {"gap": "2"}},
]


def steady(result):
    """A result without what changes from one time to the next."""
    if isinstance(result, dict):
        return {name: steady(of) for name, of in result.items() if name not in CHANGING}
    return [steady(one) for one in result] if isinstance(result, list) else result


def commanded(place, run, *more):
    """What the command line of a run prints, and its exit status."""
    words = shlex.split(run["text"])
    check_equal(words[0], "tutti", "the first word of a text")
    status, printed, _ = place.say(*words[1:], *more, "--json")
    return status, [json.loads(line) for line in printed.splitlines()]


def runs_come_to_what_their_text_comes_to(place):
    with serving(place) as server:
        for plan in RUNS:
            run = server.finish({"command": "run", **plan})
            status, (right,) = commanded(place, run)
            check_equal(run["status"], status, f"{run['text']}: status, {run['error']}")
            check_equal(run["verdict"], right["verdict"], f"{run['text']}: verdict")
            check_equal(steady(run["result"]), steady(right), run["text"])
            check_equal(run["plan"], {"command": "run", **plan}, f"{run['text']}: plan")
            check(run["result"]["digest"] and run["result"]["checks"], f"{run['text']}: digest")
            alone = server.get(f"runs/{run['id']}/result")
            check_equal(alone.json(), run["result"], "the result alone")
            check("attachment" in alone.headers["content-disposition"], "a result is a download")


def comparisons_are_those_of_compare(place):
    with serving(place) as server:
        for plan in ({"network": "hypercube:5", "broadcasters": "random:5", "seed": "4"},
                     {"network": "ring:9", "broadcasters": "random:4"}):
            run = server.finish({"command": "compare", "task": "simultaneous-broadcast", **plan})
            status, (right,) = commanded(place, run)
            check_equal((run["status"], run["verdict"] is None), (status, False), run["text"])
            check(len(right["runs"]) > 1, f"{run['text']} compares nothing")
            check_equal(steady(run["result"]), steady(right), run["text"])


def stress_shows_its_shrunk_failures(place):
    plans = [{"network": "hypercube:5", "slot-budget": "8", "trials": "40", "seed": "5"},
             {"network": "hypercube:4", "trials": "100", "k": "2-9"}]
    with serving(place) as server:
        for plan in plans:
            run = server.finish({"command": "stress", "task": "simultaneous-broadcast/greedy",
                                 **plan})
            status, right = commanded(place, run)
            check_equal(run["status"], status, f"{run['text']}: status")
            check_equal(steady(run["result"]["summary"]), steady(right[-1]), run["text"])
            shown = run["result"]["failures"]
            check_equal(len(shown), len(right) - 1, "failures")
            check_equal(steady(shown), steady(right[:-1]), f"{run['text']}: failures")
            check_equal(bool(shown), "slot-budget" in plan, f"{run['text']} fails")
            for failure in shown[:3]:
                check(failure["shrunk"], f"{failure['text']} is not shrunk")
                words = shlex.split(failure["command"])
                check_equal(words[0], "tutti", "the command that repeats a failure")
                verdict = json.loads(place.say(*words[1:], "--json")[1])["verdict"]
                check_equal(verdict, failure["verdict"], failure["command"])
            shrunk = run["picture"]
            check_equal((shrunk["finished"], shrunk["failed"]), (int(plan["trials"]), len(shown)),
                        "the last picture")


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
        for query in ("x=nodes", "x=nonsense&y=slots", "x=nodes&y=slots&log=z",
                      "x=nodes&y=slots&by='%3B", "x=algorithm&y=slots"):
            for path in ("figure", "figure.svg"):
                check_refused(server.ask("GET", f"/api/1/{path}?{query}"), 400, f"{path}?{query}")


LONG = {"command": "run", "task": "dynamic-broadcast/intervals", "network": "hypercube:4",
        "set": {"intervals": "10000"}}
FIELDS_OF_EVENTS = {"id", "command", "text", "state", "place", "created", "seconds", "verdict",
                    "status", "error", "has_recording", "why_not_recorded"}


def check_pictures(server, number, pictures):
    """They grow, they are those of this run, and packets cross links that are there."""
    check(len(pictures) >= 3, f"only {len(pictures)} pictures")
    slots = [picture["picture"]["slot"] for picture in pictures]
    check_equal(slots, sorted(slots), "slots of pictures")
    check_equal({picture["id"] for picture in pictures}, {number}, "the run of pictures")
    links = {(origin, port) for origin, port, _ in
             server.get("network?spec=hypercube:4").json()["layout"]["links"]}
    crossed = 0
    for picture in (event["picture"] for event in pictures):
        check(all(0 <= share <= 1 for share in picture["use"]), "a share beyond 1")
        check(len(picture["use"]) <= 200, f"{len(picture['use'])} parts")
        sent = picture["sent"] or []
        check(all((node, port) in links for node, port, _ in sent), "a link that is not there")
        check(not sent or len(sent) == picture["busy"], "as many packets as busy links")
        crossed += len(sent)
    check(crossed > 0, "no picture shows a packet")


def events_come_to_the_end(place):
    with serving(place) as server:
        number = server.begin(LONG)["id"]
        events = events_of(server, number, "?rate=10")
        check_equal(events[0]["event"], "run", "the first event")
        check_equal(events[-1]["event"], "ended", "the last event")
        check_equal([event["event"] for event in events].count("ended"), 1, "ends")
        for event in events:
            if event["event"] != "picture":
                check(FIELDS_OF_EVENTS <= set(event["run"]), f"an event of {set(event['run'])}")
                check(not {"plan", "result"} & set(event["run"]), "a plan or result in an event")
        check_pictures(server, number, [one for one in events if one["event"] == "picture"])
        ended = events[-1]["run"]
        check_equal((ended["state"], ended["verdict"], ended["status"]), ("ended", "complete", 0),
                    "the end")
        run = server.run(number)
        check_equal({name: run[name] for name in ended}, ended, "the end, asked for")
        late = events_of(server, number)
        check_equal([event["event"] for event in late][-1], "ended", "events of a run that ended")


def pictures_come_at_the_rate_that_is_asked_for(place):
    with serving(place) as server:
        number = server.begin({**LONG, "set": {"intervals": "10000000"}})["id"]
        server.until_it_moves(number)
        for rate in (1, 5):
            count = pictures_within(server, number, f"?rate={rate}", 2)
            check_within(count, rate * 2 - 2, rate * 2 + 2, f"pictures in 2 s at {rate} a second")
        for rate in ("0", "11", "x", "-1"):
            answer = server.ask("GET", f"/api/1/runs/{number}/events?rate={rate}",
                                headers=UPGRADE)
            check_refused(answer, 400, f"rate {rate}")
        server.ask("DELETE", f"/api/1/runs/{number}")
        server.until(number, "ended")


def runs_are_listed_newest_first(place):
    with serving(place) as server:
        plan = {"command": "run", "task": "broadcast", "network": "hypercube:3"}
        numbers = [server.finish(plan)["id"] for _ in range(6)]
        runs = server.get("runs").json()["runs"]
        check_equal([run["id"] for run in runs], sorted(numbers, reverse=True), "runs")
        for run in runs:
            check(not {"plan", "result"} & set(run), "a plan or result in the list")
            check_equal((run["state"], run["place"]), ("ended", None), "a run that ended")
        listed = server.get(f"runs?before={numbers[4]}&count=3").json()["runs"]
        check_equal([run["id"] for run in listed], numbers[3:0:-1], "three before the fifth")
        check_equal(server.get(f"runs?before={numbers[0]}").json()["runs"], [], "before the first")
        for query in ("before=x", "count=-1", "count=x"):
            check_refused(server.ask("GET", f"/api/1/runs?{query}"), 400, query)


CHECKS = [pictures_come_at_the_rate_that_is_asked_for, events_come_to_the_end,
          runs_come_to_what_their_text_comes_to, comparisons_are_those_of_compare,
          stress_shows_its_shrunk_failures, sweeps_fill_the_store, tables_are_those_of_results,
          figures_have_the_statistics_of_results, runs_are_listed_newest_first]

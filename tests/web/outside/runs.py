"""What runs come to, beside the same commands, and what their followers hear."""

import json
import shlex
import urllib.parse

from answer import check_refused
from following import UPGRADE, events_of, pictures_within
from saying import check, check_equal, check_within
from server import serving
from steady import commanded, steady

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
    {"task": "simultaneous-broadcast/greedy", "network": "hypercube:4",
     "broadcasters": "bernoulli:1/2"},
]


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


# A plan in the names that fields have now, with the words and the text of the same.
SAME = [({"collective": "simultaneous-broadcast/random-roots", "network": "hypercube:5",
          "broadcasters": "random:9", "seed": 7, "set": {"c": "5/2"}},
         "simultaneous-broadcast/random-roots -n hypercube:5 -b random:9 --seed 7 --set c=5/2"),
        ({"collective": "broadcast/flooding", "network": "product(ring:5,path:3)", "root": 7,
          "slot-budget": 900},
         "broadcast/flooding -n 'product(ring:5,path:3)' --root 7 --seed 1 --slot-budget 900"),
        ({"collective": "scatter/single-port", "network": "hypercube:4", "ports": "all"},
         "scatter/single-port -n hypercube:4 --root 0 --seed 1 --ports all")]


def a_plan_is_the_same_run_in_words_in_a_file_and_in_the_api(place):
    with serving(place) as server:
        for number, (plan, text) in enumerate(SAME):
            sent = {"schema": "tutti.plan/2", "command": "run", **plan}
            by_api = server.finish(sent)["result"]
            by_words = place.json("run", *shlex.split(text))
            seed = plan.get("seed", 1)
            swept = {name: value for name, value in sent.items() if name != "seed"}
            place.path("plan.json").write_text(
                json.dumps({**swept, "command": "sweep", "seeds": seed}))
            store = f"same{number}.db"
            place.say("sweep", "--plan", "plan.json", "--store", store)
            (stored,) = place.json("results", store, "--of", "plan,digest")
            check_equal(stored["plan"], text, f"{plan}: the text in a store")
            check_equal({by_api["digest"], stored["digest"]}, {by_words["digest"]},
                        f"{text}: digests")
            back = server.get("plan?text=" + urllib.parse.quote(text)).json()
            check_equal(server.finish(back)["result"]["digest"], by_words["digest"],
                        f"{text}: digest of the plan that the API makes of it")


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
        check(picture["seconds"] >= 0, f"a picture after {picture['seconds']} s")
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
          runs_come_to_what_their_text_comes_to,
          a_plan_is_the_same_run_in_words_in_a_file_and_in_the_api, comparisons_are_those_of_compare,
          stress_shows_its_shrunk_failures, runs_are_listed_newest_first]

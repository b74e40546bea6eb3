"""What the server says before anything runs: the catalogue, networks, checks of plans."""

import shlex

from answer import check_refused
from saying import check, check_equal, check_within
from server import serving

# Of each command a plan that is right, and what makes it wrong, with the field to blame.
CUBE = {"task": "simultaneous-broadcast/greedy", "network": "hypercube:4"}
ALL = {"task": "simultaneous-broadcast", "network": "hypercube:4"}
WRONG = {
    "run": (CUBE, [
        ({"network": "hypercube:x"}, "network"), ({"network": "hypercube:31"}, "network"),
        ({"network": ""}, "network"), ({"network": "moebius:4"}, "network"),
        ({"network": "ring:5"}, "task"), ({"task": "nonsense"}, "task"),
        ({"task": "simultaneous-broadcast/gredy"}, "task"),
        ({"task": "broadcast/binomial", "root": "16"}, "root"),
        ({"task": "broadcast/binomial", "root": "-1"}, "root"),
        ({"broadcasters": "random:17"}, "broadcasters"),
        ({"broadcasters": "nodes:3,99"}, "broadcasters"), ({"ports": "double"}, "ports"),
        ({"seed": "0x7"}, "seed"), ({"seed": "18446744073709551616"}, "seed"),
        ({"slot-budget": "0"}, "slot-budget"), ({"set": {"c": "3"}}, "set"),
        ({"task": "simultaneous-broadcast/random-roots", "set": {"c": "no"}}, "set")]),
    "compare": (ALL, [
        ({"network": "torus:0x4"}, "network"), ({"network": "hypercube:3 "}, "network"),
        ({"task": "simultaneous"}, "task"), ({"task": "simultaneous-broadcast/greedy"}, "task"),
        ({"broadcasters": "bernoulli:2"}, "broadcasters"), ({"seed": "-1"}, "seed"),
        ({"ports": "ALL"}, "ports"), ({"set": {"zz": "1"}}, "set"),
        ({"task": "broadcast", "root": "99"}, "root"),
        ({"task": "broadcast", "root": "1e1"}, "root"),
        ({"slot-budget": "many"}, "slot-budget"),
        ({"task": "total-exchange", "network": "complete:0"}, "network")]),
    "stress": (CUBE, [
        ({"network": "hypercube:4.0"}, "network"), ({"network": "product(ring:4"}, "network"),
        ({"network": "path:4"}, "task"), ({"task": "simultaneous-broadcast/"}, "task"),
        ({"trials": "0"}, "trials"), ({"trials": "ten"}, "trials"),
        ({"trials": "10000000000"}, "trials"), ({"k": "0-"}, "k"), ({"k": "9-3"}, "k"),
        ({"k": "x"}, "k"), ({"seed": " 1"}, "seed"), ({"ports": "both"}, "ports"),
        ({"slot-budget": "01"}, "slot-budget"), ({"set": {"c": "1"}}, "set")]),
    "sweep": (CUBE, [
        ({"network": "hypercube:{4..}"}, "network"), ({"network": "hypercube:{4,5"}, "network"),
        ({"network": ["hypercube:4", "hypercube:y"]}, "network"), ({"network": []}, "network"),
        ({"task": "simultaneous-broadcast/greedy,gredy"}, "task"),
        ({"task": "nonsense/greedy"}, "task"), ({"broadcasters": "random:{1,"}, "broadcasters"),
        ({"broadcasters": "random:200%"}, "broadcasters"), ({"seeds": "3-1"}, "seeds"),
        ({"seeds": "a"}, "seeds"), ({"ports": "{all,none}"}, "ports"),
        ({"set": {"tree": "{}"}}, "set"), ({"slot-budget": "1.5"}, "slot-budget"),
        ({"task": "broadcast", "root": "{0,x}"}, "root")]),
}


def words_of(command, plan, store):
    """The words of the command line that are equivalent to the plan."""
    words = [command, plan["task"]] + (["--store", store] if command == "sweep" else [])
    for name, value in plan.items():
        if name == "set":
            words += [f"--set={parameter}={of}" for parameter, of in value.items()]
        elif name != "task":
            words += [f"--{name}={one}" for one in (value if isinstance(value, list) else [value])
                      if one != ""]
    return words


def wrong_plans_get_the_line_of_the_command_line(place):
    with serving(place) as server:
        for command, (right, changes) in WRONG.items():
            check_equal(server.post("checks", {"command": command, **right}).status, 200,
                        f"checks of a right plan of {command}")
            for change, field in changes:
                plan = {**right, **change}
                _, printed, line = place.say(*words_of(command, plan, "wrong.db"), status=2)
                check(line and not printed, f"{command} {plan}: no line of the command line")
                for path in ("checks", "runs"):
                    answer = server.post(path, {"command": command, **plan})
                    check_refused(answer, 400, f"{path} {command} {plan}")
                    error = answer.json()["error"]
                    said = error["text"]
                    if line.endswith("..."):  # a longer line is cut, on the command line sooner
                        said = said[:len(line) - 3] + "..."
                    check_equal(said, line, f"{path} {command} {plan}: text")
                    check_equal(error["field"], field, f"{path} {command} {plan}: field")
        check_equal(server.get("runs").json()["runs"], [], "runs, after refusals alone")


def numbers_are_read_as_they_are_written(place):
    plan = '{"command":"run","task":"dynamic-broadcast","network":"torus:4x4","set":{%s}}'
    with serving(place) as server:
        def sent(numbers):
            return server.ask("POST", "/api/1/checks", (plan % numbers).encode(),
                              {"Content-Type": "application/json"})

        for numbers in ('"rate":5e-2,"intervals":2', '"rate":1.0E0,"intervals":20',
                        '"prefix-step":1e-06,"intervals":2'):
            check_equal(sent(numbers).status, 200, numbers)
        # Doubles would round the first to 1/20 and the last to 1.
        for number, why in {"0.05000000000000000000001": "a denominator above 1000000000",
                            "1e999": "it is out of range", "-0.5": "it has a sign"}.items():
            answer = sent(f'"rate":{number}')
            check_refused(answer, 400, number)
            check(f"'{number}' is not a value of rate" in answer.error(), answer.error())
            check(why in answer.error(), answer.error())
        check_refused(sent('"prefix-step":1.00000000000000000000001'), 400, "above 1")
        check_refused(sent('"intervals":4.0'), 400, "an integer with a point")
        # Parsers would read 64 bits of the first, and 0 in place of the others.
        for seed in ("18446744073709551616", "-0", "2.0", "1e3"):
            answer = sent(f'"intervals":2}},"seed":{seed},"set":{{"intervals":2')
            check_refused(answer, 400, seed)
            check(f"'{seed}' is" in answer.error() and "in plain digits" in answer.error(),
                  answer.error())
        check_equal(sent('"intervals":2},"seed":18446744073709551615,"set":{"intervals":2').status,
                    200, "the largest seed")


def the_catalogue_is_that_of_list(place):
    with serving(place) as server:
        catalogue = server.get("catalogue").json()
        check_equal(catalogue["schema"], "tutti.api/2", "schema")
        listed = place.json("list")
        names = [(task["name"], algorithm["name"]) for task in catalogue["collectives"]
                 for algorithm in task["algorithms"]]
        check_equal(names, [(one["collective"], one["algorithm"]) for one in listed], "algorithms")
        shown = iter(algorithm for task in catalogue["collectives"] for algorithm in task["algorithms"])
        for one, algorithm in zip(listed, shown):
            what = f"{one['collective']}/{one['algorithm']}"
            for name in ("source", "networks", "ports", "time", "kind", "parameters", "known"):
                check_equal(algorithm[name], one[name], f"{what}: {name}")
            check(set(algorithm["symbols"]) <= set(one["time"].replace("_", "")) | {"t_p"} or
                  all(symbol in one["time"] for symbol in algorithm["symbols"]),
                  f"{what}: symbols {algorithm['symbols']} of {one['time']}")
        trade = {name: task["name"] for task in catalogue["collectives"] for name in task["aliases"]}
        for name, task in trade.items():
            check_equal({one["collective"] for one in place.json("list", name)}, {task}, name)
        check(trade.get("allgather") == "multinode-broadcast", f"trade names are {trade}")
        check(all(task["meaning"] for task in catalogue["collectives"]), "a task has no meaning")


def the_catalogue_tells_the_limits(place):
    options = {"runs": ("--runs", 3), "memory_bytes": ("--memory-limit", 123456789),
               "seconds": ("--max-seconds", 77), "trials": ("--max-trials", 1234),
               "sweep_runs": ("--max-sweep", 432), "recording_bytes": ("--max-recording", 7654321)}
    words = [word for pair in options.values() for word in pair]
    with serving(place, *words) as server:
        limits = server.get("catalogue").json()["limits"]
        options["memory_bytes"] = None, 123456789 // 3  # of each run
        for name, (_, value) in options.items():
            check_equal(limits[name], value, name)
        for name, value in {"waiting": 32, "body_bytes": 65536, "graph_bytes": 1 << 20}.items():
            check_equal(limits[name], value, name)


def limits_of_trials_and_sweeps_hold(place):
    with serving(place, "--max-trials", 50, "--max-sweep", 6) as server:
        for path in ("checks", "runs"):
            answer = server.post(path, {"command": "stress", **CUBE, "trials": "51"})
            check_refused(answer, 400, "51 trials of 50")
            check_equal(answer.json()["error"]["field"], "trials", "field")
            answer = server.post(path, {"command": "sweep", **CUBE, "seeds": "1-7"})
            check_refused(answer, 400, "7 runs of 6")
            check("6" in answer.error(), answer.error())
        check_equal(server.finish({"command": "stress", **CUBE, "trials": "50"})["verdict"],
                    "complete", "50 trials of 50")
        check_equal(server.finish({"command": "sweep", **CUBE, "seeds": "1-6"})["verdict"],
                    "complete", "6 runs of 6")


NETWORKS = ["hypercube:3", "torus:4x3", "ring:9", "product(ring:5,path:3)", "petersen",
            "random-graph:24.40.3", "ccc:3", "hypercube:10"]


def networks_are_as_describe_has_them(place):
    with serving(place) as server:
        for spec in NETWORKS:
            answer = server.get(f"network?spec={spec.replace('(', '%28')}").json()
            right = place.json("describe", spec)
            check_equal(answer["description"], right, spec)
            layout = answer["layout"]
            check_equal(len(layout["nodes"]), right["nodes"], f"{spec}: nodes of the layout")
            check_equal(len(layout["links"]), right["links"], f"{spec}: links of the layout")
            for x, y, _ in layout["nodes"]:
                check(0 <= x <= 1 and 0 <= y <= 1, f"{spec}: a node at {x}, {y}")
            check_equal(len({(x, y) for x, y, _ in layout["nodes"]}), right["nodes"],
                        f"{spec}: places")
            check_equal({(to, origin) for origin, _, to in layout["links"]},
                        {(origin, to) for origin, _, to in layout["links"]}, f"{spec}: both ways")
        cube = server.get("network?spec=hypercube:3").json()["layout"]
        check_equal(sorted(map(tuple, cube["links"])),
                    [(node, port, node ^ 1 << port) for node in range(8) for port in range(3)],
                    "links of a cube")
        check(server.get("network?spec=hypercube:11").json()["layout"] is None,
              "2,048 nodes have a layout")
        check(server.get("network?spec=complete:449").json()["layout"] is None,
              "over 200,000 links have a layout")
        for spec in ("hypercube:x", "", "hypercube:99"):
            answer = server.ask("GET", f"/api/1/network?spec={spec}")
            check_refused(answer, 400, f"network {spec!r}")
            check_equal(answer.json()["error"]["field"], "network", f"network {spec!r}: field")


def checks_foretell_what_bounds_say(place):
    plans = [{**CUBE, "broadcasters": "random:5", "seed": "3"},
             {"task": "multinode-broadcast/rotation-classes", "network": "hypercube:5"},
             {"task": "broadcast/binomial", "network": "hypercube:6", "root": "9"},
             {"task": "multinode-broadcast/both-ways", "network": "ring:9"}]
    with serving(place) as server:
        for plan in plans:
            said = server.post("checks", {"command": "run", **plan})
            check_equal(said.status, 200, f"checks {plan}: status")
            said = said.json()
            bounds = place.json(*words_of("bounds", plan, None))
            algorithm = bounds["algorithms"][0]
            check_equal(said["algorithm"], plan["task"], "algorithm")
            check_equal((said["nodes"], said["links"]),
                        (bounds["network"]["nodes"], bounds["network"]["links"]), "the network")
            for name in ("expected", "formula", "transmissions", "lower_bound"):
                check_equal(said[name], algorithm[name], f"{plan}: {name}")
            dry = place.json(*words_of("run", plan, None), "--dry-run")
            check_within(said["bytes"], dry["total_bytes"] / 4, dry["total_bytes"] * 4, "bytes")
            check_equal(said["runs"], 1, "runs")
            check(said["recorded"] is True and said["why_not_recorded"] is None, "recorded")
            words = shlex.split(said["text"])
            check_equal(words[:3], ["tutti", "run", plan["task"]], "text")
            ran = place.json(*words[1:])
            check_equal(ran["transmissions"], said["transmissions"], f"{plan}: transmissions")


def checks_of_other_commands_say_how_many(place):
    with serving(place) as server:
        said = server.post("checks", {"command": "compare", **ALL, "broadcasters": "random:5"})
        bounds = place.json("bounds", "simultaneous-broadcast", "-n", "hypercube:4", "-b",
                            "random:5")
        misfits = {one["algorithm"] for one in bounds["algorithms"] if one["misfit"]}
        check_equal({one["algorithm"] for one in said.json()["not_fitting"]}, misfits, "misfits")
        check(all(one["reason"] for one in said.json()["not_fitting"]), "reasons")
        check_equal(said.json()["runs"], len(bounds["algorithms"]) - len(misfits), "compare")
        said = server.post("checks", {"command": "stress", **CUBE, "trials": "77"}).json()
        check_equal(said["runs"], 77, "stress")
        said = server.post("checks", {"command": "sweep", **ALL, "seeds": "1-3",
                                      "network": ["hypercube:{4,5}", "ring:5"],
                                      "task": "simultaneous-broadcast/greedy,prefix-roots",
                                      "broadcasters": "random:{1,2}"}).json()
        dry = place.json("sweep", "simultaneous-broadcast/greedy,prefix-roots", "-n",
                         "hypercube:{4,5}", "-n", "ring:5", "-b", "random:{1,2}", "--seeds", "1-3",
                         "--store", "dry.db", "--dry-run")
        check_equal(said["runs"], dry["runs"], "sweep")


CHECKS = [wrong_plans_get_the_line_of_the_command_line, numbers_are_read_as_they_are_written,
          the_catalogue_is_that_of_list, the_catalogue_tells_the_limits,
          limits_of_trials_and_sweeps_hold, networks_are_as_describe_has_them,
          checks_foretell_what_bounds_say, checks_of_other_commands_say_how_many]

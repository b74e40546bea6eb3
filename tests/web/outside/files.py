"""Recordings, replays, pictures, networks of a user's own, and how files are sent."""

import gzip
import json

from answer import check_refused
from saying import check, check_equal
from server import serving

RECORDED = {"command": "run", "task": "simultaneous-broadcast/prefix-roots",
            "network": "hypercube:5", "broadcasters": "random:9", "seed": "3"}
WORDS = [RECORDED["task"], "-n", RECORDED["network"], "-b", RECORDED["broadcasters"], "--seed", "3"]


def recordings_are_those_of_record(place):
    with serving(place) as server:
        run = server.finish(RECORDED)
        check(run["has_recording"] and run["why_not_recorded"] is None, "a small run is recorded")
        answer = server.get(f"runs/{run['id']}/recording")
        place.say("record", *WORDS, "-o", "right.tutti", status=0)
        check_equal(answer.body, place.path("right.tutti").read_bytes(), "bytes of a recording")
        check("attachment" in answer.headers["content-disposition"], "a recording is a download")
        place.path("heard.tutti").write_bytes(answer.body)
        place.say("check", "heard.tutti", status=0)
        for way in ("space-time", "links", "use", "network"):
            drawn = server.get(f"runs/{run['id']}/picture?as={way}")
            check_equal(drawn.headers["content-type"], "image/svg+xml", way)
            place.say("draw", "right.tutti", "--as", way, "-o", f"{way}.svg", status=0)
            check_equal(drawn.body, place.path(f"{way}.svg").read_bytes(), f"picture {way}")
            policy = drawn.headers["content-security-policy"]
            check("style-src 'unsafe-inline'" in policy and "script-src" not in policy,
                  f"a picture may have its own colours and no script: {policy}")
        check_refused(server.ask("GET", f"/api/1/runs/{run['id']}/picture?as=oil"), 400, "oil")
        compared = server.finish({"command": "compare", "task": "broadcast", "network": "ring:5"})
        drawn = server.get(f"runs/{compared['id']}/picture")
        check_equal(drawn.headers["content-type"], "image/svg+xml", "bars of a comparison")
        check("Algorithms for broadcast on ring:5" in drawn.body.decode(), "the title of the bars")


def replays_are_those_of_export(place):
    with serving(place) as server:
        number = server.finish(RECORDED)["id"]
        page = server.get(f"runs/{number}/replay")
        check("text/html" in page.headers["content-type"], "the type of a replay")
        policy = page.headers["content-security-policy"]
        check("script-src 'sha256-" in policy and "unsafe" not in policy, f"policy {policy}")
        place.say("record", *WORDS, "-o", "right.tutti", status=0)
        place.say("export", "right.tutti", "--as", "html", "-o", "right.html", status=0)
        mark, end = b'<script type="application/json" id="replay-data">', b"</script>"
        data = [json.loads(text.split(mark)[1].split(end)[0])
                for text in (page.body, place.path("right.html").read_bytes())]
        check_equal(data[0], data[1], "the data of a replay")


def runs_too_large_to_record_say_why(place):
    with serving(place, "--max-recording", 2000) as server:
        said = server.post("checks", RECORDED).json()
        check(said["recorded"] is False and "2,000" in said["why_not_recorded"], f"{said}")
        run = server.finish(RECORDED)
        check_equal(run["verdict"], "complete", "a run that is not recorded")
        check(not run["has_recording"] and "2,000" in run["why_not_recorded"], f"{run}")
        for path in ("recording", "replay", "picture?as=links"):
            check_refused(server.ask("GET", f"/api/1/runs/{run['id']}/{path}"), 404, path)
        small = server.finish({"command": "run", "task": "broadcast", "network": "hypercube:3"})
        check(small["has_recording"], "a smaller run is recorded")


def runs_that_outgrow_their_recording_go_on(place):
    """Of this one, what is said before the run is far too small."""
    plan = {"command": "run", "task": "simultaneous-broadcast/greedy", "network": "hypercube:10",
            "broadcasters": "random:200"}
    place.say("record", plan["task"], "-n", plan["network"], "-b", plan["broadcasters"], "-o",
              "right.tutti", status=0)
    most = place.path("right.tutti").stat().st_size * 3 // 5
    with serving(place, "--max-recording", most) as server:
        run = server.finish(plan)
        check_equal(run["verdict"], "complete", f"a run that outgrows its recording: {run}")
        check(not run["has_recording"] and f"{most:,}" in run["why_not_recorded"], f"{run}")
        check_equal(list(place.path("store.db.runs").glob("*.tutti*")), [], "what is left of it")
    with serving(place, "--max-recording", most * 2) as server:
        check(server.finish(plan)["has_recording"], "a run with room for its recording")


def the_oldest_recordings_go(place):
    place.say("record", *WORDS, "-o", "right.tutti", status=0)
    size = place.path("right.tutti").stat().st_size
    with serving(place, "--max-recordings", size * 5 // 2) as server:
        numbers = [server.finish(RECORDED)["id"] for _ in range(5)]
        runs = [server.run(number) for number in numbers]
        check_equal([run["has_recording"] for run in runs], [False] * 3 + [True] * 2, "recordings")
        for number, run in zip(numbers, runs):
            answer = server.ask("GET", f"/api/1/runs/{number}/recording")
            if run["has_recording"]:
                check_equal(answer.body, place.path("right.tutti").read_bytes(), "a recording")
            else:
                check_refused(answer, 404, "a recording that is gone")
                check(run["why_not_recorded"], "why a recording is gone")
            check_equal(run["verdict"], "complete", "a run whose recording is gone")
        kept = sum(path.stat().st_size for path in place.path("store.db.runs").glob("*.tutti"))
        check(kept <= size * 5 // 2, f"{kept} bytes of recordings")


GRAPHS = {
    "an edge list": (b"0 1\n1 2\n2 3\n3 0\n0 2\n", 4, 10),
    "an edge list with remarks": (b"# a path\n0 1\n\n1 2\n", 3, 4),
    "Matrix Market": (b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
                      3, 4),
}
TEXT = {"Content-Type": "text/plain"}


def networks_of_a_users_own_are_taken(place):
    with serving(place) as server:
        for name, (text, nodes, links) in GRAPHS.items():
            answer = server.ask("POST", "/api/1/graphs", text, TEXT)
            check_equal(answer.status, 201, f"{name}: status, of {answer.body[:200]}")
            graph = answer.json()
            check_equal((graph["nodes"], graph["links"]), (nodes, links), name)
            check(graph["spec"].startswith("graph:") and len(graph["spec"]) == 22, graph["spec"])
            place.path("own").write_bytes(text)
            right = place.json("run", "broadcast/flooding", "-n", "graph:own", "--root", "1")
            run = server.finish({"command": "run", "task": "broadcast/flooding", "root": 1,
                                 "network": graph["spec"]})
            check_equal(run["result"]["digest"], right["digest"], f"{name}: digest")
            again = server.ask("POST", "/api/1/graphs", text, TEXT).json()
            check_equal(again, graph, f"{name}, once more")
            shown = server.get(f"network?spec={graph['spec']}").json()
            check_equal(len(shown["layout"]["links"]), links, f"{name}: links of its layout")
            folded = f"product({graph['spec']},ring:3)"
            run = server.finish({"command": "run", "task": "broadcast/flooding",
                                 "network": folded})
            check_equal(run["verdict"], "complete", folded)


def wrong_networks_are_refused(place):
    wrong = {"nothing": b"", "nonsense": b"hello, world\n", "zeros": bytes(1000),
             "no UTF-8": b"\xff\xfe\x00\x01", "half an edge": b"0 1\n2\n", "a loop": b"0 0\n",
             "a huge node": b"0 99999999999999999999\n", "many nodes": b"0 4294967295\n",
             "Matrix Market that lies": b"%%MatrixMarket matrix coordinate pattern symmetric\n"
                                        b"999999999 999999999 1\n2 1\n"}
    with serving(place) as server:
        for name, text in wrong.items():
            check_refused(server.ask("POST", "/api/1/graphs", text, TEXT), 400, name)
        # Exactly as much as may be, of which most is a remark.
        most = 1 << 20
        text = b"0 1\n1 2\n#" + b"x" * (most - 10) + b"\n"
        check_equal(len(text), most, "the length of the text for this")
        check_equal(server.ask("POST", "/api/1/graphs", text, TEXT).status, 201, "1 MiB")
        check_refused(server.ask("POST", "/api/1/graphs", text + b"\n", TEXT), 413, "1 MiB + 1")
        unknown = {"command": "run", "task": "broadcast", "network": "graph:0123456789abcdef"}
        check_refused(server.post("runs", unknown), 400, "a network that nobody sent")


def pages_are_sent_once_and_packed(place):
    with serving(place) as server:
        for path in ("/", "/page/style.css", "/page/main.js"):
            plain = server.ask("GET", path)
            check_equal(plain.status, 200, path)
            check("content-encoding" not in plain.headers, f"{path} is packed, not asked for")
            packed = server.ask("GET", path, headers={"Accept-Encoding": "br, gzip"})
            check_equal(packed.headers.get("content-encoding"), "gzip", f"{path}: encoding")
            check_equal(gzip.decompress(packed.body), plain.body, f"{path}: what is packed")
            check("accept-encoding" in packed.headers.get("vary", "").lower(), f"{path}: Vary")
            refused = server.ask("GET", path, headers={"Accept-Encoding": "gzip;q=0"})
            check("content-encoding" not in refused.headers, f"{path}: gzip;q=0")
            tag = packed.headers["etag"]
            for match in (tag, f'"x", {tag}', "*"):
                same = server.ask("GET", path, headers={"If-None-Match": match,
                                                        "Accept-Encoding": "gzip"})
                check_equal((same.status, same.body), (304, b""), f"{path}: If-None-Match {match}")
            other = server.ask("GET", path, headers={"If-None-Match": '"other"'})
            check_equal((other.status, other.body), (200, plain.body), f"{path}: another tag")


def heads_are_as_their_bodies(place):
    with serving(place) as server:
        number = server.finish(RECORDED)["id"]
        for path in ("/", "/page/style.css", "/api/1/catalogue", f"/api/1/runs/{number}",
                     f"/api/1/runs/{number}/recording", "/api/1/nothing"):
            full, head = server.ask("GET", path), server.ask("HEAD", path)
            check_equal(full.status, 404 if "nothing" in path else 200, path)
            check_equal((head.status, head.body), (full.status, b""), f"HEAD {path}")
            check_equal(head.headers.get("content-length"), str(len(full.body)),
                        f"HEAD {path}: Content-Length")
            check_equal(set(head.headers), set(full.headers), f"HEAD {path}: fields")


def connections_are_kept(place):
    with serving(place) as server:
        connection = server.connect()
        connection.connect()
        own = connection.sock.getsockname()
        for path in ("/api/1/runs", "/", "/nothing", "/api/1/runs"):
            check(server.ask("GET", path, connection=connection).status in (200, 404), path)
            check(connection.sock is not None and connection.sock.getsockname() == own,
                  f"the connection is closed after {path}")
        body = json.dumps({"command": "run", "task": "broadcast", "network": "ring:5"}).encode()
        for _ in range(3):
            answer = server.ask("POST", "/api/1/checks", body, {"Content-Type": "application/json"},
                                connection)
            check_equal(answer.status, 200, "checks")
        check_equal(connection.sock.getsockname(), own, "the connection after a body")
        answer = server.ask("GET", "/api/1/runs", headers={"Connection": "close"},
                            connection=connection)
        check(connection.sock is None, "Connection: close is not answered by a close")
        connection.close()


CHECKS = [recordings_are_those_of_record, replays_are_those_of_export,
          runs_too_large_to_record_say_why, runs_that_outgrow_their_recording_go_on,
          the_oldest_recordings_go, networks_of_a_users_own_are_taken, wrong_networks_are_refused,
          pages_are_sent_once_and_packed, heads_are_as_their_bodies, connections_are_kept]

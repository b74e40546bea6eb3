"""Wrong requests: methods, types, sizes, paths, and plans that reach for files."""

import contextlib
import http.client
import json

from answer import answer_of, check_protection, check_refused
from saying import check, check_equal
from server import serving

PLAN = {"command": "run", "task": "broadcast", "network": "hypercube:3"}
JSON = {"Content-Type": "application/json"}


def what_is_not_there_is_404(place):
    with serving(place) as server:
        for path in ("/nothing", "/api", "/api/1", "/api/1/nothing", "/api/2/runs",
                     "/api/1/runs/1", "/api/1/runs/x", "/api/1/runs/-1", "/api/1/runs/01",
                     "/api/1/runs/99999999999999999999", "/api/1/runs/1/result",
                     "/api/1/runs/1/nothing", "/page/style.css.gz", "/api/1/figure.png"):
            answer = server.ask("GET", path)
            check_equal(answer.status, 404, f"{path}: status, of {answer.body[:100]}")
        number = server.finish(PLAN)["id"]
        for path in ("", "/recording", "/events/x"):
            wrong = server.ask("GET", f"/api/1/runs/{number + 1}{path}")
            check_equal(wrong.status, 404, f"of run {number + 1}: {path}")


def methods_that_do_not_fit_are_405(place):
    with serving(place) as server:
        number = server.finish(PLAN)["id"]
        for method, path in (("POST", "/"), ("DELETE", "/page/style.css"), ("PUT", "/api/1/runs"),
                             ("DELETE", "/api/1/runs"), ("GET", "/api/1/checks"),
                             ("POST", "/api/1/catalogue"), ("PATCH", f"/api/1/runs/{number}"),
                             ("POST", f"/api/1/runs/{number}"), ("GET", "/api/1/graphs"),
                             ("TRACE", "/"), ("CONNECT", "/"), ("BREW", "/"),
                             ("DELETE", f"/api/1/runs/{number}/recording"),
                             ("POST", "/api/1/results")):
            answer = server.ask(method, path, b"{}", JSON)
            check(answer.status in (405,) if method != "BREW" else answer.status in (400, 405, 501),
                  f"{method} {path}: {answer.status}")
            if answer.status == 405:
                allowed = answer.headers.get("allow", method).split(", ")
                check(method not in allowed, f"{method} {path}: Allow is {allowed}")
        check_equal(server.run(number)["state"], "ended", "the run, after all these")


def bodies_that_do_not_fit_are_refused(place):
    with serving(place) as server:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                     "application/jsonp", "", None):
            headers = {} if kind is None else {"Content-Type": kind}
            for path in ("runs", "checks"):
                answer = server.ask("POST", f"/api/1/{path}", json.dumps(PLAN).encode(), headers)
                check_refused(answer, 415, f"{path} of type {kind!r}")
        check_refused(server.ask("POST", "/api/1/graphs", b"0 1\n", JSON), 415, "a graph as JSON")
        right = server.ask("POST", "/api/1/checks", json.dumps(PLAN).encode(),
                           {"Content-Type": "Application/JSON; charset=utf-8"})
        check_equal(right.status, 200, "JSON with its charset")
        for body in WRONG_BODIES:
            for path in ("runs", "checks"):
                answer = server.ask("POST", f"/api/1/{path}", body, JSON)
                check_refused(answer, 400, f"{path} of {body[:60]}")
        full = json.dumps(PLAN).encode()
        most = full + b" " * (65536 - len(full))
        check_equal(server.ask("POST", "/api/1/checks", most, JSON).status, 200, "64 KiB")
        check_refused(server.ask("POST", "/api/1/checks", most + b" ", JSON), 413, "64 KiB + 1")
        check_equal(server.get("runs").json()["runs"], [], "runs, after refusals")


WRONG_BODIES = [
    b"", b"{", b"[]", b"null", b"7", b'"run"', b"{}", b"\xff\xfe", b'{"command":"run"}{}',
    b'{"command":"erase","task":"broadcast","network":"ring:4"}',
    b'{"command":null,"task":"broadcast","network":"ring:4"}',
    b'{"command":"run","task":["broadcast"],"network":"ring:4"}',
    b'{"command":"run","task":"broadcast","network":{"a":1}}',
    b'{"command":"run","task":"broadcast","network":["ring:4"]}',
    b'{"command":"run","task":"broadcast","network":"ring:4","set":"c=3"}',
    b'{"command":"run","task":"broadcast","network":"ring:4","set":{"c":[1]}}',
    b'{"command":"run","task":"broadcast","network":"ring:4","seed":1.5}',
    b'{"command":"run","task":"broadcast","network":"ring:4","seed":-1}',
    b'{"command":"run","task":"broadcast","network":"ring:4","seed":true}',
    b'{"command":"run","task":"broadcast","network":"ring:4","nonsense":"1"}',
    b'{"command":"run","task":"broadcast","network":"ring:4","threads":"8"}',
    b'{"command":"run","task":"broadcast","network":"ring:4","log":"/tmp/x"}',
    b'{"command":"run","task":"broadcast","network":"ring:4","record":"/tmp/x"}',
    b'{"command":"sweep","task":"broadcast","network":"ring:4","store":"/tmp/x"}',
    b'{"command":"sweep","task":"broadcast","network":"ring:4","plan":"/tmp/x"}',
    b'{"command":"run","task":"--help","network":"ring:4"}',
    b'{"command":"run","task":"broadcast\\u0000","network":"ring:4"}',
    b'{"command":"run","task":"broadcast","network":"ring:4\\n"}',
    b"[" * 30000 + b"]" * 30000,
    b'{"a":' * 10000 + b"1" + b"}" * 10000,
    b'{"command":"run","task":"broadcast","network":"' + b"product(" * 8000 + b'"}',
    b'{"command":"sweep","task":"broadcast","network":"' + b"{1,2}" * 9000 + b'"}',
]


def ask_raw(server, text, bodies=True):
    """A request sent unchanged, answered or not: None if the connection is closed."""
    line = server.open_socket()
    line.sendall(text)
    response = http.client.HTTPResponse(line, method="GET" if bodies else "HEAD")
    try:
        response.begin()
        return answer_of(response)
    except (http.client.HTTPException, ConnectionError):
        return None
    finally:
        line.close()


def paths_lead_nowhere_else(place):
    place.path("secret.txt").write_text("the secret of this place")
    paths = ["/../secret.txt", "/page/../secret.txt", "/page/%2e%2e/secret.txt",
             "/page/", "/page/..", "/page", "/page//main.js", "/../../../../../../etc/passwd",
             "/%2e%2e/secret.txt",
             "/%2e%2e%2fsecret.txt", "/..%2fsecret.txt", "/..\\secret.txt", "/..%5csecret.txt",
             "//etc/passwd", "/page/./main.js", "/page/%2e/main.js", "/page/main.js%00",
             "/page/main.js%00.css",
             "/%00", "/page/main.js\\", "/page/main%", "/page/main%2", "/page/main%zz.js", "secret.txt",
             "*",
             "http://evil/api/1/runs", "http://evil/etc/passwd", "file:///etc/passwd",
             "/api/1/runs/../../../secret.txt", "/api/1/runs/1/../2", "/api/1/", "/page/main.js/",
             "/api/1/runs/..%2f..%2fstore.db", "/store.db", "/store.db.runs/1.json",
             "/api/1/runs/1.json", "/api/1/runs/1/recording/../../../../store.db",
             "/api%2f1/runs", "/" + "a" * 5000, "/" + "%61" * 2000, "/?" + "x" * 5000]
    with serving(place) as server:
        server.finish(PLAN)
        for path in paths:
            head = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n"
            answer = ask_raw(server, f"{head}Connection: close\r\n\r\n".encode())
            if answer is None:
                continue
            check_protection(answer, path[:80])
            check(b"root:x:" not in answer.body and b"secret of" not in answer.body and
                  b"SQLite" not in answer.body, f"{path[:80]} shows a file")
            check(answer.status in (400, 403, 404, 414), f"{path[:80]}: {answer.status}")
        check_equal(server.get("runs/1").json()["id"], 1, "a run, after all these")


BROKEN = [
    b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /  HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", bytes(200),
    b"GET / HTTP/1.1\r\nHost HOST\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"y" * 9000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: y\r\n" * 3000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil\r\n\r\n",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Content-Length: -1\r\n\r\n{}",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Content-Length: 99999999999999999999\r\n\r\n{}",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    b"POST /api/1/runs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
]


def broken_requests_are_refused(place):
    with serving(place) as server:
        for text in BROKEN:
            line = server.open_socket(20)
            line.sendall(text.replace(b"HOST", server.host.encode()))
            said = b""
            with contextlib.suppress(OSError):  # it may have answered and gone
                line.shutdown(1)
            try:
                while more := line.recv(65536):
                    said += more
            except ConnectionError:
                pass
            line.close()
            check(not said or said[9:12] in (b"400", b"403", b"413", b"431", b"501", b"505",
                                             b"411"), f"{text[:90]}: {said[:60]}")
        check_equal(server.get("runs").json()["runs"], [], "runs, after all these")


def too_many_bytes_in_pieces_are_refused(place):
    """A body without a length that goes on beyond what may be."""
    with serving(place) as server:
        for path, kind, most in (("checks", "application/json", 1 << 16),
                                 ("graphs", "text/plain", 1 << 20)):
            line = server.open_socket()
            line.sendall(f"POST /api/1/{path} HTTP/1.1\r\nHost: {server.host}\r\nContent-Type: "
                         f"{kind}\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
            sent = 0
            try:
                while sent < 4 * most:
                    line.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
                    sent += 4096
            except ConnectionError:
                pass
            try:
                response = http.client.HTTPResponse(line)
                response.begin()
                check_equal(answer_of(response).status, 413, f"{sent} bytes in pieces to {path}")
            except (ConnectionError, http.client.HTTPException):
                pass  # what was still sent may take the answer with it
            line.close()
        check_equal(server.get("runs").json()["runs"], [], "runs")


FILE = "/etc/passwd"
REACHING = [
    {"network": f"graph:{FILE}"}, {"network": f"product(ring:4,graph:{FILE})"},
    {"network": "graph:../secret.txt"}, {"network": "graph:secret.txt"},
    {"network": "graph:"}, {"network": "graph:0123456789abcdef/../../secret.txt"},
    {"network": "graph:0123456789abcdef\x00"}, {"network": "graph:0123456789ABCDEF"},
    {"network": f"Graph:{FILE}"}, {"network": f" graph:{FILE}"},
    {"network": f"product(product(graph:{FILE},ring:3),ring:3)"},
    {"network": f"folded-torus:graph:{FILE}"}, {"network": "graph:/dev/zero"},
    {"network": "graph:/dev/stdin"}, {"network": "graph:/proc/self/environ"},
    {"broadcasters": f"file:{FILE}"}, {"broadcasters": "file:secret.txt"},
    {"broadcasters": "file:/dev/zero"}, {"broadcasters": "file:"},
    {"broadcasters": f"adversarial:file:{FILE}"}, {"root": f"file:{FILE}"},
    {"set": {"to": f"file:{FILE}"}}, {"set": {"file": FILE}}, {"set": {"tree-file": "secret.txt"}},
    {"set": [f"file={FILE}"]}, {"store": FILE}, {"plan": FILE},
    {"ports": f"file:{FILE}"}, {"seed": f"@{FILE}"},
]
BRACED = [
    {"network": "{ring:4,gra{ph}:%s}" % FILE}, {"network": "{ring:4,gra{ph,ph}:%s}" % FILE},
    {"network": "{ring:4,graph:%s}" % FILE}, {"network": "g{raph:,}%s" % FILE},
    {"network": "graph:/etc/{passwd,group}"}, {"network": "{g,h}raph:%s" % FILE},
    {"network": ["ring:4", "graph:%s" % FILE]},
    {"network": "product(ring:4,{graph:%s,ring:3})" % FILE},
    {"broadcasters": "{all,file:%s}" % FILE}, {"broadcasters": "f{ile,x}:%s" % FILE},
    {"broadcasters": "file:/etc/{passwd,group}"}, {"seeds": f"@{FILE}"},
]


def plans_reach_for_no_files(place):
    place.path("secret.txt").write_text("0 1\n1 2\n# the secret of this place\n")
    with serving(place) as server:
        plans = [{"command": command, "task": "simultaneous-broadcast", "network": "hypercube:3",
                  **change} for change in REACHING for command in ("run", "compare", "stress",
                                                                   "sweep")]
        plans += [{"command": "sweep", "task": "simultaneous-broadcast/greedy",
                   "network": "hypercube:3", **change} for change in BRACED]
        for plan in plans:
            if plan["command"] == "stress" and ("broadcasters" in plan or "root" in plan):
                continue
            for path in ("checks", "runs"):
                answer = server.post(path, plan)
                check_refused(answer, 400, f"{path} of {plan}")
                check(b"root:x:" not in answer.body and b"secret of" not in answer.body
                      and b"PATH=" not in answer.body, f"{plan}: {answer.body[:200]}")
        for change in REACHING:
            if "network" in change:
                spec = change["network"].replace(" ", "%20").replace("\x00", "%00")
                answer = server.ask("GET", f"/api/1/network?spec={spec}")
                check_refused(answer, 400, f"network {spec}")
                check(b"root:x:" not in answer.body, f"network {spec} shows the file")
        check_equal(server.get("runs").json()["runs"], [], "runs")


CHECKS = [what_is_not_there_is_404, methods_that_do_not_fit_are_405,
          bodies_that_do_not_fit_are_refused, paths_lead_nowhere_else, broken_requests_are_refused,
          too_many_bytes_in_pieces_are_refused, plans_reach_for_no_files]

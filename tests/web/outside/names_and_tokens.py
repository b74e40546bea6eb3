"""Access control: names of the server, pages of other servers, tokens."""

import socket

from answer import check_refused
from following import status_of_opening
from saying import check, check_equal
from server import serving

PLAN = {"command": "run", "task": "broadcast", "network": "hypercube:3"}


def other_names_of_the_server_are_refused(place):
    with serving(place) as server:
        number = server.finish(PLAN)["id"]
        port = server.port
        wrong = ["evil", f"evil:{port}", "127.0.0.1:", "127.0.0.1:65536", f"127.0.0.1.:{port}",
                 f"127.0.0.1.evil:{port}", f"evil@127.0.0.1:{port}", f"0.0.0.0:{port}",
                 f"127.0.0.1:{port}:{port}", "", f"[::2]:{port + 1}", f"localhost.evil:{port}",
                 f"2130706433:{port}", f"127.0.0.1:{port}, evil", f"127.0.0.1:0{port}"]
        for host in wrong:
            for path in ("/", "/api/1/runs", f"/api/1/runs/{number}/replay"):
                answer = server.ask("GET", path, headers={"Host": host})
                check(answer.status in (400, 403), f"Host {host!r}, {path}: {answer.status}")
                check(b"<html" not in answer.body and b"hypercube" not in answer.body,
                      f"Host {host!r}, {path}: {answer.body[:100]}")
            check(server.post("runs", PLAN, Host=host).status in (400, 403), f"POST as {host!r}")
            check(status_of_opening(server, number, Host=host) in (400, 403),
                  f"a WebSocket as {host!r}")
        missing = server.ask("GET", "/api/1/runs", headers={"Host": None})
        check(missing.status in (400, 403), f"no Host: {missing.status}")
        for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
            check_equal(server.ask("GET", "/api/1/runs", headers={"Host": host}).status, 200, host)
        check_equal(len(server.get("runs").json()["runs"]), 1, "runs, after refusals")


def tunnels_end_at_any_port(place):
    """As behind `ssh -L 9999:127.0.0.1:PORT`: names that always lead to one's own machine."""
    with serving(place) as server:
        number = server.finish(PLAN)["id"]
        for host in ("localhost:9999", "127.0.0.1:9999", "[::1]:9999", "localhost"):
            for path in ("/", "/api/1/runs"):
                check_equal(server.ask("GET", path, headers={"Host": host}).status, 200,
                            f"{path} as {host}")
            own = {"Host": host, "Origin": f"http://{host}"}
            check_equal(server.post("checks", PLAN, **own).status, 200, f"POST from {host}")
            check_equal(status_of_opening(server, number, **own), 101, f"a WebSocket at {host}")
            for origin in ("http://evil:9999", f"http://{server.host}", f"http://{host}0"):
                answer = server.post("runs", PLAN, Host=host, Origin=origin)
                check_refused(answer, 403, f"POST from {origin} at {host}")
        check_equal(len(server.get("runs").json()["runs"]), 1, "runs, after refusals")


def other_names_can_be_allowed(place):
    with serving(place) as server:
        answer = server.ask("GET", "/", headers={"Host": f"gateway.example:{server.port}"})
        check_refused(answer, 403, "another name")
        check("--allow-host" in answer.error(), f"no option is named: {answer.error()}")
    with serving(place, "--allow-host", "gateway.example") as server:
        bearer = {"Authorization": f"Bearer {server.token}"}
        for host in ("gateway.example", "gateway.example:9999", server.host):
            asked = server.ask("GET", "/api/1/runs", headers={"Host": host, **bearer})
            check_equal(asked.status, 200, f"as {host}, with the token")
            asked = server.ask("GET", "/api/1/runs", headers={"Host": host})
            check_equal(asked.status, 401, f"as {host}, without the token")
        for host in ("evil", "a.gateway.example", "gateway.example.evil"):
            asked = server.ask("GET", "/api/1/runs", headers={"Host": host, **bearer})
            check_equal(asked.status, 403, f"as {host}")

def pages_of_others_are_refused(place):
    with serving(place) as server:
        number = server.finish(PLAN)["id"]
        own = f"http://{server.host}"
        others = ["http://evil", "null", f"http://evil:{server.port}", f"https://{server.host}",
                  f"http://127.0.0.1:{server.port + 1}", "http://127.0.0.1", f"{own}.evil",
                  f"{own}@evil", f"{own}/", "", f"http://localhost.evil:{server.port}",
                  f"{own}, http://evil", "file://"]
        for origin in others:
            for path in ("/api/1/runs", f"/api/1/runs/{number}/recording"):
                check_refused(server.ask("GET", path, headers={"Origin": origin}), 403,
                              f"GET from {origin!r}")
            for path in ("runs", "checks"):
                check_refused(server.post(path, PLAN, Origin=origin), 403, f"POST from {origin!r}")
            check_refused(server.ask("DELETE", f"/api/1/runs/{number}",
                                     headers={"Origin": origin}), 403, f"DELETE from {origin!r}")
            check_equal(status_of_opening(server, number, Origin=origin), 403,
                        f"a WebSocket from {origin!r}")
        check_equal(server.ask("OPTIONS", "/api/1/runs", headers={
            "Origin": "http://evil", "Access-Control-Request-Method": "POST"}).status, 403,
            "what a browser asks before a POST of another page")
        site = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}
        answer = server.post("runs", PLAN, Origin="http://evil", **site)
        check_refused(answer, 403, "a POST that says it is of another page")
        check_equal(len(server.get("runs").json()["runs"]), 1, "runs, after refusals")
        check_equal(server.ask("GET", "/api/1/runs", headers={"Origin": own}).status, 200, own)
        check_equal(server.post("checks", PLAN, Origin=own).status, 200, f"POST from {own}")
        check_equal(status_of_opening(server, number, Origin=own), 101, "a WebSocket")


def pages_of_other_sites_begin_no_work(place):
    """Browsers send no Origin with an image or a frame, but which site it is for."""
    def site(of, mode="no-cors", destination="image"):
        return {"Sec-Fetch-Site": of, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination}

    link = "navigate", "document"
    with serving(place) as server:
        number = server.finish(PLAN)["id"]
        api = ["catalogue", "runs", "network?spec=ring:9", "results", "figure.svg",
               f"runs/{number}/replay", f"runs/{number}/picture?as=links"]
        for of in ("cross-site", "same-site", "nonsense"):
            for path in api:
                for mode in ((), link, ("navigate", "iframe"), ("cors", "empty")):
                    answer = server.ask("GET", f"/api/1/{path}", headers=site(of, *mode))
                    check_refused(answer, 403, f"{path} for {of} {mode}")
            for path in ("/", "/page/main.js"):
                check_equal(server.ask("GET", path, headers=site(of)).status, 403, f"{path}, {of}")
                frame = site(of, "navigate", "iframe")
                check_equal(server.ask("GET", path, headers=frame).status, 403,
                            f"{path} in a frame")
            check_refused(server.post("runs", PLAN, **site(of)), 403, f"POST for {of}")
        for path in ("/", f"/runs/{number}"):
            check_equal(server.ask("GET", path, headers=site("cross-site", *link)).status, 200,
                        f"a link to {path}")
        for of in ("same-origin", "none"):
            for path in ("/", "/api/1/runs", f"/api/1/runs/{number}/replay"):
                check_equal(server.ask("GET", path, headers=site(of)).status, 200, f"{path}, {of}")
        check_equal(len(server.get("runs").json()["runs"]), 1, "runs, after refusals")


def own_address():
    """Of an interface other than loopback, if there is one: nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))
            return line.getsockname()[0]
        except OSError:
            return "0.0.0.0"


def swapped(token):
    return token.swapcase() if token.swapcase() != token else token + "a"


def check_tokens(server):
    token = server.token
    check(token and len(token) >= 22, f"the token {token} has too few characters")
    number = 1
    paths = ["/", "/page/style.css", "/api/1/runs", "/api/1/catalogue", "/api/1/results",
             f"/api/1/runs/{number}", f"/api/1/runs/{number}/replay", "/nothing"]
    wrong = ["", "x", token[:-1], token + "a", swapped(token), token[::-1], "%00", token + "%00"]
    for path in paths:
        check_equal(server.ask("GET", path).status, 401, f"{path} without a token")
        for one in wrong:
            asked = server.ask("GET", f"{path}?token={one}")
            check_equal(asked.status, 401, f"{path} with token {one!r}")
            check(token.encode() not in asked.body, "an answer has the token in it")
            if "%" not in one:
                for headers in ({"Authorization": f"Bearer {one}"}, {"Authorization": one},
                                {"Cookie": f"token={one}"}, {"Cookie": f"tutti={one}"}):
                    check_equal(server.ask("GET", path, headers=headers).status, 401,
                                f"{path} with {headers}")
    bearer = {"Authorization": f"Bearer {token}"}
    for path in ("/", "/api/1/runs"):
        check_equal(server.ask("GET", path, headers=bearer).status, 200, f"{path} as bearer")
    check_equal(server.post("runs", PLAN).status, 401, "POST without a token")
    run = server.post("runs", PLAN, **bearer)
    check_equal(run.status, 201, "POST as bearer")
    number = run.json()["id"]
    check_equal(status_of_opening(server, number), 401, "a WebSocket without a token")
    check_equal(status_of_opening(server, number, **bearer), 101, "a WebSocket as bearer")
    check_cookie(server, number)


def check_cookie(server, number):
    """The address that was printed is good once: it leaves a cookie, and another address."""
    for path in ("/", "/runs"):
        answer = server.ask("GET", f"{path}?token={server.token}")
        check_equal(answer.status, 303, f"{path} with the token")
        check("token" not in answer.headers["location"], f"{path}: where the token leads")
        check(answer.headers["location"].startswith("/"), f"{path}: where the token leads")
        name, _, rest = answer.headers["set-cookie"].partition("=")
        value, *flags = [part.strip() for part in rest.split(";")]
        check({"httponly", "samesite=strict"} <= {flag.lower() for flag in flags},
              f"the cookie is {answer.headers['set-cookie']}")
        check("no-referrer" in answer.headers["referrer-policy"], "Referrer-Policy")
        check("no-store" in answer.headers["cache-control"], "the redirect is kept")
    right = {"Cookie": f"other=1; {name}={value}; more=2"}
    check_equal(server.ask("GET", "/", headers=right).status, 200, "with the cookie")
    check_equal(server.ask("GET", "/api/1/runs", headers=right).status, 200, "with the cookie")
    check_equal(status_of_opening(server, number, **right), 101, "a WebSocket with the cookie")
    for wrong in (f"{name}={swapped(value)}", f"x{name}={value}", f"{name}=", f"{name}={value}x",
                  f"{name}"):
        check_equal(server.ask("GET", "/api/1/runs", headers={"Cookie": wrong}).status, 401, wrong)
    stranger = server.post("checks", PLAN, Origin="http://evil", **right)
    check_equal(stranger.status, 403, "another page, with the cookie")


def beyond_this_machine_a_token_is_wanted(place):
    with serving(place, "--listen", own_address()) as server:
        check_tokens(server)
        host = server.ask("GET", "/api/1/runs", headers={
            "Host": f"evil:{server.port}", "Authorization": f"Bearer {server.token}"})
        check(host.status in (400, 403), f"another name, with the token: {host.status}")


def on_all_interfaces_a_token_is_wanted(place):
    with serving(place, "--listen", "0.0.0.0") as server:
        token = server.token
        server.name = "127.0.0.1"
        check_tokens(server)
    with serving(place, "--listen", "0.0.0.0") as server:
        check(server.token != token, "the token is that of another start")


def on_loopback_no_token_is_wanted(place):
    for address in ("127.0.0.1", "127.0.0.2", "::1"):
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(family) as line:
                line.bind((address, 0))
        except OSError:
            continue  # this machine has no such address
        with serving(place, "--listen", address) as server:
            check(server.token is None, f"a token for {address}")
            host = f"[::1]:{server.port}" if address == "::1" else server.host
            answer = server.ask("GET", "/api/1/runs", headers={"Host": host})
            check_equal(answer.status, 200, f"runs at {address}")


CHECKS = [other_names_of_the_server_are_refused, tunnels_end_at_any_port,
          other_names_can_be_allowed, pages_of_others_are_refused,
          pages_of_other_sites_begin_no_work,
          beyond_this_machine_a_token_is_wanted, on_all_interfaces_a_token_is_wanted,
          on_loopback_no_token_is_wanted]

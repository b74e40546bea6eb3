"""Client of `tutti serve` for transcripts, which have it as the function `api`.

api serve [OPTION..]        starts a server on any port with the store store.db; what it says if it does not begin
api stop [SIGNAL]           ends it; its exit status if it is not 0, and what it has printed
api ask [REQUEST..]         asks; of each answer the status and the error. Without arguments one request a line:
                            METHOD TARGET ['Field: value'..] [JSON or =BODY or @FILE]; PORT and TOKEN are replaced
api fields NAME,.. REQUEST  values of fields of the answer
api body REQUEST [KEY..]    body of the answer, or the value at these keys, on one line
api get PATH [KEY..]        the same of GET /api/1/PATH
api part [KEY..]            the same of JSON on standard input, without what differs from run to run
api check PLAN [KEY..]      answer to POST checks, or the value at these keys
api begin PLAN              begins a run; its object
api until ID STATE          waits for a state; running: a picture is there. The run's object
api run PLAN                begins a run, waits for its end
api same PLAN..             runs each, and its text on the command line; says if results or status differ
api refused                 checks command lines of standard input as plans: field and error, as on the command line
api raw                     lines of bytes with escapes: the first line of each answer, or `closed`
api listen                  takes calls of these on a port, which it prints: see take_calls
"""
import http.client
import json
import os
import pathlib
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.parse

FILES = pathlib.Path("..").resolve()
SECONDS = 60
PROTECTION = {"x-content-type-options": "nosniff", "x-frame-options": "DENY"}
CHANGING = {"threads", "setup_seconds", "wall_seconds", "packet_hops_per_second", "peak_rss_bytes", "command",
            "trials_per_second", "runs_per_second"}


def waited_for(condition):
    """Value of a condition when it holds."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.03)
    sys.exit("timeout")


def text_of(name):
    """Text of a file about the server, or none if there is no such file."""
    return FILES.joinpath(name).read_text() if FILES.joinpath(name).exists() else ""


def address():
    return urllib.parse.urlsplit(text_of("server.out"))


def serve(*options):
    for name, value in (("--port", "0"), ("--store", "store.db")):
        options += () if name in options else (name, value)
    for name in ("out", "pid"):
        FILES.joinpath(f"server.{name}").unlink(missing_ok=True)
    if os.fork() == 0:
        return await_end_of(["serve", *options, "--quiet"])
    waited_for(lambda: text_of("server.pid") and (status_of_server() or "\n" in text_of("server.out")))
    sys.stderr.write(text_of("server.err"))
    return int(status_of_server() or 0)


def await_end_of(words):
    """Starts a server, as its parent, and notes its end, after five minutes at most. Background jobs ignore SIGINT."""
    with open(FILES / "server.out", "wb") as output, open(FILES / "server.err", "wb") as errors:
        server = subprocess.Popen([os.environ["TUTTI"], *words], stdout=output, stderr=errors, stdin=subprocess.DEVNULL,
                                  preexec_fn=lambda: (signal.signal(signal.SIGINT, signal.SIG_DFL), signal.alarm(300)))
    FILES.joinpath("server.pid").write_text(str(server.pid))
    os.closerange(0, 3)  # who reads them waits for their end
    status = server.wait()
    FILES.joinpath(f"status.{server.pid}").write_text(str(status))


def status_of_server():
    """Exit status of the last server, or nothing before its end."""
    return text_of("status." + text_of("server.pid"))


def stop(name="TERM"):
    os.kill(int(text_of("server.pid")), getattr(signal, f"SIG{name}"))
    status = waited_for(status_of_server)
    sys.stdout.write("".join(text_of("server.out").splitlines(True)[1:]))
    sys.stderr.write(text_of("server.err"))
    if status != ("-9" if name == "KILL" else "0"):
        print("status", status)


def protected(answer, fields):
    """Says which protection of a page an answer lacks."""
    policy = fields.get("content-security-policy", "")
    lacking = [name for name, value in PROTECTION.items() if fields.get(name) != value]
    lacking += [rule for rule in ("default-src 'none'", "frame-ancestors 'none'") if rule not in policy]
    lacking += [name for name in ("access-control-allow-origin", "server") if name in fields]
    if lacking:
        print(f"{answer.status} is without protection: {lacking}")


def request(method, target, *rest):
    """Answer to a request: status, fields, body."""
    place, body, fields = address(), None, {}
    token = urllib.parse.parse_qs(place.query).get("token", ["?"])[0]
    for word in rest:
        word = word.replace("PORT", str(place.port)).replace("TOKEN", token)
        if word[0] in "{[=@":
            body = (word[1:] if word[0] == "=" else word).encode()
            body = pathlib.Path(word[1:]).read_bytes() if word[0] == "@" else body
            if word[0] in "{[":
                fields.setdefault("Content-Type", "application/json")
        else:
            name, _, fields[name] = word.partition(": ")
    fields.setdefault("Host", f"{place.hostname}:{place.port}")
    line = http.client.HTTPConnection(place.hostname.replace("0.0.0.0", "127.0.0.1"), place.port, timeout=SECONDS)
    line.putrequest(method, target.replace("TOKEN", token), skip_host=True, skip_accept_encoding=True)
    for name, value in {**fields, **({} if body is None else {"Content-Length": str(len(body))})}.items():
        if value != "-":
            line.putheader(name, value)
    try:
        line.endheaders(body)
    except ConnectionError:
        pass  # a server that refuses a body need not read all of it
    answer = line.getresponse()
    heard = {name.lower(): value for name, value in answer.getheaders()}
    protected(answer, heard)
    return answer.status, heard, answer.read()


def ask(*requests):
    for line in requests or sys.stdin.read().splitlines():
        status, _, body = request(*shlex.split(line))
        error = json.loads(body)["error"] if body.startswith(b'{"error"') else None
        text = f" {error['field']}: {error['text']}" if error else ""
        print(f"{status}{text}".replace(f":{address().port}", ":PORT").replace(" None: ", " "))


def fields(names, line):
    status, heard, _ = request(*shlex.split(line))
    print(status, *(f"{name}: {heard.get(name)}" for name in names.split(",")), sep="\n")


def steady(value):
    if isinstance(value, dict):
        return {name: steady(each) for name, each in value.items() if name not in CHANGING}
    return list(map(steady, value)) if isinstance(value, list) else value


def part(*keys, text=None):
    value = json.loads(sys.stdin.read() if text is None else text)
    for key in keys:
        value = value[int(key)] if isinstance(value, list) else value[key]
    print(json.dumps(steady(value), sort_keys=True))


def get(path, *keys):
    body(f"GET '/api/1/{path}'", *keys)


def body(line, *keys):
    status, _, content = request(*shlex.split(line))
    if status >= 300:
        print(status)
    elif keys:
        part(*keys, text=content)
    else:
        sys.stdout.buffer.write(content)


def post(path, plan):
    status, _, body = request("POST", f"/api/1/{path}", "Content-Type: application/json", plan)
    return status, json.loads(body)


def begin(plan):
    print(json.dumps(post("runs", plan)[1]))


def check(plan, *keys):
    part(*keys, text=json.dumps(post("checks", plan)[1]))


def run_in(number, state):
    run = json.loads(request("GET", f"/api/1/runs/{number}")[2])
    return run if run["state"] == state and (run["picture"] or state != "running") else None


def until(number, state):
    print(json.dumps(waited_for(lambda: run_in(number, state))))


def finished(plan):
    status, run = post("runs", plan)
    return waited_for(lambda: run_in(run["id"], "ended")) if status == 201 else run


def run(plan):
    print(json.dumps(finished(plan)))


def same(*plans):
    for plan in plans:
        found = finished(plan)
        ran = subprocess.run([os.environ["TUTTI"], *shlex.split(found["text"])[1:], "--json"],
                             capture_output=True, text=True, check=False)
        right = list(map(json.loads, ran.stdout.splitlines()))
        result = found["result"]
        result = result["failures"] + [result["summary"]] if found["command"] == "stress" else [result]
        is_same = steady(result) == steady(right) and found["status"] == ran.returncode
        print(f"{found['text']}: {found['verdict']}" + ("" if is_same else f": {result}, and not {right}"))


def plan_of(words):
    plan = {"command": words[0], "collective": words[1]}
    for word in words[2:]:
        name, _, value = word.removeprefix("--").partition("=")
        if name == "set":
            plan.setdefault("set", {}).update([value.split("=", 1)])
        else:
            plan[name] = [*plan[name], value] if isinstance(plan.get(name), list) else \
                [plan[name], value] if name in plan else value
    return plan


def refused():
    for line in sys.stdin.read().splitlines():
        words = shlex.split(line)
        store = ["--store", "refused.db"] if words[0] == "sweep" else []
        ran = subprocess.run([os.environ["TUTTI"], *words, *store], capture_output=True, text=True, check=False)
        found = [(status, answer.get("error")) for status, answer in
                 (post(path, json.dumps(plan_of(words))) for path in ("checks", "runs"))]
        text = ran.stderr.strip().removeprefix("tutti: ")
        error = found[0][1] or {"field": None, "text": "taken"}
        is_same = found == [(400, error)] * 2 and ran.returncode == 2 and (
            error["text"] == text or text.endswith("...") and error["text"].startswith(text[:-3]))
        print(f"{error['field']}: {error['text']}" + ("" if is_same else f"; {found}, command line: {text}"))


def raw():
    place = address()
    for text in sys.stdin.read().splitlines():
        with socket.create_connection((place.hostname, place.port), 20) as line:
            sent = text.encode("latin-1").decode("unicode_escape").replace("HOST", place.netloc)
            answer = b""
            try:
                line.sendall(sent.encode("latin-1"))
                line.shutdown(socket.SHUT_WR)
                while more := line.recv(65536):
                    answer += more
            except OSError:
                pass  # it has answered and gone
            print(answer.split(b"\r\n")[0].decode("latin-1") or "closed")


def take_calls():
    """Forks a process for each call and answers its exit status: imports take it no time.

    Returns in that process, which has the folder and the standard streams of the caller, with the words of the call.
    """
    global FILES
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.create_server(("127.0.0.1", 0), backlog=64) as door:
        print(door.getsockname()[1], flush=True)
        line = door.accept()[0]
        while os.fork() != 0:
            line.close()
            line = door.accept()[0]
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said = b""
    while said.count(b"\0") < 3 or said.count(b"\0") < 3 + int(said.split(b"\0")[2]):
        said += line.recv(65536) or sys.exit("the call has no end")
    caller, output, _, *words = said.decode().split("\0")[:-1]
    os.chdir(f"/proc/{caller}/cwd")
    FILES = pathlib.Path("..").resolve()
    for own, its in enumerate((0, output, 2)):
        os.dup2(os.open(f"/proc/{caller}/fd/{its}", os.O_WRONLY | os.O_APPEND if own else os.O_RDONLY), own)
    if child := os.fork():
        os.closerange(0, 3)  # who reads them waits for the end of all that have them
        line.sendall(b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        os._exit(0)
    line.close()
    return words


if __name__ == "__main__":
    try:
        name, *words = take_calls() if sys.argv[1] == "listen" else sys.argv[1:]
        sys.exit(globals()[name](*words))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # who reads has enough

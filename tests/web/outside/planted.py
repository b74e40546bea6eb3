"""The faults that are planted for each check, by its name: every one has to be noticed."""

import itertools

from fault import Answered, Asked, Fault, Gated, Heard, Options, Printed, Refused, Told

HOLDS = Gated("connections stay", holds=True)
WAITS = Gated("all wait", waits=1)
TAKEN = Refused("what is refused is taken", 400, 201)
ROUTES = [Refused("no such thing is taken", 404, 200), Refused("wrong input, for no such thing",
                                                               404, 400)]


def put(*path, to):
    """Puts a value at a place of an object, where the place is there."""
    def change(said):
        for name in path[:-1]:
            said = said.get(name) if isinstance(said, dict) else (
                said[name] if isinstance(said, list) and len(said) > name else None)
            if said is None:
                return
        if isinstance(said, (dict, list)):
            said[path[-1]] = to(said[path[-1]]) if callable(to) else to
    return change


def header(name, to):
    def change(answer):
        if to is None:
            answer.headers.pop(name, None)
        elif name in answer.headers:
            answer.headers[name] = to(answer.headers[name])
    return change


def body(change):
    def alter(answer):
        answer.body = change(answer.body)
    return alter


def without(option):
    """The options but one and its value."""
    def change(options):
        at = options.index(option) if option in options else len(options)
        return options[:at] + options[at + 2:]
    return change


def with_value(option, value):
    def change(options):
        return [value if before == option else one
                for before, one in zip([None, *options], options)]
    return change


class OtherStore(Fault):
    """Each server has a separate store."""

    name = "another store at the next start"

    def __init__(self):
        self.count = itertools.count()

    def options(self, options):
        return with_value("--store", f"store{next(self.count)}.db")(options)


class NoSuchHeader(Fault):
    """Requests lack a field, or have another value of it."""

    def __init__(self, name, field, value=None):
        self.name, self.field, self.value = name, field, value

    def request(self, method, path, headers):
        if self.field in headers:
            headers = {name: of for name, of in headers.items() if name != self.field}
            if self.value is not None:
                headers[self.field] = self.value
        return method, path, headers


def not_method(method, other):
    return lambda asked, path, headers: (other if asked == method else asked, path, headers)


def not_path(part, other):
    return lambda method, path, headers: (method, path.replace(part, other), headers)


def all_but(kind):
    return lambda event: None if event["event"] == kind else event


def in_pictures(name, to):
    def change(event):
        if event["event"] == "picture" and event["picture"].get(name) is not None:
            event["picture"][name] = to(event["picture"][name]) if callable(to) else to
        return event
    return change


FAULTS = {
    # Before a run.
    "wrong_plans_get_the_line_of_the_command_line": [
        Printed("another word", "hypercube", "cube"), TAKEN,
        Refused("another field", 400, 400, b'{"error":{"field":"k","text":"--k: wrong"}}')],
    "numbers_are_read_as_they_are_written": [TAKEN],
    "the_catalogue_is_that_of_list": [
        Told("another source", "catalogue", put("collectives", 3, "algorithms", 0, "source", to="x")),
        Told("a task less", "catalogue", lambda said: said["collectives"].pop()),
        Told("a symbol too many", "catalogue",
             put("collectives", 0, "algorithms", 0, "symbols", to={"q": "nothing"}))],
    "the_catalogue_tells_the_limits": [
        Options("a limit is not heard", without(option)) for option in
        ("--runs", "--max-seconds", "--max-trials", "--max-sweep", "--max-recording")],
    "limits_of_trials_and_sweeps_hold": [Options("no limit of trials", without("--max-trials")),
                                         Options("no limit of sweeps", without("--max-sweep"))],
    "networks_are_as_describe_has_them": [
        Told("another diameter", "network", put("description", "diameter", to=7)),
        Told("a link elsewhere", "hypercube:3", put("layout", "links", 5, to=[0, 0, 7])),
        Told("a node outside", "network", put("layout", "nodes", 1, to=[0.5, 1.5, "1"])),
        Told("two nodes at one place", "network",
             lambda said: said["layout"] and said["layout"]["nodes"].__setitem__(
                 1, said["layout"]["nodes"][0]))],
    "checks_foretell_what_bounds_say": [
        Told("another time", "checks", put("expected", to={"units": "1", "kind": "exact"})),
        Told("no recording", "checks", put("recorded", to=False)),
        Told("another seed", "checks", put("text", to=lambda text: text.replace("random:5",
                                                                               "random:6"))),
        Told("ten times the bytes", "checks", put("bytes", to=lambda of: of and of * 10))],
    "checks_of_other_commands_say_how_many": [
        Told("a run more", "checks", put("runs", to=lambda count: count + 1)),
        Told("all fit", "checks", put("not_fitting", to=[]))],
    # Runs.
    "runs_come_to_what_their_text_comes_to": [
        Told("another digest", "runs/", put("result", "digest", to="0" * 16)),
        Told("a slot more", "runs/3", put("result", "time", "slots", to=99)),
        Told("a check that does not hold", "runs/4", put("result", "checks", 0, "holds",
                                                         to=False)),
        Told("all is well", "runs/7", put("status", to=0)),
        Told("another seed in the text", "runs/", put(
            "text", to=lambda text: text.replace("--seed 7", "--seed 8"))),
        Answered("a result is no download", "/result", header("content-disposition",
                                                              lambda _: "inline"))],
    "comparisons_are_those_of_compare": [
        Told("another order", "runs/", put("result", "runs", to=lambda runs: runs[::-1])),
        Told("another bound", "runs/", put("result", "lower_bound", to={"units": "1"}))],
    "stress_shows_its_shrunk_failures": [
        Told("a failure less", "runs/", lambda run: run.get("result") and
             run["result"]["failures"][:-1] and run["result"]["failures"].pop()),
        Told("not shrunk", "runs/1", put("result", "failures", 0, "shrunk", to=False)),
        Told("a trial less", "runs/2", put("result", "summary", "trials", to=99))],
    "sweeps_fill_the_store": [
        Told("a run less", "runs/1", put("result", "finished", to=71)),
        Answered("a row less", "csv", body(lambda text: text.rstrip().rpartition(b"\n")[0])),
        Answered("another digest", "csv", body(lambda text: text.replace(b"a", b"b", 300)))],
    "tables_are_those_of_results": [
        Answered("another mean", "format=markdown", body(lambda text: text.replace(b"1", b"2"))),
        Answered("the other order", "k+=+4", body(lambda text: text.replace(b'"id":', b'"id":-'))),
        Asked("count is not heard", not_path("count=7", "count=8")),
        Refused("wrong conditions are taken", 400, 200)],
    "figures_have_the_statistics_of_results": [
        Told("another mean", "figure?", put("panels", 0, "series", 0, "points", 1, "mean", to=1)),
        Told("a panel less", "figure?", lambda said: said["panels"].pop()),
        Told("no text", "figure?", put("text", to="")),
        Answered("another width", "width=345", body(lambda text: text.replace(b"345", b"430"))),
        Answered("no drawing", "figure.svg", body(lambda _: b"<svg/>")), TAKEN],
    "events_come_to_the_end": [
        Heard("no end", all_but("ended")), Heard("no pictures", all_but("picture")),
        Heard("of another run", lambda event: {**event, "id": 7}),
        Heard("a link that is not there", in_pictures("sent", [[0, 9, False]])),
        Heard("slots go back", in_pictures("slot", lambda slot: -slot))],
    "pictures_come_at_the_rate_that_is_asked_for": [
        Heard("no pictures", all_but("picture")), TAKEN],
    "runs_are_listed_newest_first": [
        Told("the oldest first", "runs", put("runs", to=lambda runs: runs[::-1])),
        Asked("count is not heard", not_path("&count=3", "")),
        Told("with results", "runs",
             lambda said: [run.update(result={}) for run in said.get("runs", [])])],
    # Runs that wait or stop.
    "runs_that_never_end_a_slot_are_given_up": [
        Told("no reason", "runs/1", put("error", to=lambda of: of and "stopped")),
        Refused("it can be stopped again", 409, 200)],
    "runs_end_when_their_time_is_over": [Options("a time of 20 s",
                                                 with_value("--max-seconds", "20"))],
    "a_run_that_is_stopped_keeps_what_it_had": [
        Told("nothing was kept", "runs/1", put("result", "transmissions", to=0)),
        Told("it was complete", "runs/1", put("verdict", to=lambda of: of and "complete")),
        Refused("it can be stopped again", 409, 200)],
    "a_run_that_ended_cannot_be_stopped": [Refused("it can", 409, 200), *ROUTES],
    "other_commands_keep_what_was_finished": [
        Told("another count", "runs/2", put("result", "finished", to=5)),
        Told("no trial", "runs/1", put("result", "summary", "trials", to=0))],
    "waiting_runs_have_places": [
        Told("a place further", "runs", put("place", to=lambda place: place and place + 1)),
        Options("two at a time", with_value("--runs", "2")),
        Refused("stopped twice", 409, 200)],
    "followers_of_a_waiting_run_see_it_begin": [
        Options("it does not wait", with_value("--runs", "2")), Heard("no end", all_but("ended"))],
    "a_full_queue_takes_no_more": [Refused("it does", 429, 201), Refused("another status", 429,
                                                                         503)],
    "as_many_run_as_may": [Options("three at a time", with_value("--runs", "3"))],
    "large_runs_are_refused_with_their_bytes": [
        Options("8 GiB", with_value("--memory-limit", str(8 << 30))),
        Refused("another limit", 400, 400, b'{"error":{"field":null,"text":"too large"}}')],
    "the_memory_is_shared_by_the_runs": [Options("each has all of it", without("--memory-limit"))],
    # Files.
    "recordings_are_those_of_record": [
        Answered("another byte", "/recording", body(lambda text: text[:-1] + b"x")),
        Answered("another picture", "picture?as=links", body(lambda text: text + b" ")),
        Answered("no download", "/recording", header("content-disposition", lambda _: "inline")),
        TAKEN],
    "replays_are_those_of_export": [
        Answered("another slot", "/replay", body(lambda text: text.replace(b"[0,", b"[1,"))),
        Answered("a policy that allows all", "/replay", header(
            "content-security-policy", lambda policy: policy + "; script-src 'unsafe-inline'"))],
    "runs_too_large_to_record_say_why": [
        Options("no limit", without("--max-recording")),
        Told("no reason", "runs/1", put("why_not_recorded", to=None)),
        Refused("there it is", 404, 200)],
    "runs_that_outgrow_their_recording_go_on": [
        Options("no limit", without("--max-recording")),
        Told("it failed", "runs/1", put("verdict", to=lambda of: of and "incorrect"))],
    "the_oldest_recordings_go": [Options("no limit", without("--max-recordings")),
                                 Options("room for one", with_value("--max-recordings", "3000")),
                                 Told("no reason", "runs/1", put("why_not_recorded", to=None))],
    "networks_of_a_users_own_are_taken": [
        Told("a link more", "graphs", put("links", to=lambda count: count + 1)),
        Told("another digest", "runs/", put("result", "digest", to="0" * 16))],
    "wrong_networks_are_refused": [TAKEN, Refused("too large is wrong", 413, 400)],
    "pages_are_sent_once_and_packed": [
        NoSuchHeader("never packed", "Accept-Encoding"),
        NoSuchHeader("always sent", "If-None-Match"),
        NoSuchHeader("always packed", "Accept-Encoding", "gzip"),
        Answered("no Vary", "page/", header("vary", None))],
    "heads_are_as_their_bodies": [
        Asked("with the body", not_method("HEAD", "GET")),
        Answered("another length", "runs", header("content-length", lambda _: "7"))],
    "connections_are_kept": [Gated("they end", ends=True)],
    # Access control.
    "other_names_of_the_server_are_refused": [NoSuchHeader("any name is right", "Host")],
    "tunnels_end_at_any_port": [NoSuchHeader("any page may", "Origin"),
                                NoSuchHeader("the usual port", "Host", "127.0.0.1.:1")],
    "other_names_can_be_allowed": [Options("it is not allowed", without("--allow-host")),
                                   NoSuchHeader("any name is right", "Host", "localhost")],
    "pages_of_other_sites_begin_no_work": [NoSuchHeader("no site is said", "Sec-Fetch-Site"),
                                           Refused("another status", 403, 400)],
    "pages_of_others_are_refused": [NoSuchHeader("any page may", "Origin"),
                                    Refused("another status", 403, 400)],
    "beyond_this_machine_a_token_is_wanted": [
        Refused("no token is wanted", 401, 200), Options("on loopback", without("--listen")),
        NoSuchHeader("no cookie is sent", "Cookie")],
    "on_all_interfaces_a_token_is_wanted": [
        Refused("another status", 401, 403), NoSuchHeader("no bearer", "Authorization")],
    "on_loopback_no_token_is_wanted": [Options("on all interfaces",
                                               with_value("--listen", "0.0.0.0"))],
    # Wrong requests.
    "what_is_not_there_is_404": ROUTES,
    "methods_that_do_not_fit_are_405": [Refused("another status", 405, 404)],
    "bodies_that_do_not_fit_are_refused": [
        TAKEN, Refused("any type is right", 415, 200), Refused("any size is right", 413, 200),
        NoSuchHeader("JSON whatever is said", "Content-Type", "application/json")],
    "plans_reach_for_no_files": [
        TAKEN, Refused("it shows the file", 400, 400,
                       b'{"error":{"field":null,"text":"no link: root:x:0:0"}}')],
    "broken_requests_are_refused": [
        Gated("all is well", turns=(b"HTTP/1.1 400", b"HTTP/1.1 200"))],
    "paths_lead_nowhere_else": [Gated("a file is shown", turns=(b'{"error"', b'{"root:x:"')),
                                Gated("all is well", turns=(b" 404 ", b" 200 "))],
    "too_many_bytes_in_pieces_are_refused": [
        Gated("all is well", turns=(b"HTTP/1.1 413", b"HTTP/1.1 200"))],
    # Connections.
    "requests_that_are_left_are_no_harm": [
        Gated("the run is lost", turns=(b'"state":"ended"', b'"state":"queer"'))],
    "a_server_without_files_waits_for_some": [
        Gated("the next run fails", turns=(b'"complete"', b'"waylaid_"'))],
    "slow_requests_are_closed": [HOLDS, WAITS],
    "bodies_that_never_come_are_closed": [HOLDS],
    "followers_that_say_nothing_are_closed": [HOLDS],
    "followers_that_never_read_delay_nobody": [HOLDS, WAITS],
    "wrong_frames_end_their_connection": [HOLDS],
    "costly_questions_delay_nobody": [WAITS],
    "many_connections_are_too_many": [HOLDS],
    "huge_networks_cost_nothing": [
        Refused("they are described", 400, 200),
        Told("it is checked at once", "checks", put("expected", to={"units": "1"}))],
    "work_for_closed_connections_ends": [Gated("they stay open", stays=True)],
    # Ends.
    "a_killed_server_keeps_what_was_finished": [
        OtherStore(), Told("it ended well", "runs/4", put("status", to=0)),
        Told("no word of the server", "runs/4", lambda run: run.update(remark=None, error=None))],
    "a_server_that_is_told_to_end_keeps_what_it_had": [
        OtherStore(), Told("nothing was kept", "runs/4", put("result", to=None))],
    "a_port_that_is_taken_is_refused": [Options("another port", with_value("--port", "99999"))],
    "a_second_server_on_a_store_is_refused": [Options("another store",
                                                      with_value("--store", "no/such/store"))],
    "wrong_options_are_refused": [Options("another option", lambda _: ["--port", "x"])],
    "the_help_names_all_limits": [Printed("one is missing", "--max-sweep", "--most"),
                                  Printed("another default", "3,600", "600")],
    "an_old_graph_is_good_after_a_start": [OtherStore()],
    "files_of_runs_that_are_broken_are_passed_over": [
        Refused("the server is at a loss", 404, 599), OtherStore()],
    "the_address_is_all_that_is_printed": [Options("all addresses",
                                                   lambda options: options + ["--listen",
                                                                              "0.0.0.0"])],
}

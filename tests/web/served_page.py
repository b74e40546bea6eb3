"""Page of a server in a browser, and checks of its figures and of how it is used: by keys, in every view, without the server."""

import os
import tempfile
import urllib.parse

from browser import NARROW, WIDE, Wrong, check, check_equal, grouped
from client import Server
from selenium.webdriver.common.keys import Keys

CUBE = {"command": "run", "collective": "simultaneous-broadcast/prefix-roots", "network": "hypercube:6",
        "broadcasters": "random:20", "seed": "7"}
COMPARE = {"command": "compare", "collective": "simultaneous-broadcast", "network": "hypercube:5",
           "broadcasters": "random:9"}
STRESS = {"command": "stress", "collective": "simultaneous-broadcast/greedy", "network": "hypercube:4",
          "slot-budget": "5", "trials": "60"}
SWEEP = {"command": "sweep", "collective": "simultaneous-broadcast/prefix-roots,greedy",
         "network": "hypercube:{3..6}", "broadcasters": "random:{2,8}", "seeds": "1-5"}
# Over 20 algorithms together.
MANY = ["simultaneous-broadcast", "multinode-broadcast", "allreduce", "prefix-sum"]
# Takes longer than any check waits here.
LONG = {"command": "run", "collective": "dynamic-broadcast/intervals", "network": "torus:4x4",
        "set.rate": "1/10", "set.intervals": "100000000"}
# Results with what others have not: draws, a budget that was too small, values, intervals, fractions.
VARIETY = [
    {"collective": "simultaneous-broadcast/random-roots", "network": "hypercube:4", "broadcasters": "random:4"},
    {"collective": "simultaneous-broadcast/greedy", "network": "hypercube:4", "slot-budget": "3"},
    {"collective": "allreduce", "network": "torus:3x5", "set": {"values": "20"}},
    {"collective": "dynamic-broadcast", "network": "torus:4x4", "set": {"rate": "1/20", "intervals": "50"}},
    {"collective": "broadcast", "network": "path:1"},
]


class Page:
    """The page of a server in a browser."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server
        for name in ("run", "until", "at", "all", "has", "text", "rows", "press", "probe", "shape"):
            setattr(self, name, getattr(browser, name))

    def open(self, path, **plan):
        query = f"?{urllib.parse.urlencode(plan)}" if plan else ""
        self.browser.driver.get(f"http://{self.server.host}{path}{query}")
        self.until(lambda: self.has("main > *") and not self.has("main[aria-busy]"), f"{path} shows nothing")

    def api(self, path):
        return self.server.ask("GET", path)[1]

    def path(self):
        return self.run("return location.pathname")

    def plan(self):
        """The choice that the address has."""
        return self.run("return Object.fromEntries(new URLSearchParams(location.search))")

    def type_into(self, field, text):
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text if text else Keys.DELETE)

    def field(self, name):
        return self.at(f"[data-field='{name}']")

    def wrong_at(self, name):
        return self.probe("wrongAt", name)

    def begin(self, **plan):
        """Runs a plan by the button, and answers the number of the run."""
        self.open("/", **plan)
        self.at("#go").click()
        self.until(lambda: self.path().startswith("/runs/"), "no run has begun")
        self.until(lambda: self.has("#verdict"), "the run's page shows nothing")
        return int(self.path().rsplit("/", 1)[1])

    def result(self, **plan):
        """Runs a plan to its end, and answers the result that the server has."""
        number = self.begin(**plan)
        self.wait_for_end()
        return self.api(f"runs/{number}")["result"]

    def wait_for_end(self, seconds=20):
        self.until(lambda: not self.has("#stop") and not self.has("#watch"), "the run does not end", seconds)

    def replay_opens(self, what):
        self.until(lambda: self.run("return typeof replay") == "object", f"the replay does not open {what}")


def check_figure(page):
    """The picture is the server's, as wide as there is room; the table has the numbers of the figure."""
    page.until(lambda: page.has("a[href*='figure.svg']"), "the figure cannot be taken away")
    link = page.at("a[href*='figure.svg']").get_attribute("href")
    figure = page.api(f"figure?{urllib.parse.urlsplit(link).query}")
    count = sum(len(each["points"]) for panel in figure["panels"] for each in panel["series"])
    page.until(lambda: count > 0 and len(page.all("#figure details tbody tr")) == count, "the points do not come")
    page.until(lambda: page.probe("picture"), "no picture as wide as the room")
    picture = page.probe("picture")
    check(picture["alt"].startswith(figure["title"]), f"the picture is called {picture['alt']}")
    check(not picture["isScaled"] and not picture["isOutside"], f"the picture is scaled, or beyond the window: {picture}")
    summary = page.run("return document.querySelector('#figure details summary').textContent")
    check_equal(summary, "1 point as a table" if count == 1 else f"{count} points as a table", "the table's summary")
    check_equal(page.text("#figure .wrong"), "", "what is wrong with the figure")
    return picture


def check_sweep(page):
    """Points come in with their intervals, and are in the store afterwards."""
    report = page.result(**SWEEP)
    check(f"{grouped(report['runs'])}" in page.text(), "the number of runs")
    check_figure(page)
    page.at("a[href^='/results?']").click()
    page.until(lambda: page.path() == "/results", "no way to the store")
    check_figure(page)


def check_results(page):
    """The store as runs and as a table; conditions are checked at their field."""
    if page.api("results?count=1") == []:
        page.result(**SWEEP)
    page.open("/results", view="runs", where="algorithm = greedy")
    rows = page.api("results?where=" + urllib.parse.quote("algorithm = greedy"))
    page.until(lambda: page.has("#table"), "no table")
    check_equal(len(page.all("#table tbody tr")), len(rows), "the runs of a condition")
    page.open("/results", view="table", group="algorithm,nodes", of="slots", stat="mean,ci95")
    rows = page.api("results?by=algorithm,nodes&of=slots&stat=mean,ci95")
    page.until(lambda: page.has("#table"), "no table")
    check_equal(len(page.all("#table tbody tr")), len(rows), "the groups")
    check_equal(page.all("#table tbody td")[0].text, rows[0]["algorithm"], "the first group")
    names = [each.get_attribute("download") for each in page.all(".results a[download]") if each.is_displayed()]
    check_equal(names, ["results.csv", "results.json", "results.md", "results.tex"], "what can be taken away")
    page.type_into(page.at(".results .field input"), "nodes >>> 3")
    page.until(lambda: page.text(".results .field .wrong") != "", "a wrong condition is not said at its field")
    page.type_into(page.at(".results .field input"), "nodes > 8")
    page.until(lambda: page.text(".results .field .wrong") == "", "it is still wrong")


def check_many(page):
    """More algorithms than colours, and than 14: the picture names each, wide and narrow."""
    for task in MANY:
        page.result(command="sweep", collective=task, network="hypercube:{3,4}", seeds="1-2")
    names = {row["algorithm"] for row in page.api("results?by=algorithm&of=slots&stat=mean")}
    check(len(names) >= 20, f"only {len(names)} algorithms have runs")
    page.open("/results")
    for size in (WIDE, NARROW):
        page.shape(size)
        address = check_figure(page)["address"]
        drawn = page.run("return fetch(arguments[0]).then((answer) => answer.text())", address)
        check_equal([name for name in names if name not in drawn], [], f"algorithms without a name at {size[0]} pixels")
    page.shape()


def check_no_gnuplot(page, tutti):
    """Without gnuplot the page says so in one line, and shows the figure as text."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(tutti, folder, env={**os.environ, "PATH": "/nonexistent"})
        page, usual = Page(page.browser, server), page
        page.result(command="sweep", collective="broadcast", network="hypercube:{2..4}", seeds="1")
        page.until(lambda: "gnuplot" in page.text("#figure .wrong"), "the page does not say what is missing")
        check_equal(len(page.text("#figure .wrong").splitlines()), 1, "lines about gnuplot")
        check("time in" in page.text("#figure pre"), "the figure is not there as text")
        check(not page.at("#figure img").is_displayed(), "an empty picture")
        check_equal(page.probe("survey")["wide"], 0, "pixels beyond the window")
        page.browser.requests(server.host)
        usual.open("/")
        server.end()


def tab_to(page, selector, most=60, key=Keys.TAB):
    for _ in range(most):
        if page.run("return document.activeElement.matches(arguments[0])", selector):
            return
        page.press(key)
    raise Wrong(f"{selector} cannot be reached with the keyboard")


def check_focus(page, most=80):
    """Whatever the tabulator comes to is seen, and has a frame."""
    first = page.probe("focus")[0]
    for _ in range(most):
        page.press(Keys.TAB)
        name, outline, size, text = page.probe("focus")
        if name == first or text.startswith("<body"):
            return
        check(outline == "solid" and size > 10, f"what has the focus is not seen: {outline}, {size}, {text}")


def check_keyboard(page):
    """From the start to a step back in a replay without a mouse; what has the focus is seen."""
    page.open("/")
    check_focus(page)
    page.open("/")
    tab_to(page, "#find", key=Keys.SHIFT + Keys.TAB)
    page.press(Keys.NULL, "greedy", Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
    page.until(lambda: page.plan().get("collective", "").endswith("/greedy"), "greedy is not found by keys")
    check_equal(page.probe("focus")[1], "solid", "the outline of what has the focus")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda: page.plan()["collective"].endswith("/pair"), "arrows do not choose an algorithm")
    page.press(Keys.ARROW_UP)
    tab_to(page, "[data-field=network]")
    page.press(Keys.END, *[Keys.BACKSPACE] * 20, "hypercube:4", Keys.TAB)
    tab_to(page, "[data-field=broadcasters]")
    page.press(Keys.END, *[Keys.BACKSPACE] * 20, "random:5", Keys.ENTER)
    page.until(lambda: page.path().startswith("/runs/"), "Enter in a field does not run")
    page.until(lambda: page.has("#checks"), "no result")
    check("greedy on hypercube:4" in page.text("h1"), f"the run is {page.text('h1')}")
    check(page.has("main :focus, main:focus"), "the focus is lost")
    tab_to(page, "#replay")
    page.press(Keys.ENTER)
    page.replay_opens("by keys")
    page.press(Keys.END, Keys.ARROW_LEFT)
    state = page.run("return replay.state()")
    check_equal(state["step"], state["steps"] - 1, "a step back by keys")
    number = page.begin(**{**LONG, "set.intervals": "90000000"})
    tab_to(page, "#stop")
    page.press(Keys.SPACE)
    page.wait_for_end()
    check_equal(page.api(f"runs/{number}")["state"], "ended", "the run that was stopped by keys")
    check(page.has("main :focus, main:focus"), "the focus is lost after a stop")


def views_of(page):
    """Addresses of all views, with something to wait for."""
    for plan in (CUBE, COMPARE, STRESS, SWEEP):
        yield f"/?{urllib.parse.urlencode(plan)}", ".estimate code"
    runs = page.api("runs?count=200")["runs"]
    for command in ("run", "compare", "stress", "sweep"):
        for run in [each for each in runs if each["command"] == command and each["state"] == "ended"][-1:]:
            yield f"/runs/{run['id']}", ".body .card"
    for path in ("/runs", *(f"/results?view={view}" for view in ("figure", "table", "runs"))):
        yield path, ".card"


def check_looks(page):
    """Every view, wide and narrow, by day and by night: it fits, can be read and can be pressed."""
    pages = set()
    for address, awaited in views_of(page):
        page.open(address)
        page.until(lambda at=awaited: page.has(at), f"{address} shows nothing")
        for size in (WIDE, NARROW):
            for dark in (False, True):
                page.shape(size, dark)
                survey = page.probe("survey")
                pages.add((dark, survey.pop("page")))
                check_equal(survey, {"faint": [], "low": [], "nameless": [], "wide": 0},
                            f"{address}, {size[0]} pixels, {'dark' if dark else 'light'}: what is hard to read or press")
    check_equal(len({colour for _, colour in pages}), 2, "colours of the page by day and by night")
    page.shape()


def check_lost(page):
    """The server is gone, which is said; it comes back, and the page goes on."""
    page.open("/runs")
    page.browser.devtools("Network.enable")

    def connect(is_there):
        page.browser.devtools("Network.emulateNetworkConditions", offline=not is_there, latency=0,
                              downloadThroughput=-1, uploadThroughput=-1)
    connect(False)
    page.at("nav a[href='/']").click()
    page.until(lambda: page.at("#lost").is_displayed() or page.has("#go"), "nothing happens")
    page.at("nav a[href='/results']").click()
    page.until(lambda: page.at("#lost").is_displayed(), "it is not said that the server is gone")
    page.until(lambda: "does not answer" in page.text(), "the view does not say why it is empty")
    connect(True)
    page.until(lambda: not page.at("#lost").is_displayed(), "it does not notice that the server is back")
    page.until(lambda: "does not answer" not in page.text(), "the view does not come back")
    page.browser.complaints()

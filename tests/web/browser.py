"""Browser without a window for tests of pages, and the runner of their checks."""

import argparse
import json
import pathlib
import sys
import time
import urllib.parse

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
except ImportError:
    print("skipped: this takes python3-selenium")
    sys.exit(77)

WIDE, NARROW = (1280, 860), (390, 844)


class Wrong(Exception):
    """What a page shows is not so."""


def check(holds, text):
    if not holds:
        raise Wrong(text)


def check_equal(shown, right, what):
    check(shown == right, f"{what}: the page has {str(shown)[-900:]}, right is {str(right)[:300]}")


def grouped(number):
    return f"{number:,}"


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         "--disable-dev-shm-usage", "--disable-background-networking"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.chrome.service.Service("/usr/bin/chromedriver")
        self.driver = webdriver.Chrome(service=service, options=options)
        self.devtools("Page.addScriptToEvaluateOnNewDocument",
                      source=pathlib.Path(__file__).with_name("probes.js").read_text())
        self.shape()

    def shape(self, size=WIDE, dark=False, still=False):
        features = [("prefers-color-scheme", "dark" if dark else "light"),
                    ("prefers-reduced-motion", "reduce" if still else "no-preference")]
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": name, "value": value} for name, value in features])
        self.devtools("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                      deviceScaleFactor=1, mobile=size[0] < 500)

    def devtools(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def probe(self, name, *arguments):
        """What a function of probes.js finds."""
        return self.run("return probes[arguments[0]](...arguments[1])", name, arguments)

    def until(self, holds, text, seconds=10):
        deadline = time.monotonic() + seconds
        while not holds():
            check(time.monotonic() < deadline, f"{text}, after {seconds} s")
            time.sleep(0.03)

    def at(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return self.run("return document.querySelector(arguments[0]) !== null", selector)

    def text(self, selector="main"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def rows(self, selector):
        return self.probe("rows", selector)

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def complaints(self, allowed=()):
        """What the browser's console says; refusals that were asked for are allowed."""
        said = [each["message"] for each in self.driver.get_log("browser")]
        return [each for each in said if not any(part in each for part in allowed)]

    def requests(self, own):
        """The addresses that were asked for since the last call, but for those of a host."""
        messages = [json.loads(each["message"])["message"] for each in self.driver.get_log("performance")]
        asked = [each["params"]["request"]["url"] for each in messages
                 if each["method"] == "Network.requestWillBeSent"]
        asked += [each["params"]["url"] for each in messages if each["method"] == "Network.webSocketCreated"]
        return [each for each in asked if urllib.parse.urlsplit(each).netloc != own and
                not each.startswith(("file:", "data:", "about:", "chrome:", "blob:"))]


def run_checks(documentation, prepare):
    """Runs all checks, or those named; `prepare` makes them for a program and a browser: functions by name."""
    parser = argparse.ArgumentParser(description=documentation.split("\n", 1)[0])
    parser.add_argument("tutti", type=pathlib.Path)
    parser.add_argument("--only", default="", help="names of checks, with commas between")
    given = parser.parse_args()
    if not pathlib.Path("/usr/bin/chromedriver").exists():
        print("skipped: this takes chromium and chromium-driver")
        return 77
    failed, browser = 0, Browser()
    try:
        with prepare(given.tutti.resolve(), browser) as checks:
            names = given.only.split(",") if given.only else list(checks)
            for name in names:
                started, said = time.monotonic(), "holds"
                try:
                    checks[name]()
                except (Wrong, WebDriverException) as wrong:
                    failed, said = failed + 1, f"WRONG: {str(wrong).splitlines()[0]}"
                    browser.shape()
                    browser.complaints()
                print(f"{name}: {said} ({time.monotonic() - started:.1f} s)", flush=True)
    finally:
        browser.driver.quit()
    return 1 if failed else 0

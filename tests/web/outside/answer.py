"""Answers of the server, and what every one of them has to have."""

import dataclasses
import json

from saying import check, check_equal

PROTECTION = {"x-content-type-options": "nosniff", "x-frame-options": "DENY"}


@dataclasses.dataclass
class Answer:
    """A status, header fields with names in small letters, and a body."""
    status: int
    headers: dict
    body: bytes

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError as why:
            raise ValueError(f"status {self.status}: no JSON: {self.body[:200]}") from why

    def error(self):
        """The text of a refusal, which has to be one line."""
        error = self.json()["error"]
        check_equal(set(error), {"field", "text"}, "the fields of an error")
        check("\n" not in error["text"] and error["text"], "an error is a line of text")
        return error["text"]


def answer_of(response):
    """From a response of http.client, read to its end."""
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())


def check_protection(answer, what):
    """A page that is shown at another place, or takes anything from there, is never allowed."""
    for name, right in PROTECTION.items():
        check_equal(answer.headers.get(name, "").lower(), right.lower(), f"{what}: {name}")
    policy = answer.headers.get("content-security-policy", "")
    rules = dict((rule.split() + [""])[:2] for rule in policy.split(";") if rule.split())
    check_equal(rules.get("default-src"), "'none'", f"{what}: default-src of {policy!r}")
    check_equal(rules.get("frame-ancestors"), "'none'", f"{what}: frame-ancestors of {policy!r}")
    check("server" not in answer.headers or "oost" not in answer.headers["server"],
          f"{what}: says which library answers")
    check("access-control-allow-origin" not in answer.headers, f"{what}: open to other pages")


def check_refused(answer, status, what):
    check_equal(answer.status, status, f"{what}: status, of {answer.body[:200]}")
    if answer.body:
        answer.error()

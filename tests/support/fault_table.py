"""Faults that tests/mutants plants: rows of tests/planted_faults.toml, and conditions of verdicts."""

import dataclasses
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests" / "planted_faults.toml"
VERDICTS = ("source/verification/run_verifier.cpp", "source/experiment/run_verdict.cpp",
            "source/algorithms/catalog/description_validity.cpp")
# What says that something is wrong: right after a condition, or where nothing is wrong.
COMPLAINS = re.compile(r"\s*\{?\s*(refuse\(|return (fmt::format|\"[^\"])|(wrong|early|late|complaint) = |"
                       r"check\(\"postcondition)")
NOTHING_WRONG = re.compile(r"\?\s*\"\"|\?\s*std::string\{\}")
PART = re.compile("(.*)«(.*)»(.*)", re.S)  # of a text, where that alone is in several places


@dataclasses.dataclass(frozen=True)
class Fault:
    """A change of one place of a source, and the tests that notice it."""
    name: str
    source: str
    begin: int
    end: int
    text: str      # in the place of the source's from `begin` to `end`
    shown: str     # of the source, on one line
    test: str      # a program of build/tests
    files: str     # a filter of its source files


def switch(name):
    key = 14695981039346656037
    for byte in name.encode():
        key = (key ^ byte) * 1099511628211 % 2**64
    return f"::planted_fault::active == {key}ULL"


def conditional(name, text, fault):
    """Both texts, of which the fault's is the one where it is asked for."""
    if text.endswith(";") or (text.endswith("}") and ";" in text):
        return f"if ({switch(name)}) {{ {fault} }} else {{ {text} }}"
    return f"({switch(name)} ? ({fault}) : ({text}))"


def one_line(text):
    return " ".join(text.split())


def faults_of_table():
    """The faults written by hand."""
    for source, rows in tomllib.loads(TABLE.read_text()).items():
        text = (ROOT / source).read_text()
        for name, (old, new, test) in rows.items():
            before, part, _ = PART.fullmatch(old).groups() if "«" in old else ("", old, "")
            whole = old.replace("«", "").replace("»", "")
            if text.count(whole) != 1:
                refuse(f"{name}: the text is {text.count(whole)} times in {source}")
            begin = text.index(whole) + len(before)
            program, _, files = test.partition(" ")
            yield Fault(name, source, begin, begin + len(part), conditional(name, part, new),
                        f"{one_line(part)} -> {one_line(new)}", program, f"*{files}*")


def refuse(reason):
    print(f"tests/mutants: {reason}", file=sys.stderr)
    sys.exit(2)


def end_of_parenthesis(text, begin):
    """The place of the parenthesis that closes the one at `begin`."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError("a parenthesis stays open")


def begin_of_condition(text, end):
    """Where the condition begins whose `?` is at `end`."""
    depth = 0
    for at in range(end - 1, -1, -1):
        depth += {")": 1, "(": -1, "}": 1, "{": -1}.get(text[at], 0)
        if depth < 0 or (depth == 0 and text[at] in ",;=" and text[at - 1] not in "=!<>"
                         and text[at + 1] != "="):
            return at + 1
        if depth == 0 and text.startswith("return ", at):
            return at + len("return ")
    raise ValueError("a condition has no begin")


def faults_of_verdicts():
    """Every check of a run or a description, switched off."""
    for source in VERDICTS:
        text = (ROOT / source).read_text()

        def fault(at, begin, end, before, after, source=source, text=text):
            name = f"{pathlib.Path(source).stem}:{text.count(chr(10), 0, at) + 1}"
            condition = text[begin:end]
            return Fault(name, source, begin, end, f"{before.format(switch(name))} ({condition}){after}",
                         f"no check of {one_line(condition)}", "experiment", "*")

        for found in re.finditer(r"\bif \(", text):
            begin = found.end() - 1
            end = end_of_parenthesis(text, begin)
            if COMPLAINS.match(text, end + 1):
                # What a condition declares stays declared.
                begin += 1 + text[begin + 1:end].rfind(";") + 1
                yield fault(found.start(), begin, end, "!({}) &&", "")
        for found in NOTHING_WRONG.finditer(text):
            begin = begin_of_condition(text, found.start())
            yield fault(found.start(), begin, found.start(), " ({} ||", ") ")


def with_faults(source, faults):
    """The text of a source with faults that can be switched on."""
    text = (ROOT / source).read_text()
    limit = len(text)
    for fault in sorted(faults, key=lambda one: one.begin, reverse=True):
        if fault.end > limit:
            refuse(f"{fault.name} overlaps another fault")
        text = text[:fault.begin] + fault.text + text[fault.end:]
        limit = fault.begin
    return text

"""Runs what README shows to users of Python, in a folder with a results.db.

Without pandas, says so on standard output after the same with sqlite3 alone.
"""

import os
import re
import sqlite3
import sys

readme, folder = sys.argv[1:3]
with open(readme, encoding="utf-8") as file:
    block = re.search(r"```python\n(import sqlite3.*?)```", file.read(), re.DOTALL)[1]
os.chdir(folder)
lines = block.strip().splitlines()
assert len(lines) == 3, lines

rows = sqlite3.connect("results.db").execute("SELECT algorithm, nodes, slots, ratio FROM runs")
for algorithm, nodes, slots, ratio in rows:
    assert isinstance(algorithm, str), algorithm
    assert isinstance(nodes, int) and isinstance(slots, int), (nodes, slots)
    assert ratio is None or isinstance(ratio, float), ratio  # none of a run that failed

try:
    import pandas
except ImportError:
    print("no pandas")
    sys.exit()

names = {}
exec(block, names)
runs = names["runs"]
for column in ("nodes", "slots", "messages", "seed", "units", "ratio"):
    assert pandas.api.types.is_numeric_dtype(runs[column]), column
print("pandas")

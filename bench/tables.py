#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the figures of bench/results/*.json into the tables of docs/benchmarks.md.

    bench/tables.py [--check]

The page has a pair of lines for each table, `<!-- bench: SECTION -->` and `<!-- end -->`. This script replaces what stands between
them by the newest table of the section, whichever machine it is from, under a line that names the machine, the command and the commit.
With --check it changes nothing, and fails where the page differs from the files.

bench/results has one file per machine: {"machine": {fact: text}, "sections": {name: {"date", "commit", "command", "columns", "rows"}}}.
Cells are texts as the benchmark printed them. bench/run.py writes the files by `record`.
"""
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = ROOT + "/bench/results"
PAGE = ROOT + "/docs/benchmarks.md"


def file_name(cpu):
    """'Intel(R) Xeon(R) Gold 6248' -> 'intel-xeon-gold-6248.json'"""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"\((r|tm)\)", "", cpu.lower())).strip("-") + ".json"


def parse(text):
    """The first Markdown table of a text, or its lines of JSON as one: columns and rows, lists of cells. None where there is neither."""
    lines = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in text.splitlines() if re.match(r"\s*\|.*\|\s*$", line)]
    if len(lines) > 1 and all(re.fullmatch(r":?-+:?", cell) for cell in lines[1]):
        return {"columns": lines[0], "rows": [row for row in lines[2:] if len(row) == len(lines[0])]}
    answers = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    rows = [[answer.pop("question"), ", ".join(f"{name} {value}" for name, value in answer.items())] for answer in answers]
    return {"columns": ["question", "figures"], "rows": rows} if rows else None


def markdown(table):
    rule = ["---"] * len(table["columns"])
    return "\n".join(re.sub(" +", " ", "| " + " | ".join(row) + " |") for row in [table["columns"], rule, *table["rows"]])


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def record(machine, sections, folder=RESULTS):
    """Adds sections to the file of a machine, in the place of older ones of the same name. Returns the path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, file_name(machine["CPU"]))
    all_sections = {**(load(path)["sections"] if os.path.exists(path) else {}), **sections}
    with open(path + ".new", "w", encoding="utf-8") as file:
        text = json.dumps({"machine": machine, "sections": dict(sorted(all_sections.items()))}, indent=1, ensure_ascii=False)
        row = re.compile(r'\[\s*((?:"(?:[^"\\]|\\.)*",?\s*)+)\]')
        file.write(row.sub(lambda cells: "[" + re.sub(r"\s*\n\s*", " ", cells[1]).strip() + "]", text) + "\n")  # a row is a line
    os.replace(path + ".new", path)
    return path


def newest(folder=RESULTS):
    """{section: (machine, section's entry)} with the last date of each; of equal dates the last file counts."""
    found = {}
    for path in sorted(glob.glob(folder + "/*.json")):
        results = load(path)
        for name, entry in results["sections"].items():
            if name not in found or entry["date"] >= found[name][1]["date"]:
                found[name] = (results["machine"], entry)
    return found


def render(page, sections):
    """The page with all tables replaced, and the names of sections that no file has."""
    missing = []

    def table(match):
        if match[1] not in sections:
            missing.append(match[1])
            return match[0]
        machine, entry = sections[match[1]]
        source = f"{machine['CPU']}, {entry['date']}, commit {entry['commit']}: `{entry['command']}`"
        return f"<!-- bench: {match[1]} -->\n{source}\n\n{markdown(entry)}\n\n<!-- end -->"

    return re.sub(r"<!-- bench: ([\w-]+) -->\n.*?<!-- end -->", table, page, flags=re.DOTALL), missing


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    made, missing = render(page, newest())
    for name in missing:
        print(f"docs/benchmarks.md: no file in bench/results has a section {name}")
    if sys.argv[1:] and made != page:
        print("docs/benchmarks.md: the tables differ from bench/results; bench/tables.py writes them again")
    elif made != page:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(made)
    return bool(missing) or bool(sys.argv[1:] and made != page)


if __name__ == "__main__":
    sys.exit(main())

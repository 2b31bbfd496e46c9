# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""read_trace.py FILE.json: the processes of a trace, and per device how often it did what, as spmd-run --trace wrote them."""
import collections
import json
import sys

events = json.load(open(sys.argv[1], encoding="utf-8"))["traceEvents"]
print("processes", *sorted(e["args"]["name"] for e in events if e["name"] == "process_name"), sep=" | ")
names = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name"}
for device in sorted(names):
    spans = sorted((e for e in events if e["ph"] == "X" and e["tid"] == device), key=lambda e: e["ts"])
    count = collections.Counter(e["name"] if e["cat"] != "kernel" else "kernel" for e in spans)
    print(names[device], *(f"{count[name]} {name}" for name in sorted(count)), sep=" | ")
    for before, after in zip(spans, spans[1:]):
        assert before["ts"] + before["dur"] <= after["ts"] + 0.002, (before, after)  # microseconds; text has 17 digits
    assert all(e["args"]["location"].count(":") == 2 for e in spans)

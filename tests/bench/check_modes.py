# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/modes.py says of rows above a limit and of wrong results, and that each mode has two sizes, the second one of the seed.

    check_modes.py SOURCE_ROOT BUILD_FOLDER SCRATCH
"""
import random
import sys
import types

root, build, scratch = sys.argv[1:]
sys.path.insert(0, root + "/bench")
import modes
import programs
from programs import common


def marks(ours, theirs, **more):
    side = lambda wire, time, peak=100: {"wire": wire, "time": time, "peak": peak}
    return modes.verdicts({"ours": side(*ours), "xla": side(*theirs), "bound": 1000, **more})


assert marks((1050, 5.0), (1050, 5.0)) == []
assert marks((1060, 5.0), (1060, 5.0)) == ["above the bound"]
assert marks((1060, 5.0), (1050, 4.0)) == ["above the bound", "above XLA", "slower"]
assert marks((1000, 5.0, 101), (1050, 6.0)) == ["higher peak"]
assert marks((1000, 5.0), (1050, 6.0), wrong="result 0 differs") == ["WRONG"]
assert modes.verdicts({"ours": {"fails": "why"}, "xla": {"wire": 1, "time": 1, "peak": 1}, "bound": 1}) == ["fails"]

names = [program.name for program in programs.PROGRAMS]
assert len(set(names)) == len(names)
for program in programs.PROGRAMS:
    assert vars(program.size(random.Random(3))) == vars(program.size(random.Random(3)))
    assert all(program.bound(program.size(draw), program.axes) >= 0 for draw in (None, random.Random(1), random.Random(2)))
assert any(vars(p.size()) != vars(p.size(random.Random(1))) for p in programs.PROGRAMS)

# Results that differ from those of JAX by more than the tolerance are found.
program = next(p for p in programs.PROGRAMS if p.name == "patches")
o = types.SimpleNamespace(**{**vars(program.size()), "size": 16})
jitted, arguments = common.jitted(program, o)
path = scratch + ".mlir"
with open(path, "w", encoding="utf-8") as file:
    file.write(jitted.lower(*arguments).as_text())
assert modes.check(jitted, arguments, path, build, 1e-3) == ""
found = modes.check(lambda *a: jitted(*a) + 0.01, arguments, path, build, 1e-3)
assert "result 0 differs" in found, found

# Beside a table of an earlier run, a row that sends more is a fault.
row = ["patches", "1", "1,000", "2,000", "1,000", "1.00", "0.50", "0.2", "0.4", "5,000", "6,000", "0.83", ""]
before = modes.recorded({"rows": [row]})
assert before == {("patches", 1): {"ours": {"wire": 1000}, "xla": {"wire": 2000, "time": 0.4, "peak": 6000, "recorded": True}}}, before
options = types.SimpleNamespace(build=build, check=False)
assert not modes.measure(program, o, options, path, before["patches", 1]).get("wrong")
assert "0 bytes, -2 in bench/results" == modes.measure(program, o, options, path, {**before["patches", 1], "ours": {"wire": -2}})["wrong"]

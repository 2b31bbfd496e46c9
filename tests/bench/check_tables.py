# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/tables.py makes of printed tables, of results files and of pages; what bench/targets.py says where a build fails.

    check_tables.py SOURCE_ROOT FOLDER
"""
import os
import subprocess
import sys

root, folder = sys.argv[1:]
sys.path.insert(0, root + "/bench")
import tables

assert tables.file_name("Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz") == "intel-xeon-gold-6248-cpu-2-50ghz.json"

printed = "before\n| a | |\n| --- | --- |\n| 1 | x, \"y\" [z] |\n| 2 |\nafter | not\n"
table = tables.parse(printed)
assert table == {"columns": ["a", ""], "rows": [["1", 'x, "y" [z]']]}, table
assert tables.markdown(table) == '| a | |\n| --- | --- |\n| 1 | x, "y" [z] |'
assert tables.parse("no table\n") is None
assert tables.parse('{"question": "run", "us": 0.3, "threads": 2}') == {"columns": ["question", "figures"], "rows": [["run", "us 0.3, threads 2"]]}


def entry(date, cell):
    return {"date": date, "commit": "abc", "command": "bench/x.py", "columns": ["c"], "rows": [[cell]]}


# A newer section takes the place of the older one of the same machine; the others stay. The newest machine's table is shown.
old = tables.record({"CPU": "Old CPU"}, {"step": entry("2026-01-01", "first"), "wire": entry("2026-01-01", "wire")}, folder)
tables.record({"CPU": "Old CPU"}, {"step": entry("2026-01-02", "second")}, folder)
tables.record({"CPU": "New CPU"}, {"step": entry("2026-01-03", 'third "]"')}, folder)
assert sorted(os.listdir(folder)) == ["new-cpu.json", "old-cpu.json"]
assert tables.load(old)["sections"]["step"]["rows"] == [["second"]]
page = "text\n<!-- bench: step -->\nstale\n<!-- end -->\n<!-- bench: wire -->\n<!-- end -->\n<!-- bench: absent -->\nkept\n<!-- end -->\n"
made, missing = tables.render(page, tables.newest(folder))
assert missing == ["absent"] and "kept" in made and "stale" not in made
assert 'New CPU, 2026-01-03, commit abc: `bench/x.py`\n\n| c |\n| --- |\n| third "]" |' in made, made
assert "Old CPU, 2026-01-01" in made
assert tables.render(made, tables.newest(folder))[0] == made

# A benchmark builds what it needs: what fails is shown, and no traceback.
build = folder + "/build"
os.makedirs(build)
with open(build + "/build.ninja", "w", encoding="utf-8") as file:
    file.write("rule fail\n  command = echo the reason; false\nbuild bench-kernels: fail\n")
run = subprocess.run([sys.executable, "-c", "import sys, targets; targets.need('bench-kernels', build=sys.argv[1])", build], capture_output=True, text=True,
                     check=False, cwd=root + "/bench")
assert run.returncode == 1 and "Traceback" not in run.stderr, run.stderr
print(run.stderr)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the unit tests of every room, then lit on tests/ and docs/; prints the first failure's reason and, last,
`N passed, N failed, N skipped`. Unit tests run as many programs at a time as there are cores, and are counted in the order of
their names.

    tests/run_all.py BUILD_DIR [lit filter]
"""
import glob
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor

build = os.path.abspath(sys.argv[1])
lit_filter = sys.argv[2:3]
passed = failed = skipped = 0
first_failure = None
reasons = {}


def read_junit(path, name):
    """Adds the counts of a JUnit file; returns whether it could be read."""
    global passed, failed, skipped, first_failure
    try:
        cases = list(xml.parse(path).getroot().iter("testcase"))
    except (OSError, xml.ParseError):
        return False
    for case in cases:
        label = f"{case.get('classname')}.{case.get('name')}"
        failure = case.find("failure")
        skip = case.find("skipped")
        if failure is not None:
            failed += 1
            first_failure = first_failure or f"{name}: {label}\n{(failure.text or failure.get('message') or '').strip()}"
        elif skip is not None or case.get("status") == "notrun":
            skipped += 1
            reason = (skip.get("message") if skip is not None else "") or "not run"
            reasons.setdefault(reason, []).append(label)
        else:
            passed += 1
    return True


# These measure time, watch which cores are free, or start ranks of MPI: nothing else runs beside them.
ALONE = ("runtime_mpi_tests", "runtime_tests")


def execute(command, report, timeout):
    """Runs a test program that writes `report`; returns its output and how it ended."""
    if os.path.exists(report):
        os.remove(report)
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout,
                                env=dict(os.environ, OPENBLAS_NUM_THREADS="1", SPMD_CHECK_CONTRACTS="1"))
        return result.stdout, result.returncode
    except subprocess.TimeoutExpired as error:
        output = error.stdout or ""
        return output.decode(errors="replace") if isinstance(output, bytes) else output, f"no end within {timeout} s"


def enter(report, name, output, code):
    """Adds the counts of a program that has run; one that died before its report counts as a failure."""
    global failed, first_failure
    before = failed
    if not read_junit(report, name) or (code != 0 and failed == before):
        failed += 1
        first_failure = first_failure or f"{name}: ended with {code}\n" + "\n".join(output.splitlines()[-40:])


os.makedirs(f"{build}/reports", exist_ok=True)
units = sorted(os.path.basename(program) for program in glob.glob(f"{build}/bin/*_tests"))


def unit(name):
    report = f"{build}/reports/{name}.xml"
    return execute([f"{build}/bin/{name}", "--gtest_brief=1", f"--gtest_output=xml:{report}"], report, 600)


ended = {name: unit(name) for name in units if name in ALONE}
together = [name for name in units if name not in ALONE]
with ThreadPoolExecutor(os.cpu_count()) as pool:
    ended |= zip(together, pool.map(unit, together))
for name in units:
    enter(f"{build}/reports/{name}.xml", name, *ended[name])
lit = next((path for path in ("/usr/bin/lit-22", "/usr/bin/lit") if os.path.exists(path)), "lit")
suites = [folder for folder in (f"{build}/tests", f"{build}/docs") if os.path.exists(f"{folder}/lit.site.cfg.py")]
can_time = subprocess.run(["/usr/bin/python3", "-c", "import psutil"], stderr=subprocess.DEVNULL).returncode == 0
timeout = ["--timeout=600"] if can_time else []  # lit refuses to run with a timeout where there is no psutil
enter(f"{build}/reports/lit.xml", "lit", *execute(
    [lit, "-sv", "-j", str(os.cpu_count()), *timeout, f"--xunit-xml-output={build}/reports/lit.xml", *suites,
     *(["--filter", lit_filter[0]] if lit_filter else [])], f"{build}/reports/lit.xml", 3900))

for reason, labels in sorted(reasons.items()):
    print(f"skipped ({len(labels)}): {re.sub(chr(10), ' ', reason)}: {', '.join(labels[:6])}{' ...' if len(labels) > 6 else ''}")
if first_failure:
    print("first failure:\n" + first_failure)
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)

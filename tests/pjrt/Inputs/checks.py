# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts what holds on the plugin alone, where nothing is there to compare with (comparison.py has what is). Import it after the platform
and the number of devices are chosen."""
import sys

cases, faults = 0, []


def check(name, holds):
    """A fault is printed at once: later cases may end the process."""
    global cases
    cases += 1
    if not holds:
        faults.append(name)
        print(name, flush=True)


def refuses(name, kind, words, run):
    """`run` raises an exception of this kind, whose text has these words."""
    try:
        run()
        check(f"{name}: no error", False)
    except kind as error:
        check(f"{name}: {error}", words in str(error))


def finish():
    print(f"{cases} cases, {len(faults)} faults")
    sys.exit(bool(faults))

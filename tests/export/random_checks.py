# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The frame of moved_rows.py, single_devices.py and single_instructions.py, which run random programs before and after a pass: options,
seeds, figures, and the texts that are kept of programs that are not right."""
import argparse
import collections
import os
import subprocess


def interpret(options, text):
    """Runs @main in the reference interpreter. Returns whether all its checks hold, and the text with the messages behind it."""
    done = subprocess.run([options.spmd_run, "--interpret", "/dev/stdin"], input=text, capture_output=True, text=True)
    return not done.returncode, text + done.stderr


def run(doc, execute, bad, uses=None, extend=lambda parser: None):
    """Calls execute(seed, options) for each seed. It returns a label, which begins with `right` where all is well, and texts by suffix.
    Prints how often each label came, as the last line. Returns 1 if one of the labels `bad` came. `uses` counts what else the right
    programs tell, `extend` adds options."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--spmd-run", default="build/bin/spmd-run")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", default="", help="folder for programs that are not right, at most 20 of each kind")
    extend(parser)
    options, counts = parser.parse_args(), collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        label, kept = execute(seed, options)
        counts[label] += 1
        if options.keep and not label.startswith("right") and counts[label] <= 20:
            os.makedirs(options.keep, exist_ok=True)
            for suffix, content in kept.items():
                with open(os.path.join(options.keep, f"{seed}.{suffix}.mlir"), "w") as out:
                    out.write(content)
    if uses:
        print(", ".join(f"{n} with {name}" for name, n in sorted(uses.items())))
    print(f"{options.count} programs: " + ", ".join(f"{n} {label}" for label, n in sorted(counts.items())))
    return 1 if any(counts[label] for label in bad) else 0

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every public function of JAX runs on the plugin and on XLA's CPU backend, in one process, and gives the same.

    functions.py [--only=REGEX] [--modes=MODE,...] [--first] [--table]

Names are read from the modules; one that has no call in functions_*.py and no reason is a fault. Each call runs at once (`eager`), under
`jit`, and as far as JAX can, as `vmap`, `jvp` and `grad`; of all calls 300, drawn by a seed, run under scan, cond, checkpoint and
shard_map on eight devices. What JAX cannot trace or differentiate with its CPU backend is no case. SPMD_PART=K/N: every N-th function."""
import argparse
import collections
import importlib
import os
import pkgutil
import random
import re
import sys
import warnings

os.environ["JAX_PLATFORMS"] = "spmd,cpu"
os.environ.setdefault("SPMD_DEVICES", "8")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0"
import jax  # noqa: E402
import jax.image  # noqa: E402
import jax.ops  # noqa: E402
import jax.scipy  # noqa: E402

import functions_compare as compare  # noqa: E402
import functions_lax  # noqa: E402
import functions_modes as modes  # noqa: E402
import functions_numpy  # noqa: E402
import functions_other  # noqa: E402
import functions_scipy  # noqa: E402
import functions_values as values  # noqa: E402

MODULES = ["jax.lax", "jax.lax.linalg", "jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.nn", "jax.nn.initializers", "jax.random",
           "jax.image", "jax.ops"] + [m.name for m in pkgutil.walk_packages(jax.scipy.__path__, "jax.scipy.") if "._" not in m.name]
ARRAY_CLASSES = {"gaussian_kde", "RegularGridInterpolator", "Rotation", "Slerp"}  # other classes are types of elements and settings
SPECS = [functions_lax, functions_numpy, functions_scipy, functions_other]
DRAWN = 300
CLEAR = 40  # functions; JAX keeps all programs of both platforms otherwise, 3.7 GiB of them


def public_functions():
    """Full names, under the first module that has the function."""
    seen, names = set(), []
    for module in MODULES:
        for name, function in sorted(vars(importlib.import_module(module)).items()):
            is_function = callable(function) and (not isinstance(function, type) or name in ARRAY_CLASSES)
            if not name.startswith("_") and is_function and (id(function), name) not in seen:
                seen.add((id(function), name))
                names.append(f"{module}.{name}")
    return names


class Report:
    """Faults, and how many functions and cases of each module passed."""

    def __init__(self):
        self.faults, self.cases, self.functions = [], collections.Counter(), collections.defaultdict(collections.Counter)
        self.known = {}  # functions with a fault that docs/jax.md names, and whether it is still there

    def fault(self, name, what):
        key = name.partition(" ")[0]
        if key in self.known:
            self.known[key] = True
            return
        self.faults.append(name)
        print(f"{name}: {what}"[:600], flush=True)

    def enter(self, module, ran, equal):
        self.functions[module]["functions"] += 1
        self.functions[module]["run"] += ran
        self.functions[module]["equal"] += equal

    def table(self):
        rows = ["| module | functions | run | equal | left out |", "| --- | ---: | ---: | ---: | ---: |"]
        total = collections.Counter()
        for module, counts in self.functions.items():
            name = re.sub(r"(jax\.scipy\.stats)\..*", r"\1", module)
            rows.append(f"| `{name}` | " + " | ".join(str(counts[key]) for key in ("functions", "run", "equal", "left out")) + " |")
            total += counts
        return rows + ["| all | " + " | ".join(str(total[key]) for key in ("functions", "run", "equal", "left out")) + " |"]


def check(name, calls, chosen, drawn, report):
    """Runs the calls of a function in all modes. Returns whether it ran, and whether results were equal, in all of them."""
    ran = equal = True
    for number, call in enumerate(calls):
        for mode in [m for m in modes.ALL if m in chosen and (m not in modes.DRAWN or (name, number) in drawn)]:
            outcome = compare.outcome(call, mode)
            if outcome.skipped and mode != "eager":
                continue
            report.cases[mode] += 1
            ran, equal = ran and outcome.ran, equal and not outcome.fault
            if outcome.fault:
                report.fault(f"{name} ({call.source[:60]}, {mode})", outcome.fault)
    return ran, equal


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--modes", default=",".join(modes.ALL))
    parser.add_argument("--first", action="store_true", help="one call of each function")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    calls, reasons, report = {}, {}, Report()
    for module in SPECS:
        calls |= values.parse(module.SPECS)
        reasons |= module.LEFT_OUT
        report.known |= dict.fromkeys(module.KNOWN, False)
    names = public_functions()
    for name in sorted((set(calls) | set(reasons)) - set(names)):
        report.fault(name, "is no public function")
    drawn = set(random.Random(24).sample([(n, k) for n in names for k in range(len(calls.get(n, [])))], DRAWN)) if len(calls) > DRAWN else set()
    part, parts = map(int, os.environ.get("SPMD_PART", "0/1").split("/"))
    for count, name in enumerate(n for n in names[part % parts::parts] if re.search(options.only, n)):
        if count % CLEAR == 0:
            jax.clear_caches()
        module = re.sub(r"(jax\.scipy\.stats)\..*", r"\1", name.rpartition(".")[0])
        if name in reasons:
            report.functions[module]["functions"] += 1
            report.functions[module]["left out"] += 1
            print(f"left out: {name}: {reasons[name]}")
        elif name not in calls:
            report.enter(module, 0, 0)
            report.fault(name, "has neither a call nor a reason")
        else:
            report.enter(module, *check(name, calls[name][:1 if options.first else None], options.modes.split(","), drawn, report))
            if report.known.get(name) is False and not options.first and options.modes == ",".join(modes.ALL):
                report.faults.append(name)
                print(f"{name}: has no fault any more; take it out of KNOWN and of docs/jax.md")
    for name, is_there in report.known.items():
        if is_there:
            print(f"known fault: {name}")
    print("\n".join(report.table()) if options.table else "")
    print(", ".join(f"{mode} {count}" for mode, count in report.cases.items()))
    left = 100 * len(reasons) / len(names)
    print(f"{len(names)} functions, {left:.1f} % left out, {sum(report.cases.values())} cases, {len(report.faults)} faults")
    return 1 if report.faults or left > 3 else 0


if __name__ == "__main__":
    sys.exit(main())

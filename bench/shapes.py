#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how fast are programs of many families at shapes that nobody chose, beside tuned JAX on the same text?

    .venv/bin/python bench/shapes.py [--family=REGEX] [--cause=REGEX] [--case=REGEX] [--types=f32,bf16] [--shapes=8] [--seed=1] [--rounds=5]
                                     [--json=OUT] [--keep=FOLDER] [--list]

bench/families has the programs. The seed draws the sizes: primes, remainders of 16, small ones, larger than the caches, long and thin;
cases called `table` have fixed sizes. Each side is a process of its own (bench-kernels is ours, JAX's allocator is tuned as in
bench/kernels.py). They run in turn, round by round, on the same arguments, and results are compared. The ratio of a case is the median of
its rounds' ratios. A case that is slower than JAX is measured twice more when its family has ended: it counts as slower where two
of three ratios are above 1, and as over 1.25 where all three are. The ratio of a family is the median over its cases, clipped below at
0.2. Cases under 20 us, on either side, are a group of their own. Fails where a result is wrong or a side refuses a program.
"""
import argparse
import json
import math
import os
import re
import statistics
import sys
import tempfile

import families
import kernels
import targets

ROUND_S = 0.05  # of each side in a round
SHORT_US = 20
SLOW_US = 3e6
COLUMNS = "cause | family | cases | ours / JAX | worst | slower | over 1.25 | short: cases | ours / JAX | slower | over 1.25"


def compare(theirs, ours, tolerance):
    """The reason why two results differ by more than a fraction of the largest element; "" where they do not."""
    import numpy as np
    if theirs.shape != ours.shape or theirs.dtype != ours.dtype:
        return f"{ours.dtype}{list(ours.shape)}, JAX gives {theirs.dtype}{list(theirs.shape)}"
    if theirs.dtype.kind in "iub":
        return "" if np.array_equal(theirs, ours) else f"{np.count_nonzero(theirs != ours)} of {theirs.size} integers differ"
    wide = np.complex128 if theirs.dtype.kind == "c" else np.float64
    x, y = theirs.astype(wide), ours.astype(wide)
    if not np.array_equal(np.isfinite(x), np.isfinite(y)):
        return "infinities or NaNs elsewhere"
    x, y = x[np.isfinite(x)], y[np.isfinite(y)]
    worst = float(np.abs(x - y).max() / max(np.abs(x).max(), 1e-30)) if x.size else 0.0
    return f"differs by {worst:.1e} of the largest" if worst > tolerance else ""


class Jax:
    """JAX's side: one case at a time."""

    def __init__(self, seed):
        import jax
        self.jax, self.seed = jax, seed

    def case(self, name, kind, dtype, folder):
        import numpy as np
        self.family = families.FAMILIES[name]
        self.tolerance = self.family.tolerance * families.TOLERANCES[dtype]
        draw = families.Draw(self.family, kind, dtype, self.seed)
        with self.jax.enable_x64(dtype == "f64"):
            function, made = self.family.make(draw)
            made = [np.asarray(x) for x in made]
            lowered = self.jax.jit(function).lower(*made)
            with open(folder + "/case.mlir", "w", encoding="utf-8") as file:
                file.write(lowered.as_text())
            self.compiled = lowered.compile()
            self.placed = [self.jax.device_put(x) for x in made]
        # numpy files have no bf16
        np.savez(folder + "/args.npz", **{f"arg{i}": x.view(np.uint16) if x.dtype.name == "bfloat16" else x for i, x in enumerate(made)})
        return " ".join(map(str, draw.sizes_drawn))

    def run(self, count):
        import time
        times = []
        for _ in range(int(count)):
            begin = time.perf_counter()
            out = self.compiled(*self.placed)
            self.jax.block_until_ready(out)
            times.append(time.perf_counter() - begin)
            del out
        return str(1e6 * sorted(times)[len(times) // 2])

    def check(self, file):
        import numpy as np
        ours = np.load(file)
        for i, x in enumerate(np.asarray(x) for x in self.jax.tree.leaves(self.compiled(*self.placed))):
            y = ours[f"out{i}"]
            fault = compare(x, y.view(x.dtype) if x.dtype.name == "bfloat16" else y, self.tolerance)
            if fault:
                return f"result {i}: {fault}"
        return "ok"

    def serve(self):
        """Answers lines of JSON: [command, argument ...]."""
        for line in sys.stdin:
            command, *arguments = json.loads(line)
            try:
                answer = getattr(self, command)(*arguments)
            except Exception as fault:  # the other cases can still be measured
                answer = "error " + " ".join(str(fault).split())[:300]
            print("ANSWER", answer, flush=True)


class Sides:
    """Both processes."""

    def __init__(self, seed):
        self.ours = kernels.Side([targets.ROOT + "/build/bin/bench-kernels"])
        self.theirs = kernels.Side([sys.executable, os.path.abspath(__file__), "--serve", f"--seed={seed}"], "ANSWER",
                                   dict(os.environ, JAX_PLATFORMS="cpu", **kernels.TUNED))

    def jax(self, *words):
        return self.theirs.ask(json.dumps(words))

    def both(self, counts):
        """Microseconds of a run of ours and of JAX's."""
        return float(self.ours.ask(f"run {counts[0]}")), float(self.jax("run", counts[1]))

    def end(self):
        self.ours.end()
        self.theirs.end()


def measure(sides, case, folder, rounds):
    """Adds to a case its sizes, the times of both, a ratio, and what was wrong."""
    try:
        case["sizes"] = [int(n) for n in sides.jax("case", case["family"], case["kind"], case["type"], folder).split()]
        sides.ours.ask(f"open {folder}/case.mlir {folder}/args.npz")
        slowest = max(sides.both((1, 1)))
        sides.ours.ask(f"save {folder}/out.npz")
        verdict = sides.jax("check", folder + "/out.npz")
        if verdict != "ok":
            case["fault"] = verdict
        # Some programs take JAX 20 s; one more run of these tells enough.
        once = slowest > SLOW_US
        counts = [1, 1] if once else [max(1, min(1000, int(ROUND_S * 1e6 / time))) for time in sides.both((2, 2))]
        times = [sides.both(counts) for _ in range(1 if once else rounds)]
        sides.ours.ask("close")
    except SystemExit as fault:
        case["fault"] = re.sub(r".*: error ", "", str(fault))[:300]
        return
    case.setdefault("ours", statistics.median(a for a, _ in times))
    case.setdefault("jax", statistics.median(b for _, b in times))
    case.setdefault("ratios", []).append(statistics.median(a / b for a, b in times))


def judge(cases):
    """The median ratio, clipped below, how many cases are slower than JAX and how many over 1.25 in all their measurements."""
    slower = sum(sum(r > 1 for r in c["ratios"]) >= 2 for c in cases)
    over = sum(min(c["ratios"]) > 1.25 for c in cases)
    return max(0.2, statistics.median(statistics.median(c["ratios"]) for c in cases)) if cases else None, slower, over


def is_short(case):
    return min(case["ours"], case["jax"]) < SHORT_US


def line(name, cause, cases):
    """A row of the table."""
    groups = [[c for c in cases if is_short(c) == short] for short in (False, True)]
    cells = [cause, name]
    for group, has_worst in zip(groups, (True, False)):
        ratio, slower, over = judge(group)
        worst = [f"{max(statistics.median(c['ratios']) for c in group):.2f}" if group else "-"] if has_worst else []
        cells += [str(len(group)), f"{ratio:.2f}" if group else "-", *worst, str(slower), str(over)]
    return "| " + " | ".join(cells) + " |"


def show(case):
    what = f"  {case['family']}, {case['kind']} {case['type']} {'x'.join(map(str, case.get('sizes', [])))}: "
    if "ratios" in case:
        what += f"{case['ours']:,.1f} us, JAX {case['jax']:,.1f}, {' '.join(f'{r:.2f}' for r in case['ratios'])}"
    print(what + (f" FAULT: {case['fault']}" if "fault" in case else ""), flush=True)


def summary(cases):
    """The lines below the table: both groups in numbers."""
    for title, short in (("20 us and more", False), (f"under {SHORT_US} us", True)):
        group = [c for c in cases if is_short(c) == short]
        by_family = {}
        for c in group:
            by_family.setdefault(c["family"], []).append(c)
        if group:
            mean = math.exp(statistics.fmean(math.log(judge(g)[0]) for g in by_family.values()))
            _, slower, over = judge(group)
            print(f"cases of {title}: geometric mean of {len(by_family)} families {mean:.3f}, {slower} of {len(group)} cases slower than JAX "
                  f"({100 * slower / len(group):.1f} %), {over} over 1.25")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--family", default="", help="families whose name has a match of this regular expression")
    parser.add_argument("--cause", default="", help="families of these causes: loops, matmuls, scatters, reductions, windows, transforms, functions, science")
    parser.add_argument("--case", default="", help="cases whose kind, type or both have a match, as in 'table' or 'primes 0 f32'")
    parser.add_argument("--types", default="", help="only these types, with commas")
    parser.add_argument("--shapes", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="also write all cases to this file")
    parser.add_argument("--keep", help="a folder for the programs and arguments, a folder each")
    parser.add_argument("--built", action="store_true", help="do not build bench-kernels first")
    parser.add_argument("--list", action="store_true", help="print the cases and measure nothing")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(options):
    """The cases of each family that the options choose."""
    types = options.types.split(",") if options.types else None
    for family in families.FAMILIES.values():
        if re.search(options.family, family.name) and re.search(options.cause, family.cause):
            cases = [{"family": family.name, "cause": family.cause, "kind": kind, "type": t} for kind, t in family.cases(options.shapes)
                     if re.search(options.case, f"{kind} {t}") and (not types or t in types)]
            if cases:
                yield family, cases


def measure_family(sides, cases, options, scratch):
    """Measures the cases of a family, and those that are slower than JAX twice more."""
    folders = {}
    for number, case in enumerate(cases):
        name = re.sub(r"[^a-z0-9]+", "_", f"{case['family']} {case['kind']} {case['type']}".lower())
        folders[number] = os.path.join(options.keep or scratch, name if options.keep else "case")
        os.makedirs(folders[number], exist_ok=True)
        measure(sides, case, folders[number], options.rounds)
        show(case)
    for number, case in enumerate(cases):
        if case.get("ratios", [0])[0] > 1:
            for _ in range(2):
                measure(sides, case, folders[number], options.rounds)
            show(case)


def main():
    options = parse()
    if options.serve:
        Jax(options.seed).serve()
        return 0
    if options.list:
        for family, cases in chosen(options):
            print(f"{family.cause}: {family.name}: {', '.join(c['kind'] + ' ' + c['type'] for c in cases)}")
        return 0
    if not options.built:
        targets.need("bench-kernels")
    rows, every = [], []
    if not any(True for _ in chosen(options)):
        print("0 cases of 0 families")
        return 1
    sides = Sides(options.seed)
    with tempfile.TemporaryDirectory() as scratch:
        for family, cases in chosen(options):
            measure_family(sides, cases, options, scratch)
            every += cases
            measured = [c for c in cases if "ratios" in c]
            rows += [line(family.name, family.cause, measured)] if measured else []
    sides.end()
    print("\n| " + COLUMNS + " |\n|" + " --- |" * (COLUMNS.count("|") + 1) + "\n" + "\n".join(rows))
    summary([c for c in every if "ratios" in c])
    faults = [c for c in every if "fault" in c]
    print(f"{len(every)} cases of {len(rows)} families, seed {options.seed}, {len(faults)} faults")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(every, file, indent=1)
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with ops that move rows along split dims, for sdy-resolve-permutation-factors.

  random_permutations.py --count=200 [--seed=0] [--keep=FOLDER]

Compares our text with that of jaxlib (jax 0.10.2), which propagates shardings and inserts reshards before. Half of the programs run
with enable-halo-exchange. The text of jaxlib is first rewritten where docs/sharding.md documents a difference: reversals are resharded
behind the op, permutes have a channel and list the pairs of all devices. Programs with an op of one of the other classes that
docs/sharding.md documents are counted apart. tests/export/moved_rows.py compares what programs compute. Prints the figures as the last
line; exits with 1 where texts differ otherwise, with 77 without jax.
"""
import argparse
import collections
import math
import os
import random
import re
import sys

import export_programs
from export_ops import OPS, body, ints, like, op
from export_oracle import RESHARDS, Oracle, has_jax, run_batch
from propagation_oracle import STAGES

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "export"))
from simulated_devices import meshes_of  # noqa: E402

WHOLE = ["slice", "slice", "pad", "pad", "rolled", "window", "reduce_window", "convolution", "select_and_scatter", "reverse", "reshape"]
MOVED = ["reverse", "reverse", "reverse", "window", "reduce_window", "convolution", "select_and_scatter", "reshape", "transpose"]
OTHERS = ["unary", "binary", "constraint", "constraint", "case", "manual_computation"]


@op
def rolled(p):
    """concatenate(a[k:], a[:k])"""
    a = p.value()
    dim = p.rng.randrange(len(a.shape))
    if a.shape[dim] < 2:
        return
    k, parts = p.rng.randint(1, a.shape[dim] - 1), []
    for start, limit in ((k, a.shape[dim]), (0, k)):
        shape, starts, limits = list(a.shape), [0] * len(a.shape), list(a.shape)
        shape[dim], starts[dim], limits[dim] = limit - start, start, limit
        parts += p.op("stablehlo.slice", [a], [like(a, shape)], f"start_indices = {ints(starts)}, limit_indices = {ints(limits)}, "
                      f"strides = {ints([1] * len(shape))}")
    p.op("stablehlo.concatenate", parts, [like(a)], f"dimension = {dim} : i64")


@op
def window(p):
    """A window that keeps the size."""
    a = p.value()
    dim = p.rng.randrange(len(a.shape))
    sizes, padding = [1] * len(a.shape), [[0, 0]] * len(a.shape)
    sizes[dim], padding[dim] = 3, [1, 1]
    p.op("stablehlo.reduce_window", [a, p.value(())], [like(a)],
         f"window_dimensions = {ints(sizes)}, padding = dense<{padding}> : tensor<{len(sizes)}x2xi64>", [body(p, "add")])


@op
def select_and_scatter(p):
    a = p.value()
    even = [d for d, s in enumerate(a.shape) if s % 2 == 0]
    if not even:
        return
    dim = p.rng.choice(even)
    sizes, shape = [1] * len(a.shape), list(a.shape)
    sizes[dim], shape[dim] = 2, a.shape[dim] // 2
    x, y, r = p.fresh("b"), p.fresh("b"), p.fresh()
    greater = (f"^bb0({x}: tensor<f32>, {y}: tensor<f32>):\n"
               f'{r} = "stablehlo.compare"({x}, {y}) <{{comparison_direction = #stablehlo<comparison_direction GT>}}> : '
               f'(tensor<f32>, tensor<f32>) -> tensor<i1>\n"stablehlo.return"({r}) : (tensor<i1>) -> ()')
    p.op("stablehlo.select_and_scatter", [a, p.value(shape), p.value(())], [like(a)],
         f"window_dimensions = {ints(sizes)}, window_strides = {ints(sizes)}", [greater, body(p, "add")])


class AlikeMeshes(export_programs.Meshes):
    """Gives all values of a rank the same axes, so that dims along which rows move stay split."""

    def sharding(self, shape, **options):
        if options.get("banned") or options.get("first") or self.rng.random() < 0.07:
            return super().sharding(shape, **options)
        known = self.__dict__.setdefault("known", {})
        if len(shape) not in known:
            known[len(shape)] = super().sharding([0] * len(shape), likely=0.75, divide=False, mesh=self.names[0])
        return known[len(shape)]


def all_pairs(pairs, mesh, manual):
    """Pairs of positions along the manual axes -> pairs of devices, for all positions along the other axes."""
    free, names = mesh.whole([a for a in mesh.axes if a not in manual]), mesh.whole([a for a in mesh.axes if a in manual])
    groups = collections.defaultdict(dict)
    for index, device in enumerate(mesh.devices):
        groups[mesh.position(index, free)][mesh.position(index, names)] = device
    return sorted((g[s], g[t]) for g in groups.values() for s, t in pairs)


def as_ours(text):
    """Their text with the documented differences of reversals, for comparison."""
    meshes, lines, current = meshes_of(text), text.splitlines(), None
    result = []
    for line in lines:
        manual = re.search(r"sdy\.manual_computation\(.*?in_shardings=\[<@(\w+),.*manual_axes=\{(.*?)\}", line)
        if manual:
            current = meshes[manual[1]], re.findall(r'"(\w+)"', manual[2])
        permute = re.search(r"dense<(\[\[.*?\]\])> : tensor<\d+x2xi64>", line)
        if permute and "collective_permute" in line and current:
            pairs = [tuple(map(int, p.split(","))) for p in re.findall(r"\[(\d+, \d+)\]", permute[1])]
            line = line.replace(permute[0], f"pairs {all_pairs(pairs, *current)}")
        reverse = re.match(r"( *)(%\w+) = stablehlo\.reverse (%\w+), dims = (.*?) \{(.*)sdy\.sharding = (.*)<\[<@(\w+), (.*)\]>(.*)\} : (.*)$", line)
        before = result and re.match(r" *(%\w+) = sdy\.reshard (%\w+) <@(\w+), (.*)> : ", result[-1])
        if reverse and before and before[1] == reverse[3] and "{\"" in before[4] and is_reversal(meshes, before[3], reverse[7]):
            space, name, _, dims, front, kind, mesh, dims_of, behind, type_ = reverse.groups()
            result[-1] = (f"{space}{before[1]} = stablehlo.reverse {before[2]}, dims = {dims} {{{front}sdy.sharding = {kind}<[<@{before[3]}, "
                          f"{dims_of}]>{behind}}} : {type_}")
            line = f"{space}{name} = sdy.reshard {before[1]} <@{mesh}, {before[4]}> : {type_}"
        result.append(line)
    return "\n".join(result)


def is_reversal(meshes, name, of):
    return meshes[name].axes == meshes[of].axes and meshes[name].devices != meshes[of].devices


def plain(text):
    """Our text without channels, and with pairs as all_pairs writes them."""
    def pairs(match):
        found = sorted(tuple(map(int, p.split(","))) for p in re.findall(r"\[(\d+, \d+)\]", match[1]))
        return f"pairs {found}"
    text = re.sub(r"channel_handle = #stablehlo\.channel_handle<handle = \d+, type = 1>, ", "", text)
    return re.sub(r"dense<(\[\[.*?\]\])> : tensor<\d+x2xi64>(?=\}>)", pairs, text)


def classes_of(text, halo):
    """The documented classes of differences that a prepared program falls into."""
    found, meshes, slices = set(), meshes_of(text), {}
    for line in text.splitlines():
        sharding = re.search(r"sdy\.sharding_per_value<\[<@(\w+), \[(.*?)\](?:,.*?)?>\]>", line)
        if not sharding:
            continue
        dims = re.findall(r"\{(.*?)\}", sharding[2])
        shards = [math.prod(part_size(a, meshes[sharding[1]]) for a in re.findall(r'"\w+"(?::\(\d+\)\d+)?', d)) for d in dims]
        types = [[int(s) for s in t.split("x")[:-1]] for t in re.findall(r"tensor<([\dx]*\w+)>", line)]
        name = re.match(r" *(%\w+) = ", line)
        if "stablehlo.reverse" in line and halo:
            reversed_ = [int(d) for d in re.search(r"dims = \[(.*?)\]", line)[1].split(",")]
            uneven = [d for d, (s, a) in enumerate(zip(shards, types[0])) if a % s]
            if set(uneven) & set(reversed_) and set(uneven) - set(reversed_):
                found.add("even free dims")
        elif "stablehlo.slice" in line:
            slices[name[1]] = line
            if halo and any(s > 1 and a != b for s, a, b in zip(shards, types[0], types[-1])):
                found.add("rows exchanged")
        elif "stablehlo.pad" in line:
            low, interior = ([int(x) for x in re.search(rf"{k} = \[(.*?)\]", line)[1].split(",")] for k in ("low", "interior"))
            high = [int(x) for x in re.search(r"high = \[(.*?)\]", line)[1].split(",")]
            for s, l, h, i, a, b in zip(shards, low, high, interior, types[0], types[-1]):
                if s > 1 and (l or h or (i and a > 1)):
                    if halo:
                        found.add("rows exchanged")
                    elif a == b:
                        found.add("shifted padding")
                    elif l == 0 and i == 0 and -(-a // s) == -(-b // s):
                        found.add("kept padding")
        elif "stablehlo.concatenate" in line and any(s in slices for s in re.findall(r"%\w+", line)[1:]):
            dim = int(re.search(r"dim = (\d+)", line)[1])
            if shards[dim] > 1:
                found.add("joined slices")
    if re.search(r"stablehlo\.reshape", text):
        found |= {"reshape"} if reshapes_differ(text, meshes) else set()
    return found


def part_size(axis, mesh):
    return mesh.parts(axis)[0][2]


def layout(shape, dims, mesh):
    """How shards share the elements: axes and sizes of runs in turn; None if the shards are not equal."""
    digits = []
    for size, dim in zip(shape, dims):
        for name, pre, part in mesh.parts(dim):
            if size % part:
                return None
            size //= part
            last = digits[-1] if digits else ("", 0, 0)
            if last[0] == name and last[1] * last[2] == pre:
                digits[-1] = (name, last[1], last[2] * part)
            else:
                digits.append((name, pre, part))
        if size > 1 and digits and digits[-1][0] == "run":
            digits[-1] = ("run", 0, digits[-1][2] * size)
        elif size > 1:
            digits.append(("run", 0, size))
    return digits


def reshapes_differ(text, meshes):
    """Whether shards of a reshape hold other elements before and after: the older passes leave it as it is."""
    shardings = {}
    for line in text.splitlines():
        for name, mesh, dims in re.findall(r"(%arg\d+): tensor<[^>]*> \{sdy\.sharding = #sdy\.sharding<@(\w+), \[(.*?)\]", line):
            shardings[name] = (mesh, dims)
        name = re.match(r" *(%\w+) = ", line)
        found = re.search(r"<@(\w+), \[(.*?)\](?:,.*?)?>(?:\]>| : |\}| manual)", line)
        if name and found:
            shardings[name[1]] = (found[1], found[2])
        if "stablehlo.reshape" not in line:
            continue
        types = [[int(s) for s in t.split("x")[:-1]] for t in re.findall(r"tensor<([\dx]*\w+)>", line)]
        sides = []
        for value, shape in zip(re.findall(r"%\w+", line)[::-1], types):
            mesh, dims = shardings.get(value, (next(iter(meshes)), ""))
            sides.append(layout(shape, re.findall(r"\{(.*?)\}", dims) or [""] * len(shape), meshes[mesh]))
        if sides[0] is None or sides[0] != sides[1]:
            return True
    return False


def make(seed, options):
    rng = random.Random(f"permutations {seed}")
    halo = rng.random() < 0.5
    sizes = options.sizes or rng.choice(["even", "uneven", "uneven"])
    ops = [rng.choice(MOVED if halo and rng.random() < 0.9 else WHOLE) for _ in range(2)] + [rng.choice(OTHERS)] * (rng.random() < 0.5)
    alike = rng.random() < 0.8
    plain_meshes, export_programs.Meshes = export_programs.Meshes, AlikeMeshes if alike else export_programs.Meshes
    try:
        return export_programs.random_program(rng, alike or rng.random() < 0.2, sizes, ops, rng.choice(["one", "one", "orders"])), halo
    finally:
        export_programs.Meshes = plain_meshes


def compare_all(seeds, oracle, options, counts):
    for halo in (False, True):
        step, prepared = f"sdy-resolve-permutation-factors{{enable-halo-exchange={str(halo).lower()}}}", []
        for seed in seeds:
            text, with_halo = make(seed, options)
            if with_halo == halo:
                outcome, text = oracle.run(",".join([*STAGES["close"], RESHARDS]), text)
                if outcome == "passed":
                    prepared.append((seed, text))
                else:
                    counts["not prepared"] += 1
        for (seed, text), (kind, ours) in zip(prepared, run_batch(options.spmd_opt, step, [text for _, text in prepared])):
            compare(seed, text, halo, (kind, ours), oracle.run(step, text), options, counts)


def compare(seed, prepared, halo, ours_, theirs_, options, counts):
    (kind, ours), (outcome, theirs) = ours_, theirs_
    if kind != "passed":
        label = f"ours {kind}"
    elif outcome != "passed":
        label = f"oracle {outcome}"
    elif plain(ours).strip() == as_ours(theirs).strip():
        label = "equal" + ("" if plain(ours).strip() != prepared.strip() else " unchanged")
    else:
        classes = classes_of(prepared, halo)
        label = "documented" if classes else "differ"
        for name in classes:
            counts[f"with {name}"] += 1
    counts[label] += 1
    if options.keep and label in ("differ", "ours refused", "ours died", *options.keep_also.split(",")) and counts[label] <= 20:
        os.makedirs(options.keep, exist_ok=True)
        for suffix, content in (("in", prepared), ("theirs", as_ours(theirs) if outcome == "passed" else theirs), ("ours", plain(ours))):
            with open(os.path.join(options.keep, f"{seed}.{suffix}.mlir"), "w") as out:
                out.write(f"// halo={halo}\n{content}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--python", default=sys.executable, help="a Python that has jax")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; program i has seed + i")
    parser.add_argument("--sizes", default="", choices=["", "even", "uneven"])
    parser.add_argument("--keep", default="", help="folder for the texts that differ")
    parser.add_argument("--keep-also", default="", help="outcomes that are kept, too")
    options = parser.parse_args()
    if not has_jax(options.python):
        return 77
    oracle, counts = Oracle(options.python), collections.Counter()
    seeds = range(options.seed, options.seed + options.count)
    for i in range(0, options.count, 50):
        compare_all(seeds[i:i + 50], oracle, options, counts)
    oracle.close()
    total = sum(n for label, n in counts.items() if not label.startswith("with "))
    print(f"{total} programs: " + ", ".join(f"{n} {label}" for label, n in sorted(counts.items())))
    return 1 if any(counts[label] for label in ("differ", "ours refused", "ours died")) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random reshards turned into collectives, by ours and by jaxlib (jax 0.10.2): same text, and data at its place.

  random_reshards.py [--count=500] [--seed=0] [--spmd-opt=build/bin/spmd-opt] [--sizes=2,3,4,6,8] [--verbose]

Each program is one sdy.reshard of a value of rank 1 to 4 on a mesh of 1 to 4 axes: sub-axes, replicated axes, and now and then another
device order. Every chain of ours is followed device by device: each collective must give a device what its group holds, and the last
one what the reshard asks for. Chains of jaxlib that end in another sharding than asked for count as `misplaced by jaxlib`. Prints the
figures as the last line; exits with 1 where texts differ or ours is refused or wrong, with 77 without jax.
"""
import argparse
import collections
import math
import random
import re
import subprocess
import sys

from export_oracle import Oracle, has_jax

PASS = "func.func(sdy-reshard-to-collectives)"
Axis = collections.namedtuple("Axis", "name pre size full")  # "x":(2)4 of x=8 is Axis("x", 2, 4, 8)


def merged(axes):
    """[x:(1)2, x:(2)4] -> [x]."""
    result = []
    for axis in axes:
        last = result[-1] if result else None
        if last and last.name == axis.name and last.pre * last.size == axis.pre:
            result[-1] = last._replace(size=last.size * axis.size)
        else:
            result.append(axis)
    return result


def pieces(rng, name, size):
    """The axis, or parts of it that make the axis together."""
    if size in (2, 3) or rng.random() < 0.6:
        return [Axis(name, 1, size, size)]
    parts, pre = [], 1
    while pre < size:
        part = rng.choice([d for d in range(2, size // pre + 1) if size // pre % d == 0])
        parts.append(Axis(name, pre, part, size))
        pre *= part
    return parts


def deal(rng, mesh, rank):
    """Axes of each dim, and those that are left."""
    parts = [part for name, size in mesh for part in pieces(rng, name, size)]
    rng.shuffle(parts)
    keep = rng.choice([0.5, 0.8, 1])
    dims, rest = [[] for _ in range(rank)], []
    for part in parts:
        (dims[rng.randrange(rank)] if rng.random() < keep else rest).append(part)
    return [merged(axes) for axes in dims], merged(sorted(rest))


def axes_text(axes):
    return "{" + ", ".join(f'"{a.name}"' if a.size == a.full else f'"{a.name}":({a.pre}){a.size}' for a in axes) + "}"


def sharding_text(mesh, dims, replicated=()):
    return f"<@{mesh}, [{', '.join(map(axes_text, dims))}]{', replicated=' + axes_text(replicated) if replicated else ''}>"


def shards(axes):
    return math.prod(axis.size for axis in axes)


Reshard = collections.namedtuple("Reshard", "mesh devices source target text")


def random_reshard(rng, sizes):
    mesh = [("a", 512)]
    while math.prod(size for _, size in mesh) > 256:
        mesh = [(name, rng.choice(sizes)) for name in "abcd"[:rng.randint(1, 4)]]
    rank = rng.randint(1, 4)
    (source, source_rest), (target, target_rest) = deal(rng, mesh, rank), deal(rng, mesh, rank)
    shape = []
    for before, after in zip(source, target):
        both = math.lcm(shards(before), shards(after))
        odd = [5, 7, 12, 16, 2 * both, shards(before) * shards(after)]
        shape.append(both * rng.choice([1, 1, 2, 3]) if rng.random() < 0.85 else rng.choice(odd))
    devices = {"m": list(range(math.prod(size for _, size in mesh)))}
    axes = ", ".join(f'"{name}"={size}' for name, size in mesh)
    head, to = f"sdy.mesh @m = <[{axes}]>\n", "m"
    if rng.random() < 0.1:
        to, devices["n"] = "n", rng.sample(devices["m"], len(devices["m"]))
        head += f"sdy.mesh @n = <[{axes}], device_ids={devices['n']}>\n"
    if rng.random() > 0.2:
        source_rest = target_rest = ()
    kind = "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"
    text = f"""{head}func.func @main(%arg0: {kind} {{sdy.sharding = #sdy.sharding{sharding_text("m", source, source_rest)}}}) -> {kind} {{
  %0 = sdy.reshard %arg0 {sharding_text(to, target, target_rest)} : {kind}
  return %0 : {kind}
}}"""
    return Reshard(dict(mesh), devices, ("m", source), (to, target), text)


# Following a chain.

def parse_axes(text, mesh):
    return [Axis(name, int(pre or 1), int(size or mesh[name]), mesh[name])
            for name, pre, size in re.findall(r'"(\w+)"(?::\((\d+)\)(\d+))?', text)]


def parse_dims(text, mesh):
    return [parse_axes(dim, mesh) for dim in re.findall(r"\{([^}]*)\}", text)]


def chain(text, mesh):
    """(kind, attributes, mesh name, dims) of each collective."""
    found = re.findall(r"%\d+ = sdy\.(\w+) (.*?)%\w+ out_sharding=<@(\w+), \[(.*?)\]> :", text)
    return [(kind, words, name, parse_dims(dims, mesh)) for kind, words, name, dims in found]


class Placement:
    """Which box of the value each device has under a sharding, in units of a fraction of each dim."""

    def __init__(self, reshard, sharding, units):
        name, dims = sharding
        self.boxes, self.groups = {}, {}
        sizes = list(reshard.mesh.values())
        names = list(reshard.mesh)
        for logical, device in enumerate(reshard.devices[name]):
            at = {n: logical // math.prod(sizes[i + 1:]) % sizes[i] for i, n in enumerate(names)}
            box = []
            for axes, unit in zip(dims, units):
                number = 0
                for axis in axes:
                    number = number * axis.size + self.digit(at, axis)
                step = unit // shards(axes)
                box.append((number * step, (number + 1) * step))
            self.boxes[device], self.groups[device] = tuple(box), at

    @staticmethod
    def digit(at, axis):
        return at[axis.name] // (axis.full // (axis.pre * axis.size)) % axis.size

    def group(self, device, axes):
        """The devices that differ from this one along the axes only."""
        def key(at):
            rest = dict(at)
            for axis in axes:
                rest[axis.name] -= self.digit(at, axis) * (axis.full // (axis.pre * axis.size))
            return tuple(rest.items())
        if not hasattr(self, "keys") or self.keys[0] != axes:
            members = collections.defaultdict(list)
            for other, at in self.groups.items():
                members[key(at)].append(other)
            self.keys = (axes, members)
        return self.keys[1][key(self.groups[device])]


def volume(box):
    return math.prod(end - begin for begin, end in box)


def common(left, right):
    return volume([(max(a, c), max(max(a, c), min(b, d))) for (a, b), (c, d) in zip(left, right)])


def step_error(kind, words, before, after, mesh):
    """What a collective gives that its group does not hold; an empty text if nothing."""
    axes = parse_axes(words, mesh)
    if kind == "collective_permute":
        return "" if sorted(before.boxes.values()) == sorted(after.boxes.values()) else "boxes appear or vanish"
    for device, box in after.boxes.items():
        group = [device] if kind == "all_slice" else before.group(device, axes)
        held = {before.boxes[member] for member in group}
        if sum(common(box, other) for other in held) != volume(box):
            return f"device {device} gets data that its group does not hold"
        if kind != "all_slice" and len(held) != shards(axes):
            return f"two devices of a group of {shards(axes)} hold the same data"
    return ""


def chain_error(reshard, text):
    """Why the chain does not do what the reshard asks for; an empty text if it does."""
    steps = chain(text, reshard.mesh)
    if "sdy.reshard" in text:
        return "a reshard is left"
    dims = [reshard.source[1], reshard.target[1], *(step[3] for step in steps)]
    units = [math.lcm(*(shards(d[i]) for d in dims)) for i in range(len(dims[0]))]
    before = Placement(reshard, reshard.source, units)
    for kind, words, name, dims in steps:
        after = Placement(reshard, (name, dims), units)
        error = step_error(kind, words, before, after, reshard.mesh)
        if error:
            return f"{kind} {words}: {error}"
        before = after
    wanted = Placement(reshard, reshard.target, units)
    return "" if before.boxes == wanted.boxes else "the chain ends in another sharding"


def run_ours(spmd_opt, texts, passes=PASS, split="// -----\n"):
    """The results of one run over all programs; None for those with an error."""
    done = subprocess.run([spmd_opt, "-", "--split-input-file", f"--pass-pipeline=builtin.module({passes})"],
                          input=("\n" + split).join(texts), capture_output=True, text=True, timeout=600)
    results = done.stdout.split(split)
    if len(results) != len(texts):
        sys.exit(f"spmd-opt died: {done.stderr[-2000:]}")
    return [result if "func.func" in result else None for result in results], done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sizes", default="2,3,4,6,8")
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not has_jax(sys.executable):
        return 77
    sizes = [int(size) for size in options.sizes.split(",")]
    reshards = [random_reshard(random.Random(f"reshard {options.seed + i}"), sizes) for i in range(options.count)]
    ours, messages = run_ours(options.spmd_opt, [reshard.text for reshard in reshards])
    oracle, counts = Oracle(sys.executable), collections.Counter()
    for i, (reshard, result) in enumerate(zip(reshards, ours)):
        error = "refused" if result is None else chain_error(reshard, result)
        if error:
            counts["wrong"] += 1
            print(f"{options.seed + i}: {error}\n{reshard.text}\n{result}")
            continue
        outcome, theirs = oracle.run(PASS, reshard.text)
        label = "refused by jaxlib" if outcome == "failed" else "jaxlib died" if outcome == "died" else \
            "equal" if theirs.strip() == result.strip() else \
            "misplaced by jaxlib" if chain_error(reshard, theirs) else "differ"
        counts[label] += 1
        if label == "differ" or (options.verbose and label != "equal"):
            print(f"{options.seed + i}: {label}\n{reshard.text}\n--- jaxlib\n{theirs}\n--- ours\n{result}")
    oracle.close()
    if options.verbose:
        print(messages)
    labels = ["equal", "differ", "wrong", "misplaced by jaxlib", "refused by jaxlib", "jaxlib died"]
    print(f"{len(reshards)} reshards: " + ", ".join(f"{counts[label]} {label}" for label in labels))
    return 1 if counts["differ"] or counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())

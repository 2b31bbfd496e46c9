#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with ops that move rows along split dims, for sdy-resolve-permutation-factors.

  random_permutations.py --count=200 [--seed=0] [--keep=FOLDER]     compares our text with that of jaxlib (jax 0.10.2)
  random_permutations.py --execute --count=50 [--seed=0]            compares what programs compute before and after the pass

jaxlib propagates shardings and inserts reshards. Half of the programs run with enable-halo-exchange. The text of jaxlib is first
rewritten where docs/sharding.md documents a difference: reversals are resharded behind the op, permutes have a channel and list the
pairs of all devices. Programs are set apart if one of their ops falls into a documented class, which docs/sharding.md names; they are
compared by --execute only, like all others. There, jaxlib lowers our result to the programs of devices, and the reference interpreter
runs them on all devices. Prints the figures as the last line; exits with 1 where something is wrong, with 77 without jax.
"""
import argparse
import collections
import math
import os
import random
import re
import subprocess
import sys

from export_ops import OPS, body, ints, like, op
import export_programs
from export_oracle import RESHARDS, Oracle, run_ours
from propagation_oracle import STAGES

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


class Mesh:
    """The meshes of a text: sizes of axes in order, and devices."""

    def __init__(self, text):
        self.axes = {name: int(size) for name, size in re.findall(r'"(\w+)"=(\d+)', text)}
        devices = re.search(r"device_ids=\[([\d, ]*)\]", text)
        count = math.prod(self.axes.values())
        self.devices = [int(d) for d in devices[1].split(",")] if devices else list(range(count))

    def position(self, index, names):
        """The row-major position of a logical device index along some axes, in the order of the mesh."""
        place, rest = {}, index
        for name, size in reversed(self.axes.items()):
            place[name], rest = rest % size, rest // size
        position = 0
        for name in names:
            position = position * self.axes[name] + place[name]
        return position


def meshes_of(text):
    return {name: Mesh(rest) for name, rest in re.findall(r"sdy\.mesh @(\w+) = <(.*)>", text)}


def all_pairs(pairs, mesh, manual):
    """Pairs of positions along the manual axes -> pairs of devices, for all positions along the other axes."""
    free, names = [a for a in mesh.axes if a not in manual], [a for a in mesh.axes if a in manual]
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
        if reverse and before and before[1] == reverse[3] and is_reversal(meshes, before[3], reverse[7]):
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
        if "stablehlo.slice" in line:
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
    part = re.match(r'"(\w+)"(?::\(\d+\)(\d+))?', axis)
    return int(part[2]) if part[2] else mesh.axes[part[1]]


def reshapes_differ(text, meshes):
    """Whether a reshape has a split dim that its shards do not divide: the older passes leave it."""
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
        for value, shape in zip(re.findall(r"%\w+", line)[::-1], types):
            if value in shardings:
                mesh, dims = shardings[value]
                for d, size in zip(re.findall(r"\{(.*?)\}", dims), shape):
                    axes = re.findall(r'"\w+"(?::\(\d+\)\d+)?', d)
                    if size % math.prod(part_size(a, meshes[mesh]) for a in axes):
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


def compare(seed, oracle, options, counts):
    text, halo = make(seed, options)
    outcome, prepared = oracle.run(",".join([*STAGES["close"], RESHARDS]), text)
    if outcome != "passed":
        counts["not prepared"] += 1
        return
    step = f"sdy-resolve-permutation-factors{{enable-halo-exchange={str(halo).lower()}}}"
    outcome, theirs = oracle.run(step, prepared)
    kind, ours = run_ours(options.spmd_opt, step, prepared)
    if kind != "passed":
        label = f"ours {kind}"
    elif outcome != "passed":
        label = f"oracle {outcome}"
    elif plain(ours).strip() == as_ours(theirs).strip():
        label = "equal" + ("" if plain(ours).strip() != prepared.strip() else " unchanged")
    else:
        label = "documented" if classes_of(prepared, halo) else "differ"
        for name in classes_of(prepared, halo):
            counts[f"with {name}"] += 1
    counts[label] += 1
    if options.keep and label in ("differ", "ours refused", "ours died", *options.keep_also.split(",")) and counts[label] <= 20:
        os.makedirs(options.keep, exist_ok=True)
        for suffix, content in (("in", prepared), ("theirs", as_ours(theirs) if outcome == "passed" else theirs), ("ours", plain(ours))):
            with open(os.path.join(options.keep, f"{seed}.{suffix}.mlir"), "w") as out:
                out.write(f"// {step}\n{content}")


class Simulation:
    """Rewrites a function of the pass's result so that the reference interpreter runs it: global values stay global, and the bodies of
    manual computations run on all devices, on slices of their operands."""

    def __init__(self, text):
        self.meshes, self.functions, self.lines, self.count = meshes_of(text), [], [], 0
        body = text[text.index("func.func @main"):].splitlines()[1:]
        i = 0
        while not body[i].strip().startswith("return"):
            line = re.sub(r" \{sdy\.sharding = #sdy\.sharding_per_value<\[<.*?>\]>\}", "", body[i].strip())
            i += 1
            if "sdy.manual_computation" in line:
                end = next(j for j in range(i, len(body)) if body[j].strip().startswith("} : "))
                self.manual(line, [re.sub(r" \{sdy\.sharding = .*?>\]>\}", "", b.strip()) for b in body[i:end]], body[end].strip())
                i = end + 1
            elif "sdy.reshard" in line:
                self.lines.append(re.sub(r"sdy\.reshard (%\w+) <.*> : (.*)$", r"stablehlo.optimization_barrier \1 : \2", line))
            else:
                self.lines.append(line)
        self.result = re.search(r"%\w+", body[i])[0]

    def fresh(self):
        self.count += 1
        return f"%s{self.count}"

    def manual(self, head, inner, tail):
        result, operands, ins, outs, manual, arguments = re.match(
            r"(%\w+) = sdy\.manual_computation\((.*?)\) in_shardings=\[(.*)\] out_shardings=\[(.*)\] manual_axes=\{(.*?)\} \((.*)\) \{", head).groups()
        operands, manual = operands.split(", "), re.findall(r'"(\w+)"', manual)
        mesh = self.meshes[re.match(r"<@(\w+)", ins)[1]]
        dims_of = lambda text: [[re.findall(r'"(\w+)"', d) for d in re.findall(r"\{(.*?)\}", s)] for s in re.findall(r"<@\w+, \[(.*?)\]>", text)]
        types = re.findall(r"tensor<.*?>", tail)
        name = f"body{len(self.functions)}"
        local = re.search(r"sdy\.return %\w+ : (.*)$", inner[-1])[1]
        self.functions.append(f"func.func private @{name}({arguments}) -> {local} {{\n" + "\n".join(inner).replace("sdy.return", "return") + "\n}\n")
        index_of = {device: index for index, device in enumerate(mesh.devices)}
        given, local_types = [], re.findall(r"tensor<.*?>", arguments)
        for device in range(len(mesh.devices)):
            for operand, dims, whole, part in zip(operands, dims_of(ins), types, local_types):
                sizes, starts = self.shape(part), []
                for size, axes in zip(sizes, dims):
                    starts.append(size * mesh.position(index_of[device], [a for a in axes if a in manual]))
                ranges = ", ".join(f"{a}:{a + s}" for a, s in zip(starts, sizes))
                given.append(operand if not sizes else self.fresh())
                if sizes:
                    self.lines.append(f"{given[-1]} = stablehlo.slice {operand} [{ranges}] : ({whole}) -> {part}")
        n = len(mesh.devices)
        shards = self.fresh()
        self.lines.append(f'{shards}:{n} = "interpreter.run_parallel"({", ".join(given)}) {{programs = [[{", ".join([f"@{name}"] * n)}]]}} : '
                          f'({", ".join(local_types * n)}) -> ({", ".join([local] * n)})')
        places = {}  # the shards of each dim -> the first device that holds them
        dims = [[a for a in axes if a in manual] for axes in dims_of(outs)[0]]
        for device in range(n):
            place = tuple(mesh.position(index_of[device], axes) for axes in dims)
            if place in places:
                self.lines.append(f"check.expect_eq {shards}#{device}, {places[place]} : {local}")
            places.setdefault(place, f"{shards}#{device}")
        self.join(places, local, dims, mesh, result)

    def join(self, places, local, dims, mesh, result):
        shape, element = self.shape(local), local.rsplit("x", 1)[-1].rstrip(">") if "x" in local else local[7:-1]
        text = lambda s: f"tensor<{'x'.join([*map(str, s), element])}>"
        for d in reversed(range(len(shape))):
            joined, shape_of_parts = {}, list(shape)
            for place, value in sorted(places.items()):
                joined.setdefault(place[:d], []).append(value)
            shape[d] *= math.prod(mesh.axes[a] for a in dims[d])
            places = {}
            for place, values in joined.items():
                places[place] = self.fresh() if d else result
                self.lines.append(f"{places[place]} = stablehlo.concatenate {', '.join(values)}, dim = {d} : "
                                  f"({', '.join([text(shape_of_parts)] * len(values))}) -> {text(shape)}")

    def shape(self, type_):
        return [int(s) for s in type_[7:-1].split("x")[:-1]]


class Chain:
    """A program of one value that moves: as the pass takes it, and without shardings, as the reference."""

    def __init__(self, rng):
        self.rng = rng
        axes = rng.choice([{"x": 4}, {"x": 8}, {"x": 3}, {"x": 2, "y": 2}, {"x": 4, "y": 2}, {"x": 2, "y": 3}, {"x": 2, "y": 2, "z": 2}])
        self.axes, self.count = axes, math.prod(axes.values())
        devices = list(range(self.count))
        if rng.random() < 0.3:
            rng.shuffle(devices)
        order = f", device_ids={devices}" if devices != sorted(devices) else ""
        self.mesh = "<[" + ", ".join(f'"{a}"={n}' for a, n in axes.items()) + "]" + order + ">"
        self.shape = [rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16]) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
        self.first, self.lines, self.plain, self.n = list(self.shape), [], [], 0
        self.fill, self.dtype = rng.choice(["0", "0", "7"]), rng.choice(["i32", "i32", "f32"])
        self.place()

    def place(self):
        """A random sharding of the dims."""
        pieces = list(self.axes)
        self.rng.shuffle(pieces)
        self.dims = [[] for _ in self.shape]
        for piece in pieces:
            if self.rng.random() < 0.9:
                self.dims[self.rng.randrange(len(self.dims))].append(f'"{piece}"')
        self.add(lambda v: (f"sdy.reshard {v} {self.sharding()} : {self.type()}", None))

    def sharding(self, dims=None):
        return "<@mesh, [" + ", ".join("{" + ", ".join(d) + "}" for d in (self.dims if dims is None else dims)) + "]>"

    def type(self, shape=None):
        return f"tensor<{'x'.join([*map(str, self.shape if shape is None else shape), self.dtype])}>"

    def add(self, line):
        with_sharding, plain = line(f"%v{self.n}")
        self.n += 1
        self.lines.append(f"%v{self.n} = {with_sharding}")
        self.plain.append(f"%v{self.n} = {plain}" if plain else None)

    def op(self, text, shape, dims=None):
        """Appends `text`, where OPERAND is the value, with a type behind it."""
        before, self.shape, self.dims = self.type(), shape, dims or self.dims
        tail = f" : ({before}{', ' + self.type([]) if 'pad' in text else ''}) -> {self.type()}" if "reverse" not in text else f" : {self.type()}"
        attribute = f" {{sdy.sharding = #sdy.sharding_per_value<[{self.sharding()}]>}}"
        self.add(lambda v: (text.replace("OPERAND", v) + attribute + tail, text.replace("OPERAND", v) + tail))

    def step(self):
        rng = self.rng
        kind = rng.choice(["slice", "slice", "pad", "pad", "reverse", "reshape", "reshape", "place"])
        if kind == "place":
            return self.place()
        if kind == "slice":
            ranges, shape = [], []
            for size in self.shape:
                start = rng.choice([0, 0, rng.randrange(size), min(1, size - 1)])
                limit, stride = rng.choice([size, rng.randint(start + 1, size)]), rng.choice([1, 1, 1, 2, 3])
                ranges.append(f"{start}:{limit}:{stride}")
                shape.append(-(-(limit - start) // stride))
            self.op(f"stablehlo.slice OPERAND [{', '.join(ranges)}]", shape)
        elif kind == "pad":
            low, high, interior = ([rng.choice(k) for _ in self.shape] for k in ([0, 0, 1, 2, 5, -1], [0, 0, 1, 3, 8, -1], [0, 0, 0, 1, 2]))
            shape = [s + l + h + i * (s - 1) for s, l, h, i in zip(self.shape, low, high, interior)]
            if min(shape) > 0 and max(shape) < 60:
                self.op(f"stablehlo.pad OPERAND, %fill, low = {low}, high = {high}, interior = {interior}", shape)
        elif kind == "reverse":
            dims = sorted(rng.sample(range(len(self.shape)), rng.randint(1, len(self.shape))))
            self.op(f"stablehlo.reverse OPERAND, dims = {dims}", list(self.shape))
        else:
            i, shape, dims = rng.randrange(len(self.shape)), list(self.shape), [list(d) for d in self.dims]
            if len(shape) > 1 and i + 1 < len(shape) and rng.random() < 0.5:
                shape[i:i + 2], dims[i:i + 2] = [shape[i] * shape[i + 1]], [dims[i] + dims[i + 1]]
            else:
                divisors = [d for d in range(1, shape[i] + 1) if shape[i] % d == 0]
                d = rng.choice(divisors)
                shape[i:i + 1], dims[i:i + 1] = [d, shape[i] // d], [dims[i], []]
            if len(shape) < 4:
                self.op("stablehlo.reshape OPERAND", shape, dims)

    def texts(self):
        """The program with shardings, and a module that runs BODY and compares its RESULT."""
        self.add(lambda v: (f"sdy.reshard {v} {self.sharding([[] for _ in self.shape])} : {self.type()}", None))
        head = f"(%v0: {self.type(self.first)}, %fill: {self.type([])}) -> {self.type()} {{\n"
        program = f"sdy.mesh @mesh = {self.mesh}\nfunc.func @main{head}" + "\n".join(self.lines) + f"\nreturn %v{self.n} : {self.type()}\n}}\n"
        reference, name, names = [], "%v0", {"%v0": "%v0"}
        for i, line in enumerate(self.plain):
            if line:
                reference.append(line.replace(f"%v{i} ", f"{name} ").replace(f"%v{i},", f"{name},"))
                name = f"%v{i + 1}"
        check = (f"func.func @main() {{\n%i = stablehlo.iota dim = 0 : {self.type([math.prod(self.first)])}\n"
                 f"%a = stablehlo.reshape %i : ({self.type([math.prod(self.first)])}) -> {self.type(self.first)}\n"
                 f"%one = stablehlo.constant dense<1{'.0' if self.dtype == 'f32' else ''}> : {self.type(self.first)}\n"
                 f"%arg0 = stablehlo.add %a, %one : {self.type(self.first)}\n"
                 f"%arg1 = stablehlo.constant dense<{self.fill}{'.0' if self.dtype == 'f32' else ''}> : {self.type([])}\n"
                 "BODY\n"
                 f"%ref = call @reference(%arg0, %arg1) : ({self.type(self.first)}, {self.type([])}) -> {self.type()}\n"
                 f"check.expect_eq RESULT, %ref : {self.type()}\nreturn\n}}\n"
                 f"func.func private @reference{head}" + "\n".join(reference) + f"\nreturn {name} : {self.type()}\n}}\n")
        return program, check


def execute(seed, oracle, options, counts):
    """Runs the programs of all devices after the pass, which must give what the whole program gives."""
    rng = random.Random(f"execute {seed}")
    chain = Chain(rng)
    for _ in range(rng.choice([1, 1, 2, 3])):
        chain.step()
    program, check = chain.texts()
    halo = str(rng.random() < 0.8).lower()
    kind, ours = run_ours(options.spmd_opt, f"sdy-resolve-permutation-factors{{enable-halo-exchange={halo}}}", program)
    label, run = f"ours {kind}", ""
    if kind == "passed":
        simulation = Simulation(ours)
        run = check.replace("BODY", "\n".join(simulation.lines)).replace("RESULT", simulation.result) + "".join(simulation.functions)
        done = subprocess.run([options.spmd_run, "--interpret", "/dev/stdin"], input=run, capture_output=True, text=True)
        label = "wrong" if done.returncode else "right" if simulation.functions else "right without exchange"
        run += done.stderr
    counts[label] += 1
    if options.keep and label in ("wrong", "ours refused", "ours died", *options.keep_also.split(",")) and counts[label] <= 20:
        os.makedirs(options.keep, exist_ok=True)
        for suffix, content in (("in", program), ("ours", ours), ("run", run)):
            with open(os.path.join(options.keep, f"{seed}.{suffix}.mlir"), "w") as out:
                out.write(f"// halo={halo}\n{content}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--spmd-run", default="build/bin/spmd-run")
    parser.add_argument("--python", default=sys.executable, help="a Python that has jax")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first seed; program i has seed + i")
    parser.add_argument("--sizes", default="", choices=["", "even", "uneven"])
    parser.add_argument("--execute", action="store_true")
    parser.add_argument("--keep", default="", help="folder for the texts that differ")
    parser.add_argument("--keep-also", default="", help="outcomes that are kept, too")
    options = parser.parse_args()
    if subprocess.run([options.python, "-c", "import jaxlib"], capture_output=True).returncode:
        print("jaxlib is missing")
        return 77
    oracle, counts = Oracle(options.python), collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        (execute if options.execute else compare)(seed, oracle, options, counts)
    oracle.close()
    total = sum(n for label, n in counts.items() if not label.startswith("with "))
    print(f"{total} programs: " + ", ".join(f"{n} {label}" for label, n in sorted(counts.items())))
    return 1 if any(counts[label] for label in ("differ", "wrong", "ours refused", "ours died")) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs before and after sdy-per-instruction-partitioning, in the reference interpreter.

  single_instructions.py --count=100 [--seed=0] [--only=dot,reduce] [--keep=FOLDER]

Values have random shardings, which need not divide their dims. All elements are integers, so that sums are exact in any order. After the
pass the bodies of its manual computations run on all devices (simulated_devices.py). Prints the figures as the last line, with the
numbers of programs that hold each op; exits with 1 where something is wrong. Refused programs are those for which a later pass has no form.
"""
import collections
import math
import random
import re
import subprocess

from random_checks import interpret, run
from simulated_devices import Simulation

OPS = {}
SCALAR = "tensor<i32>"


def op(function):
    OPS[function.__name__] = function
    return function


def ints(values):
    return f"array<i64: {', '.join(map(str, values))}>" if len(values) else "array<i64>"


class Program:
    def __init__(self, rng):
        self.rng, self.lines, self.n, self.values = rng, [], 0, []
        axes = rng.choice([{"x": 2}, {"x": 4}, {"x": 3}, {"x": 2, "y": 2}, {"x": 4, "y": 2}, {"x": 2, "y": 3}, {"x": 2, "y": 2, "z": 2}])
        self.axes, devices = axes, list(range(math.prod(axes.values())))
        if rng.random() < 0.2:
            rng.shuffle(devices)
        order = f", device_ids={devices}" if devices != sorted(devices) else ""
        self.mesh = "<[" + ", ".join(f'"{a}"={n}' for a, n in axes.items()) + "]" + order + ">"
        self.arguments = []

    def fresh(self):
        self.n += 1
        return f"%v{self.n}"

    def sharding(self, shape):
        pieces = []
        for name, size in self.axes.items():
            half = size == 4 and self.rng.random() < 0.2
            pieces += [self.rng.choice([f'"{name}":(1)2', f'"{name}":(2)2'])] if half else [f'"{name}"']
        self.rng.shuffle(pieces)
        dims = [[] for _ in shape]
        for piece in pieces:
            if shape and self.rng.random() < 0.6:
                dims[self.rng.randrange(len(shape))].append(piece)
        return "<@mesh, [" + ", ".join("{" + ", ".join(d) + "}" for d in dims) + "]>"

    def shape(self, rank=None):
        return tuple(self.rng.choice([1, 2, 3, 4, 4, 5, 6, 8, 8, 12]) for _ in range(self.rng.choice([1, 2, 2, 3]) if rank is None else rank))

    def value(self, shape=None, rank=None):
        found = [v for v in self.values if (shape is None or v[1] == tuple(shape)) and (rank is None or len(v[1]) == rank) and v[1]]
        if found and self.rng.random() < 0.8:
            return self.rng.choice(found)
        value = (f"%a{len(self.arguments)}", tuple(shape) if shape is not None else self.shape(rank))
        self.arguments.append(value)
        self.values.append(value)
        return value

    def type(self, shape, element="i32"):
        return f"tensor<{'x'.join([*map(str, shape), element])}>"

    def add(self, name, operands, shapes, properties="", regions="", elements=None):
        """Appends an op on (name, shape) operands, scalars being (name, ()), and returns its results."""
        elements = elements or ["i32"] * len(shapes)
        results = [(self.fresh(), tuple(shape)) for shape in shapes]
        attribute = ""
        if name != "sdy.reshard" and self.rng.random() < 0.9:
            attribute = " {sdy.sharding = #sdy.sharding_per_value<[" + ", ".join(self.sharding(s) for s in shapes) + "]>}"
        text = f'"{name}"({", ".join(o[0] for o in operands)})' + (f" <{{{properties}}}>" if properties else "") + regions + attribute
        types = [", ".join(o[2] if len(o) > 2 else self.type(o[1]) for o in operands),
                 ", ".join(self.type(s, e) for s, e in zip(shapes, elements))]
        self.lines.append(f"{', '.join(r[0] for r in results)} = {text} : ({types[0]}) -> ({types[1]})")
        self.values += [r for r, e in zip(results, elements) if e == "i32"]
        return results

    def scalar(self, value=None):
        name = self.fresh()
        self.lines.append(f'{name} = "stablehlo.constant"() <{{value = dense<{self.rng.randint(-3, 3) if value is None else value}> : {SCALAR}}}>'
                          f" : () -> {SCALAR}")
        return (name, ())

    def body(self, op="add"):
        a, b, r = self.fresh(), self.fresh(), self.fresh()
        return (f' ({{\n^bb0({a}: {SCALAR}, {b}: {SCALAR}):\n{r} = "stablehlo.{op}"({a}, {b}) : ({SCALAR}, {SCALAR}) -> {SCALAR}\n'
                f'"stablehlo.return"({r}) : ({SCALAR}) -> ()\n}})')


@op
def unary(p):
    a = p.value()
    p.add("stablehlo." + p.rng.choice(["negate", "abs", "not"]), [a], [a[1]])


@op
def binary(p):
    a = p.value()
    p.add("stablehlo." + p.rng.choice(["add", "multiply", "subtract", "maximum"]), [a, p.value(a[1])], [a[1]])


@op
def select(p):
    a, = [p.value()]
    b = p.value(a[1])
    mask, = p.add("stablehlo.compare", [a, b], [a[1]], "comparison_direction = #stablehlo<comparison_direction LT>", elements=["i1"])
    p.add("stablehlo.select", [(*mask, p.type(a[1], "i1")), a, b], [a[1]])


@op
def dot(p):
    a = p.value(rank=2)
    b = p.value((a[1][1], p.rng.choice([2, 3, 4, 8])))
    numbers = "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"
    p.add("stablehlo.dot_general", [a, b], [(a[1][0], b[1][1])], numbers)


@op
def batched_dot(p):
    a = p.value(rank=3)
    b = p.value((a[1][0], a[1][2], p.rng.choice([2, 3, 4])))
    numbers = ("dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], "
               "lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>")
    p.add("stablehlo.dot_general", [a, b], [(a[1][0], a[1][1], b[1][2])], numbers)


@op
def reduce(p):
    a = p.value()
    dims = sorted(p.rng.sample(range(len(a[1])), p.rng.randint(1, len(a[1]))))
    reducer = p.rng.choice(["add", "add", "maximum"])
    p.add("stablehlo.reduce", [a, p.scalar()], [[s for d, s in enumerate(a[1]) if d not in dims]], f"dimensions = {ints(dims)}",
          p.body(reducer))


@op
def transpose(p):
    a = p.value()
    order = p.rng.sample(range(len(a[1])), len(a[1]))
    p.add("stablehlo.transpose", [a], [[a[1][d] for d in order]], f"permutation = {ints(order)}")


@op
def broadcast(p):
    a = p.value()
    if len(a[1]) < 3:
        i = p.rng.randint(0, len(a[1]))
        dims = [d + (d >= i) for d in range(len(a[1]))]
        p.add("stablehlo.broadcast_in_dim", [a], [a[1][:i] + (p.rng.choice([2, 3, 4]),) + a[1][i:]], f"broadcast_dimensions = {ints(dims)}")


@op
def reshape(p):
    a = p.value()
    i, shape = p.rng.randrange(len(a[1])), list(a[1])
    if len(shape) > 1 and i + 1 < len(shape) and p.rng.random() < 0.5:
        shape[i:i + 2] = [shape[i] * shape[i + 1]]
    else:
        d = p.rng.choice([d for d in range(1, shape[i] + 1) if shape[i] % d == 0])
        shape[i:i + 1] = [d, shape[i] // d]
    p.add("stablehlo.reshape", [a], [shape])


@op
def slice(p):
    a = p.value()
    starts = [p.rng.choice([0, p.rng.randrange(s)]) for s in a[1]]
    limits = [p.rng.choice([s, p.rng.randint(b + 1, s)]) for b, s in zip(starts, a[1])]
    strides = [p.rng.choice([1, 1, 2]) for _ in a[1]]
    p.add("stablehlo.slice", [a], [[-(-(e - b) // t) for b, e, t in zip(starts, limits, strides)]],
          f"start_indices = {ints(starts)}, limit_indices = {ints(limits)}, strides = {ints(strides)}")


@op
def pad(p):
    a = p.value()
    low, high, interior = ([p.rng.choice(k) for _ in a[1]] for k in ([0, 0, 1, -1], [0, 0, 1, 3], [0, 0, 1]))
    shape = [s + l + h + i * (s - 1) for s, l, h, i in zip(a[1], low, high, interior)]
    if min(shape) > 0 and max(shape) < 20:
        p.add("stablehlo.pad", [a, p.scalar()], [shape],
              f"edge_padding_low = {ints(low)}, edge_padding_high = {ints(high)}, interior_padding = {ints(interior)}")


@op
def reverse(p):
    a = p.value()
    p.add("stablehlo.reverse", [a], [a[1]], f"dimensions = {ints(sorted(p.rng.sample(range(len(a[1])), p.rng.randint(1, len(a[1])))))}")


@op
def concatenate(p):
    a = p.value()
    d, b = p.rng.randrange(len(a[1])), p.value(a[1])
    shape = list(a[1])
    shape[d] *= 2
    p.add("stablehlo.concatenate", [a, b], [shape], f"dimension = {d} : i64")


@op
def iota(p):
    shape = p.shape()
    p.add("stablehlo.iota", [], [shape], f"iota_dimension = {p.rng.randrange(len(shape))} : i64")


@op
def constant(p):
    shape = p.shape(p.rng.choice([1, 2]))
    numbers = [p.rng.randint(-4, 4) for _ in range(math.prod(shape))]
    nested = lambda list_, dims: list_[0] if not dims else [nested(list_[i * len(list_) // dims[0]:(i + 1) * len(list_) // dims[0]], dims[1:])
                                                          for i in range(dims[0])]
    text = p.rng.choice([str(nested(numbers, shape)), str(numbers[0])])
    p.add("stablehlo.constant", [], [shape], f"value = dense<{text}> : {p.type(shape)}")


@op
def reduce_window(p):
    a = p.value()
    window = [p.rng.choice([1, 2, 3]) if s >= 3 else 1 for s in a[1]]
    shape = [s - w + 1 for s, w in zip(a[1], window)]
    p.add("stablehlo.reduce_window", [a, p.scalar(0)], [shape], f"window_dimensions = {ints(window)}", p.body())


@op
def reshard(p):
    a = p.value()
    p.add("sdy.reshard", [a], [a[1]], f"sharding = #sdy.sharding{p.sharding(a[1])}")


@op
def gather(p):
    """Rows of a matrix."""
    a = p.value(rank=2)
    n = p.rng.choice([2, 3, 4, 8])
    indices = p.value((n, 1))
    numbers = "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
    p.add("stablehlo.gather", [a, indices], [(n, a[1][1])], f"dimension_numbers = {numbers}, slice_sizes = {ints([1, a[1][1]])}")


def texts(p):
    """The program with shardings, and the same without, as a function @reference."""
    chosen = p.values[-1]
    head = f"({', '.join(f'{n}: {p.type(s)}' for n, s in p.arguments)}) -> {p.type(chosen[1])} {{\n"
    given = [f"{n}: {p.type(s)} {{sdy.sharding = #sdy.sharding{p.sharding(s)}}}" if p.rng.random() < 0.7 else f"{n}: {p.type(s)}"
             for n, s in p.arguments]
    tail = f'\n"func.return"({chosen[0]}) : ({p.type(chosen[1])}) -> ()\n}}\n'
    program = f"sdy.mesh @mesh = {p.mesh}\nfunc.func @main({', '.join(given)}) -> {p.type(chosen[1])} {{\n" + "\n".join(p.lines) + tail
    plain = []
    for line in p.lines:
        line = re.sub(r" \{sdy\.sharding = #sdy\.sharding_per_value<\[.*?\]>\]>\}", "", line)
        plain.append(re.sub(r'"sdy\.reshard"\((%\w+)\) <\{sharding = .*?\]>\}>', r'"stablehlo.optimization_barrier"(\1)', line))
    return program, f"func.func private @reference{head}" + "\n".join(plain) + tail


def execute(seed, options, uses):
    rng = random.Random(f"single instructions {seed}")
    p = Program(rng)
    names = [n for n in options.only.split(",") if n] or list(OPS)
    used = [rng.choice(names) for _ in range(rng.choice([1, 2, 3]))]
    for name in used:
        OPS[name](p)
    if not p.lines:
        return "empty", {}
    program, reference = texts(p)
    passes = (["func.func(sdy-insert-explicit-reshards{enable-full-version=true})"] if rng.random() < 0.7 else [])
    passes.append(f"sdy-per-instruction-partitioning{{enable-halo-exchange={str(rng.random() < 0.7).lower()}}}")
    done = subprocess.run([options.spmd_opt, "-", f"--pass-pipeline=builtin.module({','.join(passes)})"], input=program, capture_output=True,
                          text=True)
    kept = {"in": f"// {passes}\n{program}", "ours": done.stdout, "run": done.stderr}
    if done.returncode:
        return "refused" if done.returncode == 1 else "died", kept
    simulation = Simulation(done.stdout)
    values = "\n".join(f"%i{i} = stablehlo.iota dim = 0 : {p.type([math.prod(s)])}\n%m{i} = stablehlo.constant dense<{rng.choice([5, 7, 11])}> : "
                       f"{p.type([math.prod(s)])}\n%j{i} = stablehlo.remainder %i{i}, %m{i} : {p.type([math.prod(s)])}\n"
                       f"%arg{i} = stablehlo.reshape %j{i} : ({p.type([math.prod(s)])}) -> {p.type(s)}" for i, (_, s) in enumerate(p.arguments))
    type_ = p.type(p.values[-1][1])
    equal, kept["run"] = interpret(
        options, f"func.func @main() {{\n{values}\n" + "\n".join(simulation.lines)
        + f"\n%ref = call @reference({', '.join(f'%arg{i}' for i in range(len(p.arguments)))}) : "
        f"({', '.join(p.type(s) for _, s in p.arguments)}) -> {type_}\ncheck.expect_eq {simulation.results[0]}, %ref : {type_}\nreturn\n}}\n"
        + reference + "".join(simulation.functions))
    label = "wrong" if not equal else "left sdy ops" if "sdy.all" in done.stdout else "right" if simulation.functions else "right without split"
    uses.update(set(used) if label == "right" else [])
    return label, kept


def main():
    uses = collections.Counter()
    return run(__doc__, lambda seed, options: execute(seed, options, uses), bad=["wrong", "died", "left sdy ops"], uses=uses,
               extend=lambda parser: parser.add_argument("--only", default="", help="names of ops, by default all"))


if __name__ == "__main__":
    raise SystemExit(main())

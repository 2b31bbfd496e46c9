# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random StableHLO programs with sdy shardings for export_oracle.py, in the generic text form, which every version reads.

A program is one function whose arguments are made when an op asks for a value of a shape that is not there. Either every value has
a random sharding, so that neighbours contradict each other, or arguments and constraints only, for propagation."""
import math

from export_ops import OPS, REGIONS

F = "f32"


def volume(sizes):
    return math.prod(sizes)


def axes_text(axes):
    return "{" + ", ".join(axes) + "}"


class Meshes:
    """The axes of the program and the meshes that share them."""

    def __init__(self, rng, kinds):
        self.rng = rng
        count = rng.choice([1, 2, 2, 2, 3, 3])
        self.sizes = {name: rng.choice([2, 2, 2, 4, 4, 3] if count < 3 else [2, 2, 4]) for name in "xyz"[:count]}
        self.ops, self.names, self.single = [], [], []
        axes = ", ".join(f'"{name}"={size}' for name, size in self.sizes.items())
        devices = list(range(volume(self.sizes.values())))
        self.add("mesh", f"<[{axes}]>")
        if kinds != "one":
            for i in range(rng.choice([1, 1, 2])):
                rng.shuffle(devices)
                order = f", device_ids={devices}" if devices != sorted(devices) else ""
                self.add(f"order{i}", f"<[{axes}]{order}>")
        if kinds == "single":
            for i in range(rng.choice([1, 1, 2])):
                self.ops.append(f"sdy.mesh @single{i} = <[], device_ids=[{i}]>")
                self.single.append(f"single{i}")

    def add(self, name, text):
        self.ops.append(f"sdy.mesh @{name} = {text}")
        self.names.append(name)

    def pieces(self, banned=()):
        """Axes or disjoint sub-axes in random order, each with its size."""
        pieces = []
        for name, size in self.sizes.items():
            if name in banned:
                continue
            if size == 4 and self.rng.random() < 0.25:
                halves = [(f'"{name}":(1)2', 2), (f'"{name}":(2)2', 2)]
                pieces += halves if self.rng.random() < 0.5 else [self.rng.choice(halves)]
            else:
                pieces.append((f'"{name}"', size))
        self.rng.shuffle(pieces)
        return pieces

    def sharding(self, shape, likely=0.55, opened=False, unreduced=0.0, divide=True, banned=(), mesh=None, first=None):
        """The inner text of a sharding, `@mesh, [{...}, ...]`; `first` has the leading axes of each dim."""
        rng, pieces, dims = self.rng, self.pieces(banned), []
        for i, size in enumerate(shape):
            axes, shards = [], 1
            while pieces and rng.random() < likely and (not divide or size % (shards * pieces[-1][1]) == 0):
                text, pieces_size = pieces.pop()
                if axes and ":(2)2" in text and axes[-1] == text.replace(":(2)2", ":(1)2"):
                    continue  # the two would be one axis
                axes.append(text)
                shards *= pieces_size
            if first:
                axes = first[i] + axes
            dims.append(axes_text(axes + ["?"] * (opened and rng.random() < 0.7)))
        lists = ""
        if pieces and rng.random() < 0.08:
            lists += f", replicated={{{pieces.pop()[0]}}}"
        if pieces and rng.random() < unreduced:
            lists += f", unreduced={{{pieces.pop()[0]}}}"
        return f"@{mesh or rng.choice(self.names)}, [{', '.join(dims)}]{lists}"


class Value:
    def __init__(self, name, shape, dtype=F):
        self.name, self.shape, self.dtype = name, tuple(shape), dtype

    @property
    def type(self):
        return f"tensor<{'x'.join([*map(str, self.shape), self.dtype])}>"


class Program:
    """Builds the text op by op. A nested program (a region) has its own lines and values."""

    def __init__(self, rng, meshes, annotated, sizes, banned=(), counter=None, values=None):
        self.rng, self.meshes, self.annotated, self.banned = rng, meshes, annotated, banned
        self.sizes = [4, 8, 8, 8, 16, 16, 24, 32] if sizes == "even" else [2, 3, 4, 5, 6, 7, 8, 9, 12, 15]
        self.divide, self.sizes_name = sizes == "even", sizes
        self.counter = counter or [0]
        self.arguments, self.lines, self.values, self.functions = [], [], list(values or []), []
        self.closed = values is not None  # inside of a region there are no new arguments

    def fresh(self, prefix="v"):
        self.counter[0] += 1
        return f"%{prefix}{self.counter[0]}"

    def shape(self, rank=None, minimum=1):
        rank = rank if rank is not None else self.rng.choice([1, 2, 2, 2, 3, 3])
        return tuple(self.rng.choice(self.sizes) for _ in range(max(rank, minimum)))

    def value(self, shape=None, dtype=F):
        """A value of the shape: one that is there, or a new argument (in a region, a constant)."""
        if shape is None:
            found = [v for v in self.values if v.dtype == dtype and v.shape]
            if found and (self.closed or self.rng.random() < 0.75):
                return self.rng.choice(found[-6:])
            shape = self.shape()
        found = [v for v in self.values if v.shape == tuple(shape) and v.dtype == dtype]
        if found and self.rng.random() < 0.8:
            return self.rng.choice(found)
        if self.closed:
            return self.constant(shape, dtype)
        value = Value(self.fresh("a"), shape, dtype)
        self.arguments.append(value)
        self.values.append(value)
        return value

    def ranked(self, rank):
        found = [v for v in self.values if len(v.shape) == rank and v.dtype == F]
        return self.rng.choice(found) if found and self.rng.random() < 0.7 else self.value(self.shape(rank))

    def constant(self, shape, dtype=F):
        literal = {"i1": "true", F: self.rng.choice(["0.000000e+00", "1.000000e+00"])}.get(dtype, "1")
        name = "sdy.constant" if self.annotated else "stablehlo.constant"
        value = Value("", shape, dtype)
        return self.op(name, [], [value], f"value = dense<{literal}> : {value.type}", keep=False)[0]

    def sharding(self, shape, **options):
        if self.meshes.single and self.annotated and not self.banned and self.rng.random() < 0.1:
            return f"@{self.rng.choice(self.meshes.single)}, []"
        return self.meshes.sharding(shape, divide=self.divide, banned=self.banned, **options)

    def per_value(self, values, unreduced=0.0):
        inner = ", ".join(f"<{self.sharding(v.shape, unreduced=unreduced)}>" for v in values)
        return f"#sdy.sharding_per_value<[{inner}]>"

    def op(self, name, operands, results, properties="", regions=(), attributes="", unreduced=0.03, keep=True):
        """Appends one op; results get names."""
        for value in results:
            value.name = self.fresh()
        takes = self.annotated and results and all(v.dtype != "token" for v in results) and self.rng.random() < 0.85
        if takes and name not in ("sdy.manual_computation", "sdy.reshard", "sdy.sharding_constraint"):
            attributes += (", " if attributes else "") + f"sdy.sharding = {self.per_value(results, unreduced)}"
        text = (", ".join(v.name for v in results) + " = " if results else "") + f'"{name}"({", ".join(v.name for v in operands)})'
        text += f" <{{{properties}}}>" if properties else ""
        text += " ({\n" + "\n}, {\n".join(regions) + "\n})" if regions else ""
        text += f" {{{attributes}}}" if attributes else ""
        types = [", ".join(v.type for v in values) for values in (operands, results)]
        self.lines.append(f"{text} : ({types[0]}) -> {types[1] if len(results) == 1 else '(' + types[1] + ')'}")
        if keep:
            self.values += results
        return results

    def region(self, values=None, banned=None):
        inside = Program(self.rng, self.meshes, self.annotated, self.sizes_name, self.banned if banned is None else banned,
                         self.counter, self.values if values is None else values)
        inside.functions = self.functions
        return inside

    def step(self, only=()):
        name = self.rng.choice([n for n in (only or OPS)])
        OPS[name](self)


def random_program(rng, annotated, sizes, only, kinds):
    meshes = Meshes(rng, kinds)
    program = Program(rng, meshes, annotated, sizes)
    table = {**OPS, **REGIONS}
    names = [n for n in only if n in table] or list(OPS) + ["constraint"] * 2 + list(REGIONS)
    for _ in range(rng.randint(2, 7)):
        table[rng.choice(names)](program)
    returned = [v for v in program.values if v.dtype != "token"]
    returned = rng.sample(returned[-5:], min(len(returned), rng.choice([1, 1, 2])))
    border = lambda v, prefix: (f" {{{prefix}sdy.sharding = #sdy.sharding<"
                                + meshes.sharding(v.shape, opened=not annotated, divide=program.divide, unreduced=0.04 * annotated) + ">}"
                                if rng.random() < 0.75 else "")
    arguments = ", ".join(f"{v.name}: {v.type}{border(v, '')}" for v in program.arguments)
    results = ", ".join(f"{v.type}{border(v, '')}" for v in returned)
    lines = [*(f"  {op}" for op in meshes.ops), f"  func.func @main({arguments}) -> ({results}) {{",
             *("    " + line.replace("\n", "\n      ") for line in program.lines),
             f'    "func.return"({", ".join(v.name for v in returned)}) : ({", ".join(v.type for v in returned)}) -> ()', "  }",
             *program.functions]
    return "module {\n" + "\n".join(lines) + "\n}\n"

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random slices, paddings, reversals and reshapes of split dims before and after sdy-resolve-permutation-factors, in the reference
interpreter.

  moved_rows.py --count=100 [--seed=0] [--keep=FOLDER]

Sizes need not divide, and meshes may list their devices in any order. After the pass the bodies of the exchanges run on all devices
(simulated_devices.py). Prints the figures as the last line; exits with 1 where something is wrong.
"""
import math
import random
import subprocess

from random_checks import interpret, run
from simulated_devices import Simulation


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


def execute(seed, options):
    """Runs the programs of all devices after the pass, which must give what the whole program gives."""
    rng = random.Random(f"execute {seed}")
    chain = Chain(rng)
    for _ in range(rng.choice([1, 1, 2, 3])):
        chain.step()
    program, check = chain.texts()
    halo = str(rng.random() < 0.8).lower()
    done = subprocess.run([options.spmd_opt, "-", f"--sdy-resolve-permutation-factors=enable-halo-exchange={halo}"], input=program,
                          capture_output=True, text=True)
    kept = {"in": f"// halo={halo}\n{program}", "ours": done.stdout, "run": done.stderr}
    if done.returncode:
        return "refused", kept
    simulation = Simulation(done.stdout)
    right, kept["run"] = interpret(options, check.replace("BODY", "\n".join(simulation.lines)).replace("RESULT", simulation.results[0])
                                   + "".join(simulation.functions))
    return "wrong" if not right else "right" if simulation.functions else "right without exchange", kept


def main():
    return run(__doc__, execute, bad=["wrong", "refused"])


if __name__ == "__main__":
    raise SystemExit(main())

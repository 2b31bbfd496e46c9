#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random programs with ops on single devices before and after sdy-resolve-single-device-sharding, in the reference interpreter.

  single_devices.py --count=100 [--seed=0] [--keep=FOLDER]

The program after the pass runs on all devices of the mesh, each of which must have the result of the program before it. Prints the
figures as the last line; exits with 1 where something is wrong.
"""
import math
import random
import re
import subprocess

from random_checks import interpret, run

UNARY = ["negate", "abs", "not", "cosine", "popcnt"]
BINARY = ["add", "multiply", "maximum", "subtract", "and"]
OF = {"i1": ["not", "and", "maximum"], "i32": ["negate", "abs", "not", "popcnt", "add", "multiply", "maximum", "subtract", "and"],
      "f32": ["negate", "abs", "cosine", "add", "multiply", "maximum", "subtract"], "f16": ["negate", "abs", "add", "multiply"],
      "complex<f32>": ["negate", "add", "multiply"]}


class Program:
    """A list of ops, some of them on one device. `lines` have shardings, `plain` have none."""

    def __init__(self, rng):
        self.rng, self.lines, self.plain, self.n = rng, [], [], 0
        self.axes = rng.choice([{"x": 2}, {"x": 3}, {"x": 2, "y": 2}, {"x": 4, "y": 2}, {"x": 1, "y": 2}])
        self.count = math.prod(self.axes.values())
        self.devices = [rng.randrange(self.count) for _ in range(2)]
        self.shape, self.dtype = rng.choice([[], [3], [2, 3], [4, 1]]), rng.choice(list(OF))
        self.type = f"tensor<{'x'.join([*map(str, self.shape), self.dtype])}>"
        self.values, self.sums = ["%a", "%b"], 0

    def fresh(self):
        self.n += 1
        return f"%v{self.n}"

    def step(self):
        rng = self.rng
        name = rng.choice(OF[self.dtype])
        operands = [rng.choice(self.values) for _ in range(1 if name in UNARY else 2)]
        device, kind = rng.choice([None, 0, 0, 1]), rng.random()
        result = self.fresh()
        if kind < 0.15 and device is not None:
            self.case(operands[0], device, result)
        else:
            self.append(f"{result} = stablehlo.{name} ", operands, device)
        self.values.append(result)

    def append(self, text, operands, device):
        self.plain.append(f"{text}{', '.join(operands)} : {self.type}")
        attribute, name = "", text.split()[0]
        if device is not None:
            moved = []
            for operand in operands:
                if self.rng.random() < 0.8:
                    replicated, moved_ = self.fresh(), self.fresh()
                    self.lines.append(f"{replicated} = sdy.reshard {operand} <@mesh, [{', '.join(['{}'] * len(self.shape))}]> : {self.type}")
                    self.lines.append(f"{moved_} = sdy.reshard {replicated} <@one{device}, []> : {self.type}")
                    operand = moved_
                moved.append(operand)
            operands, attribute = moved, f" {{sdy.sharding = #sdy.sharding_per_value<[<@one{device}, []>]>}}"
            back = self.rng.random() < 0.8
            inner = self.fresh() if back else name
            self.lines.append(f"{inner} = {text.split('= ')[1]}{', '.join(operands)}{attribute} : {self.type}")
            if back:
                self.lines.append(f"{name} = sdy.reshard {inner} <@mesh, [{', '.join(['{}'] * len(self.shape))}]> : {self.type}")
            self.sums += 1
        else:
            self.lines.append(self.plain[-1])

    def case(self, operand, device, result):
        """Two branches on one device, with values from outside."""
        index = self.fresh()
        constant = f"{index} = stablehlo.constant dense<{self.rng.choice([0, 1])}> : tensor<i32>"
        ops = [self.rng.choice([o for o in OF[self.dtype] if o not in UNARY]) for _ in range(2)]
        inner = [self.fresh() for _ in ops]
        branches = ", ".join(f"{{\n{v} = stablehlo.{o} {operand}, {operand} : {self.type}\nstablehlo.return {v} : {self.type}\n}}"
                             for v, o in zip(inner, ops))
        text = f'{result} = "stablehlo.case"({index}) ({branches})'
        self.plain += [constant, f"{text} : (tensor<i32>) -> {self.type}"]
        self.lines += [constant, f"{text} {{sdy.sharding = #sdy.sharding_per_value<[<@one{device}, []>]>}} : (tensor<i32>) -> {self.type}"]
        self.sums += 1

    def texts(self):
        """The program for the pass, and a module that runs LOCAL on all devices."""
        meshes = ["sdy.mesh @mesh = <[" + ", ".join(f'"{a}"={n}' for a, n in self.axes.items()) + "]>"]
        meshes += [f"sdy.mesh @one{i} = <[], device_ids=[{d}]>" for i, d in enumerate(self.devices)]
        self.rng.shuffle(meshes)
        head, tail = f"(%a: {self.type}, %b: {self.type}) -> {self.type} {{\n", f"\nreturn {self.values[-1]} : {self.type}\n}}\n"
        program = "\n".join(meshes) + f"\nfunc.func @main{head}" + "\n".join(self.lines) + tail
        size = math.prod(self.shape)
        literal = {"i1": lambda: self.rng.choice(["true", "false"]), "i32": lambda: str(self.rng.randint(-9, 9)),
                   "complex<f32>": lambda: f"({self.rng.choice(['-0.0', '1.5', '-2.0'])}, {self.rng.choice(['-0.0', '0.5'])})"}
        numbers = [[literal.get(self.dtype, lambda: self.rng.choice(["-0.0", "0.0", "1.5", "-3.25"]))() for _ in range(size)] for _ in "ab"]
        values = []
        for name, list_ in zip(("%a", "%b"), numbers):
            flat = f"tensor<{size}x{self.dtype}>"
            values.append(f"{name}_ = stablehlo.constant dense<[{', '.join(list_)}]> : {flat}\n"
                          f"{name} = stablehlo.reshape {name}_ : ({flat}) -> {self.type}")
        n = self.count
        check = ("func.func @main() {\n" + "\n".join(values) + f"\n%r = call @reference(%a, %b) : ({self.type}, {self.type}) -> {self.type}\n"
                 f'%d:{n} = "interpreter.run_parallel"({", ".join(["%a, %b"] * n)}) {{programs = [[{", ".join(["@local"] * n)}]]}} : '
                 f"({', '.join([self.type] * 2 * n)}) -> ({', '.join([self.type] * n)})\n" + "\n".join(self.equal(f"%d#{i}", i) for i in range(n))
                 + f"\nreturn\n}}\nfunc.func private @reference{head}" + "\n".join(self.plain) + tail)
        return program, check

    def equal(self, value, i):
        """Equal bits: the sign of a zero counts."""
        bits = {"f32": "i32", "f16": "i16"}.get(self.dtype)
        if not bits:
            return f"check.expect_eq {value}, %r : {self.type}"
        type_ = self.type.replace(self.dtype, bits)
        return (f"%x{i} = stablehlo.bitcast_convert {value} : ({self.type}) -> {type_}\n"
                f"%y{i} = stablehlo.bitcast_convert %r : ({self.type}) -> {type_}\ncheck.expect_eq %x{i}, %y{i} : {type_}")


def local(text, count):
    """The pass's result as the program of a device: sums over all of them become StableHLO's."""
    body = text[text.index("func.func @main"):].rstrip().rstrip("}").replace("@main", "@local")
    body = re.sub(r" \{sdy\.sharding = #sdy\.sharding_per_value<\[<.*?>\]>\}", "", body)

    # Reshards between replicated values, which sdy-reshard-to-collectives would have dropped.
    body = re.sub(r"sdy\.reshard (%\w+) <@mesh, .*> : ", r"stablehlo.optimization_barrier \1 : ", body)

    def reduce(match):
        result, operand, type_ = match.groups()
        scalar = re.sub(r"tensor<(?:\d+x)*", "tensor<", type_)
        add = "or" if scalar == "tensor<i1>" else "add"
        groups = ", ".join(map(str, range(count)))
        return (f'{result} = "stablehlo.all_reduce"({operand}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, '
                f"replica_groups = dense<[[{groups}]]> : tensor<1x{count}xi64>, use_global_device_ids}}> ({{\n^bb0(%l: {scalar}, %r: {scalar}):\n"
                f"%s = stablehlo.{add} %l, %r : {scalar}\nstablehlo.return %s : {scalar}\n}}) : ({type_}) -> {type_}")
    return re.sub(r"(%\w+) = sdy\.all_reduce \{.*?\} (%\w+) out_sharding=<.*> : (.*)", reduce, body)


def execute(seed, options):
    program = Program(random.Random(f"single devices {seed}"))
    for _ in range(program.rng.randint(1, 5)):
        program.step()
    text, check = program.texts()
    done = subprocess.run([options.spmd_opt, "-", "--sdy-resolve-single-device-sharding"], input=text, capture_output=True, text=True)
    if done.returncode:
        return "refused", {"in": text, "run": done.stderr}
    equal, ran = interpret(options, check + local(done.stdout, program.count))
    moved = done.stdout.count("sdy.all_reduce") == program.sums and "@one" not in done.stdout[done.stdout.index("func.func"):]
    return "right" if equal and moved else "wrong", {"in": text, "run": ran}


def main():
    return run(__doc__, execute, bad=["wrong", "refused"])


if __name__ == "__main__":
    raise SystemExit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random small programs: our propagation against jaxlib's (jax 0.10.2), value by value.

  propagation_random.py [--count=200] [--seed=0] [--stage=propagate] [--spmd-opt=build/bin/spmd-opt]

Prints each program that differs, with both results; exits with 1 if there is one, with 77 without jax.
"""
import argparse
import random
import subprocess
import sys

from propagation_oracle import STAGES, describe, pipeline

MESHES = ['["a"=2, "b"=2, "c"=2]', '["x"=4, "y"=2]', '["x"=4, "y"=2, "z"=3]', '["x"=8, "y"=2]']
SIZES = {'["a"=2, "b"=2, "c"=2]': {"a": 2, "b": 2, "c": 2}, '["x"=4, "y"=2]': {"x": 4, "y": 2},
         '["x"=4, "y"=2, "z"=3]': {"x": 4, "y": 2, "z": 3}, '["x"=8, "y"=2]': {"x": 8, "y": 2}}
DIMS = [8, 8, 16, 4, 12, 6]


class Program:
    def __init__(self, r, priorities):
        self.r, self.lines, self.values, self.count = r, [], [], 0
        self.mesh = r.choice(MESHES)
        self.axes = SIZES[self.mesh]
        self.priorities = priorities
        shapes = [tuple(r.choice(DIMS) for _ in range(r.randint(1, 3))) for _ in range(r.randint(2, 4))]
        self.args = [(f"%arg{i}", s) for i, s in enumerate(shapes)]
        self.values = list(self.args)
        for _ in range(r.randint(2, 9)):
            self.step()

    def type(self, shape, element="f32"):
        return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"

    def sharding(self, shape):
        """Axes dealt out at random, some of them in part; each at most once."""
        r, parts = self.r, []
        for name, size in self.axes.items():
            if size in (4, 8) and r.random() < 0.25:
                parts += [f'"{name}":(1)2', f'"{name}":(2)2'] if r.random() < 0.5 else [f'"{name}":({r.choice([1, 2])})2']
            else:
                parts.append(f'"{name}"')
        r.shuffle(parts)
        dims = [[] for _ in shape]
        replicated = []
        for part in parts:
            dice = r.random()
            if dice < 0.5 and shape:
                dims[r.randrange(len(shape))].append(part)
            elif dice < 0.56 and not any(part.split(":")[0] == p.split(":")[0] for p in replicated):
                replicated.append(part)
        text = []
        for dim in dims:
            for i in range(len(dim) - 1):  # neighbours that would merge are refused
                if '":(1)2' in dim[i] and dim[i + 1] == dim[i].replace("(1)", "(2)"):
                    dim[i], dim[i + 1] = dim[i + 1], dim[i]
            is_open = r.random() < 0.6
            entry = ", ".join(dim + (["?"] if is_open else []))
            priority = f"p{r.randint(0, 2)}" if self.priorities and (dim or is_open) and r.random() < 0.5 else ""
            text.append("{" + entry + "}" + priority)
        order = list(self.axes)
        replicated.sort(key=lambda p: (order.index(p.split('"')[1]), p))
        tail = ", replicated={" + ", ".join(replicated) + "}" if replicated else ""
        return "[" + ", ".join(text) + "]" + tail

    def emit(self, text, shape):
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"    {name} = {text}")
        self.values.append((name, shape))

    def step(self):
        r = self.r
        name, shape = r.choice(self.values[-4:] if r.random() < 0.7 else self.values)
        t = self.type(shape)
        kind = r.choice(["unary", "binary", "binary", "dot", "dot", "reduce", "broadcast", "transpose", "reshape",
                         "constraint", "constraint", "slice", "concatenate", "dynamic_slice", "dus", "barrier", "while",
                         "constant", "pad", "self"])
        if kind == "unary":
            self.emit(f"stablehlo.tanh {name} : {t}", shape)
        elif kind == "self":
            self.emit(f"stablehlo.add {name}, {name} : {t}", shape)
        elif kind == "binary":
            others = [n for n, s in self.values if s == shape]
            self.emit(f"stablehlo.add {name}, {r.choice(others)} : {t}", shape)
        elif kind == "constant":
            self.lines.append(f"    %c{self.count} = stablehlo.constant dense<1.0> : {t}")
            self.emit(f"stablehlo.multiply {name}, %c{self.count} : {t}", shape)
        elif kind == "dot":
            for other, s in r.sample(self.values, len(self.values)):
                pairs = [(i, j) for i, d in enumerate(shape) for j, e in enumerate(s) if d == e]
                if pairs and 3 <= len(shape) + len(s) <= 5:
                    i, j = r.choice(pairs)
                    out = tuple(d for k, d in enumerate(shape) if k != i) + tuple(d for k, d in enumerate(s) if k != j)
                    self.emit(f"stablehlo.dot_general {name}, {other}, contracting_dims = [{i}] x [{j}] : "
                              f"({t}, {self.type(s)}) -> {self.type(out)}", out)
                    return
        elif kind == "reduce" and len(shape) > 1:
            i = r.randrange(len(shape))
            out = shape[:i] + shape[i + 1:]
            self.lines.append(f"    %c{self.count} = stablehlo.constant dense<0.0> : tensor<f32>")
            self.emit(f"stablehlo.reduce({name} init: %c{self.count}) applies stablehlo.add across dimensions = [{i}] : "
                      f"({t}, tensor<f32>) -> {self.type(out)}", out)
        elif kind == "broadcast" and len(shape) < 4:
            i = r.randint(0, len(shape))
            out = shape[:i] + (r.choice(DIMS),) + shape[i:]
            dims = [d for d in range(len(out)) if d != i]
            self.emit(f"stablehlo.broadcast_in_dim {name}, dims = {dims} : ({t}) -> {self.type(out)}", out)
        elif kind == "transpose":
            perm = r.sample(range(len(shape)), len(shape))
            out = tuple(shape[p] for p in perm)
            self.emit(f"stablehlo.transpose {name}, dims = {perm} : ({t}) -> {self.type(out)}", out)
        elif kind == "reshape":
            i = r.randrange(len(shape))
            if r.random() < 0.5 and i + 1 < len(shape):
                out = shape[:i] + (shape[i] * shape[i + 1],) + shape[i + 2:]
            else:
                f = r.choice([d for d in (2, 3, 4) if shape[i] % d == 0] or [1])
                out = shape[:i] + (f, shape[i] // f) + shape[i + 1:]
            if len(out) <= 4:
                self.emit(f"stablehlo.reshape {name} : ({t}) -> {self.type(out)}", out)
        elif kind == "constraint":
            self.emit(f"sdy.sharding_constraint {name} <@m, {self.sharding(shape)}> : {t}".replace("p0", "").replace("p1", "").replace("p2", ""), shape)
        elif kind == "slice":
            i = r.randrange(len(shape))
            limit = shape[i] // 2
            text = ", ".join(f"0:{limit if d == i else n}" for d, n in enumerate(shape))
            out = shape[:i] + (limit,) + shape[i + 1:]
            self.emit(f"stablehlo.slice {name} [{text}] : ({t}) -> {self.type(out)}", out)
        elif kind == "concatenate":
            others = [n for n, s in self.values if s == shape]
            i = r.randrange(len(shape))
            out = shape[:i] + (2 * shape[i],) + shape[i + 1:]
            if out[i] <= 64:
                self.emit(f"stablehlo.concatenate {name}, {r.choice(others)}, dim = {i} : ({t}, {t}) -> {self.type(out)}", out)
        elif kind == "dynamic_slice":
            i = r.randrange(len(shape))
            out = shape[:i] + (1,) + shape[i + 1:]
            starts = ", ".join(["%i"] * len(shape))
            types = ", ".join(["tensor<i32>"] * len(shape))
            self.emit(f"stablehlo.dynamic_slice {name}, {starts}, sizes = {list(out)} : ({t}, {types}) -> {self.type(out)}", out)
        elif kind == "dus":
            for other, s in self.values:
                if len(s) == len(shape) and all(e <= d for d, e in zip(shape, s)):
                    starts = ", ".join(["%i"] * len(shape))
                    types = ", ".join(["tensor<i32>"] * len(shape))
                    self.emit(f"stablehlo.dynamic_update_slice {name}, {other}, {starts} : ({t}, {self.type(s)}, {types}) -> {t}", shape)
                    return
        elif kind == "pad":
            i = r.randrange(len(shape))
            out = shape[:i] + (shape[i] + 4,) + shape[i + 1:]
            zero = [0] * len(shape)
            high = [4 if d == i else 0 for d in range(len(shape))]
            self.lines.append(f"    %c{self.count} = stablehlo.constant dense<0.0> : tensor<f32>")
            self.emit(f"stablehlo.pad {name}, %c{self.count}, low = {zero}, high = {high}, interior = {zero} : "
                      f"({t}, tensor<f32>) -> {self.type(out)}", out)
        elif kind == "barrier":
            self.emit(f"stablehlo.optimization_barrier {name} : {t}", shape)
        elif kind == "while":
            n = self.count
            self.lines.append(f"""    %w{n}:2 = stablehlo.while(%k{n} = %i, %u{n} = {name}) : tensor<i32>, {t}
    cond {{
      %1 = stablehlo.compare LT, %k{n}, %k{n}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }} do {{
      %1 = stablehlo.tanh %u{n} : {t}
      %2 = stablehlo.add %1, %u{n} : {t}
      stablehlo.return %k{n}, %2 : tensor<i32>, {t}
    }}""")
            self.emit(f"stablehlo.negate %w{n}#1 : {t}", shape)

    def text(self):
        r = self.r
        attr = lambda s, p: f" {{sdy.sharding = #sdy.sharding<@m, {self.sharding(s)}>}}" if r.random() < p else ""
        args = ", ".join(f"{n}: {self.type(s)}{attr(s, 0.7)}" for n, s in self.args)
        rets = self.values[-1:] + ([r.choice(self.values)] if r.random() < 0.5 else [])
        results = ", ".join(f"{self.type(s)}{attr(s, 0.3)}" for _, s in rets)
        body = "\n".join(self.lines)
        return (f"module {{\n  sdy.mesh @m = <{self.mesh}>\n  func.func @main({args}, %i: tensor<i32>) -> ({results}) {{\n{body}\n"
                f"    return {', '.join(n for n, _ in rets)} : {', '.join(self.type(s) for _, s in rets)}\n  }}\n}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stage", default="propagate", choices=STAGES)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--show", type=int, default=3, help="differences to print in full")
    args = parser.parse_args()
    try:
        from jax._src.interpreters.mlir import make_ir_context
        from jaxlib.mlir import ir, passmanager
    except ImportError:
        print("jaxlib is missing")
        return 77
    r = random.Random(args.seed)
    programs = [Program(r, args.stage in ("propagate", "close") and r.random() < 0.3).text() for _ in range(args.count)]
    call = lambda text, *flags: subprocess.run([args.spmd_opt, "-", *flags], input=text, capture_output=True, text=True)
    run = lambda text, *flags: call(text, f"--pass-pipeline={pipeline(args.stage)}", *flags)
    # Without dead ops: jaxlib removes them on the way, so that for a while they count as users.
    programs = call("// -----\n".join(programs), "--cse", "--cse", "--cse", "--cse", "--split-input-file").stdout.split("// -----")
    result = run("// -----\n".join(programs), "--split-input-file")
    ours = [part for part in result.stdout.split("// -----")]
    if result.returncode or len(ours) != len(programs):  # one by one, to find out which
        for text in programs:
            single = run(text)
            if single.returncode:
                print(text, single.stderr[:1500])
                return 1
    different = invalid = 0
    with make_ir_context() as context, ir.Location.unknown():
        for text, our_text in zip(programs, ours):
            try:
                theirs = ir.Module.parse(text)
            except ir.MLIRError as error:
                invalid += 1
                if invalid <= 2:
                    print(f"jaxlib refuses: {str(error)[:300]}\n{text}")
                continue
            passmanager.PassManager.parse(pipeline(args.stage)).run(theirs.operation)
            left, right = describe(theirs.operation), describe(ir.Module.parse(our_text).operation)
            if left != right:
                different += 1
                if different <= args.show:
                    print(f"--- program\n{text}--- jaxlib\n{theirs}\n--- ours\n{our_text}")
                    for l, o in zip(left, right):
                        if l != o:
                            print(f"jaxlib {l}\nours   {o}")
    print(f"{different} of {len(programs)} programs differ, {invalid} were refused")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

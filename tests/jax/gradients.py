#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of spmd-grad against jax.vjp, op by op (gradient_cases.py).

  gradients.py [--only=NAME,...] [--dtypes=f32,bf16,f64] [--mesh] [--differences] [--seed=0] [--backend=jit]

JAX exports the forward function of each case; spmd-opt --spmd-grad makes its gradient, spmd-run runs that with random cotangents, and
results and gradients are compared with those of jax.vjp. Cases of one type run as one program; only if that fails they run one by one.
--mesh shards the arguments over a mesh of 2 x 2 devices. --differences compares with central differences instead, in f64. --second
compares the gradient of the gradient."""
import argparse
import functools
import itertools
import os
import re
import subprocess
import sys

# The fastest to compile. Without the last option bf16 is not rounded between ops.
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4 --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true "
                      "--xla_allow_excess_precision=false")
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

jax.config.update("jax_enable_x64", True)
import gradient_texts
from gradient_cases import cases
from run_module import differentiated, run

DTYPES = {"f32": jnp.float32, "bf16": jnp.bfloat16, "f64": jnp.float64}
# Of the largest element of the array. Sums here have up to 100 terms; bf16 has 8 bits.
TOLERANCE = {"f32": 2e-5, "bf16": 4e-2, "f64": 1e-10}


OPS = set()  # of all programs


def is_inexact(array):
    return jnp.issubdtype(array.dtype, jnp.inexact)


def shardings(args):
    mesh = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ("x", "y"))
    def of(array):
        names = [name if size % 2 == 0 else None for name, size in zip("xy", array.shape)]
        return NamedSharding(mesh, PartitionSpec(*names))
    return tuple(of(array) for array in args)


def random_like(rng, like):
    values = rng.standard_normal(like.shape)
    if jnp.issubdtype(like.dtype, jnp.complexfloating):
        values = values + 1j * rng.standard_normal(like.shape)
    return jnp.asarray(values).astype(like.dtype)


class Program:
    """Some cases as one function of all their arguments."""

    def __init__(self, group, options, dtype):
        self.group, self.options, self.dtype = group, options, dtype
        self.args = [arg for case in group for arg in case.args(DTYPES[dtype], options.seed)]
        self.counts = [len(case.args(DTYPES[dtype], options.seed)) for case in group]

    def split(self, args):
        args = list(args)
        return [[args.pop(0) for _ in range(count)] for count in self.counts]

    def function(self, *args, exported=False):
        results = []
        for case, own in zip(self.group, self.split(args)):
            results += jax.tree_util.tree_leaves((case.function if exported or not case.twin else case.twin)(*own))
        # A lone scalar would be a loss, whose cotangent is one.
        return tuple(results) if len(results) > 1 or results[0].ndim else (*results, jnp.int32(0))

    @staticmethod
    def cotangents(outs, seed):
        rng = np.random.default_rng(seed)
        return [random_like(rng, out) for out in outs if is_inexact(out)]

    @staticmethod
    def gradients(function, args, cts):
        """Those of the inexact arguments."""
        wanted = [i for i, arg in enumerate(args) if is_inexact(arg)]
        def of(*own):
            all_args = list(args)
            for i, arg in zip(wanted, own):
                all_args[i] = arg
            return tuple(out for out in function(*all_args) if is_inexact(out))
        _, vjp = jax.vjp(of, *[args[i] for i in wanted])
        return list(vjp(tuple(cts)))

    def differences(self, cts):
        """Per argument: the gradient along a random direction, by central differences."""
        rng, out, h = np.random.default_rng(7), [], 1e-6
        results_of = jax.jit(lambda args: [r for r in self.function(*args) if is_inexact(r)])
        for i, arg in enumerate(self.args):
            if not is_inexact(arg):
                continue
            direction = random_like(rng, arg)
            def at(step):
                args = [*self.args[:i], arg + step * direction, *self.args[i + 1:]]
                return sum(np.sum(np.asarray(r) * np.asarray(ct)) for r, ct in zip(results_of(args), cts))
            out.append((direction, (at(h) - at(-h)) / (2 * h)))
        return out

    def text(self, function, args):
        if self.group[0].written:
            return gradient_texts.module(self.group, self.split(args), self.dtype, self.options.mesh)
        where = shardings(args) if self.options.mesh and not self.group[0].manual else None
        jitted = jax.jit(function, in_shardings=where) if where else jax.jit(function)
        return jitted.trace(*args).lower(lowering_platforms=(self.group[0].platform,)).as_text()

    def check(self):
        """A list of what is wrong: (case, text)."""
        options, function, args = self.options, self.function, self.args
        text = self.text(functools.partial(self.function, exported=True), args)
        OPS.update(re.findall(r"\b(?:stablehlo|chlo|sdy|func)\.[\w-]+", text))
        owners = [case for case, own in zip(self.group, self.split(args)) for arg in own if is_inexact(arg)]
        for order in range(2 if options.second else 1):
            made = differentiated(text)
            if made.returncode:
                return [(self.group[0], made.stderr.strip()[:400])]
            outs = jax.jit(function)(*args)
            cts = self.cotangents(outs, options.seed + 1 + order)
            text = made.stdout
            if order + 1 < (2 if options.second else 1):
                before, count = function, len(args)
                function = lambda *all_args: (*before(*all_args[:count]), *self.gradients(before, all_args[:count], all_args[count:]))
                owners += [case for case, own in zip(self.group, self.split(args)) for out in jax.tree_util.tree_leaves((case.twin or case.function)(*own))
                           if is_inexact(out)]
                args = [*args, *cts]
        try:
            flags = [f"--backend={'reference' if self.group[0].reference else options.backend}"] + (["--devices=4"] if options.mesh or self.group[0].manual else [])
            got = run(text, [*args, *cts], *flags, stderr=subprocess.PIPE)[len(outs):]
        except subprocess.CalledProcessError as error:
            return [(self.group[0], f"spmd-run fails ({error.returncode}): {error.stderr.decode()[:200]}")]
        if len(got) != len(owners):
            return [(self.group[0], f"{len(got)} gradients, {len(owners)} are wanted")]
        if options.differences:
            return self.compare_differences(owners, got, cts)
        wrong = []
        for case, ours, want in zip(owners, got, jax.jit(functools.partial(self.gradients, function))(args, cts)):
            want = np.asarray(want)
            if want.dtype == ml_dtypes.bfloat16:
                ours, want = ours.view(ml_dtypes.bfloat16).astype(np.float32), want.astype(np.float32)
            if ours.shape != want.shape:
                wrong.append((case, f"shape {ours.shape}, wanted {want.shape}"))
                continue
            scale = max(np.max(np.abs(want), initial=0), 1e-30)
            error = np.max(np.abs(ours - want), initial=0) / scale
            if not error <= TOLERANCE[self.dtype] * case.looseness * (10 if options.second else 1):
                wrong.append((case, f"differs by {error:.2g} of {scale:.3g}"))
        return wrong

    def compare_differences(self, owners, got, cts):
        wrong = []
        for case, ours, (direction, want) in zip(owners, got, self.differences(cts)):
            along = np.sum(np.asarray(ours) * np.asarray(direction))
            if case.smooth and not np.isclose(along, want, rtol=1e-5, atol=1e-6 * (1 + abs(want))):
                wrong.append((case, f"{along} along a direction, differences say {want}"))
        return wrong


def ops_without_case():
    """The ops with a gradient that no program held, but for those with a reason; prints how many there are."""
    table = subprocess.run(["spmd-opt", "--list-ops"], capture_output=True, text=True, check=True).stdout.splitlines()
    column = table[0].split().index("vjp")
    ops = [line.split()[0] for line in table[1:] if line.split()[column] == "x"]
    for op in sorted(set(ops) & gradient_texts.REASONS.keys() - OPS):
        print(f"{op}: {gradient_texts.REASONS[op]}")
    print(f"{len(ops)} ops have a gradient, {len(OPS.intersection(ops))} of them a case")
    return [op for op in ops if op not in OPS and op not in gradient_texts.REASONS]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--dtypes", default="f32")
    parser.add_argument("--mesh", action="store_true")
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--alone", action="store_true", help="each case as a program of its own")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", default="0/1", help="K/N: every N-th program of a dozen cases, from the K-th on")
    parser.add_argument("--backend", default="jit")
    options = parser.parse_args()
    wrong = total = 0
    for dtype in options.dtypes.split(","):
        written = [case for case in gradient_texts.cases() if dtype in case.dtypes]
        chosen = [case for case in itertools.chain(cases(dtype), written) if re.fullmatch(options.only or ".*", case.name)]
        kind = lambda case: (case.platform, case.reference, case.manual, bool(case.written))
        of = [[case for case in chosen if kind(case) == each] for each in sorted(set(map(kind, chosen)))]
        size = 1 if options.alone else 12
        part, parts = map(int, options.part.split("/"))
        groups = [some[i:i + size] for some in of for i in range(0, len(some), size)][part % parts::parts]
        for group in groups:
            total += len(group)
            found = Program(group, options, dtype).check()
            if found and len(group) > 1:
                found = [item for case in group for item in Program([case], options, dtype).check()]
            for case, what in found:
                print(f"{dtype} {case.name}: {what}")
            wrong += len({case.name for case, _ in found})
    missing = ops_without_case() if options.mesh and not options.only else []
    for op in missing:
        print(f"{op} has a gradient and no case")
    print(f"{total} cases, {wrong} wrong")
    sys.exit(1 if wrong or missing else 0)


if __name__ == "__main__":
    main()

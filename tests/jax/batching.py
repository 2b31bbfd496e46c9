#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batches of spmd-batch against jax.vmap, op by op (gradient_cases.py, batching_cases.py).

  batching.py [--only=NAME,...] [--mode=once|twice|grad-then-batch|batch-then-grad] [--alone] [--seed=0] [--backend=jit]

JAX exports the function of each case as it is. spmd-opt --spmd-batch makes it take a batch in some of its arguments, at dims that are
drawn: in every subset of three arguments or fewer, and for more of them in each alone and in all. spmd-run runs the result, which is
compared with jax.vmap of the function. Cases with as many arguments run as one program; only if that fails they run one by one.
`twice` batches a second time. The other modes take the gradient of each entry, or of the whole batch, from random cotangents."""
import argparse
import functools
import itertools
import os
import re
import subprocess
import sys

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4 --xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
import batching_cases
import gradient_cases
from run_module import run

SIZE = 3
TOLERANCE = 2e-5  # of the largest element of the array


def is_inexact(array):
    return jnp.issubdtype(array.dtype, jnp.inexact)


def subsets(count):
    """Which arguments are batched, in every way, with all of them first."""
    if count > 3:
        return [tuple(range(count)), *((i,) for i in range(count))]
    return sorted((some for k in range(1, count + 1) for some in itertools.combinations(range(count), k)), key=len, reverse=True)


def by_entry(function, axes):
    """jax.vmap for what it lacks, such as a reduction with an initial value per entry."""
    def of(*args):
        entries = [jax.tree_util.tree_leaves(function(*[arg if axis is None else jnp.take(arg, e, axis) for arg, axis in zip(args, axes)])) for e in range(SIZE)]
        return tuple(jnp.stack(results) for results in zip(*entries))
    return of


def transformed(text, passes):
    return subprocess.run(["spmd-opt", *passes], input=text, capture_output=True, text=True)


def batch(axes):
    return "--spmd-batch=function=main as=main size=%d in=%s" % (SIZE, ",".join("none" if a is None else str(a) for a in axes))


class Program:
    """Some cases, each with the same subset of its arguments batched, as one function of all their arguments."""

    def __init__(self, group, subset, options):
        self.group, self.options = group, options
        entries = [[arg for case in group for arg in case.args(jnp.float32, options.seed + e)] for e in range(SIZE)]
        self.single = entries[0]
        self.owners = [case for case in group for _ in case.makers]
        self.counts = [len(case.makers) for case in group]
        rng = np.random.default_rng([options.seed, len(subset), *map(ord, group[0].name)])
        places = [i for count in self.counts for i in range(count)]
        self.axes, self.args = [], []
        for i, (place, arg) in enumerate(zip(places, self.single)):
            axis = int(rng.integers(arg.ndim + 1)) if place in subset else None
            self.axes.append(axis)
            self.args.append(arg if axis is None else jnp.stack([entry[i] for entry in entries], axis))

    def function(self, *args, exported=False):
        args, results = list(args), []
        for case, count in zip(self.group, self.counts):
            function = case.twin if case.twin and not exported else case.function
            results += jax.tree_util.tree_leaves(function(*[args.pop(0) for _ in range(count)]))
        return (*results, jnp.int32(0))  # a lone scalar would be a loss, whose cotangent is one

    @staticmethod
    def with_gradients(function, args, cts):
        """The results, and the cotangents of inexact arguments from those of inexact results."""
        wanted = [i for i, arg in enumerate(args) if is_inexact(arg)]
        def of(*own):
            all_args = list(args)
            for i, arg in zip(wanted, own):
                all_args[i] = arg
            outs = function(*all_args)
            return tuple(out for out in outs if is_inexact(out)), outs
        _, vjp, outs = jax.vjp(of, *[args[i] for i in wanted], has_aux=True)
        return (*outs, *vjp(tuple(cts)))

    def plan(self):
        """(passes, what the program has to give, its arguments)."""
        mode, inner, args, count = self.options.mode, tuple(self.axes), self.args, len(self.args)
        batched = jax.vmap(self.function, inner)
        if mode == "once":
            return [batch(inner)], batched, args
        if mode == "twice":
            outer = tuple(None if axis is None else 0 for axis in inner)
            args = [arg if axis is None else jnp.stack([arg, arg[::-1]]) for arg, axis in zip(args, outer)]
            return [batch(inner), batch(outer).replace(f"size={SIZE}", "size=2")], jax.vmap(batched, outer), args
        rng = np.random.default_rng(self.options.seed)
        cts = [jnp.asarray(rng.standard_normal(out.shape)).astype(out.dtype) for out in jax.eval_shape(batched, *args) if is_inexact(out)]
        grad = "--spmd-grad=function=main as=main"
        if mode == "grad-then-batch":
            axes = (*inner, *(0 for _ in cts))
            return [grad, batch(axes)], jax.vmap(lambda *a: self.with_gradients(self.function, a[:count], a[count:]), axes), [*args, *cts]
        return [batch(inner), grad], lambda *a: self.with_gradients(batched, a[:count], a[count:]), [*args, *cts]

    def text(self):
        function = functools.partial(self.function, exported=True)
        return jax.jit(function).trace(*self.single).lower(lowering_platforms=(self.group[0].platform,)).as_text()

    def check(self):
        """A list of what is wrong: (case, text)."""
        passes, wanted, args = self.plan()
        first, made = self.group[0], transformed(self.text(), passes)
        if made.returncode:
            return [(first, made.stderr.strip()[:400])]
        try:
            flags = [f"--backend={'reference' if first.reference else self.options.backend}"] + (["--devices=4"] if first.manual else [])
            got = run(made.stdout, args, *flags, stderr=subprocess.PIPE)
        except subprocess.CalledProcessError as error:
            return [(first, f"spmd-run fails ({error.returncode}): {error.stderr.decode()[:300]}")]
        try:
            want = jax.tree_util.tree_leaves(jax.jit(wanted)(*args))
        except NotImplementedError:
            if len(self.group) > 1 or self.options.mode != "once":
                return [(first, "JAX has no batch of a case")] if len(self.group) > 1 else []
            want = by_entry(self.function, self.axes)(*args)
        except ValueError as error:  # a batch dim behind the others is one of the parts to JAX's rule of bitcast_convert_type
            if "Attempting to convert array" not in str(error) or self.options.mode != "once":
                raise
            want = by_entry(self.function, self.axes)(*args)
        if len(got) != len(want):
            return [(first, f"{len(got)} results, {len(want)} are wanted")]
        owners = self.result_owners(len(want))
        loose = 10 if self.options.mode.count("grad") else 1
        return [(case, wrong) for case, ours, theirs in zip(owners, got, want) if (wrong := differs(ours, np.asarray(theirs), case.looseness * loose))]

    def result_owners(self, count):
        args, owners = list(self.single), []
        for case, n in zip(self.group, self.counts):
            outs = jax.tree_util.tree_leaves(jax.eval_shape(case.twin or case.function, *[args.pop(0) for _ in range(n)]))
            owners += [case] * len(outs)
        owners.append(self.group[0])  # the number behind them
        owners += [case for case, arg in zip(self.owners, self.single) if is_inexact(arg)]
        return owners[:count]


def differs(ours, want, looseness):
    """What is wrong with a result; nothing if it is right."""
    if ours.shape != want.shape:
        return f"shape {ours.shape}, wanted {want.shape}"
    if not np.issubdtype(want.dtype, np.inexact):
        return None if np.array_equal(ours, want) else f"{np.sum(ours != want)} of {want.size} elements differ"
    scale = max(np.max(np.abs(want), initial=0), 1e-30)
    error = np.max(np.abs(ours - want), initial=0) / scale
    return None if error <= TOLERANCE * looseness else f"differs by {error:.2g} of {scale:.3g}"


def markers(options):
    """The marker ops of tests/batch/axis.mlir against the collectives of jax.lax along an axis of jax.vmap."""
    def function(x, y):
        around = lax.ppermute(x, "i", [(0, 1), (1, 2), (2, 0)])  # JAX wants a source for each entry
        return (lax.psum(x, "i"), lax.pmax(x, "i"), lax.pmin(x, "i"), lax.psum(y, "i"), lax.axis_index("i").astype(jnp.int32), lax.all_gather(x, "i", axis=1),
                lax.psum_scatter(x, "i"), lax.all_to_all(x, "i", 0, 0), jnp.where(lax.axis_index("i") > 0, around, 0))
    rng = np.random.default_rng(options.seed)
    x, y = jnp.asarray(rng.standard_normal((SIZE, 3)), jnp.float32), jnp.float32(rng.standard_normal())
    with open(os.path.join(os.path.dirname(__file__), "../batch/axis.mlir"), encoding="utf-8") as file:
        made = transformed(file.read(), [batch((0, None)).replace("in=", "axis=i in=")])
    if made.returncode:
        return ["markers: " + made.stderr.strip()[:400]]
    got, want = run(made.stdout, [x, y], f"--backend={options.backend}"), jax.vmap(function, (0, None), axis_name="i")(x, y)
    return [f"markers: result {i} {wrong}" for i, (ours, theirs) in enumerate(zip(got, want)) if (wrong := differs(ours, np.asarray(theirs), 1))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--mode", default="once", choices=["once", "twice", "grad-then-batch", "batch-then-grad"])
    parser.add_argument("--alone", action="store_true", help="each case as a program of its own")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backend", default="jit")
    options = parser.parse_args()
    chosen = list(gradient_cases.cases("f32")) + ([] if "grad" in options.mode else list(batching_cases.cases()))
    chosen = [case for case in chosen if re.fullmatch(options.only.replace(",", "|") or ".*", case.name)]
    kind = lambda case: (len(case.makers), case.platform, case.reference, case.manual)
    wrong, count = set(), 0
    for each in sorted(set(map(kind, chosen))):
        some = [case for case in chosen if kind(case) == each]
        size = 1 if options.alone else 24
        for group in (some[i:i + size] for i in range(0, len(some), size)):
            for subset in subsets(each[0]):
                count += len(group)
                found = Program(group, subset, options).check()
                if found and len(group) > 1:
                    found = [item for case in group for item in Program([case], subset, options).check()]
                for case, what in found:
                    print(f"{case.name} {subset}: {what}", flush=True)
                    wrong.add(case.name)
    if options.mode == "once" and re.fullmatch(options.only.replace(",", "|") or ".*", "markers"):
        found = markers(options)
        print("\n".join(found), end="\n" if found else "")
        wrong.update(found)
    print(f"{len(chosen)} cases, {count} subsets, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every primitive of JAX beside XLA's CPU backend, by the cases that JAX itself has for converters (jax._src.internal_test_util.test_harnesses):
some 7,500, with odd shapes, element types and parameters. SPMD_PART=K/N: every N-th one."""
import collections
import os

os.environ["JAX_PLATFORMS"] = "spmd,cpu"
import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src import test_util  # noqa: E402

jax.config.update("jax_enable_x64", True)
from jax._src.internal_test_util import test_harnesses  # noqa: E402

PART, PARTS = map(int, os.environ.get("SPMD_PART", "0/1").split("/"))
# What results have in common where they leave something open: the other triangle (and small pivots of matrices near to singular ones),
# vectors up to a factor, the order of equal keys.
COMMON = {"cholesky": lambda results: [np.tril(x) @ np.swapaxes(np.tril(x).conj(), -1, -2) for x in results],
          "eigh": lambda results: [x for x in results if x.ndim == min(y.ndim for y in results)],
          "sort_multiple_arrays": lambda results: [np.sort(x, axis=None) for x in results]}


def tolerance(dtypes):
    """Twenty times that of JAX's own tests, of the largest element: sums of some hundred products are taken in another order. Of several
    types, the one with the fewest digits counts."""
    return 20 * max(test_util.default_tolerance().get(np.dtype(dtype), 1e-2) for dtype in dtypes)


def run(harness, arguments, platform):
    device = jax.devices(platform)[0]
    with jax.default_device(device):
        placed = [jax.device_put(x, device) if isinstance(x, (np.ndarray, np.generic, jax.Array)) else x for x in arguments]
        return [np.asarray(x) for x in jax.tree.leaves(jax.jit(harness.dyn_fun)(*placed))]


def difference(ours, theirs, arguments):
    for a, b in zip(ours, theirs, strict=True):
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"{a.dtype}{a.shape} instead of {b.dtype}{b.shape}"
        if a.dtype.kind in "iub":
            if not np.array_equal(a, b):
                return f"{np.count_nonzero(a != b)} of {a.size} elements differ"
            continue
        wide = np.complex128 if a.dtype.kind == "c" else np.float64
        x, y = a.astype(wide), b.astype(wide)
        finite = np.abs(y[np.isfinite(y)])
        allowed = tolerance({a.dtype, *(x.dtype for x in jax.tree.leaves(arguments) if hasattr(x, "dtype") and x.dtype.kind in "fcV")}) * max(1.0, float(finite.max(initial=0)))
        if not np.allclose(x, y, rtol=0, atol=allowed, equal_nan=True):
            return f"they differ by {np.nanmax(np.abs(x - y)):.2e}, {allowed:.2e} is allowed"
    return ""


count = collections.Counter()
for harness in test_harnesses.all_harnesses[PART::PARTS]:
    if not harness.filter(device_under_test="cpu"):
        count["not for CPUs"] += 1
        continue
    arguments = harness.dyn_args_maker(np.random.RandomState(42))
    theirs = run(harness, arguments, "cpu")
    common = next((get for group, get in COMMON.items() if harness.fullname.startswith(group)), lambda results: results)
    try:
        found = difference(common(run(harness, arguments, "spmd")), common(theirs), arguments)
    except Exception as error:  # pylint: disable=broad-except
        found = f"{type(error).__name__}: {str(error)[:300]}"
    count["differ" if found else "equal"] += 1
    if found:
        print(f"{harness.fullname}: {found}", flush=True)
print(", ".join(f"{n} {what}" for what, n in count.items()))
print(f"{sum(count.values())} programs, {count['differ']} faults")

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares programs on the plugin with JAX's own CPU backend, in one process of eight devices each: values, exceptions, what the programs
log, and what is printed."""
import collections
import contextlib
import io
import itertools
import os
import sys

os.environ["SPMD_DEVICES"] = "8"
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
PLATFORMS = os.environ.get("COMPARED_PLATFORMS", "spmd,cpu").split(",")
os.environ["JAX_PLATFORMS"] = ",".join(dict.fromkeys(PLATFORMS))

import jax  # noqa: E402
import numpy as np  # noqa: E402

programs, faults = [], []
# SPMD_PART=1/4 runs every fourth program, from number 1 on.
PART, PARTS = map(int, os.environ.get("SPMD_PART", "0/1").split("/"))
numbers = itertools.count()


def outcome(run, platform):
    """What `run(devices, log)` returns on a platform, what it logs and what it prints; an exception by its type and its last line."""
    log, printed = [], io.StringIO()
    with contextlib.redirect_stdout(printed), jax.default_device(jax.devices(platform)[0]):
        try:
            values = jax.tree.map(np.asarray, run(jax.devices(platform), log))
            jax.effects_barrier()
        except Exception as error:
            values = type(error).__name__, [line for line in str(error).splitlines() if line.strip()][-1]
    return values, log, printed.getvalue()


def close(a, b, tolerance):
    """Equal numbers; floats to 1e-6, which functions such as tanh need, or as the program says."""
    kind = np.asarray(a).dtype.kind
    return np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True) if kind in "fc" else np.array_equal(a, b)


def fault(text):
    """Prints a fault at once: later programs may end the process."""
    faults.append(text)
    print(text[:600], flush=True)


def difference(a, b, tolerance):
    """Where two results differ first, in words; nothing where they agree."""
    if jax.tree.structure(a) != jax.tree.structure(b):
        return f"{str(a)[:250]} instead of {str(b)[:250]}"
    for i, (p, q) in enumerate(zip(jax.tree.leaves(a), jax.tree.leaves(b))):
        if np.shape(p) != np.shape(q) or np.asarray(p).dtype != np.asarray(q).dtype or not close(p, q, tolerance):
            return f"value {i}: {str(p)[:250]} {np.asarray(p).dtype} instead of {str(q)[:250]} {np.asarray(q).dtype}"
    return ""


def case(run, in_order=True, tolerance=1e-6, may_fail=False):
    """Compares both platforms. Without an order, logs and lines are compared as bags. A program that ends with an exception is a fault
    unless it `may_fail`, because it would compare nothing."""
    if next(numbers) % PARTS != PART % PARTS or (len(sys.argv) > 1 and run.__name__ not in sys.argv[1:]):
        return run
    programs.append(run.__name__)
    bag = (lambda items: items) if in_order else lambda items: collections.Counter(map(repr, items))
    (values, log, printed), (wanted, wanted_log, wanted_printed) = (outcome(run, platform) for platform in PLATFORMS)
    if found := difference(values, wanted, tolerance):
        fault(f"{run.__name__}: {found}")
    if not may_fail and isinstance(wanted, tuple) and len(wanted) == 2 and all(isinstance(part, str) for part in wanted):
        fault(f"{run.__name__}: the program is wrong: {wanted}")
    if bag(log) != bag(wanted_log):
        fault(f"{run.__name__}: calls {log} instead of {wanted_log}")
    if bag(printed.splitlines()) != bag(wanted_printed.splitlines()):
        fault(f"{run.__name__}: prints {printed!r} instead of {wanted_printed!r}")
    return run


def within(tolerance):
    """As `case`, with another tolerance for floats."""
    return lambda run: case(run, tolerance=tolerance)


# Numbers whose sums and products are exact, so that prints and logs are equal in any order of additions.
x = (np.arange(-5, 7, dtype=np.float32) / 4).reshape(3, 4)
like = jax.ShapeDtypeStruct


def mesh_of(devices, shape=(8,), names=("x",)):
    return jax.sharding.Mesh(np.array(devices[: int(np.prod(shape))]).reshape(shape), names)


def message(run):
    """Whether a run fails as JAX's users expect, and what the text says."""
    try:
        jax.block_until_ready(run())
        return "no error"
    except jax.errors.JaxRuntimeError as error:
        return str(error)


def raised(run, *words):
    """The type of the exception that `run` raises, and which of the words its text has: what both platforms must agree on."""
    try:
        jax.block_until_ready(run())
        return "no error"
    except Exception as error:
        return type(error).__name__, [word in str(error) for word in words]


def finish():
    print(f"{len(programs)} programs, {len(faults)} faults")
    sys.exit(bool(faults))

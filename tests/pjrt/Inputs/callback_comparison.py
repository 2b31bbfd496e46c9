#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares programs that call Python functions on the plugin with JAX's own CPU backend, in one process of eight devices each: values,
the calls that the functions log, and what is printed."""
import collections
import contextlib
import io
import os
import sys

os.environ["SPMD_DEVICES"] = "8"
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "spmd,cpu"

import jax  # noqa: E402
import numpy as np  # noqa: E402

programs, faults = [], []


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


def close(a, b):
    """Equal numbers; floats to 1e-6, which functions such as tanh need."""
    kind = np.asarray(a).dtype.kind
    return np.allclose(a, b, rtol=1e-6, atol=1e-6) if kind in "fc" else np.array_equal(a, b)


def case(run, in_order=True):
    """Compares both platforms. Without an order, logs and lines are compared as bags."""
    programs.append(run.__name__)
    bag = (lambda items: items) if in_order else lambda items: collections.Counter(map(repr, items))
    (values, log, printed), (wanted, wanted_log, wanted_printed) = (outcome(run, platform) for platform in ("spmd", "cpu"))
    same = jax.tree.structure(values) == jax.tree.structure(wanted) and all(
        np.shape(a) == np.shape(b) and np.asarray(a).dtype == np.asarray(b).dtype and close(a, b) for a, b in zip(jax.tree.leaves(values), jax.tree.leaves(wanted)))
    if not same:
        faults.append(f"{run.__name__}: {values} instead of {wanted}"[:600])
    if bag(log) != bag(wanted_log):
        faults.append(f"{run.__name__}: calls {log} instead of {wanted_log}"[:600])
    if bag(printed.splitlines()) != bag(wanted_printed.splitlines()):
        faults.append(f"{run.__name__}: prints {printed!r} instead of {wanted_printed!r}"[:600])
    return run


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


def finish():
    print("\n".join(faults))
    print(f"{len(programs)} programs, {len(faults)} faults")
    sys.exit(bool(faults))

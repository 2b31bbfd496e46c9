#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs JAX programs on the plugin and on JAX's own CPU backend, in one process, and compares the results. Eight devices each."""
import os
import sys

os.environ["SPMD_DEVICES"] = "8"
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "spmd,cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

cases, faults = 0, []


def compare(name, run, tolerance=1e-5):
    """`run(devices)` on both platforms."""
    global cases
    cases += 1
    try:
        ours, theirs = (jax.tree.map(np.asarray, run(jax.devices(platform))) for platform in ("spmd", "cpu"))
    except Exception as error:  # a program that does not run is a fault
        faults.append(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}")
        return
    for path, (a, b) in enumerate(zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True)):
        if a.dtype != b.dtype or a.shape != b.shape:
            faults.append(f"{name}[{path}]: {a.dtype}{a.shape} instead of {b.dtype}{b.shape}")
        elif not np.allclose(a.astype(np.float64), b.astype(np.float64), rtol=tolerance, atol=tolerance, equal_nan=True):
            faults.append(f"{name}[{path}]: off by {np.max(np.abs(a.astype(np.float64) - b.astype(np.float64))):.3g}")


def on_first(f, *arguments):
    return lambda devices: jax.jit(f)(*jax.device_put(arguments, devices[0]))


x = np.linspace(-2, 2, 24, dtype=np.float32).reshape(4, 6)
compare("add", on_first(lambda x: x + 1, x))
compare("matmul", on_first(lambda x: x @ x.T, x))
compare("grad", on_first(jax.grad(lambda x: jnp.sum(jnp.tanh(x) ** 2)), x))
compare("scan", on_first(lambda x: jax.lax.scan(lambda c, r: (c + r, c * r), jnp.zeros(6), x), x))
compare("while", on_first(lambda x: jax.lax.while_loop(lambda s: s[1] < 5, lambda s: (s[0] * 2, s[1] + 1), (x, 0)), x))
compare("sort", on_first(lambda x: (jnp.sort(x, axis=0), jnp.argsort(-x, axis=1)), x))
compare("random", lambda devices: jax.device_put(jax.random.normal(jax.device_put(jax.random.key_data(jax.random.key(3)), devices[0]), (5, 5)), devices[0]))
compare("integers", on_first(lambda x: (x // 3, x % 3, x << 1), np.arange(-5, 6, dtype=np.int32)))
compare("bf16", on_first(lambda x: (x * 2).astype(jnp.float32), x.astype(jnp.bfloat16)))
compare("complex", on_first(lambda x: jnp.abs(jnp.exp(1j * x)), x))
compare("bool", on_first(lambda x: (x > 0) & (x < 1), x))
compare("empty", on_first(lambda x: x[:0] + 1, x))
compare("linalg", on_first(lambda x: (jnp.linalg.inv(x @ x.T + 3 * jnp.eye(4)), jnp.linalg.det(x @ x.T + jnp.eye(4)), jnp.linalg.eigvalsh(x @ x.T)), x), 1e-4)
compare("svd", on_first(lambda x: jnp.linalg.svd(x, compute_uv=False), x), 1e-4)


def sharded(devices):
    mesh = jax.sharding.Mesh(np.array(devices[:8]).reshape(2, 4), ("x", "y"))
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8), NamedSharding(mesh, P("x", "y")))
    f = jax.jit(lambda a: (jnp.tanh(a * 0.1) @ a.T - 1, jnp.sum(a)), out_shardings=(NamedSharding(mesh, P("y", None)), None))
    return f(a)


def propagated(devices):
    mesh = jax.sharding.Mesh(np.array(devices[:8]), ("x",))
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8), NamedSharding(mesh, P("x")))
    out = jax.jit(lambda a: a * 2)(a)
    assert out.sharding.is_equivalent_to(a.sharding, 2), out.sharding
    return out


def mapped(devices):
    mesh = jax.sharding.Mesh(np.array(devices[:8]), ("x",))
    f = jax.jit(jax.shard_map(lambda a: jax.lax.psum(a, "x"), mesh=mesh, in_specs=P("x"), out_specs=P()))
    return f(np.arange(16, dtype=np.float32))


def reversed_mesh(devices):
    mesh = jax.sharding.Mesh(np.array(devices[:4][::-1]), ("x",))
    a = jax.device_put(np.arange(8, dtype=np.float32), NamedSharding(mesh, P("x")))
    return jax.jit(lambda a: jnp.cumsum(a) + a[::-1])(a)


def donated(devices):
    f = jax.jit(lambda a, b: (a + b, b), donate_argnums=0)
    a, b = jax.device_put((x, x * 2), devices[0])
    c, _ = f(a, b)
    assert a.is_deleted() and not b.is_deleted(), (a.is_deleted(), b.is_deleted())
    return f(c, b)


def donated_and_read(devices):
    f = jax.jit(lambda a, b: (a + 1, a * b), donate_argnums=0)
    a = jax.device_put(x, devices[0])
    view = np.asarray(a)
    result = f(a, jax.device_put(view, devices[0]))
    assert np.array_equal(view, x)
    return result


def third_device(devices):
    return jax.jit(lambda a: a * a)(jax.device_put(x, devices[2]))


def moved(devices):
    return jax.device_put(jax.device_put(x, devices[2]) + 1, devices[5])


for case in (sharded, propagated, mapped, reversed_mesh, donated, donated_and_read, third_device, moved):
    compare(case.__name__, case)

try:
    jax.jit(lambda x: jax.lax.linalg.qr(x) if False else jnp.zeros(3) + x)(jax.device_put(np.zeros(4, np.float32), jax.devices("spmd")[0]))
    faults.append("a shape error was not raised")
except TypeError:
    pass
print("\n".join(faults))
print(f"{cases} programs, {len(faults)} faults")
sys.exit(bool(faults))

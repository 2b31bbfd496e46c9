#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python functions on meshes, functions that raise exceptions, functions that run programs themselves, and how long functions live."""
import gc

from callback_comparison import case, fault, finish, jax, like, mesh_of, message, np, programs, x
import jax.numpy as jnp
from jax.experimental import io_callback
from jax.sharding import NamedSharding, PartitionSpec as P


# Meshes.


@case
def on_a_mesh(devices, log):
    """JAX calls the function on one device, with the whole array."""
    def f(a):
        log.append(a.shape)
        return np.asarray(a)[::-1] * 2, np.asarray(a).sum(dtype=np.int32)

    a = jax.device_put(np.arange(64, dtype=np.int32).reshape(16, 4), NamedSharding(mesh_of(devices), P("x")))
    g = jax.jit(lambda a: jax.pure_callback(f, (like(a.shape, a.dtype), like((), a.dtype)), a * 2))
    return g(a)


def on_a_mesh_with_effects(devices, log):
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(16, 4), NamedSharding(mesh_of(devices, (4, 2), ("x", "y")), P("x", "y")))

    def note(a):
        log.append(np.asarray(a).tolist())
        return np.float32(a[0])

    def f(a):
        jax.debug.callback(note, a.sum(axis=0))
        jax.debug.print("{}", a.sum())
        b = io_callback(note, like((), a.dtype), a.sum(axis=1))
        return a * b, jax.lax.fori_loop(0, 2, lambda i, c: c + io_callback(note, like((), a.dtype), a[i]), b)

    return jax.jit(f)(a)


case(on_a_mesh_with_effects, in_order=False)


def mapped(devices, log):
    """Under shard_map each device calls for itself."""
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(16, 4), NamedSharding(mesh_of(devices), P("x")))

    def f(a):
        jax.debug.callback(lambda a: log.append(a.tolist()), a)
        jax.debug.print("device {}", jax.lax.axis_index("x"))
        b = jax.lax.psum(jax.pure_callback(lambda a: np.asarray(a) + 1, like(a.shape, a.dtype), a), "x")
        jax.debug.callback(lambda a: log.append(a.tolist()), b)
        return a + b

    return jax.jit(jax.shard_map(f, mesh=mesh_of(devices), in_specs=P("x"), out_specs=P("x")))(a)


case(mapped, in_order=False)


def mapped_over_one_axis(devices, log):
    mesh = mesh_of(devices, (4, 2), ("x", "y"))
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(16, 4), NamedSharding(mesh, P("x", "y")))

    def f(a):
        jax.debug.callback(lambda a: log.append(a.tolist()), a)
        return a + jax.lax.psum(a, "x")

    return jax.jit(jax.shard_map(f, mesh=mesh, in_specs=P("x"), out_specs=P("x"), axis_names={"x"}))(a)


case(mapped_over_one_axis, in_order=False)


def partitioned(devices, log):
    a = jax.device_put(np.arange(16, dtype=np.float32), NamedSharding(mesh_of(devices), P("x")))
    f = jax.shard_map(lambda a: (jax.debug.callback(lambda a: log.append(a.tolist()), a, partitioned=False), a * 2)[1], mesh=mesh_of(devices), in_specs=P("x"), out_specs=P("x"))
    return jax.jit(f)(a)


case(partitioned, in_order=False)


# Errors, and functions that run programs themselves.


@case
def raised_without_results(devices, log):
    def bad(a):
        raise ValueError("the third step is missing")

    jax.jit(lambda a: io_callback(bad, None, a, ordered=True))(x)
    try:
        jax.effects_barrier()
    except Exception as error:
        return type(error).__name__ == "JaxRuntimeError", "the third step is missing" in str(error)
    return "no error"


@case
def raised(devices, log):
    calls = []

    def sometimes(a):
        calls.append(None)
        if a[0, 0] > 0:
            raise KeyError("no such row: 17")
        return np.asarray(a)

    def wrong_shape(a):
        return np.zeros((2, 2), np.float32)

    f = jax.jit(lambda a: jax.pure_callback(sometimes, like(a.shape, a.dtype), a) + 1)
    texts = [message(lambda: f(x + 5)), message(lambda: jax.jit(lambda a: jax.pure_callback(wrong_shape, like(a.shape, a.dtype), a))(x))]
    return [text in whole for text, whole in zip(("KeyError: 'no such row: 17'", "Incorrect output shape"), texts)], f(x), message(lambda: f(x + 5)) != "no error", f(x)


def raised_on_a_mesh(devices):
    """Other devices wait for the one that fails; later runs work. XLA's CPU backend ends the process here."""
    mesh = mesh_of(devices)
    a = jax.device_put(np.arange(16, dtype=np.float32), NamedSharding(mesh, P("x")))

    def f(a):
        def sometimes(a):
            if a[0] == 6 + 100:
                raise OSError("device 3 cannot")
            return np.asarray(a)

        b = a + jax.pure_callback(sometimes, like(a.shape, a.dtype), a)
        return jax.lax.fori_loop(0, 3, lambda i, c: c + jax.lax.psum(c, "x"), b)

    g = jax.jit(jax.shard_map(f, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
    before = np.asarray(g(a))
    text = message(lambda: g(a + 100))
    if "device 3 cannot" not in text or not np.array_equal(before, g(a)):
        fault(f"raised_on_a_mesh: {text}, then {g(a)} instead of {before}")


programs.append("raised_on_a_mesh")
raised_on_a_mesh(jax.devices("spmd"))


@case
def nested(devices, log):
    """The function runs programs of the same platform and waits for them."""
    weights = jax.device_put(np.full((4, 4), 0.5, np.float32), devices[0])
    device = devices[0]

    @jax.jit
    def inner(a, w):
        return jnp.tanh(a @ w)

    def f(a):
        with jax.default_device(device):
            return np.asarray(inner(jax.device_put(np.asarray(a), device), weights)) + np.asarray(jnp.sum(weights))

    g = jax.jit(lambda a: jax.pure_callback(f, like(a.shape, a.dtype), a) * 2)
    later = [g(jnp.asarray(x) + i) for i in range(4)]
    return later


def registered():
    from spmd_jax import callbacks

    gc.collect()
    callbacks.host_functions().forget_gone()
    return len(callbacks.host_functions().functions)


def many(count):
    for i in range(count):
        np.asarray(jax.jit(lambda a: jax.pure_callback(lambda a: np.asarray(a) + 1, like(a.shape, a.dtype), a))(x))
    jax.clear_caches()


# The functions go with the programs that call them.
programs.append("lifetime")
with jax.default_device(jax.devices("spmd")[0]):
    jax.clear_caches()
    many(2)
    before = registered()
    many(5)
    if registered() > before:
        fault(f"{registered()} functions are registered behind the programs that call them, {before} were before")

# A program that calls Python is not written to a file.
programs.append("serialization")
compiled = jax.jit(lambda a: jax.pure_callback(lambda a: a, like(a.shape, a.dtype), a)).lower(jax.device_put(x, jax.devices("spmd")[0])).compile()
try:
    compiled.runtime_executable().serialize()
    fault("a program that calls Python was serialized")
except Exception as error:
    if "calls functions of this process" not in str(error):
        fault(f"serialization: {error}")
finish()

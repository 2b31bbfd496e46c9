#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays travel by DLPack between JAX on the plugin and other libraries without copies: addresses, lifetimes, donation, and what is refused."""
import ctypes
import gc
import os
import time
import weakref

os.environ["SPMD_DEVICES"] = "2"
os.environ["JAX_PLATFORMS"] = "spmd,cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

import spmd_jax  # noqa: E402
from checks import check, finish, refuses  # noqa: E402
from spmd_jax import dlpack  # noqa: E402

jax.config.update("jax_enable_x64", True)


def aligned(array):
    """The same array at an address that is a multiple of 64."""
    memory = np.empty(array.nbytes + 64, np.uint8)
    begin = -memory.ctypes.data % 64
    out = memory[begin:begin + array.nbytes].view(array.dtype).reshape(array.shape)
    out[...] = array
    return out


class Owner(np.ndarray):
    """An array whose end can be watched."""


class Consumer:
    """A library that takes capsules, by the C interface alone."""

    def __init__(self, capsule):
        self.struct = dlpack._Plain.from_address(dlpack._address(id(capsule), b"dltensor"))
        dlpack._rename(capsule, b"used_dltensor")

    def floats(self):
        tensor = self.struct.tensor
        return [ctypes.c_float.from_address(tensor.data + 4 * i).value for i in range(tensor.shape[0])]

    def close(self):
        self.struct.deleter(ctypes.addressof(self.struct))


x = jnp.arange(24, dtype=jnp.float32).reshape(4, 6) + 1
for dtype in ("float32", "float64", "float16", "int8", "int64", "uint16", "uint32", "complex64", "bool"):
    given = jnp.arange(6).reshape(2, 3).astype(dtype)
    there = np.from_dlpack(given)
    check(f"{dtype} to numpy", there.dtype == given.dtype and there.shape == (2, 3) and there.ctypes.data == given.unsafe_buffer_pointer() and not there.flags.writeable)
    host = aligned(np.arange(6).reshape(2, 3).astype(dtype))
    back = spmd_jax.from_dlpack(host)
    check(f"{dtype} from numpy", back.dtype == host.dtype and back.unsafe_buffer_pointer() == host.ctypes.data and np.array_equal(np.asarray(back), host) and next(iter(back.devices())).platform == "spmd")
for given in (x, x.astype(jnp.bfloat16), jnp.float32(3), jnp.zeros((0, 4)), x[0], jnp.ones((2, 1, 3))):
    back = spmd_jax.from_dlpack(spmd_jax.to_dlpack(given))
    check(f"{given.dtype}{given.shape} round trip", back.dtype == given.dtype and back.shape == given.shape and np.array_equal(np.asarray(back), np.asarray(given)))
    check(f"{given.dtype}{given.shape} shares", not given.size or back.unsafe_buffer_pointer() == given.unsafe_buffer_pointer())
versioned = spmd_jax.to_dlpack(x, max_version=(1, 1))
check("a versioned capsule", "dltensor_versioned" in repr(versioned) and spmd_jax.from_dlpack(versioned).unsafe_buffer_pointer() == x.unsafe_buffer_pointer())
check("a copy", np.from_dlpack(x, copy=True).ctypes.data != x.unsafe_buffer_pointer())
check("another device", spmd_jax.from_dlpack(aligned(np.ones(4, np.float32)), jax.devices("spmd")[1]).devices() == {jax.devices("spmd")[1]})
strided = np.arange(12, dtype=np.float32).reshape(3, 4).T
check("strides are copied", np.array_equal(np.asarray(spmd_jax.from_dlpack(strided)), strided))
check("arrays of the platform cpu", np.array_equal(np.asarray(spmd_jax.from_dlpack(jax.device_put(np.arange(5), jax.devices("cpu")[0]))), np.arange(5)))
check("results of a program that still runs", np.from_dlpack(jax.jit(lambda x: jnp.linalg.inv(x @ x + 64 * jnp.eye(64)).sum())(jnp.ones((64, 64)))) > 0)

# Lifetimes: what is shared lives as long as the last reader, and no longer.
consumer = Consumer(spmd_jax.to_dlpack(y := x[0] * 2))
device, y = next(iter(x.devices())), None
gc.collect()
check("read after the array is gone", consumer.floats() == [2 * i for i in range(1, 7)])
large = jax.block_until_ready(jnp.ones(1 << 18, jnp.float32))
held, before = Consumer(spmd_jax.to_dlpack(large)), device.memory_stats()["bytes_in_use"]
large = None
check("the memory is held", device.memory_stats()["bytes_in_use"] == before)
held.close()
# The thread that made the array may hold it a moment longer than block_until_ready waits.
deadline = time.monotonic() + 10
while device.memory_stats()["bytes_in_use"] > before - (1 << 20) and time.monotonic() < deadline:
    time.sleep(0.001)
check("the memory is let go", device.memory_stats()["bytes_in_use"] <= before - (1 << 20))
consumer.close()
unused = spmd_jax.to_dlpack(x)
check("a capsule that nobody uses", len(dlpack._EXPORTED) >= 1)
unused = versioned = there = back = None
gc.collect()
check("no struct is left", not dlpack._EXPORTED)
owner = aligned(np.ones(64, np.float32)).view(Owner)
end = weakref.ref(owner)
taken = spmd_jax.from_dlpack(owner)
owner = None
gc.collect()
check("the owner lives with the array", end() is not None and float(taken.sum()) == 64)
taken = None
gc.collect()
jax.effects_barrier()
check("the owner goes with the array", end() is None)

# A reader keeps its numbers when the array is donated.
step = jax.jit(lambda x: x * 10, donate_argnums=0)
given = x[1] + 0
reader, numbers = np.from_dlpack(given), np.array(given)
result = step(given)
check("donated beside a reader", given.is_deleted() and np.array_equal(reader, numbers) and np.array_equal(np.asarray(result), numbers * 10))
borrowed = aligned(np.arange(64, dtype=np.float32))
step(spmd_jax.from_dlpack(borrowed)).block_until_ready()
check("donated memory of others is not written to", np.array_equal(borrowed, np.arange(64)))


class Elsewhere:
    """An array of a GPU."""

    def __dlpack_device__(self):
        return 2, 0

    def __dlpack__(self, **options):
        raise AssertionError("no capsule is to be made")


deleted = x + 5
deleted.delete()
mesh = jax.sharding.Mesh(np.array(jax.devices("spmd")), ("d",))
refuses("deleted", RuntimeError, "deleted", lambda: spmd_jax.to_dlpack(deleted))
refuses("donated", RuntimeError, "deleted or donated", lambda: spmd_jax.to_dlpack(given))
refuses("sharded", BufferError, "2 devices", lambda: spmd_jax.to_dlpack(jax.device_put(x, NamedSharding(mesh, P("d")))))
refuses("replicated", BufferError, "2 devices", lambda: np.from_dlpack(jax.device_put(x, NamedSharding(mesh, P()))))
refuses("platform cpu", BufferError, "platform cpu", lambda: spmd_jax.to_dlpack(jax.device_put(np.ones(3), jax.devices("cpu")[0])))
refuses("no array", TypeError, "jax.Array", lambda: spmd_jax.to_dlpack(np.ones(3)))
refuses("under jit", TypeError, "jax.Array", lambda: jax.jit(lambda x: spmd_jax.to_dlpack(x))(x))
refuses("float8", BufferError, "float8_e5m2", lambda: spmd_jax.to_dlpack(x.astype(jnp.float8_e5m2)))
refuses("a GPU's array", BufferError, "type 2", lambda: spmd_jax.from_dlpack(Elsewhere()))
refuses("for a GPU", BufferError, "type 2", lambda: x.__dlpack__(dl_device=(2, 0)))
refuses("no capsule", TypeError, "capsule", lambda: spmd_jax.from_dlpack(3))
used = spmd_jax.to_dlpack(x)
spmd_jax.from_dlpack(used)
refuses("used up", TypeError, "used up", lambda: spmd_jax.from_dlpack(used))
refuses("no copy", ValueError, "must be copied", lambda: spmd_jax.from_dlpack(strided, copy=False))

# numpy reads arrays where they are.
check("numpy", np.asarray(x).ctypes.data == x.unsafe_buffer_pointer() and not np.asarray(x).flags.writeable)
finish()

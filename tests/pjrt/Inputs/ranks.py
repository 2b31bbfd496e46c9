#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a JAX program sees of several ranks: devices, arrays whose parts lie in several processes, programs on all meshes, and
multihost_utils. usage: mpirun -n 2 ranks.py alone|numbers|host [PORT]

alone: the plugin finds the ranks itself. numbers: jax.distributed.initialize with a coordinator on this PORT. host: MPI was started
by somebody else in the process, who ends it."""
import ctypes
import os
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

rank, ranks = int(os.environ["OMPI_COMM_WORLD_RANK"]), int(os.environ["OMPI_COMM_WORLD_SIZE"])
checks = 0


def check(what, found, wanted):
    global checks
    checks += 1
    np.testing.assert_array_equal(np.asarray(found), np.asarray(wanted), err_msg=f"rank {rank}: {what}")


def devices():
    count = jax.local_device_count()
    check("process", (jax.process_index(), jax.process_count(), jax.device_count()), (rank, ranks, ranks * count))
    check("ids", [d.id for d in jax.devices()], range(ranks * count))
    check("processes", [d.process_index for d in jax.devices()], np.repeat(range(ranks), count))
    check("local devices", [d.id for d in jax.local_devices()], range(rank * count, (rank + 1) * count))
    check("of another process", [d.id for d in jax.local_devices(process_index=0)], range(count))
    check("memory", jax.local_devices()[0].memory_stats()["bytes_in_use"] >= 0, True)


def parts(array, whole):
    """The parts of an array in this process are those of the whole array."""
    for shard in array.addressable_shards:
        check("part", shard.data, whole[shard.index])
    check("number of parts", len(array.addressable_shards), jax.local_device_count())


def arrays(mesh, data):
    split = NamedSharding(mesh, P("d"))
    x = jax.make_array_from_callback(data.shape, split, lambda index: data[index])
    parts(x, data)
    check("addressable", (x.is_fully_addressable, len(x.sharding.device_set)), (False, jax.device_count()))
    own = sorted({row for shard in x.addressable_shards for row in range(*shard.index[0].indices(len(data)))})
    parts(jax.make_array_from_process_local_data(split, data[own]), data)
    parts(jax.device_put(data, split), data)
    whole = jax.device_put(data, NamedSharding(mesh, P()))
    check("replicated", whole, data)
    parts(x + 1, data + 1)
    return x


def programs(x, data, mesh):
    check("sum", jax.jit(jnp.sum)(x), data.sum())
    check("gathered", jax.jit(lambda v: v * 2, out_shardings=NamedSharding(mesh, P()))(x), data * 2)
    parts(jax.jit(lambda v: v.T @ v + 0 * v, donate_argnums=0)(x + 0), data.T @ data + 0 * data)
    size = jax.device_count()

    def body(v):
        after = jax.lax.ppermute(v, "d", [(i, (i + 1) % size) for i in range(size)])
        return jax.lax.psum(v, "d"), after, jax.lax.axis_index("d")[None]

    total, after, index = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("d"), out_specs=(P(), P("d"), P("d"))))(x)
    each = data.reshape(size, -1, data.shape[1])
    check("psum", total, each.sum(0))
    parts(after, np.roll(each, 1, axis=0).reshape(data.shape))
    parts(index, np.arange(size))


def meshes(data):
    """Devices in other orders, some devices of each process, and those of one process."""
    devices, count = np.array(jax.devices()), jax.local_device_count()
    for order in (devices[::-1], devices.reshape(ranks, count).T.reshape(-1)):
        mesh = Mesh(order, ("d",))
        x = arrays(mesh, data)
        programs(x, data, mesh)
    one = NamedSharding(Mesh(devices[::count], ("d",)), P("d"))
    x = jax.make_array_from_callback(data.shape, one, lambda index: data[index])
    check("one device of each process", jax.jit(jnp.sum)(x), data.sum())
    own = NamedSharding(Mesh(np.array(jax.local_devices()), ("d",)), P("d"))
    for step in range(rank + 1):  # not equally often: the other rank has no part in it
        check("own devices", jax.jit(lambda v, step: v + step)(jax.device_put(data, own), step), data + step)
    check("one device", jnp.ones(3) * rank, [rank] * 3)


def utilities(x, data):
    check("process_allgather", multihost_utils.process_allgather(x, tiled=True), data)
    check("process_allgather of own", multihost_utils.process_allgather(np.array([rank, 5])), [[r, 5] for r in range(ranks)])
    check("broadcast_one_to_all", multihost_utils.broadcast_one_to_all(np.float32(rank + 3)), 3)
    multihost_utils.assert_equal(np.arange(4), "equal arrays")
    try:
        multihost_utils.assert_equal(np.array([rank]), "the ranks")
        check("assert_equal", "no error", "an error")
    except AssertionError as error:
        check("assert_equal", "the ranks" in str(error), True)
    mesh = x.sharding.mesh
    mine = multihost_utils.global_array_to_host_local_array(x, mesh, P("d"))
    check("global_array_to_host_local_array", mine, np.split(data, ranks)[rank])
    parts(multihost_utils.host_local_array_to_global_array(np.asarray(mine), mesh, P("d")), data)
    multihost_utils.sync_global_devices("the end")


def callbacks(x, data):
    """A callback of a program of all devices is called where its device is."""
    seen = []
    jax.jit(lambda v: jax.debug.callback(seen.append, v.sum()))(x)
    jax.effects_barrier()
    check("calls", len(seen), 1 if rank == 0 else 0)
    check("value", [float(each) for each in seen], [data.sum()] * len(seen))


def main():
    host = None
    if sys.argv[1] == "numbers":
        at = "127.0.0.1:" + open(sys.argv[2], encoding="utf-8").read().strip()
        jax.distributed.initialize(at, ranks, rank, coordinator_bind_address=at)
    if sys.argv[1] == "host":
        host, level = ctypes.CDLL("libmpi.so.40", ctypes.RTLD_GLOBAL), ctypes.c_int()
        host.MPI_Init_thread(None, None, 3, ctypes.byref(level))
    devices()
    mesh = Mesh(np.array(jax.devices()), ("d",))
    data = np.arange(64, dtype=np.float32).reshape(8, 8) % 7
    x = arrays(mesh, data)
    programs(x, data, mesh)
    if sys.argv[1] == "alone":
        meshes(data)
        callbacks(x, data)
    utilities(x, data)
    if host:
        import spmd_jax.plugin

        spmd_jax.waits.end(spmd_jax.LIBRARY)
        check("MPI_Finalize of the host", host.MPI_Finalize(), 0)
    print(f"rank {rank}: {checks} checks on {ranks} processes", flush=True)


main()

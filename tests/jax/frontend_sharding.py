# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares shardMap, its collectives and placements of the C++ frontend with JAX on 8 devices. usage: frontend_sharding.py RESULTS

RESULTS is what tests/jax/Inputs/frontend_sharding.cpp prints: for each case and device the position of its part and the elements."""
import collections
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))
BOTH, CROSSED = ("data", "model"), ("model", "data")

COLLECTIVES = {
    "psum": lambda x: lax.psum(x, "model"), "psumBoth": lambda x: lax.psum(x, BOTH), "pmean": lambda x: lax.pmean(x, "data"),
    "pmax": lambda x: lax.pmax(x, "model"), "pmin": lambda x: lax.pmin(-x, "data"), "allGather": lambda x: lax.all_gather(x, "model"),
    "allGatherLast": lambda x: lax.all_gather(x, "data", axis=-1),
    "allGatherTiled": lambda x: lax.all_gather(x, "model", axis=1, tiled=True), "allGatherCrossed": lambda x: lax.all_gather(x, CROSSED),
    "psumScatter": lambda x: lax.psum_scatter(x, "model", scatter_dimension=1), "psumScatterFirst": lambda x: lax.psum_scatter(x, "data"),
    "psumScatterTiled": lambda x: lax.psum_scatter(x, "model", scatter_dimension=1, tiled=True),
    "allToAll": lambda x: lax.all_to_all(x, "model", 1, 0), "allToAllBack": lambda x: lax.all_to_all(x, "data", 0, 1),
    "allToAllTiled": lambda x: lax.all_to_all(x, "model", 1, 0, tiled=True),
    "allToAllSame": lambda x: lax.all_to_all(x, "data", 0, 0, tiled=True),
    "ppermute": lambda x: lax.ppermute(x, "model", [(0, 1), (1, 2), (3, 0)]),
    "ppermuteBoth": lambda x: lax.ppermute(x, BOTH, [(0, 7), (7, 3), (3, 4)]),
    "axisIndex": lambda x: x + lax.axis_index("model") * 100, "axisIndexCrossed": lambda x: x + lax.axis_index(CROSSED) * 100,
}


def collective(f):
    x = jnp.arange(64, dtype=jnp.float32).reshape(4, 16) * 0.5
    local = jax.shard_map(lambda part: f(part).reshape(1, -1), mesh=mesh, in_specs=P("data", "model"), out_specs=P(BOTH), check_vma=False)
    return jax.jit(local)(x)


def placements():
    x = jnp.arange(64, dtype=jnp.float32).reshape(8, 8)
    put = lambda x, spec: jax.device_put(x, NamedSharding(mesh, spec))

    @jax.jit
    def layer(x, w1, w2):
        h = lax.with_sharding_constraint(x @ w1, NamedSharding(mesh, P("data", "model")))
        return lax.with_sharding_constraint(h @ w2, NamedSharding(mesh, P("data")))

    return {"put": put(x, P("model", "data")), "putBoth": put(x, P(None, BOTH)), "putCrossed": put(x, P(CROSSED)),
            "layer": layer(put(x, P("data")) / 64, put(x, P(None, "model")), put(x, P("model")))}


# By case: device -> (position, elements).
printed = collections.defaultdict(dict)
for line in open(sys.argv[1], encoding="utf-8"):
    place, elements = line.split(":")
    name, device, *begin = place.split()
    printed[name][int(device)] = tuple(map(int, begin)), np.array(elements.split(), np.float32)

faults = 0
wanted = {**{name: collective(f) for name, f in COLLECTIVES.items()}, **placements()}
if set(wanted) != set(printed):
    sys.exit(f"other cases: {set(wanted) ^ set(printed)}")
for name, array in wanted.items():
    for shard in array.addressable_shards:
        begin, elements = printed[name][shard.device.id]
        data = np.asarray(shard.data).ravel()
        if begin != tuple(one.start or 0 for one in shard.index) or elements.shape != data.shape or not np.allclose(elements, data, 1e-5):
            print(f"{name}, device {shard.device.id}: {elements} at {begin} instead of {data} at {shard.index}")
            faults += 1
print(f"{len(wanted)} cases on {len(jax.devices())} devices, {faults} faults")
sys.exit(faults > 0)

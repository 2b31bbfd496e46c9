#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One of two ranks does something else than the other. usage: mpirun -n 2 ranks_fail.py order|missing|callback|killed|exit|raise|stopped"""
import os
import signal
import sys

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

rank, how = jax.process_index(), sys.argv[1]
mesh = Mesh(np.array(jax.devices()), ("d",))
x = jax.device_put(np.arange(8.0, dtype=np.float32), NamedSharding(mesh, P("d")))


@jax.jit
def total(v):
    return v.sum()


@jax.jit
def largest(v):
    return v.max()


def half(v):
    """What a program calls on each device, and what fails on rank 1."""
    if rank == 1:
        raise ValueError("there is no half")
    return v / 2


@jax.jit
def halves(v):
    of_device = jax.shard_map(lambda part: jax.pure_callback(half, part, part), mesh=mesh, in_specs=P("d"), out_specs=P("d"))
    return of_device(v).sum()


print(f"rank {rank}: {float(total(x))}", flush=True)
if how == "order":
    (total if rank == 0 else largest)(x).block_until_ready()
if rank == 1:
    if how == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "exit":
        os._exit(0)
    if how == "raise":
        raise ValueError("this rank has had enough")
    if how == "missing":
        sys.exit(0)
    if how == "stopped":
        os.kill(os.getpid(), signal.SIGSTOP)
try:
    print(float((halves if how == "callback" else largest)(x)))
except jax.errors.JaxRuntimeError as error:
    print(f"rank {rank} is told: {error}", file=sys.stderr, flush=True)
    raise

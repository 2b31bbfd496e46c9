#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax.profiler on the plugin: the runs of programs are in the profile, with the names of the jitted functions, and no others. usage:
profiler.py FOLDER"""
import glob
import gzip
import json
import os
import sys
import time

os.environ["SPMD_DEVICES"] = "4"
os.environ["JAX_PLATFORMS"] = "spmd"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import serialize_executable  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish  # noqa: E402

rows = NamedSharding(jax.sharding.Mesh(np.array(jax.devices()), ("x",)), P("x"))
x = jax.device_put(np.ones((400, 400), np.float32) / 400, rows)


@jax.jit
def squared(a):
    return jnp.tanh(a @ a)


@jax.jit
def shifted(a):
    return a + 1


def profile(name, run):
    """The events of the plugin while `run()` runs: by program, begin and duration in nanoseconds. And what else the profile has."""
    folder = os.path.join(sys.argv[1], name)
    with jax.profiler.trace(folder, create_perfetto_trace=True):
        run()
    (path,) = glob.glob(f"{folder}/**/*.xplane.pb", recursive=True)
    planes = {plane.name: plane for plane in jax.profiler.ProfileData.from_file(path).planes}
    events = [(event.name, event.start_ns, event.duration_ns) for line in planes["/device:CUSTOM:spmd"].lines for event in line.events]
    (text,) = glob.glob(f"{folder}/**/perfetto_trace.json.gz", recursive=True)
    return sorted(events, key=lambda event: event[1]), planes, json.load(gzip.open(text))["traceEvents"]


def two_programs():
    y = x
    for _ in range(3):
        y = shifted(squared(y)) / 400
    with jax.profiler.TraceAnnotation("waiting"):
        y.block_until_ready()


two_programs()  # compiles, and is in no profile
begin = time.perf_counter_ns()
events, planes, viewed = profile("first", two_programs)
whole = time.perf_counter_ns() - begin
names = [name for name, _, _ in events]
check(f"runs {names}", names[:2] == ["jit_squared", "jit_shifted"] and names.count("jit_squared") == names.count("jit_shifted") == 3)
check(f"durations {events}", all(0 < duration < whole for _, _, duration in events))
check(f"one after another {events}", all(a[1] + a[2] <= b[1] + 1000 for a, b in zip(events, events[1:])))
least = {wanted: min(duration for name, _, duration in events if name == wanted) for wanted in ("jit_squared", "jit_shifted")}
check(f"the longer program {least}", least["jit_squared"] > least["jit_shifted"])
host = [event for line in planes["/host:CPU"].lines for event in line.events if event.name == "waiting"]
check(f"beside events of the host {host}", len(host) == 1 and abs(host[0].start_ns - events[0][1]) < whole)
check("in the file for viewers", sum(event.get("name") == "jit_squared" for event in viewed) == 3)

squared(x).block_until_ready()
events, _, _ = profile("second", lambda: shifted(x).block_until_ready())
check(f"a second profile {events}", [name for name, _, _ in events] == ["jit_shifted"])
compiled = shifted.lower(x).compile()
back = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled))
events, _, _ = profile("read_back", lambda: back(x).block_until_ready())
check(f"a program that was read back has its name {events}", [name for name, _, _ in events] == ["jit_shifted"])
finish()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""spmd_jax.explain, memory, trace and cancel. The tools that read the same text are the oracle of the first two.
Arguments: the folder of the tools, a folder for files."""
import json
import os
import pathlib
import subprocess
import sys
import time

os.environ["SPMD_DEVICES"] = "4"
os.environ["JAX_PLATFORMS"] = "spmd"
tools, folder = map(pathlib.Path, sys.argv[1:])

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

import spmd_jax  # noqa: E402
from checks import check, finish, refuses  # noqa: E402

mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(2, 2), ("data", "model"))
x = jax.device_put(jnp.ones((64, 128)), NamedSharding(mesh, P("data", "model")))
w = jax.device_put(jnp.ones((128, 32)), NamedSharding(mesh, P("model", None)))


def layer(x, w):
    hidden = jnp.tanh(x @ w)  # the line of the matmul
    return jnp.sum(hidden, axis=1), hidden


LINE = layer.__code__.co_firstlineno + 1


def tool(name, lowered, *flags):
    """What a tool prints of the program's text."""
    path = folder / "program.mlir"
    path.write_text(lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=True))
    return subprocess.run([tools / name, path, *flags], capture_output=True, text=True, check=True, env=os.environ | {"JAX_PLATFORMS": ""}).stdout


lowered = jax.jit(layer).lower(x, w)
for value in ("arg0", "result0", f"reports.py:{LINE}", "all"):
    text = spmd_jax.explain(layer, x, w, value=value)
    check(f"explain {value}: {text}", text == tool("spmd-opt", lowered, f"--explain={value}") and len(text) > 40)
check("explain names the axis and the line", all(word in text for word in ("model", "data", f"reports.py:{LINE}", "unreduced", "sends")))
check("explain of a jitted function", spmd_jax.explain(jax.jit(layer), x, w) == text)
check("explain of what was lowered", spmd_jax.explain(lowered) == text)
check("keywords of the function", "data" in spmd_jax.explain(lambda x, scale: x * scale, x, scale=2.0))
refuses("a value that is not there", RuntimeError, "arg7", lambda: spmd_jax.explain(layer, x, w, value="arg7"))

memory = spmd_jax.memory(layer, x, w)
known = lowered.compile().memory_analysis()
check(f"memory {memory!r}", memory.arguments == known.argument_size_in_bytes == 32 * 64 * 4 + 64 * 32 * 4)
check("results", memory.results == known.output_size_in_bytes and memory.in_place == known.alias_size_in_bytes == 0)
check("temporaries", memory.arena == known.temp_size_in_bytes and 0 < memory.live <= memory.arena)
check("the peak", memory.peak == memory.arguments + memory.results - memory.in_place + memory.arena)
check("what is held", sum(held.bytes for held in memory.held) == memory.live and all("reports.py:" in held.written for held in memory.held))
check(f"the table {memory}", str(memory) == tool("spmd-run", lowered, "--no-run", "--stats=memory"))
donated = spmd_jax.memory(jax.jit(lambda x: x + 1, donate_argnums=0), x)
check(f"in place {donated!r}", donated.in_place == donated.results == donated.peak == x.nbytes // 4 and donated.held == ())
given = x * 2
check("a donated array that is read as well, and that no result takes", float(jax.jit(lambda a, b: (a * b).sum(), donate_argnums=0)(given, given)) == 4 * 64 * 128)
uneven = jax.jit(lambda a: jax.lax.with_sharding_constraint(a * 2, NamedSharding(mesh, P("data")))).lower(jnp.ones(5))
check("explain of a result that is cut", "data" in spmd_jax.explain(uneven) and uneven.compile().output_shardings.is_fully_replicated)


def deep(x):
    first = jnp.sort(x, axis=0)  # needed until the end
    for _ in range(3):
        x = jnp.sort(x, axis=0)[::-1] + jnp.cumsum(x, axis=1)
    return x * first


deepest = spmd_jax.memory(deep, jnp.ones((200, 300)))
first = deep.__code__.co_firstlineno + 1
check(f"what lives for long {deepest}", any(f"reports.py:{first}:" in held.written and held.bytes == 240_000 for held in deepest.held))
refuses("what the compiler refuses", RuntimeError, "f4E2M1FN", lambda: spmd_jax.memory(lambda x: x.astype(jnp.float4_e2m1fn), x))

f = jax.jit(layer)
f(x, w)[0].block_until_ready()
with spmd_jax.trace(folder / "traces") as path:
    for _ in range(3):
        f(x, w)
    refuses("a trace in a trace", RuntimeError, str(path), lambda: spmd_jax.trace(folder).__enter__())
f(x, w)[0].block_until_ready()
events = json.loads(path.read_text())
programs = [event for event in events if event.get("cat") == "program"]
check(f"runs {programs}", len(programs) == 3 and all("layer" in event["name"] and event["dur"] > 0 for event in programs))
spans = [event for event in events if event["ph"] == "X" and event["tid"] < 4]
check("devices", {event["tid"] for event in spans} == {0, 1, 2, 3})
check("categories", {"collective", "library"} <= {event["cat"] for event in spans})
check("lines", any(f"reports.py:{LINE}" in event["args"]["location"] for event in spans))
within = [event for event in spans if any(run["ts"] <= event["ts"] and event["ts"] + event["dur"] <= run["ts"] + run["dur"] + 0.01 for run in programs)]
check(f"{len(within)} of {len(spans)} spans in runs", len(within) == len(spans) >= 3 * 4 * 2)
(folder / "file").write_text("")
refuses("a folder that cannot be", (RuntimeError, OSError), "file", lambda: spmd_jax.trace(folder / "file" / "x").__enter__())
with spmd_jax.trace(folder / "traces"):  # the file of before is replaced
    pass
check("an empty trace", all(event["ph"] == "M" for event in json.loads(path.read_text())))
alone = jax.device_put(jnp.ones(1000), jax.devices()[2])
with spmd_jax.trace(folder / "traces"):
    jnp.sin(alone).block_until_ready()
check("the device of a program on one", {event["tid"] for event in json.loads(path.read_text()) if event["ph"] == "X"} == {2, 1_000_000})
whole = folder / "whole.json"
code = "import jax.numpy as jnp; print(float(jnp.arange(5.).sum()))"
subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"SPMD_TRACE": str(whole)}, stdout=subprocess.DEVNULL)
check("SPMD_TRACE", any(event.get("cat") == "program" for event in json.loads(whole.read_text() + "]")))
code = f"import jax.numpy as jnp, os, subprocess, sys\nprint(float(jnp.arange(5.).sum()))\nif len(sys.argv) == 1:\n    subprocess.run([sys.executable, {str(folder / 'twice.py')!r}, 'child'], check=True)"
for old in folder.glob("twice.json*"):
    old.unlink()
(folder / "twice.py").write_text(code)
subprocess.run([sys.executable, folder / "twice.py"], check=True, env=os.environ | {"SPMD_TRACE": str(folder / "twice.json")}, stdout=subprocess.DEVNULL)
traces = sorted(folder.glob("twice.json*"))
check(f"each process has its file {traces}", len(traces) == 2 and all(any(event.get("cat") == "program" for event in json.loads(trace.read_text() + "]")) for trace in traces))

endless = jax.jit(lambda x: jax.lax.while_loop(lambda x: x[0, 0] > 0, lambda x: x * 1.0 + 1.0, x))
running, waiting = endless(x), [f(x, w) for _ in range(3)]
time.sleep(0.2)
begin = time.monotonic()
spmd_jax.cancel()
check("cancelled at once", time.monotonic() - begin < 5)
refuses("a run that was cancelled", jax.errors.JaxRuntimeError, "the run was cancelled", running.block_until_ready)
refuses("a run behind it", jax.errors.JaxRuntimeError, "cancelled before it began", lambda: np.asarray(waiting[2][0]))
check("the next run", np.array_equal(f(x, w)[0], np.full(64, 32.0)))
spmd_jax.cancel()
check("arguments live on", float(x.sum()) == 64 * 128)


def cancels(value):
    if value > 3:
        spmd_jax.cancel()
    return value + 1


counts = jax.jit(lambda x: jax.lax.while_loop(lambda x: x > 0, lambda x: jax.pure_callback(cancels, jax.ShapeDtypeStruct((), np.float32), x), x))
refuses("cancelled by a callback", jax.errors.JaxRuntimeError, "cancelled", lambda: counts(jnp.float32(1)).block_until_ready())
inside = jax.jit(lambda x: jax.pure_callback(lambda x: np.asarray(endless(jax.device_put(x, jax.devices("spmd")[0]))), jax.ShapeDtypeStruct((64, 128), np.float32), x))
whole_x = jnp.ones((64, 128))
calls = inside(whole_x)
time.sleep(0.3)
spmd_jax.cancel()
refuses("a run that a callback waits for", jax.errors.JaxRuntimeError, "cancelled", calls.block_until_ready)
check("and the next run", float(f(x, w)[0][0]) == 32)
finish()

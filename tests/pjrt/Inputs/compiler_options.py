# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compiler_options of jax.jit do: each changes the program or is refused by name. Programs of one function with other options are
others, on disk, too."""
import os
import tempfile

os.environ["JAX_PLATFORMS"], os.environ["SPMD_DEVICES"] = "spmd", "4"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish, refuses  # noqa: E402

mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
whole = NamedSharding(mesh, P())
x = jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8) / 8 + 1, NamedSharding(mesh, P(None, "x")))
halves = jax.device_put(np.linspace(1, 2, 512).astype(jnp.bfloat16), whole)


def matmul(a):  # a sum over the devices
    return a @ a.T


def chain(a):
    return (a * 1.01 + 0.3) * 0.99 - 0.2


def compiled(options, function=matmul, value=x):
    jax.clear_caches()
    return jax.jit(function, out_shardings=whole).lower(value).compile(compiler_options=options)


def numbers(options, function=matmul, value=x):
    return np.asarray(compiled(options, function, value)(value)).astype(np.float32)


exact, short = numbers(None), {"spmd_reduce_dtype": "bf16"}
check("partial sums are bf16 on the wire", "bf16" in compiled(short).as_text() and "bf16" not in compiled(None).as_text())
for turn in ("first", "from the disk"):
    error = np.abs(numbers(short) - exact).max() / exact.max()
    check(f"rounded sums, {turn}: {error}", 0 < error < 2**-7)
    check(f"no options, {turn}", np.array_equal(numbers(None), exact))
check("options of jax.jit", np.array_equal(jax.jit(matmul, out_shardings=whole, compiler_options=short)(x), numbers(short)))

kept, rounded = numbers(None, chain, halves), numbers({"spmd_exact": True}, chain, halves)
check("exact rounds bf16 after each op", np.array_equal(rounded, np.asarray(chain(halves)).astype(np.float32)) and not np.array_equal(rounded, kept))
check("not exact is the default", np.array_equal(numbers({"spmd_exact": False}, chain, halves), kept))
check("several options", np.array_equal(numbers({"spmd_exact": True, "spmd_keep_unrolled": True, "spmd_overlap_memory": "1MiB"}, chain, halves), rounded))



def layers(weights, a):  # equal ones, which become a loop
    for w in weights:
        a = jnp.tanh(a @ w + jnp.sin(a) * jnp.cos(a) + jnp.abs(a) * 0.1) - jnp.exp(-a * a) * a + jnp.sin(a + a)
    return a


both = [jax.jit(layers).lower([np.eye(8, dtype=np.float32)] * 40, np.ones((8, 8), np.float32)).compile(compiler_options=options)
        for options in (None, {"spmd_keep_unrolled": True})]
check("layers stay unrolled", len({each.memory_analysis().generated_code_size_in_bytes for each in both}) == 2)
with tempfile.TemporaryDirectory() as folder:
    options = {"spmd_topology": folder + "/links.json"}
    for text in ('{"latency": 100, "rate": 50}', '{"latency": 100, "rate": "fast"}'):  # other contents of one name
        with open(options["spmd_topology"], "w", encoding="utf-8") as file:
            file.write(text)
        if "fast" in text:
            refuses("a topology that is wrong", jax.errors.JaxRuntimeError, "topology.rate", lambda: compiled(options))
        else:
            check("a topology", np.array_equal(numbers(options), exact))

for options, words in (({"xla_cpu_enable_fast_math": True}, "'xla_cpu_enable_fast_math' is not known; there are spmd_exact,"),
                       ({"spmd_exact": "yes"}, "'spmd_exact' is True or False"),
                       ({"spmd_reduce_dtype": 16}, "'spmd_reduce_dtype' is a string"),
                       ({"spmd_topology": "/nowhere"}, "/nowhere: No such file"),
                       ({"spmd_reduce_dtype": "i32"}, "'i32' is none of bf16, f16, f32"),
                       ({"spmd_overlap_memory": "much"}, "'much' is no number of bytes")):
    refuses(str(options), jax.errors.JaxRuntimeError, words, lambda: compiled(options))
finish()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compiled programs tell about themselves: the program of one device as text (`as_text`, `hlo_modules`), costs and memory."""
import os

os.environ["SPMD_DEVICES"] = "8"
os.environ["JAX_PLATFORMS"] = "spmd"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.experimental import serialize_executable  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish  # noqa: E402


def compiled(f, *arguments, **options):
    return jax.jit(f, **options).lower(*arguments).compile()


def has(name, program, *words):
    """The text has these words."""
    try:
        text = program.as_text()
        missing = [word for word in words if text is None or word not in text]
        check(f"{name}: no {missing} in {text}"[:600], not missing)
    except Exception as error:
        check(f"{name}: {type(error).__name__}: {str(error)[:200]}", False)


x = jnp.ones((8, 16), jnp.float32)
one = compiled(lambda x: jnp.tanh(x) @ x.T, x)
has("one device", one, "HloModule", "tanh", "dot(", "f32[8,16]", "f32[8,8]")
has("asked again", one, "tanh")
check("modules", len(modules := one.runtime_executable().hlo_modules()) == 1 and "tanh" in modules[0].to_string())
check("the program still runs", np.allclose(one(x), np.tanh(1) * 16))
mesh = jax.sharding.Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
split = jax.device_put(x, NamedSharding(mesh, P("x", "y")))
many = compiled(lambda x: jnp.sum(x @ x.T), split, out_shardings=NamedSharding(mesh, P()))
has("eight devices", many, "f32[4,4]", "all-reduce")
mapped = jax.shard_map(lambda x: lax.ppermute(lax.all_gather(x, "y", axis=1, tiled=True), "x", [(0, 1), (1, 0)]), mesh=mesh, in_specs=P("x", "y"), out_specs=P("x", None), check_vma=False)
has("shard_map", compiled(mapped, split), "all-gather", "collective-permute", "f32[4,4]", "f32[4,16]")
has("loops and branches", compiled(lambda x: lax.cond(x[0, 0] > 0, lambda: lax.scan(lambda c, r: (c + r, c * r), x[0], x)[1], lambda: x), x), "while", "conditional")
has("gradient", compiled(jax.grad(lambda x: jnp.sum(jax.nn.softmax(x) ** 2)), x), "exponential", "divide")
has("other ops", compiled(lambda x: (jnp.sort(x, 0), x.astype(jnp.bfloat16), jnp.argmax(x)), x), "sort", "bf16", "reduce")
special = jax.scipy.special
has("ops of HLO beyond StableHLO", compiled(lambda x: (special.erf(x), lax.top_k(x, 3)), x), "erf(", "topk(", "k=3")
has("their parts on devices", compiled(lambda x: (special.erf(x), lax.top_k(x, 3)), split), "f32[4,4]{1,0} erf(", "topk(")
has("functions by their names", compiled(jnp.sinh, x), 'custom_call_target="chlo.sinh"')
functions = (special.erfc, special.erfinv, special.gammaln, special.digamma, special.i1e, jnp.tan, jnp.sinh, jnp.cosh, jnp.arcsin, jnp.arccos, jnp.arctan,
             jnp.arcsinh, jnp.arccosh, jnp.arctanh, jnp.square, jnp.isinf, lambda x: jnp.nextafter(x, x + 1), lambda x: special.zeta(x, x),
             lambda x: special.polygamma(jnp.ones(x.shape, int), x), lambda x: jnp.conj(x + 1j), lambda x: jnp.arcsin(x + 1j), lambda x: lax.cumsum(x), lambda x: lax.erf_inv(x),
             lambda x: lax.ragged_dot(x, jnp.ones((2, 16, 4)), jnp.array([3, 5], jnp.int32)), lambda x: lax.mul(x, lax.bessel_i0e(x)), jax.nn.gelu)
for number, function in enumerate(functions):
    has(f"function {number} of ops beyond StableHLO", compiled(function, x), "HloModule", "f32[8,16]")
has("random numbers", compiled(lambda k: jax.random.normal(k, (4, 4)), jax.random.key(0)), "shift-right-logical")
has("LAPACK", compiled(lambda x: jnp.linalg.qr(x), x), "lapack_sgeqrf_ffi")
has("callbacks", compiled(lambda x: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x), x), "spmd_host_call")

flat = jax.device_put(np.arange(10, dtype=np.float32), NamedSharding(mesh, P()))
uneven = compiled(lambda a: lax.with_sharding_constraint(jnp.sin(a), NamedSharding(mesh, P("y"))), flat)
has("a result that a constraint splits unevenly", uneven, "f32[3]{0} sine", "all-gather", "->f32[10]{0}")

costs = one.cost_analysis()
check(f"flops {costs}", costs["flops"] == 2 * 8 * 16 * 8)
check(f"bytes {costs}", costs["bytes accessed"] >= 2 * 8 * 16 * 4 + 8 * 8 * 4 and costs["argument bytes"] == 512 and costs["output bytes"] == 256)
memory = one.memory_analysis()
check(f"memory {memory}", memory.argument_size_in_bytes == 512 and memory.output_size_in_bytes == 256 and memory.generated_code_size_in_bytes > 0)
memory = many.memory_analysis()
check(f"memory of one of eight devices {memory}", memory.argument_size_in_bytes == 64 and memory.output_size_in_bytes == 4)
memory = compiled(lambda x: (x * 2, x.sum(), x > 0), x).memory_analysis()
check(f"memory of several results, without a table of them {memory}", memory.output_size_in_bytes == 512 + 4 + 128)
given = compiled(lambda x: x * 2, x, donate_argnums=0).memory_analysis()
check(f"memory with donation {given}", given.alias_size_in_bytes == 512)

back = serialize_executable.deserialize_and_load(*serialize_executable.serialize(one), execution_devices=jax.devices()[:1])
check("a program that was read back runs, and has no text", np.allclose(back(x), np.tanh(1) * 16) and back.as_text() is None)
try:
    back.runtime_executable().hlo_modules()
    check("modules of a program that was read back", False)
except jax.errors.JaxRuntimeError as error:
    check(f"why there are none: {error}", "UNIMPLEMENTED" in str(error) and "machine code" in str(error))
finish()

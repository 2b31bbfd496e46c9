# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of JAX over several Mesh objects of the same devices. spmd-run gets the text of the whole program. The numbers to compare with are
JAX's for each part by itself: XLA in jaxlib 0.10.2 aborts where meshes of other shapes have manual axes in one program."""
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

import run_module

DEVICES = np.array(jax.devices())
GRID = Mesh(DEVICES.reshape(2, 4), ("a", "b"))
FLAT = Mesh(DEVICES, ("x",))
TURNED = Mesh(DEVICES.reshape(4, 2), ("p", "q"))


def constrain(x, mesh, *spec):
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*spec))) if isinstance(x, jax.core.Tracer) else x


def on(mesh, names, spec, out, body):
    """A function of its own, since JAX runs no shard_map over some of the axes outside of jit. Part by part it gets plain arrays."""
    function = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P(*spec), out_specs=P(*out), axis_names=set(names), check_vma=False))
    return lambda x: function(x if isinstance(x, jax.core.Tracer) else np.asarray(x))


def loop(step, carry, rows):
    """jax.lax.scan, step by step."""
    outs = []
    for row in rows:
        carry, out = step(carry, row)
        outs.append(out)
    return carry, jnp.stack(outs)


def constraints(x, y, scan):
    z = constrain(x @ y, FLAT, "x")
    w = constrain(jnp.tanh(z), TURNED, "q", "p")
    return w, constrain(jnp.argmax(z, 0), GRID, "b"), jnp.cumsum(w, 0)


def shard_maps(x, y, scan):
    """A sum over all devices with the position on one mesh, then rows of another one, then halves of a third."""
    flat = on(FLAT, "x", ["x"], ["x"], lambda a: jax.lax.psum(a, "x") + jax.lax.axis_index("x"))
    turned = on(TURNED, "pq", ["p", "q"], ["q", "p"], lambda a: a[:2] * (1 + jax.lax.axis_index("p")) + jax.lax.axis_index("q"))
    grid = on(GRID, "a", [None, "a"], [None, "a"], lambda a: jax.lax.ppermute(a, "a", [(0, 1), (1, 0)]) @ jnp.ones((a.shape[1], 4)))
    return grid(jnp.sin(turned(flat(x))[:4])), flat(y.T)


def scanned(x, y, scan):
    """Each step of a loop goes over two meshes."""
    def step(carry, row):
        carry = on(TURNED, "p", ["p"], ["p"], lambda a: a + jax.lax.psum(a, "p"))(carry)
        return constrain(jnp.cos(carry + row), FLAT, "x"), constrain(carry.sum(0), GRID, "a")
    return scan(step, x, y[:3, :8])


def main():
    jax.config.update("jax_use_shardy_partitioner", True)
    numbers = np.random.default_rng(1)
    x, y = (numbers.standard_normal(shape).astype(np.float32) for shape in ((16, 8), (8, 16)))
    wrong = count = 0
    for function in (constraints, shard_maps, scanned):
        expected = jax.tree.leaves(function(x, y, loop))
        for first, spec in ((GRID, P("a", "b")), (TURNED, P("q")), (FLAT, P(None, "x"))):
            for last, out in ((GRID, P("b")), (TURNED, P("p")), (FLAT, P())):
                shardings = NamedSharding(first, spec), NamedSharding(last, P("x") if last is FLAT else out)
                lowered = jax.jit(lambda x, y: jax.tree.leaves(function(x, y, jax.lax.scan)), in_shardings=shardings, keep_unused=True,
                                  out_shardings=[NamedSharding(last, out)] + [None] * (len(expected) - 1)).lower(x, y)
                results = run_module.run(lowered.as_text(), (x, y))
                count += 1
                if not all(np.allclose(r, e, rtol=1e-4, atol=1e-4) for r, e in zip(results, expected, strict=True)):
                    wrong += 1
                    print(f"{function.__name__}, {spec} -> {out}: differs")
    print(f"{count} programs, {wrong} wrong")


main()

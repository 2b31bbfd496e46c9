# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes StableHLO + sdy text of a JAX program in one of the modes of bench/modes.py.

A Program is a mode: its mesh, its sizes, the function that writes it in JAX and the function of bench/bounds.py that knows its bound.
The sizes are all that both functions get, so the bound cannot look at what a partitioner does. A mode has two sizes: the first one
is fixed, the second one is drawn.
"""
import dataclasses
import math
import types
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


@dataclasses.dataclass(frozen=True)
class Program:
    """A mode. `sizes`: name -> (value, the values that the second size is drawn from). `make(o, mesh)` gets the sizes as attributes
    and returns a Case; `bound(o, axes)` returns the bytes that a device sends at least."""
    name: str
    axes: dict[str, int]
    sizes: dict[str, tuple]
    make: Callable
    bound: Callable
    tolerance: float = 1e-3  # of results beside JAX's, relative and absolute; more for programs in bf16

    def devices(self):
        return math.prod(self.axes.values())

    def size(self, draw=None):
        """The fixed sizes, or those that `draw`, a random.Random, picks."""
        return types.SimpleNamespace(**{name: value if draw is None else draw.choice(others) for name, (value, others) in self.sizes.items()})


@dataclasses.dataclass(frozen=True)
class Case:
    """A function with its arguments. `places` and `results` are PartitionSpecs of the arguments and of the results, trees of the same
    form or of a form above it. Arguments number `donated` give their memory to results."""
    function: Callable
    arguments: tuple
    places: tuple
    results: Any
    donated: tuple = ()


def is_spec(x):
    return isinstance(x, P)


def at(mesh, specs):
    """PartitionSpecs -> NamedShardings, in a tree."""
    return jax.tree.map(lambda spec: NamedSharding(mesh, spec), specs, is_leaf=is_spec)


def constrain(mesh, x, *dims):
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*dims)))


def jitted(program, o):
    """The jitted function of a program at sizes `o`, and its arguments. JAX must have the devices of the mesh."""
    mesh = Mesh(np.array(jax.devices()[:program.devices()]).reshape(tuple(program.axes.values())), tuple(program.axes))
    case = program.make(o, mesh)
    return jax.jit(case.function, in_shardings=at(mesh, case.places), out_shardings=at(mesh, case.results), donate_argnums=case.donated), case.arguments


def normal(seed, *shape, scale=0.1):
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


def integers(seed, limit, *shape):
    return np.random.default_rng(seed).integers(0, limit, shape).astype(np.int32)


def updated(params, state, grads, optimizer):
    """Params and optimizer state after a step: stochastic gradient descent, or Adam."""
    if optimizer == "sgd":
        return jax.tree.map(lambda p, g: p - 0.05 * g.astype(p.dtype), params, grads), {}
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["m"], grads)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, state["v"], grads)
    new = jax.tree.map(lambda p, m, v: (p - 1e-2 * (m / (jnp.sqrt(v) + 1e-3))).astype(p.dtype), params, m, v)
    return new, {"m": m, "v": v}


def training(mesh, loss_of, params, specs, batch, batch_specs, optimizer="sgd", micro_batches=1, state_specs=None, gradient_specs=None):
    """A step: value_and_grad of `loss_of(params, batch)`, then the optimizer. With micro-batches, leaves of the batch have a dim of
    them in front, and a scan adds up the gradients. `state_specs` and `gradient_specs` are those of the params unless they are given."""
    state_specs = specs if state_specs is None else state_specs

    def gradients(params, batch):
        if micro_batches == 1:
            return jax.value_and_grad(loss_of)(params, batch)

        def one(total, part):
            return jax.tree.map(jnp.add, total, jax.value_and_grad(loss_of)(params, part)), None
        zeros = jnp.zeros(()), jax.tree.map(lambda p: jnp.zeros(p.shape, p.dtype), params)
        total, _ = jax.lax.scan(one, zeros, batch)
        return jax.tree.map(lambda x: x / micro_batches, total)

    def step(params, state, batch):
        loss, grads = gradients(params, batch)
        if gradient_specs is not None:
            grads = jax.lax.with_sharding_constraint(grads, at(mesh, gradient_specs))
        params, state = updated(params, state, grads, optimizer)
        return params, state, loss

    adam = optimizer == "adam"
    zeros = jax.tree.map(lambda p: np.zeros(p.shape, np.float32), params)
    state = {"m": zeros, "v": zeros} if adam else {}
    placed = {"m": state_specs, "v": state_specs} if adam else {}
    return Case(step, (params, state, batch), (specs, placed, batch_specs), (specs, placed, P()), (0, 1))

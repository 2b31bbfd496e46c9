# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The training step of examples/gpt2 as JAX exports it, placed by the example's own table of modes.

Parameters have a logical name for each dim, and the rules of a mode map names to axes of its mesh, as in the example: one mapping for
parameters as they are kept, one for what is computed with."""
import ast
import math
import pathlib
import re

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

import frontend_gpt2 as twin

SIZES = ("VOCAB", "POSITIONS", "EMBED", "HEADS", "LAYERS", "BATCH")
NORM = {"scale": ("embed",), "bias": ("embed",)}
BLOCK = {"norm1": NORM, "norm2": NORM,
         "qkv": {"w": ("embed", "", "heads", ""), "b": ("", "heads", "")}, "out": {"w": ("heads", "", "embed"), "b": ("embed",)},
         "up": {"w": ("embed", "mlp"), "b": ("mlp",)}, "down": {"w": ("mlp", "embed"), "b": ("embed",)}}
NAMES = {"tokens": ("vocab", "embed"), "positions": ("", "embed"), "norm": NORM}


def is_names(x):
    return isinstance(x, tuple)


def named(f, names, *trees):
    """f(names of a leaf, leaf, ...) of each leaf."""
    return jax.tree.map(f, names, *trees, is_leaf=is_names)


def stacked(names):
    return named(lambda n: ("layers", *n), names)


ALL = {**NAMES, "blocks": stacked(BLOCK)}


def modes():
    """{mode: (mesh axes, rules for parameters, rules for values)} of examples/gpt2/train.cpp."""
    text = (pathlib.Path(__file__).parents[2] / "examples/gpt2/train.cpp").read_text()
    table = re.search(r"modes(\{.*?\n)};", text, re.S).group(1) + "}"
    return {name: tuple(map(dict, mode)) for name, mode in ast.literal_eval(table.replace("{", "[").replace("}", "]"))}


class Placed:
    """The twin's functions under a mesh with rules."""

    def __init__(self, mesh, parameters, values):
        self.mesh = Mesh(np.array(jax.devices()[:math.prod(mesh.values())]).reshape(tuple(mesh.values())), tuple(mesh))
        self.parameters, self.values = parameters, values

    def at(self, names, rules):
        return NamedSharding(self.mesh, P(*(rules.get(name) for name in names)))

    def constrain(self, x, names, rules):
        return jax.lax.with_sharding_constraint(x, self.at(names, rules))

    def compute(self, names, tree):
        """Parameters as they are kept, then as they are computed with: the gradient is then split like the parameter. Without rules
        there is nothing to say."""
        if not self.parameters and not self.values:
            return tree
        return named(lambda n, x: self.constrain(self.constrain(x, n, self.parameters), n, self.values), names, tree)

    def value(self, x):
        return self.constrain(x, ("batch", "position", ""), self.values)

    def layer(self, x, p):
        p = self.compute(BLOCK, p)
        h = jnp.einsum("bpe,ethd->bpthd", twin.normalised(p["norm1"], x), p["qkv"]["w"]) + p["qkv"]["b"]
        attended = jax.nn.dot_product_attention(h[:, :, 0], h[:, :, 1], h[:, :, 2], is_causal=True)
        x = self.value(x + jnp.einsum("bphd,hde->bpe", attended, p["out"]["w"]) + p["out"]["b"])
        hidden = jax.nn.gelu(twin.normalised(p["norm2"], x) @ p["up"]["w"] + p["up"]["b"])
        return self.value(x + hidden @ p["down"]["w"] + p["down"]["b"]), None

    def through(self, x, blocks):
        return jax.lax.scan(jax.checkpoint(self.layer), x, blocks)[0]

    def loss_of(self, p, tokens, dtype):
        p = jax.tree.map(lambda leaf: leaf.astype(dtype), p)
        table = self.compute(NAMES["tokens"], p["tokens"])
        x = self.value(table[tokens] + self.compute(NAMES["positions"], p["positions"])[jnp.arange(twin.POSITIONS)])
        x = self.through(x, p["blocks"])
        logits = twin.normalised(self.compute(NORM, p["norm"]), x) @ self.compute(NAMES["tokens"], p["tokens"]).T
        losses = optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1].astype(jnp.float32), tokens[:, 1:])
        return jnp.mean(losses)


def exported(mode, sizes, dtype=jnp.float32):
    """The text of the step, and how many bytes its arguments have. JAX must have the devices of the mesh."""
    for name, size in zip(SIZES, sizes, strict=True):
        setattr(twin, name, size)
    placed = Placed(*mode)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0),
                            optax.adamw(optax.warmup_cosine_decay_schedule(0, 3e-3, 10, 100), weight_decay=1e-4))

    def step(p, state, tokens):
        loss, gradient = jax.value_and_grad(placed.loss_of)(p, tokens, dtype)
        updates, state = optimizer.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, loss

    # A function of its own: JAX remembers the shapes of one that it has seen, and the sizes are not among its arguments.
    p = jax.eval_shape(lambda key: twin.parameters(key), jax.random.key(0))
    state = jax.eval_shape(optimizer.init, p)
    places = named(lambda n: placed.at(n, placed.parameters), ALL)
    whole = NamedSharding(placed.mesh, P())
    # Moments lie like their parameters, counts are whole.
    state_places = optax.tree.map_params(optimizer, lambda _, place: place, state, places, transform_non_params=lambda _: whole)
    jitted = jax.jit(step, in_shardings=(places, state_places, None), out_shardings=(places, state_places, None), donate_argnums=(0, 1))
    return jitted.lower(p, state, jax.ShapeDtypeStruct((twin.BATCH, twin.POSITIONS), jnp.int32)).as_text()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays with names for their dims, and the mapping of these names to mesh axes.

A model names what a dim is: "batch", "rows" (the dim that fully sharded data parallelism splits) or "model" (the dim that tensor
parallelism splits). The mode of a program says which of them are mesh axes, so the code of a model is the same for all modes.
"""
import math
from typing import NamedTuple

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

MANTISSA_BITS = 12  # of inputs: few enough for archives to deflate, more than the 8 that bf16 could hold


class Array(NamedTuple):
    value: np.ndarray
    dims: tuple  # of names; None is a dim that is never split


def is_array(node):
    return isinstance(node, Array)


def is_spec(node):
    return isinstance(node, PartitionSpec)


def values(tree):
    return jax.tree.map(lambda array: array.value, tree, is_leaf=is_array)


def rounded(array):
    """The array in f32 with MANTISSA_BITS significant bits."""
    fraction, exponent = np.frexp(array)
    return np.ldexp(np.round(fraction * 2**MANTISSA_BITS) / 2**MANTISSA_BITS, exponent).astype(np.float32)


class Source:
    """Seeded arrays. The dims of one are (size, name) pairs."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def normal(self, dims, scale=1.0, mean=0.0):
        sizes, names = zip(*dims)
        return Array(rounded(mean + self.random.normal(0, scale, sizes)), names)

    def weight(self, fan_in, *dims):
        return self.normal(dims, fan_in**-0.5)

    def bias(self, *dims):
        return self.normal(dims, 0.1)

    def gain(self, *dims):
        return self.normal(dims, 0.1, mean=1.0)

    def integers(self, limit, *dims):
        sizes, names = zip(*dims)
        return Array(self.random.integers(0, limit, sizes).astype(np.int32), names)


class Placement:
    """The mesh of a program and the axes of its mode. Parts of a mode are joined by "_": dp splits the batch, fsdp batch and rows,
    tp the model dims. Without a mesh nothing is annotated."""

    def __init__(self, mode="none", mesh=""):
        self.sizes = {name: int(size) for name, size in (part.split("=") for part in mesh.split(",") if part)}
        self.devices = math.prod(self.sizes.values())
        self.mesh = None
        if mesh:
            self.mesh = Mesh(np.array(jax.devices()[:self.devices]).reshape(tuple(self.sizes.values())), tuple(self.sizes))
        parts = set(mode.split("_"))
        self.axes = {None: None, "batch": "data" if parts & {"dp", "fsdp"} else None, "rows": "data" if "fsdp" in parts else None,
                     "model": "model" if "tp" in parts else None}

    def spec(self, *dims):
        return PartitionSpec(*(self.axes[dim] for dim in dims))

    def specs(self, tree):
        """The PartitionSpecs of a tree of arrays."""
        return jax.tree.map(lambda array: self.spec(*array.dims), tree, is_leaf=is_array)

    def shardings(self, specs):
        return jax.tree.map(lambda spec: NamedSharding(self.mesh, spec), specs, is_leaf=is_spec)

    def constrain(self, x, *dims):
        return x if self.mesh is None else jax.lax.with_sharding_constraint(x, NamedSharding(self.mesh, self.spec(*dims)))

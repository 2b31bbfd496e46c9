# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arrays and helpers that the specs of functions.py name, and the parser of the specs.

A spec is a line `names: arguments; arguments ~tolerance`: the functions, and one or more calls of each. Arguments are Python; names of
VALUES in them are the traced operands. Arguments that start with `=` are a whole expression in which `f` is the function."""
import dataclasses
import importlib
import re
import types

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec

rng = np.random.default_rng(0)
x, y = (rng.standard_normal((3, 4)).astype(np.float32) for _ in range(2))
g = rng.standard_normal((4, 4)).astype(np.float32)
with_nans = x.copy()
with_nans[1, 2] = with_nans[0, 0] = np.nan
VALUES = {
    "x": x, "y": y, "p": np.abs(x) + 0.5, "q": np.abs(y) + 0.7, "u": (np.abs(x) / 3).clip(0.05, 0.9), "w": (np.abs(y) / 4).clip(0.1, 0.8),
    "v": x[0] * 2, "v3": y[1, :3] + 1, "r": rng.standard_normal((4, 3)).astype(np.float32), "t": rng.standard_normal((2, 3, 4)).astype(np.float32),
    "e": rng.standard_normal((8, 4)).astype(np.float32), "xn": with_nans, "up": np.array([-1, -0.25, 0.5, 2], np.float32),
    "m": (g @ g.T + 4 * np.eye(4)).astype(np.float32), "g": g, "h": (g.T @ g / 3 + np.diag([1, 2, 4, 8])).astype(np.float32),
    "l": (np.tril(g) + 3 * np.eye(4)).astype(np.float32), "signal": rng.standard_normal(64).astype(np.float32),
    "z": (x + 1j * y).astype(np.complex64), "zm": (g + 1j * g.T).astype(np.complex64), "zv": (x[0] + 1j * y[0]).astype(np.complex64),
    "i": rng.integers(0, 7, (3, 4)).astype(np.int32), "j": rng.integers(-5, 9, (3, 4)).astype(np.int32),
    "n": rng.integers(1, 7, (3, 4)).astype(np.int32), "o": rng.integers(0, 256, (3, 4)).astype(np.uint8),
    "b": x > 0, "c": y > 0, "vb": np.array([True, False, True, True]), "ids": np.array([2, 0, 3], np.int32), "one": np.int32(1),
    "iv": np.array([3, 1, 4, 1, 5, 2], np.int32), "jv": np.array([2, 7, 1, 8], np.int32), "d": np.float32(0.7),
    "image": rng.standard_normal((2, 3, 7, 6)).astype(np.float32), "filters": rng.standard_normal((4, 3, 3, 2)).astype(np.float32),
    "k": np.array([0, 7], np.uint32), "k4": np.array([0, 7, 3, 5], np.uint32), "simplex": np.array([0.2, 0.3, 0.5], np.float32),
    "quat": np.array([[0, 0, 0.6, 0.8], [0.5, 0.5, 0.5, 0.5]], np.float32),
}


@dataclasses.dataclass
class Platform:
    """Where the specs run now: collectives need a mesh of its devices."""
    name: str = "cpu"


NOW = Platform()


def mesh():
    return Mesh(np.array(jax.devices(NOW.name)), ("d",))


def smap(function, *operands, out=PartitionSpec("d")):
    """A function over eight devices, each with a row of the operands."""
    return jax.shard_map(function, mesh=mesh(), in_specs=PartitionSpec("d"), out_specs=out, check_vma=False)(*operands)


HELPERS = {"jax": jax, "jnp": jnp, "lax": lax, "np": np, "smap": smap, "mesh": mesh, "P": PartitionSpec, "partial": __import__("functools").partial}


def globals_of(code):
    return set(code.co_names).union(*[globals_of(c) for c in code.co_consts if isinstance(c, types.CodeType)])


@dataclasses.dataclass
class Call:
    """`function` of the operands in the order of `names`."""
    source: str
    names: list
    tolerance: float
    target: object

    def make(self):
        """A function of its own for each platform, because JAX keeps what it traced."""
        return eval(f"lambda {', '.join(self.names)}: {self.source}", {**HELPERS, "f": self.target})  # pylint: disable=eval-used

    @property
    def operands(self):
        return [VALUES[name] for name in self.names]

    @property
    def on_mesh(self):
        return "smap" in self.source or "mesh()" in self.source


def calls_of(arguments, target, tolerance):
    for text in (part.strip() for part in arguments.split(";")):
        source = text[1:].strip() if text.startswith("=") else f"f({text})"
        yield Call(source, sorted(globals_of(compile(source, source, "eval")) & set(VALUES)), tolerance, target)


def parse(text):
    """{full name of a function: its calls} of specs; `[module]` starts a module."""
    module, found = "", {}
    for line in text.strip().splitlines():
        if line.startswith("["):
            module = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            names, arguments = re.split(r":\s+", line, maxsplit=1)
            arguments, *tolerance = re.split(r"\s+~", arguments)
            for name in names.split():
                target = getattr(importlib.import_module(module), name, None)
                key = f"{module}.{name}"
                found[key] = found.get(key, []) + list(calls_of(arguments, target, float(tolerance[0]) if tolerance else 0))
    return found

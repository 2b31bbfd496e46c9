# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares losses and metrics of the C++ frontend with optax. usage: losses.py RESULTS

RESULTS is what tests/jax/Inputs/losses.cpp prints: for each case its operands, its result and the gradient of its sum in the first
operand. Losses of bf16 are f32, of the operands as they are."""
import sys

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import optax

TYPES = {"i1": np.bool_, "i32": np.int32, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
TOLERANCE = {np.float32: 2e-6, np.float64: 1e-12}

integer = optax.softmax_cross_entropy_with_integer_labels


def masked(values, mask):
    return jnp.sum(jnp.where(mask, values, 0)) / jnp.maximum(jnp.sum(mask), 1)


def is_right(x, y):
    return (jnp.argmax(x, -1) == y).astype(jnp.float32)


def z_loss(x, weight):
    return weight * jax.nn.logsumexp(x, -1) ** 2


CASES = {
    "crossEntropy": integer,
    "smoothed": lambda x, y: optax.softmax_cross_entropy(x, optax.smooth_labels(jax.nn.one_hot(y, x.shape[-1], dtype=x.dtype), 0.1)),
    "zLoss": lambda x, y: integer(x, y) + z_loss(x, 0.01),
    "ignored": lambda x, y: jnp.where(y == 1, 0, integer(x, y)),
    "meanIgnored": lambda x, y: masked(integer(x, y), y != 1),
    "accuracy": lambda x, y: jnp.mean(is_right(x, y)),
    "accuracyIgnored": lambda x, y: masked(is_right(x, y), y != 1),
    "perplexity": lambda x, y: jnp.exp(jnp.mean(integer(x, y))),
    "nextToken": lambda x, y: jnp.mean(integer(x[..., :-1, :], y[..., 1:])),
    "nextTokenIgnored": lambda x, y: masked(integer(x[..., :-1, :], y[..., 1:]) + z_loss(x[..., :-1, :], 1e-3), y[..., 1:] != 1),
    "sigmoid": optax.sigmoid_binary_cross_entropy,
    "sigmoidBool": lambda x, y: optax.sigmoid_binary_cross_entropy(x, y > 0),
    "l2": optax.l2_loss,
    "huber": lambda x, y: optax.huber_loss(x, y, delta=1.5),
}


def tensor(words):
    """Reads "f32 2 3 4 HEX ." into an array."""
    rank = int(words[1])
    shape = tuple(int(size) for size in words[2:2 + rank])
    return np.frombuffer(bytes.fromhex("".join(words[2 + rank:-1])), TYPES[words[0]]).reshape(shape)


def differs(name, what, operands, actual):
    kind = operands[0].dtype
    function = CASES[name] if what == "out" else jax.grad(lambda a, b: jnp.sum(CASES[name](a, b)))
    with jax.enable_x64(kind == np.float64):
        a, b = (jnp.asarray(x.astype(np.float32) if x.dtype == ml_dtypes.bfloat16 else x) for x in operands)
        wanted = np.asarray(jax.jit(function)(a, b))
    if what == "grad" and kind == ml_dtypes.bfloat16:
        wanted, actual = (np.asarray(x.astype(kind).astype(np.float32)) for x in (wanted, actual))
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{name}: {actual.dtype}{actual.shape} instead of {wanted.dtype}{wanted.shape}"
    error = np.max(np.abs(actual - wanted)) / max(1, np.max(np.abs(wanted)))
    limit = 2**-8 if what == "grad" and kind == ml_dtypes.bfloat16 else TOLERANCE[actual.dtype.type]  # one unit of bf16
    return "" if error <= limit else f"{what} of {name} of {kind}{list(a.shape)}: {error}"


def main():
    faults, counts, operands, name = [], {"out": 0, "grad": 0}, [], ""
    for line in open(sys.argv[1], encoding="utf-8"):
        kind, *words = line.split()
        if kind == "case":
            name, operands = words[0], []
        elif kind == "in":
            operands.append(tensor(words))
        else:
            counts[kind] += 1
            faults.append(differs(name, kind, operands, tensor(words)))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults))
    print(f"{counts['out']} losses, {counts['grad']} gradients, {len(faults)} faults")
    sys.exit(bool(faults))


main()

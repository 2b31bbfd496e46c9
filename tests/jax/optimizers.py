# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the optimizers and schedules of the C++ frontend with optax. usage: optimizers.py RESULTS

RESULTS is what tests/jax/Inputs/optimizers.cpp prints: schedules at steps 0 to 69, and trees of parameters, gradients, and the
parameters after each of 20 steps. Schedules must have the same bits as optax's with a cosine that is correctly rounded. The cosine of
JAX is one unit in the last place off at times, so optax as it is may differ by one unit of the largest value. Parameters must agree to
TOLERANCE, relative to the largest element that the leaf has in the 20 steps."""
import math
import sys
from unittest import mock

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import optax

TYPES = {"i32": np.int32, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
# bf16 inside of jit keeps excess precision between ops; op by op it is rounded like JAX's.
TOLERANCE = {("f32", "jit"): 1e-6, ("f32", "once"): 1e-6, ("f64", "jit"): 1e-12, ("bf16", "once"): 0, ("bf16", "jit"): 3e-2}

SCHEDULES = {
    "constant": lambda: optax.constant_schedule(3e-4),
    "linear": lambda: optax.linear_schedule(0.1, 0.01, 37, 5),
    "polynomial2": lambda: optax.polynomial_schedule(1., 0.1, 2, 50),
    "polynomial3": lambda: optax.polynomial_schedule(1., 0.1, 3, 50),
    "polynomialHalf": lambda: optax.polynomial_schedule(0.3, 0.1, 0.5, 41, 3),
    "cosine": lambda: optax.cosine_decay_schedule(3e-4, 60),
    "cosineAlpha": lambda: optax.cosine_decay_schedule(0.7, 47, 0.1, 2),
    "warmupCosine": lambda: optax.warmup_cosine_decay_schedule(0, 3e-4, 10, 61),
    "warmupCosineEnd": lambda: optax.warmup_cosine_decay_schedule(0.01, 1, 7, 53, 0.1),
    "exponential": lambda: optax.exponential_decay(0.5, 10, 0.9),
    "exponentialStairs": lambda: optax.exponential_decay(0.5, 10, 0.7, 4, True),
    "exponentialEnd": lambda: optax.exponential_decay(0.5, 7, 0.6, end_value=0.05),
    "piecewise": lambda: optax.piecewise_constant_schedule(0.1, {10: 0.3, 30: 0.7, 50: 2.}),
    "join": lambda: optax.join_schedules(
        [optax.linear_schedule(0, 1, 20), optax.constant_schedule(0.5), optax.exponential_decay(0.5, 5, 0.9)], [20, 40]),
}

def rank2(tree):
    return {path: leaf.ndim >= 2 for path, leaf in tree.items()}


def each_leaf(transform):
    """The transformation on each leaf as on a tree of its own."""
    return optax.stateless(lambda updates, params: {path: transform.update(g, transform.init(g))[0] for path, g in updates.items()})


OPTIMIZERS = {
    "sgdNesterov": lambda: optax.sgd(0.1, 0.9, True),
    "adamw": lambda: optax.adamw(1e-2, weight_decay=0.1, mask=rank2),
    "sgd": lambda: optax.sgd(0.1),
    "sgdMomentum": lambda: optax.sgd(optax.linear_schedule(0.1, 0.01, 15), 0.9),
    "adam": lambda: optax.adam(optax.warmup_cosine_decay_schedule(0, 1e-2, 5, 18)),
    "adamOptions": lambda: optax.adam(1e-2, 0.8, 0.99, 1e-3, 1e-4),
    "nadam": lambda: optax.nadam(1e-2),
    "adamMuBf16": lambda: optax.adam(1e-2, mu_dtype=jnp.bfloat16),
    "adamwSchedule": lambda: optax.adamw(optax.cosine_decay_schedule(1e-2, 20), weight_decay=optax.linear_schedule(0.1, 0.2, 10)),
    "rmsprop": lambda: optax.rmsprop(1e-2),
    "rmspropCentered": lambda: optax.rmsprop(1e-2, eps_in_sqrt=False, centered=True, momentum=0.9, nesterov=True),
    "rmspropCorrected": lambda: optax.rmsprop(1e-2, 0.95, initial_scale=0.5, momentum=0.5, bias_correction=True),
    "adagrad": lambda: optax.adagrad(0.1),
    "lion": lambda: optax.lion(1e-2),
    "lamb": lambda: optax.lamb(1e-2, weight_decay=0.1),
    "adafactor": lambda: optax.adafactor(1e-2, min_dim_size_to_factor=3),
    "adafactorPlain": lambda: optax.adafactor(1e-2, multiply_by_parameter_scale=False, clipping_threshold=None, momentum=0.9,
                                              weight_decay_rate=0.01),
    "muon": lambda: optax.contrib.muon(1e-2, weight_decay=0.1),
    "clipByGlobalNorm": lambda: optax.chain(optax.clip_by_global_norm(4.5), optax.sgd(0.1)),
    "clipByValue": lambda: optax.chain(optax.clip(0.25), optax.sgd(0.1)),
    "clipByLeafNorm": lambda: optax.chain(each_leaf(optax.clip_by_global_norm(1.5)), optax.sgd(0.1)),
    "clipByLeafRms": lambda: optax.chain(optax.clip_by_block_rms(0.5), optax.sgd(0.1)),
    "masked": lambda: optax.chain(optax.masked(optax.scale(3.), lambda tree: {path: path.endswith("bias") for path in tree}), optax.sgd(0.1)),
    "partition": lambda: optax.partition({"adam": optax.adam(1e-2), "sgd": optax.sgd(0.1)},
                                         lambda tree: {path: "adam" if x.ndim == 2 else "sgd" for path, x in tree.items()}),
    "multiSteps": lambda: optax.MultiSteps(optax.adam(1e-2), 3),
    "multiStepsSchedule": lambda: optax.MultiSteps(optax.sgd(optax.linear_schedule(0.1, 0.01, 5)), 4),
    "emaDebiased": lambda: optax.ema(0.99),
    "ema": lambda: optax.ema(0.99, debias=False),
}


def tensor(words):
    """Reads "f32 2 3 4 HEX ." into an array."""
    rank = int(words[1])
    shape = tuple(int(size) for size in words[2:2 + rank])
    return np.frombuffer(bytes.fromhex("".join(words[2 + rank:-1])), TYPES[words[0]]).reshape(shape)


def exact_cos(x):
    """The cosine of an f32, correctly rounded but for halves that only more than 53 bits would tell."""
    return jnp.float32(math.cos(float(x)))


def check_schedule(name, actual):
    values = lambda: np.array([np.float32(SCHEDULES[name]()(jnp.int32(step))) for step in range(len(actual))])
    with mock.patch.object(jnp, "cos", exact_cos):
        exact = values()
    if not np.array_equal(actual, exact):
        at = int(np.argmax(actual != exact))
        return f"schedule {name}: {actual[at]} instead of {exact[at]} at step {at}"
    error = np.max(np.abs(actual - values())) / np.max(actual)
    return f"schedule {name}: {error} from optax" if error > 2**-23 else ""


def steps_of(name, kind, mode, start, gradients):
    """The parameters after each step; of a moving average the average."""
    optimizer = OPTIMIZERS[name]()
    tree = start or gradients[0]
    state = optimizer.init(tree)
    update = jax.jit(optimizer.update) if mode == "jit" else optimizer.update
    for grads in gradients:
        updates, state = update(grads, state, tree)
        tree = updates if name.startswith("ema") else optax.apply_updates(tree, updates)
        yield tree


def check_case(name, kind, mode, start, gradients, params):
    with jax.enable_x64(kind == "f64"):
        asarrays = lambda tree: {path: jnp.asarray(leaf) for path, leaf in tree.items() if leaf.dtype != np.int32}
        wanted = list(steps_of(name, kind, mode, asarrays(start), [asarrays(tree) for tree in gradients]))
    largest = {path: max(np.max(np.abs(np.asarray(tree[path]).astype(np.float64))) for tree in wanted) for path in wanted[0]}
    worst, where = 0, ""
    for step, (now, then) in enumerate(zip(params, wanted, strict=True)):
        for path, leaf in then.items():
            actual, leaf = now[path].astype(np.float64), np.asarray(leaf).astype(np.float64)
            error = np.max(np.abs(actual - leaf)) / largest[path]
            if not error <= worst:
                worst, where = error, f"{path} after step {step}"
        if "steps" in now and now["steps"] != start["steps"]:
            return f"{name} {kind} {mode}: an integer changed"
    if "-v" in sys.argv:
        print(name, kind, mode, worst, where)
    return f"{name} {kind} {mode}: {worst} at {where}" if not worst <= TOLERANCE[kind, mode] else ""


def main():
    faults, counts = [], {"schedule": 0, "case": 0}
    start, gradients, case, params = {}, [], None, []

    def finish():
        if case:
            faults.append(check_case(*case, start, gradients, params))

    def add(trees, words):
        if not trees or words[0] in trees[-1]:
            trees.append({})
        trees[-1][words[0]] = tensor(words[1:])

    for line in open(sys.argv[1], encoding="utf-8"):
        kind, *words = line.split()
        if kind in counts:
            counts[kind] += 1
        if kind == "schedule":
            faults.append(check_schedule(words[0], tensor(words[1:])))
        elif kind == "set":
            finish()
            start, gradients, case = {}, [], None
        elif kind == "start":
            start[words[0]] = tensor(words[1:])
        elif kind == "case":
            finish()
            case, params = words, []
        else:
            add(gradients if kind == "grads" else params, words)
    finish()
    faults = [fault for fault in faults if fault]
    print("\n".join(faults))
    print(f"{counts['schedule']} schedules, {counts['case']} optimizers, {len(faults)} faults")
    sys.exit(bool(faults))


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of tests/jax/Inputs/frontend_updates.cpp compute, in optax: two steps from a parameter with two gradients; see
frontend_ops.py."""
import jax
import jax.numpy as jnp
import optax


def tree_of(x, shift):
    return {"weight": x, "bias": jnp.reshape(x, -1) * 0.5 + shift}


def joined(tree):
    return jnp.concatenate([jnp.ravel(tree["weight"]), jnp.ravel(tree["bias"])])


def matrices(tree):
    return jax.tree.map(lambda x: x.ndim >= 2, tree)


def is_bias(tree):
    return {name: name == "bias" for name in tree}


def is_weight(tree):
    return {name: name == "weight" for name in tree}


def each_leaf(transform):
    """The transformation on each leaf as on a tree of its own."""
    return optax.stateless(lambda updates, params: {name: transform.update(g, transform.init(g))[0] for name, g in updates.items()})


def steps(make):
    def run(x, *gradients):
        optimizer, tree = make(), tree_of(x, 0.2)
        state = optimizer.init(tree)
        for gradient in gradients:
            updates, state = optimizer.update(tree_of(gradient, 0.1), state, tree)
            tree = optax.apply_updates(tree, updates)
        return joined(tree)
    return run


def ema(debias):
    def run(*parameters):
        average = optax.ema(0.9, debias)
        state = average.init(tree_of(parameters[0], 0.2))
        for x in parameters:
            result, state = average.update(tree_of(x, 0.1), state)
        return joined(result)
    return run


def schedule(f):
    return lambda x: jax.vmap(lambda step: jnp.asarray(f(step), jnp.float32))(jnp.reshape((x + 8) * 5, -1)).reshape(x.shape)


def flat(x):
    return jnp.reshape(x, -1)


def global_norm(*x):
    norm = optax.global_norm({"a": x[0], "b": x[1] * 2, "c": flat(x[2])})
    return norm.astype(jnp.promote_types(norm.dtype, jnp.float32))


def partition():
    return optax.partition({"matrix": optax.sgd(0.1, 0.5), "other": optax.sgd(0.3)},
                           lambda tree: {name: "matrix" if x.ndim == 2 else "other" for name, x in tree.items()})


UPDATES = {name: steps(make) for name, make in {
    "sgd": lambda: optax.sgd(0.1), "sgdMomentum": lambda: optax.sgd(optax.linear_schedule(0.1, 0.01, 15), 0.9),
    "sgdNesterov": lambda: optax.sgd(0.1, 0.9, True), "adam": lambda: optax.adam(1e-2),
    "adamOptions": lambda: optax.adam(1e-2, 0.8, 0.99, 1e-3, 1e-4), "nadam": lambda: optax.nadam(1e-2, eps=1e-2),
    "adamw": lambda: optax.adamw(1e-2, eps=1e-2, weight_decay=0.1, mask=matrices), "rmsprop": lambda: optax.rmsprop(1e-2, eps=1e-2),
    "rmspropCentered": lambda: optax.rmsprop(1e-2, eps=1e-2, eps_in_sqrt=False, centered=True, momentum=0.9, nesterov=True),
    "rmspropCorrected": lambda: optax.rmsprop(1e-2, 0.95, 1e-2, initial_scale=0.5, momentum=0.5, bias_correction=True),
    "adagrad": lambda: optax.adagrad(0.1), "lion": lambda: optax.lion(1e-2), "lamb": lambda: optax.lamb(1e-2, eps=1e-2, weight_decay=0.1),
    "adafactor": lambda: optax.adafactor(1e-2, min_dim_size_to_factor=3, eps=1e-3),
    "adafactorPlain": lambda: optax.adafactor(1e-2, multiply_by_parameter_scale=False, clipping_threshold=None, weight_decay_rate=0.01, eps=1e-3),
    "muon": lambda: optax.contrib.muon(1e-2, eps=1e-2, weight_decay=0.1),
    "chain": lambda: optax.chain(optax.clip_by_global_norm(4.5), optax.sgd(0.1)),
    "clipByGlobalNorm": lambda: optax.chain(optax.clip_by_global_norm(0.5), optax.scale(-1)),
    "clipByValue": lambda: optax.chain(optax.clip(0.25), optax.sgd(0.1)),
    "clipByLeafNorm": lambda: optax.chain(each_leaf(optax.clip_by_global_norm(1.5)), optax.sgd(0.1)),
    "clipByLeafRms": lambda: optax.chain(optax.clip_by_block_rms(0.5), optax.sgd(0.1)), "scale": lambda: optax.scale(-0.7),
    "scaleBySchedule": lambda: optax.scale_by_schedule(optax.linear_schedule(-0.3, -0.1, 5)),
    "addDecayedWeights": lambda: optax.chain(optax.add_decayed_weights(0.3, matrices), optax.scale(-0.1)),
    "scaleByAdam": lambda: optax.chain(optax.scale_by_adam(eps=1e-2), optax.scale(-0.1)),
    "scaleByTrustRatio": lambda: optax.chain(optax.scale_by_trust_ratio(), optax.scale(-0.1)),
    "masked": lambda: optax.chain(optax.masked(optax.scale(3.), is_bias), optax.sgd(0.1)),
    "maskedOthers": lambda: optax.chain(optax.masked(optax.scale(3.), is_weight), optax.sgd(0.1)), "partition": partition,
    "multiSteps": lambda: optax.MultiSteps(optax.sgd(0.1, 0.9), 2),
}.items()}
UPDATES |= {
    "globalNorm": global_norm, "applyUpdates": lambda x, g, h: joined(optax.apply_updates(tree_of(x, 0.2), tree_of(g * h, 0.1))),
    "Ema": ema(True), "EmaBiased": ema(False),
}
UPDATES |= {f"schedule{name}": schedule(f) for name, f in {
    "Constant": optax.constant_schedule(3e-4), "Linear": optax.linear_schedule(0.1, 0.01, 37, 5),
    "Polynomial": optax.polynomial_schedule(1., 0.1, 3, 50), "PolynomialHalf": optax.polynomial_schedule(0.3, 0.1, 0.5, 41, 3),
    "Cosine": optax.cosine_decay_schedule(0.7, 47, 0.1, 2), "WarmupCosine": optax.warmup_cosine_decay_schedule(0.01, 1, 7, 53, 0.1),
    "Exponential": optax.exponential_decay(0.5, 7, 0.6, end_value=0.05), "ExponentialStairs": optax.exponential_decay(0.5, 10, 0.7, 4, True),
    "Piecewise": optax.piecewise_constant_schedule(0.1, {10: 0.3, 30: 0.7, 50: 2.}),
    "Join": optax.join_schedules([optax.linear_schedule(0, 1, 20), optax.constant_schedule(0.5), optax.exponential_decay(0.5, 5, 0.9)], [20, 40]),
}.items()}

FAMILIES = {"updates": UPDATES}

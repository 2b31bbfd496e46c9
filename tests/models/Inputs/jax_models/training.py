# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loss, gradients and a training step with AdamW, for any model; and states from which one step shows whether it is right."""
import jax
import jax.numpy as jnp
import numpy as np

from .placement import Array, Source, is_array, rounded, values

BETA1, BETA2, EPSILON, DECAY, CLIP = 0.9, 0.95, 1e-8, 0.1, 1.0
RATE, WARM_UP, TOTAL = 3e-4, 100, 1000
STEP = 199  # of the state: past the warm-up


def cross_entropy(logits, labels):
    """The mean over all tokens of the negative log-likelihood of their labels."""
    largest = jax.lax.stop_gradient(logits.max(-1, keepdims=True))
    total = jnp.log(jnp.exp(logits - largest).sum(-1)) + largest[..., 0]
    chosen = jnp.where(labels[..., None] == jnp.arange(logits.shape[-1]), logits, 0).sum(-1)
    return (total - chosen).mean()


def loss_of(forward):
    return lambda params, batch: cross_entropy(forward(params, batch["x"]), batch["y"])


def clipped(grads):
    """The gradients scaled to a norm of at most CLIP, and their norm before that."""
    norm = jnp.sqrt(sum(jnp.square(g).sum() for g in jax.tree.leaves(grads)))
    scale = jnp.minimum(1.0, CLIP / (norm + 1e-6))
    return jax.tree.map(lambda g: g * scale, grads), norm


def learning_rate(t):
    """A linear warm-up, then half a cosine."""
    progress = jnp.clip((t - WARM_UP) / (TOTAL - WARM_UP), 0.0, 1.0)
    return RATE * jnp.where(t < WARM_UP, t / WARM_UP, 0.5 * (1 + jnp.cos(jnp.pi * progress)))


def train(forward, constrain_grads):
    """The function of a training step: (state, batch) -> (new state, the step's numbers)."""
    def step(state, batch):
        loss, grads = jax.value_and_grad(loss_of(forward))(state["params"], batch)
        grads, norm = clipped(constrain_grads(grads))
        count = state["step"] + 1
        t = count.astype(jnp.float32)
        rate, correction1, correction2 = learning_rate(t), 1 - BETA1**t, 1 - BETA2**t

        def updated(p, m, v):
            decay = DECAY * p if p.ndim > 1 else 0.0
            return p - rate * (m / correction1 / (jnp.sqrt(v / correction2) + EPSILON) + decay)

        m = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g, state["m"], grads)
        v = jax.tree.map(lambda v, g: BETA2 * v + (1 - BETA2) * jnp.square(g), state["v"], grads)
        params = jax.tree.map(updated, state["params"], m, v)
        return dict(m=m, params=params, step=count, v=v), dict(grad_norm=norm, loss=loss)
    return step


def state(forward, parameters, batch, seed):
    """A state whose moments are as large as the gradients of `batch`, so that a step that gets one gradient wrong moves elsewhere:
    seeded numbers times the power of two that is nearest to the root mean square of the parameter's gradient."""
    def magnitude(p, g):
        return Array(2.0**np.round(np.log2(np.sqrt(np.mean(np.square(g))))), p.dims)

    grads, _ = jax.jit(lambda params, batch: clipped(jax.grad(loss_of(forward))(params, batch)))(values(parameters), values(batch))
    magnitudes = jax.tree.map(magnitude, parameters, jax.tree.map(np.asarray, grads), is_leaf=is_array)
    random = Source(seed).random

    def first(p, g):
        return Array(rounded(g.value * random.normal(0, 1, p.value.shape)), p.dims)

    def second(p, g):
        return Array(rounded(g.value**2 * random.uniform(0.5, 1.5, p.value.shape)), p.dims)

    m = jax.tree.map(first, parameters, magnitudes, is_leaf=is_array)
    v = jax.tree.map(second, parameters, magnitudes, is_leaf=is_array)
    return dict(m=m, params=parameters, step=Array(np.int32(STEP), ()), v=v)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains the twin of an example in JAX beside the losses that the example printed."""
import json
import sys

import jax
import optax

import token_windows


def compare(parameters, loss_of, batch, length):
    """Takes the arguments TEXT and LOG of the command line; LOG holds the losses that the example printed for its mode `single`. Trains
    parameters(key) by loss_of(parameters, tokens), prints the largest relative difference of losses, and exits: with 1 where it is above
    1e-5."""
    wanted = [json.loads(line)["loss"] for line in open(sys.argv[2], encoding="utf-8")]
    optimizer = optax.chain(optax.clip_by_global_norm(1.0),
                            optax.adamw(optax.warmup_cosine_decay_schedule(0, 3e-3, 10, len(wanted)), weight_decay=1e-4))
    p = parameters(jax.random.key(0))
    state = optimizer.init(p)

    @jax.jit
    def step(p, state, tokens):
        loss, gradient = jax.value_and_grad(loss_of)(p, tokens)
        updates, state = optimizer.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, loss

    worst = 0
    for ours, tokens in zip(wanted, token_windows.batches(sys.argv[1:2], batch, length, len(wanted)), strict=True):
        p, state, loss = step(p, state, tokens)
        worst = max(worst, abs(float(loss) - ours) / abs(float(loss)))
    print(f"{len(wanted)} losses, the first {wanted[0]:.6f}, the last {wanted[-1]:.6f}, differ by at most {worst:.2g}")
    sys.exit(worst > 1e-5)

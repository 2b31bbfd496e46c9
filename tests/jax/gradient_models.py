#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients of whole models by spmd-grad against jax.grad.

  gradient_models.py [MODEL ...]

MODEL is a line of MODELS below: the model of tests/models, how it is placed, and whether its blocks are unrolled. JAX exports the loss
function only; spmd-opt differentiates it, spmd-run runs that on the model's own parameters and batch. The gradients may differ from
those of jax.grad by as much as the order of f32 sums does. Prints the largest difference, in units of the largest element of the array
that differs most."""
import os
import subprocess
import sys

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "models", "Inputs"))
from jax_models import convnet, gpt2, llama, mlp, programs, training
from jax_models.placement import Placement, values
from run_module import differentiated, run

MODELS = {  # name -> architecture, mode, mesh, unrolled
    "mlp": ("mlp", "none", "", False), "mlp_fsdp_tp": ("mlp", "fsdp_tp", "data=2,model=4", False),
    "gpt2_scan": ("gpt2", "none", "", False), "gpt2_unrolled": ("gpt2", "none", "", True),
    "gpt2_fsdp_tp_scan": ("gpt2", "fsdp_tp", "data=2,model=4", False), "gpt2_tp_unrolled": ("gpt2", "tp", "model=4", True),
    "llama": ("llama", "none", "", False), "llama_fsdp": ("llama", "fsdp", "data=4", False),
    "convnet": ("convnet", "none", "", False), "convnet_dp": ("convnet", "dp", "data=4", False),
}


def export(name):
    """The loss as text, its gradients by JAX, and its arguments."""
    arch, mode, mesh, unrolled = MODELS[name]
    module = dict(mlp=mlp, gpt2=gpt2, llama=llama, convnet=convnet)[arch]
    params = mlp.parameters(mlp.SIZES, 1) if module is mlp else module.parameters(1)
    params, batch = gpt2.unstacked(params) if unrolled else params, module.batch(2)
    place = Placement(mode, mesh)
    loss = training.loss_of(programs._forward(dict(arch=arch))(place))
    where = dict(in_shardings=(place.shardings(place.specs(params)), place.shardings(place.specs(batch)))) if mesh else {}
    arguments = values((params, batch))
    text = jax.jit(loss, **where).lower(*arguments).as_text()
    plain = training.loss_of(programs._forward(dict(arch=arch))(Placement()))
    expected = jax.value_and_grad(plain)(*arguments)
    return text, jax.tree.leaves(expected), jax.tree.leaves(arguments), place.devices


def main():
    wrong = 0
    for name in sys.argv[1:] or MODELS:
        text, expected, arguments, devices = export(name)
        made = differentiated(text, extra="wrt=" + ",".join(map(str, range(len(expected) - 1))))
        if made.returncode:
            sys.exit(f"{name}: {made.stderr}")
        if "SPMD_KEEP" in os.environ:
            with open(f"{os.environ['SPMD_KEEP']}/{name}.mlir", "w", encoding="utf-8") as file:
                file.write(made.stdout)
        got = run(made.stdout, arguments, f"--devices={devices}")
        assert len(got) == len(expected), (len(got), len(expected))
        worst = max(np.max(np.abs(ours - np.asarray(want))) / np.max(np.abs(np.asarray(want))) for ours, want in zip(got, expected))
        print(f"{name}: {len(got) - 1} gradients, differ by at most {worst:.1e}")
        wrong += worst > 3e-5
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs by name: which function of which model each one is, its mode and mesh, its arguments, and how its results are placed."""
import functools
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from . import convnet, gpt2, llama, mlp, training
from .placement import Array, Placement

_GPT2 = dict(arch="gpt2", layers=gpt2.LAYERS, d_model=gpt2.WIDTH, seq=gpt2.SEQUENCE, vocab=gpt2.VOCABULARY)
_LLAMA = dict(arch="llama", layers=llama.LAYERS, d_model=llama.WIDTH, kv_heads=llama.KV_HEADS, seq=llama.SEQUENCE,
              vocab=llama.VOCABULARY)
_MLP = dict(arch="mlp", hidden=mlp.HIDDEN, features=mlp.FEATURES)
_CONVNET = dict(arch="convnet", channels=convnet.CHANNELS)
_DATA8, _DATA2_MODEL4 = "data=8", "data=2,model=4"
_MODULES = dict(mlp=mlp, gpt2=gpt2, llama=llama, convnet=convnet)

CONFIGS = {
    "mlp_fwd_single": dict(_MLP, kind="fwd", mode="none", mesh=""),
    "mlp_train_dp": dict(_MLP, kind="train", mode="dp", mesh=_DATA8),
    "mlp_train_fsdp_tp": dict(_MLP, kind="train", mode="fsdp_tp", mesh=_DATA2_MODEL4),
    "mlp_manual_psum": dict(_MLP, kind="manual", mode="dp_tp", mesh=_DATA2_MODEL4),
    "mlp_init_threefry": dict(_MLP, kind="init", mode="fsdp_tp", mesh=_DATA2_MODEL4),
    "gpt2_fwd_single": dict(_GPT2, kind="fwd", mode="none", mesh="", unrolled=True),
    "gpt2_fwd_dp": dict(_GPT2, kind="fwd", mode="dp", mesh=_DATA8),
    "gpt2_fwd_tp": dict(_GPT2, kind="fwd", mode="tp", mesh="model=4", unrolled=True),
    "gpt2_grad_tp": dict(_GPT2, kind="grad", mode="tp", mesh="model=4"),
    "gpt2_train_single_scan": dict(_GPT2, kind="train", mode="none", mesh=""),
    "gpt2_train_dp_unrolled": dict(_GPT2, kind="train", mode="dp", mesh=_DATA8, unrolled=True),
    "gpt2_train_fsdp_scan": dict(_GPT2, kind="train", mode="fsdp", mesh=_DATA8),
    "gpt2_train_fsdp_tp_scan": dict(_GPT2, kind="train", mode="fsdp_tp", mesh=_DATA2_MODEL4),
    "gpt2_train_fsdp_tp_unrolled": dict(_GPT2, kind="train", mode="fsdp_tp", mesh=_DATA2_MODEL4, unrolled=True),
    "gpt2_train_fsdp_tp_bf16_remat": dict(_GPT2, kind="train", mode="fsdp_tp", mesh=_DATA2_MODEL4, remat=True, dtype="bf16"),
    "gpt2_train_fsdp_remat_unrolled": dict(_GPT2, kind="train", mode="fsdp", mesh=_DATA8, unrolled=True, remat=True),
    "gpt2_decode_tp": dict(_GPT2, kind="decode", mode="dp_tp", mesh=_DATA2_MODEL4),
    "llama_fwd_tp": dict(_LLAMA, kind="fwd", mode="dp_tp", mesh="data=2,model=2"),
    "llama_train_fsdp": dict(_LLAMA, kind="train", mode="fsdp", mesh="data=4"),
    "convnet_fwd_dp": dict(_CONVNET, kind="fwd", mode="dp", mesh=_DATA8),
    "convnet_train_dp": dict(_CONVNET, kind="train", mode="dp", mesh="data=4"),
}


class Program(NamedTuple):
    arguments: tuple  # of trees of arrays with dims
    donated: tuple  # numbers of arguments
    function: Callable  # (place) -> the function of the arguments
    results: Callable  # (place) -> the specs of its results


def _forward(config):
    """(place) -> the function (params, x) -> logits of a model."""
    if config["arch"] == "gpt2":
        options = dict(remat=config.get("remat", False), dtype=jnp.bfloat16 if config.get("dtype") == "bf16" else jnp.float32)
        return lambda place: functools.partial(gpt2.forward, place, **options)
    return lambda place: functools.partial(_MODULES[config["arch"]].forward, place)


def _train(config, parameters, batch, unstacked):
    """A training step. The state is that of the plain model, so that programs of one model begin with the same numbers."""
    plain = _forward({key: value for key, value in config.items() if key not in ("remat", "dtype")})(Placement())
    state = training.state(plain, parameters, batch, seed=3)
    state.update({key: unstacked(state[key]) for key in ("m", "params", "v")})

    def function(place):
        def constrained(grads):
            if place.mesh is None:
                return grads
            return jax.lax.with_sharding_constraint(grads, place.shardings(place.specs(state["params"])))
        return training.train(_forward(config)(place), constrained)
    return Program((state, batch), (0,), function, lambda place: (place.specs(state), dict(grad_norm=place.spec(), loss=place.spec())))


def _fwd(config, parameters, x):
    dims = ("batch", None) if config["arch"] in ("mlp", "convnet") else ("batch", None, "model")

    def function(place):
        def fwd(params, x):
            return _forward(config)(place)(params, x)
        return fwd
    return Program((parameters, x), (), function, lambda place: place.spec(*dims))


def _grad(config, parameters, batch):
    def function(place):
        def grad(params, batch):
            return jax.value_and_grad(training.loss_of(_forward(config)(place)))(params, batch)
        return grad
    return Program((parameters, batch), (), function, lambda place: (place.spec(), place.specs(parameters)))


def _decode(parameters):
    tokens = Array(gpt2.batch(2)["x"].value[:, 0], ("batch",))
    cache, position = gpt2.cache(4), Array(np.int32(gpt2.SEQUENCE // 2), ())

    def function(place):
        def decode(params, cache, tokens, position):
            return gpt2.decode(place, params, cache, tokens, position)
        return decode
    return Program((parameters, cache, tokens, position), (1,), function,
                   lambda place: dict(cache=place.specs(cache), logits=place.spec("batch", "model")))


def _manual():
    arguments = (mlp.parameters(mlp.MANUAL_SIZES, 5), mlp.batch(2)["x"])

    def function(place):
        def fwd(params, x):
            return mlp.manual(place, params, x, place.specs(arguments))
        return fwd
    return Program(arguments, (), function, lambda place: place.spec("batch", None))


def program(config):
    """The program of a configuration."""
    kind = config["kind"]
    if kind == "manual":
        return _manual()
    if kind == "init":
        return Program((Array(np.array([0, 42], np.uint32), (None,)),), (), lambda place: mlp.init,
                       lambda place: place.specs(mlp.parameters(mlp.SIZES, 1)))
    module = _MODULES[config["arch"]]
    parameters = mlp.parameters(mlp.SIZES, 1) if module is mlp else module.parameters(1)
    batch = module.batch(2)
    unstacked = gpt2.unstacked if config.get("unrolled") else lambda params: params
    if kind == "train":
        return _train(config, parameters, batch, unstacked)
    if kind == "fwd":
        return _fwd(config, unstacked(parameters), batch["x"])
    return _grad(config, parameters, batch) if kind == "grad" else _decode(parameters)

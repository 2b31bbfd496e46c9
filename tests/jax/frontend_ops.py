# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the ops of the C++ frontend with jax.numpy, jax.lax and jax.nn.
usage: frontend_ops.py FAMILY RESULTS CASES.cpp HEADER...

RESULTS is what CASES.cpp (tests/jax/Inputs/frontend_FAMILY.cpp) prints: for each case its name, operands, the result of the op that ran
at once, and the result of the same op inside of a jitted function. Shapes and types must be equal, elements within the tolerance of the
type. Each function of the headers must have a case, and each case three shapes."""
import collections
import re
import sys

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

import frontend_oracles

TYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "ui32": np.uint32, "ui64": np.uint64, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64}
# Relative to the largest element of a result: some 40 units in the last place. bf16 keeps excess precision between ops inside of jit.
TOLERANCE = {"bf16": 2e-2, "f16": 2e-3, "f32": 5e-6, "f64": 1e-12}
_ = slice(None)


def flat(x):
    return jnp.reshape(x, -1)


OPS = {
    "erfc": jax.scipy.special.erfc, "erf": jax.scipy.special.erf, "erfInv": lambda x: jax.scipy.special.erfinv(x * 0.4),
    "log": lambda x: jnp.log(jnp.abs(x) + 0.5), "log1p": lambda x: jnp.log1p(jnp.abs(x)), "sqrt": lambda x: jnp.sqrt(jnp.abs(x)),
    "rsqrt": lambda x: jax.lax.rsqrt(jnp.abs(x) + 0.5), "isFinite": jnp.isfinite, "isNan": lambda x: jnp.isnan(jnp.sqrt(x)),
    "negate": jnp.negative, "not": jnp.invert, "relu": jax.nn.relu, "sigmoid": jax.nn.sigmoid, "silu": jax.nn.silu,
    "softplus": jax.nn.softplus, "gelu": jax.nn.gelu, "geluExact": lambda x: jax.nn.gelu(x, approximate=False),
    "plusInt": lambda x: x + 3, "timesFloat": lambda x: 0.5 * x, "timesBool": lambda x: x * True,
    "toInt": lambda x: x.astype(jnp.int32), "toBool": lambda x: x.astype(bool), "clip": lambda x: jnp.clip(x, -1, 1),
    "remainder": lambda a, b: a % (b + 9), "remainderNegative": lambda a, b: a % (b - 9),
    "power": lambda a, b: jnp.power(jnp.abs(a) + 0.5, b), "atan2": jnp.arctan2, "less": jnp.less, "lessEqual": jnp.less_equal,
    "greater": jnp.greater, "greaterEqual": jnp.greater_equal, "notEqual": jnp.not_equal, "and": jnp.bitwise_and,
    "or": jnp.bitwise_or, "xor": jnp.bitwise_xor, "where": lambda a, b: jnp.where(a > 0, a, b),
    "whereNumber": lambda a, b: jnp.where(a > b, a, 0), "logsumexp": jax.nn.logsumexp, "sumLast": lambda x: jnp.sum(x, -1),
    "sumKept": lambda x: jnp.sum(x, 0, keepdims=True), "sumTwo": lambda x: jnp.sum(x, (0, -1)),
    "meanLast": lambda x: jnp.mean(x, -1, keepdims=True), "varLast": lambda x: jnp.var(x, -1), "maxLast": lambda x: jnp.max(x, -1),
    "minFirst": lambda x: jnp.min(x, 0, keepdims=True), "prodLast": lambda x: jnp.prod(x, -1), "allLast": lambda x: jnp.all(x, -1),
    "anyLast": lambda x: jnp.any(x, -1), "argmaxLast": lambda x: jnp.argmax(x, -1),
    "argminFirst": lambda x: jnp.argmin(x, 0, keepdims=True), "argmaxNan": lambda x: jnp.argmax(jnp.sqrt(x), -1),
    "softmax": jax.nn.softmax, "softmaxFirst": lambda x: jax.nn.softmax(x, 0), "logSoftmax": jax.nn.log_softmax,
    "logsumexpLast": lambda x: jax.nn.logsumexp(x, -1, keepdims=True), "reshape": lambda x: jnp.reshape(x, (-1, 2, 1)),
    "dotGeneral": lambda a, b: jax.lax.dot_general(a, b, (((a.ndim - 1,), (1,)), ((0,), (0,)))),
    "transpose3": lambda x: jnp.transpose(x, (1, 2, 0)), "broadcastTo": lambda x: jnp.broadcast_to(x, (2, 3, 4)),
    "expandDims": lambda x: jnp.expand_dims(x, -1), "expandFirst": lambda x: x[None], "squeezeOne": lambda x: jnp.squeeze(x, 1),
    "flipLast": lambda x: jnp.flip(x, -1), "concatenate": lambda a, b: jnp.concatenate([flat(a), flat(b)]),
    "concatenate1": lambda a, b: jnp.concatenate([a, b, a], -1), "stack": lambda a, b: jnp.stack([a, b]),
    "stackLast": lambda a, b: jnp.stack([a, b], -1), "take": lambda x: jnp.take(x, jnp.array([1, -1, 0]), 1),
    "takeClamped": lambda x: jnp.take(x, jnp.array([99, 1]), 0, mode="clip"), "oneHot": lambda x: jax.nn.one_hot(x, 5),
    "zeros": lambda: jnp.zeros((2, 3)), "ones": lambda: jnp.ones(3, jnp.bfloat16), "full": lambda: jnp.full(2, 2.5),
    "fullInt": lambda: jnp.full((2, 2), -7), "arange": lambda: jnp.arange(5), "arangeFloat": lambda: jnp.arange(4, dtype=jnp.float32),
    "iota": lambda: jax.lax.broadcasted_iota(jnp.int32, (2, 3), 1), "eye": lambda: jnp.eye(3), "zerosLike": jnp.zeros_like,
    "onesLike": jnp.ones_like,
    **{f"einsum{i + 1}": lambda *x, e=e: jnp.einsum(e, *x) for i, e in enumerate(
        ["bqhd,bkhd->bhqk", "ij,jk", "...d,df->...f", "ij->ji", "ijk->j", "ab,bc,cd->ad", "i,j->ij", "abc,c->b"])},
    **{f"index{i + 1}": lambda x, at=at: x[at] for i, at in enumerate([
        (_, 0, slice(1, 3)), -1, (..., 1), (None, slice(1, None, 2), ..., None, 0), (slice(None, None, -1), slice(3, 0, -2)),
        (slice(-3, -1), slice(2, 2)), (0, 1, 1), (slice(1, 100), slice(-100, 2)), (_, jnp.array([2, -1, 0, 1]), 1),
        jnp.array([[4, 0, 2], [-5, 1, 1]])])},
    "index11": lambda x: x[1][..., jnp.array([1, 0])],  # x[1, ..., ids] would put the dim of ids first
}


def tensor(words):
    """Reads "f32 2 3 4 HEX ." into an array."""
    rank = int(words[1])
    shape = tuple(int(size) for size in words[2:2 + rank])
    return np.frombuffer(bytes.fromhex("".join(words[2 + rank:-1])), TYPES[words[0]]).reshape(shape)


def differs(actual, wanted, least=1e-3):
    """Says how two results differ; empty where they agree."""
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}"
    kind = next(key for key, value in TYPES.items() if np.dtype(value) == actual.dtype)
    if kind not in TOLERANCE:
        return "" if np.array_equal(actual, wanted) else f"{actual} instead of {wanted}"
    actual, wanted = actual.astype(np.float64), wanted.astype(np.float64)
    scale = max(least, np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted)))
    with np.errstate(invalid="ignore"):  # inf - inf
        close = np.abs(actual - wanted) <= TOLERANCE[kind] * scale
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted)) | close
    return "" if same.all() else f"{actual[~same][:3]} instead of {wanted[~same][:3]}"


def oracle(name, ops):
    """The function of a case: `name` as it stands, in lower case or with underscores in JAX, where `ops` do not say otherwise."""
    spellings = [name, name.lower(), re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()]
    found = [getattr(module, spelling) for module in (jnp, jax.nn, jax.lax, jax.scipy.special) for spelling in spellings
             if hasattr(module, spelling)]
    return ops[name] if name in ops else found[0]


def wanted_of(op, operands):
    # 64-bit types exist here always, in JAX in its 64-bit mode only; default types are those of the 32-bit mode.
    with jax.enable_x64(any(operand.dtype.itemsize == 8 for operand in operands)):
        return np.asarray(op(*[jnp.asarray(operand) for operand in operands]))


def is_float(operand):
    return np.issubdtype(operand.dtype, np.inexact) or operand.dtype == ml_dtypes.bfloat16


def gradients_of(op, operands):
    """The gradients of the weighted sum of gradientsOf in frontend_cases.h, in the floating-point operands."""
    def loss(floats):
        given = iter(floats)
        result = op(*[next(given) if is_float(operand) else jnp.asarray(operand) for operand in operands])
        weights = (jnp.arange(result.size) % 7).astype(jnp.float32) / 7 + 0.5
        return jnp.sum(result.astype(jnp.promote_types(result.dtype, jnp.float32)) * weights.reshape(result.shape))

    with jax.enable_x64(any(operand.dtype.itemsize == 8 for operand in operands)):
        return [np.asarray(gradient) for gradient in jax.jit(jax.grad(loss))([jnp.asarray(x) for x in operands if is_float(x)])]


def main():
    cases, faults, shapes = 0, [], collections.defaultdict(set)
    name, operands, wanted, gradients, at = "", [], None, [], 0
    without, differentiated = set(), set()
    family, results, source, *headers = sys.argv[1:]
    ops = OPS if family == "ops" else frontend_oracles.FAMILIES[family]
    for line in open(results, encoding="utf-8"):
        kind, *words = line.split()
        if kind == "promote":
            with jax.enable_x64(True):
                lattice = np.dtype(jnp.promote_types(TYPES[words[0]], TYPES[words[1]]))
            # u64 with a signed integer: a weak float in JAX, which is f64 in its 64-bit mode alone
            if lattice != np.dtype(TYPES[words[2]]) and not ("ui64" in words[:2] and words[2] == "f32"):
                faults.append(f"{line.strip()}: JAX has {lattice}")
        elif kind == "case":
            name, operands, wanted, gradients, at = words[0], [], None, [], 0
            cases += 1
        elif kind == "in":
            operands.append(tensor(words))
        elif kind == "none":
            without.add(words[0])
            print(line.strip())
        elif kind == "grad":
            if at == 0:
                try:
                    gradients = gradients_of(oracle(name, ops), operands)
                    differentiated.add(name)
                except TypeError as error:  # JAX has no rule for a float beside an integer operand
                    if "float0" not in str(error):
                        raise
                    gradients = None
            # Weights are about 1, and their sums may cancel. Where JAX's gradient is not finite, the function has none.
            if gradients and (fault := differs(np.where(np.isfinite(gradients[at]), tensor(words), gradients[at]), gradients[at], 0.1)):
                faults.append(f"{name} of {', '.join(f'{o.dtype}{list(o.shape)}' for o in operands)}, gradient {at}: {fault}")
            at += 1
        else:
            wanted = wanted_of(oracle(name, ops), operands) if wanted is None else wanted
            shapes[name].add(tuple(operand.shape for operand in operands))
            if fault := differs(tensor(words), wanted):
                faults.append(f"{name} of {', '.join(f'{o.dtype}{list(o.shape)}' for o in operands)} ({kind}): {fault}")
    few = [name for name, seen in shapes.items() if len(seen) < 3 and seen != {()}]
    text = "".join(open(header, encoding="utf-8").read() for header in headers)
    printed = open(source, encoding="utf-8").read()
    untested = [op for op in set(re.findall(r"^(?:Tensor|TopK|std::\w+<[\w, ]+>) (\w+)\(", text, re.M)) if not re.search(rf"\b{op}\b", printed)]
    faults += [f"{name}: fewer than three shapes" for name in few] + [f"{op}: no case" for op in untested]
    print("\n".join(faults[:40]))
    print(f"{len(differentiated)} names with gradients, {len(without)} without")
    print(f"{cases} cases of {len(shapes)} names, {len(faults)} faults")
    sys.exit(bool(faults))


main()

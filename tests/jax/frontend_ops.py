# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the ops of the C++ frontend with jax.numpy, jax.lax and jax.nn.
usage: frontend_ops.py FAMILY RESULTS CASES.cpp[,CASES.cpp] HEADER...

RESULTS is what CASES.cpp (tests/jax/Inputs/frontend_FAMILY.cpp) prints: for each case its name, operands, the result of the op that ran
at once and inside of a jitted function, its gradients, also beside differences, batches over every subset of operands, and
transformations in each other. Shapes and types must be equal, elements within the tolerance of the type. Each function of the headers
must have a case, and each case six shapes. What an op refuses, JAX refuses as well, but for what frontend_reasons.py names."""
import collections
import importlib
import os
import re
import sys

# The fastest to compile. Without the last option bf16 is not rounded between ops.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true --xla_allow_excess_precision=false"
if sys.argv[1] == "layers":  # the pass ends the process at gradients of dilated convolutions ("Invalid binary instruction opcode map")
    os.environ["XLA_FLAGS"] += " --xla_disable_hlo_passes=algsimp"
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax._src.public_test_util import default_gradient_tolerance

import frontend_headers
import frontend_reasons
from frontend_records import TYPES, Record, evaluate, functions_of, is_wide, read

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
    "stackLast": lambda a, b: jnp.stack([a, b], -1), "take": lambda x: x.at[:, jnp.array([1, -1, 0])].get(mode="clip"),
    "takeClamped": lambda x: jnp.take(x, jnp.array([99, 1]), 0, mode="clip"), "oneHot": lambda x: jax.nn.one_hot(x, 5),
    "zeros": lambda: jnp.zeros((2, 3)), "ones": lambda: jnp.ones(3, jnp.bfloat16), "full": lambda: jnp.full(2, 2.5),
    "fullInt": lambda: jnp.full((2, 2), -7), "arange": lambda: jnp.arange(5), "arangeFloat": lambda: jnp.arange(4, dtype=jnp.float32),
    "iota": lambda: jax.lax.broadcasted_iota(jnp.int32, (2, 3), 1), "eye": lambda: jnp.eye(3), "zerosLike": jnp.zeros_like,
    "onesLike": jnp.ones_like,
    **{f"einsum{i + 1}": lambda *x, e=e: jnp.einsum(e, *x) for i, e in enumerate(
        ["bqhd,bkhd->bhqk", "ij,jk", "...d,df->...f", "ij->ji", "ijk->j", "ab,bc,cd->ad", "i,j->ij", "abc,c->b"])},
    **{f"index{i + 1}": lambda x, at=at: x.at[at].get(mode="clip") for i, at in enumerate([
        (_, 0, slice(1, 3)), -1, (..., 1), (None, slice(1, None, 2), ..., None, 0), (slice(None, None, -1), slice(3, 0, -2)),
        (slice(-3, -1), slice(2, 2)), (0, 1, 1), (slice(1, 100), slice(-100, 2)), (_, jnp.array([2, -1, 0, 1]), 1),
        jnp.array([[4, 0, 2], [-5, 1, 1]])])},
    "index11": lambda x: x[1].at[..., jnp.array([1, 0])].get(mode="clip"),  # x[1, ..., ids] would put the dim of ids first
}


# Relative to the largest element of a result: some 40 units in the last place.
# Where the functions of other families stand.
MODULES = {**dict.fromkeys(["linalg", "complex"], "matrix_oracles"), **dict.fromkeys(["layers", "attention", "losses"], "frontend_layer_oracles"),
           "updates": "frontend_update_oracles", "draws": "frontend_draw_oracles",
           **dict.fromkeys(["control", "nested", "shards"], "frontend_transform_oracles")}

TOLERANCE = {"bf16": 2e-2, "f16": 2e-3, "f32": 5e-6, "f64": 1e-12, "complex<f32>": 5e-6, "complex<f64>": 1e-12}
# Factors of matrices lose as many digits as the condition numbers of the random matrices have, which are below 100 (gaps between
# eigenvalues in gradients included).
LOST = {"linalg": 100}
LEAST_SHAPES = {"linalg": 3, "complex": 3}  # 6 in the other families
COMPOSITIONS = {"gradOfVmap", "vmapOfGrad", "gradOfScan", "checkpointInScan", "gradOfGrad", "forwardOverReverse"}
DERIVATIVES = COMPOSITIONS | {"grad"}


def kind_of(array):
    return next(key for key, value in TYPES.items() if np.dtype(value) == array.dtype)


def widened(array):
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def differs(actual, wanted, least=1e-3, looseness=1):
    """Says how two results differ; empty where they agree."""
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}"
    kind = kind_of(actual)
    if kind not in TOLERANCE:
        return "" if np.array_equal(actual, wanted) else f"{actual} instead of {wanted}"
    actual, wanted = widened(actual), widened(wanted)
    scale = max(least, np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted)))
    with np.errstate(invalid="ignore"):  # inf - inf
        close = np.abs(actual - wanted) <= TOLERANCE[kind] * looseness * scale
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted)) | close
    return "" if same.all() else f"{actual[~same][:3]} instead of {wanted[~same][:3]}"


def oracle(name, ops):
    """The function of a case: `name` as it stands, in lower case or with underscores in JAX, where `ops` do not say otherwise."""
    spellings = [name, name.lower(), re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()]
    found = [getattr(module, spelling) for module in (jnp, jax.nn, jax.lax, jax.scipy.special, jnp.linalg, jnp.fft) for spelling in spellings
             if callable(getattr(module, spelling, None))]
    return ops[name] if name in ops else found[0]


def gradient_looseness(array, is_jax):
    """bf16 has the tolerance of JAX's own tests of gradients, wider types that of values unless that of JAX is asked for."""
    own = float(default_gradient_tolerance[array.dtype]) / TOLERANCE[kind_of(array)]
    return own if is_jax or array.dtype == ml_dtypes.bfloat16 else 1


def normalized(actual, wanted):
    """Default types are those of JAX's 32-bit mode, whatever its mode."""
    return wanted.astype(actual.dtype) if (actual.dtype, wanted.dtype) in ((np.int32, np.int64), (np.uint32, np.uint64)) else wanted


def fault_of(record, what, actual, wanted, is_jax=False):
    """How a result of a record differs from JAX's, by the tolerances here or by those of JAX's own tests of gradients."""
    if what not in DERIVATIVES and record.name in frontend_reasons.EXACT and (what == "once" or actual.dtype != ml_dtypes.bfloat16):
        return "" if actual.tobytes() == normalized(actual, wanted).tobytes() else differs(actual, normalized(actual, wanted)) or "other bits"
    kind = kind_of(actual)
    least = frontend_reasons.NARROW.get(record.name, kind)
    if record.name in frontend_reasons.MIXED and any(operand.dtype == ml_dtypes.bfloat16 for operand in record.operands):
        least = "bf16"
    narrow = max(1, TOLERANCE[least] / TOLERANCE[kind]) if kind in TOLERANCE else 1
    if what in ("jit", "once") or what.startswith(("vmap", "each", "last")) and what not in ("vmapOfGrad", "vmapOfScan"):
        return differs(actual, normalized(actual, wanted), looseness=narrow)
    if what == "vmapOfScan":
        return differs(actual, normalized(actual, wanted), looseness=2 * narrow)
    # Weights are about 1, and their sums may cancel. Where JAX's gradient is not finite, the function has none.
    second = 10 if what in ("gradOfGrad", "forwardOverReverse") else 1
    finite = np.isfinite(widened(wanted))
    if actual.shape == wanted.shape and not finite.all():
        actual = np.where(finite, actual, wanted)
    return differs(actual, wanted, 0.1, max(narrow, gradient_looseness(actual, is_jax) * (1 if is_jax else second)))


def results_of(record, wanted):
    """(what, actual, wanted array) of the results of a record."""
    position = collections.Counter()
    for what, actual in record.results:
        if what == "along":
            continue
        key = {"jit": "values", "once": "values"}.get(what, what.replace("each", "vmap"))
        if key == "vmapOfGrad" or key not in wanted or not isinstance(wanted[key], np.ndarray):
            yield what, actual, wanted[key][position[what]]
            position[what] += 1
        else:
            yield what, actual, wanted[key]


def truth_of(record, ops):
    """The same record in f64: what decides where narrow types of both sides lose digits."""
    wide = [widened(o) if o.dtype in (ml_dtypes.bfloat16, np.float16, np.float32, np.complex64) else o for o in record.operands]
    return functions_of(oracle(record.name, ops), Record(record.name, record.kind, record.count, wide)), wide


def compare(records, ops):
    """The faults of records, and the names that have gradients."""
    keys = [(record.name, record.kind, *[(o.dtype.str, o.shape, o.tobytes()) for o in record.operands]) for record in records]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}  # a case at once is the one in jit
    first = {key: record for key, record in reversed(list(zip(keys, records)))}
    different = evaluate([(functions_of(oracle(first[key].name, ops), first[key]), first[key].operands) for key in numbers])
    wanted = [different[numbers[key]] for key in keys]
    doubts, faults, differentiated, absent = [], [], set(), {}
    for record, results in zip(records, wanted):
        if isinstance(results, Exception):
            # JAX has no rule for a float beside an integer operand. Where neither has a result, there is none.
            if "float0" not in str(results) and record.results and not re.search(frontend_reasons.MORE.get(record.name, "^$"), str(results)):
                faults.append(f"{record.text()}, {record.kind}: JAX has {type(results).__name__}: {str(results)[:200]}")
            continue
        differentiated |= {record.name} if record.kind == "gradients" and record.results else set()
        unknown = COMPOSITIONS - results.keys() if record.kind == "compositions" else set()
        absent |= {(record.name, record.kind, what): "nor has JAX" for what in unknown | ({"along"} if "gradOfGrad" in unknown else set())}
        faults += [f"{record.text()}: JAX has no {what}" for what, _ in record.results if what in unknown and record.name not in frontend_reasons.MORE]
        record.results = [result for result in record.results if result[0] not in unknown]
        for at, (what, actual, array) in enumerate(results_of(record, results)):
            if what == "jit" and record.name in frontend_reasons.ROUNDED and any(x.dtype == ml_dtypes.bfloat16 for x in record.operands):
                continue
            if fault := fault_of(record, what, actual, array):
                doubts.append((record, at, what, actual, array, fault))
    truths = evaluate([truth_of(record, ops) for record, *_ in doubts])
    for (record, at, what, actual, array, fault), truth in zip(doubts, truths):
        exact = None if isinstance(truth, Exception) else list(results_of(record, truth))[at][2]
        if exact is not None and exact.dtype in (np.float64, np.complex128) and not fault_of(record, what, actual, exact.astype(actual.dtype)):
            continue
        if what in DERIVATIVES and not fault_of(record, what, actual, array, True):
            print(f"{record.text()} ({what} {at}): within JAX's own tolerance alone: {fault}")
            continue
        faults.append(f"{record.text()} ({what} {at}): {fault}")
    errors = {(record.name, record.kind): f"nor has JAX: {str(results)[:120]}" for record, results in zip(records, wanted) if isinstance(results, Exception)}
    return faults, differentiated, errors, absent


def differences(records):
    """The faults of derivatives along a direction beside central differences, and how many there are."""
    faults, count = [], 0
    for record in records:
        for what, array in record.results:
            if what != "along" or not np.isfinite(array).all():
                continue
            count += 1
            tolerance = float(default_gradient_tolerance[np.dtype(np.float64)])
            if abs(array[0] - array[1]) > tolerance * max(1, np.max(np.abs(array))) and record.name not in frontend_reasons.STEPS | frontend_reasons.STOPPED:
                faults.append(f"{record.text()}: {array[0]} along a direction, differences say {array[1]}")
    return faults, count


def refusals(output, ops):
    """The faults of ops that throw: JAX throws as well, or there is a reason."""
    faults = []
    for name, message, operands in output.refused:
        if any(re.search(pattern, message) for pattern in frontend_reasons.STRICTER):
            continue
        with jax.enable_x64(any(map(is_wide, operands))):
            try:
                jax.eval_shape(oracle(name, ops), *operands)
            except jax.errors.ConcretizationTypeError as error:
                faults.append(f"{name}: the oracle is not traceable: {error}")
            except Exception:
                continue
        faults.append(f"{Record(name, '', len(operands), operands).text()} is refused here alone: {message}")
    return faults


def lattice(promotions):
    faults = []
    for a, b, ours in promotions:
        with jax.enable_x64(True):
            found = np.dtype(jnp.promote_types(TYPES[a], TYPES[b]))
        # u64 with a signed integer: a weak float in JAX, which is f64 in its 64-bit mode alone
        if found != np.dtype(TYPES[ours]) and not ("ui64" in (a, b) and ours == "f32"):
            faults.append(f"promote {a} {b} is {ours}: JAX has {found}")
    return faults


def unreasoned(output, errors, absent):
    """Transformations that throw where JAX's do not, without a reason."""
    faults = []
    for (name, kind, what), message in output.none.items():
        second = "nor has the derivative in a parameter one" if name in frontend_reasons.NO_SECOND and what in ("gradOfGrad", "forwardOverReverse", "along") else ""
        if reason := second or frontend_reasons.NONE.get(name) or errors.get((name, kind)) or absent.get((name, kind, what)):
            print(f"{name} has no {what}: {reason}")
        else:
            faults.append(f"{name}, {kind}: no {what}: {message}")
    return faults


def functions_of_family(family):
    return OPS if family == "ops" else importlib.import_module(MODULES.get(family, "frontend_oracles")).FAMILIES[family]


def main():
    family, results, source, *headers = sys.argv[1:]
    ops = functions_of_family(family)
    for kind in TOLERANCE:
        TOLERANCE[kind] *= LOST.get(family, 1)
    output = read(results)
    faults, differentiated, errors, absent = compare(output.records, ops)
    wrong, directions = differences(output.records)
    faults += wrong + lattice(output.promotions) + refusals(output, ops) + unreasoned(output, errors, absent) + [f"{text}: does not run" for text in output.failed]
    text = "".join(open(header, encoding="utf-8").read() for header in headers)
    printed = "".join(open(path, encoding="utf-8").read() for path in source.split(","))
    declared = frontend_headers.ops_of(text) if family not in MODULES or MODULES[family] == "matrix_oracles" else frontend_headers.names_of(text)
    faults += [f"{op}: no case" for op in sorted(declared) if not re.search(rf"\b{op}\b", printed)]
    faults += [f"{name}: {count} shapes" for name, (count, operands) in output.shapes.items()
               if count < frontend_reasons.SHAPES.get(name, LEAST_SHAPES.get(family, 6)) and operands]
    print("\n".join(faults[:60]))
    of = collections.Counter(record.kind for record in output.records)
    print(f"{len(declared)} functions, {sum(not operands for _, operands in output.shapes.values())} names without tensors among "
          f"{len(output.shapes)}, {min((count for count, operands in output.shapes.values() if operands), default=0)} shapes or more")
    print(f"{of['gradients']} gradients of {len(differentiated)} names, {directions} beside differences, "
          f"{sum(what.startswith(('vmap', 'last')) for record in output.records if record.kind == 'batches' for what, _ in record.results)} batches, "
          f"{sum(len(record.results) for record in output.records if record.kind == 'compositions')} results of compositions")
    print(f"{len(output.refused)} operands refused, {len(output.none)} transformations have a reason")
    print(f"{len(output.records)} cases of {len(output.shapes)} names, {len(faults)} faults")
    sys.exit(bool(faults))


main()

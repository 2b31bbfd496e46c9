# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares functions of matrices and of complex numbers of the C++ frontend with JAX, in f32, f64 and complex types.
usage: matrix_ops.py FAMILY RESULTS CASES.cpp HEADER...

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

import matrix_oracles

TYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "ui32": np.uint32, "ui64": np.uint64, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64,
         "complex<f32>": np.complex64, "complex<f64>": np.complex128}
# Relative to the largest element of a result: some 40 units in the last place. bf16 keeps excess precision between ops inside of jit.
TOLERANCE = {"bf16": 2e-2, "f16": 2e-3, "f32": 5e-6, "f64": 1e-12, "complex<f32>": 5e-6, "complex<f64>": 1e-12}
# Factors of matrices lose as many digits as the condition numbers of the random matrices have, which are below 100 (gaps between
# eigenvalues in gradients included).
LOST = {"linalg": 100}


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
    wide = np.complex128 if kind.startswith("complex") else np.float64
    actual, wanted = actual.astype(wide), wanted.astype(wide)
    scale = max(least, np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted)))
    with np.errstate(invalid="ignore"):  # inf - inf
        close = np.abs(actual - wanted) <= TOLERANCE[kind] * scale
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted)) | close
    return "" if same.all() else f"{actual[~same][:3]} instead of {wanted[~same][:3]}"


def oracle(name, ops):
    """The function of a case: `name` as it stands, in lower case or with underscores in JAX, where `ops` do not say otherwise."""
    spellings = [name, name.lower(), re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()]
    modules = (jnp, jax.nn, jax.lax, jax.scipy.special, jnp.linalg, jnp.fft)
    found = [getattr(module, spelling) for module in modules for spelling in spellings if callable(getattr(module, spelling, None))]
    return ops[name] if name in ops else found[0]


def is_wide(operand):
    return operand.dtype.itemsize == (16 if operand.dtype.kind == "c" else 8)


def wanted_of(op, operands):
    # 64-bit types exist here always, in JAX in its 64-bit mode only; default types are those of the 32-bit mode.
    with jax.enable_x64(any(is_wide(operand) for operand in operands)):
        return np.asarray(op(*[jnp.asarray(operand) for operand in operands]))


def is_float(operand):
    return np.issubdtype(operand.dtype, np.inexact) or operand.dtype == ml_dtypes.bfloat16


def gradients_of(op, operands):
    """The gradients of the weighted sum of gradientsOf in matrix_cases.h, in the floating-point operands."""
    def loss(floats):
        given = iter(floats)
        result = op(*[next(given) if is_float(operand) else jnp.asarray(operand) for operand in operands])
        if jnp.iscomplexobj(result):
            result = result.real + 0.5 * result.imag
        weights = (jnp.arange(result.size) % 7).astype(jnp.float32) / 7 + 0.5
        return jnp.sum(result.astype(jnp.promote_types(result.dtype, jnp.float32)) * weights.reshape(result.shape))

    with jax.enable_x64(any(is_wide(operand) for operand in operands)):
        return [np.asarray(gradient) for gradient in jax.jit(jax.grad(loss))([jnp.asarray(x) for x in operands if is_float(x)])]


def main():
    cases, faults, shapes = 0, [], collections.defaultdict(set)
    name, operands, wanted, gradients, at = "", [], None, [], 0
    without, differentiated = set(), set()
    family, results, source, *headers = sys.argv[1:]
    ops = matrix_oracles.FAMILIES[family]
    for kind in TOLERANCE:
        TOLERANCE[kind] *= LOST.get(family, 1)
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
    untested = [op for op in set(re.findall(r"^(?:[A-Z]\w*|std::\w+<[\w, ]+>) (\w+)\(", text, re.M)) if not re.search(rf"\b{op}\b", printed)]
    faults += [f"{name}: fewer than three shapes" for name in few] + [f"{op}: no case" for op in untested]
    print("\n".join(faults[:40]))
    print(f"{len(differentiated)} names with gradients, {len(without)} without")
    print(f"{cases} cases of {len(shapes)} names, {len(faults)} faults")
    sys.exit(bool(faults))


main()

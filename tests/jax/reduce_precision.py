# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reduce_precision of f16, bf16, f32 and f64 to formats of few and many bits, by kernels and by the interpreter, beside JAX: random bits,
numbers beside ties, overflow, infinities and NaNs."""
import itertools
import sys

import jax
import numpy as np

from run_module import TYPES, run

np.seterr(all="ignore")
jax.config.update("jax_enable_x64", True)
WIDTHS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}  # bits of exponents and fractions
FORMATS = list(itertools.product((1, 2, 3, 4, 5, 8, 11), (0, 1, 2, 3, 7, 10, 23, 52)))


def numbers(name):
    exponent, fraction = WIDTHS[name]
    bits = 1 + exponent + fraction
    unsigned = np.dtype(f"uint{bits}")
    fractions = (0, 1, 2**fraction - 1, 2**(fraction - 1), 2**(fraction - 1) - 1, 2**(fraction - 1) + 1)
    exponents = {*range(0, 2**exponent, max(1, 2**exponent // 64)), 2**exponent - 2, 2**exponent - 1}
    chosen = [sign << bits - 1 | e << fraction | f for sign, e, f in itertools.product((0, 1), sorted(exponents), fractions)]
    drawn = np.random.default_rng(1).integers(0, 2**63, 2000, dtype=np.uint64).astype(unsigned)
    return np.concatenate([drawn, np.array(chosen, dtype=np.uint64).astype(unsigned)]).view(TYPES[name])


def main():
    wrong = count = 0
    for name in WIDTHS:
        x = numbers(name)
        reduce = lambda x: tuple(jax.lax.reduce_precision(x, *form) for form in FORMATS)
        module, wanted = jax.jit(reduce).lower(x).as_text(), jax.jit(reduce)(x)
        for backend, flags in (("kernels", ()), ("interpreter", ("--backend=reference",))):
            results = run(module, [x], *flags)
            for form, result, want in zip(FORMATS, results, wanted):
                a, b = result.view(TYPES[name]).astype(np.float64), np.asarray(want).astype(np.float64)
                differ = ~((a == b) | (np.isnan(a) & np.isnan(b)))
                count += 1
                if differ.any():
                    i = int(np.argmax(differ))
                    print(f"{name} to e{form[0]}m{form[1]}, {backend}: {differ.sum()} differ, {x[i]} gives {a[i]}, expected {b[i]}")
                    wrong += 1
    print(f"{count} formats, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())

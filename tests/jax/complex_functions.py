# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of complex numbers against numpy's in the next wider type (long double for complex<f64>): sums of squares near 1, parts
that cancel, numbers far from 1, and the special values of C99's annex G, which numpy has from libm.

  complex_functions.py [--long]    prints the worst error of each function, in units in the last place of the larger part"""
import sys

import numpy as np

from run_module import function, run

np.seterr(all="ignore")
COUNT = 1000
RANDOM = np.random.default_rng(3)
# What numpy lacks, by its definition; in the wide type nothing that a narrow one shows is lost.
WIDE = {"stablehlo.exponential": np.exp, "stablehlo.log": np.log, "stablehlo.sqrt": np.sqrt, "stablehlo.sine": np.sin,
        "stablehlo.cosine": np.cos, "stablehlo.tan": np.tan, "stablehlo.tanh": np.tanh, "chlo.sinh": np.sinh, "chlo.cosh": np.cosh,
        "chlo.asin": np.arcsin, "chlo.acos": np.arccos, "chlo.atan": np.arctan, "chlo.asinh": np.arcsinh, "chlo.acosh": np.arccosh,
        "chlo.atanh": np.arctanh, "stablehlo.abs": np.abs, "stablehlo.rsqrt": lambda z: 1 / np.sqrt(z),
        "stablehlo.logistic": lambda z: np.where(z.real < 0, np.exp(z) / (1 + np.exp(z)), 1 / (1 + np.exp(-z))),
        "chlo.square": lambda z: z * z,
        "stablehlo.cbrt": lambda z: np.cbrt(np.abs(z)) * np.exp(1j * (np.angle(z) / 3)),
        "stablehlo.exponential_minus_one": lambda z: pair(
            np.expm1(z.real) * np.cos(z.imag) - 2 * np.sin(z.imag / 2) ** 2, np.exp(z.real) * np.sin(z.imag)),
        "stablehlo.log_plus_one": lambda z: pair(
            np.log1p(2 * z.real + z.imag * z.imag + z.real * z.real) / 2, np.arctan2(z.imag, z.real + 1))}
PAIRS = {"stablehlo.multiply": np.multiply, "stablehlo.divide": np.divide}
# Units in the last place of the larger part; 3 where nothing else is said.
BOUNDS = {"stablehlo.tan": 5, "stablehlo.tanh": 5, "stablehlo.logistic": 5}
# Functions of which annex G says nothing, or whose numpy form above is none for such values.
UNDEFINED = ("stablehlo.rsqrt", "stablehlo.logistic", "chlo.square", "stablehlo.cbrt", "stablehlo.exponential_minus_one",
             "stablehlo.log_plus_one")


def pair(re, im):
    z = np.empty(np.shape(re), {2: np.complex64, 4: np.complex64, 8: np.complex128}.get(np.asarray(re).itemsize, np.clongdouble))
    z.real, z.imag = re, im
    return z


def samples(real):
    angle, sign = RANDOM.uniform(-np.pi, np.pi, COUNT), lambda: RANDOM.choice([-1, 1], COUNT)
    top = 88 if real == np.float32 else 709
    far = lambda: sign() * 10.0 ** RANDOM.uniform(-15, 15, COUNT)
    parts = [(RANDOM.normal(size=COUNT), RANDOM.normal(size=COUNT)),
             (RANDOM.normal(size=COUNT) * 1e-3, RANDOM.normal(size=COUNT) * 1e-3),
             (np.cos(angle), np.sin(angle)), (np.cos(angle) - 1, np.sin(angle)), (far(), far()),
             (sign() * (top + RANDOM.uniform(-3, 12, COUNT)), np.round(RANDOM.uniform(-3, 3, COUNT)) * np.pi / 2)]
    return [np.concatenate(part).astype(real) for part in zip(*parts)]


def units(got, want, real):
    """Errors of a part, and its last place; no error where it is the nearest number, or the same infinity, or both are NaN."""
    narrow = want.astype(real)
    same = (got == narrow) | (np.isnan(got) & np.isnan(narrow))
    size = np.spacing(np.minimum(np.abs(np.nan_to_num(narrow, posinf=0, neginf=0)), np.finfo(real).max / 2))
    return np.where(same, 0, np.nan_to_num(np.abs(got - want), nan=np.inf)), size


def worst(got, want, real):
    """In units of the larger part: where a part overflows only the other one counts."""
    (re, re_size), (im, im_size) = units(got.real, want.real, real), units(np.imag(got), np.imag(want), real)
    return np.max(np.maximum(re, im) / np.maximum(re_size, im_size))


def special(real):
    values = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -2.0], real)
    return pair(np.repeat(values, len(values)), np.tile(values, len(values)))


def is_alike(x, y):
    """The sign of a zero or an infinity beside a NaN is nobody's promise."""
    if np.isnan(x.real) or np.isnan(x.imag) or np.isnan(y.real) or np.isnan(y.imag):
        one = lambda a, b: (np.isnan(a) and np.isnan(b)) or abs(a) == abs(b) or abs(a - b) <= 1e-5 * abs(b)
    else:
        one = lambda a, b: (a == b and np.signbit(a) == np.signbit(b)) or (np.isfinite(a) and a != 0 and abs(a - b) <= 1e-5 * abs(b))
    return one(x.real, y.real) and one(x.imag, y.imag)


def main():
    count = wrong = 0
    for element, real, wide in (("complex<f32>", np.float32, np.complex128), ("complex<f64>", np.float64, np.clongdouble)):
        x, special_values = pair(*samples(real)), special(real)
        for op, f in {**WIDE, **PAIRS}.items():
            result = element[8:-1] if op == "stablehlo.abs" else element
            args = [x]
            if op in PAIRS:  # half of the products have a real part that cancels
                y = pair(*samples(real))
                y.imag[::2] = (x.real * y.real / x.imag)[::2]
                args.append(np.nan_to_num(y, nan=1, posinf=1, neginf=1))
            text = function(op, element, result, len(x), len(args))
            want = f(*(arg.astype(wide) for arg in args))
            for flags in ([], ["--backend=reference"]):
                error = worst(run(text, args, *flags)[0], want, real)
                bad = not error <= BOUNDS.get(op, 3)
                if op not in UNDEFINED and op not in PAIRS:
                    values = run(function(op, element, result, len(special_values)), [special_values], *flags)[0]
                    for z, got, expected in zip(special_values, values, f(special_values.astype(np.complex128))):
                        if not is_alike(got, expected) and not (op == "stablehlo.exponential" and expected == 0):
                            print(f"{op} of {element} {z} {flags}: {got}, expected {expected}")
                            bad = True
                count, wrong = count + 1, wrong + bad
                if bad or "--long" in sys.argv:
                    print(f"{op} of {element} {flags}: {error:.3g} units")
    print(f"{count} functions, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

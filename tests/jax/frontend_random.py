# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the random numbers of the C++ frontend with jax.random and jax.nn.initializers. usage: frontend_random.py LINES ELEMENTS

LINES and ELEMENTS are what tests/jax/Inputs/frontend_random.cpp prints and writes. Keys, bits, uniform numbers and what is chosen by them
are equal bit by bit. Other numbers x lie within 4 (truncated normal ones 32, orthogonal matrices that are nearly square, whose condition
number multiplies the rounding of LAPACK on both sides, 16) times the precision of the type times max(1, |x|) of JAX's, or,
where `exact` knows them, of the numbers that follow from JAX's uniform numbers without rounding: JAX's own logarithms of f64 are off by
up to 65 such units, its normal numbers of f64 by thousands, its QR by ten."""
import collections
import functools
import pathlib
import sys

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import scipy.special

TYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "ui32": np.uint32, "ui64": np.uint64, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64}
UNITS = {"truncatedNormal": 32, "truncatedAbove": 32, "orthogonalSquare": 16, "orthogonalBroad": 16, "initOrthogonalSquare": 16}
# JAX rounds unit * span + low once in types of which the CPU has a multiply-add, this twice.
FUSED = {"f64", *(["f16"] if "avx512_fp16" in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").split() else [])}
random, init = jax.random, jax.nn.initializers


def key_of(number):
    """The chain of Inputs/frontend_random.cpp."""
    key = random.fold_in(random.split(random.fold_in(random.PRNGKey(20261127), number), 3)[1], number)
    return random.split(key)[0]


def initializer(f):
    return lambda key, shape, dtype: f(key, shape, dtype)


def iota(*shape, dim, dtype=jnp.int32):
    return jax.lax.broadcasted_iota(dtype, shape, dim)


LOGITS = np.log(np.array([0.1, 0.2, 0.3, 0.4], np.float32))
EQUAL = {  # bit by bit
    "uniform": random.uniform,
    "uniformBetween": lambda key, shape, dtype: random.uniform(key, shape, dtype, -3, 5),
    "uniformOdd": lambda key, shape, dtype: random.uniform(key, shape, dtype, 0.3, 2.7),
    "bits": random.bits,
    "randint": lambda key, shape, dtype: random.randint(key, shape, 3, 100, dtype),
    "randintAll": lambda key, shape, dtype: random.randint(key, shape, 0, 256, dtype),
    "randintNone": lambda key, shape, dtype: random.randint(key, shape, 7, 7, dtype),
    "randintRows": lambda key, shape, _: random.randint(key, shape, jnp.array([-5, 0, 5]), jnp.array([-1, 1000, 2000000000])),
    "bernoulli": lambda key, shape, _: random.bernoulli(key, 0.3, shape),
    "bernoulliRows": lambda key, shape, _: random.bernoulli(key, jnp.array([0.1, 0.5, 0.9]), shape),
    "bernoulliTensor": lambda key, shape, _: random.bernoulli(key, jnp.full(9, 0.4, jnp.bfloat16)),
    "rademacher": random.rademacher,
    "permutation": lambda key, shape, _: random.permutation(key, shape[0]),
    "permutationRows": lambda key, shape, _: random.permutation(key, iota(50, 7, dim=0)),
    "permutationColumns": lambda key, shape, _: random.permutation(key, iota(5, 70, dim=1, dtype=jnp.float32), -1),
    "permutationEach": lambda key, shape, _: random.permutation(key, iota(40, 90, dim=0, dtype=jnp.bfloat16), 0, independent=True),
    "permutationVector": lambda key, shape, _: random.permutation(key, jnp.arange(33, dtype=jnp.uint8) * 7),
    "zeros": initializer(init.zeros), "ones": initializer(init.ones), "constant": initializer(init.constant(0.3)),
    "initUniform": initializer(init.uniform(0.05)),
    "lecunUniform": initializer(init.lecun_uniform()), "glorotUniform": initializer(init.glorot_uniform()),
    "heUniform": initializer(init.he_uniform()),
    "heUniformBatch": initializer(init.he_uniform(in_axis=1, out_axis=-2, batch_axis=0)),
    "fanGeometricUniform": initializer(init.variance_scaling(0.7, "fan_geo_avg", "uniform")),
}
CLOSE = {
    "normal": random.normal,
    "truncatedNormal": lambda key, shape, dtype: random.truncated_normal(key, -2, 2, shape, dtype),
    "truncatedAbove": lambda key, shape, dtype: random.truncated_normal(key, 0.5, 3, shape, dtype),
    "exponential": random.exponential, "gumbel": random.gumbel, "laplace": random.laplace, "logistic": random.logistic,
    "cauchy": random.cauchy, "maxwell": random.maxwell,
    "lognormal": lambda key, shape, dtype: random.lognormal(key, jnp.array(0.5, dtype), shape, dtype),
    "pareto": lambda key, shape, dtype: random.pareto(key, jnp.array(3, dtype), shape, dtype),
    "rayleigh": lambda key, shape, dtype: random.rayleigh(key, jnp.array(2, dtype), shape, dtype),
    "wald": lambda key, shape, dtype: random.wald(key, jnp.array(1.5, dtype), shape, dtype),
    "weibullMin": lambda key, shape, dtype: random.weibull_min(key, jnp.array(2, dtype), jnp.array(1.5, dtype), shape, dtype),
    "triangular": lambda key, shape, dtype: random.triangular(key, jnp.array(-1, dtype), jnp.array(0.5, dtype), jnp.array(2, dtype),
                                                              shape, dtype),
    "geometric": lambda key, shape, dtype: random.geometric(key, 0.2, shape, dtype),
    "choice": lambda key, shape, _: random.choice(key, 17, shape),
    "choiceWeighted": lambda key, shape, _: random.choice(key, 4, shape, p=np.exp(LOGITS)),
    "choiceDistinct": lambda key, shape, _: random.choice(key, iota(50, 3, dim=0), (20,), replace=False),
    "choiceDistinctWeighted": lambda key, shape, _: random.choice(key, 100, shape, replace=False, p=jnp.arange(1.0, 101)),
    "categorical": lambda key, shape, _: random.categorical(key, LOGITS, shape=shape),
    "categoricalRows": lambda key, shape, _: random.categorical(key, jnp.sin(iota(30, 9, dim=1, dtype=jnp.float32) * 3), 0),
    "categoricalWide": lambda key, shape, _: random.categorical(key, jnp.cos(iota(30, 9, dim=0, dtype=jnp.float32) * 3), -1, shape),
    "orthogonalTall": lambda key, shape, dtype: random.orthogonal(key, 37, (), dtype, 20),
    "orthogonalWide": lambda key, shape, dtype: random.orthogonal(key, 5, (), dtype, 64),
    "orthogonalSquare": lambda key, shape, dtype: random.orthogonal(key, 40, (), dtype),
    "orthogonalBroad": lambda key, shape, dtype: random.orthogonal(key, 30, (), dtype, 50),
    "initNormal": initializer(init.normal(0.02)), "initTruncatedNormal": initializer(init.truncated_normal(0.02, lower=-1, upper=3)),
    "lecunNormal": initializer(init.lecun_normal()), "glorotNormal": initializer(init.glorot_normal()),
    "heNormal": initializer(init.he_normal()),
    "lecunNormalAxes": initializer(init.lecun_normal(in_axis=(0, 2), out_axis=(1, -1))),
    "fanOutNormal": initializer(init.variance_scaling(1.5, "fan_out", "normal")),
    "initOrthogonal": initializer(init.orthogonal(2, 1)), "initOrthogonalSquare": initializer(init.orthogonal()), "initDeltaOrthogonal": initializer(init.delta_orthogonal()),
}
KEYS = {
    "seed": random.PRNGKey, "fold": lambda number: random.fold_in(random.PRNGKey(5), number),
    "foldTraced": lambda number: random.fold_in(random.PRNGKey(5), number),
    "split": lambda number: random.split(random.PRNGKey(6), 7)[number],
    "splitStacked": lambda number: random.split(random.PRNGKey(6), number),
}


@functools.cache
def wanted_of(name, number, shape, kind):
    """JAX has 64-bit types in its 64-bit mode only, in which it also keeps the high bits of seeds."""
    with jax.enable_x64(kind.endswith("64") or name == "seed"):
        if name in KEYS:
            return np.asarray(KEYS[name](number))
        f = EQUAL.get(name) or CLOSE[name]
        return np.asarray(f(key_of(number), shape, TYPES[kind]))


def exact(name, number, shape, kind):
    """The numbers of a case computed from JAX's uniform numbers in extended precision, or None."""
    key = key_of(number)

    def uniform(key=key, shape=shape, low=0.0):
        return np.asarray(random.uniform(key, shape, TYPES[kind], low)).astype(np.longdouble)

    def normal(key=key, shape=shape):
        return np.sqrt(np.longdouble(2)) * scipy.special.erfinv(uniform(key, shape, np.nextafter(-1.0, 0)).astype(np.float64))

    if name.startswith("orthogonal"):
        tall = (max(shape), min(shape))
        drawn = normal(shape=tall) if kind == "f64" else random.normal(key, tall, TYPES[kind])
        q, r = np.linalg.qr(np.asarray(drawn).astype(np.float64))
        q = q * np.sign(np.diag(r))
        return q.T if shape[0] < shape[1] else q
    if kind != "f64":
        return None
    if name == "laplace":
        u = uniform(low=np.nextafter(-1.0, 0))
        return np.sign(u) * np.log1p(-np.abs(u))
    def wald():
        first, second = random.split(key)
        y, z, m = normal(first) ** 2, uniform(second), np.longdouble(1.5)
        x = m + m * m * y / 2 - m / 2 * np.sqrt(4 * m * y + m * m * y * y)
        return np.where(z <= m / (m + x), x, m * m / x)

    formulas = {
        "wald": wald, "exponential": lambda: -np.log1p(-uniform()), "gumbel": lambda: -np.log(-np.log(uniform())),
        "logistic": lambda: np.log(uniform()) - np.log1p(-uniform()), "normal": normal,
        "lognormal": lambda: np.exp(normal() / 2), "maxwell": lambda: np.sqrt(np.square(normal(shape=(*shape, 3))).sum(-1)),
        "pareto": lambda: np.exp(-np.log1p(-uniform()) / 3), "weibullMin": lambda: 2 * (-np.log1p(-uniform())) ** (1 / np.longdouble(1.5)),
    }
    return formulas[name]() if name in formulas else None


def scale_of(name, number, wanted, kind):
    """What errors are relative to. exp passes the error of its argument on; wald subtracts numbers that are larger than the result."""
    scale = np.maximum(1, np.abs(wanted))
    if name in ("lognormal", "pareto"):
        scale = scale * (1 + np.abs(np.log(wanted)))
    if name == "wald":
        with jax.enable_x64(kind == "f64"):
            y = np.square(np.asarray(random.normal(random.split(key_of(number))[0], wanted.shape, TYPES[kind])).astype(np.float64))
        smaller = np.minimum(wanted, 1.5 * 1.5 / wanted)
        scale = scale * (1.5 + 1.5 * 1.5 * y) / smaller
    return scale


def errors_of(actual, wanted, precision, scale):
    """How many units each element differs by, infinite where one is NaN or another infinity."""
    with np.errstate(invalid="ignore"):
        errors = np.abs(actual - wanted) / (precision * scale)
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted))
    return np.where(same, 0, np.where(np.isnan(errors), np.inf, errors))


def fault_of(name, number, kind, actual, wanted, worst):
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}"
    if (name in KEYS or name in EQUAL) and not (name == "uniformOdd" and kind in FUSED):
        differ = actual.tobytes() != wanted.tobytes()
        return f"other bits: {actual[actual != wanted][:4]} instead of {wanted[actual != wanted][:4]}" if differ else ""
    limit = UNITS.get(name, 4)
    if jnp.issubdtype(actual.dtype, jnp.integer):  # a pick by logarithms or sums: equal, but for ties within their precision
        picks = np.count_nonzero(actual != wanted)
        return f"{picks} picks differ" if picks > actual.size // 100000 else ""
    precision = float(ml_dtypes.finfo(actual.dtype).eps)
    actual, wanted = actual.astype(np.float64), wanted.astype(np.float64)
    scale = scale_of(name, number, wanted, kind)
    errors = errors_of(actual, wanted, precision, scale)
    if errors.max(initial=0) > limit:
        with jax.enable_x64(kind == "f64"):
            truth = exact(name, number, wanted.shape, kind)
        if truth is not None:
            errors = errors_of(actual, truth, precision, scale)
    units = errors.max(initial=0)
    worst[f"{name} {kind}"] = max(worst[f"{name} {kind}"], units)
    if units <= limit:
        return ""
    at = np.unravel_index(errors.argmax(), errors.shape)
    return f"{units:.1f} units at {at}: {actual[at]} instead of {wanted[at]}, {np.count_nonzero(errors > limit)} such"


def main():
    data = open(sys.argv[2], "rb").read()
    at, faults, worst, names, lines = 0, [], collections.defaultdict(float), set(), open(sys.argv[1], encoding="utf-8").readlines()
    for line in lines:
        name, number, kind, *shape = line.split()
        shape = tuple(map(int, shape))
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(TYPES[kind]).itemsize
        actual = np.frombuffer(data[at:at + size], TYPES[kind]).reshape(shape)
        at += size
        names.add(name)
        if fault := fault_of(name, int(number), kind, actual, wanted_of(name, int(number), shape, kind), worst):
            faults.append(f"{line.strip()}: {fault}")
    faults += [f"{name}: no case" for name in {**KEYS, **EQUAL, **CLOSE} if name not in names]
    if "--worst" in sys.argv:
        print("\n".join(f"{units:8.2f} {name}" for name, units in sorted(worst.items(), key=lambda item: item[1])))
    print("\n".join(faults[:60]))
    print(f"{len(lines)} cases of {len(names)} names, {len(data) - at} bytes too many, {len(faults)} faults")
    sys.exit(bool(faults))


main()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of tests/jax/Inputs/frontend_draws.cpp compute, in jax.random and jax.nn.initializers: of the data of a key and of
parameters; see frontend_ops.py."""
import jax
import jax.numpy as jnp

random, init = jax.random, jax.nn.initializers


def of_shape(f):
    """f(key, shape, type) of a tensor."""
    return lambda data, x: f(random.wrap_key_data(data), x.shape, x.dtype)


def of(f):
    """f(key, parameters...)."""
    return lambda data, *x: f(random.wrap_key_data(data), *x)


def sized(f):
    """f(key, parameters..., shape, type), of the shape and type of the first parameter."""
    return of(lambda key, *x: f(key, *x, x[0].shape, x[0].dtype))


def data_of(f):
    return lambda data, x: random.key_data(f(random.wrap_key_data(data), x))


def away(x, least):
    return jnp.abs(x) + least


def multivariate(key, x):
    return random.multivariate_normal(key, x, jnp.eye(x.shape[-1], dtype=x.dtype) * 2 + 0.5, x.shape[:-1], x.dtype, method="cholesky")


def double_sided(key, a, b, shape, dtype):
    return random.double_sided_maxwell(key, a, away(b, 0.1), (2,), dtype)


def choose_weighted(key, x):
    return random.choice(key, x.shape[0], (7,), p=jax.nn.softmax(x))


DRAWS = {
    "Key": data_of(lambda key, x: key), "fold": data_of(lambda key, x: random.fold_in(key, 7)),
    "foldNumber": data_of(lambda key, x: random.fold_in(key, x.astype(jnp.uint32))), "split": data_of(lambda key, x: random.split(key, x.size + 1)[-1]),
    "splitStacked": data_of(lambda key, x: random.split(key, x.size)), "clone": data_of(lambda key, x: random.clone(key)),
    "bits": of_shape(random.bits), "uniform": of_shape(random.uniform),
    "randint": of_shape(lambda key, shape, dtype: random.randint(key, shape, 3, 100, dtype)),
    "randintBetween": of(lambda key, a, b: random.randint(key, a.shape, a, b, a.dtype)), "rademacher": of_shape(random.rademacher),
    "bernoulli": of(lambda key, p: random.bernoulli(key, jnp.abs(p) / 2, p.shape)),
    "bernoulliOf": of(lambda key, p: random.bernoulli(key, jnp.abs(p) / 2)), "permutation": of(random.permutation),
    "permutationLast": of(lambda key, x: random.permutation(key, x, -1, independent=True)),
    "permutationCount": of(lambda key, x: random.permutation(key, x.size)), "choice": of(lambda key, x: random.choice(key, 17, x.shape)),
    "choiceRows": of(lambda key, x: random.choice(key, x, (2, 3))),
    "choiceDistinct": of(lambda key, x: random.choice(key, x, (x.shape[-1],), replace=False, axis=-1)),
    "zeros": of_shape(init.zeros), "ones": of_shape(init.ones), "constant": of_shape(init.constant(0.3)),
    "initUniform": of_shape(init.uniform(0.05)), "lecunUniform": of_shape(init.lecun_uniform()), "glorotUniform": of_shape(init.glorot_uniform()),
    "heUniform": of_shape(init.he_uniform()), "xavierUniform": of_shape(init.xavier_uniform()), "kaimingUniform": of_shape(init.kaiming_uniform()),
    "uniformBetween": of(lambda key, a, b: random.uniform(key, a.shape, a.dtype, a, b)),
    **{name: of_shape(getattr(random, name)) for name in ["normal", "exponential", "gumbel", "laplace", "logistic", "cauchy", "maxwell"]},
    "truncatedNormal": sized(lambda key, a, b, *as_: random.truncated_normal(key, -away(a, 0.1), away(b, 0.1), *as_)),
    "lognormal": sized(random.lognormal), "pareto": sized(lambda key, b, *as_: random.pareto(key, away(b, 1), *as_)),
    "rayleigh": sized(lambda key, s, *as_: random.rayleigh(key, away(s, 0.1), *as_)),
    "wald": sized(lambda key, m, *as_: random.wald(key, away(m, 0.5), *as_)),
    "weibullMin": sized(lambda key, s, c, *as_: random.weibull_min(key, away(s, 0.5), away(c, 0.5), *as_)),
    "triangular": sized(lambda key, a, b, *as_: random.triangular(key, a - 3, a, a + away(b, 1), *as_)),
    "geometric": of(lambda key, p: random.geometric(key, jnp.abs(p) / 2, p.shape, jnp.int32)),
    "drawGamma": sized(lambda key, a, *as_: random.gamma(key, away(a, 0.3), *as_)),
    "drawLoggamma": sized(lambda key, a, *as_: random.loggamma(key, away(a, 0.3), *as_)),
    "drawBeta": sized(lambda key, a, b, *as_: random.beta(key, away(a, 0.4), away(b, 0.4), *as_)),
    "drawChisquare": sized(lambda key, a, *as_: random.chisquare(key, away(a, 1), *as_)),
    "drawT": sized(lambda key, a, *as_: random.t(key, away(a, 1), *as_)),
    "drawF": sized(lambda key, a, b, *as_: random.f(key, away(a, 1), away(b, 1), *as_)),
    "drawGeneralizedNormal": sized(lambda key, p, *as_: random.generalized_normal(key, away(p, 1), *as_)),
    "drawBall": of_shape(lambda key, *as_: random.ball(key, 3, 2, *as_)),
    "poisson": of(lambda key, rate: random.poisson(key, jnp.abs(rate) * 4, rate.shape, jnp.int32)),
    "poissonLarge": of(lambda key, rate: random.poisson(key, jnp.abs(rate) * 4 + 16, rate.shape, jnp.int32)),
    "binomial": sized(lambda key, n, p, *as_: random.binomial(key, jnp.round(jnp.abs(n) * 8), jnp.abs(p) / 2, *as_)),
    "doubleSidedMaxwell": sized(double_sided),
    "drawDirichlet": of(lambda key, x: random.dirichlet(key, away(x, 0.5), x.shape[:-1], x.dtype)),
    "multinomial": of(lambda key, x: random.multinomial(key, jnp.array(9, x.dtype), jax.nn.softmax(x), dtype=x.dtype)),
    "multivariateNormal": of(multivariate), "categorical": of(random.categorical),
    "categoricalShape": of(lambda key, x: random.categorical(key, x, -1, (4, *x.shape[:-1]))), "choiceWeighted": of(choose_weighted),
    "orthogonal": of(lambda key, x: random.orthogonal(key, x.shape[0], (), x.dtype, x.shape[1])),
    "initNormal": of_shape(init.normal(0.02)), "initTruncatedNormal": of_shape(init.truncated_normal(0.02, lower=-1, upper=3)),
    "lecunNormal": of_shape(init.lecun_normal()), "glorotNormal": of_shape(init.glorot_normal()), "heNormal": of_shape(init.he_normal()),
    "xavierNormal": of_shape(init.xavier_normal()), "kaimingNormal": of_shape(init.kaiming_normal()),
    "varianceScaling": of_shape(init.variance_scaling(1.5, "fan_out", "normal")), "initOrthogonal": of_shape(init.orthogonal(2)),
    "deltaOrthogonal": of_shape(init.delta_orthogonal()),
}

FAMILIES = {"draws": DRAWS}

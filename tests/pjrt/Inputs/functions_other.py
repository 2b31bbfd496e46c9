# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of jax.nn, jax.random, jax.image and jax.ops; functions_values.py says how to read them."""
SPECS = """
[jax.nn]
relu relu6 sigmoid silu swish elu selu celu gelu glu hard_sigmoid hard_silu hard_swish hard_tanh identity: x; x * 4
leaky_relu log_sigmoid mish soft_sign softplus sparse_plus sparse_sigmoid squareplus: x; x * 4; jnp.bfloat16(x)
gelu: x, approximate=False
log1mexp: p
softmax log_softmax: x; x, 0; x, where=b; jnp.float16(x)
logsumexp: x; x, 1; x, b=y, return_sign=True; z; x, where=b
logmeanexp: x; x, 1, keepdims=True; x, where=b
standardize: x; x, 0; x, mean=0.1, variance=p, epsilon=1e-3
one_hot: i, 5; ids, 4, axis=0, dtype=np.int32; jnp.array([-1, 7, 2]), 3
dot_product_attention: t[:, :, None, :], t[:, ::-1, None, :], t[:, :, None, :] * 2; image, image[:, ::-1], image, is_causal=True; \
image, image, image[::-1], scale=0.3, mask=jnp.ones((2, 7, 3, 3), bool); t[:, :, None], t[:, :, None], t[:, :, None], query_seq_lengths=jnp.array([2, 3]), key_value_seq_lengths=jnp.array([3, 1]) ~1e-4
[jax.nn.initializers]
constant: =f(2.5)(k, (3, 4)); =f(x, np.float32)(k, (3, 4))
delta_orthogonal: =f()(k, (3, 4, 4)) ~1e-3
orthogonal: =f()(k, (4, 3)); =f(2.0)(k, (3, 5)) ~1e-3
glorot_normal glorot_uniform he_normal he_uniform kaiming_normal kaiming_uniform: =f()(k, (3, 4)); =f(dtype=jnp.float16)(k, (5, 3, 4)) ~1e-4
lecun_normal lecun_uniform xavier_normal xavier_uniform: =f()(k, (3, 4)); =f(in_axis=0, out_axis=1)(k, (5, 3, 4)) ~1e-4
normal truncated_normal uniform: =f()(k, (3, 4)); =f(0.5, jnp.bfloat16)(k, (4,)) ~1e-4
ones zeros: k, (3, 4); k, (2,), np.int32
variance_scaling: =f(2.0, "fan_in", "normal")(k, (3, 4)); =f(1.0, "fan_avg", "uniform")(k, (3, 4)); =f(1.0, "fan_out", "truncated_normal")(k, (3, 4)); =f(1.0, "fan_in", "normal", dtype=np.complex64)(k, (3, 4)) ~1e-4
[jax.random]
PRNGKey: 3; one
key: =jax.random.key_data(f(3)); =jax.random.key_data(f(one, impl="rbg"))
key_data: =f(jax.random.wrap_key_data(k)); =f(jax.random.key(5))
key_impl: =str(f(jax.random.key(3)))
key_dtype: =f()
wrap_key_data: =jax.random.bits(f(k), (4,)); =jax.random.bits(f(k4, impl="rbg"), (4,))
clone: =jax.random.key_data(f(jax.random.wrap_key_data(k)))
fold_in: k, 7; k, one
split: k; k, 5; k, (2, 3)
bits: k, (5, 3); k, (7,), np.uint8; k, (3,), np.uint16; k4[2:], ()
randint: k, (5, 3), -10, 100; k, (4,), 0, jnp.array([1, 2, 3, 1000]), np.int32; k, (6,), -128, 127, np.int8; k, (2,), 0, 60000, np.uint16
permutation: k, 7; k, x; k, x, 1, independent=True; k, i
choice: k, 9, (4,); k, v, (2,), replace=False; k, 4, (5,), p=w[0] / w[0].sum(); k, x, (2,), axis=1; k, 4, (3,), replace=False, p=w[0] / w[0].sum()
rademacher: k, (5, 3); k, (4,), np.float32
bernoulli: k; k, u; k, 0.3, (7,)
categorical: k, x; k, x, 0; k, v, shape=(6,); k, v, shape=(2,), replace=False
binomial: k, 10, u; k, 50, 0.3, (5,); k, p * 40, w
geometric: k, u; k, 0.2, (5,)
multinomial: k, 9, simplex
poisson: k, p; k, 30.0, (5,); k, p * 20
uniform normal: k, (5, 3); k, (4,), jnp.bfloat16; k, (4,), np.float16 ~1e-5
uniform: k, (5,), minval=-2.0, maxval=d
normal: k, (3,), np.complex64 ~1e-5
truncated_normal: k, -1.0, 2.0, (5,); k, -p, q ~1e-4
ball: k, 3; k, 2, 1, (4,) ~1e-3
beta: k, p, q; k, 0.3, 0.4, (5,) ~1e-3
cauchy exponential gumbel laplace logistic maxwell: k, (5, 3); k, (4,), np.float16 ~1e-4
chisquare: k, p; k, 3.0, (5,) ~1e-3
dirichlet: k, v3 ** 2 + 1; k, simplex, (4,) ~1e-3
double_sided_maxwell: k, 0.5, 2.0, (5,) ~1e-4
f: k, p, q; k, 3.0, 4.0, (5,) ~1e-3
gamma loggamma: k, p; k, 0.2, (5,); k, 7.0, (5,) ~1e-3
generalized_normal: k, 1.5, (5,) ~1e-3
lognormal: k, 0.5, (5,); k, p ~1e-4
multivariate_normal: k, v, m; k, v, h, (3,), method="svd"; k, v, m, method="eigh" ~1e-3
orthogonal: k, 3; k, 2, (2,) ~1e-3
pareto: k, p; k, 2.0, (5,) ~1e-4
rayleigh: k, p; k, 2.0, (5,) ~1e-4
t: k, p; k, 3.0, (5,) ~1e-3
triangular: k, -1.0, d, 2.0, (5,) ~1e-4
wald: k, p; k, 2.0, (5,) ~1e-3
weibull_min: k, 2.0, 1.5, (5,) ~1e-4
[jax.image]
resize: image, (2, 3, 9, 11), "linear"; image, (2, 3, 4, 3), "cubic"; image, (2, 3, 5, 9), "lanczos3"; image, (2, 3, 4, 13), "nearest"; image, (2, 3, 4, 4), "linear", antialias=False; image, (1, 3, 7, 6), "lanczos5" ~1e-4
scale_and_translate: image, (2, 3, 9, 11), (2, 3), p[0, :2], v3[:2], "linear"; image, (2, 3, 5, 5), (2,), v3[:1] ** 2 + 0.5, up[2:3], "cubic", antialias=False ~1e-4
[jax.ops]
segment_max segment_min segment_prod segment_sum: x, jnp.array([0, 2, 0]), 3; i, jnp.array([1, 1, 4]), 4; x, jnp.array([0, 0, 1]), 2, indices_are_sorted=True; \
jnp.tile(x, (2, 1)), jnp.array([3, 0, 1, 0, 3, 1]), 4, bucket_size=2; v, np.array([0, 1, 1, 3])
"""

# Why a function has no call.
LEFT_OUT = {
    "jax.nn.scaled_matmul": "XLA's CPU backend has no lowering of it",
    "jax.nn.scaled_dot_general": "XLA's CPU backend has no lowering of it",
    "jax.nn.get_scaled_dot_general_config": "a class of settings",
}

# Faults that docs/jax.md names.
KNOWN = set()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of jax.lax and jax.lax.linalg; functions_values.py says how to read them."""
SPECS = """
[jax.lax]
abs: x; z; j
acos asin atanh: u; z
acosh: =f(p + 1); z
asinh atan cos cosh sin sinh tan tanh exp expm1 log1p: =f(u); z
exp2 cbrt: x
sqrt rsqrt log: p; z
logistic: x; z
bessel_i0e bessel_i1e erf erfc: x
erf_inv: u
digamma lgamma: p
ceil floor: x
round: x; x, lax.RoundingMethod.TO_NEAREST_EVEN
sign: x; j; z
neg square: x; z; j
reciprocal: p; z
integer_pow: x, 3; p, -2; j, 4
is_finite: xn
real imag conj: z
bitwise_not: j; b
clz population_count: i; o
stop_gradient optimization_barrier stage: x; j
add sub mul: x, y; z, z; i, j; o, o
div: x, q; z, z + 2; j, n
max min: x, y; i, j; b, c
rem: x, q; j, n
pow: p, y; z, z; x, n
atan2 nextafter: x, y
complex: x, y
eq ne: x, y; i, j; b, c; z, z
ge gt le lt: x, y; i, j; b, c
bitwise_and bitwise_or bitwise_xor: i, j; b, c; o, o
shift_left shift_right_arithmetic shift_right_logical: j, n; o, o % 8
mulhi: i * 123456789, j * 987654321
betainc: p, q, u ~1e-4
igamma igammac: p, q ~1e-4
igamma_grad_a random_gamma_grad: p, q ~1e-4
polygamma: jnp.round(q) + 1, p ~1e-4
zeta: p + 1.5, q ~1e-4
clamp: -0.5, x, 0.5; jnp.minimum(x, y), x + y, jnp.maximum(x, y); 1, i, 4
select: b, x, y; c, i, j
select_n: b, x, y; jnp.clip(i, 0, 2), x, y, p
after_all create_token: =(f(), x)[1]
approx_max_k approx_min_k: x, 2; t, 2, reduction_dimension=1
argmax argmin: x, 0, np.int32; i, 1, np.int32; xn, 1, np.int32
associative_scan: lax.add, x; lambda a, b: a * b, t, True, 1; lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (x, y)
all_gather: =smap(lambda a: f(a, "d"), e); =smap(lambda a: f(a, "d", axis=1, tiled=True), e)
all_to_all: =smap(lambda a: f(a, "d", 1, 0, tiled=True), jnp.tile(e, (1, 2)))
axis_index axis_size: =smap(lambda a: a + f("d"), e)
pmax pmin: =smap(lambda a: f(a, "d"), e)
pmean psum: =smap(lambda a: f(a, "d"), e); =smap(lambda a: f(a, "d", axis_index_groups=[[0, 1, 2, 3], [4, 5, 6, 7]]), e)
ppermute: =smap(lambda a: f(a, "d", [(k, (k + 3) % 8) for k in range(8)]), e); =smap(lambda a: f(a, "d", [(0, 1), (1, 0), (5, 2)]), e)
pshuffle: =smap(lambda a: f(a, "d", [3, 1, 0, 2, 7, 6, 4, 5]), e)
psum_scatter: =smap(lambda a: f(a, "d", scatter_dimension=1, tiled=True), jnp.tile(e, (1, 2)))
pswapaxes: =smap(lambda a: f(a, "d", 1), jnp.tile(e, (1, 2)))
pcast: =jax.shard_map(lambda a, s: a + f(s, "d", to="varying"), mesh=mesh(), in_specs=(P("d"), P()), out_specs=P("d"))(e, d)
with_sharding_constraint: =jax.jit(lambda a: f(a * 2, jax.NamedSharding(mesh(), P("d"))))(e)
batch_matmul: t, jnp.swapaxes(t, 1, 2); z[None], z.T[None]
bitcast_convert_type: x, np.int32; i, np.float32; o, np.int8; x, np.uint8
broadcast: x, (2, 3); i, (2,)
broadcast_in_dim: x, (3, 2, 4), (0, 2); v, (4, 5), (0,)
broadcast_like: x[:, :1], y
broadcast_shapes: (3, 1), (1, 4)
broadcast_to_rank: x, 4
broadcasted_iota: np.float32, (3, 4), 1; np.int32, (2, 0), 1
collapse: t, 1, 3
composite: =f(lambda a, b: jnp.sin(a) + b, "my.op")(x, y)
concatenate: [x, y, p], 1; [i, j], 0; [z, z], 1
cond: x[0, 0] > 0, lambda a: a * 2, lambda a: a - 1, y; d > 2, jnp.sin, jnp.cos, x
conv: image, filters.transpose(0, 1, 2, 3), (1, 1), "SAME"
conv_dimension_numbers: (1, 2, 3), (4, 5, 6), ("NHC", "OIH", "NHC")
conv_general_dilated: image, filters, (2, 1), [(1, 0), (0, 2)], (1, 2), (2, 1); image, filters[:3, :1], (1, 1), "SAME", feature_group_count=3; \
image.transpose(0, 2, 3, 1), filters.transpose(2, 3, 1, 0), (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"); \
image, filters[:, :, ::-1], (1, 1), "SAME", batch_group_count=2
conv_general_dilated_local: image, jnp.ones((4, 18, 5, 5)) * d, (1, 1), "VALID", (3, 2)
conv_general_dilated_patches: image, (3, 2), (1, 2), "VALID"
conv_general_permutations: ("NHWC", "HWIO", "NHWC")
conv_general_shape_tuple: (2, 3, 7, 6), (4, 3, 3, 2), (1, 1), "SAME", ("NCHW", "OIHW", "NCHW")
conv_shape_tuple: (2, 3, 7, 6), (4, 3, 3, 2), (1, 1), [(0, 0), (1, 1)]
conv_transpose: image.transpose(0, 2, 3, 1), filters.transpose(2, 3, 1, 0), (2, 1), "SAME"; image.transpose(0, 2, 3, 1), filters.transpose(2, 3, 0, 1), (1, 2), "VALID", transpose_kernel=True
conv_transpose_shape_tuple: (2, 3, 7, 6), (3, 4, 3, 2), (2, 1), "SAME", ("NCHW", "IOHW", "NCHW")
conv_with_general_padding: image, filters, (1, 1), [(1, 1), (2, 0)], (1, 1), (1, 1)
convert_element_type: x, np.int32; i, np.float32; x, jnp.bfloat16; b, np.float32; x, np.complex64; x, np.float16; o, np.int8; x, np.bool_
cumlogsumexp cummax cummin cumprod cumsum: x, 1; x, 0, True
custom_linear_solve: lambda a: m @ a, v, lambda mv, a: jnp.linalg.solve(m, a), symmetric=True ~1e-4
custom_root: lambda a: a ** 3 - p, p, lambda g, a: lax.fori_loop(0, 20, lambda _, s: s - g(s) / (3 * s * s), a), lambda g, t: t / g(jnp.ones_like(t)) ~1e-4
dce_sink: =(f(x), x)[1]
dot: x, r; v, v; i, j.T; z, z.T
dot_general: x, y, (((1,), (1,)), ((), ())); t, t, (((2,), (2,)), ((0,), (0,))); i, j, (((0,), (0,)), ((), ())); \
jnp.bfloat16(x), jnp.bfloat16(y), (((1,), (1,)), ((), ())), preferred_element_type=np.float32 ~1e-4
dtype: x
dynamic_index_in_dim: x, one, 1; x, -1, 0, False
dynamic_slice: x, (one, one), (2, 2); i, (5, -1), (2, 2)
dynamic_slice_in_dim: x, one, 2, 1
dynamic_update_index_in_dim: x, v, one, 0
dynamic_update_slice: x, y[:2, :2], (one, one); i, j[:1], (9, 0)
dynamic_update_slice_in_dim: x, y[:, :2], one, 1
empty: =jnp.zeros_like(f((2, 3), np.float32)) + d
expand_dims: x, (0, 2); i, (-1,)
fft: z, "FFT", (4,); x, lax.FftType.RFFT, (4,); z[:, :3], "IRFFT", (4,); z, "IFFT", (3, 4)
fori_loop: 0, 5, lambda k, s: jnp.sin(s) + k, x; 0, one + 3, lambda k, s: s * 0.5, x; 2, 2, lambda k, s: s * 2, i
full: (2, 3), 1.5; (0, 3), 2; (2,), d
full_like: x, 2; i, 3, np.float32, (2, 2)
gather: x, ids[:, None], lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 4), mode="clip"; x, jnp.stack([ids, ids], 1), lax.GatherDimensionNumbers((1,), (0,), (0, 1)), (1, 2), mode="fill"
index_in_dim: x, 1, 1; i, -1, 0, False
index_take: x, (ids, ids), (0, 1)
iota: np.int32, 5; np.float32, 0
map: lambda a: jnp.sin(a).sum(), x; lambda a: a[0] * a[1], (x, y); lambda a: a * 2, e, batch_size=3
optimization_barrier: (x, i)
pad: x, 0.0, [(1, 2, 1), (-1, 0, 2)]; i, 3, [(0, 0, 0), (1, 1, 0)]; x, d, [(-1, -1, 0), (0, 1, 0)]
padtype_to_pads: (7, 6), (3, 2), (2, 1), "SAME"
platform_dependent: x, default=lambda a: a + 1, tpu=lambda a: a - 1
ragged_dot: g, jnp.stack([g, m]), np.array([1, 3], np.int32)
ragged_dot_general: g, jnp.stack([g, m]), np.array([1, 3], np.int32), lax.RaggedDotDimensionNumbers((((1,), (1,)), ((), ())), [0], [0])
reduce: x, 0.0, lax.add, (0,); (x, i), (np.float32(0), np.int32(0)), lambda a, b: (a[0] + b[0], a[1] * 2 + b[1]), (1,); x, -9.0, lambda a, b: jnp.maximum(a, b), (1,)
reduce_and reduce_or reduce_xor: b, (0,); i, (1,)
reduce_max reduce_min reduce_prod reduce_sum: x, (1,); i, (0, 1)
reduce_precision: x, 5, 3; x, 8, 7
reduce_window: x, 0.0, lax.add, (2, 2), (1, 1), "SAME"; x, -np.inf, lax.max, (2, 3), (1, 2), "VALID"; i, 1, lax.mul, (2, 2), (2, 2), [(1, 0), (0, 1)]; x, 0.0, lambda a, b: a + b * 1, (2, 2), padding="VALID"
reduce_window_shape_tuple: (7, 6), (3, 2), (2, 1), [(0, 0), (1, 1)]
reshape: x, (2, 6); x, (12,), (1, 0)
rev: x, (0,); t, (0, 2); i, (1,)
rng_bit_generator: k4, (5, 3); k4, (4,), np.uint8
rng_uniform: =((f(d, 2.0, (50,)) > 0.69) & (f(d, 2.0, (50,)) < 2)).all()
scaled_dot: =f(jnp.ones((1, 4, 64), jnp.float8_e4m3fn), jnp.ones((1, 4, 64), jnp.float8_e4m3fn), lhs_scale=jnp.ones((1, 4, 2), jnp.float8_e8m0fnu), rhs_scale=jnp.ones((1, 4, 2), jnp.float8_e8m0fnu), dimension_numbers=(((2,), (2,)), ((0,), (0,))))
scan: lambda s, a: (s + a, s * a), v, x; lambda s, a: (jnp.sin(s) * a[0], a[1] + 1), v, (x, i), reverse=True; lambda s, _: (s * 0.9, s), x, None, 4; lambda s, a: (s + a, s), v, x, unroll=2
scatter scatter_add scatter_mul scatter_max scatter_min scatter_sub: g, ids[:, None], x, lax.ScatterDimensionNumbers((1,), (0,), (0,)); v, ids[:, None], v3, lax.ScatterDimensionNumbers((), (0,), (0,)), mode="drop"
scatter_add scatter_max: jnp.tile(i, (2, 1)), ids[:, None], j, lax.ScatterDimensionNumbers((1,), (0,), (0,)); x, jnp.stack([ids, ids], 1), y[:, :2], lax.ScatterDimensionNumbers((1,), (0,), (0, 1)), mode="clip"
scatter_apply: x, jnp.array([[2], [0]]), lambda a: a * 3, lax.ScatterDimensionNumbers((1,), (0,), (0,)), update_shape=(2, 4)
shape_as_value: (2, 3)
slice: x, (0, 1), (3, 4), (2, 1); i, (1, 1), (2, 4)
slice_in_dim: x, 1, 4, 2, 1; i, 0, 0
sort: x; i, 0; b; xn; (i, x), num_keys=1; (i, j), num_keys=2
sort_key_val: i, x; x, i, 0
split: x, (1, 3), 1; i, (1, 1, 1)
squeeze: x[None], (0,); i[:, :1], (-1,)
stack: [x, y]; [i, j], 1
switch: one, [jnp.sin, jnp.cos, jnp.tanh], x; i[0, 0], [lambda a: a + 1, lambda a: a * 2], x; 9, [jnp.sin, jnp.cos], x
tile: x, (2, 3)
top_k: x, 2; i, 3; x, 2, axis=0
transpose: x, (1, 0); t, (2, 0, 1); i, (1, 0)
unstack: x; i, 1
while_loop: lambda s: s[0] < 5, lambda s: (s[0] + 1, jnp.sin(s[1])), (0, x); lambda s: jnp.sum(s) > 1, lambda s: s * 0.5, p; lambda s: s.sum() < 40, lambda s: s * 2 + 1, i
[jax.lax.linalg]
cholesky: m; m, symmetrize_input=False ~1e-4
cholesky_update: l.T, v ~1e-4
eig: =jnp.sort_complex(f(g)[0]); =jnp.abs(f(g, compute_left_eigenvectors=False)[1]) ~1e-3
eigh: =f(h)[1]; =jnp.abs(f(h)[0]) ~1e-3
hessenberg: g ~1e-4
householder_product: g, v / 9 ~1e-4
lu: g; zm ~1e-4
lu_pivots_to_permutation: np.array([1, 3, 2, 3], np.int32), 4; jnp.clip(jv, 0, 3), 4
ormqr: g, v / 9, m; g, v / 9, m, transpose=True, left=False ~1e-4
qdwh: h ~1e-3
qr: g; r, full_matrices=False; zm ~1e-4
schur: g ~1e-3
svd: =f(g)[1]; r, full_matrices=False; =f(r, compute_uv=False) ~1e-3
symmetric_product: r, m, alpha=2.0, beta=0.5
triangular_solve: l, r, left_side=True, lower=True; l, x, lower=True, transpose_a=True; l.T, r, left_side=True, unit_diagonal=True ~1e-4
tridiagonal: m ~1e-3
tridiagonal_solve: jnp.array([0, .5, .2, .1]) * d, v ** 2 + 3, jnp.array([.3, .2, .6, 0]) * d, r ~1e-4
"""

# Why a function has no call.
LEFT_OUT = {
    "jax.lax.PrecisionLike": "a type for annotations", "jax.lax.DotDimensionNumbers": "a type for annotations",
    "jax.lax.ConvGeneralDilatedDimensionNumbers": "a type for annotations",
    "jax.lax.pbroadcast": "XLA's CPU backend has no lowering of it", "jax.lax.precv": "XLA's CPU backend has no lowering of it",
    "jax.lax.psend": "XLA's CPU backend has no lowering of it", "jax.lax.ragged_all_to_all": "XLA's CPU backend has no lowering of it",
}

# Faults that docs/jax.md names.
KNOWN = {"jax.lax.after_all", "jax.lax.create_token", "jax.lax.rng_uniform"}

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of jax.numpy, jax.numpy.linalg and jax.numpy.fft; functions_values.py says how to read them."""
SPECS = """
[jax.numpy]
abs absolute: x; z; j; o
acos arccos asin arcsin atanh arctanh: u; z
acosh arccosh: p + 1; z
asinh arcsinh atan arctan cos cosh sin sinh tan tanh exp expm1 exp2: u; z; j
log log1p log2 log10 sqrt: p; z; n
cbrt deg2rad degrees rad2deg radians fabs i0 sinc: x
ceil floor rint trunc spacing: x; x * 9
sign positive square: x; z; j
reciprocal: p; z
isfinite isinf isnan iscomplex isreal: xn; z; j
isneginf isposinf signbit: xn / 0.0
iscomplexobj isrealobj: x; z
isscalar iterable: x; 3
angle: z; z, True; x
conj conjugate imag real: z; x
invert bitwise_invert bitwise_not: j; b; o
bitwise_count: i; o
logical_not: b; i; x
negative: x; j; z
add subtract multiply: x, y; z, z; i, j; x, v; o, o; x, i; b, x
divide true_divide: x, q; z, z + 2; j, n
maximum minimum: x, y; i, j; b, c; xn, y
fmax fmin: x, y; i, j; xn, y
atan2 arctan2 copysign hypot nextafter heaviside: x, y
logaddexp logaddexp2: x, y
float_power: p, y; n, j
pow power: p, y; i, n; x, 3; z, z
floor_divide mod remainder fmod divmod: x, q; j, n; o, o % 7 + 1
ldexp: x, j
gcd lcm: i, n; j, n
equal not_equal: x, y; i, j; z, z; b, c
greater greater_equal less less_equal: x, y; i, j; o, o
bitwise_and bitwise_or bitwise_xor: i, j; b, c; o, o
bitwise_left_shift left_shift bitwise_right_shift right_shift: j, n; o, o % 8
logical_and logical_or logical_xor: b, c; i, x
modf frexp: x
nan_to_num: xn; xn / 0, nan=1.0, posinf=3.0
clip: x, -0.5, 0.5; i, 1, 4; x, min=y
round around: x, 1; x; j; z, 2
where: b, x, y; b, i, 2.5; b, x, 0; =f(b, size=5)
select: [x > 1, x < 0], [x, y], 9.0
piecewise: x, [x < 0, x > 1], [lambda a: -a, lambda a: a * a, 7.0]
choose: jnp.clip(i, 0, 2), [x, y, p], mode="clip"; jnp.array([0, 1, 0, 1]), [x[0], y[0]], mode="wrap"
isclose array_equal allclose: x, x + 1e-6; x, y; xn, xn, equal_nan=True
array_equal array_equiv: i, i; i, j; x, x[:1]
sum prod: x; x, 0; i, 1; z, 1; o; b; x, where=b; x, (0, 1), keepdims=True; jnp.float16(x), 1
max min amax amin: x; x, 1; i, 0; xn; x, 0, initial=0.3, where=b
all any: b; b, 0; x, 1, keepdims=True; i
mean: x; x, 0; i, 1; z, 0; x, where=b; jnp.bfloat16(x), 1
std var: x; x, 0, ddof=1; i, 1; z, 0; x, where=b
nansum nanprod nanmean nanstd nanvar nanmax nanmin: xn; xn, 1; x, 0
nanargmax nanargmin: xn; xn, 1; i, 0
nancumsum nancumprod: xn; xn, 1; i, 0
cumsum cumprod: x; x, 1; i, 0; z, 1; b, 1
cumulative_sum cumulative_prod: x, axis=1; x, axis=0, include_initial=True; i, axis=0
argmax argmin: x; x, 1; i, 0, keepdims=True; xn; b
median nanmedian: x; x, 1; xn, 0; i, 1, keepdims=True
quantile nanquantile: x, 0.3; x, jnp.array([0.1, 0.9]), 1; xn, 0.5, 0; x, 0.4, 1, method="nearest"; x, d, 0
percentile nanpercentile: x, 30; x, jnp.array([10, 90]), 1, method="lower"; xn, 50, 0
ptp: x; x, 1; i, 0
count_nonzero: b; i, 1; x
average: x; x, 1, weights=v + 3; x, 0, returned=True
cov corrcoef: x; x, y; x, rowvar=False ~1e-4
histogram: x; x, 5, weights=p; i, 7, (0, 7); x, up, density=True
histogram_bin_edges: x; x, 4, (-1, 1)
histogram2d: x.ravel(), y.ravel(), 4
histogramdd: r, 3
bincount: iv; iv, minlength=9; =f(iv, length=7); iv, weights=jnp.sin(iv), length=6
digitize: x, up; x, up[::-1], True
searchsorted: up, x; up, x, "right"; up, x, method="sort"; up, x, method="compare_all"; jnp.sort(iv), i
interp: x, up, v; x, up, v, left=-1, right=2; x, up, v, period=3.0
gradient: v; x; x, 2.0, axis=1; v, up
diff: x; x, 2; i, axis=0; x, prepend=0, append=y[:, :2]
ediff1d: x; v, to_begin=0.5, to_end=v3
trapezoid: x; x, dx=0.5, axis=0; v, up
unwrap: x * 5; x * 3, period=4.0
convolve correlate: v, up; v, signal, "same"; iv, jv, "full"; zv, zv; v, v3, "valid"
cross: r, r[::-1] * 2; x[:, :2], y[:, :2]; x, y, axis=0
dot: x, r; v, v; x, v; i, j.T; z, z.T; t, r
matmul: x, r; t, r; v, m; i, j.T; z, z.T; jnp.bfloat16(x), jnp.bfloat16(r)
matvec: m, v; t, v
vecmat: v, m; zv, zm
vdot vecdot: x, y; z, z; i, j
inner outer: v, v; x, y; i, j; zv, v
kron: x, v; i, j; v, m
tensordot: x, r, 1; t, t, ((1, 2), (1, 2)); x, y; i, j
einsum: "ij,kj->ik", x, y; "ii->i", m; "bij,bij->b", t, t; "ij,jk,kl", x, m, g; "ij->ji", z; "i,j", iv, jv; "...i,ij", t, m
einsum_path: =f("ij,jk,kl->il", x, m, g)[0]
trace diagonal: m; x, 1; i, -1; t, 0, 1, 2
tril triu: m; x, 1; i, -1; t
diag: v; m; x, 1; iv, -2
diagflat: x; v, 1
vander: v; v, 3, True; iv
fill_diagonal: m, 0.0, inplace=False; m, v, inplace=False; x, 3, inplace=False
append: x, y, 0; i, j; x, v
array asarray: x; [x, y]; 3.5; i, np.float32; [1, 2, 3]
array_repr array_str: iv; vb
array_split: x, 3, 1; v, 3; t, [1, 2], 2
split: x, 2, 1; v, [1, 3]; i, 3
hsplit: x, 2; v, 2
vsplit: m, 2; i, 3
dsplit: t, 2; t, [1, 3]
astype: x, np.int32; x, jnp.bfloat16; i, np.float32; z, np.complex64; o, np.int8; x, np.float16; b, np.int32
atleast_1d atleast_2d atleast_3d: d; v; t; x, v
block: [[x, y], [y, x]]; [v, v3]
broadcast_arrays: x, v; d, i
broadcast_shapes: (3, 1), (1, 4)
broadcast_to: v, (3, 4); d, (2, 2); x[:, None], (3, 5, 4)
can_cast: np.int32, np.float64
isdtype issubdtype promote_types: =f(np.dtype(np.float32), np.float32)
result_type: x, i; x, 2
column_stack: (v, up); (x, y)
compress: vb, x, 1; vb, x, 1, size=2; np.array([True, False, True]), x, 0
concat concatenate: [x, y]; [x, y], axis=1; [i, j, i], axis=0; [x, i]
stack: [x, y]; [i, j], 1; [z, z], -1; [x, i]
hstack vstack dstack: [x, y]; [v, v]; [i, j]; [x, i]
copy ravel: x; i; z
delete: x, 1, 0; x, np.array([0, 2]), 1; x, slice(0, 4, 2), 1; v, one
insert: x, 1, 9.0, 0; v, np.array([0, 2]), v3[:2]; i, 2, jv[:3], 1
extract: b, x; b, x, size=4
empty zeros ones: =f((2, 3)).shape; (0, 2), np.int32
zeros ones: (2, 3); 4, np.complex64; (2,), jnp.bfloat16
empty_like: =f(x).shape; =jnp.zeros_like(f(i)) + i
full: (2, 3), 1.5; 3, d; (2, 2), 7, np.int8
full_like ones_like zeros_like: =f(x, *((2.5,) if f is jnp.full_like else ())); =f(i, *((2,) if f is jnp.full_like else ()))
expand_dims: x, (0, 2); i, -1
eye: 3; 3, 4, 1; 2, k=-1, dtype=np.int32; 5, 2
identity tri: 4; 3, dtype=np.int32
flip: x; x, 1; t, (0, 2); i
fliplr flipud: x; i
rot90: x; x, 2; t, 3, (1, 2)
roll: x, 1; x, (1, -2), (0, 1); i, one, 1; x, 5, 0
rollaxis: t, 2; t, 1, 3
moveaxis swapaxes: t, 0, 2; x, 1, 0
transpose: x; t, (2, 0, 1); i
matrix_transpose: t; x; z
permute_dims: t, (2, 0, 1)
squeeze: x[None]; i[:, :1], 1
reshape: x, (2, 6); x, -1; x, (6, 2), order="F"
resize: x, (5, 3); i, (2, 2)
repeat: x, 2; x, 3, 1; x, np.array([1, 0, 2]), 0; x, ids, 0, total_repeat_length=6
tile: x, 2; x, (2, 1, 3); i, (1, 2)
pad: x, 1; x, ((1, 0), (2, 3)), constant_values=2.0; x, 2, "reflect"; x, 2, "edge"; x, (3, 1), "wrap"; x, 1, "symmetric"; x, 2, "linear_ramp"; x, 1, "mean"; x, 1, "maximum"; i, 1, "minimum"; x, 2, "median"
frombuffer: x.tobytes() if isinstance(x, np.ndarray) else b"abcdefgh", np.float32
fromstring: "1 2 3", np.float32, sep=" "
fromfunction: lambda a, b: a * 2 + b, (3, 4), dtype=np.float32
frompyfunc: =f(lambda a, b: a * b + 1, 2, 1)(x, y)
vectorize: =f(lambda a: a @ a, signature="(n)->()")(x); =f(lambda a, b: a + b)(x, v)
apply_along_axis: lambda a: a / a.sum(), 1, p; jnp.sort, 0, x
apply_over_axes: jnp.sum, t, (0, 2)
arange: 5; 1, 7, 2; 0.0, 1.0, 0.25; 0
linspace: 0, 1, 5; d, 3, 7, endpoint=False; v, up, 3; 0, 5, 4, dtype=np.int32; 1, 2, 3, retstep=True
logspace: 0, 2, 5; d, 2, 4, base=2.0 ~1e-5
geomspace: 1, 100, 5; p, q + 2, 3 ~1e-5
bartlett blackman hamming hanning: 7; 1; 12
kaiser: 7, 3.5; 8, d
diag_indices: 3; 2, 3
diag_indices_from: m
tril_indices triu_indices: 4; 3, 1, 5
tril_indices_from triu_indices_from: m; x, 1
mask_indices: 3, jnp.triu; 3, jnp.tril, -1
indices: (2, 3); (2, 3), np.float32, sparse=True
ix_: ids, jv
meshgrid: v, up; v, up, v3, indexing="ij"; v, up, sparse=True
argsort: x; x, 0; i; x, 1, descending=True; xn; b
sort: x; x, 0; i; xn; x, descending=True; z
sort_complex: z; x
lexsort: (i[0], x[1]); (x, y), 1
argpartition partition: x, 2; i, 1, 0
argwhere flatnonzero nonzero: b; i; b, size=5, fill_value=-1; b[0], size=3
intersect1d setdiff1d setxor1d union1d: iv, jv; v, up; iv, jv, size=6
isin: i, jv; i, jv, invert=True; x, up; i, jv, method="compare_all"; i, jv, method="sort"
unique: iv; i; x, axis=0; iv, return_index=True, return_inverse=True, return_counts=True; iv, size=4; =f(iv, size=6, fill_value=0)
unique_all unique_counts unique_inverse unique_values: iv; x; iv, size=7
trim_zeros: jnp.array([0, 0, 3, 1, 0]); up * 0
take: x, ids; x, ids, 1; x, one, 0; x, np.array([9, -1]), 1, mode="wrap"; x, np.array([9, 1]), 1, mode="clip"; x, np.array([9, 1]), 1
take_along_axis: x, i % 3, 0; i, jnp.argsort(i, 1), 1; x, jnp.clip(i, 0, 2), None if i.ndim == 1 else 1
put: x, ids, v3, inplace=False; i, ids, 5, inplace=False, mode="clip"
put_along_axis: x, jnp.array([[0], [2], [1]]), 9.0, 1, inplace=False
place: x, b, v, inplace=False
packbits: b; o > 99, 1; vb, bitorder="little"
unpackbits: o; o, 1; o, 0, bitorder="little"
ravel_multi_index: (ids, ids), (5, 5), mode="clip"; (ids, jv[:3]), (4, 9), mode="wrap"
unravel_index: iv, (3, 4); i, (2, 5)
unstack: x; t, axis=2
shape ndim size: x; t
poly: v; up; m ~1e-4
polyadd polysub polymul: v, v3; iv, jv
polyder polyint: v; v, 2; v, m=1
polydiv: signal[:5], v3
polyfit: up, v, 2; up, v, 1, w=p[0]; up, r, 1 ~1e-3
polyval: v, x; v3, z; iv, i
roots: =jnp.sort_complex(f(v)); =jnp.sort_complex(f(v3, strip_zeros=False)) ~1e-3
[jax.numpy.linalg]
cholesky: m; m, upper=True; zm @ zm.conj().T + 9 * jnp.eye(4) ~1e-4
cond: m; g, 1; r; h, np.inf ~1e-3
cross: r, r[::-1] + 1; v3, v3[::-1]
det: m; g; zm; jnp.stack([m, g]) ~1e-4
diagonal: m; t; m, offset=1
eig: =jnp.sort_complex(f(g)[0]); =jnp.abs(f(g)[1]) ~1e-3
eigh: =f(h)[0]; =jnp.abs(f(h)[1]); =f(zm + zm.conj().T, UPLO="U")[0] ~1e-3
eigvals: =jnp.sort_complex(f(g)) ~1e-3
eigvalsh: h; m, "U" ~1e-3
inv: m; g; zm; jnp.stack([m, h]) ~1e-3
lstsq: r, v; m, r ~1e-3
matmul: x, r; t, r
matrix_norm: x; m, ord="nuc"; m, ord=1; m, ord=-np.inf; m, ord=2 ~1e-3
matrix_power: m / 9, 3; m, -2; m, 0 ~1e-3
matrix_rank: m; r; jnp.ones((3, 3)) * d
matrix_transpose: t; z
multi_dot: [x, m, g]; [v, m, v]
norm: x; x, 1; v, 3; x, axis=1; x, "nuc"; z; v, np.inf ~1e-4
outer: v, up; iv, jv
pinv: r; m, hermitian=True ~1e-3
qr: m; r; r, "complete"; r, "r"; zm ~1e-3
slogdet: m; g; zm; m, method="qr" ~1e-4
solve: m, v; g, r; zm, zv; jnp.stack([m, h]), r ~1e-3
svd: =f(g)[1]; r, False; g, compute_uv=False; =f(zm)[1]; =f(h, hermitian=True)[1] ~1e-3
svdvals: r; zm ~1e-3
tensordot: x, r, axes=1; t, t.transpose(1, 2, 0)
tensorinv: jnp.reshape(m, (4, 2, 2)), 1; jnp.reshape(m, (2, 2, 4)) ~1e-3
tensorsolve: m, v; jnp.reshape(m, (2, 2, 4)), jnp.reshape(v, (2, 2)) ~1e-3
trace: m; t; m, offset=1
vecdot: x, y; z, z; x, y, axis=0
vector_norm: x; x, axis=1; v, ord=1; z, axis=0, keepdims=True
[jax.numpy.fft]
fft ifft: x; z; x, 6, 0; z, norm="ortho"; z, 3; signal
fft2 ifft2 fftn ifftn: x; z; t; z, (2, 3); z, norm="forward"
rfft ihfft: x; x, 6, 0; x, norm="ortho"; signal
irfft hfft: z; z, 5; z, 6, 0; zv, norm="ortho"
rfft2 rfftn: x; t; x, (2, 6)
irfft2 irfftn: z; z, (3, 5); z, norm="ortho"
fftfreq rfftfreq: 7; 8, 0.5; 5, d=2.0
fftshift ifftshift: x; x, 1; i; z, (0,)
"""

# Why a function has no call.
LEFT_OUT = {
    "jax.numpy.printoptions": "a context of printing", "jax.numpy.set_printoptions": "printing", "jax.numpy.get_printoptions": "printing",
    "jax.numpy.save": "writes files", "jax.numpy.savez": "writes files", "jax.numpy.load": "reads files", "jax.numpy.fromfile": "reads files",
    "jax.numpy.fromiter": "JAX does not implement it",
    "jax.numpy.from_dlpack": "jaxlib refuses DLPack on platforms other than its own",
}

# Faults that docs/jax.md names.
KNOWN = set()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of jax.scipy; functions_values.py says how to read them."""
SPECS = """
[jax.scipy.cluster.vq]
vq: r, r[:3] + 0.1; signal, up
[jax.scipy.fft]
dct idct: x; x, n=6, axis=0; x, norm="ortho"
dctn idctn: x; x, axes=(0,); x, norm="ortho"
[jax.scipy.integrate]
trapezoid: x; x, dx=0.5, axis=0; v, up
[jax.scipy.interpolate]
RegularGridInterpolator: =f((up, jnp.arange(3.0)), r)(jnp.stack([u[0], w[0]], 1)); =f((up, jnp.arange(3.0)), r, "nearest", bounds_error=False, fill_value=9.0)(jnp.stack([x[0], w[0]], 1))
[jax.scipy.linalg]
block_diag: x, m; v, up, d
cho_factor: m; m, lower=True ~1e-4
cho_solve: (jnp.linalg.cholesky(m), True), v; (jnp.linalg.cholesky(m).T, False), r ~1e-3
cholesky: m; m, lower=True ~1e-4
circulant: v; iv
companion fiedler_companion: p[0]
convolution_matrix: v, 3; v, 5, "same"
det: m; g; zm ~1e-4
dft: 4; 3, "sqrtn"
eigh: =f(h)[0]; =jnp.abs(f(h)[1]); h, eigvals_only=True; =f(zm + zm.conj().T)[0] ~1e-3
eigh_tridiagonal: v, up[:3], eigvals_only=True; v, up[:3], eigvals_only=True, select="i", select_range=(1, 2) ~1e-3
expm: g; m / 9; jnp.triu(g), upper_triangular=True; jnp.stack([g, h / 9]) ~1e-3
expm_frechet: g, m / 9; g, h / 9, compute_expm=False ~1e-3
fiedler: v
funm: m, jnp.sqrt ~1e-3
hadamard: 4
hankel: v; v, up
helmert: 4; 3, full=True
hessenberg: g; g, calc_q=True ~1e-3
hilbert invhilbert pascal invpascal: 4
inv: m; g; zm ~1e-3
leslie: v, up[:3]
lu: g; r; g, permute_l=True; zm ~1e-3
lu_factor: g; zm ~1e-3
lu_solve: jax.scipy.linalg.lu_factor(g), v; jax.scipy.linalg.lu_factor(m), r, 1 ~1e-3
polar: r; h ~1e-3
qr: g; r, mode="economic"; r, mode="r" ~1e-3
qr_multiply: r, m; r, v; g, m, "left" ~1e-3
rsf2csf: jnp.triu(g), m ~1e-3
schur: g; zm; g, output="complex" ~1e-3
solve: m, v; g, r; m, v, assume_a="pos"; l, r, lower=True ~1e-3
solve_sylvester: m, h, g ~1e-3
solve_triangular: l, v, lower=True; l.T, r; l, r, trans=1, lower=True, unit_diagonal=True ~1e-3
sqrtm: m; h ~1e-3
svd: =f(g)[1]; r, full_matrices=False; g, compute_uv=False ~1e-3
toeplitz: v; v, up
[jax.scipy.ndimage]
map_coordinates: image[0, 0], [p[0], q[0]], 1; image[0, 0], [v, up], 0, mode="nearest"; image[0, 0], [v, up], 1, mode="wrap"; image[0, 0], [v, up], 1, mode="mirror"; \
image[0, 0], [v, up], 1, "reflect"; image[0, 0], [v, up], 1, "constant", 2.0
[jax.scipy.optimize]
minimize: =f(lambda a: jnp.sum((a - v) ** 2 * jnp.array([1, 2, 3, 4])), up, method="BFGS").x ~1e-3
[jax.scipy.signal]
convolve correlate: v, up; x, y; v, signal, "same"; v, v3, "valid"; signal, v, method="fft"; iv, jv
convolve2d correlate2d: x, y; x, y[:2, :2], "same"; x, y[:2, :2], "valid"
fftconvolve: v, up; x, y, "same"
csd: signal, signal[::-1] * 2, nperseg=16
welch: signal, nperseg=16; signal, nperseg=32, scaling="spectrum"
detrend: x; signal, type="constant"; x, 0; signal, bp=np.array([20])
stft: signal, nperseg=16
istft: =f(jax.scipy.signal.stft(signal, nperseg=16)[2], nperseg=16)
[jax.scipy.sparse.linalg]
bicgstab cg gmres: m, v; lambda a: m @ a, v, x0=up; m, v, M=lambda a: a / 4 ~1e-3
[jax.scipy.spatial.transform]
Rotation: =f.from_quat(quat).as_matrix(); =f.from_rotvec(v3).as_quat(); =f.from_euler("xyz", v3).as_euler("zyx"); =f.from_quat(quat).apply(v3); =(f.from_quat(quat[0]) * f.from_rotvec(v3)).inv().magnitude(); \
=f.from_matrix(f.from_quat(quat).as_matrix()).as_rotvec(); =f.from_mrp(v3).as_mrp() ~1e-4
Slerp: =f.init(jnp.array([0.0, 1.0]), jax.scipy.spatial.transform.Rotation.from_quat(quat))(jnp.array([0.2, 0.7])).as_quat() ~1e-4
[jax.scipy.special]
bernoulli: 6
bessel_jn: p, v=3; d, v=2, n_iter=30 ~1e-4
beta betaln: p, q; n, i + 1 ~1e-4
betainc: p, q, u ~1e-4
boxcox boxcox1p: p, q
comb: =f(i, jnp.clip(n, 0, 3)); p + 4, q; i + 3, 2, repetition=True ~1e-4
dawsn digamma erf erfc erfcx exp1 expi fresnel gamma gammaln gammasgn i0 i0e i1 i1e: p; x ~1e-4
entr expit ndtr spence sici: p; x ~1e-4
log_ndtr: x * 3; x, 2 ~1e-4
erfinv logit ndtri: u ~1e-4
expn: 2, p; n, p ~1e-4
factorial: n; p ~1e-4
gammainc gammaincc: p, q ~1e-4
hyp1f1: p, q, x ~1e-3
hyp2f1: p, q, p + 1.5, u ~1e-3
kl_div rel_entr xlogy xlog1py: p, q ~1e-4
log_softmax softmax: x, axis=1; x
loggamma: p; z ~1e-4
multigammaln: p + 3, 2 ~1e-4
owens_t: x, y ~1e-4
poch: p, q ~1e-4
polygamma: n, p ~1e-4
sph_harm_y: n[0], jnp.clip(i[0], 0, 1), p[0], q[0], n_max=6 ~1e-3
wofz: z; zv / 3 ~1e-4
zeta: p + 1.5, q ~1e-4
[jax.scipy.stats]
mode: iv; i; x, axis=1, keepdims=True; i, axis=None
rankdata: x; i, "min"; iv, "dense"; i, "ordinal", axis=1
sem: x; x, axis=1; x, axis=None, ddof=0
gaussian_kde: =f(signal[:20])(v); =f(r.T, bw_method="silverman").evaluate(r.T + 0.1); =f(signal[:20], weights=jnp.arange(1.0, 21.0)).logpdf(v); =f(signal[:20]).integrate_box_1d(-1, d); \
=f(signal[:20]).resample(k, (5,)); =f(signal[:20], 0.3).integrate_kde(f(signal[20:40], 0.4)); =f(signal[:20]).integrate_gaussian(d, 0.5) ~1e-3
[jax.scipy.stats.bernoulli]
cdf: i % 2, u
logpmf pmf: i % 2, u; i % 2, 0.3, 1
ppf: u, w
[jax.scipy.stats.beta]
cdf logcdf logpdf logsf pdf sf: u, p, q; u, 2.0, 3.0, -0.1, 1.3 ~1e-3
[jax.scipy.stats.betabinom]
logpmf pmf: jnp.minimum(i, n), n, p, q ~1e-3
[jax.scipy.stats.binom]
logpmf pmf: jnp.minimum(i, n), n, u ~1e-3
[jax.scipy.stats.cauchy]
cdf logcdf logpdf logsf pdf sf: x, y, p; x ~1e-4
isf ppf: u, y, p ~1e-4
[jax.scipy.stats.chi2]
cdf logcdf logpdf logsf pdf sf: p, q; p, 3.0, 0.1, 1.5 ~1e-3
[jax.scipy.stats.dirichlet]
logpdf pdf: simplex, v3 ** 2 + 1 ~1e-3
[jax.scipy.stats.expon]
cdf logcdf logpdf logsf pdf sf: p, 0.1, q; x ~1e-4
ppf: u, y, p ~1e-4
[jax.scipy.stats.gamma]
cdf logcdf logpdf logsf pdf sf: p, q; p, 2.0, 0.1, 1.5 ~1e-3
[jax.scipy.stats.gennorm]
cdf logpdf pdf: x, p ~1e-3
[jax.scipy.stats.geom]
logpmf pmf: n, u; i, 0.3, 1 ~1e-4
[jax.scipy.stats.gumbel_l]
cdf logcdf logpdf logsf pdf sf: x, y, p; x ~1e-4
ppf: u, y, p ~1e-4
[jax.scipy.stats.gumbel_r]
cdf logcdf logpdf logsf pdf sf: x, y, p; x ~1e-4
ppf: u, y, p ~1e-4
[jax.scipy.stats.laplace]
cdf logpdf pdf: x, y, p; x ~1e-4
[jax.scipy.stats.logistic]
cdf logpdf pdf sf: x, y, p; x ~1e-4
isf ppf: u; u, y, p ~1e-4
[jax.scipy.stats.multinomial]
logpmf pmf: jnp.array([1, 3, 2]), 6, simplex; jnp.array([1, 3, 2]), 7, simplex ~1e-4
[jax.scipy.stats.multivariate_normal]
logpdf pdf: v, up, m; x, up, h; x, 0.3, 2.0 ~1e-3
[jax.scipy.stats.nbinom]
logpmf pmf: i, p, u ~1e-3
[jax.scipy.stats.norm]
cdf logcdf logpdf logsf pdf sf: x, y, p; x * 3 ~1e-4
isf ppf: u, y, p ~1e-4
[jax.scipy.stats.pareto]
cdf logcdf logpdf logsf pdf sf: p + 1, q; p, 2.0, 0.1, 0.3 ~1e-4
ppf: u, p, y, q ~1e-4
[jax.scipy.stats.poisson]
cdf logpmf pmf: i, p; i, 2.0, 1 ~1e-3
entropy: p; jnp.array([0.5, 3.0, 20.0, 200.0]) * d ~1e-3
[jax.scipy.stats.t]
logpdf pdf: x, p; x, 3.0, y, p ~1e-3
[jax.scipy.stats.truncnorm]
cdf logcdf logpdf logsf pdf sf: x, -1.0, 2.0; x, -p, q, 0.1, 1.5 ~1e-3
[jax.scipy.stats.uniform]
cdf logpdf pdf: x; x, y, p
ppf: u, y, p
[jax.scipy.stats.vonmises]
logpdf pdf: x, p ~1e-4
[jax.scipy.stats.wrapcauchy]
logpdf pdf: p * 2, u ~1e-4
"""

LEFT_OUT = {}

# Faults that docs/jax.md names.
KNOWN = set()

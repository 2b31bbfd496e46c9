# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every primitive for which JAX has a derivative, and what this compiler has for it. usage: jax_rules.py

The list is read from JAX: the primitives with a rule in jax.interpreters.ad. For each there is a sample, a small function that uses the
primitive. Its jaxpr must hold the primitive; JAX lowers it; and spmd-grad must find the gradient of each op of the result. Each line of
the output shows the primitive and the ops that it lowers to. Primitives that no op comes of have a reason. A primitive with neither
fails the test, and so does one with a reason that has no rule in JAX any more."""
import os
import re
import subprocess
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.ad_checkpoint import checkpoint_name
from jax.interpreters import ad
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P
from run_module import differentiated

X = jnp.asarray(np.random.default_rng(0).uniform(0.2, 0.8, (4, 4)), jnp.float32)
POSITIVE = X @ X.T + 4 * jnp.eye(4)
ROWS = jnp.array([2, 0], jnp.int32)
MESH = Mesh(np.array(jax.devices()[:2]), ("i",))
WINDOW = ((2, 2), (1, 2), ((0, 0), (0, 0)))


def unary(name):
    return getattr(lax, name), (X,)


def binary(name):
    return getattr(lax, name), (X, X + 1)


def whole(name):
    """Of integers: the derivative is zero, and no cotangent arrives."""
    return lambda x: x * getattr(lax, name)(ROWS, ROWS)[0].astype(x.dtype), (X,)


def manual(f, into=P("i"), out=P("i"), check=True):
    return jax.shard_map(f, mesh=MESH, in_specs=(into,), out_specs=out, check_vma=check), (X,)


def bind(name, **parameters):
    """A primitive that no public function of JAX binds alone."""
    primitive = PRIMITIVES[name]
    return lambda *x: primitive.bind(*x, **parameters)


PRIMITIVES = {primitive.name: primitive for rules in (ad.primitive_jvps, ad.primitive_transposes) for primitive in rules}


EXPLICIT = {  # of values that are the same, or sums in parts, on meshes with axes of explicit types: body, what comes in, what goes out
    "unreduced_psum": (lambda x: lax.psum(lax.pcast(x, "i", to="unreduced"), "i"), P("i"), P()),
    "vary_unreduced_cast_p": (lambda x: lax.psum(lax.pcast(x, "i", to="unreduced"), "i"), P("i"), P()),
    "unreduced_reduce_scatter": (lambda x: lax.psum_scatter(lax.pcast(x, "i", to="unreduced"), "i", tiled=True), P("i"), P("i")),
    "preduced": (lambda x: lax.pcast(x, "i", to="reduced"), P(), P(reduced={"i"})),
    "reduced_vary_cast_p": (lambda x: lax.pcast(lax.pcast(x, "i", to="reduced"), "i", to="varying"), P(), P("i")),
    "all_gather_reduced": (lambda x: lax.all_gather(x, "i", tiled=True, to="reduced"), P("i"), P(reduced={"i"})),
    "reshard": None,
}


def explicit(name):
    mesh = Mesh(np.array(jax.devices()[:2]), ("i",), axis_types=(AxisType.Explicit,))
    if name == "reshard":
        return lambda x: jax.sharding.reshard(x, NamedSharding(mesh, P("i"))) * 2, (jax.device_put(X, NamedSharding(mesh, P())),)
    body, into, out = EXPLICIT[name]
    return jax.shard_map(body, mesh=mesh, in_specs=(into,), out_specs=out), (jax.device_put(X, NamedSharding(mesh, into)),)


def scatter(method, unique=True):
    return lambda x, u: getattr(x.at[ROWS], method)(u, unique_indices=unique), (X, X[:2])


def counted(x):
    return lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, jnp.sin(c[1])), (jnp.int32(0), x))[1]


def marginal(x):
    return lax.reduce((x, 2 * x), (np.float32(-np.inf), np.float32(0)), lambda a, b: (lax.max(a[0], b[0]), a[1] + b[1]), (1,))


STRUCTURE = {"stablehlo.constant", "stablehlo.broadcast_in_dim"}  # of most texts
SAMPLES = {
    **{name: unary(name) for name in
       "abs acos asin asinh atan atanh bessel_i0e bessel_i1e cbrt ceil cos cosh digamma erf erf_inv erfc exp exp2 expm1 floor lgamma log "
       "log1p logistic neg round rsqrt sign sin sinh sqrt square tan tanh".split()},
    **{name: binary(name) for name in "add atan2 div max min mul pow rem sub".split()},
    **{name: whole(function) for name, function in
       {"and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "shift_left": "shift_left", "mulhi": "mulhi",
        "shift_right_arithmetic": "shift_right_arithmetic", "shift_right_logical": "shift_right_logical"}.items()},
    **{name: (lambda x, y, name=name: jnp.where(getattr(lax, name)(x, y), x, 2 * y), (X, X.T)) for name in "eq ne lt le gt ge".split()},
    **{name: (lambda x, name=name: getattr(lax, name)(x, axis=1), (X,)) for name in "cumsum cumprod cummax cummin cumlogsumexp".split()},
    **{name: (lambda x, name=name: getattr(lax, name)(x, 1, jnp.int32).astype(x.dtype) * x[0], (X,)) for name in ("argmax", "argmin")},
    **{f"reduce_{name}": (lambda x, f=f: f(x, axis=1), (X,)) for name, f in
       {"sum": jnp.sum, "max": jnp.max, "min": jnp.min, "prod": jnp.prod}.items()},
    "acosh": (lambda x: lax.acosh(1 + x), (X,)), "not": (lambda x: x * (~ROWS)[0].astype(x.dtype), (X,)),
    "integer_pow": (lambda x: lax.integer_pow(x, 3), (X,)), "polygamma": (lambda x: lax.polygamma(jnp.full_like(x, 2), x), (X,)),
    "is_finite": (lambda x: jnp.where(lax.is_finite(x), x, 0), (X,)), "reduce_precision": (lambda x: lax.reduce_precision(x, 5, 7), (X,)),
    "clamp": (lambda x: lax.clamp(0.3, x, 0.6), (X,)), "select_n": (lambda x: lax.select(x > 0.5, x, 2 * x), (X,)),
    "convert_element_type": (lambda x: lax.convert_element_type(x, jnp.bfloat16), (X,)),
    "bitcast_convert_type": (lambda x: x * lax.bitcast_convert_type(x, jnp.int32).astype(x.dtype), (X,)),
    "complex": (lambda x: lax.real(lax.complex(x, 2 * x)), (X,)), "real": (lambda x: lax.real(lax.complex(x, x)), (X,)),
    "imag": (lambda x: lax.imag(lax.complex(x, x)), (X,)), "conj": (lambda x: lax.imag(lax.conj(lax.complex(x, x))), (X,)),
    "fft": (lambda x: lax.real(jnp.fft.fft(x)), (X,)), "broadcast_in_dim": (lambda x: lax.broadcast_in_dim(x, (2, 4, 4), (1, 2)), (X,)),
    "reshape": (lambda x: lax.reshape(x, (2, 8)), (X,)), "transpose": (lambda x: lax.transpose(x, (1, 0)), (X,)),
    "rev": (lambda x: lax.rev(x, (1,)), (X,)), "slice": (lambda x: lax.slice(x, (1, 0), (3, 4), (1, 2)), (X,)),
    "squeeze": (lambda x: lax.squeeze(x[None], (0,)), (X,)), "pad": (lambda x: lax.pad(x, 0.5, ((1, -1, 1), (0, 2, 0))), (X,)),
    "concatenate": (lambda x: lax.concatenate([x, 2 * x], 1), (X,)), "split": (lambda x: lax.split(x, (1, 3), 1)[1], (X,)),
    "dynamic_slice": (lambda x: lax.dynamic_slice(x, (ROWS[0], 0), (2, 3)), (X,)),
    "dynamic_update_slice": (lambda x: lax.dynamic_update_slice(x, 2 * x[:2], (ROWS[0], 0)), (X,)),
    "gather": (lambda x: x[ROWS], (X,)), "scatter": scatter("set"), "scatter-add": scatter("add", False), "scatter-mul": scatter("multiply"),
    "scatter-max": scatter("max"), "scatter-min": scatter("min"), "scatter-sub": scatter("subtract", False),
    "sort": (lambda x: lax.sort(x, dimension=1), (X,)), "top_k": (lambda x: lax.top_k(x, 2)[0], (X,)),
    "reduce": (marginal, (X,)), "reduce_window_sum": (lambda x: lax.reduce_window(x, 0.0, lax.add, *WINDOW), (X,)),
    "reduce_window_max": (lambda x: lax.reduce_window(x, -np.inf, lax.max, *WINDOW), (X,)),
    "reduce_window_min": (lambda x: lax.reduce_window(x, np.inf, lax.min, *WINDOW), (X,)),
    "select_and_scatter_add": (lambda x: jax.vjp(lambda x: lax.reduce_window(x, -np.inf, lax.max, *WINDOW), x)[1](jnp.ones((3, 2)))[0] * x, (X,)),
    "select_and_gather_add": (lambda x: jax.jvp(lambda x: lax.reduce_window(x, -np.inf, lax.max, *WINDOW), (x,), (2 * x,))[1], (X,)),
    "dot_general": (jnp.dot, (X, X)), "conv_general_dilated": (lambda x, k: lax.conv(x[None, None], k[None, None], (1, 1), "SAME"), (X, X[:2, :2])),
    "ragged_dot_general": (lambda x, y: lax.ragged_dot(x, jnp.stack([y, y]), jnp.array([1, 3])), (X, X)),
    "cholesky": (jnp.linalg.cholesky, (POSITIVE,)),
    "triangular_solve": (lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True), (POSITIVE, X)),
    "optimization_barrier": (lax.optimization_barrier, (X,)), "copy": (bind("copy"), (X,)),
    "device_put": (lambda x: jax.device_put(x) * 2, (X,)), "name": (lambda x: checkpoint_name(x, "a") * 2, (X,)),
    "stop_gradient": (lambda x: x * lax.stop_gradient(x), (X,)),
    "jit": (lambda x: jax.jit(jnp.sin)(x), (X,)), "remat2": (jax.checkpoint(lambda x: jnp.sin(x) * x), (X,)),
    "scan": (lambda x: lax.scan(lambda c, r: (jnp.sin(c + r), c), x[0], x), (X,)), "while": (counted, (X,)),
    "cond": (lambda x: lax.cond(x[0, 0] > 0.5, jnp.sin, jnp.cos, x), (X,)),
    "sharding_constraint": (lambda x: lax.with_sharding_constraint(x, NamedSharding(MESH, P("i"))) * 2, (X,)),
    "shard_map": manual(jnp.sin), "psum": manual(lambda x: lax.psum(x, "i") * x, check=False),
    "psum_invariant": manual(lambda x: lax.psum(x, "i"), out=P()), "pvary": manual(lambda x: x * lax.pcast(jnp.ones(()), "i", to="varying")),
    "all_gather": manual(lambda x: lax.all_gather(x, "i", tiled=True)), "reduce_scatter": manual(lambda x: lax.psum_scatter(x, "i", tiled=True)),
    "all_to_all": manual(lambda x: lax.all_to_all(x, "i", 1, 0, tiled=True)), "ppermute": manual(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 0)])),
    **{name: explicit(name) for name in EXPLICIT},
    "add_any": (lambda x: jax.grad(lambda x: jnp.sum(jnp.sin(x) * x))(x), (X,)), "stack": (lambda x: lax.stack([x, 2 * x]), (X,)),
    "unstack": (lambda x: lax.unstack(x)[1], (X,)), "tile": (lambda x: lax.tile(x, (2, 1)), (X,)),
    "all_gather_invariant": manual(lambda x: PRIMITIVES["all_gather_invariant"].bind(
        x, all_gather_dimension=0, axis_name=("i",), axis_size=2, tiled=True), out=P()),
    "pbroadcast": manual(lambda x: lax.pbroadcast(x, "i", 1), check=False),
    "custom_linear_solve": (lambda x: lax.custom_linear_solve(lambda v: 3 * v, x, lambda _, b: b / 3, lambda _, b: b / 3), (X,)),
}

INNER = "stands in jaxprs alone: JAX resolves it before it lowers a program"
# The programs of JAX for other platforms hold ops where those for CPUs call LAPACK.
PLATFORMS = {"cholesky": "tpu", "triangular_solve": "tpu", "pbroadcast": "cuda"}
REASONS = {
    **dict.fromkeys("accum_grad_in_ref addupdate empty_ref free_ref freeze get new_ref run_state swap".split(),
                    "mutable references: JAX turns them into values before it lowers a program, or runs them itself"),
    **dict.fromkeys("box_get box_set new_box call_hi_primitive log_extend log_read new_log".split(), "types of the host; " + INNER),
    **dict.fromkeys("debug_callback debug_print inspect_sharding io_callback pure_callback".split(), "calls Python"),
    "ffi_call": "calls a library of the user",
    "approx_top_k": "a custom call ApproxTopK, which this compiler does not know: top_k is exact and has its gradient",
    "composite": "JAX's rule says that there is none",
    "reduce_window": "JAX has the derivative in forward mode alone, and raises in reverse mode",
    "layout_constraint": "a custom call about the layout in memory, which is the compiler's here",
    "ragged_all_to_all": "sizes are known at run time only; JAX lowers it for GPUs alone",
    **dict.fromkeys("custom_lin custom_vmap_call dce_sink eval_jaxpr linear_call remat_opt stage tie".split(), INNER),
    **dict.fromkeys("from_edtype to_edtype".split(), "a view of extended element types, such as keys, which have no derivative"),
    **dict.fromkeys("random_bits random_fold_in random_seed random_split random_unwrap random_wrap".split(), "bits and keys, which have no derivative"),
    **dict.fromkeys("eq_to le_to lt_to".split(), "total orders of floats in the comparators of sorts, whose results are booleans"),
    **dict.fromkeys("eig eigh lu qr svd tridiagonal_solve".split(), "a custom call of LAPACK: StableHLO has no such op"),
    **dict.fromkeys("igamma igammac regularized_incomplete_beta random_gamma".split(),
                    "a loop that ends by the data: a function of its own with the attribute spmd.vjp (docs/gradients.md)"),
}


def primitives_of(jaxpr, found):
    for equation in jaxpr.eqns:
        found.add(equation.primitive.name)
        for parameter in jax.tree_util.tree_leaves(list(equation.params.values()), is_leaf=lambda x: hasattr(x, "eqns") or hasattr(x, "jaxpr")):
            inner = getattr(parameter, "jaxpr", parameter)
            if hasattr(inner, "eqns"):
                primitives_of(inner, found)
    return found


def gradients():
    """op -> whether it has a gradient, by spmd-opt --list-ops."""
    table = subprocess.run(["spmd-opt", "--list-ops"], capture_output=True, text=True, check=True).stdout.splitlines()
    column = table[0].split().index("vjp")
    return {line.split()[0]: line.split()[column] == "x" for line in table[1:]}


def lowered(name):
    """The text of a sample; raises where the sample does not use the primitive."""
    function, arguments = SAMPLES[name]
    if name not in primitives_of(jax.make_jaxpr(function)(*arguments).jaxpr, set()):
        raise ValueError("the sample does not use it")
    return jax.jit(function).trace(*arguments).lower(lowering_platforms=(PLATFORMS.get(name, "cpu"),)).as_text()


def main():
    faults, known, reasons, samples = [], gradients(), 0, 0
    for name in sorted(PRIMITIVES):
        if name in REASONS:
            reasons += 1
            print(f"{name}: {REASONS[name]}")
            continue
        if name not in SAMPLES:
            faults.append(f"{name}: neither a sample nor a reason")
            continue
        try:
            text = lowered(name)
        except Exception as error:
            faults.append(f"{name}: {type(error).__name__} {str(error)[:150]}")
            continue
        ops = sorted(set(re.findall(r"\b(?:stablehlo|chlo|sdy)\.[\w-]+", text)) & known.keys() - STRUCTURE)
        without = [op for op in ops if not known[op]]
        made = differentiated(text)
        samples += 1
        print(f"{name}: {' '.join(ops) or 'no op'}")
        faults += [f"{name}: {op} has no gradient" for op in without]
        faults += [f"{name}: {made.stderr[:300]}"] if made.returncode else []
    faults += [f"{name}: JAX has no rule" for name in (SAMPLES.keys() | REASONS.keys()) - PRIMITIVES.keys()]
    print("\n".join(faults))
    print(f"{len(PRIMITIVES)} primitives with a rule in JAX: {samples} have their gradients here, {reasons} a reason, {len(faults)} faults")
    sys.exit(bool(faults))


main()

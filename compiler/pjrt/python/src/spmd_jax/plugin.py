# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registers the plugin with JAX: its library, the rules for primitives that LAPACK computes, for layouts and for Python callbacks, and DLPack."""
import atexit
import functools
import os
import pathlib

from . import buffer_callbacks, callbacks, dlpack, inspections, waits

# The versions of JAX that the tests run with. Others may work, but rules and registries that are not JAX's public interface move.
SUPPORTED = ((0, 10), (0, 11))  # from, to (not included)
# The shared library of the plugin: SPMD_PJRT_LIBRARY in the environment, or the one beside this file.
LIBRARY = os.environ.get("SPMD_PJRT_LIBRARY") or str(pathlib.Path(__file__).parent / "libspmd_pjrt.so")
# Primitives that become calls of LAPACK, which the compiler runs as they stand.
LAPACK = ("eig", "eigh", "geqp3", "geqrf", "hessenberg", "householder_product", "lu", "ormqr", "schur", "svd", "tridiagonal", "tridiagonal_solve")

# Primitives of modules that JAX does not import by itself. Their rules for the platform cpu call Python.
LATE = ("spsolve",)


def check_version():
    """Raises ImportError for a version of JAX that the plugin does not know."""
    import jax

    version = tuple(int(part) for part in jax.__version__.split(".")[:2])
    if not SUPPORTED[0] <= version < SUPPORTED[1]:
        wanted = " to ".join(".".join(map(str, bound)) for bound in SUPPORTED)
        raise ImportError(f"spmd-jax works with JAX from {wanted} (not included); this is {jax.__version__}")


def register_rules():
    """Lets the platform donate buffers, and gives it rules of primitives."""
    from jax._src.interpreters import mlir
    import jax._src.lax.linalg  # noqa: F401  (registers the rules that are copied)
    import jax.interpreters.mlir as public
    from jax._src import core
    from jax._src.custom_partitioning import custom_partitioning_p
    from jax._src.pjit import layout_constraint_p

    if "spmd" not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append("spmd")
    rules = mlir._platform_specific_lowerings
    for primitive, rule in list(rules["cpu"].items()):
        if primitive.name in LAPACK + LATE:
            rules["spmd"].setdefault(primitive, rule)
    register_lowering = public.register_lowering

    @functools.wraps(register_lowering)
    def register_late(prim, rule, platform=None, *args, **options):
        register_lowering(prim, rule, platform, *args, **options)
        if platform == "cpu" and prim.name in LATE and getattr(rule, "__module__", "").startswith("jax.") and prim not in rules["spmd"]:
            register_lowering(prim, rule, "spmd", *args, **options)

    if not hasattr(register_lowering, "__wrapped__"):  # not yet
        public.register_lowering = register_late
    # Within a program the compiler chooses layouts, so a constraint is its operand.
    mlir.register_lowering(layout_constraint_p, lambda ctx, x, *, layout: [mlir.lower_with_sharding_in_types(ctx, x, ctx.avals_out[0])], platform="spmd")
    # The compiler splits the function itself, by the rules of its ops. JAX calls back from XLA's partitioner for this primitive.
    mlir.register_lowering(custom_partitioning_p, lambda ctx, *xs, call, **_: mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *xs), platform="spmd")
    callbacks.register()
    buffer_callbacks.register()
    inspections.register()
    dlpack.register()
    waits.register()


def initialize():
    """Called by JAX when it looks for plugins."""
    check_version()
    if not os.path.exists(LIBRARY):
        raise ImportError(f"the library of the spmd plugin is not at {LIBRARY}; SPMD_PJRT_LIBRARY names another place")
    import jax._src.xla_bridge as xla_bridge

    xla_bridge.register_plugin("spmd", priority=500, library_path=LIBRARY)
    register_rules()
    # Python calls the functions that were registered last first: MPI ends before JAX's devices, and before a host of mpi4py ends it.
    atexit.register(waits.end, LIBRARY)

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jax.debug.inspect_array_sharding` under `jit` on several devices.

JAX's own rule writes the address of a function of XLA's into the program. Here the program holds a key, and the library tells the shardings of
the values, by their keys, when it has compiled the program (compiler/pjrt/inspections.cpp)."""
import ctypes
import functools
import traceback
import uuid

_TELL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t)


class Inspections:
    """The functions that programs on the way to the compiler name, by their keys."""

    def __init__(self, library):
        self.functions = {}
        self.tell = _TELL(self.call)  # kept: the library holds its address
        ctypes.CDLL(library).spmd_inspection_dispatch(self.tell)

    def call(self, key, sharding, size, text, room):
        """Calls a function with a sharding. What it raises becomes the error of the compilation."""
        from jax._src.lib import xla_client as xc

        function = self.functions.get(key.decode())
        if function is None:  # the program comes from another process
            return 0
        try:
            message = xc.OpSharding()
            message.ParseFromString(ctypes.string_at(sharding, size))
            function(xc.HloSharding.from_proto(message))
            return 0
        except BaseException:  # nothing may pass through C
            reason = traceback.format_exc().encode()[-room + 1 :] + b"\0"
            ctypes.memmove(text, reason, len(reason))
            return 1


class _Named:
    """Holds a function for a program until it is compiled."""

    def __init__(self, functions, function):
        # Keys differ between processes, so that no cache on disk gives a program that has been told of.
        self.functions, self.key = functions, uuid.uuid4().hex
        functions[self.key] = function

    def __del__(self):
        self.functions.pop(self.key, None)


@functools.lru_cache(maxsize=None)
def inspections():
    from .plugin import LIBRARY

    return Inspections(LIBRARY)


def lower(ctx, value, *, callback):
    """JAX's rule for the platform "spmd"."""
    import numpy as np
    from jax._src import mesh as mesh_lib, sharding_impls
    from jax._src.interpreters import mlir
    from jax.sharding import NamedSharding, PartitionSpec

    context, mesh = ctx.module_context.axis_context, mesh_lib.thread_resources.env.physical_mesh
    if isinstance(context, sharding_impls.SPMDAxisContext):
        mesh, devices = context.mesh, context.mesh._flat_devices_tuple
    elif isinstance(context, sharding_impls.ShardingContext):
        devices = context.device_assignment
        if context.abstract_mesh is not None:
            mesh = mesh_lib.Mesh(np.array(devices).reshape(context.abstract_mesh.axis_sizes), context.abstract_mesh.axis_names)
    else:
        raise NotImplementedError(type(context))

    def tell(sharding):
        if mesh.empty:
            return callback(sharding_impls.GSPMDSharding(devices, sharding))
        spec = PartitionSpec() if sharding.is_manual() else sharding_impls.parse_flatten_op_sharding(sharding, mesh)[0]
        return callback(NamedSharding(mesh, spec))

    if len(devices) == 1:
        tell(sharding_impls.replicated_hlo_sharding)
        return []
    named = _Named(inspections().functions, tell)
    ctx.module_context.add_keepalive(named)
    mlir.custom_call("InspectSharding", result_types=[value.type], operands=[value], backend_config=named.key, has_side_effect=True)
    return []


def register():
    """Lets JAX lower the primitive for the platform "spmd"."""
    import jax._src.debugging as debugging
    from jax._src.interpreters import mlir

    mlir.register_lowering(debugging.inspect_sharding_p, lower, platform="spmd", cacheable=False)

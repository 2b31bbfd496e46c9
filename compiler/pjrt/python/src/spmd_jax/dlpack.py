# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the platform "spmd" for other libraries, and theirs for JAX, by DLPack and without copies.

jaxlib knows DLPack for its own platforms only. Devices of this platform are places in the memory of the process, so a buffer is an array of
DLPack's device "cpu". What travels is a capsule around a struct of C (dlpack.h of DLPack 1.0):

    DLManagedTensor          { tensor, context, deleter }                  arrays that may be written to
    DLManagedTensorVersioned { version, context, deleter, flags, tensor }  with a flag for arrays that are read only

The consumer calls the deleter when it has no use for the memory any more. Until then `_EXPORTED` holds numpy's view of the buffer, and the
view holds the buffer: it may be deleted or donated meanwhile, and then the run that it is donated to gets a copy.
"""
import ctypes

import numpy as np

_CPU = 1  # kDLCPU
_READ_ONLY, _COPIED = 1, 2
_VERSION = (1, 0)
_NAMES = {False: b"dltensor", True: b"dltensor_versioned"}
_USED = {False: b"used_dltensor", True: b"used_dltensor_versioned"}


class _Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("id", ctypes.c_int32)]


class _Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("rank", ctypes.c_int32),
        ("type", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # in elements; null: row-major
        ("offset", ctypes.c_uint64),
    ]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Plain(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]


class _Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("deleter", _Deleter), ("flags", ctypes.c_uint64), ("tensor", _Tensor)]


# DLPack's codes of kinds of elements.
_INTEGER, _UNSIGNED, _FLOAT, _BFLOAT, _COMPLEX, _BOOL = 0, 1, 2, 4, 5, 6
_KINDS = {"i": _INTEGER, "u": _UNSIGNED, "f": _FLOAT, "c": _COMPLEX, "b": _BOOL}


def _type_of(dtype):
    """DLPack's type, by which numpy's dtype is told to others."""
    if dtype.name == "bfloat16":
        return _Type(_BFLOAT, 16, 1)
    if dtype.kind not in _KINDS or dtype.isbuiltin != 1:  # those of ml_dtypes are not numpy's own
        raise BufferError(f"DLPack has no type for elements of {dtype.name}")
    return _Type(_KINDS[dtype.kind], 8 * dtype.itemsize, 1)


def _dtype_of(type_):
    """numpy's dtype for a type of DLPack."""
    import ml_dtypes

    if type_.lanes == 1 and (type_.code, type_.bits) == (_BFLOAT, 16):
        return np.dtype(ml_dtypes.bfloat16)
    for kind, code in _KINDS.items():
        if code == type_.code and type_.lanes == 1 and type_.bits in ((8,) if kind == "b" else (8, 16, 32, 64, 128)):
            return np.dtype(bool if kind == "b" else f"{kind}{type_.bits // 8}")
    raise BufferError(f"DLPack's type with the code {type_.code}, {type_.bits} bits and {type_.lanes} lanes is none of JAX")


_python = ctypes.pythonapi
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", _python))
# These take the address of a capsule: while it is being destroyed, it must not be referred to.
_is = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _python))
_address = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", _python))

_EXPORTED = {}  # by the address of the struct: the struct, its sizes and the view


# Capsules and arrays may live until Python has cleared its modules. So these two hold what they use, and are never freed.
@_Deleter
def _let_go(struct, exported=_EXPORTED):
    exported.pop(struct, None)


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _destroy(capsule, exported=_EXPORTED, names=tuple(_NAMES.values()), is_named=_is, address_of=_address):
    """A capsule that nobody has used up has its struct still."""
    for name in names:
        if is_named(capsule, name):
            exported.pop(address_of(capsule, name), None)


for _callback in (_let_go, _destroy):
    _python.Py_IncRef(ctypes.py_object(_callback))


def _view(array):
    """numpy's view of the elements, which holds the buffer."""
    import jax

    if not isinstance(array, jax.Array) or isinstance(array, jax.core.Tracer):
        raise TypeError(f"to_dlpack takes a jax.Array, not {type(array)}")
    devices = array.sharding.device_set
    if len(devices) > 1:
        raise BufferError(f"an array on {len(devices)} devices has no DLPack form; take one of its addressable_shards")
    platform = next(iter(devices)).platform
    if platform != "spmd":
        raise BufferError(f"the array is on the platform {platform}, not on spmd; array.__dlpack__() is JAX's way")
    if array.is_deleted():
        raise RuntimeError(f"the array of {array.aval.str_short()} was deleted or donated")
    return np.asarray(array)


def to_dlpack(array, *, max_version=None, copy=None):
    """A capsule of DLPack with the memory of an array on one device of this platform. Nothing is copied, unless `copy` is True.

    `max_version` is the highest version that the consumer knows: from (1, 0) on the capsule says that the memory is read only. Older capsules
    cannot say so, and whoever takes one must not write to it."""
    view = _view(array)
    if copy:
        view = view.copy()
    versioned = max_version is not None and tuple(max_version) >= _VERSION
    sizes = (ctypes.c_int64 * max(view.ndim, 1))(*view.shape)
    tensor = _Tensor(view.ctypes.data if view.size else None, _Device(_CPU, 0), view.ndim, _type_of(view.dtype), sizes, None, 0)
    flags = _COPIED if copy else _READ_ONLY
    struct = _Versioned(*_VERSION, None, _let_go, flags, tensor) if versioned else _Plain(tensor, None, _let_go)
    address = ctypes.addressof(struct)
    _EXPORTED[address] = (struct, sizes, view)
    return _new(address, _NAMES[versioned], ctypes.cast(_destroy, ctypes.c_void_p))


class _Imported:
    """Memory of another library, for numpy. The last view of it calls the deleter."""

    def __init__(self, capsule, versioned):
        self.struct = (_Versioned if versioned else _Plain).from_address(_address(id(capsule), _NAMES[versioned]))
        tensor = self.struct.tensor
        if tensor.device.type != _CPU:
            raise BufferError(f"the array is on a device of DLPack's type {tensor.device.type}; memory of the host (1) can be taken")
        if versioned and self.struct.major > _VERSION[0]:
            raise BufferError(f"the capsule is of DLPack {self.struct.major}.{self.struct.minor}; versions before {_VERSION[0] + 1} can be taken")
        self.dtype = _dtype_of(tensor.type)
        self.shape = tuple(tensor.shape[:tensor.rank])
        self.strides = tuple(tensor.strides[d] * self.dtype.itemsize for d in range(tensor.rank)) if tensor.strides else None
        _rename(capsule, _USED[versioned])  # from here on the struct is this object's
        self.owned = True

    def __del__(self):
        if getattr(self, "owned", False) and self.struct.deleter:
            self.struct.deleter(ctypes.addressof(self.struct))

    def view(self):
        if not all(self.shape):
            return np.empty(self.shape, self.dtype)
        interface = {"version": 3, "shape": self.shape, "strides": self.strides, "data": ((self.struct.tensor.data or 0) + self.struct.tensor.offset, True), "typestr": f"|V{self.dtype.itemsize}" if self.dtype.kind == "V" else self.dtype.str}
        self.__array_interface__ = interface
        return np.asarray(self).view(self.dtype)


def from_dlpack(source, device=None, *, copy=None):
    """An array on a device of this platform (the first one by default) with the memory of `source`: an object with `__dlpack__`, or a capsule.

    Dense memory at an address that is a multiple of 64 is shared, and the array holds it; whoever owns it must not write to it meanwhile. Other
    memory is copied: with `copy=False` that is a ValueError. `copy=True` always copies."""
    import jax

    device = device or jax.devices("spmd")[0]
    capsule = _capsule_of(source)
    versioned = bool(_is(id(capsule), _NAMES[True]))
    if not versioned and not _is(id(capsule), _NAMES[False]):
        raise TypeError("from_dlpack takes an object with __dlpack__, or a capsule that nobody has used up")
    view = _Imported(capsule, versioned).view()
    shares = view.flags.c_contiguous and view.ctypes.data % 64 == 0 and view.size > 0
    if copy is False and not shares:
        raise ValueError("the memory must be copied, since it is not dense and row-major from an address that is a multiple of 64 on")
    return jax.device_put(view.copy() if copy else view, device)


def _capsule_of(source):
    """The capsule; memory on other devices is refused before one is made."""
    if not hasattr(source, "__dlpack__"):
        if type(source).__name__ != "PyCapsule":
            raise TypeError(f"from_dlpack takes an object with __dlpack__, or a capsule, not {type(source)}")
        return source
    if hasattr(source, "__dlpack_device__"):
        kind, number = source.__dlpack_device__()
        if int(kind) != _CPU:
            raise BufferError(f"the array is on the device {number} of DLPack's type {int(kind)}; memory of the host (1) can be taken")
    try:
        return source.__dlpack__(max_version=_VERSION)
    except TypeError:  # before DLPack 1.0
        return source.__dlpack__()


def register():
    """Lets numpy.from_dlpack and its like take arrays of this platform as they are."""
    from jax._src.array import ArrayImpl

    theirs, their_device = ArrayImpl.__dlpack__, ArrayImpl.__dlpack_device__
    if hasattr(theirs, "spmd"):
        return

    def is_ours(array):
        return all(device.platform == "spmd" for device in array.sharding.device_set)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if not is_ours(self):
            return theirs(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)
        if dl_device is not None and int(dl_device[0]) != _CPU:
            raise BufferError(f"the array is in memory of the host (1), and cannot be put on a device of DLPack's type {int(dl_device[0])}")
        return to_dlpack(self, max_version=max_version, copy=copy)

    def __dlpack_device__(self):
        if not is_ours(self):
            return their_device(self)
        _view(self)  # refuses arrays on several devices, and deleted ones
        return _CPU, 0

    __dlpack__.spmd = True
    ArrayImpl.__dlpack__, ArrayImpl.__dlpack_device__ = __dlpack__, __dlpack_device__

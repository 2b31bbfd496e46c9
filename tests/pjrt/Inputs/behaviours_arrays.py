#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the plugin's devices behave as those of JAX's CPU backend: attributes, placement, copies, deletion, indexing."""
import copy
import pickle

from comparison import case, finish, jax, like, mesh_of, np, raised, x
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name
from jax.sharding import NamedSharding, PartitionSpec as P, SingleDeviceSharding


def put(devices, array=x):
    return jax.device_put(array, devices[0])


@case
def attributes(devices, log):
    a = put(devices) * 2
    return (a.shape, a.dtype, a.ndim, a.size, a.nbytes, a.itemsize, a.weak_type, a.is_fully_addressable, a.is_fully_replicated, a.committed,
            len(a.addressable_shards), len(a.global_shards),
            type(a.sharding).__name__, a.device == devices[0], a.devices() == {devices[0]}, a.on_device_size_in_bytes(), isinstance(a, jax.Array),
                a.aval.str_short())


@case
def conversions(devices, log):
    a = put(devices, np.float32(1.5))
    i = put(devices, np.int32(7))
    return (float(a), int(i), bool(i), complex(a), a.item(), put(devices).tolist(), [1, 2, 3][put(devices, np.int32(1))], f"{a:.3f}", str(a), repr(i),
            len(put(devices)), [float(row.sum()) for row in put(devices)],
            hex(i), round(a), divmod(i, 2), abs(-a), i in put(devices, np.arange(9)), raised(lambda: hash(a), "unhashable"),
                raised(lambda: float(put(devices)), "scalar"), raised(lambda: bool(put(devices)), "ambiguous"))


@case
def numpy_protocol(devices, log):
    a = put(devices)
    view = np.asarray(a)
    own = np.array(a)
    own[0, 0] = 9
    return view.flags.writeable, np.asarray(a, dtype=np.float64), np.add(a, 1), a[0, 0], np.stack([a, a]), a.__array_priority__, view.ctypes.data % 4


@case
def slices_and_views(devices, log):
    a = put(devices)
    return (a[1:, ::2], a[::-1], a[..., None, 1], a.T, a.reshape(-1), a.ravel(), a.flatten(), a.swapaxes(0, 1), a.view(np.int32), a.astype(np.int8), a.squeeze(),
            a.clip(-0.5, 0.5), a.real, a.imag, a.mT, a.take(jnp.array([3, -1])))


@case
def array_methods(devices, log):
    a = put(devices)
    return (a.sum(0), a.mean(), a.std(), a.var(1), a.max(), a.min(0), a.argmax(1), a.argmin(), a.cumsum(1), a.cumprod(0), a.prod(), a.any(), a.all(), a.dot(a.T),
            a @ a.T, a.round(1), a.sort(1), a.argsort(1), a.repeat(2, 1), a.ptp(),
            a.trace(), a.diagonal(), a.nonzero(), a[0].searchsorted(0.1), a.compress(np.array([True, False, True]), 0), a.conj(), a.transpose(1, 0))


@case
def at_updates(devices, log):
    a = put(devices)
    return (a.at[0].set(1), a.at[1, 2].add(1), a.at[:, 0].multiply(2), a.at[0, 1].min(-9), a.at[0].max(0), a.at[a > 0].set(0), a.at[1].apply(jnp.sin),
            a.at[2].divide(2), a.at[2].power(2), a.at[jnp.array([0, 0, 1]), 0].add(1), a.at[0].get(),
            a.at[jnp.array([0, 5]), jnp.array([1, 1])].add(1, indices_are_sorted=True, unique_indices=True), a.at[-1].subtract(3))


@case
def out_of_bounds(devices, log):
    a = put(devices)
    far = jnp.array([0, 2, 3, 17, -1, -3, -4, -99])
    modes = ("fill", "clip", "drop", "wrap", "promise_in_bounds")
    taken = [jnp.take(a, far, axis=0, mode=mode) for mode in ("fill", "clip", "wrap")] + [a[far]]
    read = [a.at[far].get(mode=mode) for mode in modes[:3]] + [a.at[far].get(mode="fill", fill_value=7)]
    written = [a.at[far].set(5, mode=mode) for mode in modes[:3]] + [a.at[far].add(5, mode=mode) for mode in modes[:3]]
    return (taken, read, written, jax.lax.dynamic_slice(a, (2, 3), (2, 2)), jax.lax.dynamic_update_slice(a, jnp.ones((2, 2)), (-5, 9)),
            jnp.take_along_axis(a, jnp.array([[4], [-1], [-9]]), 1, mode="fill"), jnp.put_along_axis(a, jnp.array([[3], [0], [1]]), 9, 1, inplace=False))


@case
def empty_and_scalar_arrays(devices, log):
    e = put(devices, np.zeros((0, 3), np.float32))
    return (e, e.sum(0), jnp.concatenate([e, e]), e.T @ e, put(devices, np.float32(3)) + 1, jnp.zeros(()), e.nbytes, e.size, jnp.max(e, initial=-1.0),
            e.reshape(3, 0), raised(lambda: jnp.max(e), "zero-size"), [draw(jax.random.key(0), (3, 0)) for draw in (jax.random.normal, jax.random.gumbel)])


@case
def shards(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))
    found = []
    for spec in (P(), P("x"), P(None, "y"), P("y", "x"), P(("x", "y")), P(("y", "x"), None)):
        a = jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8), NamedSharding(mesh, spec))
        found.append(([(devices.index(s.device), str(s.index), s.replica_id, s.data) for s in a.addressable_shards], a.is_fully_replicated,
            a.sharding.shard_shape(a.shape), a.sum(), a.addressable_data(3), str(a.sharding.spec), a.sharding.is_fully_addressable))
    return jax.tree.leaves(found)


@case
def made_from_parts(devices, log):
    mesh = mesh_of(devices)
    sharding = NamedSharding(mesh, P("x"))
    numbers = np.arange(16, dtype=np.float32)
    a = jax.make_array_from_callback((16,), sharding, lambda index: numbers[index])
    b = jax.make_array_from_single_device_arrays((16,), sharding, [jax.device_put(numbers[2 * i:2 * i + 2], d) for i, d in enumerate(devices)])
    c = jax.make_array_from_process_local_data(sharding, numbers)
    d = jax.device_put_sharded([numbers[:2]] * 8, devices) if hasattr(jax, "device_put_sharded") else a
    e = jax.device_put_replicated(numbers, devices) if hasattr(jax, "device_put_replicated") else a
    return a, b, c, d, e, raised(lambda: jax.make_array_from_single_device_arrays((16,), sharding, [jax.device_put(numbers[:3], devices[0])] * 8))


@case
def host_copies(devices, log):
    a = put(devices) + 1
    a.copy_to_host_async()
    b = jax.device_get({"a": a, "b": [a, 3]})
    sharded = jax.device_put(np.arange(16.0, dtype=np.float32), NamedSharding(mesh_of(devices), P("x"))) * 2
    sharded.copy_to_host_async()
    return a, b, a.copy(), a.__array__(), sharded, np.asarray(sharded[::3])


@case
def deletion(devices, log):
    a = put(devices) + 0
    before = a.is_deleted()
    a.delete()
    a.delete()
    return (before, a.is_deleted(), raised(lambda: a + 1, "deleted"), raised(lambda: np.asarray(a), "deleted"), raised(lambda: a.block_until_ready(), "deleted"),
            a.shape, a.dtype, raised(lambda: jax.device_put(a, devices[1]), "deleted"))


@case
def waiting(devices, log):
    a = put(devices) * 3
    b = jax.block_until_ready([a, {"b": a + 1, "n": 3}])
    jax.effects_barrier()
    return b, a.block_until_ready() is a, a.is_ready() if hasattr(a, "is_ready") else True


@case
def live_arrays(devices, log):
    before = len(jax.live_arrays(devices[0].platform))
    kept = [put(devices) + i for i in range(5)]
    during = len(jax.live_arrays(devices[0].platform))
    del kept
    return during - before, len(jax.live_arrays(devices[0].platform)) - before


@case
def placing(devices, log):
    a = put(devices)
    mesh = mesh_of(devices)
    split = jax.device_put(np.arange(16, dtype=np.int32), NamedSharding(mesh, P("x")))
    whole = jax.device_put(split, devices[3])
    turned = jax.device_put(split, NamedSharding(mesh_of(devices[::-1]), P("x")))
    tree = jax.device_put({"a": x, "b": (x[0], 3.5)}, {"a": devices[1], "b": (devices[2], devices[4])})
    return (whole, whole.devices() == {devices[3]}, turned, [devices.index(s.device) for s in turned.addressable_shards], tree, tree["a"].device == devices[1],
            jax.device_put(a, devices[0], may_alias=True), jax.device_put(a, SingleDeviceSharding(devices[5])) + 1,
            a.to_device(devices[2]).device == devices[2], jax.device_put(split, NamedSharding(mesh, P())), jnp.zeros(3, device=devices[6]).device == devices[6],
                jnp.arange(3, device=NamedSharding(mesh, P())))


@case
def donated_copies(devices, log):
    a = put(devices) + 1
    b = jax.device_put(a, devices[1], donate=True)
    c = put(devices) + 1
    d = jax.device_put(c, NamedSharding(mesh_of(devices), P()), donate=True)
    return b, d, np.asarray(b).sum()


@case
def devices_do_not_mix(devices, log):
    a, b = put(devices), jax.device_put(x, devices[1])
    mesh = mesh_of(devices)
    return (raised(lambda: a + b, "incompatible devices"), raised(lambda: jax.jit(lambda a, b: a @ b.T)(a, b), "incompatible devices"),
            jax.jit(lambda a, b: a + b)(jax.device_put(np.ones(8, np.float32), NamedSharding(mesh, P("x"))), np.float32(1)),
            raised(lambda: jax.device_put(np.ones(9, np.float32), NamedSharding(mesh, P("x"))), "divisible"),
            raised(lambda: jax.device_put(x, NamedSharding(mesh, P(None, None, "x")))))


@case
def equal_shardings(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))
    s, t = NamedSharding(mesh, P("x", None)), NamedSharding(mesh, P("x"))
    return (s == t, s.is_equivalent_to(t, 2), hash(s) == hash(NamedSharding(mesh, P("x", None))), s.memory_kind is None, len(s.device_set), s.num_devices,
            str(s.devices_indices_map((8, 4))[devices[5]]), s.is_fully_replicated)


@case
def pickles_and_copies(devices, log):
    a = put(devices) + 1
    split = jax.device_put(np.arange(16, dtype=np.float32), NamedSharding(mesh_of(devices), P("x")))
    return pickle.loads(pickle.dumps(a)), copy.deepcopy(a), copy.copy(a), pickle.loads(pickle.dumps(split)), copy.deepcopy(split)


@case
def dtypes(devices, log):
    names = ("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "bfloat16", "float32", "complex64", "float8_e4m3fn", "float8_e5m2",
        "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float8_e4m3fnuz", "float8_e3m4", "float8_e8m0fnu")
    numbers = np.array([0, 1, 2, 3], np.float32)
    return [(np.asarray(jax.device_put(numbers.astype(jnp.dtype(name)), devices[0])).astype(np.complex64),
        (jnp.asarray(numbers).astype(name)).astype(np.complex64)) for name in names]


@case
def wrong_dtypes(devices, log):
    return (raised(lambda: jnp.zeros(3, "nonsense")), raised(lambda: jnp.array(["a"]), "valid JAX"), raised(lambda: jnp.array([object()])),
            raised(lambda: jax.jit(lambda x: x)("text"), "abstract"), raised(lambda: jnp.ones(3) @ jnp.ones(4), "shape"),
            raised(lambda: jnp.ones(3) + jnp.ones(4), "broadcast"),
            raised(lambda: jax.lax.add(jnp.ones(3), jnp.ones(3, np.int32)), "dtype"), raised(lambda: jnp.sin("x")), raised(lambda: jnp.bitwise_and(1.5, 2.0)),
            raised(lambda: jax.grad(lambda i: i * 2)(3), "real"), raised(lambda: jax.lax.dot(jnp.ones((2, 3)), jnp.ones((2, 3)))),
            raised(lambda: jnp.reshape(jnp.ones(6), (4, 2))))


@case
def prng_key_arrays(devices, log):
    keys = jax.random.split(jax.random.key(3), 6).reshape(2, 3)
    moved = jax.device_put(keys, devices[3])
    split = jax.device_put(jax.random.split(jax.random.key(1), 8), NamedSharding(mesh_of(devices), P("x")))
    return (str(keys.dtype), keys.shape, jax.random.key_data(keys), jax.random.key_data(moved), moved.device == devices[3], jax.random.key_data(split),
            jax.random.key_data(keys[0, 1]), jax.random.key_impl(keys[0, 0]).__class__.__name__, jax.random.key_data(keys.T), jax.random.uniform(moved[0, 0]),
            jax.random.key_data(jax.jit(lambda k: jax.random.fold_in(k, 7))(keys[1, 1])), raised(lambda: keys + 1),
            jax.random.wrap_key_data(jax.random.key_data(keys))[0, 0] == keys[0, 0])


@case
def device_attributes(devices, log):
    d = devices[3]
    return (d.id, d.process_index, d.local_hardware_id, d.host_id if hasattr(d, "host_id") else 0, d.client.device_count(), d.client.local_device_count(),
            jax.device_count(d.platform), jax.local_device_count(d.platform), jax.process_count(d.platform),
            jax.process_index(d.platform), d in jax.local_devices(backend=d.platform), len({*devices}), sorted(devices, key=lambda d: -d.id)[0].id,
            d.platform == d.client.platform)


@case
def host_index_tricks(devices, log):
    a = put(devices)
    mask = a > 0
    return (jnp.where(mask, a, -a), jnp.nonzero(a > 0), a[mask], jnp.unique(put(devices, np.array([3, 1, 3, 2]))), jnp.nonzero(a > 0, size=3, fill_value=-1),
            jnp.unique(put(devices, np.array([3, 1, 3, 2])), size=5, return_counts=True), jnp.argwhere(a > 0.5), jnp.extract(mask, a),
            a[jnp.ix_(jnp.array([0, 2]), jnp.array([1, 3]))],
            a[np.array([[0], [1]]), jnp.array([2, 3])], jnp.piecewise(a, [a < 0, a >= 0], [lambda v: -v, lambda v: v * 2]),
                jnp.select([a < -1, a > 1], [a, a * 2], 0), jnp.searchsorted(jnp.arange(5.0), a), jnp.digitize(a, jnp.array([-1.0, 0.0, 1.0])), jnp.histogram(a, 4),
                jnp.bincount(jnp.array([1, 2, 1]), length=4), raised(lambda: jax.jit(lambda a: a[a > 0])(a), "boolean"))


@case
def views_of_numpy(devices, log):
    source = np.arange(64, dtype=np.float32)
    a = jax.device_put(source, devices[0])
    b = jnp.asarray(source)
    c = jnp.array(source)
    turned = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(3, 4))
    strided = np.arange(24, dtype=np.float32)[::-2]
    return (a + 0, b * 1, c, jax.device_put(turned, devices[0]), jax.device_put(strided, devices[0]),
            jax.device_put(np.broadcast_to(np.float32(2), (3, 3)), devices[0]), jax.device_put(np.arange(6, dtype=">f4").astype("<f4"), devices[0]),
            jax.device_put(3, devices[0]), jax.device_put(True, devices[0]), jax.device_put(2 + 1j, devices[0]))


@case
def dlpack_of_numpy(devices, log):
    taken = jnp.from_dlpack(np.arange(4, dtype=np.float32))
    return taken, taken.device.platform in ("cpu", "spmd")


@case
def inspected_shardings(devices, log):
    """What jax.debug.inspect_array_sharding tells of values within programs, as propagation has found it."""
    mesh = mesh_of(devices, (4, 2), ("a", "b"))
    sharding = lambda *spec: NamedSharding(mesh, P(*spec))  # noqa: E731
    numbers = np.arange(64, dtype=np.float32).reshape(8, 8)

    def look(value):
        jax.debug.inspect_array_sharding(value, callback=lambda s: log.append(str(s.spec) if mesh.size == s.mesh.size else "another mesh"))
        return value

    def f(a, b):
        look(jnp.sin(look(a)).T), look(a @ b), look(a.sum()), look(a.sum(0)), look(jax.lax.with_sharding_constraint(a[:6], sharding("b")))
        jax.lax.scan(lambda c, row: (look(c) + row, None), b[0], b), jax.lax.cond(a[0, 0] > 0, look, lambda v: v, b)
        jax.shard_map(look, mesh=mesh, in_specs=P("a", "b"), out_specs=P("a", "b"))(a)
        return jax.shard_map(look, mesh=mesh, in_specs=P("a"), out_specs=P("a"), axis_names={"a"})(a), jax.vmap(look)(b), jax.grad(lambda v: (look(v) ** 2).sum())(a)

    results = jax.jit(f)(jax.device_put(numbers, sharding("a", "b")), jax.device_put(numbers, sharding(None, "b")))
    log.sort()
    failing = jax.jit(lambda a: jax.debug.inspect_array_sharding(a, callback=lambda s: 1 / 0))
    return results, raised(lambda: failing(jax.device_put(numbers, sharding("a"))))


@case
def memory_kinds(devices, log):
    """Arrays in memory of the host: where they are, what programs make of them, and what they give back."""
    here = SingleDeviceSharding(devices[0], memory_kind="pinned_host")
    a = jax.device_put(x, here)
    host, back = jax.memory.Space.Host, jax.memory.Space.Device
    results = (a, a + 1, jnp.asarray(a), jax.jit(lambda a: a)(a), jax.jit(lambda a: (jax.device_put(a, back) * 2, a))(a),
               jax.jit(lambda a: a * 2, out_shardings=here)(put(devices)), jax.jit(lambda a: jax.device_put(a, host))(put(devices)),
               jax.device_put(a, SingleDeviceSharding(devices[1], memory_kind="unpinned_host")), jax.device_put(a, back), a.at[0].set(3),
               jax.jit(lambda a: a + 1, donate_argnums=0, out_shardings=here)(jax.device_put(x, here)))
    compiled = jax.jit(lambda a: a * 2, out_shardings=here).lower(a).compile()
    log.append([(r.sharding.memory_kind, str(jax.typeof(r)), r.devices() <= set(devices)) for r in jax.tree.leaves(results)])
    log.append([memory.kind for memory in devices[2].addressable_memories()] + [devices[0].default_memory().kind, devices[1].memory("pinned_host").kind])
    log.append((compiled.output_shardings.memory_kind, compiled.input_shardings[0][0].memory_kind))
    return results, raised(lambda: jax.device_put(x, SingleDeviceSharding(devices[0], memory_kind="hbm")), "memory kind")


@case
def memory_kinds_on_meshes(devices, log):
    """Parts in memory of the host; residuals that a policy keeps there."""
    split = NamedSharding(mesh_of(devices), P("x"), memory_kind="pinned_host")
    numbers = np.arange(16, dtype=np.float32)
    a = jax.device_put(numbers, split)
    results = (a, jax.jit(lambda a: a * 2, out_shardings=split)(numbers), jax.jit(lambda a: (jax.device_put(a, jax.memory.Space.Device) + 1, a), donate_argnums=0)(a),
               jax.jit(lambda a: a, out_shardings=split.with_memory_kind("unpinned_host"))(numbers), jax.make_array_from_callback((16,), split, lambda i: numbers[i]))
    results = jax.tree.map(lambda r: r if not r.is_deleted() else jax.device_put(numbers, split.with_memory_kind("device")), results)
    policy = jax.checkpoint_policies.save_and_offload_only_these_names(names_which_can_be_saved=[], names_which_can_be_offloaded=["y"], offload_src="device",
                                                                       offload_dst="pinned_host")
    f = jax.checkpoint(lambda a: jax.lax.scan(lambda c, _: (jnp.cos(checkpoint_name(jnp.sin(c), "y")), None), a, None, length=3)[0].sum(), policy=policy)
    log.append([(r.sharding.memory_kind, str(jax.typeof(r)), r.addressable_shards[3].data.sharding.memory_kind) for r in jax.tree.leaves(results)])
    return results, jax.jit(jax.grad(f))(put(devices)), jax.jit(jax.grad(f))(jax.device_put(numbers, split.with_memory_kind("device")))


finish()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Jitted functions on the plugin behave as on JAX's CPU backend: arguments, donation, shardings, compilation ahead of time, export, shard_map."""
import functools
import warnings

from comparison import case, finish, jax, like, mesh_of, np, raised, within, x
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P, SingleDeviceSharding


def put(devices, array=x):
    return jax.device_put(array, devices[0])


def split(devices, spec=P("x"), shape=(8, 4)):
    return jax.device_put(np.arange(np.prod(shape), dtype=np.float32).reshape(shape), NamedSharding(mesh_of(devices), spec))


@case
def static_arguments(devices, log):
    f = jax.jit(lambda a, n, how: a * n if how == "times" else a + n, static_argnums=1, static_argnames="how")
    g = jax.jit(lambda a, *rest, **named: sum(rest, a) + named["b"])
    return (f(put(devices), 3, how="times"), f(put(devices), 4, how="plus"), g(put(devices), 1, 2.0, b=put(devices)),
            raised(lambda: f(x, [1], how="times"), "hashable"), raised(lambda: jax.jit(lambda a: a, static_argnums=3)(x)))


@case
def traced_once(devices, log):
    def f(a, scale=2):
        log.append((a.shape, str(a.dtype), a.weak_type))
        return a * scale

    g = jax.jit(f)
    values = [g(put(devices)), g(put(devices)), g(put(devices), 3), g(put(devices, x[0])), g(1.0), g(2.0), g(1)]
    return values, g._cache_size()


@case
def donation(devices, log):
    f = jax.jit(lambda state, step: ({k: v + step for k, v in state.items()}, step), donate_argnames="state")
    state = {"a": put(devices) + 0, "b": put(devices, x[0]) + 0}
    result, _ = f(state, put(devices, np.float32(2)))
    gone = [v.is_deleted() for v in state.values()]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        a = put(devices) + 0
        b = jax.jit(lambda a: a.sum(), donate_argnums=0)(a)
    return (result, gone, raised(lambda: f(state, 1.0), "deleted"), b, ["donated" in str(w.message) for w in caught])


@case
def donated_twice(devices, log):
    """One array as two arguments, of which the program may overwrite one. It stays as it was."""
    def tried(function, donated):
        a = put(devices) + 0
        outcome = raised(lambda: jax.jit(function, donate_argnums=donated, keep_unused=True)(a, a), "INVALID_ARGUMENT", "`f(donate(a), a)`", "`f(a, donate(a))`",
                         "`f(donate(a), donate(a))`", "flattened argument 1,", "first use: 0")
        return outcome, a.is_deleted(), a

    both = lambda a, b: (a + 1, b * 2)  # noqa: E731
    return (tried(jnp.add, 0), tried(jnp.add, 1), tried(both, (0, 1)), tried(jnp.add, (0, 1)), tried(lambda a, b: a * 2, 0), tried(lambda a, b: b * 2, 0),
            tried(both, ()))


@case
def memory_of_results(devices, log):
    """The bytes of arrays. XLA counts the table of several results as well, one pointer for each."""
    def sizes(function, **options):
        memory = jax.jit(function, **options).lower(like((8, 4), np.float32)).compile().memory_analysis()
        results = len(jax.tree.leaves(jax.eval_shape(function, like((8, 4), np.float32))))
        table = 8 * results if devices[0].platform == "cpu" and results > 1 else 0
        return memory.argument_size_in_bytes, memory.output_size_in_bytes - table, memory.alias_size_in_bytes

    return (sizes(lambda a: a * 2), sizes(lambda a: (a * 2, a.sum())), sizes(lambda a: (a * 2, a.sum(), a > 0)), sizes(lambda a: (a, a * 2)), sizes(lambda a: (a.T,)),
            sizes(lambda a: (a + 1, a[0, 0]), donate_argnums=0))


@case
def odd_results(devices, log):
    a = put(devices)
    f = jax.jit(lambda a: {"same": a, "none": None, "twice": (a, a), "constant": jnp.float32(3), "empty": a[:0], "nested": [[], (a.T,)], "number": 3, "bool": True})
    return (f(a), jax.jit(lambda: jnp.arange(3))(), jax.jit(lambda a: None)(a), jax.jit(lambda a: ())(a), jax.jit(lambda t: t)({"k": (a, [a])}),
            raised(lambda: jax.jit(lambda a: "text")(a), "not a valid JAX type"), raised(lambda: jax.jit(lambda a: object())(a)))


@case
def many_values(devices, log):
    arguments = [put(devices, np.float32(i)) for i in range(300)]
    results = jax.jit(lambda *values: [v * 2 for v in values])(*arguments)
    return sum(float(r) for r in results), jax.jit(lambda values: functools.reduce(lambda a, b: a + b, values))(arguments)


@case
def large_constants(devices, log):
    table = np.arange(40000, dtype=np.float32).reshape(200, 200)
    device_table = put(devices, table)
    return (jax.jit(lambda a: a[0, 0] + table.sum(0)[:4])(put(devices)), jax.jit(lambda i: device_table[i])(np.int32(7))[:5],
            jax.jit(lambda a: a * np.float32(3) + jnp.array([1.0, 2, 3, 4]))(put(devices)))


@case
def unused_and_kept(devices, log):
    f = jax.jit(lambda a, b, c: b * 2)
    g = jax.jit(lambda a, b, c: b * 2, keep_unused=True)
    return (f(x, put(devices), x), g(put(devices), put(devices), put(devices)), len(f.lower(x, x, x).compile().input_shardings[0]),
            len(g.lower(x, x, x).compile().input_shardings[0]))


@case
def nested_jits(devices, log):
    inner = jax.jit(lambda a: jnp.tanh(a) + 1)
    outer = jax.jit(lambda a: inner(inner(a)) * jax.jit(jnp.sum, inline=True)(a))
    return (outer(put(devices)), jax.grad(lambda a: outer(a).sum())(put(devices)), jax.vmap(outer)(put(devices)),
            jax.jit(functools.partial(jnp.add, 3))(put(devices)), jax.named_call(inner, name="named")(put(devices)))


@case
def ahead_of_time(devices, log):
    f = jax.jit(lambda a, b: (a @ b, a.sum()))
    lowered = f.lower(like((3, 4), np.float32), like((4, 2), np.float32))
    compiled = lowered.compile()
    memory = compiled.memory_analysis()
    return (compiled(put(devices), put(devices, np.ones((4, 2), np.float32))), str(lowered.out_info), compiled.in_tree == lowered.in_tree,
            compiled.out_tree.num_leaves, memory.argument_size_in_bytes, memory.alias_size_in_bytes,
            "stablehlo.dot_general" in lowered.as_text(), isinstance(compiled.cost_analysis(), dict), len(compiled.input_shardings[0]),
                len(compiled.output_shardings), raised(lambda: compiled(x), "called"),
                raised(lambda: compiled(x.astype(np.int32), np.ones((4, 2), np.float32)), "type"), str(f.eval_shape(x, x.T)),
                str(f.trace(x, x.T).jaxpr.eqns[0].primitive))


@case
def ahead_of_time_with_shardings(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))
    rows, grid, whole = (NamedSharding(mesh, spec) for spec in (P("x"), P("x", "y"), P()))
    f = jax.jit(lambda a: a * 2, in_shardings=rows, out_shardings=grid)
    compiled = f.lower(like((8, 8), np.float32)).compile()
    numbers = np.arange(64, dtype=np.float32).reshape(8, 8)
    g = jax.jit(lambda a, b: a + b).lower(like((8, 8), np.float32, sharding=grid), like((8, 8), np.float32, sharding=whole)).compile()
    result = g(jax.device_put(numbers, grid), jax.device_put(numbers, whole))
    return (compiled(jax.device_put(numbers, rows)), compiled.input_shardings[0][0].is_equivalent_to(rows, 2), compiled.output_shardings.is_equivalent_to(grid, 2),
            raised(lambda: compiled(jax.device_put(numbers, grid)), "sharding"), result, str(g.input_shardings[0][0].spec),
            result.sharding.is_equivalent_to(g.output_shardings, 2),
            raised(lambda: f(jax.device_put(numbers, NamedSharding(mesh, P(None, "y")))), "sharding"))


@case
def constraints(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))

    @jax.jit
    def f(a, b):
        c = jax.lax.with_sharding_constraint(a @ b, NamedSharding(mesh, P("x", "y")))
        return jax.lax.with_sharding_constraint(jnp.tanh(c / 100), NamedSharding(mesh, P(None, ("x", "y")))), c.sum(0)

    a, b = (jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8), NamedSharding(mesh, spec)) for spec in (P("x"), P(None, "y")))
    results = f(a, b)
    with mesh:
        under = jax.jit(lambda a: jax.lax.with_sharding_constraint(a * 2, P("y")))(a)
    return results, str(results[0].sharding.spec), under, str(under.sharding.spec)


@case
def uneven_constraints(devices, log):
    """Results that only constraints split, by axes that do not divide them, are split by those that do. Arguments keep their parts."""
    def constrained(shape, spec, mesh_shape, after=lambda a: a):
        mesh = mesh_of(devices, mesh_shape, ("x", "y")[: len(mesh_shape)])
        a = jax.device_put(np.arange(np.prod(shape), dtype=np.float32).reshape(shape), NamedSharding(mesh, P()))
        r = jax.jit(lambda a: after(jax.lax.with_sharding_constraint(a * 2, NamedSharding(mesh, spec))))(a)
        log.append(str(jax.tree.map(lambda r: (r.sharding.spec, [part.data.shape for part in r.addressable_shards]), r)))
        return r

    both = P(("x", "y"))
    grid = mesh_of(devices, (2, 4), ("x", "y"))
    halves = jax.device_put(np.arange(10, dtype=np.float32), NamedSharding(grid, P("x")))
    quarters = lambda a: jax.lax.with_sharding_constraint(a, NamedSharding(grid, P("y")))  # noqa: E731
    return (constrained((10,), P("x"), (4,)), constrained((6, 5), P("x", "y"), (4, 2)), constrained((6, 8), P("x", "y"), (4, 2)), constrained((6,), both, (2, 4)),
            constrained((4,), both, (2, 4)), constrained((2,), both, (2, 4)), constrained((12,), both, (4, 2)), constrained((12,), both, (2, 4)),
            constrained((10,), P("x"), (4,), jnp.sin), constrained((10, 3), P("x"), (4,), lambda a: (a, a.sum(0), a.sum(), a[::-1], jnp.sort(a, 0))),
            constrained((10,), P("x"), (8,), lambda a: (a, a.reshape(5, 2), jnp.cumsum(a))),
            jax.jit(lambda a: quarters(jnp.sin(a)) + 1)(halves), jax.jit(lambda a: quarters(a * 2).sum())(halves),
            jax.jit(lambda a: jax.lax.scan(lambda c, _: (quarters(c + 1), c.sum()), a, None, length=3))(halves),
            jax.jit(jax.grad(lambda a: (quarters(jnp.sin(a)) ** 2).sum()))(halves),
            jax.jit(lambda a: quarters(a) + 1, donate_argnums=0)(halves + 0), jax.jit(lambda a: quarters(a) * 2)(np.arange(10.0)), jax.jit(quarters)(np.arange(6.0)))


@case
def output_placements(devices, log):
    mesh = mesh_of(devices)
    a = split(devices)
    f = jax.jit(lambda a: (a * 2, a.sum(), a.T), out_shardings=(NamedSharding(mesh, P("x")), NamedSharding(mesh, P()), None))
    results = f(a)
    return (results, [r.sharding.is_fully_replicated for r in results], jax.jit(lambda: jnp.arange(8.0), out_shardings=NamedSharding(mesh, P("x")))(),
            jax.jit(lambda a: a + 1, out_shardings=SingleDeviceSharding(devices[2]))(x).devices() == {devices[2]})


@case
def explicit_sharding(devices, log):
    mesh = jax.make_mesh((2, 4), ("x", "y"), axis_types=(AxisType.Explicit,) * 2, devices=devices)
    a = jax.device_put(np.arange(64, dtype=np.float32).reshape(8, 8), NamedSharding(mesh, P("x", None)))
    b = jax.device_put(np.ones((8, 8), np.float32), NamedSharding(mesh, P(None, "y")))

    @jax.jit
    def f(a, b):
        log.append(str(jax.typeof(a)))
        c = a @ b
        log.append(str(jax.typeof(c)))
        d = jax.sharding.reshard(c, P("y", None))
        log.append(str(jax.typeof(d)))
        return c, d, jnp.einsum("ij,jk->ik", c, jax.sharding.reshard(b, P()), out_sharding=P("x", None))

    with jax.set_mesh(mesh):
        results = f(a, b)
        clash = raised(lambda: jnp.add(a, b), "sharding")
        auto = jax.jit(jax.sharding.auto_axes(lambda a: jnp.sin(a) + a.T, out_sharding=P("x", "y")))(a)
    return results, clash, auto, str(auto.sharding.spec)


@case
def serialized_executables(devices, log):
    from jax.experimental import serialize_executable

    compiled = jax.jit(lambda a, b: {"r": a * b + 1}).lower(x, x).compile()
    payload, in_tree, out_tree = serialize_executable.serialize(compiled)
    loaded = serialize_executable.deserialize_and_load(payload, in_tree, out_tree, backend=devices[0].client, execution_devices=devices[:1])
    return loaded(put(devices), put(devices))


@case
def exported(devices, log):
    from jax import export

    platform = devices[0].platform
    f = jax.jit(lambda a, b: (jnp.sin(a) @ b.T, {"s": a.sum()}))
    blob = export.export(f, platforms=[platform])(put(devices), put(devices)).serialize()
    again = export.deserialize(bytearray(blob))
    other = export.export(f, platforms=["tpu"])(x, x)
    symbolic = export.export(jax.jit(lambda a: a.reshape(-1) * a.shape[0]), platforms=[platform])(like(export.symbolic_shape("n, 4"), np.float32))
    symbolic = export.deserialize(symbolic.serialize())
    both = export.export(f, platforms=["cpu", "spmd"], disabled_checks=())(x, x)
    return (again.call(put(devices), put(devices)), again.platforms == (platform,), raised(lambda: other.call(put(devices), put(devices)), "platform"),
            symbolic.call(put(devices)), symbolic.call(put(devices, x[:2])), both.call(put(devices), put(devices)),
            [str(a) for a in again.in_avals], again.nr_devices, jax.jit(lambda a: again.call(a, a)[0] + 1)(put(devices)))


@case
def exported_with_shardings(devices, log):
    from jax import export

    mesh = mesh_of(devices)
    rows = NamedSharding(mesh, P("x"))
    f = jax.jit(lambda a: jnp.cumsum(a, 0) * 2, in_shardings=rows, out_shardings=rows)
    again = export.deserialize(export.export(f, platforms=[devices[0].platform])(like((8, 4), np.float32)).serialize())
    return (jax.jit(again.call, in_shardings=rows, out_shardings=rows)(split(devices)), again.nr_devices,
            raised(lambda: again.call(put(devices, np.ones((8, 4), np.float32))), "devices"))


@case
def mapped_over_devices(devices, log):
    f = jax.pmap(lambda a, b: (jax.lax.psum(a, "i"), a * b, jax.lax.axis_index("i")), axis_name="i", in_axes=(0, None), devices=devices)
    g = jax.pmap(lambda a: jax.lax.ppermute(a, "i", [(k, (k + 1) % 8) for k in range(8)]), "i", devices=devices)
    numbers = np.arange(16, dtype=np.float32).reshape(8, 2)
    return (f(numbers, np.float32(3)), g(numbers), jax.pmap(lambda a: jax.lax.all_gather(a, "i"), "i", devices=devices[:4])(numbers[:4]),
            jax.grad(lambda a: jax.pmap(jnp.sin, devices=devices)(a).sum())(numbers), raised(lambda: f(numbers[:3], np.float32(1))))


@case
def collectives(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))

    def body(a):
        lax = jax.lax
        return (lax.psum(a, "x"), lax.pmean(a, ("x", "y")), lax.pmax(a, "y"), lax.pmin(a, "y"), lax.all_gather(a, "y", tiled=True),
                lax.psum_scatter(lax.all_gather(a, "y", axis=1), "y", scatter_dimension=1, tiled=False), lax.ppermute(a, "y", [(0, 1), (1, 0)]),
                lax.all_to_all(jnp.tile(a, (1, 4)), "y", 1, 1, tiled=True),
                a * lax.axis_index("x") + lax.axis_index(("x", "y")), lax.pshuffle(a, "y", [3, 2, 1, 0]), a * lax.axis_size("y"), lax.psum(jnp.int32(1), "x") * a)

    a = np.arange(32, dtype=np.float32).reshape(8, 4)
    return jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P(("x", "y"), None), out_specs=P(("x", "y"), None), check_vma=False))(a)


@case
def shard_maps(devices, log):
    mesh = mesh_of(devices, (2, 4), ("x", "y"))
    a = np.arange(32, dtype=np.float32).reshape(8, 4) / 7
    sum_of = jax.shard_map(lambda a: jax.lax.psum(jnp.sum(jnp.sin(a)), ("x", "y")), mesh=mesh, in_specs=P("x", "y"), out_specs=P())
    partly = jax.jit(jax.shard_map(lambda a: jax.lax.psum(a, "x") * 2, mesh=mesh, in_specs=P("x"), out_specs=P(), axis_names={"x"}))
    loop = jax.jit(jax.shard_map(lambda a: jax.lax.scan(lambda c, _: (jax.lax.ppermute(c, "x", [(0, 1), (1, 0)]) + 1, c.sum()), a, None, length=3), mesh=mesh,
        in_specs=P("x"), out_specs=(P("x"), P()), check_vma=False))
    until = jax.jit(jax.shard_map(lambda a: jax.lax.while_loop(lambda s: jax.lax.psum(s.sum(), "x") < 100, lambda s: s * 2, a), mesh=mesh, in_specs=P("x"),
        out_specs=P("x")))
    branch = jax.jit(jax.shard_map(lambda a: jax.lax.cond(jax.lax.axis_index("x") == 0, lambda a: a * 2, lambda a: a - 1, a), mesh=mesh, in_specs=P("x"),
        out_specs=P("x")))
    return (sum_of(a), jax.grad(sum_of)(a), jax.jit(jax.value_and_grad(sum_of))(a), partly(a), loop(a), until(a), branch(a), jax.vmap(sum_of)(np.stack([a, a * 2])),
            jax.jit(jax.shard_map(jax.jit(lambda a: a @ a.T), mesh=mesh, in_specs=P("x"), out_specs=P("x")))(a),
            raised(lambda: jax.shard_map(lambda a: a, mesh=mesh, in_specs=P("x"), out_specs=P())(a), "out_specs"),
            raised(lambda: jax.shard_map(lambda a: a, mesh=mesh, in_specs=P("x"), out_specs=P("x"))(a[:3]), "divisible"))


@case
def custom_rules_under_shard_map(devices, log):
    mesh = mesh_of(devices)

    @jax.custom_vjp
    def f(a):
        return jnp.sin(a)

    f.defvjp(lambda a: (jnp.sin(a), a), lambda a, g: (jnp.cos(a) * g * 2,))
    whole = jax.shard_map(lambda a: jax.lax.psum(f(a).sum(), "x"), mesh=mesh, in_specs=P("x"), out_specs=P())
    return jax.jit(jax.grad(whole))(np.arange(16, dtype=np.float32)), jax.jit(jax.checkpoint(whole))(np.arange(16, dtype=np.float32))


@case
def caches(devices, log):
    f = jax.jit(lambda a: a + 1)
    first = f(put(devices))
    size = f._cache_size()
    f.clear_cache()
    jax.clear_caches()
    return first, f(put(devices)), size, f._cache_size()


@case
def traced_values_that_leak(devices, log):
    kept = []
    jax.jit(lambda a: kept.append(a) or a)(put(devices))
    return (raised(lambda: kept[0] + 1), raised(lambda: jax.jit(lambda a: 1 if a > 0 else 2)(1.0)), raised(lambda: jax.jit(lambda a: float(a))(1.0)),
            raised(lambda: jax.jit(lambda n: jnp.zeros(n))(3)), raised(lambda: jax.jit(lambda a: np.asarray(a))(x)), raised(lambda: jax.jit(lambda a: a[a > 0])(x)))


@case
def matrices_over_meshes(devices, log):
    mesh = mesh_of(devices, (2, 2, 2), ("a", "b", "c"))
    sharding = lambda *spec: NamedSharding(mesh, P(*spec))  # noqa: E731
    p = jax.device_put(np.arange(256, dtype=np.float32).reshape(4, 8, 8) / 256, sharding("a", "b", "c"))
    q = jax.device_put(np.arange(256, dtype=np.float32).reshape(4, 8, 8) / 256, sharding(None, ("c", "a"), "b"))
    return (jax.jit(lambda p, q: jnp.einsum("bij,bjk->bik", p, q))(p, q), jnp.concatenate([p, q]), jnp.sort(p, 1), jnp.roll(q, 3, 2), p[:, ::2, 1:5],
            jnp.pad(p, ((0, 0), (1, 1), (0, 2))), p.reshape(16, 16), jnp.flip(q, 1), jax.lax.top_k(p, 3), jnp.argmax(q, 1), jnp.cumsum(p, 2),
            jnp.where(p > 0.5, p, q))


@within(0.02)
def solves_of_narrow_floats(devices, log):
    m = np.tril(np.arange(16).reshape(4, 4) % 5 + 1).astype(np.float32)
    solve = functools.partial(jax.lax.linalg.triangular_solve, left_side=True, lower=True)
    parts = jax.device_put(np.stack([m] * 8), NamedSharding(mesh_of(devices), P("x")))
    return [jax.tree.map(lambda r: r.astype(jnp.float32), jax.jit(lambda m, b: (solve(m, b), solve(m, b, transpose_a=True, unit_diagonal=True)))(
        jnp.asarray(a, dtype), jnp.asarray(b, dtype))) for dtype in (jnp.bfloat16, jnp.float16) for a, b in ((m, x.T), (parts, np.stack([x.T] * 8)))]


@case
def exported_for_other_platforms(devices, log):
    """A program for another platform says in which memory its values lie. It computes the same here."""
    from jax import export

    def f(a, b):
        return jax.device_put(a * 2 + b, jax.memory.Space.Host), jax.device_put(a, jax.memory.Space.Device) + 1

    run = export.export(jax.jit(f), platforms=["cuda"], disabled_checks=[export.DisabledSafetyCheck.platform()])(x, x)
    again = export.deserialize(run.serialize())
    text = run.mlir_module()
    return "annotate_device_placement" in text, jax.jit(again.call)(put(devices), put(devices))


@case
def functions_with_partitions_of_their_own(devices, log):
    """The plugin splits the function by its ops; where the result lies is what the function's rule says on XLA."""
    from jax.experimental.custom_partitioning import custom_partitioning

    @functools.partial(custom_partitioning, static_argnums=(1,))
    def f(a, n):
        return a * n, jnp.sum(a, 1)

    f.def_partition(lambda n, mesh, arguments, results: (mesh, lambda a: (a * n, jnp.sum(a, 1)), jax.tree.map(lambda r: r.sharding, results),
                                                         (arguments[0].sharding,)), sharding_rule="i j -> i j, i", need_replication_factors=("j",))
    rows = split(devices)
    results = jax.jit(lambda a: f(a, 3))(rows)
    log.append([str(r.sharding.spec) for r in results])
    return results, f(rows, 2), jax.jit(lambda a: f(a, 2))(put(devices))


finish()

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops of export_programs.py. Each function appends one op (and what it needs) to a program `p`."""
import math

OPS, REGIONS, SPECIAL = {}, {}, {}  # special ones are used only where they are asked for
F = "f32"


def op(function):
    OPS[function.__name__] = function
    return function


def region_op(function):
    REGIONS[function.__name__] = function
    return function


def like(value, shape=None, dtype=None):
    return type(value)("", value.shape if shape is None else shape, dtype or value.dtype)


def ints(values):
    return f"array<i64: {', '.join(map(str, values))}>" if len(values) else "array<i64>"


def body(p, name, types=(F,), results=None):
    """A reducer: one op on the first of each pair."""
    n = len(types)
    a, b = [p.fresh("b") for _ in types], [p.fresh("b") for _ in types]
    arguments = ", ".join(f"{v}: tensor<{t}>" for v, t in zip(a + b, [*types, *types]))
    r = [p.fresh() for _ in types]
    lines = [f'{r[i]} = "stablehlo.{name}"({a[i]}, {b[i]}) : (tensor<{t}>, tensor<{t}>) -> tensor<{t}>' for i, t in enumerate(types)]
    returned = f'"stablehlo.return"({", ".join(r)}) : ({", ".join(f"tensor<{t}>" for t in types)}) -> ()'
    return f"^bb0({arguments}):\n" + "\n".join([*lines, returned])


REDUCERS = ["add", "maximum", "minimum", "multiply"]


@op
def unary(p):
    a = p.value()
    p.op("stablehlo." + p.rng.choice(["negate", "tanh", "exponential", "abs"]), [a], [like(a)])


@op
def binary(p):
    a = p.value()
    p.op("stablehlo." + p.rng.choice(["add", "multiply", "subtract", "maximum"]), [a, p.value(a.shape)], [like(a)])


@op
def select(p):
    a = p.value()
    b = p.value(a.shape)
    mask, = p.op("stablehlo.compare", [a, b], [like(a, dtype="i1")], "comparison_direction = #stablehlo<comparison_direction LT>")
    mask = p.value((), "i1") if p.rng.random() < 0.2 else mask
    p.op("stablehlo.select", [mask, a, b], [like(a)])


@op
def clamp(p):
    a = p.value()
    low, high = (p.value(()), p.value(())) if p.rng.random() < 0.5 else (p.value(a.shape), p.value(a.shape))
    p.op("stablehlo.clamp", [low, a, high], [like(a)])


@op
def convert(p):
    a = p.value()
    b, = p.op("stablehlo.convert", [a], [like(a, dtype="bf16")])
    p.op("stablehlo.convert", [b], [like(a)])


@op
def dot(p):
    a, n = p.ranked(2), p.rng.choice(p.sizes)
    p.op("stablehlo.dot", [a, p.value((a.shape[1], n))], [like(a, (a.shape[0], n))], unreduced=0.15)


@op
def dot_general(p):
    rng = p.rng
    batch, lhs, rhs, contracted = ([rng.choice(p.sizes) for _ in range(n)] for n in
                                   (rng.choice([0, 0, 1]), rng.choice([1, 1, 2, 0]), rng.choice([1, 1, 0]), rng.choice([1, 1, 2])))
    letters = lambda kinds: rng.sample(kinds, len(kinds))
    sizes = {**{f"b{i}": s for i, s in enumerate(batch)}, **{f"l{i}": s for i, s in enumerate(lhs)},
             **{f"r{i}": s for i, s in enumerate(rhs)}, **{f"c{i}": s for i, s in enumerate(contracted)}}
    b, c = [f"b{i}" for i in range(len(batch))], [f"c{i}" for i in range(len(contracted))]
    l, r = letters(b + c + [f"l{i}" for i in range(len(lhs))]), letters(b + c + [f"r{i}" for i in range(len(rhs))])
    free = [x for x in l if x[0] == "l"] + [x for x in r if x[0] == "r"]
    found = [v for v in p.values if v.dtype == F and len(v.shape) == len(l)]
    if found and rng.random() < 0.4:
        sizes.update(zip(l, rng.choice(found).shape))
    shape = lambda names: tuple(sizes[x] for x in names)
    at = lambda names, of: "[" + ", ".join(str(of.index(x)) for x in names) + "]"
    a, w = p.value(shape(l)), p.value(shape(r))
    numbers = (f"lhs_batching_dimensions = {at(b, l)}, rhs_batching_dimensions = {at(b, r)}, "
               f"lhs_contracting_dimensions = {at(c, l)}, rhs_contracting_dimensions = {at(c, r)}")
    p.op("stablehlo.dot_general", [a, w], [like(a, shape(b + free))], f"dot_dimension_numbers = #stablehlo.dot<{numbers}>", unreduced=0.15)


def reduce(p, count=1, reducers=("add", "maximum", "minimum"), inits=None):
    a = p.value()
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    shape = [s for i, s in enumerate(a.shape) if i not in dims]
    operands = [a] + [p.value(a.shape)] * (count - 1)
    p.op("stablehlo.reduce", operands + [inits() if inits else p.constant((), zero=True) for _ in operands],
         [like(a, shape) for _ in operands], f"dimensions = {ints(dims)}", [body(p, p.rng.choice(reducers), [F] * count)], unreduced=0.12)


OPS["reduce"] = reduce


def reduce_any(p):
    """Reductions that jaxlib gets wrong: products, and initial values that are none."""
    reduce(p, p.rng.choice([1, 2]), REDUCERS, lambda: p.value(()))


SPECIAL["reduce_any"] = reduce_any


@op
def transpose(p):
    a = p.value()
    order = p.rng.sample(range(len(a.shape)), len(a.shape))
    p.op("stablehlo.transpose", [a], [like(a, [a.shape[i] for i in order])], f"permutation = {ints(order)}")


@op
def reshape(p):
    rng, a = p.rng, p.value()
    shape = list(a.shape)
    for _ in range(rng.choice([1, 1, 2])):
        if len(shape) > 1 and rng.random() < 0.5:
            i = rng.randrange(len(shape) - 1)
            shape[i:i + 2] = [shape[i] * shape[i + 1]]
        else:
            i = rng.randrange(len(shape))
            divisors = [d for d in range(1, shape[i] + 1) if shape[i] % d == 0]
            d = rng.choice(divisors[1:-1] or divisors) if rng.random() < 0.9 else 1
            shape[i:i + 1] = [d, shape[i] // d]
    p.op("stablehlo.reshape", [a], [like(a, shape)])


@op
def broadcast_in_dim(p):
    a = p.value()
    shape, dims = list(a.shape), list(range(len(a.shape)))
    for _ in range(p.rng.choice([1, 1, 2])):
        i = p.rng.randint(0, len(shape))
        shape.insert(i, p.rng.choice(p.sizes))
        dims = [d + (d >= i) for d in dims]
    p.op("stablehlo.broadcast_in_dim", [a], [like(a, shape)], f"broadcast_dimensions = {ints(dims)}")


@op
def concatenate(p):
    a = p.value()
    dim, parts = p.rng.randrange(len(a.shape)), [a]
    for _ in range(p.rng.choice([1, 1, 2])):
        shape = list(a.shape)
        if p.rng.random() < 0.4:
            shape[dim] = p.rng.choice(p.sizes)
        parts.append(a if p.rng.random() < 0.1 else p.value(shape))
    shape = list(a.shape)
    shape[dim] = sum(v.shape[dim] for v in parts)
    p.op("stablehlo.concatenate", parts, [like(a, shape)], f"dimension = {dim} : i64")


@op
def slice(p):
    rng, a = p.rng, p.value()
    start, limit, stride = [0] * len(a.shape), list(a.shape), [1] * len(a.shape)
    for i in range(len(a.shape)):
        if rng.random() < 0.6 and a.shape[i] > 2:
            size = rng.randint(1, a.shape[i] - 1) if p.sizes_name == "uneven" else a.shape[i] // 2
            start[i] = rng.choice([0, rng.randint(0, a.shape[i] - size), a.shape[i] - size])
            limit[i], stride[i] = start[i] + size, 2 if rng.random() < 0.2 else 1
    shape = [-(-(h - l) // s) for l, h, s in zip(start, limit, stride)]
    p.op("stablehlo.slice", [a], [like(a, shape)],
         f"start_indices = {ints(start)}, limit_indices = {ints(limit)}, strides = {ints(stride)}")


@op
def pad(p):
    rng, a = p.rng, p.value()
    low, high, interior = ([rng.choice(k) if rng.random() < 0.5 else 0 for _ in a.shape] for k in ([1, 4, 2, -1], [3, 4, 8, -2], [0, 0, 1]))
    shape = [l + h + s + max(s - 1, 0) * i for l, h, i, s in zip(low, high, interior, a.shape)]
    if min(shape) < 1:
        return
    p.op("stablehlo.pad", [a, p.value(())], [like(a, shape)],
         f"edge_padding_low = {ints(low)}, edge_padding_high = {ints(high)}, interior_padding = {ints(interior)}")


@op
def reverse(p):
    a = p.value()
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    p.op("stablehlo.reverse", [a], [like(a)], f"dimensions = {ints(dims)}")


@op
def iota(p):
    shape = p.shape()
    p.op("stablehlo.iota", [], [like(p.value(), shape)], f"iota_dimension = {p.rng.randrange(len(shape))} : i64")


@op
def constant(p):
    p.values.append(p.constant(p.shape()))


@op
def dynamic_slice(p):
    a = p.value()
    sizes = [s if p.rng.random() < 0.5 else max(s // 2, 1) for s in a.shape]
    p.op("stablehlo.dynamic_slice", [a, *(p.value((), "i32") for _ in sizes)], [like(a, sizes)], f"slice_sizes = {ints(sizes)}")


@op
def dynamic_update_slice(p):
    a = p.value()
    sizes = [s if p.rng.random() < 0.5 else max(s // 2, 1) for s in a.shape]
    index = (lambda: p.constant((), "i32")) if p.rng.random() < 0.3 else (lambda: p.value((), "i32"))
    p.op("stablehlo.dynamic_update_slice", [a, p.value(sizes), *(index() for _ in sizes)], [like(a)])


def indexed(p, batched):
    """An operand, the dims that indices pick, and with the likelihood `batched` a batching dim; then the shape of the batch."""
    a, batch = p.value(), p.shape(p.rng.choice([1, 1, 2]))
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    batching = [d for d in range(len(a.shape)) if d not in dims][:1] if p.rng.random() < batched else []
    return a, dims, batching, [a.shape[d] for d in batching] + list(batch[len(batching):])


@op
def gather(p):
    rng, (a, dims, batching, batch) = p.rng, indexed(p, 0.3)
    sizes = [1 if d in dims + batching else s for d, s in enumerate(a.shape)]
    if rng.random() < 0.3:
        sizes[dims[0]] = max(a.shape[dims[0]] // 2, 1)
    collapsed = [d for d in dims if sizes[d] == 1 and rng.random() < 0.8]
    window = [s for d, s in enumerate(sizes) if d not in collapsed + batching]
    shape = batch + window
    numbers = (f"offset_dims = {list(range(len(batch), len(shape)))}, collapsed_slice_dims = {collapsed}, "
               f"operand_batching_dims = {batching}, start_indices_batching_dims = {[0] * len(batching)}, "
               f"start_index_map = {dims}, index_vector_dim = {len(batch)}")
    p.op("stablehlo.gather", [a, p.value([*batch, len(dims)], "i32")], [like(a, shape)],
         f"dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {ints(sizes)}", unreduced=0.08)


@op
def scatter(p):
    rng, (a, dims, batching, batch) = p.rng, indexed(p, 0.25)
    window = [s if rng.random() < 0.8 else max(s // 2, 1) for d, s in enumerate(a.shape) if d not in dims + batching]
    numbers = (f"update_window_dims = {list(range(len(batch), len(batch) + len(window)))}, inserted_window_dims = {dims}, "
               f"input_batching_dims = {batching}, scatter_indices_batching_dims = {[0] * len(batching)}, "
               f"scatter_dims_to_operand_dims = {dims}, index_vector_dim = {len(batch)}")
    p.op("stablehlo.scatter", [a, p.value([*batch, len(dims)], "i32"), p.value(batch + window)], [like(a)],
         f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>", [body(p, rng.choice(REDUCERS[:3]))], unreduced=0.08)


@op
def sort(p):
    a = p.value()
    x, y, r = p.fresh("b"), p.fresh("b"), p.fresh()
    compare = (f"^bb0({x}: tensor<f32>, {y}: tensor<f32>):\n"
               f'{r} = "stablehlo.compare"({x}, {y}) <{{comparison_direction = #stablehlo<comparison_direction LT>}}> : '
               f'(tensor<f32>, tensor<f32>) -> tensor<i1>\n"stablehlo.return"({r}) : (tensor<i1>) -> ()')
    p.op("stablehlo.sort", [a], [like(a)], f"dimension = {p.rng.randrange(len(a.shape))} : i64", [compare])


@op
def reduce_window(p):
    rng, a = p.rng, p.value()
    window = [rng.choice([1, 1, 2, 3]) if s >= 3 else 1 for s in a.shape]
    strides = [rng.choice([1, w]) for w in window]
    shape = [(s - w) // t + 1 for s, w, t in zip(a.shape, window, strides)]
    p.op("stablehlo.reduce_window", [a, p.value(())], [like(a, shape)],
         f"window_dimensions = {ints(window)}, window_strides = {ints(strides)}", [body(p, rng.choice(REDUCERS))])


@op
def convolution(p):
    rng = p.rng
    n, h, c, o = (rng.choice(p.sizes) for _ in range(4))
    k, groups = rng.choice([1, 3, h]), rng.choice([1, 1, 2])
    if k > h or c % groups or o % groups:
        return
    lhs = p.value((n, h, c))
    p.op("stablehlo.convolution", [lhs, p.value((k, c // groups, o))], [like(lhs, (n, h - k + 1, o))],
         "batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
         f"feature_group_count = {groups} : i64, window_strides = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>", unreduced=0.1)


@op
def cholesky(p):
    n = p.rng.choice(p.sizes)
    a = p.value((p.rng.choice(p.sizes), n, n))
    p.op("stablehlo.cholesky", [a], [like(a)], "lower = true")


@op
def custom_call(p):
    a = p.value()
    p.op("stablehlo.custom_call", [a], [like(a)], f'call_target_name = "{p.rng.choice(["mhlo.erf", "MoveToHost", "unknown_target"])}"')


@op
def optimization_barrier(p):
    values = [p.value() for _ in range(p.rng.choice([1, 2]))]
    p.op("stablehlo.optimization_barrier", values, [like(v) for v in values])


@region_op
def constraint(p):
    a = p.value()
    kind = p.rng.choice(["sdy.sharding_constraint"] * 3 + ["sdy.reshard"]) if not p.annotated else "sdy.reshard"
    sharding = p.sharding(a.shape, unreduced=0.08, opened=not p.annotated and p.rng.random() < 0.3)
    p.op(kind, [a], [like(a)], f"sharding = #sdy.sharding<{sharding}>")


@region_op
def while_loop(p):
    values = [p.value() for _ in range(p.rng.choice([1, 2]))]
    names = [(p.fresh("w"), p.fresh("w")) for _ in values]
    heads = [", ".join(f"{n[i]}: {v.type}" for n, v in zip(names, values)) for i in (0, 1)]
    carried = [type(v)(n[1], v.shape, v.dtype) for n, v in zip(names, values)]
    flag, inside = p.fresh(), p.region([*p.values, *carried])
    for _ in range(p.rng.choice([1, 2])):
        inside.step(["unary", "binary", "dot", "reduce", "transpose"])
    returned = [next((v for v in reversed(inside.values[len(p.values):]) if (v.shape, v.dtype) == (c.shape, c.dtype))) for c in carried]
    types = ", ".join(v.type for v in values)
    test = f'^bb0({heads[0]}):\n{flag} = "stablehlo.constant"() <{{value = dense<true> : tensor<i1>}}> : () -> tensor<i1>\n' \
           f'"stablehlo.return"({flag}) : (tensor<i1>) -> ()'
    loop = "\n".join([f"^bb0({heads[1]}):", *inside.lines,
                      f'"stablehlo.return"({", ".join(v.name for v in returned)}) : ({types}) -> ()'])
    p.op("stablehlo.while", values, [like(v) for v in values], regions=[test, loop])


@region_op
def case(p):
    a, index = p.value(), p.value((), "i32")
    branches = []
    for _ in range(2):
        inside = p.region([*p.values, a])
        inside.step(["unary", "binary", "dot", "transpose"])
        own = [v for v in inside.values if v.shape == a.shape and v.dtype == F]
        branches.append("\n".join([*inside.lines, f'"stablehlo.return"({own[-1].name}) : ({a.type}) -> ()']))
    p.op("stablehlo.case", [index], [like(a)], regions=branches)


@region_op
def manual_computation(p):
    rng, a = p.rng, p.value()
    free = [n for n in p.meshes.sizes if n not in p.banned]
    if not free or p.banned:
        return
    chosen = rng.sample(free, rng.randint(1, len(free)))
    manual = [n for n in p.meshes.sizes if n in chosen]
    mesh, first, local = rng.choice(p.meshes.names), [[] for _ in a.shape], list(a.shape)
    for axis in manual:
        i = rng.randrange(len(local))
        if local[i] % p.meshes.sizes[axis] == 0:
            first[i].append(f'"{axis}"')
            local[i] //= p.meshes.sizes[axis]
    used = {x.strip('"') for axes in first for x in axes}
    outer = [p.meshes.sharding(local, banned=manual, mesh=mesh, first=first).split(", replicated")[0] for _ in range(2)]
    rest = ", ".join(f'"{x}"' for x in manual if x not in used)
    outer = [s + (f", replicated={{{rest}}}" if rest else "") for s in outer]
    argument, inside = type(a)(p.fresh("m"), local), p.region([], banned=manual)
    inside.values.append(argument)
    for _ in range(rng.choice([1, 2])):
        inside.step(["unary", "binary", "dot_general", "reduce", "transpose"])
    own = [v for v in inside.values if v.shape == tuple(local) and v.dtype == F]
    text = "\n".join([f"^bb0({argument.name}: {argument.type}):", *inside.lines,
                      f'"sdy.return"({own[-1].name}) : ({argument.type}) -> ()'])
    p.op("sdy.manual_computation", [a], [like(a)],
         f"in_shardings = #sdy.sharding_per_value<[<{outer[0]}>]>, out_shardings = #sdy.sharding_per_value<[<{outer[1]}>]>, "
         "manual_axes = #sdy<manual_axes{" + ", ".join(f'"{x}"' for x in manual) + "}>", regions=[text])


@region_op
def call(p):
    if p.closed:
        return
    a = p.value()
    argument, inside = type(a)(p.fresh("f"), a.shape, a.dtype), p.region([])
    inside.values.append(argument)
    for _ in range(p.rng.choice([1, 2])):
        inside.step(["unary", "binary", "dot", "reduce", "transpose"])
    result = inside.values[-1] if inside.values[-1].dtype == F else argument
    border = lambda v: f" {{sdy.sharding = #sdy.sharding<{p.meshes.sharding(v.shape, divide=p.divide)}>}}" if p.rng.random() < 0.7 else ""
    name = f"f{len(p.functions)}"
    p.functions.append("\n".join([f"  func.func private @{name}({argument.name}: {a.type}{border(a)}) -> ({result.type}{border(result)}) {{",
                                  *("    " + line.replace("\n", "\n    ") for line in inside.lines),
                                  f'    "func.return"({result.name}) : ({result.type}) -> ()', "  }"]))
    p.op("func.call", [a], [like(result)], f"callee = @{name}")

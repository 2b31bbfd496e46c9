# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases of gradients.py for ops with a gradient that JAX does not write: the implicit broadcasts of chlo, ops of sdy, ops on integers
beside floats, older spellings of StableHLO. A case is the body of a function of %a0, %a1, .. that gives %r, and what it computes in JAX.
{T} is the element type."""
import jax
import jax.numpy as jnp
from jax import lax

from gradient_cases import Case, normal, uniform

MESH = 'sdy.mesh @mesh = <["x"=2, "y"=2]>'
WIDE = ("f32", "f64")
BOX, ROW = "tensor<4x6x{T}>", "tensor<6x{T}>"


def case(name, written, twin, makers, looseness=2, **options):
    return Case("written_" + name, None, makers, looseness, written=written, twin=twin, **options)


def broadcasts():
    """chlo.broadcast_*: a box and a row."""
    both = f"({BOX}, {ROW}) -> {BOX}"
    floats = {"add": jnp.add, "atan2": jnp.arctan2, "divide": jnp.divide, "maximum": jnp.maximum, "minimum": jnp.minimum,
              "multiply": jnp.multiply, "power": jnp.power, "subtract": jnp.subtract, "remainder": lax_rem}
    for name, twin in floats.items():
        yield case(f"broadcast_{name}", f"%r = chlo.broadcast_{name} %a0, %a1 : {both}", twin, (uniform(.5, 2, 4, 6), uniform(.5, 2, 6)),
                   smooth=name not in ("maximum", "minimum", "remainder"))
    yield case("broadcast_zeta", f'%s = stablehlo.constant dense<3.0> : {BOX}\n%r = chlo.broadcast_zeta %s, %a0 : ({BOX}, {ROW}) -> {BOX}',
               lambda q: jnp.broadcast_to(-lax.polygamma(jnp.full_like(q, 2), q) / 2, (4, 6)), (uniform(1, 3, 6),), 100, dtypes=WIDE)
    yield case("broadcast_polygamma", f'%s = stablehlo.constant dense<2.0> : {BOX}\n%r = chlo.broadcast_polygamma %s, %a0 : ({BOX}, {ROW}) -> {BOX}',
               lambda x: jnp.broadcast_to(lax.polygamma(jnp.full_like(x, 2), x), (4, 6)), (uniform(1, 3, 6),), 50, dtypes=WIDE)
    yield case("broadcast_complex", f"%c = chlo.broadcast_complex %a0, %a1 : ({BOX}, {ROW}) -> tensor<4x6xcomplex<{{T}}>>\n"
               f"%r = stablehlo.real %c : (tensor<4x6xcomplex<{{T}}>>) -> {BOX}", lambda x, y: x + 0 * y, (normal(4, 6), normal(6)), dtypes=WIDE)
    yield case("broadcast_compare", f"%p = chlo.broadcast_compare %a0, %a1 {{comparison_direction = #chlo<comparison_direction LT>}} : "
               f"({BOX}, {ROW}) -> tensor<4x6xi1>\n%r = chlo.broadcast_select %p, %a0, %a1 : (tensor<4x6xi1>, {BOX}, {ROW}) -> {BOX}",
               lambda x, y: jnp.where(x < y, x, y), (normal(4, 6), normal(6)), smooth=False)
    whole = {"and": jnp.bitwise_and, "or": jnp.bitwise_or, "xor": jnp.bitwise_xor, "shift_left": jnp.left_shift,
             "shift_right_arithmetic": jnp.right_shift, "shift_right_logical": lambda i, j: lax.shift_right_logical(*jnp.broadcast_arrays(i, j))}
    for name, twin in whole.items():
        yield integers(f"broadcast_{name}", f"%o = chlo.broadcast_{name} %i, %j : (tensor<4x6xi32>, tensor<6xi32>) -> tensor<4x6xi32>", twin)


def lax_rem(x, y):
    return lax.rem(*jnp.broadcast_arrays(x, y))


def integers(name, op, twin):
    """The op on %i and %j, integers of %a0 and of a row, gives %o; the case is %o times %a0."""
    def function(x):
        result = twin(*[x.astype(jnp.int32), jnp.array([3, 1, 2, 0, 5, 1], jnp.int32)][:twin.__code__.co_argcount if hasattr(twin, "__code__") else 2])
        return result.astype(x.dtype) * x

    text = (f"%i = stablehlo.convert %a0 : ({BOX}) -> tensor<4x6xi32>\n%j = stablehlo.constant dense<[3, 1, 2, 0, 5, 1]> : tensor<6xi32>\n"
            f"%k = stablehlo.broadcast_in_dim %j, dims = [1] : (tensor<6xi32>) -> tensor<4x6xi32>\n{op}\n"
            f"%f = stablehlo.convert %o : (tensor<4x6xi32>) -> {BOX}\n%r = stablehlo.multiply %f, %a0 : {BOX}")
    return case(name, text, function, (uniform(1, 9, 4, 6),), smooth=False)


def whole():
    binary = {"xor": jnp.bitwise_xor, "shift_left": jnp.left_shift, "shift_right_arithmetic": jnp.right_shift,
              "shift_right_logical": lambda i, j: lax.shift_right_logical(*jnp.broadcast_arrays(i, j))}
    for name, twin in binary.items():
        yield integers(name, f"%o = stablehlo.{name} %i, %k : tensor<4x6xi32>", twin)
    yield integers("mulhi", "%o = chlo.mulhi %i, %k : tensor<4x6xi32>, tensor<4x6xi32> -> tensor<4x6xi32>", lambda i, j: jnp.zeros_like(i))
    for name, twin in {"not": lambda i: ~i, "popcnt": lambda i: lax.population_count(i), "count_leading_zeros": lambda i: lax.clz(i)}.items():
        yield integers(name, f"%o = stablehlo.{name} %i : tensor<4x6xi32>", twin)
    yield case("bitcast_convert", "%i = stablehlo.bitcast_convert %a0 : (tensor<4x6xf32>) -> tensor<4x6xi32>\n"
               "%b = stablehlo.bitcast_convert %i : (tensor<4x6xi32>) -> tensor<4x6xf32>\n%r = stablehlo.multiply %a0, %b : tensor<4x6xf32>",
               lambda x: x * lax.stop_gradient(x), (normal(4, 6),), smooth=False, dtypes=("f32",))


def plain():
    """Older spellings, predicates, and constants like an operand."""
    one = f"{BOX} -> {BOX}"
    yield case("tan", f"%r = chlo.tan %a0 : {one}", jnp.tan, (uniform(-1, 1, 4, 6),), 4)
    yield case("logistic", f"%r = stablehlo.logistic %a0 : {BOX}", jax.nn.sigmoid, (normal(4, 6),))
    yield case("zeta", f"%s = stablehlo.constant dense<3.0> : {BOX}\n%r = chlo.zeta %s, %a0 : {BOX}, {BOX} -> {BOX}",
               lambda q: -lax.polygamma(jnp.full_like(q, 2), q) / 2, (uniform(1, 3, 4, 6),), 100, dtypes=WIDE)
    yield case("conj", f"%c = stablehlo.complex %a0, %a1 : tensor<4x6xcomplex<{{T}}>>\n%d = chlo.conj %c : tensor<4x6xcomplex<{{T}}>> -> tensor<4x6xcomplex<{{T}}>>\n"
               f"%m = stablehlo.multiply %c, %d : tensor<4x6xcomplex<{{T}}>>\n%r = stablehlo.real %m : (tensor<4x6xcomplex<{{T}}>>) -> {BOX}",
               lambda x, y: x * x + y * y, (normal(4, 6), normal(4, 6)), dtypes=WIDE)
    yield case("broadcast", f"%r = stablehlo.broadcast %a0, sizes = [2] : ({BOX}) -> tensor<2x4x6x{{T}}>", lambda x: jnp.broadcast_to(x, (2, 4, 6)), (normal(4, 6),))
    yield case("dot", f"%r = stablehlo.dot %a0, %a1 : ({BOX}, tensor<6x4x{{T}}>) -> tensor<4x4x{{T}}>", jnp.dot, (normal(4, 6), normal(6, 4)))
    yield case("map", f'%r = "stablehlo.map"(%a0, %a1) <{{dimensions = array<i64: 0, 1>}}> ({{\n^bb0(%x: tensor<{{T}}>, %y: tensor<{{T}}>):\n'
               f'%m = stablehlo.multiply %x, %y : tensor<{{T}}>\n%s = stablehlo.sine %m : tensor<{{T}}>\nstablehlo.return %s : tensor<{{T}}>\n}}) : ({BOX}, {BOX}) -> {BOX}',
               lambda x, y: jnp.sin(x * y), (normal(4, 6), normal(4, 6)))
    yield case("if", f'%p = stablehlo.constant dense<true> : tensor<i1>\n%r = "stablehlo.if"(%p) ({{\n%s = stablehlo.sine %a0 : {BOX}\nstablehlo.return %s : {BOX}\n'
               f'}}, {{\nstablehlo.return %a0 : {BOX}\n}}) : (tensor<i1>) -> {BOX}', jnp.sin, (normal(4, 6),))
    for name in ("is_inf", "is_neg_inf", "is_pos_inf"):
        yield case(name, f"%p = chlo.{name} %a0 : {BOX} -> tensor<4x6xi1>\n%z = stablehlo.negate %a0 : {BOX}\n%r = stablehlo.select %p, %a0, %z : tensor<4x6xi1>, {BOX}",
                   jnp.negative, (normal(4, 6),))
    yield case("constants", f'%c = chlo.constant dense<2.0> : {BOX}\n%d = "chlo.constant_like"(%a0) <{{value = 3.0 : {{T}}}}> : ({BOX}) -> {BOX}\n'
               f"%e = sdy.constant dense<0.5> : {BOX}\n%f = stablehlo.multiply %c, %d : {BOX}\n%g = stablehlo.multiply %f, %e : {BOX}\n"
               f"%r = stablehlo.multiply %g, %a0 : {BOX}", lambda x: 3 * x, (normal(4, 6),), dtypes=WIDE)
    yield case("dimension_size", f"%d = stablehlo.get_dimension_size %a0, dim = 1 : ({BOX}) -> tensor<i32>\n%f = stablehlo.convert %d : (tensor<i32>) -> tensor<{{T}}>\n"
               f"%b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<{{T}}>) -> {BOX}\n%r = stablehlo.multiply %b, %a0 : {BOX}", lambda x: 6 * x, (normal(4, 6),))


def placed():
    """Ops of sdy: the value is the operand, and so is the gradient."""
    def on(name, text, twin=jnp.sin):
        return case(name, f"%s = stablehlo.sine %a0 : {BOX}\n{text}", twin, (normal(4, 6),), manual=True)
    start = f'%t = sdy.reshard %s <@mesh, [{{"x"}}, {{"y"}}]> : {BOX}\n'
    yield on("reshard", f'%r = sdy.reshard %s <@mesh, [{{"y"}}, {{}}]> : {BOX}')
    yield on("sharding_constraint", f'%r = sdy.sharding_constraint %s <@mesh, [{{}}, {{"x"}}]> : {BOX}')
    yield on("propagation_barrier", f"%r = sdy.propagation_barrier %s allowed_direction=NONE : {BOX}")
    yield on("sharding_group", f"sdy.sharding_group %s group_id=0 : {BOX}\n%r = stablehlo.add %s, %a0 : {BOX}", lambda x: jnp.sin(x) + x)
    yield on("all_gather", f'{start}%r = sdy.all_gather [{{}}, {{"y"}}] %t out_sharding=<@mesh, [{{"x"}}, {{}}]> : {BOX}')
    yield on("all_slice", f'%t = sdy.reshard %s <@mesh, [{{}}, {{}}]> : {BOX}\n%r = sdy.all_slice [{{"x"}}, {{}}] %t out_sharding=<@mesh, [{{"x"}}, {{}}]> : {BOX}')
    yield on("all_to_all", f'%t = sdy.reshard %s <@mesh, [{{"x"}}, {{}}]> : {BOX}\n%r = sdy.all_to_all [{{"x"}}: 0->1] %t out_sharding=<@mesh, [{{}}, {{"x"}}]> : {BOX}')
    yield on("collective_permute", f'%t = sdy.reshard %s <@mesh, [{{"x"}}, {{}}]> : {BOX}\n%r = sdy.collective_permute %t out_sharding=<@mesh, [{{"y"}}, {{}}]> : {BOX}')


def cases():
    for family in (broadcasts, whole, plain, placed):
        yield from family()


def tensor_type(array):
    names = {"float32": "f32", "bfloat16": "bf16", "float64": "f64"}
    return "tensor<" + "".join(f"{size}x" for size in array.shape) + names[str(array.dtype)] + ">"


def module(group, args, dtype, is_sharded):
    """Some cases as functions, and a main that calls all of them on arguments, which are sharded where sizes are even."""
    functions, calls, parameters, results = [MESH], [], [], []
    for number, (one, own) in enumerate(zip(group, args)):
        types, to = [tensor_type(arg) for arg in own], tensor_type(jax.eval_shape(one.twin, *own))
        names = [f"%a{len(parameters) + i}" for i in range(len(own))]
        for name, kind, arg in zip(names, types, own):
            axes = ", ".join(f'{{"{axis}"}}' if size % 2 == 0 else "{}" for axis, size in zip("xy", arg.shape))
            parameters.append(f"{name}: {kind}" + (f" {{sdy.sharding = #sdy.sharding<@mesh, [{axes}]>}}" if is_sharded else ""))
        functions.append(f"func.func private @case{number}({', '.join(f'%a{i}: {kind}' for i, kind in enumerate(types))}) -> {to} {{\n"
                         f"{one.written.replace('{T}', dtype)}\nreturn %r : {to}\n}}")
        calls.append(f"%r{number} = call @case{number}({', '.join(names)}) : ({', '.join(types)}) -> {to}")
        results.append(to)
    returned = ", ".join(f"%r{number}" for number in range(len(results)))
    return "\n".join([*functions, f"func.func @main({', '.join(parameters)}) -> ({', '.join(results)}) {{", *calls, f"return {returned} : {', '.join(results)}", "}"])


REASONS = {  # ops with a gradient that no case is about
    **dict.fromkeys(["stablehlo.after_all", "stablehlo.create_token"], "makes a token"),
    **dict.fromkeys(["stablehlo.rng", "stablehlo.rng_bit_generator", "stablehlo.replica_id"], "has no operand with a gradient"),
    **dict.fromkeys(["sdy.data_flow_edge", "sdy.func_data_flow_edge"], "made by import, when nothing is differentiated any more"),
    **dict.fromkeys(["sdy.all_reduce", "sdy.reduce_scatter", "sdy.replicated_to_unreduced", "sdy.sharded_to_unreduced"],
                    "works on sums in parts, which no program of JAX holds outside of manual computations: tests/grad/manual.mlir"),
    "stablehlo.cross-replica-sum": "an older spelling of all_reduce, with one replica",
    "chlo.broadcast_next_after": "becomes next_after, of which JAX has no gradient either",
    "sdy.named_computation": "is inlined first, as the message says: tests/grad/errors.mlir",
    "stablehlo.composite": "has the gradients of known names; JAX has none of a composite op",
    "stablehlo.custom_call": "the functions of JAX's mathematics: complex_functions.py; markers of batches: batching.py",
}

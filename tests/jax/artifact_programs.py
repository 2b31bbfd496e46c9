# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs in text for artifacts.py, so that all rows of VHLO occur: what JAX lowers (jax_programs.py), the dialects' own tests, random
programs of two kinds, and a few for ops that nothing else has. `programs` yields (name, text), no two of them equal after shapes and
constants are removed.
"""
import glob
import itertools
import os
import re
import subprocess

from jax_programs import programs as jax_programs
from random_programs import RandomProgram

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLOATS = "f8E5M2 f8E4M3 f8E4M3FN f8E5M2FNUZ f8E4M3FNUZ f8E4M3B11FNUZ f8E3M4 f4E2M1FN f6E2M3FN f6E3M2FN f8E8M0FNU bf16 f16 f64".split()
# What neither JAX nor a generator writes.
RARE = {
    # One number for all elements, of which there are none.
    "empty": """func.func @main() -> (tensor<0xf32>, tensor<2x0xi1>, tensor<0xcomplex<f32>>, tensor<0xi4>) {
      %0 = stablehlo.constant dense<1.0> : tensor<0xf32>
      %1 = stablehlo.constant dense<true> : tensor<2x0xi1>
      %2 = stablehlo.constant dense<(1.0, 2.0)> : tensor<0xcomplex<f32>>
      %3 = stablehlo.constant dense<> : tensor<0xi4>
      func.return %0, %1, %2, %3 : tensor<0xf32>, tensor<2x0xi1>, tensor<0xcomplex<f32>>, tensor<0xi4>
    }""",
    "tokens": """func.func @main(%t: !stablehlo.token, %x: tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token) {
      %0:2 = "stablehlo.infeed"(%t) {infeed_config = "a", layout = [[0]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      %1 = "stablehlo.outfeed"(%x, %0#1) {outfeed_config = ""} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
      %2 = "stablehlo.send"(%x, %1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}
          : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
      %3:2 = "stablehlo.recv"(%2) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}
          : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
      %4 = stablehlo.create_token : !stablehlo.token
      %5 = stablehlo.after_all %3#1, %4 : !stablehlo.token
      func.return %3#0, %5 : tensor<2xf32>, !stablehlo.token
    }""",
    "old_ops": """func.func @main(%x: tensor<4x4xf32>, %i: tensor<2xi32>, %s: tensor<i32>, %v: tensor<2xi64>,
                                  %f: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>) {
      %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %1 = "stablehlo.unary_einsum"(%0) {einsum_config = "ab->a"} : (tensor<4x4xf32>) -> tensor<4xf32>
      %2 = "stablehlo.einsum"(%x, %x) {einsum_config = "ab,bc->ac"} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %3 = "stablehlo.dot"(%x, %2) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]}
          : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %4 = "stablehlo.broadcast"(%1) {broadcast_sizes = array<i64: 4>} : (tensor<4xf32>) -> tensor<4x4xf32>
      %5 = "stablehlo.torch_index_select"(%4, %i) {batch_dims = 0 : i64, dim = 0 : i64} : (tensor<4x4xf32>, tensor<2xi32>) -> tensor<2x4xf32>
      %6 = "stablehlo.set_dimension_size"(%5, %s) {dimension = 1 : i64} : (tensor<2x4xf32>, tensor<i32>)
          -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
      %7 = "stablehlo.get_dimension_size"(%6) {dimension = 1 : i64} : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<i32>
      %8 = "stablehlo.rng"(%f, %f, %v) {rng_distribution = #stablehlo<rng_distribution NORMAL>}
          : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x4xf32>
      func.return %8, %3, %7 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>
    }""",
    "dynamic": """func.func @main(%x: tensor<?x4xf32>, %v: tensor<2xi64>, %p: tensor<f32>, %k: tensor<2x2xi64>, %a: tensor<1x8x8x2xf32>,
                                  %w: tensor<3x3x2x4xf32>, %i: tensor<3x1xi64>, %g: tensor<2xi64>)
        -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<3x?xf32>, tensor<1x?x?x4xf32>) {
      %0 = "stablehlo.dynamic_pad"(%x, %p, %v, %v, %v) : (tensor<?x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
      %1 = "stablehlo.real_dynamic_slice"(%0, %v, %v, %v) : (tensor<?x?xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
      %2 = "stablehlo.dynamic_reshape"(%1, %v) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
      %3 = "stablehlo.dynamic_iota"(%v) {iota_dimension = 1 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>
      %4 = "stablehlo.dynamic_broadcast_in_dim"(%p, %v) {broadcast_dimensions = array<i64>, known_expanding_dimensions = array<i64>}
          : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
      %5 = "stablehlo.dynamic_gather"(%x, %i, %g) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
          start_index_map = [0], index_vector_dim = 1>} : (tensor<?x4xf32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x?xf32>
      %6 = "stablehlo.dynamic_conv"(%a, %w, %k) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
          batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
      func.return %2, %3, %4, %5, %6 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<3x?xf32>, tensor<1x?x?x4xf32>
    }""",
    "async": """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.async_start"(%x) ({
      ^bb0(%a: tensor<2xf32>):
        %2 = stablehlo.slice %a [0:2:1] : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %2 : tensor<2xf32>
      }) : (tensor<2xf32>) -> !stablehlo.future<tensor<2xf32>>
      %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
      func.return %1 : tensor<2xf32>
    }""",
    "constants": """func.func @main() -> (tensor<3xi1>, tensor<8xi1>, tensor<20xi1>, tensor<20xi1>, tensor<i1>, tensor<3xi4>, tensor<4xui4>, tensor<3xi2>,
        tensor<2xcomplex<f32>>, tensor<2xf8E4M3FN>, tensor<0xf32>, tensor<0xi1>, tensor<2x2xbf16>, tensor<1xi64>) {
      %0 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
      %1 = stablehlo.constant dense<true> : tensor<8xi1>
      %2 = stablehlo.constant dense<[true, false, true, false, true, true, false, false, true, true, true, true, false, false, false, false, true,
          true, true, false]> : tensor<20xi1>
      %3 = stablehlo.constant dense<true> : tensor<20xi1>
      %4 = stablehlo.constant dense<true> : tensor<i1>
      %5 = stablehlo.constant dense<[-8, 7, -1]> : tensor<3xi4>
      %6 = stablehlo.constant dense<[15, 0, 8, 7]> : tensor<4xui4>
      %7 = stablehlo.constant dense<[-2, 1, -1]> : tensor<3xi2>
      %8 = stablehlo.constant dense<[(1.0, -2.0), (0.0, 3.0)]> : tensor<2xcomplex<f32>>
      %9 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E4M3FN>
      %10 = stablehlo.constant dense<> : tensor<0xf32>
      %11 = stablehlo.constant dense<> : tensor<0xi1>
      %12 = stablehlo.constant dense<1.5> : tensor<2x2xbf16>
      %13 = stablehlo.constant dense<-1> : tensor<1xi64>
      func.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<3xi1>, tensor<8xi1>, tensor<20xi1>, tensor<20xi1>,
          tensor<i1>, tensor<3xi4>, tensor<4xui4>, tensor<3xi2>, tensor<2xcomplex<f32>>, tensor<2xf8E4M3FN>, tensor<0xf32>, tensor<0xi1>,
          tensor<2x2xbf16>, tensor<1xi64>
    }""",
    "short_floats": "\n".join(['sdy.mesh @mesh = <["x"=2]>', *(f"""func.func @{t}(%x: tensor<2x{t}>) -> tensor<2x{t}> {{
      %0 = sdy.sharding_constraint %x <@mesh, [{{"x"}}]> : tensor<2x{t}>
      %1 = stablehlo.constant dense<1.0> : tensor<2x{t}>
      return %0 : tensor<2x{t}>
    }}""" for t in FLOATS)]),
    "module_attributes": """module @name attributes {n.unit, n.true = true, n.array = array<i32: 1, 2>, n.bools = array<i1: true, false>, n.none = array<f32>,
        n.string = "a\\00b", n.typed = "x" : i32, n.symbol = @main, n.path = @name::@main, n.type = tensor<?x4xf32>, n.function = (i32, index) -> (f64),
        n.float = 1.5 : bf16, n.wide = -1 : i64, n.index = 7 : index, n.map = affine_map<(d0) -> (d0 + 1)>, n.nested = [{a = [], b = {}}, 1 : i8],
        n.dense = dense<[1, -2, 3]> : tensor<3xi32>, n.splat = dense<-1> : tensor<4x4xi16>, n.flags = dense<[true, false, true, true, false, true, true,
        false, true, true, false]> : tensor<11xi1>, n.all = dense<true> : tensor<11xi1>, n.complex = dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>,
        n.vector = i3, n.tuple = tuple<i32, f32>, n.small = 3 : i4, n.unsigned = 200 : ui8, n.signed = -3 : si8, n.none_type = none}
      {
      func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {n.map = affine_map<(d0) -> (d0 + 1)>, n.unit} {
        func.return %x : tensor<2xf32>
      }
    }""",
    "calls": """module attributes {mhlo.num_partitions = 1 : i32, some.note = "text"} {
      func.func @main(%x: tensor<2xf32> {jax.buffer_donor = true, tf.aliasing_output = 0 : i32}, %y: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "a"}) {
        %0 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
        %1 = stablehlo.composite "my.op" %0 {composite_attributes = {a = 1 : i64, b = "x", c = [1 : i32, 2.0 : f32], d = dense<1> : tensor<2xi64>},
            decomposition = @twice, version = 3 : i32} : (tensor<2xf32>) -> tensor<2xf32>
        %2 = stablehlo.composite "my.op" %1 {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
        %3:2 = "stablehlo.custom_call"(%2) {call_target_name = "typed", api_version = 4 : i32, backend_config = {n = 3 : i64, f = 1.5 : f32},
            called_computations = [@twice], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>],
            result_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [
            #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>],
            mhlo.frontend_attributes = {q = "v"}} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
        %4 = stablehlo.custom_call @plain(%3#0) {backend_config = "text"} : (tensor<2xf32>) -> tensor<2xf32>
        %5 = stablehlo.cosine %4 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 4, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
        func.return %5 : tensor<2xf32>
      }
      func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = stablehlo.add %x, %x : tensor<2xf32>
        func.return %0 : tensor<2xf32>
      }
    }""",
}


def key(text):
    """What is left of a text without shapes, constants, names of values and locations."""
    text = re.sub(r"tensor<[^>]*>|dense<[^>]*>|loc\([^)]*\)|\"[^\"]*\"|-?\b\d[\w.+-]*|%\w+|@\w+", "", text)
    return hash(re.sub(r"\s+", " ", text))


def files():
    """Well-formed modules of the dialects' tests, and the functions in them one by one."""
    for path in sorted(glob.glob(f"{ROOT}/tests/dialects/*/*.mlir")):
        if "invalid" in path:
            continue
        with open(path, encoding="utf-8") as file:
            for i, part in enumerate(re.split(r"(?m)^// -----.*$", file.read())):
                name = f"{os.path.relpath(path, ROOT)}.{i}"
                yield name, part
                meshes = "".join(re.findall(r"(?m)^sdy\.mesh.*\n", part))
                for j, function in enumerate(re.findall(r"(?ms)^func\.func .*?^}$", part)):
                    yield f"{name}.{j}", meshes + function


def random_cases(spmd_random, seed, count):
    """Programs of spmd-random, small ones about single ops."""
    out = subprocess.run([spmd_random, "--kind=ops", "--print", f"--seed={seed}", f"--count={count}"], capture_output=True, text=True, check=True).stdout
    for i, part in enumerate(re.split(r"(?m)^// seed .*$", out)):
        if "func" in part:
            yield f"random_case.{seed + i}", part


def programs(spmd_random):
    """Endless. Some are refused by jaxlib."""
    seen = set()
    for name, text in candidates(spmd_random):
        if key(text) not in seen:
            seen.add(key(text))
            yield name, text


def candidates(spmd_random):
    yield from RARE.items()
    yield from jax_programs(0, 1)
    yield from files()
    for seed in itertools.count(0, 100):
        for i in range(seed, seed + 100):
            yield f"random.{i}", RandomProgram(i).text
        yield from random_cases(spmd_random, seed, 100)

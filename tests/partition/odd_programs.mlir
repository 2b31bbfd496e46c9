// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users may write though little can be done with it: each is partitioned or refused with a message.
// RUN: not spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file --verify-each=false 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED
// RUN: not spmd-opt %s --spmd-pipeline=stop-after=partition --split-input-file --verify-each=false 2>/dev/null | FileCheck %s

// REFUSED: error: has a result of type '!stablehlo.token'; only tensors are partitioned
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = "stablehlo.outfeed"(%x, %0) <{outfeed_config = ""}> : (tensor<8xf32>, !stablehlo.token) -> !stablehlo.token
  return %x : tensor<8xf32>
}

// -----

// REFUSED: error: takes a value placed as {{.*}}unreduced={"x"}>, which nothing turns it into from
// REFUSED: note: the value is made here
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2x6xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}], unreduced={"x"}> : tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<2x6xf32>
  return %1 : tensor<2x6xf32>
}

// -----

// REFUSED: error: 'stablehlo.negate' op has a result that is annotated as partial sums, {{.*}}unreduced={"a"}>, which it does not make of its operands
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"a"}>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Nothing is gathered of nothing, and what only speaks of whole values is gone.
// CHECK-LABEL: func.func @main
// CHECK-NOT: sdy.
// CHECK-NOT: (tensor<0x4xf32>) -> tensor<0x4xf32>
sdy.mesh @m = <["a"=2, "b"=2]>
func.func @main(%x: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>, sdy.sharding_origins = {a = "self"}},
                %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>})
    -> (tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}, tensor<8xf32>) {
  %0 = stablehlo.negate %y {sdy.sharding_origins = [{a = "input: 0"}], sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %2 = sdy.sharding_constraint %l <@m, []> : tensor<f32>
    %4 = sdy.propagation_barrier %r allowed_direction=NONE : tensor<f32>
    %3 = stablehlo.compare LT, %2, %4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %x, %1 : tensor<0x4xf32>, tensor<8xf32>
}

// -----

// Elements in the body of a reduction have no placement, so what asks for one there has no effect: nothing is partial.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// CHECK-NOT: sdy.
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @main(%x: tensor<8x8xf32>, %zero: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %1 = stablehlo.add %l, %r {sdy.sharding = #sdy.sharding_per_value<[<@m, [], unreduced={"b"}>]>} : tensor<f32>
      %2 = sdy.sharding_constraint %1 <@m, [], replicated={"a"}> : tensor<f32>
      %3 = sdy.reshard %2 <@m, [], unreduced={"a"}> : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }
  return %0 : tensor<8xf32>
}

// -----

// Within one sharding, parts have to nest.
// REFUSED: error: has parts of axis "x" that do not nest, among them "x":(3)2; within one sharding or manual computation, cuts of one axis have to divide each other
sdy.mesh @m = <["x"=6]>
func.func @main(%x: tensor<12xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "x":(3)2}]>}) -> tensor<12xf32> {
  %0 = stablehlo.negate %x : tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// REFUSED: error: result 0 of type 'tensor<4x4xf32>' has dim 1 of size 4 over 3 shards of "b"; inside of manual computations sizes have to divide
sdy.mesh @m = <["a"=2, "b"=3]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a"} (%part: tensor<4x4xf32>) {
    %1 = sdy.sharding_constraint %part <@m, [{}, {"b"}]> : tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Partial sums are no partial maxima.
// REFUSED: error: takes a value placed as #sdy.sharding<@m, [{}, {"y"}], unreduced=max{"x"}>, which nothing turns it into from #sdy.sharding<@m, [{}, {"y"}], unreduced={"x"}>
// REFUSED: note: the value is made here
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<6x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}], unreduced={"x"}>]>}
      : (tensor<6x4xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{}, {"y"}], unreduced=max{"x"}>] out_shardings=[<@m, [{}, {"y"}], unreduced=max{"x"}>]
      manual_axes={"x"} (%p: tensor<6x6xf32>) {
    sdy.return %p : tensor<6x6xf32>
  } : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %1 : tensor<6x6xf32>
}

// -----

// The same of what a body returns along a free axis.
// REFUSED: error: takes a value placed as #sdy.sharding<@m, [{}, {}], unreduced=max{"x"}>, which nothing turns it into from #sdy.sharding<@m, [{}, {}], unreduced={"x"}>
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%a: tensor<6x4xf32>, %b: tensor<4x6xf32>) -> tensor<6x6xf32> {
  %0 = sdy.manual_computation(%a, %b) in_shardings=[<@m, [{"y"}, {"x"}]>, <@m, [{"x"}, {}]>] out_shardings=[<@m, [{"y"}, {}], unreduced=max{"x"}>]
      manual_axes={"y"} (%p: tensor<2x4xf32>, %q: tensor<4x6xf32>) {
    %1 = stablehlo.dot_general %p, %q, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>}
        : (tensor<2x4xf32>, tensor<4x6xf32>) -> tensor<2x6xf32>
    sdy.return %1 : tensor<2x6xf32>
  } : (tensor<6x4xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// -----

// A carry cannot begin as a whole value and go on as partial sums.
// REFUSED: error: takes a value placed as #sdy.sharding<@m, [{}, {"y"}], unreduced={"x"}>, which nothing turns it into from #sdy.sharding<@m, [{}, {"y"}]>
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%a: tensor<6x4xf32>, %b: tensor<4x6xf32>, %c: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}]>}) -> tensor<6x6xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %c) : tensor<i32>, tensor<6x6xf32>
      attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, [{}, {"y"}], unreduced={"x"}>]>}
  cond {
    %1 = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}], unreduced={"x"}>]>}
        : (tensor<6x4xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<6x6xf32>
  }
  return %0#1 : tensor<6x6xf32>
}

// -----

// An axis may have an empty name, as it may in JAX.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.all_reduce"{{.*}}axes = [#stablehlo.axis_ref<name = "">]
sdy.mesh @m = <["y"=2, ""=4]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{""}, {"y"}]>}) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

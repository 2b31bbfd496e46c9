// A value that is gathered although its dims are split gets a remark with the annotation that would keep it split. Each is tried here.
// RUN: rm -rf %t && split-file %s %t
// RUN: spmd-opt %t/result.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: sed 's/\[{}, {}\]>}) {/[{"a"}, {}]>}) {/' %t/result.mlir > %t/result2.mlir
// RUN: spmd-opt %t/result2.mlir --spmd-fail-on="any>0"
// RUN: spmd-opt %t/annotation.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=ANNOTATION
// RUN: sed 's/%1 <@mesh, \[{}, {}\]>/%1 <@mesh, [{"a"}, {}]>/' %t/annotation.mlir > %t/annotation2.mlir
// RUN: spmd-opt %t/annotation2.mlir --spmd-fail-on="gather>0"
// RUN: spmd-opt %t/constraint.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=CONSTRAINT
// RUN: sed 's/reduce(%2/reduce(%c/; s/  %3 =/  %c = sdy.sharding_constraint %2 <@mesh, [{"a"}, {}]> : tensor<32x8xf32>\n  %3 =/' %t/constraint.mlir > %t/constraint2.mlir
// RUN: spmd-opt %t/constraint2.mlir --spmd-fail-on="gather>0"
// RUN: spmd-opt %t/loop.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: spmd-opt %t/sort.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=SORT
// RUN: spmd-opt %t/weights.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=WEIGHTS
// RUN: spmd-opt %t/collective.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=COLLECTIVE
// RUN: spmd-opt %t/other.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: spmd-opt %t/both.mlir --spmd-account 2>&1 | FileCheck %s --check-prefix=BOTH
// A limit that is exceeded says the same. JSON has it beside the collective, and no remarks.
// RUN: not spmd-opt %t/weights.mlir --spmd-fail-on="gather>0" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: spmd-opt %t/result.mlir --spmd-account=json 2>&1 | FileCheck %s --check-prefix=JSON

// JSON-NOT:  remark
// JSON:      "value": "%0",
// JSON-NEXT: "cause": "operand 0 of func.return: [{\"a\"}, {}] -> [{}, {}]",
// JSON-NEXT: "remedy": "the sharding <@mesh, [{\"a\"}, {}]> on result 0 of @main would keep it split",

//--- result.mlir
// RESULT: result.mlir:6:3: remark: %0 is split over a and gathered for operand 0 of func.return: [{"a"}, {}] -> [{}, {}], by 768 bytes from each device in a step
// RESULT: note: the sharding <@mesh, [{"a"}, {}]> on result 0 of @main would keep it split
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.tanh %x : tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
//--- annotation.mlir
// ANNOTATION: remark: %1 is split over a and gathered for operand 0 of stablehlo.reduce: [{"a"}, {}] -> [{}, {}], by 768 bytes
// ANNOTATION: note: <@mesh, [{"a"}, {}]> in the annotation %2 would keep it split
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<32x8xf32>
  %1 = stablehlo.sine %0 : tensor<32x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}]> : tensor<32x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x8xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
//--- constraint.mlir
// A barrier lets no sharding pass, but it asks for none either.
// CONSTRAINT: remark: %0 is split over a and gathered for operand 0 of stablehlo.sine
// CONSTRAINT: note: sdy.sharding_constraint <@mesh, [{"a"}, {}]> on %2 would keep it split
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<32x8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<32x8xf32>
  %2 = stablehlo.sine %1 : tensor<32x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x8xf32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
//--- loop.mlir
// LOOP: remark: %t is split over a and gathered for operand 1 of stablehlo.return: [{"a"}] -> [{}], by 1152 bytes
// LOOP: note: sdy.sharding_constraint <@mesh, [{"a"}]> on %0#1 would keep it split
// LOOP: remark: %x is split over a and gathered for operand 1 of stablehlo.while: [{"a"}] -> [{}], by 96 bytes
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<32xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<32xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}]>]>}
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.tanh %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<32xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<32xf32>
  }
  return %0#1 : tensor<32xf32>
}
//--- sort.mlir
// SORT: note: stablehlo.sort works on dim 0 as a whole
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<32xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %c = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<32xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
//--- weights.mlir
// WEIGHTS: remark: %w is split over data and gathered for operand 1 of stablehlo.dot_general
// WEIGHTS: note: stablehlo.dot_general splits another dim of its result by the same axes
// LIMIT: error: an all_gather over data sends 768 bytes
// LIMIT: note: it is for operand 1 of stablehlo.dot_general
// LIMIT: note: stablehlo.dot_general splits another dim of its result by the same axes
sdy.mesh @mesh = <["data"=4]>
func.func @main(%x: tensor<512x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}) -> (tensor<512x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<512x16xf32>, tensor<16x16xf32>) -> tensor<512x16xf32>
  return %0 : tensor<512x16xf32>
}
//--- collective.mlir
// COLLECTIVE: note: the program asks for it by sdy.all_gather %0
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %0 = sdy.all_gather [{"a"}] %x out_sharding=<@mesh, [{}]> : tensor<32xf32>
  return %0 : tensor<32xf32>
}
//--- other.mlir
// OTHER: remark: %0 is split over a and gathered for operand 0 of stablehlo.broadcast_in_dim
// OTHER: note: stablehlo.broadcast_in_dim splits this dim of its result by other axes
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> (tensor<32x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) {
  %0 = stablehlo.tanh %x : tensor<32xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<32xf32>) -> tensor<32x512xf32>
  return %1 : tensor<32x512xf32>
}
//--- both.mlir
// Of the two axes that are gathered, one is summed up over on the way to the result; the other one would stay.
// BOTH: remark: %0 is split over a, b and gathered for operand 0 of stablehlo.reshape: [{"a", "b"}] -> [{}], by 112 bytes
// BOTH: note: the sharding <@mesh, [{"a"}]> on result 0 of @main would keep it split
sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func @main(%x: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<32xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<32xf32>
  %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

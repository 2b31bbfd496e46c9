// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// Values that flow into regions and out of them are resharded behind their definition.

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: @carries_of_loops
func.func @carries_of_loops(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{"a"}]>
  // CHECK-NEXT: stablehlo.while(%iterArg = %[[X]])
  // CHECK: %[[N:.*]] = stablehlo.negate %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  // CHECK-NEXT: %[[B:.*]] = sdy.reshard %[[N]] <@m, [{"b"}]>
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[B]] <@m, [{"a"}]>
  // CHECK-NEXT: stablehlo.return %[[R]]
  %0 = stablehlo.while(%i = %x) : tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
  cond {
    %1 = sdy.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// A branch that returns a value from outside: one reshard for each use, the later use's first, outside of the branch.
// CHECK-LABEL: @branches
func.func @branches(%i: tensor<i32>, %x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // CHECK-NEXT: %[[B:.*]] = sdy.reshard %arg1 <@m, [{"a"}]>
  // CHECK-NEXT: %[[A:.*]] = sdy.reshard %arg1 <@m, [{"a"}]>
  // CHECK: stablehlo.return %[[A]]
  // CHECK: stablehlo.return %[[B]]
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Inside of a manual computation nobody sees the manual axes.
// CHECK-LABEL: @manual_computations
func.func @manual_computations(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@m, [{"a", "b"}]>
  // CHECK-NEXT: sdy.manual_computation(%[[X]])
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>}
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[N]] <@m, [{}]>
  // CHECK-NEXT: sdy.return %[[R]]
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a", "b"}]>] out_shardings=[<@m, [{"a"}]>] manual_axes={"a"} (%y: tensor<4xf32>) {
    %1 = stablehlo.negate %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

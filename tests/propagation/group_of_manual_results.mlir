// RUN: spmd-opt %s --sdy-propagation-pipeline 2>%t.warnings | FileCheck %s
// RUN: grep -c "members of sharding group 0 have different shardings" %t.warnings
// A result of a manual computation has its manual axes where they are: a group that it is in can neither bring nor move them.

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = call @before_propagation(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1:2 = call @while_propagating(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0, %1#0, %1#1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func private @before_propagation
func.func private @before_propagation(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: out_shardings=[<@mesh, [{}]>] manual_axes={"a"}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"a"} (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  sdy.sharding_group %0 group_id=0 : tensor<8xf32>
  sdy.sharding_group %1 group_id=0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func.func private @while_propagating
func.func private @while_propagating(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: out_shardings=[<@mesh, [{}]>] manual_axes={"a"}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"a"} (%y: tensor<8xf32>) {
    sdy.return %y : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8xf32>
  sdy.sharding_group %1 group_id=1 : tensor<8xf32>
  // CHECK: stablehlo.abs %{{.*}} : tensor<8xf32>
  %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

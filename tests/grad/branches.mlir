// RUN: spmd-opt %s --spmd-grad="function=f wrt=1" | FileCheck %s

// A branch returns what its backward part reads, the other one zeros in its place. Constants are not saved.
func.func @f(%which: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%which) ({
    %1 = stablehlo.exponential %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %two = stablehlo.constant dense<2.0> : tensor<4xf32>
    %1 = stablehlo.multiply %x, %two : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: @f_grad(
// CHECK-SAME:    %[[WHICH:[a-z0-9]+]]: tensor<i32>, %{{.*}}: tensor<4xf32>, %[[CT:[a-z0-9]+]]: tensor<4xf32>)
// CHECK:       %[[OUT:.*]]:2 = "stablehlo.case"(%[[WHICH]])
// CHECK:         %[[E:.*]] = stablehlo.exponential
// CHECK:         stablehlo.return %[[E]], %[[E]]
// CHECK:         %[[Y:.*]] = stablehlo.multiply
// CHECK:         stablehlo.return %[[Y]], %{{.*}}
// CHECK:       %[[G:.*]] = "stablehlo.case"(%[[WHICH]])
// CHECK-NEXT:    stablehlo.multiply %[[CT]], %[[OUT]]#1
// CHECK:         stablehlo.constant dense<2.0
// CHECK:       return %[[OUT]]#0, %[[G]]

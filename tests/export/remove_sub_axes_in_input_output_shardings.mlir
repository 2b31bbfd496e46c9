// RUN: spmd-opt %s --sdy-remove-sub-axes-in-input-output-shardings | FileCheck %s

sdy.mesh @m = <["x"=4, "y"=2]>

// CHECK-LABEL: @main
// CHECK-SAME: [{"y", ?}, {?}]
// CHECK-SAME: [{"x":(1)2}, {"y", ?}]
// CHECK-SAME: -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>})
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(1)2, ?}, {"x":(2)2, ?}]>},
                %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {"y", ?}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y", ?}]>}) {
  %0 = stablehlo.constant dense<0.0> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @not_main
// CHECK-SAME: [{"x":(1)2, ?}]
func.func private @not_main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, ?}]>}) {
  return
}

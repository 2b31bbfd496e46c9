// Elements outside of a window that is added to keep their bits: -0.0 as well.
// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-decompose | FileCheck %s

// CHECK-NOT: scatter
func.func @main(%y: tensor<60xf32>) -> tensor<64xi32> {
  %x = stablehlo.constant dense<-0.0> : tensor<64xf32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %c, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<64xf32>, tensor<1xi32>, tensor<60xf32>) -> tensor<64xf32>
  %2 = stablehlo.bitcast_convert %0 : (tensor<64xf32>) -> tensor<64xi32>
  return %2 : tensor<64xi32>
}

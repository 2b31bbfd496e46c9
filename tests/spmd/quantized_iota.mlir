// RUN: spmd-run %s --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s

// Positions become quantized numbers by way of real ones, also where each device computes its own part: 2 is stored as 2 / 0.5 + 3 = 7.
sdy.mesh @mesh = <["x"=2]>

// CHECK: %[[REAL:.*]] = stablehlo.convert %{{.*}} : (tensor<2xi64>) -> tensor<2xf32>
// CHECK: stablehlo.uniform_quantize %[[REAL]]
func.func @main() -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

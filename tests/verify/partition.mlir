// A program is compared with its partitioned form, op by op or as a whole, on meshes that divide its dims and on others. The program
// itself stays as it is.
// RUN: spmd-opt %s --spmd-verify-partition=report 2>&1 | FileCheck %s
// RUN: spmd-opt %s "--spmd-verify-partition=level=module report" --verify-diagnostics
// RUN: spmd-opt %s "--spmd-verify-partition=level=module report max-elements=10" 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: spmd-opt %s "--spmd-verify-partition=level=module report max-devices=5" 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: spmd-opt %s "--spmd-verify-partition=report max-devices=5" 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: sed s/@main/@other/ %s | spmd-opt - "--spmd-verify-partition=level=module report" 2>&1 | FileCheck %s --check-prefix=MAIN
// CHECK: remark: {{[0-9]+}} different ops are verified, 0 are not
// CHECK: sdy.mesh @mesh = <["data"=3, "model"=2]>
// CHECK: sdy.sharding_constraint
// ELEMENTS: is not verified: the arguments and results have 110 elements, the limit is 10
// DEVICES: is not verified: the mesh has 6 devices, the limit is 5
// MAIN: is not verified: there is no function main
sdy.mesh @mesh = <["data"=3, "model"=2]>
func.func @main(%x: tensor<10x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<3x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> (tensor<10x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<5x3xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<10x3xf32>, tensor<3x5xf32>) -> tensor<10x5xf32>
  %1 = stablehlo.tanh %0 : tensor<10x5xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"model"}, {"data"}]> : tensor<10x5xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [0] x [0] : (tensor<10x5xf32>, tensor<10x3xf32>) -> tensor<5x3xf32>
  return %2, %3 : tensor<10x5xf32>, tensor<5x3xf32>
}

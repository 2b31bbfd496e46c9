// RUN: spmd-opt %s --sdy-propagation-pipeline | FileCheck %s
// RUN: spmd-opt %s --sdy-propagation-pipeline=dedup-functions-fully=true | FileCheck %s --check-prefix=DEDUP
// RUN: spmd-opt %s --sdy-import-pipeline | FileCheck %s --check-prefix=IMPORT

// IMPORT: sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh
// IMPORT: call @f(%arg0) :
// CHECK: @main(%arg0: {{.*}}[{"a"}, {}]>}, %arg1: {{.*}}[{"b"}, {}]>})
// Each call has its own placement; dedup: one function, and a reshard after the call that wanted another.
// CHECK: call @f(%arg0) {sdy.sharding = {{.*}}[{"a"}, {}]
// CHECK: call @f_0(%arg1) {sdy.sharding = {{.*}}[{"b"}, {}]
// CHECK: func.func private @f(%arg0: {{.*}}[{"a"}, {}]
// CHECK: func.func private @f_0(%arg0: {{.*}}[{"b"}, {}]
// DEDUP: call @f(
// DEDUP: call @f(
// DEDUP: func.func private @f(
// DEDUP-NOT: func.func
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"a"}, {}]>},
                %y: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2, "b"=2]>, [{"b"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @f(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @f(%y) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @f(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.abs %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

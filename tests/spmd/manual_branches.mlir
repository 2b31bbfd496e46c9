// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-run %s --stop-after=partition > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: spmd-run %t.mlir --random-args=1 --save=%t.npz
// RUN: spmd-run %t.mlir --random-args=1 --backend=reference --save=%t.reference.npz
// RUN: cmp %t.npz %t.reference.npz

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// Devices along the manual axis may take different branches. A permutation in one of them waits only for the devices that its pairs
// join, which are all there.
// CHECK: "stablehlo.case"
// CHECK: "stablehlo.collective_permute"{{.*}}{{\[}}[0, 0], [1, 2], [2, 1], [3, 3], [4, 4], [5, 6], [6, 5], [7, 7]]
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}, {}]>] out_shardings=[<@mesh, [{"a", "b"}, {}]>]
      manual_axes={"a"} (%p: tensor<4x4xf32>) {
    %device = stablehlo.partition_id : tensor<ui32>
    %index = stablehlo.convert %device : (tensor<ui32>) -> tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %place = stablehlo.divide %index, %four : tensor<i32>
    %1 = "stablehlo.case"(%place) ({
      %2 = stablehlo.negate %p {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>} : tensor<4x4xf32>
      %3 = sdy.reshard %2 <@mesh, [{"c"}, {}]> : tensor<4x4xf32>
      %4 = stablehlo.abs %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"c"}, {}]>]>} : tensor<4x4xf32>
      stablehlo.return %4 : tensor<4x4xf32>
    }, {
      stablehlo.return %p : tensor<4x4xf32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {}]>]>} : (tensor<i32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

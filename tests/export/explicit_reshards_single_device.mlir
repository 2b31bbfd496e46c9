// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// An op on a single device takes whole values there, and gives whole ones back.

sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @device_1 = <[], device_ids=[1]>

// CHECK-LABEL: @there_and_back
func.func @there_and_back(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<8xf32>)
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  // CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}]>
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %[[W]] <@device_1, []>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg1 <@device_1, []>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[X]], %[[Y]] {sdy.sharding = #sdy.sharding_per_value<[<@device_1, []>]>}
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[S]] <@m, [{}]>
  // CHECK-NEXT: %[[T:.*]] = sdy.reshard %[[R]] <@m, [{"b"}]>
  // CHECK-NEXT: return %[[T]]
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@device_1, []>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

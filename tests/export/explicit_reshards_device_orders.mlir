// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// Meshes of one op may order the devices differently: the mesh of most split values wins, among equals the first one.

sdy.mesh @m = <["a"=2, "b"=2]>
sdy.mesh @r = <["a"=2, "b"=2], device_ids=[3, 2, 1, 0]>
sdy.mesh @same = <["a"=2, "b"=2]>

// CHECK-LABEL: @most_values_win
func.func @most_values_win(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>},
                           %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@r, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@r, [{"a"}]>}) {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@r, [{"a"}]>
  // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[X]], %arg1
  // CHECK-NEXT: return %[[S]]
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@r, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Whole values have no order.
// CHECK-LABEL: @whole_values_do_not_count
func.func @whole_values_do_not_count(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@r, [{"a"}]>}) {
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %arg0 <@r, [{"a"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %arg1 <@r, [{"a"}]>
  // CHECK-NEXT: stablehlo.add %[[X]], %[[Y]] {sdy.sharding = #sdy.sharding_per_value<[<@r, [{"a"}]>]>}
  %0 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@r, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Two names of one mesh need no reshard around an op.
// CHECK-LABEL: @names_do_not_matter
// CHECK-NEXT: stablehlo.negate %arg0
// CHECK-NEXT: return
func.func @names_do_not_matter(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@same, [{"a"}]>}) {
  %0 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@same, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// RUN: spmd-opt %s --sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// Partial values are reduced before ops that cannot take them. A whole value becomes partial where its target is.

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: @some_axes_stay_unreduced
func.func @some_axes_stay_unreduced(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a", "b"}]>},
                                    %y: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[D:.*]] = stablehlo.dot
  // CHECK-NEXT: %[[B:.*]] = sdy.all_reduce {"b"} %[[D]] out_sharding=<@m, [{}, {}], unreduced={"a"}>
  // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[B]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>}
  // CHECK-NEXT: %[[A:.*]] = sdy.all_reduce {"a"} %[[N]] out_sharding=<@m, [{}, {}]>
  // CHECK-NEXT: return %[[A]]
  %0 = stablehlo.dot %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"a"}>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A value without a sharding is whole, so its parts are made, too.
// CHECK-LABEL: @values_without_a_sharding
func.func @values_without_a_sharding(%x: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) {
  // CHECK-NEXT: %[[W:.*]] = sdy.reshard %arg0 <@m, [{}]>
  // CHECK-NEXT: %[[P:.*]] = sdy.replicated_to_unreduced {"a"} %[[W]] out_sharding=<@m, [{}], unreduced={"a"}>
  // CHECK-NEXT: return %[[P]]
  return %x : tensor<8xf32>
}

// The index of a case is reduced before the op, one carry of a loop behind its definition.
// CHECK-LABEL: @indices_and_carries
func.func @indices_and_carries(%i: tensor<i32> {sdy.sharding = #sdy.sharding<@m, [], unreduced={"a"}>},
                               %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}], unreduced={"a"}>}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[B:.*]] = sdy.all_reduce {"a"} %arg1 out_sharding=<@m, [{"b"}]>
  // CHECK-NEXT: %[[X:.*]] = sdy.reshard %[[B]] <@m, [{}]>
  // CHECK-NEXT: %[[A:.*]] = sdy.all_reduce {"a"} %arg1 out_sharding=<@m, [{"b"}]>
  // CHECK-NEXT: %[[Y:.*]] = sdy.reshard %[[A]] <@m, [{}]>
  // CHECK-NEXT: %[[I:.*]] = sdy.all_reduce {"a"} %arg0 out_sharding=<@m, []>
  // CHECK-NEXT: "stablehlo.case"(%[[I]])
  // CHECK: stablehlo.return %[[Y]]
  // CHECK: stablehlo.return %[[X]]
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<8xf32>
  }, {
    stablehlo.return %x : tensor<8xf32>
  }) : (tensor<i32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

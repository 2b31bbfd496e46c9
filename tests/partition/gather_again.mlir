// RUN: spmd-opt %s --spmd-refine-shardings --split-input-file | FileCheck %s
// RUN: spmd-opt %s --spmd-refine-shardings --spmd-insert-reshards --spmd-lower-reshards --spmd-localize --spmd-drop-unused --split-input-file | FileCheck %s --check-prefix=LOCAL

// The second loop reads what the first one has gathered and saved. It gathers the rows itself, and nothing is saved.
// CHECK-LABEL: @weights_of_a_layer
// LOCAL-LABEL: @weights_of_a_layer
sdy.mesh @mesh = <["data"=4]>
func.func @weights_of_a_layer(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %c0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0> : tensor<i32>
  %c1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<1> : tensor<i32>
  %c2 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<2> : tensor<i32>
  %c3 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<3> : tensor<i32>
  %empty = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} dense<0.0> : tensor<3x8x8xf32>
  // CHECK: %[[F:.*]]:3 = stablehlo.while(%{{.*}}, %{{.*}}, %[[SAVED:.*]] = %{{.*}}) :
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {}]>
  // CHECK-NOT: dynamic_update_slice
  // CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[SAVED]] :
  // LOCAL: stablehlo.while
  // LOCAL: "stablehlo.all_gather"
  // LOCAL-NOT: dynamic_update_slice
  %f:3 = stablehlo.while(%i = %c0, %h = %x, %s = %empty) : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"data"}, {}]>, <@mesh, [{}, {}, {}]>]>}
  cond {
    %p = stablehlo.compare LT, %i, %c3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wi = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 8, 8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"data"}, {}]>]>} : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %wi {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %g = sdy.reshard %m <@mesh, [{}, {}]> : tensor<8x8xf32>
    %d = stablehlo.dot_general %h, %g, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %r = stablehlo.reshape %g {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %s1 = stablehlo.dynamic_update_slice %s, %r, %i, %c0, %c0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    %n = stablehlo.add %i, %c1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    stablehlo.return %n, %d, %s1 : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32>
  }
  // The rows are read in the other order, from a value that this loop carries.
  // CHECK: stablehlo.while
  // CHECK: %[[J:.*]] = stablehlo.subtract
  // CHECK: %[[ROW:.*]] = stablehlo.dynamic_slice %arg1, %[[J]],
  // CHECK: %[[PART:.*]] = stablehlo.reshape %[[ROW]]
  // CHECK: %[[WHOLE:.*]] = sdy.reshard %[[PART]] <@mesh, [{}, {}]>
  // CHECK: stablehlo.reshape %[[WHOLE]]
  // LOCAL: stablehlo.while
  // LOCAL: "stablehlo.all_gather"
  // LOCAL: return
  %b:3 = stablehlo.while(%i = %c0, %h = %f#1, %s = %f#2) : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"data"}, {}]>, <@mesh, [{}, {}, {}]>]>}
  cond {
    %p = stablehlo.compare LT, %i, %c3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.subtract %c2, %i {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    %wi = stablehlo.dynamic_slice %s, %j, %c0, %c0, sizes = [1, 8, 8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %wi {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %d = stablehlo.dot_general %h, %m, contracting_dims = [1] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %n = stablehlo.add %i, %c1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    stablehlo.return %n, %d, %s : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32>
  }
  return %b#1 : tensor<8x8xf32>
}

// -----

// What is gathered is made in the loop. To gather it again it would have to be saved, and the values of a layer are not weights:
// sequence parallelism keeps them whole between its matmuls.
// CHECK-LABEL: @values_of_a_layer
sdy.mesh @mesh = <["data"=4]>
func.func @values_of_a_layer(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %c0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0> : tensor<i32>
  %c1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<1> : tensor<i32>
  %c3 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<3> : tensor<i32>
  %empty = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} dense<0.0> : tensor<3x8x8xf32>
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} dense<0.0> : tensor<8x8xf32>
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dynamic_update_slice
  %f:3 = stablehlo.while(%i = %c0, %h = %x, %s = %empty) : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"data"}, {}]>, <@mesh, [{}, {}, {}]>]>}
  cond {
    %p = stablehlo.compare LT, %i, %c3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.tanh %h {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : tensor<8x8xf32>
    %g = sdy.reshard %t <@mesh, [{}, {}]> : tensor<8x8xf32>
    %r = stablehlo.reshape %g {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<8x8xf32>) -> tensor<1x8x8xf32>
    %s1 = stablehlo.dynamic_update_slice %s, %r, %i, %c0, %c0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<3x8x8xf32>, tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x8xf32>
    %n = stablehlo.add %i, %c1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    stablehlo.return %n, %t, %s1 : tensor<i32>, tensor<8x8xf32>, tensor<3x8x8xf32>
  }
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dynamic_slice
  %b:2 = stablehlo.while(%i = %c0, %h = %zero) : tensor<i32>, tensor<8x8xf32> attributes {spmd.counter = 0 : i64, spmd.trip_count = 3 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {}]>]>}
  cond {
    %p = stablehlo.compare LT, %i, %c3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wi = stablehlo.dynamic_slice %f#2, %i, %c0, %c0, sizes = [1, 8, 8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<3x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>
    %m = stablehlo.reshape %wi {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<1x8x8xf32>) -> tensor<8x8xf32>
    %d = stablehlo.add %h, %m {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
    %n = stablehlo.add %i, %c1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : tensor<i32>
    stablehlo.return %n, %d : tensor<i32>, tensor<8x8xf32>
  }
  return %b#1 : tensor<8x8xf32>
}

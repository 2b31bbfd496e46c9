// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Partial values leave branches, go around a loop and pass a barrier as they are, and are combined where the program says so.
sdy.mesh @mesh = <["x"=2, "y"=3]>

// CHECK: "stablehlo.if"
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: stablehlo.return
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.while
// CHECK-NOT: "stablehlo.all_reduce"
// CHECK: stablehlo.return %{{.*}}, %{{.*}} : tensor<i32>, tensor<6x2xf32>
// CHECK: "stablehlo.all_reduce"
// CHECK: stablehlo.optimization_barrier
// CHECK-COUNT-2: "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.all_reduce"
func.func @main(%is: tensor<i1>, %a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6x6xf32>, tensor<6x6xf32>, tensor<6xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}], unreduced={"x"}>]>}
      : (tensor<6x4xf32>, tensor<4x6xf32>) -> tensor<6x6xf32>
  %1 = "stablehlo.if"(%is) ({
    %11 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}], unreduced={"x"}>]>} : tensor<6x6xf32>
    stablehlo.return %11 : tensor<6x6xf32>
  }, {
    stablehlo.return %0 : tensor<6x6xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}], unreduced={"x"}>]>} : (tensor<i1>) -> tensor<6x6xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}, {"y"}]> : tensor<6x6xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %3:2 = stablehlo.while(%i = %zero, %sum = %0) : tensor<i32>, tensor<6x6xf32>
      attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"y"}], unreduced={"x"}>]>}
  cond {
    %11 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %11 : tensor<i1>
  } do {
    %11 = stablehlo.add %sum, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}], unreduced={"x"}>]>} : tensor<6x6xf32>
    %12 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %12, %11 : tensor<i32>, tensor<6x6xf32>
  }
  %4 = sdy.all_reduce {"x"} %3#1 out_sharding=<@mesh, [{}, {"y"}]> : tensor<6x6xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %5 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1]
      {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced=max{"x"}>]>} : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
  %6 = "stablehlo.optimization_barrier"(%5) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced=max{"x"}>]>} : (tensor<6xf32>) -> tensor<6xf32>
  %7 = sdy.all_reduce max {"x"} %6 out_sharding=<@mesh, [{}]> : tensor<6xf32>
  // Every device makes all of a constant, whatever its annotation says.
  %8 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [], unreduced={"x"}>]>} dense<1.0> : tensor<f32>
  %9 = sdy.all_reduce {"x"} %8 out_sharding=<@mesh, []> : tensor<f32>
  %10 = stablehlo.reduce(%4 init: %9) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<f32>
  return %2, %4, %7, %10 : tensor<6x6xf32>, tensor<6x6xf32>, tensor<6xf32>, tensor<f32>
}

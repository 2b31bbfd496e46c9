// RUN: split-file %s %t
// RUN: spmd-run %t/alone.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/behind_dot.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/partial.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/in_manual.mlir --random-args=1 --check-against-sequential
// RUN: spmd-run %t/in_loop.mlir --random-args=1 --check-against-sequential
// RUN: spmd-opt %t/behind_dot.mlir --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: spmd-run %t/does_not_divide.mlir --random-args=1 --check-against-sequential 2>&1 | FileCheck %s --check-prefix=DIVIDE
// RUN: not spmd-run %t/never_added.mlir --random-args=1 2>&1 | FileCheck %s --check-prefix=BORDER

// A collective of the program says where a value goes; it is made once.
// CHECK-COUNT-1: "stablehlo.all_reduce"
// CHECK-NOT: "stablehlo.all_reduce"
// DIVIDE: does_not_divide.mlir:3:8: remark: dim 0 of 'tensor<6xf32>' is padded from 6 to 8 for 4 equal shards, 33 % more work along it

//--- alone.mlir
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.all_gather [{"y"}, {}] %x out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
  %3 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : tensor<8x8xf32>
  %4 = sdy.collective_permute %3 out_sharding=<@m, [{}, {"y"}]> : tensor<8x8xf32>
  %5 = stablehlo.cosine %4 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : tensor<8x8xf32>
  %6 = sdy.all_slice [{"x"}, {}] %5 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %7 = stablehlo.tanh %6 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %8 = sdy.all_gather [{"x"}, {"y"}] %7 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  %9 = stablehlo.negate %8 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : tensor<8x8xf32>
  // Nobody has to send anything for these: every device has the whole value.
  %10 = sdy.collective_permute %9 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  %11 = sdy.all_reduce {"x"} %10 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  %12 = sdy.reduce_scatter max [{}, {"x"}] %11 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
  return %12 : tensor<8x8xf32>
}

//--- behind_dot.mlir
// The devices along x hold partial sums of the dot, as the program knows without saying so.
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

//--- partial.mlir
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>},
    %c: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}, %d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {"x"}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>}
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // Partial sums meet partial sums: each device adds its own.
  %1 = sdy.replicated_to_unreduced {"x"} %c out_sharding=<@m, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}], unreduced={"x"}>]>} : tensor<8x8xf32>
  %3 = sdy.reduce_scatter [{}, {"x"}] %2 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
  %4 = sdy.sharded_to_unreduced [{}, {"x"}] %d out_sharding=<@m, [{"y"}, {}], unreduced={"x"}> : tensor<8x8xf32>
  %5 = sdy.all_reduce {"x"} %4 out_sharding=<@m, [{"y"}, {}]> : tensor<8x8xf32>
  %6 = stablehlo.tanh %5 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}, {}]>]>} : tensor<8x8xf32>
  %7 = sdy.sharded_to_unreduced [{"y"}, {"x"}] %d out_sharding=<@m, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
  %8 = sdy.all_slice [{}, {}] %7 out_sharding=<@m, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
  %9 = sdy.all_reduce {"x", "y"} %8 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %3, %6, %9 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

//--- in_manual.mlir
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"z", "x"}, {}]>] out_shardings=[<@m, [{"z"}, {}]>] manual_axes={"z"} (%p: tensor<4x8xf32>) {
    %1 = sdy.all_to_all [{"x"}: 0->1] %p out_sharding=<@m, [{}, {"x"}]> : tensor<4x8xf32>
    %2 = stablehlo.tanh %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : tensor<4x8xf32>
    %3 = sdy.collective_permute %2 out_sharding=<@m, [{}, {"y"}]> : tensor<4x8xf32>
    %4 = sdy.sharded_to_unreduced [{}, {"y"}] %3 out_sharding=<@m, [{}, {}], unreduced={"y"}> : tensor<4x8xf32>
    %5 = sdy.all_reduce {"y"} %4 out_sharding=<@m, [{}, {}]> : tensor<4x8xf32>
    sdy.return %5 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//--- in_loop.mlir
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %more = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %1 = sdy.reshard %y <@m, [{"x"}, {}]> : tensor<8x8xf32>
    %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@m, [{}, {"x"}]> : tensor<8x8xf32>
    %3 = stablehlo.tanh %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x"}]>]>} : tensor<8x8xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %3 : tensor<i32>, tensor<8x8xf32>
  }
  return %0#1 : tensor<8x8xf32>
}

//--- does_not_divide.mlir
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<6xf32> {
  %0 = sdy.all_slice [{"y"}] %x out_sharding=<@m, [{"x", "y"}]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

//--- never_added.mlir
// BORDER: never_added.mlir:{{.*}}error: {{.*}}unreduced
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"x"}>}) {
  %0 = sdy.sharded_to_unreduced [{"x"}] %x out_sharding=<@m, [{}], unreduced={"x"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// A program that generated code does not run has an account; what it needs compiled code for is not known.
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: spmd-opt %s --spmd-account=json | FileCheck %s --check-prefix=JSON
// RUN: not spmd-opt %s --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=PEAK

// BUDGET: all_reduce<=1 peak<=1GiB

// CHECK: In a step each device sends 96 bytes by 1 collectives.
// CHECK-NEXT: By the topology they take 1.02 us one after another. How many join is not known: {{.*}}account_of_unknown_op.mlir:[[@LINE+8]]:10: has a computation that is not one of add
// JSON: "joined": null,
// PEAK: error: is not known to hold, since generated code does not run this program: {{.*}}:10: has a computation
// PEAK-NEXT: BUDGET: all_reduce<=1 peak<=1GiB
// PEAK-NOT: error
sdy.mesh @mesh = <["a"=4]>
func.func @main(%x: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<16xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"a"} (%l: tensor<16xf32>) {
    %m = "stablehlo.all_reduce"(%l) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.subtract %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<16xf32>) -> tensor<16xf32>
    sdy.return %m : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

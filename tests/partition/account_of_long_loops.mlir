// Numbers that are too large become the largest one: no limit holds by an overflow.
// RUN: spmd-opt %s --spmd-account | FileCheck %s
// RUN: not spmd-opt %s --spmd-fail-on="any>1KiB" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not spmd-opt %s --spmd-check-budget 2>&1 | FileCheck %s --check-prefix=BOTH
// Limits of several flags count together.
// RUN: not spmd-opt %s --spmd-fail-on="any>1KiB" --spmd-fail-on="any>9GiB,gather>1" 2>&1 | FileCheck %s --check-prefix=LIMIT
// Bytecode has no names; its account is the same.
// RUN: spmd-opt %s --emit-bytecode -o %t.bc
// RUN: spmd-opt %t.bc --spmd-account | FileCheck %s

// BUDGET: any<=3 bytes<=1KiB

// CHECK: In a step each device sends 9,223,372,036,854,775,807 bytes by 9,223,372,036,854,775,807 collectives.
// LIMIT: sends 9223372036854775807 bytes from each device in a step, more than the 1024 of --spmd-fail-on=any>1KiB
// BOTH:  does not hold: a step has 9223372036854775807
// BOTH:  does not hold: a step has 9223372036854775807
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %o = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<4611686018427387904> : tensor<i64>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %z, %s = %f, %b = %a) : tensor<i64>, tensor<f32>, tensor<64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %r2:3 = stablehlo.while(%i2 = %z, %s2 = %s, %b2 = %b) : tensor<i64>, tensor<f32>, tensor<64xf32>
    cond {
      %c = stablehlo.compare LT, %i2, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %t = stablehlo.reduce(%b2 init: %s2) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
      %tb = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %b3 = stablehlo.add %b2, %tb : tensor<64xf32>
      %i3 = stablehlo.add %i2, %o : tensor<i64>
      stablehlo.return %i3, %t, %b3 : tensor<i64>, tensor<f32>, tensor<64xf32>
    }
    %i3 = stablehlo.add %i, %o : tensor<i64>
    stablehlo.return %i3, %r2#1, %r2#2 : tensor<i64>, tensor<f32>, tensor<64xf32>
  }
  return %r#1 : tensor<f32>
}

// RUN: spmd-opt %s --spmd-check-source --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
func.func @a_loop_has_placements(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%n = %i, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = sdy.sharding_constraint %v <@mesh, [{"x"}]> : tensor<8xf32>
    stablehlo.return %n, %1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @a_reduction_has_none(%x: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %1 = stablehlo.add %l, %r : tensor<f32>
      // A wish for a placement says nothing here.
      %2 = sdy.sharding_constraint %1 <@mesh, []> : tensor<f32>
      // expected-error @+1 {{stands in the body of 'stablehlo.reduce', which works on single elements; only whole tensors are placed}}
      %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, []>] out_shardings=[<@mesh, []>] manual_axes={"x"} (%part: tensor<f32>) {
        sdy.return %part : tensor<f32>
      } : (tensor<f32>) -> tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }
  return %0 : tensor<f32>
}

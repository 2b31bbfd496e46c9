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
  // expected-note @+1 {{the op with this body is here}}
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

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @a_loop_may_hold_a_manual_computation(%x: tensor<8xf32>, %i: tensor<i32>) -> tensor<8xf32> {
  %0:2 = stablehlo.while(%n = %i, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = sdy.manual_computation(%v) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%part: tensor<4xf32>) {
      sdy.return %part : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    stablehlo.return %n, %1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}

// -----

func.func @an_op_of_stage_optimize(%x: tensor<4x8xf32>, %y: tensor<8x2xf32>) -> tensor<4x2xf32> {
  // expected-error @+1 {{is made by stage optimize; a program that went through it cannot be compiled once more (what stage partition leaves can)}}
  %0 = spmd.dot %x, %y batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Only the first refused op is reported, and an op before its body.
func.func @one_message(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'spmd.fusion' op is made by stage optimize}}
  %0 = spmd.fusion(%a = %x) : (tensor<8xf32>) -> tensor<8xf32> {
    %1 = stablehlo.abs %a : tensor<8xf32>
    spmd.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

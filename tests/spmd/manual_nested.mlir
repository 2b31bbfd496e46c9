// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// The devices of an inner manual computation share a global value only where they are at the same place along the outer manual axes:
// its results are joined from theirs, and the other half of them may not even be here.
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {}]>]
      out_shardings=[<@mesh, [{"a"}, {}]>, <@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<4x4xf32>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"b", "c"}]>] out_shardings=[<@mesh, [{"c"}, {"b"}]>]
        manual_axes={"b"} (%r: tensor<4x2xf32>) {
      %2 = stablehlo.tanh %r : tensor<4x2xf32>
      sdy.return %2 : tensor<4x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %device = stablehlo.partition_id : tensor<ui32>
    %index = stablehlo.convert %device : (tensor<ui32>) -> tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %place = stablehlo.divide %index, %four : tensor<i32>
    %3 = "stablehlo.case"(%place) ({
      stablehlo.return %1 : tensor<4x4xf32>
    }, {
      %4 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{"b"}, {}]>]
          manual_axes={"b"} (%r: tensor<2x4xf32>) {
        %5 = stablehlo.negate %r : tensor<2x4xf32>
        sdy.return %5 : tensor<2x4xf32>
      } : (tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %4 : tensor<4x4xf32>
    }) : (tensor<i32>) -> tensor<4x4xf32>
    sdy.return %1, %3 : tensor<4x4xf32>, tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// A result that is unreduced along a manual axis is the sum (or maximum) of what the devices along it return; an operand that is comes
// in as summands.
func.func @main(%x: tensor<8x4xf32>, %y: tensor<8x4xi32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>) {
  %0:2 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a"}, {}]>]
      out_shardings=[<@mesh, [{"b"}, {}], unreduced={"a"}>, <@mesh, [{}, {"c"}], unreduced=max{"a"}>] manual_axes={"a"}
      (%p: tensor<4x4xf32>, %q: tensor<4x4xi32>) {
    %1 = stablehlo.tanh %p : tensor<4x4xf32>
    %2 = stablehlo.multiply %q, %q : tensor<4x4xi32>
    sdy.return %1, %2 : tensor<4x4xf32>, tensor<4x4xi32>
  } : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<4x4xf32>, tensor<4x4xi32>)
  %3 = stablehlo.cosine %0#0 : tensor<4x4xf32>
  %4 = sdy.manual_computation(%0#0) in_shardings=[<@mesh, [{"b"}, {}], unreduced={"a"}>] out_shardings=[<@mesh, [{"b"}, {}]>]
      manual_axes={"a"} (%p: tensor<4x4xf32>) {
    %5 = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %sum = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %5 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.negate %0#1 : tensor<4x4xi32>
  return %3, %4, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xi32>
}

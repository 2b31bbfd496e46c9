// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>

// An open dim at the border takes an axis from its neighbours that does not divide it (c does not divide 25, nor b 1): such an
// axis is left out there.
func.func @main(%x: tensor<4x12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"c"}]>}, %y: tensor<2xi32>)
    -> (tensor<4x25xi32>, tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)2}]>}) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.pad %x, %one, low = [0, 0], high = [0, 2], interior = [0, 1] : (tensor<4x12xi32>, tensor<i32>) -> tensor<4x25xi32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a"}, {}]>] manual_axes={"a"} (%p: tensor<2x25xi32>) {
    %2 = stablehlo.negate %p : tensor<2x25xi32>
    sdy.return %2 : tensor<2x25xi32>
  } : (tensor<4x25xi32>) -> tensor<4x25xi32>
  %3 = sdy.manual_computation(%y) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={"a"} (%p: tensor<1xi32>) {
    %4 = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<[[0, 8], [1, 9], [2, 10], [3, 11], [4, 12], [5, 13], [6, 14], [7, 15]]> : tensor<8x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %5 = stablehlo.add %l, %r : tensor<i32>
      stablehlo.return %5 : tensor<i32>
    }) : (tensor<1xi32>) -> tensor<1xi32>
    sdy.return %4 : tensor<1xi32>
  } : (tensor<2xi32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %3, %3, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %1, %6 : tensor<4x25xi32>, tensor<2xi32>
}

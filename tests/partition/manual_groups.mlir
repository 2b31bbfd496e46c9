// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=2]>

// Inside, the author's collectives join whole values along the free axis b: the devices along b hold the same there, whatever the
// placement of the values is.
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>) {
  %0:3 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a", "b"}, {}]>]
      out_shardings=[<@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>, <@mesh, [{"a", "b"}, {}]>] manual_axes={"a"} (%p: tensor<4x8xf32>) {
    %1 = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %sum = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.all_gather"(%p) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
        replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
    %3 = "stablehlo.collective_permute"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>,
        source_target_pairs = dense<[[0, 3], [1, 2], [2, 1], [3, 0]]> : tensor<4x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1, %2, %3 : tensor<4x8xf32>, tensor<4x16xf32>, tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>)
  return %0#0, %0#1, %0#2 : tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x8xf32>
}

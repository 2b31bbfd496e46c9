// RUN: spmd-run %s --random-args=1 --check-against-sequential

sdy.mesh @mesh = <["a"=2, "b"=4], device_ids=[1, 0, 2, 3, 4, 5, 6, 7]>

// The parts of b move from the last dim to the first one. In the body, a is no spare axis that could hold one of them meanwhile: the
// devices along it hold different values.
func.func @main(%x: tensor<12x6x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}, {}]>})
    -> (tensor<12x6x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(1)2}, {}, {"a"}]>}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {"a"}, {"b"}]>] out_shardings=[<@mesh, [{"b":(1)2}, {"a"}, {}]>]
      manual_axes={"a"} (%p: tensor<12x3x12xf32>) {
    %1 = sdy.reshard %p <@mesh, [{"b"}, {}, {}]> : tensor<12x3x12xf32>
    sdy.return %1 : tensor<12x3x12xf32>
  } : (tensor<12x6x12xf32>) -> tensor<12x6x12xf32>
  return %0 : tensor<12x6x12xf32>
}

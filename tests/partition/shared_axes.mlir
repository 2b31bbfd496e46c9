// RUN: spmd-opt --spmd-account %s 2>/dev/null | FileCheck %s
// RUN: spmd-run %s --random-args=1 --check-against-sequential

// The gradient of a weight that is split over both axes, like the batch. Its rows and the batch share them: the batch keeps the major axis, and
// rows of x move along the minor one. A sum over both axes would send 967,680 bytes.
// CHECK:      In a step each device sends 289,408 bytes by 4 collectives.
// CHECK:      all_gather b {{.*}}operand 0 of stablehlo.dot_general: [{"a", "b"}, {}, {}] -> [{"a"}, {}, {}]
// CHECK:      reduce_scatter a {{.*}}operand 0 of func.return: [{}, {"b"}] partial over "a" -> [{}, {"a", "b"}]
// CHECK:      all_to_all b {{.*}}operand 1 of stablehlo.dot_general: [{"a", "b"}, {}, {}] -> [{"a"}, {}, {"b"}]
// CHECK:      collective_permute{{.*}}tensor<256x15xf32>
sdy.mesh @mesh = <["a"=8, "b"=8]>
func.func @main(%x: tensor<64x16x960xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {}]>},
                %dy: tensor<64x16x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}, {}]>})
    -> (tensor<256x960xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a", "b"}]>}) {
  %0 = stablehlo.dot_general %dy, %x, contracting_dims = [0, 1] x [0, 1] : (tensor<64x16x256xf32>, tensor<64x16x960xf32>) -> tensor<256x960xf32>
  return %0 : tensor<256x960xf32>
}

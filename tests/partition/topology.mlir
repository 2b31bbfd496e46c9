// The axes x and y split the contracted dim of both factors, so one factor has to move. Where both links are as fast, a permute turns
// y into x. A permute waits for the slower link: where one is slow, a quarter is permuted, and the rest is gathered along the other link.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s
// RUN: echo '{"axes": {"x": {"rate": 1}}}' > %t.x.json
// RUN: spmd-opt %s --spmd-pipeline="stop-after=partition topology=%t.x.json" | FileCheck %s --check-prefix=X
// RUN: echo '{"axes": {"y": {"rate": 1}}}' > %t.y.json
// RUN: spmd-opt %s --spmd-pipeline="stop-after=partition topology=%t.y.json" | FileCheck %s --check-prefix=Y
// RUN: not spmd-opt %s --spmd-pipeline="stop-after=partition topology=%t.none.json" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not spmd-run %s --random-args=1 --topology=%t.none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not spmd-run %s --random-args=1 --topology=%t.x.json --backend=reference 2>&1 | FileCheck %s --check-prefix=REFERENCE
// NONE: error: topology: {{.*}}.none.json is not readable: No such file or directory
// REFERENCE: --topology, --reduce-dtype, --overlap-memory, --keep-unrolled and --no-run: the reference interpreter compiles nothing

sdy.mesh @mesh = <["x"=4, "y"=4]>

// CHECK: collective_permute{{.*}}(tensor<1024x64xf32>)
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: all_reduce{{.*}}axis_ref<name = "x">]>
// X: collective_permute{{.*}}(tensor<256x64xf32>)
// X-NEXT: all_gather{{.*}}axis_ref<name = "y">]>
// X-NEXT: stablehlo.dot_general
// Y: collective_permute{{.*}}(tensor<64x256xf32>)
// Y-NEXT: all_gather{{.*}}axis_ref<name = "x">]>
// Y-NEXT: stablehlo.dot_general
func.func @main(%a: tensor<64x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %w: tensor<4096x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x4096xf32>, tensor<4096x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// RUN: spmd-run %s --random-args=1 --check-against-sequential
// RUN: spmd-opt %s --spmd-pipeline=stop-after=partition | FileCheck %s

// Bits are those of the whole generator, and so is the state behind it, however the bits are split: a device makes all and keeps its part.
sdy.mesh @mesh = <["a"=2, "b"=3]>

// CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<2xui64>, tensor<24xui32>)
// CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<3xui64>, tensor<12xui8>)
// CHECK: stablehlo.rng_bit_generator {{.*}} -> (tensor<3xui64>, tensor<6x4xui32>)
func.func @main(%key: tensor<2xui64>, %wide: tensor<3xui64> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})
    -> (tensor<2xui64>, tensor<6x4xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>},
        tensor<3xui64>, tensor<12xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}]>},
        tensor<6x4xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}) {
  %0:2 = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x4xui32>)
  %1:2 = stablehlo.rng_bit_generator %wide, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<12xui8>)
  %2:2 = stablehlo.rng_bit_generator %wide, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6x4xui32>)
  return %0#0, %0#1, %1#0, %1#1, %2#1 : tensor<2xui64>, tensor<6x4xui32>, tensor<3xui64>, tensor<12xui8>, tensor<6x4xui32>
}

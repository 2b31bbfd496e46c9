// Devices are replicas if there are several. Replicas and partitions at once are refused.
// RUN: spmd-opt %s --sdy-convert-global-to-local=replica-count=2 | FileCheck %s
// RUN: not spmd-opt %s "--sdy-convert-global-to-local=replica-count=2 partition-count=2" 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: has 2 replicas and 2 partitions; devices are numbered by one of them only

sdy.mesh @m = <["a"=2]>

// CHECK-LABEL: @iota
// CHECK: stablehlo.replica_id : tensor<ui32>
// CHECK-NOT: partition_id
func.func @iota() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) {
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// RUN: spmd-opt %s --sdy-export-pipeline="enable-insert-explicit-collectives=true inline-meshes=false" --dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=COLLECTIVES
// RUN: spmd-opt %s --sdy-export-pipeline="enable-per-instruction-partitioning=true per-instruction-partitioning-filter=dot enable-halo-exchange=false partition-count=4" --dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=ONE-BY-ONE
// RUN: spmd-opt %s --sdy-export-pipeline --dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=RESHARDS
// RUN: spmd-opt %s --sdy-partitioner-pipeline="partition-count=4" --dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=PARTITION
// The options of the pipelines choose passes and their options.

// COLLECTIVES: sdy-insert-explicit-reshards{enable-full-version=true}
// COLLECTIVES: canonicalize
// COLLECTIVES: sdy-reshard-to-collectives{keep-redundant-reshards=false}
// COLLECTIVES: canonicalize
// COLLECTIVES-NOT: sdy-per-instruction-partitioning

// ONE-BY-ONE: sdy-insert-explicit-reshards{enable-full-version=true}
// ONE-BY-ONE: sdy-per-instruction-partitioning{enable-halo-exchange=false filter=dot partition-count=4 replica-count=1}
// ONE-BY-ONE: canonicalize
// ONE-BY-ONE-NOT: sdy-reshard-to-collectives

// RESHARDS: sdy-insert-explicit-reshards{enable-full-version=false}
// RESHARDS-NOT: sdy-reshard-to-collectives

// PARTITION: sdy-insert-explicit-reshards{enable-full-version=true}
// PARTITION: sdy-resolve-permutation-factors{enable-halo-exchange=true partition-count=4 replica-count=1}
// PARTITION: sdy-reshard-to-collectives
// PARTITION: sdy-pad-for-divisibility
// PARTITION: sdy-resolve-single-device-sharding{partition-count=4 replica-count=1}
// PARTITION: sdy-convert-global-to-local
// PARTITION: sdy-drop-sharding-and-mesh
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// RUN: spmd-opt %s --sdy-export-pipeline="enable-per-instruction-partitioning=true per-instruction-partitioning-filter=dot enable-halo-exchange=false partition-count=4" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE-BY-ONE
// RUN: spmd-opt %s --sdy-partitioner-pipeline="partition-count=4" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARTITION
// What partitions: single ops in place, or the whole program.

// ONE-BY-ONE: sdy-insert-explicit-reshards{enable-full-version=true}
// ONE-BY-ONE: sdy-per-instruction-partitioning{enable-halo-exchange=false filter=dot partition-count=4 replica-count=1}
// ONE-BY-ONE: canonicalize
// ONE-BY-ONE-NOT: sdy-reshard-to-collectives

// PARTITION: sdy-insert-explicit-reshards{enable-full-version=true}
// PARTITION: sdy-resolve-permutation-factors{enable-halo-exchange=true partition-count=4 replica-count=1}
// PARTITION: sdy-reshard-to-collectives
// PARTITION: sdy-pad-for-divisibility
// PARTITION: sdy-resolve-single-device-sharding{partition-count=4 replica-count=1}
// PARTITION: sdy-convert-global-to-local
// PARTITION: sdy-drop-sharding-and-mesh
module {}

// RUN: spmd-opt %s --sdy-export-pipeline="enable-insert-explicit-collectives=true inline-meshes=false" --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=COLLECTIVES
// RUN: spmd-opt %s --sdy-export-pipeline --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=RESHARDS
// The options of the export pipeline choose passes and their options.

// COLLECTIVES: sdy-insert-explicit-reshards{enable-full-version=true}
// COLLECTIVES: canonicalize
// COLLECTIVES: sdy-reshard-to-collectives{keep-redundant-reshards=false}
// COLLECTIVES: canonicalize
// COLLECTIVES-NOT: sdy-per-instruction-partitioning

// RESHARDS: sdy-insert-explicit-reshards{enable-full-version=false}
// RESHARDS-NOT: sdy-reshard-to-collectives
module {}

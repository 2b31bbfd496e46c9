// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the results that get the memory of donated arguments. JAX names them itself where it
// knows the shardings of results; on a mesh it leaves that to the compiler.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// Turns jax.buffer_donor of main's arguments into tf.aliasing_output of results that no argument
/// has, in order: a training step returns its state as it takes it. Both have one local type and
/// one sharding. What finds no result keeps its attribute. The module is partitioned.
///   (%a {donor}, %b, %c {donor}) -> (%x, %y, %z) of one type:  a -> x, c -> y
void pairDonors(mlir::ModuleOp module);

} // namespace spmd

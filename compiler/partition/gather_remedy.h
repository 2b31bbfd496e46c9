// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says for a reshard that gathers a split dim which annotation would keep the value split. It asks
// rules and placements only: nothing is partitioned again, so the annotation may make other values
// move.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// The first operand that reads the reshard's result, behind further reshards; null if nothing
/// does.
mlir::OpOperand *firstUse(sdy::ReshardOp reshard);

/// What would keep the value split, looking from its first user forward to the annotation that
/// wants the dim whole. Empty for a reshard that gathers nothing.
///   the sharding <@mesh, [{"a"}, {}]> on result 0 of @main would keep it split
///   <@mesh, [{"a"}, {}]> in the annotation %3 would keep it split
///   sdy.sharding_constraint <@mesh, [{"a"}, {}]> on %2 would keep it split
///   stablehlo.sort works on dim 0 as a whole
std::string remedyAgainstGather(sdy::ReshardOp reshard, const AtomTable &atoms);

} // namespace spmd

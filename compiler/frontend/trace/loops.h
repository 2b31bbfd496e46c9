// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loops of all kinds share while they are recorded.
#pragma once
#include "compiler/frontend/include/spmd/control_flow.h"
#include "compiler/frontend/trace/emitter.h"

namespace spmd {
inline namespace frontend {

using Values = llvm::SmallVector<mlir::Value>;

/// An emitter at the place where the trace records. It is made for a few ops and thrown away: the
/// place changes with each part.
Emitter emitterOf(Trace &trace, Where where);
/// Throws where a carry has another structure than in the trip before.
void checkCarry(const char *name, const Structure &was, TreeRef carry, Where where);
/// stablehlo.while with these initial values, and without its two regions.
stablehlo::WhileOp makeLoop(Trace &trace, Where where, mlir::ValueRange inits);
/// Adds the condition counter < limit, where the counter is the first value of the loop. `limit` is
/// made inside of the condition, so that passes find a constant there (annotate_trip_count.cpp).
void addCounterCondition(Trace &trace, Where where, stablehlo::WhileOp loop,
                         llvm::function_ref<mlir::Value(Emitter &)> limit);

} // namespace frontend
} // namespace spmd

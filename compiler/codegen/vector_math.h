// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementary functions of floats as vector code: no call per lane for f32, but for angles beyond
// 2^28. Errors are stated beside each function in units in the last place (ulp), measured against
// double precision by vector_math_test.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

/// Appends, at the end of a block, the code of function `name` ("exp", "tanh", "atan2", ..; C's
/// names without suffix) on `arguments`, all float or double, scalars or vectors of one length.
/// Functions without own code become calls of libm, lane by lane.
llvm::Value *emitMathFunction(llvm::IRBuilder<> &b, llvm::StringRef name,
                              llvm::ArrayRef<llvm::Value *> arguments);

/// The same bits as "exp" for f32 that are at most zero or NaN, in four instructions less.
llvm::Value *emitExpOfAtMostZero(llvm::IRBuilder<> &b, llvm::Value *x);

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits elementary functions of floats as vector code. Nothing is called per lane, except for
// angles beyond 2^28 and functions without code here. vector_math_test and vector_doubles_test
// measure the errors in units in the last place (ulp) against more digits.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

/// Appends the code of function `name` at the end of a block. Names are those of C without
/// suffix ("exp", "tanh", "atan2", ..), and rsqrt and logistic. Arguments are all float or
/// all double, scalars or vectors of one length. Functions without code here become calls of
/// libm per lane.
llvm::Value *emitMathFunction(llvm::IRBuilder<> &b, llvm::StringRef name,
                              llvm::ArrayRef<llvm::Value *> arguments);

/// For f32 that are at most zero, or NaN: the same bits as "exp" with four instructions
/// less.
llvm::Value *emitExpOfAtMostZero(llvm::IRBuilder<> &b, llvm::Value *x);

} // namespace spmd

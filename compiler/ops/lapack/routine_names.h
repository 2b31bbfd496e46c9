// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of LAPACK's routines as targets of custom calls, in both directions.
#pragma once
#include "runtime/kernels/lapack.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace spmd::ops {

/// The routine that a target names, and the type of its matrices; nothing for other targets.
///   lapack_zungqr_ffi -> Orgqr of c128
std::optional<std::pair<rt::LapackRoutine, rt::DType>> routineOf(llvm::StringRef target);
/// The target of a routine by its name for real matrices: orgqr of c128 -> lapack_zungqr_ffi.
std::string targetOf(llvm::StringRef name, rt::DType type);

} // namespace spmd::ops

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library call of an op, which its facet `kernel` gives.
#pragma once
#include "compiler/ops/rule.h"
#include "runtime/kernels/library_config.h"

namespace spmd {

/// A call of a routine of runtime/kernels.
struct KernelCall {
  rt::LibraryConfig config;
  // The body of a comparator or scatter, which is compiled as a function of scalars.
  mlir::Region *callback = nullptr;
};

/// The call of the routine that computes `op`. Nothing where no routine covers its types or its
/// body.
inline std::optional<KernelCall> libraryCall(mlir::Operation *op) {
  auto *kernel = Rules::of(op).kernel;
  return kernel ? kernel(op) : std::nullopt;
}

/// Whether the routine that computes `op` writes its results over its first operands.
inline bool worksInPlace(mlir::Operation *op) {
  std::optional<KernelCall> call = libraryCall(op);
  return call && rt::routineOf(call->config).inPlace;
}

} // namespace spmd

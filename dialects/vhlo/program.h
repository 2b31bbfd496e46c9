// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of an artifact, built as ops of StableHLO and sdy while they are read.
#pragma once
#include "dialects/vhlo/container.h"
#include "dialects/vhlo/op_table.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spmd::vhlo {

/// Builds the module of a file; null after a fault. The module is not verified. `version` is that
/// of the file: an op that the version does not have is a fault.
mlir::OwningOpRef<mlir::ModuleOp> readProgram(const Container &file, Version version,
                                              mlir::MLIRContext *context, Faults &faults);

} // namespace spmd::vhlo

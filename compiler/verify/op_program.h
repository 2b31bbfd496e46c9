// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a program of one op, so that its local form can be run alone: the op with the placements
// that insert-reshards gave its operands and results, as the main of a module of its own.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace spmd {

/// The op on a mesh. Its dims are shorter where its factors allow it, but split into as many
/// shards. An operand that is partial becomes partial in the program. A result that is partial is
/// added up at the end.
///   add %x {"a"}, %y {"a"}  of 4096x512  ->
///   main(%x: 4x512 {"a"}, %y: 4x512 {"a"}) { add %x, %y {"a"} }
struct OpProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  int64_t steps = 0;        // of its loops, or elements of all operands and results together
  bool combines = false;    // a result is the sum of parts that several devices computed
  std::string text() const; // without locations; equal for equal ops
};

/// Requires shardings as after insert-reshards. Fails with the reason where the op means nothing on
/// its own: it depends on its device, has effects or values that are no tensors.
llvm::Expected<OpProgram> programOf(mlir::Operation *op);

} // namespace spmd

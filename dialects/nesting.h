// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How deep programs may nest. MLIR's parser, printer and verifier, and many passes, call themselves
// for each level, so text that nests deeper than the stack is high ends the process. Both checks
// here run without recursion, before anything that has it.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace spmd {

/// Brackets that are open at one place of the text, and regions inside each other once calls are
/// inlined. Models nest less than fifty deep. The parser takes some 4 KiB of stack for an `if` (two
/// brackets), so 8 MiB, a thread's usual stack, hold four times as much.
inline constexpr int64_t kDeepestNesting = 1000;

struct NestingFault {
  unsigned line, column; // from 1
  std::string message;
};

/// Where a text nests deeper than `limit`, if it does: by (, [, { and <; by aliases that are made
/// of aliases; by terms of an affine map. Reads the text once, without regard for what the brackets
/// mean: strings and comments are skipped. `separator` is the comment at which the text is split
/// into modules before it is parsed; empty: it is parsed as one.
std::optional<NestingFault> findDeepNesting(llvm::StringRef text, int64_t limit,
                                            llvm::StringRef separator = {});

/// The same of a parsed module: regions inside each other, through calls and the decompositions of
/// composites. Fails with an error at the innermost function.
mlir::LogicalResult checkNesting(mlir::ModuleOp module, int64_t limit);

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks how deep programs nest. MLIR's parser, printer and verifier, and many passes, recurse once
// per level, so a text that nests too deep overflows the stack and ends the process. Both checks
// here run without recursion, and before any recursive code.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace spmd {

/// The limit of both checks: brackets that are open at one place of the text, and regions inside
/// each other once calls are inlined. Models nest less than fifty deep. The parser takes some 4 KiB
/// of stack for an `if`, which has two brackets, so the usual 8 MiB of a thread hold some 4000
/// brackets, four times the limit (derived).
inline constexpr int64_t kDeepestNesting = 1000;

struct NestingFault {
  unsigned line, column; // from 1
  std::string message;
};

/// Returns the first place where `text` nests deeper than `limit`, nothing if there is none. Depth
/// counts the brackets (, [, { and <, aliases that are built from aliases, and the terms of an
/// affine map. The text is read once; brackets are not matched by kind; strings and comments are
/// skipped. `separator` is the comment at which the text is later split into modules; where it is
/// empty, the text is one module.
std::optional<NestingFault> findDeepNesting(llvm::StringRef text, int64_t limit,
                                            llvm::StringRef separator = {});

/// Checks a parsed module: counts regions inside each other, through calls and through the
/// decompositions of composites. Fails with an error at the function that passes the limit.
mlir::LogicalResult checkNesting(mlir::ModuleOp module, int64_t limit);

} // namespace spmd

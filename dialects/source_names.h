// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names that values have in a program's text, kept through passes: they travel inside locations,
// which passes copy and compose. For tools that talk with users about values after passes have
// moved, copied or inlined them.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"
#include <optional>

namespace spmd {

/// The logical axes of a value's dims: spmd.logical = ["batch", "", "embed"] on arguments and
/// results of functions and on ops of one result, an array of such arrays on ops of several. Rules
/// make shardings of them.
inline constexpr llvm::StringLiteral kLogicalAttr = "spmd.logical";

/// What the text says of an op or a block argument.
struct SourceName {
  llvm::StringRef function;                    // that it stands in, without @
  llvm::StringRef op;                          // "stablehlo.add"; of an argument "argument"
  bool isAnnotated = false;                    // it carries a sharding or logical axes
  llvm::SmallVector<llvm::StringRef, 1> names; // of its values: "%0", "%5#1"
};

/// The program in a file, as parseSource; every op and argument then knows its name. Bytecode has
/// none.
mlir::OwningOpRef<mlir::ModuleOp> parseSourceFileWithNames(llvm::StringRef path,
                                                           llvm::SourceMgr &sources,
                                                           mlir::MLIRContext *context);

/// The name inside a location, of the innermost callee where calls were inlined.
std::optional<SourceName> sourceNameOf(mlir::Location loc);

/// The location without names, in one short form: file.mlir:3:8, "name", callee called at caller.
std::string shortLocation(mlir::Location loc);

} // namespace spmd

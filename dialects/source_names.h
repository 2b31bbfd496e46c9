// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the names that values have in a program's text through all passes. The names travel inside
// locations, which passes copy and compose. Tools use them to talk with users about values that
// passes have moved, copied or inlined.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <optional>

namespace spmd {

/// The attribute that names the logical axes of a value's dims: spmd.logical = ["batch", "",
/// "embed"] on arguments and results of functions and on ops with one result, an array of such
/// arrays on ops with several. Rules turn logical axes into shardings.
inline constexpr llvm::StringLiteral kLogicalAttr = "spmd.logical";

/// The names of one op or block argument in the text.
struct SourceName {
  llvm::StringRef function;                    // the function around it, without @
  llvm::StringRef op;                          // "stablehlo.add"; for an argument "argument"
  bool isAnnotated = false;                    // the text gives it a sharding or logical axes
  llvm::SmallVector<llvm::StringRef, 1> names; // one per value: "%0", "%5#1"
};

/// Parses a file as parseSource does, and gives every op and argument its name. Bytecode has no
/// names.
mlir::OwningOpRef<mlir::ModuleOp> parseSourceFileWithNames(llvm::StringRef path,
                                                           llvm::SourceMgr &sources,
                                                           mlir::MLIRContext *context);

/// The same for a text that openSource or prepareSource has read. The text stays in `sources`.
mlir::OwningOpRef<mlir::ModuleOp> parseSourceWithNames(std::unique_ptr<llvm::MemoryBuffer> source,
                                                       llvm::SourceMgr &sources,
                                                       mlir::MLIRContext *context);

/// Returns the name inside a location; where calls were inlined, that of the innermost callee.
std::optional<SourceName> sourceNameOf(mlir::Location loc);

/// The name of a value as the text of the program has it: %0, %5#1, @callee%5 outside of `main`.
/// Empty for a value without a name, as in bytecode; the name of the first result where the value
/// was made in the place of another op.
std::string sourceNameOfValue(mlir::Value value);

/// Returns a location as short text, without the names of values: file.mlir:3:8, "name",
/// CALLEE, called at CALLER. Of a long stack of calls: INNERMOST, (7 calls), called at OUTERMOST.
std::string shortLocation(mlir::Location loc);

} // namespace spmd

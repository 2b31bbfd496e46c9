// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads programs (text, MLIR bytecode, portable artifacts, files of jax.export) and writes their
// text. MLIR after version 22 writes long boolean constants, dense<"0x..."> : tensor<Nxi1>, with
// one byte per element; MLIR 22, which this compiler is built on, reads and writes one bit per
// element. JAX and other tools use the newer form. So constants are packed before the text is
// parsed, and unpacked when it is printed.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace spmd {

/// Packs boolean hex constants from one byte per element to one bit per element, in place. The text
/// keeps its length: blanks fill the gap behind the closing quote, so that lines and columns of
/// diagnostics stay right.
///   dense<"0x0100010000000000"> : tensor<8xi1>   ->   dense<"0x05"              > : tensor<8xi1>
void packBoolConstants(llvm::MutableArrayRef<char> text);
/// Unpacks boolean hex constants from one bit to one byte per element. The text grows.
std::string unpackBoolConstants(llvm::StringRef text);

/// Returns the buffer, MLIR text or bytecode, with its boolean constants packed for MLIR's parser.
std::unique_ptr<llvm::MemoryBuffer> prepareSource(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// Returns all bytes of the file at `path`; "-" is standard input. A FIFO is read until its writers
/// have closed it. Folders and devices are refused, except a terminal as standard input. The
/// error's text is the reason alone, without the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readInput(llvm::StringRef path);

/// Returns the file at `path`, or standard input for "-", ready for the parser; null after a
/// diagnostic.
std::unique_ptr<llvm::MemoryBuffer> openSource(llvm::StringRef path, mlir::MLIRContext *context);

/// Fails, with an error at the place, where a text nests too deep for the parser (nesting.h).
/// Passes for bytecode, which has no text to scan. `separator` as in findDeepNesting.
mlir::LogicalResult checkSourceNesting(const llvm::MemoryBuffer &source, mlir::MLIRContext *context,
                                       llvm::StringRef separator = {});

/// Fails, with an error at the first op, where a value has more than 2^62 bytes. Later code
/// multiplies sizes without a check.
mlir::LogicalResult checkSizes(mlir::ModuleOp module);

/// Whether the bytes of a program are a portable artifact of StableHLO or a file of jax.export
/// (vhlo/artifact.h). Both are read by parseArtifact only, which parseSource calls for them.
bool isArtifact(llvm::StringRef source);
/// Reads and verifies such a program; null after diagnostics.
mlir::OwningOpRef<mlir::ModuleOp> parseArtifact(const llvm::MemoryBuffer &source,
                                                mlir::MLIRContext *context);

/// Parses and verifies a program, in any form that a file may have; null after diagnostics. `name`
/// is the file name in locations ("model.mlir").
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::StringRef text, llvm::StringRef name,
                                              mlir::MLIRContext *context);
/// The same for a text that openSource has read. The text stays in `sources`, so that diagnostics
/// can show its lines without opening the file again: it may be a FIFO.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(std::unique_ptr<llvm::MemoryBuffer> source,
                                              llvm::SourceMgr &sources, mlir::MLIRContext *context);

/// The place in the user's source as "file:line:col": the innermost one that names a file, or
/// "unknown". For a call that was inlined it is the place in the callee, or that of the call where
/// the callee names no file.
std::string locationText(mlir::Location loc);

/// Prints the op as text that parseSource and newer MLIR tools read.
void printSource(mlir::Operation *op, llvm::raw_ostream &os, mlir::OpPrintingFlags flags = {});

} // namespace spmd

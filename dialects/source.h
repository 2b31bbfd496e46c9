// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and writing the text of programs. MLIR after 22 writes long boolean constants,
// dense<"0x..."> : tensor<Nxi1>, with a byte for each element, ours reads and writes a bit for
// each; JAX and other tools use the newer form. So text is packed before it is parsed and spread
// out when it is printed.
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

/// Makes boolean hex constants of a byte per element ones of a bit per element, in place. The text
/// keeps its length, blanks fill the gap after the closing quote, so that lines and columns of
/// diagnostics stay right:
///   dense<"0x0100010000000000"> : tensor<8xi1>   ->   dense<"0x05"              > : tensor<8xi1>
void packBoolConstants(llvm::MutableArrayRef<char> text);
/// The reverse of a text, without regard for columns.
std::string unpackBoolConstants(llvm::StringRef text);

/// A buffer of MLIR text or bytecode, ready for MLIR's own parser.
std::unique_ptr<llvm::MemoryBuffer> prepareSource(std::unique_ptr<llvm::MemoryBuffer> buffer);

/// All bytes of the file at `path`, "-" being standard input: of a regular file, or of a FIFO until
/// its writers have closed it. Folders and devices are refused; a terminal may be standard input.
/// The message is the reason alone, without the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readInput(llvm::StringRef path);

/// The file at `path`, "-" being standard input, ready for the parser; null after a diagnostic.
std::unique_ptr<llvm::MemoryBuffer> openSource(llvm::StringRef path, mlir::MLIRContext *context);

/// Fails, with an error at the place, where a text is too deep for the parser (nesting.h). Bytecode
/// has none. `separator` as in findDeepNesting.
mlir::LogicalResult checkSourceNesting(const llvm::MemoryBuffer &source, mlir::MLIRContext *context,
                                       llvm::StringRef separator = {});

/// Parses and verifies program text; null after diagnostics. `name` stands in locations
/// ("model.mlir").
mlir::OwningOpRef<mlir::ModuleOp> parseSource(llvm::StringRef text, llvm::StringRef name,
                                              mlir::MLIRContext *context);
/// The same of a text that openSource has read. It stays in `sources`, where printers of
/// diagnostics find its lines without opening the file again, which may be a FIFO.
mlir::OwningOpRef<mlir::ModuleOp> parseSource(std::unique_ptr<llvm::MemoryBuffer> source,
                                              llvm::SourceMgr &sources, mlir::MLIRContext *context);

/// Prints what parseSource and newer tools read.
void printSource(mlir::Operation *op, llvm::raw_ostream &os, mlir::OpPrintingFlags flags = {});

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Portable artifacts of StableHLO: programs in MLIR bytecode whose ops are those of VHLO, the
// versioned form of StableHLO, versions 0.9 to 1.17. JAX writes them, alone or inside the files of
// jax.export. (StableHLO's document "Compatibility".)
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace spmd::vhlo {

/// What the bytes of a program file are.
enum class FileKind : uint8_t {
  Text,     // MLIR's text, or anything else
  Bytecode, // MLIR's own bytecode, which libMLIR reads: as `spmd-opt --emit-bytecode` writes it
  Artifact, // other bytecode: a portable artifact, or one that is refused
  Export,   // a file of jax.export, which holds an artifact
};
/// Looks at the first bytes only. Text has no zero among its first eight bytes, a file of
/// jax.export has.
FileKind kindOf(llvm::StringRef bytes);

/// Reads the program of an artifact or of a file of jax.export as StableHLO and sdy; null after an
/// error at `name`, whatever the bytes are. Locations are those of the artifact, as "train.py:3:1".
/// The module is not verified, and the depth of its regions is at most kDeepestNesting.
mlir::OwningOpRef<mlir::ModuleOp> readArtifact(llvm::StringRef bytes, llvm::StringRef name,
                                               mlir::MLIRContext *context);

} // namespace spmd::vhlo

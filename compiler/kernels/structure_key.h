// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes that are equal for fusions that compute the same: op names, attributes, types and who uses
// what, without value names and locations. Stable between runs, so that they can name a file on
// disk.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace spmd {

class StructureKeys {
public:
  /// Equal for bodies that get equal plans under equal limits.
  std::string of(const FusionBody &body);
  /// Equal for kernels that are equal with all their loops.
  std::string of(ir::KernelOp kernel);
  std::string of(mlir::Region &scalars);

private:
  void operation(mlir::Operation &op, llvm::DenseMap<mlir::Value, unsigned> &numbers,
                 std::string &out);
  void region(mlir::Region &region, llvm::DenseMap<mlir::Value, unsigned> &numbers,
              std::string &out);
  llvm::StringRef text(mlir::Type type);
  llvm::StringRef text(mlir::DictionaryAttr attributes);
  // Types and attributes are unique in their context: each is printed once.
  llvm::DenseMap<const void *, std::string> texts;
};

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes keys that are equal for fusions that compute the same. A key holds op names,
// attributes, types and the graph of uses, but no value names and no locations. Keys do not
// change between runs, so a hash of one can name a file on disk.
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
  /// Also covers the plan: equal keys get equal code.
  std::string of(ir::KernelOp kernel);
  /// The key of a region over scalars, for ElementCodes and rt::ScalarFn.
  std::string of(mlir::Region &scalars);

private:
  void operation(mlir::Operation &op, llvm::DenseMap<mlir::Value, unsigned> &numbers,
                 std::string &out);
  void region(mlir::Region &region, llvm::DenseMap<mlir::Value, unsigned> &numbers,
              std::string &out);
  llvm::StringRef text(mlir::Type type);
  llvm::StringRef text(mlir::DictionaryAttr attributes);
  /// Types and attributes are unique in their context, so each is printed once.
  llvm::DenseMap<const void *, std::string> texts;
};

} // namespace spmd

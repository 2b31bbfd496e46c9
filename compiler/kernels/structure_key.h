// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes keys that are equal for fusions that compute the same. A key holds op names,
// attributes, types and the graph of uses, but no value names and no locations.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace spmd {

/// Numbers ops by what they are apart from their values. Planning compares ten thousand ops of an
/// unrolled model, and building the attribute dictionary of each would cost more than the rest of
/// the comparison.
class OpNumbers {
public:
  OpNumbers() = default;
  OpNumbers(const OpNumbers &) = delete;
  ~OpNumbers();

  /// Equal for ops of equal names and properties, and equal attributes besides these.
  unsigned of(mlir::Operation *op, mlir::DictionaryAttr discardable);
  unsigned of(mlir::Operation *op) { return of(op, op->getRawDictionaryAttrs()); }

private:
  // Ops without operands, results and regions that stand for those of their number: the ops
  // themselves may be erased meanwhile.
  llvm::SmallVector<mlir::Operation *> examples;
  llvm::DenseMap<size_t, llvm::SmallVector<unsigned, 1>> byHash;
};

class StructureKeys {
public:
  /// Keys for one run number what they find. Keys for files spell it out, so that they are the same
  /// in every run and a hash of one can name a file.
  enum class Use : uint8_t { Run, Files };
  explicit StructureKeys(Use use = Use::Run) : use(use) {}

  /// Equal for bodies that get equal plans under equal limits.
  std::string of(const FusionBody &body);
  /// Also covers the plan: equal keys get equal code.
  std::string of(ir::KernelOp kernel);
  /// The key of a region over scalars, for ElementCodes and rt::ScalarFn.
  std::string of(mlir::Region &scalars);

private:
  using Numbers = llvm::DenseMap<mlir::Value, unsigned>;
  void head(mlir::Operation &op, std::string &out);
  void operation(mlir::Operation &op, Numbers &numbers, std::string &out);
  void region(mlir::Region &region, Numbers &numbers, std::string &out);
  void type(mlir::Type type, std::string &out);
  mlir::DictionaryAttr meaningful(mlir::DictionaryAttr attributes);

  Use use;
  OpNumbers heads;
  /// Types and attributes are unique in their context, so each is looked at once.
  llvm::DenseMap<mlir::Type, std::string> types;
  llvm::DenseMap<mlir::DictionaryAttr, mlir::DictionaryAttr> attributes;
};

} // namespace spmd

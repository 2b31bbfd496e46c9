// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups the dims of a function's values into classes whose sizes grow together. A dim that its
// shards do not divide is padded. An op along whose dims the elements are independent then works on
// longer operands and has a longer result, so all these dims are padded alike. Separate from
// pad_dims.cpp, because this file knows sizes only and neither ops nor shardings.
#pragma once
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

/// Dims of values, united along factors of ops. In a dim that is the product of a factor and minor
/// ones (reshape 6x64 -> 384), one step of the factor is several elements, so each dim counts in
/// units: 6 heads of 64 are 384 elements, and 8 heads are 512.
class DimClasses {
public:
  struct Dim {
    mlir::Value value;
    int64_t dim = 0;
    int64_t elements = 1; // of one step of the factor
  };

  /// States that all dims have as many steps as a factor of an op, also when they grow. Returns
  /// whether their sizes agree with that.
  bool unite(int64_t steps, llvm::ArrayRef<Dim> dims);
  /// States that the dim is cut into so many shards of equal size.
  void split(mlir::Value value, int64_t dim, int64_t shards);
  /// The same, unless the dim would grow to more than `most` times the size that it has anyway.
  void splitIfCheap(mlir::Value value, int64_t dim, int64_t shards, double most);
  /// The class of a dim that was united or split. Classes are told apart by their numbers, until
  /// further dims are united.
  unsigned classOf(mlir::Value value, int64_t dim) { return root(node({value, dim})); }
  /// The size of the dim that all splits of its class divide: its own size if they divide that.
  ///   6 over 4 shards -> 8;  384 = 6 x 64, where the 6 go over 4 shards -> 512
  int64_t paddedSize(mlir::Value value, int64_t dim);

private:
  using Key = std::pair<mlir::Value, int64_t>;
  struct Node {
    unsigned parent = 0;
    int64_t units = 1;  // this dim's elements in one unit of the parent
    int64_t steps = 0;  // of a root: how many units there are
    int64_t factor = 1; // of a root: the number of units has to be a multiple of it
  };
  unsigned node(Key key);
  /// Unites two nodes that have so many elements in a step.
  bool unite(unsigned left, int64_t leftElements, unsigned right, int64_t rightElements);
  /// The root of a node. Afterwards the root is the node's parent.
  unsigned root(unsigned id);
  /// The factor by which the number of units of the node's class has to grow for so many shards.
  int64_t factorFor(unsigned id, int64_t shards);

  llvm::DenseMap<Key, unsigned> ids;
  llvm::SmallVector<Node> nodes;
};

} // namespace spmd

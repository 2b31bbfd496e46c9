// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans by a function that is associative, in a number of steps that grows with the
// logarithm of the size.
#pragma once
#include <spmd/jit.h>
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Options of associativeScan.
struct AssociativeScanOptions {
  int64_t dim = 0;
  bool reverse = false; // element i combines elements i, i + 1, ..
};

/// Replaces the leaves of `elements`. `combine` takes two lists of leaves and gives a third one.
void runAssociativeScan(TreeRef elements,
                        const std::function<std::vector<Tensor>(
                            const std::vector<Tensor> &, const std::vector<Tensor> &)> &combine,
                        const AssociativeScanOptions &options, Where where);

/// Element i of the result is f(f(x[0], x[1]), ..) up to x[i] along a dim, as
/// jax.lax.associative_scan. f takes two trees of elements with any size of the dim and gives one
/// (Blelloch 1990). Where the dim is split over devices, one row is sent from shard to shard.
/// Throws where the leaves have no such dim or different sizes of it, and where f changes the
/// structure, a type, or a shape.
template <class F, class T>
T associativeScan(F f, T elements, AssociativeScanOptions options = {},
                  Where where = Where::current()) {
  using Tensors = std::vector<Tensor>;
  auto treeOf = [&elements](const Tensors &leaves) {
    T tree = elements;
    size_t next = 0;
    replaceLeaves(tree,
                  [&](const Tensor &leaf) { return leaf.hasValue() ? leaves[next++] : leaf; });
    return tree;
  };
  auto combine = [&](const Tensors &a, const Tensors &b) {
    T made = f(treeOf(a), treeOf(b));
    Tensors leaves;
    for (Leaf &leaf : leavesLike(elements, made))
      if (leaf.tensor.hasValue())
        leaves.push_back(std::move(leaf.tensor));
    return leaves;
  };
  T result = elements;
  runAssociativeScan(result, combine, options, where);
  return result;
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop

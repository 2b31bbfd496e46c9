// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combines the values of several devices in one fixed association, independent of the transport:
// the balanced binary tree over the positions in the group, neighbours first. For five positions
// that is ((p0 + p1) + (p2 + p3)) + p4. Types narrower than f32 are combined in f32 and rounded
// once, at the root.
#pragma once
#include "runtime/program.h"
#include <span>

namespace spmd::rt {

/// The type in which values of `type` are combined and in which partial sums travel: f32 for
/// narrower floats, else `type`.
DType accumulatorOf(DType type);

/// Whether `kind` is defined on `type`: And and Or need integers or booleans.
bool isReducible(ReductionKind kind, DType type);

/// One input of the tree: the values of positions [begin, end), either a single position or a
/// subtree that was combined before. The values are rows of `rowElements` contiguous ones; the next
/// row begins `rowStride` bytes further.
struct TreeLeaf {
  int64_t begin = 0, end = 1;
  const void *data = nullptr;
  int64_t rowStride = 0;
  bool accumulated = false; // holds accumulatorOf(type), not type
};

/// The inputs to combine: `positions` inputs of `type`.
struct TreeShape {
  ReductionKind kind = ReductionKind::Sum;
  DType type = DType::F32;
  int64_t positions = 1;
  int64_t rowElements = 0; // of the leaves; rows are contiguous where 0
};

/// Combines elements [from, from + count) of the leaves into `count` elements at each of `outs`.
/// The leaves are sorted and cover [begin of the first, end of the last). The results are rounded
/// to `type`, or left as accumulators where `keepAccumulators`. An out may be the same memory in
/// which a leaf holds these elements. Cost: every leaf is read once and every out is written once.
void reduceTree(const TreeShape &shape, std::span<const TreeLeaf> leaves, int64_t from,
                int64_t count, std::span<void *const> outs, bool keepAccumulators);

/// The subtree over positions [begin, end).
struct TreeNode {
  int64_t begin = 0, end = 1;
  bool operator==(const TreeNode &) const = default;
};

/// The fewest subtrees whose leaves are exactly `members` (sorted positions). Of eight positions
/// {0, 1, 2, 4, 5, 6, 7} gives [0, 2), [2, 3), [4, 8). Of five positions {4} gives [4, 5) and {0,
/// 1, 2, 3, 4} gives [0, 5).
std::vector<TreeNode> coverWithSubtrees(std::span<const int64_t> members, int64_t positions);

} // namespace spmd::rt

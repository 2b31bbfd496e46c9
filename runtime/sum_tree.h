// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one association in which values of several devices are combined, whatever moves their bytes:
// the balanced binary tree over the positions in the group, neighbours first. For five positions:
// ((p0 + p1) + (p2 + p3)) + p4. Types narrower than f32 are combined in f32 and rounded once, at
// the root.
#pragma once
#include "runtime/program.h"
#include <span>

namespace spmd::rt {

/// The type in which values of `type` are combined and in which inner nodes travel: f32 for
/// narrower floats, else `type`.
DType accumulatorOf(DType type);

/// Whether `kind` has a meaning on `type`: And and Or need integers or booleans.
bool isReducible(ReductionKind kind, DType type);

/// The values of positions [begin, end) as one input of the tree: a single position, or a whole
/// subtree added up before. The values are `rowElements` contiguous ones, then the next row
/// `rowStride` bytes further.
struct TreeLeaf {
  int64_t begin = 0, end = 1;
  const void *data = nullptr;
  int64_t rowStride = 0;
  bool accumulated = false; // holds accumulatorOf(type), not type
};

/// What is combined: `positions` inputs of `type`.
struct TreeShape {
  ReductionKind kind = ReductionKind::Sum;
  DType type = DType::F32;
  int64_t positions = 1;
  int64_t rowElements = 0; // of the leaves; rows are contiguous where 0
};

/// Combines elements [from, from + count) of the leaves, sorted and covering [begin of the first,
/// end of the last), into `count` elements at each of `outs`: rounded to `type`, or the
/// accumulators themselves where `keepAccumulators`. An out may be the very memory that a leaf
/// holds these elements in. Cost: every leaf is read once, every out written once.
void reduceTree(const TreeShape &shape, std::span<const TreeLeaf> leaves, int64_t from,
                int64_t count, std::span<void *const> outs, bool keepAccumulators);

/// A subtree of the positions [0, positions): [begin, end).
struct TreeNode {
  int64_t begin = 0, end = 1;
  bool operator==(const TreeNode &) const = default;
};

/// The fewest subtrees whose leaves are exactly `members` (sorted positions). Of eight, {0, 1, 2,
/// 4, 5, 6, 7} is [0, 2), [2, 3), [4, 8); of five, {4} is [4, 5) and {0, 1, 2, 3, 4} is [0, 5).
std::vector<TreeNode> coverWithSubtrees(std::span<const int64_t> members, int64_t positions);

} // namespace spmd::rt

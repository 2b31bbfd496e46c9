// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the axes of neighbours that a place did not get, the reason for each, and why the axis that
// the place has was preferred. It is apart from provenance.h, which follows the axes that did come.
#pragma once
#include "compiler/explain/provenance.h"

namespace spmd {

/// An axis that a neighbour has on the same factor and the place does not have.
struct Refusal {
  enum Reason : uint8_t {
    OtherAxis,    // the dim has another axis in its place (rival)
    OtherDim,     // another dim of the place has the axis (rival)
    Replicated,   // the axis is a replicated axis of the place
    Unreduced,    // the axis is an unreduced axis of the place
    Closed,       // the dim is closed
    Overflow,     // an axis before it fits none of the dim's factors
    Uneven,       // the shards do not divide the factor's size; only `fits` could go
    Blocked,      // the rule lets nothing pass along the factor
    Barrier,      // a barrier does not let it pass in this direction
    Sideways,     // operands of elementwise ops follow results, and no result has it
    Disagreement, // a third tensor of the op has another axis there (rival)
    MeshesDiffer, // the two shardings are on different meshes
    NotTaken,     // none of these: another tensor of the op could not follow
  };
  unsigned dim;
  Spot wish; // the axis at the neighbour
  const Node *node;
  int64_t factor;
  unsigned tensor, source;
  Reason reason;
  std::optional<Spot> rival;
  std::optional<Axis> fits; // the leading part of the axis that would fit
};

/// Why the axis that a dim has was preferred to one that a neighbour has.
struct Verdict {
  enum Why : uint8_t {
    IsAnnotated,   // the winner is annotated
    UserPriority,  // numbers: the user priorities
    OpPriority,    // numbers: the levels
    LargerTensor,  // numbers: elements of the tensors
    MoreShards,    // numbers: shards of the factors
    EarlierTensor, // numbers: positions among the op's operands and results
    EarlierFactor, // numbers: factors of the op
    CameFirst,
  };
  Why why;
  int64_t winner = 0, loser = 0;
};

/// The axes of neighbours that the place did not get, nodes in the order of the program. If several
/// neighbours have the same axis and fail for the same reason, only the first is listed.
std::vector<Refusal> refusalsOf(const Provenance &provenance, int place);
/// Why the rival of a refusal was there first. The refusal must have one.
Verdict verdictOf(const Provenance &provenance, const Refusal &refusal);

} // namespace spmd

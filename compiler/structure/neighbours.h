// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values whose last dim has a few elements, which are computed apart: the parts of complex numbers,
// the two halves of a rotation, colours of a pixel.
//
//   slice of [n, 2] -> [n, 1]            takes one neighbour of each place
//   concatenate [n, 1], [n, 1] -> [n, 2] joins neighbours
#pragma once
#include "dialects/spmd/spmd.h"

namespace spmd {

/// The most neighbours: as many as a nest of a kernel interleaves.
inline constexpr int64_t kMostNeighbours = ir::kMostInterleaved;

/// Does the op take one of a few neighbours along the last dim, or view what such an op took?
bool takesNeighbour(mlir::Operation *op);
/// Does the op make the last dim of its result out of as many operands?
bool joinsNeighbours(mlir::Operation *op);

} // namespace spmd

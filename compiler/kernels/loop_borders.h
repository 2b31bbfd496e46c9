// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the loop over the last dim is split, so that its parts need no masks.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace spmd {

/// Adds to `borders` the first element of the last dim, of `columns` elements, for which
/// `condition`, stride * column + a constant >= 0, holds or no longer holds. An equality holds at
/// one element, so it has two borders. Returns false if the condition has another form.
inline bool addBorder(const IndexAlgebra::Condition &condition, IndexAlgebra &algebra,
                      mlir::AffineExpr column, int64_t columns,
                      llvm::SmallVectorImpl<int64_t> &borders) {
  const unsigned lane = llvm::cast<mlir::AffineDimExpr>(column).getPosition();
  const std::optional<int64_t> stride = algebra.stride(condition.expr, lane);
  if (!stride || *stride == 0)
    return false;
  auto rest =
      llvm::dyn_cast<mlir::AffineConstantExpr>(algebra.simplify(condition.expr - column * *stride));
  if (!rest)
    return false;
  const int64_t c = rest.getValue(), at = *stride > 0 ? llvm::divideCeilSigned(-c, *stride)
                                                      : llvm::divideFloorSigned(c, -*stride) + 1;
  for (int64_t v : {at, condition.equality ? at + 1 : at})
    if (v > 0 && v < columns && !llvm::is_contained(borders, v))
      borders.push_back(v);
  return true;
}

/// A window along the minor dim of a result, of `size` elements, reads padding near both ends of
/// that dim. `condition` is one bound of the window and `minor` the index along the dim. Where the
/// last loop, `column`, is over that dim alone, the part in which whole windows are inside needs no
/// masks. Both ends are whole steps of masked lanes, which cost less than single elements, so
/// windows of several sizes share their borders.
///   size 1151, window of 9 from -4 on: parts [0, 16), [16, 1135), [1135, 1151)
/// Returns the penalty of an element: above 0 where loops over single rows would have such a part,
/// or where it would be short, so that each element needs a mask. Conditions on other dims have no
/// penalty, and neither have dims that are too short for such loops.
inline double addWindowBorder(const IndexAlgebra::Condition &condition, IndexAlgebra &algebra,
                              mlir::AffineExpr column, mlir::AffineExpr minor, int64_t size,
                              llvm::SmallVectorImpl<int64_t> &borders) {
  constexpr int64_t kStep = 16; // lanes of a usual step
  const unsigned lane = llvm::cast<mlir::AffineDimExpr>(column).getPosition();
  if (size < 3 * kStep || !algebra.uses(minor, lane))
    return 0;
  // The bound is stride * minor + rest >= 0, where rest depends on the position in the window. In
  // loops over several dims, minor is a remainder of `column`.
  mlir::AffineExpr bound = algebra.simplify(condition.expr.replace(minor, column));
  std::optional<int64_t> stride = algebra.stride(bound, lane);
  if (!stride || *stride == 0)
    return 0;
  const int64_t least = algebra.range(algebra.simplify(bound - column * *stride)).low;
  if (least <= -IndexRange::kFar)
    return 0; // data decides
  // The number of elements at this end some of whose windows are outside.
  const int64_t outside = *stride > 0 ? llvm::divideCeilSigned(-least, *stride)
                                      : size - 1 - llvm::divideFloorSigned(least, -*stride);
  const int64_t end = llvm::alignTo(std::max<int64_t>(outside, 0), kStep);
  if (end > size / 3 || minor != column)
    return 0.25;
  const int64_t at = *stride > 0 ? end : size - end;
  if (at > 0 && at < size && !llvm::is_contained(borders, at))
    borders.push_back(at);
  return 0;
}

} // namespace spmd

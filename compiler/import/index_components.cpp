// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and removes components of indices. JAX concatenates them from one tensor for each indexed
// dim.
#include "compiler/import/index_components.h"

using namespace mlir;

namespace spmd {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// All parts before it have to be one component wide, too.
Value componentAt(Value indices, int64_t dim, int64_t position) {
  auto concat = indices.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!concat || int64_t(concat.getDimension()) != dim)
    return indices;
  for (auto [i, part] : llvm::enumerate(concat.getInputs())) {
    if (typeOf(part).getDimSize(dim) != 1)
      return {};
    if (int64_t(i) == position)
      return part;
  }
  return {};
}

/// The elements begin .. end - 1 along one dim.
static Value slice(OpBuilder &b, Location loc, Value value, int64_t dim, int64_t begin,
                   int64_t end) {
  SmallVector<int64_t> starts(typeOf(value).getRank(), 0), limits(typeOf(value).getShape()),
      strides(typeOf(value).getRank(), 1);
  starts[dim] = begin;
  limits[dim] = end;
  return stablehlo::SliceOp::create(b, loc, value, starts, limits, strides);
}

Value dropComponent(OpBuilder &b, Location loc, Value indices, int64_t dim, int64_t position) {
  SmallVector<Value> parts;
  auto concat = indices.getDefiningOp<stablehlo::ConcatenateOp>();
  int64_t width = typeOf(indices).getDimSize(dim);
  if (concat && int64_t(concat.getDimension()) == dim &&
      int64_t(concat.getInputs().size()) == width) {
    parts.assign(concat.getInputs().begin(), concat.getInputs().end());
    parts.erase(parts.begin() + position);
  } else {
    if (position > 0)
      parts.push_back(slice(b, loc, indices, dim, 0, position));
    if (position + 1 < width)
      parts.push_back(slice(b, loc, indices, dim, position + 1, width));
  }
  return parts.size() == 1 ? parts.front()
                           : stablehlo::ConcatenateOp::create(b, loc, parts, dim).getResult();
}

SmallVector<int64_t> without(ArrayRef<int64_t> dims, int64_t value) {
  SmallVector<int64_t> kept(dims);
  llvm::erase(kept, value);
  return kept;
}

} // namespace spmd

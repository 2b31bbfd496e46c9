// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Movements of whole tensors: the reference meaning of broadcasts, slices, pads, concatenations and
// iotas, of static and of dynamic shapes. Large results are lazy, so that a slice of one needs no
// memory for it.
#include "compiler/elements/tensor.h"

using namespace mlir;

namespace spmd {

Tensor broadcastElements(RankedTensorType type, const Tensor &in, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> steps(type.getRank(), 0);
  auto strides = stridesOf(in.shape());
  for (auto [d, dim] : llvm::enumerate(dims))
    steps[dim] = in.shape()[d] == 1 ? 0 : strides[d];
  if (in.count() == 1)
    return Tensor::uniform(type, in.data());
  return movedElements(type, in, [steps](ArrayRef<int64_t> r) { return positionOf(r, steps); });
}

// A slice is a walk with larger strides from another first element.
Tensor slicedElements(const Tensor &in, ArrayRef<int64_t> start, ArrayRef<int64_t> limit,
                      ArrayRef<int64_t> stride) {
  SmallVector<int64_t> shape, steps = stridesOf(in.shape());
  int64_t first = positionOf(start, steps);
  for (auto [s, l, by, step] : llvm::zip_equal(start, limit, stride, steps)) {
    shape.push_back((l - s + by - 1) / by);
    step *= by; // a step in the result is `by` steps in the operand
  }
  return movedElements(RankedTensorType::get(shape, in.element()), in,
                       [=](ArrayRef<int64_t> r) { return first + positionOf(r, steps); });
}

/// The tensor that `whole` makes, lazy if it is large.
static Tensor madeOf(RankedTensorType type, ArrayRef<Tensor> from, Tensor::ElementReader read,
                     const std::function<Tensor()> &whole) {
  return type.getNumElements() < Tensor::kLazyCount ? whole()
                                                    : Tensor::lazy(type, from, read, whole);
}

Tensor paddedElements(const Tensor &in, const Tensor &value, ArrayRef<int64_t> low,
                      ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(in.shape()))
    shape.push_back(size + low[d] + high[d] + std::max<int64_t>(size - 1, 0) * interior[d]);
  auto type = RankedTensorType::get(shape, in.element());
  SmallVector<int64_t> first(low), step; // position of the operand's elements in the result
  for (int64_t gap : interior)
    step.push_back(gap + 1);
  // `whole` fills the result with the padding value, and then writes the elements.
  auto whole = [=] {
    Tensor made = Tensor::uniform(type, value.data());
    auto strides = stridesOf(type.getShape());
    putElements(made, in, [&](ArrayRef<int64_t> o) {
      int64_t to = 0;
      for (int64_t d = 0; d < in.rank(); ++d) {
        int64_t r = first[d] + o[d] * step[d];
        if (r < 0 || r >= type.getDimSize(d))
          return int64_t(-1); // cut off by negative padding
        to += r * strides[d];
      }
      return to;
    });
    return made;
  };
  auto read = [=](int64_t position, char *to) {
    SmallVector<int64_t> from = indexAt(position, type.getShape());
    for (int64_t d = 0; d < in.rank(); ++d) {
      // An element of the operand, or the padding value?
      int64_t distance = from[d] - first[d];
      if (distance < 0 || distance % step[d] || distance / step[d] >= in.shape()[d])
        return value.readElement(0, to);
      from[d] = distance / step[d];
    }
    in.readElement(positionOf(from, stridesOf(in.shape())), to);
  };
  return madeOf(type, {in, value}, read, whole);
}

Tensor joinedElements(ArrayRef<Tensor> parts, int64_t dim) {
  SmallVector<int64_t> shape(parts[0].shape());
  shape[dim] = 0;
  for (const Tensor &part : parts)
    shape[dim] += part.shape()[dim];
  auto type = RankedTensorType::get(shape, parts[0].element());
  std::vector<Tensor> pieces(parts.begin(), parts.end());
  auto whole = [=] {
    Tensor made(type);
    auto strides = stridesOf(type.getShape());
    int64_t offset = 0;
    for (const Tensor &piece : pieces) {
      // Elements of this input start at `offset` along the joined dim.
      putElements(made, piece, [&](ArrayRef<int64_t> o) {
        return positionOf(o, strides) + offset * strides[dim];
      });
      offset += piece.shape()[dim];
    }
    return made;
  };
  auto read = [=](int64_t position, char *to) {
    SmallVector<int64_t> from = indexAt(position, type.getShape());
    // Walks over the inputs until the index falls into one.
    const Tensor *piece = pieces.data();
    for (; from[dim] >= piece->shape()[dim]; ++piece)
      from[dim] -= piece->shape()[dim];
    piece->readElement(positionOf(from, stridesOf(piece->shape())), to);
  };
  return madeOf(type, pieces, read, whole);
}

/// A tensor of integers, floats or complex numbers from whole numbers.
static Tensor ofIndices(RankedTensorType type, const std::vector<int64_t> &values) {
  switch (domainOf(type.getElementType())) {
  case Domain::Real:
    return Tensor::of(type, std::vector<double>(values.begin(), values.end()));
  case Domain::Complex:
    return Tensor::of(type, std::vector<Complex>(values.begin(), values.end()));
  default:
    return Tensor::of(type, values);
  }
}

Tensor indicesAlong(RankedTensorType type, int64_t dim) {
  int64_t below = stridesOf(type.getShape())[dim];
  auto read = [=](int64_t position, char *to) {
    auto one = RankedTensorType::get({1}, type.getElementType());
    ofIndices(one, {position / below % type.getDimSize(dim)}).readElement(0, to);
  };
  auto whole = [=] {
    std::vector<int64_t> values;
    forEachIndex(type.getShape(), [&](ArrayRef<int64_t> r) { values.push_back(r[dim]); });
    return ofIndices(type, values);
  };
  return madeOf(type, {}, read, whole);
}

Tensor ofComplex(Type type, const std::vector<Complex> &values) {
  if (domainOf(cast<RankedTensorType>(type).getElementType()) == Domain::Complex)
    return Tensor::of(type, values);
  std::vector<double> reals;
  for (Complex z : values)
    reals.push_back(z.real());
  return Tensor::of(type, reals);
}

} // namespace spmd

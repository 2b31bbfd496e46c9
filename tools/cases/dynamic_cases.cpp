// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dynamic forms of ops, with constant sizes, as JAX writes them for programs of static shape.
#include "tools/cases/case_ops.h"

namespace spmd::random {
namespace {

/// A constant vector of sizes or positions.
///   "dense<[4, 8]> : tensor<2xi32>", half as often in i64
Value vector(CaseWriter &c, const Shape &numbers) {
  Value like = c.result({}, {int64_t(numbers.size())}, c.w.chance(0.7) ? "i32" : "i64", false);
  return c.helper("stablehlo.constant", {},
                  "value = dense<[" + listText(numbers) + "]> : " + like.type(), like);
}

/// One new dim at any place.
void broadcastInDim(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 2);
  Shape shape = x.shape, dims;
  size_t at = c.w.below(shape.size() + 1);
  shape.insert(shape.begin() + at, c.dim());
  for (size_t d = 0; d < shape.size(); ++d)
    if (d != at)
      dims.push_back(d);
  c.emit(op.name, {x, vector(c, shape)}, "broadcast_dimensions = " + arrayText(dims),
         {c.result({x}, shape, x.element, false)});
}

/// Import makes the static op of it, since the shape is a constant.
void reshape(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Shape shape{x.count()};
  // Splits off a 2 or puts a dim of one element in front.
  if (shape[0] % 2 == 0 && c.w.chance(0.5))
    shape = {2, shape[0] / 2};
  else if (c.w.chance(0.5))
    shape = {1, shape[0]};
  c.emit(op.name, {x, vector(c, shape)}, "", {c.result({x}, shape, x.element, false)});
}

/// The only operand is the shape.
void iota(CaseWriter &c, const CaseOp &op) {
  Shape shape = c.shape(1, 3);
  c.emit(op.name, {vector(c, shape)},
         "iota_dimension = " + std::to_string(c.w.below(shape.size())) + " : i64",
         {c.result({}, shape, c.element(op.elements), true)});
}

/// With ones, so that padding shows in later sums.
void pad(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3), zero = c.scalar(x.element, 1);
  Shape low, high, between, shape;
  for (int64_t size : x.shape) {
    low.push_back(c.w.below(3));
    high.push_back(c.w.below(3));
    between.push_back(c.w.below(2));
    shape.push_back(low.back() + high.back() + size + (size - 1) * between.back());
  }
  Value first = vector(c, low);
  // All three vectors have one type.
  auto same = [&](const Shape &numbers) {
    return c.helper("stablehlo.constant", {},
                    "value = dense<[" + listText(numbers) + "]> : " + first.type(), first);
  };
  c.emit(op.name, {x, zero, first, same(high), same(between)}, "",
         {c.result({x}, shape, x.element, false)});
}

/// A range of each dim, of step one.
void slice(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Shape start, limit, stride(x.shape.size(), 1), shape;
  for (int64_t size : x.shape) {
    start.push_back(c.w.below(size));
    limit.push_back(start.back() + 1 + c.w.below(size - start.back()));
    shape.push_back(limit.back() - start.back());
  }
  Value first = vector(c, start);
  auto same = [&](const Shape &numbers) {
    return c.helper("stablehlo.constant", {},
                    "value = dense<[" + listText(numbers) + "]> : " + first.type(), first);
  };
  c.emit(op.name, {x, first, same(limit), same(stride)}, "",
         {c.result({x}, shape, x.element, false)});
}

/// Rows of a matrix. The sizes of a window are an operand, and constant.
void gather(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 2, 2), indices = c.inputOf({c.dim(), 1}, "i32", true);
  c.emit(op.name, {x, indices, vector(c, {1, x.shape[1]})},
         "dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], "
         "start_index_map = [0], index_vector_dim = 1>",
         {c.result({x, indices}, {indices.shape[0], x.shape[1]}, x.element, false)});
}

/// The padding of the one spatial dim is an operand.
void convolution(CaseWriter &c, const CaseOp &op) {
  // The window has three elements, so the padding at the end makes any size long enough.
  int64_t size = c.dim(), low = c.w.below(3), high = 2 + c.w.below(3), in = 1 + c.w.below(3);
  std::string element = c.element(op.elements);
  Value x = c.inputOf({c.dim(), in, size}, element), k = c.inputOf({3, in, 4}, element),
        padding = c.result({}, {1, 2}, "i32", false);
  padding =
      c.helper("stablehlo.constant", {},
               "value = dense<[[" + listText({low, high}) + "]]> : " + padding.type(), padding);
  c.emit(op.name, {x, k, padding},
         "batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, "
         "o]->[b, f, 0]>, feature_group_count = 1 : i64",
         {c.result({x, k}, {x.shape[0], 4, size + low + high - 2}, element, true)});
}

constexpr CaseOp kDynamic[] = {
    {"stablehlo.dynamic_broadcast_in_dim", broadcastInDim, kAny, Place::Free},
    {"stablehlo.dynamic_reshape", reshape, kAny, Place::Free},
    {"stablehlo.dynamic_iota", iota, kReals, Place::Free},
    {"stablehlo.dynamic_pad", pad, kReals, Place::Free},
    {"stablehlo.real_dynamic_slice", slice, kReals, Place::Free},
    {"stablehlo.dynamic_gather", gather, kReals, Place::Free},
    {"stablehlo.dynamic_conv", convolution, kFloats, Place::Free},
};

} // namespace

llvm::ArrayRef<CaseOp> dynamicCases() { return kDynamic; }

} // namespace spmd::random

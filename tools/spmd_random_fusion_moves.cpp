// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the ops of random fusions that move elements: transposes, slices, pads, gathers
// and others. Each function returns false where its result would be too large.
#include "tools/spmd_random_fusion_text.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd::random {
namespace {

/// A random permutation of the dims.
bool writeTranspose(FusionWriter &w, const Operand &x) {
  Dims order, shape;
  for (size_t d = 0; d < x.shape.size(); ++d)
    // Each dim goes to a random place among those before it:
    //   %5 = stablehlo.transpose %3, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    order.insert(order.begin() + w.below(order.size() + 1), d);
  for (int64_t d : order)
    shape.push_back(x.shape[d]);
  w.define(shape, x.element,
           "stablehlo.transpose " + x.name + ", dims = " + list(order) +
               arrow(x, shaped(shape, x.element)));
  return true;
}

/// Splits the number of elements into at most four random factors.
bool writeReshape(FusionWriter &w, const Operand &x) {
  Dims shape;
  int64_t left = x.count();
  //   24  ->  2x12, 2x3x4, 4x6, ..; what no factor takes becomes one more dim
  for (int64_t factor : {2, 3, 5, 7, 2, 3, 4})
    if (shape.size() < 3 && left % factor == 0 && w.chance(0.4)) {
      shape.push_back(factor);
      left /= factor;
    }
  shape.insert(shape.begin() + w.below(shape.size() + 1), left);
  w.define(shape, x.element, "stablehlo.reshape " + x.name + arrow(x, shaped(shape, x.element)));
  return true;
}

/// Random begin, end and step per dim; half of the ends coincide with the operand's.
bool writeSlice(FusionWriter &w, const Operand &x) {
  Dims shape;
  std::string ranges;
  for (int64_t size : x.shape) {
    int64_t begin = w.chance(0.5) ? 0 : w.below(size),
            end = w.chance(0.5) ? size : begin + 1 + w.below(size - begin);
    //   %5 = stablehlo.slice %3 [0:10, 3:20:2] : (tensor<10x20xf32>) -> tensor<10x9xf32>
    int64_t step = w.chance(0.75) ? 1 : 1 + w.below(4);
    shape.push_back((end - begin + step - 1) / step);
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(begin) + ":" + std::to_string(end) +
              (step > 1 ? ":" + std::to_string(step) : "");
  }
  w.define(shape, x.element,
           "stablehlo.slice " + x.name + " [" + ranges + "]" + arrow(x, shaped(shape, x.element)));
  return true;
}

/// Low and high padding may be negative, which cuts elements off.
bool writePad(FusionWriter &w, const Operand &x) {
  Dims low, high, inner, shape;
  for (int64_t size : x.shape) {
    low.push_back(w.chance(0.5) ? 0 : int64_t(w.below(8)) - 3);
    high.push_back(w.chance(0.5) ? 0 : int64_t(w.below(8)) - 3);
    //   size 5, low -1, high 2, interior 1  ->  5 + 4 * 1 - 1 + 2 = 10
    inner.push_back(w.chance(0.7) ? 0 : w.below(4));
    shape.push_back(low.back() + high.back() + size + (size - 1) * inner.back());
    // Negative padding may leave nothing, which is not written.
    if (shape.back() < 1)
      return false;
  }
  Operand to = shaped(shape, x.element);
  if (to.count() > w.most)
    return false;
  Operand value = w.like({}, x.element);
  w.define(shape, x.element,
           "stablehlo.pad " + x.name + ", " + value.name + ", low = " + list(low) +
               ", high = " + list(high) + ", interior = " + list(inner) + arrow({x, value}, to));
  return true;
}

/// Two or three parts along one dim; the operand may occur twice.
bool writeConcatenate(FusionWriter &w, const Operand &x) {
  size_t dim = w.below(x.shape.size());
  Dims other = x.shape;
  if (w.chance(0.5))
    // The joined dim may have another size.
    other[dim] = 1 + w.below(9);
  // The second part is a value of the fitting type, a third one is the operand again.
  llvm::SmallVector<Operand> parts{x, w.like(other, x.element)};
  if (w.chance(0.3))
    parts.push_back(x);
  Dims shape = x.shape;
  shape[dim] = 0;
  std::string names;
  for (const Operand &part : parts) {
    shape[dim] += part.shape[dim];
    names += (names.empty() ? "" : ", ") + part.name;
  }
  Operand to = shaped(shape, x.element);
  if (to.count() > w.most)
    return false;
  w.define(shape, x.element,
           "stablehlo.concatenate " + names + ", dim = " + std::to_string(dim) + arrow(parts, to));
  return true;
}

/// A dynamic slice or a dynamic update with random starts, which may be out of range.
bool writeDynamic(FusionWriter &w, const Operand &x) {
  Dims sizes;
  llvm::SmallVector<Operand> starts;
  for (int64_t size : x.shape) {
    sizes.push_back(1 + w.below(size));
    // One scalar index per dim, as the op wants them.
    starts.push_back(w.index({}));
  }
  std::string names;
  for (const Operand &start : starts)
    names += ", " + start.name;
  if (w.chance(0.5)) {
    llvm::SmallVector<Operand> operands{x};
    llvm::append_range(operands, starts);
    w.define(sizes, x.element,
             "stablehlo.dynamic_slice " + x.name + names + ", sizes = " + list(sizes) +
                 arrow(operands, shaped(sizes, x.element)));
    return true;
  }
  llvm::SmallVector<Operand> operands{x, w.like(sizes, x.element)};
  llvm::append_range(operands, starts);
  w.define(x.shape, x.element,
           "stablehlo.dynamic_update_slice " + x.name + ", " + operands[1].name + names +
               arrow(operands, x));
  return true;
}

/// Gathers rows of the first dim.
bool writeGather(FusionWriter &w, const Operand &x) {
  int64_t count = 1 + w.below(20);
  // One row index per result row; the last dim holds the components of an index.
  Operand index = w.index({count, 1});
  Dims shape = x.shape, slice = x.shape, offsets;
  shape[0] = count;
  // The gather of rows as JAX prints x[i]: each index selects one row of the first dim.
  slice[0] = 1;
  for (size_t d = 1; d < shape.size(); ++d)
    offsets.push_back(d);
  Operand to = shaped(shape, x.element);
  if (to.count() > w.most)
    return false;
  w.define(shape, x.element,
           "\"stablehlo.gather\"(" + x.name + ", " + index.name +
               ") <{dimension_numbers = #stablehlo.gather<offset_dims = " + list(offsets) +
               ", collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
               "slice_sizes = " +
               array(slice) + "}>" + arrow({x, index}, to));
  return true;
}

} // namespace

/// Adds up to two dims, and sometimes widens dims of size one.
bool writeBroadcast(FusionWriter &w) {
  Operand x = w.any();
  Dims shape = x.shape, dims;
  for (size_t d = 0; d < shape.size(); ++d)
    dims.push_back(d);
  for (int64_t &size : shape)
    // A dim of size 1 is spread without a new dim.
    if (size == 1 && w.chance(0.5))
      size = 1 + w.below(9);
  for (uint64_t n = 1 + w.below(2); n && shape.size() < 4; --n) {
    static constexpr int64_t kSizes[] = {1, 2, 3, 4, 5, 8, 16, 17, 32, 100};
    size_t at = w.below(shape.size() + 1);
    shape.insert(shape.begin() + at, w.pick(kSizes));
    for (int64_t &d : dims)
      // Dims behind the new one move on.
      d += d >= int64_t(at);
  }
  Operand to = shaped(shape, x.element);
  if (to.count() > w.most)
    return false;
  w.define(shape, x.element,
           "stablehlo.broadcast_in_dim " + x.name + ", dims = " + list(dims) + arrow(x, to));
  return true;
}

/// Draws an operand and an op. An operand without dims can only be reshaped.
bool writeMovement(FusionWriter &w) {
  Operand x = w.any();
  // The iota has the type of the operand and ignores its elements.
  if (w.chance(0.08) && x.element != "i1" && x.element != "f8E8M0FNU" && !x.shape.empty()) {
    w.define(x.shape, x.element,
             "stablehlo.iota dim = " + std::to_string(w.below(x.shape.size())) + " : " + x.type());
    return true;
  }
  // Scalars can only get dims.
  if (x.shape.empty())
    return writeReshape(w, x);
  switch (w.below(9)) {
  case 0:
  case 1:
    return writeTranspose(w, x);
  case 2:
    return writeReshape(w, x);
  case 3:
    return writeSlice(w, x);
  case 4:
    return writePad(w, x);
  case 5:
    return writeConcatenate(w, x);
  case 6:
    return writeDynamic(w, x);
  case 7:
    return writeGather(w, x);
  default:
    w.define(x.shape, x.element,
             "stablehlo.reverse " + x.name + ", dims = " + list(someDims(w, x)) + " : " + x.type());
    return true;
  }
}

} // namespace spmd::random

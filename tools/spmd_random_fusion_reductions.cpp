// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the ops of random fusions that combine elements: reductions, prefix scans and
// scatters.
#include "tools/spmd_random_fusion_text.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd::random {
namespace {

/// A combining op and the text of an initial value.
struct Combiner {
  std::string op, init;
};
/// Draws a combiner for an element type. In three of four cases the initial value is the one
/// with which an implementation may start: 0 for sums, 1 for products, true for "and". It is
/// 0 for maxima and minima, which is no identity.
Combiner combinerFor(FusionWriter &w, llvm::StringRef element) {
  static constexpr llvm::StringLiteral kReals[] = {"add",     "add",     "add",
                                                   "maximum", "minimum", "multiply"};
  static constexpr llvm::StringLiteral kWholes[] = {"add", "maximum", "minimum", "multiply",
                                                    "and", "or",      "xor"};
  static constexpr llvm::StringLiteral kTruths[] = {"and", "or", "xor", "maximum", "minimum"};
  std::string op = isComplex(element) ? "add"
                   : isReal(element)  ? w.pick(kReals).str()
                   : element == "i1"  ? w.pick(kTruths).str()
                                      : w.pick(kWholes).str();
  if (w.chance(0.25))
    return {op, w.smallNumber(element)};
  if (isComplex(element))
    return {op, "(0.0, 0.0)"};
  if (element == "i1")
    return {op, op == "and" || op == "minimum" ? "true" : "false"};
  std::string zero = isReal(element) ? "0.0" : "0", one = isReal(element) ? "1.0" : "1";
  return {op, op == "multiply" ? one : zero};
}

/// The region of a reduce_window or a scatter that applies one op to two scalars.
std::string bodyOf(FusionWriter &w, llvm::StringRef op, llvm::StringRef element) {
  std::string a = w.fresh(), b = w.fresh(), c = w.fresh(),
              type = Operand{"", {}, element.str()}.type();
  return "({\n^bb0(" + a + ": " + type + ", " + b + ": " + type + "):\n" + c + " = stablehlo." +
         op.str() + " " + a + ", " + b + " : " + type + "\nstablehlo.return " + c + " : " + type +
         "\n})";
}

/// The shape of `x` without some dims.
Dims without(const Operand &x, llvm::ArrayRef<int64_t> dims) {
  Dims shape;
  for (auto [d, size] : llvm::enumerate(x.shape))
    if (!llvm::is_contained(dims, int64_t(d)))
      shape.push_back(size);
  return shape;
}

/// An argmax as JAX prints it: a reduction over values and their positions, whose body
/// prefers the larger value, at equal values the smaller position, and NaN over all numbers.
bool writeArgmax(FusionWriter &w, const Operand &x) {
  int64_t dim = w.below(x.shape.size());
  Operand places = shaped(x.shape, "i32"), result = shaped(without(x, {dim}), x.element),
          place = shaped(result.shape, "i32");
  std::string iota = w.fresh(), value = shaped({}, x.element).type(), pair = w.fresh();
  // The initial value need not be the smallest number: then it may win.
  Operand least = w.constant({}, x.element, w.smallNumber(x.element)),
          zero = w.constant({}, "i32", "0");
  w.body += iota + " = stablehlo.iota dim = " + std::to_string(dim) + " : " + places.type() + "\n";
  std::string body;
  // Names 0 and 1 are the value and the position of the left side, 2 and 3 of the right
  // side.
  llvm::SmallVector<std::string> n;
  for (int i = 0; i < 12; ++i)
    n.push_back(w.fresh());
  auto line = [&](int to, const std::string &what) {
    body += n[to] + " = stablehlo." + what + "\n";
  };
  std::string compared = "(" + value + ", " + value + ") -> tensor<i1>";
  line(4, "compare GT, " + n[0] + ", " + n[2] + " : " + compared);
  line(5, "compare NE, " + n[0] + ", " + n[0] + " : " + compared);
  line(6, "or " + n[4] + ", " + n[5] + " : tensor<i1>");
  line(7, "compare EQ, " + n[0] + ", " + n[2] + " : " + compared);
  line(8, "compare LT, " + n[1] + ", " + n[3] + " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  line(9, "and " + n[7] + ", " + n[8] + " : tensor<i1>");
  line(10, "or " + n[6] + ", " + n[9] + " : tensor<i1>");
  std::string v = w.fresh();
  body += v + " = stablehlo.select " + n[6] + ", " + n[0] + ", " + n[2] + " : tensor<i1>, " +
          value + "\n";
  line(11, "select " + n[10] + ", " + n[1] + ", " + n[3] + " : tensor<i1>, tensor<i32>");
  w.body += pair + ":2 = stablehlo.reduce(" + x.name + " init: " + least.name + "), (" + iota +
            " init: " + zero.name + ") across dimensions = [" + std::to_string(dim) + "] : (" +
            x.type() + ", " + places.type() + ", " + value + ", tensor<i32>) -> (" + result.type() +
            ", " + place.type() + ")\n reducer(" + n[0] + ": " + value + ", " + n[2] + ": " +
            value + ") (" + n[1] + ": tensor<i32>, " + n[3] + ": tensor<i32>) {\n" + body +
            "stablehlo.return " + v + ", " + n[11] + " : " + value + ", tensor<i32>\n}\n";
  w.values.push_back({pair + "#0", result.shape, x.element});
  w.values.push_back({pair + "#1", result.shape, "i32"});
  return true;
}

/// Combines the elements of `x` with their reduction, spread back over the reduced dims, as
/// softmax and normalizations do:
///   x: 8x64, reduced over dim 1: 8  ->  subtract x, broadcast_in_dim(reduced, dims = [0])
void writeBesideReduced(FusionWriter &w, const Operand &x, const Operand &reduced,
                        llvm::ArrayRef<int64_t> dims) {
  static constexpr llvm::StringLiteral kPairs[] = {"subtract", "subtract", "divide", "multiply",
                                                   "add"};
  Dims kept;
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (!llvm::is_contained(dims, int64_t(d)))
      kept.push_back(d);
  Operand spread = w.define(x.shape, x.element,
                            "stablehlo.broadcast_in_dim " + reduced.name +
                                ", dims = " + list(kept) + arrow(reduced, x));
  llvm::StringRef name = w.pick(kPairs);
  w.define(x.shape, x.element,
           "stablehlo." +
               std::string(isComplex(x.element) && name == "divide" ? "add" : name.str()) + " " +
               x.name + ", " + spread.name + " : " + x.type());
}

} // namespace

/// A reduction over random dims: an argmax, two reductions in one op, or one reduction that
/// further ops may use.
bool writeReduction(FusionWriter &w) {
  Operand x = w.any();
  if (x.shape.empty() || x.element == "f8E8M0FNU")
    return false;
  if (w.chance(0.12) && x.element != "i1" && !isComplex(x.element))
    return writeArgmax(w, x);
  Dims dims = someDims(w, x);
  Combiner combiner = combinerFor(w, x.element);
  Operand init = w.constant({}, x.element, combiner.init), to = shaped(without(x, dims), x.element);
  if (w.chance(0.15) && !isComplex(x.element)) { // two results in one op
    Operand y = w.like(x.shape, x.element);
    std::string pair = w.fresh(), s = init.type(), a = w.fresh(), b = w.fresh(), c = w.fresh(),
                d = w.fresh(), e = w.fresh(), f = w.fresh();
    w.body += pair + ":2 = stablehlo.reduce(" + x.name + " init: " + init.name + "), (" + y.name +
              " init: " + init.name + ") across dimensions = " + list(dims) + " : (" + x.type() +
              ", " + x.type() + ", " + s + ", " + s + ") -> (" + to.type() + ", " + to.type() +
              ")\n reducer(" + a + ": " + s + ", " + b + ": " + s + ") (" + c + ": " + s + ", " +
              d + ": " + s + ") {\n" + e + " = stablehlo." + combiner.op + " " + a + ", " + b +
              " : " + s + "\n" + f + " = stablehlo." + combiner.op + " " + c + ", " + d + " : " +
              s + "\nstablehlo.return " + e + ", " + f + " : " + s + ", " + s + "\n}\n";
    w.values.push_back({pair + "#0", to.shape, x.element});
    w.values.push_back({pair + "#1", to.shape, x.element});
    return true;
  }
  Operand made =
      w.define(to.shape, x.element,
               "stablehlo.reduce(" + x.name + " init: " + init.name + ") applies stablehlo." +
                   combiner.op + " across dimensions = " + list(dims) + arrow({x, init}, to));
  if (w.chance(0.4) && x.element != "i1") // the following ops of softmax and normalizations
    writeBesideReduced(w, x, made, dims);
  return true;
}

/// A prefix scan along one dim, forward or backward, as a reduce_window whose padding is as
/// long as the dim:
///   cumulative sum of 4xf32: window [4], padding [[3, 0]]; backward: padding [[0, 3]]
bool writeScan(FusionWriter &w) {
  Operand x = w.any();
  // limit on the combinations that the interpreter evaluates
  constexpr int64_t kCombinations = 200000;
  if (x.shape.empty() || x.element == "f8E8M0FNU" || isComplex(x.element))
    return false;
  size_t dim = w.below(x.shape.size());
  int64_t size = x.shape[dim];
  // The interpreter combines all elements of each window, which is quadratic in the dim.
  if (x.count() * size > kCombinations)
    return false;
  Combiner combiner = combinerFor(w, x.element);
  Operand init = w.constant({}, x.element, combiner.init);
  Dims window(x.shape.size(), 1);
  window[dim] = size;
  bool isReverse = w.chance(0.3);
  std::string padding;
  for (size_t d = 0; d < window.size(); ++d)
    padding += std::string(d ? ", [" : "[") + std::to_string(isReverse ? 0 : window[d] - 1) + ", " +
               std::to_string(isReverse ? window[d] - 1 : 0) + "]";
  w.define(x.shape, x.element,
           "\"stablehlo.reduce_window\"(" + x.name + ", " + init.name +
               ") <{window_dimensions = " + array(window) + ", padding = dense<[" + padding +
               "]> : tensor<" + std::to_string(window.size()) + "x2xi64>}> " +
               bodyOf(w, combiner.op, x.element) + arrow({x, init}, x));
  return true;
}

/// Scatters rows into the first dim. Indices may repeat and may be out of range.
bool writeScatter(FusionWriter &w) {
  Operand x = w.any();
  if (x.shape.empty() || x.element == "f8E8M0FNU")
    return false;
  int64_t count = 1 + w.below(12);
  Operand index = w.index({count, 1});
  Dims shape = x.shape, windows;
  shape[0] = count;
  for (size_t d = 1; d < shape.size(); ++d)
    windows.push_back(d);
  if (shaped(shape, x.element).count() > w.most)
    return false;
  Operand update = w.like(shape, x.element);
  w.define(x.shape, x.element,
           "\"stablehlo.scatter\"(" + x.name + ", " + index.name + ", " + update.name +
               ") <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = " +
               list(windows) +
               ", inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim "
               "= 1>}> " +
               bodyOf(w, combinerFor(w, x.element).op, x.element) + arrow({x, index, update}, x));
  return true;
}

} // namespace spmd::random

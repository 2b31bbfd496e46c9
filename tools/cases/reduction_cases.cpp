// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that combine elements along dims: reductions, windows, prefix scans, sorts, choices and batch
// normalization.
#include "tools/cases/case_ops.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd::random {
namespace {

/// How elements are combined: the op, its elements, and the number that changes nothing.
struct Combination {
  llvm::StringLiteral op;
  unsigned elements;
  int64_t identity;
};
/// A maximum of zero and more is a clamp, which is a combination like any other. Initial values
/// count once, so some are no identities.
constexpr Combination kCombinations[] = {
    {"stablehlo.add", kNumbers, 0},          {"stablehlo.add", kNumbers, 0},
    {"stablehlo.maximum", kReals, 0},        {"stablehlo.minimum", kReals, 7},
    {"stablehlo.multiply", kNumbers, 1},     {"stablehlo.and", kIntegers | kFlags, 1},
    {"stablehlo.or", kIntegers | kFlags, 0}, {"stablehlo.xor", kIntegers | kFlags, 0}};

/// Products of complex numbers that are infinite depend on their order.
const Combination &combinationOf(CaseWriter &c, llvm::StringRef element) {
  while (true)
    if (const Combination &drawn = c.w.pick(kCombinations);
        (drawn.elements & classOf(element)) &&
        !(c.hasSpecials && classOf(element) == kComplex && drawn.op == "stablehlo.multiply"))
      return drawn;
}

/// Does the order of the elements show in the last digits?
bool isRounded(const Combination &how) {
  return how.op == "stablehlo.add" || how.op == "stablehlo.multiply";
}

/// Two operands that are reduced in one op, which do not look at each other.
void reducePair(CaseWriter &c, const CaseOp &op, const Value &x, const std::string &dims,
                const Shape &shape) {
  // A sum of the first operand and a maximum of the second one, by one body.
  Value y = c.inputOf(x.shape, x.element, true), zero = c.scalar(x.element, 0),
        one = c.scalar(x.element, 1);
  std::string type = typeText({}, x.element), p[6];
  for (std::string &name : p)
    name = c.w.freshRegionName("p");
  std::string both = joinTypes({zero, one});
  c.emit(op.name, {x, y, zero, one}, dims,
         {c.result({x}, shape, x.element, true), c.result({y}, shape, x.element, true)},
         "({\n^bb0(" + p[0] + ": " + type + ", " + p[1] + ": " + type + ", " + p[2] + ": " + type +
             ", " + p[3] + ": " + type + "):\n" + p[4] + " = stablehlo.add " + p[0] + ", " + p[2] +
             " : " + type + "\n" + p[5] + " = stablehlo.maximum " + p[1] + ", " + p[3] + " : " +
             type + "\nstablehlo.return " + p[4] + ", " + p[5] + " : " + both + "\n})");
}

/// A reduction by one of several ops, an argmax, or two reductions at once.
void reduce(CaseWriter &c, const CaseOp &op) {
  // Comparisons with NaN order nothing.
  if (c.w.chance(0.15) && !c.hasSpecials)
    return writeArgmax(c.w, c.scope, c.input(kReals, 1, 3, true));
  Value x = c.input(op.elements, 1, 3);
  Shape dims, shape;
  for (size_t d = 0; d < x.shape.size(); ++d)
    c.w.chance(0.5) ? dims.push_back(d) : shape.push_back(x.shape[d]);
  std::string attributes = "dimensions = " + arrayText(dims);
  if ((classOf(x.element) & kReals) && c.w.chance(0.15))
    return reducePair(c, op, x, attributes, shape);
  const Combination &how = combinationOf(c, x.element);
  // What is no identity may count any number of times, by the specification. It counts once where
  // the combination is known, which products of complex numbers are not.
  bool isKnown = classOf(x.element) != kComplex || how.op == "stablehlo.add";
  Value init = isKnown && c.w.chance(0.15)
                   ? c.inputOf({}, x.element)
                   : c.scalar(x.element, c.w.chance(0.7) || !isKnown ? how.identity : 1);
  c.emit(op.name, {x, init}, attributes, {c.result({x, init}, shape, x.element, isRounded(how))},
         c.reducer(how.op, x.element));
}

/// Windows with strides, dilations and padding, or a prefix scan.
void reduceWindow(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  if (c.w.chance(0.7))
    return writeReduceWindow(c.w, c.scope, x);
  const Combination &how = combinationOf(c, x.element);
  Shape window(x.shape.size(), 1);
  size_t dim = c.w.below(x.shape.size());
  window[dim] = x.shape[dim];
  bool isReversed = c.w.chance(0.3);
  std::string padding;
  for (int64_t size : window)
    padding += std::string(padding.empty() ? "[" : ", [") + (isReversed ? "0, " : "") +
               std::to_string(size - 1) + (isReversed ? "]" : ", 0]");
  Value init = c.scalar(x.element, how.identity);
  c.emit(op.name, {x, init},
         "padding = dense<[" + padding + "]> : tensor<" + std::to_string(x.shape.size()) +
             "x2xi64>, window_dimensions = " + arrayText(window),
         {c.result({x}, x.shape, x.element, isRounded(how))}, c.reducer(how.op, x.element));
}

/// Pooling and its gradient. The writer draws both; the second one is missing where the windows do
/// not allow it, and the case is then drawn again.
void selectAndScatter(CaseWriter &c, const CaseOp &op) {
  writeReduceWindow(c.w, c.scope, c.input(op.elements, 1, 3, true));
}

/// One to three operands are sorted by the first one, in either order.
void sort(CaseWriter &c, const CaseOp &op) {
  // Operands behind the first one are carried along, and may be of other types.
  std::vector<Value> values{c.input(op.elements, 1, 3, true)};
  for (uint64_t n = c.w.below(3); n; --n)
    values.push_back(c.inputOf(values[0].shape, c.element(kReals)));
  std::string arguments, first, second;
  for (const Value &value : values) {
    std::string p = c.w.freshRegionName("p"), q = c.w.freshRegionName("q"),
                type = typeText({}, value.element);
    arguments += (arguments.empty() ? "" : ", ") + p + ": " + type + ", " + q + ": " + type;
    if (first.empty())
      first = p, second = q;
  }
  std::string flag = c.w.freshRegionName("s"), type = typeText({}, values[0].element);
  std::vector<Value> results;
  for (const Value &value : values)
    results.push_back(c.result({value, values[0]}, value.shape, value.element, false));
  c.emit(op.name, values,
         "dimension = " + std::to_string(c.w.below(values[0].shape.size())) +
             " : i64, is_stable = true",
         results,
         "({\n^bb0(" + arguments + "):\n" + flag + " = stablehlo.compare " +
             (c.w.chance(0.5) ? "LT, " : "GT, ") + first + ", " + second +
             (classOf(values[0].element) == kFloats ? ", TOTALORDER" : "") + " : (" + type + ", " +
             type + ") -> tensor<i1>\nstablehlo.return " + flag + " : tensor<i1>\n})");
}

/// The greatest elements of a row and where they lie, the first ones of equals.
void topK(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3, true);
  writeTopK(c.w, c.scope, x);
}

/// A scan with one carry: the body adds a slice to it.
void scan(CaseWriter &c, const CaseOp &) {
  Value x = c.input(kNumbers, 1, 3);
  size_t dim = c.w.below(x.shape.size());
  Shape shape = x.shape;
  shape.erase(shape.begin() + dim);
  Value init = c.inputOf(shape, x.element);
  std::string a = c.w.freshRegionName("p"), b = c.w.freshRegionName("q"),
              sum = c.w.freshRegionName("s"), name = c.w.fresh(), type = init.type();
  Value all = c.result({x, init}, x.shape, x.element, true),
        last = c.result({x, init}, shape, x.element, true);
  c.w.line(name + ":2 = chlo.scan(" + x.name + ") inits (" + init.name +
           ") dimension=" + std::to_string(dim) +
           (c.w.chance(0.3) ? " attributes {is_reverse = true}" : "") + " {\n^bb0(" + a + ": " +
           type + ", " + b + ": " + type + "):\n" + sum + " = stablehlo.add " + a + ", " + b +
           " : " + type + "\nstablehlo.return " + sum + ", " + sum + " : " + type + ", " + type +
           "\n} : (" + x.type() + ", " + type + ") -> (" + all.type() + ", " + type + ")");
  all.name = name + "#0";
  last.name = name + "#1";
  c.scope.values.insert(c.scope.values.end(), {all, last});
}

/// The operands of a batch normalization: `vectors` of the feature dim's size behind the first one.
std::vector<Value> normOperands(CaseWriter &c, size_t vectors, std::string &attributes) {
  constexpr llvm::StringLiteral kTypes[] = {"f32", "f32", "f64", "bf16", "f16"};
  Value x = c.inputOf(c.shape(2, 4), c.w.pick(kTypes));
  size_t dim = c.w.below(x.shape.size());
  attributes = "epsilon = 1.0 : f32, feature_index = " + std::to_string(dim) + " : i64";
  std::vector<Value> out{x};
  // Variances of arguments may be negative; with 1 added to them few roots are NaN.
  for (; vectors; --vectors)
    out.push_back(c.inputOf({x.shape[dim]}, x.element));
  return out;
}

/// With the mean and the variance as operands.
void normInference(CaseWriter &c, const CaseOp &op) {
  std::string attributes;
  std::vector<Value> operands = normOperands(c, 4, attributes);
  c.emit(op.name, operands, attributes,
         {c.result(operands, operands[0].shape, operands[0].element, true)});
}

/// Training gives the mean and the variance of each feature as well, the gradient those of the
/// scale and the offset.
void normOfBatch(CaseWriter &c, const CaseOp &op) {
  std::string attributes;
  bool isGradient = op.name == "stablehlo.batch_norm_grad";
  std::vector<Value> operands = normOperands(c, isGradient ? 3 : 2, attributes);
  if (isGradient)
    operands.push_back(c.inputOf(operands[0].shape, operands[0].element));
  Value same = c.result(operands, operands[0].shape, operands[0].element, true),
        vector = c.result(operands, operands[1].shape, operands[0].element, true);
  c.emit(op.name, operands, attributes, {same, vector, vector});
}

// Some of these have results of several types, or two of one.
constexpr CaseOp kReductions[] = {
    {"stablehlo.reduce", reduce, kAny},
    {"stablehlo.reduce_window", reduceWindow, kReals},
    {"stablehlo.select_and_scatter", selectAndScatter, kReals},
    {"stablehlo.sort", sort, kReals},
    {"chlo.top_k", topK, kReals},
    {"chlo.scan", scan, kNumbers},
    {"stablehlo.batch_norm_inference", normInference, kFloats},
    {"stablehlo.batch_norm_training", normOfBatch, kFloats},
    {"stablehlo.batch_norm_grad", normOfBatch, kFloats},
};

} // namespace

llvm::ArrayRef<CaseOp> reductionCases() { return kReductions; }

} // namespace spmd::random

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the ops of the function by their reference meaning (facet `eval`) on short tensors, one
// element for each trial. Numbers are positive, since functions such as the merging of means
// divide by counts; small, so that integers tie; and few trials may disagree, since rounding is
// magnified where numbers nearly cancel.
#include "compiler/structure/associativity.h"
#include "compiler/ops/eval.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <random>

using namespace mlir;

namespace spmd {
namespace {

// The seed is fixed, so a program compiles to the same text each time.
constexpr int64_t kTrials = 64;
/// Trials of all values of a row together. A function that is not associative disagrees in most of
/// them: x - y does for all z but zero.
constexpr int64_t kMostOff = kTrials / 8;

using Row = SmallVector<Tensor>;

/// Rows of random numbers, and the function on them.
class Trials {
public:
  explicit Trials(const AssociativeScan &scan) : scan(scan) {}

  /// Tensors of `kTrials` elements, one for each input of the scan.
  Row randomRow() {
    return llvm::map_to_vector(scan.inputs, [&](Value input) { return random(input); });
  }
  /// The function on two rows; empty if an op cannot be evaluated.
  Row apply(const Row &left, const Row &right) {
    DenseMap<Value, Tensor> known(broadcasts);
    for (auto [value, side] : scan.sides)
      known[value] = (side.isLeft ? left : right)[side.input];
    Row out;
    for (Value value : scan.combined) {
      out.push_back(eval(value, known));
      if (!out.back().isTensor())
        return {};
    }
    return out;
  }

private:
  static RankedTensorType typeOf(Value value) {
    return RankedTensorType::get({kTrials}, getElementTypeOrSelf(value));
  }

  /// Numbers from 1/4 to 4, which all types can hold about as well as their own results.
  Tensor random(Value like) {
    std::vector<Complex> numbers;
    std::uniform_real_distribution<double> exponent(-2, 2);
    for (int64_t i = 0; i < kTrials; ++i)
      numbers.push_back(std::exp2(exponent(engine)));
    return inDomain(domainOf(getElementTypeOrSelf(like)), [&](auto zero) {
      using T = decltype(zero);
      std::vector<T> values;
      for (const Complex &number : numbers)
        if constexpr (std::is_same_v<T, Complex>)
          values.push_back(number * std::exp(Complex(0, number.real())));
        else if constexpr (std::is_same_v<T, uint8_t>)
          values.push_back(number.real() > 1);
        else
          values.push_back(T(number.real()));
      return Tensor::of<T>(typeOf(like), values);
    });
  }

  /// A value of the function's tree: leaves are known, ops run on what their operands are.
  Tensor eval(Value value, DenseMap<Value, Tensor> &known) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    DenseElementsAttr splat;
    Tensor out;
    if (matchPattern(value, m_Constant(&splat))) {
      llvm::Expected<Tensor> constant = Tensor::fromAttr(splat.resizeSplat(typeOf(value)));
      if (constant)
        out = *constant;
      else
        llvm::consumeError(constant.takeError());
    } else if (value.getDefiningOp<stablehlo::BroadcastInDimOp>()) {
      // What comes from outside may be anything, but is the same in all rows.
      out = broadcasts.try_emplace(value, random(value)).first->second;
    } else {
      out = evalOp(value.getDefiningOp(), known);
    }
    known[value] = out;
    return out;
  }

  /// What an op needs beside its operands, as a direction, stands in its attributes.
  /// The op on trials in place of rows: a copy of it, outside of the program, on arguments of that
  /// length. Elementwise ops need no other change.
  Tensor evalOp(Operation *op, DenseMap<Value, Tensor> &known) {
    Block block;
    IRMapping mapping;
    TensorList in, out(1);
    for (Value operand : op->getOperands()) {
      in.push_back(eval(operand, known));
      if (!in.back().isTensor())
        return {};
      if (!mapping.contains(operand))
        mapping.map(operand, block.addArgument(typeOf(operand), op->getLoc()));
    }
    OpBuilder b(op->getContext());
    b.setInsertionPointToEnd(&block);
    Operation *clone = b.clone(*op, mapping);
    clone->getResult(0).setType(typeOf(op->getResult(0)));
    EvalContext context;
    if (llvm::Error error = spmd::evalOp(clone, in, out, context)) {
      llvm::consumeError(std::move(error));
      return {};
    }
    return out[0];
  }

  const AssociativeScan &scan;
  std::mt19937_64 engine{1};
  DenseMap<Value, Tensor> broadcasts;
};

/// Whether numbers are equal but for what some roundings in the type leave: 64 units in the last
/// place, of one where the numbers are smaller.
bool agree(Type element, Complex x, Complex y) {
  auto isSame = [&](double a, double b) {
    if (std::isnan(a) || std::isnan(b) || std::isinf(a) || std::isinf(b))
      return (std::isnan(a) && std::isnan(b)) || a == b;
    if (!isa<FloatType, ComplexType>(element))
      return a == b;
    auto real = cast<FloatType>(getElementTypeOrSelf(
        isa<ComplexType>(element) ? cast<ComplexType>(element).getElementType() : element));
    double step = std::exp2(1 - int(llvm::APFloat::semanticsPrecision(real.getFloatSemantics())));
    return std::abs(a - b) <= 64 * step * std::max({1.0, std::abs(a), std::abs(b)});
  };
  return isSame(x.real(), y.real()) && isSame(x.imag(), y.imag());
}

} // namespace

// Results that are NaN or infinite on both sides agree: the function is then outside of its domain.
bool isAssociative(const AssociativeScan &scan) {
  if (!llvm::all_of(scan.inputs, [](Value input) {
        return isSupportedElement(getElementTypeOrSelf(input.getType()));
      }))
    return false;
  Trials trials(scan);
  Row x = trials.randomRow(), y = trials.randomRow(), z = trials.randomRow();
  Row xy = trials.apply(x, y), yz = trials.apply(y, z);
  if (xy.empty() || yz.empty())
    return false;
  Row left = trials.apply(xy, z), right = trials.apply(x, yz);
  if (left.empty() || right.empty())
    return false;
  int64_t off = 0;
  for (auto [a, b] : llvm::zip_equal(left, right)) {
    Type element = a.element();
    auto complexOf = [&](const Tensor &tensor) {
      if (isa<FloatType, ComplexType>(element))
        return tensor.values<Complex>();
      std::vector<Complex> out;
      for (int64_t number : tensor.values<int64_t>())
        out.push_back(double(number));
      return out;
    };
    for (auto [p, q] : llvm::zip_equal(complexOf(a), complexOf(b)))
      off += !agree(element, p, q);
  }
  return off <= kMostOff;
}

} // namespace spmd

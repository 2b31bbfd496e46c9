// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The default answers of an EvalContext, which refuse everything that needs a full run; errors that
// carry the location of their op; the reference meaning of reductions by a region (class Fold of
// region.h).
#include "compiler/elements/complex_reference.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/region.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir;

namespace spmd {

char OpError::ID = 0;
char CheckFailure::ID = 0;

void OpError::log(raw_ostream &os) const { os << loc << ": " << message; }
std::error_code OpError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

static std::string messageOf(Operation *op, const Twine &message) {
  return ("'" + op->getName().getStringRef() + "' op " + message).str();
}
llvm::Error opError(Operation *op, const Twine &message) {
  return llvm::make_error<OpError>(op->getLoc(), messageOf(op, message));
}
llvm::Error checkFailure(Operation *op, const Twine &message) {
  return llvm::make_error<CheckFailure>(op->getLoc(), messageOf(op, message));
}

llvm::Expected<TensorList> EvalContext::runRegion(Region &region, Inputs) {
  return opError(region.getParentOp(), "has a region");
}

llvm::Expected<TensorList> EvalContext::call(Operation *user, SymbolRefAttr symbol, Inputs) {
  return opError(user, "calls @" + symbol.getLeafReference().getValue() +
                           ", which only a run of the module can do");
}

// A group of one device needs no other device: constant folding evaluates it, too.
llvm::Expected<std::vector<TensorList>>
EvalContext::exchange(Operation *op, ArrayRef<int64_t> group, TensorList mine) {
  if (group.size() == 1)
    return std::vector<TensorList>{std::move(mine)};
  return opError(op, "talks to " + Twine(group.size() - 1) +
                         " other devices, which only a run of the module on "
                         "several devices can do");
}

llvm::Error EvalContext::onDevices(Operation *op, Inputs, Outputs) {
  return opError(op, "runs on several devices, which only a run of the module can do");
}

llvm::Error EvalContext::effect(Operation *op, Inputs, Outputs) {
  return opError(op, "has effects outside of the program, which are not evaluated");
}

llvm::Error evalOp(Operation *op, Inputs in, Outputs out, EvalContext &context) {
  const OpRules &rules = Rules::of(op);
  if (!rules.eval)
    return opError(op, "has no reference meaning");
  // Some element types can be named but not held, such as complex<f16>.
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !isSupportedElement(tensor.getElementType())) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "has a result of type " << type << ", whose elements cannot be evaluated";
      return opError(op, text);
    }
  return rules.eval(op, in, out, context);
}

} // namespace spmd

namespace spmd::ops {

// The element at a row-major position, as a tensor of rank 0.
//   scalarAt(tensor<2x2xi32> [1, 2, 3, 4], 2) -> tensor<i32> [3]
Tensor scalarAt(const Tensor &tensor, int64_t position) {
  Tensor scalar(RankedTensorType::get({}, tensor.element()));
  int64_t bytes = storedBytes(tensor.element());
  std::memcpy(scalar.mutableData(), tensor.data() + position * bytes, bytes);
  return scalar;
}

void setElement(Tensor &tensor, int64_t position, const Tensor &scalar) {
  int64_t bytes = storedBytes(tensor.element());
  std::memcpy(tensor.mutableData() + position * bytes, scalar.data(), bytes);
}

namespace {
template <class T> constexpr bool isBool = std::is_same_v<T, uint8_t>;
template <class T> constexpr bool isInteger = std::is_integral_v<T>;

/// The result of maximum (or minimum) for a pair: NaN if one operand is NaN, and -0 < +0. Complex
/// numbers compare lexicographically.
template <class T> T pick(T x, T y, bool larger) {
  if constexpr (std::is_same_v<T, Complex>) {
    if (hasNaN(x) || hasNaN(y))
      return hasNaN(x) ? x : y;
    return isLess(x, y) == larger ? y : x;
  } else if constexpr (std::is_same_v<T, double>) {
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) ? x : y;
    // Equal numbers may still be -0 and +0.
    if (x == y)
      return std::signbit(x) == larger ? y : x;
    return (x < y) == larger ? y : x;
  } else {
    return (x < y) == larger ? y : x;
  }
}

/// One combination in a wide domain: integers wrap as int64_t, booleans are `or` and `and`.
template <class T> T combine(ir::CombineKind combiner, T x, T y) {
  switch (combiner) {
  case ir::CombineKind::Maximum:
    return pick(x, y, true);
  case ir::CombineKind::Minimum:
    return pick(x, y, false);
  case ir::CombineKind::Sum:
    if constexpr (isBool<T>)
      return x | y;
    else if constexpr (isInteger<T>)
      return T(uint64_t(x) + uint64_t(y));
    // Unsigned arithmetic wraps without undefined behaviour, also for signed elements.
    else
      return x + y;
  case ir::CombineKind::Product:
    if constexpr (isBool<T>)
      return x & y;
    else if constexpr (isInteger<T>)
      return T(uint64_t(x) * uint64_t(y));
    else if constexpr (std::is_same_v<T, Complex>)
      return multiply(x, y);
    else
      return x * y;
  default:
    // Bitwise ops exist in the integer domains only.
    if constexpr (isInteger<T>)
      return combiner == ir::CombineKind::And  ? x & y
             : combiner == ir::CombineKind::Or ? x | y
                                               : x ^ y;
    else
      llvm_unreachable("and, or, xor are for integers");
  }
}

/// Rounds an accumulator for elements of the type of `like`. Accumulators of floats of at most 32
/// bits are f32; if the accumulator is `stored`, it is a number of the element type.
template <class T> T rounded(T value, const Tensor &like, bool stored) {
  if constexpr (std::is_same_v<T, double>)
    return stored                              ? roundedTo(like.element(), value)
           : elementBits(like.element()) <= 32 ? double(float(value))
                                               : value;
  else if constexpr (std::is_same_v<T, Complex>)
    return elementBits(like.element()) <= 32 ? Complex(std::complex<float>(value)) : value;
  else
    return value;
}
} // namespace

/// Combines two tensors of one shape element by element.
Tensor combined(ir::CombineKind combiner, const Tensor &x, const Tensor &y) {
  return inDomain(domainOf(x.element()), [&]<class T>(T) {
    std::vector<T> out = x.values<T>(), others = y.values<T>();
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = combine(combiner, out[i], others[i]);
    return Tensor::of(x.type, out);
  });
}

/// Calls fn(wide, i) for each result i, where `wide` has the domain of the result.
template <class Fn> void Fold::dispatch(Fn fn) {
  for (auto [i, w] : llvm::enumerate(wides))
    inDomain(w.domain, [&]<class T>(T) { fn(std::get<Wide<T>>(w.byType), i); });
}

// Reduction bodies may have wider types than the operands (StableHLO's promotion): `value` in the
// element type of accumulator i.
// Example: inits of f32 and a body on f64 give accumulators of f64.
Tensor Fold::promoted(const Tensor &value, size_t i) const {
  Type element = getElementTypeOrSelf(types[i]);
  if (value.element() == element)
    return value;
  auto type = RankedTensorType::get(value.shape(), element);
  return inDomain(domainOf(element),
                  [&]<class T>(T) { return Tensor::of(type, value.values<T>()); });
}

// Bodies other than one op run through the interpreter for each element.
Fold::Fold(Region &body, ArrayRef<Tensor> given, int64_t count, EvalContext &context)
    : body(body), context(context), combiner(combinerOfPairs(body)) {
  for (size_t i = 0; i < given.size(); ++i)
    types.push_back(body.getArgument(i).getType());
  for (auto [i, init] : llvm::enumerate(given))
    inits.push_back(promoted(init, i));
  if (llvm::any_of(inits, [](const Tensor &init) { return isQuantized(init.type); }))
    combiner.reset(); // sums of stored integers are not sums of the numbers that they stand for
  if (!combiner) {
    slow.assign(count, inits);
    return;
  }
  for (const Tensor &init : inits)
    wides.emplace_back().domain = domainOf(init.element());
  dispatch([&]<class T>(Wide<T> &wide, size_t i) {
    // startFrom may replace these values later.
    wide.init = inits[i].values<T>()[0];
    wide.accumulators.assign(count, wide.init);
  });
}

// The accumulators become copies of `values` in the types of the body.
void Fold::startFrom(ArrayRef<Tensor> values) {
  if (combiner)
    return dispatch([&]<class T>(Wide<T> &wide, size_t i) {
      wide.accumulators = promoted(values[i], i).values<T>();
    });
  for (auto [i, value] : llvm::enumerate(values)) {
    Tensor wide = promoted(value, i);
    // The interpreter takes scalars, so each accumulator is a list of tensors of rank 0.
    for (size_t a = 0; a < slow.size(); ++a)
      slow[a][i] = scalarAt(wide, a);
  }
}

llvm::Error Fold::setElements(ArrayRef<Tensor> given) {
  elements.clear();
  for (auto [i, tensor] : llvm::enumerate(given))
    elements.push_back(promoted(tensor, i));
  if (combiner)
    dispatch([&]<class T>(Wide<T> &wide, size_t i) { wide.elements = elements[i].values<T>(); });
  return llvm::Error::success();
}

// Runs the body on one accumulator and one element of each tensor.
llvm::Error Fold::run(int64_t accumulator, ArrayRef<Tensor> scalars) {
  TensorList args = slow[accumulator];
  args.append(scalars.begin(), scalars.end());
  return context.runRegion(body, args).moveInto(slow[accumulator]);
}

// Combines in the wide domain and rounds to f32 (or to the element type) after each step.
llvm::Error Fold::take(int64_t accumulator, int64_t element) {
  if (combiner) {
    dispatch([&](auto &wide, size_t i) {
      auto &value = wide.accumulators[accumulator];
      // `combine` always has the element on the right, as the body has it.
      value = rounded(combine(*combiner, value, wide.elements[element]), inits[i], roundsEachStep);
    });
    return llvm::Error::success();
  }
  TensorList scalars;
  for (const Tensor &tensor : elements)
    scalars.push_back(scalarAt(tensor, element));
  return run(accumulator, scalars);
}

/// Combines an accumulator with the initial value.
llvm::Error Fold::takeInit(int64_t accumulator) {
  if (!combiner)
    return run(accumulator, inits);
  // As `take`, with the init in place of an element.
  dispatch([&](auto &wide, size_t i) {
    auto &value = wide.accumulators[accumulator];
    value = rounded(combine(*combiner, value, wide.init), inits[i], roundsEachStep);
  });
  return llvm::Error::success();
}

// Either `wides` or `slow` holds the accumulators.
TensorList Fold::finish(ArrayRef<int64_t> shape) {
  TensorList out;
  for (Type type : types)
    out.emplace_back(RankedTensorType::get(shape, getElementTypeOrSelf(type)));
  if (combiner)
    dispatch([&](auto &wide, size_t i) { out[i] = Tensor::of(out[i].type, wide.accumulators); });
  // With an unknown body, every accumulator is a list with one scalar per result.
  for (auto [position, scalars] : llvm::enumerate(slow))
    for (auto [tensor, scalar] : llvm::zip_equal(out, scalars))
      setElement(tensor, position, scalar);
  return out;
}

} // namespace spmd::ops

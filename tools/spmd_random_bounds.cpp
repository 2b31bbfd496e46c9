// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interval arithmetic with the reference meaning of ops: evaluates corners of intervals and
// adds the rounding freedom of each function. Reductions and scatters are in
// spmd_random_bounds_fold.cpp.
#include "tools/spmd_random_bounds_step.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace spmd::random {

/// Evaluates the ops of a region on the values of its arguments and returns the terminator's
/// operands.
llvm::Expected<TensorList> RegionContext::runRegion(Region &region,
                                                    llvm::ArrayRef<Tensor> arguments) {
  DenseMap<Value, Tensor> values;
  for (auto [argument, value] : llvm::zip_equal(region.getArguments(), arguments))
    values[argument] = value;
  for (Operation &op : region.front().without_terminator()) {
    TensorList in, out(op.getNumResults());
    for (Value v : op.getOperands())
      in.push_back(values.lookup(v));
    if (auto error = evalOp(&op, in, out, *this))
      return error;
    for (auto [v, made] : llvm::zip_equal(op.getResults(), out))
      values[v] = std::move(made);
  }
  TensorList results;
  for (Value v : region.front().getTerminator()->getOperands())
    results.push_back(values.lookup(v));
  return results;
}

namespace {
/// What an op does to intervals: nothing is known, corners bound it, or elements only move.
enum class Form : uint8_t { Opaque, Monotone, Move };
} // namespace
struct Meaning {
  Form form = Form::Opaque;
  double units = 0; // units in the last place by which the result may be off
};
namespace {
/// The meaning of an op by its name; ops that are not listed are opaque and exact.
const Meaning &meaningOf(Operation *op) {
  using enum Form;
  static const Meaning none;
  // Ops that are not listed evaluate exactly on points and know nothing of intervals.
  static const llvm::StringMap<Meaning> known = [] {
    llvm::StringMap<Meaning> all;
    for (const char *name :
         {"transpose", "reshape", "broadcast_in_dim", "slice", "pad", "concatenate", "reverse",
          "gather", "dynamic_slice", "dynamic_update_slice"})
      all[name] = {Move, 0};
    for (const char *name : {"add",
                             "subtract",
                             "multiply",
                             "divide",
                             "maximum",
                             "minimum",
                             "negate",
                             "abs",
                             "sign",
                             "floor",
                             "ceil",
                             "round_nearest_even",
                             "round_nearest_afz",
                             "sqrt",
                             "convert",
                             "clamp",
                             "reduce_precision",
                             "real",
                             "imag",
                             "complex"})
      all[name] = {Monotone, 0};
    for (const char *name : {"exponential", "tanh", "logistic", "log", "rsqrt", "cbrt",
                             "exponential_minus_one", "log_plus_one", "erf"})
      all[name] = {Monotone, 4};
    for (const char *name : {"sine", "cosine", "tan", "power", "atan2"})
      all[name] = {Opaque, 4};
    return all;
  }();
  auto found = known.find(op->getName().stripDialect());
  return found == known.end() ? none : found->second;
}

/// Raises the state of each element: 0 a point, 1 an interval, 2 unknown. Under a bit cast a
/// NaN is unknown, since its bits are not defined.
void mark(const Bounds &b, std::vector<uint8_t> &state, bool isCast) {
  if (b.isExact && !isCast)
    return;
  size_t count = b.low.count();
  // A scalar operand (of clamp) raises the state of all elements.
  auto raise = [&](size_t i, uint8_t to) {
    if (count == state.size())
      state[i] = std::max(state[i], to);
    else
      for (uint8_t &s : state)
        s = std::max(s, to);
  };
  if (!isFloating(b.low.element())) {
    int64_t bytes = storedBytes(b.low.element());
    for (size_t i = 0; i < count; ++i)
      if (std::memcmp(b.low.data() + i * bytes, b.high.data() + i * bytes, bytes))
        raise(i, 2);
    return;
  }
  std::vector<double> low = partsOf(b.low), high = partsOf(b.high);
  size_t parts = count ? low.size() / count : 1;
  for (size_t i = 0; i < low.size(); ++i)
    if (isUnknown(low[i], high[i]) || (isCast && std::isnan(low[i])))
      raise(i / parts, 2);
    else if (!isSame(low[i], high[i]))
      raise(i / parts, 1);
}
} // namespace

/// Computes the bounds of the op's results.
llvm::Error Step::run(llvm::MutableArrayRef<Bounds> out) {
  if (op->getNumRegions())
    return fold(out);
  const Meaning &meaning = meaningOf(op);
  if (op->getName().stripDialect() == "select")
    return select(out[0]);
  if (meaning.form == Form::Move)
    return move(out[0]);
  return elementwise(meaning, out[0]);
}

/// Evaluates the op by its reference meaning.
llvm::Expected<TensorList> Step::eval(llvm::ArrayRef<Tensor> operands) {
  TensorList made(op->getNumResults());
  if (auto error = evalOp(op, operands, made, context))
    return error;
  return made;
}
/// Evaluates the op at the lower or the upper ends of its operands.
llvm::Expected<TensorList> Step::evalEnd(bool high) {
  return eval(llvm::map_to_vector(
      in, [&](const Bounds &b) { return high && !b.isExact ? b.high : b.low; }));
}

/// Ops that move elements move the ends of intervals. Where an index is not a point, the
/// whole result is unknown.
llvm::Error Step::move(Bounds &out) {
  auto low = evalEnd(false);
  if (!low)
    return low.takeError();
  out = exactly((*low)[0]);
  if (allExact())
    return llvm::Error::success();
  // Operands of another element type than the result are indices.
  for (auto [b, v] : llvm::zip_equal(in, op->getOperands()))
    if (!b.isExact && getElementTypeOrSelf(v) != getElementTypeOrSelf(op->getResult(0))) {
      out = nothingKnown((*low)[0]);
      return llvm::Error::success();
    }
  StringRef name = op->getName().stripDialect();
  // An i32 result may come from an index operand or from the moved operand: the types do
  // not tell.
  bool hasIndices = name == "gather" || name.starts_with("dynamic");
  if (hasIndices && getElementTypeOrSelf(op->getResult(0)).isInteger(32)) {
    out = nothingKnown((*low)[0]);
    return llvm::Error::success();
  }
  auto high = evalEnd(true);
  if (!high)
    return high.takeError();
  out = {(*low)[0], (*high)[0], false};
  return llvm::Error::success();
}

/// Where the predicate is not a point, the element is unknown.
llvm::Error Step::select(Bounds &out) {
  auto low = evalEnd(false), high = evalEnd(true);
  if (!low || !high)
    return llvm::joinErrors(low.takeError(), high.takeError());
  out = exactly((*low)[0]);
  if (allExact())
    return llvm::Error::success();
  out = {(*low)[0], (*high)[0], false};
  if (in[0].isExact)
    return llvm::Error::success();
  Bounds none = nothingKnown((*low)[0]); // coarse: unknown where the choice is unknown
  int64_t bytes = storedBytes(none.low.element());
  for (int64_t i = 0; i < none.low.count(); ++i)
    // A scalar predicate decides about all elements.
    if (int64_t p = in[0].low.rank() ? i : 0; in[0].low.data()[p] != in[0].high.data()[p]) {
      std::memcpy(out.low.mutableData() + i * bytes, none.low.data() + i * bytes, bytes);
      std::memcpy(out.high.mutableData() + i * bytes, none.high.data() + i * bytes, bytes);
    }
  return llvm::Error::success();
}

/// Evaluates all corners of the operands' intervals; the hull of the results bounds a
/// monotone op.
llvm::Error Step::elementwise(const Meaning &meaning, Bounds &out) {
  auto made = evalEnd(false);
  if (!made)
    return made.takeError();
  Tensor value = (*made)[0];
  bool isCast =
      op->getName().stripDialect() == "bitcast_convert" && isFloating(in[0].low.element());
  double units = isFloating(value.element()) ? meaning.units : 0;
  bool isComplexProduct =
      op->getName().stripDialect() == "multiply" && isa<ComplexType>(value.element());
  if (allExact() && !isCast && !units && !isComplexProduct) {
    out = exactly(value);
    return llvm::Error::success();
  }
  // One state per result element, the highest of its operands.
  std::vector<uint8_t> state(value.count(), 0);
  for (const Bounds &b : in)
    mark(b, state, isCast);
  std::vector<Tensor> corners{value};
  if (!allExact())
    // Bit i of `corner` selects the upper end of operand i; corner 0 is evaluated above.
    for (unsigned corner = 1; corner < 1u << in.size(); ++corner) {
      TensorList operands;
      for (auto [i, b] : llvm::enumerate(in))
        operands.push_back(corner >> i & 1 && !b.isExact ? b.high : b.low);
      auto more = eval(operands);
      if (!more)
        return more.takeError();
      corners.push_back((*more)[0]);
    }
  out = isFloating(value.element()) ? hull(meaning, corners, state) : agreement(corners, state);
  if (units || isComplexProduct)
    widen(out, isComplexProduct, units);
  // The code of logistic flushes results that would be subnormal.
  if (op->getName().stripDialect() == "logistic" && value.element().isF32())
    admitZeros(out);
  return llvm::Error::success();
}

/// The hull of corners for floats. An element is forgotten where a corner is NaN, where the
/// op is not monotone, and where the interval of a divisor or of rsqrt's operand holds zero: -0
/// gives -infinity, and what lies above it large numbers.
Bounds Step::hull(const Meaning &meaning, llvm::ArrayRef<Tensor> corners,
                  llvm::ArrayRef<uint8_t> state) {
  std::vector<double> low = partsOf(corners[0]), high = low;
  std::vector<std::vector<double>> others;
  for (const Tensor &t : corners.drop_front())
    others.push_back(partsOf(t));
  StringRef name = op->getName().stripDialect();
  bool isMonotone = meaning.form == Form::Monotone &&
                    !(name == "multiply" && isa<ComplexType>(corners[0].element()));
  // At zero abs has an extremum and these have a pole, which are no corners.
  bool hasPole = name == "divide" || name == "rsqrt";
  std::vector<double> zeroLow, zeroHigh;
  if (name == "abs" || hasPole) {
    zeroLow = partsOf(in.back().low);
    zeroHigh = partsOf(in.back().high);
  }
  size_t parts = state.empty() ? 1 : low.size() / state.size();
  for (size_t i = 0; i < low.size(); ++i) {
    // The parts of a complex number share one state.
    uint8_t s = state[i / parts];
    if (s == 0)
      continue;
    bool hasNaN = std::isnan(low[i]);
    for (const std::vector<double> &other : others) {
      hasNaN |= std::isnan(other[i]);
      // The hull of all corners.
      low[i] = isBelow(other[i], low[i]) ? other[i] : low[i];
      high[i] = isBelow(high[i], other[i]) ? other[i] : high[i];
    }
    bool hasZero = !zeroLow.empty() && zeroLow[i] <= 0 && zeroHigh[i] >= 0;
    if (hasZero && name == "abs")
      low[i] = 0;
    // 0 * inf is NaN, and the zero may lie between the corners.
    bool hidesNaN = name == "multiply" && (std::isinf(low[i]) || std::isinf(high[i]));
    if (s == 2 || hasNaN || hidesNaN || !isMonotone || (hasZero && hasPole))
      forget(low[i], high[i]);
  }
  return bounded(corners[0].type, low, high);
}

/// Integers are points where all corners agree and the op is monotone; otherwise unknown.
Bounds Step::agreement(llvm::ArrayRef<Tensor> corners, llvm::ArrayRef<uint8_t> state) {
  Bounds out{corners[0], corners[0], false}, none = nothingKnown(corners[0]);
  int64_t bytes = storedBytes(corners[0].element());
  StringRef name = op->getName().stripDialect();
  bool isOrder = false;
  if (auto direction = op->getAttr("comparison_direction")) {
    std::string text;
    llvm::raw_string_ostream(text) << direction;
    isOrder = !StringRef(text).contains("EQ") && !StringRef(text).contains("NE");
  }
  // Orders and conversions to integers are monotone; a conversion to i1 asks for "not
  // zero", which is not.
  bool isMonotone = isOrder || (name == "convert" && isFloating(in[0].low.element()) &&
                                !corners[0].element().isInteger(1));
  for (size_t i = 0; i < state.size(); ++i) {
    if (state[i] == 0)
      continue;
    // An unknown operand makes the element unknown, even where the corners agree.
    bool agree = state[i] == 1 && isMonotone;
    for (const Tensor &t : corners)
      agree &= std::memcmp(t.data() + i * bytes, corners[0].data() + i * bytes, bytes) == 0;
    if (!agree) {
      std::memcpy(out.low.mutableData() + i * bytes, none.low.data() + i * bytes, bytes);
      std::memcpy(out.high.mutableData() + i * bytes, none.high.data() + i * bytes, bytes);
    }
  }
  return out;
}

/// Runs Step on each op in order.
llvm::Expected<std::vector<Bounds>> boundsOf(func::FuncOp main, llvm::ArrayRef<Tensor> arguments) {
  DenseMap<Value, Bounds> values;
  for (auto [argument, value] : llvm::zip_equal(main.getArguments(), arguments))
    // Arguments are points.
    values[argument] = {value, value, true};
  Block &block = main.getBody().front();
  for (Operation &op : block.without_terminator()) {
    llvm::SmallVector<Bounds> in, out(op.getNumResults());
    for (Value v : op.getOperands())
      in.push_back(values.lookup(v));
    if (auto error = Step(&op, in).run(out))
      return error;
    for (auto [v, made] : llvm::zip_equal(op.getResults(), out))
      values[v] = std::move(made);
  }
  std::vector<Bounds> results;
  for (Value v : block.getTerminator()->getOperands())
    results.push_back(values.lookup(v));
  return results;
}

/// Compares bits first: most results are points.
std::optional<std::string> firstOutside(const Tensor &result, const Bounds &bounds) {
  if (bounds.isExact &&
      std::equal(result.data(), result.data() + result.byteCount(), bounds.low.data()))
    return std::nullopt;
  int64_t first = -1, count = 0, bytes = storedBytes(result.element());
  auto isEqual = [&](const Tensor &t, int64_t i) {
    return std::memcmp(result.data() + i * bytes, t.data() + i * bytes, bytes) == 0;
  };
  std::vector<double> got, low, high;
  bool isFloat = isFloating(result.element());
  if (isFloat) {
    got = partsOf(result);
    low = partsOf(bounds.low);
    high = partsOf(bounds.high);
  }
  size_t parts = result.count() ? got.size() / result.count() : 1;
  for (int64_t i = 0; i < result.count(); ++i) {
    bool holds = isEqual(bounds.low, i);
    if (!holds && !isFloat)
      holds = !bounds.isExact && std::memcmp(bounds.low.data() + i * bytes,
                                             bounds.high.data() + i * bytes, bytes) != 0;
    if (!holds && isFloat) {
      holds = true;
      // A part is right where it equals the point, where it is unknown, or where it lies in
      // between.
      for (size_t p = i * parts; p < (i + 1) * parts; ++p)
        holds &= isSame(got[p], low[p]) || isUnknown(low[p], high[p]) ||
                 (!bounds.isExact && low[p] <= got[p] && got[p] <= high[p]);
    }
    if (!holds && count++ == 0)
      first = i;
  }
  if (!count)
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "element " << first << " is ";
  result.printElement(os, first);
  os << (bounds.isExact ? ", expected " : ", not in [");
  bounds.low.printElement(os, first);
  if (!bounds.isExact) {
    os << ", ";
    bounds.high.printElement(os, first);
    os << "]";
  }
  os << "; " << count << " of " << result.count() << " elements differ";
  return text;
}

} // namespace spmd::random

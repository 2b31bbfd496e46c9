// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops without regions for random programs on a mesh: elementwise ops, movement,
// reductions and matmuls. Values carry the manual axes over which they vary, and a bound on
// their elements.
#include "tools/spmd_random_writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <numeric>

namespace spmd::random {
namespace {

/// Draws a value of the scope and returns a copy, since adding a value moves the others. The
/// three latest values are likelier, so that programs become deep.
Value pick(Writer &w, const Scope &scope) {
  size_t n = scope.values.size();
  return scope.values[w.chance(0.5) ? n - 1 - w.below(std::min<size_t>(n, 3)) : w.below(n)];
}

/// Draws a value of the same type, perhaps `like` itself.
Value pickOfType(Writer &w, const Scope &scope, const Value &like) {
  std::vector<const Value *> all;
  for (const Value &value : scope.values)
    if (value.shape == like.shape && value.element == like.element)
      all.push_back(&value);
  // `like` is in the scope itself, so there is always a value to pick.
  return *w.pick(all);
}

} // namespace

/// A random permutation of the dims.
void writeTranspose(Writer &w, Scope &scope, const Value &x) {
  Shape order(x.shape.size()), shape;
  std::iota(order.begin(), order.end(), 0);
  // A shuffle (Fisher, Yates).
  for (size_t i = 1; i < order.size(); ++i)
    std::swap(order[i], order[w.below(i + 1)]);
  for (int64_t d : order)
    shape.push_back(x.shape[d]);
  w.define(scope, resultOf({&x}, shape, false),
           "stablehlo.transpose " + x.name + ", dims = [" + listText(order) + "] : (" + x.type() +
               ") -> " + typeText(shape, x.element));
}

/// Reverses one dim:
///   %7 = stablehlo.reverse %3, dims = [1] : tensor<4x8xf32>
void writeReverse(Writer &w, Scope &scope, const Value &x) {
  w.define(scope, resultOf({&x}, x.shape, false),
           "stablehlo.reverse " + x.name + ", dims = [" + std::to_string(w.below(x.shape.size())) +
               "] : " + x.type());
}

/// Random begin, end and step (1 or 2) per dim.
void writeSlice(Writer &w, Scope &scope, const Value &x) {
  std::string ranges;
  Shape shape;
  for (int64_t size : x.shape) {
    int64_t begin = w.chance(0.5) ? 0 : w.below(size), step = w.chance(0.8) ? 1 : 2;
    int64_t end = w.chance(0.5) ? size : begin + 1 + w.below(size - begin);
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(begin) + ":" + std::to_string(end) +
              ":" + std::to_string(step);
    // The last element is begin + step * (size - 1), which lies before `end`.
    shape.push_back((end - begin + step - 1) / step);
  }
  w.define(scope, resultOf({&x}, shape, false),
           "stablehlo.slice " + x.name + " [" + ranges + "] : (" + x.type() + ") -> " +
               typeText(shape, x.element));
}

/// Pads with ones, so that padding shows in sums.
void writePad(Writer &w, Scope &scope, const Value &x) {
  Shape low, high, between, shape;
  for (int64_t size : x.shape) {
    low.push_back(w.below(3));
    high.push_back(w.below(3));
    between.push_back(w.chance(0.8) ? 0 : 1);
    shape.push_back(low.back() + high.back() + size + (size - 1) * between.back());
  }
  Value zero = w.constant(scope, {}, x.element,
                          x.element == "i1"     ? "true"
                          : x.element[0] == 'c' ? "(1.0,0.0)"
                          : isFloat(x.element)  ? "1.0"
                                                : "1");
  scope.values.pop_back();
  w.define(scope, resultOf({&x}, shape, false),
           "stablehlo.pad " + x.name + ", " + zero.name + ", low = [" + listText(low) +
               "], high = [" + listText(high) + "], interior = [" + listText(between) + "] : (" +
               x.type() + ", " + zero.type() + ") -> " + typeText(shape, x.element));
}

namespace {

/// Joins two values that agree in all other dims; the value itself always fits.
void writeConcatenate(Writer &w, Scope &scope, const Value &x) {
  size_t dim = w.below(x.shape.size());
  std::vector<const Value *> fitting;
  for (const Value &value : scope.values) {
    // Fits where the shapes are equal once the joined dim is made equal.
    Shape shape = value.shape;
    if (shape.size() == x.shape.size())
      shape[dim] = x.shape[dim];
    if (shape == x.shape && value.element == x.element)
      fitting.push_back(&value);
  }
  Value y = *w.pick(fitting);
  Shape shape = x.shape;
  shape[dim] += y.shape[dim];
  w.define(scope, resultOf({&x, &y}, shape, false),
           "stablehlo.concatenate " + x.name + ", " + y.name + ", dim = " + std::to_string(dim) +
               " : (" + x.type() + ", " + y.type() + ") -> " + typeText(shape, x.element));
}

/// Joins two neighbouring dims, or splits a dim by 2 or 3.
void writeReshape(Writer &w, Scope &scope, const Value &x) {
  Shape shape = x.shape;
  size_t dim = w.below(shape.size());
  if (dim + 1 < shape.size() && w.chance(0.5)) {
    shape[dim] *= shape[dim + 1];
    shape.erase(shape.begin() + dim + 1);
  } else {
    //   8x6, dim 0  ->  2x4x6 or 4x2x6;  5x6, dim 0  ->  1x5x6 or 5x1x6
    int64_t part = shape[dim] % 2 ? shape[dim] % 3 ? 1 : 3 : 2;
    shape[dim] /= part;
    shape.insert(shape.begin() + dim + w.below(2), part);
  }
  if (shape.size() > 4)
    return;
  w.define(scope, resultOf({&x}, shape, false),
           "stablehlo.reshape " + x.name + " : (" + x.type() + ") -> " +
               typeText(shape, x.element));
}

/// Inserts one dim.
void writeBroadcast(Writer &w, Scope &scope, const Value &x) {
  constexpr int64_t kSizes[] = {1, 2, 3, 4};
  Shape shape = x.shape, dims;
  size_t at = w.below(shape.size() + 1);
  shape.insert(shape.begin() + at, w.pick(kSizes));
  for (size_t d = 0; d < shape.size(); ++d)
    if (d != at)
      dims.push_back(d);
  w.define(scope, resultOf({&x}, shape, false),
           "stablehlo.broadcast_in_dim " + x.name + ", dims = [" + listText(dims) + "] : (" +
               x.type() + ") -> " + typeText(shape, x.element));
}

/// Reduces random dims. Sums scale the bound by the number of terms.
void writeReduce(Writer &w, Scope &scope, const Value &x) {
  if (x.element[0] == 'c')
    return;
  bool isFlag = x.element == "i1";
  llvm::SmallVector<llvm::StringRef> ops{"add", "add", "maximum", "minimum"};
  if (isFlag)
    ops = {"or", "and", "xor"};
  else if (!isFloat(x.element))
    ops.push_back("multiply");
  llvm::StringRef op = w.pick(ops);
  std::string start = isFlag ? "false" : isFloat(x.element) ? "0.0" : op == "multiply" ? "3" : "0";
  Shape dims, shape;
  double folded = 1;
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (w.chance(0.4)) {
      dims.push_back(d);
      folded *= x.shape[d];
    } else {
      shape.push_back(x.shape[d]);
    }
  // The constant is not offered to later ops: reductions over constants show little.
  Value zero = w.constant(scope, {}, x.element, start);
  scope.values.pop_back();
  Value out = resultOf({&x}, shape, op == "add");
  out.bound *= op == "add" ? folded : op == "multiply" ? 1e9 : 1;
  w.define(scope, out,
           "stablehlo.reduce(" + x.name + " init: " + zero.name + ") applies stablehlo." + op +
               " across dimensions = [" + listText(dims) + "] : (" + x.type() + ", " + zero.type() +
               ") -> " + out.type());
}

/// Contracts one dim of `x` with a dim of equal size of another value, perhaps `x` itself.
void writeMatmul(Writer &w, Scope &scope, const Value &x) {
  size_t dim = w.below(x.shape.size());
  std::vector<std::pair<const Value *, size_t>> fitting;
  for (const Value &value : scope.values)
    for (size_t d = 0; d < value.shape.size(); ++d)
      if (value.element == x.element && value.shape[d] == x.shape[dim])
        fitting.push_back({&value, d});
  // The dim of `x` itself always fits, so there is one to pick.
  auto [picked, other] = w.pick(fitting);
  Value y = *picked;
  Shape shape;
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (d != dim)
      shape.push_back(x.shape[d]);
  for (size_t d = 0; d < y.shape.size(); ++d)
    if (d != other)
      shape.push_back(y.shape[d]);
  Value out = resultOf({&x, &y}, shape, true);
  out.bound = x.bound * y.bound * double(x.shape[dim]);
  // Results of a higher rank or with too many elements are not written.
  if (shape.size() > 4 || out.count() > kMostElements || x.element == "i1")
    return;
  w.define(scope, out,
           "stablehlo.dot_general " + x.name + ", " + y.name + ", contracting_dims = [" +
               std::to_string(dim) + "] x [" + std::to_string(other) + "] : (" + x.type() + ", " +
               y.type() + ") -> " + out.type());
}

/// A comparison and a select on exact values only: a rounding difference would change the
/// choice.
void writeSelect(Writer &w, Scope &scope, const Value &x) {
  if (!x.isExact || x.element == "i1" || x.element[0] == 'c')
    return writePointwise(w, scope);
  Value y = pickOfType(w, scope, x), z = pickOfType(w, scope, x);
  // A comparison of rounded numbers may differ between devices and orders.
  if (!y.isExact)
    return;
  std::string flags = typeText(x.shape, "i1");
  Value flag = resultOf({&x, &y}, x.shape, false);
  flag.element = "i1";
  flag = w.define(scope, flag,
                  "stablehlo.compare LT, " + x.name + ", " + y.name + " : (" + x.type() + ", " +
                      y.type() + ") -> " + flags);
  w.define(scope, resultOf({&z, &x, &flag}, x.shape, false),
           "stablehlo.select " + flag.name + ", " + x.name + ", " + z.name + " : " + flags + ", " +
               x.type());
}

/// A dynamic slice along one dim, whose index the op clamps, and sometimes the update that
/// writes the slice back.
void writeDynamicSlice(Writer &w, Scope &scope, const Value &x) {
  std::vector<Value> indices;
  for (const Value &value : scope.values)
    if (value.shape.empty() && value.element == "i32")
      indices.push_back(value);
  if (indices.empty())
    return;
  // Indices are i32 scalars of the program: constants, arguments and counters of loops.
  Value index = w.pick(indices), zero = w.constant(scope, {}, "i32", "0");
  size_t dim = w.below(x.shape.size());
  Shape shape = x.shape;
  shape[dim] = 1 + w.below(shape[dim]);
  std::string starts, types;
  for (size_t d = 0; d < shape.size(); ++d) {
    starts += ", " + (d == dim ? index : zero).name;
    types += ", tensor<i32>";
  }
  Value part =
      w.define(scope, resultOf({&x, &index}, shape, false),
               "stablehlo.dynamic_slice " + x.name + starts + ", sizes = [" + listText(shape) +
                   "] : (" + x.type() + types + ") -> " + typeText(shape, x.element));
  if (w.chance(0.5))
    w.define(scope, resultOf({&x, &part, &index}, x.shape, false),
             "stablehlo.dynamic_update_slice " + x.name + ", " + part.name + starts + " : (" +
                 x.type() + ", " + part.type() + types + ") -> " + x.type());
}

/// An inclusive prefix sum along one dim, as a reduce_window.
void writePrefixScan(Writer &w, Scope &scope, const Value &x) {
  if (x.element == "i1" || x.element[0] == 'c')
    return;
  size_t dim = w.below(x.shape.size());
  std::string window, padding;
  for (size_t d = 0; d < x.shape.size(); ++d) {
    int64_t size = d == dim ? x.shape[d] : 1;
    window += (d ? ", " : "") + std::to_string(size);
    //   4xf32: window [4], padding [[3, 0]]; element i then sums elements 0 .. i
    padding += (d ? ", [" : "[") + std::to_string(size - 1) + ", 0]";
  }
  Value zero = w.constant(scope, {}, x.element, isFloat(x.element) ? "0.0" : "0");
  scope.values.pop_back();
  Value out = resultOf({&x}, x.shape, true);
  out.bound *= double(x.shape[dim]);
  std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s"),
              scalar = zero.type();
  w.define(scope, out,
           "\"stablehlo.reduce_window\"(" + x.name + ", " + zero.name + ") <{padding = dense<[" +
               padding + "]> : tensor<" + std::to_string(x.shape.size()) +
               "x2xi64>, window_dimensions = array<i64: " + window + ">}> ({\n^bb0(" + a + ": " +
               scalar + ", " + b + ": " + scalar + "):\n" + c + " = stablehlo.add " + a + ", " + b +
               " : " + scalar + "\nstablehlo.return " + c + " : " + scalar + "\n}) : (" + x.type() +
               ", " + scalar + ") -> " + x.type());
}

/// A propagation barrier or an optimization barrier; both return their operand.
void writeBarrier(Writer &w, Scope &scope, const Value &x) {
  constexpr llvm::StringLiteral kDirections[] = {"NONE", "FORWARD", "BACKWARD"};
  if (w.chance(0.5))
    w.define(scope, x,
             "sdy.propagation_barrier " + x.name + " allowed_direction=" + w.pick(kDirections) +
                 " : " + x.type());
  else
    w.define(scope, x, "stablehlo.optimization_barrier " + x.name + " : " + x.type());
}

/// An iota of the value's type, as masks and positions are made.
void writeIota(Writer &w, Scope &scope, const Value &x) {
  if (!isFloat(x.element) && !isInteger(x.element))
    return;
  Value out = resultOf({&x}, x.shape, true);
  // All devices make the same iota.
  out.varies = 0;
  out.bound = 64;
  w.define(scope, out,
           "stablehlo.iota dim = " + std::to_string(w.below(x.shape.size())) + " : " + x.type());
}

} // namespace

/// An elementwise op of one or two operands. The bound of the result follows from the op.
void writePointwise(Writer &w, Scope &scope) {
  Value x = pick(w, scope), y = pickOfType(w, scope, x);
  bool isFlag = x.element == "i1", isComplex = x.element[0] == 'c';
  if (w.chance(0.35)) {
    // Integers have only negate; floats also have functions that keep values bounded.
    llvm::SmallVector<llvm::StringRef> ops{"negate"};
    if (isFlag)
      ops = {"not"};
    else if (isFloat(x.element))
      ops = {"tanh", "negate", "abs", "logistic", "cosine"};
    llvm::StringRef op = w.pick(ops);
    bool isRounded = op != "negate" && op != "abs" && op != "not";
    Value out = resultOf({&x}, x.shape, isRounded);
    out.bound = isRounded ? 1 : out.bound;
    w.define(scope, out, "stablehlo." + op + " " + x.name + " : " + x.type());
    return;
  }
  llvm::SmallVector<llvm::StringRef> ops{"add", "subtract", "multiply"};
  if (isFlag)
    ops = {"and", "or", "xor"};
  else if (!isComplex)
    ops.append({"maximum", "minimum"});
  llvm::StringRef op = w.pick(ops);
  Value out = resultOf({&x, &y}, x.shape, isFloat(x.element) && op.front() != 'm');
  if (op == "multiply")
    out.isExact &= !isFloat(x.element);
  out.bound = op == "multiply"                  ? x.bound * y.bound
              : op == "add" || op == "subtract" ? x.bound + y.bound
                                                : out.bound;
  w.define(scope, out, "stablehlo." + op + " " + x.name + ", " + y.name + " : " + x.type());
}

/// A constraint or, in one of five cases, a reshard.
void writeConstraint(Writer &w, Scope &scope) {
  Value x = pick(w, scope);
  bool isReshard = w.chance(0.2);
  // Constraints inside of a manual computation name free axes only.
  std::string sharding = scope.manual
                             ? w.sharding(x.shape, w.mesh.all() & ~scope.manual, !isReshard)
                             : w.placement(x.shape, !isReshard);
  w.define(scope, x,
           (isReshard ? "sdy.reshard " : "sdy.sharding_constraint ") + x.name + " " + sharding +
               " : " + x.type());
}

std::string listText(llvm::ArrayRef<int64_t> numbers) {
  return llvm::join(llvm::map_range(numbers, [](int64_t n) { return std::to_string(n); }), ", ");
}

Value resultOf(llvm::ArrayRef<const Value *> operands, Shape shape, bool isRounded) {
  Value out = *operands[0];
  out.shape = std::move(shape);
  for (const Value *operand : operands) {
    out.varies |= operand->varies;
    out.isExact &= operand->isExact;
    out.bound = std::max(out.bound, operand->bound);
  }
  out.isExact &= !isRounded;
  return out;
}

/// Elementwise ops and constraints are frequent; other ops share the rest equally. Values
/// that are large already are only used elementwise.
void writeOp(Writer &w, Scope &scope) {
  if (w.chance(0.3))
    return writePointwise(w, scope);
  if (w.chance(0.35))
    return w.chance(0.75) ? writeConstraint(w, scope) : writeMoves(w, scope);
  if (scope.manual && w.chance(0.4))
    return writeExchange(w, scope);
  constexpr void (*kWrite[])(Writer &, Scope &, const Value &) = {
      writeTranspose,   writeReverse,      writeSlice,      writePad,     writeConcatenate,
      writeReshape,     writeBroadcast,    writeReduce,     writeMatmul,  writeSelect,
      writeIota,        writeDynamicSlice, writePrefixScan, writeBarrier, writeReduceWindow,
      writeConvolution, writeChoice,
  };
  Value x = pick(w, scope);
  if (x.shape.empty() || x.count() > kMostElements / 4)
    return writePointwise(w, scope);
  w.pick(kWrite)(w, scope, x);
}

} // namespace spmd::random

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops with regions are written in two steps: the body goes to a text of its own, and once
// its results are known, the head of the op is written before it.
#include "tools/spmd_random_regions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace spmd::random {
namespace {

/// The deepest nesting of regions.
constexpr int kDeepest = 3;

template <class Range, class Fn> std::string joined(Range &&range, Fn fn) {
  return llvm::join(llvm::map_range(range, fn), ", ");
}
///   {%1, %4}  ->  "tensor<4xf32>, tensor<i32>" and "%1, %4"
std::string types(llvm::ArrayRef<Value> values) {
  return joined(values, [](const Value &v) { return v.type(); });
}
std::string names(llvm::ArrayRef<Value> values) {
  return joined(values, [](const Value &v) { return v.name; });
}

/// Draws one to `most` values; the last one of the scope is likelier.
std::vector<Value> pickSome(Writer &w, const Scope &scope, size_t most) {
  std::vector<Value> some;
  for (size_t n = 1 + w.below(most); n; --n)
    some.push_back(w.chance(0.4) ? scope.values.back() : w.pick(scope.values));
  return some;
}

/// Returns a value of this type, mostly the latest one, or `like` where there is no other.
Value ofType(Writer &w, const Scope &scope, const Value &like) {
  std::vector<const Value *> all{&like};
  for (const Value &value : scope.values)
    if (value.shape == like.shape && value.element == like.element)
      all.push_back(&value);
  return w.chance(0.7) ? *all.back() : *w.pick(all);
}

/// Writes an i32 scalar between 0 and `last`, by a clamp.
Value smallNumber(Writer &w, Scope &scope, int64_t last) {
  std::vector<Value> scalars;
  for (const Value &value : scope.values)
    if (value.shape.empty() && value.element == "i32")
      scalars.push_back(value);
  Value number = scalars.empty() || w.chance(0.3)
                     ? w.constant(scope, {}, "i32", std::to_string(w.below(last + 1)))
                     : w.pick(scalars);
  Value low = w.constant(scope, {}, "i32", "0"),
        high = w.constant(scope, {}, "i32", std::to_string(last));
  std::string type = number.type();
  return w.define(scope, number,
                  "stablehlo.clamp " + low.name + ", " + number.name + ", " + high.name + " : " +
                      type);
}

/// Names the results `%7#0`, `%7#1` of an op that is written later.
std::vector<Value> resultsNamed(const std::string &name, std::vector<Value> results) {
  for (size_t i = 0; i < results.size(); ++i)
    results[i].name = results.size() == 1 ? name : name + "#" + std::to_string(i);
  return results;
}
/// The names on the left side of an op: "%7" or "%7:2".
std::string resultList(const std::string &name, size_t count) {
  return count == 1 ? name : name + ":" + std::to_string(count);
}

/// The manual axes on each dim of a value, and its local shape.
struct ManualSplit {
  /// The axes of each dim as text, which Writer::sharding puts first.
  std::vector<std::string> prefix; // per dim
  Shape local;
  AxisSet used = 0;

  /// Puts an axis, or a part of one, behind the axes of a dim.
  void put(Writer &w, size_t dim, size_t axis, llvm::StringRef part = "") {
    std::string name = std::string("\"") + char('a' + axis) + "\"" + part.str();
    prefix[dim] += (prefix[dim].empty() ? "" : ", ") + name;
    used |= AxisSet(1) << axis;
  }
};

/// The axes of a set in random order.
llvm::SmallVector<size_t> shuffled(Writer &w, AxisSet axes) {
  llvm::SmallVector<size_t> order;
  for (size_t i = 0; i < w.mesh.sizes.size(); ++i)
    if (axes >> i & 1)
      order.insert(order.begin() + w.below(order.size() + 1), i);
  return order;
}

/// The axes of a set in the order of the mesh, as text.
std::string axisList(Writer &w, AxisSet axes) {
  std::string out;
  for (size_t i = 0; i < w.mesh.sizes.size(); ++i)
    if (axes >> i & 1)
      out += (out.empty() ? "\"" : ", \"") + std::string(1, char('a' + i)) + "\"";
  return out;
}

/// Splits an operand along some manual axes, where they divide its dims.
ManualSplit cut(Writer &w, const Value &x, AxisSet axes) {
  ManualSplit split{std::vector<std::string>(x.shape.size()), x.shape};
  for (size_t axis : shuffled(w, axes)) {
    // Axes may also split nothing: then the devices along them hold copies.
    if (x.shape.empty() || w.chance(0.25))
      continue;
    int64_t size = w.mesh.sizes[axis];
    size_t dim = w.below(x.shape.size());
    if (size == 4 && w.chance(0.2)) { // its halves go to different dims, or only one half is used
      // Sub-axes of an axis of size 4 in Shardy's notation: its major and its minor half.
      llvm::StringRef part = w.chance(0.5) ? ":(1)2" : ":(2)2";
      if (split.local[dim] % 2)
        continue;
      split.local[dim] /= 2;
      split.put(w, dim, axis, part);
      size_t other = w.below(x.shape.size());
      if (other == dim || split.local[other] % 2)
        continue;
      split.local[other] /= 2;
      split.put(w, other, axis, part == ":(1)2" ? ":(2)2" : ":(1)2");
    } else if (split.local[dim] % size == 0) {
      split.local[dim] /= size;
      split.put(w, dim, axis);
    }
  }
  return split;
}

/// Joins a result along all manual axes over which it varies, and sometimes along others.
/// `x` becomes the joined value.
ManualSplit join(Writer &w, Value &x, AxisSet axes) {
  ManualSplit split{std::vector<std::string>(x.shape.size()), x.shape};
  for (size_t axis : shuffled(w, axes)) {
    bool isNeeded = x.varies >> axis & 1;
    if (x.shape.empty() || (!isNeeded && (w.chance(0.8) || x.count() > kMostElements / 8)))
      continue;
    int64_t size = w.mesh.sizes[axis];
    size_t dim = w.below(x.shape.size()), other = w.below(x.shape.size());
    // Grows the smallest dim instead of a long one.
    if (x.shape[dim] > 12)
      dim = std::min_element(x.shape.begin(), x.shape.end()) - x.shape.begin();
    if (size == 4 && other != dim && w.chance(0.2)) {
      split.put(w, dim, axis, ":(1)2");
      split.put(w, other, axis, ":(2)2");
      x.shape[dim] *= 2;
      x.shape[other] *= 2;
    } else {
      split.put(w, dim, axis);
      x.shape[dim] *= size;
    }
  }
  x.varies &= ~axes;
  return split;
}

/// The text and the values that a manual computation returns.
struct ManualResults {
  std::vector<Value> returned, results; // local and global
  std::string shardings;
};

/// Chooses one or two values of the body as results and joins them along those of `axes` over which
/// they vary, or sums them (unreduced). Axes in `free` may appear in the shardings behind those.
ManualResults chooseResults(Writer &w, Scope &body, AxisSet axes, AxisSet free) {
  ManualResults out;
  for (Value value : pickSome(w, body, 2)) {
    // A scalar cannot be joined along an axis, so it becomes a vector of one element.
    if (value.shape.empty()) {
      Value one = value;
      one.shape = {1};
      value = w.define(body, one,
                       "stablehlo.reshape " + value.name + " : (" + value.type() + ") -> " +
                           one.type());
    }
    out.returned.push_back(value);
    // A sum over these axes needs no join along them.
    AxisSet unreduced = isFloat(value.element) && w.chance(0.1) ? w.someOf(axes) : 0;
    value.varies &= ~unreduced;
    value.bound *= double(w.mesh.sizeOf(unreduced));
    value.isExact &= !unreduced;
    ManualSplit split = join(w, value, axes & ~unreduced);
    std::string sharding = w.sharding(out.returned.back().shape, free, w.chance(0.3), split.prefix);
    if (unreduced) // the result is the sum over these axes
      sharding.insert(sharding.size() - 1, ", unreduced={" + axisList(w, unreduced) + "}");
    out.shardings += (out.shardings.empty() ? "" : ", ") + sharding;
    out.results.push_back(value);
  }
  return out;
}

} // namespace

/// Operands are split along some of the axes, and results joined along those over which they
/// vary. A result may also be a sum of what the devices return (unreduced).
void writeManual(Writer &w, Scope &scope) {
  w.changeMesh(scope);
  AxisSet axes = w.someOf(w.mesh.all() & ~scope.manual);
  if (!axes)
    return;
  // An axis of 6 is cut after 2 here, or after 3, but not both.
  int64_t partBefore = w.manualPart;
  if (!partBefore && !w.meshes.empty())
    w.manualPart = w.chance(0.5) ? 2 : 3;
  // Axes that stay free may appear in the shardings behind the manual ones.
  AxisSet free = w.mesh.all() & ~scope.manual & ~axes;
  std::vector<Value> operands = pickSome(w, scope, 3), arguments;
  operands.push_back(scope.values.front()); // an i32 for branches and loops
  // The body sees only its arguments.
  Scope body{{}, scope.manual | axes, scope.divergent, scope.depth + 1};
  std::string inShardings;
  for (const Value &operand : operands) {
    ManualSplit split = cut(w, operand, axes);
    Value argument = operand;
    argument.name = w.fresh();
    argument.shape = split.local;
    // Devices hold different parts along the axes that split the operand.
    argument.varies |= split.used;
    inShardings += (inShardings.empty() ? "" : ", ") +
                   w.sharding(split.local, free, w.chance(0.3), split.prefix);
    arguments.push_back(argument);
    body.values.insert(body.values.begin(), argument);
  }
  std::string before = std::exchange(w.text, "");
  // Dims inside of manual computations are not padded.
  bool wasUneven = std::exchange(w.isUneven, false);
  writeBody(w, body, 2 + w.below(5));
  w.isUneven = wasUneven;
  auto [returned, results, outShardings] = chooseResults(w, body, axes, free);
  std::string inside = std::exchange(w.text, std::move(before));
  std::string name = w.fresh(), manual;
  for (size_t axis : shuffled(w, axes))
    manual += (manual.empty() ? "\"" : ", \"") + std::string(1, char('a' + axis)) + "\"";
  //   %7 = sdy.manual_computation(%1, %0) in_shardings=[<@mesh, [{"a"}]>, <@mesh, []>]
  //       out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a"} (%2: tensor<4xf32>, %3: ..) { .. }
  w.line(resultList(name, results.size()) + " = sdy.manual_computation(" + names(operands) +
         ") in_shardings=[" + inShardings + "] out_shardings=[" + outShardings + "] manual_axes={" +
         manual + "} (" +
         joined(arguments, [](const Value &v) { return v.name + ": " + v.type(); }) + ") {");
  w.text += inside;
  w.line("sdy.return " + names(returned) + " : " + types(returned));
  w.line("} : (" + types(operands) + ") -> (" + types(results) + ")");
  w.manualPart = partBefore;
  llvm::append_range(scope.values, resultsNamed(name, std::move(results)));
}

/// A counted loop. Floats pass through tanh at the end of an iteration, so that they stay
/// bounded.
void writeLoop(Writer &w, Scope &scope) {
  // The text of a loop:
  //   %9:2 = stablehlo.while(%5 = %zero, %6 = %start) : tensor<i32>, tensor<4xf32>
  //     cond { %5 < %limit } do { body; return %5 + 1, %end }
  Value limit = smallNumber(w, scope, 3), zero = w.constant(scope, {}, "i32", "0");
  std::vector<Value> starts = pickSome(w, scope, 2), carries = starts, ends;
  Scope body = scope;
  ++body.depth;
  // Where the limit varies, some devices leave the loop earlier, so they must not meet in
  // it.
  body.divergent |= limit.varies;
  Value counter = zero;
  counter.name = w.fresh();
  counter.varies |= limit.varies;
  body.values.push_back(counter);
  for (Value &carry : carries) {
    carry.name = w.fresh();
    // Nothing is known of the value of a later iteration: it may vary along any manual
    // axis.
    carry.varies = scope.manual;
    carry.isExact &= !isFloat(carry.element);
    carry.bound = std::max(carry.bound, 1.0);
    body.values.push_back(carry);
  }
  std::string before = std::exchange(w.text, "");
  writeBody(w, body, 1 + w.below(4));
  for (const Value &carry : carries) {
    Value end = ofType(w, body, carry);
    if (isFloat(end.element)) // sums would grow from iteration to iteration
      end = w.define(body, end, "stablehlo.tanh " + end.name + " : " + end.type());
    ends.push_back(end);
  }
  Value one = w.constant(body, {}, "i32", "1"),
        next = w.define(body, counter,
                        "stablehlo.add " + counter.name + ", " + one.name + " : tensor<i32>");
  std::string inside = std::exchange(w.text, std::move(before));
  std::string name = w.fresh(), isInside = w.fresh();
  std::string heads = counter.name + " = " + zero.name, allTypes = "tensor<i32>, " + types(starts);
  for (auto [carry, start] : llvm::zip_equal(carries, starts))
    heads += ", " + carry.name + " = " + start.name;
  w.line(resultList(name, carries.size() + 1) + " = stablehlo.while(" + heads + ") : " + allTypes +
         " cond {");
  w.line(isInside + " = stablehlo.compare LT, " + counter.name + ", " + limit.name +
         " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  w.line("stablehlo.return " + isInside + " : tensor<i1>");
  w.line("} do {");
  w.text += inside;
  w.line("stablehlo.return " + next.name + ", " + names(ends) + " : " + allTypes);
  w.line("}");
  carries.insert(carries.begin(), counter);
  llvm::append_range(scope.values, resultsNamed(name, std::move(carries)));
}

/// All branches return values of the same types. The result varies over the axes over which
/// the choice varies.
void writeBranch(Writer &w, Scope &scope) {
  bool isIf = w.chance(0.4);
  int64_t branches = isIf ? 2 : 1 + w.below(3);
  // An index beyond the last branch selects the last one, as StableHLO says for `case`.
  Value which = smallNumber(w, scope, isIf ? 1 : branches);
  AxisSet varies = which.varies;
  if (isIf) {
    Value flag = which;
    flag.element = "i1";
    which =
        w.define(scope, flag, "stablehlo.convert " + which.name + " : (tensor<i32>) -> tensor<i1>");
  }
  std::vector<Value> results = pickSome(w, scope, 2);
  std::string name = w.fresh(), regions;
  std::string before = std::exchange(w.text, "");
  // The types that all branches have to return.
  std::vector<Value> wanted = results;
  for (Value &result : results)
    result.varies |= varies;
  for (int64_t b = 0; b < branches; ++b) {
    Scope body = scope;
    ++body.depth;
    body.divergent |= varies;
    w.text += b ? "}, {\n" : "";
    writeBody(w, body, w.below(4));
    std::vector<Value> ends;
    for (auto [result, like] : llvm::zip_equal(results, wanted)) {
      ends.push_back(ofType(w, body, like));
      result.varies |= ends.back().varies;
      result.isExact &= ends.back().isExact;
      result.bound = std::max(result.bound, ends.back().bound);
    }
    w.line("stablehlo.return " + names(ends) + " : " + types(ends));
  }
  std::string inside = std::exchange(w.text, std::move(before));
  w.line(resultList(name, results.size()) + " = \"stablehlo." + (isIf ? "if" : "case") + "\"(" +
         which.name + ") ({");
  w.text += inside;
  w.line("}) : (" + which.type() + ") -> (" + types(results) + ")");
  llvm::append_range(scope.values, resultsNamed(name, std::move(results)));
}

/// Writes `count` statements: mostly single ops, else manual computations, loops and branches.
void writeBody(Writer &w, Scope &scope, int64_t count) {
  // Manual computations are frequent outside of others and rarer inside.
  for (; count > 0; --count) {
    if (scope.depth >= kDeepest || w.chance(0.8))
      writeOp(w, scope);
    else if (w.chance(scope.depth == 0 || !scope.manual ? 0.8 : 0.25))
      writeManual(w, scope);
    else if (w.chance(0.5))
      writeLoop(w, scope);
    else
      writeBranch(w, scope);
  }
}

} // namespace spmd::random

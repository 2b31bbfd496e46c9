// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the region first, since its results say which types the op around it has, and then the
// head of the op.
#include "tools/cases/case_flow.h"
#include "tools/cases/case_ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace spmd::random {
namespace {

/// `%7:2` of two results, and the values `%7#0` and `%7#1`.
std::string nameResults(CaseWriter &c, std::vector<Value> &results) {
  std::string name = c.w.fresh();
  for (size_t i = 0; i < results.size(); ++i)
    results[i].name = results.size() == 1 ? name : name + "#" + std::to_string(i);
  return results.size() == 1 ? name : name + ":" + std::to_string(results.size());
}

/// A loop as lax.scan makes one: it reads a row of an array in each trip, and carries values,
/// sums, and buffers in which each trip writes a row.
struct ScanLoop {
  CaseWriter &c;
  int64_t trips;
  Value counter;
  std::vector<Value> starts = {}, heads = {}, ends = {}; // of carried values

  /// The start of a slice of one row at the counter, or from the last row on.
  std::vector<Value> startsOf(size_t rank) {
    // Three of ten slices walk backwards, as gradients of a scan do.
    Value row = counter, zero = c.scalar("i32", 0);
    if (c.w.chance(0.3))
      row = c.helper("stablehlo.subtract", {c.scalar("i32", trips - 1), counter}, "", counter);
    std::vector<Value> all(rank, zero);
    all[0] = row;
    return all;
  }
  static Shape withRows(int64_t rows, const Shape &shape) {
    Shape out{rows};
    out.append(shape);
    return out;
  }

  /// The row of an array, perhaps of one that an earlier loop has stacked, as a value that the ops
  /// of the region read first.
  void readRow() {
    Shape shape = c.shape(1, 2), row = withRows(1, shape);
    Value all = c.inputOf(withRows(trips, shape), c.element(kAny));
    std::vector<Value> operands = startsOf(row.size());
    operands.insert(operands.begin(), all);
    Value slice = c.helper("stablehlo.dynamic_slice", operands, "slice_sizes = " + arrayText(row),
                           c.result({all}, row, all.element, false));
    c.scope.values.push_back(c.reshaped(slice, shape));
  }

  /// Carries a result as it is, adds it up, or writes it into a row of a buffer. The result becomes
  /// what the loop gives.
  void carry(Value &result) {
    Value head = result, end = result;
    bool isStacked =
        result.shape.size() < 4 && result.count() * trips <= kMostElements && c.w.chance(0.35);
    // The buffer has a row for each trip.
    if (isStacked)
      head.shape = withRows(trips, result.shape);
    head.name = c.w.freshRegionName("r");
    if (isStacked) {
      std::vector<Value> operands = startsOf(head.shape.size());
      operands.insert(operands.begin(), {head, c.reshaped(result, withRows(1, result.shape))});
      end = c.helper("stablehlo.dynamic_update_slice", operands, "", head);
    } else if (c.w.chance(0.5) && classOf(result.element) != kFlags) {
      end = c.helper("stablehlo.add", {head, result}, "",
                     c.result({result}, result.shape, result.element, true));
    }
    result = end;
    result.varies = c.scope.manual;
    heads.push_back(head);
    ends.push_back(end);
  }
};

/// A loop carries a value that the region reads, and each result. A result that has the type of the
/// carried value becomes the next one.
std::vector<Value> loop(CaseWriter &c, WriteRegion writeRegion) {
  // Values of the region are not visible behind the loop, but new arguments are.
  Scope outside = c.scope;
  Value start = c.input(kAny, 0, 3), carried = start;
  ScanLoop scan{c, 1 + int64_t(c.w.below(4)), {c.w.freshRegionName("i"), {}, "i32"}};
  carried.name = c.w.freshRegionName("c");
  carried.isExact &= classOf(carried.element) != kFloats;
  carried.varies = c.scope.manual; // nothing is known of a later trip
  outside.values = c.scope.values;
  c.scope.values.insert(c.scope.values.end(), {scan.counter, carried});
  std::string before = std::exchange(c.w.text, "");
  if (c.w.chance(0.4))
    scan.readRow();
  std::vector<Value> results = writeRegion();
  Value next = carried; // unless a result takes its place
  for (Value &result : results) {
    if (result.type() == carried.type())
      next = result;
    scan.carry(result);
  }
  Value one = c.scalar("i32", 1),
        stepped = c.helper("stablehlo.add", {scan.counter, one}, "", scan.counter);
  std::string inside = std::exchange(c.w.text, std::move(before));
  c.scope = outside;
  Value zero = c.scalar("i32", 0),
        // Devices of a manual computation make equally many trips.
      limit = c.w.chance(0.2) && !c.scope.manual ? c.index() : c.scalar("i32", scan.trips);
  std::string inits =
                  scan.counter.name + " = " + zero.name + ", " + carried.name + " = " + start.name,
              types = scan.counter.type() + ", " + carried.type();
  // The initial values are read before the loop: they come from the scope around it.
  for (const Value &head : scan.heads) {
    inits += ", " + head.name + " = " + c.inputOf(head.shape, head.element).name;
    types += ", " + head.type();
  }
  std::string name = c.w.fresh(), flag = c.w.freshRegionName("s");
  //   %9:3 = stablehlo.while(%i0 = %zero, %c1 = %arg0, %r2 = %arg1) : .. cond { .. } do { .. }
  c.w.line(name + ":" + std::to_string(scan.heads.size() + 2) + " = stablehlo.while(" + inits +
           ") : " + types + " cond {\n" + flag + " = stablehlo.compare LT, " + scan.counter.name +
           ", " + limit.name + " : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return " +
           flag + " : tensor<i1>\n} do {");
  c.w.text += inside;
  c.w.line("stablehlo.return " + stepped.name + ", " + next.name +
           (scan.ends.empty() ? "" : ", " + joinNames(scan.ends)) + " : " + types + "\n}");
  for (size_t i = 0; i < results.size(); ++i)
    results[i].name = name + "#" + std::to_string(i + 2);
  return results;
}

/// The region is one of up to three branches. The others return arguments of the same types.
std::vector<Value> branch(CaseWriter &c, bool isIf, WriteRegion writeRegion) {
  Value which = isIf ? c.inputOf({}, "i1", true) : c.index();
  Scope outside = c.scope;
  // Devices that may be in other branches do not meet.
  c.scope.divergent |= which.varies;
  std::string before = std::exchange(c.w.text, "");
  std::vector<Value> results = writeRegion();
  std::string inside = std::exchange(c.w.text, std::move(before));
  for (Value &result : results)
    result.varies |= which.varies;
  inside += "stablehlo.return " + joinNames(results) + " : " + joinTypes(results) + "\n";
  c.scope = outside;
  uint64_t count = isIf ? 2 : 1 + c.w.below(3), at = c.w.below(count);
  // The branch at `at` is the region; an index beyond the last branch selects the last one.
  std::string regions;
  for (uint64_t i = 0; i < count; ++i) {
    std::vector<Value> others;
    if (i != at)
      for (Value &result : results) {
        others.push_back(c.inputOf(result.shape, result.element));
        result.isExact &= others.back().isExact;
        result.varies |= others.back().varies;
      }
    regions += (i ? "}, {\n" : "({\n") + (i == at ? inside
                                                  : "stablehlo.return " + joinNames(others) +
                                                        " : " + joinTypes(others) + "\n");
  }
  std::string types = joinTypes(results), name = nameResults(c, results);
  c.w.line(name + " = \"stablehlo." + (isIf ? "if" : "case") + "\"(" + which.name + ") " + regions +
           "}) : (" + which.type() + ") -> (" + types + ")");
  return results;
}

/// Begins a body that sees only its arguments.
/// Values of the places around it are not visible: its inputs become arguments, and these become
/// operands of the op once the body is written.
void isolate(CaseWriter &c, AxisSet manual) {
  c.isolated = Isolated{manual, {}, {}, {}};
  c.scope = Scope{{}, manual, 0, 0};
}

///   "%in0: tensor<4xf32>, %in1: tensor<i32>"
std::string argumentList(const Isolated &body) {
  return llvm::join(
      llvm::map_range(body.arguments, [](const Value &v) { return v.name + ": " + v.type(); }),
      ", ");
}

/// Results are joined along the manual axes over which they vary. `out` gets their shardings.
std::vector<Value> joined(CaseWriter &c, std::vector<Value> &returned, AxisSet manual,
                          std::string &out) {
  std::vector<Value> results;
  for (Value &value : returned) {
    if (value.shape.empty())
      value = c.reshaped(value, {1}); // a scalar has no dim to join
    std::vector<std::string> prefix(value.shape.size());
    Value whole = value;
    for (size_t axis = 0; axis < c.w.mesh.sizes.size(); ++axis) {
      if (!(manual & value.varies & (AxisSet(1) << axis)))
        continue;
      size_t dim = c.w.below(value.shape.size());
      whole.shape[dim] *= c.w.mesh.sizes[axis];
      prefix[dim] +=
          (prefix[dim].empty() ? "\"" : ", \"") + std::string(1, char('a' + axis)) + "\"";
    }
    whole.varies = 0;
    out += (out.empty() ? "" : ", ") +
           c.w.sharding(value.shape, c.w.mesh.all() & ~manual, false, prefix);
    results.push_back(whole);
  }
  return results;
}

/// `sdy.manual_computation`, and `sdy.named_computation`, which has no manual axes. The first one
/// has at least one.
std::vector<Value> computation(CaseWriter &c, bool isManual, WriteRegion writeRegion) {
  //   %8 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a"}]>] out_shardings=[..]
  //       manual_axes={"a"} (%in0: tensor<4xf32>) { ..; sdy.return %7 } : (..) -> ..
  Scope outside = c.scope;
  std::string before = std::exchange(c.w.text, "");
  AxisSet manual = isManual ? c.w.someOf(c.w.mesh.all()) : 0;
  isolate(c, manual);
  bool wasUneven = c.w.isUneven;
  std::vector<Value> returned = writeRegion();
  std::string outShardings, axes;
  c.w.isUneven = wasUneven && !isManual;
  std::vector<Value> results = joined(c, returned, manual, outShardings);
  c.w.isUneven = wasUneven;
  std::string inside = std::exchange(c.w.text, std::move(before));
  Isolated body = std::move(*c.isolated);
  c.isolated.reset();
  c.scope = outside;
  for (size_t axis = 0; axis < c.w.mesh.sizes.size(); ++axis)
    if (manual >> axis & 1)
      axes += (axes.empty() ? "\"" : ", \"") + std::string(1, char('a' + axis)) + "\"";
  std::string types = joinTypes(results), name = nameResults(c, results);
  c.w.line(name + " = sdy." + (isManual ? "manual_computation(" : "named_computation<\"f\">(") +
           joinNames(body.operands) + ") in_shardings=[" + llvm::join(body.inShardings, ", ") +
           "] out_shardings=[" + outShardings + "] " +
           (isManual ? "manual_axes={" + axes + "} (" : "(") + argumentList(body) + ") {");
  c.w.text += inside;
  c.w.line("sdy.return " + joinNames(returned) + " : " + joinTypes(returned) + "\n} : (" +
           joinTypes(body.operands) + ") -> (" + types + ")");
  return results;
}

/// A function of its own, which is called or the meaning of a composite op.
std::vector<Value> function(CaseWriter &c, bool isComposite, WriteRegion writeRegion) {
  Scope outside = c.scope;
  std::string before = std::exchange(c.w.text, "");
  isolate(c, 0);
  std::vector<Value> results = writeRegion();
  std::string inside = std::exchange(c.w.text, std::move(before));
  Isolated body = std::move(*c.isolated);
  c.isolated.reset();
  c.scope = outside;
  std::string types = joinTypes(results);
  // One case calls one function, so that its name is free.
  c.functions += "func.func private @part(" + argumentList(body) + ") -> (" + types + ") {\n" +
                 inside + "return " + joinNames(results) + " : " + types + "\n}\n";
  std::string name = nameResults(c, results),
              signature = " : (" + joinTypes(body.operands) + ") -> (" + types + ")";
  c.w.line(name + " = " +
           (isComposite ? "\"stablehlo.composite\"(" + joinNames(body.operands) +
                              ") <{name = \"acme.part\", decomposition = @part}>"
                        : "func.call @part(" + joinNames(body.operands) + ")") +
           signature);
  return results;
}

/// These have no writer of their own: the program writes other ops inside of them.
constexpr CaseOp kFlow[] = {
    {"stablehlo.while", nullptr, kAny, Place::Around},
    {"stablehlo.case", nullptr, kAny, Place::Around},
    {"stablehlo.if", nullptr, kAny, Place::Around},
    {"stablehlo.composite", nullptr, kAny, Place::Around},
    {"sdy.manual_computation", nullptr, kAny, Place::Around},
    {"sdy.named_computation", nullptr, kAny, Place::Around},
    {"func.call", nullptr, kAny, Place::Around},
};

} // namespace

llvm::ArrayRef<CaseOp> flowCases() { return kFlow; }

/// Results of the op are values of the scope, so that ops behind it read them.
std::vector<Value> writeAround(CaseWriter &c, llvm::StringRef op, WriteRegion writeRegion) {
  std::vector<Value> results;
  if (op.empty())
    return writeRegion();
  if (op == "stablehlo.while")
    results = loop(c, writeRegion);
  else if (op == "stablehlo.case" || op == "stablehlo.if")
    results = branch(c, op == "stablehlo.if", writeRegion);
  else if (op == "sdy.manual_computation" || op == "sdy.named_computation")
    results = computation(c, op == "sdy.manual_computation", writeRegion);
  else
    results = function(c, op == "stablehlo.composite", writeRegion);
  llvm::append_range(c.scope.values, results);
  return results;
}

} // namespace spmd::random

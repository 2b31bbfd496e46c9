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

/// A loop carries a value that the region reads, and each result, which half of the time is added
/// up. A result that has the type of the carried value becomes the next one.
std::vector<Value> loop(CaseWriter &c, WriteRegion writeRegion) {
  Scope outside = c.scope;
  Value start = c.input(kAny, 0, 3), carried = start, counter{c.w.freshRegionName("i"), {}, "i32"};
  carried.name = c.w.freshRegionName("c");
  carried.isExact &= classOf(carried.element) != kFloats;
  carried.varies = c.scope.manual; // nothing is known of a later trip
  outside.values = c.scope.values;
  c.scope.values.insert(c.scope.values.end(), {counter, carried});
  std::string before = std::exchange(c.w.text, "");
  std::vector<Value> results = writeRegion(), ends, heads;
  Value next = carried;
  for (Value &result : results) {
    if (result.type() == carried.type())
      next = result;
    Value head = result, end = result;
    head.name = c.w.freshRegionName("r");
    if (c.w.chance(0.5) && classOf(result.element) != kFlags)
      end = c.helper("stablehlo.add", {head, result}, "",
                     c.result({result}, result.shape, result.element, true));
    result.isExact = end.isExact;
    result.varies = c.scope.manual;
    heads.push_back(head);
    ends.push_back(end);
  }
  Value one = c.scalar("i32", 1), stepped = c.helper("stablehlo.add", {counter, one}, "", counter);
  std::string inside = std::exchange(c.w.text, std::move(before));
  c.scope = outside;
  Value zero = c.scalar("i32", 0),
        // Devices of a manual computation make equally many trips.
      limit = c.w.chance(0.2) && !c.scope.manual ? c.index()
                                                 : c.scalar("i32", 1 + int64_t(c.w.below(3)));
  std::string inits = counter.name + " = " + zero.name + ", " + carried.name + " = " + start.name,
              types = counter.type() + ", " + carried.type();
  for (const Value &head : heads) {
    inits += ", " + head.name + " = " + c.inputOf(head.shape, head.element).name;
    types += ", " + head.type();
  }
  std::string name = c.w.fresh(), flag = c.w.freshRegionName("s");
  c.w.line(name + ":" + std::to_string(heads.size() + 2) + " = stablehlo.while(" + inits +
           ") : " + types + " cond {\n" + flag + " = stablehlo.compare LT, " + counter.name + ", " +
           limit.name + " : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return " + flag +
           " : tensor<i1>\n} do {");
  c.w.text += inside;
  c.w.line("stablehlo.return " + stepped.name + ", " + next.name +
           (ends.empty() ? "" : ", " + joinNames(ends)) + " : " + types + "\n}");
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kind `ops` of random programs: each program is a case of one op. The op, whether sizes
// divide, and the number of axes are drawn first and evenly, so that the cells of the table fill
// alike. A case that comes out otherwise is drawn again.
#include "tools/cases/case_flow.h"
#include "tools/cases/case_ops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace spmd::random {
namespace {

/// Draws of one case before it is taken as it is.
constexpr int kMostDraws = 200;
constexpr uint64_t kMostDevices = 16;

/// The shapes of meshes of up to 16 devices, by the number of axes.
std::vector<std::vector<int64_t>> shapesOf(int64_t axes) {
  std::vector<std::vector<int64_t>> shapes, out;
  for (int64_t a = axes == 1 ? 1 : 2; a <= int64_t(kMostDevices); ++a)
    for (int64_t b = axes > 1 ? 2 : 1; b <= (axes > 1 ? int64_t(kMostDevices) / a : 1); ++b)
      for (int64_t c = axes > 2 ? 2 : 1; c <= (axes > 2 ? int64_t(kMostDevices) / a / b : 1); ++c)
        out.push_back(axes == 1   ? std::vector{a}
                      : axes == 2 ? std::vector{a, b}
                                  : std::vector{a, b, c});
  return out;
}

/// One mesh in ten lists its devices in another order.
Mesh meshOf(Writer &w, int64_t axes, bool divides) {
  static const std::vector<std::vector<int64_t>> kShapes[] = {shapesOf(1), shapesOf(2),
                                                              shapesOf(3)};
  Mesh mesh;
  // Axes of size one are dropped by import, so only a mesh of one device has one. One device
  // splits everything evenly.
  do
    mesh.sizes = w.pick(kShapes[axes - 1]);
  while (mesh.deviceCount() == 1 && !divides);
  if (w.chance(0.1))
    shuffleDevices(w, mesh);
  return mesh;
}

/// One case in the drawing.
struct Draw {
  CaseWriter c;
  const CaseOp &subject;
  CaseTraits &traits;
  uint64_t opCount;

  /// The values that an op has added to the scope, without new arguments.
  std::vector<Value> madeSince(size_t before) const {
    std::vector<Value> made;
    for (size_t i = before; i < c.scope.values.size(); ++i)
      if (const Value &value = c.scope.values[i];
          !llvm::StringRef(value.name).starts_with("%arg") &&
          !llvm::StringRef(value.name).starts_with("%in"))
        made.push_back(value);
    return made;
  }

  /// An op beside the subject: one of any table, or an elementwise op or a constraint.
  void writeOther() {
    bool isSimple = c.w.chance(0.3);
    if (isSimple) {
      (void)c.input(kAny, 0, 3); // the scope has a value then
      return c.w.chance(0.6) || c.scope.manual ? writePointwise(c.w, c.scope)
                                               : writeConstraint(c.w, c.scope);
    }
    // Ops that name axes or need a manual computation are subjects only.
    const CaseOp *other;
    do
      other = &c.w.pick(allCaseOps());
    while (other->place != Place::Anywhere);
    other->write(c, *other);
  }

  /// Writes the ops of the case in order, and returns at most three values: those of the subject
  /// and the last one.
  std::vector<Value> writeOps() {
    std::vector<Value> results;
    bool isAround = subject.place == Place::Around;
    uint64_t at = c.w.below(opCount);
    for (uint64_t i = 0; i < opCount; ++i) {
      size_t before = c.scope.values.size();
      bool isSubject = i == at && !isAround;
      isSubject ? subject.write(c, subject) : writeOther();
      std::vector<Value> made = madeSince(before);
      if (isSubject || i + 1 == opCount)
        for (const Value &value : llvm::ArrayRef(made).take_back(isSubject ? 2 : 1))
          results.push_back(value);
    }
    // A region has to yield something.
    if (results.empty())
      results.push_back(c.input(kAny, 0, 3));
    return results;
  }

  /// The text of the module.
  std::string write() {
    // A loop or a branch may hold another one, or stand in a manual computation.
    std::string inner;
    if (!traits.around.empty() && c.w.chance(0.15))
      inner = c.w.chance(0.5) ? "stablehlo.while" : "stablehlo.case";
    std::vector<Value> results = writeAround(
        c, traits.around, [&] { return writeAround(c, inner, [&] { return writeOps(); }); });
    // Sometimes an op behind the loop or the branch reads its results.
    if (!traits.around.empty() && traits.isChain && c.w.chance(0.5)) {
      size_t before = c.scope.values.size();
      writeOther();
      llvm::append_range(results, madeSince(before));
    }
    // And a loop may read what one before it has stacked, as the backward part of a scan does.
    if (traits.around == "stablehlo.while" && traits.isChain && c.w.chance(0.3))
      llvm::append_range(results, writeAround(c, traits.around, [&] {
                           size_t before = c.scope.values.size();
                           writeOther();
                           std::vector<Value> made = madeSince(before);
                           return made.empty() ? std::vector{c.input(kAny, 0, 3)} : made;
                         }));
    // Six of ten results say how they are split; the others take what propagation finds.
    std::string types;
    for (const Value &value : results) {
      types += (types.empty() ? "" : ", ") + value.type();
      if (c.w.chance(0.6))
        types += " {sdy.sharding = #sdy.sharding" +
                 c.w.sharding(value.shape, c.w.mesh.all(), true) + "}";
    }
    return "sdy.mesh @mesh = " + c.w.mesh.text() + "\nfunc.func @main(" + c.arguments + ") -> (" +
           types + ") {\n" + c.w.text + "return " + joinNames(results) + " : " +
           joinTypes(results) + "\n}\n" + c.functions;
  }
};

/// Where the subject stands: itself, in a loop, in a branch, in a manual computation, in a
/// function, or in main.
std::string aroundOf(Writer &w, const CaseOp &subject) {
  if (subject.place == Place::Around)
    return subject.name.str();
  if (subject.place == Place::Manual)
    return "sdy.manual_computation";
  if (subject.place == Place::Main)
    return "";
  // A tenth of all cases is wanted in each of loops, branches and manual computations. Draws that
  // are rejected later are rarer in main, so the shares are a little higher here.
  double at = double(w.below(1000)) / 1000;
  if (at < 0.12)
    return "stablehlo.while";
  if (at < 0.24)
    return w.chance(0.95) ? "stablehlo.case" : "stablehlo.if";
  if (subject.place == Place::Free || at < 0.74)
    return "";
  if (at < 0.9)
    return "";
  return at < 0.98       ? "sdy.manual_computation"
         : w.chance(0.5) ? "func.call"
                         : "sdy.named_computation";
}

/// "sdy.all_reduce" is no part of "sdy.all_reduce_scatter".
/// Does the text have the op itself, and not one whose name goes on?
bool hasOp(llvm::StringRef text, llvm::StringRef op) {
  for (size_t at = text.find(op); at != llvm::StringRef::npos; at = text.find(op, at + 1))
    if (size_t end = at + op.size();
        end < text.size() && !llvm::isAlnum(text[end]) && text[end] != '_')
      return true;
  return false;
}

} // namespace

llvm::ArrayRef<CaseOp> allCaseOps() {
  static const std::vector<CaseOp> kAll = [] {
    std::vector<CaseOp> all;
    for (llvm::ArrayRef<CaseOp> table :
         {elementwiseCases(), convertingCases(), broadcastingCases(), movementCases(),
          indexedCases(), reductionCases(), matrixCases(), sourceCases(), exchangeCases(),
          shardingCases(), dynamicCases(), flowCases()})
      llvm::append_range(all, table);
    llvm::sort(all, [](const CaseOp &a, const CaseOp &b) { return a.name < b.name; });
    return all;
  }();
  return kAll;
}

/// What the table counts is drawn before the first attempt, so that attempts which fail do not
/// make some cells rarer than others.
RandomProgram opsProgram(Random &random, const GeneratorOptions &options) {
  std::vector<const CaseOp *> ops;
  for (const CaseOp &op : allCaseOps())
    if (options.only.empty() || op.name == options.only)
      ops.push_back(&op);
  RandomProgram program;
  program.hasOneDevice = false;
  if (ops.empty())
    return program;
  const CaseOp &subject = *ops[below(random, ops.size())];
  CaseTraits traits;
  traits.op = subject.name.str();
  traits.divides = chance(random, 0.5);
  traits.axes = 1 + int64_t(below(random, 3));
  traits.hasSpecials = chance(random, 0.12);
  // A draw may split nothing, split evenly by chance, or lack the op where a dim does not allow it.
  for (int i = 0; i < kMostDraws; ++i) {
    Writer w{random, {}, "", 0, 0};
    w.mesh = meshOf(w, traits.axes, traits.divides);
    w.isUneven = !traits.divides;
    w.isUsedInParts = true;
    traits.devices = w.mesh.deviceCount();
    traits.isChain = w.chance(0.55);
    traits.around = aroundOf(w, subject);
    Draw draw{CaseWriter(w), subject, traits, traits.isChain ? 2 + w.below(2) : 1};
    draw.c.divides = traits.divides;
    draw.c.hasSpecials = traits.hasSpecials;
    program.text = draw.write();
    if (w.hasSplit && w.hasUnevenSplit == !traits.divides && hasOp(program.text, subject.name))
      break;
  }
  traits.isCompiled = chance(random, options.compile);
  traits.isPlanted = options.planted;
  program.ofCase = traits;
  return program;
}

} // namespace spmd::random

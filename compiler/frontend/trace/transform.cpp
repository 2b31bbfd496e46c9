// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transformations of traced functions: each records the user's function as a part, gives it the
// form or the attributes that compiler/grad knows, and calls it in the trace.
//
// A gradient is made at once, not when the program is compiled: an outer gradient then sees plain
// ops.
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/traced_call.h"
#include "compiler/grad/reverse.h"
#include "compiler/passes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Pass/PassManager.h"

namespace spmd {
inline namespace frontend {
namespace {

using mlir::func::FuncOp;

/// Runs spmd-grad on a private function, which becomes its gradient.
FuncOp differentiate(Trace &trace, FuncOp function, llvm::ArrayRef<int64_t> wrt,
                     bool takesCotangents) {
  return transformed(trace, function, [&](mlir::ModuleOp module, FuncOp copy) {
    const std::string name = copy.getName().str();
    GradOptions options;
    options.function = options.as = name;
    options.wrt.assign(wrt.begin(), wrt.end());
    options.loss = takesCotangents ? -1 : 0;
    options.cotangents = takesCotangents;
    mlir::PassManager passes(trace.mlirContext());
    passes.addPass(createGrad(std::move(options)));
    return succeeded(passes.run(module)) ? module.lookupSymbol<FuncOp>(name) : FuncOp();
  });
}

/// The positions of the leaves with gradients among the arguments of the traced function, which
/// are all leaves with a value. `isWanted` says which trees count.
/// Captured tensors stand behind them and are never wanted.
std::vector<int64_t> positionsOf(const TracedCall &call, std::span<const size_t> wanted) {
  std::vector<int64_t> positions;
  int64_t next = 0;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const bool isWanted = llvm::is_contained(wanted, i);
    for (const Leaf &leaf : flatten(call.arguments[i])) {
      if (isWanted && hasGradient(leaf.tensor))
        positions.push_back(next);
      next += leaf.tensor.hasValue();
    }
  }
  return positions;
}

/// Refuses arguments that have no gradient, before anything is recorded.
void checkWanted(const TracedCall &call, std::span<const size_t> wanted) {
  for (size_t i : wanted) {
    const Leaves leaves = flatten(call.arguments[i]);
    if (llvm::any_of(leaves, [](const Leaf &leaf) { return hasGradient(leaf.tensor); }))
      continue;
    std::string types;
    for (const Leaf &leaf : leaves)
      if (leaf.tensor.hasValue())
        types += (types.empty() ? "" : ", ") + text(leaf.tensor.type());
    fail(call.where, call.name + ": argument " + std::to_string(i) +
                         " has no floating-point leaf, so it has no gradient" +
                         (types.empty() ? "" : "; it holds " + types));
  }
}

/// Refuses results whose first leaf is no loss, with the line that computed it.
void checkLoss(const TracedCall &call, const Leaves &results) {
  const Tensor loss = results.empty() ? Tensor() : results[0].tensor;
  if (!loss.hasValue())
    fail(call.where, call.name + ": the function returns no loss");
  if (!isFloat(loss.elementType()) || loss.rank() != 0)
    fail(call.where, call.name + ": the loss is " + text(loss.type()) +
                         ", not a floating-point scalar\n" + text(loss.value->where) +
                         ": note: it is computed here");
}

/// The cotangents that the gradient takes: one for each floating-point result.
Values cotangentsOf(Trace &trace, const TracedCall &call, const Leaves &results,
                    const Leaves &cotangents) {
  if (cotangents.size() != results.size())
    fail(call.where, call.name + ": the cotangent has " + std::to_string(cotangents.size()) +
                         " leaves, the result has " + std::to_string(results.size()));
  Values values;
  for (auto [result, cotangent] : llvm::zip_equal(results, cotangents)) {
    if (!hasGradient(result.tensor))
      continue;
    const Type &type = result.tensor.type();
    Tensor given = cotangent.tensor;
    if (given.hasValue() && given.type() != type)
      fail(call.where, call.name + ": the cotangent of " +
                           (result.path.empty() ? "the result" : "'" + result.path + "'") + " is " +
                           text(given.type()) + "; the result is " + text(type));
    if (!given.hasValue())
      given = zeros(type.dims, type.element, call.where);
    values.push_back(trace.valueOf(given, call.where));
  }
  return values;
}

/// The operand with an attribute for compiler/grad.
Tensor marked(const char *name, const Operand &x, llvm::StringRef attribute,
              const std::string &text) {
  return apply(name, {&x}, OpKey(std::string_view(text)),
               [&](Emitter &e, llvm::ArrayRef<Term> terms) {
                 return e.marked(e.valueOf(terms[0]), attribute, text);
               });
}

} // namespace

/// The function's results come first, then the gradients, in the order of the leaves.
void traceGradient(const TracedCall &call, std::span<const size_t> wanted,
                   std::optional<TreeRef> cotangents) {
  Trace &trace = *currentTrace();
  if (!cotangents)
    checkWanted(call, wanted);
  const std::vector<int64_t> wrt = positionsOf(call, wanted);
  const KeyUses uses = trace.keyUses();
  Recorded recorded = record(trace, call);
  if (cotangents) // a pullback computes again what the call of the function has counted
    trace.keyUses() = uses;
  if (!cotangents)
    checkLoss(call, recorded.results);
  else
    recorded.operands.append(cotangentsOf(trace, call, recorded.results, flatten(*cotangents)));
  mlir::ValueRange gradients;
  if (wrt.empty()) { // a pullback to integers
    recorded.function.erase();
  } else {
    FuncOp function = differentiate(trace, recorded.function, wrt, cotangents.has_value());
    auto made = callIn(trace, function, recorded.operands, call.where);
    gradients = replaceValues(trace, recorded.tree, made->getResults(), call.where);
  }
  // Other leaves have no gradient: their Tensors have no value.
  size_t next = 0;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    if (llvm::is_contained(wanted, i))
      replaceLeaves(call.arguments[i], [&](const Tensor &leaf) {
        return hasGradient(leaf) ? standingFor(leaf, trace.tensorOf(gradients[next++], call.where))
                                 : Tensor();
      });
}

/// A function with the attribute is a call like any other where nothing is differentiated: the
/// compiler inlines it.
void traceCheckpoint(const TracedCall &call, const std::string &policy) {
  Trace &trace = *currentTrace();
  if (!isCheckpointPolicy(policy))
    fail(call.where,
         "checkpoint: there is no policy '" + policy + "'; there are " + kCheckpointPolicies.str());
  Recorded recorded = record(trace, call);
  recorded.function->setAttr(kCheckpointAttr, trace.opBuilder().getStringAttr(policy));
  auto made = callIn(trace, recorded.function, recorded.operands, call.where);
  replaceValues(trace, recorded.tree, made->getResults(), call.where);
}

/// compiler/grad takes nothing that comes from such an op for active.
Tensor stopGradient(const Operand &x) { return marked("stopGradient", x, kStopGradientAttr, ""); }
/// compiler/grad saves such a value where a policy has its name.
Tensor checkpointName(const Operand &x, const std::string &name) {
  return marked("checkpointName", x, kCheckpointNameAttr, name);
}

} // namespace frontend
} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/loop_state.h"
#include "compiler/kernels/loop_techniques.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

MemRefType bufferType(Type element, int64_t elements) {
  return MemRefType::get({elements}, isa<IntegerType>(element) ? registerType(element) : element);
}

LoopState::LoopState(func::FuncOp function, ElementCodes &codes, const Machine &machine,
                     const FusionBody &body, const FusionPlan &plan, unsigned nest,
                     IndexCode::Element element)
    : body(body), plan(plan), nest(nest), kernel(plan.kernels[nest]), codes(codes),
      machine(machine), function(function), b(function), algebra(function.getContext()),
      index(b, algebra, std::move(element)), access(b, algebra, index), sources(body),
      dims(kernel.sizes.size(), algebra.constant(0)) {
  for (auto [i, v] : llvm::enumerate(body.inputs))
    inputOf.try_emplace(v, i);
  for (const FusionPlan::Reduction &r : plan.reductions)
    sources.setKind(r.op, r.kind);
  size_t count = body.inputs.size() + body.outputs.size() + (plan.scratchBytes ? 1 : 0);
  llvm::append_range(buffers, function.getArguments().take_front(count));
  if (auto listed = function->getAttrOfType<DenseI64ArrayAttr>(kNonTemporalAttr))
    for (int64_t argument : listed.asArrayRef())
      nonTemporal.insert(function.getArgument(argument));
}

AffineExpr LoopState::elementNumber() { return spmd::elementNumber(algebra, kernel, dims); }
AffineExpr LoopState::rowNumber() { return spmd::rowNumber(algebra, kernel, dims); }

AffineExpr LoopState::columnNumber() { return spmd::columnNumber(algebra, kernel, dims); }

bool LoopState::mayBeOverwritten(unsigned input) const {
  return llvm::any_of(plan.stores, [&](const FusionPlan::Store &store) {
    bool isBefore = store.kernel < nest || (store.kernel == nest && store.pass < pass);
    return isBefore && !plan.mayShare.empty() &&
           llvm::is_contained(plan.mayShare[store.output], input);
  });
}

void LoopState::remember(LoopScope *scope, Value value, ArrayRef<AffineExpr> index, Value made) {
  scope->values[keyOf(value, index)] = made;
}

Value LoopState::remember(Value value, ArrayRef<AffineExpr> index, ArrayRef<Value> made) {
  for (auto [result, x] : llvm::zip_equal(value.getDefiningOp()->getResults(), made))
    remember(b.current(), result, index, x);
  return made[cast<OpResult>(value).getResultNumber()];
}

} // namespace spmd

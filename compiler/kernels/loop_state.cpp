// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/loop_state.h"
#include "compiler/kernels/loop_techniques.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

ElementKey keyOf(Value v, ArrayRef<AffineExpr> index) {
  return {v, AffineMap::get(4096, 4096, index, v.getContext())}; // as in the trace
}

MemRefType bufferType(Type element, int64_t elements) {
  return MemRefType::get({elements}, isa<IntegerType>(element) ? registerType(element) : element);
}

LoopState::LoopState(func::FuncOp function, ElementCodes &codes, const Machine &machine,
                     const FusionBody &body, const FusionPlan &plan, unsigned nest,
                     IndexCode::Element element)
    : body(body), plan(plan), nest(nest), kernel(plan.kernels[nest]), codes(codes),
      machine(machine), function(function), b(function), algebra(function.getContext()),
      index(b, algebra, std::move(element)), access(b, algebra, index),
      dims(kernel.sizes.size(), algebra.constant(0)) {
  for (auto [i, v] : llvm::enumerate(body.inputs))
    inputOf.try_emplace(v, i);
  for (Operation *op : body.ops)
    if (op->getNumRegions())
      if (std::optional<ReductionShape> shape = reductionShape(op))
        reductions.try_emplace(op, std::move(*shape));
  size_t count = body.inputs.size() + body.outputs.size() + (plan.scratchBytes ? 1 : 0);
  llvm::append_range(buffers, function.getArguments().take_front(count));
  if (auto listed = function->getAttrOfType<DenseI64ArrayAttr>(kNonTemporalAttr))
    for (int64_t argument : listed.asArrayRef())
      nonTemporal.insert(function.getArgument(argument));
}

static AffineExpr rowMajor(IndexAlgebra &algebra, ArrayRef<int64_t> sizes,
                           ArrayRef<AffineExpr> dims) {
  AffineExpr e = algebra.constant(0);
  for (auto [size, dim] : llvm::zip_equal(sizes, dims))
    e = e * size + dim;
  return e;
}

AffineExpr LoopState::elementNumber() {
  return algebra.simplify(rowMajor(algebra, kernel.sizes, dims));
}

AffineExpr LoopState::columnNumber() {
  return rowMajor(algebra, ArrayRef(kernel.sizes).drop_front(kernel.rowDims),
                  ArrayRef(dims).drop_front(kernel.rowDims));
}

AffineExpr LoopState::rowNumber() {
  return algebra.simplify(rowMajor(algebra, ArrayRef(kernel.sizes).take_front(kernel.rowDims),
                                   ArrayRef(dims).take_front(kernel.rowDims)));
}

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

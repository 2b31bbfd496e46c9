// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions by functions of the user, which become the regions of stablehlo.reduce and
// stablehlo.reduce_window.
//
// The function is C++, so no key tells two of them apart: outside of jit each call is a program of
// its own. A region sees its two operands alone.
#include "compiler/frontend/include/spmd/selection.h"
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/part.h"
#include "compiler/frontend/trace/windows.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// Records the function as the region of an op on scalars of this type. Refuses results of another
/// type, and captured values.
void addReducer(Emitter &e, const char *name, mlir::Region &region, ElementType type,
                const Reducer &combine, Where where) {
  Trace &trace = *currentTrace();
  Part part(trace, "reducer", where);
  const Tensor a = part.addArgument({type, {}}, where), b = part.addArgument({type, {}}, where);
  const Tensor made = combine(a, b);
  if (!made.hasValue() || made.type() != Type{type, {}})
    e.refuse(std::string(name) + ": the function gives " +
             (made.hasValue() ? text(made.type()) : "a tensor without a value") + " of two " +
             text(Type{type, {}}));
  part.moveInto(region, trace.valueOf(made, where));
  region.walk([&](mlir::Operation *op) {
    for (mlir::Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()))
        e.refuse(std::string(name) +
                 ": the function captures a tensor; it sees its two operands only");
  });
}

/// The initial value as a scalar of the operand's type.
mlir::Value initialOf(Emitter &e, const char *name, const Term &init, ElementType type) {
  mlir::Value value = e.valueOf(init, type);
  if (!Emitter::dimsOf(value).empty())
    e.refuse(std::string(name) + " from " + e.textOf(init) + " on; the initial value is a scalar");
  return value;
}

} // namespace

/// Numbers and the initial value take the type of the operand.
Tensor reduce(const Operand &x, const Operand &init, const Reducer &combine, const Dims &dims) {
  const Where where = x.where;
  if (!isTracing())
    return jit(
        [&](Tensor x, Tensor init) { return reduce(Operand(x, where), init, combine, dims); },
        {.name = "reduce"})(astype(x, x.number ? f32 : x.tensor.elementType()),
                            astype(init, x.number ? f32 : x.tensor.elementType()), where);
  return apply("reduce", {&x, &init}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const ElementType type = e.elementOf(value);
    const Sizes over = e.checkedDims("reduce", dims, value);
    Sizes left;
    for (auto [d, size] : llvm::enumerate(Emitter::dimsOf(value)))
      if (!llvm::is_contained(over, int64_t(d)))
        left.push_back(size);
    mlir::Region body; // what a function that throws has recorded goes with it
    addReducer(e, "reduce", body, type, combine, where);
    auto op = stablehlo::ReduceOp::create(
        e.builder, e.location, mlir::TypeRange(e.tensorType(left, type)), mlir::ValueRange(value),
        mlir::ValueRange(initialOf(e, "reduce", terms[1], type)),
        e.builder.getDenseI64ArrayAttr(over));
    op.getBody().takeBody(body);
    return op->getResult(0);
  });
}

/// The same over windows, whose sizes and paddings are checked as those of the other reduceWindow.
Tensor reduceWindow(const Operand &x, const Operand &init, const Reducer &combine,
                    std::vector<int64_t> window, const WindowOptions &options) {
  constexpr const char *name = "reduceWindow";
  const Where where = x.where;
  if (!isTracing()) {
    const ElementType type = x.number ? f32 : x.tensor.elementType();
    return jit(
        [&](Tensor x, Tensor init) {
          return reduceWindow(Operand(x, where), init, combine, window, options);
        },
        {.name = name})(astype(x, type), astype(init, type), where);
  }
  return apply(name, {&x, &init}, OpKey(), [&](Emitter &e, Terms terms) {
    using stablehlo::WindowDim;
    mlir::Value value = e.valueOf(terms[0]);
    const ElementType type = e.elementOf(value);
    const Window over =
        windowOf(e, "reduceWindow of " + e.textOf(terms[0]), Emitter::dimsOf(value), window,
                 options.strides, options.padding, options.dilation, options.windowDilation);
    auto own = mlir::cast<mlir::RankedTensorType>(value.getType());
    mlir::Type result = stablehlo::windowedType(own, over, own.getElementType());
    mlir::Region body;
    addReducer(e, name, body, type, combine, where);
    auto op = stablehlo::ReduceWindowOp::create(
        e.builder, e.location, mlir::TypeRange(result), mlir::ValueRange(value),
        mlir::ValueRange(initialOf(e, name, terms[1], type)), listOf(e, over, &WindowDim::size),
        listOf(e, over, &WindowDim::stride), listOf(e, over, &WindowDim::baseDilation),
        listOf(e, over, &WindowDim::windowDilation), paddingOf(e, over));
    op.getBody().takeBody(body);
    return op->getResult(0);
  });
}

} // namespace frontend
} // namespace spmd

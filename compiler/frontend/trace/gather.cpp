// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The general gather and scatter of indexing.h, by StableHLO's dimension numbers.
//
// The dialect checks the numbers: its conditions are those of the specification (sections gather
// and scatter), and its messages are handed on behind the types of the operands.
#include "compiler/frontend/trace/index_plan.h"
#include "compiler/frontend/trace/scatter.h"
#include "dialects/stablehlo/reducer.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The op of StableHLO that combines an element with an update; "" for none.
llvm::StringRef combinerName(Scatter kind) {
  switch (kind) {
  case Scatter::Add:
    return stablehlo::AddOp::getOperationName();
  case Scatter::Multiply:
    return stablehlo::MulOp::getOperationName();
  case Scatter::Min:
    return stablehlo::MinOp::getOperationName();
  case Scatter::Max:
    return stablehlo::MaxOp::getOperationName();
  case Scatter::Set:
    break;
  }
  return "";
}

/// Collects what the dialect has to say about an op.
class Complaints {
public:
  explicit Complaints(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          text += (text.empty() ? "" : "; ") + diagnostic.str();
          return mlir::success();
        }) {}
  std::string text;

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// The dim of the ids along which index vectors stand: the last one.
int64_t vectorDimOf(Emitter &e, llvm::StringRef name, const Term &ids) {
  checkPositions(e, name, ids);
  const int64_t rank = int64_t(Emitter::dimsOf(e.valueOf(ids)).size());
  if (rank == 0)
    e.refuse(name.str() + " at " + e.textOf(ids) + ": index vectors stand along the last dim");
  return rank - 1;
}

/// Lists of different lengths differ in the key, since it holds the lengths.
OpKey keyOf(const GatherDims &dims, const std::vector<int64_t> &sizes, Scatter kind) {
  return OpKey(dims.offset, dims.collapsed, dims.map, dims.batchX, dims.batchIds, sizes,
               int64_t(kind));
}

} // namespace

/// A scatter whose region is one op, or the update itself.
stablehlo::ScatterOp scatterOp(Emitter &e, mlir::Value x, mlir::Value vectors, mlir::Value updates,
                               stablehlo::ScatterDimensionNumbersAttr numbers, Scatter kind) {
  auto op = stablehlo::ScatterOp::create(e.builder, e.location, x.getType(), x, vectors, updates,
                                         numbers);
  mlir::Type element = mlir::getElementTypeOrSelf(x.getType());
  if (kind != Scatter::Set) {
    stablehlo::addReducer(e.builder, e.location, op.getUpdateComputation(), combinerName(kind),
                          element);
    return op;
  }
  mlir::OpBuilder::InsertionGuard guard(e.builder);
  mlir::Type scalar = mlir::RankedTensorType::get({}, element);
  mlir::Block *block = e.builder.createBlock(&op.getUpdateComputation(), {}, {scalar, scalar},
                                             {e.location, e.location});
  stablehlo::ReturnOp::create(e.builder, e.location, block->getArgument(1));
  return op;
}

/// The type of the result is inferred before the op is made: an op whose inference fails cannot be.
Tensor gather(const Operand &x, const Operand &ids, const GatherDims &dims,
              std::vector<int64_t> sizes) {
  return apply(
      "gather", {&x, &ids}, keyOf(dims, sizes, Scatter::Set), [&](Emitter &e, Terms terms) {
        mlir::Value value = e.valueOf(terms[0]), vectors = e.valueOf(terms[1]);
        stablehlo::GatherOp::Properties properties;
        properties.dimension_numbers = stablehlo::GatherDimensionNumbersAttr::get(
            e.builder.getContext(), dims.offset, dims.collapsed, dims.batchX, dims.batchIds,
            dims.map, vectorDimOf(e, "gather", terms[1]));
        properties.slice_sizes = e.builder.getDenseI64ArrayAttr(sizes);
        properties.indices_are_sorted = e.builder.getBoolAttr(false);
        Complaints complaints(e.builder.getContext());
        // The inference reads the properties as the op would hold them.
        llvm::SmallVector<mlir::Type> types;
        if (failed(stablehlo::GatherOp::inferReturnTypes(e.builder.getContext(), e.location,
                                                         mlir::ValueRange{value, vectors}, {},
                                                         &properties, {}, types)))
          e.refuse("gather of " + e.textOf(terms) + ": " + complaints.text);
        return e.make<stablehlo::GatherOp>(types[0], value, vectors, properties.dimension_numbers,
                                           properties.slice_sizes, properties.indices_are_sorted);
      });
}

/// An op that the dialect refuses is removed again.
Tensor scatter(const Operand &x, const Operand &ids, const Operand &updates, const GatherDims &dims,
               Scatter kind) {
  return apply(
      "scatter", {&x, &ids, &updates}, keyOf(dims, {}, kind), [&](Emitter &e, Terms terms) {
        mlir::Value value = e.valueOf(terms[0]);
        const ElementType type = e.elementOf(value);
        if (losesPart(e.promoted(terms[2]), type))
          e.refuse("scatter of " + e.textOf(terms) +
                   ": floats do not fit into integers; convert the updates first");
        auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
            e.builder.getContext(), dims.offset, dims.collapsed, dims.batchX, dims.batchIds,
            dims.map, vectorDimOf(e, "scatter", terms[1]));
        Complaints complaints(e.builder.getContext());
        auto op =
            scatterOp(e, value, e.valueOf(terms[1]), e.valueOf(terms[2], type), numbers, kind);
        if (failed(mlir::verify(op))) {
          op->erase();
          e.refuse("scatter of " + e.textOf(terms) + ": " + complaints.text);
        }
        return op->getResult(0);
      });
}

} // namespace frontend
} // namespace spmd

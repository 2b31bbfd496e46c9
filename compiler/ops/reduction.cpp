// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops reduce and map. Inputs precede inits. The body gets the accumulators, then the elements.
#include "compiler/elements/arith.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// [m, k] over k: out[m] = body(.. body(init, x[m, 0]) .., x[m, k - 1]). The reference sums floats
/// of at most 32 bits in f32, others in f64, and rounds once.
struct Reduce {
  using Op = ReduceOp;
  // [m, k] over k: d0:parallel=m d1:reduction=k, operand (d0, d1), init (), result (d0).
  static IterationSpace space(ReduceOp op) {
    IterationSpace space(op);
    int64_t out = 0;
    for (int64_t d = 0; d < tensorTypeOf(op.getInputs()[0]).getRank(); ++d) {
      SmallVector<int64_t> dims(op.getInputs().size(), d);
      if (llvm::is_contained(op.getDimensions(), d))
        space.reduction(dims);
      else
        space.parallel(dims, out++);
    }
    return space;
  }
  static std::optional<sdy::ReductionKind> combine(ReduceOp op) {
    return reductionKindOf(op.getBody());
  }
  /// `x` are the accumulators, then the elements.
  static SmallVector<Value> emit(ReduceOp op, ScalarBuilder &b, ValueRange x) {
    return emitRegion(op.getBody(), b, x);
  }
  // `steps` are strides in the result, with 0 for reduced dims, so that positionOf finds the
  // accumulator of an element.
  static llvm::Error eval(ReduceOp op, Inputs in, Outputs out, EvalContext &context) {
    size_t n = in.size() / 2;
    llvm::ArrayRef<int64_t> shape = in[0].shape();
    // kept is the shape of the result.
    SmallVector<int64_t> kept, steps(shape.size(), 0);
    for (auto [d, size] : llvm::enumerate(shape))
      if (!llvm::is_contained(op.getDimensions(), int64_t(d)))
        kept.push_back(size);
    SmallVector<int64_t> strides = stridesOf(kept);
    for (size_t d = 0, r = 0; d < shape.size(); ++d)
      if (!llvm::is_contained(op.getDimensions(), int64_t(d)))
        steps[d] = strides[r++];
    int64_t count = 1;
    for (int64_t size : kept)
      count *= size;
    Fold fold(op.getBody(), in.drop_front(n), count, context);
    if (auto error = fold.setElements(in.take_front(n)))
      return error;
    // Elements come in row-major order, which fixes the order of floating-point sums.
    SmallVector<int64_t> index(shape.size(), 0);
    for (int64_t e = 0; e < in[0].count(); ++e) {
      if (auto error = fold.take(positionOf(index, steps), e))
        return error;
      nextIndex(index, shape);
    }
    llvm::move(fold.finish(kept), out.begin());
    return llvm::Error::success();
  }
  // The accumulators of all devices but the first along the partial axes start from the identity.
  static LogicalResult localize(ReduceOp op, LocalizeContext &c) {
    if (failed(startOnFirstShard(op, c, op.getBody(), op.getInputs().size(), c.operands.size())))
      return failure();
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  using Facets = Has<Localize, Space, Rule, Emit, Combine, Eval>;
};

/// The legacy op that applies a region to every element.
struct Map {
  using Op = MapOp;
  static IterationSpace space(MapOp op) { return IterationSpace::pointwise(op); }
  static SmallVector<Value> emit(MapOp op, ScalarBuilder &b, ValueRange x) {
    return emitRegion(op.getComputation(), b, x);
  }
  // Runs the region once per element.
  static llvm::Error eval(MapOp op, Inputs in, Outputs out, EvalContext &context) {
    out[0] = Tensor(
        RankedTensorType::get(in[0].shape(), getElementTypeOrSelf(op.getResult().getType())));
    for (int64_t e = 0; e < in[0].count(); ++e) {
      TensorList args;
      for (const Tensor &tensor : in)
        args.push_back(scalarAt(tensor, e));
      auto results = context.runRegion(op.getComputation(), args);
      if (!results)
        return results.takeError();
      setElement(out[0], e, (*results)[0]);
    }
    return llvm::Error::success();
  }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

} // namespace

void addReductionRules(RuleTable &table) { table.add<Reduce, Map>(); }

} // namespace spmd::ops

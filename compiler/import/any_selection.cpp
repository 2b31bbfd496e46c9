// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a select_and_scatter whose choice or sum the routine of the runtime does not know as the
// reduction of windows and the scatter that it is. Its facet `localize` does that where dims are
// split; here the op is whole.
//   select by p > q, scatter by p * q   ->   reduce_window of (element, position), scatter by p * q
#include "compiler/import/decompose.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// What the facet may ask, of a program in which nothing is split.
struct Whole : LocalizeContext {
  SmallVector<Value> results;

  Whole(OpBuilder &builder, Operation *op) : LocalizeContext(builder, op->getLoc()) {
    operands = op->getOperands();
    resultTypes = llvm::map_to_vector(op->getResultTypes(),
                                      [](Type type) { return cast<RankedTensorType>(type); });
  }
  ArrayRef<sdy::AxisRefAttr> operandAxes(unsigned, int64_t) const override { return {}; }
  ArrayRef<sdy::AxisRefAttr> resultAxes(unsigned, int64_t) const override { return {}; }
  ArrayRef<sdy::AxisRefAttr> partialAxes() const override { return {}; }
  int64_t shardCount(ArrayRef<sdy::AxisRefAttr>) const override { return 1; }
  Value shardIndex(ArrayRef<sdy::AxisRefAttr>) override {
    return ops::splatInteger(*this, RankedTensorType::get({}, builder.getI32Type()), 0);
  }
  void replace(ValueRange values) override { results.assign(values.begin(), values.end()); }
};

LogicalResult asReduction(SelectAndScatterOp op, PatternRewriter &rewriter) {
  const auto &rules = Rules::of(op);
  if (rules.kernel(op) || !hasStaticShapes(op))
    return rewriter.notifyMatchFailure(op, "the runtime has a routine, or the shape is not known");
  Whole whole(rewriter, op);
  if (failed(rules.localize(op, whole)))
    return failure();
  rewriter.replaceOp(op, whole.results);
  return success();
}

} // namespace

void populateAnySelection(RewritePatternSet &patterns) { patterns.add(asReduction); }

} // namespace spmd

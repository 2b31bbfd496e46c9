// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sort: permutes slices along one dim in the same way in all inputs, by a comparator of pairs.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"
#include <list>
#include <numeric>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

int64_t sortDim(SortOp op) {
  int64_t dim = int64_t(op.getDimension());
  return dim < 0 ? dim + tensorTypeOf(op.getInputs()[0]).getRank() : dim;
}

/// The rule of [i, j] sorted along j: ([i, j])->([i, j]) with need_replication={j}.
struct Sort : Meaning<SortOp> {
  // The sorted dim is sequential, all others are parallel.
  static IterationSpace space(Op op) {
    IterationSpace space(op);
    for (int64_t d = 0; d < tensorTypeOf(op.getInputs()[0]).getRank(); ++d) {
      SmallVector<int64_t> dims(op.getInputs().size(), d);
      d == sortDim(op) ? space.sequential(dims, d) : space.parallel(dims, d);
    }
    return space;
  }
  /// The sorted dim needs replication. If no other dim can be sharded, the rule also blocks
  /// propagation along the sorted dim.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) {
    auto shape = tensorTypeOf(op.getInputs()[0]).getShape();
    // Is there another dim of more than one element?
    bool isAlone = true;
    for (auto [d, size] : llvm::enumerate(shape))
      isAlone &= int64_t(d) == sortDim(op) || size == 1;
    return dimwiseRule(op, shape, [&](int64_t d) {
      return d != sortDim(op) ? kPasses : isAlone ? kBlocked : kWhole;
    });
  }
  // The routine sorts `outer` x `inner` slices of `length` elements.
  static std::optional<KernelCall> kernel(Op op) {
    rt::SortConfig config;
    auto shape = tensorTypeOf(op.getInputs()[0]).getShape();
    // Dims before the sorted one are outer, dims after it inner.
    for (auto [d, size] : llvm::enumerate(shape))
      (int64_t(d) < sortDim(op)    ? config.outer
       : int64_t(d) == sortDim(op) ? config.length
                                   : config.inner) *= size;
    for (Value input : op.getInputs()) {
      auto type = dtypeOf(tensorTypeOf(input).getElementType());
      if (!type)
        return std::nullopt;
      config.types.push_back(*type);
    }
    std::tie(config.order, config.key) = orderOf(op);
    bool isCalledBack = config.order == rt::SortOrder::Callback;
    return KernelCall{config, isCalledBack ? &op.getComparator() : nullptr};
  }
  // Sorts a list of indices per slice and then moves the elements of all inputs.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    int64_t dim = sortDim(op), length = in[0].shape()[dim], stride = stridesOf(in[0].shape())[dim];
    TensorList out(in);
    // Every slice has a first element, whose index along the dim is 0.
    for (int64_t first = 0; first < in[0].count(); ++first) {
      if (first / stride % length != 0)
        continue;                       // not the first of a slice
      std::list<int64_t> order(length); // stable, and safe for any comparator
      std::iota(order.begin(), order.end(), 0);
      llvm::Error failure = llvm::Error::success();
      auto before = [&](int64_t l, int64_t r) {
        TensorList args;
        // The comparator takes (l, r) of each input in turn.
        for (const Tensor &tensor : in) {
          args.push_back(scalarAt(tensor, first + l * stride));
          args.push_back(scalarAt(tensor, first + r * stride));
        }
        auto result = context.runRegion(op.getComparator(), args);
        if (!result) {
          failure = llvm::joinErrors(std::move(failure), result.takeError());
          return false;
        }
        return (*result)[0].integer() != 0;
      };
      order.sort(before);
      if (failure)
        return failure;
      for (auto [i, tensor] : llvm::enumerate(in))
        for (auto [k, from] : llvm::enumerate(order))
          setElement(out[i], first + k * stride, scalarAt(tensor, first + from * stride));
    }
    return out;
  }
  /// Sorts the cotangents back.
  static LogicalResult vjp(Op op, Backward &g) { return sortGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchSort(op, g); }
  using Facets = Has<Space, Rule, Kernel, NoEmit<"a sort is a library routine">, Vjp, Batch, Eval>;

private:
  /// The order and the key for a comparator that is one comparison of a pair of its arguments. The
  /// routine knows such orders and needs no callback.
  static std::pair<rt::SortOrder, int64_t> orderOf(Op op) {
    Block &block = op.getComparator().front();
    // compare LT, %arg0, %arg1 -> (Less, input 0); compare GT, %arg2, %arg3 -> (Greater, input 1).
    auto compare = block.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
    auto l = compare ? dyn_cast<BlockArgument>(compare.getLhs()) : BlockArgument();
    auto r = compare ? dyn_cast<BlockArgument>(compare.getRhs()) : BlockArgument();
    if (!l || !r || l.getOwner() != &block || r.getOwner() != &block ||
        l.getArgNumber() / 2 != r.getArgNumber() / 2 || l == r ||
        isa<ComplexType>(getElementTypeOrSelf(l.getType())))
      return {rt::SortOrder::Callback, 0};
    auto direction = compare.getComparisonDirection();
    if (direction != ComparisonDirection::LT && direction != ComparisonDirection::GT)
      return {rt::SortOrder::Callback, 0};
    // compare LT with exchanged arguments is GT.
    bool isLess = (direction == ComparisonDirection::LT) == (l.getArgNumber() < r.getArgNumber());
    int64_t key = l.getArgNumber() / 2;
    if (compare.getCompareType() == ComparisonType::TOTALORDER)
      return {isLess ? rt::SortOrder::TotalLess : rt::SortOrder::TotalGreater, key};
    return {isLess ? rt::SortOrder::Less : rt::SortOrder::Greater, key};
  }
};

} // namespace

void addSortRules(RuleTable &table) { table.add<Sort>(); }

} // namespace spmd::ops

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facets of transformations of whole programs: gradients and batches. facets.h enters them into
// the table of rules.
#pragma once
#include "compiler/ops/backward.h"
#include "compiler/ops/batching.h"
#include "compiler/ops/facet_kinds.h"
#include "compiler/ops/rule.h"

namespace spmd::ops {

template <class OpT> struct Pointwise; // facets.h

namespace detail {

// What a vjp returns: the cotangent of the first operand, those of all, or whether it gave them.
inline mlir::LogicalResult giveCotangents(Backward &g, llvm::ArrayRef<Expr> cts) {
  for (auto [i, ct] : llvm::enumerate(cts))
    g.give(i, ct);
  return mlir::success();
}
inline mlir::LogicalResult giveCotangents(Backward &, mlir::LogicalResult result) { return result; }

/// The facet of gradients. The forms are vjp(Op, Backward &) and vjp(Backward &).
template <class R> void addGradientFacets(OpRules &rules) {
  using Op = typename R::Op;
  static_assert(!definesVjp<R> || declares<R, Vjp>, "defines vjp but does not declare Vjp");
  static_assert(!declares<R, Vjp> || definesVjp<R>, "Vjp is declared but vjp is not defined");
  rules.drivenVjp = declares<R, DrivenVjp>;
  if constexpr (declares<R, ZeroVjp>)
    rules.vjp = [](mlir::Operation *, Backward &) { return mlir::success(); };
  if constexpr (declares<R, Vjp>)
    rules.vjp = [](mlir::Operation *op, Backward &g) {
      if constexpr (requires(Op o) { R::vjp(o, g); })
        return giveCotangents(g, R::vjp(llvm::cast<Op>(op), g));
      else
        return giveCotangents(g, R::vjp(g));
    };
}
/// The facet of batches. Pointwise ops have it by their iteration space, others by a property, or
/// they define batch(Op, Batching &).
template <class R> void addBatchFacets(OpRules &rules) {
  using Op = typename R::Op;
  static_assert(!definesBatch<R> || declares<R, Batch>, "defines batch but does not declare Batch");
  rules.drivenBatch = declares<R, DrivenBatch>;
  if constexpr (declares<R, Batch>) {
    static_assert(
        requires(Op op, Batching &g) {
          { R::batch(op, g) } -> std::same_as<mlir::LogicalResult>;
        }, "Batch is declared: wanted static LogicalResult batch(Op, Batching &)");
    rules.batch = [](mlir::Operation *op, Batching &g) { return R::batch(llvm::cast<Op>(op), g); };
  } else if constexpr (declares<R, BatchInFront>) {
    rules.batch = [](mlir::Operation *, Batching &g) { return batchInFront(g); };
  } else if constexpr (declares<R, BatchEach>) {
    rules.batch = [](mlir::Operation *, Batching &g) { return batchEach(g); };
  } else if constexpr (std::is_base_of_v<Pointwise<Op>, R>) {
    rules.batch = [](mlir::Operation *, Batching &g) { return batchPointwise(g); };
  }
}

} // namespace detail
} // namespace spmd::ops

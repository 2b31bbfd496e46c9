// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The techniques as passes, and all of them on the loops of a kernel.
#include "compiler/kernels/expand_kernel.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MASKMAXMIN
#define GEN_PASS_DEF_READTABLES
#define GEN_PASS_DEF_TRANSPOSETILES
#define GEN_PASS_DEF_PREFETCHROWS
#define GEN_PASS_DEF_STORENONTEMPORALLY
#include "compiler/passes.h.inc"

void improveLoops(func::FuncOp loops, bool hasNonTemporalStores) {
  maskMaxMin(loops);
  readTables(loops);
  transposeTiles(loops);
  prefetchRows(loops);
  if (hasNonTemporalStores)
    storeNonTemporally(loops);
}

namespace {

template <class Base, void technique(func::FuncOp)> struct Technique : Base {
  void runOnOperation() override {
    if (func::FuncOp function = this->getOperation(); function->hasAttr(kLoopsAttr))
      technique(function);
  }
};
struct MaskMaxMin : Technique<impl::MaskMaxMinBase<MaskMaxMin>, maskMaxMin> {};
struct ReadTables : Technique<impl::ReadTablesBase<ReadTables>, readTables> {};
struct TransposeTiles : Technique<impl::TransposeTilesBase<TransposeTiles>, transposeTiles> {};
struct PrefetchRows : Technique<impl::PrefetchRowsBase<PrefetchRows>, prefetchRows> {};
struct StoreNonTemporally
    : Technique<impl::StoreNonTemporallyBase<StoreNonTemporally>, storeNonTemporally> {};

} // namespace
} // namespace spmd

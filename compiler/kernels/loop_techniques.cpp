// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The techniques as passes, and all of them on the loops of a kernel.
#include "compiler/kernels/loop_techniques.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SCANLANES
#define GEN_PASS_DEF_MASKMAXMIN
#define GEN_PASS_DEF_READTABLES
#define GEN_PASS_DEF_TRANSPOSETILES
#define GEN_PASS_DEF_PREFETCHROWS
#define GEN_PASS_DEF_STORENONTEMPORALLY
#define GEN_PASS_DEF_SPLITVECTORS
#include "compiler/passes.h.inc"

namespace {
struct LoopTechnique {
  void (*apply)(func::FuncOp loops, const Machine &machine);
  std::unique_ptr<Pass> (*pass)(std::string machine);
};
} // namespace

static constexpr LoopTechnique kLoopTechniques[] = {
    {scanLanes, [](std::string machine) { return createScanLanes({machine}); }},
    {maskMaxMin, [](std::string machine) { return createMaskMaxMin({machine}); }},
    {readTables, [](std::string machine) { return createReadTables({machine}); }},
    {transposeTiles, [](std::string machine) { return createTransposeTiles({machine}); }},
    {prefetchRows, [](std::string machine) { return createPrefetchRows({machine}); }},
    {storeNonTemporally, [](std::string machine) { return createStoreNonTemporally({machine}); }},
    {splitVectors, [](std::string machine) { return createSplitVectors({machine}); }},
};

void improveLoops(func::FuncOp loops, const Machine &machine, bool hasNonTemporalStores) {
  for (const LoopTechnique &technique : kLoopTechniques)
    if (hasNonTemporalStores || technique.apply != storeNonTemporally)
      technique.apply(loops, machine);
}

void addLoopTechniques(OpPassManager &loops, StringRef machine) {
  for (const LoopTechnique &technique : kLoopTechniques)
    loops.addPass(technique.pass(machine.str()));
}

void prefetch(ImplicitLocOpBuilder &b, Value buffer, Value place) {
  memref::PrefetchOp::create(b, buffer, place, /*isWrite=*/false, /*localityHint=*/2,
                             /*isDataCache=*/true);
}

FailureOr<Machine> machineFrom(StringRef text, Location at) {
  llvm::Expected<Machine> chosen = Machine::parse(text, Machine{});
  if (!chosen)
    return emitError(at, "machine: ") << llvm::toString(chosen.takeError());
  return *chosen;
}

namespace {

template <class Base, void technique(func::FuncOp, const Machine &)> struct Technique : Base {
  using Base::Base;
  void runOnOperation() override {
    func::FuncOp function = this->getOperation();
    FailureOr<Machine> chosen = machineFrom(this->machine, function.getLoc());
    if (failed(chosen))
      return this->signalPassFailure();
    if (function->hasAttr(kLoopsAttr))
      technique(function, *chosen);
  }
};
struct ScanLanes : Technique<impl::ScanLanesBase<ScanLanes>, scanLanes> {
  using Technique::Technique;
};
struct MaskMaxMin : Technique<impl::MaskMaxMinBase<MaskMaxMin>, maskMaxMin> {
  using Technique::Technique;
};
struct ReadTables : Technique<impl::ReadTablesBase<ReadTables>, readTables> {
  using Technique::Technique;
};
struct TransposeTiles : Technique<impl::TransposeTilesBase<TransposeTiles>, transposeTiles> {
  using Technique::Technique;
};
struct PrefetchRows : Technique<impl::PrefetchRowsBase<PrefetchRows>, prefetchRows> {
  using Technique::Technique;
};
struct StoreNonTemporally
    : Technique<impl::StoreNonTemporallyBase<StoreNonTemporally>, storeNonTemporally> {
  using Technique::Technique;
};
struct SplitVectors : Technique<impl::SplitVectorsBase<SplitVectors>, splitVectors> {
  using Technique::Technique;
};

} // namespace
} // namespace spmd

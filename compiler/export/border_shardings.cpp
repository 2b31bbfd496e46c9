// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that make the shardings at borders readable for other frameworks: no sub-axes, and shards
// of equal size. Public Shardy passes.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "compiler/sharding/even_borders.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVESUBAXESININPUTOUTPUTSHARDINGS
#define GEN_PASS_DEF_UPDATENONDIVISIBLEINPUTOUTPUTSHARDINGS
#include "compiler/passes.h.inc"
namespace {

// Removes sub-axes from the shardings of the entry function's arguments and results, because other
// frameworks read those and rarely know sub-axes. An open dim, on which nobody insisted, loses its
// first sub-axis and all axes behind it. Closed dims stay. Public Shardy pass.
//   {"a", "x":(1)2, "b", ?}  ->  {"a", ?}

/// The sharding with each open dim cut before its first sub-axis.
sdy::TensorShardingAttr withoutSubAxes(sdy::TensorShardingAttr sharding) {
  SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
  for (sdy::DimensionShardingAttr &dim : dims) {
    ArrayRef<sdy::AxisRefAttr> axes = dim.getAxes();
    auto firstPart =
        llvm::find_if(axes, [](sdy::AxisRefAttr axis) { return !!axis.getSubAxisInfo(); });
    if (!dim.getIsClosed() && firstPart != axes.end())
      dim = dim.withAxes(axes.take_front(firstPart - axes.begin()));
  }
  return sharding.withDimShardings(dims);
}

struct RemoveSubAxes : impl::RemoveSubAxesInInputOutputShardingsBase<RemoveSubAxes> {
  void runOnOperation() override {
    bool changed = false;
    if (func::FuncOp entry = entryFunctionOf(getOperation()))
      sdy::transformShardings(entry, [&](sdy::TensorShardingAttr sharding) {
        sdy::TensorShardingAttr cut = withoutSubAxes(sharding);
        changed |= cut != sharding;
        return cut;
      });
    if (!changed)
      markAllAnalysesPreserved();
  }
};

// Makes all shards equal in size at the borders of functions, calls and manual computations. If a
// dim is not divided evenly, its sharding is cut to the longest prefix that divides it. Public
// Shardy pass.
//   dim 6 sharded {"a"=2, "b"=2}   ->   {"a"}

struct UpdateNonDivisible : impl::UpdateNonDivisibleInputOutputShardingsBase<UpdateNonDivisible> {
  /// Cuts the shardings of function arguments and results, of manual computations and of calls.
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool changed = false;
    auto cutList = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
      sdy::TensorShardingPerValueAttr cut = cutToDivide(list, types, symbols);
      changed |= cut != list;
      return cut;
    };
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      changed |= cutBordersToDivide(function, symbols);
      function.walk([&](Operation *op) {
        if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
          manual.setInShardingsAttr(
              cutList(manual.getInShardings(), manual.getTensors().getTypes()));
          manual.setOutShardingsAttr(cutList(manual.getOutShardings(), manual.getResultTypes()));
        } else if (isa<func::CallOp>(op)) {
          if (sdy::TensorShardingPerValueAttr list = sdy::getShardingPerValue(op))
            sdy::setShardings(op, cutList(list, op->getResultTypes()));
        }
      });
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace spmd

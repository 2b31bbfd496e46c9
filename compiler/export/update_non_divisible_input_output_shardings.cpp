// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes all shards equal in size at the borders of functions, calls and manual computations. If a
// dim is not divided evenly, its sharding is cut to the longest prefix that divides it. Public
// Shardy pass.
//   dim 6 sharded {"a"=2, "b"=2}   ->   {"a"}
#include "compiler/passes.h"
#include "compiler/sharding/even_borders.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_UPDATENONDIVISIBLEINPUTOUTPUTSHARDINGS
#include "compiler/passes.h.inc"

namespace {

struct UpdateNonDivisible : impl::UpdateNonDivisibleInputOutputShardingsBase<UpdateNonDivisible> {
  /// Cuts the shardings of function arguments and results, of manual computations and of calls.
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool changed = false;
    auto cutList = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
      auto cut = sdy::TensorShardingPerValueAttr::get(
          &getContext(),
          llvm::map_to_vector(llvm::zip_equal(types, list.getShardings()), [&](auto pair) {
            return cutToDivide(std::get<1>(pair), std::get<0>(pair), symbols);
          }));
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

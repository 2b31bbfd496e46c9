// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// At the borders of functions, calls and manual computations every shard has the same size: where a
// dim is not divided evenly, its sharding is cut to the longest leading part that does.
#include "compiler/passes.h"
#include "compiler/sharding/even_borders.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_UPDATENONDIVISIBLEINPUTOUTPUTSHARDINGS
#include "compiler/passes.h.inc"

namespace {

struct UpdateNonDivisible : impl::UpdateNonDivisibleInputOutputShardingsBase<UpdateNonDivisible> {
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

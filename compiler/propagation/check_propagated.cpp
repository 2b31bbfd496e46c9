// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the contract between propagation and partition: every tensor has a closed sharding, all
// are on one mesh, and no op or attribute is left that only propagation understands (edges, groups,
// barriers, constraints, priorities, open dims). Shardings may still differ at sdy.reshard and at
// operands of ops; partition turns these differences into collectives.
#include "compiler/passes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CHECKPROPAGATED
#include "compiler/passes.h.inc"
namespace {

struct CheckPropagated : impl::CheckPropagatedBase<CheckPropagated> {
  // Reports all violations of the module, not only the first.
  void runOnOperation() override {
    bool ok = true;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      for (BlockArgument argument : function.getArguments())
        ok &= check(function, argument.getType(),
                    sdy::getFuncArgSharding(function, argument.getArgNumber()), "argument",
                    argument.getArgNumber());
      for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
        ok &= check(function, type, sdy::getFuncResultSharding(function, i), "result", i);
      if (!function.isExternal())
        ok &= check(function.getFunctionBody());
    }
    if (!ok)
      signalPassFailure();
  }

  // Checks the ops of a region, and the regions of data-flow ops. Other regions, such as bodies of
  // reductions, work on elements.
  bool check(Region &region) {
    bool ok = true;
    for (Operation &op : region.front()) {
      if (op.hasTrait<sdy::PropagationHint>() || isa<sdy::ConstantOp>(op)) {
        op.emitOpError() << "is left behind propagation; it should have gone by now";
        ok = false;
      }
      // Ops with a list have an entry per result, others hold the sharding in an attribute of their
      // own.
      ArrayRef<sdy::TensorShardingAttr> shardings = sdy::getShardings(&op);
      for (OpResult result : op.getResults()) {
        unsigned i = result.getResultNumber();
        sdy::TensorShardingAttr sharding =
            i < shardings.size() ? shardings[i] : sdy::getSharding(result);
        ok &= check(&op, result.getType(), sharding, "result", i);
      }
      // The operands of a manual computation have shardings of their own, in_shardings.
      if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
        for (auto [i, operand] : llvm::enumerate(op.getOperands()))
          ok &= check(&op, operand.getType(), manual.getInSharding(i), "operand", i);
      if (sdy::isDataFlowOp(&op))
        for (Region &inner : op.getRegions())
          ok &= check(inner);
    }
    return ok;
  }

  // Checks the sharding of one value. `what` and `number` name the value in the message.
  bool check(Operation *op, Type type, sdy::TensorShardingAttr sharding, StringRef what,
             int64_t number) {
    if (!isa<RankedTensorType>(type))
      return true;
    // The error names the value; a note shows its sharding.
    auto refuse = [&](const Twine &why) {
      auto diag = op->emitOpError() << what << " " << number << " " << why;
      if (sharding)
        diag.attachNote() << "its sharding is " << sharding;
      return false;
    };
    if (!sharding)
      return refuse("has no sharding");
    sdy::MeshAttr its = sharding.getMesh(getOperation());
    assert(its && "the verifier looks meshes up");
    // The first mesh that is seen is the mesh of the module. An empty mesh agrees with it.
    if (!mesh)
      mesh = its;
    if (its != mesh && !its.empty())
      return refuse("is placed on another mesh than the values before it; one mesh is supported");
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings())) {
      if (!dim.getIsClosed())
        return refuse("has the open dim " + Twine(d));
      if (dim.getPriority())
        return refuse("has a priority on dim " + Twine(d));
    }
    return true;
  }

  sdy::MeshAttr mesh;
};

} // namespace
} // namespace spmd

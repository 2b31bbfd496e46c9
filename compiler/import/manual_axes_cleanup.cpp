// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings manual computations into a regular form: manual axes are in mesh order, and every in and
// out sharding mentions every manual axis, as replicated if no dim has it. Public Shardy pass.
//   in_shardings=[<@mesh, [{"a"}]>] manual_axes={"b", "a"}
//   -> in_shardings=[<@mesh, [{"a"}], replicated={"b"}>] manual_axes={"a", "b"}
#include "compiler/passes.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MANUALAXESCLEANUP
#include "compiler/passes.h.inc"

namespace {

/// Rewrites one manual computation. Fails if its mesh is unknown, that is, without any operand or
/// result.
LogicalResult cleanUp(sdy::ManualComputationOp op, const SymbolTable &symbols) {
  if (op.getManualAxes().empty())
    return success();
  SmallVector<sdy::TensorShardingAttr> all(op.getInShardings().getShardings());
  llvm::append_range(all, op.getOutShardings().getShardings());
  if (all.empty()) {
    if (op.getBody().front().without_terminator().empty())
      return success();
    return op.emitOpError() << "has manual axes and a body, but neither operands nor results; "
                               "without them its mesh is unknown";
  }
  Attribute meshOrRef = sdy::getCommonMeshOrRef(all, symbols);
  assert(meshOrRef && "the verifier wants one mesh");
  sdy::MeshAttr mesh = sdy::getMeshAttr(symbols, meshOrRef);

  SmallVector<StringAttr> manual(op.getManualAxes().getValue());
  llvm::sort(manual, [&](StringAttr l, StringAttr r) {
    return mesh.getAxisIndex(l.getValue()) < mesh.getAxisIndex(r.getValue());
  });
  op.setManualAxesAttr(sdy::ManualAxesAttr::get(op.getContext(), manual));
  // Adds the manual axes that a sharding does not mention. An unchanged sharding also keeps its way
  // to name the mesh.
  auto transform = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (auto [sharding, type] : llvm::zip_equal(list.getShardings(), types)) {
      auto all = isa<ShapedType>(type) ? sdy::mentionManualAxes(sharding, op.getManualAxes(), mesh)
                                       : sharding;
      shardings.push_back(all == sharding ? sharding : all.replaceMesh(meshOrRef));
    }
    return sdy::TensorShardingPerValueAttr::get(op.getContext(), shardings);
  };
  op.setInShardingsAttr(transform(op.getInShardings(), op.getOperandTypes()));
  op.setOutShardingsAttr(transform(op.getOutShardings(), op.getResultTypes()));
  return success();
}

struct ManualAxesCleanup : impl::ManualAxesCleanupBase<ManualAxesCleanup> {
  /// Analyses are preserved if there is no manual computation.
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool found = false;
    WalkResult result = getOperation().walk([&](sdy::ManualComputationOp op) {
      found = true;
      return WalkResult(cleanUp(op, symbols));
    });
    if (result.wasInterrupted())
      signalPassFailure();
    if (!found)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd

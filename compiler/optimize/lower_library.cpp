// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose facet `kernel` names a routine of the runtime become spmd.library.
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "dialects/spmd/spmd.h"

namespace spmd {
#define GEN_PASS_DEF_LOWERLIBRARY
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

struct LowerLibrary : impl::LowerLibraryBase<LowerLibrary> {
  void runOnOperation() override {
    SmallVector<Operation *> calls;
    getOperation().walk([&](Operation *op) {
      if (Rules::of(op).kernel)
        calls.push_back(op);
    });
    for (Operation *op : calls) {
      std::optional<KernelCall> call = Rules::of(op).kernel(op);
      if (!call)
        continue; // the routine does not cover this case; what is left is checked at the end of the stage
      OpBuilder b(op);
      auto library = ir::LibraryOp::create(b, op->getLoc(), op->getResultTypes(), op->getOperands(),
                                           b.getStringAttr(call->routine), b.getDenseI64ArrayAttr(call->config));
      if (call->callback)
        library.getCallback().takeBody(*call->callback);
      op->replaceAllUsesWith(library);
      op->erase();
    }
  }
};

} // namespace
} // namespace spmd

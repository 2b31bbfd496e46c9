// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants take their elements out of the resources of the file: what spmd-run does as it reads a
// program, for spmd-opt, whose reader is MLIR's.
#include "compiler/passes.h"
#include "dialects/resources.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_READRESOURCES
#include "compiler/passes.h.inc"
namespace {

struct ReadResources : impl::ReadResourcesBase<ReadResources> {
  void runOnOperation() override {
    if (failed(readResources(getOperation())))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd

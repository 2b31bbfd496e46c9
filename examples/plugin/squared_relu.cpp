// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in for spmd-opt: the op example.squared_relu, and a pass that expands it into StableHLO
// before the stages of the compiler see it.
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include "dialect.h.inc"
#define GET_OP_CLASSES
#include "ops.h.inc"

#include "dialect.cpp.inc"
#define GET_OP_CLASSES
#include "ops.cpp.inc"

using namespace mlir;
using namespace spmd;

void example::ExampleDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ops.cpp.inc"
      >();
}

namespace {

/// squared_relu(x) -> multiply(m, m) with m = maximum(x, 0). The result keeps its sharding.
LogicalResult expand(example::SquaredReluOp op, PatternRewriter &rewriter) {
  RankedTensorType type = op.getType();
  Value zero = stablehlo::ConstantOp::create(rewriter, op.getLoc(),
                                             cast<ElementsAttr>(rewriter.getZeroAttr(type)));
  Value positive = stablehlo::MaxOp::create(rewriter, op.getLoc(), type, op.getX(), zero);
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  auto square = stablehlo::MulOp::create(rewriter, op.getLoc(), type, positive, positive);
  square->setDiscardableAttrs(attributes.getDictionary(op.getContext()));
  rewriter.replaceOp(op, square);
  return success();
}

struct ExpandSquaredRelu : PassWrapper<ExpandSquaredRelu, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandSquaredRelu)
  StringRef getArgument() const override { return "expand-squared-relu"; }
  StringRef getDescription() const override { return "Expands example.squared_relu"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(expand);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "squared_relu", "0.1",
          [](DialectRegistry *registry) { registry->insert<example::ExampleDialect>(); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "squared_relu", "0.1",
          [] { PassRegistration<ExpandSquaredRelu>(); }};
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the verifier errors that no text can provoke, because the parser refuses the text before.
// All other errors are tested in tests/dialects/sdy.
#include "dialects/sdy/verify.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::sdy;

namespace {

struct Verify : testing::Test {
  Verify() { context.loadDialect<SdyDialect>(); }

  /// The first error of verifying %1 = sdy.propagation_barrier %0 with the attribute `attr`.
  std::string errorOf(StringRef name, Attribute attr) {
    std::string message;
    ScopedDiagnosticHandler handler(&context,
                                    [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
    OpBuilder b(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
    auto type = RankedTensorType::get({8}, b.getF32Type());
    // The operand has the sharding <mesh<["a"=2]>, [{"a"}]>.
    auto dim = DimensionShardingAttr::get(&context, {AxisRefAttr::get(&context, "a")}, true);
    auto mesh = MeshAttr::get(&context, {MeshAxisAttr::get(&context, "a", 2)});
    auto sharding = TensorShardingAttr::get(&context, mesh, {dim});
    Value input = ConstantOp::create(b, b.getUnknownLoc(), DenseElementsAttr::get(type, 1.0f));
    setSharding(input, sharding);
    auto op =
        PropagationBarrierOp::create(b, b.getUnknownLoc(), type, input, PropagationDirection::NONE);
    op->setAttr(name, attr);
    EXPECT_TRUE(failed(verify(op)));
    return message;
  }

  MLIRContext context;
};

/// The text of a dim has at least one factor, so only the builder makes an empty one.
TEST_F(Verify, ADimWithoutFactorsIsRefused) {
  auto none = TensorMappingAttr::get(&context, {DimMappingAttr::get(&context, {})});
  auto rule = OpShardingRuleAttr::get(&context, {}, {none}, {none}, {}, {}, {}, {}, false);
  EXPECT_EQ(errorOf(kShardingRuleAttr, rule),
            "'sdy.propagation_barrier' op sharding rule: operand 0 has no factor at dim 0");
}

/// The text step-1 means step 1.
TEST_F(Verify, NegativeStepsAreRefused) {
  auto edges = PropagationEdgesAttr::get(&context, {PropagationOneStepAttr::get(&context, -1, {})});
  EXPECT_EQ(errorOf(kPropagationEdgesAttr, edges),
            "'sdy.propagation_barrier' op propagation edges: step -1 is negative");
}

} // namespace

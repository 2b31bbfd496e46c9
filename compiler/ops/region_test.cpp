// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Identity elements of reducers.
#include "compiler/ops/region.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

// Numbers that an element type of any kind can hold, or their nearest.
static Tensor someNumbers(Type element) {
  std::vector<double> numbers = {0, -0.0, 1, -1, 3, -2.5, 1e30, -1e30};
  auto type = RankedTensorType::get({int64_t(numbers.size())}, element);
  if (isa<FloatType>(element))
    return Tensor::of(type, numbers);
  if (isa<ComplexType>(element))
    return Tensor::of(type, std::vector<Complex>(numbers.begin(), numbers.end()));
  return Tensor::of(type, std::vector<int64_t>{0, 1, 2, -1, -2, 127, 128, 255});
}

TEST(Identity, LeavesEveryNumberAsItIs) {
  MLIRContext context;
  Builder b(&context);
  for (Type element :
       {Type(b.getF32Type()), Type(b.getBF16Type()), Type(b.getF64Type()),
        Type(Float8E4M3FNType::get(&context)), Type(Float8E5M2FNUZType::get(&context)),
        Type(Float8E8M0FNUType::get(&context)), Type(b.getI1Type()), Type(b.getI32Type()),
        Type(b.getIntegerType(8, /*isSigned=*/false)), Type(ComplexType::get(b.getF32Type()))})
    for (auto kind : {ir::CombineKind::Sum, ir::CombineKind::Product, ir::CombineKind::Minimum,
                      ir::CombineKind::Maximum, ir::CombineKind::And, ir::CombineKind::Or,
                      ir::CombineKind::Xor}) {
      bool isBitwise = kind >= ir::CombineKind::And;
      DenseElementsAttr identity =
          isBitwise && !isa<IntegerType>(element) ? DenseElementsAttr() : identityOf(kind, element);
      if (!identity)
        continue;
      Tensor x = someNumbers(element);
      auto start = Tensor::fromAttr(identity.resizeSplat(cast<ShapedType>(x.type)));
      ASSERT_TRUE(bool(start));
      std::string what;
      llvm::raw_string_ostream(what) << kind << " of " << element;
      EXPECT_EQ(ops::combined(kind, *start, x).toAttr(), x.toAttr()) << what;
    }
}

TEST(Identity, SomeTypesHaveNone) {
  MLIRContext context;
  Builder b(&context);
  EXPECT_FALSE(identityOf(ir::CombineKind::Sum, Float8E8M0FNUType::get(&context)));
  EXPECT_FALSE(identityOf(ir::CombineKind::Maximum, ComplexType::get(b.getF32Type())));
  EXPECT_FALSE(identityOf(ir::CombineKind::None, b.getF32Type()));
}

// The sum of floats starts from -0.0, unlike in MLIR's own list.
TEST(Identity, OfArithmetic) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect>();
  OpBuilder b(&context);
  Block block;
  b.setInsertionPointToStart(&block);
  Value f = block.addArgument(b.getF32Type(), b.getUnknownLoc()),
        i = block.addArgument(b.getI8Type(), b.getUnknownLoc());
  auto of = [&](Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << identityOf(op);
    return text;
  };
  EXPECT_EQ(of(arith::AddFOp::create(b, b.getUnknownLoc(), f, f)), "-0.000000e+00 : f32");
  EXPECT_EQ(of(arith::MaximumFOp::create(b, b.getUnknownLoc(), f, f)), "0xFF800000 : f32");
  EXPECT_EQ(of(arith::MinSIOp::create(b, b.getUnknownLoc(), i, i)), "127 : i8");
  EXPECT_EQ(of(arith::MaxUIOp::create(b, b.getUnknownLoc(), i, i)), "0 : i8");
  EXPECT_FALSE(identityOf(arith::SubFOp::create(b, b.getUnknownLoc(), f, f)));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types of buffers and those of MLIR have the same names.
#include "compiler/elements/dtype.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spmd;

TEST(DType, EachHasATypeOfItsName) {
  MLIRContext context;
  for (int i = 0; i <= int(rt::DType::U4); ++i) {
    auto type = rt::DType(i);
    EXPECT_EQ(dtypeOf(parseType(rt::mlirName(type), &context)), type) << rt::mlirName(type);
  }
}

TEST(DType, NoneOfOtherTypes) {
  MLIRContext context;
  for (const char *name : {"i3", "ui1", "i128", "f4E2M1FN", "f128", "tf32", "index", "none",
                           "complex<f16>", "tensor<f32>"})
    EXPECT_FALSE(dtypeOf(parseType(name, &context))) << name;
}

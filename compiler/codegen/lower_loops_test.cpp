// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs loops and conditions, local variables, constant tables and prefetches.
#include "compiler/codegen/test_loops.h"
#include <ctime>

using namespace mlir;
using namespace spmd;
using namespace spmd::test;

namespace {

TEST(LowerLoops, LoopsRunFromBeginToEnd) {
  Loops f = lowered(loops("f32", "f32", R"(
    scf.for %i = %begin to %end step %c1 {
      %a = memref.load %x[%i] : memref<64xf32>
      memref.store %a, %y[%i] : memref<64xf32>
    })"));
  for (auto [begin, end] : {std::pair(0, 64), {5, 6}, {7, 7}, {9, 3}}) {
    std::vector<float> x = counted(), y(64, -1);
    f.run(begin, end, x, y);
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(y[i], i >= begin && i < end ? x[i] : -1) << begin << " to " << end;
  }
}

TEST(LowerLoops, StepsMayEndBehindTheBound) {
  Loops f = lowered(loops("i64", "i64", R"(
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %n = scf.for %i = %c0 to %end step %c8 iter_args(%n = %zero) -> i64 {
      %next = arith.addi %n, %one : i64
      scf.yield %next : i64
    }
    memref.store %n, %y[%c0] : memref<64xi64>)"));
  std::vector<int64_t> x(64), y(64);
  for (auto [end, steps] : {std::pair(0, 0), {1, 1}, {8, 1}, {9, 2}, {17, 3}}) {
    f.run(0, end, x, y);
    EXPECT_EQ(y[0], steps);
  }
}

TEST(LowerLoops, LoopsCarryValues) {
  Loops f = lowered(loops("i64", "i64", R"(
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %p:2 = scf.for %i = %begin to %end step %c1
        iter_args(%p = %zero, %q = %one) -> (i64, i64) {
      %sum = arith.addi %p, %q : i64
      scf.yield %q, %sum : i64, i64
    }
    memref.store %p#0, %y[%c0] : memref<64xi64>
    memref.store %p#1, %y[%c1] : memref<64xi64>)"));
  std::vector<int64_t> x(64), y(64);
  f.run(3, 13, x, y);
  EXPECT_EQ(y[0], 55); // ten steps of Fibonacci's numbers
  EXPECT_EQ(y[1], 89);
  f.run(3, 3, x, y);
  EXPECT_EQ(y[0], 0);
  EXPECT_EQ(y[1], 1);
}

// Nothing is tested before a loop that surely runs; a loop of one step has no branch at all.
TEST(LowerLoops, ConstantBoundsNeedNoTests) {
  auto upTo =
      [](int n) {
        return lowered(loops("f32", "f32",
                             R"(
      %zero = arith.constant 0.0 : f32
      %n = arith.constant )" + std::to_string(n) +
                                 R"( : index
      %s = scf.for %i = %c0 to %n step %c8 iter_args(%t = %zero) -> f32 {
        %a = memref.load %x[%i] : memref<64xf32>
        %u = arith.addf %t, %a : f32
        scf.yield %u : f32
      }
      memref.store %s, %y[%c0] : memref<64xf32>)"));
      };
  for (auto [n, sum, branches] : {std::tuple(64, 224, 1), {9, 8, 1}, {8, 0, 0}, {0, 0, 0}}) {
    Loops f = upTo(n);
    EXPECT_EQ(f.count("br i1"), size_t(branches)) << f.ir;
    std::vector<float> x = counted(), y(64, -1);
    f.run(0, 0, x, y);
    EXPECT_EQ(y[0], sum);
  }
}

TEST(LowerLoops, ConditionsChooseValuesAndStores) {
  Loops f = lowered(loops("i64", "i64", R"(
    %zero = arith.constant 0 : i64
    scf.for %i = %begin to %end step %c1 {
      %a = memref.load %x[%i] : memref<64xi64>
      %isSmall = arith.cmpi ult, %i, %c8 : index
      %b:2 = scf.if %isSmall -> (i64, i64) {
        %double = arith.addi %a, %a : i64
        scf.yield %double, %a : i64, i64
      } else {
        %isEmpty = arith.cmpi eq, %a, %a : i64
        scf.if %isEmpty {
          memref.store %a, %y[%c0] : memref<64xi64>
        }
        scf.yield %a, %zero : i64, i64
      }
      %isFirst = arith.cmpi eq, %i, %c0 : index
      scf.if %isFirst {
      } else {
        %both = arith.addi %b#0, %b#1 : i64
        memref.store %both, %y[%i] : memref<64xi64>
      }
    })"));
  std::vector<int64_t> x = counted<int64_t>(), y(64, -1);
  f.run(0, 64, x, y);
  EXPECT_EQ(y[0], 63); // the last of those that store it
  for (int i = 1; i < 64; ++i)
    EXPECT_EQ(y[i], i < 8 ? 3 * i : i);
}

// A local variable of rank 0 keeps registers: the bf16 in it is rounded, the i1 is one bit.
TEST(LowerLoops, LocalVariablesKeepRegisters) {
  Loops f = lowered(loops("f32", "f32", R"(
    %bits = memref.alloca() : memref<vector<8xi1>>
    %sum = memref.alloca() : memref<vector<8xf32>>
    %rounded = memref.alloca() {alignment = 4 : i64} : memref<bf16>
    %a = vector.load %x[%begin] : memref<64xf32>, vector<8xf32>
    %large = arith.constant dense<3.0> : vector<8xf32>
    %isLarge = arith.cmpf ogt, %a, %large : vector<8xf32>
    memref.store %isLarge, %bits[] : memref<vector<8xi1>>
    memref.store %a, %sum[] : memref<vector<8xf32>>
    scf.for %i = %c0 to %c8 step %c1 {
      %s = memref.load %sum[] : memref<vector<8xf32>>
      %t = arith.addf %s, %a : vector<8xf32>
      memref.store %t, %sum[] : memref<vector<8xf32>>
    }
    %s = memref.load %sum[] : memref<vector<8xf32>>
    %m = memref.load %bits[] : memref<vector<8xi1>>
    %b = arith.select %m, %s, %a : vector<8xi1>, vector<8xf32>
    vector.store %b, %y[%c0] : memref<64xf32>, vector<8xf32>
    %v = memref.load %x[%c8] : memref<64xf32>
    %w = arith.truncf %v : f32 to bf16
    memref.store %w, %rounded[] : memref<bf16>
    %u = memref.load %rounded[] : memref<bf16>
    %e = arith.extf %u : bf16 to f32
    memref.store %e, %y[%c8] : memref<64xf32>)"));
  EXPECT_EQ(f.count("alloca <8 x i1>, align 64"), 1u) << f.ir;
  EXPECT_EQ(f.count("alloca float, align 4"), 1u) << f.ir;
  std::vector<float> x = counted(), y(64);
  x[8] = 8.001;
  f.run(0, 64, x, y);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(y[i], i > 3 ? 9 * i : i);
  EXPECT_EQ(y[8], 8);
}

// Loops get one stack frame, however often they come to an alloca.
TEST(LowerLoops, LocalArraysAndViews) {
  Loops f = lowered(loops("i8", "f32", R"(
    scf.for %j = %begin to %end step %c1 {
      %tile = memref.alloca() : memref<64xf32>
      %from = memref.view %x[%c8][] : memref<64xi8> to memref<14xf32>
      scf.for %i = %c0 to %c8 step %c1 {
        %a = memref.load %from[%i] : memref<14xf32>
        memref.store %a, %tile[%i] : memref<64xf32>
      }
      %b = vector.load %tile[%c1] : memref<64xf32>, vector<4xf32>
      vector.store %b, %y[%j] : memref<64xf32>, vector<4xf32>
    })"));
  EXPECT_LT(f.ir.find("alloca float, i64 64, align 64"), f.ir.find("start:")) << f.ir;
  std::vector<float> x = counted(16), y(64);
  f.run(8, 10, x, y);
  EXPECT_EQ(y[9], 3); // two numbers lie before the view
  EXPECT_EQ(y[12], 6);
}

TEST(LowerLoops, NonTemporalStoresAreFenced) {
  Loops f = lowered(lanes("f32", "f32", R"(
    %b = arith.addf %a, %a : vector<8xf32>
    memref.prefetch %x[%end], read, locality<2>, data : memref<64xf32>
    vector.store %b, %y[%i] {nontemporal = true, alignment = 32} : memref<64xf32>, vector<8xf32>)"));
  EXPECT_EQ(f.count("align 32, !nontemporal"), 1u) << f.ir;
  EXPECT_EQ(f.count("llvm.prefetch.p0(ptr %"), 1u) << f.ir;
  EXPECT_EQ(f.count("i32 0, i32 2, i32 1"), 1u) << f.ir;
#ifdef __x86_64__
  EXPECT_EQ(f.count("call void @llvm.x86.sse.sfence()\n  ret void"), 1u) << f.ir;
#endif
  alignas(32) float out[64];
  std::vector<float> x = counted();
  void *buffers[] = {x.data(), out};
  f.loader->kernel(0)(buffers, 0, 64);
  EXPECT_EQ(out[63], 126);
}

TEST(LowerLoops, AddressesAreNumbers) {
  Loops f = lowered(loops("f32", "i64", R"(
    %a = memref.extract_aligned_pointer_as_index %x : memref<64xf32> -> index
    %b = arith.index_cast %a : index to i64
    memref.store %b, %y[%c0] : memref<64xi64>)"));
  std::vector<float> x(64);
  std::vector<int64_t> y(64);
  f.run(0, 0, x, y);
  EXPECT_EQ(y[0], reinterpret_cast<int64_t>(x.data()));
}

TEST(LowerLoops, TablesAreDataOfTheModule) {
  Loops f = lowered(R"(
    func.func @f(%y: memref<64xf32>, %z: memref<64xi1>, %reals: memref<4xbf16>,
                 %bits: memref<4xi1>, %begin: index, %end: index)
        attributes {spmd.tables = [dense<[1.0, 2.5, -3.0, 0.0]> : tensor<4xbf16>,
                                   dense<[true, false, false, true]> : tensor<4xi1>]} {
      %c1 = arith.constant 1 : index
      scf.for %i = %begin to %end step %c1 {
        %a = memref.load %reals[%i] : memref<4xbf16>
        %b = arith.extf %a : bf16 to f32
        memref.store %b, %y[%i] : memref<64xf32>
        %c = memref.load %bits[%i] : memref<4xi1>
        memref.store %c, %z[%i] : memref<64xi1>
      }
      return
    })");
  EXPECT_EQ(f.count("private constant"), 2u) << f.ir;
  std::vector<float> y(4);
  std::vector<uint8_t> z(4);
  f.run(0, 4, y, z);
  EXPECT_EQ(y, (std::vector<float>{1, 2.5, -3, 0}));
  EXPECT_EQ(z, (std::vector<uint8_t>{1, 0, 0, 1}));
}

TEST(LowerLoopsDeathTest, OtherOpsAreNamed) {
  for (auto [op, name] : {std::pair("%b = vector.step : vector<8xindex>", "vector.step"),
                          {"%b = arith.ceildivsi %begin, %end : index", "arith.ceildivsi"}})
    EXPECT_DEATH(lowered(loops("f32", "f32", op)), name);
}

// Functions like exp are left out: each is tens of instructions, and their number decides.
TEST(LowerLoops, WalksFast) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers make it slow";
#endif
  std::string body, last = "%a";
  for (int i = 0; i < 64; ++i) {
    std::string n = std::to_string(i), value = "%v" + n;
    body += "%l" + n + " = vector.load %x[%i] : memref<64xf32>, vector<8xf32>\n" + "%m" + n +
            " = arith.mulf " + last + ", %l" + n + " : vector<8xf32>\n" + value +
            " = arith.addf %m" + n + ", %a : vector<8xf32>\n";
    last = value;
  }
  body += "%b = arith.subf %a, " + last + " : vector<8xf32>";
  Loops f = parsed(lanes("f32", "f32", body));
  ASSERT_TRUE(f.function);
  size_t ops = 0;
  f.function.walk([&](Operation *) { ++ops; });
  double best = 1e9;
  for (int run = 0; run < 200; ++run) {
    llvm::LLVMContext context;
    llvm::Module module("loops", context);
    module.setTargetTriple(llvm::Triple("x86_64-linux-gnu"));
    std::clock_t start = std::clock();
    lowerLoops(f.function, module, "loops");
    best = std::min(best, 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::printf("%zu ops: %.3f ms\n", ops, best);
  // Ten times what was measured, so that a busy machine does not fail.
  EXPECT_LT(best, 0.5);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs loads, stores and arithmetic of vectors, and of narrow floats.
#include "compiler/codegen/test_loops.h"
#include <bit>
#include <cmath>

using namespace mlir;
using namespace spmd;
using namespace spmd::test;

namespace {

/// Stores all numbers of a type of one or two bytes as they were loaded, eight or one at a time.
template <class T> void copies(const std::string &type, llvm::function_ref<bool(T)> isNan) {
  std::string one = R"(
    scf.for %i = %begin to %end step %c1 {
      %a = memref.load %x[%i] : memref<64xTYPE>
      memref.store %a, %y[%i] : memref<64xTYPE>
    })";
  for (size_t at; (at = one.find("TYPE")) != std::string::npos;)
    one.replace(at, 4, type);
  std::string same =
      "%c = arith.constant true\n%b = arith.select %c, %a, %a : vector<8x" + type + ">";
  for (const std::string &text : {loops(type, type, one), lanes(type, type, same)}) {
    Loops f = lowered(text);
    std::vector<T> x = counted<T>(size_t(1) << (8 * sizeof(T))), y(x.size());
    f.run(0, x.size(), x, y);
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_TRUE(y[i] == x[i] || (isNan(x[i]) && isNan(y[i]))) << type << " " << i;
  }
}

TEST(LowerVectors, NumbersSurviveRegisters) {
  copies<uint16_t>("bf16", [](uint16_t x) { return (x & 0x7fff) > 0x7f80; });
  copies<uint16_t>("f16", [](uint16_t x) { return (x & 0x7fff) > 0x7c00; });
  copies<uint8_t>("f8E5M2", [](uint8_t x) { return (x & 0x7f) > 0x7c; });
  copies<uint8_t>("f8E4M3FN", [](uint8_t x) { return (x & 0x7f) == 0x7f; });
  copies<uint8_t>("i8", [](uint8_t) { return false; });
  copies<uint16_t>("i16", [](uint16_t) { return false; });
}

TEST(LowerVectors, AnyByteButZeroIsTrue) {
  Loops f = lowered(lanes("i1", "i1",
                          "%c = arith.constant dense<true> : vector<8xi1>\n"
                          "%b = arith.andi %a, %c : vector<8xi1>"));
  std::vector<uint8_t> x = counted<uint8_t>(), y(64);
  f.run(0, 64, x, y);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(y[i], i ? 1 : 0);
}

// 1 + 2^-8 + 2^-20 rounds up to 1 + 2^-7 in bf16; its half rounds down.
TEST(LowerVectors, StoresRoundOnce) {
  const std::string narrow = "%b = arith.truncf %a : vector<8xf32> to vector<8xbf16>";
  Loops f = lowered(lanes("f32", "bf16", narrow));
  EXPECT_EQ(f.count("shl "), 0u) << "nothing is extended again\n" << f.ir;
  EXPECT_EQ(f.count("fcmp uno"), 1u) << f.ir;
  std::vector<float> x(64, 1 + 0x1p-8f + 0x1p-20f);
  std::vector<uint16_t> y(64);
  x[1] = 1 + 0x1p-8f;
  f.run(0, 64, x, y);
  EXPECT_EQ(y[0], 0x3f81);
  EXPECT_EQ(y[1], 0x3f80);
}

// A value that has other users, too, is rounded for them.
TEST(LowerVectors, ExtendingGivesTheRoundedNumber) {
  for (std::string type : {"bf16", "f16", "f8E4M3FN"}) {
    Loops f = lowered(loops("f32", "f32",
                            R"(
      %a = vector.load %x[%begin] : memref<64xf32>, vector<8xf32>
      %b = arith.truncf %a : vector<8xf32> to vector<8x)" +
                                type + R"(>
      %c = arith.extf %b : vector<8x)" +
                                type + R"(> to vector<8xf32>
      vector.store %c, %y[%begin] : memref<64xf32>, vector<8xf32>)"));
    std::vector<float> x(64, 1 + 0x1p-12f), y(64);
    f.run(0, 64, x, y);
    EXPECT_EQ(y[0], 1) << type;
  }
}

/// A function that loads under the mask %m from bf16.
std::string masked(const std::string &ops) {
  return R"(
    func.func @f(%x: memref<64xbf16>, %m: memref<8xi1>, %y: memref<64xbf16>,
                 %begin: index, %end: index) {
      %c0 = arith.constant 0 : index
      %mask = vector.load %m[%c0] : memref<8xi1>, vector<8xi1>
      %other = arith.constant dense<0.5> : vector<8xbf16>
      )" +
         ops +
         R"(
      vector.store %a, %y[%c0] : memref<64xbf16>, vector<8xbf16>
      return
    })";
}

TEST(LowerVectors, MasksPassOtherLanesThrough) {
  Loops load = lowered(masked("%a = vector.maskedload %x[%begin], %mask, %other : memref<64xbf16>,"
                              " vector<8xi1>, vector<8xbf16> into vector<8xbf16>"));
  Loops gather = lowered(masked(R"(
    %places = arith.constant dense<[0, 2, 4, 6, 1, 3, 5, 7]> : vector<8xindex>
    %a = vector.gather %x[%begin] [%places], %mask, %other : memref<64xbf16>, vector<8xindex>,
      vector<8xi1>, vector<8xbf16> into vector<8xbf16>)"));
  EXPECT_EQ(load.count("llvm.masked.load"), 2u) << load.ir;
  EXPECT_EQ(gather.count("llvm.masked.gather"), 2u) << gather.ir;
  std::vector<uint16_t> x = counted<uint16_t>(64, 0x4000), y(64);
  std::vector<uint8_t> mask = {1, 0, 1, 1, 0, 0, 1, 1};
  load.run(4, 0, x, mask, y);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(y[i], mask[i] ? x[4 + i] : 0x3f00);
  gather.run(4, 0, x, mask, y);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(y[i], mask[i] ? x[4 + (i < 4 ? 2 * i : 2 * i - 7)] : 0x3f00);
}

// Without a mask there is no gather of the hardware, and places that are a scalar and constants
// are no vector.
TEST(LowerVectors, GathersReadLaneByLane) {
  auto gather = [](const std::string &places) {
    return lowered(loops("f32", "f32", R"(
      %all = arith.constant dense<true> : vector<8xi1>
      %none = arith.constant dense<0.0> : vector<8xf32>
      %steps = arith.constant dense<[0, 3, 6, 9, 12, 15, 18, 21]> : vector<8xindex>
      %first = vector.broadcast %begin : index to vector<8xindex>
      %places = )" + places + R"( : vector<8xindex>
      %a = vector.gather %x[%c1] [%places], %all, %none : memref<64xf32>, vector<8xindex>,
        vector<8xi1>, vector<8xf32> into vector<8xf32>
      vector.store %a, %y[%c0] : memref<64xf32>, vector<8xf32>)"));
  };
  Loops sum = gather("arith.addi %first, %steps"), scaled = gather("arith.muli %steps, %first");
  EXPECT_EQ(sum.count("extractelement"), 0u) << sum.ir;
  EXPECT_EQ(sum.count("masked"), 0u) << sum.ir;
  EXPECT_EQ(scaled.count("extractelement"), 8u) << scaled.ir;
  std::vector<float> x = counted(), y(64);
  sum.run(4, 0, x, y);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(y[i], 1 + 4 + 3 * i);
  scaled.run(2, 0, x, y);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(y[i], 1 + 2 * 3 * i);
}

TEST(LowerVectors, ScattersStoreInTheOrderOfLanes) {
  Loops f = lowered(loops("f32", "bf16", R"(
    %all = arith.constant dense<true> : vector<8xi1>
    %places = arith.constant dense<[0, 5, 5, 2, 0, 3, 5, 1]> : vector<8xi32>
    %a = vector.load %x[%c0] : memref<64xf32>, vector<8xf32>
    %b = arith.truncf %a : vector<8xf32> to vector<8xbf16>
    vector.scatter %y[%begin] [%places], %all, %b
      : memref<64xbf16>, vector<8xi32>, vector<8xi1>, vector<8xbf16>)"));
  EXPECT_EQ(f.count("shl "), 0u) << "rounded once\n" << f.ir;
  std::vector<float> x = counted();
  std::vector<uint16_t> y(64, 0xffff);
  f.run(10, 0, x, y);
  float want[] = {4, 7, 3, 5, NAN, 6};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(y[10 + i], i == 4 ? 0xffff : std::bit_cast<uint32_t>(want[i]) >> 16);
}

TEST(LowerVectors, LanesMove) {
  Loops f = lowered(loops("f32", "f32", R"(
    %a = vector.load %x[%c8] : memref<64xf32>, vector<8xf32>
    %b = vector.load %x[%c0] : memref<64xf32>, vector<8xf32>
    %both = vector.shuffle %a, %b [0, 8, 1, 9] : vector<8xf32>, vector<8xf32>
    %last = vector.extract %a[7] : f32 from vector<8xf32>
    %four = vector.from_elements %last, %last, %last, %last : vector<4xf32>
    %sum = arith.addf %both, %four : vector<4xf32>
    vector.store %sum, %y[%c0] : memref<64xf32>, vector<4xf32>)"));
  std::vector<float> x = counted(), y(64);
  f.run(0, 0, x, y);
  EXPECT_EQ(std::vector<float>(y.begin(), y.begin() + 4), (std::vector<float>{23, 15, 24, 16}));
}

// Four numbers of 16 bits are one word; bf16 shows its two bytes, not those of its f32.
TEST(LowerVectors, BitcastsSeeTheMemoryForm) {
  Loops words = lowered(loops("i16", "i64", R"(
    %a = vector.load %x[%c0] : memref<64xi16>, vector<8xi16>
    %b = vector.bitcast %a : vector<8xi16> to vector<2xi64>
    vector.store %b, %y[%c0] : memref<64xi64>, vector<2xi64>)"));
  std::vector<uint16_t> x = counted<uint16_t>(64, 1);
  std::vector<int64_t> y(64);
  words.run(0, 0, x, y);
  EXPECT_EQ(y[1], 0x0008000700060005);
  Loops bits = lowered(lanes("bf16", "i16",
                             "%b = vector.bitcast %a : vector<8xbf16> to "
                             "vector<8xi16>"));
  std::vector<uint16_t> z(64);
  bits.run(0, 64, x, z);
  EXPECT_EQ(z, x);
  Loops other = lowered(lanes("bf16", "f16",
                              "%b = arith.bitcast %a : vector<8xbf16> to "
                              "vector<8xf16>"));
  other.run(0, 64, x, z);
  EXPECT_EQ(z, x);
}

TEST(LowerVectors, ReductionsHalveTheLanes) {
  auto reduced = [](const std::string &kind, const std::string &type, auto of) {
    using T = decltype(of);
    Loops f = lowered(loops(type, type,
                            "%a = vector.load %x[%c0] : memref<64x" + type + ">, vector<8x" + type +
                                ">\n%b = vector.reduction <" + kind + ">, %a : vector<8x" + type +
                                "> into " + type + "\nmemref.store %b, %y[%c0] : memref<64x" +
                                type + ">"));
    std::vector<T> x(64), y(64);
    for (int i = 0; i < 8; ++i)
      x[i] = i % 2 ? T(i + 1) : T(-i - 1); // -1 2 -3 4 -5 6 -7 8
    f.run(0, 0, x, y);
    return y[0];
  };
  EXPECT_EQ(reduced("add", "f32", 0.f), 4);
  EXPECT_EQ(reduced("mul", "f64", 0.), 40320);
  EXPECT_EQ(reduced("maximumf", "f32", 0.f), 8);
  EXPECT_EQ(reduced("minnumf", "f32", 0.f), -7);
  EXPECT_EQ(reduced("add", "i32", 0), 4);
  EXPECT_EQ(reduced("mul", "i32", 0), 40320);
  EXPECT_EQ(reduced("maxsi", "i32", 0), 8);
  EXPECT_EQ(reduced("maxui", "i32", 0u), uint32_t(-1));
  EXPECT_EQ(reduced("and", "i32", 0), 0);
  EXPECT_EQ(reduced("xor", "i32", 0), 8);
  // (((1 + 2^25) + ..: the order is that of halves, and what was gathered before stands first.
  Loops f = lowered(loops("f32", "f32", R"(
    %a = vector.load %x[%c0] : memref<64xf32>, vector<4xf32>
    %t = memref.load %x[%c8] : memref<64xf32>
    %b = vector.reduction <add>, %a, %t : vector<4xf32> into f32
    memref.store %b, %y[%c0] : memref<64xf32>)"));
  std::vector<float> x(64), y(64);
  x[0] = 1, x[1] = 0x1p25, x[2] = 1, x[3] = -0x1p25, x[8] = 5;
  f.run(0, 0, x, y);
  EXPECT_EQ(y[0], 7);
}

TEST(LowerVectors, ComparisonsHaveTheirPredicates) {
  float inputs[] = {1, 2, NAN};
  const char *names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                         "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
  for (const char *name : names) {
    Loops f = lowered(loops("f32", "i1", std::string(R"(
      %a = memref.load %x[%c0] : memref<64xf32>
      %b = memref.load %x[%c1] : memref<64xf32>
      %c = arith.cmpf )") + name + R"(, %a, %b : f32
      memref.store %c, %y[%c0] : memref<64xi1>)"));
    for (float p : inputs)
      for (float q : inputs) {
        std::vector<float> x(64);
        std::vector<uint8_t> y(64);
        x[0] = p, x[1] = q;
        f.run(0, 0, x, y);
        bool isUnordered = std::isnan(p) || std::isnan(q);
        llvm::StringRef kind = llvm::StringRef(name).drop_front();
        bool ordered = kind == "eq"   ? p == q
                       : kind == "gt" ? p > q
                       : kind == "ge" ? p >= q
                       : kind == "lt" ? p < q
                       : kind == "le" ? p <= q
                       : kind == "ne" ? p < q || p > q
                                      : kind == "rd" || kind == "rue";
        bool isTrueOfNan = name[0] == 'u' || kind == "rue";
        EXPECT_EQ(y[0], isUnordered ? isTrueOfNan : ordered) << p << " " << name << " " << q;
      }
  }
}

TEST(LowerVectors, IntegersCompareWithAndWithoutSign) {
  Loops f = lowered(loops("i32", "i1", R"(
    %a = vector.load %x[%c0] : memref<64xi32>, vector<8xi32>
    %b = arith.constant dense<[1, 1, 1, -1, 7, 7, -8, 0]> : vector<8xi32>
    %less = arith.cmpi slt, %a, %b : vector<8xi32>
    %below = arith.cmpi ult, %a, %b : vector<8xi32>
    vector.store %less, %y[%c0] : memref<64xi1>, vector<8xi1>
    vector.store %below, %y[%c8] : memref<64xi1>, vector<8xi1>)"));
  std::vector<int32_t> x = {-1, 0, 1, 2, 7, 6, 5, -9}, b = {1, 1, 1, -1, 7, 7, -8, 0};
  std::vector<uint8_t> y(64);
  f.run(0, 0, x, y);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(y[i], x[i] < b[i]) << i;
    EXPECT_EQ(y[8 + i], uint32_t(x[i]) < uint32_t(b[i])) << i;
  }
}

TEST(LowerVectors, IndicesAreCastWithAndWithoutSign) {
  Loops f = lowered(loops("i8", "i64", R"(
    %a = memref.load %x[%c0] : memref<64xi8>
    %signed = arith.index_cast %a : i8 to index
    %unsigned = arith.index_castui %a : i8 to index
    %b = arith.index_cast %signed : index to i64
    %c = arith.index_castui %unsigned : index to i64
    memref.store %b, %y[%c0] : memref<64xi64>
    memref.store %c, %y[%c1] : memref<64xi64>)"));
  std::vector<uint8_t> x(64, 200);
  std::vector<int64_t> y(64);
  f.run(0, 0, x, y);
  EXPECT_EQ(y[0], -56);
  EXPECT_EQ(y[1], 200);
}

TEST(LowerVectors, FunctionsOfVectors) {
  Loops f =
      lowered("func.func private @cbrt(vector<8xf32>) -> vector<8xf32>\n" + lanes("f32", "f32", R"(
      %isFirst = arith.cmpi eq, %i, %c0 : index
      %c = func.call @cbrt(%a) : (vector<8xf32>) -> vector<8xf32>
      %d = math.exp %c : vector<8xf32>
      %e = math.fma %d, %d, %d : vector<8xf32>
      %b = arith.select %isFirst, %d, %e : vector<8xf32>)"));
  std::vector<float> x = counted(), y(64);
  f.run(0, 64, x, y);
  for (int i = 0; i < 64; ++i) {
    float d = std::exp(std::cbrt(float(i)));
    EXPECT_NEAR(y[i], i < 8 ? d : d * d + d, 1e-5 * y[i]);
  }
}

/// The root of -1 is a NaN with a sign, which LLVM would keep: to it all NaNs are equal.
TEST(LowerVectors, NansOfRootsAreReplaced) {
  const std::string one = R"(
    scf.for %i = %begin to %end step %c1 {
      %a = memref.load %x[%i] : memref<64xf32>
      %nan = arith.constant 0x7FC00000 : f32
      %r = math.sqrt %a : f32
      %c = arith.cmpf une, %r, %r : f32
      %s = arith.select %c, %nan, %r : f32
      memref.store %s, %y[%i] : memref<64xf32>
    })";
  const std::string eight = R"(%nan = arith.constant dense<0x7FC00000> : vector<8xf32>
      %r = math.sqrt %a : vector<8xf32>
      %c = arith.cmpf une, %r, %r : vector<8xf32>
      %b = arith.select %c, %nan, %r : vector<8xi1>, vector<8xf32>)";
  for (const std::string &text : {loops("f32", "f32", one), lanes("f32", "f32", eight)}) {
    Loops f = lowered(text);
    std::vector<float> x{-1, -INFINITY, -NAN, 4, -0.f, 9, -2, 0}, y(x.size());
    f.run(0, x.size(), x, y);
    for (size_t i : {0, 1, 2, 6})
      EXPECT_EQ(std::bit_cast<uint32_t>(y[i]), 0x7FC00000) << i;
    EXPECT_EQ(y[3], 2);
    EXPECT_TRUE(std::signbit(y[4]));
  }
}

TEST(LowerVectors, ExponentialsOfAtMostZeroAreShorter) {
  auto exp = [](const std::string &attribute) {
    return lowered(lanes("f32", "f32", "%b = math.exp %a " + attribute + " : vector<8xf32>"));
  };
  Loops any = exp(""), known = exp("{spmd.at_most_zero}");
  EXPECT_LT(known.count("\n"), any.count("\n"));
  std::vector<float> x = counted(64, -100.f), y(64), z(64);
  any.run(0, 64, x, y);
  known.run(0, 64, x, z);
  EXPECT_EQ(y, z);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/vhlo/bytes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::vhlo;

namespace {

/// A reader of some bytes, and the messages about them.
class Bytes : public testing::Test {
protected:
  ByteReader reader(StringRef bytes) { return ByteReader(bytes, 100, faults); }

  MLIRContext context;
  std::string messages;
  ScopedDiagnosticHandler handler{&context, [this](Diagnostic &diagnostic) {
                                    messages += diagnostic.str() + "\n";
                                    return success();
                                  }};
  Faults faults{UnknownLoc::get(&context)};
};

TEST_F(Bytes, NumbersHaveAPrefixThatCountsTheirBytes) {
  EXPECT_EQ(reader(StringRef("\x01", 1)).varint(), 0u);
  EXPECT_EQ(reader("\x0b").varint(), 5u);
  EXPECT_EQ(reader(StringRef("\x02\x08", 2)).varint(), 512u);
  EXPECT_EQ(reader(StringRef("\0\xff\xff\xff\xff\xff\xff\xff\xff", 9)).varint(), UINT64_MAX);
  EXPECT_EQ(reader(StringRef("\x80\1\0\0\0\0\0\x80", 8)).varint(), (uint64_t(0x80) << 48) | 1);
  EXPECT_FALSE(faults.any());
}

TEST_F(Bytes, SignedNumbersAlternate) {
  for (int i = 0; i < 6; ++i) {
    const char byte = static_cast<char>(2 * i + 1);
    EXPECT_EQ(reader(StringRef(&byte, 1)).svarint(), i % 2 ? -(i + 1) / 2 : i / 2);
  }
  // -1 of 32 bits as its unsigned pattern.
  EXPECT_EQ(reader("\xd0\xff\xff\xff\x3f").svarint(), 4294967295);
}

TEST_F(Bytes, TheEndIsAFaultThatNamesTheOffset) {
  ByteReader r = reader("\x02");
  EXPECT_EQ(r.varint(), 0u);
  EXPECT_EQ(messages,
            "byte 101: the file ends within a number: 1 bytes are needed and 0 are left\n");
}

TEST_F(Bytes, OnlyTheFirstFaultIsReported) {
  ByteReader r = reader("ab");
  EXPECT_EQ(r.take(3, "a name"), "");
  EXPECT_EQ(r.take(1, "a name"), "");
  r.fail("something else");
  EXPECT_EQ(messages, "byte 100: the file ends within a name: 3 bytes are needed and 2 are left\n");
}

TEST_F(Bytes, ListsAreNotLongerThanTheFile) {
  ByteReader r = reader(StringRef("\0\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10));
  EXPECT_TRUE(r.svarints().empty());
  EXPECT_TRUE(StringRef(messages).contains("a list of 18446744073709551615 numbers: 1 bytes"));
}

TEST_F(Bytes, TextEndsAtANul) {
  ByteReader r = reader(StringRef("ab\0c", 4));
  EXPECT_EQ(r.untilNul("a name"), "ab");
  EXPECT_EQ(r.left(), 1u);
  EXPECT_EQ(r.untilNul("a name"), "");
  EXPECT_EQ(messages, "byte 103: the file ends within a name\n");
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/register.h"
#include "dialects/vhlo/artifact.h"
#include "dialects/vhlo/entries.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Endian.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::vhlo;

namespace {

/// Returns the messages about a file, which must be refused.
std::string messagesAbout(StringRef bytes) {
  DialectRegistry registry;
  spmd::registerAllDialects(registry);
  MLIRContext context(registry);
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(messages) << diagnostic.getLocation() << " " << diagnostic.str();
    return success();
  });
  EXPECT_FALSE(readArtifact(bytes, "a.mlirbc", &context));
  return messages;
}

std::string header(StringRef producer) {
  return ("ML\xefR\x0d" + producer + StringRef("\0", 1)).str();
}

TEST(Artifact, KindsFollowFromTheFirstBytes) {
  EXPECT_EQ(kindOf("module {}"), FileKind::Text);
  EXPECT_EQ(kindOf(""), FileKind::Text);
  EXPECT_EQ(kindOf(header("MLIR22.1.8")), FileKind::Bytecode);
  EXPECT_EQ(kindOf(header("StableHLO_v1.17.0")), FileKind::Artifact);
  EXPECT_EQ(kindOf("ML\xefR"), FileKind::Artifact);
  EXPECT_EQ(kindOf(StringRef("\x30\0\0\0\0\0\0\0", 8)), FileKind::Export);
}

TEST(Artifact, OtherVersionsAndProducersAreRefused) {
  EXPECT_EQ(messagesAbout(header("StableHLO_v1.18.0")),
            "loc(\"a.mlirbc\":0:0) a portable artifact of StableHLO 1.18; versions 0.9 to 1.17 are "
            "read: write it for an older target version");
  EXPECT_EQ(messagesAbout(header("Other2")),
            "loc(\"a.mlirbc\":0:0) MLIR bytecode by 'Other2'; portable artifacts of StableHLO are "
            "read, and bytecode of MLIR");
  EXPECT_EQ(messagesAbout("ML\xefR\x0dStable"),
            "loc(\"a.mlirbc\":0:0) the file ends before the name of its producer, or has none");
}

TEST(Artifact, SectionsMustBeThere) {
  EXPECT_EQ(messagesAbout(header("StableHLO_v1.0.0")),
            "loc(\"a.mlirbc\":0:0) byte 22: the file ends before section 0");
  // Section 0 of no strings, twice.
  EXPECT_EQ(messagesAbout(header("StableHLO_v1.0.0") + StringRef("\0\3\1\0\3\1", 6).str()),
            "loc(\"a.mlirbc\":0:0) byte 28: section 0, which is unknown or stands there twice");
}

/// A FlatBuffers file with a program in field 13.
std::string exportFile(StringRef program) {
  std::string bytes(48, '\0');
  auto put = [&](size_t at, uint32_t value) {
    llvm::support::endian::write32le(bytes.data() + at, value);
  };
  put(0, 36);                // the table
  bytes[4] = 32;             // its list of fields, at 4: 4 + 14 fields of 2 bytes
  bytes[6] = 12;             // size of the table
  bytes[4 + 4 + 2 * 13] = 8; // offset of the program in the table
  put(36, 32);               // the list is 32 bytes before the table
  put(44, 4);                // the vector begins 4 bytes behind the field
  std::string size(4, '\0');
  llvm::support::endian::write32le(size.data(), program.size());
  return bytes + size + program.str();
}

TEST(Artifact, ExportFilesHoldAnArtifact) {
  EXPECT_EQ(messagesAbout(exportFile(header("Other2"))),
            "loc(\"a.mlirbc\":0:0) MLIR bytecode by 'Other2'; portable artifacts of StableHLO are "
            "read, and bytecode of MLIR");
}

TEST(Artifact, DamagedExportFilesAreRefused) {
  std::string file = exportFile(header("Other2"));
  for (size_t size = 8; size < file.size(); ++size)
    EXPECT_NE(messagesAbout(StringRef(file).take_front(size)), "") << size;
  for (size_t at : {0u, 36u, 44u})
    for (char byte : {'\x7f', '\xff'}) {
      std::string damaged = file;
      damaged[at + 3] = byte;
      EXPECT_TRUE(StringRef(messagesAbout(damaged)).contains("jax.export")) << at;
    }
}

TEST(Artifact, BooleansArePacked) {
  MLIRContext context;
  Type boolean = IntegerType::get(&context, 1);
  auto bytes = [&](StringRef blob, int64_t elements) {
    return elementBytes(blob, boolean, elements);
  };
  EXPECT_EQ(bytes(StringRef("\1\0\1\1\0\0\0\0\1\0", 10), 10), "\x0d\x01"); // bytes of old files
  EXPECT_EQ(bytes("\x0d\x01", 10), "\x0d\x01");                            // bits
  EXPECT_EQ(bytes("\xff", 10), "\xff");                                    // all true
  EXPECT_EQ(bytes("\x01", 10), "\xff");
  EXPECT_EQ(bytes(StringRef("\0", 1), 10), StringRef("\0", 1).str());
  EXPECT_EQ(bytes("\x05", 3), "\x05");
  EXPECT_EQ(bytes("\x01", 1), "\xff");
  EXPECT_EQ(bytes("", 0), "");
}

TEST(Artifact, ShortIntegersLoseOtherBits) {
  MLIRContext context;
  EXPECT_EQ(elementBytes("\xff\x18\x07", IntegerType::get(&context, 4), 3), "\x0f\x08\x07");
}

} // namespace

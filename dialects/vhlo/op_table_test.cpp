// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/register.h"
#include "dialects/vhlo/op_table.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include <gtest/gtest.h>

using namespace spmd::vhlo;

namespace {

unsigned rowsOf(Version version) {
  return llvm::count_if(opTable(), [&](const auto &entry) {
    const Row &row = entry.getValue();
    return entry.getKey().starts_with("vhlo.") && row.since <= version && version <= row.until;
  });
}

TEST(OpTable, EachVersionHasItsRows) {
  EXPECT_EQ(rowsOf({1, 17}), 119u); // as many ops as StableHLO had then
  EXPECT_EQ(rowsOf({1, 14}), 117u); // without the asynchronous ops
  EXPECT_EQ(rowsOf({0, 9}), 115u);  // without collective_broadcast and composite, either
}

// VHLO's blobs have the attributes in the order of their names.
TEST(OpTable, FieldsAreSortedByName) {
  for (const auto &entry : opTable())
    EXPECT_TRUE(llvm::is_sorted(entry.getValue().fields, [](const Field &a, const Field &b) {
      return a.name < b.name;
    })) << entry.getKey().str();
}

TEST(OpTable, FormsAreKnown) {
  for (const auto &entry : opTable())
    for (const Field &field : entry.getValue().fields) {
      EXPECT_TRUE(llvm::StringRef("ijbsfetadcxVWCUYS-nlp").contains(field.form)) << field.name;
      EXPECT_TRUE(field.absent.empty() ||
                  llvm::is_contained({"0", "1", "-1", "[]"}, llvm::StringRef(field.absent)))
          << field.name;
    }
}

TEST(OpTable, EveryRowHasAnOp) {
  mlir::DialectRegistry registry;
  spmd::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  for (const auto &entry : opTable())
    EXPECT_TRUE(mlir::OperationName(entry.getValue().target, &context).isRegistered())
        << entry.getValue().target;
}

TEST(OpTable, NamesLoseTheirSuffix) {
  EXPECT_EQ(opTable().find("vhlo.cross-replica-sum_v1")->second.target,
            "stablehlo.cross-replica-sum");
  EXPECT_EQ(opTable().find("vhlo.call_v1")->second.target, "func.call");
  EXPECT_EQ(opTable().find("sdy.mesh")->second.target, "sdy.mesh");
}

TEST(OpTable, VersionsStandInTheProducer) {
  EXPECT_EQ(parseVersion("StableHLO_v1.17.3"), (Version{1, 17}));
  EXPECT_LT((Version{0, 20}), (Version{1, 0}));
  for (llvm::StringRef name :
       {"MLIR22.1.8", "StableHLO_v1.17", "StableHLO_v1.17.0x", "StableHLO_v", ""})
    EXPECT_FALSE(parseVersion(name)) << name.str();
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/machine.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace spmd;

namespace {

TEST(Machine, HasCachesOfGrowingSize) {
  for (const Machine &m : {Machine{}, Machine::host()}) {
    EXPECT_GT(m.firstCache, 0);
    EXPECT_LE(m.firstCache, m.secondCache);
    EXPECT_LE(m.secondCache, m.lastCache);
    EXPECT_GE(m.vectorBytes, 16);
  }
}

TEST(Machine, ReadsWhatItPrints) {
  auto changed = Machine::parse("last-cache=12MiB,memory-rate=20.5,vector-bytes=64", Machine{});
  ASSERT_TRUE(bool(changed));
  EXPECT_EQ(changed->lastCache, 12 << 20);
  EXPECT_EQ(changed->memoryRate, 20.5);
  EXPECT_EQ(changed->vectorBytes, 64);
  EXPECT_EQ(changed->firstCache, Machine{}.firstCache);
  std::string lines = changed->text();
  llvm::SmallVector<llvm::StringRef> entries;
  llvm::StringRef(lines).split(entries, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  auto read = Machine::parse(llvm::join(entries, ","), Machine{});
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->text(), lines);
  EXPECT_NE(lines, Machine{}.text());
}

TEST(Machine, RefusesOtherNamesAndNumbers) {
  for (const char *text :
       {",", "cache=1", "last-cache", "last-cache=", "last-cache=0", "last-cache=-1",
        "last-cache=nan", "last-cache=inf", "last-cache=1.5", "last-cache=1TiB",
        "last-cache=4096GiB", "cache-line=48", "cache-line=8", "vector-bytes=8192",
        "memory-rate=1KiB", "last-cache=1MiB,", "function-work=20"})
    EXPECT_TRUE(llvm::errorToBool(Machine::parse(text, Machine{}).takeError())) << text;
}

TEST(Machine, PrefetchesWhatALatencyBrings) {
  EXPECT_EQ(Machine{}.prefetchDistance(), 2048); // 1,600 bytes and more
  auto far = Machine::parse("memory-rate=1e12,memory-latency=1e12", Machine{});
  ASSERT_TRUE(bool(far));
  EXPECT_EQ(far->prefetchDistance(), far->secondCache);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/topology.h"
#include <gtest/gtest.h>

namespace spmd {
namespace {

TEST(Topology, HasALinkForEachAxis) {
  auto topology = Topology::parse(
      R"({"axes": {"data": {"latency": 20000}, "model": {"rate": 40}},
          "latency": 500, "rate": 8})");
  ASSERT_TRUE(bool(topology)) << llvm::toString(topology.takeError());
  EXPECT_EQ(topology->along("data").latency, 20000);
  EXPECT_EQ(topology->along("data").rate, 8);
  EXPECT_EQ(topology->along("model").latency, 500);
  EXPECT_EQ(topology->along("other").rate, 8);
}

TEST(Topology, WaitsForTheSlowestAxis) {
  auto topology = Topology::parse(
      R"({"axes": {"data": {"latency": 9000, "rate": 50}, "model": {"latency": 10, "rate": 2}}})");
  ASSERT_TRUE(bool(topology)) << llvm::toString(topology.takeError());
  Link both = topology->across({"data", "model"}), all = topology->across({});
  EXPECT_EQ(both.latency, 9000);
  EXPECT_EQ(both.rate, 2);
  EXPECT_EQ(all.latency, 9000);
  EXPECT_EQ(all.rate, 2);
  EXPECT_DOUBLE_EQ(topology->across({"model"}).timeOf(100), 60);
}

TEST(Topology, SaysWhatIsWrong) {
  auto message = [](llvm::StringRef json) {
    auto topology = Topology::parse(json);
    return topology ? std::string("none") : llvm::toString(topology.takeError());
  };
  EXPECT_EQ(message("{}"), "none");
  EXPECT_EQ(message("[]"), "topology is not an object in braces");
  EXPECT_EQ(message(R"({"axes": {"x": {"rate": -1}}})"),
            "topology.axes.x.rate is not a number from 1e-3 to 1e12");
  EXPECT_EQ(message(R"({"axes": {"x": 3}})"), "topology.axes.x is not an object in braces");
  EXPECT_NE(message(R"({"axes": {"x": {"axes": {}}}})"), "none");
  EXPECT_NE(message(R"({"bandwidth": 3})"), "none");
  EXPECT_NE(message("{"), "none");
}

} // namespace
} // namespace spmd

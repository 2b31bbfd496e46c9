// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that a trace holds every command of every device.
#include "runtime/test_program.h"
#include "runtime/trace_events.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

// Three devices run a kernel and a collective in two trips of a loop: six events of each. The file
// is valid JSON.
TEST(TraceEvents, EveryCommandOfEveryDeviceIsInTheFile) {
  Workers workers({.threads = 2});
  TestProgram test(3);
  Operand x = test.temporary(4);
  uint32_t body = test.block();
  test.add(WhileCommand{.body = body, .tripCount = 2});
  test.kernel([](void *const *, int64_t, int64_t) {}, 4, 1, {x}, {x}, body);
  test.collective({.kind = CollectiveKind::AllReduce,
                   .reduction = ReductionKind::Sum,
                   .groups = {.digits = {test.row()}}},
                  {{.source = x, .target = x, .type = DType::S32, .shape = {}}}, body);
  test.add(test.blocks(test.temporary(24), test.temporary(8)));
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  instance->startTracing();
  llvm::cantFail(instance->run().wait());
  std::string path = testing::TempDir() + "/trace_events_test.json";
  llvm::cantFail(writeTrace(*instance, path));
  auto text = llvm::MemoryBuffer::getFile(path);
  llvm::json::Value root = llvm::cantFail(llvm::json::parse((*text)->getBuffer()));
  // Events of the kernel and of waits at the collective, over all devices and trips.
  int64_t kernels = 0, waits = 0, blocks = 0, inside = 0;
  for (const llvm::json::Value &event : *root.getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &object = *event.getAsObject();
    if (object.getString("ph") != "X")
      continue;
    // Every span has ended.
    EXPECT_GE(*object.getNumber("dur"), 0);
    EXPECT_EQ(object.getObject("args")->getString("location"), "test.mlir:3:1");
    kernels += object.getString("name") == "k0";
    waits += object.getString("name") == "wait for all_reduce";
    blocks += object.getString("name") == "blocks";
    // Commands inside of blocks, with their time on all workers.
    if (object.getString("name") == "double" || object.getString("name") == "gemm") {
      ++inside;
      EXPECT_GT(*object.getObject("args")->getNumber("us_on_all_workers"), 0);
    }
  }
  EXPECT_EQ(kernels, 6);
  EXPECT_EQ(waits, 6);
  EXPECT_EQ(blocks, 3);
  EXPECT_EQ(inside, 3 * 4); // both are in the first serial iteration and in the others
  remove(path.c_str());
  EXPECT_EQ(llvm::toString(writeTrace(*instance, "/nowhere/x.json")),
            "/nowhere/x.json: cannot be written: No such file or directory");
}

// A long loop fills the record, and the rest is counted.
TEST(TraceEvents, ARecordIsBounded) {
  Workers workers({.threads = 1});
  TestProgram test(1);
  uint32_t body = test.block();
  const int64_t trips = int64_t(TraceRecord::kMost) + 5;
  test.add(WhileCommand{.body = body, .tripCount = trips});
  Operand x = test.temporary(4);
  test.kernel([](void *const *, int64_t, int64_t) {}, 1, 1, {x}, {x}, body);
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  for (int round = 0; round < 2; ++round) {
    instance->startTracing();
    llvm::cantFail(instance->run().wait());
    EXPECT_EQ(instance->traceOf(0).spans.size(), TraceRecord::kMost);
    EXPECT_EQ(instance->traceOf(0).left, 6); // the loop is a command, too
  }
  const std::string events = traceEvents(*instance, 0);
  EXPECT_NE(events.find("\"6 commands more were not recorded\""), std::string::npos);
  EXPECT_LT(events.size(), 250 * TraceRecord::kMost);
}

} // namespace
} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what a Session says of a program at fault, of its checks and of its runs. The frontend's
// tests cover the rest.
#include "compiler/ops/eval.h"
#include "compiler/session.h"
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>

namespace spmd {
namespace {

/// f32 x -> x + x, with a check that the result is 2.
constexpr std::string_view kChecked = R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  check.expect_eq_const %0, dense<2.0> : tensor<f32>
  return %0 : tensor<f32>
})";

std::unique_ptr<Session> runChecked(float x) {
  SessionOptions options{.workers = 1, .takesChecks = true};
  options.compile.useCache = false;
  auto session = llvm::cantFail(Session::open(kChecked, "checked.mlir", options));
  rt::Array value = llvm::cantFail(rt::Array::allocate(rt::DType::F32, {}));
  std::memcpy(value.data(), &x, sizeof(x));
  llvm::cantFail(session->setArgument(0, value));
  llvm::cantFail(session->run());
  return session;
}

TEST(Session, AChecksValuesAreNoResults) {
  auto session = runChecked(1);
  auto results = llvm::cantFail(session->results());
  EXPECT_GT(results.size(), 1u);
  EXPECT_FALSE(bool(session->check(results)));
  EXPECT_EQ(results.size(), 1u);
}

TEST(Session, AFailedCheckIsAType) {
  auto session = runChecked(3);
  auto results = llvm::cantFail(session->results());
  llvm::Error error = session->check(results);
  EXPECT_TRUE(error.isA<CheckFailure>());
  llvm::consumeError(std::move(error));
}

TEST(Session, AProgramAtFaultIsAType) {
  auto session = Session::open("func.func @main() { return %y }", "wrong.mlir", {});
  ASSERT_FALSE(bool(session));
  llvm::Error error = session.takeError();
  EXPECT_TRUE(error.isA<ProgramRefused>());
  EXPECT_EQ(llvm::toString(std::move(error)).substr(0, 13), "wrong.mlir:1:");
}

TEST(Session, TheReportEndsWithTheLoading) {
  auto session = runChecked(1);
  ASSERT_FALSE(session->report().stageMs.empty());
  EXPECT_EQ(session->report().stageMs.front().first, "import");
  EXPECT_EQ(session->report().stageMs.back().first, "load");
}

TEST(Session, TracesLaterRuns) {
  auto session = runChecked(1);
  session->startTracing();
  llvm::cantFail(session->run());
  const std::string path = testing::TempDir() + "session_trace.json";
  llvm::cantFail(session->writeTrace(path));
  std::FILE *file = std::fopen(path.c_str(), "r");
  ASSERT_TRUE(file);
  EXPECT_EQ(std::fgetc(file), '{');
  std::fclose(file);
  std::remove(path.c_str());
}

} // namespace
} // namespace spmd

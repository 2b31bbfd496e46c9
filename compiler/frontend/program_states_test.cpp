// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls every function of a Program in every state of a Program: each call has a defined
// result or throws an spmd::Error with one sentence.
#include "compiler/frontend/test_programs.h"
#include <functional>
#include <map>
#include <optional>
#include <thread>

namespace spmd::test {
namespace {

/// All calls, with arguments that succeed where the state allows it.
const std::vector<std::pair<std::string, std::function<void(Program &)>>> kCalls = {
    {"deviceCount", [](Program &p) { p.deviceCount(); }},
    {"rank", [](Program &p) { p.rank(); }},
    {"argumentCount", [](Program &p) { p.argumentCount(); }},
    {"resultCount", [](Program &p) { p.resultCount(); }},
    {"setArgument(1)", [](Program &p) { p.setArgument(1, floats({1})); }},
    {"setArguments", [](Program &p) { p.setArguments("/no/such/file.npz"); }},
    {"result(0)", [](Program &p) { p.result(0); }},
    {"result(99)", [](Program &p) { p.result(99); }},
    {"result(name)", [](Program &p) { p.result("count"); }},
    {"result(other)", [](Program &p) { p.result("loss"); }},
    {"setArgument(0)", [](Program &p) { p.setArgument(0, count(10)); }},
    {"run", [](Program &p) { p.run(); }},
    {"start", [](Program &p) { p.start(); }},
    {"wait", [](Program &p) { p.wait(); }},
};

/// Makes all calls in the order above and compares their messages with `expected`: "" is
/// success, and calls that are not listed must succeed. Nothing may reach stderr.
void expectAll(Program &program, const std::map<std::string, std::string> &expected) {
  testing::internal::CaptureStderr();
  for (const auto &[name, call] : kCalls) {
    const std::string message = errorOf([&] { call(program); });
    auto wanted = expected.find(name);
    if (wanted == expected.end())
      EXPECT_EQ(message, "") << name;
    else
      EXPECT_NE(message.find(wanted->second), std::string::npos)
          << name << " said \"" << message << "\"";
    // One sentence is one line.
    EXPECT_EQ(message.find('\n'), std::string::npos) << name << " said \"" << message << "\"";
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// Calls that fail in every state, since their arguments are wrong.
const std::map<std::string, std::string> kAlwaysRefused = {
    {"setArgument(1)", "argument 1 of a program that takes 1"},
    {"setArguments", "/no/such/file.npz: no such file"},
    {"result(99)", "result 99 of a program that returns 1"},
    {"result(other)", "no result has \"loss\" in its name"},
};

/// The errors that occur always, and further ones.
std::map<std::string, std::string> also(std::map<std::string, std::string> more) {
  more.insert(kAlwaysRefused.begin(), kAlwaysRefused.end());
  return more;
}

/// Only assignment brings a Program back that was moved from.
TEST(ProgramStates, MovedFrom) {
  Program program = compiled(kCounts);
  Program other = std::move(program);
  std::map<std::string, std::string> all;
  for (const auto &[name, call] : kCalls)
    all[name] = "of a Program that was moved from";
  expectAll(program, all); // NOLINT(bugprone-use-after-move)
  expectAll(other, also({{"result(0)", "before the first run"},
                         {"result(name)", "result 0 before the first run"}}));
  program = std::move(other);
  expectAll(program, also({}));
}

/// run() and start() name the first missing argument; wait() has nothing to wait for.
TEST(ProgramStates, BeforeArgumentsAreSet) {
  Program program = compiled(kCounts);
  EXPECT_SAYS("run() before argument 0 (i32) was set", program.run());
  EXPECT_SAYS("start() before argument 0 (i32) was set", program.start());
  EXPECT_EQ(errorOf([&] { program.wait(); }), "");
  EXPECT_SAYS("result 0 before the first run", program.result(0));
  expectAll(program, also({{"result(0)", "before the first run"},
                           {"result(name)", "before the first run"}}));
}

/// Arguments stay set, and results stay until the next run.
TEST(ProgramStates, AfterARun) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(7));
  program.run();
  expectAll(program, kAlwaysRefused);
  // The last call of `run` counted to the argument that setArgument(0) had set.
  EXPECT_EQ(program.result(0).scalar(), 10);
}

/// Calls that need the devices' memory tell the caller to wait.
TEST(ProgramStates, DuringARunThatThisThreadStarted) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(1'000'000));
  program.start();
  std::map<std::string, std::string> expected = {{"result(other)", "no result has"}};
  for (const char *name : {"setArgument(0)", "setArgument(1)", "setArguments", "result(0)",
                           "result(99)", "result(name)", "run", "start"})
    expected[name] = "during a run; call wait() first";
  expectAll(program, expected); // wait() is the last call
  EXPECT_EQ(program.result(0).scalar(), 1'000'000);
}

/// The message tells that another thread waits, since wait() would not help.
TEST(ProgramStates, DuringARunOfAnotherThread) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(20'000'000));
  std::thread runner([&] { program.run(); });
  while (errorOf([&] { program.setArgument(0, count(20'000'000)); }).empty()) // until it has begun
    std::this_thread::yield();
  std::map<std::string, std::string> expected = {{"result(other)", "no result has"}};
  for (const char *name : {"setArgument(0)", "setArgument(1)", "setArguments", "result(0)",
                           "result(99)", "result(name)", "run", "start"})
    expected[name] = "during a run; another thread waits for its end";
  expectAll(program, expected);
  runner.join();
  EXPECT_EQ(program.result(0).scalar(), 20'000'000);
}

/// Refused calls change nothing.
TEST(ProgramStates, AfterRefusedCalls) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(5));
  program.run();
  EXPECT_SAYS("argument 0 is f32; the program takes i32",
              program.setArgument(0, arrayOf<float>("f32", {}, {1})));
  EXPECT_SAYS("returns 1", program.result(size_t(-1)));
  EXPECT_EQ(program.result(0).scalar(), 5); // still that of the last run
  program.run();
  EXPECT_EQ(program.result(0).scalar(), 5); // computed from the argument that was set before
}

/// A run whose devices wait for each other for ever fails, and the Program cannot run again.
TEST(ProgramStates, AfterARunThatFailed) {
  Program program = compiled(kMeetsWherePositive);
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.run();
  EXPECT_EQ(firstFloat(program.result(0)), 4);
  program.setArgument(0, floats({1, 2, -3, 4}));
  program.start();
  EXPECT_SAYS(
      "devices wait for each other; all_reduce at test.mlir:11:12 was reached by 1 of 2 devices",
      program.wait());
  EXPECT_SAYS("there is no result 0: the last run failed: devices wait", program.result(0));
  EXPECT_SAYS("there is no result 0: the last run failed: devices wait", program.result("sum"));
  EXPECT_EQ(errorOf([&] { program.wait(); }), "");
  EXPECT_EQ(errorOf([&] { program.setArgument(0, floats({1, 2, 3, 4})); }), "");
  EXPECT_SAYS("devices wait for each other", program.run()); // one device still waits
  EXPECT_EQ(program.deviceCount(), 2);
}

/// The result "next" has the memory of argument 0, the result "double" has memory of its
/// own.
TEST(ProgramStates, ResultWhoseArgumentWasSetAgain) {
  Program program = compiled(kDoubles);
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.run();
  EXPECT_EQ(firstFloat(program.result("next")), 2);
  program.setArgument(0, floats({5, 6, 7, 8}));
  EXPECT_EQ(firstFloat(program.result("double")), 2);
  EXPECT_SAYS("result 1 had the memory of argument 0, which has been set since the last run",
              program.result("next"));
  program.run();
  EXPECT_EQ(firstFloat(program.result("next")), 6);
}

/// jax.buffer_donor without an alias lets a run overwrite the argument.
TEST(ProgramStates, DonatedArgumentIsUsedUpByARun) {
  Program program = compiled(R"(
func.func @main(%x: tensor<4xf32> {jax.buffer_donor = true}, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
})");
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.setArgument(1, floats({1, 2, 3, 4}));
  program.run();
  EXPECT_SAYS("run() without argument 0 (4xf32): it is donated, and the last run used its memory; "
              "set it again",
              program.run());
  EXPECT_EQ(firstFloat(program.result(0)), 2);
  program.setArgument(0, floats({2, 2, 3, 4}));
  program.run();
  EXPECT_EQ(firstFloat(program.result(0)), 3);
}

/// A run moves along with its Program.
TEST(ProgramStates, MovedDuringARun) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(1'000'000));
  program.start();
  Program other = std::move(program);
  EXPECT_SAYS("wait() of a Program that was moved from",
              program.wait()); // NOLINT(bugprone-use-after-move)
  other.wait();
  EXPECT_EQ(other.result(0).scalar(), 1'000'000);
}

/// The destructor and the assignment wait for the run.
TEST(ProgramStates, DestroyedOrReplacedDuringARun) {
  Program kept = compiled(kCounts);
  for (bool isReplaced : {false, true}) {
    Program program = compiled(kCounts);
    program.setArgument(0, count(5'000'000));
    program.start();
    if (isReplaced)
      program = std::move(kept);
  }
  Program failing = compiled(kMeetsWherePositive);
  failing.setArgument(0, floats({1, 2, -3, 4}));
  failing.start(); // the destructor finds that the devices wait for ever
}

TEST(ProgramStates, AssignedToItself) {
  Program program = compiled(kCounts);
  Program &same = program;
  program = std::move(same);
  EXPECT_EQ(program.argumentCount(), 1u);
}

} // namespace
} // namespace spmd::test

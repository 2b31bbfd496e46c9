// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a host process. exit() during a run neither crashes nor hangs nor prints
// anything, whoever owns the Program. A child of fork() gets errors for what it cannot do.
// Each case runs in a process of its own.
#include "compiler/frontend/test_programs.h"
#include <chrono>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace spmd::test {
namespace {

/// Runs matmuls n times, by oneDNN or OpenBLAS, which are libraries with static objects of
/// their own.
constexpr const char *kMultiplies = R"(
func.func @main(%x: tensor<256x256xf32>, %n: tensor<i32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<256x256xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %m = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0]
          : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
      %t = stablehlo.tanh %m : tensor<256x256xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, tensor<256x256xf32>
    }
  return %r#1 : tensor<256x256xf32>
})";

/// Far more iterations than a test can wait for.
constexpr int kForEver = 2'000'000'000;

Program multiplying() {
  Program program = compiled(kMultiplies);
  program.setArgument(0, arrayOf("f32", {256, 256}, std::vector<float>(256 * 256, 0.01f)));
  program.setArgument(1, count(kForEver));
  return program;
}

void sleepFor(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

class ProgramExit : public testing::TestWithParam<int> {
protected:
  /// "threadsafe": each case starts the test program again.
  ProgramExit() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  const testing::Matcher<const std::string &> silent = testing::Eq(std::string());
};
using ProgramExitDeathTest = ProgramExit;

/// The static Program is destroyed by exit() itself.
TEST_P(ProgramExitDeathTest, WhileAStaticProgramRuns) {
  EXPECT_EXIT(
      {
        static Program program = multiplying();
        program.start();
        sleepFor(GetParam());
        std::exit(0);
      },
      testing::ExitedWithCode(0), silent);
}

/// A Program on the stack is never destroyed.
TEST_P(ProgramExitDeathTest, WhileAProgramOfTheStackRuns) {
  EXPECT_EXIT(
      {
        Program program = multiplying();
        program.start();
        sleepFor(GetParam());
        std::exit(0);
      },
      testing::ExitedWithCode(0), silent);
}

TEST_P(ProgramExitDeathTest, WhileAnotherThreadIsInsideRun) {
  EXPECT_EXIT(
      {
        // Never destroyed, so it exists when the thread calls run().
        static Program &program = *new Program(multiplying());
        std::thread([] { EXPECT_SAYS("the process is exiting", program.run()); }).detach();
        sleepFor(GetParam());
        std::exit(0);
      },
      testing::ExitedWithCode(0), silent);
}

/// The main thread is inside of run() while another one calls exit().
TEST_P(ProgramExitDeathTest, ByAnotherThreadThanTheOneInsideRun) {
  EXPECT_EXIT(
      {
        Program program = multiplying();
        std::thread([] {
          sleepFor(GetParam());
          std::exit(0);
        }).detach();
        errorOf([&] { program.run(); });
        for (;;)
          pause();
      },
      testing::ExitedWithCode(0), silent);
}

/// exit() waits for the compilation in progress.
TEST_P(ProgramExitDeathTest, WhileAnotherThreadCompiles) {
  EXPECT_EXIT(
      {
        multiplying(); // constructs the static objects of LLVM and MLIR first
        std::thread([] {
          for (;;)
            errorOf([] {
              Program::compile(kMultiplies, "step.mlir", {.threads = 2, .useCache = false});
            });
        }).detach();
        sleepFor(GetParam());
        std::exit(0);
      },
      testing::ExitedWithCode(0), silent);
}

/// Milliseconds until exit(): at the start, during the first iterations, and in the middle
/// of the run.
INSTANTIATE_TEST_SUITE_P(After, ProgramExitDeathTest, testing::Values(0, 3, 30));

/// The exit code of a child that runs `work`.
template <class Work> int codeOfChild(const Work &work) {
  const pid_t child = fork();
  if (child == 0) {
    // A child that hangs ends with a signal, and the test fails.
    alarm(60);
    work();
    _exit(testing::Test::HasFailure());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Every call throws in the child, and the run of the parent is not disturbed.
TEST(ProgramFork, AChildIsRefusedTheParentsPrograms) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(20'000'000));
  program.start();
  EXPECT_EQ(codeOfChild([&] {
              EXPECT_SAYS(
                  "wait() in a child of fork(); a Program belongs to the process that compiled it",
                  program.wait());
              EXPECT_SAYS("run() in a child of fork()", program.run());
              EXPECT_SAYS("argumentCount() in a child of fork()", program.argumentCount());
              // The destructor in the child must not wait for threads that do not exist
              // there.
              Program moved = std::move(program);
              EXPECT_SAYS("result() in a child of fork()", moved.result(0));
            }),
            0);
  program.wait();
  EXPECT_EQ(program.result(0).scalar(), 20'000'000);
}

/// The child can use Programs that it compiles itself.
TEST(ProgramFork, AChildMayExitAndCompileItsOwn) {
  Program program = compiled(kDoubles);
  EXPECT_EQ(codeOfChild([] {
              Program own = compiled(kDoubles);
              own.setArgument(0, floats({1, 2, 3, 4}));
              own.run();
              EXPECT_EQ(firstFloat(own.result(0)), 2);
            }),
            0);
}

} // namespace
} // namespace spmd::test

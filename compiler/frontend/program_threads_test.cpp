// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many threads: different Programs at the same time, and one Program that several threads
// use. ThreadSanitizer runs these tests as well (tests/sanitized).
#include "compiler/frontend/test_programs.h"
#include <atomic>
#include <cfenv>
#include <functional>
#include <pthread.h>
#include <thread>

namespace spmd::test {
namespace {

/// Runs `body(i)` on `count` threads at the same time. No exception may leave it.
void onThreads(int count, const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] { EXPECT_EQ(errorOf([&] { body(i); }), ""); });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(ProgramThreads, ProgramsCompileAndRunAtOnce) {
  onThreads(4, [](int i) {
    for (int round = 0; round < 3; ++round) {
      // Shapes differ, so no other thread compiles these kernels.
      const std::string shape = "tensor<" + std::to_string(4 + i + round) + "xf32>";
      const std::string text = "func.func @main(%x: " + shape + ") -> " + shape +
                               " {\n  %0 = stablehlo.tanh %x : " + shape +
                               "\n  %1 = stablehlo.add %0, %x : " + shape +
                               "\n  return %1 : " + shape + "\n}";
      Program program = Program::compile(text, "step.mlir", {.threads = 2, .useCache = round > 0});
      program.setArgument(0, floats(std::vector<float>(size_t(4 + i + round), 0.f)));
      program.run();
      EXPECT_EQ(firstFloat(program.result(0)), 0);
      EXPECT_SAYS("step.mlir:1:1: error: ", Program::compile("no program", "step.mlir"));
    }
  });
}

/// Runs never overlap: a second run() throws while one is in progress.
TEST(ProgramThreads, OneProgramIsRunByOneThreadAtATime) {
  Program program = compiled(kCounts);
  program.setArgument(0, count(10'000));
  // A refused thread tries again, so each gets its ten runs under any scheduling.
  onThreads(4, [&](int) {
    for (int ran = 0; ran < 10;) {
      const std::string message = errorOf([&] { program.run(); });
      EXPECT_TRUE(message.empty() || message.find("run() during a run") == 0) << message;
      if (message.empty())
        ++ran;
      else
        std::this_thread::yield();
    }
  });
  EXPECT_EQ(program.result(0).scalar(), 10'000);
}

/// Five threads make different calls. Each call succeeds or throws one of two known errors.
TEST(ProgramThreads, AllCallsAtOnce) {
  Program program = compiled(kDoubles);
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.run();
  // Success, or one of the errors that other threads can cause.
  auto mayBeRefused = [](const std::function<void()> &call) {
    const std::string message = errorOf(call);
    EXPECT_TRUE(message.empty() || message.find("during a run") != std::string::npos ||
                message.find("had the memory of argument 0") != std::string::npos)
        << message;
  };
  // Thread i makes one kind of call in all rounds.
  onThreads(5, [&](int i) {
    for (int round = 0; round < 200; ++round) {
      if (i == 0)
        mayBeRefused([&] { program.setArgument(0, floats({1, 2, 3, 4})); });
      if (i == 1)
        mayBeRefused([&] { program.run(); });
      if (i == 2)
        mayBeRefused([&] { program.start(); });
      if (i == 3)
        program.wait();
      if (i == 4)
        mayBeRefused([&] { program.result(size_t(round & 1)); });
      EXPECT_EQ(program.resultCount(), 2u);
      EXPECT_EQ(program.rank(), 0);
    }
  });
  program.wait();
}

/// Several threads may wait for one run, and every one of them learns how it ended.
TEST(ProgramThreads, AllWaitersGetTheEndOfTheRun) {
  Program program = compiled(kMeetsWherePositive);
  program.setArgument(0, floats({1, 2, 3, 4}));
  program.start();
  onThreads(3, [&](int) {
    program.wait();
    EXPECT_EQ(firstFloat(program.result(0)), 4);
  });
  program.setArgument(0, floats({1, 2, -3, 4}));
  program.start();
  std::atomic<int> told = 0;
  onThreads(3, [&](int) {
    told += errorOf([&] { program.wait(); }).find("devices wait for each other") == 0;
  });
  // A thread that calls wait() after the end of the run returns without an error.
  EXPECT_GE(told, 1);
  EXPECT_SAYS("devices wait for each other", program.result(0));
}

/// A Program may be destroyed or replaced while another thread waits for its run.
TEST(ProgramThreads, TheDestructorWaitsForARunOfAnotherThread) {
  for (bool isReplaced : {false, true}) {
    auto program = std::make_unique<Program>(compiled(kCounts));
    program->setArgument(0, count(3'000'000));
    program->start();
    std::atomic<bool> isInside = false;
    std::thread waiter([&, &waited = *program] {
      isInside = true;
      EXPECT_EQ(errorOf([&] { waited.wait(); }), "");
    });
    // Waits until the thread has started.
    while (!isInside)
      std::this_thread::yield();
    // Spins until the thread waits: calls then say so.
    while (errorOf([&] { program->run(); }).find("another thread waits") == std::string::npos)
      std::this_thread::yield();
    if (isReplaced)
      *program = compiled(kDoubles);
    program.reset();
    waiter.join();
  }
}

/// A thread of a server may have little stack and round upwards. Neither affects compilation
/// or results, and the rounding mode is kept.
TEST(ProgramThreads, AThreadWithLittleStackAndItsOwnRounding) {
  std::string nested = "func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {\n  "
                       "%v0 = stablehlo.tanh %x : tensor<4xf32>\n";
  constexpr int kDepth = 100;
  // Deep nesting, so that the compiler needs much stack.
  for (int i = 0; i < kDepth; ++i)
    nested += "%r" + std::to_string(i) + " = \"stablehlo.if\"(%p) ({\n";
  nested += "stablehlo.return %v0 : tensor<4xf32>\n";
  for (int i = kDepth; i-- > 0;)
    nested +=
        "}, {\n stablehlo.return %x : tensor<4xf32>\n}) : (tensor<i1>) -> tensor<4xf32>\n" +
        (i ? "stablehlo.return %r" + std::to_string(i) + " : tensor<4xf32>\n" : std::string());
  nested += "return %r0 : tensor<4xf32>\n}";
  struct Work {
    std::string text;
    std::string error;
    HostArray sum, nested, matmul;
  } work{nested, "", {}, {}, {}};
  auto body = [](void *argument) -> void * {
    auto &work = *static_cast<Work *>(argument);
    std::fesetround(FE_UPWARD);
    work.error = errorOf([&] {
      Program program = compiled(R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0e-10> : tensor<f32>
  %c = stablehlo.add %a, %b : tensor<f32>
  %d = stablehlo.add %x, %b : tensor<f32>
  %e = stablehlo.maximum %c, %d : tensor<f32>
  return %e : tensor<f32>
})");
      program.setArgument(0, arrayOf<float>("f32", {}, {1}));
      program.run();
      work.sum = program.result(0);
      Program deep = compiled(work.text.c_str());
      deep.setArgument(0, floats({0, 1, 2, 3}));
      deep.setArgument(1, arrayOf<char>("i1", {}, {1}));
      deep.run();
      work.nested = deep.result(0);
      Program matmul = compiled(R"(
func.func @main(%x: tensor<300x200xf32>) -> tensor<300x300xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<300x200xf32>, tensor<300x200xf32>) -> tensor<300x300xf32>
  return %0 : tensor<300x300xf32>
})");
      matmul.setArgument(0, arrayOf("f32", {300, 200}, std::vector<float>(300 * 200, 1)));
      matmul.run();
      work.matmul = matmul.result(0);
    });
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &work), 0);
  pthread_join(thread, nullptr);
  EXPECT_EQ(work.error, "");
  // Rounded to nearest; upward rounding would give more than 1.
  EXPECT_EQ(work.sum.scalar(), 1.0);
  EXPECT_EQ(firstFloat(work.nested), 0);
  EXPECT_EQ(firstFloat(work.matmul), 200);
}

} // namespace
} // namespace spmd::test

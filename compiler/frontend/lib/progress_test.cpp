// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Progress prints on a terminal, elsewhere and into a file, with a clock of the test's own.
#include "compiler/frontend/test_errors.h"
#include <fstream>
#include <limits>

namespace spmd::test {
namespace {

/// A file that Progress prints to, and a clock that the test moves.
struct Printed : testing::Test {
  std::FILE *out = std::tmpfile();
  double seconds = 100;
  ~Printed() override { std::fclose(out); }

  ProgressOptions options(bool isTerminal) {
    return {.total = 4,
            .tokensPerStep = 1000,
            .every = 2,
            .out = out,
            .isTerminal = isTerminal,
            .clock = [this] { return seconds; }};
  }
  std::string text() {
    std::rewind(out);
    std::string all;
    for (int c; (c = std::fgetc(out)) != EOF;)
      all += char(c);
    return all;
  }
  /// Four steps of half a second.
  void run(Progress progress) {
    for (int i = 0; i < 4; ++i) {
      seconds += 0.5;
      progress.show({{"loss", full({}, 4.0 - i)}, {"rate", 0.25}});
    }
  }
};

/// The first step, each second one, and the last one. The first has no speed yet.
TEST_F(Printed, Lines) {
  run(Progress(options(false)));
  EXPECT_EQ(text(), "step 1/4 loss 4 rate 0.25\n"
                    "step 2/4 loss 3 rate 0.25 | 2k tokens/s | 0:01 left\n"
                    "step 4/4 loss 1 rate 0.25 | 2k tokens/s\n");
}

/// Each step rewrites the line; the last one ends it.
TEST_F(Printed, ABar) {
  run(Progress(options(true)));
  EXPECT_EQ(text(),
            "\rstep 1/4 [#####               ] loss 4 rate 0.25\x1b[K"
            "\rstep 2/4 [##########          ] loss 3 rate 0.25 | 2k tokens/s | 0:01 left\x1b[K"
            "\rstep 3/4 [###############     ] loss 2 rate 0.25 | 2k tokens/s | 0:01 left\x1b[K"
            "\rstep 4/4 [####################] loss 1 rate 0.25 | 2k tokens/s\x1b[K\n");
}

/// Names are escaped, and an infinite loss is null.
TEST_F(Printed, LinesOfJson) {
  const std::string file = testing::TempDir() + "progress.jsonl";
  std::remove(file.c_str());
  ProgressOptions wanted = options(false);
  wanted.json = file;
  {
    Progress progress(wanted);
    progress.show({{"loss", 2}});
    seconds += 2;
    progress.show({{"a \"b\"", std::numeric_limits<double>::infinity()}});
  }
  std::ifstream in(file);
  const std::string lines{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(lines, "{\"step\":1,\"seconds\":0,\"loss\":2}\n"
                   "{\"step\":2,\"seconds\":2,\"a \\\"b\\\"\":null,\"tokens_per_second\":500}\n");
}

/// A value that cannot be read is read, and refused, one step later.
TEST_F(Printed, OneStepLate) {
  Progress progress(options(false));
  const Where line = Where::current();
  progress.show({{"loss", ones({2})}});
  EXPECT_EQ(text(), "");
  EXPECT_EQ(refusalOf([&] { progress.finish(); }),
            "progress_test.cpp:" + std::to_string(line.line() + 1) +
                ": f32[2] is not a single element");
}

/// Steps per second where tokens are not counted. A second finish prints nothing.
TEST_F(Printed, OfUnknownLength) {
  ProgressOptions wanted = options(false);
  wanted.total = 0;
  wanted.tokensPerStep = 0;
  wanted.every = 1;
  Progress progress(wanted);
  progress.show({});
  seconds += 0.001;
  progress.show({});
  progress.finish();
  progress.finish();
  EXPECT_EQ(text(), "step 1\nstep 2 | 1k steps/s\n");
}

/// At the line that made the object, not at the first step.
TEST(ProgressErrors, NameTheFile) {
  EXPECT_REFUSED("/nowhere/x: it cannot be opened for writing", Progress({.json = "/nowhere/x"}));
}

} // namespace
} // namespace spmd::test

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the program of a cross-entropy, for tests/embed/split_vocabulary.test.
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

int main() {
  auto loss = jit([](Tensor logits, Tensor labels) {
    return mean(nn::softmaxCrossEntropy(logits, labels, {.labelSmoothing = 0.1, .zLoss = 0.01}));
  });
  std::printf("%s", loss.lower(zeros({8, 16, 1024}), zeros({8, 16}, i32)).c_str());
}

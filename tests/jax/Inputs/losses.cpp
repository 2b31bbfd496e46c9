// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs losses and metrics of the frontend inside of jit and prints operands and results, for
// tests/jax/losses.py.
#include "frontend_values.h"
#include <functional>
#include <string_view>

using namespace spmd;

namespace {

/// Whole numbers in [0, limit), always the same ones.
std::vector<int> randomNumbers(const Shape &shape, int limit) {
  static uint64_t state = 3;
  std::vector<int> values;
  for (uint64_t word : randomWords(shape, state))
    values.push_back(int((word >> 33) % uint64_t(limit)));
  return values;
}

/// In [-4, 4).
Tensor random(const Shape &shape, ElementType type) {
  Tensor whole = tensor(randomNumbers(shape, 8192), shape);
  return astype(whole / 1024 - 4, type);
}

void run(const char *name, Tensor (*loss)(Tensor, Tensor), const Tensor &a, const Tensor &b) {
  std::printf("case %s\n", name);
  print("in", a);
  print("in", b);
  print("out", jit(loss)(a, b));
  if (std::string_view(name).starts_with("accuracy"))
    return; // argmax has no gradient
  print("grad", jit(grad([loss](Tensor x, Tensor y) { return sum(loss(x, y)); }))(a, b));
}

/// Labels of all classes, 1 among them, which some losses ignore.
void runClasses(const Shape &positions, int classes, ElementType type) {
  Shape shape = positions;
  shape.push_back(classes);
  const Tensor logits = random(shape, type);
  const Tensor labels = tensor(randomNumbers(positions, classes), positions);
  auto add = [&](const char *name, Tensor (*loss)(Tensor, Tensor)) {
    run(name, loss, logits, labels);
  };
  add("crossEntropy", [](Tensor x, Tensor y) { return nn::softmaxCrossEntropy(x, y); });
  add("smoothed",
      [](Tensor x, Tensor y) { return nn::softmaxCrossEntropy(x, y, {.labelSmoothing = 0.1}); });
  add("zLoss", [](Tensor x, Tensor y) { return nn::softmaxCrossEntropy(x, y, {.zLoss = 0.01}); });
  add("ignored", [](Tensor x, Tensor y) { return nn::softmaxCrossEntropy(x, y, {.ignore = 1}); });
  add("meanIgnored",
      [](Tensor x, Tensor y) { return nn::meanOf(nn::softmaxCrossEntropy(x, y), y, 1); });
  add("accuracy", [](Tensor x, Tensor y) { return nn::accuracy(x, y); });
  add("accuracyIgnored", [](Tensor x, Tensor y) { return nn::accuracy(x, y, 1); });
  add("perplexity",
      [](Tensor x, Tensor y) { return nn::perplexity(mean(nn::softmaxCrossEntropy(x, y))); });
  add("nextToken", [](Tensor x, Tensor y) { return nn::nextTokenLoss(x, y); });
  add("nextTokenIgnored",
      [](Tensor x, Tensor y) { return nn::nextTokenLoss(x, y, {.zLoss = 1e-3, .ignore = 1}); });
}

void runElements(const Shape &shape, ElementType type) {
  const Tensor a = random(shape, type), b = random(shape, type);
  run("sigmoid", [](Tensor x, Tensor y) { return nn::sigmoidCrossEntropy(x, y); }, a, b);
  run("sigmoidBool", [](Tensor x, Tensor y) { return nn::sigmoidCrossEntropy(x, y > 0); }, a, b);
  run("l2", [](Tensor x, Tensor y) { return nn::l2Loss(x, y); }, a, b);
  run("huber", [](Tensor x, Tensor y) { return nn::huberLoss(x, y, 1.5); }, a, b);
}

} // namespace

int main() {
  runClasses({7}, 5, f32);
  for (ElementType type : {f32, bf16, f64}) {
    runClasses({3, 8}, 11, type);
    runElements({3, 5}, type);
  }
}

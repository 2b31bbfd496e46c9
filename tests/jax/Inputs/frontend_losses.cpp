// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/losses.h (frontend_cases.h).
#include "layer_cases.h"

namespace {

// Logits and labels.
const ShapeLists kClasses{{{3, 8, 11}, {3, 8}},      {{7, 5}, {7}}, {{13}, {}},
                          {{2, 3, 2, 4}, {2, 3, 2}}, {{1, 1}, {1}}, {{0, 3}, {0}}};
using Loss = Tensor (*)(const Tensor &logits, const Tensor &labels);

/// Labels are classes, 1 among them, which some losses ignore.
void ofClasses(const std::string &name, Loss loss, const ShapeLists &shapes = kClasses) {
  shaped(name, [=](const Operands &in) { return loss(in[0], abs(in[1]) % in[0].size(-1)); }, shapes,
         {f32, i32});
}

void addClasses() {
  using namespace nn;
  ofClasses("softmaxCrossEntropy",
            [](const Tensor &x, const Tensor &y) { return softmaxCrossEntropy(x, y); });
  ofClasses("crossEntropySmoothed", [](const Tensor &x, const Tensor &y) {
    return softmaxCrossEntropy(x, y, {.labelSmoothing = 0.1});
  });
  ofClasses("crossEntropyZ", [](const Tensor &x, const Tensor &y) {
    return softmaxCrossEntropy(x, y, {.zLoss = 0.01});
  });
  ofClasses("crossEntropyIgnored", [](const Tensor &x, const Tensor &y) {
    return softmaxCrossEntropy(x, y, {.ignore = 1});
  });
  const ShapeLists tokens{{{3, 8, 11}, {3, 8}},      {{7, 5}, {7}},       {{2, 13}, {2}},
                          {{2, 3, 2, 4}, {2, 3, 2}}, {{1, 2, 3}, {1, 2}}, {{2, 1}, {2}}};
  ofClasses(
      "nextTokenLoss", [](const Tensor &x, const Tensor &y) { return nextTokenLoss(x, y); },
      tokens);
  ofClasses(
      "nextTokenIgnored",
      [](const Tensor &x, const Tensor &y) {
        return nextTokenLoss(x, y, {.labelSmoothing = 0.2, .zLoss = 1e-3, .ignore = 1});
      },
      tokens);
  ofClasses("perplexity", [](const Tensor &x, const Tensor &y) {
    return perplexity(mean(softmaxCrossEntropy(x, y)));
  });
  ofClasses("accuracy", [](const Tensor &x, const Tensor &y) { return accuracy(x, y); });
  ofClasses("accuracyIgnored", [](const Tensor &x, const Tensor &y) { return accuracy(x, y, 1); });
  const std::vector<std::vector<Shape>> equal{{{3, 8}, {3, 8}}, {{7}, {7}},
                                              {{}, {}},         {{2, 3, 2}, {2, 3, 2}},
                                              {{1, 1}, {1, 1}}, {{0, 3}, {0, 3}}};
  shaped("meanOf", [](const Operands &in) { return meanOf(in[0], in[1]); }, equal, {f32, i32});
  shaped("meanOfIgnored", [](const Operands &in) { return meanOf(in[0], in[1] % 3, 1); }, equal,
         {f32, i32});
  shaped(
      "sigmoidCrossEntropy", [](const Operands &in) { return sigmoidCrossEntropy(in[0], in[1]); },
      equal);
  shaped("sigmoidCrossEntropyBool",
         [](const Operands &in) { return sigmoidCrossEntropy(in[0], in[1]); }, equal,
         {f32, boolean});
  shaped("l2Loss", [](const Operands &in) { return l2Loss(in[0], in[1]); }, equal);
  shaped("huberLoss", [](const Operands &in) { return huberLoss(in[0], in[1]); }, equal);
  shaped("huberLossDelta", [](const Operands &in) { return huberLoss(in[0], in[1], 1.7); }, equal);
}

} // namespace

int main() {
  addClasses();
  runAll();
}

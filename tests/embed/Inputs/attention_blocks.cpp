// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the program of causal attention of 8 heads with 64 features, or of its gradient. BLOCK 0
// takes all keys at once.
// usage: attention_blocks BLOCK result|gradient f32|bf16 [POSITIONS=2048]
#include <cstdio>
#include <cstdlib>
#include <spmd/spmd.h>
using namespace spmd;

int main(int count, char **arguments) {
  nn::AttentionOptions options{.causal = true};
  if (const int64_t block = std::atoi(arguments[1]))
    options.block = block;
  auto attend = [=](Tensor q, Tensor k, Tensor v) { return nn::attention(q, k, v, options); };
  auto loss = [=](Tensor q, Tensor k, Tensor v) { return sum(square(attend(q, k, v))); };
  const Tensor x = zeros({1, count > 4 ? std::atoi(arguments[4]) : 2048, 8, 64},
                         std::string(arguments[3]) == "bf16" ? bf16 : f32);
  const bool isGradient = std::string(arguments[2]) == "gradient";
  std::printf("%s", isGradient ? jit(grad<0, 1, 2>(loss)).lower(x, x, x).c_str()
                               : jit(attend).lower(x, x, x).c_str());
}

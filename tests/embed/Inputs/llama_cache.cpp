// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares tokens that examples/llama generates by its cache of keys and values with those of the
// whole text through the model, once more for each token, on one device and on a mesh.
#include "examples/llama/model.h"
#include <cstdio>
using namespace llama;

namespace {

/// The likeliest next tokens, computed without a cache.
std::vector<int32_t> uncached(const Llama &model, std::vector<int32_t> ids, int64_t batch,
                              int64_t count) {
  auto run = jit([](const Llama &model, Tensor ids, Tensor length) {
    // Tokens behind the text are not seen by those of the text.
    Tensor logits = take(model(ids), length - 1, 1);
    return astype(argmax(logits, -1), i32);
  });
  const int64_t prompt = int64_t(ids.size()) / batch, total = prompt + count;
  std::vector<int32_t> all(size_t(batch * total)), made(size_t(batch * count));
  for (int64_t row = 0; row < batch; ++row)
    std::copy_n(ids.begin() + row * prompt, prompt, all.begin() + row * total);
  for (int64_t i = 0; i < count; ++i) {
    const std::vector<int32_t> next =
        run(model, tensor(all, {batch, total}), full({}, prompt + i, i32)).values<int32_t>();
    for (int64_t row = 0; row < batch; ++row)
      all[size_t(row * total + prompt + i)] = made[size_t(row * count + i)] = next[size_t(row)];
  }
  return made;
}

} // namespace

int main() {
  const int64_t batch = 2, prompt = 5, count = 12;
  std::vector<int32_t> ids;
  for (int64_t i = 0; i < batch * prompt; ++i)
    ids.push_back(int32_t(i * i * 37 % 256));
  for (const Mode &mode : {Mode{{{"data", 1}}, {}, {}},
                           Mode{{{"data", 2}, {"model", 4}},
                                {{"embed", "data"}, {"heads", "model"}, {"mlp", "model"}},
                                {{"batch", "data"}, {"heads", "model"}, {"mlp", "model"}}}}) {
    auto scope = mode.use();
    const Llama model = jit([] { return Llama(Config{.layers = 2}, Key(3)); })();
    auto run = jit([](const Llama &model, Tensor prompt, Key key) {
      return generate(model, prompt, count, 0, key);
    });
    const std::vector<int32_t> cached =
        run(model, tensor(ids, {batch, prompt}), Key(0)).values<int32_t>();
    const std::vector<int32_t> wanted = uncached(model, ids, batch, count);
    int64_t distinct = 0;
    for (size_t i = 1; i < wanted.size(); ++i)
      distinct += wanted[i] != wanted[i - 1];
    std::printf("%s on %s: %zu tokens, %s\n", cached == wanted ? "the same" : "others",
                text(*currentMesh()).c_str(), cached.size(),
                distinct > count / 2 ? "of many kinds" : "all alike");
  }
}

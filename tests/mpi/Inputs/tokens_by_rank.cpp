// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads an epoch of batches on 8 devices of one process or of several ranks, and prints which
// windows the ranks have read, and how many each. usage: tokens_by_rank FILE
#include <cstdio>
#include <fstream>
#include <set>
#include <spmd/spmd.h>
#include <sstream>
using namespace spmd;

int main(int, char **words) {
  const std::string file = words[1];
  if (isMain()) { // window i holds the token i twice
    std::ofstream out(file, std::ios::binary);
    for (uint16_t i = 0; i < 64; ++i)
      out.put(char(i / 2)).put(0);
  }
  processAllgather("written");
  auto scope = Mesh({{"data", 8}}).use({}, {{"batch", "data"}});
  std::string own;
  for (const Batch &batch : TokenLoader(file, {.batch = 8, .length = 2, .seed = 7}))
    for (const Shard &shard : ownedShards(batch.tokens))
      own += std::to_string(*reinterpret_cast<const int32_t *>(shard.data.bytes.data())) + " ";
  std::multiset<int> windows;
  std::set<size_t> counts;
  for (const std::string &text : processAllgather(own)) {
    const size_t before = windows.size();
    std::istringstream in(text);
    for (int window; in >> window;)
      windows.insert(window);
    counts.insert(windows.size() - before);
  }
  const std::set<int> distinct(windows.begin(), windows.end());
  if (isMain())
    std::printf("%zu windows, %zu of them distinct, %zu by each rank\n", windows.size(),
                distinct.size(), counts.size() == 1 ? *counts.begin() : 0);
}

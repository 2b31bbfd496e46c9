// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder share: random numbers that are always the same ones, and tensors
// as lines of text, "ROLE f32 2 3 4 HEX .".
#pragma once
#include <cstdio>
#include <spmd/spmd.h>

using Shape = std::vector<int64_t>;

/// A 64-bit word for each element of the shape, of which the high bits are random (the generator of
/// Knuth's MMIX). `state` goes on.
inline std::vector<uint64_t> randomWords(const Shape &shape, uint64_t &state) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  std::vector<uint64_t> words;
  for (int64_t i = 0; i < count; ++i)
    words.push_back(state = state * 6364136223846793005u + 1442695040888963407u);
  return words;
}

inline void print(const std::string &role, const spmd::Tensor &x) {
  std::printf("%s %s %zu", role.c_str(), text(x.elementType()).c_str(), x.rank());
  for (int64_t size : x.shape())
    std::printf(" %lld", static_cast<long long>(size));
  std::printf(" ");
  for (std::byte byte : x.host().bytes)
    std::printf("%02x", unsigned(byte));
  std::printf(" .\n");
}

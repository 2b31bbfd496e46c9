// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes which block of a global array each device holds.
//
// The computation is separate because the runtime (cutting arguments, joining results) and the
// comparison of ranks share it.
#include "runtime/border.h"
#include <algorithm>
#include <map>

namespace spmd::rt {

// The number of the piece along a dim is the mixed-radix number of the dim's digits, major first.
// Example: mesh [d=2, m=4], a dim split by ["d", "m"] has digits {stride 4, size 2} and {stride 1,
// size 4}; device 6 = (d 1, m 2) holds piece 1 * 4 + 2 = 6.
std::vector<BlockDim> blockOf(const Border &border, int64_t deviceId) {
  int64_t logical = deviceId;
  if (!border.deviceOrder.empty())
    logical = std::find(border.deviceOrder.begin(), border.deviceOrder.end(), deviceId) -
              border.deviceOrder.begin();
  std::vector<BlockDim> block;
  for (size_t d = 0; d < border.localShape.size(); ++d) {
    int64_t piece = 0;
    if (d < border.splits.size())
      for (const Digit &digit : border.splits[d])
        piece = piece * digit.size + logical / digit.stride % digit.size;
    block.push_back({.begin = piece * border.localShape[d], .size = border.localShape[d]});
  }
  return block;
}

// Blocks of one array have equal sizes, so two blocks are the same where their begins are.
// Example: an array split over m of mesh [d=2, m=2], four devices -> {0, 1, 0, 1}.
std::vector<int64_t> firstHolders(const Border &border, int64_t deviceCount) {
  std::map<std::vector<int64_t>, int64_t> first;
  std::vector<int64_t> holders;
  for (int64_t device = 0; device < deviceCount; ++device) {
    std::vector<int64_t> begins;
    for (const BlockDim &dim : blockOf(border, device))
      begins.push_back(dim.begin);
    holders.push_back(first.try_emplace(begins, device).first->second);
  }
  return holders;
}

} // namespace spmd::rt

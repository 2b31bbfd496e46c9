// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Word i of the output is word i % w of block i / w, w words of 32 bits to a block, low half first;
// so a tile needs nothing but its own range. Rounds and constants: Salmon et al., sections 3 and 4.
#include "runtime/kernels/rng.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace spmd::rt {

// --- The config as numbers: 4
// -------------------------------------------------------------------------------------------

std::vector<int64_t> RngConfig::encode() const {
  return {int64_t(algorithm), stateWords, int64_t(type), elementCount};
}

RngConfig RngConfig::decode(const std::vector<int64_t> &config) {
  return {RngAlgorithm(config[0]), config[1], DType(config[2]), config[3]};
}

namespace {

struct State {
  uint64_t key = 0, low = 0, high = 0; // high and low: the counter
};

/// One word of state alone is a counter, with the key 0: else successive calls would repeat
/// themselves.
State readState(const RngConfig &config, const void *memory) {
  uint64_t words[3] = {};
  std::memcpy(words, memory, size_t(std::min<int64_t>(config.stateWords, 3)) * 8);
  if (config.stateWords == 1)
    return {0, words[0], 0};
  return {words[0], words[1], config.algorithm == RngAlgorithm::Philox ? words[2] : 0};
}

std::array<uint32_t, 2> threeFry(uint64_t key, uint64_t counter) {
  constexpr int kRotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const uint32_t keys[3] = {uint32_t(key), uint32_t(key >> 32),
                            0x1bd11bdau ^ uint32_t(key) ^ uint32_t(key >> 32)};
  uint32_t x = uint32_t(counter) + keys[0], y = uint32_t(counter >> 32) + keys[1];
  for (uint32_t round = 0; round < 20; ++round) {
    x += y;
    y = std::rotl(y, kRotations[round % 8]) ^ x;
    if (round % 4 == 3) {
      const uint32_t injection = round / 4 + 1;
      x += keys[injection % 3];
      y += keys[(injection + 1) % 3] + injection;
    }
  }
  return {x, y};
}

std::array<uint32_t, 4> philox(uint64_t key, uint64_t low, uint64_t high) {
  uint32_t a = uint32_t(low), b = uint32_t(low >> 32), c = uint32_t(high), d = uint32_t(high >> 32);
  uint32_t k0 = uint32_t(key), k1 = uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t left = uint64_t(0xd2511f53u) * a, right = uint64_t(0xcd9e8d57u) * c;
    a = uint32_t(right >> 32) ^ b ^ k0;
    b = uint32_t(right);
    c = uint32_t(left >> 32) ^ d ^ k1;
    d = uint32_t(left);
    k0 += 0x9e3779b9u, k1 += 0xbb67ae85u;
  }
  return {a, b, c, d};
}

int64_t wordsPerBlock(const RngConfig &config) {
  return config.algorithm == RngAlgorithm::Philox ? 4 : 2;
}
int64_t wordsPerElement(const RngConfig &config) {
  return std::max<int64_t>(1, sizeOf(config.type) / 4);
}

/// Words of 32 bits [begin, begin + count), begin a multiple of a block.
void generate(const RngConfig &config, const State &state, int64_t begin, int64_t count,
              uint32_t *words) {
  const int64_t perBlock = wordsPerBlock(config);
  for (int64_t i = 0; i < count; i += perBlock) {
    const uint64_t block = uint64_t((begin + i) / perBlock), low = state.low + block;
    uint32_t made[4] = {};
    if (perBlock == 4) {
      auto bits = philox(state.key, low, state.high + (low < block));
      std::copy(bits.begin(), bits.end(), made);
    } else {
      auto bits = threeFry(state.key, low);
      std::copy(bits.begin(), bits.end(), made);
    }
    std::copy_n(made, std::min(perBlock, count - i), words + i);
  }
}

void writeNewState(const RngConfig &config, const State &state, const void *from, void *to) {
  std::memcpy(to, from, size_t(config.stateWords) * 8);
  const int64_t words = config.elementCount * wordsPerElement(config),
                perBlock = wordsPerBlock(config);
  const uint64_t blocks = uint64_t((words + perBlock - 1) / perBlock), low = state.low + blocks;
  const uint64_t counter[2] = {low, state.high + (low < blocks)};
  auto *target = static_cast<std::byte *>(to) + (config.stateWords == 1 ? 0 : 8);
  const bool wide = config.algorithm == RngAlgorithm::Philox && config.stateWords >= 3;
  std::memcpy(target, counter, wide ? 16 : 8);
}

constexpr int64_t kTileElements = 16384,
                  kChunk = 1024; // words made at a time; multiples of a block

} // namespace

const Routine kRngRoutine = {
    .name = "rng",
    .tiles =
        [](const std::vector<int64_t> &config) {
          int64_t count = RngConfig::decode(config).elementCount;
          return std::max<int64_t>(1, (count + kTileElements - 1) / kTileElements);
        },
    .scratchBytes = [](const std::vector<int64_t> &) { return uint64_t(0); },
    .run =
        [](const RoutineArgs &args, int64_t tile) {
          const RngConfig config = RngConfig::decode(args.config);
          const State state = readState(config, args.operands[0]);
          if (tile == 0)
            writeNewState(config, state, args.operands[0], args.results[0]);
          const int64_t bytes = sizeOf(config.type), perElement = wordsPerElement(config);
          auto *out = static_cast<std::byte *>(args.results[1]);
          const int64_t end = std::min((tile + 1) * kTileElements, config.elementCount);
          for (int64_t i = tile * kTileElements; i < end; i += kChunk / perElement) {
            const int64_t count = std::min(kChunk / perElement, end - i);
            uint32_t words[kChunk];
            generate(config, state, i * perElement, count * perElement, words);
            if (bytes >= 4) {
              std::memcpy(out + i * bytes, words, size_t(count * bytes));
              continue;
            }
            if (config.type == DType::Pred)
              std::for_each(words, words + count, [](uint32_t &word) { word &= 1; });
            for (int64_t j = 0; j < count; ++j) // the low bytes of each word
              std::memcpy(out + (i + j) * bytes, &words[j], size_t(bytes));
          }
        }};

} // namespace spmd::rt

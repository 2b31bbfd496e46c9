// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generates random bits by ThreeFry and Philox.
//
// Word i of the output is word i % w of block i / w, with w words of 32 bits per block, low half
// first. A tile therefore needs only its own range. Rounds and constants are those of Salmon et
// al., sections 3 and 4.
#include "runtime/kernels/rng.h"
#include "runtime/cpu.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <cstring>

namespace spmd::rt {

namespace {

struct State {
  uint64_t key = 0, low = 0, high = 0; // high and low form the counter
};

/// Reads the state. A state of one word is a counter with the key 0; as a key it would never
/// advance, and successive calls would return the same bits.
State readState(const RngConfig &config, const void *memory) {
  uint64_t words[3] = {};
  std::memcpy(words, memory, size_t(std::min<int64_t>(config.stateWords, 3)) * 8);
  if (config.stateWords == 1)
    return {0, words[0], 0};
  if (config.algorithm == RngAlgorithm::ThreeFry)
    return {words[0], words[1], 0};
  // With two words the counter begins at the key, as in XLA.
  return {words[0], words[1], config.stateWords == 2 ? words[0] : words[2]};
}

// Both generators make kLanes blocks at a time, so that loops over lanes vectorise. Word w of lane
// l is words[l * wordsPerBlock + w].
constexpr int kLanes = 16;

// ThreeFry-2x32 with 20 rounds. A key is injected after every fourth round; 0x1bd11bda is the
// constant of the key schedule.
[[gnu::always_inline]] inline void threeFry(const State &state, uint64_t block, uint32_t *words) {
  constexpr int kRotations[8] = {13, 15, 26, 6, 17, 29, 16, 24};
  const uint32_t low = uint32_t(state.key), high = uint32_t(state.key >> 32);
  const uint32_t keys[3] = {low, high, 0x1bd11bdau ^ low ^ high};
  uint32_t x[kLanes], y[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    const uint64_t counter = state.low + block + uint64_t(l);
    x[l] = uint32_t(counter) + keys[0], y[l] = uint32_t(counter >> 32) + keys[1];
  }
  for (uint32_t round = 0; round < 20; ++round) {
    const int left = kRotations[round % 8], right = 32 - left;
    for (int l = 0; l < kLanes; ++l) {
      x[l] += y[l];
      y[l] = (y[l] << left | y[l] >> right) ^ x[l];
    }
    if (round % 4 != 3)
      continue;
    const uint32_t injection = round / 4 + 1;
    for (int l = 0; l < kLanes; ++l) {
      x[l] += keys[injection % 3];
      y[l] += keys[(injection + 1) % 3] + injection;
    }
  }
  for (int l = 0; l < kLanes; ++l)
    words[2 * l] = x[l], words[2 * l + 1] = y[l];
}

// Philox-4x32 with 10 rounds. Each round multiplies two of the four words and mixes the halves of
// the products with the other words and the keys.
[[gnu::always_inline]] inline void philox(const State &state, uint64_t block, uint32_t *words) {
  uint32_t a[kLanes], b[kLanes], c[kLanes], d[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    const uint64_t step = block + uint64_t(l), low = state.low + step;
    const uint64_t high = state.high + (low < step); // the counter has 128 bits
    a[l] = uint32_t(low), b[l] = uint32_t(low >> 32);
    c[l] = uint32_t(high), d[l] = uint32_t(high >> 32);
  }
  uint32_t k0 = uint32_t(state.key), k1 = uint32_t(state.key >> 32);
  for (int round = 0; round < 10; ++round) {
    for (int l = 0; l < kLanes; ++l) {
      const uint64_t left = uint64_t(0xd2511f53u) * a[l], right = uint64_t(0xcd9e8d57u) * c[l];
      a[l] = uint32_t(right >> 32) ^ b[l] ^ k0;
      b[l] = uint32_t(right);
      c[l] = uint32_t(left >> 32) ^ d[l] ^ k1;
      d[l] = uint32_t(left);
    }
    k0 += 0x9e3779b9u, k1 += 0xbb67ae85u;
  }
  for (int l = 0; l < kLanes; ++l) {
    words[4 * l] = a[l], words[4 * l + 1] = b[l];
    words[4 * l + 2] = c[l], words[4 * l + 3] = d[l];
  }
}

// The same code compiled for AVX2 and for baseline x86-64. Integer code gives the same bits on
// both.
#if defined(__x86_64__)
[[gnu::target("avx2")]] void threeFry256(const State &state, uint64_t block, uint32_t *words) {
  threeFry(state, block, words);
}
[[gnu::target("avx2")]] void philox256(const State &state, uint64_t block, uint32_t *words) {
  philox(state, block, words);
}
#endif
void threeFry128(const State &state, uint64_t block, uint32_t *words) {
  threeFry(state, block, words);
}
void philox128(const State &state, uint64_t block, uint32_t *words) { philox(state, block, words); }

using Generator = void (*)(const State &, uint64_t block, uint32_t *words);

// Chosen per call of generate(); the CPU is looked up once per process.
Generator generator(RngAlgorithm algorithm) {
#if defined(__x86_64__)
  if (isaOfThisCpu() >= Isa::Avx2)
    return algorithm == RngAlgorithm::Philox ? philox256 : threeFry256;
#endif
  return algorithm == RngAlgorithm::Philox ? philox128 : threeFry128;
}

// Words of 32 bits in a block: 128 or 64 bits.
int64_t wordsPerBlock(const RngConfig &config) {
  return config.algorithm == RngAlgorithm::Philox ? 4 : 2;
}
// Words of 32 bits per element; narrower elements take a whole word.
int64_t wordsPerElement(const RngConfig &config) {
  return std::max<int64_t>(1, sizeOf(config.type) / 4);
}

/// Generates the 32-bit words [begin, begin + count). `begin` is a multiple of a block. `words` has
/// room for whole blocks of all lanes.
/// The blocks of the last call may reach beyond `count`; the caller ignores those words.
void generate(const RngConfig &config, const State &state, int64_t begin, int64_t count,
              uint32_t *words) {
  const int64_t perBlock = wordsPerBlock(config);
  const Generator make = generator(config.algorithm);
  for (int64_t i = 0; i < count; i += kLanes * perBlock)
    make(state, uint64_t((begin + i) / perBlock), words + i);
}

// Writes the state with the counter advanced by the number of blocks. Philox carries into the high
// word where the state has one.
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

// A tile's elements, and the words that are generated at a time. kChunk is a multiple of kLanes
// blocks of either generator.
constexpr int64_t kTileElements = 16384,
                  kChunk = 1024; // words made at a time

} // namespace

// Tile 0 also writes the new state.
const Routine kRngRoutine = {
    .name = "rng",
    .tiles =
        [](const LibraryConfig &config, const void *) {
          int64_t count = std::get<RngConfig>(config).elementCount;
          return std::max<int64_t>(1, (count + kTileElements - 1) / kTileElements);
        },
    .run =
        [](const RoutineArgs &args, int64_t tile) {
          const auto &config = std::get<RngConfig>(args.config);
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
            // Clears the bits above a number of fewer than 8 bits.
            const uint32_t used = config.type == DType::Pred ? 1 : 0xff >> unusedBits(config.type);
            if (bytes == 1)
              std::for_each(words, words + count, [used](uint32_t &word) { word &= used; });
            for (int64_t j = 0; j < count; ++j) // little-endian: the low bytes of each word
              std::memcpy(out + (i + j) * bytes, &words[j], size_t(bytes));
          }
        }};

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of token files: each window once in an epoch, the same order for any number of ranks,
// positions that are taken up again, files that are no files of tokens.
#include "compiler/frontend/test_errors.h"
#include <filesystem>
#include <fstream>
#include <set>

namespace spmd::test {
namespace {

/// A file of counting tokens.
template <class T> std::string fileOf(const std::string &name, size_t count) {
  const std::string path = testing::TempDir() + name;
  std::ofstream out(path, std::ios::binary);
  for (size_t i = 0; i < count; ++i) {
    const T token = T(i);
    out.write(reinterpret_cast<const char *>(&token), sizeof token);
  }
  return path;
}

/// The number of the window in each row: tokens count, so a window of 4 begins at a multiple of 4.
std::vector<int> windowsOf(const Tensor &batch) {
  const std::vector<int> tokens = batch.values<int>();
  std::vector<int> windows;
  for (size_t row = 0; row < tokens.size(); row += 4) {
    windows.push_back(tokens[row] / 4);
    for (size_t i = 1; i < 4; ++i)
      EXPECT_EQ(tokens[row + i], tokens[row] + int(i));
  }
  return windows;
}

/// 26 windows of four tokens make four batches of six; two windows are left out.
const TokenOptions kOptions{.batch = 6, .length = 4, .seed = 5};

/// The last three tokens fill no window.
TEST(Tokens, GiveEachWindowOnce) {
  TokenLoader loader(fileOf<uint16_t>("tokens16", 4 * 26 + 3), kOptions);
  EXPECT_EQ(loader.batchesPerEpoch(), 4);
  std::vector<int> epochs[2];
  for (auto &epoch : epochs)
    for (int i = 0; i < 4; ++i)
      for (int window : windowsOf(loader.next()))
        epoch.push_back(window);
  for (auto &epoch : epochs)
    EXPECT_EQ(std::set<int>(epoch.begin(), epoch.end()).size(), 24u);
  EXPECT_NE(epochs[0], epochs[1]);
  EXPECT_EQ(loader.epoch(), 2);
}

/// The order is a part of the interface: a checkpoint goes on with it on another machine.
TEST(Tokens, HaveAnOrderThatStays) {
  TokenLoader loader(fileOf<uint16_t>("tokens16", 4 * 26), kOptions);
  EXPECT_EQ(windowsOf(loader.next()), (std::vector<int>{0, 14, 19, 3, 21, 24}));
  TokenOptions other = kOptions;
  other.seed = 6;
  EXPECT_NE(windowsOf(TokenLoader(fileOf<uint16_t>("tokens16", 4 * 26), other).next()),
            windowsOf(TokenLoader(fileOf<uint16_t>("tokens16", 4 * 26), kOptions).next()));
}

/// The rows of three ranks, one after the other, are those of one rank.
TEST(Tokens, AreSharedByRanks) {
  const std::string file = fileOf<uint32_t>("tokens32", 4 * 26);
  TokenOptions options = kOptions;
  options.type = u32;
  TokenLoader whole(file, options);
  options.count = 3;
  std::vector<TokenLoader> ranks;
  for (options.rank = 0; options.rank < 3; ++options.rank)
    ranks.emplace_back(file, options);
  for (int i = 0; i < 6; ++i) {
    std::vector<int> windows;
    for (TokenLoader &loader : ranks)
      for (int window : windowsOf(loader.next()))
        windows.push_back(window);
    EXPECT_EQ(windows, windowsOf(whole.next()));
  }
}

/// Forwards into the second epoch, and back.
TEST(Tokens, GoOnAtAPosition) {
  const std::string file = fileOf<uint16_t>("tokens16", 4 * 26);
  TokenLoader loader(file, kOptions), later(file, kOptions);
  std::vector<std::vector<int>> batches;
  for (int i = 0; i < 10; ++i)
    batches.push_back(windowsOf(loader.next()));
  later.seek(7);
  EXPECT_EQ(windowsOf(later.next()), batches[7]);
  EXPECT_EQ(later.position(), 8);
  later.seek(2);
  EXPECT_EQ(windowsOf(later.next()), batches[2]);
}

/// The thirteenth window fills no batch in any epoch.
TEST(Tokens, InTheOrderOfTheFile) {
  TokenOptions options = kOptions;
  options.shuffle = false;
  TokenLoader loader(fileOf<uint16_t>("tokens16", 4 * 13), options);
  EXPECT_EQ(windowsOf(loader.next()), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(windowsOf(loader.next()), (std::vector<int>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(windowsOf(loader.next()), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

/// A byte per token. Windows lie in one file each: the ends of 9 and 6 tokens are left out.
TEST(Tokens, OfSeveralTexts) {
  const std::string a = fileOf<char>("text_a", 9), b = fileOf<char>("text_b", 3),
                    c = fileOf<char>("text_c", 6);
  TokenLoader loader({a, b, c},
                     TokenOptions{.batch = 3, .length = 4, .type = u8, .shuffle = false});
  EXPECT_EQ(loader.tokenCount(), 18);
  EXPECT_EQ(loader.batchesPerEpoch(), 1);
  EXPECT_EQ(windowsOf(loader.next()), (std::vector<int>{0, 1, 0}));
}

/// A range ends with the epoch, or at a position; one that begins behind its end is empty.
TEST(Tokens, AsARange) {
  const std::string file = fileOf<uint16_t>("tokens16", 4 * 26);
  TokenLoader loader(file, kOptions), other(file, kOptions);
  for (int epoch = 0; epoch < 2; ++epoch) {
    std::set<int> windows;
    for (const Batch &batch : loader) {
      EXPECT_EQ(windowsOf(batch.tokens), windowsOf(other.next()));
      EXPECT_EQ(loader.position(), other.position());
      for (int window : windowsOf(batch.tokens))
        windows.insert(window);
    }
    EXPECT_EQ(windows.size(), 24u);
  }
  EXPECT_EQ(loader.position(), 8);
  TokenOptions options = kOptions;
  options.steps = 6;
  TokenLoader six(file, options);
  six.seek(4);
  size_t count = 0;
  for (const Batch &batch : six)
    count += size_t(batch.tokens.rank());
  EXPECT_EQ(count, 2 * 2u);
  EXPECT_EQ(six.begin(), six.end());
}

/// The rules of a scope split batches; the elements are those of a batch on the host.
TEST(Tokens, LieOnTheMesh) {
  const std::string file = fileOf<uint16_t>("tokens16", 4 * 26);
  const Tensor whole = TokenLoader(file, kOptions).next();
  EXPECT_FALSE(shardingOf(whole).mesh.has_value());
  const Mesh mesh({{"data", 2}, {"context", 4}});
  auto scope = mesh.use({}, {{"batch", "data"}, {"position", "context"}});
  TokenLoader loader(file, kOptions);
  const Tensor split = loader.next();
  EXPECT_EQ(shardingOf(split), (Sharding{mesh, P("data", "context")}));
  EXPECT_EQ(split.values<int>(), whole.values<int>());
  TokenOptions options = kOptions;
  options.batch = 3;
  TokenLoader odd(file, options);
  EXPECT_REFUSED("makeArrayFromCallback of i32[3, 4] by P(\"data\", \"context\"): size 3 of dim 0 "
                 "is not divisible by 2 devices; .padded() behind a spec or rules lets the last "
                 "shards be padded",
                 odd.next());
  EXPECT_EQ(odd.position(), 0);
}

/// Sizes that do not fit, types, ranks, and a token beyond the vocabulary, which moves nothing.
TEST(TokenErrors, NameTheFile) {
  const std::string tokens = fileOf<uint16_t>("tokens16", 4 * 13), odd = fileOf<char>("odd", 99);
  EXPECT_REFUSED(odd + ": its 99 bytes are no tokens of 2 bytes", TokenLoader(odd, kOptions));
  EXPECT_REFUSED(tokens + ": its 52 tokens are less than a batch of 14 windows of 4",
                 TokenLoader(tokens, {.batch = 14, .length = 4}));
  EXPECT_REFUSED(tokens + " and 1 more: their 104 tokens are less than a batch of 27 windows of 4",
                 TokenLoader({tokens, tokens}, TokenOptions{.batch = 27, .length = 4}));
  EXPECT_REFUSED("a TokenLoader of no files", TokenLoader(std::vector<std::string>{}));
  EXPECT_REFUSED("a range of -1 steps", TokenLoader(tokens, {.length = 4, .steps = -1}));
  EXPECT_REFUSED("a batch has 2 dims, and 1 names", TokenLoader(tokens, {.axes = {"batch"}}));
  EXPECT_REFUSED("/nowhere: No such file or directory", TokenLoader("/nowhere"));
  EXPECT_REFUSED("/tmp: it is no file, or is empty", TokenLoader("/tmp"));
  EXPECT_REFUSED("a file of tokens of type i32; ui8, ui16 and ui32 are read",
                 TokenLoader(tokens, {.type = i32}));
  EXPECT_REFUSED("a batch of 6 windows does not divide over 4 ranks",
                 TokenLoader(tokens, {.batch = 6, .count = 4}));
  EXPECT_REFUSED("rank 2 of 2", TokenLoader(tokens, {.batch = 6, .rank = 2, .count = 2}));
  EXPECT_REFUSED("batches of 0 windows of 1024 tokens for 1 ranks; each is at least 1",
                 TokenLoader(tokens, {.batch = 0}));
  TokenLoader small(tokens, {.batch = 13, .length = 4, .shuffle = false, .vocabulary = 50});
  EXPECT_REFUSED(tokens + ": token 50 is 50, the vocabulary has 50", small.next());
  EXPECT_EQ(small.position(), 0);
  EXPECT_REFUSED("seek to position -1", small.seek(-1));
}

} // namespace
} // namespace spmd::test

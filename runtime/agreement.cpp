// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the values of all ranks on rank 0: rank 0 gathers them, decides, and sends its verdict
// to the others.
//
// The messages are lists of 8-byte numbers and of texts, each text preceded by its length. All
// ranks run the same build, so byte order and the meaning of the fields need no negotiation.
#include "runtime/agreement.h"
#include "runtime/border.h"
#include "runtime/instance.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <set>

namespace spmd::rt {

namespace {

// The variables that addEnvironment() adds, in the order in which differences are reported.
constexpr const char *kEnvironment[] = {"SPMD_MAX_ISA",
                                        "SPMD_FOLD",
                                        "OPENBLAS_CORETYPE",
                                        "ONEDNN_MAX_CPU_ISA",
                                        "DNNL_MAX_CPU_ISA",
                                        "ONEDNN_CPU_ISA_HINTS",
                                        "DNNL_CPU_ISA_HINTS",
                                        "ONEDNN_DEFAULT_FPMATH_MODE",
                                        "DNNL_DEFAULT_FPMATH_MODE"};
// The number of differences that is reported; the first one often explains the others.
constexpr size_t kMostDifferences = 4;
constexpr size_t kLongestValue = 80; // characters of a value that a message shows

// Numbers are written as they are in memory.
void write(std::vector<uint8_t> &out, uint64_t number) {
  auto *bytes = reinterpret_cast<const uint8_t *>(&number);
  out.insert(out.end(), bytes, bytes + sizeof(number));
}
void write(std::vector<uint8_t> &out, const std::string &text) {
  write(out, text.size());
  out.insert(out.end(), text.begin(), text.end());
}

/// Decodes the message of another rank. A message that is too short yields zeros and empty texts.
struct Reader {
  std::span<const uint8_t> rest;
  uint64_t number() {
    uint64_t value = 0;
    if (rest.size() >= sizeof(value)) {
      std::memcpy(&value, rest.data(), sizeof(value));
      rest = rest.subspan(sizeof(value));
    }
    return value;
  }
  std::string text() {
    const size_t size = std::min<uint64_t>(number(), rest.size());
    std::string value(rest.begin(), rest.begin() + size);
    rest = rest.subspan(size);
    return value;
  }
};

/// The text of `value` for a message. A long value is cut to kLongestValue characters around the
/// first character in which it differs from `other`: "aaaa...X" and "aaaa...Y" show the X and the
/// Y.
std::string shown(const std::string &value, const std::string &other) {
  if (value.empty())
    return "none";
  if (value.size() <= kLongestValue)
    return value;
  const size_t differs = size_t(
      std::mismatch(value.begin(), value.end(), other.begin(), other.end()).first - value.begin());
  const size_t begin = differs > kLongestValue / 2 ? differs - kLongestValue / 2 : 0;
  return (begin ? "..." : "") + value.substr(begin, kLongestValue) +
         (begin + kLongestValue < value.size() ? "..." : "");
}

/// "rank 2", "ranks 0, 1 and 3"
std::string ranksText(const std::vector<size_t> &ranks) {
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < ranks.size(); ++i)
    text += (i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
  return text;
}

/// Collects the messages of all ranks and forms the verdict. The exit code is 0 where the ranks
/// agree.
class Comparison {
public:
  // Adds the message of one rank. Ranks must come in rising order, so that a difference names the
  // lowest rank that holds the first value. Each name is reported once, however many ranks differ.
  void add(size_t rank, std::span<const uint8_t> bytes) {
    Reader reader{bytes};
    ++ranks;
    const int code = int(reader.number());
    std::string reason = reader.text();
    if (code) {
      exitCode = exitCode ? exitCode : code;
      auto known = std::find_if(failures.begin(), failures.end(),
                                [&](auto &one) { return one.first == reason; });
      if (known == failures.end())
        known = failures.insert(failures.end(), {std::move(reason), {}});
      known->second.push_back(rank);
    }
    for (uint64_t left = reader.number(); left > 0; --left) {
      std::string name = reader.text(), value = reader.text();
      auto [first, isNew] = values.try_emplace(name, rank, value);
      if (!isNew && first->second.second != value && told.insert(name).second &&
          differences.size() < kMostDifferences)
        differences.push_back(
            fmt::format("ranks {} and {} differ in {}: {} and {}", first->second.first, rank, name,
                        shown(first->second.second, value), shown(value, first->second.second)));
    }
  }

  /// The failures where some rank failed, else the differences. Values of failed ranks may be
  /// missing, so differences are reported only where no rank failed. A reason that all ranks share
  /// stands without ranks:
  ///   "cannot open x.npy"    where all ranks failed with it
  ///   "rank 2 of 4: cannot open x.npy"    where one did
  Agreement::Refusal verdict() const {
    std::string text;
    for (auto &[reason, who] : failures)
      text += (text.empty() ? "" : "\n") +
              (who.size() == ranks ? reason
                                   : fmt::format("{} of {}: {}", ranksText(who), ranks, reason));
    if (!failures.empty())
      return {exitCode, text};
    if (differences.empty())
      return {0, ""};
    for (const std::string &difference : differences)
      text += (text.empty() ? "" : "; ") + difference;
    return {2, text + "; start all ranks with the same flags, files and values"};
  }

private:
  size_t ranks = 0;
  int exitCode = 0;
  std::vector<std::pair<std::string, std::vector<size_t>>> failures;
  // name -> the first rank that has it, and the value of that rank
  std::map<std::string, std::pair<size_t, std::string>> values;
  std::set<std::string> told;           // names that were reported
  std::vector<std::string> differences; // in the order in which the ranks were added
};

} // namespace

void Agreement::add(std::string name, std::string value) {
  items.emplace_back(std::move(name), std::move(value));
}

// A variable that is not set counts as empty.
void Agreement::addEnvironment() {
  for (const char *variable : kEnvironment) {
    const char *value = getenv(variable);
    add(variable, value ? value : "");
  }
}

// Only the first failure counts; later ones are often its consequences.
void Agreement::fail(int exitCode, std::string reason) {
  if (!failure)
    failure = Refusal{exitCode, std::move(reason)};
}

// Each rank sends {exit code, reason, number of items, then name and value of each item}. Rank 0
// answers {exit code, reason}.
std::optional<Agreement::Refusal> Agreement::settle(RankTransport &transport,
                                                    const char *what) const {
  std::vector<uint8_t> bytes;
  write(bytes, uint64_t(failure ? failure->exitCode : 0));
  write(bytes, failure ? failure->reason : std::string());
  write(bytes, items.size());
  for (auto &[name, value] : items) {
    write(bytes, name);
    write(bytes, value);
  }
  std::vector<std::vector<uint8_t>> all = gatherBytes(transport, std::move(bytes), what);
  std::vector<uint8_t> told;
  if (transport.rank() == 0 && !transport.hasFailed()) {
    Comparison comparison;
    for (size_t rank = 0; rank < all.size(); ++rank)
      comparison.add(rank, all[rank]);
    const Refusal verdict = comparison.verdict();
    write(told, uint64_t(verdict.exitCode));
    write(told, verdict.reason);
  }
  broadcastBytes(transport, told, what);
  if (transport.hasFailed())
    return Refusal{3, transport.failure()};
  Reader reader{told};
  const int code = int(reader.number());
  return code ? std::optional(Refusal{code, reader.text()}) : std::nullopt;
}

// Example: "4xf32 [0, 1, 2, ...] hash 01234567890abcde".
std::string summaryOf(DType type, std::span<const int64_t> shape, const std::byte *data,
                      uint64_t bytes) {
  constexpr uint64_t kFirst = 3;
  const uint64_t size = uint64_t(sizeOf(type)), count = bytes / size;
  std::string text = typeText(type, shape) + " [";
  for (uint64_t i = 0; i < std::min(count, kFirst); ++i)
    text += (i ? ", " : "") + elementText(type, data + i * size);
  text += count > kFirst ? ", ...]" : "]";
  return text + fmt::format(" hash {:016x}", llvm::xxh3_64bits(llvm::ArrayRef(
                                                 reinterpret_cast<const uint8_t *>(data), bytes)));
}

// Names each block by its first holder, the lowest device that holds the same block. Every rank
// that holds the block therefore adds the same name. A block counts as shared when some device of
// another rank holds the block of this first holder. A rank with several devices adds each block
// once.
// Example: mesh [d=2, m=2] on two ranks, an argument split over m. Devices 0 and 2 hold the same
// block and live on different ranks, so both ranks add "argument 0, the block of device 0".
void addReplicatedArguments(Agreement &agreement, const Instance &instance) {
  const Program &program = instance.program();
  const RankMap &ranks = instance.ranks();
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const Border &border = program.arguments[i];
    const std::vector<int64_t> holders = firstHolders(border, program.deviceCount);
    std::set<int64_t> ofSeveralRanks, added; // blocks, by first holder
    for (int64_t device = 0; device < program.deviceCount; ++device)
      if (ranks.rankOf(device) != ranks.rankOf(holders[size_t(device)]))
        ofSeveralRanks.insert(holders[size_t(device)]);
    for (size_t place = 0; place < instance.localDevices().size(); ++place) {
      const int64_t holder = holders[size_t(instance.localDevices()[place])];
      if (!ofSeveralRanks.count(holder) || !added.insert(holder).second)
        continue;
      std::string name =
          fmt::format("argument {}{}", i, border.name.empty() ? "" : " (" + border.name + ")");
      if (border.localShape != border.globalShape)
        name += fmt::format(", the block of device {}", holder);
      agreement.add(std::move(name),
                    summaryOf(border.type, border.localShape, instance.argumentData(i, place),
                              localBytes(border)));
    }
  }
}

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Encodes each call as one number and compares the numbers of all ranks.
//
// The number holds the kind in its top 4 bits, then the index of the result or a part of the
// program's hash in 28 bits, then the number of runs that the rank has begun in 32 bits. So equal
// calls are equal numbers.
#include "runtime/rank_calls.h"
#include "runtime/failure.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace spmd::rt {
namespace {

enum class Kind : uint64_t { Run = 1, Result, End, Program, Texts };

// Example: result 1 after 2 runs -> kind 2, index 1, runs 2 -> 0x2000'0001'0000'0002.
uint64_t codeOf(Kind kind, uint64_t index, uint64_t runs) {
  return uint64_t(kind) << 60 | (index & 0xfffffff) << 32 | (runs & 0xffffffff);
}

// The text of a call for messages: "asks for result 1 of run 2".
std::string textOf(uint64_t call) {
  const uint64_t runs = call & 0xffffffff;
  switch (Kind(call >> 60)) {
  case Kind::Run:
    return call >> 32 & 0xfffffff
               ? fmt::format("begins run {} (program {:07x})", runs, call >> 32 & 0xfffffff)
               : fmt::format("begins run {}", runs);
  case Kind::Result:
    return fmt::format("asks for result {} of run {}", call >> 32 & 0xfffffff, runs);
  case Kind::Program:
    return fmt::format("compiles a program after run {}", runs);
  case Kind::Texts:
    return fmt::format("gathers texts of all ranks after run {}", runs);
  case Kind::End:
    break;
  }
  return fmt::format("has ended after {} run{}", runs, runs == 1 ? "" : "s");
}

} // namespace

// All ranks have the same list of calls and so detect the difference together. Each names itself
// and the first rank that differs.
std::string RankCalls::difference(const std::vector<uint64_t> &calls) const {
  const size_t self = size_t(transport.rank());
  auto other =
      std::find_if(calls.begin(), calls.end(), [&](uint64_t call) { return call != calls[self]; });
  if (other == calls.end())
    return "";
  const bool isPlaced = Kind(calls[self] >> 60) == Kind::Run && !place.empty();
  return fmt::format(
      "rank {} {}{}, but rank {} {}; all ranks make the same calls in the same order", self,
      textOf(calls[self]), isPlaced ? ", which starts at " + place : "", other - calls.begin(),
      textOf(*other));
}

// An announcement in progress is waited for first: two exchanges of one rank must not overlap.
std::vector<uint64_t> RankCalls::gather(uint64_t call) {
  announced.wait();
  return gatherValues(transport, call, "the comparison of calls");
}

// The exchange runs in the background while the run computes.
void RankCalls::beginRun() {
  announced.wait();
  announced.post(codeOf(Kind::Run, 0, ++runs), {});
}

// The number of runs is counted for these ranks alone: another rank does not know of them.
void RankCalls::beginRun(const std::vector<int32_t> &ranks, uint64_t hash,
                         const std::string &where) {
  announced.wait();
  ++runs;
  place = where;
  announced.post(codeOf(Kind::Run, hash % 0xfffffff + 1, ++runsAmong[ranks]), ranks);
}

// Calls that have arrived when the transport fails count as well: a rank that does something else
// is why messages have been cut off.
std::string RankCalls::differenceOfRun() {
  announced.wait();
  return announced.difference();
}

llvm::Error RankCalls::meetForResult(size_t index) {
  return meet(codeOf(Kind::Result, index, runs));
}

llvm::Error RankCalls::meetForProgram() { return meet(codeOf(Kind::Program, 0, runs)); }

llvm::Error RankCalls::meetForTexts() { return meet(codeOf(Kind::Texts, 0, runs)); }

llvm::Error RankCalls::meet(uint64_t call) {
  std::string text = difference(gather(call));
  if (transport.hasFailed())
    text = transport.failure();
  return text.empty() ? llvm::Error::success() : failure("{}", text);
}

// A rank that has ended keeps answering requests for results and texts with its own "end", on which
// those requests fail.
bool RankCalls::end() {
  for (;;) {
    std::vector<uint64_t> calls = gather(codeOf(Kind::End, 0, runs));
    if (transport.hasFailed())
      return true; // such a transport waits for nobody
    auto anyIs = [&](Kind kind) {
      return std::any_of(calls.begin(), calls.end(),
                         [&](uint64_t call) { return Kind(call >> 60) == kind; });
    };
    if (anyIs(Kind::Run))
      return false;
    if (!anyIs(Kind::Result) && !anyIs(Kind::Texts))
      return true;
  }
}

// Posts the exchange of this rank's call with the others; ended() compares them.
void RankCalls::Announcement::post(uint64_t call, const std::vector<int32_t> &ranks) {
  own = call;
  all.assign(size_t(calls.transport.rankCount()), call);
  transfers = valueTransfers(calls.transport, own, all);
  if (!ranks.empty())
    std::erase_if(transfers, [&](const Transfer &transfer) {
      return !std::binary_search(ranks.begin(), ranks.end(), transfer.peer);
    });
  const bool isPlaced = !ranks.empty() && !calls.place.empty();
  what = isPlaced ? "the start of the run" : "the comparison of calls";
  location = isPlaced ? calls.place.c_str() : "outside of the program";
  {
    std::lock_guard lock(mutex);
    isOpen = true;
  }
  calls.transport.post(*this);
}

void RankCalls::Announcement::ended() {
  if (std::string text = calls.difference(all); !text.empty()) {
    // A rank that has ended may be about to report why, and its message is the better one.
    std::this_thread::sleep_for(std::chrono::seconds(1));
    calls.transport.fail(3, text);
  }
  failed();
}

void RankCalls::Announcement::failed() {
  std::lock_guard lock(mutex);
  isOpen = false;
  arrived.notify_all(); // under the lock: the waiting thread may destroy this object
}

void RankCalls::Announcement::wait() {
  std::unique_lock lock(mutex);
  arrived.wait(lock, [this] { return !isOpen; });
}

} // namespace spmd::rt

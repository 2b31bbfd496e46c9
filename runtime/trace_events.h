// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records when each device executed which command. The walks record; writeTrace writes the JSON
// format that chrome://tracing and Perfetto read. In the picture a process is a rank and a thread
// is a device.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace spmd::rt {

class Instance;

/// The time of a command inside of a BlocksCommand, the sum over all blocks and workers.
struct NestedTime {
  NestedTime(uint32_t block, uint32_t command) : block(block), command(command) {}
  const uint32_t block, command; // Program::blocks[block][command]
  std::atomic<int64_t> ns{0};
};

/// The commands that one device executed, in order. The thread that runs the walk writes it; it is
/// read only between runs.
class TraceRecord {
public:
  struct Span {
    uint32_t block = 0, command = 0; // Program::blocks[block][command]
    int64_t beginNs = 0, endNs = 0;  // of the steady clock
    int64_t workNs = 0;              // NestedTime::ns of a command inside of a BlocksCommand
  };

  /// Ends the current command and begins the next one. `inside` are the times of the commands
  /// inside of a BlocksCommand, which are complete when it ends.
  void begin(uint32_t block, uint32_t command, std::deque<NestedTime> *inside = nullptr) {
    end();
    if (spans.size() >= kMost) {
      ++left;
      return;
    }
    spans.push_back({block, command, now(), 0});
    nested = inside;
  }
  /// Commands inside of a BlocksCommand run on several workers at once. So each gets one span, in
  /// proportion to its time: one after another they fill the span of the BlocksCommand.
  void end();

  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  std::vector<Span> spans;
  int64_t left = 0; // commands behind the last span that there was room for
  /// The most spans of a run. A loop of a minute has 10^8 commands, and a span takes 32 bytes here
  /// and 180 to 250 in a file, of which viewers read some 100 MB.
  static constexpr size_t kMost = 1 << 19;

private:
  std::deque<NestedTime> *nested = nullptr; // of the command that has not ended
};

/// The names of a rank and of its devices, and the spans since Instance::startTracing, of each
/// device the first TraceRecord::kMost, as events between the brackets of a list. `devices` are the
/// numbers that a viewer shows, by the number of the device in the program; empty: the same.
std::string traceEvents(const Instance &instance, int64_t rank,
                        llvm::ArrayRef<int64_t> devices = {});

/// Writes the spans since Instance::startTracing, of all ranks, to one file. Rank 0 writes it; all
/// ranks must call. A span takes 32 bytes of memory and about 200 in the file. Ranks on different
/// machines have their own clocks, which are not aligned.
llvm::Error writeTrace(Instance &instance, const std::string &path);

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When each device was at which command: recorded by the walks, written as the JSON that
// chrome://tracing and Perfetto read. A process of the picture is a rank, a thread is a device.
#pragma once
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace spmd::rt {

class Instance;

/// What one device did, in order. Written by whoever runs the walk, read between runs.
class TraceRecord {
public:
  struct Span {
    uint32_t block = 0, command = 0; // Program::blocks[block][command]
    int64_t beginNs = 0, endNs = 0;  // of the steady clock
  };

  /// Ends the command under way and begins another one.
  void begin(uint32_t block, uint32_t command) {
    end();
    spans.push_back({block, command, now(), 0});
  }
  void end() {
    if (!spans.empty() && spans.back().endNs == 0)
      spans.back().endNs = now();
  }
  std::vector<Span> spans;

private:
  static int64_t now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

/// Writes what was recorded since Instance::startTracing, of all ranks into one file (rank 0 writes
/// it; all must call). A span takes 24 bytes of memory and some 200 of the file. Ranks of different
/// machines have clocks of their own, which nothing aligns.
llvm::Error writeTrace(Instance &instance, const std::string &path);

} // namespace spmd::rt

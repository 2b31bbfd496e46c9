// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records when each device executed which command. The walks record; writeTrace writes the JSON
// format that chrome://tracing and Perfetto read. In the picture a process is a rank and a thread
// is a device.
#pragma once
#include "llvm/Support/Error.h"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace spmd::rt {

class Instance;

/// The commands that one device executed, in order. The thread that runs the walk writes it; it is
/// read only between runs.
class TraceRecord {
public:
  struct Span {
    uint32_t block = 0, command = 0; // Program::blocks[block][command]
    int64_t beginNs = 0, endNs = 0;  // of the steady clock
  };

  /// Ends the current command and begins the next one.
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

/// Writes the spans since Instance::startTracing, of all ranks, to one file. Rank 0 writes it; all
/// ranks must call. A span takes 24 bytes of memory and about 200 in the file. Ranks on different
/// machines have their own clocks, which are not aligned.
llvm::Error writeTrace(Instance &instance, const std::string &path);

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library_check.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <fmt/format.h>

namespace spmd::rt {
namespace {

// A matmul of such operands stays inside of them.
std::string faultOf(const GemmConfig &matmul, const LibraryCommand &library) {
  if (library.operands.size() != 2 || library.results.size() != 1)
    return fmt::format("a matmul of {} operands and {} results", library.operands.size(),
                       library.results.size());
  const Operand *arrays[] = {&library.operands[0], &library.operands[1], &library.results[0]};
  std::array<uint64_t, 3> reach = reachOf(matmul);
  for (size_t i = 0; i < 3; ++i)
    if (reach[i] > arrays[i]->bytes)
      return fmt::format("a matmul reads or writes {} bytes of {}", reach[i], arrays[i]->bytes);
  return {};
}

// The function reads and writes the arrays with which it was registered.
std::string faultOf(const HostCallConfig &call, const LibraryCommand &library) {
  HostFunction arrays;
  for (const Operand &operand : library.operands)
    arrays.operandBytes.push_back(operand.bytes);
  for (const Operand &result : library.results)
    arrays.resultBytes.push_back(result.bytes);
  return hostCallFault(call.key, arrays);
}

} // namespace

std::string libraryFault(const LibraryCommand &library) {
  if (auto *matmul = std::get_if<GemmConfig>(&library.config))
    return faultOf(*matmul, library);
  if (auto *call = std::get_if<HostCallConfig>(&library.config))
    return faultOf(*call, library);
  return {};
}

bool callsHost(const Program &program) {
  for (const Block &block : program.blocks)
    for (const Command &command : block)
      if (auto *library = std::get_if<LibraryCommand>(&command.action))
        if (std::holds_alternative<HostCallConfig>(library->config))
          return true;
  return false;
}

} // namespace spmd::rt

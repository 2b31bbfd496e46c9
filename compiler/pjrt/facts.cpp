// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes down what the framework may ask of a program: types, bytes, and shardings in its words.
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/messages.pb.h"
#include "runtime/program_stats.h"
#include "runtime/serialize.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace spmd::pjrt {
namespace {

/// Entry `device` of each tile coordinate: its digits along the splits of a dim, major first.
int64_t coordinate(const std::vector<rt::Digit> &digits, int64_t logical) {
  int64_t at = 0;
  for (const rt::Digit &digit : digits)
    at = at * digit.size + logical / digit.stride % digit.size;
  return at;
}

/// A number under a name.
PJRT_NamedValue cost(std::string_view name, int64_t value) {
  PJRT_NamedValue made{};
  made.struct_size = sizeof made;
  made.name = name.data();
  made.name_size = name.size();
  made.type = PJRT_NamedValue_Type::Float;
  made.float_value = float(value);
  made.value_size = 1;
  return made;
}

/// Of the part on one device.
int64_t localBytes(const rt::Border &border) {
  return int64_t(bytesOf(border.type, border.localShape));
}

/// The kinds of memory of arguments or results.
void nameMemories(const std::vector<rt::Border> &borders, std::vector<const char *> &names,
                  std::vector<size_t> &sizes) {
  for (const rt::Border &border : borders) {
    const std::string_view name = kMemoryKinds[size_t(memoryKindOf(border.memory))];
    names.push_back(name.data());
    sizes.push_back(name.size());
  }
}

/// Points at texts that stay where they are.
void point(const std::vector<std::string> &texts, size_t begin, size_t count,
           std::vector<const char *> &data, std::vector<size_t> &sizes) {
  for (size_t i = begin; i < begin + count; ++i) {
    data.push_back(texts[i].data());
    sizes.push_back(texts[i].size());
  }
}

} // namespace

/// Devices are sorted by tile, and within a tile by number: those are copies of one another.
///   8 devices, dim 0 over digits {stride 2, size 4}  ->  dims [4, 2], devices 0 1 2 .. 7
// A list of devices, not a formula: jaxlib reads both, and a list says it for any mesh.
std::string shardingOf(const rt::Border &border, int64_t devices) {
  messages::OpSharding message;
  int64_t tiles = 1;
  std::vector<int64_t> counts;
  for (size_t d = 0; d < border.globalShape.size(); ++d) {
    int64_t count = 1;
    if (d < border.splits.size())
      for (const rt::Digit &digit : border.splits[d])
        count *= digit.size;
    counts.push_back(count);
    tiles *= count;
  }
  if (tiles == 1)
    return message.SerializeAsString();            // replicated
  std::vector<std::pair<int64_t, int64_t>> placed; // tile, device
  for (int64_t logical = 0; logical < devices; ++logical) {
    int64_t tile = 0;
    for (size_t d = 0; d < counts.size(); ++d)
      tile =
          tile * counts[d] + (d < border.splits.size() ? coordinate(border.splits[d], logical) : 0);
    placed.emplace_back(tile,
                        border.deviceOrder.empty() ? logical : border.deviceOrder[size_t(logical)]);
  }
  std::sort(placed.begin(), placed.end());
  message.set_type(messages::OpSharding::OTHER);
  for (int64_t count : counts)
    message.add_tile_assignment_dimensions(count);
  if (tiles < devices) {
    message.add_tile_assignment_dimensions(devices / tiles);
    message.set_replicate_on_last_tile_dim(true);
  }
  for (const auto &[tile, device] : placed)
    message.add_tile_assignment_devices(device);
  return message.SerializeAsString();
}

// Lists of C strings and sizes, as the interface wants them. They point into this object, which is
// made once and never copied.
Facts::Facts(const rt::Program &program)
    : name(program.name.empty() ? "main" : program.name),
      fingerprint(llvm::utohexstr(rt::fingerprintOf(program))) {
  for (const rt::Border &border : program.results) {
    resultTypes.push_back(typeOf(border.type));
    resultDims.insert(resultDims.end(), border.localShape.begin(), border.localShape.end());
    resultRanks.push_back(border.localShape.size());
    resultBytes += localBytes(border);
    aliasBytes += border.alias >= 0 ? localBytes(border) : 0;
  }
  for (const rt::Border &border : program.arguments)
    argumentBytes += localBytes(border);
  const size_t parameters = program.arguments.size(), results = program.results.size();
  nameMemories(program.arguments, parameterMemories, parameterMemorySizes);
  nameMemories(program.results, resultMemories, resultMemorySizes);
  for (const auto *borders : {&program.arguments, &program.results})
    for (const rt::Border &border : *borders)
      ownedShardings.push_back(shardingOf(border, program.deviceCount));
  point(ownedShardings, 0, parameters, parameterShardings, parameterShardingSizes);
  point(ownedShardings, parameters, results, resultShardings, resultShardingSizes);
  for (const std::vector<uint8_t> &object : program.objects)
    codeBytes += int64_t(object.size());
  temporaryBytes = int64_t(program.arenaBytes);
  const rt::ProgramStats stats = rt::statsOf(program);
  // The first two have the names of XLA's.
  costs = {cost("flops", stats.matmulFlops),
           cost("bytes accessed", stats.kernelBytes + stats.libraryBytes + stats.copyBytes),
           cost("argument bytes", argumentBytes), cost("output bytes", resultBytes),
           cost("temporary bytes", temporaryBytes)};
}

} // namespace spmd::pjrt

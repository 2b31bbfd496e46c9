// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the commands of a program without running it.
#include "runtime/program_stats.h"
#include "runtime/collective_plan.h"
#include "runtime/executable.h"
#include <algorithm>
#include <array>

namespace spmd::rt {

namespace {

// The number of values of CollectiveKind, which indexes the arrays of Totals.
constexpr size_t kKinds = 6;

/// Sums over a block and the blocks that it enters.
struct Totals {
  std::array<int64_t, 6> commands =
      {}; // kernels, library calls, partition ids, copies, loops, cases
  int64_t copyBytes = 0, kernelBytes = 0, libraryBytes = 0, matmulFlops = 0;
  std::array<int64_t, kKinds> counts = {}, bytes = {}, wireBytes = {};

  // Adds `times` executions of another block.
  void add(const Totals &other, int64_t times) {
    for (size_t i = 0; i < commands.size(); ++i)
      commands[i] += other.commands[i] * times;
    copyBytes += other.copyBytes * times;
    kernelBytes += other.kernelBytes * times;
    libraryBytes += other.libraryBytes * times;
    matmulFlops += other.matmulFlops * times;
    for (size_t i = 0; i < kKinds; ++i) {
      counts[i] += other.counts[i] * times;
      bytes[i] += other.bytes[i] * times;
      wireBytes[i] += other.wireBytes[i] * times;
    }
  }
  // The order in which branches of a case are compared: bytes sent, then number of commands.
  std::pair<int64_t, int64_t> cost() const {
    int64_t wire = 0, all = 0;
    for (int64_t value : wireBytes)
      wire += value;
    for (int64_t value : commands)
      all += value;
    return {wire, all};
  }
};

// Computes the totals of each block once, on demand: blocks refer to each other, and several may
// enter the same one.
class Counter {
public:
  explicit Counter(const Program &program)
      : program(program), blocks(program.blocks.size()), isKnown(blocks.size()) {}

  // The totals of a block, with those of all blocks that it enters. checkProgram() has excluded
  // cycles, so the recursion ends.
  const Totals &of(uint32_t block) {
    if (!isKnown[block]) {
      Totals totals;
      for (const Command &command : program.blocks[block])
        std::visit([&](const auto &action) { count(action, totals); }, command.action);
      blocks[block] = totals;
      isKnown[block] = true;
    }
    return blocks[block];
  }

private:
  // Values in the memory of a worker are in its cache and do not count.
  static int64_t bytesOf(const std::vector<Operand> &operands) {
    int64_t bytes = 0;
    for (const Operand &operand : operands)
      bytes += operand.base.space == Space::Local ? 0 : int64_t(operand.bytes);
    return bytes;
  }
  // The indices into `commands` have the order in which statsOf() unpacks them.
  void count(const KernelCommand &kernel, Totals &totals) {
    ++totals.commands[0];
    totals.kernelBytes += bytesOf(kernel.operands) + bytesOf(kernel.results);
  }
  void count(const LibraryCommand &library, Totals &totals) {
    ++totals.commands[1];
    auto *matmul = std::get_if<GemmConfig>(&library.config);
    if (!matmul) {
      totals.libraryBytes += bytesOf(library.operands) + bytesOf(library.results);
      return;
    }
    // A block of a matmul may have gaps, so its bytes follow from its sizes.
    auto size = [](const std::vector<GemmDim> &dims) {
      int64_t product = 1;
      for (const GemmDim &dim : dims)
        product *= dim.size;
      return product;
    };
    const int64_t b = size(matmul->batch), m = size(matmul->m), n = size(matmul->n),
                  k = size(matmul->k);
    totals.matmulFlops += 2 * b * m * n * k;
    auto add = [&](const Operand &operand, int64_t elements, DType type) {
      if (operand.base.space != Space::Local)
        totals.libraryBytes += elements * int64_t(sizeOf(type));
    };
    add(library.operands[0], b * m * k, matmul->lhs);
    add(library.operands[1], b * k * n, matmul->rhs);
    add(library.results[0], b * m * n, matmul->result);
  }
  void count(const PartitionIdCommand &, Totals &totals) { ++totals.commands[2]; }
  void count(const CopyCommand &copy, Totals &totals) {
    ++totals.commands[3];
    totals.copyBytes += int64_t(copy.source.bytes);
  }
  // The Start has counted the collective already.
  void count(const CollectiveDone &, Totals &) {}
  void count(const WhileCommand &loop, Totals &totals) {
    ++totals.commands[4];
    if (loop.tripCount < 0)
      totals.add(of(loop.cond), 2); // before the one trip and after it
    totals.add(of(loop.body), loop.tripCount < 0 ? 1 : loop.tripCount);
    Totals skipped;
    for (const Command &command : program.blocks[loop.body])
      if (auto *start = std::get_if<CollectiveStart>(&command.action);
          start && start->skipsLastTrip)
        count(*start, skipped);
    totals.add(skipped, -1);
  }
  // Its trips are no commands of their own.
  void count(const LoopCommand &loop, Totals &totals) {
    ++totals.commands[0];
    totals.kernelBytes += bytesOf(loop.operands) + bytesOf(loop.results);
  }
  // Which branch runs is known only at run time. The most expensive one bounds the cost of a step
  // from above.
  void count(const CaseCommand &choice, Totals &totals) {
    ++totals.commands[5];
    const Totals *costliest = &of(choice.branches[0]);
    for (uint32_t branch : choice.branches)
      if (of(branch).cost() > costliest->cost())
        costliest = &of(branch);
    totals.add(*costliest, 1);
  }
  // The commands inside count for each block.
  void count(const BlocksCommand &blocks, Totals &totals) {
    const size_t serialFrom = blocks.loops.size() - size_t(blocks.serialLoops);
    int64_t tiles = 1, serialBlocks = 1;
    for (size_t l = 0; l < blocks.loops.size(); ++l)
      (l < serialFrom ? tiles : serialBlocks) *= blocks.loops[l];
    totals.add(of(blocks.first), tiles);
    totals.add(of(blocks.rest), tiles * (serialBlocks - 1));
  }
  // Bytes sent by a ring; see CollectiveStats::wireBytes.
  void count(const CollectiveStart &start, Totals &totals) {
    size_t kind = size_t(start.kind);
    int64_t source = 0, target = 0;
    for (const CollectivePart &part : start.parts) {
      source += int64_t(part.source.bytes);
      target += int64_t(part.target.bytes);
    }
    // The larger side: an all_gather is measured by its result, a reduce_scatter by its operand.
    int64_t bytes = std::max(source, target), wire = 0;
    if (start.kind == CollectiveKind::Permute) {
      int64_t travelling = 0; // a pair from a device to itself sends nothing
      for (auto [from, to] : start.pairs)
        travelling += from != to;
      wire = source * travelling / program.deviceCount;
    } else {
      int64_t n = int64_t(groupsOf(start, program.deviceCount)[0].size());
      // Rounded once, else two exchanges would send less than one of both.
      wire = bytes * (n - 1) * (start.kind == CollectiveKind::AllReduce ? 2 : 1) / n;
    }
    ++totals.counts[kind];
    totals.bytes[kind] += bytes;
    totals.wireBytes[kind] += wire;
  }

  const Program &program;
  std::vector<Totals> blocks;
  std::vector<bool> isKnown;
};

} // namespace

// The local shapes of the borders include padding, which is stored like other elements.
MemoryUse memoryUseOf(const Program &program) {
  MemoryUse memory{.arenaBytes = program.arenaBytes};
  for (const Border &argument : program.arguments)
    memory.argumentBytes += localBytes(argument);
  for (const Border &result : program.results) {
    memory.resultBytes += localBytes(result);
    if (result.alias >= 0)
      memory.aliasBytes += localBytes(result);
  }
  return memory;
}

// The totals of main, plus the memory that the borders and the arena need.
ProgramStats statsOf(const Program &program) {
  const Totals totals = Counter(program).of(0);
  auto [kernels, libraryCalls, partitionIds, copies, loops, cases] = totals.commands;
  ProgramStats stats{.kernels = kernels,
                     .libraryCalls = libraryCalls,
                     .partitionIds = partitionIds,
                     .copies = copies,
                     .loops = loops,
                     .cases = cases,
                     .copyBytes = totals.copyBytes,
                     .kernelBytes = totals.kernelBytes,
                     .libraryBytes = totals.libraryBytes,
                     .matmulFlops = totals.matmulFlops,
                     .differentKernels = int64_t(program.kernels.size()),
                     .memory = memoryUseOf(program),
                     .constantBytes = program.constants.size()};
  for (size_t kind = 0; kind < kKinds; ++kind)
    if (totals.counts[kind])
      stats.collectives.push_back({.kind = CollectiveKind(kind),
                                   .count = totals.counts[kind],
                                   .bytes = totals.bytes[kind],
                                   .wireBytes = totals.wireBytes[kind]});
  return stats;
}

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the routine "blocks". A tile reads the numbers of its config in place, while it walks
// through the steps, and so allocates nothing.
#include "runtime/kernels/blocks.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/workspace.h"
#include <array>
#include <cassert>
#include <span>

namespace spmd::rt {
namespace {

// The numbers before the loops: parallel tiles, serial blocks per tile, bytes of local memory,
// number of loops, number of steps.
constexpr size_t kHead = 5;

// Runs the serial blocks of one tile. `at` holds the current iteration of each loop, `next` the
// position in the config.
class BlockWalk {
public:
  BlockWalk(const RoutineArgs &args, int64_t tile)
      : args(args), serialBlocks(args.config[1]), loops(size_t(args.config[3])),
        steps(args.config[4]), tile(tile),
        local(workspace(WorkspaceUse::Blocks, uint64_t(args.config[2]))) {}

  void run() {
    for (int64_t block = 0; block < serialBlocks; ++block) {
      int64_t rest = tile * serialBlocks + block;
      for (size_t l = loops; l-- > 0; rest /= args.config[kHead + l])
        at[l] = rest % args.config[kHead + l];
      next = args.config.data() + kHead + loops;
      for (int64_t step = 0; step < steps; ++step)
        runStep(block);
    }
  }

private:
  // Reads one step and runs it: {kernel, extent, sums, length of gemm, gemm..., number of buffers,
  // buffers...}. The first serial block writes its matmul result and later ones add to it, so the
  // result needs no clearing.
  void runStep(int64_t block) {
    const int64_t kernel = *next++, extent = *next++, sums = *next++;
    const std::span<const int64_t> gemm(next + 1, size_t(*next));
    next += 1 + gemm.size();
    const size_t count = size_t(*next++);
    for (size_t i = 0; i < count; ++i)
      buffers[i] = address();
    if (kernel >= 0)
      return args.kernels[kernel](buffers.data(), 0, extent);
    GemmPlan plan = GemmPlan::of(gemm);
    plan.addToResult = sums && block > 0;
    for (int64_t t = 0, tiles = plan.tiles(); t < tiles; ++t)
      runGemmTile(plan, buffers[0], buffers[1], buffers[2], t);
  }

  // Reads one buffer {home, index, offset, a stride for each loop} and returns its address.
  void *address() {
    const auto home = BlockBuffer::Home(*next++);
    const int64_t index = *next++;
    int64_t offset = *next++;
    for (size_t l = 0; l < loops; ++l)
      offset += at[l] * *next++;
    if (home == BlockBuffer::Home::Local)
      return local + offset;
    void *base = (home == BlockBuffer::Home::Operand ? args.operands : args.results)[index];
    return static_cast<std::byte *>(base) + offset;
  }

  const RoutineArgs &args;
  const int64_t serialBlocks;
  const size_t loops;
  const int64_t steps, tile;
  std::byte *local;
  const int64_t *next = nullptr;
  std::array<int64_t, kMaxBlockLoops> at{};
  std::array<void *, kMaxBlockBuffers> buffers; // the buffers of the current step
};

} // namespace

// Writes the form that BlockWalk reads. The counts of tiles and blocks are stored first, since the
// runtime asks for them often.
std::vector<int64_t> BlocksConfig::encode() const {
  assert(loops.size() <= size_t(kMaxBlockLoops) && "more loops than a walk has room for");
  int64_t parallel = 1, serial = 1;
  for (size_t l = 0; l < loops.size(); ++l)
    (l + size_t(serialLoops) < loops.size() ? parallel : serial) *= loops[l];
  std::vector<int64_t> numbers = {parallel, serial, localBytes, int64_t(loops.size()),
                                  int64_t(steps.size())};
  auto append = [&](const std::vector<int64_t> &more) {
    numbers.insert(numbers.end(), more.begin(), more.end());
  };
  append(loops);
  for (const BlockStep &step : steps) {
    assert(step.buffers.size() <= size_t(kMaxBlockBuffers) &&
           "more buffers than a walk has room for");
    append({step.kernel, step.extent, step.sums, int64_t(step.gemm.size())});
    append(step.gemm);
    numbers.push_back(int64_t(step.buffers.size()));
    for (const BlockBuffer &buffer : step.buffers) {
      append({int64_t(buffer.home), buffer.index, buffer.offset});
      std::vector<int64_t> strides = buffer.strides;
      strides.resize(loops.size());
      append(strides);
    }
  }
  return numbers;
}

// Steps take their local memory from the thread's workspace, so there is no scratch.
const Routine kBlocksRoutine = {
    .name = "blocks",
    .tiles = [](const std::vector<int64_t> &config) { return config[0]; },
    .scratchBytes = [](const std::vector<int64_t> &) { return uint64_t(0); },
    .run = [](const RoutineArgs &args, int64_t tile) { BlockWalk(args, tile).run(); }};

} // namespace spmd::rt

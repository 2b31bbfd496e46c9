// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the routine "blocks". The plans of its matmuls are made once, so that a tile allocates
// nothing.
#include "runtime/kernels/blocks.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <array>

namespace spmd::rt {
namespace {

// What all tiles share: how many there are, how many blocks each runs in order, and the plans of
// the matmuls, one per step. A matmul that sums has a second plan, which adds to its result.
struct BlocksPlan {
  int64_t tiles = 1, serialBlocks = 1;
  std::vector<std::vector<GemmPlan>> matmuls;

  explicit BlocksPlan(const BlocksConfig &config) {
    const size_t serialFrom = config.loops.size() - size_t(config.serialLoops);
    for (size_t l = 0; l < config.loops.size(); ++l)
      (l < serialFrom ? tiles : serialBlocks) *= config.loops[l];
    for (const BlockStep &step : config.steps) {
      std::vector<GemmPlan> &plans = matmuls.emplace_back();
      if (step.kernel >= 0)
        continue;
      plans.assign(step.sums ? 2 : 1, GemmPlan::of(step.gemm));
      plans.back().addToResult |= step.sums;
    }
  }
};

// Runs the serial blocks of one tile.
class BlockWalk {
public:
  BlockWalk(const RoutineArgs &args, int64_t tile)
      : args(args), config(std::get<BlocksConfig>(args.config)),
        plan(*static_cast<const BlocksPlan *>(args.plan)), tile(tile),
        local(workspace(WorkspaceUse::Blocks, uint64_t(config.localBytes))) {}

  void run() {
    for (int64_t block = 0; block < plan.serialBlocks; ++block) {
      int64_t rest = tile * plan.serialBlocks + block;
      for (size_t l = config.loops.size(); l-- > 0; rest /= config.loops[l])
        at[l] = rest % config.loops[l];
      for (size_t i = 0; i < config.steps.size(); ++i)
        runStep(config.steps[i], plan.matmuls[i], block);
    }
  }

private:
  // The first serial block writes its matmul result and later ones add to it, so the result needs
  // no clearing.
  void runStep(const BlockStep &step, const std::vector<GemmPlan> &matmuls, int64_t block) {
    for (size_t i = 0; i < step.buffers.size(); ++i)
      buffers[i] = address(step.buffers[i]);
    if (step.kernel >= 0)
      return args.kernels[step.kernel](buffers.data(), 0, step.extent);
    const GemmPlan &matmul = block > 0 ? matmuls.back() : matmuls.front();
    for (int64_t t = 0, tiles = matmul.tiles(); t < tiles; ++t)
      runGemmTile(matmul, buffers[0], buffers[1], buffers[2], t);
  }

  void *address(const BlockBuffer &buffer) const {
    int64_t offset = buffer.offset;
    for (size_t l = 0; l < buffer.strides.size(); ++l)
      offset += at[l] * buffer.strides[l];
    if (buffer.home == BlockBuffer::Home::Local)
      return local + offset;
    void *base =
        (buffer.home == BlockBuffer::Home::Operand ? args.operands : args.results)[buffer.index];
    return static_cast<std::byte *>(base) + offset;
  }

  const RoutineArgs &args;
  const BlocksConfig &config;
  const BlocksPlan &plan;
  const int64_t tile;
  std::byte *local;
  std::array<int64_t, kMaxBlockLoops> at{};     // the current iteration of each loop
  std::array<void *, kMaxBlockBuffers> buffers; // the buffers of the current step
};

} // namespace

const Routine kBlocksRoutine = {
    .name = "blocks",
    .tiles = [](const LibraryConfig &,
                const void *plan) { return static_cast<const BlocksPlan *>(plan)->tiles; },
    .run = [](const RoutineArgs &args, int64_t tile) { BlockWalk(args, tile).run(); },
    .plan = [](const LibraryConfig &config) -> std::shared_ptr<const void> {
      return std::make_shared<BlocksPlan>(std::get<BlocksConfig>(config));
    }};

} // namespace spmd::rt

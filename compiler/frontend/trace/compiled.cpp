// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles and runs the frontend's programs on the machinery of Program.
//
// A run binds the shards of its arguments, gets shards for its results, and computes. Nothing is
// copied where an argument lies in the layout that the program was compiled for, which is so for
// the results of an earlier program: their layouts are part of the key by which a program is found.
// Host arrays are cut into shards first.
#include "compiler/frontend/trace/compiled.h"
#include "compiler/frontend/array/ranks.h"
#include "compiler/frontend/compile_apart.h"
#include <atomic>

namespace spmd {
inline namespace frontend {

/// Bytes of a device's part of a result that its program keeps: a page. What takes longer to
/// compute is worth a look-up.
static constexpr uint64_t kSmall = 4096;

/// The options are the defaults of Program. A program without a mesh is a matter of each rank.
CompiledCall::CompiledCall(const std::string &text, const std::string &name, const MeshData *mesh)
    : name(name), mesh(mesh) {
  SessionOptions options;
  options.sharesWorkers = true;
  options.ranks = mesh ? SessionRanks::Shared : SessionRanks::Alone;
  options.bindsBorders = true;
  {
    std::unique_lock<std::mutex> ranks = mesh ? lockRanks() : std::unique_lock<std::mutex>();
    session = openApart(text, name, options);
  }
  places = size_t(session->rankMap().devicesPerRank);
  const rt::Program &program = session->program();
  for (const rt::Border &border : program.arguments)
    argumentLayouts.push_back(layoutOf(border, mesh));
  for (const rt::Border &border : program.results) {
    resultLayouts.push_back(layoutOf(border, mesh));
    resultTypes.push_back(Type{frontendType(border.type), border.globalShape});
  }
  held.resize(program.arguments.size());
  bound.resize(program.arguments.size());
  made.resize(program.results.size());
  spares.resize(program.results.size());
}

/// The shards are no longer this program's before it lets go of them (isShared).
CompiledCall::~CompiledCall() {
  for (Spares &each : spares)
    for (std::shared_ptr<rt::Shards> &spare : each)
      if (spare)
        spare->isKept = false;
}

/// Whether anybody but the caller and the program that computed them has the shards. That program
/// may end meanwhile: it then counts as anybody.
static bool isShared(const std::shared_ptr<rt::Shards> &shards) {
  const long count = shards.use_count();
  std::atomic_thread_fence(std::memory_order_acquire);
  return count > 1 + shards->isKept;
}

/// The shards of values that lie as the program wants them. Taken under one lock, so that no
/// donation comes in between.
void CompiledCall::collect(std::span<const TensorValue *const> arguments, Where where) {
  for (auto *shards : {&bound, &made})
    shards->assign(shards->size(), nullptr); // what a run that failed has left
  auto lock = lockValues();
  for (size_t i = 0; i < arguments.size(); ++i) {
    const TensorValue &owner = ownerOf(*arguments[i]);
    if (owner.donation)
      checkNotDonated(*arguments[i], where);
    if (owner.shards && owner.layout == argumentLayouts[i])
      bound[i] = owner.shards;
  }
}

/// Shards for an argument that has none in the layout of the program: a tensor of the host, or one
/// that lies otherwise, which goes through the host. A donated one is not kept, since nobody can
/// pass it again.
void CompiledCall::fetch(size_t index, const TensorValue &value, bool isDonated, Where where) {
  const Layout &layout = *argumentLayouts[index];
  Held &kept = held[index];
  if (kept.id == value.id && !isDonated) {
    bound[index] = kept.shards;
    return;
  }
  kept = {};
  bound[index] = scattered(hostArrayOf(value, where), layout);
  if (!isDonated)
    kept = {value.id, bound[index]};
}

/// Takes donated values, whose shards the run may write to unless somebody else has them.
void CompiledCall::take(std::span<const TensorValue *const> arguments,
                        const std::vector<bool> &isDonated, Where where) {
  donate(arguments, isDonated, name, where);
  // A layout that is not the program's, and shards in other hands, are copied.
  for (size_t i = 0; i < arguments.size(); ++i)
    if (isDonated[i] && session->program().arguments[i].donated &&
        (!bound[i]->isWritable() || isShared(bound[i])))
      bound[i] = copied(*bound[i], *argumentLayouts[i]);
}

/// Shards for a result that has no alias: its own of an earlier run, if they are small and free.
std::shared_ptr<rt::Shards> CompiledCall::shardsFor(size_t result) {
  const uint64_t bytes = resultLayouts[result]->localBytes;
  std::shared_ptr<rt::Shards> *empty = nullptr;
  if (bytes <= kSmall)
    for (std::shared_ptr<rt::Shards> &spare : spares[result]) {
      if (!spare) {
        empty = &spare;
      } else if (spare.use_count() == 1) {
        // Another thread may have dropped them, and has read them before.
        std::atomic_thread_fence(std::memory_order_acquire);
        return spare;
      }
    }
  auto shards = rt::Shards::allocate(bytes, places);
  if (!shards)
    throw Error(llvm::toString(shards.takeError()));
  if (empty) {
    *empty = *shards;
    (*shards)->isKept = true;
  }
  return std::move(*shards);
}

/// Shards for the results. Those with an alias lie in the shards of their arguments.
void CompiledCall::bindResults() {
  const std::vector<rt::Border> &borders = session->program().results;
  for (size_t i = 0; i < made.size(); ++i) {
    if (borders[i].alias >= 0) {
      made[i] = std::move(bound[size_t(borders[i].alias)]);
      continue;
    }
    made[i] = shardsFor(i);
    session->bindResult(i, *made[i]);
  }
}

/// Addresses that are bound already are not written again, which makes the steady state of a loop
/// cheap: donated arguments are the results of the step before, in the same memory.
void CompiledCall::run(std::span<const TensorValue *const> arguments, Where where,
                       llvm::function_ref<void(Tensor)> give, const std::vector<bool> &isDonated,
                       std::span<const AxisNames *const> axes) {
  std::lock_guard lock(mutex);
  assert(arguments.size() == held.size() && "one value per argument of main");
  collect(arguments, where);
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!bound[i])
      fetch(i, *arguments[i], !isDonated.empty() && isDonated[i], where);
  if (!isDonated.empty())
    take(arguments, isDonated, where);
  for (size_t i = 0; i < bound.size(); ++i)
    session->bindArgument(i, *bound[i]);
  bindResults();
  {
    std::unique_lock<std::mutex> ranks = mesh ? lockRanks() : std::unique_lock<std::mutex>();
    if (llvm::Error error = session->run())
      throw Error(llvm::toString(std::move(error)));
  }
  for (std::shared_ptr<rt::Shards> &shards : bound)
    shards.reset();
  for (size_t i = 0; i < made.size(); ++i)
    give(placedTensor(resultTypes[i], resultLayouts[i], std::move(made[i]),
                      axes.empty() ? nullptr : axes[i], where));
}

} // namespace frontend
} // namespace spmd

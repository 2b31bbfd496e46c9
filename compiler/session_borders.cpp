// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binds shards as arguments and results of a session.
//
// The frontend's tensors keep their shards between programs, so its sessions have no memory for
// them. Binding writes addresses and copies nothing.
#include "compiler/session_state.h"

namespace spmd {

/// One process without other ranks has all devices.
rt::RankMap Session::rankMap() const {
  return {state->transport, int64_t(state->instance->localDevices().size())};
}

void Session::bindArgument(size_t index, const rt::Shards &shards) {
  state->instance->bindArgument(index, shards);
}

void Session::bindResult(size_t index, const rt::Shards &shards) {
  state->instance->bindResult(index, shards);
}

/// One worker is enough: the calling thread works, too. The workers of the session may all be
/// waiting for the caller.
llvm::Error Session::runApart(const std::vector<const rt::Shards *> &arguments,
                              const std::vector<const rt::Shards *> &results) const {
  rt::Workers workers({.threads = 1});
  auto instance = rt::Instance::create(state->executable, workers, nullptr, /*bindsBorders=*/true);
  if (!instance)
    return instance.takeError();
  for (size_t i = 0; i < arguments.size(); ++i)
    (*instance)->bindArgument(i, *arguments[i]);
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i])
      (*instance)->bindResult(i, *results[i]);
  return (*instance)->runToEnd();
}

} // namespace spmd

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

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets and binds arguments of a session, binds and joins results.
//
// The frontend's tensors keep their shards between programs, so its sessions have no memory for
// them. Binding writes addresses and copies nothing.
#include "compiler/session_state.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {

/// The numbers of the results whose JAX path contains `name`.
std::vector<size_t> Session::resultsNamed(std::string_view name) const {
  std::vector<size_t> found;
  for (auto [i, border] : llvm::enumerate(program().results))
    if (border.name.find(name) != std::string::npos)
      found.push_back(i);
  return found;
}

llvm::Error Session::setArgument(size_t index, const rt::Array &global) {
  return state->instance->setArgument(index, global);
}

/// Over MPI the ranks meet first, so that a rank that asks for another result gets an error.
llvm::Expected<rt::Array> Session::result(size_t index) {
  if (state->calls)
    if (llvm::Error error = state->calls->meetForResult(index))
      return error;
  return state->instance->result(index);
}

/// All results, each as a global array.
llvm::Expected<std::vector<rt::Array>> Session::results() {
  std::vector<rt::Array> all;
  for (size_t i = 0; i < program().results.size(); ++i) {
    auto one = result(i);
    if (!one)
      return one.takeError();
    all.push_back(std::move(*one));
  }
  return all;
}

/// One process without other ranks has all devices.
rt::RankMap Session::rankMap() const { return state->instance->ranks(); }

void Session::bindArgument(size_t index, const rt::Shards &shards) {
  state->instance->bindArgument(index, shards);
}

void Session::bindResult(size_t index, const rt::Shards &shards) {
  state->instance->bindResult(index, shards);
}

// A rank without devices has no instance. Runs of runApart end under the same lock.
void Session::cancelRun() {
  if (state->instance)
    state->instance->cancel();
  std::lock_guard lock(state->apartMutex);
  for (rt::Instance *instance : state->apart)
    instance->cancel();
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
  {
    std::lock_guard lock(state->apartMutex);
    state->apart.push_back(instance->get());
  }
  llvm::Error error = (*instance)->runToEnd();
  std::lock_guard lock(state->apartMutex);
  llvm::erase(state->apart, instance->get());
  return error;
}

} // namespace spmd

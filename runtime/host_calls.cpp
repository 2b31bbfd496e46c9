// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of host functions of the process.
#include "runtime/host_calls.h"
#include <atomic>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <mutex>
#include <utility>

namespace spmd::rt {
namespace {

/// Never destroyed: objects of the host that end late remove their functions from it.
struct Table {
  std::atomic<HostDispatch> dispatch{nullptr};
  std::mutex mutex;
  struct Entry {
    HostFunction function;
    int64_t holders = 1;
  };
  std::map<uint64_t, Entry> functions;
  std::vector<uint64_t> gone;
  uint64_t lastKey = 0;
};
Table &table() {
  static Table *made = new Table;
  return *made;
}

// How many calls are open on this thread, one inside of the other.
thread_local int openCalls = 0;

} // namespace

void setHostDispatch(HostDispatch dispatch) { table().dispatch.store(dispatch); }

uint64_t addHostFunction(HostFunction function) {
  std::lock_guard lock(table().mutex);
  table().functions.emplace(++table().lastKey, Table::Entry{std::move(function)});
  return table().lastKey;
}

void holdHostFunction(uint64_t key) {
  std::lock_guard lock(table().mutex);
  if (auto found = table().functions.find(key); found != table().functions.end())
    ++found->second.holders;
}

void letGoOfHostFunction(uint64_t key) {
  std::lock_guard lock(table().mutex);
  auto found = table().functions.find(key);
  if (found == table().functions.end() || --found->second.holders > 0)
    return;
  table().functions.erase(found);
  table().gone.push_back(key);
}

std::vector<uint64_t> takeGoneHostFunctions() {
  std::lock_guard lock(table().mutex);
  return std::exchange(table().gone, {});
}

HostFunctionHolds::~HostFunctionHolds() {
  for (uint64_t key : keys)
    letGoOfHostFunction(key);
}

void HostFunctionHolds::add(uint64_t key) {
  holdHostFunction(key);
  keys.push_back(key);
}

std::string hostCallFault(uint64_t key, const HostFunction &arrays) {
  if (!table().dispatch.load())
    return fmt::format("host function {} is called in a process that has registered no functions",
                       key);
  std::lock_guard lock(table().mutex);
  auto found = table().functions.find(key);
  if (found == table().functions.end())
    return fmt::format("host function {} is not registered in this process", key);
  const HostFunction &own = found->second.function;
  if (own == arrays)
    return {};
  return fmt::format("host function {} takes arrays of [{}] bytes and gives [{}]; the program "
                     "calls it on [{}] for [{}]",
                     key, fmt::join(own.operandBytes, ", "), fmt::join(own.resultBytes, ", "),
                     fmt::join(arrays.operandBytes, ", "), fmt::join(arrays.resultBytes, ", "));
}

// Exceptions of a dispatcher end in it: the runtime is built without them.
std::string callHost(uint64_t key, void *const *operands, void *const *results) {
  HostDispatch dispatch = table().dispatch.load();
  if (!dispatch)
    return "no host functions are registered any more";
  ++openCalls;
  std::string failure = dispatch(key, operands, results);
  --openCalls;
  return failure;
}

bool isInHostCall() { return openCalls > 0; }

} // namespace spmd::rt

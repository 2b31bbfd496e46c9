// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the host process that programs call while they run, such as Python functions of a
// JAX program. A program names a function by its key, which is valid in this process only.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace spmd::rt {

/// The arrays that a function reads and writes, by their sizes in bytes. They are dense and
/// row-major.
struct HostFunction {
  std::vector<uint64_t> operandBytes, resultBytes;
  bool operator==(const HostFunction &) const = default;
};

/// Calls the function of a key on these arrays. Returns why it has failed; empty where it has not.
/// Any number of threads call it at once.
using HostDispatch = std::string (*)(uint64_t key, void *const *operands, void *const *results);

/// Sets the one function that calls all others. Without one, no program with calls is loaded.
void setHostDispatch(HostDispatch dispatch);

/// Registers a function, and holds it. Its key is new in the process, and never 0.
uint64_t addHostFunction(HostFunction function);
/// Holds a function once more, and the end of one hold. A function that nobody holds is gone: no
/// program can call it any more. Unknown keys are ignored.
void holdHostFunction(uint64_t key);
void letGoOfHostFunction(uint64_t key);
/// The functions that have gone since the last call. The host asks when it likes: functions may go
/// on any thread, also on one that must not wait for the host.
std::vector<uint64_t> takeGoneHostFunctions();

/// The functions that a loaded program calls, held for as long as the object lives.
class HostFunctionHolds {
public:
  HostFunctionHolds() = default;
  ~HostFunctionHolds();
  HostFunctionHolds(const HostFunctionHolds &) = delete;
  void add(uint64_t key);

private:
  std::vector<uint64_t> keys;
};

/// Why a program cannot call `key` with such arrays; empty where it can.
///   "host function 7 is not registered in this process"
std::string hostCallFault(uint64_t key, const HostFunction &arrays);

/// Calls the function through the dispatcher. Returns why it has failed; empty where it has not.
std::string callHost(uint64_t key, void *const *operands, void *const *results);

/// Whether the calling thread is inside of callHost. Work that it starts must not wait for the run
/// that has called it.
bool isInHostCall();

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled programs of the framework: a session of the compiler, and the devices that run it.
#pragma once
#include "compiler/pjrt/abi_executables.h"
#include "compiler/pjrt/buffer.h"
#include "compiler/pjrt/ranks.h"
#include "compiler/session.h"
#include "runtime/library_check.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <memory>
#include <string>
#include <vector>

namespace spmd::pjrt {

/// What the framework asks of a program, in the form in which it wants it.
struct Facts {
  explicit Facts(const rt::Program &program);

  std::string name, fingerprint;
  std::vector<PJRT_Buffer_Type> resultTypes;
  std::vector<int64_t> resultDims; // of all results, one after another
  std::vector<size_t> resultRanks; // the number of dims of each
  std::vector<const char *> resultMemories, parameterMemories;
  std::vector<size_t> resultMemorySizes, parameterMemorySizes;
  std::vector<std::string> ownedShardings; // serialized, of parameters and then of results
  std::vector<const char *> parameterShardings, resultShardings;
  std::vector<size_t> parameterShardingSizes, resultShardingSizes;
  int64_t codeBytes = 0, argumentBytes = 0, resultBytes = 0, aliasBytes = 0, temporaryBytes = 0;
  std::vector<PJRT_NamedValue> costs;
};

/// How an array lies on the devices of a program, as a serialized OpSharding. A tile of the array
/// lies on all devices whose digits agree in the dims that are split.
std::string shardingOf(const rt::Border &border, int64_t devices);

/// A program that may run. Shared by the framework's handles and by runs in progress.
class Compiled {
public:
  /// Without participants the program runs in this process alone. `source` is what the framework
  /// has sent, with its options; empty for a program that was read back.
  explicit Compiled(std::unique_ptr<Session> session, const Participants &participants = {},
                    std::string source = {}, CompileOptions options = {});

  const rt::Program &program() const { return session->program(); }
  /// Whether other processes run it together with this one.
  bool isShared() const { return ranks != nullptr; }
  /// The parts of one array on the devices of the program, by partition.
  using Parts = std::vector<std::shared_ptr<Memory>>;
  /// Runs to the end with these parts of each argument and result. Results with an alias have
  /// none. One thread at a time: that of the client's queue. Functions that a run has called may
  /// run it as well.
  Status run(const std::vector<Parts> &arguments, const std::vector<Parts> &results);
  /// Ends the runs in progress early. Any thread may call it.
  void cancel() { session->cancelRun(); }
  /// Says that a run which other ranks wait for does not come. Nothing in a process alone.
  void giveUp(const Status &status);
  /// Whether a run is shorter than a hand-over to another thread: the last one was. Never so if it
  /// may take any time, because it calls functions of the host, waits for other ranks or has a loop
  /// that ends by a condition: the thread of the host would hear no signal.
  bool isShort() const {
    return isBounded && lastMicroseconds.load(std::memory_order_relaxed) < kShort;
  }

  /// The program of one device as text of StableHLO. It is made when it is asked for first, which
  /// takes the time of half a compilation. Any thread may ask.
  Status textOf(const std::string *&text);

private:
  Status runHere(const std::vector<Parts> &arguments, const std::vector<Parts> &results);
  Status runApart(const std::vector<Parts> &arguments, const std::vector<Parts> &results) const;

  // Microseconds. Measured on two cores: x + 1 on 8 x 8 and the wait for it take 5 to 8 us on the
  // calling thread, 19 to 69 us through the queue.
  static constexpr int64_t kShort = 50;
  std::unique_ptr<Session> session;
  std::atomic<int64_t> lastMicroseconds = kShort;
  SharedRanks *const ranks; // null: this process alone
  const int64_t rank;       // of this process, and the framework's devices by partition, for traces
  const std::vector<int64_t> deviceIds;
  SharedProgram shared;
  const std::string source;
  const CompileOptions options;
  std::mutex mutex;
  std::string text; // empty until it was asked for

public:
  const Facts facts;
  const bool callsHost, isBounded;
};

/// Tells the host the shardings that a program asks for. Fails where the host's function does.
Status tellInspections(std::string_view code, CompileOptions options);
/// Ends the compilations of this process early, with errors. The framework compiles on threads of
/// its own, for which it does not wait when its user ends it.
void cancelCompilations();
/// Runs `work` on a thread of its own (compiler/own_thread.h), and sets its flag where all
/// compilations are cancelled and where a signal such as Ctrl-C calls the caller back.
Status runCancellable(llvm::function_ref<llvm::Error(const std::atomic<bool> &)> work);

} // namespace spmd::pjrt

struct PJRT_Executable {
  std::shared_ptr<spmd::pjrt::Compiled> compiled;
  std::vector<void *> parameterLayouts = {}, resultLayouts = {}; // once they were asked for
};

struct PJRT_LoadedExecutable {
  PJRT_Client *client;
  std::vector<PJRT_Device *> devices, ownDevices; // by partition: all, and those of this process
  std::vector<PJRT_LogicalDeviceIds> logicalIds;  // of those of this process
  std::shared_ptr<spmd::pjrt::Compiled> compiled;
  std::atomic<bool> isDeleted = false;
};

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension for profilers: jax.profiler.trace gets the runs of programs as an XSpace, XLA's
// format of profiles.
#include "compiler/pjrt/profiler.h"
#include "compiler/pjrt/abi_profiler.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/messages.pb.h"
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

/// Holds the message until the framework destroys it.
struct PLUGIN_Profiler_Error {
  std::string message;
};

namespace spmd::pjrt {

/// One run of a program.
struct Run {
  std::string name; // of the program, "jit_step"
  std::thread::id thread;
  int64_t begin, duration; // nanoseconds; since 1970, as the framework's own events
};

} // namespace spmd::pjrt

/// One session of the framework's profiler. It gets all runs between its start and its stop.
struct PLUGIN_Profiler {
  bool isRunning = false;
  int64_t begin = 0; // nanoseconds since 1970
  std::vector<spmd::pjrt::Run> runs;
  std::string bytes; // of the profile that is lent to the framework
};

namespace spmd::pjrt {
namespace {

/// Viewers show planes with this prefix as devices.
constexpr std::string_view kPlane = "/device:CUSTOM:spmd";

/// The profilers that record, and how many there are.
struct Recorders {
  std::atomic<size_t> count = 0;
  std::mutex mutex;
  std::vector<PLUGIN_Profiler *> all;
};

/// Never destroyed: runs may end after the end of main.
Recorders &recorders() {
  static auto *made = new Recorders;
  return *made;
}

/// One line for each thread that runs programs: the client's queue, and callers of short ones.
std::string profileOf(const std::vector<Run> &runs) {
  messages::XSpace space;
  if (runs.empty()) // of another platform, which has no use for an empty plane
    return space.SerializeAsString();
  messages::XPlane &plane = *space.add_planes();
  plane.set_name(std::string(kPlane));
  std::map<std::string, int64_t> programs;
  std::map<std::thread::id, messages::XLine *> lines;
  for (const Run &run : runs) {
    auto [program, isNew] = programs.try_emplace(run.name, int64_t(programs.size()) + 1);
    if (isNew) {
      messages::XEventMetadata &metadata = (*plane.mutable_event_metadata())[program->second];
      metadata.set_id(program->second);
      metadata.set_name(run.name);
    }
    messages::XLine *&line = lines[run.thread];
    if (!line) {
      line = plane.add_lines();
      line->set_id(int64_t(lines.size()));
      line->set_name("runs of thread " + std::to_string(lines.size()));
      line->set_timestamp_ns(run.begin);
    }
    // Events count from the first one of their line.
    messages::XEvent &event = *line->add_events();
    event.set_metadata_id(program->second);
    event.set_offset_ps((run.begin - line->timestamp_ns()) * 1000);
    event.set_duration_ps(run.duration * 1000);
  }
  return space.SerializeAsString();
}

/// No runs are added from now on.
void endRecording(PLUGIN_Profiler &profiler) {
  Recorders &all = recorders();
  std::lock_guard lock(all.mutex);
  all.count -= std::erase(all.all, &profiler);
  profiler.isRunning = false;
}

/// Options choose what the framework's own profilers record.
PLUGIN_Profiler_Error *create(PLUGIN_Profiler_Create_Args *args) {
  args->profiler = new PLUGIN_Profiler;
  return nullptr;
}

/// The framework may do so without a stop.
PLUGIN_Profiler_Error *destroy(PLUGIN_Profiler_Destroy_Args *args) {
  endRecording(*args->profiler);
  delete args->profiler;
  return nullptr;
}

/// Nanoseconds since 1970, the framework's own clock.
int64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// A second start goes on.
PLUGIN_Profiler_Error *start(PLUGIN_Profiler_Start_Args *args) {
  Recorders &all = recorders();
  std::lock_guard lock(all.mutex);
  if (!std::exchange(args->profiler->isRunning, true)) {
    args->profiler->begin = nowNs();
    all.all.push_back(args->profiler);
    ++all.count;
  }
  return nullptr;
}

/// Runs that are in progress are not in the profile.
PLUGIN_Profiler_Error *stop(PLUGIN_Profiler_Stop_Args *args) {
  endRecording(*args->profiler);
  return nullptr;
}

/// Lends the profile, until the next one or the end of the profiler.
PLUGIN_Profiler_Error *collect(PLUGIN_Profiler_CollectData_Args *args) {
  PLUGIN_Profiler &profiler = *args->profiler;
  std::lock_guard lock(recorders().mutex);
  profiler.bytes = profileOf(std::exchange(profiler.runs, {}));
  args->buffer = reinterpret_cast<uint8_t *>(profiler.bytes.data());
  args->buffer_size_in_bytes = profiler.bytes.size();
  return nullptr;
}

/// Each error belongs to the framework.
void destroyError(PLUGIN_Profiler_Error_Destroy_Args *args) { delete args->error; }

void message(PLUGIN_Profiler_Error_Message_Args *args) {
  args->message = args->error->message.data();
  args->message_size = args->error->message.size();
}

/// All are faults of this file.
PLUGIN_Profiler_Error *code(PLUGIN_Profiler_Error_GetCode_Args *args) {
  args->code = int32_t(PJRT_Error_Code::Internal);
  return nullptr;
}

/// As Guarded of api.h, with errors of profilers.
template <auto function> struct GuardedProfiler;
template <class Args, PLUGIN_Profiler_Error *(*function)(Args *)> struct GuardedProfiler<function> {
  static PLUGIN_Profiler_Error *call(Args *args) {
    try {
      return function(args);
    } catch (const std::exception &error) {
      return new PLUGIN_Profiler_Error{error.what()};
    }
  }
};

template <auto function> void *profilerFunction() {
  return reinterpret_cast<void *>(&GuardedProfiler<function>::call);
}

} // namespace

// Without a lock: a run that begins beside the start of a profile may be in it or not.
bool isProfiled() { return recorders().count.load(std::memory_order_relaxed) != 0; }

// Programs of one name are one entry of the profile, whatever their shapes are. A run that began
// before the profile is not in it: viewers count times from its start.
void recordRun(const std::string &name, std::chrono::nanoseconds duration) {
  const int64_t begin = nowNs() - duration.count();
  Recorders &all = recorders();
  std::lock_guard lock(all.mutex);
  for (PLUGIN_Profiler *profiler : all.all)
    if (begin >= profiler->begin)
      profiler->runs.push_back({name, std::this_thread::get_id(), begin, duration.count()});
}

// In the order of the table.
PJRT_Extension_Base *profilerExtension(PJRT_Extension_Base *next) {
  static PLUGIN_Profiler_Api api = {sizeof(PLUGIN_Profiler_Api),
                                    nullptr,
                                    reinterpret_cast<void *>(&destroyError),
                                    reinterpret_cast<void *>(&message),
                                    profilerFunction<code>(),
                                    profilerFunction<create>(),
                                    profilerFunction<destroy>(),
                                    profilerFunction<start>(),
                                    profilerFunction<stop>(),
                                    profilerFunction<collect>()};
  static PJRT_Profiler_Extension extension = {
      {sizeof(PJRT_Profiler_Extension), PJRT_Profiler_Extension::kType, next}, &api, 0};
  return &extension.base;
}

} // namespace spmd::pjrt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file is a list of events, whose closing bracket viewers do not need.
#include "compiler/pjrt/tracing.h"
#include "runtime/log.h"
#include "llvm/Support/JSON.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using llvm::json::Object;

namespace spmd::pjrt {
namespace {

/// The row of whole programs, beside those of the devices.
constexpr int64_t kProgramsRow = 1'000'000;

Status refused(const std::string &message) {
  return {true, {PJRT_Error_Code::FailedPrecondition, message}};
}

/// An event as JSON.
std::string textOf(Object event) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(event));
  return text;
}

} // namespace

// Never destroyed: runs may end while the process does. A trace that the environment has asked for
// stays open, and its list without an end.
Tracing &Tracing::ofProcess() {
  static auto *tracing = [] {
    auto *made = new Tracing;
    if (const char *path = std::getenv("SPMD_TRACE"); path && *path)
      if (made->start(path).failed)
        if (Status status = made->start(std::string(path) + "." + std::to_string(getpid()));
            status.failed)
          rt::log("SPMD_TRACE: " + status.error.message);
    return made;
  }();
  return *tracing;
}

// The file is replaced once it is locked: who writes it keeps the lock until it ends. The head is
// written at once, so that a child of fork() has nothing left to write.
Status Tracing::start(const std::string &wanted) {
  std::lock_guard lock(mutex);
  if (file)
    return refused("a trace is being written to " + path + " already");
  const int descriptor = open(wanted.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return refused(wanted + ": cannot be written: " + std::strerror(errno));
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 || ftruncate(descriptor, 0) != 0 ||
      !(file = fdopen(descriptor, "w"))) {
    close(descriptor);
    return refused(wanted + ": another process writes it");
  }
  path = wanted;
  events = 0;
  std::fputs("[\n", file);
  std::fflush(file);
  on = true;
  return {};
}

// Errors of writing stay with the file, so they are asked for here, once.
Status Tracing::stop() {
  std::lock_guard lock(mutex);
  if (!file)
    return refused("no trace is being written");
  on = false;
  std::fputs("\n]\n", file);
  const bool failed = std::ferror(file) != 0;
  if ((std::fclose(std::exchange(file, nullptr)) != 0) || failed)
    return refused(path + ": cannot be written to its end");
  return {};
}

// Under the lock.
void Tracing::write(const std::string &event) {
  if (events++)
    std::fputs(",\n", file);
  std::fwrite(event.data(), 1, event.size(), file);
}

// A trace that was stopped during the run does not get it.
void Tracing::add(const std::string &program, int64_t rank, int64_t beginNs, int64_t endNs,
                  const std::string &spans) {
  const std::string whole = textOf(Object{{"name", llvm::json::fixUTF8(program)},
                                          {"cat", "program"},
                                          {"ph", "X"},
                                          {"pid", rank},
                                          {"tid", kProgramsRow},
                                          {"ts", double(beginNs) * 1e-3},
                                          {"dur", double(endNs - beginNs) * 1e-3}});
  std::lock_guard lock(mutex);
  if (!file)
    return;
  if (events == 0)
    write(textOf(Object{{"name", "thread_name"},
                        {"ph", "M"},
                        {"pid", rank},
                        {"tid", kProgramsRow},
                        {"args", Object{{"name", "programs"}}}}));
  write(whole);
  if (!spans.empty())
    write(spans);
  std::fflush(file);
}

} // namespace spmd::pjrt

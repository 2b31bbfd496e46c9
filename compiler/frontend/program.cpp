// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public class Program, over compiler/session.h. This room is the only one that throws,
// and exceptions never cross frames of other rooms.
#include "compiler/frontend/compile_apart.h"
#include "compiler/frontend/host_array.h"
#include "compiler/frontend/program_state.h"
#include "runtime/log.h"
#include "runtime/npz.h"
#include "runtime/process_exit.h"
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <utility>

namespace spmd {
namespace {

/// Turns an llvm::Error into an exception.
void check(llvm::Error error) {
  if (error)
    throw Error(llvm::toString(std::move(error)));
}
template <class T> T check(llvm::Expected<T> value) {
  if (!value)
    throw Error(llvm::toString(value.takeError()));
  return std::move(*value);
}

/// Returns the result of `call`, and turns every exception into an Error.
template <class Call> auto guarded(const Call &call) -> decltype(call()) {
  try {
    return call();
  } catch (const Error &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw Error("there is not enough memory");
  } catch (const std::exception &exception) {
    throw Error(exception.what());
  }
}

/// Returns the contents of a file. Throws for folders, devices and sockets, whose contents
/// cannot be a program. FIFOs are read to their end.
std::string readFile(const std::string &file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status))
    throw Error(file + ": " + (error ? error.message() : "no such file"));
  if (std::filesystem::is_directory(status))
    throw Error(file + ": is a folder");
  if (std::filesystem::is_block_file(status) || std::filesystem::is_character_file(status) ||
      std::filesystem::is_socket(status))
    throw Error(file + ": is a device or a socket, not a file");
  // Streams do not report reasons; errno often holds that of the last system call.
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  // An empty file is read as an empty text, which rdbuf() would report as a failure.
  if (in && in.peek() == std::ifstream::traits_type::eof() && !in.bad())
    return {};
  if (!in || !(text << in.rdbuf()))
    throw Error(file + ": cannot be read: " + std::strerror(errno ? errno : EIO));
  return std::move(text).str();
}

} // namespace

void setLogger(std::function<void(std::string_view)> logger) {
  guarded([&] { rt::setLogger(std::move(logger)); });
}

Program::Program(std::unique_ptr<State> state) : state(std::move(state)) {}
Program::Program(Program &&) noexcept = default;

/// The run of the Program that is replaced is waited for, unless it belongs to a parent
/// process.
Program &Program::operator=(Program &&other) noexcept {
  if (this != &other) {
    forgetAfterFork();
    state = std::move(other.state);
  }
  return *this;
}

Program::~Program() { forgetAfterFork(); }

/// In a child of fork() the threads that would end the runs of this Program and release its
/// locks do not exist. Destroying the state would wait for them, so the state is leaked.
void Program::forgetAfterFork() {
  if (state && state->generation != rt::processGeneration())
    (void)state.release();
}

/// Returns the state. Throws where the Program was moved from, or in a child of fork().
Program::State &Program::use(const char *call) const {
  if (!state)
    throw Error(std::string(call) + " of a Program that was moved from");
  if (state->generation != rt::processGeneration())
    throw Error(std::string(call) +
                " in a child of fork(); a Program belongs to the process that compiled it");
  return *state;
}

/// Messages name the file as the user wrote it.
Program Program::load(const std::string &file, const ProgramOptions &options) {
  return guarded([&] { return compile(readFile(file), file, options); });
}

/// Compiles on a thread of its own, for stack and rounding mode (openApart).
Program Program::compile(std::string_view text, std::string_view name,
                         const ProgramOptions &options) {
  return guarded([&] {
    SessionOptions session;
    session.mesh = options.mesh;
    session.workers = session.compile.threads = options.threads;
    session.compile.useCache = options.useCache;
    session.compile.exact = options.exact;
    session.compile.topology = options.topology;
    session.compile.reduceDtype = options.reduceDtype;
    session.compile.overlapMemory = options.overlapMemory;
    session.timeoutSeconds = options.timeoutSeconds;
    return Program(std::make_unique<State>(openApart(text, name, session)));
  });
}

int64_t Program::deviceCount() const { return use("deviceCount()").session->program().deviceCount; }
int64_t Program::rank() const { return use("rank()").session->rank(); }
size_t Program::argumentCount() const {
  return use("argumentCount()").session->program().arguments.size();
}
size_t Program::resultCount() const {
  return use("resultCount()").session->program().results.size();
}

/// The session refuses a wrong array before it writes, so a refused call changes nothing.
void Program::setArgument(size_t index, const HostArray &global) {
  guarded([&] {
    State &own = use("setArgument()");
    rt::Array array = toRuntime(global, "argument " + std::to_string(index));
    std::unique_lock lock = own.lockAtRest("setArgument()");
    check(own.session->setArgument(index, array)); // refuses before it writes
    own.noteWriting(index);
    own.noteSet(index);
  });
}

/// Reads members arg0, arg1, ... of the file into the arguments.
void Program::setArguments(const std::string &npzFile) {
  guarded([&] {
    State &own = use("setArguments()");
    std::unique_lock lock = own.lockAtRest("setArguments()");
    rt::NpzFile file = check(rt::NpzFile::open(npzFile));
    const std::vector<rt::Border> &arguments = own.session->program().arguments;
    // Reads member arg<i> and checks its type and shape.
    auto read = [&](size_t i) {
      return check(
          file.read("arg" + std::to_string(i), {arguments[i].type, arguments[i].globalShape}));
    };
    // An argument counts as set when all are written. Where some were set before, the whole
    // file is read once more in advance, so that a broken file does not lose them.
    if (own.isAnySet())
      for (size_t i = 0; i < arguments.size(); ++i)
        read(i);
    for (size_t i = 0; i < arguments.size(); ++i) {
      rt::Array array = read(i);
      own.noteWriting(i);
      check(own.session->setArgument(i, array));
    }
    for (size_t i = 0; i < arguments.size(); ++i)
      own.noteSet(i);
  });
}

void Program::run() {
  guarded([&] { use("run()").run(); });
}
void Program::start() {
  guarded([&] { use("start()").start(); });
}
void Program::wait() {
  guarded([&] { use("wait()").wait(); });
}

/// Copies the parts of all devices into one global array.
HostArray Program::result(size_t index) const {
  return guarded([&] {
    State &own = use("result()");
    std::unique_lock lock = own.lockAtRest("result()");
    own.checkResult(index);
    return fromRuntime(check(own.session->result(index)));
  });
}

/// Searches the names of results (jax.result_info) for `name`; more than one match is an
/// error.
HostArray Program::result(std::string_view name) const {
  return guarded([&] {
    const Session &session = *use("result()").session;
    const std::vector<size_t> found = session.resultsNamed(name);
    auto textOf = [&](size_t i) {
      return std::to_string(i) + " (" + session.program().results[i].name + ")";
    };
    if (found.size() > 1)
      throw Error("results " + textOf(found[0]) + " and " + textOf(found[1]) + " both have \"" +
                  std::string(name) + "\" in their names");
    if (found.empty())
      throw Error("no result has \"" + std::string(name) + "\" in its name");
    return result(found[0]);
  });
}

} // namespace spmd

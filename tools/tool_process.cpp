// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exit codes, signals, standard descriptors and the stack of the tools.
#include "tools/tool_process.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spmd::tool {
namespace {

const char *toolName = "spmd";

/// Prints the reason and ends the process at once. Uses neither streams nor memory, since
/// these may be what fails.
[[noreturn]] void endWith(const char *reason) {
  char text[1024];
  int length = snprintf(text, sizeof(text), "%s: %s\n", toolName, reason);
  (void)!::write(STDERR_FILENO, text, std::min(size_t(length), sizeof(text) - 1));
  _exit(kFailedRunning);
}

void onFatalError(void *, const char *reason, bool) { endWith(reason); }
void onNoMemory() { endWith("out of memory"); }

/// Opens /dev/null for each standard descriptor that is closed, so that no file opened later
/// becomes standard output. The mode is the wrong one, so reads and writes keep failing.
void keepClosedDescriptors() {
  for (int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(number, F_GETFD) < 0 && errno == EBADF)
      // open() returns the lowest free number, which is this one.
      (void)!::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/// Called at exit, before the streams are destroyed: their destructors abort after a failed
/// write.
void checkStreams(int status) {
  llvm::outs().flush();
  std::error_code output = llvm::outs().error(), errors = llvm::errs().error();
  llvm::outs().clear_error();
  llvm::errs().clear_error();
  if (output)
    fprintf(stderr, "%s: standard output cannot be written: %s\n", toolName,
            output.message().c_str());
  if (status == 0 && (output || errors)) {
    fflush(nullptr);
    _exit(kFailedRunning);
  }
}

/// Raises the soft limit of the stack; the hard limit bounds it.
void raiseStackLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      limit.rlim_cur >= kStackBytes)
    return;
  // Linux grows the main thread's stack up to the limit at the time of the growth.
  limit.rlim_cur = std::min<rlim_t>(kStackBytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);
}

/// Opens regular files only.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  /// Opens regular files only: LLVM would wait for ever for the writer of a pipe.
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override {
    auto found = status(path);
    if (found && !found->isRegularFile())
      return std::make_error_code(std::errc::not_supported);
    return ProxyFileSystem::openFileForRead(path);
  }
};

llvm::Error fault(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

} // namespace

/// See tool_process.h. The order matters: descriptors come before anything that opens a
/// file.
void prepareProcess(const char *name) {
  toolName = name;
  keepClosedDescriptors();
  signal(SIGPIPE, SIG_IGN); // so that the write fails instead
  signal(SIGXFSZ, SIG_IGN);
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onFatalError);
  std::set_new_handler(onNoMemory);
  raiseStackLimit();
  // Streams are constructed here, so that they are destroyed after checkStreams.
  llvm::outs();
  llvm::errs();
#if defined(__GLIBC__)
  // on_exit tells the exit code, which atexit does not.
  on_exit([](int status, void *) { checkStreams(status); }, nullptr);
#else
  std::atexit([] { checkStreams(0); });
#endif
}

void showRegularFilesOnly(llvm::SourceMgr &sources) {
  sources.setVirtualFileSystem(
      llvm::makeIntrusiveRefCnt<RegularFiles>(llvm::vfs::getRealFileSystem()));
}

llvm::Error closeOutput(llvm::raw_fd_ostream &file, llvm::StringRef path) {
  file.flush();
  std::error_code code = file.error();
  file.clear_error();
  return code ? fault(path + ": cannot be written: " + code.message()) : llvm::Error::success();
}

/// Messages begin with the flag and the path.
llvm::Error checkOutputPath(llvm::StringRef flag, const std::string &path, bool mustBeRegular) {
  auto refuse = [&](const llvm::Twine &reason) {
    return fault("--" + flag + "=" + path + ": " + reason);
  };
  struct stat info;
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode))
      return refuse("a folder, not a file");
    if (mustBeRegular && !S_ISREG(info.st_mode))
      return refuse("not a regular file");
    if (S_ISFIFO(info.st_mode)) {
      // Opening a FIFO without a reader fails instead of waiting.
      const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK);
      if (file < 0)
        return refuse(errno == ENXIO ? "a FIFO that nobody reads" : std::strerror(errno));
      ::close(file);
      return llvm::Error::success();
    }
    if (access(path.c_str(), W_OK) != 0)
      return refuse(std::strerror(errno));
  } else if (errno != ENOENT) {
    return refuse(std::strerror(errno));
  }
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  const std::string parent = folder.empty() ? "." : folder.str();
  if (stat(parent.c_str(), &info) != 0)
    return refuse("the folder " + parent + ": " + std::strerror(errno));
  // A new file needs a file beside it that is renamed at the end. Only a trial shows
  // whether the folder accepts one: root has all rights, and file systems have rules of
  // their own.
  if (access(path.c_str(), F_OK) == 0 && !mustBeRegular)
    return llvm::Error::success();
  std::string trial = path + ".XXXXXX";
  int file = mkstemp(trial.data());
  if (file < 0)
    return refuse("the folder " + parent + ": " + std::strerror(errno));
  ::close(file);
  ::unlink(trial.c_str());
  return llvm::Error::success();
}

/// "--name=" and "--name" followed by an empty argument.
llvm::Error refuseEmptyValues(int argc, char **argv, llvm::ArrayRef<llvm::StringLiteral> flags) {
  for (int i = 1; i < argc && llvm::StringRef(argv[i]) != "--"; ++i) {
    llvm::StringRef text = argv[i];
    // Not a flag, or the value of one.
    if (!text.starts_with("-"))
      continue;
    llvm::StringRef name = text.ltrim('-');
    const bool hasValue = name.consume_back("=") || (i + 1 < argc && !*argv[i + 1]);
    if (hasValue && llvm::is_contained(flags, name))
      return fault((name.size() == 1 ? "-" + name : "--" + name + "=") + ": the value is empty");
  }
  return llvm::Error::success();
}

} // namespace spmd::tool

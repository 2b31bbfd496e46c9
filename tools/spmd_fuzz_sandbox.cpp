// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forks, watches and symbolizes. The handler of the child only records addresses; the
// parent looks up their names, since a crashed process may not allocate memory.
#include "tools/spmd_fuzz_sandbox.h"
#include "tools/tool_crashes.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Support/Regex.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPMD_FUZZ_ASAN 1
/// A report of a sanitizer ends in abort(), so our handler sees its stack. Leaks are not
/// checked at the end of a child. LLVM is built without AddressSanitizer and shares memory
/// with our inlined copies of its allocators, so what these poison would be used by LLVM:
/// poisoning by users is off.
extern "C" __attribute__((visibility("default"))) const char *__asan_default_options() {
  return "abort_on_error=1:detect_leaks=0:handle_segv=0:handle_abort=0:handle_sigfpe=0:handle_"
         "sigbus=0:handle_sigill=0:"
         "detect_container_overflow=0:allow_user_poisoning=0:allocator_may_return_null=0:use_"
         "sigaltstack=0";
}
extern "C" __attribute__((visibility("default"))) const char *__ubsan_default_options() {
  return "print_stacktrace=0";
}
#endif
#endif

namespace spmd::fuzz {
namespace {

constexpr int kDefect = 101; // exit codes of a child: a defect without a crash
constexpr int kSignalled = 102;

Shared *current; // for the signal handlers, which have no argument

/// Records the stack and ends the child. Only async-signal-safe calls may be used here.
void onSignal(int number) {
  current->signal = number;
  current->frameCount = backtrace(current->frames, Shared::kMaxFrames);
  _exit(kSignalled);
}

/// Shortens a function name: `void spmd::(anonymous namespace)::f<int>(int)` -> `spmd::f`.
std::string shortName(std::string name) {
  static const std::string kAnonymous = "(anonymous namespace)::";
  for (size_t at; (at = name.find(kAnonymous)) != std::string::npos;)
    name.erase(at, kAnonymous.size());
  llvm::StringRef view(name);
  view.consume_front("void ");
  return view.take_until([](char c) { return c == '(' || c == '<'; }).str();
}

/// The short name of the function at an address; "?" where it is unknown.
std::string nameAt(void *address) {
  static llvm::symbolize::LLVMSymbolizer symbolizer;
  Dl_info info;
  link_map *map = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) || !info.dli_fname)
    return "?";
  std::string file = info.dli_fname;
  // A tool that was found by PATH reports a name without a folder.
  if (file.find('/') == std::string::npos || access(file.c_str(), R_OK) != 0)
    file = "/proc/self/exe";
  // A return address lies behind the call, perhaps in the next function.
  llvm::object::SectionedAddress offset{uint64_t(address) - uint64_t(map->l_addr) - 1};
  auto line = symbolizer.symbolizeCode(file, offset);
  if (!line) {
    llvm::consumeError(line.takeError());
    return "?";
  }
  return shortName(line->FunctionName);
}

/// Builds a key from the stack: the innermost three different functions of this project, or
/// of any library where there are none. For an endless loop it is the pass or stage, since
/// the innermost functions of a loop differ from run to run.
std::string stackKey(const Shared &shared) {
  std::vector<std::string> own, all;
  auto add = [](std::vector<std::string> &list, const std::string &name) {
    if (list.size() < 3 && (list.empty() || list.back() != name))
      list.push_back(name);
  };
  // SIGPROF is the timer of CPU time.
  bool isEndless = shared.signal == SIGPROF;
  for (int i = 1; i < shared.frameCount; ++i) {
    std::string name = nameAt(shared.frames[i]);
    llvm::StringRef view(name);
    bool isTool = view.starts_with("spmd::fuzz") && !view.contains("Planted");
    // Skips the frames of the tool, of the C library's abort and of unknown functions.
    if (name == "?" || view.contains("invalid>") || isTool || view.starts_with("__") ||
        view == "abort" || view == "raise" || view == "gsignal")
      continue;
    if (isEndless ? view.ends_with("::runOnOperation") || view == "spmd::parseSource" ||
                        view == "mlir::verify" || view == "spmd::generateProgram"
                  : view.starts_with("spmd::"))
      add(own, name);
    else
      add(all, name);
  }
  if (isEndless && !own.empty())
    own.resize(1);
  std::string key;
  for (const std::string &name : own.empty() ? all : own)
    key += (key.empty() ? "" : " < ") + name;
  return key;
}

/// The message of an assertion, a sanitizer or an LLVM check in the child's output.
std::string lastWords(llvm::StringRef log) {
  static constexpr llvm::StringLiteral kBegins[] = {
      "Assertion `",  "ERROR: AddressSanitizer: ", "runtime error: ",
      "LLVM ERROR: ", "UNREACHABLE executed",      "terminate called"};
  std::string words;
  for (llvm::StringRef begin : kBegins)
    if (size_t at = log.find(begin); at != llvm::StringRef::npos) {
      llvm::StringRef line = log.drop_front(at).take_until([](char c) { return c == '\n'; });
      // Addresses differ from run to run.
      words = line.split(" on address").first.split(" on unknown address").first.str();
      break;
    }
  return words;
}

/// The name of a signal. The parent sends SIGKILL itself where a child makes no progress.
std::string nameOf(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV";
  case SIGABRT:
    return "SIGABRT";
  case SIGFPE:
    return "SIGFPE";
  case SIGKILL:
    return "killed: no progress, or no memory";
  default:
    return "signal " + std::to_string(signal);
  }
}

/// The last 64 KiB of a file.
std::string readAll(int file) {
  std::string text;
  off_t end = lseek(file, 0, SEEK_END);
  constexpr off_t kMost = 1 << 16;
  lseek(file, std::max<off_t>(0, end - kMost), SEEK_SET);
  text.resize(std::min(end, kMost));
  ssize_t size = read(file, text.data(), text.size());
  text.resize(std::max<ssize_t>(size, 0));
  return text;
}

/// The CPU time of a process in milliseconds. On a busy machine it passes slowly, which
/// tells a slow process from a stuck one.
int64_t coreMs(pid_t process) {
  clockid_t clock;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
    return 0;
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

} // namespace

/// Texts beyond kMaxText are cut.
void Shared::setText(llvm::StringRef value) {
  textSize = std::min(value.size(), kMaxText);
  std::memcpy(text, value.data(), textSize);
}

/// The shared memory tells the parent how far the child has come when it dies. The unwinder is
/// loaded before, because a child that has crashed may not load libraries.
Sandbox::Sandbox(Limits limits) : limits(limits) {
  void *pages =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) {
    perror("spmd-fuzz: shared memory");
    exit(3);
  }
  memory = new (pages) Shared;
  tool::loadUnwinder();
}

/// Begins the time of the next program.
void Sandbox::restartTimer() {
  ++memory->beats;
  itimerval timer = {};
  // The timer counts CPU time, so a busy machine does not make a program too slow.
  timer.it_value.tv_sec = limits.seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void Sandbox::found(llvm::StringRef key) {
  memory->keySize = std::min(key.size(), Shared::kMaxKey);
  std::memcpy(memory->key, key.data(), memory->keySize);
  _exit(kDefect);
}

/// Turns the exit status, the recorded stack and the output of a child into a key.
std::string Sandbox::keyOfEnd(int status, llvm::StringRef log) const {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kDefect)
    return std::string(memory->key, memory->keySize);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kSignalled) {
    std::string stack = stackKey(*memory);
    if (memory->signal == SIGPROF)
      return "takes more than " + std::to_string(limits.seconds) + " s in " + stack;
    std::string words = lastWords(log);
    return (words.empty() ? nameOf(memory->signal) : withoutDetails(words)) + " in " + stack;
  }
  return WIFSIGNALED(status) ? nameOf(WTERMSIG(status))
                             : "exits with code " + std::to_string(WEXITSTATUS(status));
}

/// Forks, runs `work` in the child and waits. Standard error of the child goes to a file in
/// memory. The child is killed where neither its CPU time nor its beats change for ten times
/// the limit.
std::optional<std::string> Sandbox::run(llvm::function_ref<void()> work) {
  int log = memfd_create("spmd-fuzz", MFD_CLOEXEC);
  // Buffered output would otherwise be written by both processes.
  fflush(nullptr);
  memory->signal = 0;
  pid_t child = fork();
  if (child < 0) {
    perror("spmd-fuzz: fork");
    exit(3);
  }
  if (child == 0) {
    current = memory;
    dup2(log, 2);
#ifndef SPMD_FUZZ_ASAN
    rlimit most = {rlim_t(limits.memoryMiB) << 20, rlim_t(limits.memoryMiB) << 20};
    setrlimit(RLIMIT_AS, &most);
#endif
    rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    tool::catchCrashes(onSignal, {SIGPROF});
    restartTimer();
    work();
    _exit(0);
  }
  int status = 0;
  // the child's signs of progress
  auto sign = [&] { return std::pair(memory->beats, coreMs(child)); };
  auto last = sign();
  auto since = std::chrono::steady_clock::now();
  while (waitpid(child, &status, WNOHANG) == 0) {
    // Waits without a signal handler; 2 ms are short compared with a program.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    auto now = std::chrono::steady_clock::now();
    if (auto current = sign(); current != last) {
      last = current;
      since = now;
    } else if (now - since > std::chrono::seconds(10 * limits.seconds)) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
  }
  std::string written = readAll(log);
  close(log);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return std::nullopt;
  return keyOfEnd(status, written);
}

/// The rules are applied in order to the first line of the message.
std::string withoutDetails(llvm::StringRef message) {
  static const std::pair<const char *, const char *> kRules[] = {
      {"#[a-z_.]+<[^\n]*>", "#_"},
      {"tensor<[^>]*>", "tensor<_>"},
      {"\"[^\"]*\"", "\"_\""},
      {"@[A-Za-z0-9_.$-]+", "@_"},
      {"0x[0-9a-f]+", "N"},
      {"-?[0-9]+", "N"},
      {"[^ :]*/", ""},
  };
  std::string text = message.split('\n').first.str();
  //   op has 3 dims for the type tensor<8x8xf32> on @mesh
  //   op has N dims for the type tensor<_> on @_
  for (auto [pattern, with] : kRules) {
    llvm::Regex regex(pattern);
    std::string done;
    llvm::SmallVector<llvm::StringRef> match;
    for (llvm::StringRef rest = text;;) {
      if (!regex.match(rest, &match) || match[0].empty()) {
        done += rest;
        break;
      }
      size_t at = match[0].data() - rest.data();
      done += rest.take_front(at);
      done += with;
      rest = rest.drop_front(at + match[0].size());
    }
    text = done;
  }
  return text;
}

} // namespace spmd::fuzz

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker tells what it does through a pipe, a line each: "seed N" before a program, "way NAME"
// before a way, "found OUTCOME WAY MESSAGE" with tabs between, and when it dies "stack SIGNAL
// FUNCTIONS".
#include "tools/spmd_random_workers.h"
#include "tools/tool_crashes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <list>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace spmd::random {
namespace {

/// A worker ends after this many programs: what it has leaked goes with it.
constexpr uint64_t kSeedsOfWorker = 200;
/// Frames that name a crash; further out all stacks are alike.
constexpr int kFrames = 3;
/// A worker that says nothing for this much longer than the limit is killed: its
/// handler is stuck, too.
constexpr int kGraceSeconds = 5;

using Clock = std::chrono::steady_clock;

int toParent = -1;

void say(llvm::StringRef line) {
  for (size_t done = 0; done < line.size();) {
    ssize_t n = write(toParent, line.data() + done, line.size() - done);
    if (n <= 0)
      _exit(3);
    done += size_t(n);
  }
}

/// Names the innermost functions of this project. It allocates, which a handler should not: where
/// that hangs, the parent ends it.
void onSignal(int number) {
  alarm(kGraceSeconds);
  signal(SIGALRM, SIG_DFL);
  void *frames[64];
  int count = backtrace(frames, 64), named = 0;
  std::string line =
      std::string("stack ") + (number == SIGALRM ? "takes too long" : strsignal(number));
  for (int i = 0; i < count && named < kFrames; ++i) {
    Dl_info info;
    if (!dladdr(frames[i], &info) || !info.dli_sname)
      continue;
    std::string name = llvm::demangle(info.dli_sname);
    llvm::StringRef plain = llvm::StringRef(name).split('(').first;
    if (!plain.contains("spmd::") || plain.contains("spmd::random::"))
      continue;
    line += (named++ ? " < " : ": ") + plain.str();
  }
  say(line + "\n");
  _exit(1);
}

void sayFound(const Finding &finding) {
  std::string message = finding.message;
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::replace(message.begin(), message.end(), '\t', ' ');
  say("found " + std::to_string(int(finding.outcome)) + "\t" + finding.way + "\t" + message + "\n");
}

/// Tries seeds together; false where they have to be tried one by one.
bool tryTogether(Laboratory &laboratory, uint64_t first, uint64_t count) {
  say("batch\n");
  auto findings = laboratory.tryBatch(first, count);
  say("single\n");
  if (!findings)
    return false;
  for (uint64_t seed = first; seed != first + count; ++seed) {
    say("seed " + std::to_string(seed) + "\n");
    for (const auto &[which, finding] : *findings)
      if (which == seed)
        sayFound(finding);
  }
  return true;
}

[[noreturn]] void work(uint64_t first, uint64_t last, const Trials &trials, uint64_t batch,
                       const ProgramOf &programOf) {
  tool::loadUnwinder();
  tool::catchCrashes(onSignal, {SIGALRM});
  if (trials.quiet && !freopen("/dev/null", "w", stderr))
    _exit(3);
  {
    Laboratory laboratory([](llvm::StringRef way) { say("way " + way.str() + "\n"); });
    uint64_t together = 0; // the first seed behind those that are tried one by one
    for (uint64_t seed = first; seed != last; ++seed) {
      if (uint64_t count = std::min(batch, last - seed); count > 1 && seed >= together) {
        together = seed + count;
        alarm(trials.limitSeconds);
        bool isDone = tryTogether(laboratory, seed, count);
        alarm(0);
        if (isDone) {
          seed += count - 1;
          continue;
        }
      }
      say("seed " + std::to_string(seed) + "\n");
      alarm(trials.limitSeconds);
      std::optional<Finding> finding = laboratory.tryProgram(programOf(seed), seed);
      alarm(0);
      if (finding)
        sayFound(*finding);
    }
    say("end\n");
  }
  _exit(0);
}

struct Worker {
  pid_t process = -1;
  int pipe = -1;
  uint64_t next, last; // seeds that it has not ended, the one it works on first
  bool isInside = false, isOver = false;
  bool isInBatch = false; // tries several seeds together, `next` the first of them
  std::string way, stack, unread;
  Clock::time_point lastWord = Clock::now();
};

class Pool {
public:
  Pool(const Trials &trials, const ProgramOf &programOf,
       llvm::function_ref<void(const Report &)> tell)
      : trials(trials), programOf(programOf), tell(tell), next(trials.first),
        end(trials.first + trials.count) {}

  uint64_t run() {
    while (fill())
      wait();
    return tried;
  }

private:
  const Trials &trials;
  const ProgramOf &programOf;
  llvm::function_ref<void(const Report &)> tell;
  uint64_t next, end, tried = 0;
  std::list<Worker> workers;
  std::vector<std::pair<uint64_t, uint64_t>> left;    // of workers that died
  std::vector<std::pair<uint64_t, uint64_t>> crashed; // to be tried one by one

  /// Starts workers while there are seeds; whether any is there.
  bool fill() {
    while (workers.size() < trials.jobs) {
      std::pair<uint64_t, uint64_t> range;
      uint64_t batch = trials.batch;
      if (!crashed.empty()) {
        range = crashed.back();
        crashed.pop_back();
        batch = 1;
      } else if (!left.empty()) {
        range = left.back();
        left.pop_back();
      } else if (next != end) {
        range = {next, next + std::min(kSeedsOfWorker, end - next)};
        next = range.second;
      } else {
        break;
      }
      if (!start(range.first, range.second, batch))
        return false;
    }
    return !workers.empty();
  }

  bool start(uint64_t first, uint64_t last, uint64_t batch) {
    int ends[2];
    if (pipe(ends))
      return false;
    pid_t process = fork();
    if (process == 0) {
      close(ends[0]);
      toParent = ends[1];
      work(first, last, trials, batch, programOf);
    }
    close(ends[1]);
    if (process < 0) {
      close(ends[0]);
      return false;
    }
    Worker &worker = workers.emplace_back();
    worker.process = process;
    worker.pipe = ends[0];
    worker.next = first;
    worker.last = last;
    return true;
  }

  void wait() {
    std::vector<pollfd> waits;
    for (const Worker &worker : workers)
      waits.push_back({worker.pipe, POLLIN, 0});
    poll(waits.data(), waits.size(), 1000);
    auto worker = workers.begin();
    for (const pollfd &ready : waits) {
      auto here = worker++;
      if (ready.revents && !read(*here))
        finish(here);
      else if (Clock::now() - here->lastWord >
               std::chrono::seconds(trials.limitSeconds + kGraceSeconds))
        kill(here->process, SIGKILL); // the pipe closes
    }
  }

  /// False where the worker has closed its pipe.
  bool read(Worker &worker) {
    char buffer[1 << 14];
    ssize_t n = ::read(worker.pipe, buffer, sizeof(buffer));
    if (n <= 0)
      return false;
    worker.lastWord = Clock::now();
    worker.unread.append(buffer, size_t(n));
    size_t begin = 0;
    for (size_t end; (end = worker.unread.find('\n', begin)) != std::string::npos; begin = end + 1)
      hear(worker, llvm::StringRef(worker.unread).slice(begin, end));
    worker.unread.erase(0, begin);
    return true;
  }

  void hear(Worker &worker, llvm::StringRef line) {
    if (line.consume_front("seed ")) {
      endProgram(worker);
      worker.isInside = true;
    } else if (line == "batch" || line == "single") {
      endProgram(worker);
      worker.isInBatch = line == "batch";
    } else if (line.consume_front("way ")) {
      worker.way = line.str();
    } else if (line.consume_front("stack ")) {
      worker.stack = line.str();
    } else if (line.consume_front("found ")) {
      auto [outcome, rest] = line.split('\t');
      auto [way, message] = rest.split('\t');
      tell({worker.next, {Outcome(outcome[0] - '0'), way.str(), message.str()}});
    } else if (line == "end") {
      endProgram(worker);
      worker.isOver = true;
    }
  }

  void endProgram(Worker &worker) {
    if (!worker.isInside)
      return;
    worker.isInside = false;
    ++worker.next;
    ++tried;
  }

  void finish(std::list<Worker>::iterator worker) {
    close(worker->pipe);
    int status = 0;
    waitpid(worker->process, &status, 0);
    if (worker->isInside) {
      std::string how = !worker->stack.empty() ? worker->stack
                        : WIFSIGNALED(status)  ? strsignal(WTERMSIG(status))
                                               : "exit code " + std::to_string(WEXITSTATUS(status));
      tell({worker->next, {Outcome::Crashed, worker->way, how}});
      endProgram(*worker);
    } else if (worker->isInBatch) {
      uint64_t end = std::min(worker->next + trials.batch, worker->last);
      crashed.emplace_back(worker->next, end);
      worker->next = end;
    }
    if (worker->next != worker->last)
      left.emplace_back(worker->next, worker->last);
    workers.erase(worker);
  }
};

} // namespace

uint64_t tryAll(const Trials &trials, const ProgramOf &programOf,
                llvm::function_ref<void(const Report &)> tell) {
  return Pool(trials, programOf, tell).run();
}

} // namespace spmd::random

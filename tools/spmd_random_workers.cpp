// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worker processes and the pool that feeds them. A worker reports through a pipe, one line
// per event:
//   seed N                          before a program
//   way NAME                        before a way
//   found OUTCOME WAY MESSAGE       a finding, with tabs between
//   stack SIGNAL FUNCTIONS          when it dies
//   batch / single                  before and after a module of several programs
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
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace spmd::random {
namespace {

/// The programs of one worker: what it leaks ends with its process.
constexpr uint64_t kSeedsOfWorker = 200;
/// The frames that identify a crash; frames further out are the same in all stacks.
constexpr int kFrames = 3;
/// A handler that runs for longer than this hangs.
constexpr int kGraceSeconds = 5;
/// The limit counts CPU time, so that a busy machine makes no program too slow. A worker that is
/// silent for this many times the limit waits for what never comes, and is killed.
constexpr int kSilence = 10;

using Clock = std::chrono::steady_clock;

int toParent = -1;

/// Writes a line to the parent. Without a parent the worker ends.
void say(llvm::StringRef line) {
  for (size_t done = 0; done < line.size();) {
    ssize_t n = write(toParent, line.data() + done, line.size() - done);
    if (n <= 0)
      _exit(3);
    done += size_t(n);
  }
}

/// Limits the CPU time of the worker from here on; 0 ends the limit.
void limitTime(unsigned seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

/// Reports the innermost functions of this project. It allocates, which a signal handler
/// should not do; where it hangs, the parent kills the process.
void onSignal(int number) {
  // If the handler itself hangs, the default action of SIGALRM ends the process.
  alarm(kGraceSeconds);
  signal(SIGALRM, SIG_DFL);
  void *frames[64];
  int count = backtrace(frames, 64), named = 0;
  std::string line =
      std::string("stack ") + (number == SIGPROF ? "takes too long" : strsignal(number));
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

/// The protocol separates by tabs and lines, so both become spaces in messages.
void sayFound(const Finding &finding) {
  std::string message = finding.message;
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::replace(message.begin(), message.end(), '\t', ' ');
  say("found " + std::to_string(int(finding.outcome)) + "\t" + finding.way + "\t" + message + "\n");
}

/// Tries seeds in one module; false where they have to be tried one by one.
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

/// The body of a worker. Each program has the full limit of time. Seeds are tried in batches
/// first, and one by one where the module of a batch is refused.
[[noreturn]] void work(uint64_t first, uint64_t last, const Trials &trials, uint64_t batch,
                       const ProgramOf &programOf) {
  tool::loadUnwinder();
  tool::catchCrashes(onSignal, {SIGPROF});
  if (trials.quiet && !freopen("/dev/null", "w", stderr))
    _exit(3);
  {
    Laboratory laboratory([](llvm::StringRef way) { say("way " + way.str() + "\n"); });
    uint64_t together = 0; // the first seed behind the batch that is tried one by one
    for (uint64_t seed = first; seed != last; ++seed) {
      // A batch that failed is not tried as a whole again.
      if (uint64_t count = std::min(batch, last - seed); count > 1 && seed >= together) {
        together = seed + count;
        limitTime(trials.limitSeconds);
        bool isDone = tryTogether(laboratory, seed, count);
        limitTime(0);
        if (isDone) {
          seed += count - 1;
          continue;
        }
      }
      say("seed " + std::to_string(seed) + "\n");
      limitTime(trials.limitSeconds);
      std::optional<Finding> finding = laboratory.tryProgram(programOf(seed), seed);
      limitTime(0);
      if (finding)
        sayFound(*finding);
    }
    say("end\n");
  }
  _exit(0);
}

/// A worker as the parent sees it.
struct Worker {
  pid_t process = -1;
  int pipe = -1;
  uint64_t next, last; // seeds that it has not finished, the current one first
  bool isInside = false, isOver = false;
  bool isInBatch = false; // tries several seeds in one module; `next` is the first of them
  std::string way, stack, unread;
  Clock::time_point lastWord = Clock::now();
};

/// Feeds ranges of seeds to at most `jobs` workers. What a dead worker left is given to a
/// new one.
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
  std::vector<std::pair<uint64_t, uint64_t>> left; // ranges that dead workers left
  /// batches that crashed, to be tried one by one
  std::vector<std::pair<uint64_t, uint64_t>> crashed;

  /// Starts workers while there are seeds. Returns whether any worker exists.
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
        // A fresh range of seeds, where no earlier one is left.
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

  /// Forks a worker for a range of seeds. Returns false where the system refuses a process.
  bool start(uint64_t first, uint64_t last, uint64_t batch) {
    int ends[2];
    if (pipe(ends))
      return false;
    pid_t process = fork();
    // The child never returns from work().
    if (process == 0) {
      close(ends[0]);
      toParent = ends[1];
      work(first, last, trials, batch, programOf);
    }
    // Only the child holds the writing end, so its death closes the pipe.
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

  /// Waits for a line of any worker, at most a second, and kills workers that are silent for
  /// too long.
  void wait() {
    std::vector<pollfd> waits;
    for (const Worker &worker : workers)
      waits.push_back({worker.pipe, POLLIN, 0});
    poll(waits.data(), waits.size(), 1000);
    auto worker = workers.begin();
    // finish() removes a worker from the list, so the iterator moves on first.
    for (const pollfd &ready : waits) {
      auto here = worker++;
      if (ready.revents && !read(*here))
        finish(here);
      else if (Clock::now() - here->lastWord > std::chrono::seconds(kSilence * trials.limitSeconds))
        kill(here->process, SIGKILL); // its pipe closes, and finish() follows
    }
  }

  /// Reads and handles the lines of a worker. Returns false where the worker has closed its
  /// pipe.
  bool read(Worker &worker) {
    char buffer[1 << 14];
    ssize_t n = ::read(worker.pipe, buffer, sizeof(buffer));
    if (n <= 0)
      return false;
    worker.lastWord = Clock::now();
    worker.unread.append(buffer, size_t(n));
    size_t begin = 0;
    // A read may end inside of a line; the rest is kept for the next one.
    for (size_t end; (end = worker.unread.find('\n', begin)) != std::string::npos; begin = end + 1)
      hear(worker, llvm::StringRef(worker.unread).slice(begin, end));
    worker.unread.erase(0, begin);
    return true;
  }

  /// Handles one line of the protocol.
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

  /// Counts a program that a worker has finished.
  void endProgram(Worker &worker) {
    if (!worker.isInside)
      return;
    worker.isInside = false;
    ++worker.next;
    ++tried;
  }

  /// Reports a crash where the worker died inside of a program, and queues the seeds that it
  /// left.
  void finish(std::list<Worker>::iterator worker) {
    close(worker->pipe);
    int status = 0;
    waitpid(worker->process, &status, 0);
    // The handler's report, or else the way in which the process ended.
    std::string how = !worker->stack.empty() ? worker->stack
                      : WIFSIGNALED(status)  ? strsignal(WTERMSIG(status))
                                             : "exit code " + std::to_string(WEXITSTATUS(status));
    if (worker->isInside) {
      tell({worker->next, {Outcome::Crashed, worker->way, how}});
      endProgram(*worker);
    } else if (worker->isInBatch) {
      uint64_t end = std::min(worker->next + trials.batch, worker->last);
      // One program of the batch may be too slow for the time of all. Any other crash is a finding,
      // also where each program alone runs well.
      if (!llvm::StringRef(how).starts_with("takes too long"))
        tell({worker->next,
              {Outcome::Crashed, worker->way,
               how + ", in one module with the next " + std::to_string(end - worker->next - 1) +
                   " seeds"}});
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transport over MPI. It is a separate library that is loaded when a launcher started several
// ranks.
//
// One thread makes all MPI calls, from MPI_Init to MPI_Finalize; other threads hand it exchanges.
// The thread tests its requests eagerly while messages arrive, and with short sleeps in between
// when they do not, so that it leaves the cores to the workers.
#include "runtime/mpi/transport_mpi.h"
#include "runtime/mpi/ending_signal.h"
#include <algorithm>
#include <cstdlib>
#include <sys/prctl.h>
#include <thread>

namespace spmd::rt {

namespace {

using Clock = std::chrono::steady_clock;

/// Longest single message in bytes. MPI counts bytes in an int; longer transfers are cut.
constexpr uint64_t kMessageBytes = 256 << 20;
/// How long requests are tested without a pause after progress, and the pauses afterwards.
constexpr auto kEager = std::chrono::microseconds(60);
constexpr auto kShortPause = std::chrono::microseconds(20),
               kLongPause = std::chrono::microseconds(200);
/// The longest sleep of the thread. It bounds how late a signal is noticed.
constexpr auto kIdlePause = std::chrono::milliseconds(50);

/// Makes the timeout the same on all ranks. Heartbeats use a communicator of all ranks, so either
/// all ranks send them, equally often, or none does. Returns a reason where ranks were given
/// different timeouts.
std::string agreeOnTimeout(MPI_Comm world, int64_t count, const char *name, double &seconds) {
  std::vector<double> all(static_cast<size_t>(count));
  MPI_Allgather(&seconds, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, world);
  std::optional<size_t> known;
  for (size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank] == TransportOptions::kUnknownTimeout)
      continue;
    if (known && all[rank] != all[*known])
      return fmt::format(
          "ranks {} and {} differ in {}: {} and {}; start all ranks with the same flags", *known,
          rank, name, all[*known], all[rank]);
    known = rank;
  }
  if (known)
    seconds = all[*known];
  return "";
}

/// Starts MPI, unless the host of this process has started it and both may use it (`shares`).
/// Returns a reason where that fails.
std::string startMpi(bool shares, bool &isOfHost) {
  int isStarted = 0, isEnded = 0;
  MPI_Initialized(&isStarted);
  MPI_Finalized(&isEnded);
  if (isEnded)
    return "MPI has ended in this process, which can start it once; keep one Program for as long "
           "as ranks work together";
  if (isStarted && !shares)
    return "MPI was started in this process before, by another Program or by the host itself; one "
           "Program at a time can use it";
  const int wanted = shares ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
  int provided = 0;
  if (isStarted)
    MPI_Query_thread(&provided);
  else if (MPI_Init_thread(nullptr, nullptr, wanted, &provided) != MPI_SUCCESS)
    return "MPI_Init_thread fails";
  isOfHost = isStarted;
  if (provided < wanted)
    return isStarted ? "MPI was started in this process without MPI_THREAD_MULTIPLE"
           : shares  ? "this MPI does not allow several threads (MPI_THREAD_MULTIPLE)"
                     : "this MPI does not allow threads beside the one that speaks MPI";
  return "";
}

} // namespace

// Starts MPI and learns ranks, machines and the timeout. Returns a reason where that fails.
// Machine: ranks that share memory, by MPI_COMM_TYPE_SHARED.
std::string MpiTransport::initialise() {
  if (std::string error = startMpi(options.sharesMpi, isOfHost); !error.empty())
    return error;
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  int number = 0;
  MPI_Comm_rank(world, &number);
  self = number;
  MPI_Comm_size(world, &number);
  count = number;
  MPI_Comm machine;
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &number);
  MPI_Comm_free(&machine);
  localCount = number;
  if (std::string error = agreeOnTimeout(world, count, options.timeoutName, options.timeoutSeconds);
      !error.empty())
    return error;
  if (options.timeoutSeconds > 0 && count > 1)
    heartbeat = std::make_unique<Heartbeat>(self, count, options.timeoutSeconds);
  return "";
}

// The thread's main function: starts MPI, reports to start(), runs the loop and ends MPI. A timer
// slack of 1 us instead of the kernel's default of 50 us lets the short pauses be short.
void MpiTransport::speak() {
  prctl(PR_SET_TIMERSLACK, 1000);
  std::string error = initialise();
  // A launcher sends SIGTERM to all ranks where one has died. The handler lets this rank report
  // which rank it was waiting for, since the dead one cannot.
  if ((options.ownsProcess || options.explainsEnd) && count > 1)
    EndingSignal::note();
  {
    std::lock_guard lock(mutex);
    started = true;
    startError = error;
  }
  changed.notify_all();
  if (!error.empty()) {
    if (world != MPI_COMM_NULL && !isOfHost) // all ranks have failed alike
      MPI_Finalize();
    return;
  }
  loop();
  EndingSignal::release();
  // MPI_Finalize would wait for ranks that this one cannot reach. The launcher ends them when this
  // process ends.
  if (hasGivenUp)
    return (void)heartbeat.release();
  heartbeat.reset();
  MPI_Comm_free(&world);
  if (!isOfHost)
    MPI_Finalize();
}

// Alternates between posting, testing and pausing. Pauses grow with the time since the last
// progress: none for kEager (60 us), then 20 us, and 200 us after 20 times kEager. Without
// exchanges the thread sleeps until one is posted.
void MpiTransport::loop() {
  Clock::time_point moved = Clock::now(), watched = moved;
  for (;;) {
    bool progress = takePosted();
    progress |= test();
    progress |= endExchanges();
    Clock::time_point now = Clock::now();
    if (progress)
      moved = now;
    if (EndingSignal::hasCome() || (failing && !hasGivenUp) ||
        now - watched > std::chrono::milliseconds(20)) {
      watch();
      watched = now;
    }
    if (now - moved < kEager) {
      std::this_thread::yield(); // a step often posts its next exchange soon after the previous one
    } else if (active.empty()) {
      std::unique_lock lock(mutex);
      if (stopping && !isUrgent())
        return;
      isSleeping = true;
      if (!isUrgent())
        changed.wait_for(lock, heartbeat ? heartbeat->pause(kIdlePause)
                                         : std::chrono::nanoseconds(kIdlePause));
      isSleeping = false;
      moved = Clock::now();
    } else {
      sleepFor(now - moved < 20 * kEager ? kShortPause : kLongPause);
    }
  }
}

/// Sleeps for `time`, or until an exchange is posted.
void MpiTransport::sleepFor(std::chrono::nanoseconds time) {
  std::unique_lock lock(mutex);
  isSleeping = true;
  if (!isUrgent())
    changed.wait_for(lock, time);
  isSleeping = false;
}

// Starts the messages of all posted exchanges, in the order of posting. Transfers longer than
// kMessageBytes are cut in the same places on both sides. A transfer of 0 bytes is still one
// message. True: there was something to start.
bool MpiTransport::takePosted() {
  if (hasGivenUp || !posted.load(std::memory_order_relaxed))
    return false;
  Exchange *first = nullptr; // in the order of posting, which messages of one tag must keep
  for (Exchange *last = posted.exchange(nullptr); last;) {
    Exchange *before = last->next;
    last->next = first;
    first = last;
    last = before;
  }
  for (Exchange *exchange = first; exchange;) {
    Exchange *next = exchange->next;
    int64_t open = 0;
    uint64_t sentBytes = 0;
    // Receives first, so that arriving bytes go directly to their place.
    for (bool isSend : {false, true})
      for (Transfer &transfer : exchange->transfers) {
        if (transfer.isSend != isSend)
          continue;
        sentBytes += isSend ? transfer.bytes : 0;
        uint64_t done = 0;
        do {
          int size = int(std::min(kMessageBytes, transfer.bytes - done));
          MPI_Request request = MPI_REQUEST_NULL;
          if (isSend)
            check(MPI_Isend(transfer.data + done, size, MPI_BYTE, transfer.peer, exchange->tag,
                            world, &request),
                  *exchange, "MPI_Isend");
          else
            check(MPI_Irecv(transfer.data + done, size, MPI_BYTE, transfer.peer, exchange->tag,
                            world, &request),
                  *exchange, "MPI_Irecv");
          requests.push_back(request);
          owners.push_back({exchange, transfer.peer, isSend});
          ++open;
          done += uint64_t(size);
        } while (done < transfer.bytes);
      }
    active.push_back({exchange, open, Clock::now(), link.sent(sentBytes)});
    exchange = next;
  }
  endedRequests.resize(requests.size());
  return true;
}

// Tells exchanges that their last message has ended. True: there was one.
bool MpiTransport::endExchanges() {
  bool any = false;
  for (size_t i = active.size(); i-- > 0;) { // from the back, so that smaller indices stay valid
    if (active[i].open || !link.isOver(active[i].notBefore))
      continue;
    Exchange *exchange = std::exchange(active[i], active.back()).exchange;
    active.pop_back();
    exchange->ended(); // may be posted again
    any = true;
  }
  return any;
}

// Tests all requests. True: at least one message has ended.
bool MpiTransport::test() {
  if (hasGivenUp)
    return false;
  if (heartbeat)
    heartbeat->beat();
  if (requests.empty())
    return false;
  int ended = 0;
  int status = MPI_Testsome(int(requests.size()), requests.data(), &ended, endedRequests.data(),
                            MPI_STATUSES_IGNORE);
  if (!check(status, *owners.front().exchange, "MPI_Testsome") || ended <= 0)
    return false;
  std::sort(endedRequests.begin(), endedRequests.begin() + ended);
  for (int i = ended; i-- > 0;) { // from the back, so that smaller indices stay valid
    size_t index = size_t(endedRequests[size_t(i)]);
    Exchange *exchange = owners[index].exchange;
    requests[index] = requests.back();
    owners[index] = owners.back();
    requests.pop_back();
    owners.pop_back();
    --std::find_if(active.begin(), active.end(), [&](Active &one) {
        return one.exchange == exchange;
      })->open;
  }
  return true;
}

/// The ranks that open requests wait for, as text: "rank 2", "ranks 0 and 3"; "" for none. Only
/// ranks in `onlyRanks` count, unless it is empty. `exchange` is set to the first exchange that
/// waits, and only its requests count.
std::string MpiTransport::waitedFor(const std::vector<int64_t> &onlyRanks,
                                    const Exchange *&exchange) const {
  std::vector<int64_t> ranks;
  for (const Request &request : owners) {
    if (!onlyRanks.empty() &&
        std::find(onlyRanks.begin(), onlyRanks.end(), request.peer) == onlyRanks.end())
      continue;
    if (!exchange)
      exchange = request.exchange;
    if (request.exchange == exchange)
      ranks.push_back(request.peer);
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  if (ranks.empty())
    return "";
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (size_t i = 0; i < ranks.size(); ++i)
    text += (i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
  return text;
}

/// Lets all exchanges fail; those to come fail in post(). From here on no call of MPI is made: it
/// might write to buffers of the exchanges, whose owners free them next.
void MpiTransport::giveUp() {
  if (heartbeat)
    heartbeat->tellFailure();
  std::lock_guard lock(mutex);
  hasGivenUp = true;
  for (Active &one : active)
    one.exchange->failed();
  active.clear();
  requests.clear();
  owners.clear();
  failPosted();
  changed.notify_all();
}

/// Called under the lock, once the transport has given up.
void MpiTransport::failPosted() {
  for (Exchange *next, *exchange = posted.exchange(nullptr); exchange; exchange = next) {
    next = exchange->next;
    exchange->failed();
  }
}

/// Ends the process by SIGTERM, behind a message about the ranks that this one was waiting for.
void MpiTransport::explainEnd() {
  const Exchange *exchange = nullptr;
  std::string ranks = waitedFor({}, exchange);
  std::string reason = "ended by a signal";
  if (exchange)
    reason +=
        fmt::format(" while {} at {} waited for {}", exchange->what, exchange->location, ranks);
  if (exchange || options.ownsProcess)
    fprintf(stderr, "rank %ld of %ld: %s\n", long(self), long(count), reason.c_str());
  if (!options.ownsProcess)
    return EndingSignal::endProcess();
  fflush(nullptr);
  _exit(3);
}

/// Looks for failures: fail() was called, a signal arrived, or a rank that is waited for has failed
/// or was silent for too long.
void MpiTransport::watch() {
  if (failing && !hasGivenUp)
    return options.ownsProcess ? end() : giveUp();
  if (EndingSignal::hasCome())
    return explainEnd();
  if (!heartbeat || active.empty())
    return;
  auto miss = [this](const std::vector<int64_t> &missing, const std::string &why) {
    const Exchange *exchange = nullptr;
    std::string ranks = missing.empty() ? "" : waitedFor(missing, exchange);
    if (exchange)
      fail(3, fmt::format("{} at {} waits for {}, {}", exchange->what, exchange->location, ranks,
                          why));
  };
  miss(heartbeat->failedRanks(), "which failed");
  miss(heartbeat->silentRanks(),
       fmt::format("silent for more than {} s ({})", options.timeoutSeconds, options.timeoutName));
}

// The entry point of the library (OpenTransportFn).
extern "C" __attribute__((visibility("default"))) RankTransport *
spmdOpenMpiTransport(const TransportOptions &options, std::string &error) {
  auto transport = std::make_unique<MpiTransport>(options);
  error = transport->start();
  return error.empty() ? transport.release() : nullptr;
}

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures the cost that the runtime adds to the work: nanoseconds of a command, of a small
// collective and of the start of a run, and the rate of large collectives compared with
// memcpy. Prints one line of JSON per question. Each number is the least of kRounds rounds,
// because other programs on the machine can only add time.
#include "runtime/test_program.h"
#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace spmd::rt;

namespace {

constexpr int kRounds = 25;

/// The connection to other ranks; null without mpirun.
RankTransport *ranks = nullptr;
bool isFirst() { return !ranks || ranks->rank() == 0; }

/// The shortest of kRounds runs, after two warm-up runs.
double leastSeconds(Instance &instance) {
  std::vector<double> seconds;
  for (int round = 0; round < kRounds + 2; ++round) {
    auto begin = std::chrono::steady_clock::now();
    llvm::cantFail(instance.runToEnd());
    if (round >= 2)
      seconds.push_back(
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return *std::min_element(seconds.begin(), seconds.end());
}

/// A kernel without work.
void nothing(void *const *, int64_t, int64_t) {}

/// The seconds of one trip of a program that runs `body` `trips` times on each of `devices`
/// devices. The loop is inside of the program, so the start of the run is spread over all
/// trips.
double secondsPerTrip(int64_t devices, unsigned threads, int64_t trips,
                      const std::function<void(TestProgram &, uint32_t)> &body) {
  Workers workers({.threads = threads});
  TestProgram test(devices);
  uint32_t block = test.block();
  test.add(WhileCommand{.body = block, .tripCount = trips});
  body(test, block);
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers, ranks));
  return leastSeconds(*instance) / double(trips);
}

/// The cost of the device's id, of a kernel and of a kernel that eight tiles share.
void commands() {
  for (unsigned threads : {1u, 2u}) {
    // Nanoseconds per trip; the loop itself is part of the id's number.
    auto per = [&](auto add) { return secondsPerTrip(1, threads, 200000, add) * 1e9; };
    double id = per([](TestProgram &test, uint32_t block) {
      Operand x = test.temporary(4);
      test.add(PartitionIdCommand{x.base}, block);
    });
    double one =
        per([](TestProgram &test, uint32_t block) { test.kernel(nothing, 1, 1, {}, {}, block); });
    double eight =
        per([](TestProgram &test, uint32_t block) { test.kernel(nothing, 8, 1, {}, {}, block); });
    printf("{\"question\": \"command\", \"threads\": %u, \"loop_and_id_ns\": %.1f, "
           "\"kernel_ns\": %.1f, "
           "\"kernel_of_8_tiles_ns\": %.1f}\n",
           threads, id, one, eight);
  }
}

/// The time and the rate of all-reduces and all-gathers by number of devices and size.
void collectives() {
  for (int64_t devices : {2, 8, 64})
    for (int64_t bytes : {4, 65536, 4 << 20}) {
      // Leaves out sizes that need too much memory.
      if (devices * bytes > (64 << 20))
        continue;
      auto per = [&](CollectiveKind kind, int64_t times) {
        int64_t trips = std::clamp<int64_t>((8 << 20) / (bytes * devices), 4, 2000);
        return secondsPerTrip(devices, 2, trips, [&](TestProgram &test, uint32_t block) {
          Operand x = test.temporary(uint64_t(bytes)), y = test.temporary(uint64_t(bytes * times));
          test.collective({.kind = kind,
                           .reduction = kind == CollectiveKind::AllReduce ? ReductionKind::Sum
                                                                          : ReductionKind::None,
                           .groups = {.digits = {test.row()}}},
                          {{.source = x, .target = y, .type = DType::F32, .shape = {bytes / 4}}},
                          block);
        });
      };
      double reduce = per(CollectiveKind::AllReduce, 1),
             gather = per(CollectiveKind::AllGather, devices);
      // An all-reduce reads n sources and writes one result per device; a gather reads and
      // writes n parts.
      printf("{\"question\": \"collective\", \"devices\": %ld, \"bytes\": %ld, \"all_reduce_us\": "
             "%.2f, "
             "\"all_reduce_GBps\": %.1f, \"all_gather_us\": %.2f, \"all_gather_GBps\": %.1f}\n",
             long(devices), long(bytes), reduce * 1e6, double(2 * devices * bytes) / reduce * 1e-9,
             gather * 1e6, double(2 * devices * devices * bytes) / gather * 1e-9);
    }
}

/// The time to start and end an empty program.
void emptyRun() {
  for (int64_t devices : {1, 8})
    printf("{\"question\": \"empty run\", \"devices\": %ld, \"us\": %.2f}\n", long(devices),
           secondsPerTrip(devices, 2, 1, [](TestProgram &, uint32_t) {}) * 1e6);
}

/// The rate of memcpy, to which collectives are compared.
void memory() {
  std::vector<char> from(64 << 20, 1), to(64 << 20, 2);
  double best = 1e9;
  for (int round = 0; round < 8; ++round) {
    auto begin = std::chrono::steady_clock::now();
    memcpy(to.data(), from.data(), from.size());
    asm volatile("" ::"r"(to.data()) : "memory"); // keeps the compiler from removing the copy
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  printf("{\"question\": \"memcpy of 64 MiB, one thread\", \"GBps\": %.1f}\n",
         2 * double(from.size()) / best * 1e-9);
}

/// Under mpirun: all-reduces with one device per rank.
void collectivesOverRanks() {
  int64_t devices = ranks->rankCount();
  for (int64_t bytes : {4, 65536, 4 << 20}) {
    int64_t trips = std::clamp<int64_t>((8 << 20) / bytes, 4, 500);
    double reduce = secondsPerTrip(
        devices, workerCountFor(ranks), trips, [&](TestProgram &test, uint32_t block) {
          Operand x = test.temporary(uint64_t(bytes));
          test.collective({.kind = CollectiveKind::AllReduce,
                           .reduction = ReductionKind::Sum,
                           .groups = {.digits = {test.row()}}},
                          {{.source = x, .target = x, .type = DType::F32, .shape = {bytes / 4}}},
                          block);
        });
    if (isFirst())
      printf("{\"question\": \"all_reduce over ranks\", \"ranks\": %ld, \"bytes\": %ld, \"us\": "
             "%.2f}\n",
             long(devices), long(bytes), reduce * 1e6);
  }
}

} // namespace

int main() {
  std::unique_ptr<RankTransport> transport = llvm::cantFail(openTransport({}));
  if ((ranks = transport.get())) {
    collectivesOverRanks();
    return 0;
  }
  memory();
  commands();
  collectives();
  emptyRun();
}

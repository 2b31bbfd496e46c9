// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the MPI transport with real ranks: the test starts itself under mpirun. With "--rank WHAT"
// this program is one of the ranks.
#include "runtime/agreement.h"
#include "runtime/test_collectives.h"
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace spmd::rt {
namespace {

// FNV-1a over the bytes of an array.
uint64_t hashOf(uint64_t hash, const Array &array) {
  for (uint64_t i = 0; i < array.byteCount(); ++i)
    hash = (hash ^ uint64_t(array.data()[i])) * 0x100000001b3;
  return hash;
}

/// Prints one hash over the results of all kinds of collectives, on rank 0.
void printChecksum(RankTransport *transport, Workers &workers) {
  uint64_t hash = 0xcbf29ce484222325;
  for (DType type : {DType::F32, DType::BF16})
    for (const std::vector<Digit> &digits : std::vector<std::vector<Digit>>{
             {{.stride = 1, .size = 8}}, {{.stride = 1, .size = 2}, {.stride = 4, .size = 2}}}) {
      std::vector<Array> arguments;
      TestProgram test = everyKind(type, digits, arguments, 50);
      auto instance = llvm::cantFail(Instance::create(test.executable(), workers, transport));
      for (size_t i = 0; i < arguments.size(); ++i)
        llvm::cantFail(instance->setArgument(i, arguments[i]));
      for (int round = 0; round < 3; ++round)
        llvm::cantFail(instance->run().wait());
      for (size_t i = 0; i < test.program.results.size(); ++i)
        hash = hashOf(hash, llvm::cantFail(instance->result(i)));
    }
  if (!transport || transport->rank() == 0)
    printf("checksum %016lx\n", (unsigned long)hash);
}

/// The mishap that rank 1 has in the middle of a program.
enum class Mishap { None, Stop, Kill, Sleep };
Mishap mishap = Mishap::None;
// A kernel in which the mishap happens; the other ranks then wait in the collective that follows.
void meetMishap(void *const *, int64_t, int64_t) {
  if (mishap == Mishap::Stop)
    raise(SIGSTOP);
  if (mishap == Mishap::Kill)
    raise(SIGKILL);
  if (mishap == Mishap::Sleep)
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
}

// A program of the kernel above and an all_reduce.
void runWithMishap(RankTransport *transport, Workers &workers, Mishap what) {
  TestProgram test(4);
  Border border = TestProgram::border(DType::F32, {4, 1000}, 0, {test.row()});
  Operand x = test.argument(border);
  border.alias = 0;
  test.result(border);
  if (transport->rank() == 1)
    mishap = what;
  test.kernel(meetMishap, 1, 1, {x}, {x});
  test.collective({.kind = CollectiveKind::AllReduce,
                   .reduction = ReductionKind::Sum,
                   .groups = {.digits = {test.row()}}},
                  {{.source = x, .target = x, .type = DType::F32, .shape = {1000}}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers, transport));
  if (llvm::Error error = instance->run().wait())
    printf("rank %ld is told: %s\n", long(transport->rank()),
           llvm::toString(std::move(error)).c_str());
}

// The main function of a rank. The exit code is that of the scenario.
int beRank(std::string what) {
  const bool isEmbedded = what.starts_with("embedded_");
  what = what.substr(isEmbedded ? 9 : 0);
  // The launcher notices a killed rank. On a busy machine that takes longer than a second, and
  // silence is tested by another scenario, hence the long timeout.
  auto opened = openTransport({.timeoutSeconds = what == "checksum" ? 0.
                                                 : what == "kill"   ? 60.
                                                                    : 1.,
                               .ownsProcess = !isEmbedded});
  if (!opened) {
    fprintf(stderr, "%s\n", llvm::toString(opened.takeError()).c_str());
    return 3;
  }
  RankTransport *transport = opened->get();
  Workers workers({.threads = workerCountFor(transport)});
  if (what == "checksum")
    printChecksum(transport, workers);
  if (what == "stop" || what == "kill" || what == "sleep")
    runWithMishap(transport, workers,
                  what == "stop"   ? Mishap::Stop
                  : what == "kill" ? Mishap::Kill
                                   : Mishap::Sleep);
  if (what == "fingerprint") {
    Agreement agreement;
    // Ranks 2 and 3 differ from ranks 0 and 1.
    agreement.add("the compiled program", transport->rank() / 2 ? "0abd" : "0abc");
    if (auto refusal = agreement.settle(*transport, "the comparison of programs")) {
      fprintf(stderr, "%s\n", refusal->reason.c_str());
      return refusal->exitCode;
    }
  }
  if (what == "abort") {
    if (transport->rank() == 1)
      transport->fail(3, "no such file: x.npz");
    gatherValues(*transport, 0, "a value");
    printf("rank %ld is told: %s\n", long(transport->rank()), transport->failure().c_str());
    // mpirun ends all ranks once the first one ends, so each lets the others be told.
    fflush(stdout);
    sleep(2);
  }
  return 0;
}

// The exit code, the combined output and the duration of one start.
struct Outcome {
  int exitCode = -1;
  std::string output;
  double seconds = 0;
};

/// Runs this program on `ranks` ranks, or alone where that is 0. `prefix` sets environment
/// variables.
Outcome start(int ranks, const std::string &what, const std::string &prefix = "") {
  char self[4096] = {};
  [[maybe_unused]] auto length = readlink("/proc/self/exe", self, sizeof(self) - 1);
  // MPI's own leaks are not ours to find. `timeout` ends a start that hangs; --oversubscribe allows
  // more ranks than cores.
  std::string command = fmt::format("{} '{}' --rank {} 2>&1", prefix, self, what);
  if (ranks)
    command = fmt::format("LSAN_OPTIONS=detect_leaks=0 timeout 240 mpirun --oversubscribe "
                          "--allow-run-as-root -n {} {}",
                          ranks, command);
  auto begin = std::chrono::steady_clock::now();
  Outcome outcome;
  FILE *pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer;
  while (size_t size = fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.output.append(buffer.data(), size);
  int status = pclose(pipe);
  outcome.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

// One process and 2, 4 and 8 ranks print the same checksum.
TEST(TransportMpi, EveryPlacementGivesTheSameBits) {
  Outcome alone = start(0, "checksum");
  ASSERT_EQ(alone.exitCode, 0) << alone.output;
  ASSERT_EQ(alone.output.substr(0, 9), "checksum ");
  for (int ranks : {2, 4, 8}) {
    Outcome outcome = start(ranks, "checksum");
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.output, alone.output) << ranks << " ranks";
  }
}

// A stopped rank sends no heartbeats. The others name it, and the collective that waits for it.
TEST(TransportMpi, AStoppedRankIsNamedWithinTheTimeout) {
  Outcome outcome = start(4, "stop");
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_NE(
      outcome.output.find("all_reduce at test.mlir:3:1 waits for rank 1, silent for more than 1 s"),
      std::string::npos)
      << outcome.output;
  EXPECT_LT(outcome.seconds, 10);
}

// The launcher ends the other ranks by a signal; each reports what it was waiting for.
TEST(TransportMpi, AKilledRankEndsTheOthersWithAReason) {
  Outcome outcome = start(4, "kill");
  EXPECT_NE(outcome.exitCode, 0);
  EXPECT_NE(outcome.output.find("all_reduce at test.mlir:3:1 waited for rank"), std::string::npos)
      << outcome.output;
}

// In a host's process the other ranks learn of it by an error, and the process goes on.
TEST(TransportMpi, AnEmbeddedRunFailsWhereARankStops) {
  Outcome outcome = start(2, "embedded_stop");
  EXPECT_NE(outcome.output.find("rank 0 is told: rank 0 of 2: all_reduce at test.mlir:3:1 waits "
                                "for rank 1, silent for more than 1 s"),
            std::string::npos)
      << outcome.output;
}

TEST(TransportMpi, AnEmbeddedFailureIsToldToAllRanks) {
  Outcome outcome = start(3, "embedded_abort");
  for (int64_t rank : {0, 2})
    EXPECT_NE(
        outcome.output.find(fmt::format("rank {} is told: rank {} of 3: a value at outside of "
                                        "the program waits for rank 1, which failed",
                                        rank, rank)),
        std::string::npos)
        << outcome.output;
  EXPECT_NE(outcome.output.find("rank 1 is told: rank 1 of 3: no such file: x.npz"),
            std::string::npos)
      << outcome.output;
}

// A rank that sleeps for 2.5 s in a kernel still sends heartbeats, so a timeout of 1 s does not end
// it.
TEST(TransportMpi, ASlowRankIsNotSilent) {
  Outcome outcome = start(4, "sleep");
  EXPECT_EQ(outcome.exitCode, 0) << outcome.output;
}

// The message names the first two ranks that differ, and both values.
TEST(TransportMpi, RanksThatDisagreeEndWithBothFingerprints) {
  Outcome outcome = start(4, "fingerprint");
  EXPECT_EQ(outcome.exitCode, 2);
  EXPECT_NE(outcome.output.find("ranks 0 and 2 differ in the compiled program: 0abc and 0abd; "
                                "start all ranks with the same "
                                "flags, files and values"),
            std::string::npos)
      << outcome.output;
}

/// As where libspmd_mpi.so is not installed: the folder of the runtime library holds nothing else.
TEST(TransportMpi, WithoutTheMpiLibraryRanksAreRefusedAndOneProcessRuns) {
  Dl_info library;
  ASSERT_TRUE(dladdr(reinterpret_cast<void *>(&openTransport), &library));
  char folder[] = "/tmp/spmd_no_mpi_XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  std::string alone = folder + std::string(strrchr(library.dli_fname, '/')),
              search = fmt::format("LD_LIBRARY_PATH={} ", folder);
  ASSERT_EQ(symlink(library.dli_fname, alone.c_str()), 0);
  EXPECT_EQ(start(0, "checksum", search).exitCode, 0);
  Outcome outcome = start(0, "checksum", search + "OMPI_COMM_WORLD_SIZE=2");
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_NE(outcome.output.find(
                "a launcher started several ranks, but the MPI transport cannot be loaded"),
            std::string::npos)
      << outcome.output;
  unlink(alone.c_str());
  rmdir(folder);
}

// The reason of the failing rank appears, and all ranks end with its exit code.
TEST(TransportMpi, OneRanksFailureEndsAllWithItsReason) {
  Outcome outcome = start(3, "abort");
  EXPECT_EQ(outcome.exitCode, 3);
  EXPECT_NE(outcome.output.find("rank 1 of 3: no such file: x.npz"), std::string::npos)
      << outcome.output;
}

} // namespace
} // namespace spmd::rt

int main(int argc, char **argv) {
  if (argc == 3 && std::string(argv[1]) == "--rank")
    return spmd::rt::beRank(argv[2]);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

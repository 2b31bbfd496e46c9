// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests collectives between ranks without MPI: several transports in this process copy each other's
// bytes. For every placement of devices on ranks the results must have the bits of a single
// process.
#include "runtime/test_collectives.h"
#include <cstring>
#include <gtest/gtest.h>
#include <map>

namespace spmd::rt {
namespace {

/// The messages of a set of ranks that wait for their counterparts: a queue for each (from, to,
/// tag).
struct Mail {
  struct Waiting {
    Transfer *transfer;
    Exchange *exchange;
    std::atomic<int64_t> *open;
  };
  std::mutex mutex;
  std::map<std::array<int64_t, 3>, std::vector<Waiting>> sends, receives;
};

// A transport whose ranks are threads of this process. The second of two matching messages copies
// the bytes; messages of different sizes fail the test.
class LoopbackTransport final : public RankTransport {
public:
  LoopbackTransport(std::shared_ptr<Mail> mail, int64_t self, int64_t count)
      : mail(std::move(mail)), self(self), count(count) {}
  int64_t rank() const override { return self; }
  int64_t rankCount() const override { return count; }
  int64_t ranksOfThisMachine() const override { return count; }
  // No test expects this.
  void fail(int, std::string_view reason) override {
    fprintf(stderr, "rank %ld: %s\n", self, std::string(reason).c_str());
    std::abort();
  }
  // `open` counts the messages that have not ended, plus one that protects the exchange until all
  // of its messages are posted.
  void post(Exchange &exchange) override {
    auto *open = new std::atomic<int64_t>(int64_t(exchange.transfers.size()) + 1);
    std::vector<Mail::Waiting> done;
    {
      std::lock_guard lock(mail->mutex);
      for (Transfer &transfer : exchange.transfers) {
        std::array<int64_t, 3> key = {self, transfer.peer, exchange.tag};
        if (!transfer.isSend)
          std::swap(key[0], key[1]);
        auto &mine = (transfer.isSend ? mail->sends : mail->receives)[key];
        auto &theirs = (transfer.isSend ? mail->receives : mail->sends)[key];
        Mail::Waiting own{&transfer, &exchange, open};
        if (theirs.empty()) {
          mine.push_back(own);
          continue;
        }
        Mail::Waiting other = theirs.front();
        theirs.erase(theirs.begin());
        EXPECT_EQ(other.transfer->bytes, transfer.bytes) << exchange.what;
        const Transfer &from = transfer.isSend ? transfer : *other.transfer;
        const Transfer &to = transfer.isSend ? *other.transfer : transfer;
        memcpy(to.data, from.data, from.bytes);
        done.push_back(own);
        done.push_back(other);
      }
    }
    for (Mail::Waiting &one : done)
      end(one);
    end({nullptr, &exchange, open});
  }

private:
  static void end(const Mail::Waiting &one) {
    if (one.open->fetch_sub(1) == 1) {
      delete one.open;
      one.exchange->ended();
    }
  }
  std::shared_ptr<Mail> mail;
  int64_t self, count;
};

/// Runs `test` twice on `ranks` ranks. Returns the results of the last rank. `placed`: by device,
/// its rank, where that is not in order.
std::vector<std::vector<std::byte>> runOnRanks(const TestProgram &test,
                                               const std::vector<Array> &arguments, int64_t ranks,
                                               const std::vector<int32_t> &placed = {}) {
  auto executable = test.executable();
  auto mail = std::make_shared<Mail>();
  std::vector<std::vector<std::byte>> results;
  std::vector<std::thread> processes;
  for (int64_t rank = 0; rank < ranks; ++rank)
    processes.emplace_back([&, rank] {
      LoopbackTransport transport(mail, rank, ranks);
      Workers workers({.threads = 2});
      auto instance = llvm::cantFail(
          placed.empty()
              ? Instance::create(executable, workers, ranks > 1 ? &transport : nullptr)
              : Instance::create(executable, workers, {.transport = &transport, .placed = placed},
                                 /*bindsBorders=*/false));
      for (size_t i = 0; i < arguments.size(); ++i)
        llvm::cantFail(instance->setArgument(i, arguments[i]));
      for (int round = 0; round < 2; ++round)
        llvm::cantFail(instance->run().wait());
      for (size_t i = 0; i < test.program.results.size(); ++i) {
        Array result = llvm::cantFail(instance->result(i));
        if (rank == ranks - 1)
          results.emplace_back(result.data(), result.data() + result.byteCount());
      }
      if (ranks > 1)
        gatherValues(transport, 0, "the end"); // no rank leaves before all are done
    });
  for (std::thread &process : processes)
    process.join();
  return results;
}

// All kinds of collectives over groups of eight, two and four devices, in different orders of the
// mesh axes. Groups may lie in one rank, span two, or span all.
TEST(TransportRanks, EveryPlacementGivesTheSameBits) {
  for (DType type : {DType::F32, DType::BF16, DType::S64})
    for (const std::vector<Digit> &digits : std::vector<std::vector<Digit>>{
             {{.stride = 1, .size = 8}},
             {{.stride = 4, .size = 2}},
             {{.stride = 1, .size = 2}, {.stride = 4, .size = 2}},
             {{.stride = 4, .size = 2}, {.stride = 2, .size = 2}, {.stride = 1, .size = 2}}}) {
      std::vector<Array> arguments;
      TestProgram test = everyKind(type, digits, arguments, 7);
      auto alone = runOnRanks(test, arguments, 1);
      for (int64_t ranks : {2, 4, 8})
        EXPECT_EQ(runOnRanks(test, arguments, ranks), alone)
            << mlirName(type) << " on " << ranks << " ranks";
      // Devices as a host places them: in any order, and not equally many on each rank.
      for (const std::vector<int32_t> &placed : std::vector<std::vector<int32_t>>{
               {1, 0, 1, 0, 0, 1, 1, 0}, {2, 1, 0, 0, 0, 1, 0, 0}, {1, 1, 1, 1, 0, 0, 0, 0}})
        EXPECT_EQ(runOnRanks(test, arguments, *std::max_element(placed.begin(), placed.end()) + 1,
                             placed),
                  alone)
            << mlirName(type);
    }
}

// Arrays beyond kLatencyBytes take the way by chunks.
TEST(TransportRanks, LargeArraysToo) {
  std::vector<Array> arguments;
  TestProgram test = everyKind(DType::F32, {{.stride = 1, .size = 4}}, arguments, 200);
  auto alone = runOnRanks(test, arguments, 1);
  for (int64_t ranks : {2, 4, 8})
    EXPECT_EQ(runOnRanks(test, arguments, ranks), alone);
}

// Groups of three devices in no order: the tree has a node of one position.
TEST(TransportRanks, ListedGroupsOfThreeAcrossRanks) {
  TestProgram test(6);
  Border border = TestProgram::border(DType::F32, {6, 300}, 0, {test.row()});
  Operand source = test.argument(border);
  border.alias = 0;
  test.result(border);
  test.collective({.kind = CollectiveKind::AllReduce,
                   .reduction = ReductionKind::Sum,
                   .groups = {.listed = {{4, 0, 2}, {1, 5, 3}}}},
                  {{.source = source, .target = source, .type = DType::F32, .shape = {300}}});
  Array values = llvm::cantFail(Array::allocate(DType::F32, {6, 300}));
  for (int64_t i = 0; i < 1800; ++i)
    values.as<float>()[size_t(i)] = 1.f / float(i + 1);
  auto alone = runOnRanks(test, {values}, 1);
  for (int64_t ranks : {2, 3, 6})
    EXPECT_EQ(runOnRanks(test, {values}, ranks), alone);
}

// Two tensors of different roots travel together, one of them in chunks. Each run has other roots,
// so the messages go other ways. In groups of three ranks, a chunk has 256 bytes or none.
TEST(TransportRanks, BroadcastsFromRootsThatChange) {
  TestProgram test(6);
  std::vector<CollectivePart> parts;
  Border number = TestProgram::border(DType::S32, {1}, -1, {});
  for (int64_t size : {7, 5000}) {
    Border border = TestProgram::border(DType::F32, {6, size}, 0, {test.row()});
    Operand source = test.argument(border), root = test.argument(number);
    parts.push_back({.source = source,
                     .target = test.result(border),
                     .type = DType::F32,
                     .shape = {1, size},
                     .root = root});
  }
  test.collective({.kind = CollectiveKind::Broadcast, .groups = {.digits = {test.row()}}}, parts);
  for (int32_t root = 0; root < 6; ++root) {
    std::vector<Array> arguments;
    for (int64_t size : {7, 5000}) {
      arguments.push_back(numbered<float>(DType::F32, {6, size}));
      arguments.push_back(numbered<int32_t>(DType::S32, {1}, size == 7 ? root : (root + 2) % 6));
    }
    auto alone = runOnRanks(test, arguments, 1);
    for (int64_t ranks : {2, 3, 6})
      EXPECT_EQ(runOnRanks(test, arguments, ranks), alone) << root << " on " << ranks << " ranks";
  }
}

// The message names both numbers.
TEST(TransportRanks, RanksMustDivideTheDevices) {
  LoopbackTransport transport(std::make_shared<Mail>(), 0, 3);
  Workers workers({.threads = 1});
  auto instance = Instance::create(TestProgram(8).executable(), workers, &transport);
  EXPECT_EQ(llvm::toString(instance.takeError()),
            "8 devices cannot be shared evenly by 3 ranks; start a number of ranks that divides 8");
}

} // namespace
} // namespace spmd::rt

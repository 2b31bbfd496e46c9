// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over the commands in the order of the program and notes for each byte of the arena which
// command has written it and which one reads it last. The arena is cut into atoms: ranges that each
// command reads or writes as a whole. For two commands that use bytes [0, 64) and [32, 96) they are
// [0, 32), [32, 64) and [64, 96).
#include "runtime/memory_profile.h"
#include "runtime/command_labels.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace spmd::rt {
namespace {

struct Range {
  uint64_t begin = 0, end = 0;
};

/// What one command does to the arena. What it updates keeps the rest of its old contents.
struct Access {
  uint32_t location = 0;
  const Command *command = nullptr;
  std::vector<Range> reads, updates, writes;
};

/// The accesses [first, last] of a part of the program: the trips of a loop, or a branch.
struct Part {
  size_t first = 0, last = 0;
  bool has(size_t step) const { return first <= step && step <= last; }
};

/// The branches of a case, each as accesses [first, last]. One of them runs.
using Branches = std::vector<Part>;

/// Lists the accesses of a program.
class Accesses {
public:
  explicit Accesses(const Program &program) : program(program) {
    for (const Block &block : program.blocks)
      for (const Command &command : block)
        if (auto *start = std::get_if<CollectiveStart>(&command.action))
          starts[start->id] = start;
    visitBlock(0);
  }

  std::vector<Access> all;
  std::vector<Part> loops; // inner ones before those around them
  std::vector<Branches> cases;

private:
  /// Adds an access for each command, and those of the blocks that it enters behind it.
  void visitBlock(uint32_t block) {
    // Blocks of programs from this compiler are entered from one place. A file may have others, and
    // a list of all ways would not end.
    if (!entered.insert(block).second)
      return;
    for (const Command &command : program.blocks[block]) {
      all.push_back({.location = command.location, .command = &command});
      std::visit([&](const auto &action) { visit(action); }, command.action);
    }
  }
  Access &now() { return all.back(); }

  /// All bytes that an address may reach, whatever indices and loop counters are.
  static Range rangeOf(const Operand &operand, const std::vector<int64_t> &loops) {
    Range range{operand.base.offset, operand.base.offset + operand.bytes};
    for (const DynamicOffset &offset : operand.dynamic)
      range.end += uint64_t(offset.limit * offset.strideBytes);
    for (size_t l = 0; l < operand.strides.size() && l < loops.size(); ++l)
      range.end += uint64_t((loops[l] - 1) * operand.strides[l]);
    return range;
  }
  static void add(std::vector<Range> &list, Range range) {
    if (range.begin < range.end)
      list.push_back(range);
  }
  void read(const Operand &operand, const std::vector<int64_t> &loops = {}) {
    for (const DynamicOffset &offset : operand.dynamic)
      read(offset.index, sizeOf(offset.type));
    if (operand.base.space == Space::Arena)
      add(now().reads, rangeOf(operand, loops));
  }
  void read(const Address &address, uint64_t bytes) {
    if (address.space == Space::Arena)
      add(now().reads, {address.offset, address.offset + bytes});
  }
  /// A window at an index leaves the rest as it is; blocks of a loop fill all.
  void write(const Operand &operand, const std::vector<int64_t> &loops = {}) {
    for (const DynamicOffset &offset : operand.dynamic)
      read(offset.index, sizeOf(offset.type));
    if (operand.base.space == Space::Arena)
      add(operand.dynamic.empty() ? now().writes : now().updates, rangeOf(operand, loops));
  }

  // Each overload fills in the access of its command. Arguments, results and constants are not in
  // the arena, and what is in the memory of a worker does not count.
  void visit(const KernelCommand &kernel) { visitCall(kernel, {}); }
  void visit(const LibraryCommand &library) { visitCall(library, {}); }
  void visit(const LoopCommand &loop) { visitCall(loop, {}); }
  template <class Call> void visitCall(const Call &call, const std::vector<int64_t> &loops) {
    for (const Operand &operand : call.operands)
      read(operand, loops);
    for (const Operand &result : call.results)
      write(result, loops);
  }
  void visit(const PartitionIdCommand &id) {
    if (id.result.space == Space::Arena)
      add(now().writes, {id.result.offset, id.result.offset + sizeof(uint32_t)});
  }
  void visit(const CopyCommand &copy) {
    read(copy.source);
    write(copy.target);
  }
  void visit(const CollectiveStart &start) {
    for (const CollectivePart &part : start.parts) {
      read(part.source);
      read(part.root);
      write(part.target);
    }
  }
  // Sources and targets belong to the exchange until its end.
  void visit(const CollectiveDone &done) {
    for (const CollectivePart &part : starts.at(done.id)->parts) {
      read(part.source);
      read(part.target);
    }
  }
  // The condition decides behind its block, so the predicate is read in an access of its own.
  void visit(const WhileCommand &loop) {
    const size_t first = all.size();
    const Access whole = now();
    if (loop.tripCount < 0) {
      visitBlock(loop.cond);
      all.push_back({.location = whole.location, .command = whole.command});
      read(loop.predicate, 1);
    }
    visitBlock(loop.body);
    if (all.size() > first)
      loops.push_back({first, all.size() - 1});
  }
  // One branch runs. The plan of the arena keeps them apart as if all did, one after another. Each
  // begins with an access of the case, so that none is empty.
  void visit(const CaseCommand &choice) {
    const Access whole = now();
    Branches branches;
    for (uint32_t branch : choice.branches) {
      const size_t first = all.size();
      all.push_back({.location = whole.location, .command = whole.command});
      if (branch == choice.branches.front())
        read(choice.selector, sizeOf(choice.type));
      visitBlock(branch);
      branches.push_back({first, all.size() - 1});
    }
    cases.push_back(std::move(branches));
  }
  // One access: what its first block has written, the others only continue.
  void visit(const BlocksCommand &blocks) {
    for (uint32_t block : {blocks.first, blocks.rest})
      for (const Command &command : program.blocks[block])
        std::visit([&](const auto &action) { visitInner(action, blocks.loops); }, command.action);
    Access &whole = now();
    std::erase_if(whole.reads, [&](const Range &range) {
      return std::ranges::any_of(whole.writes, [&](const Range &written) {
        return written.begin <= range.begin && range.end <= written.end;
      });
    });
  }
  void visitInner(const KernelCommand &kernel, const std::vector<int64_t> &loops) {
    visitCall(kernel, loops);
  }
  void visitInner(const LibraryCommand &library, const std::vector<int64_t> &loops) {
    visitCall(library, loops);
  }
  void visitInner(const CopyCommand &copy, const std::vector<int64_t> &loops) {
    read(copy.source, loops);
    write(copy.target, loops);
  }
  template <class Other> void visitInner(const Other &, const std::vector<int64_t> &) {}

  const Program &program;
  std::map<uint32_t, const CollectiveStart *> starts;
  std::set<uint32_t> entered;
};

/// Bytes of an atom from the access that writes them to the last one that reads them. They end
/// before an access that writes the next ones over them.
struct Life {
  size_t atom, writer, reader, end; // live in [writer, end)
};

/// Follows the contents of all atoms.
class Lives {
public:
  explicit Lives(const Accesses &accesses) : accesses(accesses) {
    for (const Access &access : accesses.all)
      for (const std::vector<Range> *list : {&access.reads, &access.updates, &access.writes})
        for (const Range &range : *list)
          borders.insert(borders.end(), {range.begin, range.end});
    std::ranges::sort(borders);
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    state.resize(borders.size());
    for (size_t step = 0; step < accesses.all.size(); ++step)
      follow(step);
    for (size_t atom = 0; atom < state.size(); ++atom)
      close(atom);
    for (const Branches &branches : accesses.cases)
      keepResults(branches);
  }
  uint64_t bytesOf(size_t atom) const { return borders[atom + 1] - borders[atom]; }

  std::vector<Life> all;

private:
  /// What an atom holds now: who has written it, and who has read it last. Before the first write
  /// it holds nothing.
  struct State {
    bool isWritten = false;
    size_t writer = 0, reader = 0;
  };
  /// Reads come first: a command may write its result over an operand.
  void follow(size_t step) {
    const Access &access = accesses.all[step];
    for (const Range &range : access.reads)
      each(range, [&](size_t atom) { read(atom, step); });
    for (const Range &range : access.updates) // the first one begins what others go on with
      each(range, [&](size_t atom) {
        if (!state[atom].isWritten)
          write(atom, step);
        read(atom, step);
      });
    for (const Range &range : access.writes)
      each(range, [&](size_t atom) { write(atom, step); });
    while (nextLoop < accesses.loops.size() && accesses.loops[nextLoop].last == step)
      carry(accesses.loops[nextLoop++]);
  }
  /// What a trip reads first and writes later is read by the next trip. So it is read once more at
  /// the end of the body. Inner loops come first, so that the ones around them see what they read.
  void carry(const Part &loop) {
    std::vector<char> seen(state.size());
    for (size_t step = loop.first; step <= loop.last; ++step) {
      const Access &access = accesses.all[step];
      for (const std::vector<Range> *list : {&access.reads, &access.updates})
        for (const Range &range : *list)
          each(range, [&](size_t atom) {
            if (!std::exchange(seen[atom], 1))
              read(atom, loop.last);
          });
      for (const Range &range : access.writes)
        each(range, [&](size_t atom) { seen[atom] = 1; });
    }
  }
  /// What the last branch of a case leaves for later is a result of the case. An earlier branch
  /// that has written it keeps it until its end, although the branch behind it writes over it.
  void keepResults(const Branches &branches) {
    const Part &last = branches.back();
    std::vector<char> isResult(state.size());
    for (const Life &life : all)
      if (last.has(life.writer) && life.reader > last.last)
        isResult[life.atom] = 1;
    for (size_t b = 0; b + 1 < branches.size(); ++b) {
      std::map<size_t, Life *> latest; // by atom
      for (Life &life : all)
        if (isResult[life.atom] && branches[b].has(life.writer))
          if (Life *&known = latest[life.atom]; !known || known->writer < life.writer)
            known = &life;
      for (auto &[atom, life] : latest) {
        life->reader = std::max(life->reader, branches[b].last);
        life->end = branches[b].last + 1;
      }
    }
  }
  template <class Function> void each(const Range &range, Function function) {
    auto first = std::ranges::lower_bound(borders, range.begin);
    for (size_t atom = size_t(first - borders.begin()); borders[atom] < range.end; ++atom)
      function(atom);
  }
  void read(size_t atom, size_t step) { state[atom].reader = step; }
  void write(size_t atom, size_t step) {
    close(atom, step);
    state[atom] = {true, step, step};
  }
  void close(size_t atom, size_t next = SIZE_MAX) {
    const State &last = state[atom];
    if (last.isWritten && last.writer < next)
      all.push_back({atom, last.writer, last.reader, std::min(last.reader + 1, next)});
    state[atom].isWritten = false;
  }

  const Accesses &accesses;
  std::vector<uint64_t> borders; // atom i is [borders[i], borders[i + 1])
  std::vector<State> state;
  size_t nextLoop = 0;
};

/// The access during which most bytes are live.
size_t fullestStep(const Lives &lives, size_t steps) {
  std::vector<int64_t> change(steps + 1);
  for (const Life &life : lives.all) {
    change[life.writer] += int64_t(lives.bytesOf(life.atom));
    change[life.end] -= int64_t(lives.bytesOf(life.atom));
  }
  int64_t live = 0, most = 0;
  size_t fullest = 0;
  for (size_t step = 0; step < steps; ++step)
    if ((live += change[step]) > most) {
      most = live;
      fullest = step;
    }
  return fullest;
}

} // namespace

// Two digits behind the point, and bytes as they are. Units are powers of 1024, as the memory of
// machines is sold and limited.
std::string bytesText(uint64_t bytes) {
  const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  double number = double(bytes);
  size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(units); number /= 1024)
    ++unit;
  return unit ? fmt::format("{:.2f} {}", number, units[unit]) : fmt::format("{} B", bytes);
}

// Lives are counted at the access where their sum is largest, and those of one writer and one
// reader are one value again.
MemoryProfile memoryProfileOf(const Program &program) {
  MemoryProfile profile{.use = memoryUseOf(program), .constantBytes = program.constants.size()};
  const Accesses accesses(program);
  const Lives lives(accesses);
  if (lives.all.empty())
    return profile;
  const Labels labels(program);
  auto placeOf = [&](size_t step) { return program.locations[accesses.all[step].location]; };
  const size_t fullest = fullestStep(lives, accesses.all.size());
  profile.where = placeOf(fullest);
  // By writer and reader: one value, in as many atoms as others have cut it into.
  std::map<std::pair<size_t, size_t>, uint64_t> held;
  for (const Life &life : lives.all)
    if (life.writer <= fullest && fullest < life.end)
      held[{life.writer, life.reader}] += lives.bytesOf(life.atom);
  std::vector<std::tuple<int64_t, size_t, size_t>> largestFirst;
  for (auto [steps, bytes] : held)
    largestFirst.emplace_back(-int64_t(bytes), steps.first, steps.second);
  std::ranges::sort(largestFirst);
  for (auto [bytes, writer, reader] : largestFirst) {
    profile.held.push_back({uint64_t(-bytes), labels.of(*accesses.all[writer].command).name,
                            placeOf(writer), placeOf(reader)});
    profile.liveBytes += uint64_t(-bytes);
  }
  return profile;
}

//   peak           236.12 KiB on each device: arguments ...
//   temporaries    60.00 KiB at most, at step.py:9:
//      32.00 KiB  written at step.py:4, read last at step.py:12
std::string memoryTable(const MemoryProfile &profile) {
  const MemoryUse &use = profile.use;
  std::string text = fmt::format(
      "peak           {} on each device: arguments {}, results {} of which {} in place, arena {}; "
      "constants {}\n",
      bytesText(use.peakBytes()), bytesText(use.argumentBytes), bytesText(use.resultBytes),
      bytesText(use.aliasBytes), bytesText(use.arenaBytes), bytesText(profile.constantBytes));
  if (profile.held.empty())
    return text + "temporaries    none\n";
  text += fmt::format("temporaries    {} at most, at {}:\n", bytesText(profile.liveBytes),
                      profile.where);
  struct Row {
    uint64_t bytes = 0;
    int64_t values = 0;
  };
  // In the order of the largest entry of each row.
  std::vector<std::tuple<std::string, std::string>> order;
  std::map<std::tuple<std::string, std::string>, Row> rows;
  for (const HeldBytes &held : profile.held) {
    auto [row, isNew] = rows.try_emplace({held.written, held.lastRead});
    if (isNew)
      order.push_back(row->first);
    row->second.bytes += held.bytes;
    ++row->second.values;
  }
  Row rest;
  for (const auto &key : order) {
    const Row &row = rows[key];
    if (row.bytes * 100 < profile.liveBytes) {
      rest = {rest.bytes + row.bytes, rest.values + row.values};
      continue;
    }
    text += fmt::format("  {:>10}  written at {}, read last at {}", bytesText(row.bytes),
                        std::get<0>(key), std::get<1>(key));
    text += row.values > 1 ? fmt::format(" ({} values)\n", row.values) : "\n";
  }
  if (rest.values)
    text += fmt::format("  {:>10}  {} smaller ones\n", bytesText(rest.bytes), rest.values);
  return text;
}

} // namespace spmd::rt

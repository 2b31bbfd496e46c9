// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the commands of a program into the steps of one device: addresses, function pointers and
// routine arguments are looked up once, here.
#include "runtime/steps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstring>
#include <map>

namespace spmd::rt {

// Constants are shared by all devices. The memory of a worker is known only when a command runs.
std::byte *DeviceMemory::at(const Address &address) const {
  // A buffer that is bound later has no address yet.
  auto in = [&](std::byte *buffer) { return buffer ? buffer + address.offset : nullptr; };
  switch (address.space) {
  case Space::Argument:
    return in(arguments[address.index]);
  case Space::Result:
    return in(results[address.index]);
  case Space::Arena:
    return arena + address.offset;
  case Space::Constant:
    return constants + address.offset;
  case Space::Local:
  case Space::Table:
    break;
  }
  return nullptr;
}

namespace {

/// Whether the parts of a broadcast name their roots. Either all do or none.
bool hasRoots(const CollectiveStart &start) {
  return !start.parts.empty() && start.parts[0].root.bytes;
}

/// The number of addresses in Steps::pointers that a command uses.
struct PointerCount {
  size_t operator()(const KernelCommand &kernel) {
    return kernel.operands.size() + kernel.results.size();
  }
  size_t operator()(const LibraryCommand &library) {
    return library.operands.size() + library.results.size();
  }
  size_t operator()(const PartitionIdCommand &) { return 1; }
  size_t operator()(const CopyCommand &) { return 2; }
  size_t operator()(const CollectiveStart &start) {
    return (hasRoots(start) ? 3 : 2) * start.parts.size();
  }
  size_t operator()(const CollectiveDone &) { return 0; }
  size_t operator()(const WhileCommand &) { return 0; }
  size_t operator()(const LoopCommand &loop) { return loop.operands.size() + loop.results.size(); }
  size_t operator()(const CaseCommand &) { return 0; }
  size_t operator()(const BlocksCommand &) { return 0; }
};

// Resolves all commands. The address array is allocated in full before the first step, since steps
// hold pointers into it.
class Resolver {
public:
  Resolver(const Executable &executable, int64_t deviceId, const DeviceMemory &memory,
           llvm::function_ref<Participant(const CollectiveStart &)> participantOf,
           RunFailure *failure)
      : executable(executable), program(executable.program()), deviceId(deviceId), memory(memory),
        participantOf(participantOf) {
    steps.failure = failure;
  }

  // Visits the commands in order. Each overload of resolve() fills the step's kind and fields and
  // appends the command's addresses at `next`.
  Steps run() {
    size_t count = 0;
    for (const Block &block : program.blocks)
      for (const Command &command : block)
        count += std::visit(PointerCount(), command.action);
    // Never resized again, so the addresses of its elements stay valid.
    steps.pointers.resize(count);
    next = steps.pointers.data();
    steps.blocks.resize(program.blocks.size());
    steps.argumentUses.resize(program.arguments.size());
    steps.resultUses.resize(program.results.size());
    makeTables();
    for (size_t i = 0; i < program.blocks.size(); ++i) {
      steps.blocks[i].reserve(program.blocks[i].size());
      for (const Command &command : program.blocks[i]) {
        Step step{.kind = StepKind::Kernel,
                  .location = command.location,
                  .command = uint32_t(steps.blocks[i].size()),
                  .pointers = next};
        moving.clear(), movingFrom.clear(), noted.clear();
        std::visit([&](const auto &action) { resolve(action, step); }, command.action);
        step.pointerCount = size_t(next - step.pointers);
        if (!moving.empty())
          step.moving = &steps.moving.emplace_back(std::move(moving));
        steps.blocks[i].push_back(step);
        noteUses(command, steps.blocks[i].back());
      }
    }
    for (BlockLoops &loops : steps.blockLoops)
      complete(loops);
    findLoopsAlone();
    steps.depth = depthOf(0);
    return std::move(steps);
  }

private:
  // Rows of buffers that are bound later are uses of these buffers. The lists of rows are not
  // resized once they are filled.
  void makeTables() {
    for (const Table &table : program.tables) {
      TableRows &rows = steps.tables.emplace_back(TableRows{table.rowBytes, {}});
      for (const Address &row : table.rows)
        rows.rows.push_back(memory.at(row));
      for (size_t i = 0; i < table.rows.size(); ++i)
        if (BorderUses *uses = usesOf(table.rows[i]))
          uses->uses.push_back({&rows.rows[i], table.rows[i].offset});
    }
  }
  void add(const Address &address) {
    noted.push_back({address, next});
    *next++ = memory.at(address);
  }
  // An address that depends on scalars in memory or on the block that runs also gets a
  // MovingPointer, by which it is overwritten before each execution.
  void add(const Operand &operand, const Step &step) {
    // The rows of a table are known, but which of them it is depends on an index.
    bool isTable = operand.base.space == Space::Table;
    if (!operand.dynamic.empty() || !operand.strides.empty() || isTable ||
        operand.base.space == Space::Local) {
      MovingPointer pointer{.slot = size_t(next - step.pointers),
                            .base = memory.at(operand.base),
                            .offset = operand.base.offset,
                            .table = isTable ? &steps.tables[operand.base.index] : nullptr,
                            .terms = {},
                            .strides = operand.strides};
      for (const DynamicOffset &offset : operand.dynamic)
        pointer.terms.push_back(
            {memory.at(offset.index), offset.type, offset.limit, offset.strideBytes});
      moving.push_back(std::move(pointer));
      movingFrom.push_back(&operand);
    }
    add(operand.base);
  }
  void add(const std::vector<Operand> &operands, const Step &step) {
    for (const Operand &operand : operands)
      add(operand, step);
  }
  // The part in collective `id`, made on first use: the Start and the Done of a collective share
  // it.
  Participant *participant(uint32_t id) {
    auto [entry, isNew] = participants.try_emplace(id);
    if (isNew)
      entry->second = &steps.participants.emplace_back();
    return entry->second;
  }

  // The overloads below fill one kind of step each. Pointers are appended in the order in which
  // walk.cpp reads them: operands before results, a source before its target.
  void resolve(const KernelCommand &kernel, Step &step) {
    step.kind = StepKind::Kernel;
    step.tiles = (kernel.extent + kernel.grain - 1) / kernel.grain;
    step.kernel = {executable.kernel(kernel.kernel), kernel.extent, kernel.grain};
    add(kernel.operands, step);
    add(kernel.results, step);
  }
  void resolve(const LibraryCommand &library, Step &step) {
    step.kind = StepKind::Library;
    const PlannedRoutine &planned = executable.routine(library);
    step.tiles = planned.tiles;
    steps.routineArgs.push_back(
        {.config = library.config,
         .operands = next,
         .results = next + library.operands.size(),
         .callback = library.callback < 0 ? nullptr
                                          : reinterpret_cast<ScalarFn>(reinterpret_cast<void *>(
                                                executable.kernel(uint32_t(library.callback)))),
         .plan = planned.plan.get(),
         .failure = steps.failure});
    step.library = {planned.routine, &steps.routineArgs.back()};
    add(library.operands, step);
    add(library.results, step);
  }
  void resolve(const PartitionIdCommand &id, Step &step) {
    step.kind = StepKind::PartitionId;
    step.partitionId = {uint32_t(deviceId)};
    add(id.result);
  }
  void resolve(const CopyCommand &copy, Step &step) {
    step.kind = StepKind::Copy;
    step.copy = {copy.source.bytes};
    add(copy.source, step);
    add(copy.target, step);
  }
  // Sets the addresses at the rendezvous here. Only collectives with moving addresses set them
  // again in each run.
  void resolve(const CollectiveStart &start, Step &step) {
    step.kind = StepKind::Start;
    Participant *place = participant(start.id);
    *place = participantOf(start);
    step.collective = {place, int64_t(start.parts.size()), start.skipsLastTrip, hasRoots(start)};
    for (const CollectivePart &part : start.parts) {
      add(part.source, step);
      add(part.target, step);
      if (hasRoots(start))
        add(part.root, step);
    }
    setAddresses(step);
  }
  // A Done has no addresses. It only waits at the rendezvous of its Start.
  void resolve(const CollectiveDone &done, Step &step) {
    step.kind = StepKind::Done;
    step.collective = {participant(done.id), 0, false, false};
  }
  // A known trip count makes the predicate null, by which the walk recognises such loops.
  void resolve(const WhileCommand &loop, Step &step) {
    step.kind = StepKind::While;
    step.loop = {loop.tripCount < 0 ? memory.at(loop.predicate) : nullptr, loop.tripCount,
                 loop.cond, loop.body, false};
  }
  // The kernel of a loop gets the addresses once, for all its trips.
  void resolve(const LoopCommand &loop, Step &step) {
    step.kind = StepKind::Loop;
    step.loopKernel = {executable.kernel(loop.kernel),
                       loop.tripCount < 0 ? memory.at(loop.predicate) : nullptr, loop.tripCount,
                       loop.grain};
    add(loop.operands, step);
    add(loop.results, step);
  }
  void resolve(const CaseCommand &choice, Step &step) {
    step.kind = StepKind::Case;
    step.type = choice.type;
    step.choice = {memory.at(choice.selector), &choice.branches};
  }
  // Each iteration of the loops that are not serial is a tile.
  void resolve(const BlocksCommand &blocks, Step &step) {
    step.kind = StepKind::Blocks;
    BlockLoops &loops = steps.blockLoops.emplace_back();
    loops.command = &blocks;
    loops.first = &steps.blocks[blocks.first], loops.rest = &steps.blocks[blocks.rest];
    const size_t serialFrom = blocks.loops.size() - size_t(blocks.serialLoops);
    for (size_t l = 0; l < blocks.loops.size(); ++l)
      (l < serialFrom ? step.tiles : loops.serialBlocks) *= blocks.loops[l];
    step.blocks = {&loops};
  }
  // The uses of one buffer; null for buffers that stay.
  BorderUses *usesOf(const Address &address) {
    if (address.space == Space::Argument)
      return &steps.argumentUses[address.index];
    if (address.space != Space::Result)
      return nullptr;
    const int32_t alias = program.results[address.index].alias;
    return alias >= 0 ? &steps.argumentUses[size_t(alias)] : &steps.resultUses[address.index];
  }
  // Records where the step and what it points to hold addresses of arguments and results. `step`
  // is at its final place.
  void noteUses(const Command &command, Step &step) {
    if (step.moving)
      for (size_t i = 0; i < movingFrom.size(); ++i) {
        auto &pointer = const_cast<MovingPointer &>((*step.moving)[i]);
        noted.push_back({movingFrom[i]->base, &pointer.base});
        for (size_t t = 0; t < pointer.terms.size(); ++t)
          noted.push_back({movingFrom[i]->dynamic[t].index, &pointer.terms[t].index});
      }
    if (auto *loop = std::get_if<WhileCommand>(&command.action); loop && loop->tripCount < 0)
      noted.push_back({loop->predicate, &step.loop.predicate});
    if (auto *loop = std::get_if<LoopCommand>(&command.action); loop && loop->tripCount < 0)
      noted.push_back({loop->predicate, &step.loopKernel.predicate});
    if (auto *choice = std::get_if<CaseCommand>(&command.action))
      noted.push_back({choice->selector, &step.choice.selector});
    for (auto [address, slot] : noted)
      if (BorderUses *uses = usesOf(address)) {
        uses->uses.push_back({slot, address.offset});
        if (step.kind == StepKind::Start && (uses->starts.empty() || uses->starts.back() != &step))
          uses->starts.push_back(&step);
      }
  }
  // Counts what the steps inside need, once they are known.
  void complete(BlockLoops &loops) {
    auto add = [&](uint32_t block) {
      for (const Step &step : steps.blocks[block]) {
        loops.mostPointers = std::max(loops.mostPointers, step.pointerCount);
        loops.times.emplace_back(block, step.command);
      }
    };
    add(loops.command->first);
    if (loops.command->rest != loops.command->first)
      add(loops.command->rest);
  }

  // Finds the loops that one worker runs from their first trip to the last: no command inside has
  // several tiles or waits for another device. A loop or branch inside is looked at again for each
  // loop around it, of which there are few.
  void findLoopsAlone() {
    for (std::vector<Step> &block : steps.blocks)
      for (Step &step : block)
        if (step.kind == StepKind::While)
          step.loop.isAlone = isAlone(step);
  }
  bool isAlone(const Step &step) const {
    auto areAlone = [&](uint32_t block) {
      return llvm::all_of(steps.blocks[block], [&](const Step &each) { return isAlone(each); });
    };
    switch (step.kind) {
    case StepKind::Kernel:
    case StepKind::Library:
      return step.tiles <= 1;
    case StepKind::Copy:
    case StepKind::PartitionId:
    case StepKind::Loop:
      return true;
    case StepKind::While:
      return areAlone(step.loop.body) && (!step.loop.predicate || areAlone(step.loop.cond));
    case StepKind::Case:
      return llvm::all_of(*step.choice.branches, areAlone);
    case StepKind::Start:
    case StepKind::Done:
    case StepKind::Blocks:
      break;
    }
    return false;
  }

  // The most blocks that are open at once below block `index`, itself included: main with a loop
  // has depth 2.
  int64_t depthOf(uint32_t index) const {
    int64_t deepest = 0;
    for (const Command &command : program.blocks[index]) {
      if (auto *loop = std::get_if<WhileCommand>(&command.action)) {
        deepest = std::max(deepest, depthOf(loop->body));
        if (loop->tripCount < 0)
          deepest = std::max(deepest, depthOf(loop->cond));
      } else if (auto *choice = std::get_if<CaseCommand>(&command.action)) {
        for (uint32_t branch : choice->branches)
          deepest = std::max(deepest, depthOf(branch));
      }
    }
    return deepest + 1;
  }

  const Executable &executable;
  const Program &program;
  int64_t deviceId;
  const DeviceMemory &memory;
  llvm::function_ref<Participant(const CollectiveStart &)> participantOf;
  Steps steps;
  void **next = nullptr;
  // Of the command that is being resolved: addresses that move, their operands, and where
  // addresses are held.
  std::vector<MovingPointer> moving;
  std::vector<const Operand *> movingFrom;
  std::vector<std::pair<Address, void *>> noted;
  std::map<uint32_t, Participant *> participants;
};

} // namespace

// The slots hold pointers to bytes or to void, hence the copy of the representation.
void BorderUses::bind(std::byte *data) const {
  for (const Use &use : uses) {
    std::byte *address = data + use.offset;
    std::memcpy(use.slot, &address, sizeof address);
  }
  for (const Step *start : starts)
    setAddresses(*start);
}

void setAddresses(const Step &step) {
  const auto &[participant, parts, skips, hasRoots] = step.collective;
  if (!participant->rendezvous)
    return;
  void **at = step.pointers;
  for (int64_t i = 0; i < parts; ++i, at += hasRoots ? 3 : 2)
    participant->rendezvous->setAddresses(
        size_t(i), participant->position, static_cast<std::byte *>(at[0]),
        static_cast<std::byte *>(at[1]), hasRoots ? static_cast<std::byte *>(at[2]) : nullptr);
}

Steps resolveSteps(const Executable &executable, int64_t deviceId, const DeviceMemory &memory,
                   llvm::function_ref<Participant(const CollectiveStart &)> participantOf,
                   RunFailure *failure) {
  return Resolver(executable, deviceId, memory, participantOf, failure).run();
}

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks once that a program can be run safely, so that its execution needs no checks. The code
// generator always produces sound programs; a damaged or hand-made file may not be one. Messages
// about a command name its location in the user's text.
#include "runtime/border.h"
#include "runtime/collective_plan.h"
#include "runtime/executable.h"
#include "runtime/library_check.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace spmd::rt {

namespace {

// Visits everything in the program that is an index, an address or a size. The first problem ends
// the check: `failure` returns it, `wrong` stores it in `message` where a check returns nothing.
class Checker {
public:
  explicit Checker(const Program &program)
      : program(program), entered(program.blocks.size()), loopsAround(program.blocks.size()),
        isCounted(program.blocks.size()) {}

  // Checks borders and kernels first, since commands refer to them, then all commands, then the
  // pairs of collectives and the nesting of blocks.
  llvm::Error run() {
    if (program.deviceCount < 1 || program.blocks.empty() || program.locations.empty())
      return failure("a program needs a device, a block and a location; this one has {}, {} and {}",
                     program.deviceCount, program.blocks.size(), program.locations.size());
    if (program.axisNames.size() != program.axisSizes.size())
      return failure("{} axes have names and {} have sizes", program.axisNames.size(),
                     program.axisSizes.size());
    for (const Kernel &kernel : program.kernels)
      if (kernel.object >= program.objects.size() && !program.objects.empty())
        return failure("kernel '{}' is in object {} of {}", kernel.symbol, kernel.object,
                       program.objects.size());
    for (const auto *borders : {&program.arguments, &program.results})
      for (const Border &border : *borders)
        if (std::string fault = borderFault(border, program.deviceCount); !fault.empty())
          return failure("{}", fault);
    if (llvm::Error error = checkAliases())
      return error;
    if (std::string fault = tableFault(program); !fault.empty())
      return failure("{}", fault);
    for (const Block &commands : program.blocks)
      for (const Command &command : commands)
        if (auto *loop = std::get_if<WhileCommand>(&command.action)) {
          if (loop->body < program.blocks.size() && loop->tripCount >= 0)
            isCounted[loop->body] = true;
        } else if (auto *blocks = std::get_if<BlocksCommand>(&command.action))
          for (uint32_t inside : {blocks->first, blocks->rest})
            if (inside < program.blocks.size())
              loopsAround[inside] = blocks;
    if (loopsAround[0])
      return failure("main is inside of loops over blocks");
    for (size_t i = 0; i < program.blocks.size(); ++i)
      for (const Command &command : program.blocks[i]) {
        if (command.location >= program.locations.size())
          return failure("a command names location {} of {}", command.location,
                         program.locations.size());
        location = command.location;
        block = i;
        around = loopsAround[i];
        if (around && !std::holds_alternative<KernelCommand>(command.action) &&
            !std::holds_alternative<LibraryCommand>(command.action) &&
            !std::holds_alternative<CopyCommand>(command.action))
          wrong("a command that is no kernel, library call or copy inside of loops over blocks");
        std::visit([this](const auto &action) { check(action); }, command.action);
        if (!message.empty())
          return failure("{}", message);
      }
    if (starts != dones)
      return failure("{} collectives start and {} are waited for", starts.size(), dones.size());
    // Block 0 is main; blocks that it does not reach cannot run.
    std::vector<Visit> visits(program.blocks.size(), Visit::Not);
    if (entersItself(0, visits))
      return failure("a block enters itself");
    return llvm::Error::success();
  }

private:
  // Arguments and results name each other by index, and a result that takes over an argument's
  // memory has its size.
  llvm::Error checkAliases() const {
    for (const Border &argument : program.arguments)
      if (argument.alias >= 0 && size_t(argument.alias) >= program.results.size())
        return failure("an argument is taken over by result {} of {}", argument.alias,
                       program.results.size());
    for (const Border &result : program.results) {
      if (result.alias >= 0 && size_t(result.alias) >= program.arguments.size())
        return failure("a result takes over argument {} of {}", result.alias,
                       program.arguments.size());
      if (result.alias >= 0 &&
          localBytes(program.arguments[size_t(result.alias)]) != localBytes(result))
        return failure("a result of {} bytes takes over argument {} of {} bytes",
                       localBytes(result), result.alias,
                       localBytes(program.arguments[size_t(result.alias)]));
    }
    return llvm::Error::success();
  }
  // The state of a block in the depth-first search of entersItself.
  enum class Visit : uint8_t { Not, Open, Done };
  // Whether a block can reach itself through loops and branches. Such a program would never end,
  // and depthOf() in steps.cpp would recurse forever.
  bool entersItself(size_t index, std::vector<Visit> &visits) const {
    visits[index] = Visit::Open;
    for (uint32_t next : entered[index])
      if (visits[next] == Visit::Open || (visits[next] == Visit::Not && entersItself(next, visits)))
        return true;
    visits[index] = Visit::Done;
    return false;
  }

  template <class... Args>
  llvm::Error failure(fmt::format_string<Args...> format, Args &&...args) const {
    std::string text = fmt::format(format, std::forward<Args>(args)...);
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   ("unsound program: " + text).c_str());
  }
  // Records the first problem of a command, with the command's location in the user's text.
  template <class... Args> void wrong(fmt::format_string<Args...> format, Args &&...args) {
    if (message.empty())
      message = fmt::format("{}: {}", program.locations[location],
                            fmt::format(format, std::forward<Args>(args)...));
  }

  // The size in bytes of the buffer that an address points into; 0 and a message where there is no
  // such buffer.
  uint64_t sizeOfSpace(const Address &address) {
    switch (address.space) {
    case Space::Argument:
      if (address.index < program.arguments.size())
        return localBytes(program.arguments[address.index]);
      break;
    case Space::Result:
      if (address.index < program.results.size())
        return localBytes(program.results[address.index]);
      break;
    case Space::Arena:
      return program.arenaBytes;
    case Space::Constant:
      return program.constants.size();
    case Space::Local:
      if (around)
        return around->localBytes;
      break;
    case Space::Table:
      if (address.index < program.tables.size())
        return llvm::SaturatingMultiply(program.tables[address.index].rowBytes,
                                        uint64_t(program.tables[address.index].rows.size()));
      break;
    }
    wrong("buffer {} of space {} does not exist", address.index, int(address.space));
    return 0;
  }
  // The comparison is written without address.offset + bytes, which could wrap around.
  void inside(const Address &address, uint64_t bytes) {
    uint64_t size = sizeOfSpace(address);
    if (address.offset > size || bytes > size - address.offset)
      wrong("bytes [{}, {}) of a buffer of {} bytes", address.offset, address.offset + bytes, size);
  }
  // A scalar, which all workers read.
  void scalar(const Address &address, uint64_t bytes) {
    if (address.space == Space::Local || address.space == Space::Table)
      return wrong("a scalar in the memory of a worker or in a table");
    inside(address, bytes);
  }
  // A moving address is checked at its largest value: the indices are clamped to [0, limit] when
  // the program runs, and the last block is the furthest from the first.
  void inside(const Operand &operand) {
    uint64_t bytes = operand.bytes;
    if (operand.strides.size() > (around ? around->loops.size() : 0))
      return wrong("an operand advances along {} loops of the {} around it", operand.strides.size(),
                   around ? around->loops.size() : 0);
    for (size_t l = 0; l < operand.strides.size(); ++l) {
      if (operand.strides[l] < 0)
        return wrong("a block {} bytes from the one before it", operand.strides[l]);
      bytes = llvm::SaturatingMultiplyAdd(uint64_t(around->loops[l] - 1),
                                          uint64_t(operand.strides[l]), bytes);
    }
    for (const DynamicOffset &dynamic : operand.dynamic) {
      if (!isInteger(dynamic.type) || dynamic.limit < 0 || dynamic.strideBytes < 0)
        return wrong("a moving address of type {}, limit {} and stride {}", mlirName(dynamic.type),
                     dynamic.limit, dynamic.strideBytes);
      scalar(dynamic.index, uint64_t(sizeOf(dynamic.type)));
      bytes = llvm::SaturatingMultiplyAdd(uint64_t(dynamic.limit), uint64_t(dynamic.strideBytes),
                                          bytes);
    }
    inside(operand.base, bytes);
    if (operand.base.space == Space::Table && message.empty())
      if (std::string fault = rowFault(program.tables[operand.base.index], operand, around);
          !fault.empty())
        wrong("{}", fault);
  }
  // All operands or all results of a command.
  void inside(const std::vector<Operand> &operands) {
    for (const Operand &operand : operands)
      inside(operand);
  }
  // Notes that the current block enters block `index`, in loops over blocks where `loops` is given.
  void isBlock(uint32_t index, const BlocksCommand *loops = nullptr) {
    if (index >= program.blocks.size())
      return wrong("block {} of {} is entered", index, program.blocks.size());
    if (loopsAround[index] != loops)
      return wrong("block {} is entered by loops over blocks and by another command", index);
    entered[block].push_back(index);
  }

  // A grain of zero would never finish; a negative extent would run no iteration and hide an error.
  void check(const KernelCommand &kernel) {
    if (kernel.kernel >= program.kernels.size() || kernel.extent < 0 || kernel.grain < 1)
      wrong("kernel {} of {} over {} iterations in tiles of {}", kernel.kernel,
            program.kernels.size(), kernel.extent, kernel.grain);
    inside(kernel.operands);
    inside(kernel.results);
  }
  // Whether the configuration of other routines fits the operands is known to the routine only.
  void check(const LibraryCommand &library) {
    if (library.callback >= 0 && size_t(library.callback) >= program.kernels.size())
      wrong("kernel {} of {} as a region", library.callback, program.kernels.size());
    inside(library.operands);
    inside(library.results);
    if (std::string fault = libraryFault(library); !fault.empty())
      wrong("{}", fault);
  }
  void check(const PartitionIdCommand &id) { scalar(id.result, sizeof(uint32_t)); }
  // The walk copies source.bytes bytes, so a smaller target would be overrun.
  void check(const CopyCommand &copy) {
    inside(copy.source);
    inside(copy.target);
    if (copy.source.bytes != copy.target.bytes)
      wrong("a copy of {} bytes to {}", copy.source.bytes, copy.target.bytes);
  }
  // Checks groups and pairs before a plan is made: planCollective and groupsOf assume that device
  // ids are valid and that no device is in two groups.
  void check(const CollectiveStart &start) {
    if (!starts.insert(start.id).second)
      wrong("collective {} starts at two places", start.id);
    if (start.skipsLastTrip && !isCounted[block])
      wrong("collective {} skips the last trip of a loop, but is in no counted one", start.id);
    std::vector<int64_t> logical;
    // Digits of one group are digits of one mixed-radix number: each counts whole ranges of those
    // below it.
    std::vector<Digit> minorFirst = start.groups.digits;
    std::ranges::sort(minorFirst, {}, &Digit::stride);
    int64_t below = 1;
    for (const Digit &digit : minorFirst) {
      if (!isAmong(digit, program.deviceCount) ||
          program.deviceCount % (digit.stride * digit.size) ||
          (digit.size > 1 && digit.stride % below))
        return wrong("a digit of stride {} and size {} among {} devices", digit.stride, digit.size,
                     program.deviceCount);
      if (digit.size > 1)
        below = digit.stride * digit.size;
    }
    if (std::string fault = orderFault(start.groups.deviceOrder, program.deviceCount);
        !fault.empty())
      return wrong("{}", fault);
    std::set<int64_t> seen;
    auto isDevice = [&](int64_t device) {
      if (device < 0 || device >= program.deviceCount)
        wrong("device {} of {} takes part", device, program.deviceCount);
      return device >= 0 && device < program.deviceCount;
    };
    // Listed groups must have equal sizes and no device twice; other devices take no part.
    size_t size = start.groups.listed.empty() ? 0 : start.groups.listed[0].size();
    for (const std::vector<int64_t> &row : start.groups.listed) {
      if (row.size() != size || row.empty())
        return wrong("a group of {} devices beside one of {}", row.size(), size);
      for (int64_t device : row)
        if (!isDevice(device) || !seen.insert(device).second)
          return wrong("device {} is in two groups", device);
    }
    seen.clear();
    for (auto [source, target] : start.pairs)
      if (!isDevice(source) || !isDevice(target) || !seen.insert(target).second)
        return wrong("device {} receives twice", target);
    for (const CollectivePart &part : start.parts) {
      inside(part.source);
      inside(part.target);
      inside(part.root);
      if (!isCountable(part.type, part.shape, program.deviceCount))
        wrong("an exchange of more bytes than 64 bits can count");
    }
    if (!message.empty())
      return;
    // A plan fails where shapes and byte counts disagree.
    for (const std::vector<int64_t> &row : groupsOf(start, program.deviceCount)) {
      llvm::Expected<CollectivePlan> plan = planCollective(start, int64_t(row.size()), location);
      if (!plan)
        return wrong("{}", llvm::toString(plan.takeError()));
      if (start.kind != CollectiveKind::Permute)
        break; // all groups have the same size
    }
  }
  // A second Done would wait for a round that never begins.
  void check(const CollectiveDone &done) {
    if (!dones.insert(done.id).second)
      wrong("collective {} is waited for at two places", done.id);
  }
  void check(const WhileCommand &loop) {
    if (loop.tripCount < 0) {
      isBlock(loop.cond);
      scalar(loop.predicate, 1);
    }
    isBlock(loop.body);
  }
  // The kernel gets the addresses once for many trips, so none may move.
  void check(const LoopCommand &loop) {
    if (loop.kernel >= program.kernels.size() || loop.grain < 1)
      wrong("kernel {} of {} runs a loop, {} trips at once", loop.kernel, program.kernels.size(),
            loop.grain);
    if (loop.tripCount < 0)
      scalar(loop.predicate, 1);
    inside(loop.operands);
    inside(loop.results);
    for (const std::vector<Operand> *list : {&loop.operands, &loop.results})
      for (const Operand &operand : *list)
        if (!operand.dynamic.empty() || operand.base.space == Space::Table)
          wrong("a buffer of a loop that is not at one address");
  }
  // The walk reads the selector as an integer; a float would be read as 0.
  void check(const CaseCommand &choice) {
    if (!isInteger(choice.type) && choice.type != DType::Pred)
      wrong("a case on {}", mlirName(choice.type));
    if (choice.branches.empty())
      wrong("a case without branches");
    scalar(choice.selector, uint64_t(sizeOf(choice.type)));
    for (uint32_t branch : choice.branches)
      isBlock(branch);
  }
  // The number of blocks, and what each loop advances, are counted in 64 bits. No machine has the
  // memory for larger blocks.
  void check(const BlocksCommand &blocks) {
    int64_t count = 1;
    for (int64_t size : blocks.loops)
      if (size < 1 || llvm::MulOverflow(count, size, count))
        return wrong("a loop over {} blocks", size);
    if (blocks.serialLoops < 0 || size_t(blocks.serialLoops) > blocks.loops.size())
      return wrong("{} loops over blocks, {} of them serial", blocks.loops.size(),
                   blocks.serialLoops);
    if (blocks.localBytes > uint64_t(1) << 46)
      return wrong("{} bytes for each worker", blocks.localBytes);
    isBlock(blocks.first, &blocks);
    isBlock(blocks.rest, &blocks);
  }

  const Program &program;
  std::vector<std::vector<uint32_t>> entered;     // by block, the blocks that it enters
  std::vector<const BlocksCommand *> loopsAround; // by block, where it is inside of such a command
  std::vector<bool>
      isCounted; // by block, whether a loop with a known number of trips has it as body
  // The command that is being checked.
  uint32_t location = 0;
  size_t block = 0;
  const BlocksCommand *around = nullptr;
  std::string message;
  std::set<uint32_t> starts, dones;
};

} // namespace

llvm::Error checkProgram(const Program &program) { return Checker(program).run(); }

} // namespace spmd::rt

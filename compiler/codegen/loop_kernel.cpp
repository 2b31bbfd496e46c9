// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of a loop kernel and their buffers.
#include "compiler/codegen/loop_kernel.h"
#include "compiler/kernels/kernel_op.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace spmd {

/// Trips of an unrolled body often run one kernel on several buffers, so parts are few.
uint32_t LoopKernel::partOf(const Part &part) {
  auto it = llvm::find(parts, part);
  if (it != parts.end())
    return it - parts.begin();
  parts.push_back(part);
  return parts.size() - 1;
}

/// The blocks of a loop and of what is inside of it are the last ones of the program, since they
/// are written one after the other. The program goes on without them.
void LoopKernel::take(rt::Program &program, size_t first, rt::WhileCommand command) {
  auto move = [&](uint32_t &block) { block -= first; };
  loop = std::move(command);
  move(loop.cond), move(loop.body);
  blocks.assign(std::make_move_iterator(program.blocks.begin() + first),
                std::make_move_iterator(program.blocks.end()));
  program.blocks.resize(first);
  for (rt::Block &block : blocks)
    for (rt::Command &each : block) {
      if (auto *inner = std::get_if<rt::WhileCommand>(&each.action))
        move(inner->cond), move(inner->body);
      else if (auto *choice = std::get_if<rt::CaseCommand>(&each.action))
        llvm::for_each(choice->branches, move);
    }
}

namespace {

/// Why a command cannot be in a loop kernel: its code has one address for each buffer, one worker,
/// and an end that is known.
struct CommandFault {
  std::string in(llvm::ArrayRef<rt::Operand> operands) const {
    for (const rt::Operand &operand : operands)
      if (operand.base.space == rt::Space::Table)
        return "it reads rows of a table";
      else if (!operand.bytes)
        return "it has values without elements";
    return "";
  }
  std::string operator()(const rt::KernelCommand &kernel) const {
    if (kernel.extent > kernel.grain)
      return "several workers share a kernel";
    std::string fault = in(kernel.operands);
    return fault.empty() ? in(kernel.results) : fault;
  }
  std::string operator()(const rt::CopyCommand &copy) const {
    return in({copy.source, copy.target});
  }
  std::string operator()(const rt::WhileCommand &inner) const {
    return inner.tripCount < 0 ? "a loop inside of it has no known number of trips" : "";
  }
  std::string operator()(const rt::CaseCommand &) const { return ""; }
  template <class Other> std::string operator()(const Other &) const {
    return "not all its commands are kernels";
  }
};

/// The bytes from an operand's base on that it may lie in, whatever its indices are.
uint64_t reachOf(const rt::Operand &operand) {
  uint64_t bytes = operand.bytes;
  for (const rt::DynamicOffset &offset : operand.dynamic)
    bytes += uint64_t(offset.limit) * uint64_t(offset.strideBytes);
  return bytes;
}

/// What a command does to the bytes at an address.
enum class Use : uint8_t { Read, Write, Update /* of a part that an index selects */ };

/// Calls `visit(address, bytes, use)` for all addresses in the order in which a trip uses them. The
/// addresses may be changed.
template <class Visit> class Addresses {
public:
  Addresses(LoopKernel &loop, Visit visit) : loop(loop), visit(visit) {}

  void run() { whole(loop.loop); }

private:
  LoopKernel &loop;
  Visit visit;

  void block(uint32_t index) {
    for (rt::Command &command : loop.blocks[index])
      std::visit([this](auto &action) { this->each(action); }, command.action);
  }
  void whole(rt::WhileCommand &command) {
    if (command.tripCount < 0) {
      block(command.cond);
      visit(command.predicate, 1, Use::Read);
    }
    block(command.body);
  }
  void operand(rt::Operand &operand, Use use) {
    for (rt::DynamicOffset &offset : operand.dynamic)
      visit(offset.index, uint64_t(rt::sizeOf(offset.type)), Use::Read);
    visit(operand.base, reachOf(operand),
          use == Use::Write && !operand.dynamic.empty() ? Use::Update : use);
  }
  void each(rt::KernelCommand &kernel) {
    for (rt::Operand &source : kernel.operands)
      operand(source, Use::Read);
    for (rt::Operand &target : kernel.results)
      operand(target, Use::Write);
  }
  void each(rt::CopyCommand &copy) {
    operand(copy.source, Use::Read);
    operand(copy.target, Use::Write);
  }
  void each(rt::WhileCommand &inner) { whole(inner); }
  void each(rt::CaseCommand &choice) {
    visit(choice.selector, uint64_t(rt::sizeOf(choice.type)), Use::Read);
    for (uint32_t branch : choice.branches)
      block(branch);
  }
  template <class Other> void each(Other &) {} // see CommandFault
};

/// What may be one buffer or not.
using Region = std::pair<rt::Space, uint32_t>;

} // namespace

/// Text that somebody has edited may ask for what the pass would not mark.
std::string LoopKernel::fault() const {
  if (parts.empty())
    return "no kernel is in it";
  for (const rt::Block &block : blocks)
    for (const rt::Command &command : block)
      if (std::string fault = std::visit(CommandFault(), command.action); !fault.empty())
        return fault;
  return "";
}

/// Two walks over the addresses: the first one collects ranges of bytes, of which those that
/// overlap become one buffer, the second one writes the places in them. A result that takes over an
/// argument lies in the argument's buffer, and is no buffer of its own.
void LoopKernel::findBuffers(llvm::ArrayRef<int32_t> resultAlias) {
  // Each argument, each result without an argument, the arena and the constants are memory of their
  // own, of which no two overlap.
  auto regionOf = [&](const rt::Address &at) -> Region {
    if (at.space == rt::Space::Result && resultAlias[at.index] >= 0)
      return {rt::Space::Argument, uint32_t(resultAlias[at.index])};
    return {at.space, at.index};
  };
  // Ranges that overlap are one buffer.
  std::map<Region, std::map<uint64_t, uint64_t>> ranges; // begin -> end
  auto note = [&](rt::Address &at, uint64_t bytes, Use) {
    std::map<uint64_t, uint64_t> &own = ranges[regionOf(at)];
    uint64_t begin = at.offset, end = at.offset + std::max<uint64_t>(bytes, 1);
    auto it = own.upper_bound(begin);
    if (it != own.begin() && std::prev(it)->second > begin)
      --it;
    while (it != own.end() && it->first < end) {
      begin = std::min(begin, it->first), end = std::max(end, it->second);
      it = own.erase(it);
    }
    own[begin] = end;
  };
  // The first walk.
  Addresses(*this, note).run();
  std::map<Region, std::map<uint64_t, uint32_t>> numbers; // begin -> index in `buffers`
  for (auto &[region, own] : ranges)
    for (auto [begin, end] : own) {
      numbers[region][begin] = buffers.size();
      buffers.push_back({.at = {region.first, region.second, begin}, .bytes = end - begin});
    }
  bool writesArguments = false;
  auto replace = [&](rt::Address &at, uint64_t, Use use) {
    const Region region = regionOf(at);
    auto [begin, number] = *std::prev(numbers[region].upper_bound(at.offset));
    Buffer &buffer = buffers[number];
    buffer.isRead |= use != Use::Write && !buffer.isWritten;
    buffer.isWritten |= use != Use::Read;
    writesArguments |= use != Use::Read && region.first == rt::Space::Argument;
    at = {rt::Space::Local, number, at.offset - begin};
  };
  Addresses(*this, replace).run();
  // A donated argument is the only one in its buffer, unless the caller has passed it twice.
  for (Buffer &buffer : buffers)
    buffer.isAlone = !writesArguments || buffer.at.space != rt::Space::Argument;
}

bool LoopKernel::makesPredicate() const {
  // The predicate may be one element of what is written, as a view.
  auto isThere = [&](const rt::Operand &target) {
    const uint64_t begin = target.base.offset, at = loop.predicate.offset;
    return target.base.index == loop.predicate.index && begin <= at && at < begin + reachOf(target);
  };
  llvm::SmallVector<uint32_t> open{loop.cond};
  for (size_t i = 0; i < open.size(); ++i)
    for (const rt::Command &command : blocks[open[i]]) {
      auto *kernel = std::get_if<rt::KernelCommand>(&command.action);
      auto *copy = std::get_if<rt::CopyCommand>(&command.action);
      if ((kernel && llvm::any_of(kernel->results, isThere)) || (copy && isThere(copy->target)))
        return true;
      if (auto *inner = std::get_if<rt::WhileCommand>(&command.action))
        open.push_back(inner->body);
      else if (auto *choice = std::get_if<rt::CaseCommand>(&command.action))
        llvm::append_range(open, choice->branches);
    }
  return false;
}

uint64_t LoopKernel::tripsInside(uint32_t block) const {
  uint64_t trips = 0;
  for (const rt::Command &command : blocks[block])
    if (auto *inner = std::get_if<rt::WhileCommand>(&command.action))
      trips = llvm::SaturatingMultiplyAdd(
          uint64_t(inner->tripCount), llvm::SaturatingAdd(tripsInside(inner->body), uint64_t(1)),
          trips);
    else if (auto *choice = std::get_if<rt::CaseCommand>(&command.action))
      for (uint32_t branch : choice->branches)
        trips = std::max(trips, tripsInside(branch));
  return trips;
}

/// The order of operands and results is that of the buffers;
/// emit_loop_kernel.cpp counts them in the same way.
rt::LoopCommand LoopKernel::command(uint32_t kernel) const {
  // So many trips take 256 times as long as a call, and a run can be ended soon: a trip has tens of
  // commands of at most 0.1 us (join_loops.cpp).
  constexpr uint64_t kTrips = 256;
  rt::LoopCommand out{.kernel = kernel, .tripCount = loop.tripCount};
  out.grain = int64_t(kTrips / std::clamp<uint64_t>(tripsInside(loop.body), 1, kTrips));
  for (const Buffer &buffer : buffers) {
    const rt::Operand operand{.base = buffer.at, .bytes = buffer.bytes};
    if (buffer.isOperand())
      out.operands.push_back(operand);
    if (buffer.isWritten)
      out.results.push_back(operand);
  }
  out.predicate = loop.predicate;
  if (loop.tripCount < 0) {
    const Buffer &of = buffers[loop.predicate.index];
    out.predicate = {of.at.space, of.at.index, of.at.offset + loop.predicate.offset};
  }
  return out;
}

namespace {

/// Writes the commands of a loop as text.
struct KeyWriter {
  llvm::raw_ostream &os;

  void write(const rt::Address &at) { os << " b" << at.index << "+" << at.offset; }
  void write(const rt::Operand &operand) {
    write(operand.base);
    os << ":" << operand.bytes;
    for (const rt::DynamicOffset &offset : operand.dynamic) {
      os << "[";
      write(offset.index);
      os << " " << int(offset.type) << " " << offset.limit << " " << offset.strideBytes << "]";
    }
  }
  void each(const rt::KernelCommand &kernel) {
    os << "part " << kernel.kernel << " " << kernel.extent;
    for (const auto *list : {&kernel.operands, &kernel.results})
      for (const rt::Operand &operand : *list)
        write(operand);
  }
  void each(const rt::CopyCommand &copy) {
    os << "copy";
    write(copy.source), write(copy.target);
  }
  void each(const rt::WhileCommand &loop) {
    os << "while " << loop.cond << " " << loop.body << " " << loop.tripCount;
    write(loop.predicate);
  }
  void each(const rt::CaseCommand &choice) {
    os << "case " << int(choice.type);
    write(choice.selector);
    for (uint32_t branch : choice.branches)
      os << " " << branch;
  }
  template <class Other> void each(const Other &) {}
};

} // namespace

/// Loops with equal keys have equal code: the commands with their places in buffers, how buffers
/// are used, and the text of each part. Where the buffers lie and the lines of the user's text are
/// not part of it, so that programs share loops in the cache.
std::string LoopKernel::key() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  KeyWriter writer{os};
  writer.each(loop);
  for (const Buffer &buffer : buffers)
    os << "\nbuffer " << buffer.bytes << " " << buffer.isOperand() << buffer.isWritten
       << buffer.isAlone;
  for (const rt::Block &block : blocks) {
    os << "\nblock";
    for (const rt::Command &command : block) {
      os << "\n";
      std::visit([&](const auto &action) { writer.each(action); }, command.action);
    }
  }
  for (const Part &part : parts)
    os << "\n" << part.nest << " of " << kernelText(part.kernel);
  return text;
}

} // namespace spmd

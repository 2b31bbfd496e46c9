// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled program: one flat list of commands that every device of the mesh executes, the object
// code of the kernels, constants and an exact memory plan. The program is plain data without
// pointers, so that it can be saved, hashed and sent to other ranks. The code generator writes it
// and the executable runs it; neither knows the other.
#pragma once
#include "runtime/kernels/library_config.h"
#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace spmd::rt {

// The buffer that an address points into.
enum class Space : uint8_t {
  Argument, // buffer of argument `index`; written only where the argument is donated
  // Buffer of result `index`; a result with an alias lives in its argument's buffer instead.
  Result,
  Arena,    // the device's one buffer of temporaries; `index` is 0
  Constant, // Program::constants, read only, shared by all devices; `index` is 0
  // Memory of the worker, for values that stay inside of a BlocksCommand; `index` is 0.
  Local,
  Table, // the rows of Program::tables[index], as if they lay one behind the other
};

/// The address `offset` bytes into a buffer.
struct Address {
  Space space = Space::Arena;
  uint32_t index = 0;
  uint64_t offset = 0;
  bool operator==(const Address &) const = default;
};

/// An offset that is added at run time: clamp(value of the scalar at `index`, 0, limit) *
/// strideBytes. With it a dynamic_slice along a leading dim needs no copy: one layer's weights are
/// read in place from stacked weights [layers, ...].
struct DynamicOffset {
  Address index; // a scalar of integer type `type`
  DType type = DType::S32;
  int64_t limit = 0; // largest index that keeps the slice inside: operand size - slice size
  int64_t strideBytes = 0;
  bool operator==(const DynamicOffset &) const = default;
};

/// The memory that a command reads or writes: `bytes` bytes from `base` on.
struct Operand {
  Address base;
  uint64_t bytes = 0;
  std::vector<DynamicOffset> dynamic; // added to the base; mostly empty
  // Inside of a BlocksCommand: `strides[l]` bytes are added for each iteration of its loop l.
  // Mostly empty, which means 0.
  std::vector<int64_t> strides;
};

/// One digit of a device's logical index: (index / stride) % size. Axis "m" of mesh [d=2, m=4] is
/// {stride 1, size 4}; its major half "m":(1)2 is {stride 2, size 2}.
struct Digit {
  int64_t stride = 1;
  int64_t size = 1;
};

/// The groups of devices that take part in a collective. Mostly they are mesh digits, major first:
/// all devices whose other digits agree form a group, and the position in the group is the
/// mixed-radix number of these digits. Groups that no digits describe are listed as rows of device
/// ids. `deviceOrder` maps logical index -> device id; empty is the identity.
struct Groups {
  std::vector<Digit> digits;
  std::vector<std::vector<int64_t>> listed;
  std::vector<int64_t> deviceOrder;
};

/// Runs kernel `kernel` over [0, extent), cut into tiles of `grain` iterations that workers may
/// take independently. The grain depends on shapes alone, never on the number of threads, so that
/// results do not depend on it either.
struct KernelCommand {
  uint32_t kernel = 0; // index into Program::kernels
  int64_t extent = 1;
  int64_t grain = 1;
  std::vector<Operand> operands, results;
};

/// Calls a routine of runtime/kernels. `callback` is the kernel index of a ScalarFn, or -1.
struct LibraryCommand {
  LibraryConfig config;
  std::vector<Operand> operands, results;
  int32_t callback = -1;
};

/// Writes the id of the device, a u32.
struct PartitionIdCommand {
  Address result;
};

struct CopyCommand {
  Operand source, target; // same byte count; may not overlap unless equal
};

enum class CollectiveKind : uint8_t {
  AllGather,
  AllReduce,
  ReduceScatter,
  AllToAll,
  Permute,
  Broadcast
};
enum class ReductionKind : uint8_t { None, Sum, Product, Minimum, Maximum, And, Or };

/// One tensor of a collective on this device. `shape` is the local shape of the operand.
struct CollectivePart {
  Operand source, target;
  DType type = DType::F32;
  std::vector<int64_t> shape;
  // Broadcast: an i32, the position of the root in the group, the same on all members. Without one
  // (no bytes) the root is position 0.
  Operand root;
};

/// Begins an exchange and returns at once. The matching CollectiveDone suspends the device until
/// its targets are complete and its sources may be overwritten. Several tensors may travel together
/// (`parts`).
///   AllGather      target shape: dim `dim` times the group size, pieces by position
///   ReduceScatter  target shape: dim `dim` divided by the group size; a device receives the piece
///                  of the sum that belongs to its position
///   AllToAll       `dim` is split over positions; the received pieces are concatenated along
///                  `concatDim` by position
///   Permute        (source device, target device) pairs; a device that receives nothing gets zeros
///   Broadcast      all positions get the source of the root; a device in no group gets zeros
/// Sums are added in one association for every transport: the balanced binary tree over positions,
/// in at least f32.
struct CollectiveStart {
  uint32_t id = 0; // matches a CollectiveDone; unique in the program
  CollectiveKind kind = CollectiveKind::AllReduce;
  ReductionKind reduction = ReductionKind::None;
  int64_t dim = 0, concatDim = 0;
  Groups groups;
  std::vector<std::array<int64_t, 2>> pairs; // Permute only
  std::vector<CollectivePart> parts;
  // In the body of a counted loop: nothing is exchanged in the last trip, and its Done returns at
  // once.
  bool skipsLastTrip = false;
};

struct CollectiveDone {
  uint32_t id = 0;
};

/// Runs `cond` (unless the trip count is known) and, while the i1 at `predicate` holds, `body`.
/// Carried values live in fixed buffers: the body ends with the copies that this needs, mostly
/// none.
struct WhileCommand {
  uint32_t cond = 0, body = 0; // indices into Program::blocks
  Address predicate;
  int64_t tripCount = -1; // known number of trips, or -1; with a known number `cond` is not run
};

/// A loop that is one kernel. It runs the trips [begin, end) in order, on one worker, which calls
/// it for at most `grain` trips at once: a run can be ended between two calls. Without a known
/// number of trips (-1), each trip begins with the condition, whose i1 is left at `predicate`.
/// Where that holds after a call, more trips follow.
///   while (i < n) i += f(i)    one command in place of two for each trip
struct LoopCommand {
  uint32_t kernel = 0; // index into Program::kernels
  int64_t tripCount = -1;
  int64_t grain = 1;
  Address predicate;
  // What the loop reads before it writes it, and what it writes. A buffer may be both.
  std::vector<Operand> operands, results;
};

/// Runs blocks[branch]. The i32 at `selector` chooses the branch and is clamped to the last one,
/// also where it is negative. An i1 chooses branch 0 where true and branch 1 where false.
struct CaseCommand {
  Address selector;
  DType type = DType::S32;
  std::vector<uint32_t> branches;
};

/// Runs kernels, library calls and copies on one block of their operands after
/// another, so that values which only pass between them stay in a cache (Space::Local). Attention
/// runs this way without storing its matrix of scores. The inner `serialLoops` loops run in order
/// on one worker; workers take iterations of the other loops independently. A sum over the serial
/// iterations is written by the commands of `first` and added to by those of `rest`.
struct BlocksCommand {
  std::vector<int64_t> loops; // sizes, major first
  int64_t serialLoops = 0;
  // Indices into Program::blocks: the commands of the first serial iteration and of all others.
  uint32_t first = 0, rest = 0;
  uint64_t localBytes = 0; // of Space::Local
};

struct Command {
  std::variant<KernelCommand, LibraryCommand, PartitionIdCommand, CopyCommand, CollectiveStart,
               CollectiveDone, WhileCommand, LoopCommand, CaseCommand, BlocksCommand>
      action;
  uint32_t location = 0; // index into Program::locations
};

using Block = std::vector<Command>;

/// A global array at the border of the program (an argument or result) and the part that a device
/// holds. Dim d is cut by `splits[d]`, major digit first. Digits that appear in no dim replicate.
struct Border {
  DType type = DType::F32;
  std::vector<int64_t> globalShape, localShape;
  std::vector<std::vector<Digit>> splits;
  std::vector<int64_t> deviceOrder; // logical index -> device id; empty is the identity
  // For a result: the argument whose buffer it takes over. For an argument: that result. Else -1.
  int32_t alias = -1;
  bool donated = false; // argument: may be overwritten even without alias
  uint32_t location = 0;
  std::string name;   // JAX's path of the result, for messages, or ""
  std::string memory; // JAX's kind of memory, "pinned_host" for example; "" is that of devices
};

struct Kernel {
  std::string symbol;
  uint32_t object = 0; // index into Program::objects
};

/// Buffers of equal size that commands see as the rows of one: the parameters of equal layers, of
/// which a loop reads one in each trip. An operand lies in one row.
struct Table {
  uint64_t rowBytes = 0;
  std::vector<Address> rows; // in buffers of arguments and results
};

struct Program {
  std::string name; // of the module, "jit_step", or ""; for traces
  int64_t deviceCount = 1;
  std::vector<std::string> axisNames; // of the mesh, for messages and traces
  std::vector<int64_t> axisSizes;
  std::vector<Border> arguments, results;
  std::vector<Table> tables;
  std::vector<Block> blocks; // blocks[0] is main
  std::vector<Kernel> kernels;
  std::vector<std::vector<uint8_t>> objects; // relocatable ELF
  std::vector<uint8_t> constants;            // aligned to kBufferAlignment when loaded
  uint64_t arenaBytes = 0;
  std::vector<std::string> locations; // "file:line:col" of the user's text; [0] is "unknown"
  std::string cpuFeatures;            // the target that the objects were compiled for
};

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled program: one flat list of commands that every device of the mesh walks, the kernels'
// object code, constants and an exact memory plan. Plain data without pointers: it can be saved,
// hashed and sent to other ranks. codegen writes it, the executable runs it; neither knows the
// other.
#pragma once
#include "runtime/dtype.h"
#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace spmd::rt {

// Where bytes live.
enum class Space : uint8_t {
  Argument, // buffer of argument `index`; written only where the argument is donated
  // Buffer of result `index`; a result with an alias lives in its argument's buffer instead.
  Result,
  Arena,    // the device's one block of temporaries; `index` is 0
  Constant, // Program::constants, read only, shared by all devices; `index` is 0
};

/// `offset` bytes into a buffer.
struct Address {
  Space space = Space::Arena;
  uint32_t index = 0;
  uint64_t offset = 0;
};

/// An address that moves at run time: + clamp(value of the scalar at `index`, 0, limit) *
/// strideBytes. It makes a dynamic_slice along a leading dim a view (one layer's weights inside the
/// stack [layers, ...]).
struct DynamicOffset {
  Address index; // a scalar of integer type `type`
  DType type = DType::S32;
  int64_t limit = 0; // largest index that keeps the slice inside: operand size - slice size
  int64_t strideBytes = 0;
};

/// What a command reads or writes: `bytes` bytes from `base` on.
struct Operand {
  Address base;
  uint64_t bytes = 0;
  std::vector<DynamicOffset> dynamic; // added up; mostly empty
};

// Groups of devices.
/// One digit of a device's logical index: (index / stride) % size. A mesh axis "m" of mesh [d=2,
/// m=4] is {stride 1, size 4}, its major half "m":(1)2 is {stride 2, size 2}.
struct Digit {
  int64_t stride = 1;
  int64_t size = 1;
};

/// Who takes part in a collective. Either mesh digits, major first (all devices whose other digits
/// agree form a group; the position in the group is the mixed radix number of these digits), or,
/// for groups that no digits describe, listed rows of device ids. `deviceOrder` maps logical index
/// -> device id; empty is the identity.
struct Groups {
  std::vector<Digit> digits;
  std::vector<std::vector<int64_t>> listed;
  std::vector<int64_t> deviceOrder;
};

// Commands.
/// Runs kernel `kernel` over [0, extent), cut into tiles of `grain` iterations that workers may
/// take independently. Grain follows from shapes alone, never from the number of threads.
struct KernelCommand {
  uint32_t kernel = 0; // index into Program::kernels
  int64_t extent = 1;
  int64_t grain = 1;
  std::vector<Operand> operands, results;
};

/// Calls a routine of runtime/kernels by name ("gemm", "conv", "sort", ...). `config` is the
/// routine's own list of numbers, documented beside it; `callback` is the kernel index of a
/// ScalarFn or -1.
struct LibraryCommand {
  std::string routine;
  std::vector<int64_t> config;
  std::vector<Operand> operands, results;
  int32_t callback = -1;
  std::vector<uint32_t> kernels; // of Program::kernels, for routines that run some
  uint64_t scratchBytes = 0;     // at `scratch`, for the routine's own use
  Address scratch;
};

enum class HostOp : uint8_t {
  PartitionId, // no operand
  Copy,
  Negate,
  Not,
  Convert,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Minimum,
  Maximum,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRightLogical,
  ShiftRightArithmetic,
  CompareEQ,
  CompareNE,
  CompareLT,
  CompareLE,
  CompareGT,
  CompareGE,
  Select, // predicate, on true, on false
};

/// Integer arithmetic on scalars in memory, done by the walk itself: loop counters, predicates,
/// start indices. Wraps at the width of `type`; x / 0 and the like follow StableHLO's usual meaning
/// (stablehlo_ops divide, remainder).
struct HostCommand {
  HostOp op = HostOp::Copy;
  DType type = DType::S32;       // of the operands
  DType resultType = DType::S32; // differs for Convert and the comparisons
  std::vector<Address> operands;
  Address result;
};

struct CopyCommand {
  Operand source, target; // same byte count; may not overlap unless equal
};

enum class CollectiveKind : uint8_t { AllGather, AllReduce, ReduceScatter, AllToAll, Permute };
enum class ReductionKind : uint8_t { None, Sum, Product, Minimum, Maximum, And, Or };

/// One tensor of a collective as this device sees it. `shape` is the local shape of the operand.
struct CollectivePart {
  Operand source, target;
  DType type = DType::F32;
  std::vector<int64_t> shape;
};

/// Begins an exchange and returns at once; the matching CollectiveDone parks the device until its
/// targets are complete and its sources may be overwritten. Several tensors may travel together
/// (`parts`).
///   AllGather      target shape: dim `dim` times the group size, pieces by position
///   ReduceScatter  target shape: dim `dim` divided by the group size; piece of the own position of
///                  the sum
///   AllToAll       `dim` is split over positions, the pieces received are concatenated along
///                  `concatDim` by position
///   Permute        (source device, target device) pairs; who receives nothing gets zeros
/// Sums add in one association whatever the transport: the balanced binary tree over positions, in
/// at least f32.
struct CollectiveStart {
  uint32_t id = 0; // matches a CollectiveDone; unique in the program
  CollectiveKind kind = CollectiveKind::AllReduce;
  ReductionKind reduction = ReductionKind::None;
  int64_t dim = 0, concatDim = 0;
  Groups groups;
  std::vector<std::array<int64_t, 2>> pairs; // Permute only
  std::vector<CollectivePart> parts;
};

struct CollectiveDone {
  uint32_t id = 0;
};

/// Runs `cond` (unless the trip count is known), and while the i1 at `predicate` holds, `body`.
/// Carried values live in fixed buffers: the body ends with the copies that are needed, mostly
/// none.
struct WhileCommand {
  uint32_t cond = 0, body = 0; // indices into Program::blocks
  Address predicate;
  int64_t tripCount = -1; // known number of trips, or -1; with it `cond` is not run
};

/// Runs blocks[branch], the branch chosen by the i32 (or i1: false -> 1, true -> 0 ) at `selector`,
/// clamped to the last.
struct CaseCommand {
  Address selector;
  DType type = DType::S32;
  std::vector<uint32_t> branches;
};

struct Command {
  std::variant<KernelCommand, LibraryCommand, HostCommand, CopyCommand, CollectiveStart,
               CollectiveDone, WhileCommand, CaseCommand>
      action;
  uint32_t location = 0; // index into Program::locations
};

using Block = std::vector<Command>;

// The program.
/// A global array at the border of the program and the part of it that a device holds. Dim d is cut
/// by `splits[d]`, major digit first; digits that appear in no dim replicate.
struct Border {
  DType type = DType::F32;
  std::vector<int64_t> globalShape, localShape;
  std::vector<std::vector<Digit>> splits;
  std::vector<int64_t> deviceOrder; // logical index -> device id; empty is the identity
  // Result: the argument whose buffer it takes over; argument: the result.
  int32_t alias = -1;
  bool donated = false; // argument: may be overwritten even without alias
  uint32_t location = 0;
  std::string name; // JAX's path of the result or "", for messages
};

struct Kernel {
  std::string symbol;
  uint32_t object = 0; // index into Program::objects
};

struct Program {
  int64_t deviceCount = 1;
  std::vector<std::string> axisNames; // of the mesh, for messages and traces
  std::vector<int64_t> axisSizes;
  std::vector<Border> arguments, results;
  std::vector<Block> blocks; // blocks[0] is main
  std::vector<Kernel> kernels;
  std::vector<std::vector<uint8_t>> objects; // relocatable ELF
  std::vector<uint8_t> constants;            // aligned to kBufferAlignment when loaded
  uint64_t arenaBytes = 0;
  std::vector<std::string> locations; // "file:line:col" of the user's text; [0] is "unknown"
  std::string cpuFeatures;            // the target the objects were made for
};

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests: a builder for programs written by hand. Kernels are plain C++ functions. Buffers are
// handed out one after the other.
#pragma once
#include "runtime/instance.h"
#include <cstring>

namespace spmd::rt {

class TestProgram {
public:
  Program program;
  std::vector<KernelFn> kernels;

  explicit TestProgram(int64_t devices) {
    program.deviceCount = devices;
    program.axisNames = {"d"};
    program.axisSizes = {devices};
    program.locations = {"unknown", "test.mlir:3:1"};
    program.blocks.resize(1);
  }

  /// The digit that puts all devices in one row.
  Digit row() const { return {.stride = 1, .size = program.deviceCount}; }

  /// An array at the border whose dim `splitDim` is cut by `digits`; -1 cuts none.
  static Border border(DType type, std::vector<int64_t> shape, int64_t splitDim,
                       std::vector<Digit> digits) {
    Border border{.type = type, .globalShape = shape, .localShape = shape, .splits = {}};
    border.splits.resize(shape.size());
    if (splitDim >= 0) {
      int64_t pieces = 1;
      for (Digit digit : digits)
        pieces *= digit.size;
      border.localShape[size_t(splitDim)] = (shape[size_t(splitDim)] + pieces - 1) / pieces;
      border.splits[size_t(splitDim)] = digits;
    }
    return border;
  }
  Operand argument(Border border) {
    program.arguments.push_back(border);
    return {.base = {.space = Space::Argument, .index = uint32_t(program.arguments.size() - 1)},
            .bytes = localBytes(border)};
  }
  Operand result(Border border) {
    program.results.push_back(border);
    return {.base = {.space = Space::Result, .index = uint32_t(program.results.size() - 1)},
            .bytes = localBytes(border)};
  }
  Operand temporary(uint64_t bytes) {
    Operand operand{.base = {.space = Space::Arena, .offset = program.arenaBytes}, .bytes = bytes};
    program.arenaBytes += (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
    return operand;
  }
  Operand constant(int32_t value) {
    Operand operand{.base = {.space = Space::Constant, .offset = program.constants.size()},
                    .bytes = 4};
    program.constants.resize(program.constants.size() + 4);
    memcpy(&program.constants[operand.base.offset], &value, 4);
    return operand;
  }
  uint32_t block() {
    program.blocks.emplace_back();
    return uint32_t(program.blocks.size() - 1);
  }

  template <class Action> void add(Action action, uint32_t block = 0) {
    program.blocks[block].push_back({.action = std::move(action), .location = 1});
  }
  void kernel(KernelFn function, int64_t extent, int64_t grain, std::vector<Operand> operands,
              std::vector<Operand> results, uint32_t block = 0) {
    program.kernels.push_back({.symbol = "k" + std::to_string(kernels.size())});
    kernels.push_back(function);
    add(KernelCommand{.kernel = uint32_t(kernels.size() - 1),
                      .extent = extent,
                      .grain = grain,
                      .operands = std::move(operands),
                      .results = std::move(results)},
        block);
  }
  /// Loops over 2 x 3 blocks, the inner loop in order: kernel "double" on one f32 of x at a time,
  /// and a matmul of its result with x, which sums up in one f32 of y.
  BlocksCommand blocks(Operand x, Operand y) {
    BlocksCommand loops{.loops = {2, 3}, .serialLoops = 1, .localBytes = 4};
    x.bytes = y.bytes = 4;
    x.strides = {12, 4}, y.strides = {4};
    Operand doubled{.base = {.space = Space::Local}, .bytes = 4};
    for (uint32_t *inside : {&loops.first, &loops.rest}) {
      *inside = block();
      kernel(
          [](void *const *buffers, int64_t, int64_t) {
            *static_cast<float *>(buffers[1]) = 2 * *static_cast<float *>(buffers[0]);
          },
          1, 1, {x}, {doubled}, *inside);
      program.kernels.back().symbol = "double";
      add(
          LibraryCommand{
              .config =
                  GemmConfig{.addToResult = inside == &loops.rest, .m = {{}}, .n = {{}}, .k = {{}}},
              .operands = {doubled, x},
              .results = {y}},
          *inside);
    }
    return loops;
  }
  /// Adds the loop `while (i < limit) body` of s32 scalars, and returns its body, which counts.
  uint32_t loopWhileLess(Operand i, Operand limit) {
    Operand predicate = temporary(1);
    uint32_t cond = block(), body = block();
    add(WhileCommand{.cond = cond, .body = body, .predicate = predicate.base});
    kernel(
        [](void *const *buffers, int64_t, int64_t) {
          *static_cast<bool *>(buffers[2]) =
              *static_cast<int32_t *>(buffers[0]) < *static_cast<int32_t *>(buffers[1]);
        },
        1, 1, {i, limit}, {predicate}, cond);
    return body;
  }
  /// Adds a collective over the groups of `digits` and waits for it at once.
  void collective(CollectiveStart start, std::vector<CollectivePart> parts, uint32_t block = 0) {
    start.id = nextId++;
    start.parts = std::move(parts);
    uint32_t id = start.id;
    add(std::move(start), block);
    add(CollectiveDone{.id = id}, block);
  }

  std::shared_ptr<const Executable> executable() const {
    return llvm::cantFail(Executable::create(
        program, [this](uint32_t index) -> llvm::Expected<KernelFn> { return kernels[index]; }));
  }

private:
  uint32_t nextId = 0;
};

/// A kernel: result = operand + 1.
inline void addOne(void *const *buffers, int64_t begin, int64_t end) {
  auto *in = static_cast<const int32_t *>(buffers[0]);
  auto *out = static_cast<int32_t *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] + 1;
}

/// An array of the numbers start, start + 1, ..., each modulo 2039.
template <class T> Array numbered(DType type, std::vector<int64_t> shape, int64_t start = 0) {
  Array array = llvm::cantFail(Array::allocate(type, std::move(shape)));
  for (T &element : array.as<T>())
    element = T(start++ % 2039);
  return array;
}

} // namespace spmd::rt

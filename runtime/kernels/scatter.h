// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routines "scatter" and "select_and_scatter": updates go to positions that depend on data.
// "scatter" works in place: its result is the operand's buffer, which the caller has filled.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// Up to Or in the order of ReductionKind (runtime/program.h).
enum class ScatterCombine : uint8_t { Callback, Add, Multiply, Minimum, Maximum, And, Or, Replace };

/// Operands {input, indices, updates}, result {input, changed}. Strides count elements. Updates are
/// applied in row-major order; elements outside of the input are skipped. FLOPs: one per update
/// element.
struct ScatterConfig {
  /// A loop over index vectors, with its strides in the updates, in the indices and (batching dims)
  /// in the input.
  struct Batch {
    int64_t size = 1, update = 0, index = 0, input = 0;
  };
  /// A loop over the window, with its strides in the updates and in the input.
  struct Window {
    int64_t size = 1, update = 0, input = 0;
    int64_t component = -1; // the component that this input dim's start comes from; -1: start 0
  };
  /// An entry of the index vector: its offset in the indices, and the stride and size of the input
  /// dim that it indexes.
  struct Component {
    int64_t index = 0, input = 0, dimSize = 1;
  };
  DType type = DType::F32, indexType = DType::S32;
  ScatterCombine combine = ScatterCombine::Add;
  std::vector<Batch> batch;
  std::vector<Window> window;
  std::vector<Component> components;
};

/// Operands {operand, source, init}, result {operand's shape}. The result starts as init
/// everywhere. Each source element is added at the position of the largest element of its window
/// (the first among equals). Dims hold operand size, source size, window size, stride and low
/// padding.
struct SelectAndScatterConfig {
  struct Dim {
    int64_t operand = 1, source = 1, window = 1, stride = 1, low = 0;
  };
  DType type = DType::F32;
  bool selectsLargest = true; // else selects the smallest
  std::vector<Dim> dims;
};

extern const Routine kScatterRoutine, kSelectAndScatterRoutine;

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows that move over a tensor, for convolutions, poolings and prefix scans.
#pragma once
#include "compiler/frontend/include/spmd/convolution.h"
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {

using Window = llvm::SmallVector<stablehlo::WindowDim>;

/// Windows of these sizes over dims of these sizes. Refuses lists of another length, strides and
/// dilations below 1, negative sizes, and paddings of other names. `what` begins the messages.
Window windowOf(Emitter &e, const std::string &what, llvm::ArrayRef<int64_t> dims,
                llvm::ArrayRef<int64_t> sizes, const std::vector<int64_t> &strides,
                const WindowPadding &padding, const std::vector<int64_t> &dilation,
                const std::vector<int64_t> &windowDilation);
/// One member of each window dim, as the attribute of an op; and the padding.
mlir::DenseI64ArrayAttr listOf(Emitter &e, const Window &window,
                               int64_t stablehlo::WindowDim::*member);
mlir::DenseIntElementsAttr paddingOf(Emitter &e, const Window &window);
/// What makes two paddings differ.
std::vector<int64_t> keyOf(const WindowPadding &padding);

/// Reduces each window of `value` by one op from the initial value on. One window dim per dim.
mlir::Value windowed(Emitter &e, mlir::Value value, const Number &initial, llvm::StringRef op,
                     const Window &window);

} // namespace frontend
} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops on windows that move over a tensor: convolutions, poolings and reductions of windows.
//
// Ops throw spmd::Error where numbers of dims, sizes of features or options do not fit.
#pragma once
#include <spmd/ops.h>
#include <string>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// How much is added at the ends of each dim that a window moves over: "VALID" (nothing), "SAME"
/// (so much that a stride of 1 keeps the size, with the odd element behind), "SAME_LOWER" (with the
/// odd element in front), or a pair (front, behind) per dim. Negative amounts cut.
struct WindowPadding {
  std::string name = "VALID";
  std::vector<std::pair<int64_t, int64_t>> pairs = {};
  WindowPadding(const char *name) : name(name) {}
  WindowPadding(std::vector<std::pair<int64_t, int64_t>> pairs) : name(), pairs(std::move(pairs)) {}
};

/// Which dim is which, by letters as in jax.lax: N batch, C features, O and I output and input
/// features of the kernel, any other letters spatial dims. Empty: batch and features first,
/// ("NCHW", "OIHW", "NCHW") for two spatial dims.
struct ConvDims {
  std::string x = {}, kernel = {}, out = {};
};
/// Lists of one number per spatial dim; empty: 1 each.
struct ConvOptions {
  std::vector<int64_t> strides = {};
  WindowPadding padding = "VALID";
  std::vector<int64_t> dilation = {};       // between elements of x
  std::vector<int64_t> kernelDilation = {}; // between elements of the kernel
  ConvDims dims = {};
  int64_t groups = 1;      // of features
  int64_t batchGroups = 1; // of the batch
};
/// As jax.lax.conv_general_dilated: a correlation, which does not reverse the kernel. In the
/// default dims x is [batch, features, spatial..], the kernel [output features, input features /
/// groups, spatial..]. Types promote; bf16 and f16 are summed in f32.
Tensor convGeneral(const Operand &x, const Operand &kernel, const ConvOptions &options = {});
/// As jax.lax.conv_transpose: x is dilated by the strides, and "SAME" multiplies sizes by them. The
/// kernel is not reversed. Takes no groups and no dilation of x.
Tensor convTranspose(const Operand &x, const Operand &kernel, const ConvOptions &options = {});

/// Sizes, strides and dilations of a window, one number per dim; empty: 1 each.
struct WindowOptions {
  std::vector<int64_t> strides = {};
  WindowPadding padding = "VALID";
  std::vector<int64_t> dilation = {};       // between elements of x
  std::vector<int64_t> windowDilation = {}; // between elements of the window
};
enum class Combine { Sum, Product, Max, Min };
/// As jax.lax.reduce_window by one op, from its identity on: one number per dim of x.
Tensor reduceWindow(const Operand &x, Combine combine, std::vector<int64_t> window,
                    const WindowOptions &options = {});

// Poolings of x [batch.., spatial.., features] as in Flax: one number per spatial dim, which are
// the last but one. What is padded never wins a maximum or minimum.
Tensor maxPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options = {});
Tensor minPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options = {});
enum class Padded { Counts, CountsNot };
/// The mean of each window, a float. Padded elements count as zeros, or not at all.
Tensor avgPool(const Operand &x, std::vector<int64_t> window, const WindowOptions &options = {},
               Padded padded = Padded::Counts);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that depend on the order of elements: sorts, selections by rank, searches and prefix scans.
//
// A dim may be negative and then counts from the last. NaNs are larger than all numbers. Ops throw
// spmd::Error where a dim does not exist or shapes do not fit. The distinct elements of a tensor
// (numpy.unique) have no static shape; no op gives them.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Whether the smallest or the largest element comes first.
enum class Order { Ascending, Descending };
inline constexpr Order descending = Order::Descending;

/// The elements sorted along a dim.
Tensor sort(const Operand &x, int64_t dim = -1, Order order = Order::Ascending);
/// The positions (i32) that sort x along a dim; equal elements keep their order.
Tensor argsort(const Operand &x, int64_t dim = -1, Order order = Order::Ascending);
/// Sorts tensors of one shape together along a dim, by the first one and, where its elements are
/// equal, by the next ones, `keys` of them. Equal elements keep their order.
std::vector<Tensor> sortBy(std::vector<Operand> operands, int64_t dim = -1, int64_t keys = 1);

/// The result of topK.
struct TopK {
  Tensor values, positions;
};
/// The `count` largest elements along a dim, the largest first, and their positions (i32). Of equal
/// elements the first comes first. More elements than the dim has are refused.
TopK topK(const Operand &x, int64_t count, int64_t dim = -1);

/// Whether an element belongs before (Left) or behind (Right) its equals.
enum class Side { Left, Right };
/// For each value the position (i32) where it belongs into a sorted tensor of one dim: before equal
/// elements (left) or behind them. Compares each value with all elements.
Tensor searchSorted(const Operand &sorted, const Operand &values, Side side = Side::Left);

// Prefix scans: element i combines the elements 0 .. i along the dim, or i .. n - 1 if reversed.
// The shape stays.
/// The direction of a prefix scan.
enum class Scan { Forward, Reverse };
/// Sums; of booleans i32. bf16 and f16 are summed in f32.
Tensor cumsum(const Operand &x, int64_t dim = 0, Scan scan = Scan::Forward);
Tensor cumprod(const Operand &x, int64_t dim = 0, Scan scan = Scan::Forward);
/// Maxima and minima; booleans are refused. NaN where an element so far is NaN.
Tensor cummax(const Operand &x, int64_t dim = 0, Scan scan = Scan::Forward);
Tensor cummin(const Operand &x, int64_t dim = 0, Scan scan = Scan::Forward);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop

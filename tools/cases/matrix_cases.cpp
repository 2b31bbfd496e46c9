// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls, convolutions, Fourier transforms and the decompositions of matrices.
#include "tools/cases/case_ops.h"
#include <algorithm>
#include <numeric>

namespace spmd::random {
namespace {

/// LAPACK has no short floats.
constexpr llvm::StringLiteral kMatrixTypes[] = {"f32", "f32", "f64", "complex<f32>"};

/// Vectors and matrices.
void dot(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 2);
  Shape shape{x.shape.back()}, out(x.shape.begin(), x.shape.end() - 1);
  if (c.w.chance(0.6))
    shape.push_back(c.dim());
  Value y = c.inputOf(shape, x.element);
  out.append(shape.begin() + 1, shape.end());
  c.emit(op.name, {x, y}, "", {c.result({x, y}, out, x.element, true)});
}

/// Puts the dims of an operand in a random order. `order[i]` is the place of dim i.
Shape placed(CaseWriter &c, const Shape &dims, Shape &order) {
  Shape at;
  for (size_t i = 0; i < dims.size(); ++i)
    at.insert(at.begin() + c.w.below(at.size() + 1), i);
  Shape shape;
  order.assign(dims.size(), 0);
  for (auto [place, dim] : llvm::enumerate(at)) {
    shape.push_back(dims[dim]);
    order[dim] = int64_t(place);
  }
  return shape;
}

/// Batch dims, contracted dims and free dims of both sides, in any order of the operands' dims.
void dotGeneral(CaseWriter &c, const CaseOp &op) {
  Shape batch = c.w.chance(0.4) ? c.shape(1, 1) : Shape{},
        contracted = c.w.chance(0.85) ? c.shape(1, c.w.chance(0.2) ? 2 : 1) : Shape{},
        left = c.w.chance(0.85) ? c.shape(1, 1) : Shape{},
        right = c.w.chance(0.85) ? c.shape(1, 1) : Shape{};
  // Each side has the batch dims, the contracted ones and its own, before they are permuted.
  auto sideOf = [&](const Shape &free) {
    Shape dims = batch;
    dims.append(contracted);
    dims.append(free);
    return dims;
  };
  Shape leftAt, rightAt, leftShape = placed(c, sideOf(left), leftAt),
                         rightShape = placed(c, sideOf(right), rightAt);
  std::string element = c.element(op.elements);
  Value x = c.inputOf(leftShape, element), y = c.inputOf(rightShape, element);
  Shape out = batch;
  out.append(left);
  out.append(right);
  Value made = c.result({x, y}, out, element, true);
  if (x.count() > kMostElements || y.count() > kMostElements || made.count() > kMostElements)
    return;
  auto places = [&](const Shape &order, size_t from, size_t count) {
    return listText(llvm::ArrayRef(order).slice(from, count));
  };
  size_t b = batch.size(), k = contracted.size();
  c.emit(op.name, {x, y},
         "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [" +
             places(leftAt, 0, b) + "], rhs_batching_dimensions = [" + places(rightAt, 0, b) +
             "], lhs_contracting_dimensions = [" + places(leftAt, b, k) +
             "], rhs_contracting_dimensions = [" + places(rightAt, b, k) + "]>",
         {made});
}

/// The window along one spatial dim.
struct ConvolvedDim {
  int64_t size, window, stride, dilation, base, low, high, result;
  bool isReversed;
};

/// Strides and dilations of one or two, paddings from -1 to 2. Where the window is longer than what
/// it moves over, the padding at the end is.
ConvolvedDim convolvedDim(CaseWriter &c, int64_t size) {
  ConvolvedDim d{size, 1 + int64_t(c.w.below(std::min<int64_t>(size, 4))),
                 1 + int64_t(c.w.below(2)), c.w.chance(0.2) ? 2 : 1, c.w.chance(0.2) ? 2 : 1};
  d.low = int64_t(c.w.below(4)) - 1;
  d.high = int64_t(c.w.below(4)) - 1;
  d.isReversed = c.w.chance(0.2);
  // A kernel as long as the operand is that of a gradient.
  if (c.w.chance(0.15))
    d.window = size;
  int64_t covered = (d.window - 1) * d.dilation + 1,
          length = (size - 1) * d.base + 1 + d.low + d.high;
  d.high += std::max<int64_t>(0, covered - length);
  d.result = (std::max(length, covered) - covered) / d.stride + 1;
  return d;
}

/// "1, 2" of one number for each spatial dim.
template <class Fn> std::string ofDims(llvm::ArrayRef<ConvolvedDim> dims, Fn fn) {
  std::string out;
  for (const ConvolvedDim &d : dims)
    out += (out.empty() ? "" : ", ") + std::string(fn(d));
  return out;
}

/// One convolution in five has one feature and one batch, and windows along all dims of a value.
/// The others have batches, features and groups of them, and one or two spatial dims.
void convolution(CaseWriter &c, const CaseOp &op) {
  if (c.w.chance(0.2))
    return writeConvolution(c.w, c.scope, c.input(op.elements, 1, 2));
  int64_t groups = c.w.chance(0.7) ? 1 : 2, batchGroups = groups == 1 && c.w.chance(0.3) ? 2 : 1;
  int64_t batch = c.divides ? c.dim() : 1 + int64_t(c.w.below(5)), in = 1 + int64_t(c.w.below(4)),
          out = c.divides && c.w.chance(0.5) ? c.dim() : 1 + int64_t(c.w.below(4));
  batch = std::min<int64_t>(batch, 16) * batchGroups;
  out = std::min<int64_t>(out, 16) * groups * batchGroups;
  std::vector<ConvolvedDim> dims{convolvedDim(c, c.dim())};
  if (c.w.chance(0.3))
    dims.push_back(convolvedDim(c, 1 + int64_t(c.w.below(6))));
  Shape left{batch, in * groups}, right, result{batch / batchGroups, out};
  for (const ConvolvedDim &d : dims) {
    left.push_back(d.size);
    right.push_back(d.window);
    result.push_back(d.result);
  }
  right.append({in, out}); // behind the window: [0, 1, i, o]
  std::string element = c.element(op.elements), spatial = dims.size() == 1 ? "0" : "0, 1";
  Value x = c.inputOf(left, element), k = c.finite(right, element), // padding may be times it
      y = c.result({x, k}, result, element, true);
  if (x.count() > kMostElements || y.count() > kMostElements)
    return;
  auto number = [](int64_t n) { return std::to_string(n); };
  c.emit(
      op.name, {x, k},
      "batch_group_count = " + number(batchGroups) +
          " : i64, dimension_numbers = #stablehlo.conv<[b, f, " + spatial + "]x[" + spatial +
          ", i, o]->[b, f, " + spatial + "]>, feature_group_count = " + number(groups) +
          " : i64, lhs_dilation = array<i64: " +
          ofDims(dims, [&](auto &d) { return number(d.base); }) + ">, padding = dense<[" +
          ofDims(dims, [&](auto &d) { return "[" + number(d.low) + ", " + number(d.high) + "]"; }) +
          "]> : tensor<" + number(int64_t(dims.size())) + "x2xi64>, rhs_dilation = array<i64: " +
          ofDims(dims, [&](auto &d) { return number(d.dilation); }) +
          ">, window_reversal = array<i1: " +
          ofDims(dims, [](auto &d) { return d.isReversed ? "true" : "false"; }) +
          ">, window_strides = array<i64: " +
          ofDims(dims, [&](auto &d) { return number(d.stride); }) + ">",
      {y});
}

/// Batches of square matrices.
Shape matrices(CaseWriter &c) {
  Shape shape = c.w.chance(0.8) ? c.shape(1, 2) : Shape{};
  int64_t n = 1 + int64_t(c.w.below(5));
  shape.append({n, n});
  return shape;
}

/// `x` plus `factor` times the identity matrix.
Value plusIdentity(CaseWriter &c, const Value &x, int64_t factor) {
  size_t rank = x.shape.size();
  Value rows = c.result({}, x.shape, "i32", false), columns = rows;
  rows = c.helper("stablehlo.iota", {}, "iota_dimension = " + std::to_string(rank - 2) + " : i64",
                  rows);
  columns = c.helper("stablehlo.iota", {},
                     "iota_dimension = " + std::to_string(rank - 1) + " : i64", columns);
  Value flag = c.helper("stablehlo.compare", {rows, columns},
                        "comparison_direction = #stablehlo<comparison_direction EQ>",
                        c.result({}, x.shape, "i1", false));
  Value zero = c.constant(x.shape, x.element, numberText(x.element, 0)),
        many = c.constant(x.shape, x.element, numberText(x.element, factor));
  Value identity =
      c.helper("stablehlo.select", {flag, many, zero}, "", c.result({}, x.shape, x.element, false));
  return c.helper("stablehlo.add", {x, identity}, "", c.result({x}, x.shape, x.element, true));
}

/// A matrix whose diagonal is larger than the sum of a row is positive, where its parts above and
/// below the diagonal agree; the op reads one of them.
void cholesky(CaseWriter &c, const CaseOp &op) {
  Value x = plusIdentity(c, c.inputOf(matrices(c), c.w.pick(kMatrixTypes)), 16);
  c.emit(op.name, {x}, std::string("lower = ") + (c.w.chance(0.6) ? "true" : "false"),
         {c.result({x}, x.shape, x.element, true)});
}

void triangularSolve(CaseWriter &c, const CaseOp &op) {
  constexpr llvm::StringLiteral kTranspose[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
  Value a = plusIdentity(c, c.inputOf(matrices(c), c.w.pick(kMatrixTypes)), 16);
  // a x = b, or x a = b
  bool isLeft = c.w.chance(0.5);
  Shape shape = a.shape;
  // The other dim of the right side has any size.
  shape[shape.size() - (isLeft ? 1 : 2)] = c.divides ? c.dim() : 1 + int64_t(c.w.below(6));
  Value b = c.inputOf(shape, a.element);
  c.emit(op.name, {a, b},
         std::string("left_side = ") + (isLeft ? "true" : "false") +
             ", lower = " + (c.w.chance(0.5) ? "true" : "false") +
             ", transpose_a = #stablehlo<transpose " + c.w.pick(kTranspose).str() +
             ">, unit_diagonal = " + (c.w.chance(0.2) ? "true" : "false"),
         {c.result({a, b}, shape, a.element, true)});
}

/// Transforms along one or two dims, of complex or real numbers.
void fft(CaseWriter &c, const CaseOp &op) {
  constexpr llvm::StringLiteral kTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
  llvm::StringRef type = c.w.pick(kTypes);
  std::string real = c.w.chance(0.6) ? "f32" : "f64", complex = "complex<" + real + ">";
  Shape shape = c.shape(1, 3), lengths, other = shape;
  size_t count = shape.size() > 1 && c.w.chance(0.3) ? 2 : 1;
  lengths.append(shape.end() - count, shape.end());
  // The half of a real transform has n / 2 + 1 elements.
  other.back() = shape.back() / 2 + 1;
  // A transform along a split dim is a matmul, in which more products are infinite.
  Value x = c.finite(type == "IRFFT" ? other : shape, type == "RFFT" ? real : complex);
  c.emit(op.name, {x},
         "fft_length = " + arrayText(lengths) + ", fft_type = #stablehlo<fft_type " + type.str() +
             ">",
         {c.result({x}, type == "RFFT" ? other : shape, type == "IRFFT" ? real : complex, true)});
}

/// Targets that return their operand, which are those that the interpreter knows.
void customCall(CaseWriter &c, const CaseOp &op) {
  constexpr llvm::StringLiteral kTargets[] = {"annotate_device_placement", "LayoutConstraint",
                                              "MoveToHost", "MoveToDevice", "InspectSharding"};
  Value x = c.input(op.elements, 1, 3);
  c.emit(op.name, {x}, "call_target_name = \"" + c.w.pick(kTargets).str() + "\"", {x});
}

// Decompositions draw matrices for which they are defined.
constexpr CaseOp kMatrices[] = {
    {"stablehlo.dot", dot, kNumbers},
    {"stablehlo.dot_general", dotGeneral, kNumbers},
    {"stablehlo.convolution", convolution, kReals},
    {"stablehlo.cholesky", cholesky},
    {"stablehlo.triangular_solve", triangularSolve},
    {"stablehlo.fft", fft},
    {"stablehlo.custom_call", customCall, kAny},
};

} // namespace

llvm::ArrayRef<CaseOp> matrixCases() { return kMatrices; }

} // namespace spmd::random

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms: stablehlo.fft, and spmd.fourier, which it becomes on real and imaginary parts
// and which a routine of the runtime computes. The reference sums the definition in f64.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/library_call.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include <numbers>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

using Numbers = std::vector<Complex>;

/// The discrete Fourier transform of `n` values at a stride, by its definition.
void transform(Numbers &x, int64_t first, int64_t stride, int64_t n, bool isInverse) {
  Numbers y(n);
  double unit = (isInverse ? 2 : -2) * std::numbers::pi / double(n);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j)
      y[k] += x[first + j * stride] * std::polar(1.0, unit * double(j * k % n));
    if (isInverse)
      y[k] /= double(n);
  }
  for (int64_t k = 0; k < n; ++k)
    x[first + k * stride] = y[k];
}

/// Transforms every line along `dim`.
void transformAlong(Numbers &x, ArrayRef<int64_t> shape, int64_t dim, bool isInverse) {
  int64_t n = shape[dim], stride = stridesOf(shape)[dim];
  for (int64_t first = 0; first < int64_t(x.size()); ++first)
    if (first / stride % n == 0)
      transform(x, first, stride, n, isInverse);
}

/// The values 0 .. n / 2 of each row; the rest of a real signal's spectrum is redundant.
Numbers firstHalf(const Numbers &x, SmallVector<int64_t> &shape) {
  int64_t n = shape.back(), half = n ? n / 2 + 1 : 0;
  Numbers y;
  for (size_t i = 0; i < x.size(); ++i)
    if (int64_t(i) % n < half)
      y.push_back(x[i]);
  shape.back() = half;
  return y;
}

/// Extends rows of n/2 + 1 values to n by x[n - k] = conj(x[k]). The imaginary parts of values 0
/// and n/2 are ignored.
///   n = 6: x0 x1 x2 x3 -> x0 x1 x2 x3 conj(x2) conj(x1)
Numbers mirrored(const Numbers &x, SmallVector<int64_t> &shape, int64_t n) {
  int64_t half = shape.back();
  Numbers y;
  // Also valid for an odd n, which has no value n/2.
  for (int64_t row = 0; half && row < int64_t(x.size()) / half; ++row)
    for (int64_t k = 0; k < n; ++k) {
      Complex value = k < half ? x[row * half + k] : std::conj(x[row * half + n - k]);
      y.push_back(k == 0 || 2 * k == n ? Complex(value.real()) : value);
    }
  shape.back() = n;
  return y;
}

bool isInverse(FftOp op) {
  return op.getFftType() == FftType::IFFT || op.getFftType() == FftType::IRFFT;
}

/// Builds the transform of lines along the last dim on parts. A long line becomes two transforms of
/// many short lines, on which all lanes and all threads work.
class LastDim {
public:
  LastDim(OpBuilder &b, FftOp op) : b(b), op(op), length(op.getFftLength().back()) {}

  /// The parts of the result, from those of the operand.
  PartValues of(const PartValues &x) {
    RankedTensorType results = typeOfParts(op->getResult(0));
    const int64_t first = factorOfLongLine(tensorTypeOf(x[0]).getNumElements() /
                                           tensorTypeOf(x[0]).getShape().back());
    if (first == 1)
      return fourier(x, results, results.getRank() - 1, length,
                     op.getFftType() == FftType::IRFFT ? 1 : 2, false);
    // Real numbers of a long line are complex ones without an imaginary part.
    switch (op.getFftType()) {
    // The second half of the spectrum is dropped.
    case FftType::RFFT: {
      PartValues whole = inTwo({x[0], zerosLike(b, x[0])}, first);
      return {piece(whole[0], 0, length / 2 + 1), piece(whole[1], 0, length / 2 + 1)};
    }
    // The imaginary part is zero but for rounding.
    case FftType::IRFFT:
      return {inTwo(completed(x), first)[0]};
    default:
      return inTwo(x, first);
    }
  }

private:
  // The routine transforms sixteen lines at once. Longer ones than this leave its caches.
  static constexpr int64_t kLines = 16, kLongLine = 4096;

  OpBuilder &b;
  FftOp op;
  int64_t length;

  /// The type of each part; of the value itself where it is real.
  static RankedTensorType typeOfParts(Value v) {
    SmallVector<Type, 2> parts = partTypes(v.getType());
    return cast<RankedTensorType>(parts.empty() ? v.getType() : parts[0]);
  }

  /// A factor near the square root where two transforms of shorter lines are better: one line is as
  /// many short ones as there are lanes. 1 where one is better.
  int64_t factorOfLongLine(int64_t lines) const {
    if (length <= kLongLine && lines >= kLines)
      return 1;
    // The largest divisor up to the square root. Primes have none, and stay one line.
    int64_t factor = 1;
    for (int64_t d = kLines; d * d <= length; ++d)
      if (length % d == 0)
        factor = d;
    return factor;
  }

  /// The transform of x along a dim of `n` values, in `count` results.
  PartValues fourier(ValueRange x, RankedTensorType result, int64_t dim, int64_t n, int64_t count,
                     bool isTurned) {
    SmallVector<Type> types(count, result);
    auto made = ir::FourierOp::create(b, op.getLoc(), types, x, dim, n, isInverse(op), isTurned,
                                      /*from_pairs=*/false, /*to_pairs=*/false);
    return PartValues(made.getResults());
  }

  /// Complex lines of n = n1 n2 values: with j = j1 n2 + j2 and k = k1 + n1 k2, transforms over j1,
  /// multiplies by the roots at j2 k1, and transforms over j2 (Gentleman and Sande, Fast Fourier
  /// transforms for fun and profit, 1966).
  PartValues inTwo(const PartValues &x, int64_t n1) {
    auto type = tensorTypeOf(x[0]);
    const int64_t rank = type.getRank(), n2 = length / n1;
    SmallVector<int64_t> cut(type.getShape().drop_back()), swapped(cut);
    cut.append({n1, n2});
    swapped.append({n2, n1});
    PartValues y;
    for (Value part : x)
      y.push_back(ReshapeOp::create(b, op.getLoc(), type.clone(cut), part));
    // Both work on neighbours along the last dim, and write them in the order of the other.
    y = fourier(y, type.clone(swapped), rank - 1, n1, 2, true);  // [.., j2, k1]
    y = fourier(y, type.clone(swapped), rank - 1, n2, 2, false); // [.., k2, k1]
    for (Value &part : y)
      part = ReshapeOp::create(b, op.getLoc(), type, part);
    return y;
  }

  /// x[.., begin:end].
  Value piece(Value x, int64_t begin, int64_t end) {
    auto type = tensorTypeOf(x);
    SmallVector<int64_t> begins(type.getRank(), 0), ends(type.getShape()),
        strides(type.getRank(), 1);
    begins.back() = begin;
    ends.back() = end;
    return SliceOp::create(b, op.getLoc(), x, begins, ends, strides);
  }

  /// The whole spectrum of a half one. Imaginary parts of values 0 and n / 2 become 0.
  PartValues completed(const PartValues &x) {
    const int64_t last = tensorTypeOf(x[0]).getRank() - 1, rest = length - length / 2 - 1;
    PartValues out;
    //   re: x0 | x1 x2 | x3 | x2 x1     im: 0 | y1 y2 | 0 | -y2 -y1     for a length of 6
    for (auto [i, part] : llvm::enumerate(x)) {
      Value middle = piece(part, 1, rest + 1);
      Value mirror = ReverseOp::create(b, op.getLoc(), middle.getType(), middle,
                                       b.getDenseI64ArrayAttr({last}));
      Value zero = zerosLike(b, piece(part, 0, 1));
      SmallVector<Value> all = {i == 0 ? piece(part, 0, 1) : zero, middle};
      if (length % 2 == 0)
        all.push_back(i == 0 ? piece(part, length / 2, length / 2 + 1) : zero);
      // The mirror image is conjugated.
      if (i == 1)
        mirror = NegOp::create(b, op.getLoc(), mirror.getType(), mirror);
      all.push_back(mirror);
      out.push_back(ConcatenateOp::create(b, op.getLoc(), all, last));
    }
    return out;
  }
};

/// fft of types FFT, IFFT, RFFT and IRFFT over the last fft_length.size() dims.
struct Fft : Meaning<FftOp> {
  // Transformed dims need replication; a dim whose size changes also blocks propagation.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) {
    // Transformed dims are the last ones.
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op->getResult(0));
    int64_t free = in.getRank() - int64_t(op.getFftLength().size());
    return dimwiseRule(op, in.getShape(), [&](int64_t d) {
      return Factor{.kind = d < free ? FactorKind::PassThrough : FactorKind::NeedReplication,
                    .blocked = in.getDimSize(d) != out.getDimSize(d)};
    });
  }
  // IRFFT transforms the last dim at the end, all others start with it.
  static Tensor eval(Op op, Inputs in) {
    SmallVector<int64_t> shape(in[0].shape());
    Numbers x = in[0].values<Complex>();
    int64_t rank = shape.size(), count = op.getFftLength().size(), last = rank - 1;
    // For IRFFT: first the other dims, then the second half of the last dim by symmetry.
    if (op.getFftType() == FftType::IRFFT)
      for (int64_t d = rank - count; d < last; ++d)
        transformAlong(x, shape, d, true);
    if (op.getFftType() == FftType::IRFFT)
      x = mirrored(x, shape, op.getFftLength().back());
    for (int64_t i = 0; i < count; ++i)
      if (op.getFftType() != FftType::IRFFT || i == 0)
        transformAlong(x, shape, last - i, isInverse(op));
    if (op.getFftType() == FftType::RFFT)
      x = firstHalf(x, shape);
    return ofComplex(RankedTensorType::get(shape, tensorTypeOf(op->getResult(0)).getElementType()),
                     x);
  }
  /// Import leaves transforms of the last dim only.
  static std::optional<PartValues> parts(Op op, OpBuilder &b, ArrayRef<PartValues> operands) {
    if (op.getFftLength().size() != 1 || tensorTypeOf(op.getOperand()).getNumElements() == 0)
      return std::nullopt;
    return LastDim(b, op).of(operands[0]);
  }
  /// By a transform of the cotangent.
  static LogicalResult vjp(Op op, Backward &g) { return fftGradient(op, g); }
  using Facets = Has<Rule, Parts, Linear, Vjp, BatchInFront, Eval>;
};

/// spmd.fourier along one dim.
struct Fourier : Meaning<ir::FourierOp> {
  // The routine sees arrays [outer, length, inner].
  static std::optional<KernelCall> kernel(Op op) {
    const RankedTensorType type = op.operandPart();
    ArrayRef<int64_t> shape = type.getShape();
    const int64_t dim = op.getDim(), inner = ShapedType::getNumElements(shape.drop_front(dim + 1));
    return KernelCall{rt::FftConfig{.type = *dtypeOf(type.getElementType()),
                                    .kind = op.takesReal()   ? rt::FftKind::FromReal
                                            : op.givesReal() ? rt::FftKind::ToReal
                                                             : rt::FftKind::Complex,
                                    .inverse = op.getInverse(),
                                    .outer = ShapedType::getNumElements(shape.take_front(dim)),
                                    .length = int64_t(op.getLength()),
                                    .inner = inner,
                                    .turn = op.getTurned() ? int64_t(op.getLength()) * inner : 0,
                                    .fromPairs = op.getFromPairs(),
                                    .toPairs = op.getToPairs()}};
  }
  using Facets = Has<Kernel, NoVjp<"gradients come before it is made">,
                     NoBatch<"batches come before it is made">>;
};

} // namespace

void addFourierRules(RuleTable &table) { table.add<Fft, Fourier>(); }

} // namespace spmd::ops

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of fft.h: transposes that bring the transformed dims to the end, pads and slices to
// their sizes, StableHLO's fft, and the factor that the norm wants. The compiler makes matmuls of
// the fft (compiler/import/fft.cpp), and gradients of it are ffts again.
#include "compiler/frontend/include/spmd/fft.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::FftType;

/// One call of the user: the name, the transform, and its options.
struct Transform {
  const char *name;
  FftType type;
  FftOptions options;
  bool areSizesGiven = false;
};

bool isInverse(FftType type) { return type == FftType::IFFT || type == FftType::IRFFT; }

/// The dims from the front; all of them where none is given. Refuses dims that stand twice.
std::vector<int64_t> dimsOf(Emitter &e, const Transform &by, const Tensor &x) {
  std::vector<int64_t> dims;
  const auto rank = int64_t(x.rank());
  for (int64_t dim : by.options.dims)
    dims.push_back(e.checkedDim(by.name, dim, rank, text(x.type())));
  if (by.options.dims.empty())
    for (int64_t d = by.areSizesGiven ? rank - int64_t(by.options.sizes.size()) : 0; d < rank; ++d)
      dims.push_back(d);
  std::vector<int64_t> sorted = dims;
  llvm::sort(sorted);
  if (dims.empty() || std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    e.refuse(std::string(by.name) + " of " + text(x.type()) +
             ": one dim or more are wanted, each of them once");
  return dims;
}

/// The length of each transform: that of the given sizes, or of the dims. The last dim of irfft has
/// about half of its frequencies.
std::vector<int64_t> lengthsOf(Emitter &e, const Transform &by, const Tensor &x,
                               const std::vector<int64_t> &dims) {
  if (by.areSizesGiven && by.options.sizes.size() != dims.size())
    e.refuse(std::string(by.name) + " of " + text(x.type()) + ": " +
             std::to_string(by.options.sizes.size()) + " sizes for " + std::to_string(dims.size()) +
             " dims");
  std::vector<int64_t> lengths;
  for (size_t i = 0; i < dims.size(); ++i) {
    const bool isHalf = by.type == FftType::IRFFT && i + 1 == dims.size();
    const int64_t own = x.size(dims[i]);
    lengths.push_back(by.areSizesGiven ? by.options.sizes[i] : isHalf ? 2 * (own - 1) : own);
    if (lengths.back() < 1)
      e.refuse(std::string(by.name) + " of " + text(x.type()) + ": the size " +
               std::to_string(lengths.back()) + " of dim " + std::to_string(dims[i]) +
               " is below 1");
  }
  return lengths;
}

/// x with `size` entries along a dim: the first ones, or zeros behind those there are.
Tensor resized(const Tensor &x, int64_t dim, int64_t size) {
  if (x.size(dim) == size)
    return x;
  std::vector<Padding> widths(x.rank());
  widths[size_t(dim)] = {0, size - x.size(dim)}; // negative: cut
  return pad(x, widths);
}

/// The op works on the last dims, and infers the shape of the result from their lengths.
mlir::Value transformed(Emitter &e, mlir::Value x, FftType type, llvm::ArrayRef<int64_t> lengths) {
  return e.make<stablehlo::FftOp>(x, type, e.builder.getDenseI64ArrayAttr(lengths));
}

/// As many dims at once as StableHLO takes; more of them are transformed one after the other.
constexpr size_t kMostDims = 3;

/// The tensor, its transformed dims last and of their lengths, transformed.
Tensor applied(const Transform &by, const Tensor &x, llvm::ArrayRef<int64_t> lengths) {
  const Operand operand(x);
  return apply("fft", {&operand}, OpKey(int64_t(by.type), std::vector<int64_t>(lengths)),
               [&](Emitter &e, Terms terms) {
                 return transformed(e, e.valueOf(terms[0]), by.type, lengths);
               });
}

/// Real transforms take up to three dims at once. The others of more dims are complex transforms
/// along one dim after the other.
Tensor alongLast(const Transform &by, const Tensor &x, std::vector<int64_t> lengths) {
  if (lengths.size() <= kMostDims)
    return applied(by, x, lengths);
  const std::vector<int64_t> own(lengths.end() - kMostDims, lengths.end());
  const bool isIrfft = by.type == FftType::IRFFT;
  const Transform complexOne{by.name, isInverse(by.type) ? FftType::IFFT : FftType::FFT, {}};
  auto others = [&](Tensor y) {
    for (size_t i = 0; i + kMostDims < lengths.size(); ++i) {
      const auto dim = int64_t(y.rank() - lengths.size() + i);
      const int64_t length[] = {lengths[i]};
      y = moveAxis(applied(complexOne, moveAxis(y, dim, -1), length), -1, dim);
    }
    return y;
  };
  return isIrfft ? applied(by, others(x), own) : others(applied(by, x, own));
}

/// The factor that stands beside StableHLO's transforms, whose inverses have 1 / n.
double factorOf(const Transform &by, const std::vector<int64_t> &lengths) {
  double count = 1;
  for (int64_t length : lengths)
    count *= double(length);
  const FftNorm norm = by.options.norm;
  if (norm == FftNorm::Backward)
    return 1;
  const double scale = norm == FftNorm::Ortho ? std::sqrt(count) : count;
  return isInverse(by.type) ? scale : 1 / scale;
}

/// Integers and narrow floats become f32; real numbers become complex but for rfft.
Tensor inTypeOf(Emitter &e, const Transform &by, const Tensor &x) {
  ElementType type = x.elementType();
  if (by.type == FftType::RFFT && isComplex(type))
    e.refuse(std::string(by.name) + " of " + text(x.type()) +
             ": real numbers are wanted; take real or imag first");
  if (!isInexact(type) || type == bf16 || type == f16)
    type = f32;
  return astype(x, by.type == FftType::RFFT ? type : promote(type, c64));
}

/// All transforms are this one. Dims are resized before they move: a cut dim is less to transpose.
///   fft of [4, 6] along 0 -> transpose to [6, 4], fft of length 4, transpose to [4, 6]
Tensor transform(const Operand &x, const Transform &by) {
  const OpKey key(by.options.sizes, by.options.dims, int64_t(by.options.norm),
                  int64_t(by.areSizesGiven));
  return compose(by.name, {&x}, key, [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::vector<int64_t> dims = dimsOf(e, by, in[0]), lengths = lengthsOf(e, by, in[0], dims);
    Tensor y = inTypeOf(e, by, in[0]);
    for (size_t i = 0; i < dims.size(); ++i) {
      const bool isHalf = by.type == FftType::IRFFT && i + 1 == dims.size();
      y = resized(y, dims[i], isHalf ? lengths[i] / 2 + 1 : lengths[i]);
    }
    std::vector<int64_t> order, back(in[0].rank());
    for (int64_t d = 0; d < int64_t(in[0].rank()); ++d)
      if (!llvm::is_contained(dims, d))
        order.push_back(d);
    order.insert(order.end(), dims.begin(), dims.end());
    for (size_t i = 0; i < order.size(); ++i)
      back[size_t(order[i])] = int64_t(i);
    y = transpose(alongLast(by, transpose(y, order), lengths), back);
    const double factor = factorOf(by, lengths);
    return factor == 1 ? y : y * factor;
  });
}

/// Along one dim.
Tensor along(const char *name, FftType type, const Operand &x, std::optional<int64_t> size,
             int64_t dim, FftNorm norm) {
  Transform by{name, type, {.dims = {dim}, .norm = norm}, size.has_value()};
  if (size)
    by.options.sizes = {*size};
  return transform(x, by);
}
Tensor along(const char *name, FftType type, const Operand &x, const FftOptions &options) {
  return transform(x, {name, type, options, !options.sizes.empty()});
}
/// The last two dims where the user gives none.
FftOptions ofTwo(FftOptions options) {
  if (options.dims.empty())
    options.dims = {-2, -1};
  return options;
}

// A signal whose spectrum is real is to hfft what a real signal is to rfft.

/// The norm of the other direction: hfft is an inverse transform that is scaled as a forward one.
FftNorm reversed(FftNorm norm) {
  return norm == FftNorm::Backward  ? FftNorm::Forward
         : norm == FftNorm::Forward ? FftNorm::Backward
                                    : norm;
}

/// Rolls dims by halves; the rounding decides where the middle of an odd size is.
Tensor shifted(const char *name, const Operand &x, const Dims &dims, bool isBack) {
  return compose(name, {&x}, OpKey(dims), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    Tensor y = in[0];
    std::vector<int64_t> wanted = dims.dims;
    if (dims.areAll)
      for (int64_t d = 0; d < int64_t(y.rank()); ++d)
        wanted.push_back(d);
    for (int64_t dim : wanted) {
      const int64_t d = e.checkedDim(name, dim, int64_t(y.rank()), text(y.type()));
      const int64_t half = y.size(d) / 2;
      y = roll(y, isBack ? -half : half, d);
    }
    return y;
  });
}

/// Checks the arguments of the frequencies.
void checkFrequencies(const char *name, int64_t size, ElementType type, Where where) {
  if (size < 1 || (type != f32 && type != f64))
    throw Error(text(where) + ": " + name + " of " + std::to_string(size) + " samples as " +
                text(type) + "; one sample or more are wanted, and f32 or f64");
}

} // namespace

Tensor fft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  return along("fft", FftType::FFT, x, size, dim, norm);
}
Tensor ifft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  return along("ifft", FftType::IFFT, x, size, dim, norm);
}
/// StableHLO's op of real numbers, which computes half of the frequencies.
Tensor rfft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  return along("rfft", FftType::RFFT, x, size, dim, norm);
}
Tensor irfft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  return along("irfft", FftType::IRFFT, x, size, dim, norm);
}
/// numpy.fft.hfft: irfft(conj(x)) with the norm of the forward direction.
Tensor hfft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  const Operand conjugate(conj(x), x.where);
  return along("hfft", FftType::IRFFT, conjugate, size, dim, reversed(norm));
}
/// conj(rfft(x)) with the norm of the inverse direction.
Tensor ihfft(const Operand &x, std::optional<int64_t> size, int64_t dim, FftNorm norm) {
  return conj(along("ihfft", FftType::RFFT, x, size, dim, reversed(norm)));
}

Tensor fftn(const Operand &x, const FftOptions &options) {
  return along("fftn", FftType::FFT, x, options);
}
Tensor ifftn(const Operand &x, const FftOptions &options) {
  return along("ifftn", FftType::IFFT, x, options);
}
Tensor rfftn(const Operand &x, const FftOptions &options) {
  return along("rfftn", FftType::RFFT, x, options);
}
Tensor irfftn(const Operand &x, const FftOptions &options) {
  return along("irfftn", FftType::IRFFT, x, options);
}
Tensor fft2(const Operand &x, FftOptions options) {
  return along("fft2", FftType::FFT, x, ofTwo(std::move(options)));
}
Tensor ifft2(const Operand &x, FftOptions options) {
  return along("ifft2", FftType::IFFT, x, ofTwo(std::move(options)));
}
Tensor rfft2(const Operand &x, FftOptions options) {
  return along("rfft2", FftType::RFFT, x, ofTwo(std::move(options)));
}
Tensor irfft2(const Operand &x, FftOptions options) {
  return along("irfft2", FftType::IRFFT, x, ofTwo(std::move(options)));
}

/// Positions from the middle on stand for negative frequencies.
Tensor fftFreq(int64_t size, double spacing, ElementType type, Where where) {
  checkFrequencies("fftFreq", size, type, where);
  return apply("fftFreq", {}, where, OpKey(size, spacing, int64_t(type)), [&](Emitter &e, Terms) {
    mlir::Value at = e.make<stablehlo::IotaOp>(e.tensorType({size}, i32), uint64_t(0));
    mlir::Value whole = e.constantLike(size, at), middle = e.constantLike((size + 1) / 2, at);
    mlir::Value isLow = e.compare(stablehlo::ComparisonDirection::LT, at, middle);
    mlir::Value signedOne =
        e.make<stablehlo::SelectOp>(isLow, at, e.make<stablehlo::SubtractOp>(at, whole));
    return e.with<stablehlo::DivOp>(e.convert(signedOne, type), double(size) * spacing);
  });
}
Tensor rfftFreq(int64_t size, double spacing, ElementType type, Where where) {
  checkFrequencies("rfftFreq", size, type, where);
  return apply("rfftFreq", {}, where, OpKey(size, spacing, int64_t(type)), [&](Emitter &e, Terms) {
    mlir::Value at = e.make<stablehlo::IotaOp>(e.tensorType({size / 2 + 1}, i32), uint64_t(0));
    return e.with<stablehlo::DivOp>(e.convert(at, type), double(size) * spacing);
  });
}
/// The frequency 0 of n goes to position n / 2; ifftShift undoes that for odd sizes, too.
Tensor fftShift(const Operand &x, const Dims &dims) { return shifted("fftShift", x, dims, false); }
Tensor ifftShift(const Operand &x, const Dims &dims) { return shifted("ifftShift", x, dims, true); }

} // namespace frontend
} // namespace spmd

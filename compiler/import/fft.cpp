// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands Fourier transforms into matmuls with matrices of roots of unity. A length n = n1 n2 takes
// two matmuls with a multiplication by roots in between (Gentleman and Sande, Fast Fourier
// transforms for fun and profit, 1966): n (n1 + n2) instead of n^2 complex multiplications.
#include "compiler/import/decompose.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"
#include <complex>
#include <numbers>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

constexpr int64_t kDirectLength = 128; // up to this length one matmul
// Larger matrices of roots are not constants but computed at run time.
constexpr int64_t kConstantElements = 1 << 16;

/// Builds the transform of one op, forward or inverse.
class Transform {
public:
  Transform(OpBuilder &b, Location loc, bool isInverse) : b(b), loc(loc), isInverse(isInverse) {}

  /// The transform over dim `dim`, without the factor 1 / n of an inverse.
  /// The transform works on the last dim, so dim `dim` is swapped there and back.
  Value along(Value x, int64_t dim) {
    int64_t last = typeOf(x).getRank() - 1;
    return swapped(alongLast(swapped(x, dim, last)), dim, last);
  }

  /// x[.., begin:end, ..] along `dim`.
  Value slice(Value x, int64_t dim, int64_t begin, int64_t end) {
    // A static slice; the other dims are whole.
    SmallVector<int64_t> begins(typeOf(x).getRank(), 0), ends(typeOf(x).getShape()),
        strides(begins.size(), 1);
    begins[dim] = begin;
    ends[dim] = end;
    return SliceOp::create(b, loc, x, begins, ends, strides);
  }

  /// Completes the half spectrum of a real signal: values 0 .. n / 2 and, mirrored, their
  /// conjugates.
  Value mirrored(Value x, int64_t dim, int64_t n) {
    int64_t half = typeOf(x).getDimSize(dim);
    // Values n/2 + 1 .. n - 1 are the conjugates of n/2 - 1 .. 1: slice, reverse, conjugate.
    //   n = 6: x0 x1 x2 x3 -> x0 x1 x2 x3 conj(x2) conj(x1)
    if (half == n)
      return x;
    Value rest = slice(x, dim, 1, n - half + 1);
    rest = ReverseOp::create(b, loc, typeOf(rest), rest, b.getDenseI64ArrayAttr({dim}));
    rest = chlo::ConjOp::create(b, loc, rest.getType(), rest);
    return ConcatenateOp::create(b, loc, ValueRange{x, rest}, dim);
  }

  Value scaled(Value x, double factor) {
    return MulOp::create(b, loc, x.getType(), x, complexConstant(typeOf(x), {factor}));
  }

  static RankedTensorType typeOf(Value v) { return cast<RankedTensorType>(v.getType()); }

private:
  OpBuilder &b;
  Location loc;
  bool isInverse;

  /// A constant of complex numbers, each rounded to the element type; one value for a splat.
  Value complexConstant(RankedTensorType type, ArrayRef<std::complex<double>> values) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(cast<ComplexType>(type.getElementType()).getElementType())
            .getFloatSemantics();
    SmallVector<std::complex<APFloat>> numbers;
    auto number = [&](double v) {
      APFloat out(v);
      bool lost;
      out.convert(semantics, APFloat::rmNearestTiesToEven, &lost);
      return out;
    };
    for (std::complex<double> z : values)
      numbers.emplace_back(number(z.real()), number(z.imag()));
    return ConstantOp::create(b, loc, DenseElementsAttr::get(type, numbers));
  }

  /// The matrix [rows, columns] with exp(-2 pi i j k / n) at [j, k], or its conjugate for an
  /// inverse.
  Value roots(int64_t rows, int64_t columns, int64_t n, ComplexType element) {
    auto type = RankedTensorType::get({rows, columns}, element);
    // The angle of one step; `j * k % n` keeps the angle small and accurate.
    double turn = (isInverse ? 2 : -2) * std::numbers::pi / double(n);
    if (rows * columns <= kConstantElements) {
      SmallVector<std::complex<double>> values;
      for (int64_t j = 0; j < rows; ++j)
        for (int64_t k = 0; k < columns; ++k)
          values.push_back(std::polar(1.0, turn * double(j * k % n)));
      return complexConstant(type, values);
    }
    // Large matrices take a loop over elements at run time instead of megabytes in the program.
    auto integers = type.clone(b.getI64Type()), reals = type.clone(b.getF64Type());
    auto splat = [&](RankedTensorType of, Attribute value) -> Value {
      return ConstantOp::create(b, loc, DenseElementsAttr::get(of, value));
    };
    // The same numbers as ops: iota * iota mod n, times the angle, then cosine and sine in f64.
    Value place = MulOp::create(b, loc, integers, IotaOp::create(b, loc, integers, 0),
                                IotaOp::create(b, loc, integers, 1));
    place = RemOp::create(b, loc, integers, place, splat(integers, b.getI64IntegerAttr(n)));
    Value angle = MulOp::create(b, loc, reals, ConvertOp::create(b, loc, reals, place),
                                splat(reals, b.getF64FloatAttr(turn)));
    auto parts = type.clone(element.getElementType());
    Value re = ConvertOp::create(b, loc, parts, CosineOp::create(b, loc, reals, angle));
    Value im = ConvertOp::create(b, loc, parts, SineOp::create(b, loc, reals, angle));
    return ComplexOp::create(b, loc, type, re, im);
  }

  /// Exchanges two dims.
  Value swapped(Value x, int64_t l, int64_t r) {
    if (l == r)
      return x;
    auto order = llvm::to_vector(llvm::seq(typeOf(x).getRank()));
    std::swap(order[l], order[r]);
    return TransposeOp::create(b, loc, x, b.getDenseI64ArrayAttr(order));
  }

  /// The transform over the last dim: one matmul for short or prime lengths, else two shorter
  /// transforms.
  Value alongLast(Value x) {
    RankedTensorType type = typeOf(x);
    int64_t rank = type.getRank(), n = type.getShape().back();
    auto element = cast<ComplexType>(type.getElementType());
    // The largest divisor up to sqrt(n) balances both steps. Prime lengths have none but 1.
    int64_t first = 1;
    for (int64_t d = 2; d * d <= n; ++d)
      if (n % d == 0)
        first = d;
    if (n <= kDirectLength || first == 1) {
      // [.., n] x [n, n] is a matmul.
      auto dims = DotDimensionNumbersAttr::get(b.getContext(), {}, {}, {rank - 1}, {0});
      return DotGeneralOp::create(b, loc, x, roots(n, n, n, element), dims);
    }
    // With j = j1 n2 + j2 and k = k1 + n1 k2: transform over j1, multiply by the roots at j2 k1,
    // transform over j2.
    int64_t second = n / first;
    SmallVector<int64_t> shape(type.getShape().drop_back());
    shape.append({first, second});
    Value y = ReshapeOp::create(b, loc, type.clone(shape), x);
    // Recursion handles lengths n1 and n2 that are long themselves.
    y = alongLast(swapped(y, rank - 1, rank)); // [.., j2, k1]
    Value twiddles = BroadcastInDimOp::create(b, loc, typeOf(y), roots(second, first, n, element),
                                              b.getDenseI64ArrayAttr({rank - 1, rank}));
    y = MulOp::create(b, loc, y.getType(), y, twiddles);
    y = alongLast(swapped(y, rank - 1, rank)); // [.., k1, k2]
    return ReshapeOp::create(b, loc, type, swapped(y, rank - 1, rank));
  }
};

// The order of the dims matters for real transforms only: RFFT starts with the last dim, whose half
// spectrum is kept, and IRFFT ends with it.
LogicalResult transformByMatmuls(FftOp op, PatternRewriter &rewriter) {
  auto from = cast<RankedTensorType>(op.getOperand().getType()),
       to = cast<RankedTensorType>(op->getResult(0).getType());
  if (!from.hasStaticShape() || from.getNumElements() == 0 || to.getNumElements() == 0)
    return rewriter.notifyMatchFailure(op, "its shape is not known or empty");
  ArrayRef<int64_t> lengths = op.getFftLength();
  int64_t rank = from.getRank(), first = rank - int64_t(lengths.size());
  // Only the types with R in their name change between real and complex numbers.
  FftType kind = op.getFftType();
  bool isInverse = kind == FftType::IFFT || kind == FftType::IRFFT;
  Transform transform(rewriter, op.getLoc(), isInverse);
  Value x = op.getOperand();
  if (kind == FftType::RFFT)
    x = ConvertOp::create(rewriter, op.getLoc(),
                          from.clone(ComplexType::get(from.getElementType())), x);
  // IRFFT: all dims but the last are plain inverse transforms on the half spectrum.
  if (kind == FftType::IRFFT)
    for (int64_t d = first; d < rank - 1; ++d)
      x = transform.along(x, d);
  if (kind == FftType::IRFFT)
    x = transform.along(transform.mirrored(x, rank - 1, lengths.back()), rank - 1);
  else
    x = transform.along(x, rank - 1);
  if (kind == FftType::RFFT)
    x = transform.slice(x, rank - 1, 0, to.getShape().back());
  if (kind != FftType::IRFFT)
    for (int64_t d = first; d < rank - 1; ++d)
      x = transform.along(x, d);
  // The transforms above leave out 1 / n; the product of all lengths is applied once.
  if (isInverse)
    x = transform.scaled(x, 1 / llvm::product_of(lengths, 1.0));
  if (kind == FftType::IRFFT)
    x = RealOp::create(rewriter, op.getLoc(), to, x);
  x.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, x);
  return success();
}

} // namespace

void populateFftDecomposition(RewritePatternSet &patterns) { patterns.add(transformByMatmuls); }

} // namespace spmd

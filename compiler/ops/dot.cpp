// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The matmul ops dot_general and dot. The reference keeps sums of floats of at most 32 bits in f32
// and rounds once. Generated code uses the matmul kernels of the runtime instead.
#include "compiler/elements/complex_reference.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The dims of a tensor that are neither batch nor contracting dims, ascending.
SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
      dims.push_back(d);
  return dims;
}

struct DotDims {
  ArrayRef<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
};

/// The positions of a tensor's elements along the given dims, in row-major order of those dims.
std::vector<int64_t> positionsAlong(const Tensor &t, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> strides = stridesOf(t.shape()), sizes, steps;
  for (int64_t d : dims) {
    sizes.push_back(t.shape()[d]);
    steps.push_back(strides[d]);
  }
  std::vector<int64_t> positions;
  forEachIndex(sizes,
               [&](ArrayRef<int64_t> index) { positions.push_back(positionOf(index, steps)); });
  return positions;
}

/// All sums of products, in row-major order of (batch, lhs free, rhs free). T is the type of the
/// sums, Held that of the elements. On i1, the sum is `or` and the product `and`.
template <class T, class Held = T>
std::vector<Held> matmul(const Tensor &lhs, const Tensor &rhs, const DotDims &dims) {
  std::vector<Held> wideL = lhs.values<Held>(), wideR = rhs.values<Held>(), out;
  std::vector<T> l(wideL.begin(), wideL.end()), r(wideR.begin(), wideR.end());
  // Offsets of the free and contracted dims are computed once, not per product.
  auto lhsFree = positionsAlong(lhs, freeDims(lhs.rank(), dims.lhsBatch, dims.lhsContract));
  auto rhsFree = positionsAlong(rhs, freeDims(rhs.rank(), dims.rhsBatch, dims.rhsContract));
  auto lhsBatch = positionsAlong(lhs, dims.lhsBatch), rhsBatch = positionsAlong(rhs, dims.rhsBatch);
  auto lhsSum = positionsAlong(lhs, dims.lhsContract),
       rhsSum = positionsAlong(rhs, dims.rhsContract);
  // Three loops over offsets: batch, then rows, then columns.
  for (size_t b = 0; b < lhsBatch.size(); ++b)
    for (int64_t i : lhsFree)
      for (int64_t j : rhsFree) {
        T sum{};
        for (size_t k = 0; k < lhsSum.size(); ++k) {
          // Elements are at batch + free + contracted offset.
          T x = l[lhsBatch[b] + i + lhsSum[k]], y = r[rhsBatch[b] + j + rhsSum[k]];
          if constexpr (std::is_same_v<T, uint8_t>)
            sum |= x & y;
          else if constexpr (std::is_integral_v<T>)
            sum = T(uint64_t(sum) + uint64_t(x) * uint64_t(y));
          else if constexpr (std::is_same_v<Held, Complex>)
            sum += T(multiply(x, y));
          else
            sum += x * y;
        }
        out.push_back(Held(sum));
      }
  return out;
}

/// An operand rounded to the type that a dot algorithm asks for. tf32, which is no element type, is
/// f32 with 10 bits of mantissa.
Tensor roundedTo(const Tensor &t, Type precision) {
  if (precision == t.element() || !isa<FloatType>(precision) ||
      domainOf(t.element()) != Domain::Real)
    return t;
  auto type = [&](Type element) { return RankedTensorType::get(t.shape(), element); };
  std::vector<double> values = t.values<double>();
  if (precision.isTF32()) {
    for (double &x : values) {
      int power;
      std::frexp(x, &power);
      // Scale so that 10 bits of the mantissa are whole, round, and scale back.
      x = std::isfinite(x) ? std::ldexp(std::nearbyint(std::ldexp(x, 11 - power)), power - 11) : x;
    }
    return Tensor::of(type(Float64Type::get(precision.getContext())), values);
  }
  return Tensor::of(type(precision), values);
}

// The reference meaning, in the domain of the result type.
Tensor matmul(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, RankedTensorType type) {
  Type element = type.getElementType();
  // The operands may be integers while the result is a float, so products are formed in the domain
  // of the result.
  auto asReal = [](const Tensor &t) {
    if (domainOf(t.element()) == Domain::Real)
      return t;
    std::vector<int64_t> ints = t.values<int64_t>();
    auto f64 = RankedTensorType::get(t.shape(), Float64Type::get(t.type.getContext()));
    return Tensor::of(f64, std::vector<double>(ints.begin(), ints.end()));
  };
  switch (domainOf(element)) {
  case Domain::Bool:
    return Tensor::of(type, matmul<uint8_t>(lhs, rhs, dims));
  case Domain::Real:
    if (elementBits(element) <= 32)
      return Tensor::of(type, matmul<float, double>(asReal(lhs), asReal(rhs), dims));
    return Tensor::of(type, matmul<double>(asReal(lhs), asReal(rhs), dims));
  case Domain::Complex:
    // Sums of complex<f32> are kept in complex<f32>.
    if (elementBits(element) <= 32)
      return Tensor::of(type, matmul<std::complex<float>, Complex>(lhs, rhs, dims));
    return Tensor::of(type, matmul<Complex>(lhs, rhs, dims));
  default:
    return Tensor::of(type, matmul<int64_t>(lhs, rhs, dims));
  }
}

/// An outer product: a dot_general without a sum, because all contracted dims have size 1. It is an
/// elementwise complex multiplication after broadcasting both operands to the shape of the result,
/// which keeps its digits where the four real products would cancel. Nothing for other products.
std::optional<PartValues> outerProduct(DotGeneralOp op, OpBuilder &b, const PartValues &l,
                                       const PartValues &r) {
  // Operands are ordered lhs real, lhs imaginary, rhs real, rhs imaginary.
  auto type = cast<RankedTensorType>(partTypes(op.getType())[0]);
  SmallVector<Value> operands;
  auto numbers = op.getDotDimensionNumbers();
  int64_t firstFree = numbers.getLhsBatchingDimensions().size();
  struct Side {
    const PartValues &parts;
    ArrayRef<int64_t> batch, contracted;
  };
  for (const auto &[parts, batch, contracted] :
       {Side{l, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions()},
        Side{r, numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions()}}) {
    auto from = cast<RankedTensorType>(parts[0].getType());
    SmallVector<int64_t> shape, dims;
    // Contracted dims of size 1 disappear, all others map to dims of the result.
    //   [b, m, 1] x [b, 1, n] -> lhs dims (0, 1), rhs dims (0, 2) of [b, m, n]
    for (auto [d, size] : llvm::enumerate(from.getShape())) {
      if (llvm::is_contained(contracted, int64_t(d))) {
        if (size != 1)
          return std::nullopt;
        continue;
      }
      const auto *at = llvm::find(batch, int64_t(d));
      dims.push_back(at == batch.end() ? firstFree++ : at - batch.begin());
      shape.push_back(size);
    }
    for (Value part : parts) {
      Value whole = ReshapeOp::create(b, op.getLoc(), from.clone(shape), part);
      operands.push_back(
          BroadcastInDimOp::create(b, op.getLoc(), type, whole, b.getDenseI64ArrayAttr(dims)));
    }
  }
  return functionOfParts(b, op.getLoc(), "stablehlo.multiply", operands);
}

/// What both ops are, given the dims that Self::dims names. The rule for [b, m, k] x [b, k, n]
/// follows from the space:
///   ([i, j, l], [i, l, k])->([i, j, k]) with reduction={l}
template <class OpT, class Self> struct Matmul : Meaning<OpT> {
  /// out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n], where each letter may stand for
  /// several dims.
  static IterationSpace space(OpT op) {
    IterationSpace space(op);
    DotDims d = Self::dims(op);
    int64_t out = 0; // result dims: batch, then lhs free, then rhs free
    for (auto [l, r] : llvm::zip_equal(d.lhsBatch, d.rhsBatch))
      space.parallel({l, r}, out++);
    for (int64_t l : freeDims(tensorTypeOf(op.getLhs()).getRank(), d.lhsBatch, d.lhsContract))
      space.parallel({l, IterationSpace::kAbsent}, out++);
    for (int64_t r : freeDims(tensorTypeOf(op.getRhs()).getRank(), d.rhsBatch, d.rhsContract))
      space.parallel({IterationSpace::kAbsent, r}, out++);
    for (auto [l, r] : llvm::zip_equal(d.lhsContract, d.rhsContract))
      space.reduction({l, r}); // sharded here means partial sums; an all-reduce follows
    return space;
  }
  static std::optional<sdy::ReductionKind> combine(OpT op) {
    bool isBool = tensorTypeOf(op.getResult()).getElementType().isInteger(1);
    return isBool ? sdy::ReductionKind::MAX : sdy::ReductionKind::SUM;
  }
  static Tensor eval(OpT op, Inputs in) {
    return matmul(in[0], in[1], Self::dims(op), tensorTypeOf(op.getResult()));
  }
  static PartValues parts(OpT op, OpBuilder &b, ArrayRef<PartValues> x) {
    return bilinearOnParts(op, b, x[0], x[1]);
  }
  /// Each operand gets the matmul of the cotangent with the other one, over the dims that the other
  /// one alone had.
  static SmallVector<Expr> vjp(OpT op, Backward &g) {
    DotDims d = Self::dims(op);
    // [b, m, k] x [b, k, n]: lhs gets ct [b, m, n] times rhs over n, rhs gets ct times lhs over m.
    auto precision = op.getPrecisionConfigAttr();
    auto side = [&](bool isLhs) -> Expr {
      unsigned own = isLhs ? 0 : 1;
      if (!g.wants(own))
        return {};
      Expr x = g.in(own), other = g.in(1 - own);
      ArrayRef<int64_t> batch = isLhs ? d.lhsBatch : d.rhsBatch,
                        contract = isLhs ? d.lhsContract : d.rhsContract,
                        otherBatch = isLhs ? d.rhsBatch : d.lhsBatch,
                        otherContract = isLhs ? d.rhsContract : d.lhsContract;
      SmallVector<int64_t> free = freeDims(x.type().getRank(), batch, contract),
                           otherFree = freeDims(other.type().getRank(), otherBatch, otherContract);
      // The cotangent is [batch, lhs free, rhs free].
      int64_t first = batch.size() + (isLhs ? free.size() : 0);
      auto range = [](int64_t from, int64_t count) {
        return llvm::to_vector(llvm::seq(from, from + count));
      };
      Expr ct = convert(g.ct(), x.element()); // [batch, own free, own contracted] is the result
      auto numbers =
          DotDimensionNumbersAttr::get(op.getContext(), range(0, batch.size()), otherBatch,
                                       range(first, otherFree.size()), otherFree);
      SmallVector<int64_t> from(batch), shape; // dim i of the result is dim from[i] of the operand
      llvm::append_range(from, free);
      // The other operand's contracted dims come in ascending order.
      for (int64_t dim : freeDims(other.type().getRank(), otherBatch, otherFree))
        from.push_back(contract[llvm::find(otherContract, dim) - otherContract.begin()]);
      for (int64_t dim : from)
        shape.push_back(x.shape()[dim]);
      auto product = DotGeneralOp::create(g.b, g.loc, x.type().clone(shape), ct.value,
                                          convert(other, x.element()).value, numbers, precision,
                                          DotAlgorithmAttr());
      return transpose(g.of(product), invertPermutationVector(from));
    };
    return {side(true), side(false)};
  }
  /// The batch is a batch dim of both operands, or a free dim of one.
  static LogicalResult batch(OpT op, Batching &g) {
    DotDims d = Self::dims(op);
    return batchMatmul(g, DotDimensionNumbersAttr::get(op.getContext(), d.lhsBatch, d.rhsBatch,
                                                       d.lhsContract, d.rhsContract));
  }
  using Facets = Has<Space, Rule, Combine, Parts, Dequantized, StaticResult, Vjp, Batch, Eval>;
};

struct DotGeneral : Matmul<DotGeneralOp, DotGeneral> {
  static DotDims dims(Op op) {
    auto numbers = op.getDotDimensionNumbers();
    return {numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions(),
            numbers.getLhsContractingDimensions(), numbers.getRhsContractingDimensions()};
  }
  // A dot algorithm asks for operands of a lower precision.
  static Tensor eval(Op op, Inputs in) {
    auto algorithm = op.getAlgorithm();
    if (!algorithm)
      return Matmul::eval(op, in);
    return Matmul::eval(op, {roundedTo(in[0], algorithm->getLhsPrecisionType()),
                             roundedTo(in[1], algorithm->getRhsPrecisionType())});
  }
  static PartValues parts(Op op, OpBuilder &b, ArrayRef<PartValues> x) {
    bool isComplex = x[0].size() == 2 && x[1].size() == 2;
    std::optional<PartValues> outer = isComplex ? outerProduct(op, b, x[0], x[1]) : std::nullopt;
    return outer ? *outer : Matmul::parts(op, b, x);
  }
  using Facets = Has<Space, Rule, Combine, Parts,
                     NoKernel<"code generation calls gemm with epilogues of its own">, Dequantized,
                     StaticResult, Vjp, Batch, Eval>;
};

/// The legacy form of vectors and matrices, which contracts the last dim of lhs with the first dim
/// of rhs.
struct Dot : Matmul<DotOp, Dot> {
  static DotDims dims(Op op) {
    static constexpr int64_t places[] = {0, 1};
    ArrayRef<int64_t> all(places);
    return {{}, {}, all.slice(tensorTypeOf(op.getLhs()).getRank() - 1, 1), all.take_front()};
  }
};

} // namespace

void addDotRules(RuleTable &table) { table.add<DotGeneral, Dot>(); }

} // namespace spmd::ops

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls that are written as elementwise products and sums. The runtime's matmul is made for
// matrices: it works on rows of vectors, packs its operands, and starts anew for each entry of a
// batch. What is smaller than that is faster in a kernel, which also computes what the matmul reads
// and what reads it.
//   dot(x: [k], y: [k])                  ->   sum of x * y
//   dot(x: [b, m], y: [b, n]) over b     ->   x[b, m, 1] * y[b, 1, n]
//   dot(x: [m, k], y: [k]), few m        ->   sum over k of x * y[1, k]
//   dot(x: [b, 4, 4], y: [b, 4, 4])      ->   sum over k of x[b, m, k, 1] * y[b, 1, k, n]
#include "compiler/optimize/small_matmuls.h"
#include "compiler/ops/elementwise.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

// Measured with `spmd-run --repeat` on two cores with AVX-512, in f32 and bf16, for 40 sizes of each
// kind. At the limits both ways take about the same time; far from them they differ 3 to 200 times.

/// Multiplications of an entry that take the runtime as long as to begin with it: a call, and the
/// next entry of a batch, whose place it computes.
constexpr int64_t kOfOneCall = 1 << 12, kOfOneEntry = 1 << 14;
/// A vector times a matrix with fewer results leaves lanes of the runtime's blocks of columns empty;
/// with shorter sums they are not worth their start.
constexpr int64_t kFewResults = 128, kShortSums = 64;
/// Elements of a matrix in the second cache, which a kernel reads as fast as the runtime does.
/// Larger ones come from memory, and the runtime prefetches them.
constexpr int64_t kMatrixInCache = 1 << 16;
/// Sums of so few products cost less than to store the result.
constexpr int64_t kFewProducts = 4;

/// The sizes of a matmul: [batch, rows, sums] x [batch, sums, columns].
struct Sizes {
  int64_t batch = 1, rows = 1, columns = 1, sums = 1;

  bool isEmpty() const { return batch * rows * columns * sums == 0; }
  bool isSmall() const {
    if (sums <= kFewProducts)
      return true;
    if (const int64_t results = std::max(rows, columns); std::min(rows, columns) == 1)
      return results < kFewResults || sums < kShortSums || results * sums <= kMatrixInCache;
    return rows * columns * sums <= (batch > 1 ? kOfOneEntry : kOfOneCall);
  }
};

/// An operand and the roles of its dims.
struct Side {
  Value value;
  ArrayRef<int64_t> batch, contract;
  SmallVector<int64_t> free;

  Side(Value value, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract)
      : value(value), batch(batch), contract(contract) {
    for (int64_t d = 0; d < type().getRank(); ++d)
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contract, d))
        free.push_back(d);
  }
  RankedTensorType type() const { return cast<RankedTensorType>(value.getType()); }
  int64_t sizeOf(ArrayRef<int64_t> dims) const {
    int64_t size = 1;
    for (int64_t d : dims)
      size *= type().getDimSize(d);
    return size;
  }
};

/// Whether a vector is multiplied by a matrix that is computed element by element for it alone. A
/// kernel has no need to store that.
///   dot(0.85 * p, x)
bool readsOwnMatrix(const Sizes &sizes, const Side &lhs, const Side &rhs) {
  Operation *made = (sizes.rows == 1 ? rhs : lhs).value.getDefiningOp();
  return std::min(sizes.rows, sizes.columns) == 1 && made && made->hasOneUse() &&
         made->getNumRegions() == 0 && isElementwise(made);
}

/// The type in which products are summed up; null where the types do not allow it.
Type typeOfSums(Type lhs, Type rhs, Type result) {
  if (isa<FloatType>(lhs) && isa<FloatType>(rhs) && isa<FloatType>(result))
    return result.getIntOrFloatBitWidth() > 32 ? result : Float32Type::get(result.getContext());
  auto isNumber = [](Type type) { return isa<IntegerType>(type) && !type.isInteger(1); };
  return isNumber(lhs) && isNumber(rhs) && isNumber(result) ? result : Type();
}

struct SmallMatmul : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotGeneralOp op, PatternRewriter &b) const override {
    auto numbers = op.getDotDimensionNumbers();
    auto result = cast<RankedTensorType>(op.getType());
    const Side lhs(op.getLhs(), numbers.getLhsBatchingDimensions(),
                   numbers.getLhsContractingDimensions()),
        rhs(op.getRhs(), numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions());
    if (!lhs.type().hasStaticShape() || !rhs.type().hasStaticShape() || !result.hasStaticShape())
      return failure();
    const Sizes sizes{lhs.sizeOf(lhs.batch), lhs.sizeOf(lhs.free), rhs.sizeOf(rhs.free),
                      lhs.sizeOf(lhs.contract)};
    const Type sums = typeOfSums(lhs.type().getElementType(), rhs.type().getElementType(),
                                 result.getElementType());
    if (!sums || sizes.isEmpty() || !(sizes.isSmall() || readsOwnMatrix(sizes, lhs, rhs)))
      return failure();

    // The dims of the product: those of the result, and those that are summed up, behind the columns
    // where these are not contiguous in the right operand.
    const int64_t batch = lhs.batch.size(), rows = lhs.free.size(), columns = rhs.free.size(),
                  terms = lhs.contract.size();
    const bool sumsAreLast = columns == 0 || (terms && rhs.contract.back() > rhs.free.back());
    const int64_t firstColumn = batch + rows + (sumsAreLast ? 0 : terms),
                  firstTerm = batch + rows + (sumsAreLast ? columns : 0);
    auto range = [](int64_t begin, int64_t size) {
      return llvm::to_vector(llvm::seq(begin, begin + size));
    };
    SmallVector<int64_t> shape(result.getRank() + terms);
    auto spread = [&](const Side &side, int64_t firstFree) {
      SmallVector<int64_t> to(side.type().getRank());
      auto place = [&](ArrayRef<int64_t> dims, int64_t begin) {
        for (auto [i, d] : llvm::enumerate(dims)) {
          to[d] = begin + int64_t(i);
          shape[begin + i] = side.type().getDimSize(d);
        }
      };
      place(side.batch, 0);
      place(side.free, firstFree);
      place(side.contract, firstTerm);
      return to;
    };
    const SmallVector<int64_t> lhsTo = spread(lhs, batch), rhsTo = spread(rhs, firstColumn);
    const Location loc = op.getLoc();
    auto whole = RankedTensorType::get(shape, sums);
    auto factor = [&](const Side &side, ArrayRef<int64_t> to) -> Value {
      Value value = side.value;
      if (side.type().getElementType() != sums)
        value = ConvertOp::create(b, loc, side.type().clone(sums), value);
      return BroadcastInDimOp::create(b, loc, whole, value, b.getDenseI64ArrayAttr(to));
    };
    Value product = MulOp::create(b, loc, whole, factor(lhs, lhsTo), factor(rhs, rhsTo));
    if (sizes.sums > 1) {
      auto scalar = RankedTensorType::get({}, sums);
      Value zero = ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(scalar)));
      product = ReduceOp::create(b, loc, product, zero, range(firstTerm, terms), "stablehlo.add")
                    .getResult(0);
    } else {
      product = ReshapeOp::create(b, loc, result.clone(sums), product);
    }
    if (sums == result.getElementType())
      b.replaceOp(op, product);
    else
      b.replaceOpWithNewOp<ConvertOp>(op, result, product);
    return success();
  }
};

} // namespace

void addSmallMatmuls(RewritePatternSet &patterns) {
  patterns.add<SmallMatmul>(patterns.getContext());
}

} // namespace spmd

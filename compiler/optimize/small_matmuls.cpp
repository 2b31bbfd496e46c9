// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls that are written as elementwise products and sums. The runtime's matmul is made for
// matrices: it works on rows of vectors, packs its operands, and starts again for each entry of a
// batch. What is smaller is faster in a kernel, which also computes what the matmul reads and what
// reads it.
//   dot(x: [k], y: [k])                  ->   sum of x * y
//   dot(x: [b, m], y: [b, n]) over b     ->   x[b, m, 1] * y[b, 1, n]
//   dot(x: [m, k], y: [k]), few m        ->   sum over k of x * y[1, k]
//   dot(x: [b, 4, 4], y: [b, 4, 4])      ->   sum over k of x[b, m, k, 1] * y[b, 1, k, n]
#include "compiler/optimize/small_matmuls.h"
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "dialects/stablehlo/stablehlo.h"
#include <array>
#include <memory>
#include <set>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

// Measured with `spmd-run --repeat` on two cores with AVX-512, in f32 and bf16, for 40 sizes of
// each kind. At the limits both ways take about the same time; far from them they differ by 3 to
// 200 times.

/// The multiplications, and the results, of an entry of a batch for which the runtime takes most of
/// its time to begin with the next entry. The matmuls of attention are larger: block by block, with
/// the softmax between them, they need no memory for the scores.
constexpr int64_t kSmallEntry = 512, kFewestResults = 16;
/// A vector times a matrix with fewer results leaves lanes of the runtime's blocks of columns
/// empty; with shorter sums they are not worth their start.
constexpr int64_t kFewResults = 128, kShortSums = 64;
/// Elements of f32 that fill half of the second cache: from there a kernel reads a matrix as fast
/// as the runtime does (200 x 200: 5 and 7 us). Larger ones come from memory, and the runtime
/// prefetches them (300 x 1000: 36 and 26 us; 4096 x 4096: 6.5 and 3.2 ms).
constexpr int64_t kMatrixInCache = Machine{}.secondCache / 2 / int64_t(sizeof(float));
/// Sums of so few terms cost less than to store the result, if that has so many elements that the
/// start of a call counts little.
constexpr int64_t kFewTerms = 4, kManyResults = 256;

/// The sizes of a matmul: [batch, rows, sums] x [batch, sums, columns].
struct Sizes {
  int64_t batch = 1, rows = 1, columns = 1, sums = 1;

  int64_t work() const { return batch * rows * columns * sums; } // multiplications
  bool isSmall() const {
    if (sums == 1 || (sums <= kFewTerms && rows * columns >= kManyResults))
      return true;
    if (const int64_t results = std::max(rows, columns); std::min(rows, columns) == 1)
      return results < kFewResults || sums < kShortSums || results * sums <= kMatrixInCache;
    return batch > 1 && (rows * columns * sums <= kSmallEntry || rows * columns <= kFewestResults);
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

/// Whether a vector is multiplied by a matrix that is computed element by element for it alone, in
/// the same trip. A kernel that sums along the matrix's rows has no need to store it.
///   dot(0.85 * p, x)
bool readsOwnMatrix(const Sizes &sizes, const Side &lhs, const Side &rhs, Block *block) {
  const Side &matrix = sizes.rows == 1 ? rhs : lhs;
  Operation *made = matrix.value.getDefiningOp();
  return std::min(sizes.rows, sizes.columns) == 1 && made && made->getBlock() == block &&
         made->hasOneUse() && made->getNumRegions() == 0 && isElementwise(made) &&
         llvm::is_contained(matrix.contract, matrix.type().getRank() - 1);
}

/// The type in which products are summed up; null where the types do not allow it.
Type typeOfSums(Type lhs, Type rhs, Type result) {
  if (isa<FloatType>(lhs) && isa<FloatType>(rhs) && isa<FloatType>(result))
    return result.getIntOrFloatBitWidth() > 32 ? result : Float32Type::get(result.getContext());
  auto isNumber = [](Type type) { return isa<IntegerType>(type) && !type.isInteger(1); };
  return isNumber(lhs) && isNumber(rhs) && isNumber(result) ? result : Type();
}

/// The dims of the elementwise product: those of the result, and those that are summed up. These
/// are last where they are contiguous in the right operand, and else in front of its columns.
struct Places {
  SmallVector<int64_t> shape;
  SmallVector<int64_t> lhs, rhs; // the dim of the product that each dim of an operand is
  int64_t firstTerm;

  Places(const Side &left, const Side &right) {
    const int64_t batch = left.batch.size(), rows = left.free.size(), columns = right.free.size(),
                  terms = left.contract.size();
    const bool termsAreLast = columns == 0 || (terms && right.contract.back() > right.free.back());
    const int64_t firstColumn = batch + rows + (termsAreLast ? 0 : terms);
    firstTerm = batch + rows + (termsAreLast ? columns : 0);
    shape.resize(batch + rows + columns + terms);
    lhs = place(left, batch);
    rhs = place(right, firstColumn);
  }

private:
  SmallVector<int64_t> place(const Side &side, int64_t firstFree) {
    SmallVector<int64_t> to(side.type().getRank());
    auto from = [&](ArrayRef<int64_t> dims, int64_t begin) {
      for (auto [i, d] : llvm::enumerate(dims)) {
        to[d] = begin + int64_t(i);
        shape[to[d]] = side.type().getDimSize(d);
      }
    };
    from(side.batch, 0);
    from(side.free, firstFree);
    from(side.contract, firstTerm);
    return to;
  }
};

struct SmallMatmul : OpRewritePattern<DotGeneralOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Each different kernel takes some 10 ms to compile, so programs of very many different small
  /// matmuls keep most of them: those that take the runtime microseconds. From kWorthAKernel
  /// multiplications on, at 24 ns each where the runtime is slowest, ten runs pay for the kernel.
  static constexpr size_t kMostKinds = 100;
  static constexpr int64_t kWorthAKernel = 10'000'000 / 10 / 24;
  using Kind = std::array<const void *, 3>; // types of both operands, and their dims
  std::shared_ptr<std::set<Kind>> kinds = std::make_shared<std::set<Kind>>();

  bool isOneOfFew(DotGeneralOp op, const Sizes &sizes) const {
    if (sizes.work() >= kWorthAKernel)
      return true;
    const Kind kind = {op.getLhs().getType().getAsOpaquePointer(),
                       op.getRhs().getType().getAsOpaquePointer(),
                       op.getDotDimensionNumbers().getAsOpaquePointer()};
    return kinds->contains(kind) || (kinds->size() < kMostKinds && kinds->insert(kind).second);
  }

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
    if (!sums || sizes.work() == 0 ||
        !(sizes.isSmall() || readsOwnMatrix(sizes, lhs, rhs, op->getBlock())) ||
        !isOneOfFew(op, sizes))
      return failure();

    const Location loc = op.getLoc();
    const Places places(lhs, rhs);
    auto whole = RankedTensorType::get(places.shape, sums);
    auto factor = [&](const Side &side, ArrayRef<int64_t> dims) -> Value {
      Value value = side.value;
      if (side.type().getElementType() != sums)
        value = ConvertOp::create(b, loc, side.type().clone(sums), value);
      return BroadcastInDimOp::create(b, loc, whole, value, b.getDenseI64ArrayAttr(dims));
    };
    Value value = MulOp::create(b, loc, whole, factor(lhs, places.lhs), factor(rhs, places.rhs));
    if (sizes.sums > 1) {
      auto scalar = RankedTensorType::get({}, sums);
      Value zero = ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(scalar)));
      const int64_t end = places.firstTerm + int64_t(lhs.contract.size());
      auto terms = llvm::to_vector(llvm::seq(places.firstTerm, end));
      value = ReduceOp::create(b, loc, value, zero, terms, "stablehlo.add").getResult(0);
    } else {
      value = ReshapeOp::create(b, loc, result.clone(sums), value);
    }
    if (sums == result.getElementType())
      b.replaceOp(op, value);
    else
      b.replaceOpWithNewOp<ConvertOp>(op, result, value);
    return success();
  }
};

} // namespace

void addSmallMatmuls(RewritePatternSet &patterns) {
  patterns.add<SmallMatmul>(patterns.getContext());
}

} // namespace spmd

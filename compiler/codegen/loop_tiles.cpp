// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that read with a stride: bands of rows, step by step along the columns, eight rows at a
// time through a transposed tile.
#include "compiler/codegen/loop_emitter.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

// Bytes from what is read of a strided input to what is prefetched.
constexpr int64_t kPrefetchInRow = 256;

/// Iterations are pieces of bands of rows. For each step along the columns all rows of the band are
/// done: what one row reads with a stride shares its cache lines with what the next rows read.
/// Where results are written past the caches, all steps are done for eight rows: then memory sees
/// longer runs of them, and inputs are prefetched along their own rows.
void LoopEmitter::emitTiledRows(llvm::Value *begin, llvm::Value *end) {
  int64_t columns = kernel.columns(), pieces = llvm::divideCeil(columns, kernel.tileColumns);
  bool hasGroups = kernel.rowDims == 1 && kernel.rows() >= kGroupRows && kernel.lanes >= kGroupRows;
  SmallVector<int64_t> borders{0};
  llvm::append_range(borders, kernel.breaks);
  borders.push_back(columns);
  loop({begin, end, true}, 1, [&](llvm::Value *t) {
    auto part = [&](llvm::Value *number, int64_t size, int64_t of) {
      llvm::Value *from = b.CreateMul(number, i64(size));
      return std::pair(from, b.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                                     b.CreateAdd(from, i64(size)), i64(of)));
    };
    auto [first, last] = part(pieces == 1 ? t : b.CreateUDiv(t, i64(pieces)),
                              kernel.rowsPerIteration, kernel.rows());
    auto [left, right] =
        part(pieces == 1 ? i64(0) : b.CreateURem(t, i64(pieces)), kernel.tileColumns, columns);
    auto steps = [&, left = left, right = right](llvm::function_ref<void(unsigned)> body) {
      for (size_t s = 0; s + 1 < borders.size(); ++s) {
        llvm::Value *from = i64(borders[s]), *to = i64(borders[s + 1]);
        if (pieces > 1) {
          from = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, left, from);
          to = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, right, to);
        }
        lastDim(from, to, borders[s], borders[s + 1], pieces == 1, body);
      }
    };
    auto singleRows = [&, last = last](llvm::Value *from, unsigned lanes) {
      loop({from, last, true}, 1, [&](llvm::Value *row) {
        setRowVariables(row);
        element(lanes);
      });
    };
    auto groups = [&, first = first, last = last](llvm::function_ref<void(llvm::Value *)> body) {
      return loop({first, last, true}, kGroupRows, body);
    };
    if (nonTemporal && hasGroups) {
      llvm::Value *reached = groups(
          [&](llvm::Value *row) { steps([&](unsigned lanes) { emitRowGroup(row, lanes); }); });
      if (kernel.rows() % kGroupRows)
        steps([&](unsigned lanes) { singleRows(reached, lanes); });
      return;
    }
    steps([&, first = first](unsigned lanes) {
      llvm::Value *reached = first;
      if (lanes >= kGroupRows && hasGroups)
        reached = groups([&](llvm::Value *row) { emitRowGroup(row, lanes); });
      if (reached == first || kernel.rows() % kGroupRows)
        singleRows(reached, lanes);
    });
  });
}

/// Rows row, row + 1, .. of one step along the columns.
void LoopEmitter::emitRowGroup(llvm::Value *row, unsigned lanes) {
  AffineExpr number =
      variable(b.CreateUDiv(row, i64(kGroupRows)), 0, kernel.rows() / kGroupRows, 1);
  Scope *group = current;
  loop({i64(0), i64(kGroupRows), false}, 1, [&](llvm::Value *i) {
    AffineExpr inner = variable(i, 0, kGroupRows, 1);
    rowGroup.emplace();
    rowGroup->group = group, rowGroup->rows = current, rowGroup->row = variables.size() - 1;
    dims[0] = algebra.simplify(number * kGroupRows + inner);
    element(lanes);
    rowGroup.reset();
  });
}

/// Eight vectors of eight become their transpose: three rounds of pairs, which are the unpack
/// instructions of x86.
static void transposeEight(llvm::IRBuilder<> &b, llvm::MutableArrayRef<llvm::Value *> x) {
  static constexpr int kRounds[3][2][8] = {
      {{0, 8, 1, 9, 4, 12, 5, 13}, {2, 10, 3, 11, 6, 14, 7, 15}},
      {{0, 1, 8, 9, 4, 5, 12, 13}, {2, 3, 10, 11, 6, 7, 14, 15}},
      {{0, 1, 2, 3, 8, 9, 10, 11}, {4, 5, 6, 7, 12, 13, 14, 15}}};
  llvm::Value *t[8], *u[8];
  auto pair = [&](int round, llvm::Value *l, llvm::Value *r, llvm::Value *&low,
                  llvm::Value *&high) {
    low = b.CreateShuffleVector(l, r, kRounds[round][0]);
    high = b.CreateShuffleVector(l, r, kRounds[round][1]);
  };
  for (int i = 0; i < 4; ++i)
    pair(0, x[2 * i], x[2 * i + 1], t[2 * i], t[2 * i + 1]);
  for (int i : {0, 4})
    for (int j : {0, 1})
      pair(1, t[i + j], t[i + j + 2], u[i + 2 * j], u[i + 2 * j + 1]);
  for (int i = 0; i < 4; ++i)
    pair(2, u[i], u[i + 4], x[i], x[i + 4]);
}

llvm::Value *LoopEmitter::loadFromTile(llvm::Value *base, llvm::Type *type, AffineExpr linear,
                                       unsigned lane) {
  constexpr unsigned kSide = kGroupRows;
  if (!rowGroup || algebra.stride(linear, rowGroup->row) != 1 ||
      type->getPrimitiveSizeInBits() < 16)
    return nullptr;
  SmallVector<unsigned> used;
  algebra.collectVariables(linear, used);
  for (Scope *s = current; s != rowGroup->rows; s = s->parent)
    if (!s || s->barrier || llvm::any_of(used, [&](unsigned v) { return variables[v].scope == s; }))
      // Under a condition not all of the tile may be there; by a loop's variable there is one for
      // each of its steps.
      return nullptr;
  unsigned lanes = variables[lane].lanes;
  AffineExpr row = getAffineDimExpr(rowGroup->row, linear.getContext()),
             first = algebra.simplify(linear - row);
  llvm::AllocaInst *&tile = rowGroup->tiles[{base, first}];
  if (!tile) {
    tile = local(llvm::ArrayType::get(type, kSide * lanes));
    At at(*this, rowGroup->group);
    llvm::Value *corner = number(first, 1);
    int64_t stride = *algebra.stride(first, lane);
    auto *side = llvm::FixedVectorType::get(type, kSide);
    llvm::Align align(type->getPrimitiveSizeInBits() / 8);
    for (unsigned from = 0; from < lanes; from += kSide) {
      llvm::Value *x[kSide];
      for (unsigned i = 0; i < kSide; ++i) {
        llvm::Value *at = b.CreateGEP(type, base, b.CreateAdd(corner, i64(stride * (from + i))));
        x[i] = b.CreateAlignedLoad(side, at, align);
        // Strides of more than a page are not foreseen by the machine: the lines that come next,
        // into the second cache.
        llvm::Value *next = nonTemporal ? b.CreateConstGEP1_64(b.getInt8Ty(), at, kPrefetchInRow)
                                        : b.CreateConstGEP1_64(type, at, stride * lanes);
        prefetch(next, 1);
      }
      transposeEight(b, x);
      for (unsigned i = 0; i < kSide; ++i)
        b.CreateAlignedStore(x[i], b.CreateConstGEP1_64(type, tile, i * lanes + from), align);
    }
  }
  llvm::Value *at = b.CreateGEP(type, tile, b.CreateMul(number(row, 1), i64(lanes)));
  return b.CreateAlignedLoad(llvm::FixedVectorType::get(type, lanes), at,
                             llvm::Align(type->getPrimitiveSizeInBits() / 8));
}

} // namespace spmd

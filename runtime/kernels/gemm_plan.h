// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The normal form of a matmul: dims are merged, sides are swapped so that the result is written
// along its rows, and the result is cut into tiles. Plans live on the stack, because a tile
// allocates nothing, but for matmuls of more than twelve dims of a kind that do not merge.
#pragma once
#include "runtime/kernels/gemm.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd::rt {

/// A list of dims that are walked as one, major first.
struct DimList {
  llvm::SmallVector<GemmDim, 12> dims = llvm::SmallVector<GemmDim, 12>(12); // at least `count`
  int count = 0;
  int64_t size = 1; // product of the sizes

  void append(const GemmDim &dim);
  /// Appends a dim that stays one of its own; `size` is the caller's to change.
  void appendApart(const GemmDim &dim);
};

/// The type in which products and sums are computed.
enum class Compute : uint8_t { F32, F64, I32, I64 };

/// The ways to compute a matmul: the built-in panels (matmul_kernel.h) and those of
/// gemm_backends.h.
enum class GemmBackend : uint8_t { Panels, Skinny, OpenBlas, OneDnn };

/// The part of the result that one tile computes; it is the same for all items of the tile's part
/// of the batch.
struct GemmRegion {
  int64_t mBegin, mCount, nBegin, nCount;
};

/// Complex matmuls are computed on reals. An inner k dim of size 2 walks the real and imaginary
/// parts, and the matmul runs twice: for the real parts with lhs (re, -im) and rhs (re, im), for
/// the imaginary parts with lhs (re, im) and rhs (im, re).
struct GemmPlan {
  DType lhs, rhs, result; // types in memory; real parts for complex ones
  Compute compute;
  bool addToResult, complex;
  bool swapped; // lhs of the plan is the second operand
  bool skinny;  // m is a few rows, rhs a matrix that is read once
  GemmBackend backend;
  DimList batch, m, n, k;
  // Outer dims of k: the matmul is the sum of this many terms. More than one only for libraries.
  DimList terms;
  int64_t mTile, nTile, batchTile; // sizes of a tile
  int64_t mTiles, nTiles, batchTiles;

  static GemmPlan of(const GemmConfig &config);
  /// Builds the plan from types and dims. Strides count elements, complex ones too.
  static GemmPlan of(DType lhs, DType rhs, DType result, DType accumulate, bool addToResult,
                     const DimList &batch, const DimList &m, const DimList &n, const DimList &k);
  int64_t tiles() const { return mTiles * nTiles * batchTiles; }
};

/// Whether OpenBLAS has code for vectors as long as those of the built-in ways, which then leave
/// large matmuls of f64 to it.
bool isOpenBlasForThisCpu();
/// Whether walking m takes smaller strides through the result than walking n.
bool isWrittenAlongM(const GemmPlan &plan);
/// Exchanges lhs and rhs, and with them m and n.
void swapSides(GemmPlan &plan);
/// Where the inner dims of m, n and k form matrices that a library multiplies fast, the plan
/// becomes a batch of such matmuls (over the outer dims of m and n), each a sum of `terms` (the
/// outer dims of k). Otherwise the plan stays as it is.
void splitIntoPlain(GemmPlan &plan);
/// The fastest backend of a plan, by its types, sizes and strides and by the CPU. It depends on
/// nothing else, so the same matmul always sums in the same order. The sides of the plan must be in
/// their final order and `skinny` must be known.
GemmBackend chooseBackend(const GemmPlan &plan);

/// Sets offsets[i] to the offset, in elements, of position begin + i of `list`, in the array that
/// `stride` names.
void fillOffsets(const DimList &list, int64_t GemmDim::*stride, int64_t begin, int64_t count,
                 int64_t *offsets);

/// Computes one tile of the matmul. The pointers are the first elements of lhs, rhs and result of
/// GemmConfig.
void runGemmTile(const GemmPlan &plan, const void *lhs, const void *rhs, void *result,
                 int64_t tile);

} // namespace spmd::rt

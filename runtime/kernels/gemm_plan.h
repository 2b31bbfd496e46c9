// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A gemm's config brought to a normal form: dims merged, sides swapped so that the result is
// written along its rows, cut into tiles. Lives on the stack: a tile allocates nothing.
#pragma once
#include "runtime/kernels/gemm.h"
#include <array>
#include <span>

namespace spmd::rt {

/// A list of dims that are walked as one, major first.
struct DimList {
  std::array<GemmDim, 12> dims;
  int count = 0;
  int64_t size = 1; // product of the sizes

  void append(const GemmDim &dim);
};

/// What the matmuls and sums are computed in.
enum class Compute : uint8_t { F32, F64, I32, I64 };

/// The ways to compute a matmul: our own panels (matmul_kernel.h), gemm_skinny.h, gemm_blas.h,
/// gemm_dnnl.h.
enum class GemmBackend : uint8_t { Panels, Skinny, OpenBlas, OneDnn };

/// The part of a result that one tile computes, the same for each item of its part of the batch.
struct GemmRegion {
  int64_t mBegin, mCount, nBegin, nCount;
};

/// Complex numbers are computed as reals: an inner k dim of size 2 walks real and imaginary parts,
/// and the matmul runs twice, for the real parts (lhs parts (re, -im), rhs parts (re, im)) and the
/// imaginary ones (lhs (re, im), rhs (im, re)).
struct GemmPlan {
  DType lhs, rhs, result; // of what memory holds; real parts for complex ones
  Compute compute;
  bool addToResult, complex;
  bool swapped; // lhs here is the second operand
  bool skinny;  // m is a few rows, rhs a matrix that is read once
  GemmBackend backend;
  DimList batch, m, n, k;
  // Outer dims of k: the matmul is the sum of as many; more than one only for libraries.
  DimList terms;
  int64_t mTile, nTile, batchTile; // sizes of a tile
  int64_t mTiles, nTiles, batchTiles;

  static GemmPlan of(std::span<const int64_t> config);
  /// From the same types and dims, one by one; strides in elements, complex ones too.
  static GemmPlan of(DType lhs, DType rhs, DType result, DType accumulate, bool addToResult,
                     const DimList &batch, const DimList &m, const DimList &n, const DimList &k);
  int64_t tiles() const { return mTiles * nTiles * batchTiles; }
};

/// Whether walking m steps through the result in smaller strides than walking n.
bool isWrittenAlongM(const GemmPlan &plan);
/// Makes lhs the second operand, or the first one again.
void swapSides(GemmPlan &plan);

/// offsets[i] = the distance, in elements, of position begin + i of `list` in the array whose
/// stride `stride` names.
void fillOffsets(const DimList &list, int64_t GemmDim::*stride, int64_t begin, int64_t count,
                 int64_t *offsets);

/// Computes one tile of the matmul; pointers to the first elements of lhs, rhs and result as
/// GemmConfig names them.
void runGemmTile(const GemmPlan &plan, const void *lhs, const void *rhs, void *result,
                 int64_t tile);

} // namespace spmd::rt

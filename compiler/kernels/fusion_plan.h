// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a group of ops runs as one kernel: which loops, what is computed once, what is recomputed
// where it is needed, and what may share a buffer. The fusion pass asks "may these be one kernel,
// and at what cost"; code generation makes the loops that the plan describes; so the two cannot
// disagree. A plan reads facets only (compiler/ops/rule.h). Techniques (kernel_techniques.h) then
// improve the plan of a kernel.
#pragma once
#include "compiler/machine.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <string>

namespace spmd {

/// The ops of a fusion, or of one that is being considered. Every operand of an op is a result of
/// an earlier op or an input; regions of ops (reducers) may only use their own arguments.
struct FusionBody {
  llvm::SmallVector<mlir::Operation *> ops; // definitions before uses
  llvm::SmallVector<mlir::Value> inputs;    // buffers that are read
  // Buffers that are written; an input or a duplicate is fine.
  llvm::SmallVector<mlir::Value> outputs;

  /// Arguments, ops and terminator operands of a block.
  static FusionBody of(mlir::Block &block);
  /// `ops` in program order; inputs are what they use from outside, outputs what is used outside of
  /// them.
  static FusionBody of(llvm::ArrayRef<mlir::Operation *> ops);
};

/// Numbers of the cost model and of the loops, of the reference machine. Times are in units of one
/// f32 addition of one lane.
struct FusionLimits {
  static constexpr Machine kMachine;
  static constexpr int64_t kF32 = 4; // bytes
  // Elements of a 1-D loop per kernel iteration: one operand and the result, f32, fill the first
  // cache.
  int64_t blockElements = kMachine.firstCache / (2 * kF32);
  // Traffic of one tile, some 20 us: a second cache holds it until the next stage reads it.
  int64_t grainBytes = kMachine.secondCache / 2;
  int64_t grainRows = 4; // or so many rows, where they are walked over several times
  // A kernel that reads with strides reads along the rows of its tile, whose columns it writes.
  // Runs are so long that the wait for their first line counts little, and the second cache holds
  // the tile.
  int64_t tileRows = kMachine.prefetchDistance() / kF32;
  int64_t tileColumns = kMachine.secondCache / kF32 / tileRows;
  int64_t tiles = 16;                              // fewer rows where these were fewer iterations,
  int64_t fewestTileRows = 64;                     // but not fewer than these
  int64_t scratchBytes = kMachine.secondCache / 2; // staged rows of one iteration
  // Pieces that a long reduction over rows is cut into, at most; each is so large that the first
  // cache would not hold it, which takes as long as waking a thread.
  int64_t chunkCount = 32;
  int64_t chunkBytes = 2 * kMachine.firstCache;
  int64_t serialReduction = chunkBytes / kF32; // elements that are one piece, with few results
  // A value of at most so much work is recomputed instead of staged.
  double cheapWork = 6;
  // Values that are broadcast along the loops may be computed again at other places for so much
  // work, or for cheapWork at each place. The fusion pass sets it to kStartWork, additions in the
  // 1.4 us in which another kernel starts, so that expensive ones become results of that kernel.
  // The programs of bench/shapes.py have the same kernels with any number from 0 to it.
  static constexpr double kStartWork = 1 << 16;
  double repeatedWork = std::numeric_limits<double>::infinity();
  // A plan may do at most so many times the work of the unfused ops.
  double recompute = 3.0;
};

/// One kernel of the plan. A kernel is called as `kernel(buffers, begin, end)` for parts of [0,
/// extent); see runtime/program.h. All kernels of a plan get the same buffers: inputs, outputs,
/// and, where scratchBytes > 0, a scratch buffer of that size that must live from the first to the
/// last of them.
struct FusionKernel {
  int64_t extent = 1;
  int64_t grain = 1;

  // Only code generation reads the fields below. The loop dims d0, d1, .. together run over the
  // elements of the largest tensor in row-major order. The first `rowDims` are rows, linearised
  // into the kernel's iterations; the others are columns, of which the last is done in steps of
  // `lanes` elements.
  llvm::SmallVector<int64_t> sizes;
  unsigned rowDims = 0;
  int64_t rowsPerIteration = 1; // iteration t does rows [t * rowsPerIteration, ...)
  // > 0: there is one column dim and an iteration does so many elements of one row.
  int64_t block = 0;
  unsigned lanes = 1; // one until spmd-choose-lanes chooses them
  // So many rows share a loop over the columns, each a pass behind the one before it.
  int64_t interleavedRows = 1;
  // Of the last dim: its loop is split there (borders of a concatenation or a pad, ends of
  // windows).
  llvm::SmallVector<int64_t> breaks;
  unsigned passes = 1; // walks over the columns of a row, one after the other
  // Results with so many times the elements of the loops have so many neighbours at each place,
  // which a step stores together.
  int64_t interleave = 1;
  // Row dim along which strided inputs are contiguous: read through transposed tiles.
  int tileDim = -1;
  // > 0: an iteration does so many columns of its rows; the pieces of one band of rows follow each
  // other.
  int64_t tileColumns = 0;

  /// Set: iteration t combines elements [t * block, ..) of all windows of this scatter, one window
  /// after the other, into the outputs' buffers; `sizes` are {windows, elements of a window}.
  mlir::Operation *scatter = nullptr;

  int64_t rows() const;
  int64_t columns() const;
  /// Does a step store `interleave` neighbours of this value?
  bool interleaves(mlir::Value value) const;
};

struct FusionPlan {
  /// Run one after the other; mostly one. A long reduction has two: partial sums by fixed chunks,
  /// then their sum with whatever follows it.
  llvm::SmallVector<FusionKernel> kernels;
  uint64_t scratchBytes = 0;

  /// Output `output` holds input `input`'s elements but for a window (dynamic_update_slice,
  /// scatter) and the kernel writes only the window: both must be one buffer, or the input must be
  /// copied to the output's buffer before.
  struct InPlace {
    unsigned input = 0, output = 0;
  };
  llvm::SmallVector<InPlace> updatesInPlace;
  /// mayShare[o]: inputs that are read at the very index at which output o is written and nowhere
  /// later, so that the output may take over the input's buffer where that dies.
  llvm::SmallVector<llvm::SmallVector<unsigned>> mayShare;

  double work = 0;        // additions per run, recomputation included
  double unfusedWork = 0; // the same if every op ran alone
  uint64_t bytesRead = 0, bytesWritten = 0;

  // Only code generation reads the fields below. Pass p of a row computes everything whose `pass`
  // is p.
  enum class ReductionKind : uint8_t {
    Row,     // over the columns of a row, complete before the next pass
    Columns, // over the rows, one partial result per column and kernel iteration
    All,     // over everything, one partial result per kernel iteration
    OfRows,  // like All, of values that exist once per row; `pass` is the pass after which they do
    PrefixScan, // over the columns of a row up to where the loops stand, in each pass that wants it
  };
  /// Does it leave partial results, which a later kernel adds up?
  static bool isPartial(ReductionKind kind) {
    return kind != ReductionKind::Row && kind != ReductionKind::PrefixScan;
  }
  struct Reduction {
    mlir::Operation *op = nullptr;
    ReductionKind kind = ReductionKind::Row;
    unsigned pass = 0;
    // Partial results per operand, [iteration][column], as in registers.
    llvm::SmallVector<uint64_t> scratchOffsets;
    uint64_t passes = 0; // of a prefix scan, those that carry it on, as bits
  };
  struct Staged {
    mlir::Value value; // kept for the columns of one row, as in registers, from pass `pass` on
    unsigned pass = 0;
  };
  struct Store {
    unsigned output = 0, kernel = 0, pass = 0;
    bool perRow = false; // one element per row, after pass `pass`
    // The value to store: the output, or the update of an output that is updated in place.
    mlir::Value value;
  };
  llvm::SmallVector<Reduction> reductions;
  llvm::SmallVector<Staged> staged;
  llvm::SmallVector<Store> stores;
};

/// Plans `body` as one kernel (or two, see above). Where that cannot be, fails and says why in
/// `reason`: an op without loops ("stablehlo.sort has neither emit nor index"), reductions that
/// need different loops, too much recomputation. Cost: some microseconds per op. No value is staged
/// and no nest has lanes yet: see kernel_techniques.h.
mlir::FailureOr<FusionPlan> planFusion(const FusionBody &body, std::string *reason = nullptr,
                                       const FusionLimits &limits = {});

/// May `op` be part of a fusion at all: it has loops (emit, index, a reduction with a region,
/// constant) and its types are ones that loops handle (no complex numbers, no quantized or dynamic
/// shapes).
bool isFusible(mlir::Operation *op, std::string *reason = nullptr);

/// Elements of a constant that is not a splat and still part of a kernel; larger ones are inputs.
inline constexpr int64_t kMaxInlineConstant = 1024;

} // namespace spmd

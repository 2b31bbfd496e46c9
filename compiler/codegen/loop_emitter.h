// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes one kernel of a fusion as LLVM IR. Values are pulled: asked for an element, the emitter
// asks for what that is made of. Each value is put into the outermost loop in which all variables
// of its index are known and kept there, so what does not change in a loop is computed before it
// without any further pass.
#pragma once
#include "compiler/codegen/element_code.h"
#include "compiler/kernels/fusion_trace.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace spmd {

class LoopEmitter {
public:
  LoopEmitter(llvm::Module &module, ElementCodes &codes, const FusionBody &body,
              const FusionPlan &plan, unsigned kernel);
  /// Adds function `symbol`, an rt::KernelFn.
  void emit(llvm::StringRef symbol);

private:
  // Scopes (loop_scopes.cpp): where in the nest code is appended.
  using Key = std::pair<mlir::Value, mlir::AffineMap>;
  /// A loop, the function itself, or code under a condition. `block` is where the next instruction
  /// goes; a scope whose inner loop is still being written has no terminator yet, so code can be
  /// added before that loop.
  struct Scope {
    Scope *parent = nullptr;
    llvm::BasicBlock *block = nullptr;
    bool barrier = false; // under a condition: reads may not move out of it
    // Lanes of variable `maskVariable` for which the condition holds.
    llvm::Value *mask = nullptr;
    unsigned maskVariable = 0;
    llvm::DenseMap<Key, llvm::Value *> values;
    llvm::DenseMap<std::pair<mlir::AffineExpr, unsigned>, llvm::Value *> indices;
  };
  struct Variable {
    llvm::Value *value = nullptr; // i64, of lane 0
    Scope *scope = nullptr;
    unsigned lanes = 1;
  };
  /// Appends to `scope` until it goes out of scope itself.
  class At {
  public:
    At(LoopEmitter &e, Scope *scope);
    ~At();

  private:
    LoopEmitter &e;
    Scope *saved;
  };
  struct Bounds {
    llvm::Value *begin = nullptr, *end = nullptr;
    bool mayBeEmpty = true;
  };
  /// for (i = begin; i + step <= end; i += step) body(i); returns where it ended.
  llvm::Value *loop(Bounds bounds, int64_t step, llvm::function_ref<void(llvm::Value *)> body);
  mlir::AffineExpr variable(llvm::Value *value, int64_t low, int64_t size, unsigned lanes);
  Scope *home(llvm::ArrayRef<mlir::AffineExpr> index);
  llvm::Value *i64(int64_t value) { return b.getInt64(value); }
  llvm::AllocaInst *local(llvm::Type *type, llvm::Value *count = nullptr);
  void conditional(llvm::Value *condition, llvm::function_ref<llvm::Value *()> yes,
                   llvm::function_ref<llvm::Value *()> no, llvm::Value *&out);
  llvm::Value *masked(llvm::Value *mask, unsigned variable,
                      llvm::function_ref<llvm::Value *()> body);

  // Indices and memory (loop_memory.cpp).
  /// The variable with several lanes that occurs in `expr`; -1: none, all lanes have one index.
  int laneVariable(mlir::AffineExpr expr);
  /// The number as i64, for lane 0 where `lanes` is 1, else one per lane.
  llvm::Value *number(mlir::AffineExpr expr, unsigned lanes);
  llvm::Value *holds(llvm::ArrayRef<IndexAlgebra::Condition> conditions);
  llvm::Value *buffer(unsigned position);
  llvm::Value *load(llvm::Value *base, llvm::Type *type, int64_t bytes, mlir::AffineExpr linear);
  /// The same through a transposed tile, where the loops stand in one and memory is contiguous
  /// along its rows; else null.
  llvm::Value *loadFromTable(llvm::Value *base, llvm::Type *type, llvm::Align align,
                             mlir::AffineExpr linear);
  llvm::Value *loadFromTile(llvm::Value *base, llvm::Type *type, mlir::AffineExpr linear,
                            unsigned lane);
  /// Element `element` of every output that is stored now (per row: the row's number).
  void storeOutputs(llvm::function_ref<bool(const FusionPlan::Store &)> isNow,
                    mlir::AffineExpr element, unsigned lanes);
  void store(llvm::Value *base, llvm::Type *type, int64_t bytes, mlir::AffineExpr linear,
             llvm::Value *value, unsigned lanes, bool past = false);
  llvm::Value *loadElement(llvm::Value *base, mlir::Type element, mlir::AffineExpr linear);
  llvm::Value *constantTable(mlir::DenseElementsAttr constant, mlir::Type element);

  // Values (loop_values.cpp).
  llvm::Value *pull(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);
  void remember(Scope *scope, mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index,
                llvm::Value *made);
  llvm::Value *compute(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);
  llvm::Value *arithmetic(mlir::Operation *op, mlir::Value value,
                          llvm::ArrayRef<mlir::AffineExpr> index);
  llvm::Value *choosePiece(mlir::Operation *op, const IndexAlgebra::Pieces &pieces, size_t first);
  llvm::Value *reduceHere(mlir::Operation *op, mlir::Value value,
                          llvm::ArrayRef<mlir::AffineExpr> index);

  // Sums (loop_sums.cpp).
  /// Totals of one reduction: per number of lanes one set, combined in the order in which
  /// they were made.
  struct Totals {
    mlir::Operation *op = nullptr;
    Scope *home = nullptr; // where they start
    bool isFolded = false; // all lanes become one result in the end
    llvm::MapVector<unsigned, llvm::SmallVector<llvm::AllocaInst *>> byLanes;
  };
  /// What leaves the other side as it is, where the region makes result k by one operation on total
  /// and element k that has such a number; else the initial value, which StableHLO's reduce lets an
  /// implementation add in as often as it likes.
  llvm::Value *neutral(mlir::Operation *op, unsigned k);
  void addTo(Totals &totals, llvm::ArrayRef<llvm::Value *> elements, unsigned lanes);
  llvm::SmallVector<llvm::Value *> total(Totals &totals, bool withInitial, unsigned lanes);
  llvm::SmallVector<llvm::Value *> combine(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> a,
                                           llvm::ArrayRef<llvm::Value *> x);
  llvm::Type *totalType(mlir::Operation *op, unsigned k);
  /// The totals as values of the program: those of f8, f16 and exact bf16 were kept as f32.
  llvm::SmallVector<llvm::Value *> roundTotals(mlir::Operation *op,
                                               llvm::SmallVector<llvm::Value *> totals);

  // Lanes into one (loop_folds.cpp).
  /// In which order elements may be combined: in any, by the positions that their totals keep, one
  /// after the other.
  enum class Order : uint8_t { Any, ByPosition, AsGiven };
  Order orderOf(mlir::Operation *op);
  /// The one op of a reduction's body that makes result `k`, its last two operands being total and
  /// element `k`; or null.
  mlir::Operation *pairOp(mlir::Operation *op, unsigned k);
  bool picksByPosition(mlir::Operation *op);
  llvm::SmallVector<llvm::Value *> join(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> a,
                                        llvm::ArrayRef<llvm::Value *> x);
  llvm::SmallVector<llvm::Value *> foldLanes(mlir::Operation *op,
                                             llvm::SmallVector<llvm::Value *> values);
  llvm::Value *someLanes(llvm::Value *x, unsigned first, unsigned count);

  // Maximum and minimum (loop_max_min.cpp).
  /// Is the region IEEE's maximum (true) or minimum (false) of floats?
  std::optional<bool> maxOrMin(mlir::Operation *op);
  void addToMaxMin(Totals &totals, bool isLargest, llvm::Value *x);
  llvm::Value *resolveMaxMin(llvm::ArrayRef<llvm::AllocaInst *> slots, bool isLargest);

  // Prefix scans (loop_prefix_scans.cpp).
  bool scansInPass(const FusionPlan::Reduction &r) const;
  void startPrefixScans();
  /// Carries all on over the lanes of element `number`. Not when they are first asked for: that may
  /// be under a condition.
  void continuePrefixScan(mlir::AffineExpr number);
  llvm::Value *continuePrefixScan(mlir::Operation *op, mlir::Value value,
                                  llvm::ArrayRef<mlir::AffineExpr> index);
  llvm::SmallVector<llvm::Value *>
  scanOverLanes(mlir::Operation *op, llvm::SmallVector<llvm::Value *> x, unsigned lanes);

  // Order (loop_order.cpp).
  using OpSet = llvm::SmallPtrSet<mlir::Operation *, 16>;
  /// Is element `index` of `bound` NaN or no less than element `at` of `value`? Not asked again of
  /// ops that were `seen`.
  bool isAtLeast(mlir::Value bound, llvm::ArrayRef<mlir::AffineExpr> index, mlir::Value value,
                 llvm::ArrayRef<mlir::AffineExpr> at, OpSet &seen);
  bool isExpOfAtMostZero(mlir::Operation *op, llvm::ArrayRef<mlir::AffineExpr> index);

  // Non-temporal stores (loop_non_temporal.cpp).
  static constexpr int64_t kNonTemporalWidth = 32; // bytes: one vector of AVX
  bool isNonTemporal(unsigned output) const;
  /// Whether every large output is written in whole vectors at places that are multiples of them.
  bool mayStoreNonTemporally() const;
  /// Whether walks over the columns of a row write large outputs, and add nothing up whose order
  /// would depend on where these lie.
  bool mayStoreRowsNonTemporally() const;
  bool storesNonTemporallyIn(unsigned pass) const;
  /// At run time: are these outputs' buffers aligned, and none an input's?
  llvm::Value *buffersAllowNonTemporal();
  /// The columns of a pass: `plainly`, or from the first aligned place on past the caches.
  void storeColumnsNonTemporally(llvm::function_ref<void()> plainly);
  /// What was written past the caches is there before others are told so.
  void fenceNonTemporalStores();

  // Prefetch (loop_prefetch.cpp).
  /// The lines from `from` on are brought nearer; no fault where they lie past the end of a buffer.
  void prefetch(llvm::Value *from, int64_t bytes);
  /// Beside a load of a kernel with non-temporal stores: what the same place of a later step reads.
  /// The machine foresees it within a page only.
  void prefetchAhead(llvm::Value *at, int64_t bytes);
  /// Beside a load whose place was looked up for the row: what is looked up for the next one.
  void prefetchNextLookup(llvm::Value *base, int64_t bytes, unsigned lanes,
                          mlir::AffineExpr linear);
  void setNextRow();
  /// Reads of it at any index have no effect but time: it follows from inputs without looking
  /// anything up.
  bool isPlain(mlir::Value value, unsigned depth = 0) const;
  /// While the second pass computes, the memory prefetches what the first pass of the next row
  /// reads.
  void prefetchNextRow(unsigned lanes);

  // The nest (loops.cpp).
  void emitBlocks(llvm::Value *begin, llvm::Value *end);
  void emitRows(llvm::Value *begin, llvm::Value *end);
  void emitNest(llvm::Value *begin, llvm::Value *end);
  void emitTiledRows(llvm::Value *begin, llvm::Value *end);
  static constexpr unsigned kGroupRows = 8;
  void emitRowGroup(llvm::Value *row, unsigned lanes);
  void emitScatter(llvm::Value *begin, llvm::Value *end); // loop_scatter.cpp
  void columnDims(unsigned dim);
  /// The last dim from begin to end, inside of [low, high): whole steps, then what is left.
  void lastDim(llvm::Value *begin, llvm::Value *end, int64_t low, int64_t high, bool isStatic,
               llvm::function_ref<void(unsigned)> body);
  void element(unsigned lanes);
  void elementOfRow(unsigned lanes);
  void setRowVariables(llvm::Value *row);
  mlir::AffineExpr elementNumber();
  mlir::AffineExpr columnNumber();

  // Rows (loop_rows.cpp).
  // Staged values and their pass.
  using Tiles = llvm::DenseMap<mlir::Value, std::pair<llvm::AllocaInst *, unsigned>>;
  /// A row while it is done.
  struct Row {
    llvm::Value *number = nullptr;
    llvm::SmallVector<mlir::AffineExpr> dims;
    unsigned pass = 0;
    bool isActive = false; // in the loop over columns that is written now
    Tiles tiles;
    llvm::DenseMap<mlir::Operation *, Totals> totals;
    // Prefix scans up to the columns done.
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<llvm::AllocaInst *>> carried;
    // Its variables to those of the row behind.
    llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> next;
  };
  int64_t rowsAtOnce() const;
  const Tiles &tilesOf(size_t k);
  /// For each row that is active, or once where there is none.
  void eachRow(llvm::function_ref<void()> body);
  bool walksColumns() const;
  mlir::AffineExpr rowNumber();
  void emitRowsAtOnce(llvm::ArrayRef<llvm::Value *> numbers);
  void startTotals();
  void finishTotals();
  void addOfRows();

  // Partial results (loop_partials.cpp).
  llvm::Value *partialBase(const FusionPlan::Reduction &r, unsigned k);
  llvm::Value *partialRow(const FusionPlan::Reduction &r, unsigned k);
  llvm::Value *loadPartial(llvm::Value *base, mlir::Operation *op, unsigned k,
                           mlir::AffineExpr place);
  llvm::Value *asPartial(llvm::Value *x);
  void startPartials();
  void addToColumns(const FusionPlan::Reduction &r, llvm::ArrayRef<llvm::Value *> elements,
                    unsigned lanes);
  void finishPartials();
  llvm::Value *sumPieces(const FusionPlan::Reduction &reduction, mlir::Value value,
                         llvm::ArrayRef<mlir::AffineExpr> index);

  llvm::Module &module;
  ElementCodes &codes;
  const FusionBody &body;
  const FusionPlan &plan;
  unsigned kernelIndex;
  const FusionKernel &kernel;
  llvm::IRBuilder<> b;
  IndexAlgebra algebra;
  llvm::DenseMap<mlir::Operation *, ReductionShape> reductions;
  llvm::DenseMap<mlir::Operation *, Order> orders;
  llvm::DenseMap<mlir::Value, unsigned> inputOf;
  llvm::DenseMap<unsigned, llvm::Value *> buffers;
  llvm::Function *function = nullptr;
  llvm::BasicBlock *entry = nullptr;
  std::vector<std::unique_ptr<Scope>> scopes;
  Scope *root = nullptr, *current = nullptr, *iterationScope = nullptr, *rowScope = nullptr;
  llvm::SmallVector<Variable> variables;    // by position in `algebra`
  llvm::SmallVector<mlir::AffineExpr> dims; // of the kernel, as the loops stand now
  llvm::Value *iteration = nullptr;
  unsigned pass = 0;
  unsigned copiesOfCode = 1; // of what is emitted now, by the branches of choosePiece
  /// Outputs larger than caches are written past them, which saves reading them first; see
  /// mayStoreNonTemporally.
  bool nonTemporal = false;
  llvm::SmallVector<Row, 0> rows; // those that are done at once
  Row noRow, *row = &noRow;       // the one that code is written for
  llvm::SmallVector<Tiles, 0> rowTiles;
  // Read by the first pass at the element; bytes of one.
  llvm::SmallSetVector<std::pair<llvm::Value *, int64_t>, 4> rowInputs;
  bool hasPrefixScans = false;
  llvm::Value *rowsAllowNonTemporal = nullptr; // i1: may rows be stored so? Null: never
  /// Eight rows at a time of a kernel with tileDim: what is contiguous along them is transposed
  /// before their loop.
  struct RowGroup {
    Scope *group = nullptr, *rows = nullptr; // before and in the loop over the eight
    unsigned row = 0;                        // the variable that counts them
    // [row][lane].
    llvm::DenseMap<std::pair<llvm::Value *, mlir::AffineExpr>, llvm::AllocaInst *> tiles;
  };
  std::optional<RowGroup> rowGroup;
  llvm::DenseMap<mlir::Operation *, Totals> partialTotals;
};

/// Adds all kernels of a plan to `module`, one function per symbol.
void emitFusion(llvm::Module &module, const FusionBody &body, const FusionPlan &plan,
                Rounding rounding, llvm::ArrayRef<std::string> symbols);
/// Adds function `symbol`, an rt::ScalarFn.
void emitScalarFunction(llvm::Module &module, mlir::Region &region, Rounding rounding,
                        llvm::StringRef symbol);

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text and checks of spmd.fusion, of what a plan makes of it, spmd.kernel, and of spmd.library.
#include "dialects/spmd/kernel.h"
#include "dialects/notes.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd::ir {

/// The widest step of a loop: 64 lanes of 32 bits are four registers of 512 bits.
constexpr unsigned kMostLanes = 64;
/// Passes over a row are counted as bits of 64.
constexpr unsigned kMostPasses = 63;

/// Prints `(%a = %x, ..) {attributes} : (types) -> types { body }`.
/// `elided` are attributes that are not printed, because they have their default values.
template <class Op>
static void printFused(Op op, OpAsmPrinter &p, ArrayRef<StringRef> elided = {}) {
  p << '(';
  llvm::interleaveComma(llvm::zip(op.getBody().front().getArguments(), op.getInputs()), p,
                        [&](auto pair) { p << std::get<0>(pair) << " = " << std::get<1>(pair); });
  p << ')';
  p.printOptionalAttrDict(op->getAttrs(), elided);
  p << " : ";
  p.printFunctionalType(op);
  p << ' ';
  p.printRegion(op.getBody(), /*printEntryBlockArgs=*/false);
}

/// Parses the same; the region gets a terminator where it has none.
template <class Op> static ParseResult parseFused(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  SMLoc at = parser.getCurrentLocation();
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parsePair) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), at, result.operands))
    return failure();
  result.addTypes(type.getResults());
  for (auto [argument, input] : llvm::zip_equal(arguments, type.getInputs()))
    argument.type = input;
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  Op::ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void FusionOp::print(OpAsmPrinter &p) { printFused(*this, p); }
void LibraryOp::print(OpAsmPrinter &p) { printFused(*this, p); }
void KernelOp::print(OpAsmPrinter &p) {
  SmallVector<StringRef> elided;
  if (getUpdates().empty())
    elided.push_back(getUpdatesAttrName());
  if (getShares().empty())
    elided.push_back(getSharesAttrName());
  if (getScratchBytes() == 0)
    elided.push_back(getScratchBytesAttrName());
  printFused(*this, p, elided);
}
ParseResult FusionOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFused<FusionOp>(parser, result);
}
ParseResult LibraryOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFused<LibraryOp>(parser, result);
}
ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFused<KernelOp>(parser, result);
}

/// The arguments of the body are the inputs, and it yields the outputs.
template <class Op> static LogicalResult verifyBody(Op op) {
  Block &block = op.getBody().front();
  if (block.getArgumentTypes() != op.getInputs().getTypes())
    return op.emitOpError("has block arguments of types ")
           << block.getArgumentTypes() << " for inputs of types " << op.getInputs().getTypes()
           << "; they must be equal" << indexedNotes("input", op.getInputs());
  TypeRange yielded = block.getTerminator()->getOperandTypes();
  if (yielded != op.getOutputs().getTypes())
    return op.emitOpError("yields ")
           << yielded << " but has results " << op.getOutputs().getTypes()
           << Note{block.getTerminator()->getLoc(), "the body yields here"};
  return success();
}

LogicalResult FusionOp::verify() { return verifyBody(*this); }

LogicalResult LibraryOp::verify() {
  if (failed(verifyBody(*this)))
    return failure();
  Block &body = getBody().front();
  if (int64_t count = body.getOperations().size() - 1; count != 1)
    return emitOpError("holds ") << count << " ops; a call is one op";
  if (!llvm::equal(getCall()->getOperands(), body.getArguments()) ||
      !llvm::equal(getCall()->getResults(), body.getTerminator()->getOperands()))
    return emitOpError("holds an op of other operands than its inputs, or yields other values than "
                       "the op's results; both are in order")
           << Note{getCall()->getLoc(), "the op is here"};
  return success();
}

int64_t NestAttr::rowCount() const { return llvm::product_of(getRows().asArrayRef()); }
int64_t NestAttr::columnCount() const { return llvm::product_of(getColumns().asArrayRef()); }

/// The number of independent pieces of the nest: groups of rows, each in one part or in parts of
/// columns. A scatter has parts of updates only.
int64_t NestAttr::iterations() const {
  if (getScatters())
    return llvm::divideCeil(columnCount(), getBlock());
  int64_t pieces = getBlock()         ? llvm::divideCeil(columnCount(), getBlock())
                   : getTileColumns() ? llvm::divideCeil(columnCount(), getTileColumns())
                                      : 1;
  return llvm::divideCeil(rowCount(), getRowsPerIteration()) * pieces;
}

/// Checks the numbers of a nest that a user wrote: code generation relies on sizes that multiply
/// without overflow, on lanes that registers have, and on pieces that cover the loops.
LogicalResult NestAttr::verify(llvm::function_ref<InFlightDiagnostic()> error,
                               DenseI64ArrayAttr rows, DenseI64ArrayAttr columns, unsigned lanes,
                               unsigned passes, int64_t grain, int64_t rowsPerIteration,
                               int64_t block, int64_t tileColumns, DenseI64ArrayAttr breaks,
                               bool scatters) {
  if (columns.empty())
    return error() << "a nest needs a dim of columns, the one that goes in steps of lanes";
  int64_t elements = 1;
  for (int64_t size : llvm::concat<const int64_t>(rows.asArrayRef(), columns.asArrayRef()))
    if (size < 0 || llvm::MulOverflow(elements, size, elements))
      return error() << "a nest has loops of " << rows << " x " << columns
                     << "; sizes are at least 0, and the elements fit 64 bits";
  if (!llvm::isPowerOf2_32(lanes) || lanes > kMostLanes)
    return error() << "a nest has " << lanes << " lanes; they are a power of two, at most "
                   << kMostLanes;
  if (passes < 1 || passes > kMostPasses)
    return error() << "a nest walks over a row " << passes << " times; it is 1 to " << kMostPasses;
  if (grain < 1 || rowsPerIteration < 1 || block < 0 || tileColumns < 0)
    return error() << "a nest has grain " << grain << ", rows_per_iteration " << rowsPerIteration
                   << ", block " << block << ", tile_columns " << tileColumns
                   << "; the first two are at least 1, the others at least 0";
  if ((block && tileColumns) || (block && rowsPerIteration > 1))
    return error() << "a nest does blocks of one row (block " << block << ") or several rows ("
                   << rowsPerIteration << ", tile_columns " << tileColumns << ") in an iteration";
  if ((block || tileColumns) && columns.size() > 1)
    return error() << "a nest cuts rows into pieces, but has columns of " << columns.size()
                   << " dims";
  if (scatters && (!block || rows.size() != 1))
    return error() << "a nest that scatters has one dim of rows and a block";
  for (auto [i, at] : llvm::enumerate(breaks.asArrayRef()))
    if (at <= (i ? breaks[i - 1] : 0) || at >= columns.asArrayRef().back())
      return error() << "a nest has breaks at " << breaks
                     << "; they ascend inside of its last dim of " << columns.asArrayRef().back();
  return success();
}

/// Do loops over `done` places have a few neighbours of the value at each place? Only loops over
/// one dim without rows do.
static bool interleaves(NestAttr nest, int64_t elements, int64_t done) {
  return nest.getRows().empty() && nest.getColumns().size() == 1 && !nest.getTileColumns() &&
         done > 0 && elements % done == 0 && elements / done <= kMostInterleaved;
}

/// Every result is written, by nests and passes that there are, at as many elements as it has.
static LogicalResult verifyStores(KernelOp op) {
  Block &block = op.getBody().front();
  SmallVector<bool> isStored(op.getNumResults());
  auto nests = llvm::to_vector(op.getNests().getAsRange<NestAttr>());
  for (StoreAttr store : op.getStores().getAsRange<StoreAttr>()) {
    if (store.getOutput() >= op.getNumResults() || store.getNest() >= nests.size())
      return op.emitOpError("has ") << store << ", but " << op.getNumResults() << " results and "
                                    << nests.size() << " nests";
    NestAttr nest = nests[store.getNest()];
    if (store.getPass() >= nest.getPasses())
      return op.emitOpError("has ")
             << store << ", but the nest has " << nest.getPasses() << " passes";
    Value value = block.getTerminator()->getOperand(store.getOutput());
    if (store.getOperand() >= 0) {
      Operation *maker = value.getDefiningOp();
      if (!maker || store.getOperand() >= maker->getNumOperands())
        return op.emitOpError("has ")
               << store << ", but the result is made by no op with such an operand"
               << originNote("the result", value);
      value = maker->getOperand(store.getOperand());
    }
    int64_t elements = cast<RankedTensorType>(value.getType()).getNumElements(),
            done = store.getPerRow() ? nest.rowCount() : nest.rowCount() * nest.columnCount();
    if (!nest.getScatters() && elements != done && !interleaves(nest, elements, done))
      return op.emitOpError("has ") << store << " of " << elements << " elements by loops over "
                                    << done << typeNote("the value", value);
    isStored[store.getOutput()] = true;
  }
  for (auto [i, stored] : llvm::enumerate(isStored))
    if (!stored && !nests.back().getScatters())
      return op.emitOpError("stores result ") << i << " nowhere";
  return success();
}

/// Lists of input numbers: the inputs that may share a result's buffer, or pairs of an input and
/// the result that updates it.
static LogicalResult verifyPairs(KernelOp op, ArrayAttr lists, StringRef what, bool arePairs) {
  for (auto [o, list] : llvm::enumerate(lists.getAsRange<DenseI64ArrayAttr>()))
    for (auto [i, number] : llvm::enumerate(list.asArrayRef())) {
      int64_t limit = arePairs && i == 1 ? op.getNumResults() : op.getInputs().size();
      if (number < 0 || number >= limit || (arePairs && list.size() != 2))
        return op.emitOpError("has ") << what << " " << list << " for " << op.getInputs().size()
                                      << " inputs and " << op.getNumResults() << " results";
    }
  return success();
}

/// Checks the numbers that can be read without the body. checkKernel compares nests with the body.
LogicalResult KernelOp::verify() {
  if (failed(verifyBody(*this)))
    return failure();
  if (getNests().empty())
    return emitOpError("has no nest");
  if (getScratchBytes() < 0)
    return emitOpError("has ") << getScratchBytes() << " bytes of scratch";
  if (!getShares().empty() && getShares().size() != getNumResults())
    return emitOpError("has ") << getShares().size() << " lists of shared inputs for "
                               << getNumResults() << " results";
  return failure(failed(verifyPairs(*this, getUpdates(), "an update", /*arePairs=*/true)) ||
                 failed(verifyPairs(*this, getShares(), "shares", /*arePairs=*/false)) ||
                 failed(verifyStores(*this)));
}

/// Checks the two attributes that ops in a kernel's body may have: how a reduction accumulates, and
/// the pass from which on a value is staged.
LogicalResult verifyKernelAttribute(Operation *op, NamedAttribute attr) {
  bool isAccumulation = attr.getName() == kAccumulationAttr;
  if (!isAccumulation && attr.getName() != kStagedAttr)
    return success();
  auto kernel = dyn_cast<KernelOp>(op->getParentOp());
  if (!kernel)
    return op->emitOpError() << attr.getName().getValue() << " stands in no spmd.kernel";
  // The kernel's own verifier reports a list that is empty or of other attributes.
  auto first = kernel.getNests().empty() ? NestAttr() : dyn_cast<NestAttr>(kernel.getNests()[0]);
  unsigned passes = first ? first.getPasses() : kMostPasses;
  auto refuse = [&] {
    return op->emitOpError() << attr.getName().getValue() << " is " << attr.getValue()
                             << ", in a kernel of " << passes << " passes over a row and "
                             << kernel.getScratchBytes() << " bytes of scratch"
                             << Note{kernel.getLoc(), "the kernel is here"};
  };
  if (isAccumulation) {
    auto accumulation = dyn_cast<AccumulationAttr>(attr.getValue());
    // After the last pass the row's own values are there.
    if (!accumulation || accumulation.getPass() > passes)
      return refuse();
    AccumulationKind kind = accumulation.getKind();
    bool isPartial = kind != AccumulationKind::Row && kind != AccumulationKind::PrefixScan;
    ArrayRef<int64_t> scratch = accumulation.getScratch();
    if (scratch.size() != (isPartial ? op->getNumResults() : 0) ||
        llvm::any_of(scratch,
                     [&](int64_t at) { return at < 0 || at >= int64_t(kernel.getScratchBytes()); }))
      return refuse();
    return success();
  }
  auto staged = dyn_cast<DenseI64ArrayAttr>(attr.getValue());
  if (!staged || staged.size() != op->getNumResults() ||
      llvm::any_of(staged.asArrayRef(), [&](int64_t pass) { return pass < -1 || pass >= passes; }))
    return refuse();
  return success();
}

} // namespace spmd::ir

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a plan to the attributes of spmd.kernel and back.
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/kernels/value_size.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;
static_assert(int(Kind::Row) == int(ir::AccumulationKind::Row) &&
                  int(Kind::Columns) == int(ir::AccumulationKind::Columns) &&
                  int(Kind::All) == int(ir::AccumulationKind::All) &&
                  int(Kind::OfRows) == int(ir::AccumulationKind::OfRows) &&
                  int(Kind::PrefixScan) == int(ir::AccumulationKind::PrefixScan),
              "a plan's kinds are those of the dialect, in its order");

static FusionKernel kernelOf(ir::NestAttr nest, Block &body) {
  FusionKernel kernel;
  llvm::append_range(kernel.sizes, nest.getRows().asArrayRef());
  llvm::append_range(kernel.sizes, nest.getColumns().asArrayRef());
  kernel.rowDims = nest.getRows().size();
  kernel.lanes = nest.getLanes();
  kernel.passes = nest.getPasses();
  kernel.grain = nest.getGrain();
  kernel.rowsPerIteration = nest.getRowsPerIteration();
  kernel.block = nest.getBlock();
  kernel.tileColumns = nest.getTileColumns();
  kernel.tileDim = kernel.tileColumns ? 0 : -1;
  llvm::append_range(kernel.breaks, nest.getBreaks().asArrayRef());
  kernel.extent = nest.iterations();
  if (nest.getScatters())
    kernel.scatter =
        &*llvm::find_if(body, [](Operation &op) { return scatterShape(&op).has_value(); });
  return kernel;
}

std::string kernelText(ir::KernelOp kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

FusionPlan planOf(ir::KernelOp op) {
  Block &body = op.getBody().front();
  Operation *end = body.getTerminator();
  FusionPlan plan;
  for (auto nest : op.getNests().getAsRange<ir::NestAttr>())
    plan.kernels.push_back(kernelOf(nest, body));
  if (auto rows = op->getAttrOfType<IntegerAttr>(kInterleavedRowsAttr))
    plan.kernels[0].interleavedRows = rows.getInt();
  plan.scratchBytes = op.getScratchBytes();
  for (auto pair : op.getUpdates().getAsRange<DenseI64ArrayAttr>())
    plan.updatesInPlace.push_back({unsigned(pair[0]), unsigned(pair[1])});
  plan.mayShare.resize(op.getNumResults());
  for (auto [inputs, list] :
       llvm::zip(plan.mayShare, op.getShares().getAsRange<DenseI64ArrayAttr>()))
    inputs.assign(list.asArrayRef().begin(), list.asArrayRef().end());
  for (auto store : op.getStores().getAsRange<ir::StoreAttr>()) {
    Value value = end->getOperand(store.getOutput());
    if (store.getOperand() >= 0)
      value = value.getDefiningOp()->getOperand(store.getOperand());
    plan.stores.push_back(
        {store.getOutput(), store.getNest(), store.getPass(), store.getPerRow(), value});
    FusionKernel &kernel = plan.kernels[store.getNest()];
    // A result has so many elements at each place.
    if (!kernel.scatter && kernel.rowDims == 0 && !store.getPerRow())
      kernel.interleave =
          std::max(kernel.interleave, elementsOf(value) / std::max<int64_t>(kernel.columns(), 1));
  }
  for (Operation &inner : body) {
    if (auto a = inner.getAttrOfType<ir::AccumulationAttr>(ir::kAccumulationAttr)) {
      auto &reduction = plan.reductions.emplace_back();
      reduction.op = &inner;
      reduction.kind = Kind(int(a.getKind()));
      reduction.pass = a.getPass();
      llvm::append_range(reduction.scratchOffsets, a.getScratch().asArrayRef());
      reduction.passes = a.getScans();
    }
    if (auto staged = inner.getAttrOfType<DenseI64ArrayAttr>(ir::kStagedAttr))
      for (auto [result, pass] : llvm::zip_equal(inner.getResults(), staged.asArrayRef()))
        if (pass >= 0)
          plan.staged.push_back({result, unsigned(pass)});
  }
  return plan;
}

static ir::NestAttr nestOf(MLIRContext *context, const FusionKernel &kernel) {
  auto list = [&](ArrayRef<int64_t> numbers) { return DenseI64ArrayAttr::get(context, numbers); };
  ArrayRef<int64_t> sizes = kernel.sizes;
  return ir::NestAttr::get(context, list(sizes.take_front(kernel.rowDims)),
                           list(sizes.drop_front(kernel.rowDims)), kernel.lanes, kernel.passes,
                           kernel.grain, kernel.rowsPerIteration, kernel.block, kernel.tileColumns,
                           list(kernel.breaks), kernel.scatter != nullptr);
}

/// Which operand of the op that makes `output` is stored in its place; -1: the output itself.
static int64_t storedOperand(Value output, Value stored) {
  if (output == stored)
    return -1;
  return llvm::find(output.getDefiningOp()->getOperands(), stored).getIndex();
}

/// Writes what the plan says of single ops to these.
static void annotate(const FusionPlan &plan, Block &body, Builder &b) {
  for (Operation &op : body)
    op.removeDiscardableAttr(ir::kStagedAttr);
  for (const FusionPlan::Reduction &r : plan.reductions)
    r.op->setDiscardableAttr(
        ir::kAccumulationAttr,
        ir::AccumulationAttr::get(b.getContext(), ir::AccumulationKind(int(r.kind)), r.pass,
                                  b.getDenseI64ArrayAttr(SmallVector<int64_t>(
                                      r.scratchOffsets.begin(), r.scratchOffsets.end())),
                                  r.passes));
  for (const FusionPlan::Staged &s : plan.staged) {
    Operation *op = s.value.getDefiningOp();
    SmallVector<int64_t> passes(op->getNumResults(), -1);
    if (auto known = op->getAttrOfType<DenseI64ArrayAttr>(ir::kStagedAttr))
      passes.assign(known.asArrayRef().begin(), known.asArrayRef().end());
    passes[cast<OpResult>(s.value).getResultNumber()] = s.pass;
    op->setDiscardableAttr(ir::kStagedAttr, b.getDenseI64ArrayAttr(passes));
  }
}

static ir::KernelOp::Properties propertiesOf(const FusionPlan &plan, Operation *end, Builder &b) {
  SmallVector<Attribute> nests, stores, updates, shares;
  for (const FusionKernel &kernel : plan.kernels)
    nests.push_back(nestOf(b.getContext(), kernel));
  for (const FusionPlan::Store &s : plan.stores)
    stores.push_back(ir::StoreAttr::get(b.getContext(), s.output, s.kernel, s.pass, s.perRow,
                                        storedOperand(end->getOperand(s.output), s.value)));
  for (auto [input, output] : plan.updatesInPlace)
    updates.push_back(b.getDenseI64ArrayAttr({input, output}));
  bool anyShared = llvm::any_of(plan.mayShare, [](auto &inputs) { return !inputs.empty(); });
  for (const auto &inputs : plan.mayShare)
    if (anyShared)
      shares.push_back(b.getDenseI64ArrayAttr(SmallVector<int64_t>(inputs.begin(), inputs.end())));
  ir::KernelOp::Properties properties;
  properties.nests = b.getArrayAttr(nests);
  properties.stores = b.getArrayAttr(stores);
  properties.updates = b.getArrayAttr(updates);
  properties.shares = b.getArrayAttr(shares);
  properties.scratch_bytes = b.getI64IntegerAttr(plan.scratchBytes);
  return properties;
}

void setPlan(ir::KernelOp kernel, const FusionPlan &plan) {
  Builder b(kernel.getContext());
  Block &body = kernel.getBody().front();
  annotate(plan, body, b);
  kernel.getProperties() = propertiesOf(plan, body.getTerminator(), b);
  if (int64_t rows = plan.kernels[0].interleavedRows; rows > 1)
    kernel->setDiscardableAttr(kInterleavedRowsAttr, b.getI64IntegerAttr(rows));
}

ir::KernelOp makeKernel(RewriterBase &rewriter, ir::FusionOp fusion) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(fusion);
  OperationState state(fusion.getLoc(), ir::KernelOp::getOperationName());
  state.addOperands(fusion.getInputs());
  state.addTypes(fusion.getResultTypes());
  state.addAttributes(llvm::to_vector(fusion->getDiscardableAttrs()));
  state.addRegion()->takeBody(fusion.getBody());
  auto kernel = cast<ir::KernelOp>(rewriter.create(state));
  rewriter.replaceOp(fusion, kernel);
  return kernel;
}

void copyPlan(ir::KernelOp from, ir::KernelOp kernel) {
  auto copy = [](Operation &from, Operation &to, ArrayRef<StringRef> names) {
    if (from.getRawDictionaryAttrs() == to.getRawDictionaryAttrs())
      return;
    for (StringRef name : names)
      if (Attribute attr = from.getDiscardableAttr(name))
        to.setDiscardableAttr(name, attr);
      else
        to.removeDiscardableAttr(name);
  };
  for (auto [like, to] : llvm::zip_equal(from.getBody().front(), kernel.getBody().front()))
    copy(like, to, {ir::kAccumulationAttr, ir::kStagedAttr});
  kernel.getProperties() = from.getProperties();
  copy(*from, *kernel, {kInterleavedRowsAttr});
}

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nest of a kernel: iterations, rows, passes over the columns of a row, steps of several lanes.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/kernels/update_window.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

static ArrayRef<int64_t> shapeOf(Value v) { return cast<RankedTensorType>(v.getType()).getShape(); }

LoopEmitter::LoopEmitter(llvm::Module &module, ElementCodes &codes, const FusionBody &body,
                         const FusionPlan &plan, unsigned kernel)
    : module(module), codes(codes), body(body), plan(plan), kernelIndex(kernel),
      kernel(plan.kernels[kernel]), b(module.getContext()), algebra(body.outputs[0].getContext()) {
  for (auto [i, v] : llvm::enumerate(body.inputs))
    inputOf.try_emplace(v, i);
  for (Operation *op : body.ops)
    if (op->getNumRegions())
      if (std::optional<ReductionShape> shape = reductionShape(op))
        reductions.try_emplace(op, std::move(*shape));
}

void LoopEmitter::emit(llvm::StringRef symbol) {
  llvm::LLVMContext &context = module.getContext();
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *type =
      llvm::FunctionType::get(b.getVoidTy(), {pointer, b.getInt64Ty(), b.getInt64Ty()}, false);
  function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
  function->setDoesNotThrow();
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  entry = llvm::BasicBlock::Create(context, "entry", function);
  auto *start = llvm::BasicBlock::Create(context, "start", function);
  scopes.push_back(std::make_unique<Scope>());
  root = current = scopes.back().get();
  b.SetInsertPoint(start);
  size_t count = body.inputs.size() + body.outputs.size() + (plan.scratchBytes ? 1 : 0);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *at = b.CreateConstGEP1_64(pointer, function->getArg(0), i);
    buffers[i] = b.CreateLoad(pointer, at);
  }
  hasPrefixScans = kernelIndex == 0 && llvm::any_of(plan.reductions, [](auto &r) {
                     return r.kind == Kind::PrefixScan;
                   });
  dims.assign(kernel.sizes.size(), algebra.constant(0));
  rowsAllowNonTemporal = mayStoreRowsNonTemporally() ? buffersAllowNonTemporal() : nullptr;
  llvm::Value *begin = function->getArg(1), *end = function->getArg(2);
  if (!mayStoreNonTemporally()) {
    emitNest(begin, end);
    if (rowsAllowNonTemporal)
      fenceNonTemporalStores();
  } else {
    llvm::Value *ignored = nullptr, *nothing = b.getFalse();
    auto nest = [&](bool past) {
      nonTemporal = past;
      emitNest(begin, end);
      if (past)
        fenceNonTemporalStores();
      nonTemporal = false;
      return nothing;
    };
    conditional(
        buffersAllowNonTemporal(), [&] { return nest(true); }, [&] { return nest(false); },
        ignored);
  }
  b.CreateRetVoid();
  llvm::IRBuilder<>(entry).CreateBr(start);
}

void LoopEmitter::emitNest(llvm::Value *begin, llvm::Value *end) {
  if (kernel.scatter)
    emitScatter(begin, end);
  else if (kernel.block)
    emitBlocks(begin, end);
  else
    emitRows(begin, end);
}

AffineExpr LoopEmitter::elementNumber() {
  AffineExpr e = algebra.constant(0);
  for (auto [dim, size] : llvm::zip_equal(dims, kernel.sizes))
    e = e * size + dim;
  return algebra.simplify(e);
}

AffineExpr LoopEmitter::columnNumber() {
  AffineExpr e = algebra.constant(0);
  for (size_t d = kernel.rowDims; d < dims.size(); ++d)
    e = e * kernel.sizes[d] + dims[d];
  return e;
}

/// Gives each row dim its part of the row's number.
void LoopEmitter::setRowVariables(llvm::Value *row) {
  int64_t inner = kernel.rows();
  for (unsigned d = 0; d < kernel.rowDims; ++d) {
    int64_t size = kernel.sizes[d];
    inner /= size;
    llvm::Value *value = row;
    if (inner > 1)
      value = b.CreateUDiv(value, i64(inner));
    if (d > 0)
      value = b.CreateURem(value, i64(size));
    dims[d] = variable(value, 0, size, 1);
  }
}

/// Iteration t does elements [t * block, (t + 1) * block) of a row.
void LoopEmitter::emitBlocks(llvm::Value *begin, llvm::Value *end) {
  int64_t columns = kernel.columns(), perRow = llvm::divideCeil(columns, kernel.block);
  loop({begin, end, true}, 1, [&](llvm::Value *t) {
    iterationScope = rowScope = current;
    iteration = t;
    partialTotals.clear();
    startPartials();
    llvm::Value *row = perRow == 1 ? t : b.CreateUDiv(t, i64(perRow));
    llvm::Value *piece = kernel.rows() == 1 ? t
                         : perRow == 1      ? i64(0)
                                            : b.CreateURem(t, i64(perRow));
    setRowVariables(row);
    llvm::Value *first = b.CreateMul(piece, i64(kernel.block));
    llvm::Value *last = b.CreateBinaryIntrinsic(
        llvm::Intrinsic::smin, b.CreateAdd(first, i64(kernel.block)), i64(columns));
    SmallVector<int64_t> borders{0};
    llvm::append_range(borders, kernel.breaks);
    borders.push_back(columns);
    for (size_t s = 0; s + 1 < borders.size(); ++s) {
      llvm::Value *from = first, *to = last;
      if (borders.size() > 2) {
        from = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, first, i64(borders[s]));
        to = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, last, i64(borders[s + 1]));
      }
      lastDim(from, to, borders[s], borders[s + 1], false, [&](unsigned lanes) { element(lanes); });
    }
    finishPartials();
  });
}

void LoopEmitter::emitRows(llvm::Value *begin, llvm::Value *end) {
  if (kernel.tileDim >= 0)
    return emitTiledRows(begin, end);
  bool hasPartials = kernelIndex == 0 && llvm::any_of(plan.reductions, [](auto &r) {
                       return FusionPlan::isPartial(r.kind);
                     });
  if (!hasPartials && kernel.rowsPerIteration == 1) {
    if (int64_t count = rowsAtOnce(); count > 1)
      begin = loop({begin, end, true}, count, [&](llvm::Value *first) {
        emitRowsAtOnce(llvm::map_to_vector(llvm::seq(count),
                                           [&](int64_t k) { return b.CreateAdd(first, i64(k)); }));
      });
    loop({begin, end, true}, 1, [&](llvm::Value *number) { emitRowsAtOnce(number); });
    return;
  }
  loop({begin, end, true}, 1, [&](llvm::Value *t) {
    iterationScope = current;
    iteration = t;
    partialTotals.clear();
    startPartials();
    llvm::Value *first = b.CreateMul(t, i64(kernel.rowsPerIteration));
    llvm::Value *last = b.CreateBinaryIntrinsic(llvm::Intrinsic::smin,
                                                b.CreateAdd(first, i64(kernel.rowsPerIteration)),
                                                i64(kernel.rows()));
    loop({first, last, true}, 1, [&](llvm::Value *number) { emitRowsAtOnce(number); });
    finishPartials();
  });
}

void LoopEmitter::columnDims(unsigned dim) {
  int64_t size = kernel.sizes[dim];
  if (dim + 1 < kernel.sizes.size()) {
    loop({i64(0), i64(size), false}, 1, [&](llvm::Value *i) {
      dims[dim] = variable(i, 0, size, 1);
      columnDims(dim + 1);
    });
    return;
  }
  auto all = [&] {
    SmallVector<int64_t> borders{0};
    llvm::append_range(borders, kernel.breaks);
    borders.push_back(size);
    for (size_t s = 0; s + 1 < borders.size(); ++s)
      lastDim(i64(borders[s]), i64(borders[s + 1]), borders[s], borders[s + 1], true,
              [&](unsigned lanes) { element(lanes); });
  };
  if (rowsAllowNonTemporal && storesNonTemporallyIn(pass))
    storeColumnsNonTemporally(all);
  else
    all();
}

void LoopEmitter::lastDim(llvm::Value *begin, llvm::Value *end, int64_t low, int64_t high,
                          bool isStatic, llvm::function_ref<void(unsigned)> body) {
  int64_t position = low;
  auto steps = [&](llvm::Value *from, llvm::Value *to, unsigned lanes, int64_t first,
                   int64_t count) {
    return loop({from, to, !isStatic}, lanes, [&](llvm::Value *i) {
      dims.back() = variable(i, first, count, lanes);
      body(lanes);
    });
  };
  if (isStatic) {
    SmallVector<unsigned, 3> widths{kernel.lanes};
    if (kernel.lanes > 8)
      widths.push_back(8);
    if (kernel.lanes > 1)
      widths.push_back(1);
    for (unsigned lanes : widths) {
      int64_t count = (high - position) / lanes * lanes;
      if (count > 0)
        steps(i64(position), i64(position + count), lanes, position, count);
      position += count;
    }
    return;
  }
  // A step longer than the part never runs, and were its variable one number it would have no
  // lanes.
  llvm::Value *reached = begin;
  auto stepsThatFit = [&](unsigned lanes) {
    if (lanes <= high - low)
      reached = steps(reached, end, lanes, low, high - low);
  };
  stepsThatFit(kernel.lanes);
  bool divides = (high - low) % kernel.lanes == 0 && low % kernel.lanes == 0 &&
                 kernel.block % kernel.lanes == 0 && kernel.tileColumns % kernel.lanes == 0;
  if (!divides && kernel.tileColumns && kernel.lanes > kGroupRows)
    stepsThatFit(kGroupRows);
  if (!divides)
    stepsThatFit(1);
}

/// Everything that the pass computes at the element where the loops stand, `lanes` of them at once,
/// in each row.
void LoopEmitter::element(unsigned lanes) {
  eachRow([&] { elementOfRow(lanes); });
}

void LoopEmitter::elementOfRow(unsigned lanes) {
  AffineExpr number = elementNumber();
  if (pass == 1)
    prefetchNextRow(lanes);
  continuePrefixScan(number);
  if (kernelIndex == 0) {
    for (const FusionPlan::Reduction &r : plan.reductions) {
      if (r.pass != pass || r.kind == Kind::OfRows || r.kind == Kind::PrefixScan)
        continue;
      SmallVector<llvm::Value *> elements;
      for (Value operand : r.op->getOperands().take_front(r.op->getNumResults()))
        elements.push_back(
            splatTo(b, pull(operand, algebra.delinear(number, shapeOf(operand))), lanes));
      if (r.kind == Kind::Columns)
        addToColumns(r, elements, lanes);
      else
        addTo(r.kind == Kind::Row ? row->totals[r.op] : partialTotals[r.op], elements, lanes);
    }
    for (const FusionPlan::Staged &s : plan.staged) {
      if (s.pass != pass)
        continue;
      llvm::Value *x = pull(s.value, algebra.delinear(number, shapeOf(s.value)));
      llvm::AllocaInst *tile = row->tiles[s.value].first;
      llvm::Type *type = tile->getAllocatedType();
      if (x->getType()->isIntOrIntVectorTy(1))
        x = b.CreateZExt(x, lanesOf(x) == 1 ? type : llvm::FixedVectorType::get(type, lanesOf(x)));
      store(tile, type, FusionTrace::bytesInRegister(s.value), columnNumber(), splatTo(b, x, lanes),
            lanes);
    }
  }
  storeOutputs([&](const FusionPlan::Store &s) { return !s.perRow && s.pass == pass; }, number,
               lanes);
}

void LoopEmitter::storeOutputs(llvm::function_ref<bool(const FusionPlan::Store &)> isNow,
                               AffineExpr element, unsigned lanes) {
  struct Made {
    unsigned output;
    AffineExpr place;
    llvm::Value *value;
  };
  // All reads before all writes: an output may lie in the buffer of an input.
  SmallVector<Made> made;
  for (const FusionPlan::Store &s : plan.stores) {
    if (s.kernel != kernelIndex || !isNow(s))
      continue;
    Index index = algebra.delinear(element, shapeOf(s.value));
    llvm::Value *value =
        toMemory(b, splatTo(b, pull(s.value, index), lanes), getElementTypeOrSelf(s.value));
    Value output = body.outputs[s.output];
    if (output != s.value)
      if (std::optional<UpdateWindow> window = updateWindow(output.getDefiningOp()))
        index = indexInWhole(algebra, output.getDefiningOp(), *window, index);
    AffineExpr place = algebra.simplify(algebra.linear(index, shapeOf(output)));
    if (output != s.value)
      number(place, 1); // reads the window's start
    made.push_back({s.output, place, value});
  }
  for (const Made &m : made) {
    Type type = getElementTypeOrSelf(body.outputs[m.output]);
    store(buffer(body.inputs.size() + m.output), memoryType(type, b.getContext()),
          elementBytes(type), m.place, m.value, lanes,
          nonTemporal && isNonTemporal(m.output) &&
              lanes * elementBytes(type) % kNonTemporalWidth == 0);
  }
}

void emitFusion(llvm::Module &module, const FusionBody &body, const FusionPlan &plan,
                Rounding rounding, ArrayRef<std::string> symbols) {
  ElementCodes codes(rounding);
  for (auto [k, symbol] : llvm::enumerate(symbols))
    LoopEmitter(module, codes, body, plan, k).emit(symbol);
}

void emitScalarFunction(llvm::Module &module, Region &region, Rounding rounding,
                        llvm::StringRef symbol) {
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> b(context);
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer}, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
  function->setDoesNotThrow();
  b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  auto address = [&](unsigned list, unsigned i) {
    return b.CreateLoad(pointer, b.CreateConstGEP1_64(pointer, function->getArg(list), i));
  };
  SmallVector<llvm::Value *> arguments;
  for (BlockArgument arg : region.getArguments()) {
    Type element = getElementTypeOrSelf(arg.getType());
    llvm::Value *loaded =
        b.CreateAlignedLoad(memoryType(element, context), address(0, arg.getArgNumber()),
                            llvm::Align(elementBytes(element)));
    arguments.push_back(fromMemory(b, loaded, element));
  }
  ElementCodes codes(rounding);
  SmallVector<llvm::Value *> results = emitElements(b, codes.of(region), arguments);
  for (auto [i, v] : llvm::enumerate(region.front().getTerminator()->getOperands())) {
    Type element = getElementTypeOrSelf(v.getType());
    b.CreateAlignedStore(toMemory(b, results[i], element), address(1, i),
                         llvm::Align(elementBytes(element)));
  }
  b.CreateRetVoid();
}

} // namespace spmd

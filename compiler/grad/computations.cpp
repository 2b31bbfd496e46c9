// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of a manual computation is another one. Seen from outside, a value that all devices
// of an axis hold is one value: its cotangent is the sum of theirs, and the cotangent of a result
// is divided among the devices that returned it. So the gradient of a program does not depend on
// who holds copies. What the backward body reads of the forward one leaves it stacked over the
// devices.
#include "compiler/grad/residuals.h"
#include "compiler/grad/reverse.h"
#include "dialects/device_groups.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
namespace {

class ComputationGradient {
public:
  ComputationGradient(sdy::ManualComputationOp op, OpBuilder &b, Cotangents &c, Reverse &reverse)
      : op(op), body(op.getBody().front()), loc(op.getLoc()), b(b), c(c), reverse(reverse) {}

  /// The body captures nothing, so that operands are all that it reads from outside.
  LogicalResult run() {
    // All shardings of the op are over one mesh.
    auto axes = op.getManualAxes();
    auto shardings = op.getInShardings().empty() ? op.getOutShardings() : op.getInShardings();
    meshOrRef = shardings.getSharding(0).getMeshOrRef();
    mesh = sdy::getMeshAttr(op, meshOrRef);
    manual.assign(axes.begin(), axes.end());
    for (auto [operand, argument] : llvm::zip_equal(op->getOperands(), body.getArguments()))
      if (c.active.contains(operand))
        inner.active.insert(argument);
    Reverse::propagate(body, inner);
    if (failed(writeBody()))
      return failure();
    saveResiduals();
    finish();
    return success();
  }

private:
  /// The manual axes along which a value of this sharding is copied.
  SmallVector<StringRef> copiedAlong(sdy::TensorShardingAttr sharding) {
    // Axes of size one have no copies.
    SmallVector<StringRef> axes;
    for (StringAttr axis : manual) {
      bool isNamed = llvm::any_of(sharding.getDimShardings(), [&](auto dim) {
        return llvm::any_of(dim.getAxes(),
                            [&](sdy::AxisRefAttr ref) { return ref.getName() == axis.getValue(); });
      });
      if (!isNamed && mesh.getAxisSize(axis.getValue()) > 1)
        axes.push_back(axis.getValue());
    }
    return axes;
  }

  /// The sum of a value over the devices along `axes`.
  Value sumAlong(OpBuilder &at, Value value, ArrayRef<StringRef> axes) {
    if (axes.empty())
      return value;
    // Groups are listed by device, as the program may name the mesh in any order.
    SmallVector<int64_t> sizes;
    for (auto axis : mesh.getAxes())
      sizes.push_back(axis.getSize());
    MeshGrid grid(sizes, mesh.getDeviceIds());
    SmallVector<Axis> along;
    for (StringRef name : axes)
      along.push_back({int32_t(mesh.getAxisIndex(name)), 1, int32_t(mesh.getAxisSize(name))});
    SmallVector<int64_t> ids;
    DeviceGroups groups(grid, along);
    for (const auto &group : groups.list())
      llvm::append_range(ids, group);
    auto type = RankedTensorType::get({groups.groupCount(), groups.groupSize()}, at.getI64Type());
    auto channel = stablehlo::ChannelHandleAttr::get(at.getContext(), 1, /*type=*/1);
    return stablehlo::AllReduceOp::create(at, loc, value, "stablehlo.add",
                                          DenseIntElementsAttr::get(type, ids), channel,
                                          /*useGlobalDeviceIds=*/true)
        ->getResult(0);
  }

  /// The backward body; its arguments are the cotangents of results, as one device has them.
  LogicalResult writeBody() {
    back = &backward.emplaceBlock();
    OpBuilder inside = builderAtEnd(*back, b.getContext());
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      // A result that devices hold copies of counts once: each copy gets its share.
      Value returned = body.getTerminator()->getOperand(i), ct = c.totals.lookup(result);
      if (!ct)
        continue;
      Value local = back->addArgument(returned.getType(), loc);
      inputs.push_back(ct);
      inShardings.push_back(op.getOutSharding(i));
      int64_t copies = 1;
      for (StringRef axis : copiedAlong(op.getOutSharding(i)))
        copies *= mesh.getAxisSize(axis);
      if (copies > 1)
        local = (1.0 / double(copies) * Backward(op, inside, inner).of(local)).value;
      addCotangent(inside, loc, inner, returned, local);
    }
    if (failed(reverse.run(body, inside, inner)))
      return failure();
    SmallVector<Value> given;
    for (auto [i, argument] : llvm::enumerate(body.getArguments()))
      if (Value total = inner.totals.lookup(argument)) {
        sdy::TensorShardingAttr sharding = op.getInSharding(i);
        given.push_back(sumAlong(inside, total, copiedAlong(sharding)));
        wanted.push_back(op->getOperand(i));
        outShardings.push_back(sharding);
      }
    sdy::ReturnOp::create(inside, loc, given);
    return success();
  }

  /// Values of all devices as one: dim 0 is split by all manual axes. Along free axes the
  /// placement is open.
  sdy::TensorShardingAttr stacked(int64_t rank) {
    // Without free axes nothing is left open.
    bool isWhole = manual.size() == mesh.getAxes().size();
    MLIRContext *context = op.getContext();
    SmallVector<sdy::AxisRefAttr> axes;
    for (StringAttr axis : manual)
      axes.push_back(sdy::AxisRefAttr::get(context, axis.getValue()));
    SmallVector<sdy::DimensionShardingAttr> dims{
        sdy::DimensionShardingAttr::get(context, axes, isWhole)};
    dims.append(rank - 1, sdy::DimensionShardingAttr::get(context, {}, isWhole));
    return sdy::TensorShardingAttr::get(context, meshOrRef, dims);
  }

  void saveResiduals() {
    // Arguments are handed over as they were; other values leave the forward body with one more
    // result each, scalars as rows of one element.
    int64_t devices = 1;
    for (StringAttr axis : manual)
      devices *= mesh.getAxisSize(axis.getValue());
    SmallVector<Value> saved = recomputeConstants(body, *back);
    SmallVector<Type> types(op->getResultTypes());
    SmallVector<sdy::TensorShardingAttr> shardings(op.getOutShardings().getShardings());
    SmallVector<Value> returned(body.getTerminator()->getOperands());
    OpBuilder end(body.getTerminator()), head = builderAtBegin(*back, b.getContext());
    unsigned first = returned.size();
    SmallVector<unsigned> sources; // of `saved`: an operand, or a result from `first` on
    for (Value value : saved) {
      auto type = cast<RankedTensorType>(value.getType());
      auto argument = dyn_cast<BlockArgument>(value);
      Value local = back->addArgument(type, loc);
      if (argument) {
        sources.push_back(argument.getArgNumber());
        inShardings.push_back(op.getInSharding(argument.getArgNumber()));
        replaceUsesIn(*back, value, local);
        continue;
      }
      RankedTensorType row = type.getRank() ? type : type.clone(ArrayRef<int64_t>{1});
      if (row != type) { // a dim over which the devices are stacked
        local.setType(row);
        replaceUsesIn(*back, value, stablehlo::ReshapeOp::create(head, loc, type, local));
        value = stablehlo::ReshapeOp::create(end, loc, row, value);
      } else {
        replaceUsesIn(*back, value, local);
      }
      SmallVector<int64_t> shape(row.getShape());
      shape[0] *= devices;
      sources.push_back(op->getNumOperands() + returned.size());
      types.push_back(row.clone(shape));
      shardings.push_back(stacked(row.getRank()));
      inShardings.push_back(shardings.back());
      returned.push_back(value);
    }
    if (returned.size() > first)
      returnMore(types, shardings, returned);
    for (unsigned source : sources)
      inputs.push_back(source < op->getNumOperands()
                           ? op->getOperand(source)
                           : op->getResult(source - op->getNumOperands()));
  }

  /// Replaces the op by one with more results.
  void returnMore(TypeRange types, ArrayRef<sdy::TensorShardingAttr> shardings,
                  ValueRange returned) {
    // The op has as many out_shardings as results, so it is created a second time.
    body.getTerminator()->setOperands(returned);
    IRRewriter rewriter(op);
    auto larger = sdy::ManualComputationOp::create(
        rewriter, loc, types, op->getOperands(), op.getInShardings(),
        sdy::TensorShardingPerValueAttr::get(op.getContext(), shardings), op.getManualAxesAttr());
    larger.getBody().takeBody(op.getBody());
    rewriter.replaceOp(op, larger->getResults().take_front(op->getNumResults()));
    op = larger;
  }

  void finish() {
    // Cotangents of operands are placed like the operands.
    MLIRContext *context = op.getContext();
    auto made = sdy::ManualComputationOp::create(
        b, loc, ValueRange(wanted).getTypes(), inputs,
        sdy::TensorShardingPerValueAttr::get(context, inShardings),
        sdy::TensorShardingPerValueAttr::get(context, outShardings), op.getManualAxesAttr());
    made.getBody().takeBody(backward);
    for (auto [operand, result] : llvm::zip_equal(wanted, made->getResults()))
      addCotangent(b, loc, c, operand, result);
  }

  sdy::ManualComputationOp op;
  Block &body;
  Location loc;
  OpBuilder &b;
  Cotangents &c;
  Reverse &reverse;
  Cotangents inner;
  Attribute meshOrRef;
  sdy::MeshAttr mesh;
  SmallVector<StringAttr> manual;
  Region backward;
  Block *back = nullptr;
  SmallVector<Value> inputs, wanted; // operands of the backward op, and whose cotangents it gives
  SmallVector<sdy::TensorShardingAttr> inShardings, outShardings;
};

} // namespace

LogicalResult Reverse::runComputation(Operation *op, OpBuilder &b, Cotangents &c) {
  auto manual = dyn_cast<sdy::ManualComputationOp>(op);
  if (!manual)
    return op->emitOpError("has no gradient: inline it first (--spmd-inline-calls)");
  return ComputationGradient(manual, b, c, *this).run();
}

} // namespace spmd

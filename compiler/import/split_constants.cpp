// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every use of a constant expression, and of a broadcast of a scalar, its own copy, so that
// the placement one user wants does not bind another user. Scalars have no dims to place and stay
// shared. Public Shardy pass.
//
//   %c = constant : 8x8                      %c0 = sdy.constant, %c1 = sdy.constant
//   add %x, %c; multiply %y, %c       ->     add %x, %c0; multiply %y, %c1
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SPLITCONSTANTS
#include "compiler/passes.h.inc"
namespace {

bool isScalar(Value value) { return sdy::getTensorRank(value) == 0; }

bool makesConstant(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<sdy::ConstantOp, stablehlo::IotaOp>(op);
}

/// Decides which ops keep an expression constant. The answer for a function is cached, because
/// functions may call each other many times.
class ConstantOps {
public:
  explicit ConstantOps(const CallGraph &graph) : graph(graph) {}

  /// Whether the op's results are constant expressions if its operands are. A call counts if its
  /// callee consists of such ops.
  bool keepsConstant(Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      func::FuncOp callee = graph.calleeOf(call);
      if (!callee)
        return false;
      auto it = functions.find(callee);
      return it != functions.end() ? it->second
                                   : (functions[callee] = isConstantBody(callee.getBody()));
    }
    if (auto named = dyn_cast<sdy::NamedComputationOp>(op))
      return isConstantBody(named.getBody());
    if (op->getNumOperands() == 0 || !isPure(op))
      return false;
    return op->hasTrait<OpTrait::Elementwise>() || Rules::of(op).keepsConstant;
  }

private:
  /// Whether the body computes only constant expressions of its arguments.
  bool isConstantBody(Region &body) {
    return llvm::hasSingleElement(body) &&
           llvm::all_of(body.front().without_terminator(),
                        [&](Operation &op) { return makesConstant(&op) || keepsConstant(&op); });
  }

  const CallGraph &graph;
  DenseMap<Operation *, bool> functions;
};

bool isScalarBroadcast(Operation *op) {
  return isa<stablehlo::BroadcastInDimOp>(op) && isScalar(op->getOperand(0));
}

/// Splits the constants of one function.
class Splitter {
public:
  Splitter(CallGraph &graph, ConstantOps &constantOps) : graph(graph), constantOps(constantOps) {}

  /// Collects constant expressions and scalar broadcasts in program order, gives every other op its
  /// own copies, and erases the originals that have no user left.
  LogicalResult run(func::FuncOp function) {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      bool constant =
          makesConstant(op) ||
          (constantOps.keepsConstant(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
             return operand.getDefiningOp() && constants.contains(operand.getDefiningOp());
           }));
      if (constant) {
        constants.insert(op);
        return;
      }
      if (isScalarBroadcast(op)) {
        broadcasts.insert(op);
        return;
      }
      if (!isGroupOfCopied(op)) // such a group op is copied with each copy of its value
        for (OpOperand &operand : op->getOpOperands())
          copyFor(operand);
    });
    if (hasFailed)
      return failure();
    eraseCopied(constants);
    eraseCopied(broadcasts);
    return success();
  }

private:
  /// Whether the op puts a value that is copied into a sharding group. The copies then join the
  /// group, too.
  bool isGroupOfCopied(Operation *op) const {
    Operation *member = isa<sdy::ShardingGroupOp>(op) ? op->getOperand(0).getDefiningOp() : nullptr;
    return member && !isScalar(op->getOperand(0)) &&
           (constants.contains(member) || broadcasts.contains(member));
  }

  /// Copies the group ops of `op` for its copy, in program order, so that the output does not
  /// depend on the order of users.
  void copyGroups(Operation *op, IRMapping &copies) {
    auto groups = llvm::filter_to_vector(op->getUsers(),
                                         [&](Operation *user) { return isGroupOfCopied(user); });
    llvm::sort(groups, [](Operation *l, Operation *r) {
      return l->getBlock() == r->getBlock() && l->isBeforeInBlock(r);
    });
    for (Operation *group : groups)
      OpBuilder(op).clone(*group, copies);
  }

  /// Erases ops that have only group ops as users, in reverse so that users go first.
  void eraseCopied(const SetVector<Operation *> &ops) {
    for (Operation *op : llvm::reverse(ops))
      if (llvm::all_of(op->getUsers(), [&](Operation *user) { return isGroupOfCopied(user); })) {
        for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
          user->erase();
        op->erase();
      }
  }

  /// Gives one operand its own copy.
  void copyFor(OpOperand &operand) {
    Operation *op = operand.get().getDefiningOp();
    if (!op || isScalar(operand.get()))
      return;
    if (broadcasts.contains(op)) {
      IRMapping copies;
      operand.set(OpBuilder(op).clone(*op, copies)->getResult(0));
      copyGroups(op, copies);
    } else if (constants.contains(op)) {
      IRMapping copies;
      copy(op, copies);
      operand.set(copies.lookup(operand.get()));
    }
  }

  /// Copies an expression, each op right before its original, and the functions that it calls.
  void copy(Operation *op, IRMapping &copies) {
    if (llvm::all_of(op->getResults(), isScalar) || copies.contains(op))
      return;
    for (Value operand : op->getOperands())
      copy(operand.getDefiningOp(), copies);
    Operation *clone = OpBuilder(op).clone(*op, copies);
    copyGroups(op, copies);
    if (auto call = dyn_cast<func::CallOp>(clone); call && !hasFailed)
      hasFailed = failed(graph.copyCallee(call));
  }

  CallGraph &graph;
  ConstantOps &constantOps;
  bool hasFailed = false;
  SetVector<Operation *> constants, broadcasts;
};

struct SplitConstants : impl::SplitConstantsBase<SplitConstants> {
  /// Replaces stablehlo.constant by sdy.constant, which is not merged or folded, then splits
  /// callees before callers.
  void runOnOperation() override {
    getOperation().walk([](stablehlo::ConstantOp op) {
      if (op.getType() != op.getValue().getType())
        return; // quantized constants stay: sdy.constant has the type of its elements
      IRRewriter b(op);
      auto constant = sdy::ConstantOp::create(b, op.getLoc(), op.getType(), op.getValue());
      constant->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      b.replaceOp(op, constant.getOutput());
    });
    CallGraph graph(getOperation());
    if (failed(graph.checkAcyclic()))
      return signalPassFailure();
    ConstantOps constantOps(graph);
    for (func::FuncOp function : graph.postOrder())
      if (failed(Splitter(graph, constantOps).run(function)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace spmd

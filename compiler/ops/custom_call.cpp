// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Custom calls by target: checks of self-checking programs, annotations that return their operand,
// routines of LAPACK (compiler/ops/lapack), and functions of the host process (compiler/ops/host).
// The sharding rules cover the targets that Shardy knows (op_sharding_rule_registry.cc).
#include "compiler/ops/annotation.h"
#include "compiler/ops/approx_top_k.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/checks.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/host/host_call.h"
#include "compiler/ops/lapack/lapack.h"
#include "compiler/ops/library_call.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// What is known of a target.
enum Trait : unsigned {
  kIdentity = 1,    // returns its operands
  kElementwise = 2, // treats elements independently: each device can call it on its part
  kPointwise = 4,   // propagation shards operands and results alike
  kOnMatrices = 8,  // treats the last two dims of its operands as matrices
};
/// Of the elementwise targets, mhlo.erf and the X64 targets compute, all others annotate. The
/// _SPMDInternalOp targets move data between shards.
bool hasTrait(StringRef target, Trait trait) {
  static const llvm::StringMap<unsigned> traits = {
      {"Sharding", kIdentity},
      {"SPMDFullToShardShape", kIdentity},
      {"SPMDShardToFullShape", kIdentity},
      {"annotate_device_placement", kIdentity | kElementwise | kPointwise},
      {"InspectSharding", kIdentity | kElementwise | kPointwise},
      {"LayoutConstraint", kIdentity | kElementwise | kPointwise},
      {"MoveToDevice", kIdentity | kElementwise | kPointwise},
      {"MoveToHost", kIdentity | kElementwise | kPointwise},
      {"xla.megascale.provide_metadata", kIdentity | kElementwise | kPointwise},
      {"mhlo.erf", kElementwise | kPointwise},
      {"X64SplitHigh", kElementwise | kPointwise},
      {"X64SplitLow", kElementwise | kPointwise},
      {"Cholesky", kPointwise | kOnMatrices},
      {"CompactWyHelper", kPointwise | kOnMatrices},
      {"InvertDiagBlocksLowerTriangular", kPointwise | kOnMatrices},
      {"InvertDiagBlocksUpperTriangular", kPointwise | kOnMatrices},
      {"_SPMDInternalOp_MultiPad", kPointwise},
      {"_SPMDInternalOp_RotateRight", kPointwise},
      {"_SPMDInternalOp_MultiRotate", kPointwise},
      {"_SPMDInternalOp_MultiSlice", kPointwise},
      {"_SPMDInternalOp_Wrap", kPointwise}};
  return traits.lookup(target) & trait;
}

/// The rank of a tensor; 0 for tokens and tuples.
int64_t rankOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

/// Whether all `matrices` have the same batch dims, rows and columns by rank, and all `vectors` at
/// least the batch dims and one more.
bool areMatricesAnd(ValueRange matrices, ValueRange vectors) {
  int64_t rank = rankOf(matrices[0]);
  return rank >= 2 && llvm::all_of(matrices, [&](Value v) { return rankOf(v) == rank; }) &&
         llvm::all_of(vectors, [&](Value v) { return rankOf(v) >= rank - 1; });
}

/// The rule of Qr and of the product of reflectors: ([..., j, k])->([..., j, k], [..., l]), where
/// j, k and l need replication.
ShardingRule reflectorRule(CustomCallOp op, Value vector) {
  RuleBuilder builder(op);
  auto matrix = tensorTypeOf(op.getOperand(0));
  int64_t batch = matrix.getRank() - 2;
  bool isOperand = llvm::is_contained(op->getOperands(), vector);
  // Batch dims are shared by all operands and results.
  for (int64_t d = 0; d < batch; ++d)
    builder.addEverywhere(d, d, matrix.getDimSize(d));
  for (int64_t d = batch; d < batch + 2; ++d)
    builder.add({d}, {d}, matrix.getDimSize(d), FactorKind::NeedReplication);
  int64_t size = tensorTypeOf(vector).getDimSize(batch), absent = RuleBuilder::kAbsent;
  if (isOperand)
    builder.add({absent, batch}, {}, size, FactorKind::NeedReplication);
  else
    builder.add({}, {absent, batch}, size, FactorKind::NeedReplication);
  return builder.build();
}

/// Batch dims pass through, the dims of matrices need replication.
ShardingRule matrixRule(CustomCallOp op) {
  ArrayRef<int64_t> shape = tensorTypeOf(op.getResult(0)).getShape();
  // Dims of the matrices also block propagation.
  return dimwiseRule(op, shape,
                     [&](int64_t d) { return d + 2 < int64_t(shape.size()) ? kPasses : kBlocked; });
}

/// The rule of Eigh, with eigenvectors and eigenvalues: ([..., j, k])->([..., j, k], [..., k]). In
/// the local program j and k need replication.
ShardingRule eighRule(CustomCallOp op, const RuleOptions &options) {
  const auto side = options.local ? FactorKind::NeedReplication : FactorKind::PassThrough;
  // Eigenvectors and eigenvalues share k, the dim of the columns.
  RuleBuilder builder(op);
  auto matrix = tensorTypeOf(op.getOperand(0));
  int64_t batch = matrix.getRank() - 2;
  for (int64_t d = 0; d < batch; ++d)
    builder.addEverywhere(d, d, matrix.getDimSize(d));
  builder.add({batch}, {batch}, matrix.getDimSize(batch), side);
  SmallVector<int64_t> results = {batch + 1};
  if (op.getNumResults() == 2)
    results.push_back(batch);
  builder.add({batch + 1}, results, matrix.getDimSize(batch + 1), side);
  return builder.build();
}

/// A custom call, by its target. A target without a rule is not sharded.
struct CustomCall : Meaning<CustomCallOp> {
  // Tries the known targets in turn, after checking their operands and results.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    StringRef target = op.getCallTargetName();
    ValueRange in = op.getInputs(), out = op.getResults();
    if (target == kHostCallTarget)
      return hostCallRule(op);
    if (in.empty() || out.empty())
      return std::nullopt;
    if (isLapackTarget(target))
      return lapackRule(op);
    // Propagation may pass along dims that a local program needs whole.
    if (options.local && hasTrait(target, kPointwise) && !hasTrait(target, kElementwise))
      return hasTrait(target, kOnMatrices) && areMatricesAnd(in, in) && areMatricesAnd(out, out)
                 ? std::optional(matrixRule(op))
                 : std::nullopt;
    // Pointwise in propagation; the local form of elementwise targets is the same.
    if (hasTrait(target, kPointwise))
      return pointwiseRule(op);
    if (target == "X64Combine")
      return combineRule(op);
    if (target == "Eigh" && in.size() == 1 && out.size() <= 2 &&
        areMatricesAnd({in[0], out[0]}, out.drop_front()))
      return eighRule(op, options);
    if ((target == "Qr" || target == "QrDecompositionBlock") && in.size() == 1 && out.size() == 2 &&
        areMatricesAnd({in[0], out[0]}, out[1]))
      return reflectorRule(op, out[1]);
    if (target == "ProductOfElementaryHouseholderReflectors" && in.size() == 2 && out.size() == 1 &&
        areMatricesAnd({in[0], out[0]}, in[1]))
      return reflectorRule(op, in[1]);
    if (target == "mhlo.topk")
      return topKRule(op, options);
    if (target == "ApproxTopK" || target == "PartialReduce")
      return partialReduceRule(op, options);
    return std::nullopt;
  }
  // Targets other than checks, identities and routines of LAPACK are unknown.
  static llvm::Expected<TensorList> eval(Op op, Inputs in) {
    StringRef target = op.getCallTargetName();
    if (target.starts_with("check."))
      return check(op, target.drop_front(6), in);
    if (hasTrait(target, kIdentity) && in.size() == op.getNumResults())
      return TensorList(in);
    if (isLapackTarget(target))
      return evalLapack(op, in);
    if (target == kHostCallTarget)
      return opError(op, "calls a function of the host process, which only compiled programs do");
    return opError(op, "calls the target @" + target + ", which is not known");
  }
  /// The runtime's routines call LAPACK and the host process. A triangular solve of real numbers is
  /// that of StableHLO, whose routine reads the matrices where they are.
  static std::optional<KernelCall> kernel(Op op) {
    if (std::optional<rt::HostCallConfig> call = hostCall(op))
      return KernelCall{*call};
    std::optional<rt::LapackConfig> call = lapackCall(op);
    if (!call)
      return std::nullopt;
    if (call->routine != rt::LapackRoutine::Trsm || isComplex(*call))
      return KernelCall{*call};
    const bool isLeft = call->side == 'L';
    return KernelCall{rt::TriangularSolveConfig{
        call->type, call->batches, call->k, isLeft ? call->n : call->m, isLeft, call->uplo == 'L',
        call->diagonal == 'U', call->transposed != 'N'}};
  }
  /// The routine takes complex numbers apart.
  static std::optional<PartValues> parts(Op op, OpBuilder &b, ArrayRef<PartValues> operands) {
    return hostCall(op) ? hostCallOnParts(op, b, operands) : lapackOnParts(op, b, operands);
  }
  /// Moves between memories change nothing.
  static OpPriority priority(Op op) {
    StringRef target = op.getCallTargetName();
    bool isMove = target == "MoveToDevice" || target == "MoveToHost";
    return isMove ? OpPriority::PassThrough : OpPriority::Other;
  }
  /// Annotations return their operand.
  static LogicalResult vjp(Op op, Backward &g) {
    if (op.getCallTargetName() == "mhlo.erf") {
      g.give(0u, M_2_SQRTPI * g.ct() * exp(-square(g.in())));
      return success();
    }
    if (isLapackTarget(op.getCallTargetName()))
      return lapackGradient(op, g);
    if (!hasTrait(op.getCallTargetName(), kIdentity) ||
        op->getOperandTypes() != op->getResultTypes())
      return op.emitOpError("has no gradient: what '")
             << op.getCallTargetName()
             << "' computes is not known; spmd.vjp on a function that calls it names its gradient";
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      g.give(i, g.ct(i));
    return success();
  }
  /// Elements, or matrices in the last dims, are independent; markers name the batch.
  static LogicalResult batch(Op op, Batching &g) {
    StringRef target = op.getCallTargetName();
    if (batchAxisOf(op))
      return batchMarker(op, g);
    if (isLapackTarget(target))
      return batchLapack(op, g);
    if (op->hasAttr("mhlo.sharding") || op.getOperandLayouts() || op.getResultLayouts())
      return g.refuse("'" + target + "' has a layout or a sharding for tensors of its own rank");
    if (hasTrait(target, kIdentity))
      return batchEach(g);
    if (hasTrait(target, kElementwise) || target == "X64Combine")
      return batchPointwise(g);
    if (hasTrait(target, kOnMatrices) || target == "mhlo.topk")
      return batchInFront(g);
    return g.refuse("what '" + target + "' computes is not known");
  }
  using Facets = Has<Rule, Kernel, Parts, Priority, Vjp, Batch, Eval>;

private:
  // The tolerances are fixed: 3 units in the last place, 1e-3 and 1e-4.
  static llvm::Expected<TensorList> check(Op op, StringRef name, Inputs in) {
    if (in.size() != 2)
      return opError(op, "check." + name + " compares two values, not " + Twine(in.size()));
    // Integers are compared exactly by all checks.
    bool isFloat =
        domainOf(in[0].element()) == Domain::Real || domainOf(in[0].element()) == Domain::Complex;
    CheckResult result;
    if (name == "expect_eq")
      result = checkEqual(in[0], in[1]);
    else if (name == "expect_close")
      result = checkClose(in[0], in[1], 0, 3);
    else if (name == "expect_almost_eq")
      result = checkAlmostEqual(in[0], in[1], 0.001);
    else if (name == "eq") // the expected value comes first
      result = isFloat ? checkAlmostEqual(in[1], in[0], 0.0001) : checkEqual(in[1], in[0]);
    else
      return opError(op, "calls the target @check." + name + ", which is not known");
    if (!result.holds)
      return checkFailure(op, "check." + name + " does not hold: " + result.message);
    // A check with results returns true.
    return llvm::map_to_vector(op.getResults(), [](Value result) {
      auto type = tensorTypeOf(result);
      return Tensor::of(type, std::vector<uint8_t>(type.getNumElements(), 1));
    });
  }
  /// X64Combine joins the halves of 64-bit words. The state of a random generator is not sharded.
  static std::optional<ShardingRule> combineRule(Op op) {
    bool feedsGenerator = llvm::any_of(op->getUsers(), [](Operation *user) {
      return user->getName().getStringRef() == "stablehlo.rng_bit_generator";
    });
    if (!feedsGenerator)
      return pointwiseRule(op);
    return dimwiseRule(op, tensorTypeOf(op.getResult(0)).getShape(),
                       [](int64_t) { return kBlocked; });
  }
  // The k best along the last dim, of values and indices.
  static std::optional<ShardingRule> topKRule(Op op, const RuleOptions &options) {
    auto in = dyn_cast<RankedTensorType>(op.getInputs()[0].getType());
    auto out = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (!in || !out || in.getRank() > out.getRank())
      return std::nullopt;
    return dimwiseRule(op, in.getShape(), [&](int64_t d) {
      // This holds also if k is the size of the dim.
      bool isChosenFrom = options.local && d + 1 == in.getRank();
      return in.getDimSize(d) == out.getDimSize(d) && !isChosenFrom ? kPasses : kBlocked;
    });
  }
  /// The best elements along a dim that shrinks, from values, indices and their initial values:
  /// ([i, j], [i, j], [], [])->([i, k], [i, k]). Propagation lets j be sharded. A local program
  /// cannot: it would select the best of its part only.
  static std::optional<ShardingRule> partialReduceRule(Op op, const RuleOptions &options) {
    // Scalars are the initial values, tensors the operands.
    RuleBuilder builder(op);
    int64_t rank = rankOf(op.getOperand(0));
    auto hasRank = [&](Value v) { return rankOf(v) == rank; };
    if (!llvm::all_of(op.getResults(), hasRank) ||
        !llvm::all_of(op.getOperands(), [&](Value v) { return hasRank(v) || rankOf(v) == 0; }))
      return std::nullopt;
    ArrayRef<int64_t> in = tensorTypeOf(op.getOperand(0)).getShape(),
                      out = tensorTypeOf(op.getResult(0)).getShape();
    // Only the local program must know the dim.
    std::optional<int64_t> chosen = options.local ? selectedDim(op) : std::nullopt;
    if (options.local && in == out && !chosen)
      return std::nullopt; // all of one dim is selected, but the call does not say which
    for (int64_t d = 0; d < rank; ++d) {
      bool isWhole = chosen == d || (options.local && in[d] != out[d]);
      if (in[d] == out[d]) {
        builder.addEverywhere(
            d, d, in[d], isWhole ? FactorKind::NeedReplication : FactorKind::PassThrough, isWhole);
      } else {
        builder.addEverywhere(d, rank, in[d],
                              isWhole ? FactorKind::NeedReplication : FactorKind::PassThrough,
                              isWhole);
        builder.addEverywhere(rank, d, out[d], FactorKind::NeedReplication, true);
      }
    }
    return builder.build();
  }
};

} // namespace

// A target that changes shapes gives parts, which only some programs have.
bool isAnnotation(CustomCallOp op) {
  return hasTrait(op.getCallTargetName(), kIdentity) &&
         op->getOperandTypes() == op->getResultTypes();
}

// Each operand has an initial value, which elements that are not there would have.
bool isApproxTopK(CustomCallOp op) {
  unsigned count = op->getNumResults();
  return op.getCallTargetName() == "ApproxTopK" && count > 0 && op->getNumOperands() == 2 * count;
}

// JAX writes the configuration beside the op, or as the op's own where it is a dictionary. A dim
// may be counted from the end.
std::optional<int64_t> selectedDim(CustomCallOp op) {
  int64_t rank = rankOf(op.getOperand(0));
  for (StringRef name : {"mhlo.backend_config", "backend_config"})
    if (auto config = op->getAttrOfType<DictionaryAttr>(name))
      if (auto dim = config.getAs<IntegerAttr>("reduction_dim")) {
        int64_t at = dim.getInt() < 0 ? dim.getInt() + rank : dim.getInt();
        return at >= 0 && at < rank ? std::optional(at) : std::nullopt;
      }
  return std::nullopt;
}

void addCustomCallRules(RuleTable &table) { table.add<CustomCall>(); }

} // namespace spmd::ops

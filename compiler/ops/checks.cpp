// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of the check and interpreter dialects: comparisons that fail the program, and programs
// that run side by side on several devices. The custom calls check.* share the comparisons.
#include "compiler/ops/checks.h"
#include "compiler/ops/facets.h"
#include "dialects/check/check.h"
#include "dialects/interpreter/interpreter.h"
#include "dialects/stablehlo/stablehlo.h"
#include "runtime/distance.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir;

namespace spmd {
namespace {

// "element [1, 2] is 3.5, expected 4 within 0.1", where `rule` is the last part.
CheckResult report(const Tensor &actual, const Tensor &expected, int64_t position,
                   const Twine &rule) {
  CheckResult result{.holds = false, .message = {}};
  llvm::raw_string_ostream os(result.message);
  os << "element [";
  SmallVector<int64_t> strides = stridesOf(actual.shape());
  int64_t rest = position;
  // Indices from a row-major position.
  for (auto [d, stride] : llvm::enumerate(strides)) {
    os << (d ? ", " : "") << rest / stride;
    rest %= stride;
  }
  os << "] is ";
  actual.printElement(os, position);
  os << ", expected ";
  expected.printElement(os, position);
  os << rule;
  return result;
}

CheckResult differentShapes(const Tensor &actual, const Tensor &expected) {
  CheckResult result{.holds = false, .message = {}};
  llvm::raw_string_ostream(result.message)
      << "the value has type " << actual.type << ", expected " << expected.type;
  return result;
}

bool haveEqualShapes(const Tensor &l, const Tensor &r) {
  return l.shape() == r.shape() && storedBytes(l.element()) == storedBytes(r.element()) &&
         domainOf(l.element()) == domainOf(r.element());
}

/// The first element with a part for which `holds(a, b)` is false on doubles.
std::optional<int64_t> firstFloat(const Tensor &actual, const Tensor &expected,
                                  function_ref<bool(double, double)> holds) {
  std::vector<Complex> a = actual.values<Complex>(), e = expected.values<Complex>();
  for (size_t i = 0; i < a.size(); ++i)
    if (!holds(a[i].real(), e[i].real()) || !holds(a[i].imag(), e[i].imag()))
      return int64_t(i);
  return std::nullopt;
}

bool isFloating(const Tensor &t) {
  Domain domain = domainOf(t.element());
  return domain == Domain::Real || domain == Domain::Complex;
}

/// The first element that differs.
std::optional<int64_t> firstInteger(const Tensor &actual, const Tensor &expected) {
  std::vector<int64_t> a = actual.values<int64_t>(), e = expected.values<int64_t>();
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != e[i])
      return int64_t(i);
  return std::nullopt;
}

/// The stored bits of one float, or of one part of a complex element: magnitude and sign.
struct FloatBits {
  uint64_t magnitude;
  bool isNegative;
};
// Sub-byte floats are stored in a whole byte.
FloatBits bitsAt(const char *data, unsigned bits, int64_t part) {
  uint64_t word = 0;
  std::memcpy(&word, data + part * int64_t(bits <= 8 ? 1 : bits / 8), bits <= 8 ? 1 : bits / 8);
  uint64_t sign = uint64_t(1) << (bits - 1);
  return {word & (sign - 1), (word & sign) != 0};
}

/// Distance in units in the last place: the difference of the magnitudes, or their sum across zero.
/// UINT64_MAX stands for infinitely far.
uint64_t ulpDistance(double a, double e, FloatBits aBits, FloatBits eBits) {
  if (std::isnan(a) && std::isnan(e))
    return 0;
  if (std::isfinite(a) && std::isfinite(e)) {
    if (aBits.isNegative != eBits.isNegative)
      return aBits.magnitude + eBits.magnitude;
    return std::max(aBits.magnitude, eBits.magnitude) - std::min(aBits.magnitude, eBits.magnitude);
  }
  return a == e ? 0 : UINT64_MAX; // the same infinity, or not comparable
}

} // namespace

/// Whether the op is a check: one of the dialect, or a custom call with the name of one.
bool isCheck(Operation *op) {
  if (isa_and_nonnull<check::CheckDialect>(op->getDialect()))
    return true;
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  return call && llvm::is_contained({"check.expect_eq", "check.expect_close",
                                     "check.expect_almost_eq", "check.eq"},
                                    call.getCallTargetName());
}

/// Reports the first element that differs, in row-major order.
CheckResult checkEqual(const Tensor &actual, const Tensor &expected) {
  if (!haveEqualShapes(actual, expected))
    return differentShapes(actual, expected);
  auto first = isFloating(actual)
                   ? firstFloat(actual, expected, [](double a, double e) { return a == e; })
                   : firstInteger(actual, expected);
  return first ? report(actual, expected, *first, "") : CheckResult();
}

/// Floats may be `tolerance` apart (runtime/distance.h); integers must be equal.
CheckResult checkAlmostEqual(const Tensor &actual, const Tensor &expected, double tolerance) {
  if (!haveEqualShapes(actual, expected))
    return differentShapes(actual, expected);
  auto isAlmost = [&](double a, double e) {
    double apart = rt::distance(a, e);
    return std::isfinite(apart) && apart <= tolerance;
  };
  auto first =
      isFloating(actual) ? firstFloat(actual, expected, isAlmost) : firstInteger(actual, expected);
  std::string rule;
  llvm::raw_string_ostream(rule) << " within " << llvm::format("%g", tolerance);
  return first ? report(actual, expected, *first, rule) : CheckResult();
}

// Complex elements compare part by part; integers must be equal, whatever the bounds are.
CheckResult checkClose(const Tensor &actual, const Tensor &expected, uint64_t least,
                       uint64_t most) {
  if (!haveEqualShapes(actual, expected))
    return differentShapes(actual, expected);
  if (!isFloating(actual))
    return checkEqual(actual, expected);
  std::vector<Complex> a = actual.values<Complex>(), e = expected.values<Complex>();
  bool isComplex = domainOf(actual.element()) == Domain::Complex;
  unsigned bits = elementBits(actual.element());
  // Parts of a complex element are compared one by one.
  for (int64_t i = 0; i < actual.count(); ++i) {
    for (int64_t part = 0; part < (isComplex ? 2 : 1); ++part) {
      int64_t at = isComplex ? 2 * i + part : i;
      uint64_t distance =
          ulpDistance(part ? a[i].imag() : a[i].real(), part ? e[i].imag() : e[i].real(),
                      bitsAt(actual.data(), bits, at), bitsAt(expected.data(), bits, at));
      if (distance < least || distance > most) {
        std::string apart = distance == UINT64_MAX ? "infinitely many" : std::to_string(distance);
        return report(actual, expected, i,
                      ": " + apart + " units of the last place apart, " +
                          (distance > most ? "at most " + std::to_string(most)
                                           : "at least " + std::to_string(least)) +
                          " allowed");
      }
    }
  }
  return {};
}

namespace ops {
namespace {

// An error that self-checking programs report as a failed check.
llvm::Error verdict(Operation *op, const CheckResult &result) {
  return result.holds ? llvm::Error::success()
                      : checkFailure(op, "does not hold: " + result.message);
}

/// check.expect_eq: both operands are equal, NaN to nothing.
struct ExpectEq : Meaning<check::ExpectEqOp> {
  static llvm::Error eval(Op op, Inputs in) { return verdict(op, checkEqual(in[0], in[1])); }
  using Facets = Has<NoRule<"checks are taken out of a program first">,
                     NoVjp<"checks are taken out of a program first">,
                     NoBatch<"checks are taken out of a program first">, Eval>;
};

/// check.expect_almost_eq: the operands differ by at most the tolerance.
struct ExpectAlmostEq : Meaning<check::ExpectAlmostEqOp> {
  static llvm::Error eval(Op op, Inputs in) {
    return verdict(op, checkAlmostEqual(in[0], in[1], op.getTolerance().convertToDouble()));
  }
  using Facets = Has<NoRule<"checks are taken out of a program first">,
                     NoVjp<"checks are taken out of a program first">,
                     NoBatch<"checks are taken out of a program first">, Eval>;
};

/// check.expect_close: the operands are between min and max units in the last place apart.
struct ExpectClose : Meaning<check::ExpectCloseOp> {
  static llvm::Error eval(Op op, Inputs in) {
    return verdict(op,
                   checkClose(in[0], in[1], op.getMinUlpDifference(), op.getMaxUlpDifference()));
  }
  using Facets = Has<NoRule<"checks are taken out of a program first">,
                     NoVjp<"checks are taken out of a program first">,
                     NoBatch<"checks are taken out of a program first">, Eval>;
};

/// check.expect_eq_const: the operand equals the attribute `value`.
struct ExpectEqConst : Meaning<check::ExpectEqConstOp> {
  static llvm::Error eval(Op op, Inputs in) {
    auto expected = Tensor::fromAttr(op.getValue());
    return expected ? verdict(op, checkEqual(in[0], *expected)) : expected.takeError();
  }
  using Facets = Has<NoRule<"checks are taken out of a program first">,
                     NoVjp<"checks are taken out of a program first">,
                     NoBatch<"checks are taken out of a program first">, Eval>;
};

/// check.expect_almost_eq_const: the operand is within the tolerance of the attribute `value`.
struct ExpectAlmostEqConst : Meaning<check::ExpectAlmostEqConstOp> {
  static llvm::Error eval(Op op, Inputs in) {
    auto expected = Tensor::fromAttr(op.getValue());
    return expected ? verdict(op, checkAlmostEqual(in[0], *expected,
                                                   op.getTolerance().convertToDouble()))
                    : expected.takeError();
  }
  using Facets = Has<NoRule<"checks are taken out of a program first">,
                     NoVjp<"checks are taken out of a program first">,
                     NoBatch<"checks are taken out of a program first">, Eval>;
};

/// interpreter.run_parallel: runs functions on a grid of devices. The context owns the devices.
struct RunParallel : Meaning<interp::RunParallelOp> {
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    return context.onDevices(op, in, out);
  }
  using Facets = Has<NoRule<"it runs other programs">, NoVjp<"it runs other programs">,
                     NoBatch<"it runs other programs">, Eval>;
};

} // namespace

void addCheckRules(RuleTable &table) {
  table.add<ExpectEq, ExpectAlmostEq, ExpectClose, ExpectEqConst, ExpectAlmostEqConst,
            RunParallel>();
}

} // namespace ops
} // namespace spmd

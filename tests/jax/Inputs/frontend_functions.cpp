// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/functions.h, spmd/special.h and spmd/activations.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

const std::vector<ElementType> floats{f32, bf16};
const std::vector<std::pair<ElementType, ElementType>> pairs{{f32, f32}, {bf16, bf16}, {i32, f32}};

/// Some infinities and NaNs among the numbers.
Tensor special(const Tensor &x) { return where(x > 1, x / 0, where(x < -1.5, sqrt(x), x)); }

void addFunctions() {
  UNARY(sinh, floats), UNARY(cosh, floats), UNARY(atan), UNARY(asinh, floats);
  UNARY(exp2), UNARY(sinc, floats), UNARY(trunc, {f32, bf16, i32, boolean}), UNARY(degrees),
      UNARY(radians, floats);
  unary("asin", [](Tensor x) { return asin(x / 2); }, floats);
  unary("acos", [](Tensor x) { return acos(x / 2); }, floats);
  unary("acosh", [](Tensor x) { return acosh(abs(x) + 1); }, {f32, i32});
  unary("atanh", [](Tensor x) { return atanh(x * 0.4); }, floats);
  unary("log2", [](Tensor x) { return log2(abs(x) + 0.5); });
  unary("log10", [](Tensor x) { return log10(abs(x) + 0.5); });
  unary("reciprocal", [](Tensor x) { return reciprocal(x + 10); });
  for (auto [name, op] :
       {std::pair{"isInf", &isInf}, {"isPosInf", &isPosInf}, {"isNegInf", &isNegInf}})
    unary(name, [op = op](Tensor x) { return op(special(x) * -1); }, floats);
  unary("nanToNum", [](Tensor x) { return nanToNum(special(x)); }, floats);
  unary("nanToNumGiven", [](Tensor x) { return nanToNum(special(x), 1, 2, -3); }, {f32});
  unary("nanToNumWhole", [](Tensor x) { return nanToNum(x); }, {i32});
  UNARY(signBit, {f32, bf16, i32, u8});
  for (int64_t n : {0, 1, 5, -3})
    unary(
        "integerPower" + std::to_string(n + 3), [n](Tensor x) { return integerPower(x, n); },
        n < 0 ? floats : std::vector{f32, i32});
}

void addPairs() {
  BINARY("logaddexp", logaddexp(a, b), pairs);
  BINARY("logaddexp2", logaddexp2(a, b), pairs);
  BINARY("logaddexpInf", logaddexp(a / 0, b / 0), {{f32, f32}});
  BINARY("floorDivide", floorDivide(a, b + 9), {{f32, f32}, {i32, i32}, {u8, u8}});
  BINARY("floorDivideNegative", floorDivide(a * 3, b - 9), {{f32, f32}, {i32, i32}, {bf16, bf16}});
  BINARY("fmod", fmod(a * 5, b - 9), {{f32, f32}, {i32, i32}});
  BINARY("hypot", hypot(a, b), pairs);
  BINARY("hypotLarge", hypot(a * 1e30, b * 0), {{f32, f32}});
  BINARY("copySign", copySign(a, b * 0), {{f32, f32}, {bf16, bf16}});
  BINARY("heaviside", heaviside(round(a), b), {{f32, f32}, {bf16, bf16}});
  BINARY("nextAfter", nextAfter(a, b), {{f32, f32}, {bf16, bf16}});
  BINARY("isClose", isClose(a, a + b * 1e-5), {{f32, f32}});
  BINARY("isCloseNan", isClose(special(a), special(a) + 0 * b, 1e-5, 1e-8, true), {{f32, f32}});
  BINARY("allClose", allClose(a + 0 * b, a), {{f32, f32}, {i32, i32}});
  BINARY("allCloseNot", allClose(a, b, 0.1, 0.1), {{f32, f32}});
  BINARY("clamp", clamp(-1, a, b), {{f32, f32}, {i32, i32}});
  BINARY("select", select({a > 1, b > 0}, {a, b * 2}, -1.5), {{f32, f32}, {i32, f32}});
  const std::vector<std::pair<ElementType, ElementType>> truths{{boolean, boolean}, {i32, boolean}};
  BINARY("logicalAnd", logicalAnd(a, b), truths);
  BINARY("logicalOr", logicalOr(a, b), truths);
  BINARY("logicalXor", logicalXor(a, b), truths);
  UNARY(logicalNot, {boolean, i32, f32});
}

void addBits() {
  const std::vector<std::pair<ElementType, ElementType>> integers{{i32, i32}, {u8, u8}};
  BINARY("shiftLeft", shiftLeft(a, b % 8), integers);
  BINARY("shiftRight", shiftRight(a * 16, b % 8), integers);
  BINARY("shiftRightLogical", shiftRightLogical(a * 16, b % 8), integers);
  UNARY(popcount, {i32, u8, i64});
  UNARY(countLeadingZeros, {i32, u8});
  unary("bitcast", [](Tensor x) { return bitcast(x, i32); }, {f32});
  unary("bitcastNarrow", [](Tensor x) { return bitcast(x, u8); }, {f32, bf16});
  shaped("bitcastWide", [](const Operands &in) { return bitcast(in[0], u32); },
         {{{3, 4}}, {{4}}, {{2, 1, 4}}, {{1, 4}}, {{13, 4}}, {{0, 4}}, {{2, 3, 1, 4}}}, {u8});
  unary("reducePrecision", [](Tensor x) { return reducePrecision(x, 5, 3); }, {f32});
}

void addSpecial() {
  unary("lgamma", [](Tensor x) { return lgamma(abs(x) + 0.2); }, floats);
  unary("digamma", [](Tensor x) { return digamma(abs(x) + 0.2); }, {f32});
  BINARY("polygamma", polygamma(round(abs(a)), abs(b) + 0.5), {{f32, f32}});
  BINARY("zeta", zeta(abs(a) + 1.5, abs(b) + 0.5), {{f32, f32}});
  UNARY(besselI1e, {f32});
  UNARY(besselI1, {f32});
  BINARY("xlogy", xlogy(round(a), abs(b) + 0.1), pairs);
  BINARY("xlog1py", xlog1py(round(a), abs(b)), pairs);
  UNARY(entr, {f32, i32});
  BINARY("relEntr", relEntr(maximum(a, 0), abs(b)), {{f32, f32}});
  BINARY("klDiv", klDiv(maximum(a, 0), abs(b)), {{f32, f32}});
  unary("logit", [](Tensor x) { return logit(x / 4 + 0.5); }, {f32, f64});
  UNARY(ndtr, {f32, f64});
  BINARY("betaln", betaln(abs(a) + 0.5, abs(b) + 0.5), {{f32, f32}});
  unary("factorial", [](Tensor x) { return factorial(abs(x)); }, {f32, i32});
}

void addActivations() {
  UNARY(relu6, {f32, i32}), UNARY(leakyRelu, floats), UNARY(elu, floats), UNARY(celu, floats);
  UNARY(selu, floats), UNARY(hardTanh, floats), UNARY(hardSigmoid, floats);
  UNARY(hardSwish, floats), UNARY(mish, floats), UNARY(logSigmoid), UNARY(softSign, floats);
  UNARY(squareplus, floats), UNARY(sparsePlus, floats), UNARY(sparseSigmoid, floats);
  unary("eluAlpha", [](Tensor x) { return elu(x, 0.3); }, {f32});
  BINARY("leakyReluTensor", leakyRelu(a, b), {{f32, f32}});
  shaped("glu", [](const Operands &in) { return glu(in[0]); }, {{{4}}, {{3, 2}}, {{2, 3, 6}}});
  shaped("gluFirst", [](const Operands &in) { return glu(in[0], 0); },
         {{{4}}, {{2, 3}}, {{6, 2, 3}}});
  // Over two elements the result is 1 and -1, and the gradient what rounding leaves.
  shaped("standardize", [](const Operands &in) { return standardize(in[0]); },
         {{{3, 5}}, {{2, 3, 4}}, {{13}}, {{1, 29}}, {{2, 1, 2, 3}}, {{0, 3}}, {{17, 4}}});
  UNARY(logmeanexp, {f32});
  unary("log1mexp", [](Tensor x) { return log1mexp(abs(x) + 0.1); }, {f32});
}

} // namespace

int main() {
  addFunctions();
  addPairs();
  addBits();
  addSpecial();
  addActivations();
  runAll();
}

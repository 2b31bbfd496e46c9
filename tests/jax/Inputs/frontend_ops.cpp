// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of the ops of spmd/ops.h (frontend_cases.h), and how element types promote.
#include "frontend_cases.h"

namespace {

void addElementwise() {
  const std::vector<ElementType> floats{f32, bf16, f64};
  UNARY(abs, {f32, bf16, i32, u8});
  UNARY(sign, {f32, bf16, i32, u8});
  UNARY(square, {f32, bf16, i32});
  UNARY(exp), UNARY(expm1), UNARY(sin), UNARY(cos), UNARY(tan), UNARY(tanh), UNARY(erf);
  UNARY(erfc, floats), UNARY(cbrt, floats);
  UNARY(floor, {f32, bf16, f64, i32, boolean}), UNARY(ceil, {f32, bf16, f64, i32, u8});
  UNARY(round, {f32, bf16, f64, i32, u8});
  unary("log", [](Tensor x) { return log(abs(x) + 0.5); });
  unary("log1p", [](Tensor x) { return log1p(abs(x)); });
  unary("sqrt", [](Tensor x) { return sqrt(abs(x)); });
  unary("rsqrt", [](Tensor x) { return rsqrt(abs(x) + 0.5); });
  unary("erfInv", [](Tensor x) { return erfInv(x * 0.4); }, {f32, f64});
  UNARY(isFinite, {f32, bf16, i32});
  unary("isNan", [](Tensor x) { return isNan(sqrt(x)); }, floats);
  unary("negate", [](Tensor x) { return -x; });
  unary("not", [](Tensor x) { return ~x; }, {boolean, i32, u8});
  UNARY(relu), UNARY(sigmoid, floats), UNARY(silu, floats), UNARY(softplus, floats);
  UNARY(gelu, floats);
  unary("geluExact", [](Tensor x) { return gelu(x, Gelu::Exact); }, floats);
  unary("plusInt", [](Tensor x) { return x + 3; }, {f32, bf16, f16, f64, i32, u8, i8, boolean});
  unary("timesFloat", [](Tensor x) { return 0.5 * x; }, {f32, bf16, f16, i32, u8, boolean});
  unary("timesBool", [](Tensor x) { return x * true; }, {f32, i32});
  unary("toInt", [](Tensor x) { return astype(x, i32); }, {f32, bf16, u8, boolean});
  unary("toBool", [](Tensor x) { return astype(x, boolean); }, {f32, i32});
  unary("clip", [](Tensor x) { return clip(x, -1, 1); }, {f32, bf16, i32});
}

void addBinary() {
  const std::vector<std::pair<ElementType, ElementType>> numbers{
      {f32, f32}, {bf16, bf16}, {bf16, f32}, {i32, f32}, {i32, i32}, {f64, f32}, {u8, i8}};
  const std::vector<std::pair<ElementType, ElementType>> floats{
      {f32, f32}, {bf16, bf16}, {i32, f32}};
  BINARY("add", a + b, numbers);
  BINARY("subtract", a - b, numbers);
  BINARY("multiply", a * b, numbers);
  BINARY("divide", a / b, {{f32, f32}, {bf16, bf16}, {i32, f32}, {u8, u8}});
  BINARY("remainder", a % (b + 9), {{f32, f32}, {i32, i32}, {u8, u8}});
  BINARY("remainderNegative", a % (b - 9), {{f32, f32}, {i32, i32}});
  BINARY("power", power(abs(a) + 0.5, b), floats);
  BINARY("maximum", maximum(a, b), numbers);
  BINARY("minimum", minimum(a, b), numbers);
  BINARY("atan2", atan2(a, b), floats);
  BINARY("less", a < b, numbers);
  BINARY("lessEqual", a <= b, numbers);
  BINARY("greater", a > b, numbers);
  BINARY("greaterEqual", a >= b, numbers);
  BINARY("equal", equal(a, b), {{i32, i32}, {boolean, boolean}, {i32, f32}});
  BINARY("notEqual", notEqual(a, b), {{i32, i32}, {boolean, boolean}, {i32, f32}});
  BINARY("and", a & b, {{i32, i32}, {boolean, boolean}, {u8, i32}});
  BINARY("or", a | b, {{i32, i32}, {boolean, boolean}});
  BINARY("xor", a ^ b, {{i32, i32}, {boolean, boolean}});
  BINARY("where", where(a > 0, a, b), {{f32, f32}, {i32, bf16}});
  BINARY("whereNumber", where(a > b, a, 0), {{f32, f32}, {i32, bf16}});
}

void addReductions() {
  const std::vector<ElementType> numbers{f32, bf16, i32};
  const std::vector<ElementType> all{f32, i32, boolean};
  UNARY(sum, {f32, bf16, f64, i32, boolean});
  UNARY(mean, {f32, bf16, f64, i32}), UNARY(max, numbers), UNARY(min, numbers), UNARY(prod);
  UNARY(var, {f32, f64, i32}), UNARY(logsumexp, {f32, bf16, i32});
  unary("sumLast", [](Tensor x) { return sum(x, -1); }, numbers);
  unary("sumKept", [](Tensor x) { return sum(x, 0, keepDims); }, numbers);
  unary("meanLast", [](Tensor x) { return mean(x, -1, keepDims); }, numbers);
  unary("varLast", [](Tensor x) { return var(x, -1); }, {f32, bf16});
  unary("maxLast", [](Tensor x) { return max(x, -1); }, {f32, bf16, i32, u8, i8, boolean});
  unary("minFirst", [](Tensor x) { return min(x, 0, keepDims); }, {f32, bf16, i32, u8, boolean});
  unary("prodLast", [](Tensor x) { return prod(x, -1); }, {f32, i32});
  unary("allLast", [](Tensor x) { return spmd::all(x, -1); }, all);
  unary("anyLast", [](Tensor x) { return any(x, -1); }, all);
  unary("argmaxLast", [](Tensor x) { return argmax(x, -1); }, {f32, bf16, i32});
  unary("argminFirst", [](Tensor x) { return argmin(x, 0, keepDims); }, {f32, i32, u8});
  unary("argmaxNan", [](Tensor x) { return argmax(sqrt(x), -1); }, {f32});
  unary("softmax", [](Tensor x) { return softmax(x); }, {f32, bf16, f64});
  unary("softmaxFirst", [](Tensor x) { return softmax(x, 0); }, {f32});
  unary("logSoftmax", [](Tensor x) { return logSoftmax(x); }, {f32, bf16});
  unary("logsumexpLast", [](Tensor x) { return logsumexp(x, -1, keepDims); }, {f32});
  shaped("sumTwo", [](const Operands &in) { return sum(in[0], {0, -1}); },
         {{{2, 3}}, {{2, 3, 4}}, {{3, 1, 2, 5}}});
}

void addMatmuls() {
  auto equation = [](const char *text) {
    return [text](const Operands &in) {
      return einsum(text, std::vector<Operand>(in.begin(), in.end()));
    };
  };
  shaped("matmul", [](const Operands &in) { return matmul(in[0], in[1]); },
         {{{3, 4}, {4, 5}},
          {{4}, {4}},
          {{2, 3, 4}, {4}},
          {{4}, {2, 4, 3}},
          {{2, 3, 4}, {4, 5}},
          {{2, 3, 4}, {2, 4, 5}},
          {{5, 1, 3, 4}, {2, 4, 2}},
          {{3, 4}, {2, 4, 5}}});
  shaped("dotGeneral",
         [](const Operands &in) {
           return dotGeneral(in[0], in[1],
                             {.contractA = {-1}, .contractB = {1}, .batchA = {0}, .batchB = {0}});
         },
         {{{2, 3, 4}, {2, 4, 5}}, {{3, 4}, {3, 4}}, {{2, 3, 2, 5}, {2, 5}}});
  shaped(
      "einsum1", equation("bqhd,bkhd->bhqk"),
      {{{2, 3, 4, 5}, {2, 6, 4, 5}}, {{1, 2, 1, 3}, {1, 1, 1, 3}}, {{2, 2, 2, 2}, {2, 2, 2, 2}}});
  shaped("einsum2", equation("ij,jk"), {{{2, 3}, {3, 4}}, {{1, 3}, {3, 1}}, {{5, 2}, {2, 2}}});
  shaped("einsum3", equation("...d,df->...f"),
         {{{2, 3, 4}, {4, 5}}, {{4}, {4, 2}}, {{2, 1, 3, 4}, {4, 2}}});
  shaped("einsum4", equation("ij->ji"), {{{2, 3}}, {{4, 1}}, {{3, 3}}});
  shaped("einsum5", equation("ijk->j"), {{{2, 3, 4}}, {{1, 3, 1}}, {{4, 2, 2}}});
  shaped("einsum6", equation("ab,bc,cd->ad"),
         {{{2, 3}, {3, 4}, {4, 5}}, {{1, 2}, {2, 1}, {1, 3}}, {{3, 3}, {3, 3}, {3, 3}}});
  shaped("einsum7", equation("i,j->ij"), {{{2}, {3}}, {{1}, {4}}, {{5}, {5}}});
  shaped("einsum8", equation("abc,c->b"), {{{2, 3, 4}, {4}}, {{1, 2, 2}, {2}}, {{3, 1, 2}, {2}}});
}

void addMovement() {
  for (ElementType type : {f32, bf16, boolean})
    shaped("reshape", [](const Operands &in) { return reshape(in[0], {-1, 2, 1}); },
           {{{6}}, {{4, 3}}, {{2, 3, 4}}, {{2}}, {{1, 26}}, {{2, 1, 3, 2}}, {{0, 3}}}, {type});
  unary("transpose", [](Tensor x) { return transpose(x); }, {f32, bf16, boolean});
  shaped("transpose3", [](const Operands &in) { return transpose(in[0], {1, 2, 0}); },
         {{{2, 3, 4}}, {{1, 5, 2}}, {{3, 3, 1}}});
  shaped("broadcastTo", [](const Operands &in) { return broadcastTo(in[0], {2, 3, 4}); },
         {{{4}}, {{3, 1}}, {{}}, {{2, 1, 4}}});
  unary("expandDims", [](Tensor x) { return expandDims(x, -1); }, {f32, i32});
  unary("expandFirst", [](Tensor x) { return expandDims(x, 0); }, {f32});
  shaped("squeeze", [](const Operands &in) { return squeeze(in[0]); },
         {{{1, 3, 1}}, {{2, 3}}, {{1}}});
  shaped("squeezeOne", [](const Operands &in) { return squeeze(in[0], 1); },
         {{{3, 1, 1}}, {{2, 1}}, {{1, 1, 4}}});
  unary("flip", [](Tensor x) { return flip(x); }, {f32, i32});
  unary("flipLast", [](Tensor x) { return flip(x, -1); }, {f32});
  BINARY("concatenate", concatenate({reshape(a, {-1}), reshape(b, {-1})}),
         {{f32, f32}, {i32, bf16}});
  shaped("concatenate1", [](const Operands &in) { return concatenate({in[0], in[1], in[0]}, -1); },
         {{{2, 3}, {2, 1}}, {{3}, {2}}, {{2, 2, 1}, {2, 2, 4}}});
  shaped("stack", [](const Operands &in) { return stack({in[0], in[1]}); },
         {{{2, 3}, {2, 3}}, {{3}, {3}}, {{}, {}}});
  shaped("stackLast", [](const Operands &in) { return stack({in[0], in[1]}, -1); },
         {{{2, 3}, {2, 3}}, {{3}, {3}}, {{}, {}}});
}

void addIndexing() {
  const std::vector<std::vector<Shape>> shapes{{{5, 4, 3}}, {{6, 4, 2, 2}}, {{7, 5, 4}}};
  auto index = [&](const std::string &name, Index index) {
    shaped(name, [index](const Operands &in) { return in[0][index]; }, shapes);
  };
  index("index1", {_, 0, slice(1, 3)});
  index("index2", -1);
  index("index3", {ellipsis, 1});
  index("index4", {newAxis, slice(1, {}, 2), ellipsis, newAxis, 0});
  index("index5", {slice({}, {}, -1), slice(3, 0, -2)});
  index("index6", {slice(-3, -1), slice(2, 2)});
  index("index7", {0, 1, 1});
  index("index8", {slice(1, 100), slice(-100, 2)});
  index("index9", {_, tensor({2, -1, 0, 1}), 1});
  index("index10", tensor(std::vector<int64_t>{4, 0, 2, -5, 1, 1}, {2, 3}));
  index("index11", {1, ellipsis, tensor(std::vector<uint8_t>{1, 0}, {2})});
  shaped("take", [](const Operands &in) { return take(in[0], tensor({1, -1, 0}), 1); }, shapes);
  shaped("takeClamped", [](const Operands &in) { return take(in[0], tensor({99, 1}), 0); }, shapes);
  unary("oneHot", [](Tensor x) { return oneHot(x, 5); }, {i32, u8});
}

void addConstants() {
  constant("zeros", [] { return zeros({2, 3}); });
  constant("ones", [] { return ones({3}, bf16); });
  constant("full", [] { return full({2}, 2.5); });
  constant("fullInt", [] { return full({2, 2}, -7, i32); });
  constant("arange", [] { return arange(5); });
  constant("arangeFloat", [] { return arange(4, f32); });
  constant("iota", [] { return iota({2, 3}, 1); });
  constant("eye", [] { return eye(3); });
  unary("zerosLike", [](Tensor x) { return zerosLike(x); }, {f32, i32});
  unary("onesLike", [](Tensor x) { return onesLike(x); }, {bf16, boolean});
}

} // namespace

int main() {
  addElementwise();
  addBinary();
  addReductions();
  addMatmuls();
  addMovement();
  addIndexing();
  addConstants();
  for (int a = 0; a <= int(f64); ++a)
    for (int b = 0; b <= int(f64); ++b)
      std::printf("promote %s %s %s\n", text(ElementType(a)).c_str(), text(ElementType(b)).c_str(),
                  text(promote(ElementType(a), ElementType(b))).c_str());
  runAll();
}

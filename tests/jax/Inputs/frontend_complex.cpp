// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/complex.h and spmd/fft.h, and of the ops of other headers on complex operands
// (matrix_cases.h).
#include "matrix_cases.h"

namespace {

const std::vector<ElementType> kComplex{c64, c128};
const std::vector<std::pair<ElementType, ElementType>> kPairs{
    {c64, c64}, {c128, c128}, {c64, f32}, {f64, c64}, {c64, i32}, {bf16, c64}};

void addParts() {
  UNARY(real, {c64, c128, f32, i32});
  UNARY(imag, {c64, c128, f32, i32});
  UNARY(conj, {c64, c128, f32});
  UNARY(angle, {c64, c128, f64});
  BINARY("complex", complex(a, b), {{f32, f32}, {f64, f64}, {bf16, f32}});
  unary("timesImaginary", [](Tensor x) { return x * std::complex<double>(0.5, 1); },
        {c64, c128, f32, f64, bf16, i32});
  unary("toComplex", [](Tensor x) { return astype(x, c64); }, {f32, c128, i32});
  unary("toReal", [](Tensor x) { return astype(real(x), f32); }, kComplex);
  unary("toBool", [](Tensor x) { return astype(x, boolean); }, kComplex);
}

void addArithmetic() {
  BINARY("add", a + b, kPairs);
  BINARY("subtract", a - b, kPairs);
  BINARY("multiply", a * b, kPairs);
  BINARY("divide", a / b, {{c64, c64}, {c128, c128}, {c64, f32}, {f64, c128}});
  BINARY("power", power(a, b), {{c128, c128}});
  BINARY("equal", equal(real(a) + a * 0, a) & equal(b, b), {{c64, c64}});
  BINARY("where", where(real(a) > 0, a, b), {{c64, c64}, {c64, f32}});
  unary("integerPower3", [](Tensor x) { return integerPower(x, 3); }, kComplex);
  unary("integerPowerBelow", [](Tensor x) { return integerPower(x, -2); }, {c128});
  UNARY(abs, kComplex);
  UNARY(sign, kComplex);
  UNARY(square, kComplex);
  unary("negate", [](Tensor x) { return -x; }, kComplex);
  UNARY(isFinite, kComplex);
  UNARY(isNan, kComplex);
}

void addFunctions() {
  using Function = Tensor (*)(const Operand &);
  using Named = std::pair<const char *, Function>;
  for (auto [name, op] :
       {Named{"exp", exp}, Named{"expm1", expm1}, Named{"log", log}, Named{"log1p", log1p},
        Named{"sqrt", sqrt}, Named{"rsqrt", rsqrt}, Named{"sin", sin}, Named{"cos", cos},
        Named{"tan", tan}, Named{"tanh", tanh}, Named{"sinh", sinh}, Named{"cosh", cosh},
        Named{"asin", asin}, Named{"acos", acos}, Named{"asinh", asinh}, Named{"sigmoid", sigmoid},
        Named{"exp2", exp2}, Named{"log10", log10}, Named{"reciprocal", reciprocal}})
    unary(name, [op = op](Tensor x) { return op(x); }, kComplex);
}

void addReductions() {
  unary("sum", [](Tensor x) { return sum(x); }, kComplex);
  unary("sumLast", [](Tensor x) { return sum(x, -1, keepDims); }, kComplex);
  unary("mean", [](Tensor x) { return mean(x, 0); }, kComplex);
  unary("prod", [](Tensor x) { return prod(x, -1); }, kComplex);
  unary("prodAll", [](Tensor x) { return prod(x); }, kComplex);
  unary("cumsum", [](Tensor x) { return cumsum(x, -1); }, kComplex);
  unary("norm", [](Tensor x) { return norm(x, -1); }, kComplex);
  unary("all", [](Tensor x) { return all(x, -1); }, kComplex);
  const std::vector<std::vector<Shape>> shapes{{{3, 4}, {4, 2}},    {{4}, {4}},
                                               {{2, 3, 4}, {4, 5}}, {{1, 1}, {1, 1}},
                                               {{2, 3, 4}, {4}},    {{5, 4}, {4, 5}}};
  for (auto types : {std::vector{c64, c64}, std::vector{c128, f64}})
    shaped("matmul", [](const Operands &in) { return matmul(in[0], in[1]); }, shapes, types);
  shaped("einsumConj",
         [](const Operands &in) { return einsum("...i,...i->...", {conj(in[0]), in[1]}); },
         {{{3, 4}, {3, 4}},
          {{4}, {4}},
          {{2, 3, 4}, {2, 3, 4}},
          {{1}, {1}},
          {{2, 2}, {2, 2}},
          {{7, 1}, {7, 1}}},
         {c64, c64});
  shaped("vdot", [](const Operands &in) { return vdot(in[0], in[1]); },
         {{{3}, {3}}, {{2, 4}, {4, 2}}, {{1}, {1}}}, {c64, c64});
}

void addMovement() {
  unary("flip", [](Tensor x) { return flip(x, -1); }, {c64});
  unary("pad", [](Tensor x) { return pad(x, {{1, 2}}, std::complex<double>(1, 2)); }, {c64});
  unary("take", [](Tensor x) { return take(x, tensor({1, 0, 1}), 0); }, kComplex);
  unary("setAt", [](Tensor x) { return setAt(x, {0}, std::complex<double>(1, 2)); }, kComplex);
  unary("stack", [](Tensor x) { return stack({x, conj(x)}); }, {c64});
  constant("full", [] { return full({2, 2}, std::complex<double>(1.5, -2), c64); });
}

const std::vector<Shape> kSignals{{6}, {1}, {3, 5}, {2, 3, 4}, {7}, {2, 8}};
/// A case of one signal for each shape and type.
void ofSignal(const std::string &name, std::function<Tensor(Tensor)> op,
              const std::vector<ElementType> &types, const std::vector<Shape> &shapes = kSignals) {
  for (ElementType type : types)
    for (const Shape &shape : shapes)
      cases.push_back(
          {name, {random(shape, type)}, [op](const Operands &in) { return op(in[0]); }});
}

void addFft() {
  const std::vector<ElementType> all{c64, c128, f32, i32}, floats{f32, f64};
  ofSignal("fft", [](Tensor x) { return fft(x); }, all);
  ofSignal("ifft", [](Tensor x) { return ifft(x); }, all);
  ofSignal("rfft", [](Tensor x) { return rfft(x); }, {f32, f64, i32});
  const std::vector<Shape> spectra{{6}, {2}, {3, 5}, {2, 3, 4}, {7}, {2, 8}};
  ofSignal("irfft", [](Tensor x) { return irfft(x); }, {c64, c128, f32}, spectra);
  ofSignal("hfft", [](Tensor x) { return hfft(x); }, kComplex, spectra);
  ofSignal("ihfft", [](Tensor x) { return ihfft(x); }, floats);
  ofSignal("fftLonger", [](Tensor x) { return fft(x, 9, 0, FftNorm::Ortho); }, {c64});
  ofSignal("fftShorter", [](Tensor x) { return fft(x, 1, -1, FftNorm::Forward); }, {c64});
  ofSignal("irfftOdd", [](Tensor x) { return irfft(x, 5, 0, FftNorm::Ortho); }, {c128});
  ofSignal("rfftFirst", [](Tensor x) { return rfft(x, 4, 0); }, floats);
  ofSignal("hfftNorm", [](Tensor x) { return hfft(x, 6, -1, FftNorm::Forward); }, {c64});
  const std::vector<Shape> planes{{3, 5}, {2, 3, 4}, {1, 2}, {4, 4}, {2, 2, 6, 2}, {7, 3}};
  ofSignal("fft2", [](Tensor x) { return fft2(x); }, {c64, f64}, planes);
  ofSignal("ifft2", [](Tensor x) { return ifft2(x); }, {c64}, planes);
  ofSignal("rfft2", [](Tensor x) { return rfft2(x); }, floats, planes);
  ofSignal("irfft2", [](Tensor x) { return irfft2(x, {.sizes = {3, 6}}); }, kComplex, planes);
  const std::vector<Shape> any{{3, 5}, {2, 3, 4}, {4}, {2, 3, 2, 4}, {1, 2, 3, 2, 2}, {7, 2}};
  ofSignal("fftn", [](Tensor x) { return fftn(x); }, {c64, c128}, any);
  ofSignal("ifftn", [](Tensor x) { return ifftn(x, {.norm = FftNorm::Ortho}); }, {c64}, any);
  ofSignal("rfftn", [](Tensor x) { return rfftn(x); }, floats, any);
  ofSignal("irfftn", [](Tensor x) { return irfftn(x); }, {c128}, any);
  ofSignal(
      "fftnDims", [](Tensor x) { return fftn(x, {.sizes = {4, 3}, .dims = {-1, 0}}); }, {c64},
      planes);
  ofSignal("fftShift", [](Tensor x) { return fftShift(x); }, {f32, c64});
  ofSignal("fftShiftLast", [](Tensor x) { return fftShift(x, -1); }, {f32});
  ofSignal("ifftShift", [](Tensor x) { return ifftShift(x); }, {f32, c64});
  constant("fftFreq", [] { return fftFreq(8); });
  constant("fftFreqOdd", [] { return fftFreq(7, 0.5); });
  constant("rfftFreq", [] { return rfftFreq(9, 0.25); });
}

} // namespace

int main() {
  addParts();
  addArithmetic();
  addFunctions();
  addReductions();
  addMovement();
  addFft();
  runMatrices();
}

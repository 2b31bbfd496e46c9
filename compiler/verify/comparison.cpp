// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes arguments from a seed, cuts them for the devices, and compares the blocks of the results.
#include "compiler/verify/comparison.h"
#include "compiler/codegen/borders.h"
#include "compiler/reference/interpreter.h"
#include "compiler/sharding/border.h"
#include "runtime/border.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace mlir;

namespace spmd {
namespace {

using Blocks = std::vector<std::vector<rt::BlockDim>>; // by device

/// Small numbers, of which short sums are exact in most types: floats are quarters from -2 to 1.75,
/// so that bf16 holds the sum of thirty products. Integers go from -3 to 12 and may lie beyond the
/// dims that they index. Every value occurs often, so that comparisons of two arguments meet equal
/// elements, too.
Tensor randomTensor(RankedTensorType type, const Comparison &comparison, std::mt19937_64 &random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kSpecials[] = {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity,
                                  -0.0};
  bool positive = comparison.positive;
  auto real = [&](int64_t number) {
    if (comparison.specials && number % 8 == 3)
      return kSpecials[random() >> 62];
    return positive ? double(number) / 16 : double(number - 8) / 4;
  };
  return inDomain(domainOf(type.getElementType()), [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> values(type.getNumElements());
    for (T &value : values) {
      auto number = int64_t(random() >> 60); // 0 to 15
      if constexpr (std::is_same_v<T, double>)
        value = real(number);
      else if constexpr (std::is_same_v<T, Complex>)
        value = {real(number), real(int64_t(random() >> 60))};
      else if constexpr (std::is_same_v<T, uint8_t>)
        value = number & 1;
      else if constexpr (std::is_same_v<T, uint64_t>)
        value = number;
      else
        value = number - 3;
    }
    return Tensor::of<T>(type, values);
  });
}

/// What padding of arguments holds: NaN, or a large integer. The runtime puts zeros there, which
/// would hide an op that adds padding up.
Tensor paddingOf(Type element) {
  auto type = RankedTensorType::get({}, element);
  Tensor out(type);
  std::memset(out.mutableData(), domainOf(element) == Domain::Bool ? 1 : 0x7f, out.byteCount());
  return out;
}

/// The blocks that devices hold of an argument or a result of main.
llvm::Expected<Blocks> blocksOf(func::FuncOp main, Type type, Attribute attr, int64_t devices) {
  MeshAxes mesh;
  FailureOr<rt::Border> border = borderOf(main, type, attr, mesh);
  if (failed(border))
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "a border does not fit");
  Blocks blocks;
  for (int64_t device = 0; device < devices; ++device)
    blocks.push_back(rt::blockOf(*border, device));
  return blocks;
}

/// Calls `fn` with each position in a block and the position in the whole, which is negative in the
/// padding.
///   the block [3, 6) of 5 elements  ->  (0, 3), (1, 4), (2, -1)
void forEachInBlock(const std::vector<rt::BlockDim> &block, ArrayRef<int64_t> whole,
                    function_ref<void(int64_t, int64_t)> fn) {
  SmallVector<int64_t> strides = stridesOf(whole), shape;
  for (const rt::BlockDim &dim : block)
    shape.push_back(dim.size);
  int64_t at = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    int64_t from = 0;
    for (auto [d, i] : llvm::enumerate(index)) {
      int64_t global = block[d].begin + i;
      from = from < 0 || global >= whole[d] ? -1 : from + global * strides[d];
    }
    fn(at++, from);
  });
}

/// The part of an argument that a device gets.
Tensor cut(const Tensor &whole, RankedTensorType type, const std::vector<rt::BlockDim> &block) {
  Tensor part(type), padding = paddingOf(type.getElementType());
  int64_t bytes = storedBytes(type.getElementType());
  forEachInBlock(block, whole.shape(), [&](int64_t to, int64_t from) {
    std::memcpy(part.mutableData() + to * bytes,
                from < 0 ? padding.data() : whole.data() + from * bytes, bytes);
  });
  return part;
}

/// Numbers are equal, or both are NaN, or differ by at most `most`.
bool isClose(Complex a, Complex b, double most) {
  auto close = [&](double x, double y) {
    return x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= most;
  };
  return close(a.real(), b.real()) && close(a.imag(), b.imag());
}

/// The difference of two elements that counts as none. A unit is the distance of 1 to the next
/// number of the type, times the largest element: what a sum loses depends on its largest terms.
/// Half of the digits of f32 are 12 of 24 bits, 2.4e-4 of the largest element; of f64 1.1e-8.
double mostDifference(const Tensor &expected, const Comparison &comparison) {
  std::optional<double> units = comparison.tolerance;
  Type element = storedType(expected.element());
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  auto type = dyn_cast<FloatType>(element);
  if (!type || units == 0)
    return 0;
  double largest = comparison.scale;
  for (Complex value : expected.values<Complex>())
    if (std::isfinite(std::abs(value)))
      largest = std::max(largest, std::abs(value));
  int digits = llvm::APFloat::semanticsPrecision(type.getFloatSemantics());
  return largest * (units ? *units * std::ldexp(1.0, 1 - digits) : std::exp2(-digits / 2.0));
}

/// The first element at which a device's part of a result is not what it should be. Floats are
/// compared as numbers, because zeros of both signs are equal and NaNs may have other bits.
std::optional<std::string> difference(const Tensor &part, const Tensor &expected,
                                      const std::vector<rt::BlockDim> &block, double most) {
  std::optional<std::string> out;
  int64_t bytes = storedBytes(expected.element());
  bool isRounded = domainOf(expected.element()) == Domain::Real ||
                   domainOf(expected.element()) == Domain::Complex;
  std::vector<Complex> got, wanted;
  if (isRounded)
    got = part.values<Complex>(), wanted = expected.values<Complex>();
  forEachInBlock(block, expected.shape(), [&](int64_t at, int64_t from) {
    if (out || from < 0)
      return;
    bool same = isRounded
                    ? isClose(got[at], wanted[from], most)
                    : !std::memcmp(part.data() + at * bytes, expected.data() + from * bytes, bytes);
    if (same)
      return;
    llvm::raw_string_ostream text(out.emplace());
    text << "at [";
    llvm::interleaveComma(indexAt(from, expected.shape()), text);
    text << "]: ";
    part.printElement(text, at);
    text << ", expected ";
    expected.printElement(text, from);
  });
  return out;
}

func::FuncOp mainOf(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

/// The argument lists of all devices. Devices that hold the same block get copies of it, which the
/// interpreter shares until one of them is written.
llvm::Expected<std::vector<std::vector<Tensor>>> cutForDevices(const Comparison &comparison,
                                                               ArrayRef<Tensor> arguments) {
  func::FuncOp main = mainOf(comparison.partitioned);
  std::vector<std::vector<Tensor>> given(comparison.devices);
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    auto type = cast<RankedTensorType>(main.getArgumentTypes()[i]);
    auto blocks = blocksOf(main, type, main.getArgAttr(i, kBorderAttr), comparison.devices);
    if (!blocks)
      return blocks.takeError();
    for (auto [device, block] : llvm::enumerate(*blocks))
      given[device].push_back(cut(argument, type, block));
  }
  return given;
}

/// The first result that is not what it should be on some device.
llvm::Expected<std::optional<std::string>>
compareResults(const Comparison &comparison, ArrayRef<Tensor> expected,
               const std::vector<std::vector<Tensor>> &made) {
  func::FuncOp main = mainOf(comparison.partitioned);
  for (auto [i, result] : llvm::enumerate(expected)) {
    auto blocks = blocksOf(main, main.getResultTypes()[i], main.getResultAttr(i, kBorderAttr),
                           comparison.devices);
    if (!blocks)
      return blocks.takeError();
    double most = mostDifference(result, comparison);
    for (auto [device, block] : llvm::enumerate(*blocks))
      if (auto found = difference(made[device][i], result, block, most))
        return "result " + std::to_string(i) + " on device " + std::to_string(device) +
               " is wrong " + *found;
  }
  return std::nullopt;
}

} // namespace

llvm::Expected<std::vector<Tensor>> argumentsOf(const Comparison &comparison) {
  func::FuncOp main = mainOf(comparison.whole);
  if (!main)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "there is no function main");
  std::mt19937_64 random(comparison.seed);
  std::vector<Tensor> arguments;
  for (Type type : main.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || !isSupportedElement(tensor.getElementType()))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "main has an argument that is no tensor of static shape");
    arguments.push_back(randomTensor(tensor, comparison, random));
  }
  return arguments;
}

llvm::Expected<std::optional<std::string>> differenceOf(const Comparison &comparison) {
  auto arguments = argumentsOf(comparison);
  if (!arguments)
    return arguments.takeError();
  if (!mainOf(comparison.partitioned))
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "there is no function main");
  auto expected = interpret(mainOf(comparison.whole), *arguments, {});
  if (!expected)
    return expected.takeError();
  auto given = cutForDevices(comparison, *arguments);
  if (!given)
    return given.takeError();
  InterpretOptions options;
  options.partitions = comparison.devices;
  auto made = interpretOnDevices(mainOf(comparison.partitioned), *given, options);
  if (!made)
    return "it does not run: " + llvm::toString(made.takeError());
  return compareResults(comparison, *expected, *made);
}

} // namespace spmd

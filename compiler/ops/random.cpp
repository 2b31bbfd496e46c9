// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random bits by the counter-based generators of Salmon et al., Parallel random numbers: as easy as
// 1, 2, 3 (SC 2011). Word 0 of the state is the key, the others are a counter. The legacy op rng,
// whose values are unspecified, draws from a fixed seed.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/paired_bits.h"
#include "dialects/stablehlo/stablehlo.h"
#include <array>
#include <bit>
#include <cstring>
#include <random>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Threefry-2x32 with 20 rounds.
std::array<uint32_t, 2> threefry(std::array<uint32_t, 2> key, std::array<uint32_t, 2> x) {
  static constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDAu};
  x[0] += keys[0];
  x[1] += keys[1];
  // Five groups of four rounds, each followed by an injection of the key.
  for (uint32_t block = 0; block < 5; ++block) {
    for (int r : rotations[block % 2]) {
      x[0] += x[1];
      x[1] = std::rotl(x[1], r) ^ x[0];
    }
    x[0] += keys[(block + 1) % 3];
    x[1] += keys[(block + 2) % 3] + block + 1;
  }
  return x;
}

/// Philox-4x32 with 10 rounds.
std::array<uint32_t, 4> philox(std::array<uint32_t, 2> key, std::array<uint32_t, 4> x) {
  for (int round = 0; round < 10; ++round) {
    // Two 32 x 32 -> 64 bit products per round; their halves are exchanged and mixed with the key.
    uint64_t low = uint64_t(0xD2511F53u) * x[0], high = uint64_t(0xCD9E8D57u) * x[2];
    x = {uint32_t(high >> 32) ^ x[1] ^ key[0], uint32_t(high), uint32_t(low >> 32) ^ x[3] ^ key[1],
         uint32_t(low)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return x;
}

/// rng_bit_generator: (state) -> (new state, bits).
struct RngBitGenerator : Meaning<RngBitGeneratorOp> {
  static bool isPhilox(Op op) {
    // DEFAULT is Philox, as in XLA on CPUs.
    return op.getRngAlgorithm() != RngAlgorithm::THREE_FRY;
  }
  /// The state is replicated. Propagation may shard the bits, but each device computes all bits and
  /// keeps its part. Computing fewer would give every device the bits of the first part, and the
  /// wrong final counter.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    RuleBuilder builder(op);
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getInitialState()).getShape()))
      builder.add({int64_t(d)}, {int64_t(d), none}, size, FactorKind::NeedReplication, true);
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getOutput()).getShape()))
      builder.add({}, {none, int64_t(d)}, size,
                  options.local ? FactorKind::NeedReplication : FactorKind::PassThrough,
                  options.local);
    return builder.build();
  }
  // The state counts 64-bit words; the routine is given no shape, because bits are laid out
  // row-major. Import has moved others.
  static std::optional<KernelCall> kernel(Op op) {
    auto state = tensorTypeOf(op.getInitialState()), output = tensorTypeOf(op.getOutput());
    auto type = dtypeOf(output.getElementType());
    if (!type || !hasStaticShapes(op) || pairedBits(op))
      return std::nullopt;
    rt::RngConfig config;
    config.algorithm = isPhilox(op) ? rt::RngAlgorithm::Philox : rt::RngAlgorithm::ThreeFry;
    config.stateWords = state.getNumElements() * storedBytes(state.getElementType()) / 8;
    config.type = *type;
    config.elementCount = output.getNumElements();
    return KernelCall{config};
  }
  // Every block of the generator advances the counter by one, with a carry into the third word.
  static llvm::Expected<TensorList> eval(Op op, Inputs in) {
    std::vector<uint64_t> state(in[0].byteCount() / 8);
    std::memcpy(state.data(), in[0].data(), state.size() * 8);
    if (state.size() < 2)
      return opError(op, "has a state of " + Twine(in[0].byteCount()) +
                             " bytes; a key and a counter take at "
                             "least 16");
    auto type = tensorTypeOf(op.getOutput());
    int64_t bytes = storedBytes(type.getElementType());
    // Words have 32 bits; a narrower element takes a word of its own.
    const std::optional<PairedBits> paired = pairedBits(op);
    size_t words =
        paired ? paired->words() : type.getNumElements() * std::max<int64_t>(bytes / 4, 1);
    std::vector<uint32_t> bits;
    // The key is word 0, low half first; the counter is word 1 and, for Philox, word 2.
    std::array<uint32_t, 2> key{uint32_t(state[0]), uint32_t(state[0] >> 32)};
    // With two words of state, XLA's Philox counts on from the key.
    uint64_t low = state[1], high = state.size() > 2 ? state[2] : isPhilox(op) ? state[0] : 0;
    while (bits.size() < words) {
      if (isPhilox(op)) {
        auto block =
            philox(key, {uint32_t(low), uint32_t(low >> 32), uint32_t(high), uint32_t(high >> 32)});
        bits.insert(bits.end(), block.begin(), block.end());
      } else {
        auto block = threefry(key, {uint32_t(low), uint32_t(low >> 32)});
        bits.insert(bits.end(), block.begin(), block.end());
      }
      // low overflows into high.
      high += ++low == 0;
    }
    TensorList out{in[0], Tensor(type)};
    char *data = out[1].mutableData();
    // f64 and i64 take two words, narrower types the low bytes of one word.
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      std::memcpy(data + i * bytes,
                  bits.data() + (paired ? paired->wordOf(i) : i * std::max<int64_t>(bytes / 4, 1)),
                  bytes);
    state[1] = low;
    if (state.size() > 2)
      state[2] = high;
    std::memcpy(out[0].mutableData(), state.data(), state.size() * 8);
    return out;
  }
  /// Each entry has a counter of its own.
  static LogicalResult batch(Op, Batching &g) { return g.oneByOne(); }
  using Facets = Has<Rule, Kernel, ZeroVjp, Batch, Eval>;
};

/// rng: uniform or normal numbers. Any values of the distribution are correct.
struct Rng : Meaning<RngOp> {
  // The range of uniform floats is [a, b), that of integers a .. b - 1.
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    auto type = tensorTypeOf(op.getResult());
    std::mt19937_64 engine(0);
    bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
    if (domainOf(type.getElementType()) == Domain::Real) {
      double a = in[0].values<double>()[0], b = in[1].values<double>()[0];
      std::vector<double> values(type.getNumElements());
      // 52 bits of the engine give a fraction in [0, 1).
      for (double &x : values)
        x = isNormal ? std::normal_distribution<double>(a, b)(engine)
                     : a + (b - a) * (double(engine() >> 12) / double(uint64_t(1) << 52));
      return Tensor::of(type, values);
    }
    int64_t a = in[0].integer(), b = in[1].integer();
    if (a >= b)
      return opError(op, "draws from the empty range " + Twine(a) + " .. " + Twine(b));
    std::vector<int64_t> values(type.getNumElements());
    for (int64_t &x : values)
      x = int64_t(uint64_t(a) + engine() % (uint64_t(b) - uint64_t(a)));
    return Tensor::of(type, values);
  }
  using Facets = Has<NoRule<"its values are unspecified">, StaticResult, ZeroVjp,
                     NoBatch<"JAX writes no such op">, Eval>;
};

} // namespace

void addRandomRules(RuleTable &table) { table.add<RngBitGenerator, Rng>(); }

} // namespace spmd::ops

namespace spmd {

std::optional<PairedBits> pairedBits(stablehlo::RngBitGeneratorOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getOutput().getType());
  if (op.getRngAlgorithm() != stablehlo::RngAlgorithm::THREE_FRY || !type ||
      !type.hasStaticShape() || type.getRank() == 0 || type.getNumElements() == 0 ||
      type.getElementType().getIntOrFloatBitWidth() > 32)
    return std::nullopt;
  ArrayRef<int64_t> shape = type.getShape();
  const int64_t *dim = llvm::find_if(shape, [](int64_t size) { return size % 2 == 0; });
  if (dim == shape.end())
    dim = llvm::max_element(shape);
  PairedBits bits;
  bits.outer = llvm::product_of(ArrayRef(shape.begin(), dim));
  bits.size = *dim;
  bits.inner = llvm::product_of(ArrayRef(dim + 1, shape.end()));
  const bool isRowMajor = bits.inner == 1 && (bits.outer == 1 || bits.size % 2 == 0);
  return isRowMajor ? std::nullopt : std::optional(bits);
}

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs depthwise convolutions: for each result position, the elementwise products of the window are
// summed with vectors along the features.
#include "runtime/kernels/conv_depthwise.h"
#include "runtime/cpu.h"
#include <algorithm>
#include <vector>

namespace spmd::rt {
namespace {

/// Computes result[c] = sum over w < count of inputs[w][c] * factors[w][c], in the order of the
/// window.
template <int Bytes>
[[gnu::always_inline]] inline void sumWindow(const float *const *inputs,
                                             const float *const *factors, int64_t count,
                                             float *result, int64_t features) {
  // Vector types of GCC and clang; the unaligned one is for loads and stores.
  typedef float Vector __attribute__((vector_size(Bytes)));
  typedef float Unaligned __attribute__((vector_size(Bytes), aligned(4), may_alias));
  constexpr int64_t kLanes = Bytes / 4;
  int64_t c = 0;
  for (; c + kLanes <= features; c += kLanes) {
    Vector sum = {};
    for (int64_t w = 0; w < count; ++w)
      sum += *reinterpret_cast<const Unaligned *>(inputs[w] + c) *
             *reinterpret_cast<const Unaligned *>(factors[w] + c);
    *reinterpret_cast<Unaligned *>(result + c) = sum;
  }
  for (; c < features; ++c) {
    float sum = 0;
    for (int64_t w = 0; w < count; ++w)
      sum += inputs[w][c] * factors[w][c];
    result[c] = sum;
  }
}

using SumWindow = void (*)(const float *const *, const float *const *, int64_t, float *, int64_t);

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void sumWindow256(const float *const *inputs,
                                              const float *const *factors, int64_t count,
                                              float *result, int64_t features) {
  sumWindow<32>(inputs, factors, count, result, features);
}
#endif
void sumWindow128(const float *const *inputs, const float *const *factors, int64_t count,
                  float *result, int64_t features) {
  sumWindow<16>(inputs, factors, count, result, features);
}

// Vectors of 256 bits where the CPU has AVX2, else of 128 bits. Each lane sums in the same order,
// so only fused multiply-adds can change bits.
SumWindow sumWindowOfThisCpu() {
#if defined(__x86_64__)
  if (isaOfThisCpu() >= Isa::Avx2)
    return sumWindow256;
#endif
  return sumWindow128;
}

// The first spatial dim of the result; a convolution without spatial dims has one row.
int64_t rowCount(const ConvConfig &conv) {
  return conv.spatial.empty() ? 1 : conv.spatial[0].outputSize;
}

/// The number of rows of a tile, which has about 2^18 multiplications.
int64_t rowsPerTile(const ConvConfig &conv) {
  int64_t products = conv.inputFeatures;
  for (size_t d = 0; d < conv.spatial.size(); ++d)
    products *= conv.spatial[d].kernelSize * (d > 0 ? conv.spatial[d].outputSize : 1);
  return std::max<int64_t>(1, (int64_t(1) << 18) / std::max<int64_t>(1, products));
}

/// The elements of lhs and rhs that one result position reads. Padding is left out.
class Window {
public:
  Window(const ConvConfig &conv, const float *lhs, const float *rhs)
      : conv(conv), lhs(lhs), rhs(rhs) {}

  std::vector<const float *> inputs, factors;

  // Collects the addresses for one result position. The lists keep their memory.
  void moveTo(const int64_t *position) {
    inputs.clear(), factors.clear();
    collect(position, 0, lhs, rhs);
  }

private:
  // Adds the window positions of dim `dim` and of the following dims. Positions outside of the
  // input and in the holes of a dilation are skipped.
  void collect(const int64_t *position, size_t dim, const float *input, const float *factor) {
    if (dim == conv.spatial.size()) {
      inputs.push_back(input), factors.push_back(factor);
      return;
    }
    const ConvDim &d = conv.spatial[dim];
    for (int64_t w = 0; w < d.kernelSize; ++w) {
      const int64_t at = position[dim] * d.windowStride + w * d.rhsDilation - d.padLow;
      if (at >= 0 && at % d.lhsDilation == 0 && at / d.lhsDilation < d.inputSize)
        collect(position, dim + 1, input + at / d.lhsDilation * d.lhsStride,
                factor + (d.reversed ? d.kernelSize - 1 - w : w) * d.rhsStride);
    }
  }

  const ConvConfig &conv;
  const float *lhs, *rhs;
};

} // namespace

// The conditions of sumWindow(): one input and one output feature per group, f32 throughout,
// features contiguous in all three arrays.
bool isDepthwise(const ConvConfig &conv) {
  return conv.featureGroups > 1 && conv.featureGroups == conv.inputFeatures &&
         conv.outputFeatures == conv.inputFeatures && conv.lhs == DType::F32 &&
         conv.rhs == DType::F32 && conv.result == DType::F32 && conv.accumulate == DType::F32 &&
         conv.lhsFeatureStride == 1 && conv.rhsOutputStride == 1 && conv.resultFeatureStride == 1;
}

int64_t depthwiseTiles(const ConvConfig &conv) {
  const int64_t perTile = rowsPerTile(conv);
  return conv.batch * ((rowCount(conv) + perTile - 1) / perTile);
}

// Walks the positions of the tile in row-major order.
void runDepthwise(const ConvConfig &conv, const float *lhs, const float *rhs, float *result,
                  int64_t tile) {
  static const SumWindow sum = sumWindowOfThisCpu();
  const int64_t rows = rowCount(conv), perTile = rowsPerTile(conv);
  const int64_t tilesPerItem = (rows + perTile - 1) / perTile;
  // Tiles count the chunks of the first batch item, then those of the second, and so on.
  const int64_t item = tile / tilesPerItem, firstRow = tile % tilesPerItem * perTile;
  const size_t rank = conv.spatial.size();
  std::vector<int64_t> position(rank, 0);
  Window window(conv, lhs + item * conv.lhsBatchStride, rhs);
  int64_t positions = std::min(perTile, rows - firstRow);
  for (size_t d = 1; d < rank; ++d)
    positions *= conv.spatial[d].outputSize;
  if (rank > 0)
    position[0] = firstRow;
  for (int64_t i = 0; i < positions; ++i) {
    float *target = result + item * conv.resultBatchStride;
    for (size_t d = 0; d < rank; ++d)
      target += position[d] * conv.spatial[d].resultStride;
    window.moveTo(position.data());
    sum(window.inputs.data(), window.factors.data(), int64_t(window.inputs.size()), target,
        conv.inputFeatures);
    for (size_t d = rank; d-- > 0;) {
      if (++position[d] < conv.spatial[d].outputSize)
        break;
      position[d] = 0;
    }
  }
}

} // namespace spmd::rt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls oneDNN through its C API, because the C++ API needs exceptions. Primitives are kept per
// thread: creating one takes longer than a small matmul.
#include "runtime/cpu.h"
#include "runtime/kernels/gemm_backends.h"
#include "runtime/kernels/plain_matrix.h"
#include "runtime/kernels/workspace.h"
#include "runtime/library_threads.h"
#include "runtime/process_exit.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <dnnl.h>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace spmd::rt {
namespace {

// Owners of oneDNN's handles: every kind has a function of its own that destroys it.
template <class Handle, dnnl_status_t (*Destroy)(Handle)> struct Destroyer {
  void operator()(Handle handle) const { Destroy(handle); }
};
template <class Handle, dnnl_status_t (*Destroy)(Handle)>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroyer<Handle, Destroy>>;
using Memory = Owned<dnnl_memory_t, dnnl_memory_destroy>;

/// Everything that a primitive depends on: three sizes, six strides, three types and whether it
/// adds.
using Key = std::array<int64_t, 13>;

struct Matmul {
  Key key{};
  Owned<dnnl_primitive_t, dnnl_primitive_destroy> primitive; // null: oneDNN refuses
  bool isAmx = false;                                        // its instructions
  Memory lhs, rhs, result;
  bool wasRun = false;
};

/// The engine, the stream and the primitives of one thread.
class ThreadMatmuls {
public:
  static ThreadMatmuls &ofThisThread() {
    thread_local ThreadMatmuls matmuls;
    return matmuls;
  }

  // Finds or creates a primitive. A linear search is enough: programs have few different matmuls.
  Matmul &find(const Key &key) {
    for (Matmul &matmul : known)
      if (matmul.key == key)
        return matmul;
    if (known.size() >= 256) // more shapes than programs have: starts again
      known.clear();
    // Creating a primitive may create static objects, which an exit() meanwhile would destroy.
    FirstUse makes;
    known.push_back(make(key));
    return known.back();
  }

  // Sets the addresses and runs the primitive. False where oneDNN refuses or fails.
  bool execute(Matmul &matmul, const void *lhs, const void *rhs, void *result) {
    if (!matmul.primitive)
      return false;
    dnnl_memory_set_data_handle(matmul.lhs.get(), const_cast<void *>(lhs));
    dnnl_memory_set_data_handle(matmul.rhs.get(), const_cast<void *>(rhs));
    dnnl_memory_set_data_handle(matmul.result.get(), result);
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, matmul.lhs.get()},
                                    {DNNL_ARG_WEIGHTS, matmul.rhs.get()},
                                    {DNNL_ARG_DST, matmul.result.get()}};
    std::optional<FirstUse> generates; // some primitives generate code at their first run
    if (!std::exchange(matmul.wasRun, true))
      generates.emplace();
    return dnnl_primitive_execute(matmul.primitive.get(), stream.get(), 3, args) == dnnl_success &&
           dnnl_stream_wait(stream.get()) == dnnl_success;
  }

private:
  // Where engine or stream cannot be made, `stream` stays null and make() returns no primitive.
  ThreadMatmuls() {
    useOneOpenMpThread(); // for callers that are no workers
    // Must happen before the first primitive.
    static const bool isLimited [[maybe_unused]] = limitIsa();
    dnnl_engine_t newEngine = nullptr;
    if (dnnl_engine_create(&newEngine, dnnl_cpu, 0) != dnnl_success)
      return;
    engine.reset(newEngine);
    dnnl_stream_t newStream = nullptr;
    if (dnnl_stream_create(&newStream, newEngine, dnnl_stream_default_flags) == dnnl_success)
      stream.reset(newStream);
  }

  // Applies SPMD_MAX_ISA to oneDNN, which detects the CPU itself.
  static bool limitIsa() {
    constexpr dnnl_cpu_isa_t kNames[] = {dnnl_cpu_isa_sse41, dnnl_cpu_isa_avx2,
                                         dnnl_cpu_isa_avx512_core, dnnl_cpu_isa_avx512_core_bf16};
    const std::optional<Isa> limit = isaLimit();
    return limit && dnnl_set_max_cpu_isa(kNames[size_t(*limit)]) == dnnl_success;
  }

  // A matrix by its strides. oneDNN reads transposed matrices in place.
  static bool describe(dnnl_memory_desc_t &desc, int64_t rows, int64_t columns, int64_t type,
                       int64_t rowStride, int64_t columnStride) {
    const dnnl_dims_t dims = {rows, columns}, strides = {rowStride, columnStride};
    return dnnl_memory_desc_init_by_strides(&desc, 2, dims, dnnl_data_type_t(type), strides) ==
           dnnl_success;
  }

  // A memory object without data; execute() sets the address.
  Memory memory(const dnnl_memory_desc_t &desc) const {
    dnnl_memory_t made = nullptr;
    dnnl_memory_create(&made, &desc, engine.get(), DNNL_MEMORY_NONE);
    return Memory(made);
  }

  // Creates the primitive of a key: three matrix descriptions, and a sum post-op where the result
  // is added to. Any failure leaves `primitive` null.
  Matmul make(const Key &key) const {
    Matmul matmul{.key = key};
    if (!stream)
      return matmul;
    const auto [m, n, k, lhsRow, lhsColumn, rhsRow, rhsColumn, row, column, lhs, rhs, result, add] =
        key;
    dnnl_memory_desc_t left, right, out;
    dnnl_matmul_desc_t desc;
    if (!describe(left, m, k, lhs, lhsRow, lhsColumn) ||
        !describe(right, k, n, rhs, rhsRow, rhsColumn) ||
        !describe(out, m, n, result, row, column) ||
        dnnl_matmul_desc_init(&desc, &left, &right, nullptr, &out) != dnnl_success)
      return matmul;
    dnnl_primitive_attr_t newAttributes = nullptr;
    dnnl_post_ops_t newSum = nullptr;
    if (dnnl_primitive_attr_create(&newAttributes) != dnnl_success)
      return matmul;
    Owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy> attributes(newAttributes);
    if (dnnl_post_ops_create(&newSum) != dnnl_success)
      return matmul;
    Owned<dnnl_post_ops_t, dnnl_post_ops_destroy> sum(newSum);
    if (add)
      dnnl_post_ops_append_sum(newSum, 1.0f);
    dnnl_primitive_attr_set_post_ops(newAttributes, newSum);
    dnnl_primitive_desc_t newDesc = nullptr;
    if (dnnl_primitive_desc_create(&newDesc, &desc, newAttributes, engine.get(), nullptr) !=
        dnnl_success)
      return matmul;
    Owned<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy> primitiveDesc(newDesc);
    matmul.lhs = memory(left), matmul.rhs = memory(right), matmul.result = memory(out);
    dnnl_primitive_t primitive = nullptr;
    if (matmul.lhs && matmul.rhs && matmul.result &&
        dnnl_primitive_create(&primitive, newDesc) == dnnl_success)
      matmul.primitive.reset(primitive);
    const char *name = nullptr; // "brg:avx512_core_amx_int8"
    if (dnnl_primitive_desc_query(newDesc, dnnl_query_impl_info_str, 0, &name) == dnnl_success)
      matmul.isAmx = std::strstr(name, "amx") != nullptr;
    return matmul;
  }

  // Destroyed in reverse order: primitives, then the stream, then the engine.
  Owned<dnnl_engine_t, dnnl_engine_destroy> engine;
  Owned<dnnl_stream_t, dnnl_stream_destroy> stream;
  std::vector<Matmul> known;
};

// Only f32, bf16 and int8 with sums of 32 bits reach this file, see gemm_backend.cpp.
int64_t dnnlType(DType type) {
  return type == DType::BF16  ? dnnl_bf16
         : type == DType::S8  ? dnnl_s8
         : type == DType::S32 ? dnnl_s32
                              : dnnl_f32;
}

/// The strides of a matrix for oneDNN, which requires a valid stride even for a dim of one element.
std::array<int64_t, 2> strides(const PlainMatrix &matrix) {
  return matrix.transposed ? std::array<int64_t, 2>{1, matrix.leading}
                           : std::array<int64_t, 2>{matrix.leading, 1};
}

} // namespace

// A matmul of 32 x 32 x 32 with the types and the kind of strides of the plan makes oneDNN generate
// the same code as the real one.
void prepareDnnl(const GemmPlan &plan) {
  constexpr int64_t kSize = 32;
  const PlainMatrices plain(plan);
  // The code that oneDNN selects depends on whether rows follow each other without a gap.
  auto shrunk = [](const PlainMatrix &matrix, int64_t rows, int64_t columns) {
    PlainMatrix small = matrix;
    small.leading = matrix.leading > (matrix.transposed ? rows : columns) ? 2 * kSize : kSize;
    return strides(small);
  };
  const int64_t m = std::min(plan.mTile, plan.m.size), n = std::min(plan.nTile, plan.n.size),
                k = plan.k.size;
  const auto left = shrunk(plain.lhs, m, k), right = shrunk(plain.rhs, k, n),
             out = shrunk(plain.result, m, n);
  const Key key = {kSize,
                   kSize,
                   kSize,
                   left[0],
                   left[1],
                   right[0],
                   right[1],
                   out[0],
                   out[1],
                   dnnlType(plan.lhs),
                   dnnlType(plan.rhs),
                   dnnlType(plan.result),
                   plan.addToResult};
  static std::mutex &mutex = *new std::mutex; // never destroyed, see process_exit.h
  static std::set<Key> &known = *new std::set<Key>;
  std::lock_guard lock(mutex);
  if (!known.insert(key).second)
    return;
  const std::vector<float> operand(2 * kSize * kSize);
  std::vector<float> result(2 * kSize * kSize);
  ThreadMatmuls &matmuls = ThreadMatmuls::ofThisThread();
  matmuls.execute(matmuls.find(key), operand.data(), operand.data(), result.data());
}

/// Sums of so many products of bytes are below 2^24, also with the 128 that is added to each byte
/// of the lhs for instructions which take them unsigned: 255 * 128 * 448; a multiple of a step of
/// 64. Larger ones oneDNN 2.6 rounds to f32 on its way to s32 (brgemm with AVX-512 VNNI, transposed
/// rhs). AMX multiplies signed bytes and stores what it has summed up.
constexpr int64_t kExactDepth = 448;

// The address of the region inside each array; the primitive is found by sizes, strides and types.
// Of a sum in several pieces, those behind the first are added here, as integers.
bool runDnnl(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result) {
  const PlainMatrices plain(plan);
  const auto left = strides(plain.lhs), right = strides(plain.rhs), out = strides(plain.result);
  const int64_t m = region.mCount, n = region.nCount, k = plan.k.size;
  ThreadMatmuls &matmuls = ThreadMatmuls::ofThisThread();
  // For `depth` products of each sum, to a matrix with these strides.
  auto find = [&](int64_t depth, const std::array<int64_t, 2> &to, bool addsThere) -> Matmul & {
    return matmuls.find({m, n, depth, left[0], left[1], right[0], right[1], to[0], to[1],
                         dnnlType(plan.lhs), dnnlType(plan.rhs), dnnlType(plan.result), addsThere});
  };
  auto run = [&](Matmul &matmul, int64_t from, void *to) {
    return matmuls.execute(matmul, lhs + plain.lhs.offset(region.mBegin, from) * sizeOf(plan.lhs),
                           rhs + plain.rhs.offset(from, region.nBegin) * sizeOf(plan.rhs), to);
  };
  std::byte *first =
      result + plain.result.offset(region.mBegin, region.nBegin) * sizeOf(plan.result);
  Matmul &whole = find(k, out, adds);
  if (plan.lhs != DType::S8 || k <= kExactDepth || whole.isAmx)
    return run(whole, 0, first);
  if (!run(find(kExactDepth, out, adds), 0, first))
    return false;
  auto *sums = reinterpret_cast<int32_t *>(first);
  auto *piece = reinterpret_cast<int32_t *>(
      workspace(WorkspaceUse::Matmul, uint64_t(m * n) * sizeof(int32_t)));
  for (int64_t from = kExactDepth; from < k; from += kExactDepth) {
    if (!run(find(std::min(kExactDepth, k - from), {n, 1}, /*addsThere=*/false), from, piece))
      return false;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        sums[i * out[0] + j * out[1]] += piece[i * n + j];
  }
  return true;
}

} // namespace spmd::rt

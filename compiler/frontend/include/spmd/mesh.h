// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meshes of devices, partition specs and rules: the words in which a program says where the parts
// of a tensor lie.
//
// A mesh is a grid of devices with named axes. A spec says for each dim of a tensor along which
// axes it is split. Models do not name axes of a mesh: their dims have logical names (withAxes),
// and the rules of a scope map these to axes. So another mesh is another line in main.
#pragma once
#include <spmd/tensor.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// An axis of a mesh: its name and its number of devices.
struct MeshAxis {
  std::string name;
  int64_t size = 1;
  template <std::integral T>
  MeshAxis(std::string name, T size) : name(std::move(name)), size(int64_t(size)) {}
  bool operator==(const MeshAxis &) const = default;
};

/// The mesh axes of one dim, major first: "data", {} or {"data", "model"}.
struct DimAxes {
  std::vector<std::string> axes;
  bool isOpen = false;
  DimAxes() = default;
  DimAxes(const char *axis) : axes{axis} {}
  DimAxes(std::string axis) : axes{std::move(axis)} {}
  DimAxes(std::initializer_list<std::string_view> axes) : axes(axes.begin(), axes.end()) {}
  /// The compiler may split the dim along more axes than these.
  static DimAxes open(std::initializer_list<std::string_view> axes = {}) {
    DimAxes made(axes);
    made.isOpen = true;
    return made;
  }
  bool operator==(const DimAxes &) const = default;
};
/// A logical name and the mesh axes along which dims of this name are split, major first.
struct Rule {
  std::string logical;
  std::vector<std::string> axes;
  Rule(std::string logical, DimAxes dim) : logical(std::move(logical)), axes(std::move(dim.axes)) {}
};
/// Logical names without a rule are those of dims that are not split.
struct Rules {
  std::vector<Rule> list;
  bool allowsPadding = false;
  Rules(std::initializer_list<Rule> list = {}) : list(list) {}
  /// The same for tensors that the axes do not divide (Spec::padded).
  Rules padded() const {
    Rules made = *this;
    made.allowsPadding = true;
    return made;
  }
};

struct MeshData;  // defined in the library
struct ScopeData; // defined in the library

/// The time during which a mesh and its rules are in use; returned by Mesh::use.
class [[nodiscard]] MeshScope {
public:
  explicit MeshScope(const ScopeData *data);
  ~MeshScope();
  MeshScope(const MeshScope &) = delete;

private:
  const ScopeData *outer;
};

/// A grid of devices: Mesh mesh({{"data", 2}, {"model", 4}}) has 8. Devices are numbered in
/// row-major order. They are threads of this process, or are shared evenly by the ranks that a
/// launcher of MPI started.
class Mesh {
public:
  /// Throws for a name that stands twice or is empty, and for sizes below 1.
  explicit Mesh(std::vector<MeshAxis> axes, Where where = Where::current());
  explicit Mesh(const MeshData *data) : data(data) {}

  /// The axes, the one whose devices are farthest apart first.
  const std::vector<MeshAxis> &axes() const;
  /// The number of devices.
  int64_t deviceCount() const;
  /// The size of an axis. Throws where there is none of this name.
  int64_t size(std::string_view axis, Where where = Where::current()) const;
  bool operator==(const Mesh &) const = default;

  /// Makes this the mesh of the thread until the returned object is destroyed. Programs that jit
  /// makes meanwhile run on its devices. The rules say where dims with logical names are split.
  /// Throws for a rule of an axis that the mesh does not have, and for two rules of one name.
  MeshScope use(const Rules &rules = {}, Where where = Where::current()) const;
  /// The same with rules of its own for the parameters of a model as they are kept (withAxes), and
  /// for values that are computed with (toCompute). With {{"embed", "data"}} for parameters and
  /// {{"batch", "data"}} for values this is FSDP.
  MeshScope use(const Rules &parameters, const Rules &compute,
                Where where = Where::current()) const;

  const MeshData *data;
};
/// "data=2, model=4".
std::string text(const Mesh &mesh);
/// The mesh of the innermost scope of this thread; none outside of scopes.
std::optional<Mesh> currentMesh();

/// The number of this process among the ranks that a launcher of MPI started; 0 without one. The
/// first call starts MPI. Throws where it cannot be started.
int64_t rank();
int64_t rankCount();
/// Whether this is rank 0, which prints and writes files. All ranks run the same main and call the
/// same programs in the same order.
bool isMain();
/// The text of each rank, by rank, on all of them: a call that all ranks make. Also a barrier.
/// As jax.experimental.multihost_utils.process_allgather, of texts.
std::vector<std::string> processAllgather(const std::string &own);

/// For a dim about which the compiler decides; PartitionSpec.UNCONSTRAINED in JAX.
inline const DimAxes anyAxes = DimAxes::open();

/// How a tensor is split over a mesh, as JAX's PartitionSpec. Dims behind the last one that is
/// given are whole.
struct Spec {
  std::vector<DimAxes> dims;
  bool allowsPadding = false;
  /// The same for tensors that the axes do not divide: 10 rows over 4 devices are 3, 3, 3 and 1.
  Spec padded() const {
    Spec made = *this;
    made.allowsPadding = true;
    return made;
  }
  bool operator==(const Spec &) const = default;
};
/// P("data", {}, {"a", "b"}): dim 0 is split along axis data, dim 1 is whole, dim 2 is split along
/// a and then b.
Spec P(DimAxes dim0 = {}, DimAxes dim1 = {}, DimAxes dim2 = {}, DimAxes dim3 = {},
       DimAxes dim4 = {}, DimAxes dim5 = {}, DimAxes dim6 = {}, DimAxes dim7 = {});
/// The spelling of the call.
std::string text(const Spec &spec);

/// A spec for each of several trees, which all their leaves have: the parameters of a function, or
/// the elements of a tuple that it returns. {} leaves a tree to the compiler. One spec alone is
/// meant for all of them.
struct Specs {
  std::vector<std::optional<Spec>> list;
  Specs() = default;
  Specs(Spec spec) : list{std::move(spec)} {}
  Specs(std::initializer_list<std::optional<Spec>> list) : list(list) {}
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop

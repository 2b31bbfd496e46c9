// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the attribute `spmd.sharding` (borders.h). Reading checks everything, because a partitioned
// module may come from a file that a user has edited.
#include "compiler/codegen/borders.h"
#include "compiler/elements/dtype.h"
#include "compiler/sharding/border.h"

using namespace mlir;

namespace spmd {

/// Axes are major first, so the stride of an axis is the number of devices of all axes behind it:
/// of <["a"=2, "b"=4]>, a has stride 4 and size 2, b has stride 1 and size 4.
std::optional<rt::Digit> MeshAxes::digit(StringRef axis) const {
  auto at = llvm::find(names, axis);
  if (at == names.end())
    return std::nullopt;
  ArrayRef<int64_t> from = ArrayRef(sizes).drop_front(at - names.begin());
  return rt::Digit{llvm::product_of(from.drop_front()), from.front()};
}

std::optional<rt::Digit> MeshAxes::digit(StringRef axis, int64_t preSize, int64_t size) const {
  std::optional<rt::Digit> whole = digit(axis);
  if (!whole || preSize <= 0 || size <= 0 || whole->size % (preSize * size))
    return std::nullopt;
  return rt::Digit{whole->stride * (whole->size / (preSize * size)), size};
}

/// The digit of "data" or of the part "data:(1)2".
static std::optional<rt::Digit> digitOf(StringRef text, const MeshAxes &mesh) {
  auto [axis, part] = text.split(":(");
  auto [pre, own] = part.split(')');
  int64_t preSize, size;
  if (part.empty())
    return mesh.digit(axis);
  return pre.getAsInteger(10, preSize) || own.getAsInteger(10, size)
             ? std::nullopt
             : mesh.digit(axis, preSize, size);
}

/// Refuses dictionaries with missing fields, lists of different lengths, unknown axes,
/// negative sizes, and device ids that are no permutation.
static LogicalResult decode(func::FuncOp main, Attribute attr, rt::Border &border, MeshAxes &mesh) {
  auto refuse = [&](const Twine &why) {
    return main->emitError() << "has a " << kBorderAttr << " attribute " << why << ": " << attr;
  };
  auto dict = dyn_cast<DictionaryAttr>(attr);
  if (!dict)
    return refuse("that is not a dictionary");
  auto axes = dict.getAs<ArrayAttr>("axes"), dims = dict.getAs<ArrayAttr>("dims");
  auto sizes = dict.getAs<DenseI64ArrayAttr>("sizes"),
       shape = dict.getAs<DenseI64ArrayAttr>("shape");
  if (!axes || !dims || !sizes || !shape)
    return refuse("without one of axes, sizes, dims, shape");
  if (axes.size() != size_t(sizes.size()) || dims.size() != size_t(shape.size()))
    return refuse("whose axes and sizes, or dims and shape, differ in length");
  mesh = {};
  for (auto [name, size] : llvm::zip_equal(axes, sizes.asArrayRef())) {
    auto text = dyn_cast<StringAttr>(name);
    if (!text || size < 1)
      return refuse("with an axis that has no name or no positive size");
    mesh.names.push_back(text.str());
    mesh.sizes.push_back(size);
  }
  border.globalShape = shape.asArrayRef();
  if (llvm::any_of(border.globalShape, [](int64_t size) { return size < 0; }))
    return refuse("with a negative size");
  // Sorted device ids must be 0, 1, ..., so that every device occurs once.
  if (auto ids = dict.getAs<DenseI64ArrayAttr>("device_ids")) {
    border.deviceOrder = ids.asArrayRef();
    SmallVector<int64_t> sorted(ids.asArrayRef());
    llvm::sort(sorted);
    if (!llvm::equal(sorted, llvm::seq<int64_t>(0, llvm::product_of(mesh.sizes))))
      return refuse("whose device_ids are not a permutation of its devices");
  }
  border.splits.clear();
  for (auto [d, dim] : llvm::enumerate(dims)) {
    auto list = dyn_cast<ArrayAttr>(dim);
    if (!list)
      return refuse("with a dim that is not a list of axes");
    std::vector<rt::Digit> &digits = border.splits.emplace_back();
    for (Attribute axis : list) {
      auto text = dyn_cast<StringAttr>(axis);
      std::optional<rt::Digit> digit =
          text ? digitOf(text.getValue(), mesh) : std::optional<rt::Digit>();
      if (!digit)
        return refuse("that names an axis which is not among its axes");
      digits.push_back(*digit);
    }
  }
  return success();
}

/// The local shape is that of `type`. With the attribute, each dim is cut by the digits of its
/// axes, and the local parts must hold the global shape: a dim of 10 in 4 parts has at least local
/// size 3. What is left of the last parts is padding.
FailureOr<rt::Border> borderOf(func::FuncOp main, Type type, Attribute attr, MeshAxes &mesh) {
  auto tensor = cast<RankedTensorType>(type);
  rt::Border out;
  out.type = *dtypeOf(tensor.getElementType());
  out.localShape = out.globalShape = tensor.getShape();
  out.splits.resize(tensor.getRank());
  if (!attr)
    return out;
  if (failed(decode(main, attr, out, mesh)))
    return failure();
  if (out.globalShape.size() != out.localShape.size())
    return main.emitError("has a border of rank ")
           << out.localShape.size() << " whose " << kBorderAttr << " has rank "
           << out.globalShape.size();
  for (auto [d, digits] : llvm::enumerate(out.splits)) {
    int64_t shards = 1;
    for (const rt::Digit &digit : digits)
      shards *= digit.size;
    if (out.localShape[d] < llvm::divideCeilSigned(out.globalShape[d], shards))
      return main.emitError("has dim ")
             << d << " of size " << out.localShape[d] << " at its border; " << shards
             << " shards of a global size " << out.globalShape[d] << " do not fit";
  }
  return out;
}

} // namespace spmd

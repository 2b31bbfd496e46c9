// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes and reads the attribute `spmd.sharding`; border.h shows its form. Reading checks
// everything, because a partitioned module may come from a file that a user has edited.
#include "compiler/sharding/border.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// "data" for a whole axis, "data:(1)2" for a part.
std::string spell(sdy::AxisRefAttr axis) {
  std::string text = axis.getName().str();
  if (sdy::SubAxisInfoAttr part = axis.getSubAxisInfo())
    text += ":(" + std::to_string(part.getPreSize()) + ")" + std::to_string(part.getSize());
  return text;
}

/// The inverse of spell. Returns false if `border` has no such axis or if the part does not divide
/// it.
bool parseAxis(StringRef text, const BorderSharding &border, BorderAxis &out) {
  auto [name, part] = text.split(":(");
  auto at = llvm::find(border.axisNames, name);
  if (at == border.axisNames.end())
    return false;
  int64_t axisSize = border.axisSizes[at - border.axisNames.begin()];
  out = {name.str(), 1, axisSize};
  if (part.empty())
    return true;
  auto [pre, size] = part.split(')');
  return !pre.getAsInteger(10, out.preSize) && !size.getAsInteger(10, out.size) &&
         out.preSize > 0 && out.size > 0 && axisSize % (out.preSize * out.size) == 0;
}

} // namespace

/// For [{"data"}, {}] of tensor<8x16xf32>, data=2, model=4, the attribute is the example in
/// border.h. The field device_ids is written only if the mesh has a device order.
DictionaryAttr encodeBorder(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding,
                            RankedTensorType global) {
  Builder b(global.getContext());
  SmallVector<Attribute> names, dims;
  SmallVector<int64_t> sizes;
  if (mesh)
    for (sdy::MeshAxisAttr axis : mesh.getAxes()) {
      names.push_back(b.getStringAttr(axis.getName()));
      sizes.push_back(axis.getSize());
    }
  for (int64_t d = 0; d < global.getRank(); ++d) {
    SmallVector<Attribute> axes;
    if (sharding)
      for (sdy::AxisRefAttr axis : sharding.getDimSharding(d).getAxes())
        axes.push_back(b.getStringAttr(spell(axis)));
    dims.push_back(b.getArrayAttr(axes));
  }
  SmallVector<NamedAttribute> fields = {
      b.getNamedAttr("axes", b.getArrayAttr(names)),
      b.getNamedAttr("sizes", b.getDenseI64ArrayAttr(sizes)),
      b.getNamedAttr("dims", b.getArrayAttr(dims)),
      b.getNamedAttr("shape", b.getDenseI64ArrayAttr(global.getShape()))};
  if (mesh && !mesh.getDeviceIds().empty())
    fields.push_back(b.getNamedAttr("device_ids", b.getDenseI64ArrayAttr(mesh.getDeviceIds())));
  return b.getDictionaryAttr(fields);
}

/// Refuses dictionaries with missing fields, lists of different lengths, unknown axes, device ids
/// that are no permutation, and dims that the number of shards does not divide: the runtime cuts
/// arrays into equal shards.
FailureOr<BorderSharding> decodeBorder(Operation *op, Attribute attr) {
  auto refuse = [&](const Twine &why) -> FailureOr<BorderSharding> {
    op->emitError() << "has a " << kBorderAttr << " attribute " << why << ": " << attr;
    return failure();
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
  // The axes of the mesh. Their sizes give the number of devices.
  BorderSharding out;
  int64_t devices = 1;
  for (auto [name, size] : llvm::zip_equal(axes, sizes.asArrayRef())) {
    auto text = dyn_cast<StringAttr>(name);
    if (!text || size < 1)
      return refuse("with an axis that has no name or no positive size");
    out.axisNames.push_back(text.str());
    out.axisSizes.push_back(size);
    devices *= size;
  }
  out.globalShape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
  // Sorted device ids must be 0, 1, ..., so that every device occurs once.
  if (auto ids = dict.getAs<DenseI64ArrayAttr>("device_ids")) {
    out.deviceIds.assign(ids.asArrayRef().begin(), ids.asArrayRef().end());
    SmallVector<int64_t> sorted(out.deviceIds);
    llvm::sort(sorted);
    for (auto [i, id] : llvm::enumerate(sorted))
      if (id != int64_t(i) || int64_t(sorted.size()) != devices)
        return refuse("whose device_ids are not a permutation of its devices");
  }
  for (auto [d, dim] : llvm::enumerate(dims)) {
    auto list = dyn_cast<ArrayAttr>(dim);
    if (!list)
      return refuse("with a dim that is not a list of axes");
    auto &parts = out.dims.emplace_back();
    int64_t shards = 1;
    for (Attribute axis : list) {
      auto text = dyn_cast<StringAttr>(axis);
      if (!text || !parseAxis(text.getValue(), out, parts.emplace_back()))
        return refuse("that names an axis which is not among its axes");
      shards *= parts.back().size;
    }
    // The partitioner makes even shards at these places (compiler/sharding/even_borders.h).
    if (out.globalShape[d] % shards)
      return refuse("with a dim that does not divide");
  }
  return out;
}

} // namespace spmd

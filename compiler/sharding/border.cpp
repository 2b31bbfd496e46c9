// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the attribute `spmd.sharding`; border.h shows its form.
#include "compiler/sharding/border.h"
#include "mlir/IR/Builders.h"

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

} // namespace spmd

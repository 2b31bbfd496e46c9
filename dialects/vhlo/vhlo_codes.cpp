// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The codes of VHLO's attributes, each turned into the attribute that StableHLO has for it. Enums
// keep their numbers, which are the same in both.
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/vhlo/entries.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// An enum: its number, which `symbolize` turns into the value.
///   EQ -> 0, NE -> 1, GE -> 2, ..: #stablehlo<comparison_direction GE> is the number 2
template <class Attr, class Enum>
Attribute readEnum(EntryReader &r, std::optional<Enum> (*symbolize)(uint32_t), StringRef name) {
  const uint64_t number = r.varint();
  std::optional<Enum> value =
      number <= UINT32_MAX ? symbolize(static_cast<uint32_t>(number)) : std::nullopt;
  if (r.ok() && !value)
    r.fail("value " + Twine(number) + " of enum " + name + ", which has no such value");
  return r.ok() ? Attribute(Attr::get(r.context(), *value)) : Attribute();
}

/// The version of a custom call's convention is a number in StableHLO's text.
Attribute readApiVersion(EntryReader &r) {
  const uint64_t number = r.varint();
  if (r.ok() && number > 4)
    r.fail("value " + Twine(number) + " of enum api_version, which has no such value");
  return r.ok() ? Attribute(Builder(r.context()).getI32IntegerAttr(static_cast<int32_t>(number)))
                : Attribute();
}

/// Enums of all codes; a fault for any other code.
Attribute readAnyEnum(EntryReader &r, uint64_t code) {
  using namespace stablehlo;
  switch (code) {
  case 3:
    return readEnum<ComparisonDirectionAttr>(r, &symbolizeComparisonDirection,
                                             "comparison_direction");
  case 4:
    return readEnum<ComparisonTypeAttr>(r, &symbolizeComparisonType, "comparison_type");
  case 5:
    return readApiVersion(r);
  case 7:
    return readEnum<FftTypeAttr>(r, &symbolizeFftType, "fft_type");
  case 11:
    return readEnum<PrecisionAttr>(r, &symbolizePrecision, "precision");
  case 12:
    return readEnum<RngAlgorithmAttr>(r, &symbolizeRngAlgorithm, "rng_algorithm");
  case 13:
    return readEnum<RngDistributionAttr>(r, &symbolizeRngDistribution, "rng_distribution");
  case 16:
    return readEnum<TransposeAttr>(r, &symbolizeTranspose, "transpose");
  case 19:
    return readEnum<ResultAccuracyModeAttr>(r, &symbolizeResultAccuracyMode,
                                            "result_accuracy_mode");
  default:
    r.fail("VHLO attribute code " + Twine(code) + ", which is not known");
    return {};
  }
}

/// Names are VHLO strings. MLIR wants dictionaries sorted and without doubles.
Attribute readDictionary(EntryReader &r) {
  SmallVector<NamedAttribute> entries;
  for (uint64_t i = 0, n = r.count("attributes"); i < n && r.ok(); ++i) {
    auto name = r.attributeOf<StringAttr>("string");
    Attribute value = r.attribute();
    if (r.ok() && name.empty())
      r.fail("an attribute without a name");
    if (r.ok())
      entries.emplace_back(name, value);
  }
  if (r.ok() && DictionaryAttr::findDuplicate(entries, /*isSorted=*/false))
    r.fail("a dictionary that has a name twice");
  return r.ok() ? DictionaryAttr::get(r.context(), entries) : Attribute();
}

/// Indices in the result tuple, the operand's number, indices in the operand's tuple.
Attribute readAlias(EntryReader &r) {
  SmallVector<int64_t> result = r.svarints();
  const int64_t operand = r.svarint();
  SmallVector<int64_t> part = r.svarints();
  if (!r.ok())
    return {};
  return stablehlo::OutputOperandAliasAttr::get(r.context(), result, operand, part);
}

/// Absolute and relative error in f64, units in the last place, mode.
Attribute readAccuracy(EntryReader &r) {
  APFloat atol = r.floating(APFloat::IEEEdouble()), rtol = r.floating(APFloat::IEEEdouble());
  const int64_t ulps = r.svarint();
  auto mode = r.attributeOf<stablehlo::ResultAccuracyModeAttr>("mode of accuracy");
  return r.checked<stablehlo::ResultAccuracyAttr>(r.context(), atol, rtol, ulps, mode);
}

// Meshes in replica groups, since version 1.16. They name groups of devices by axes, so the file
// does not grow with the number of devices:
//   #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>

/// An axis: its name, a flag, then the part of the axis if the flag is set. In sdy the name is no
/// attribute, and the flag is in the reference to the part.
Attribute readAxisRef(EntryReader &r) {
  auto name = r.attributeOf<StringAttr>("string");
  stablehlo::SubAxisInfoAttr part;
  if (r.varint())
    part = r.attributeOf<stablehlo::SubAxisInfoAttr>("part of an axis");
  return r.ok() ? Attribute(stablehlo::AxisRefAttr::get(r.context(), name.getValue(), part))
                : Attribute();
}

/// The mesh is there itself, or by the name of its symbol.
Attribute readMeshAxes(EntryReader &r) {
  Attribute mesh = r.attribute();
  auto axes = r.attributeOf<ArrayAttr>("array");
  if (auto name = dyn_cast_or_null<StringAttr>(mesh))
    mesh = FlatSymbolRefAttr::get(name);
  if (!r.ok())
    return {};
  return r.checked<stablehlo::ReplicaGroupMeshAxesAttr>(r.context(), mesh, axes);
}

/// Axes, and the devices if they are not 0, 1, 2, ...
Attribute readMesh(EntryReader &r) {
  SmallVector<stablehlo::MeshAxisAttr> axes;
  if (auto list = r.attributeOf<ArrayAttr>("array"))
    for (Attribute any : list) {
      axes.push_back(dyn_cast<stablehlo::MeshAxisAttr>(any));
      if (!axes.back())
        r.fail("an attribute that is no axis of a mesh");
    }
  Attribute any = r.optionalAttribute();
  auto devices = dyn_cast_or_null<DenseIntElementsAttr>(any);
  if (r.ok() && any && !devices)
    r.fail("an attribute that is no list of devices");
  return r.checked<stablehlo::MeshAttr>(r.context(), ArrayRef<stablehlo::MeshAxisAttr>(axes),
                                        devices);
}

/// Codes 21 to 25.
Attribute readMeshPart(EntryReader &r, uint64_t code) {
  switch (code) {
  case 21: {
    const int64_t pre = r.svarint(), size = r.svarint();
    return r.checked<stablehlo::SubAxisInfoAttr>(r.context(), pre, size);
  }
  case 22:
    return readAxisRef(r);
  case 23:
    return readMeshAxes(r);
  case 24: {
    auto name = r.attributeOf<StringAttr>("string");
    const int64_t size = r.svarint();
    if (!r.ok())
      return {};
    return r.checked<stablehlo::MeshAxisAttr>(r.context(), name.getValue(), size);
  }
  default:
    return readMesh(r);
  }
}

/// 0 or 1.
Attribute readBool(EntryReader &r) {
  const uint64_t value = r.varint();
  if (r.ok() && value > 1)
    r.fail("value " + Twine(value) + " of a boolean");
  return r.ok() ? Attribute(BoolAttr::get(r.context(), value)) : Attribute();
}

} // namespace

// An array, a boolean, a dictionary, numbers, strings, tensors and types become MLIR's own. Whether
// a string is the name of a symbol depends on the op (legalize.cpp). Code 0 is not used any more.
Attribute readVhloAttribute(EntryReader &r) {
  const uint64_t code = r.varint();
  switch (code) {
  case 1: {
    SmallVector<Attribute> list = r.attributes();
    return r.ok() ? Attribute(ArrayAttr::get(r.context(), list)) : Attribute();
  }
  case 2:
    return readBool(r);
  case 6:
    return readDictionary(r);
  case 8:
    return r.floatOf(r.type());
  case 9:
    return r.integerOf(r.type());
  case 10:
    return readAlias(r);
  case 14: {
    StringRef text = r.string();
    return r.ok() ? Attribute(StringAttr::get(r.context(), text)) : Attribute();
  }
  case 15: {
    Type type = r.type();
    return r.elementsOf(type, r.take(r.varint(), "a constant"));
  }
  case 17: {
    Type type = r.type();
    return r.ok() ? Attribute(TypeAttr::get(type)) : Attribute();
  }
  case 18: {
    SmallVector<int64_t> bounds = r.svarints();
    return r.ok() ? Attribute(stablehlo::TypeExtensionsAttr::get(r.context(), bounds))
                  : Attribute();
  }
  case 20:
    return readAccuracy(r);
  default:
    return code >= 21 && code <= 25 ? readMeshPart(r, code) : readAnyEnum(r, code);
  }
}

} // namespace spmd::vhlo

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts the attributes of an op, field by field, then assembles compound attributes.
#include "dialects/vhlo/legalize.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// Lists of dims are not longer: no tensor has so many.  A file of a few bytes may say that a list
/// has 2^40 equal elements.
constexpr int64_t kLongestList = 1 << 16;

/// Whether a value is an integer without a sign of this width.
bool isIntegerOf(Attribute value, unsigned width) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger(width);
}

/// Whether a value has the form that the letter of its field names (op_table.h).
///   'i' and 3 : i64 -> true      'V' and dense<1> : tensor<2xi64> -> true      'b' and "x" ->
/// false What a letter does not tell, as which enum it is, the op's own check finds out.
bool hasForm(Attribute value, char form) {
  auto tensor = dyn_cast<DenseIntElementsAttr>(value);
  auto isList = [&](unsigned width) {
    return tensor && tensor.getElementType().isSignlessInteger(width) &&
           tensor.getType().getRank() == 1 && tensor.getNumElements() <= kLongestList;
  };
  switch (form) {
  case 'i':
  case 'C':
  case 'n':
    return isIntegerOf(value, 64);
  case 'j':
    return isIntegerOf(value, 32);
  case 'b':
  case 'U':
    return isa<BoolAttr>(value);
  case 's':
  case 'Y':
    return isa<StringAttr>(value);
  case 'f':
    return isa<FloatAttr>(value);
  case 't':
    return isa<TypeAttr>(value);
  case 'a':
    return isa<ArrayAttr>(value);
  case 'S':
    return isa<ArrayAttr>(value) && llvm::all_of(cast<ArrayAttr>(value), llvm::IsaPred<StringAttr>);
  case 'd':
    return isa<DictionaryAttr>(value);
  case 'c':
    return isa<DenseElementsAttr>(value);
  case 'V':
    return isList(64);
  case 'W':
    return isList(1);
  default: // the op's verifier checks enums and the rest
    return true;
  }
}

/// Whether all elements of a tensor are `wanted`. False where it has none: an empty attribute is
/// there because the program has it, as in a convolution without spatial dims.
bool areAll(DenseElementsAttr tensor, int64_t wanted) {
  if (!tensor.getElementType().isInteger() || tensor.empty())
    return false;
  if (tensor.isSplat())
    return tensor.getSplatValue<APInt>() ==
           APInt(tensor.getElementType().getIntOrFloatBitWidth(), wanted, /*isSigned=*/true, true);
  return llvm::all_of(tensor.getValues<APInt>(), [&](const APInt &element) {
    return element == APInt(element.getBitWidth(), wanted, /*isSigned=*/true, true);
  });
}

/// Whether a value is the default "0", which each kind of attribute has in its own way:
/// false, "", {}, zeros, an enum's DEFAULT or NOTYPE, an array
/// of such, the usual accuracy.
bool isZero(Attribute value) {
  if (auto boolean = dyn_cast<BoolAttr>(value))
    return !boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().isZero();
  if (auto string = dyn_cast<StringAttr>(value))
    return string.empty();
  if (auto dictionary = dyn_cast<DictionaryAttr>(value))
    return dictionary.empty();
  if (auto array = dyn_cast<ArrayAttr>(value))
    return llvm::all_of(array, isZero);
  if (auto tensor = dyn_cast<DenseElementsAttr>(value))
    return areAll(tensor, 0);
  if (auto precision = dyn_cast<stablehlo::PrecisionAttr>(value))
    return precision.getValue() == stablehlo::Precision::DEFAULT;
  if (auto type = dyn_cast<stablehlo::ComparisonTypeAttr>(value))
    return type.getValue() == stablehlo::ComparisonType::NOTYPE;
  if (auto accuracy = dyn_cast<stablehlo::ResultAccuracyAttr>(value))
    return accuracy.getAtol().isZero() && accuracy.getRtol().isZero() && !accuracy.getUlps() &&
           accuracy.getMode().getValue() == stablehlo::ResultAccuracyMode::DEFAULT;
  return false;
}

/// Whether the file has a value only because VHLO lets no attribute be absent. A program that
/// states the default looks the same in the file, and means the same.
bool isAbsent(Attribute value, StringRef absent) {
  if (absent.empty())
    return false;
  if (absent == "[]") {
    auto array = dyn_cast<ArrayAttr>(value);
    auto tensor = dyn_cast<DenseElementsAttr>(value);
    return (array && array.empty()) || (tensor && tensor.empty());
  }
  if (absent == "0")
    return isZero(value);
  const int64_t number = absent == "1" ? 1 : -1;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getValue().getSExtValue() == number;
  auto tensor = dyn_cast<DenseElementsAttr>(value);
  return tensor && areAll(tensor, number);
}

/// The numbers of a list, also of one whose elements are equal and stored once.
SmallVector<int64_t> numbersOf(DenseIntElementsAttr tensor) {
  return llvm::map_to_vector(tensor.getValues<APInt>(),
                             [](const APInt &number) { return number.getSExtValue(); });
}

/// The value in StableHLO of a field that stands for itself; null where it is left out.
///   'V': dense<[1, 2]> : tensor<2xi64> -> array<i64: 1, 2>      'U': true -> unit, false -> null
///   'C': 5 : i64 -> #stablehlo.channel_handle<handle = 5, type = 0>      'Y': "f" -> @f
Attribute converted(Attribute value, char form) {
  Builder b(value.getContext());
  switch (form) {
  case 'V':
    return b.getDenseI64ArrayAttr(numbersOf(cast<DenseIntElementsAttr>(value)));
  case 'W':
    return b.getDenseBoolArrayAttr(
        llvm::to_vector(cast<DenseElementsAttr>(value).getValues<bool>()));
  case 'C': // the kind of a collective's channel is not in the file
    return stablehlo::ChannelHandleAttr::get(b.getContext(), cast<IntegerAttr>(value).getInt(), 0);
  case 'U':
    return cast<BoolAttr>(value).getValue() ? b.getUnitAttr() : Attribute();
  case 'Y':
    return FlatSymbolRefAttr::get(cast<StringAttr>(value));
  case 'S':
    return b.getArrayAttr(llvm::map_to_vector(cast<ArrayAttr>(value), [](Attribute name) {
      return Attribute(FlatSymbolRefAttr::get(cast<StringAttr>(name)));
    }));
  default:
    return value;
  }
}

/// The fields of a row that become one attribute, by name.
///   offset_dims, collapsed_slice_dims, .., index_vector_dim   ->   dimension_numbers =
/// #stablehlo.gather<..>
class Parts {
public:
  Parts(MLIRContext *context, Faults &faults) : context(context), faults(faults) {}
  void add(StringRef name, Attribute value) { values[name] = value; }

  Attribute get(StringRef name) const { return values.lookup(name); }
  /// Fields that a row does not have are 0 and empty.
  int64_t number(StringRef name) const {
    auto value = dyn_cast_or_null<IntegerAttr>(get(name));
    return value ? value.getInt() : 0;
  }
  SmallVector<int64_t> list(StringRef name) const {
    Attribute value = get(name);
    if (!value)
      return {};
    if (hasForm(value, 'V'))
      return numbersOf(cast<DenseIntElementsAttr>(value));
    faults.add("attribute " + name + " is no list of numbers");
    return {};
  }

  // One attribute each, from the parts that it takes.
  Attribute convolution() const;
  Attribute dot() const;
  /// Null where a dot has none.
  Attribute algorithm() const;
  Attribute gather() const;
  Attribute scatter() const;
  /// Adds none or both of the lists of layouts.
  void addLayouts(NamedAttrList &out) const;

  MLIRContext *context;

private:
  llvm::StringMap<Attribute> values;
  Faults &faults;
};

/// [b, 0, f]x[0, i, o]->[b, 0, f]
Attribute Parts::convolution() const {
  return stablehlo::ConvDimensionNumbersAttr::get(
      context, number("input_batch_dimension"), number("input_feature_dimension"),
      list("input_spatial_dimensions"), number("kernel_input_feature_dimension"),
      number("kernel_output_feature_dimension"), list("kernel_spatial_dimensions"),
      number("output_batch_dimension"), number("output_feature_dimension"),
      list("output_spatial_dimensions"));
}

/// Batch dims and contracted dims of both operands.
Attribute Parts::dot() const {
  return stablehlo::DotDimensionNumbersAttr::get(
      context, list("lhs_batching_dimensions"), list("rhs_batching_dimensions"),
      list("lhs_contracting_dimensions"), list("rhs_contracting_dimensions"));
}

/// The three types, the three numbers and the flag. Null where the dot has no algorithm: then all
/// parts are the type `none`, or are not in the row.
Attribute Parts::algorithm() const {
  static constexpr StringLiteral kNames[] = {
      "lhs_precision_type",          "rhs_precision_type",  "accumulation_type",
      "lhs_component_count",         "rhs_component_count", "num_primitive_operations",
      "allow_imprecise_accumulation"};
  auto isNone = [&](StringRef name) {
    auto type = dyn_cast_or_null<TypeAttr>(get(name));
    return !get(name) || (type && isa<NoneType>(type.getValue()));
  };
  const unsigned absent = llvm::count_if(kNames, isNone);
  if (absent == std::size(kNames))
    return {};
  auto type = [&](StringRef name) { return dyn_cast_or_null<TypeAttr>(get(name)); };
  auto isNumber = [&](StringRef name) { return get(name) && isIntegerOf(get(name), 64); };
  auto imprecise = dyn_cast_or_null<BoolAttr>(get(kNames[6]));
  if (absent || !type(kNames[0]) || !type(kNames[1]) || !type(kNames[2]) || !imprecise ||
      !isNumber(kNames[3]) || !isNumber(kNames[4]) || !isNumber(kNames[5])) {
    faults.add("an algorithm of dot_general that has only some of its parts");
    return {};
  }
  return stablehlo::DotAlgorithmAttr::get(
      context, type(kNames[0]).getValue(), type(kNames[1]).getValue(), type(kNames[2]).getValue(),
      number(kNames[3]), number(kNames[4]), number(kNames[5]), imprecise.getValue());
}

/// Batching dims are empty in rows of versions before 1.1.
Attribute Parts::gather() const {
  return stablehlo::GatherDimensionNumbersAttr::get(
      context, list("offset_dims"), list("collapsed_slice_dims"), list("operand_batching_dims"),
      list("start_indices_batching_dims"), list("start_index_map"), number("index_vector_dim"));
}

/// As for gather.
Attribute Parts::scatter() const {
  return stablehlo::ScatterDimensionNumbersAttr::get(
      context, list("update_window_dims"), list("inserted_window_dims"),
      list("input_batching_dims"), list("scatter_indices_batching_dims"),
      list("scatter_dims_to_operand_dims"), number("index_vector_dim"));
}

/// A custom call has the layouts of its operands and results, or neither. So an empty list is kept
/// where the other one is not empty: the call has no operands or no results.
void Parts::addLayouts(NamedAttrList &out) const {
  auto operands = dyn_cast_or_null<ArrayAttr>(get("operand_layouts"));
  auto results = dyn_cast_or_null<ArrayAttr>(get("result_layouts"));
  if (!operands || !results)
    return faults.add("layouts of a custom call that are no arrays");
  if (operands.empty() && results.empty())
    return;
  out.set("operand_layouts", operands);
  out.set("result_layouts", results);
}

/// Adds the attributes that the parts make. Parts that the row does not have count as 0 or empty,
/// which is what the newer row has for programs of that time.
void addAssembly(Assembly assembly, const Parts &parts, NamedAttrList &out) {
  switch (assembly) {
  case Assembly::None:
    return;
  case Assembly::Convolution:
    return out.append("dimension_numbers", parts.convolution());
  case Assembly::Dot:
    out.append("dot_dimension_numbers", parts.dot());
    if (Attribute algorithm = parts.algorithm())
      out.append("algorithm", algorithm);
    return;
  case Assembly::Gather:
    return out.append("dimension_numbers", parts.gather());
  case Assembly::Scatter:
    return out.append("scatter_dimension_numbers", parts.scatter());
  case Assembly::Channel:
    return out.append("channel_handle",
                      stablehlo::ChannelHandleAttr::get(parts.context, parts.number("channel_id"),
                                                        parts.number("channel_type")));
  case Assembly::Layouts:
    return parts.addLayouts(out);
  }
}

} // namespace

// A field goes one of three ways: into the parts of an assembly, away because it is a default, or
// under its own name into the op.
void legalizeAttributes(const Row &row, ArrayRef<Attribute> values, NamedAttrList &out,
                        Faults &faults) {
  MLIRContext *context = faults.location().getContext();
  Parts parts(context, faults);
  for (auto [field, value] : llvm::zip_equal(row.fields, values)) {
    if (!value && field.isOptional)
      continue;
    if (!value || !hasForm(value, field.form))
      return faults.add(
          "attribute '" + field.name + "' of " + row.target +
          (value ? " has another form than its version of the op has" : " is not there"));
    if (field.form == 'n' || field.form == 'l' || field.form == 'p')
      parts.add(field.name, value);
    else if (field.form != '-' && !isAbsent(value, field.absent))
      if (Attribute attribute = converted(value, field.form))
        out.set(field.form == 'C' ? "channel_handle" : StringRef(field.name), attribute);
  }
  addAssembly(row.assembly, parts, out);
}

} // namespace spmd::vhlo

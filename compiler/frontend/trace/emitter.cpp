// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all ops of the frontend need while they are built: constants, conversions, broadcasts,
// reductions by one op, and the checks of dims.
//
// Nothing is folded here: constant folding and identities are the compiler's. The exceptions are
// ops that change nothing (a conversion to the same type, a reshape to the same shape), which would
// only make programs longer.
#include "compiler/frontend/trace/emitter.h"
#include <cmath>
#include <limits>

namespace spmd {
inline namespace frontend {
namespace {

/// A number without its fraction. Doubles beyond 64 bits, whose conversion C++ leaves undefined,
/// become the nearest integer.
int64_t wholeOf(const Number &number) {
  if (const auto *whole = std::get_if<int64_t>(&number))
    return *whole;
  const double real = complexOf(number).real();
  if (!(std::fabs(real) < 9.2e18)) // NaN as well
    return real > 0   ? std::numeric_limits<int64_t>::max()
           : real < 0 ? std::numeric_limits<int64_t>::min()
                      : 0;
  return int64_t(real);
}

/// The attribute of one element of a complex type.
mlir::DenseElementsAttr complexAttribute(mlir::RankedTensorType type, std::complex<double> number) {
  auto part = mlir::cast<mlir::FloatType>(
      mlir::cast<mlir::ComplexType>(type.getElementType()).getElementType());
  auto rounded = [&](double value) {
    llvm::APFloat number(value);
    bool losesInfo = false;
    number.convert(part.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return number;
  };
  return mlir::DenseElementsAttr::get(
      type, std::complex<llvm::APFloat>(rounded(number.real()), rounded(number.imag())));
}

} // namespace

std::complex<double> complexOf(const Number &number) {
  return std::visit([](auto n) { return std::complex<double>(n); }, number);
}

/// A number has no element type yet, so its kind is named.
std::string Emitter::textOf(const Term &term) {
  if (!term.weakKind)
    return text(frontendType(term.value.getType()));
  constexpr const char *kinds[] = {"a bool", "an integer", "a float", "a complex number"};
  return kinds[*term.weakKind];
}

std::string Emitter::textOf(llvm::ArrayRef<Term> terms) {
  std::string out;
  for (auto [i, term] : llvm::enumerate(terms))
    out += (i == 0 ? "" : i + 1 == terms.size() ? " and " : ", ") + textOf(term);
  return out;
}

/// Tensors first; then a number counts only where its kind is above that of the tensors.
ElementType Emitter::promoted(llvm::ArrayRef<Term> terms) {
  std::optional<ElementType> strong;
  size_t kind = 0;
  for (const Term &term : terms)
    if (term.weakKind)
      kind = std::max(kind, *term.weakKind);
    else
      strong = strong ? promote(*strong, elementOf(term.value)) : elementOf(term.value);
  constexpr ElementType defaults[] = {boolean, i32, f32, c64};
  if (!strong || (kind == 2 && !isInexact(*strong)) || (kind == 1 && *strong == boolean))
    return defaults[kind];
  return kind == 3 ? promote(*strong, c64) : *strong;
}

/// A number of a trace is a constant of the wanted type. In a program of one op it is an argument
/// of the widest type, which is converted.
mlir::Value Emitter::valueOf(const Term &term, ElementType type) {
  return term.number ? constant(*term.number, type) : convert(term.value, type);
}

/// Integers become f32, JAX's default float.
mlir::Value Emitter::floatOf(const Term &term) {
  const ElementType own = promoted(term);
  if (isComplex(own))
    refuse(textOf(term) + ": not defined on complex numbers; take abs, real or imag first");
  return valueOf(term, isFloat(own) ? own : f32);
}
mlir::Value Emitter::inexactOf(const Term &term) {
  const ElementType own = promoted(term);
  return valueOf(term, isInexact(own) ? own : f32);
}

/// JAX builds a scalar constant and broadcasts it, too: printed programs stay small.
mlir::Value Emitter::constant(const Number &number, ElementType type,
                              llvm::ArrayRef<int64_t> dims) {
  mlir::Type element = mlirType(type, builder.getContext());
  if (isComplex(type)) {
    auto all = complexAttribute(tensorType({}, type), complexOf(number));
    return broadcast(make<stablehlo::ConstantOp>(mlir::Attribute(all)), dims);
  }
  const double real = complexOf(number).real();
  mlir::TypedAttr attribute;
  if (isFloat(type))
    attribute = builder.getFloatAttr(element, real);
  else if (type == boolean)
    attribute = builder.getIntegerAttr(element, real != 0);
  else
    attribute =
        mlir::IntegerAttr::get(element, llvm::APInt(element.getIntOrFloatBitWidth(),
                                                    uint64_t(wholeOf(number)), false, true));
  auto scalar = mlir::DenseElementsAttr::get(tensorType({}, type), mlir::Attribute(attribute));
  return broadcast(make<stablehlo::ConstantOp>(mlir::Attribute(scalar)), dims);
}

/// Numbers become booleans by a comparison with 0: a conversion to i1 is one in StableHLO, too.
/// Complex numbers lose their imaginary part, as in JAX.
mlir::Value Emitter::convert(mlir::Value value, ElementType type) {
  if (elementOf(value) == type)
    return value;
  if (isComplex(elementOf(value)) && type == boolean)
    return compare(stablehlo::ComparisonDirection::NE, value, constantLike(0.0, value));
  if (isComplex(elementOf(value)) && !isComplex(type))
    return convert(make<stablehlo::RealOp>(value), type);
  return make<stablehlo::ConvertOp>(tensorType(dimsOf(value), type), value);
}

mlir::Value Emitter::broadcast(mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  llvm::ArrayRef<int64_t> own = dimsOf(value);
  if (own == dims)
    return value;
  // Dims of size 1 that stretch are removed first: the op's own stretching hides them from sharding
  // rules.
  Sizes kept, positions;
  for (auto [d, size] : llvm::enumerate(own)) {
    const size_t position = dims.size() - own.size() + d;
    if (size == 1 && dims[position] != 1)
      continue;
    kept.push_back(size);
    positions.push_back(int64_t(position));
  }
  return make<stablehlo::BroadcastInDimOp>(tensorType(dims, elementOf(value)), reshape(value, kept),
                                           positions);
}

/// [8, 1, 3], [5, 1] -> [8, 5, 3]
Sizes Emitter::commonDims(llvm::StringRef op, llvm::ArrayRef<Term> terms) {
  size_t rank = 0;
  for (const Term &term : terms)
    if (!term.number)
      rank = std::max(rank, dimsOf(term.value).size());
  Sizes common(rank, 1);
  for (const Term &term : terms) {
    if (term.number)
      continue;
    // Dims are paired from the right; missing ones count as 1.
    llvm::ArrayRef<int64_t> own = dimsOf(term.value);
    for (size_t i = 1; i <= own.size(); ++i) { // from the right
      int64_t &size = common[rank - i];
      const int64_t with = own[own.size() - i];
      if (size != with && size != 1 && with != 1)
        refuse(op.str() + " of " + textOf(terms) + ": sizes " + std::to_string(size) + " and " +
               std::to_string(with) + " of dim -" + std::to_string(i) + " differ and neither is 1");
      size = size == 1 ? with : size;
    }
  }
  return common;
}

/// Types first, then shapes: a conversion of the smaller value is cheaper.
llvm::SmallVector<mlir::Value> Emitter::meet(llvm::StringRef op, llvm::ArrayRef<Term> terms,
                                             ElementType type) {
  const Sizes dims = commonDims(op, terms);
  llvm::SmallVector<mlir::Value> values;
  for (const Term &term : terms)
    values.push_back(broadcast(valueOf(term, type), dims));
  return values;
}

/// -1 is the last dim.
int64_t Emitter::checkedDim(llvm::StringRef op, int64_t dim, int64_t rank,
                            const std::string &type) {
  if (dim < -rank || dim >= rank)
    refuse(op.str() + " of " + type + ": there is no dim " + std::to_string(dim) + " among " +
           std::to_string(rank));
  return dim < 0 ? dim + rank : dim;
}

/// All dims are those from 0 on; others are sorted, as reductions want them.
Sizes Emitter::checkedDims(llvm::StringRef op, const Dims &dims, mlir::Value value) {
  const int64_t rank = int64_t(dimsOf(value).size());
  if (dims.areAll)
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  Sizes out;
  const std::string type = text(frontendType(value.getType()));
  for (int64_t dim : dims.dims)
    out.push_back(checkedDim(op, dim, rank, type));
  llvm::sort(out);
  if (auto twice = std::adjacent_find(out.begin(), out.end()); twice != out.end())
    refuse(op.str() + " of " + type + ": dim " + std::to_string(*twice) + " is given twice");
  return out;
}

/// Complex numbers have none.
static void checkOrdered(ElementType type) {
  if (isComplex(type))
    throw Refusal{"complex numbers have no largest and no smallest one; take abs, real or imag"};
}

/// The right shift keeps the sign: -128 for 8 bits.
Number Emitter::lowest(ElementType type) {
  checkOrdered(type);
  if (isFloat(type))
    return -std::numeric_limits<double>::infinity();
  if (type == boolean || (type >= u8 && type <= u64))
    return int64_t(0);
  return std::numeric_limits<int64_t>::min() >> (64 - 8 * rt::sizeOf(runtimeType(type)));
}

Number Emitter::highest(ElementType type) {
  checkOrdered(type);
  if (isFloat(type))
    return std::numeric_limits<double>::infinity();
  if (type == boolean)
    return true;
  // all ones, but for the sign bit
  return type >= u8 && type <= u64 ? Number(int64_t(-1)) : Number(~std::get<int64_t>(lowest(type)));
}

mlir::Value Emitter::maxOver(mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep) {
  return reduce<stablehlo::MaxOp>(value, lowest(elementOf(value)), dims, keep);
}

/// In the type of the value; callers widen it first. Over no dims (all those of a scalar) it is the
/// value: generated code has no such reduction of complex numbers.
mlir::Value Emitter::sumOver(mlir::Value value, llvm::ArrayRef<int64_t> dims, Keep keep) {
  return dims.empty() ? value : reduce<stablehlo::AddOp>(value, 0.0, dims, keep);
}

/// The conversion stays one op of the program until the compiler folds it, behind all gradients.
mlir::Value Emitter::marked(mlir::Value value, llvm::StringRef attribute, llvm::StringRef text) {
  auto op = stablehlo::ConvertOp::create(builder, location, value.getType(), value);
  op->setAttr(attribute, builder.getStringAttr(text));
  return op;
}

/// Ascending dims may be inserted one by one.
mlir::Value Emitter::withDims(mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  Sizes sizes(dimsOf(value));
  for (int64_t dim : dims)
    sizes.insert(sizes.begin() + dim, 1);
  return reshape(value, sizes);
}

/// No op where nothing changes.
mlir::Value Emitter::reshape(mlir::Value value, llvm::ArrayRef<int64_t> dims) {
  if (dimsOf(value) == dims)
    return value;
  return make<stablehlo::ReshapeOp>(tensorType(dims, elementOf(value)), value);
}

/// The same for permutations that move nothing.
mlir::Value Emitter::transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, int64_t(permutation.size()))))
    return value;
  return make<stablehlo::TransposeOp>(value, permutation);
}

} // namespace frontend
} // namespace spmd

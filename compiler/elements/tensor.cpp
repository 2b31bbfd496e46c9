// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, printing and element moves of whole tensors, and conversion between tensors and
// attributes of constants. tensor_elements.cpp has the arithmetic side: single elements and the
// wide domains.
#include "compiler/elements/tensor.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spmd {

Tensor::Tensor(Type type) : type(type) {
  if (isTensor())
    bytes = std::make_shared<std::vector<char>>(count() * storedBytes(element()));
}

// Computes a lazy tensor on the first call, once for all threads. Afterwards the tensor drops both
// functions, which hold its sources, so that a chain does not keep all its members in memory.
const char *Tensor::data() const {
  if (!lazyElements)
    return bytes ? bytes->data() : nullptr;
  std::call_once(lazyElements->once, [&] {
    Tensor whole = lazyElements->whole();
    (void)whole.data();
    lazyElements->made = whole.lazyElements ? whole.lazyElements->made : whole.bytes;
    lazyElements->isMade = true;
    lazyElements->whole = nullptr; // it holds the source tensors
    lazyElements->dropReader();    // and so does the reader
  });
  return lazyElements->made->data();
}

// Only sources that are lazy themselves count for the length of the chain.
Tensor Tensor::lazy(RankedTensorType type, ArrayRef<Tensor> from, ElementReader read,
                    std::function<Tensor()> whole) {
  // Computing a tensor or reading an element recurses along the chain. The limit keeps the stack
  // small.
  constexpr int kDeepest = 32;
  int depth = 1;
  // A deep source is computed here, so that the new chain starts from depth 1.
  for (const Tensor &source : from)
    if (source.isLazy() && source.lazyElements->depth >= kDeepest)
      (void)source.data();
    else if (source.isLazy())
      depth = std::max(depth, source.lazyElements->depth + 1);
  Tensor out;
  out.type = type;
  out.lazyElements = std::make_shared<Lazy>();
  out.lazyElements->depth = depth;
  out.lazyElements->read = std::make_shared<const ElementReader>(std::move(read));
  out.lazyElements->whole = std::move(whole);
  return out;
}

// A lazy one only keeps the bytes of the element. Without elements there is no memory to copy to.
Tensor Tensor::uniform(RankedTensorType type, const char *element) {
  if (type.getNumElements() == 0)
    return Tensor(type);
  std::string value(element, storedBytes(type.getElementType()));
  auto whole = [=] {
    Tensor out(type);
    char *data = out.mutableData();
    int64_t size = out.byteCount(), filled = std::min<int64_t>(size, value.size());
    std::memcpy(data, value.data(), filled);
    // Doubles the filled part until the buffer is full.
    for (; filled && filled < size; filled = std::min(size, 2 * filled))
      std::memcpy(data + filled, data, std::min(filled, size - filled));
    return out;
  };
  if (type.getNumElements() < kLazyCount)
    return whole();
  return lazy(
      type, {}, [=](int64_t, char *to) { std::memcpy(to, value.data(), value.size()); }, whole);
}

void Tensor::readElement(int64_t position, char *to) const {
  // The reader is looked up once; another thread may finish computing the tensor meanwhile.
  if (std::shared_ptr<const ElementReader> read = lazyElements ? lazyElements->reader() : nullptr)
    return (*read)(position, to);
  int64_t size = storedBytes(element());
  std::memcpy(to, data() + position * size, size);
}

// The data of a tensor that has no other owner: a lazy tensor is computed, shared data is copied.
char *Tensor::mutableData() {
  if (lazyElements) {
    (void)data();
    bytes = lazyElements->made;
    lazyElements.reset();
  }
  if (bytes.use_count() > 1)
    bytes = std::make_shared<std::vector<char>>(*bytes);
  return bytes ? bytes->data() : nullptr;
}

/// The same bytes as elements of another type of the same size: a bitcast of the whole tensor.
Tensor Tensor::withType(Type other) const {
  Tensor out = *this;
  out.type = other;
  assert(out.count() * storedBytes(out.element()) == byteCount() &&
         "the elements stay as they are");
  return out;
}

// Reads the element in its stored width. Types of less than 8 bits are the low bits of a byte.
int64_t Tensor::integer(int64_t position) const {
  const char *at = data() + position * storedBytes(element());
  bool isSigned = domainOf(element()) == Domain::Signed;
  switch (storedBytes(element())) {
  case 1: {
    const unsigned bits = elementBits(storedType(element()));
    const uint8_t low =
        *reinterpret_cast<const uint8_t *>(at) & llvm::maskTrailingOnes<uint8_t>(bits);
    return isSigned ? llvm::SignExtend64(low, bits) : int64_t(low);
  }
  case 2:
    return isSigned ? int64_t(*reinterpret_cast<const int16_t *>(at))
                    : *reinterpret_cast<const uint16_t *>(at);
  case 4:
    return isSigned ? int64_t(*reinterpret_cast<const int32_t *>(at))
                    : *reinterpret_cast<const uint32_t *>(at);
  default:
    return *reinterpret_cast<const int64_t *>(at);
  }
}

// Splats become `uniform` tensors, complex and small elements are converted one by one. All others
// are copied as raw bytes: DenseElementsAttr has the layout of a Tensor.
llvm::Expected<Tensor> Tensor::fromAttr(ElementsAttr attr) {
  auto type = dyn_cast<RankedTensorType>(attr.getShapedType());
  if (!type || !type.hasStaticShape() || !isSupportedElement(type.getElementType())) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "constants of type " << attr.getShapedType() << " cannot be evaluated";
    return llvm::createStringError(text);
  }
  // Quantized constants have the storage type in their attribute.
  Type stored = storedType(type.getElementType());
  auto same = dyn_cast<DenseElementsAttr>(attr);
  // One element is converted, and `uniform` repeats it.
  if (same && same.isSplat() && type.getNumElements() > 1) {
    llvm::Expected<Tensor> one =
        fromAttr(same.resizeSplat(RankedTensorType::get({1}, type.getElementType())));
    return one ? uniform(type, one->data()) : llvm::Expected<Tensor>(one.takeError());
  }
  if (auto complex = dyn_cast<ComplexType>(stored)) {
    std::vector<Complex> values;
    for (std::complex<APFloat> value : attr.getValues<std::complex<APFloat>>())
      values.push_back({asDouble(value.real()), asDouble(value.imag())});
    return of(type, values);
  }
  // Elements of whole bytes have the same layout in a DenseElementsAttr that is no splat.
  if (auto dense = dyn_cast<DenseElementsAttr>(attr);
      dense && !dense.isSplat() && elementBits(stored) >= 8 && elementBits(stored) % 8 == 0 &&
      int64_t(dense.getRawData().size()) == type.getNumElements() * storedBytes(stored)) {
    Tensor out(type);
    std::copy(dense.getRawData().begin(), dense.getRawData().end(), out.mutableData());
    return out;
  }
  if (isa<FloatType>(stored)) {
    Tensor out(type);
    int64_t bytes = storedBytes(stored), at = 0;
    char *data = out.mutableData();
    for (const APFloat &value : attr.getValues<APFloat>()) {
      uint64_t bits = value.bitcastToAPInt().getZExtValue();
      std::memcpy(data + at, &bits, bytes);
      at += bytes;
    }
    return out;
  }
  std::vector<int64_t> values;
  for (const APInt &value : attr.getValues<APInt>())
    values.push_back(int64_t(stored.isUnsignedInteger() || stored.isInteger(1)
                                 ? value.getZExtValue()
                                 : uint64_t(value.getSExtValue())));
  return of(type, values);
}

// Elements of less than 8 bits are converted one by one, because a Tensor keeps each in its own
// byte. All others are copied as raw bytes.
DenseElementsAttr Tensor::toAttr() const {
  Type stored = storedType(element());
  auto attrType = RankedTensorType::get(shape(), stored);
  if (stored.isInteger(1)) {
    SmallVector<bool> flags(data(), data() + byteCount());
    return DenseElementsAttr::get(attrType, flags);
  }
  if (elementBits(stored) >= 8 || isa<ComplexType>(stored))
    return DenseElementsAttr::getFromRawBuffer(attrType, {data(), size_t(byteCount())});
  SmallVector<Attribute> attrs;
  // i4 and f4 elements: the low bits of a byte.
  for (int64_t i = 0; i < count(); ++i) {
    APInt bits(elementBits(stored),
               uint64_t(uint8_t(data()[i])) & ((1u << elementBits(stored)) - 1));
    if (auto type = dyn_cast<FloatType>(stored))
      attrs.push_back(FloatAttr::get(type, APFloat(type.getFloatSemantics(), bits)));
    else
      attrs.push_back(IntegerAttr::get(stored, bits));
  }
  return DenseElementsAttr::get(attrType, attrs);
}

// Floats and complex numbers print six significant digits.
void Tensor::printElement(raw_ostream &os, int64_t position) const {
  auto attr = RankedTensorType::get({1}, element());
  Tensor one(attr);
  // One element as a tensor, whose accessors know all domains.
  int64_t bytes = storedBytes(element());
  std::memcpy(one.mutableData(), data() + position * bytes, bytes);
  switch (domainOf(element())) {
  case Domain::Bool:
    os << (one.integer() ? "true" : "false");
    break;
  case Domain::Signed:
    os << one.integer();
    break;
  case Domain::Unsigned:
    os << uint64_t(one.integer());
    break;
  case Domain::Real:
    os << llvm::format("%.6g", one.values<double>()[0]);
    break;
  case Domain::Complex: {
    Complex z = one.values<Complex>()[0];
    os << llvm::format("(%.6g, %.6g)", z.real(), z.imag());
  }
  }
}

// tensor<9xi32> [0, 1, 2, 3, 4, 5, 6, 7, ..]
void Tensor::print(raw_ostream &os, int64_t limit) const {
  os << type;
  if (!isTensor())
    return;
  os << " [";
  for (int64_t i = 0; i < std::min(count(), limit); ++i) {
    os << (i ? ", " : "");
    printElement(os, i);
  }
  os << (count() > limit ? ", ..]" : "]");
}

SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = int64_t(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  return strides;
}

// The dot product of index and strides.
int64_t positionOf(ArrayRef<int64_t> index, ArrayRef<int64_t> strides) {
  int64_t position = 0;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    position += i * stride;
  return position;
}

// Counts like an odometer: the last dim is the fastest.
bool nextIndex(MutableArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  for (int64_t d = int64_t(shape.size()) - 1; d >= 0; --d) {
    if (++index[d] < shape[d])
      return true;
    index[d] = 0;
  }
  return false;
}

void forEachIndex(ArrayRef<int64_t> shape, function_ref<void(ArrayRef<int64_t>)> fn) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  do
    fn(index);
  while (nextIndex(index, shape));
}

SmallVector<int64_t> indexAt(int64_t position, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; position /= shape[d])
    index[d] = position % shape[d];
  return index;
}

/// Whether a tensor of this type uses less than a quarter of the elements of a lazy tensor. Then it
/// reads them one by one, and the others are never computed.
static bool isLittleOf(RankedTensorType type, const Tensor &in) {
  return in.isLazy() && type.getNumElements() < in.count() / 4;
}

// A lazy tensor keeps `in` and `source` until its elements are computed.
Tensor movedElements(RankedTensorType type, const Tensor &in, ElementSource source) {
  auto whole = [=] {
    // Computes the source first: the tensors of a chain should not all be allocated before any of
    // them has elements.
    if (!isLittleOf(type, in))
      (void)in.data();
    Tensor out(type);
    moveElements(out, in, source);
    return out;
  };
  if (type.getNumElements() < Tensor::kLazyCount)
    return whole();
  auto read = [=](int64_t position, char *to) {
    in.readElement(source(indexAt(position, type.getShape())), to);
  };
  return Tensor::lazy(type, in, read, whole);
}

// Reads few elements of a lazy tensor one by one, and otherwise computes the whole source first.
void moveElements(Tensor &out, const Tensor &in, function_ref<int64_t(ArrayRef<int64_t>)> source) {
  int64_t bytes = storedBytes(out.element());
  char *to = out.mutableData();
  if (isLittleOf(out.tensorType(), in))
    return forEachIndex(out.shape(), [&](ArrayRef<int64_t> index) {
      if (int64_t from = source(index); from >= 0)
        in.readElement(from, to);
      to += bytes;
    });
  const char *elements = in.data();
  forEachIndex(out.shape(), [&](ArrayRef<int64_t> index) {
    if (int64_t from = source(index); from >= 0)
      std::memcpy(to, elements + from * bytes, bytes);
    to += bytes;
  });
}

// If several elements have one target, the last one wins.
void putElements(Tensor &out, const Tensor &in, function_ref<int64_t(ArrayRef<int64_t>)> target) {
  int64_t bytes = storedBytes(out.element());
  char *data = out.mutableData();
  const char *from = in.data();
  forEachIndex(in.shape(), [&](ArrayRef<int64_t> index) {
    if (int64_t to = target(index); to >= 0)
      std::memcpy(data + to * bytes, from, bytes);
    from += bytes;
  });
}

} // namespace spmd

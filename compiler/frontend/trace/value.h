// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a Tensor points to, and the conversions between the frontend's element types and those of
// the runtime.
#pragma once
#include "compiler/frontend/include/spmd/tensor.h"
#include "runtime/array.h"
#include "runtime/shards.h"

namespace spmd {
inline namespace frontend {

/// A name for each dim; "" for a dim without one.
using AxisNames = std::vector<std::string>;

struct Layout; // array/layout.h

/// A type that values share: the results of all calls of a program have its types, so that a call
/// copies no dims.
class SharedType {
public:
  SharedType() = default;
  SharedType(Type type) : own(std::make_shared<const Type>(std::move(type))) {}
  operator const Type &() const { return *own; }
  const Type &operator*() const { return *own; }
  const Type *operator->() const { return own.get(); }

private:
  std::shared_ptr<const Type> own;
};

/// The call that took the elements of a value.
struct Donation {
  std::string name;
  Where where;
};

/// A value never changes, so that its id tells whether a program already holds its elements. What
/// is mutable belongs to array/placed.h.
struct TensorValue {
  SharedType type;
  Where where;
  uint64_t id = 0;
  // Of a concrete value: the elements on the host, or as shards in the layout. Of a traced one: the
  // layout of the argument that it stands for.
  mutable rt::Array array = {};
  mutable std::shared_ptr<rt::Shards> shards = {};
  const Layout *layout = nullptr;
  mutable std::shared_ptr<const Donation> donation = {};
  std::shared_ptr<const TensorValue> origin = {}; // has the elements instead; never has an origin
  uint64_t trace = 0;                             // the trace that computes it; 0: concrete
  void *traced = nullptr;                         // the mlir::Value of a traced one
  const AxisNames *axes = nullptr; // interned (axis_names.h); null where no dim has a name
};

/// A new value, in memory of an earlier one: a call makes one for each leaf of its result.
std::shared_ptr<TensorValue> newValue();

/// The value that has the elements.
inline const TensorValue &ownerOf(const TensorValue &value) {
  return value.origin ? *value.origin : value;
}

rt::DType runtimeType(ElementType type);
/// Throws for types that tensors do not have (complex numbers, f8).
ElementType frontendType(rt::DType type);

/// Ids start at 1: 0 is what a program holds that has not run.
uint64_t nextValueId();
/// A tensor with these elements.
Tensor concrete(rt::Array array, Where where);
/// A rank-0 tensor with the value of a number: f64, i64 or i1.
Tensor concrete(const Number &number, Where where);

/// Throws "user.cpp:12: MESSAGE".
[[noreturn]] void fail(Where where, const std::string &message);
/// Throws the same with a note for each operand that has a value, which shows its type and line.
[[noreturn]] void fail(Where where, const std::string &message,
                       std::span<const Operand *const> operands);
/// The value of a tensor that can be read. Throws where it has none, or is traced.
const TensorValue &concreteValue(const Tensor &tensor, Where where);

} // namespace frontend
} // namespace spmd

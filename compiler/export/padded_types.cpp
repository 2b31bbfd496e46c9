// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements padded_types.h: the types of the program are kept for values that have other ones.
#include "compiler/export/padded_types.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {

// The symbol table is passed in, since a look-up from an op would search the module each time.
sdy::MeshAttr PaddedTypes::meshOf(sdy::TensorShardingAttr sharding) const {
  return sharding ? sharding.getMesh(symbols) : sdy::MeshAttr();
}

// Values that nothing has padded so far have their own type.
RankedTensorType PaddedTypes::before(Value value) const {
  if (RankedTensorType type = original.lookup(value))
    return type;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type : RankedTensorType();
}

// Inside of a manual computation types are local to the manual axes, and so is the sharding.
RankedTensorType PaddedTypes::after(Value value) const {
  RankedTensorType type = before(value);
  sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
  return type ? paddedType(type, sharding, meshOf(sharding)) : type;
}

// A value may grow twice (a collective, then its trimmed result): the first type counts.
void PaddedTypes::setType(Value value, RankedTensorType type) {
  if (value.getType() == type)
    return;
  original.try_emplace(value, cast<RankedTensorType>(value.getType()));
  value.setType(type);
  changed = true;
}

// Tokens and values of dynamic shape keep their types.
void PaddedTypes::grow(Value value) {
  if (RankedTensorType type = after(value))
    setType(value, type);
}

// A masked operand has the type of the operand, and so the same elements of the program.
void PaddedTypes::standsFor(Value value, Value source) { original[value] = before(source); }

// Programs whose ops have explicit reshards need no coercion, as both ends have one sharding.
void PaddedTypes::coerce(OpOperand &operand, RankedTensorType type,
                         sdy::TensorShardingAttr sharding) {
  Value value = operand.get();
  if (!type || value.getType() == type)
    return;
  OpBuilder b(operand.getOwner());
  PaddingBuilder builder{b, operand.getOwner()->getLoc()};
  Value all = builder.gather(value, before(value), sdy::getShardingInside(value));
  operand.set(builder.shard(all, type, sharding));
  changed = true;
}

} // namespace spmd

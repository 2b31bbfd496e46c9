// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over a body that writes its key.
#include "compiler/kernels/structure_key.h"

using namespace mlir;

namespace spmd {

static void append(std::string &out, uint64_t number) {
  out.append(reinterpret_cast<const char *>(&number), sizeof(number));
}
static void append(std::string &out, llvm::StringRef text) {
  append(out, text.size());
  out.append(text.begin(), text.end());
}

llvm::StringRef StructureKeys::text(Type type) {
  std::string &known = texts[type.getAsOpaquePointer()];
  if (known.empty()) {
    llvm::raw_string_ostream os(known);
    type.print(os);
  }
  return known;
}

llvm::StringRef StructureKeys::text(DictionaryAttr attributes) {
  std::string &known = texts[attributes.getAsOpaquePointer()];
  if (known.empty()) {
    llvm::raw_string_ostream os(known);
    // Discardable attributes of other dialects (shardings, frontends' marks) do not change what an
    // op computes; those of a plan change how.
    for (NamedAttribute a : attributes)
      if (!a.getName().getValue().contains('.') || a.getName() == ir::kAccumulationAttr ||
          a.getName() == ir::kStagedAttr) {
        os << a.getName().getValue() << '=';
        a.getValue().print(os);
        os << ';';
      }
    os << '.';
  }
  return known;
}

void StructureKeys::region(Region &region, llvm::DenseMap<Value, unsigned> &numbers,
                           std::string &out) {
  append(out, region.getBlocks().size());
  for (Block &block : region) {
    append(out, block.getNumArguments());
    for (BlockArgument arg : block.getArguments()) {
      numbers.try_emplace(arg, numbers.size());
      append(out, text(arg.getType()));
    }
    for (Operation &op : block)
      operation(op, numbers, out);
  }
}

void StructureKeys::operation(Operation &op, llvm::DenseMap<Value, unsigned> &numbers,
                              std::string &out) {
  append(out, op.getName().getStringRef());
  append(out, text(op.getAttrDictionary()));
  append(out, op.getNumOperands());
  for (Value operand : op.getOperands())
    append(out, numbers.lookup(operand));
  append(out, op.getNumResults());
  for (Value result : op.getResults()) {
    numbers.try_emplace(result, numbers.size());
    append(out, text(result.getType()));
  }
  append(out, op.getNumRegions());
  for (Region &r : op.getRegions())
    region(r, numbers, out);
}

std::string StructureKeys::of(const FusionBody &body) {
  std::string out = "fusion";
  llvm::DenseMap<Value, unsigned> numbers;
  append(out, body.inputs.size());
  for (Value v : body.inputs) {
    numbers.try_emplace(v, numbers.size());
    append(out, text(v.getType()));
  }
  for (Operation *op : body.ops)
    operation(*op, numbers, out);
  append(out, body.outputs.size());
  for (Value v : body.outputs)
    append(out, numbers.lookup(v));
  return out;
}

std::string StructureKeys::of(ir::KernelOp kernel) {
  std::string out = of(FusionBody::of(kernel.getBody().front()));
  append(out, text(kernel->getAttrDictionary()));
  return out;
}

std::string StructureKeys::of(Region &scalars) {
  std::string out = "scalar";
  llvm::DenseMap<Value, unsigned> numbers;
  region(scalars, numbers, out);
  return out;
}

} // namespace spmd

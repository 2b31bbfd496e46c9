// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the key of a fusion: a walk over the body that appends numbers and texts.
#include "compiler/kernels/structure_key.h"
#include "compiler/kernels/kernel_op.h"

using namespace mlir;

namespace spmd {

static void append(std::string &out, uint64_t number) {
  out.append(reinterpret_cast<const char *>(&number), sizeof(number));
}
/// A text is preceded by its length, so that no two sequences of texts give the same bytes.
static void append(std::string &out, llvm::StringRef text) {
  append(out, text.size());
  out.append(text.begin(), text.end());
}

/// Returns the printed type.
llvm::StringRef StructureKeys::text(Type type) {
  std::string &known = texts[type.getAsOpaquePointer()];
  if (known.empty()) {
    llvm::raw_string_ostream os(known);
    type.print(os);
  }
  return known;
}

/// Returns the attributes as "name=value;" texts, ending in "." so that no key is empty.
llvm::StringRef StructureKeys::text(DictionaryAttr attributes) {
  std::string &known = texts[attributes.getAsOpaquePointer()];
  if (known.empty()) {
    llvm::raw_string_ostream os(known);
    // Attributes of other dialects are left out: their names contain a dot ("sdy.sharding",
    // "mhlo.frontend_attributes"), and they do not change what an op computes.
    for (NamedAttribute a : attributes)
      if (!a.getName().getValue().contains('.') || a.getName() == ir::kAccumulationAttr ||
          a.getName() == ir::kStagedAttr || a.getName() == kInterleavedRowsAttr) {
        os << a.getName().getValue() << '=';
        a.getValue().print(os);
        os << ';';
      }
    os << '.';
  }
  return known;
}

/// Values are numbered in the order of definition, block arguments included.
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

/// Appends the op's name, attributes, operands by number, result types and regions.
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

/// A text that is equal for bodies that differ in the names of values only.
///   "fusion" + types of inputs + each op with the numbers of its operands + numbers of outputs
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
  // Outputs name their values by number.
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

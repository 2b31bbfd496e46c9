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

OpNumbers::~OpNumbers() {
  for (Operation *example : examples)
    example->destroy();
}

/// Looks the op up by a hash and compares it with the examples of that hash.
unsigned OpNumbers::of(Operation *op, DictionaryAttr discardable) {
  OperationName name = op->getName();
  size_t hash = llvm::hash_combine(name.getAsOpaquePointer(), op->hashProperties(),
                                   discardable.getAsOpaquePointer());
  auto &same = byHash[hash];
  for (unsigned number : same) {
    Operation *example = examples[number];
    if (example->getName() == name && example->getRawDictionaryAttrs() == discardable &&
        (!op->getPropertiesStorageSize() ||
         name.compareOpProperties(op->getPropertiesStorage(), example->getPropertiesStorage())))
      return number;
  }
  same.push_back(examples.size());
  examples.push_back(Operation::create(op->getLoc(), name, TypeRange(), ValueRange(), discardable,
                                       op->getPropertiesStorage(), BlockRange(),
                                       /*numRegions=*/0));
  return examples.size() - 1;
}

void StructureKeys::type(Type type, std::string &out) {
  if (use == Use::Run)
    return append(out, reinterpret_cast<uintptr_t>(type.getAsOpaquePointer()));
  std::string &text = types[type];
  if (text.empty())
    llvm::raw_string_ostream(text) << type;
  append(out, text);
}

/// The attributes without those of other dialects, whose names contain a dot ("sdy.sharding",
/// "mhlo.frontend_attributes"): they do not change what an op computes.
DictionaryAttr StructureKeys::meaningful(DictionaryAttr all) {
  if (all.empty())
    return all;
  DictionaryAttr &known = attributes[all];
  if (known)
    return known;
  auto counts = [](NamedAttribute a) {
    return !a.getName().getValue().contains('.') || a.getName() == ir::kAccumulationAttr ||
           a.getName() == ir::kStagedAttr || a.getName() == kInterleavedRowsAttr;
  };
  SmallVector<NamedAttribute> kept(llvm::make_filter_range(all, counts));
  return known = DictionaryAttr::getWithSorted(all.getContext(), kept);
}

/// Appends the op's name, properties and attributes.
void StructureKeys::head(Operation &op, std::string &out) {
  if (use == Use::Run)
    return append(out, heads.of(&op, meaningful(op.getRawDictionaryAttrs())));
  append(out, op.getName().getStringRef());
  std::string text;
  llvm::raw_string_ostream(text) << meaningful(op.getAttrDictionary());
  append(out, text);
}

/// Values are numbered in the order of definition, block arguments included.
void StructureKeys::region(Region &region, Numbers &numbers, std::string &out) {
  append(out, region.getBlocks().size());
  for (Block &block : region) {
    append(out, block.getNumArguments());
    for (BlockArgument arg : block.getArguments()) {
      numbers.try_emplace(arg, numbers.size());
      type(arg.getType(), out);
    }
    for (Operation &op : block)
      operation(op, numbers, out);
  }
}

/// Appends the op's head, operands by number, result types and regions.
void StructureKeys::operation(Operation &op, Numbers &numbers, std::string &out) {
  head(op, out);
  append(out, op.getNumOperands());
  for (Value operand : op.getOperands())
    append(out, numbers.lookup(operand));
  append(out, op.getNumResults());
  for (Value result : op.getResults()) {
    numbers.try_emplace(result, numbers.size());
    type(result.getType(), out);
  }
  append(out, op.getNumRegions());
  for (Region &r : op.getRegions())
    region(r, numbers, out);
}

/// A text that is equal for bodies that differ in the names of values only.
///   "fusion" + types of inputs + each op with the numbers of its operands + numbers of outputs
std::string StructureKeys::of(const FusionBody &body) {
  std::string out = "fusion";
  Numbers numbers;
  append(out, body.inputs.size());
  for (Value v : body.inputs) {
    numbers.try_emplace(v, numbers.size());
    type(v.getType(), out);
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
  head(*kernel, out);
  return out;
}

std::string StructureKeys::of(Region &scalars) {
  std::string out = "scalar";
  Numbers numbers;
  region(scalars, numbers, out);
  return out;
}

} // namespace spmd

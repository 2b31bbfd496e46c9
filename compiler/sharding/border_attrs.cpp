// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements editing all argument or result attributes of a function in one step; border_attrs.h
// says why.
#include "compiler/sharding/border_attrs.h"

using namespace mlir;

namespace spmd {

/// The attribute dictionaries of `count` arguments or results after `edit`.
static SmallVector<DictionaryAttr> edited(MLIRContext *context, unsigned count,
                                          function_ref<DictionaryAttr(unsigned)> attrsOf,
                                          EditAttrs edit) {
  SmallVector<DictionaryAttr> all;
  for (unsigned i = 0; i < count; ++i) {
    NamedAttrList attrs(attrsOf(i));
    edit(i, attrs);
    all.push_back(attrs.getDictionary(context));
  }
  return all;
}

/// Declarations have argument attributes, too, so this works on the function and not on its block
/// arguments.
void editArgumentAttrs(FunctionOpInterface function, EditAttrs edit) {
  function.setAllArgAttrs(edited(
      function.getContext(), function.getNumArguments(),
      [&](unsigned i) { return function.getArgAttrDict(i); }, edit));
}

void editResultAttrs(FunctionOpInterface function, EditAttrs edit) {
  function.setAllResultAttrs(edited(
      function.getContext(), function.getNumResults(),
      [&](unsigned i) { return function.getResultAttrDict(i); }, edit));
}

} // namespace spmd

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles and runs the frontend's programs on the machinery of Program.
#include "compiler/frontend/trace/compiled.h"
#include "compiler/frontend/compile_apart.h"

namespace spmd {
inline namespace frontend {

/// The options are the defaults of Program.
CompiledCall::CompiledCall(const std::string &text, const std::string &name) {
  SessionOptions options;
  options.sharesWorkers = true;
  session = openApart(text, name, options);
  held.resize(session->program().arguments.size());
}

/// Values never change, so the id of a value tells whether an argument still holds it: parameters
/// of a model are copied once, not at each call.
std::vector<Tensor> CompiledCall::run(std::span<const TensorValue *const> arguments, Where where) {
  std::lock_guard lock(mutex);
  assert(arguments.size() == held.size() && "one value per argument of main");
  for (size_t i = 0; i < held.size(); ++i) {
    if (held[i] == arguments[i]->id)
      continue;
    held[i] = 0; // a copy that fails leaves an unknown value
    if (llvm::Error error = session->setArgument(i, arguments[i]->array))
      throw Error(llvm::toString(std::move(error)));
    held[i] = arguments[i]->id;
  }
  if (llvm::Error error = session->run())
    throw Error(llvm::toString(std::move(error)));
  // Results are copied out of the devices' memory, which the next run overwrites.
  std::vector<Tensor> results;
  for (size_t i = 0; i < session->program().results.size(); ++i) {
    llvm::Expected<rt::Array> result = session->result(i);
    if (!result)
      throw Error(llvm::toString(result.takeError()));
    results.push_back(concrete(std::move(*result), where));
  }
  return results;
}

} // namespace frontend
} // namespace spmd

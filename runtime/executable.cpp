// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links a program into an executable and plans its library calls.
#include "runtime/executable.h"
#include "runtime/kernels/library_config.h"
#include <cstring>

namespace spmd::rt {

// The local shape includes padding, which is stored like other elements.
uint64_t localBytes(const Border &border) {
  uint64_t bytes = uint64_t(sizeOf(border.type));
  for (int64_t size : border.localShape)
    bytes *= uint64_t(size);
  return bytes;
}

// The loader is moved into the executable last: the kernels' addresses point into memory that it
// owns.
llvm::Expected<std::shared_ptr<const Executable>> Executable::create(Program program) {
  if (llvm::Error error = checkProgram(program))
    return error;
  llvm::Expected<std::unique_ptr<Loader>> loader = Loader::load(program);
  if (!loader)
    return loader.takeError();
  Loader &code = **loader;
  auto executable = create(std::move(program), [&](uint32_t index) -> llvm::Expected<KernelFn> {
    return code.kernel(index);
  });
  if (executable)
    const_cast<Executable &>(**executable).loader = std::move(*loader);
  return executable;
}

// Checks the program, resolves its kernels, plans its library calls and copies its constants into
// an aligned buffer that all devices share.
llvm::Expected<std::shared_ptr<const Executable>>
Executable::create(Program program, const KernelResolver &kernels) {
  if (llvm::Error error = checkProgram(program))
    return error;
  // The constructor is private, so make_shared cannot be used.
  std::shared_ptr<Executable> executable(new Executable);
  for (uint32_t i = 0; i < program.kernels.size(); ++i) {
    llvm::Expected<KernelFn> kernel = kernels(i);
    if (!kernel)
      return kernel.takeError();
    executable->kernels.push_back(*kernel);
  }
  llvm::Expected<Buffer> constants = Buffer::allocate(program.constants.size());
  if (!constants)
    return constants.takeError();
  if (!program.constants.empty())
    std::memcpy(constants->data(), program.constants.data(), program.constants.size());
  executable->constantBuffer = std::move(*constants);
  executable->source = std::move(program);
  for (const Block &block : executable->source.blocks)
    for (const Command &command : block)
      if (auto *library = std::get_if<LibraryCommand>(&command.action)) {
        executable->routines.emplace(library, planRoutine(library->config));
        if (auto *call = std::get_if<HostCallConfig>(&library->config))
          executable->hostFunctions.add(call->key);
      }
  return std::shared_ptr<const Executable>(std::move(executable));
}

} // namespace spmd::rt

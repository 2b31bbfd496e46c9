// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of options. Each has the name of the flag of spmd-run that does the same.
#include "compiler/pjrt/compiler_options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

namespace spmd::pjrt {
namespace {

/// An option is a flag, a text, or the name of a file.
struct Option {
  const char *name;
  bool CompileOptions::*flag = nullptr;
  std::string CompileOptions::*text = nullptr;
  bool isFile = false;
};

constexpr Option kOptions[] = {
    {"spmd_exact", &CompileOptions::exact},
    {"spmd_keep_unrolled", &CompileOptions::keepUnrolled},
    {"spmd_overlap_memory", nullptr, &CompileOptions::overlapMemory},
    {"spmd_reduce_dtype", nullptr, &CompileOptions::reduceDtype},
    {"spmd_topology", nullptr, &CompileOptions::topology, /*isFile=*/true},
};

Status wrong(const llvm::Twine &message) {
  return {true, {PJRT_Error_Code::InvalidArgument, message.str()}};
}

const Option *find(llvm::StringRef name) {
  const auto *found = llvm::find_if(kOptions, [&](const Option &o) { return name == o.name; });
  return found == std::end(kOptions) ? nullptr : found;
}

std::string allNames() {
  auto name = [](const Option &option) { return llvm::StringRef(option.name); };
  return llvm::join(llvm::map_range(kOptions, name), ", ");
}

} // namespace

// JAX leaves it to the compiler which results of a program on a mesh get donated memory, and knows
// parts of one size only.
CompileOptions compileOptions() {
  CompileOptions options;
  options.pairsDonors = true;
  options.plainBorders = true;
  return options;
}

// In the order of the names, so that the key does not depend on that of the map.
Status readProgramOptions(const messages::CompileOptions &options, ProgramOptions &out) {
  using Value = messages::OptionOverride;
  out = {compileOptions(), {}};
  const auto &all = options.env_option_overrides();
  for (const auto &[name, value] : std::map<std::string, Value>(all.begin(), all.end())) {
    const Option *option = find(name);
    if (!option)
      return wrong("the compiler option '" + name + "' is not known; there are " + allNames());
    if (option->flag ? value.value_case() != Value::kBoolField
                     : value.value_case() != Value::kStringField)
      return wrong("the compiler option '" + name + "' is " +
                   (option->flag ? "True or False" : "a string"));
    std::string content = option->flag ? (value.bool_field() ? "1" : "0") : value.string_field();
    if (option->flag)
      out.compile.*option->flag = value.bool_field();
    else
      out.compile.*option->text = value.string_field();
    if (option->isFile) {
      auto file = llvm::MemoryBuffer::getFile(value.string_field());
      if (!file)
        return wrong("the compiler option '" + name + "': " + value.string_field() + ": " +
                     file.getError().message());
      content = (*file)->getBuffer().str();
    }
    out.key += name + " " + std::to_string(content.size()) + " " + content + "\n";
  }
  return {};
}

} // namespace spmd::pjrt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension for layouts. Arrays are dense, major to minor: "{1,0}" for two dims.
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/text.h"

/// A layout as the framework's text for it: "{1,0}" for two dims, the last one minor. Layouts that
/// the framework asks for itself are its own; those of executables are lent.
struct PJRT_Layouts_MemoryLayout {
  std::string text;
};

namespace spmd::pjrt {

namespace {

/// Dims from minor to major.
std::string textOf(size_t rank) {
  std::string text = "{";
  for (size_t d = rank; d-- > 0;)
    text += std::to_string(d) + (d ? "," : "");
  return text + "}";
}

/// Of those that are not lent by an executable.
PJRT_Error *destroy(PJRT_Layouts_MemoryLayout_Destroy_Args *args) {
  delete args->layout;
  return nullptr;
}

/// In the words of the framework.
PJRT_Error *serialize(PJRT_Layouts_MemoryLayout_Serialize_Args *args) {
  giveText(args->layout->text, args->serialized_bytes, args->serialized_bytes_size,
           args->serialized_layout, args->serialized_layout_deleter);
  return nullptr;
}

/// For an array that is to be made.
PJRT_Error *ofClient(PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args *args) {
  args->layout = new PJRT_Layouts_MemoryLayout{textOf(args->num_dims)};
  return nullptr;
}

/// As ofClient.
PJRT_Error *ofTopology(PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args *args) {
  args->layout = new PJRT_Layouts_MemoryLayout{textOf(args->num_dims)};
  return nullptr;
}

/// Of an array that is there.
PJRT_Error *ofBuffer(PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args *args) {
  args->layout = new PJRT_Layouts_MemoryLayout{textOf(args->buffer->dims.size())};
  return nullptr;
}

/// The layout of each rank up to the greatest, made once and never destroyed: executables lend
/// them.
PJRT_Layouts_MemoryLayout *ofRank(size_t rank) {
  static std::mutex mutex;
  static auto *all = new std::vector<PJRT_Layouts_MemoryLayout *>;
  std::lock_guard lock(mutex);
  while (all->size() <= rank)
    all->push_back(new PJRT_Layouts_MemoryLayout{textOf(all->size())});
  return (*all)[rank];
}

/// Lists for the borders of a program, which live with the executable.
void list(const std::vector<rt::Border> &borders, std::vector<void *> &owned,
          PJRT_Layouts_MemoryLayout **&layouts, size_t &count) {
  static std::mutex mutex; // two threads may ask for the first time
  std::lock_guard lock(mutex);
  if (owned.empty())
    for (const rt::Border &border : borders)
      owned.push_back(ofRank(border.localShape.size()));
  layouts = reinterpret_cast<PJRT_Layouts_MemoryLayout **>(owned.data());
  count = borders.size();
}

/// Lent by the executable.
PJRT_Error *ofResults(PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args *args) {
  list(args->executable->compiled->program().results, args->executable->resultLayouts,
       args->layouts, args->num_outputs);
  return nullptr;
}

/// Lent by the executable.
PJRT_Error *ofParameters(PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args *args) {
  list(args->executable->compiled->program().arguments, args->executable->parameterLayouts,
       args->layouts, args->num_parameters);
  return nullptr;
}

} // namespace

// In the order of the table.
PJRT_Extension_Base *layoutsExtension(PJRT_Extension_Base *next) {
  static PJRT_Layouts_Extension extension = {
      {sizeof(PJRT_Layouts_Extension), PJRT_Layouts_Extension::kType, next},
      guarded<destroy>(),
      guarded<serialize>(),
      guarded<ofClient>(),
      guarded<ofBuffer>(),
      guarded<ofTopology>(),
      guarded<ofResults>(),
      guarded<ofParameters>()};
  return &extension.base;
}

} // namespace spmd::pjrt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plugin's one symbol, and the functions that belong to nothing else.
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/executable.h"
#include <array>

namespace spmd::pjrt {
namespace {

constexpr int32_t kMajor = 0, kMinor = 104; // from 105 on memories begin with a table of functions
/// The newest StableHLO that the reader of portable artifacts knows. The framework writes it.
constexpr std::array<int64_t, 3> kNewest = {1, 17, 0}, kOldest = {0, 9, 0};

/// A version as three numbers.
PJRT_NamedValue versionAttribute(std::string_view name, const std::array<int64_t, 3> &version) {
  PJRT_NamedValue made{};
  made.struct_size = sizeof made;
  made.name = name.data();
  made.name_size = name.size();
  made.type = PJRT_NamedValue_Type::Int64List;
  made.int64_array_value = version.data();
  made.value_size = version.size();
  return made;
}

/// Nothing is to be done before the first client.
PJRT_Error *initialize(PJRT_Plugin_Initialize_Args *) { return nullptr; }

/// The framework writes portable artifacts of the newest version that both know.
PJRT_Error *attributes(PJRT_Plugin_Attributes_Args *args) {
  static const std::array all = {versionAttribute("stablehlo_current_version", kNewest),
                                 versionAttribute("stablehlo_minimum_version", kOldest)};
  args->attributes = all.data();
  args->num_attributes = all.size();
  return nullptr;
}

/// What the plugin does not have: an error that names the function.
template <unsigned slot> PJRT_Error *missing(PJRT_Args *) {
  return refuse(PJRT_Error_Code::Unimplemented,
                "function " + std::to_string(slot) + " of the PJRT interface is not supported");
}

template <unsigned... slot>
void setMissing(PJRT_Api &api, std::integer_sequence<unsigned, slot...>) {
  ((api.slots[slot] = reinterpret_cast<void *>(&missing<slot>)), ...);
}

/// In the order of the parameters.
PJRT_Error *parameterShardings(PJRT_Shardings_PJRT_Executable_ParameterShardings_Args *args) {
  const Facts &facts = args->executable->compiled->facts;
  args->num_parameters = facts.parameterShardings.size();
  args->shardings = facts.parameterShardings.data();
  args->sharding_sizes = facts.parameterShardingSizes.data();
  return nullptr;
}

/// Where the framework left them open, as propagation found them.
PJRT_Error *outputShardings(PJRT_Shardings_PJRT_Executable_OutputShardings_Args *args) {
  const Facts &facts = args->executable->compiled->facts;
  args->num_outputs = facts.resultShardings.size();
  args->shardings = facts.resultShardings.data();
  args->sharding_sizes = facts.resultShardingSizes.data();
  return nullptr;
}

// Every slot has a function: a caller that finds none would call address 0.
PJRT_Api table() {
  PJRT_Api api{};
  api.struct_size = sizeof api;
  api.extension_start =
      shardingsExtension(layoutsExtension(profilerExtension(abiVersionExtension(nullptr))));
  api.pjrt_api_version.struct_size = sizeof api.pjrt_api_version;
  api.pjrt_api_version.major_version = kMajor;
  api.pjrt_api_version.minor_version = kMinor;
  setMissing(api, std::make_integer_sequence<unsigned, kSlots>());
  set<initialize>(api, Slot::Plugin_Initialize);
  set<attributes>(api, Slot::Plugin_Attributes);
  for (auto add :
       {addErrorFunctions, addEventFunctions, addClientFunctions, addDeviceFunctions,
        addTopologyFunctions, addBufferFunctions, addTransferFunctions, addCompileFunctions,
        addExecutableFunctions, addExecuteFunctions, addPieceFunctions})
    add(api);
  return api;
}

} // namespace

PJRT_Extension_Base *shardingsExtension(PJRT_Extension_Base *next) {
  static PJRT_Shardings_Extension extension = {
      {sizeof(PJRT_Shardings_Extension), PJRT_Shardings_Extension::kType, next},
      guarded<parameterShardings>(),
      guarded<outputShardings>()};
  return &extension.base;
}

} // namespace spmd::pjrt

extern "C" __attribute__((visibility("default"))) const PJRT_Api *GetPjrtApi() {
  static const PJRT_Api api = spmd::pjrt::table();
  return &api;
}

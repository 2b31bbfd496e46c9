// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the table of functions. Each file of this room adds those of its own.
#pragma once
#include "compiler/pjrt/abi_slots.h"
#include "compiler/pjrt/status.h"
#include <new>

namespace spmd::pjrt {

/// `function` as the framework calls it: exceptions end here, as errors. The framework is C.
template <auto function> struct Guarded;
template <class Args, PJRT_Error *(*function)(Args *)> struct Guarded<function> {
  static PJRT_Error *call(Args *args) {
    try {
      return function(args);
    } catch (const std::bad_alloc &) {
      return refuse(PJRT_Error_Code::ResourceExhausted, "out of memory");
    } catch (const std::exception &error) {
      return refuse(PJRT_Error_Code::Internal, error.what());
    }
  }
};

template <auto function> void *guarded() {
  return reinterpret_cast<void *>(&Guarded<function>::call);
}

/// Enters a function at its place.
template <auto function> void set(PJRT_Api &api, Slot slot) {
  api.slots[unsigned(slot)] = guarded<function>();
}

/// The refusal of a device that another process has.
PJRT_Error *notHere(const PJRT_Device &device);

void addErrorFunctions(PJRT_Api &api);
void addEventFunctions(PJRT_Api &api);
void addClientFunctions(PJRT_Api &api);
void addDeviceFunctions(PJRT_Api &api);
void addTopologyFunctions(PJRT_Api &api);
void addBufferFunctions(PJRT_Api &api);
void addTransferFunctions(PJRT_Api &api);
void addCompileFunctions(PJRT_Api &api);
void addExecutableFunctions(PJRT_Api &api);
void addExecuteFunctions(PJRT_Api &api);
void addPieceFunctions(PJRT_Api &api);

// Extensions, each in front of the chain `next`.
PJRT_Extension_Base *layoutsExtension(PJRT_Extension_Base *next);
PJRT_Extension_Base *shardingsExtension(PJRT_Extension_Base *next);
PJRT_Extension_Base *profilerExtension(PJRT_Extension_Base *next);
PJRT_Extension_Base *abiVersionExtension(PJRT_Extension_Base *next);

} // namespace spmd::pjrt

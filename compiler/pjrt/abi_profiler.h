// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface of PJRT plugins: the extension for profilers, whose functions have a table
// and errors of their own. tests/pjrt/abi.test compares sizes and offsets.
#pragma once
#include "compiler/pjrt/abi.h"

struct PLUGIN_Profiler;
struct PLUGIN_Profiler_Error;

/// The head of the argument structs of profilers.
struct PLUGIN_Args {
  size_t struct_size;
};

struct PLUGIN_Profiler_Error_Destroy_Args : PLUGIN_Args {
  void *priv;
  PLUGIN_Profiler_Error *error;
};
struct PLUGIN_Profiler_Error_Message_Args : PLUGIN_Args {
  void *priv;
  PLUGIN_Profiler_Error *error;
  const char *message;
  size_t message_size;
};
struct PLUGIN_Profiler_Error_GetCode_Args : PLUGIN_Args {
  void *priv;
  PLUGIN_Profiler_Error *error;
  int32_t code;
};

struct PLUGIN_Profiler_Create_Args : PLUGIN_Args {
  const char *options; // a serialized ProfileOptions
  size_t options_size;
  PLUGIN_Profiler *profiler;
};
struct PLUGIN_Profiler_Destroy_Args : PLUGIN_Args {
  PLUGIN_Profiler *profiler;
};
struct PLUGIN_Profiler_Start_Args : PLUGIN_Args {
  PLUGIN_Profiler *profiler;
};
struct PLUGIN_Profiler_Stop_Args : PLUGIN_Args {
  PLUGIN_Profiler *profiler;
};
struct PLUGIN_Profiler_CollectData_Args : PLUGIN_Args {
  PLUGIN_Profiler *profiler;
  uint8_t *buffer; // a serialized XSpace, of the profiler
  size_t buffer_size_in_bytes;
};

// Newer versions have three more functions, and are refused by callers that know this one.
struct PLUGIN_Profiler_Api {
  size_t struct_size;
  void *priv;
  void *error_destroy;
  void *error_message;
  void *error_get_code;
  void *create;
  void *destroy;
  void *start;
  void *stop;
  void *collect_data;
};

/// Extension 1: a profiler that runs beside those of the framework.
struct PJRT_Profiler_Extension {
  static constexpr uint32_t kType = 1;
  PJRT_Extension_Base base;
  PLUGIN_Profiler_Api *profiler_api;
  int64_t traceme_context_id; // of a call, where the framework passes the extension
};

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of the interface. A message is the whole text of the compiler's diagnostics, with the
// lines of the user's source.
#include "compiler/pjrt/status.h"
#include "compiler/pjrt/api.h"
#include "compiler/session.h"
#include "runtime/buffer.h"
#include "runtime/run_failure.h"

namespace spmd::pjrt {

// The caller destroys it.
PJRT_Error *refuse(PJRT_Error_Code code, std::string message) {
  return new PJRT_Error{code, std::move(message)};
}

// Each caller gets a copy of its own.
PJRT_Error *toCaller(const Status &status) {
  return status.failed ? new PJRT_Error(status.error) : nullptr;
}

// The framework's users see codes as kinds of exceptions, and catch some of them.
Status statusOf(llvm::Error error) {
  if (!error)
    return {};
  PJRT_Error_Code code = PJRT_Error_Code::Internal;
  if (error.isA<ProgramRefused>())
    code = PJRT_Error_Code::InvalidArgument;
  // Of an allocation, or of a program that needs more than the machine has. Where a run fails in a
  // function of the host, that function's own words say why.
  if (error.isA<rt::OutOfMemory>())
    code = PJRT_Error_Code::ResourceExhausted;
  if (error.isA<rt::RunCancelled>())
    code = PJRT_Error_Code::Cancelled;
  return {true, {code, llvm::toString(std::move(error))}};
}

namespace {

/// Errors are the caller's.
PJRT_Error *destroy(PJRT_Error_Destroy_Args *args) {
  delete args->error;
  return nullptr;
}

/// Lives as long as the error.
PJRT_Error *message(PJRT_Error_Message_Args *args) {
  args->message = args->error->message.data();
  args->message_size = args->error->message.size();
  return nullptr;
}

/// By the numbers of absl::StatusCode.
PJRT_Error *code(PJRT_Error_GetCode_Args *args) {
  args->code = args->error->code;
  return nullptr;
}

/// No error has a payload.
PJRT_Error *forEachPayload(PJRT_Error_ForEachPayload_Args *) { return nullptr; }

} // namespace

void addErrorFunctions(PJRT_Api &api) {
  set<destroy>(api, Slot::Error_Destroy);
  set<message>(api, Slot::Error_Message);
  set<code>(api, Slot::Error_GetCode);
  set<forEachPayload>(api, Slot::Error_ForEachPayload);
}

} // namespace spmd::pjrt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a function of the interface returns: nothing, or an error with a code and a message.
#pragma once
#include "compiler/pjrt/abi.h"
#include "llvm/Support/Error.h"
#include <string>

/// The framework destroys it (PJRT_Error_Destroy).
struct PJRT_Error {
  PJRT_Error_Code code = PJRT_Error_Code::Unknown;
  std::string message;
};

namespace spmd::pjrt {

/// An error of a work item, kept by value until somebody asks. Ok where `failed` is false.
struct Status {
  bool failed = false;
  PJRT_Error error = {};
};

/// An error for the caller.
PJRT_Error *refuse(PJRT_Error_Code code, std::string message);
/// A copy of an error for the caller; null where the status is ok.
PJRT_Error *toCaller(const Status &status);
/// What an llvm::Error says. A program that is at fault is an invalid argument; memory that runs
/// out is an exhausted resource.
Status statusOf(llvm::Error error);

} // namespace spmd::pjrt

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places are those of the user's source, in short.
#include "compiler/error_collector.h"
#include "compiler/session.h"
#include "dialects/source_names.h"
#include "runtime/log.h"

using namespace mlir;

namespace spmd {
namespace {

/// The longest message of a diagnostic, in characters. In a large program a diagnostic may
/// hold a type or a constant of any length.
constexpr size_t kLongestMessage = 4000;

/// One line of an error's text: "file:line:col: error: message".
std::string lineOf(Location location, StringRef kind, std::string text) {
  if (text.size() > kLongestMessage)
    text = text.substr(0, kLongestMessage) + " ... (" +
           std::to_string(text.size() - kLongestMessage) + " characters more)";
  std::string place = shortLocation(location);
  return place + (place.empty() ? "" : ": ") + kind.str() + ": " + text;
}

} // namespace

ErrorCollector::ErrorCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
          rt::log(lineOf(diagnostic.getLocation(), "warning", diagnostic.str()));
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        add(lineOf(diagnostic.getLocation(), "error", diagnostic.str()));
        for (Diagnostic &note : diagnostic.getNotes())
          add(lineOf(note.getLocation(), "note", note.str()));
        return success();
      }) {}

llvm::Error ErrorCollector::take() const {
  return llvm::make_error<ProgramRefused>(text.empty() ? "the program was refused without a reason"
                                                       : text,
                                          llvm::inconvertibleErrorCode());
}

} // namespace spmd

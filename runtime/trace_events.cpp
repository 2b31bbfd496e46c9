// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes traces in the "Trace Event Format" of the Chromium project: complete events ("ph": "X")
// with times in microseconds.
//
// Every rank formats its own events and rank 0 joins the texts, so that only rank 0 needs access to
// the file.
#include "runtime/trace_events.h"
#include "runtime/collective_plan.h"
#include "runtime/instance.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using llvm::json::Object;

namespace spmd::rt {

void TraceRecord::end() {
  if (spans.empty() || spans.back().endNs != 0)
    return;
  spans.back().endNs = now();
  if (!nested)
    return;
  const Span whole = spans.back();
  int64_t sum = 0, before = 0;
  for (const NestedTime &time : *nested)
    sum += time.ns;
  auto at = [&](int64_t ns) { // where `ns` of the sum are over
    return whole.beginNs +
           int64_t(double(whole.endNs - whole.beginNs) * double(ns) / double(sum ? sum : 1));
  };
  for (NestedTime &time : *nested) {
    const int64_t ns = time.ns.exchange(0);
    spans.push_back({time.block, time.command, at(before), at(before + ns), ns});
    before += ns;
  }
  nested = nullptr;
}

namespace {

/// Name and category of a command in the picture.
struct Label {
  std::string name, category;
  int64_t bytes = 0;
};

// Finds the label of a command. A Done only knows the id of its collective, hence the table of
// Starts.
class Labels {
public:
  explicit Labels(const Program &program) : program(program) {
    for (const Block &block : program.blocks)
      for (const Command &command : block)
        if (auto *start = std::get_if<CollectiveStart>(&command.action))
          starts[start->id] = start;
  }
  Label of(const Command &command) const {
    return std::visit([this](const auto &action) { return label(action); }, command.action);
  }

private:
  // Kernels are shown by their symbol; other commands by the name of their routine or kind.
  Label label(const KernelCommand &kernel) const {
    return {program.kernels[kernel.kernel].symbol, "kernel"};
  }
  Label label(const LibraryCommand &library) const {
    return {std::string(routineOf(library.config).name), "library"};
  }
  Label label(const PartitionIdCommand &) const { return {"partition_id", "host"}; }
  Label label(const CopyCommand &copy) const {
    return {"copy", "copy", int64_t(copy.source.bytes)};
  }
  Label label(const WhileCommand &) const { return {"while", "control"}; }
  Label label(const CaseCommand &) const { return {"case", "control"}; }
  Label label(const BlocksCommand &) const { return {"blocks", "control"}; }
  Label label(const CollectiveStart &start) const {
    Label label{nameOf(start.kind), "collective"};
    for (const CollectivePart &part : start.parts)
      label.bytes += int64_t(part.source.bytes);
    return label;
  }
  Label label(const CollectiveDone &done) const {
    Label label = this->label(*starts.at(done.id));
    return {"wait for " + label.name, "wait", label.bytes};
  }

  const Program &program;
  std::map<uint32_t, const CollectiveStart *> starts;
};

/// The events of this rank as text, without the brackets around the list: two metadata events name
/// the rank and each device, then there is one event for each span.
std::string eventsOf(Instance &instance, int64_t rank) {
  const Program &program = instance.program();
  Labels labels(program);
  std::string text;
  llvm::raw_string_ostream out(text);
  // Appends one event to the list.
  auto event = [&](Object object) {
    if (!text.empty())
      out << ",\n";
    out << llvm::json::Value(std::move(object));
  };
  event(Object{{"name", "process_name"},
               {"ph", "M"},
               {"pid", rank},
               {"args", Object{{"name", "rank " + std::to_string(rank)}}}});
  for (size_t place = 0; place < instance.localDevices().size(); ++place) {
    int64_t device = instance.localDevices()[place];
    event(Object{{"name", "thread_name"},
                 {"ph", "M"},
                 {"pid", rank},
                 {"tid", device},
                 {"args", Object{{"name", "device " + std::to_string(device)}}}});
    for (const TraceRecord::Span &span : instance.traceOf(place).spans) {
      const Command &command = program.blocks[span.block][span.command];
      Label label = labels.of(command);
      Object details{{"location", llvm::json::fixUTF8(program.locations[command.location])}};
      if (label.bytes)
        details["bytes"] = label.bytes;
      if (span.workNs)
        details["us_on_all_workers"] = double(span.workNs) * 1e-3;
      event(Object{{"name", llvm::json::fixUTF8(label.name)},
                   {"cat", label.category},
                   {"ph", "X"},
                   {"pid", rank},
                   {"tid", device},
                   {"ts", double(span.beginNs) * 1e-3},
                   {"dur", double(span.endNs - span.beginNs) * 1e-3},
                   {"args", std::move(details)}});
    }
  }
  return text;
}

} // namespace

// Formats, gathers and writes. The stream's error must be cleared after it was read: raw_fd_ostream
// ends the process if it is destroyed with an unhandled error.
llvm::Error writeTrace(Instance &instance, const std::string &path) {
  RankTransport *transport = instance.transport();
  std::string events = eventsOf(instance, transport ? transport->rank() : 0);
  if (transport) {
    std::vector<std::vector<uint8_t>> all =
        gatherBytes(*transport, std::vector<uint8_t>(events.begin(), events.end()), "the trace");
    if (transport->hasFailed())
      return llvm::createStringError(transport->failure());
    if (transport->rank() != 0)
      return llvm::Error::success();
    for (size_t rank = 1; rank < all.size(); ++rank)
      events += ",\n" + std::string(all[rank].begin(), all[rank].end());
  }
  std::error_code code;
  llvm::raw_fd_ostream file(path, code);
  if (!code) {
    file << "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n" << events << "\n]}\n";
    file.close();
    code = file.error();
    file.clear_error();
  }
  if (code)
    return llvm::createStringError(code, (path + ": cannot be written: " + code.message()).c_str());
  return llvm::Error::success();
}

} // namespace spmd::rt

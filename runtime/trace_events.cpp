// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes traces in the "Trace Event Format" of the Chromium project: complete events ("ph": "X")
// with times in microseconds.
//
// Every rank formats its own events and rank 0 joins the texts, so that only rank 0 needs access to
// the file.
#include "runtime/trace_events.h"
#include "runtime/command_labels.h"
#include "runtime/instance.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using llvm::StringLiteral;
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

/// The text of events, one after another, as it stands between the brackets of a list.
class EventList {
public:
  void add(Object object) {
    if (!text.empty())
      text += ",\n";
    llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  }
  std::string text;
};

/// An event of metadata: a name that viewers show instead of the number of a process or, with a
/// device, of a thread.
Object named(StringLiteral kind, int64_t rank, std::optional<int64_t> device,
             const std::string &name) {
  Object event{{"name", kind}, {"ph", "M"}, {"pid", rank}, {"args", Object{{"name", name}}}};
  if (device)
    event["tid"] = *device;
  return event;
}

} // namespace

// Names come first, for a reader of the text. Then all spans of one device, which viewers sort by
// their times, and last a note where there was no room for more.
std::string traceEvents(const Instance &instance, int64_t rank, llvm::ArrayRef<int64_t> devices) {
  const Program &program = instance.program();
  Labels labels(program);
  EventList events;
  events.add(named("process_name", rank, std::nullopt, "rank " + std::to_string(rank)));
  auto shown = [&](int64_t device) { return devices.empty() ? device : devices[size_t(device)]; };
  for (int64_t device : instance.localDevices())
    events.add(
        named("thread_name", rank, shown(device), "device " + std::to_string(shown(device))));
  for (size_t place = 0; place < instance.localDevices().size(); ++place) {
    int64_t device = shown(instance.localDevices()[place]);
    for (const TraceRecord::Span &span : instance.traceOf(place).spans) {
      if (span.endNs == 0) // the run was cancelled while the device waited here
        continue;
      const Command &command = program.blocks[span.block][span.command];
      Label label = labels.of(command);
      Object details{{"location", llvm::json::fixUTF8(program.locations[command.location])}};
      if (label.bytes)
        details["bytes"] = label.bytes;
      if (span.workNs)
        details["us_on_all_workers"] = double(span.workNs) * 1e-3;
      events.add(Object{{"name", llvm::json::fixUTF8(label.name)},
                        {"cat", label.category},
                        {"ph", "X"},
                        {"pid", rank},
                        {"tid", device},
                        {"ts", double(span.beginNs) * 1e-3},
                        {"dur", double(span.endNs - span.beginNs) * 1e-3},
                        {"args", std::move(details)}});
    }
    if (const int64_t left = instance.traceOf(place).left)
      events.add(Object{{"name", std::to_string(left) + " commands more were not recorded"},
                        {"ph", "i"},
                        {"s", "t"},
                        {"pid", rank},
                        {"tid", device},
                        {"ts", double(instance.traceOf(place).spans.back().endNs) * 1e-3}});
  }
  return events.text;
}

// Formats, gathers and writes. The stream's error must be cleared after it was read: raw_fd_ostream
// ends the process if it is destroyed with an unhandled error.
llvm::Error writeTrace(Instance &instance, const std::string &path) {
  RankTransport *transport = instance.transport();
  const int64_t rank = transport ? transport->rank() : 0;
  std::string events = traceEvents(instance, rank);
  if (transport) {
    std::vector<std::vector<uint8_t>> all =
        gatherBytes(*transport, std::vector<uint8_t>(events.begin(), events.end()), "the trace");
    if (transport->hasFailed())
      return llvm::createStringError(transport->failure());
    if (transport->rank() != 0)
      return llvm::Error::success();
    for (size_t other = 1; other < all.size(); ++other)
      events += ",\n" + std::string(all[other].begin(), all[other].end());
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

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a topology from JSON.
#include "compiler/topology.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace spmd {
namespace {

/// Messages name the place in the text: topology.axes.data.rate.
llvm::Error wrong(const llvm::Twine &where, const llvm::Twine &what) {
  return llvm::createStringError(where + " " + what);
}

/// Sets a number of the link.
llvm::Error setNumber(double &number, const llvm::json::Value &value, const llvm::Twine &where) {
  std::optional<double> given = value.getAsNumber();
  // Limits keep the times of all programs finite.
  if (!given || !(*given >= 1e-3 && *given <= 1e12))
    return wrong(where, "is not a number from 1e-3 to 1e12");
  number = *given;
  return llvm::Error::success();
}

/// Reads the numbers of a link over those that it has. `other` handles further names.
llvm::Error
setLink(Link &link, const llvm::json::Object &object, const std::string &where,
        llvm::function_ref<std::optional<llvm::Error>(llvm::StringRef, const llvm::json::Value &)>
            other) {
  for (const auto &[key, value] : object) {
    llvm::StringRef name = key;
    if (name == "latency" || name == "rate") {
      double &number = name == "latency" ? link.latency : link.rate;
      if (llvm::Error error = setNumber(number, value, where + "." + name))
        return error;
    } else if (std::optional<llvm::Error> error = other(name, value); !error) {
      return wrong(where + "." + name,
                   "is not known: \"latency\" in nanoseconds, \"rate\" in bytes "
                   "per nanosecond, and \"axes\" outside of these");
    } else if (*error) {
      return std::move(*error);
    }
  }
  return llvm::Error::success();
}

} // namespace

// Axes are read last, since they begin from the numbers outside, which may stand behind them.
llvm::Expected<Topology> Topology::parse(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(json);
  if (!value)
    return value.takeError();
  // `links` is found among the numbers outside.
  const llvm::json::Object *object = value->getAsObject(), *links = nullptr;
  if (!object)
    return wrong("topology", "is not an object in braces");
  Topology out;
  auto axesHere = [&](llvm::StringRef name,
                      const llvm::json::Value &value) -> std::optional<llvm::Error> {
    if (name != "axes")
      return std::nullopt;
    links = value.getAsObject();
    return links ? llvm::Error::success() : wrong("topology.axes", "is not an object in braces");
  };
  if (llvm::Error error = setLink(out.others, *object, "topology", axesHere))
    return error;
  if (!links)
    return out;
  // An axis has no names but those of a link.
  auto nothing = [](llvm::StringRef, const llvm::json::Value &) -> std::optional<llvm::Error> {
    return std::nullopt;
  };
  for (const auto &[axis, numbers] : *links) {
    std::string where = "topology.axes." + axis.str();
    // What the axis leaves out is as outside.
    Link &link = out.axes.try_emplace(axis, out.others).first->second;
    const llvm::json::Object *object = numbers.getAsObject();
    if (!object)
      return wrong(where, "is not an object in braces");
    if (llvm::Error error = setLink(link, *object, where, nothing))
      return error;
  }
  return out;
}

// The message begins with the name of the file.
llvm::Expected<Topology> Topology::read(llvm::StringRef path) {
  if (path.empty())
    return Topology();
  // A device or a pipe might never end.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return wrong(path, "is no regular file");
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return wrong(path, "is not readable: " + file.getError().message());
  llvm::Expected<Topology> out = parse((*file)->getBuffer());
  if (!out)
    return wrong(path, ": " + llvm::toString(out.takeError()));
  return out;
}

// Names of other meshes do no harm: one file may serve many programs.
Link Topology::along(llvm::StringRef axis) const {
  auto found = axes.find(axis);
  return found == axes.end() ? others : found->second;
}

Link Topology::across(llvm::ArrayRef<llvm::StringRef> names) const {
  Link slowest = names.empty() ? others : along(names.front());
  for (llvm::StringRef axis : names)
    slowest = slowest.slowest(along(axis));
  if (names.empty())
    for (const auto &axis : axes)
      slowest = slowest.slowest(axis.second);
  return slowest;
}

llvm::FailureOr<Topology> readTopology(mlir::Operation *at, llvm::StringRef path) {
  llvm::Expected<Topology> topology = Topology::read(path);
  if (!topology)
    return at->emitError("topology: ") << llvm::toString(topology.takeError());
  return std::move(*topology);
}

} // namespace spmd

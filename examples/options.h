// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the examples share: flags of the command line, and modes, which are meshes with rules.
#pragma once
#include <spmd/spmd.h>

/// A way to split a training. Models name the dims of their parameters and values; the rules say
/// along which axes of the mesh dims of a name are split.
struct Mode {
  std::vector<spmd::MeshAxis> mesh;
  spmd::Rules parameters, values; // how parameters are kept, and what is computed with

  /// Programs run on this mesh as long as the returned object lives.
  spmd::MeshScope use() const { return spmd::Mesh(mesh).use(parameters, values); }
  /// The size of an axis; 1 where the mesh does not have it.
  int64_t size(const std::string &axis) const {
    for (const spmd::MeshAxis &own : mesh)
      if (own.name == axis)
        return own.size;
    return 1;
  }
};

/// x, placed by the rules of the mesh for values. Without a mesh there is nothing to place.
inline spmd::Tensor placed(spmd::Tensor x, const spmd::Logical &names,
                           spmd::Where where = spmd::Where::current()) {
  return spmd::currentMesh() ? spmd::constrain(x, names, where) : x;
}

/// Words of the form --name=value, for names that have a default, and files, which are the others.
struct Options {
  std::map<std::string, std::string> values;
  std::vector<std::string> files;

  Options(int argc, char **argv, std::map<std::string, std::string> defaults)
      : values(std::move(defaults)) {
    for (int i = 1; i < argc; ++i) {
      const std::string word = argv[i];
      const size_t end = word.find('=');
      if (!word.starts_with("--"))
        files.push_back(word);
      else if (end != word.npos && values.contains(word.substr(2, end - 2)))
        values[word.substr(2, end - 2)] = word.substr(end + 1);
      else
        throw spmd::Error("'" + word + "' is no option; there are" + known());
    }
  }

  const std::string &operator[](const std::string &name) const { return values.at(name); }
  int64_t number(const std::string &name) const {
    char *end = nullptr;
    const int64_t number = std::strtol(values.at(name).c_str(), &end, 10);
    if (values.at(name).empty() || *end)
      throw spmd::Error("--" + name + "=" + values.at(name) + ": a number is wanted");
    return number;
  }
  const Mode &mode(const std::map<std::string, Mode> &modes) const {
    std::string names;
    for (const auto &[name, mode] : modes)
      names += " " + name;
    if (!modes.contains(values.at("mode")))
      throw spmd::Error("--mode=" + values.at("mode") + ": modes are" + names);
    return modes.at(values.at("mode"));
  }

private:
  std::string known() const {
    std::string text;
    for (const auto &[name, value] : values)
      text += " --" + name + "=" + value;
    return text;
  }
};

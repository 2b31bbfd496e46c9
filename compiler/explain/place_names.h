// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What users call the places of a propagation graph and the ops between them, by the names of the
// program's text.
#pragma once
#include "compiler/explain/provenance.h"
#include "dialects/source_names.h"

namespace spmd {

class PlaceNames {
public:
  explicit PlaceNames(const PropagationGraph &graph);

  /// The places that a query names (explain.h), in the order of the program.
  llvm::SmallVector<int> find(llvm::StringRef query) const;

  std::string name(int place) const;     // %5, %5#1, result 0 of @main
  std::string describe(int place) const; // %5 = stablehlo.add : tensor<8xf32>, at file.mlir:3:8
  std::string name(const Node &node) const;
  std::string location(const Node &node) const;
  /// The annotation that put the spot's axis there before propagation: where it is written, and
  /// what it says.
  std::string annotation(const Spot &spot) const;
  std::string print(const Sharding &sharding) const;

private:
  /// Of an edge the value that it speaks for.
  mlir::Value valueOf(int place) const;
  /// %5 of the entry function, @f%5 of another.
  std::string nameOf(const SourceName &source, unsigned number) const;
  // Of a result.
  mlir::func::FuncOp functionOf(int place) const { return graph.places[place].function; }
  struct Site {
    std::string name;
    mlir::Location loc;
    sdy::TensorShardingAttr sharding;
  };
  Site annotationSite(const Spot &spot) const;
  bool matches(int place, llvm::StringRef query) const;

  const PropagationGraph &graph;
  std::string entryName;
};

} // namespace spmd

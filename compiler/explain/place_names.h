// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names the places of a propagation graph, and the ops between them, as the text of the program
// does. --explain uses the names in its output and to find the values that a user asks for.
#pragma once
#include "compiler/explain/provenance.h"
#include "dialects/source_names.h"

namespace spmd {

class PlaceNames {
public:
  explicit PlaceNames(const PropagationGraph &graph);

  /// The places that a query names (see explain.h), in the order of the program.
  llvm::SmallVector<int> find(llvm::StringRef query) const;

  std::string name(int place) const;     // %5, %5#1, result 0 of @main
  std::string describe(int place) const; // %5 = stablehlo.add : tensor<8xf32>, at file.mlir:3:8
  std::string name(const Node &node) const;
  std::string location(const Node &node) const;
  /// The annotation that put the spot's axis there before propagation: where it is written, and its
  /// sharding.
  std::string annotation(const Spot &spot) const;
  std::string print(const Sharding &sharding) const;

private:
  /// The value of a place. For a data-flow edge, the value that owns the edge.
  mlir::Value valueOf(int place) const;
  std::string nameOf(const SourceName &source, unsigned number) const;
  // The function of a place that is a result of a function.
  mlir::func::FuncOp functionOf(int place) const { return graph.places[place].function; }
  /// An annotation in the program.
  struct Site {
    std::string name;
    mlir::Location loc;
    sdy::TensorShardingAttr sharding;
  };
  Site annotationSite(const Spot &spot) const;
  /// Whether `query` names the place.
  bool matches(int place, llvm::StringRef query) const;

  const PropagationGraph &graph;
  std::string entryName;
};

} // namespace spmd

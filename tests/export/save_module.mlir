// RUN: rm -rf %t && spmd-opt %s --spmd-save-module="module-dump-directory=%t file-name=one"
// RUN: FileCheck %s --input-file=%t/one.mlir
// RUN: spmd-opt %s --sdy-export-pipeline="dump-directory=%t" | FileCheck %s --check-prefix=EXPORTED
// RUN: FileCheck %s --input-file=%t/00.after_propagation.mlir
// RUN: touch %t.file && not spmd-opt %s --spmd-save-module="module-dump-directory=%t.file/inner" 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: rm %t/one.mlir && mkdir %t/one.mlir && not spmd-opt %s --spmd-save-module="module-dump-directory=%t file-name=one" 2>&1 | FileCheck %s --check-prefix=FOLDER

sdy.mesh @m = <["a"=2]>
// CHECK: @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"
// EXPORTED: @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2]>, [{"a"}]>})
// BAD: error: the folder '{{.*}}.file/inner' for modules cannot be made: Not a directory
// FOLDER: error: the module cannot be saved: {{.*}}one.mlir
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a", ?}]>}) {
  return
}

// Without a folder nothing is written.
// RUN: rm -rf %t.empty && mkdir %t.empty && cd %t.empty && spmd-opt %s --spmd-save-module && rmdir %t.empty

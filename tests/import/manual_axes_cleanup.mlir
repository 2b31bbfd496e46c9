// RUN: spmd-opt %s --sdy-manual-axes-cleanup --split-input-file --verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: @all_manual_axes_are_mentioned_in_mesh_order
func.func @all_manual_axes_are_mentioned_in_mesh_order(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: in_shardings=[<@mesh, [{"x"}], replicated={"y"}>] out_shardings=[<@mesh, [{"x"}], replicated={"y"}>] manual_axes={"x", "y"}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}], replicated={"y"}>] manual_axes={"y", "x"} (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// What is left of an axis counts as unused.
sdy.mesh @parts = <["x"=4, "y"=2]>

// CHECK-LABEL: @rest_of_an_axis
func.func @rest_of_an_axis(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: in_shardings=[<@parts, [{"x":(1)2}], replicated={"x":(2)2}>] out_shardings=[<@parts, [{"x":(1)2}], replicated={"x":(2)2}>]
  %0 = sdy.manual_computation(%x) in_shardings=[<@parts, [{"x":(1)2}]>] out_shardings=[<@parts, [{"x":(1)2}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Nothing is missing and nothing is out of order.
// CHECK-LABEL: @complete
func.func @complete(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: in_shardings=[<@mesh, [{"x"}], replicated={"y"}>] out_shardings=[<@mesh, [{"y", "x"}]>] manual_axes={"x", "y"}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}], replicated={"y"}>] out_shardings=[<@mesh, [{"y", "x"}]>] manual_axes={"x", "y"} (%a: tensor<4xf32>) {
    %1 = stablehlo.slice %a [0:1] : (tensor<4xf32>) -> tensor<1xf32>
    sdy.return %1 : tensor<1xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Without manual axes the shardings stay as they are, whatever they leave out.
// CHECK-LABEL: @no_manual_axes
func.func @no_manual_axes(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={} (%a: tensor<8xf32>) {
    sdy.return %a : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// RUN: spmd-run %s --random-args=1 --check-against-sequential

// Named computations are placed and run as calls are: in manual computations, in functions, inside of each other.
sdy.mesh @mesh = <["a"=2, "b"=3, "c"=2]>

func.func private @f(%x: tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>) {
  %0:2 = sdy.named_computation<"inner">(%x) in_shardings=[<@mesh, [{"c", ?}, {?}p1]>] out_shardings=[<@mesh, [{?}, {"b"}]>, <@mesh, [{"b"}, {}]>] (%p: tensor<6x12xf32>) {
    %1 = stablehlo.sine %p : tensor<6x12xf32>
    sdy.return %p, %1 : tensor<6x12xf32>, tensor<6x12xf32>
  } : (tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>)
  return %0#0, %0#1 : tensor<6x12xf32>, tensor<6x12xf32>
}
func.func @main(%x: tensor<12x12xf32>) -> (tensor<12x12xf32>, tensor<12x12xf32>) {
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"a"}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>, <@mesh, [{"a"}, {}]>]
      manual_axes={"a"} (%p: tensor<6x12xf32>) {
    %1:2 = sdy.named_computation<"outer">(%p) out_shardings=[<@mesh, [{"c"}, {?}]>, <@mesh, [{?}, {?}]>] (%q: tensor<6x12xf32>) {
      %2:2 = func.call @f(%q) : (tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>)
      sdy.return %2#1, %2#0 : tensor<6x12xf32>, tensor<6x12xf32>
    } : (tensor<6x12xf32>) -> (tensor<6x12xf32>, tensor<6x12xf32>)
    sdy.return %1#0, %1#1 : tensor<6x12xf32>, tensor<6x12xf32>
  } : (tensor<12x12xf32>) -> (tensor<12x12xf32>, tensor<12x12xf32>)
  return %0#0, %0#1 : tensor<12x12xf32>, tensor<12x12xf32>
}
